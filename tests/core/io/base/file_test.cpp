#include "core/io/base/file.h"

#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heed::io {
namespace {

using test::message_of;
using test::TemporaryFolder;
namespace fs = std::filesystem;

/// Runs `work` in a process of its own, in which no file may grow past `bytes`, and returns what it says.
template <class Work>
std::string with_little_room(rlim_t bytes, const fs::path& report, Work work) {
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, bytes};
        setrlimit(RLIMIT_FSIZE, &limit);
        const std::string said = message_of(work).substr(0, static_cast<std::size_t>(bytes));
        std::ofstream(report) << said;
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? read_file(report, 10000) : "crashed";
}

TEST(File, WritesWhatItReads) {
    const TemporaryFolder folder;
    const std::string bytes("one\0two\n", 8);
    write_file_atomic(folder / "a", bytes);
    EXPECT_EQ(read_file(folder / "a", 100), bytes);
    write_file_atomic(folder / "a", "shorter");
    EXPECT_EQ(read_file(folder / "a", 7), "shorter");
    EXPECT_EQ(folder.entries(), 1);
}

TEST(File, ReplacementKeepsPermissionsAndLinks) {
    const TemporaryFolder folder;
    write_file_atomic(folder / "real", "1");
    fs::permissions(folder / "real", fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
    fs::create_symlink("real", folder / "link");
    write_file_atomic(folder / "link", "2");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read_file(folder / "real", 10), "2");
    EXPECT_EQ(fs::status(folder / "real").permissions(),
              fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
}

TEST(File, FailuresAreOneSentenceThatNamesTheFile) {
    const TemporaryFolder folder;
    const std::string missing = (folder / "missing").string();
    EXPECT_EQ(message_of([&] { read_file(missing, 10); }), missing + ": not read: No such file or directory");
    EXPECT_EQ(message_of([&] { InputFile file(missing); }),
              missing + ": not read: No such file or directory");
    EXPECT_EQ(message_of([&] { InputFile file(folder.path()); }),
              folder.path().string() + ": not read: Is a directory");
    EXPECT_EQ(message_of([&] { read_file(folder.path(), 10); }),
              folder.path().string() + ": not read: Is a directory");
    EXPECT_EQ(message_of([&] { write_file_atomic(folder / "no" / "a", "x"); }),
              (folder / "no" / "a").string() + ": not written: No such file or directory");
    EXPECT_EQ(message_of([&] { write_file_atomic(folder.path(), "x"); }),
              folder.path().string() + ": not written: Is a directory");
    EXPECT_EQ(message_of([&] { read_file(folder / "a\n\u202Eb", 10); }),
              (folder / "a\\u{000A}\\u{202E}b").string() + ": not read: No such file or directory");
}

TEST(File, WhatIsMissingIsNamed) {
    const test::TemporaryFolder folder;
    const auto link = [&](const char* name, const char* to) {
        std::filesystem::create_symlink(to, folder / name);
        return folder / name;
    };
    EXPECT_EQ(io::what_is_missing(folder / "x"), "nothing");
    EXPECT_EQ(io::what_is_missing(link("dangling", "nowhere")), "a link to nothing");
    EXPECT_EQ(io::what_is_missing(link("loop", "loop")), "a link that leads back to itself");
    EXPECT_EQ(io::what_is_missing(folder / std::string(300, 'x')), "a longer name than a file can have");
    EXPECT_NO_THROW(io::check_folder(folder.path()));
    EXPECT_EQ(test::message_of([&] { io::check_folder(folder / "x"); }),
              (folder / "x").string() + ": not read: No such file or directory");
    if (geteuid() == 0) return; // may look everywhere
    std::filesystem::permissions(folder.path(), std::filesystem::perms::none);
    EXPECT_EQ(io::what_is_missing(folder / "x"), "a folder on the way that may not be looked into");
    EXPECT_EQ(test::message_of([&] { io::check_folder(folder.path()); }),
              folder.path().string() + ": not read: Permission denied");
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
}

TEST(File, LimitsAreKept) {
    const TemporaryFolder folder;
    write_file_atomic(folder / "a", "12345");
    EXPECT_EQ(read_file(folder / "a", 5), "12345");
    EXPECT_EQ(message_of([&] { read_file(folder / "a", 4); }),
              (folder / "a").string() + ": too large: expected at most 4 bytes, found 5");
    EXPECT_EQ(message_of([&] { read_file("/dev/zero", 100000); }),
              "/dev/zero: too large: expected at most 100000 bytes, found more");
    EXPECT_EQ(message_of([&] { InputFile file("/dev/zero"); }),
              "/dev/zero: not read: expected a regular file, found a pipe or a device");
}

TEST(File, APipeInPlaceOfAFileIsRefusedNotWaitedFor) {
    const TemporaryFolder folder;
    const fs::path pipe = folder / "config.json";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(message_of([&] { read_regular_file(pipe, 100); }),
              pipe.string() + ": not read: expected a regular file, found a pipe or a device");
}

TEST(File, FullDiskLeavesTheOldFileAndNothingElse) {
    EXPECT_EQ(message_of([] { write_file_atomic("/dev/full", "x"); }),
              "/dev/full: not written: No space left on device");
    const TemporaryFolder folder, reports;
    write_file_atomic(folder / "a", "old");
    const std::string said = with_little_room(
        4096, reports / "said", [&] { write_file_atomic(folder / "a", std::string(10000, 'x')); });
    EXPECT_EQ(said, (folder / "a").string() + ": not written: File too large");
    EXPECT_EQ(read_file(folder / "a", 10), "old");
    EXPECT_EQ(folder.entries(), 1);
}

TEST(File, NothingIsReplacedThatWasNotToBe) {
    const TemporaryFolder folder;
    EXPECT_FALSE(would_replace(folder / "a.svg"));
    EXPECT_TRUE(write_file_unless_there(folder / "a.svg", "mine"));
    EXPECT_TRUE(would_replace(folder / "a.svg"));
    EXPECT_FALSE(write_file_unless_there(folder / "a.svg", "another"));
    EXPECT_EQ(read_file(folder / "a.svg", 10), "mine");
    EXPECT_EQ(folder.entries(), 1) << "nothing is left beside it";
    fs::create_symlink("nowhere", folder / "link");
    EXPECT_FALSE(write_file_unless_there(folder / "link", "x")) << "a link that leads nowhere is there, too";
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(message_of([&] { write_file_unless_there(folder.path(), "x"); }),
              folder.path().string() + ": not written: Is a directory");
    EXPECT_EQ(message_of([&] { write_file_unless_there(folder / "no" / "a", "x"); }),
              (folder / "no" / "a").string() + ": not written: No such file or directory");
    EXPECT_FALSE(would_replace("/dev/null"));
    EXPECT_TRUE(write_file_unless_there("/dev/null", "x"));
    EXPECT_EQ(folder.entries(), 2);
}

TEST(File, TheNextFreeNameCountsOn) {
    const TemporaryFolder folder;
    const auto after = [&](const char* name) { return next_free_name(folder / name).filename().string(); };
    EXPECT_EQ(after("heed.svg"), "heed-2.svg");
    write_file_atomic(folder / "heed-2.svg", "x");
    EXPECT_EQ(after("heed.svg"), "heed-3.svg");
    EXPECT_EQ(after("heed-2.svg"), "heed-3.svg");
    EXPECT_EQ(after("3-march-1987.svg"), "3-march-1987-2.svg") << "a year is no count";
    EXPECT_EQ(after("dates-additive.svg"), "dates-additive-2.svg");
    EXPECT_EQ(after("-.svg"), "--2.svg");
    EXPECT_EQ(after("no ending"), "no ending-2");
}

TEST(File, PartsAreReadAndShrinkingIsNoticed) {
    const TemporaryFolder folder;
    write_file_atomic(folder / "a", "0123456789");
    const InputFile file(folder / "a");
    EXPECT_EQ(file.size(), 10u);
    char bytes[4] = {};
    file.read(3, bytes, 4);
    EXPECT_EQ(std::string(bytes, 4), "3456");
    fs::resize_file(folder / "a", 5);
    EXPECT_EQ(message_of([&] { file.read(3, bytes, 4); }),
              (folder / "a").string() + ": truncated: expected 2 more bytes, found the end of the file");
}

} // namespace
} // namespace heed::io
