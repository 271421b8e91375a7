// Archives of folders that mean harm, or were damaged: nothing is written outside, and nothing stays.
#include "core/io/base/file.h"
#include "core/io/container/archive/packed_folder.h"
#include "tests/support/archives.h"
#include "tests/support/message_of.h"
#include "tests/support/tar_bytes.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using test::end_of_tar;
using test::gzip_of;
using test::tar_link;
using test::tar_member;
using test::zip_of;
using testing::HasSubstr;

class PackedFolders : public testing::Test {
protected:
    PackedFolders() {
        ::setenv("XDG_CACHE_HOME", (files_ / "cache").c_str(), 1);
        write_file_atomic(files_ / "secret", "s");
    }
    ~PackedFolders() override {
        EXPECT_EQ(read_file(files_ / "secret", 9), "s");
        EXPECT_TRUE(!fs::exists(cache()) || fs::is_empty(cache()));
    }
    fs::path cache() const { return files_ / "cache/heed"; }
    fs::path archive(const std::string& bytes) const {
        write_file_atomic(files_ / "f", bytes);
        return files_ / "f";
    }
    std::string refusal(const std::string& bytes) const {
        const fs::path file = archive(bytes);
        const std::string said = test::message_of([&] { PackedFolder::of(file); });
        return said.starts_with(file.string() + ": ") ? said.substr(file.string().size() + 2) : said;
    }
    static std::string model() { return test::torch_zip(test::Pickle().code("}").end(), {}); }
    static std::string two() { return tar_member("m/a.pt", model()) + tar_member("m/b.txt", "b"); }

    test::TemporaryFolder files_;
};

TEST_F(PackedFolders, LieWhereNobodyElseLooksAndGo) {
    fs::path folder;
    {
        const auto packed = PackedFolder::of(archive(gzip_of(two() + end_of_tar())));
        ASSERT_TRUE(packed);
        folder = packed->folder();
        EXPECT_EQ(folder.filename(), "m");
        EXPECT_EQ(folder.parent_path().parent_path(), cache());
        EXPECT_EQ(fs::status(folder.parent_path()).permissions(), fs::perms::owner_all);
        EXPECT_EQ(read_file(folder / "b.txt", 9), "b");
        EXPECT_EQ(packed->told("x " + folder.string() + "/a.pt: y"),
                  "x " + (files_ / "f").string() + ": m/a.pt: y");
    }
    EXPECT_FALSE(fs::exists(folder));
}

TEST_F(PackedFolders, WhatAnEndedProgramLeftIsRemoved) {
    const fs::path left = cache() / "heed-unpacked-abcdef", fresh = cache() / "heed-unpacked-ghijkl";
    fs::create_directories(left / "x");
    fs::create_directories(fresh);
    const timespec old[2] = {{1000, 0}, {1000, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, left.c_str(), old, 0), 0);
    EXPECT_TRUE(PackedFolder::of(archive(two())));
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(fresh)); // another program may be about to fill it
    fs::remove(fresh);
}

TEST_F(PackedFolders, OneFileByItselfIsNoFolder) {
    for (const std::string& bytes :
         {model(), gzip_of(model()), tar_member("a.pt", model()), gzip_of(tar_member("a.pt", model())),
          tar_member("weights.th", model()) + tar_member("vocabulary/tokens.txt", "a"), std::string("text"),
          tar_member("sys_info", "{}") + tar_member("storages", "x") + tar_member("pickle", "\x80\x02}."),
          tar_member("a.txt", "a") + tar_member("b.txt", "b"),
          zip_of({{"m/code/x.py", "x"}, {"m/data.pkl", "\x80\x02}."}, {"m/version", "3"}})})
        EXPECT_FALSE(PackedFolder::of(archive(bytes)));
    EXPECT_FALSE(PackedFolder::of(files_.path()));
    EXPECT_FALSE(PackedFolder::of(files_ / "none"));
}

TEST_F(PackedFolders, NamesThatLeadOut) {
    for (const char* name : {"../secret", "/etc/x.pt", "m/../../secret", ".."}) {
        EXPECT_EQ(refusal(two() + tar_member(name, "x")),
                  std::string("member \"") + name +
                      "\": expected a name inside the archive, found one outside");
        EXPECT_EQ(refusal(zip_of({{"m/a.pt", model()}, {name, "x"}})),
                  std::string("member \"") + name +
                      "\": expected a name inside the archive, found one outside");
    }
    EXPECT_THAT(refusal(zip_of({{"m/a.pt", model()}, {std::string("a\0/../b", 7), "x"}})),
                HasSubstr("member \""));
    EXPECT_THAT(refusal(zip_of({{"m/a.pt", model()}, {std::string("a\0b", 3), "x"}})),
                HasSubstr("with a zero in it"));
}

TEST_F(PackedFolders, LinksThatLeadOut) {
    const std::string secret = (files_ / "secret").string();
    for (const char type : {'1', '2'})
        for (const std::string& to : {secret, std::string("../../../secret"), std::string("..")}) {
            const std::string said = refusal(two() + tar_link("x", to, type));
            EXPECT_THAT(said, HasSubstr("link \"x\": expected a place inside the archive")) << to;
        }
    // A folder that is a link, and a file through it: the link is none, the file lies in a folder of that
    // name.
    EXPECT_EQ(refusal(two() + tar_link("d", "m") + tar_member("d/c.txt", "c")), "nothing was thrown");
    EXPECT_THAT(refusal(two() + tar_link("d", secret) + tar_member("d", "x")), HasSubstr("link \"d\""));
    EXPECT_EQ(refusal(two() + tar_link("x", "y") + tar_link("y", "x") + tar_link("z", "nothing")),
              "nothing was thrown");
}

TEST_F(PackedFolders, LinksInside) {
    const auto packed =
        PackedFolder::of(archive(two() + tar_link("m/c.txt", "d.txt") + tar_link("m/d.txt", "./b.txt") +
                                 tar_link("m/e.txt", "m/b.txt", '1')));
    ASSERT_TRUE(packed);
    for (const char* name : {"b.txt", "c.txt", "d.txt", "e.txt"})
        EXPECT_EQ(read_file(packed->folder() / name, 9), "b") << name;
}

TEST_F(PackedFolders, LinksOfAZip) {
    std::string zip = zip_of({{"m/a.pt", model()}, {"m/b.pt", "../../secret"}});
    const std::size_t entry = zip.rfind("PK\1\2");
    zip[entry + 5] = '\3';
    zip[entry + 41] = '\xA1'; // a symbolic link of Unix
    EXPECT_THAT(refusal(zip), HasSubstr("link \"m/b.pt\": expected a place inside the archive"));
}

TEST_F(PackedFolders, BombsAreRefusedInTime) {
    const std::string zeros(64u << 20, '\0');
    EXPECT_THAT(refusal(gzip_of(two() + tar_member("m/zeros", zeros))),
                HasSubstr("at most 16 times its size"));
    EXPECT_THAT(refusal(zip_of({{"m/a.pt", model()}, {"m/zeros", zeros, true}})),
                HasSubstr("at most 64 times what it takes"));
    std::string many = two();
    for (int n = 0; n < 10'001; ++n) many += tar_member("m/" + std::to_string(n), "");
    EXPECT_THAT(refusal(many), HasSubstr("not unpacked: expected at most 10,000 files"));
    std::string deep;
    for (int n = 0; n < 40; ++n) deep += "d/";
    EXPECT_THAT(refusal(two() + tar_member(deep + "x", "x")), HasSubstr("at most 32 folders in one another"));
}

TEST_F(PackedFolders, DamagedMembers) {
    EXPECT_THAT(refusal(two() + tar_member("m/a.pt/x", "x")), HasSubstr("not unpacked: "));
    std::string zip = zip_of({{"m/a.pt", model()}, {"m/words.txt", std::string(5000, 'w') + "end", true}});
    const std::size_t at = zip.find("m/words.txt") + 20;
    zip[at] = static_cast<char>(zip[at] ^ 0x55);
    EXPECT_THAT(refusal(zip), HasSubstr("\"m/words.txt\": damaged"));
    const std::string packed = gzip_of(two() + end_of_tar());
    EXPECT_THAT(refusal(packed.substr(0, packed.size() / 2)), HasSubstr("cut off"));
}

TEST_F(PackedFolders, TheLastOfANameCounts) {
    const auto packed = PackedFolder::of(archive(two() + tar_member("m/b.txt", "new")));
    ASSERT_TRUE(packed);
    EXPECT_EQ(read_file(packed->folder() / "b.txt", 9), "new");
}

} // namespace
} // namespace heed::io
