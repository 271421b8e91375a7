// Every file of tests/hostile (or $HEED_HOSTILE) through `heed check`, in a process of its own.
// tests/hostile/README.md says what is asked of each.
#include "app/cli/commands.h"
#include "core/io/base/file.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heed {
namespace {

namespace fs = std::filesystem;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

fs::path hostile_folder() {
    const char* named = std::getenv("HEED_HOSTILE");
    return named != nullptr && *named != '\0' ? fs::path(named) : test::source_dir() / "tests" / "hostile";
}

/// The files of a folder. Of the folders in it each that holds files is one case; those that hold folders
/// alone are looked into.
std::vector<fs::path> cases_in(const fs::path& folder) {
    std::vector<fs::path> cases;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.is_regular_file(error) && entry.path().extension() != ".md") cases.push_back(entry.path());
        if (!entry.is_directory(error)) continue;
        const std::vector<fs::path> inside = cases_in(entry.path());
        const bool files = std::any_of(inside.begin(), inside.end(),
                                       [](const fs::path& path) { return fs::is_regular_file(path); });
        if (files)
            cases.push_back(entry.path());
        else
            cases.insert(cases.end(), inside.begin(), inside.end());
    }
    return cases;
}

std::vector<fs::path> hostile_files() {
    std::vector<fs::path> files = cases_in(hostile_folder());
    std::sort(files.begin(), files.end());
    return files;
}

std::uint64_t bytes_of(const fs::path& path) {
    if (fs::is_regular_file(path)) return fs::file_size(path);
    std::uint64_t sum = 0;
    std::error_code error; // a link that leads to itself
    for (const auto& entry : fs::directory_iterator(path))
        if (entry.is_regular_file(error)) sum += entry.file_size();
    return sum;
}

enum class Verdict { Refuse, Load, Either };

/// The last column of the file's row in the README beside it.
Verdict verdict_of(const fs::path& file) {
    const fs::path readme = file.parent_path() / "README.md";
    if (!fs::exists(readme)) return Verdict::Either;
    const std::string text = io::read_file(readme, 1 << 20);
    const std::size_t row = text.find("| `" + file.filename().string() + "` |");
    if (row == text.npos) return Verdict::Either;
    std::string line = text.substr(row, text.find('\n', row) - row);
    line.resize(line.rfind('|'));
    const std::string verdict = line.substr(line.rfind('|') + 2);
    if (verdict.find(" or ") != verdict.npos || verdict.find("(or ") != verdict.npos) return Verdict::Either;
    if (verdict.rfind("load", 0) == 0 || verdict.rfind("open", 0) == 0) return Verdict::Load;
    return verdict.rfind("refuse", 0) == 0 ? Verdict::Refuse : Verdict::Either;
}

struct Outcome {
    bool ended = false; // by itself, not by a signal
    int status = 0;
    std::string out, err;
    double seconds = 0;
    std::uint64_t memory = 0; // bytes more than before
};

/// `heed check FILE` in a child whose current folder is `folder`.
Outcome check(const fs::path& file, const fs::path& folder, const fs::path& reports) {
    const auto start = std::chrono::steady_clock::now();
    rusage before{};
    getrusage(RUSAGE_SELF, &before);
    const pid_t child = fork();
    if (child == 0) {
        if (chdir(folder.c_str()) != 0) _exit(99);
        for (const auto& [name, descriptor] : {std::pair("out", 1), std::pair("err", 2)}) {
            const int report = open((reports / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            dup2(report, descriptor);
        }
        alarm(60);
        const char* words[] = {"heed", "check", file.c_str()};
        std::_Exit(cli::run(3, words, nullptr));
    }
    Outcome outcome;
    int status = 0;
    rusage used{};
    wait4(child, &status, 0, &used);
    outcome.ended = WIFEXITED(status);
    outcome.status = WEXITSTATUS(status);
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    // In kilobytes; a child begins with what its parent has now, which is at most what it ever had.
    outcome.memory = 1024 * static_cast<std::uint64_t>(std::max(0L, used.ru_maxrss - before.ru_maxrss));
    outcome.out = io::read_file(reports / "out", 1 << 26);
    outcome.err = io::read_file(reports / "err", 1 << 26);
    return outcome;
}

void expect_harmless(const fs::path& file, Verdict verdict) {
    const test::TemporaryFolder folder, reports;
    const fs::path canary = fs::temp_directory_path() / "heed_hostile_was_executed";
    ASSERT_FALSE(fs::exists(canary)) << "remove it first";
    const Outcome outcome = check(file, folder.path(), reports.path());

    ASSERT_TRUE(outcome.ended) << "it crashed or hung: " << outcome.err;
    EXPECT_FALSE(fs::exists(canary)) << "code in the file was run";
    EXPECT_EQ(folder.entries(), 0) << "files were written";
    EXPECT_LT(outcome.seconds, 20);
    if (!sanitized) {
        EXPECT_LT(outcome.memory, (8u << 20) + 12 * bytes_of(file));
    }

    ASSERT_TRUE(outcome.status == 0 || outcome.status == 1) << outcome.status;
    const auto lines = std::count(outcome.err.begin(), outcome.err.end(), '\n');
    if (outcome.status == 1) {
        EXPECT_EQ(lines, 1) << outcome.err;
        const std::string named = "heed: " + io::shown(file); // of a folder it may be one of its files
        EXPECT_TRUE(outcome.err.starts_with(named + ": ") ||
                    (fs::is_directory(file) && outcome.err.starts_with(named + "/")))
            << outcome.err;
    }
    const std::string said = outcome.out + outcome.err;
    EXPECT_TRUE(std::none_of(said.begin(), said.end(), [](char c) {
        return std::iscntrl(static_cast<unsigned char>(c)) && c != '\n';
    }));
    if (verdict != Verdict::Either) {
        EXPECT_EQ(outcome.status, verdict == Verdict::Refuse ? 1 : 0) << said;
    }
}

class Hostile : public testing::TestWithParam<fs::path> {};

TEST_P(Hostile, file_does_no_harm) { expect_harmless(GetParam(), verdict_of(GetParam())); }

std::string test_name(const testing::TestParamInfo<fs::path>& info) {
    std::string name = info.param.filename().string();
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(hostile, Hostile, testing::ValuesIn(hostile_files()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Hostile);

TEST(hostile, folder_is_not_empty) { EXPECT_FALSE(hostile_files().empty()) << hostile_folder(); }

std::string with_length(const std::string& header) {
    const std::uint64_t length = header.size();
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &length, 8);
    return bytes + header;
}

void expect_refused(const std::string& bytes) {
    const test::TemporaryFolder folder;
    io::write_file_atomic(folder / "made.safetensors", bytes);
    expect_harmless(folder / "made.safetensors", Verdict::Refuse);
}

TEST(hostile, header_nested_deeply) {
    expect_refused(with_length("{\"w\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}"));
}

TEST(hostile, header_of_a_hundred_thousand_tensors_that_end_in_nonsense) {
    std::string header = "{";
    for (int n = 0; n < 100'000; ++n) {
        header += "\"" + std::to_string(n) + R"(":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},)";
    }
    expect_refused(with_length(header + "]"));
}

TEST(hostile, string_without_an_end) { expect_refused(with_length("{\"" + std::string(5'000'000, 'x'))); }

TEST(hostile, tensor_that_would_fill_the_memory) {
    expect_refused(
        with_length(R"({"w":{"dtype":"F32","shape":[1099511627776],"data_offsets":[0,4398046511104]}})") +
        "1234");
}

TEST(hostile, tensor_with_no_numbers_and_huge_sides_is_only_listed) {
    const test::TemporaryFolder folder;
    io::write_file_atomic(
        folder / "made.safetensors",
        with_length(R"({"w":{"dtype":"F32","shape":[0,9223372036854775807],"data_offsets":[0,0]}})"));
    expect_harmless(folder / "made.safetensors", Verdict::Load);
}

TEST(hostile, pipe_that_nobody_writes_to) {
    const test::TemporaryFolder folder, reports;
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    const Outcome outcome = check(folder / "pipe", reports.path(), reports.path());
    EXPECT_TRUE(outcome.ended);
    EXPECT_EQ(outcome.status, 1);
}

} // namespace
} // namespace heed
