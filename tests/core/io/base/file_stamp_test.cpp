#include "core/io/base/file_stamp.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

namespace heed::io {
namespace {

using namespace std::chrono_literals;

class FileStampTest : public testing::Test {
protected:
    std::filesystem::path file(const std::string& name = "run.json") const { return folder_ / name; }
    void write(const std::string& text, const std::string& name = "run.json") const {
        std::ofstream(file(name)) << text;
    }
    /// As it was written so long ago; of a host whose clock is fast, in the future.
    void written(const std::string& name, std::chrono::seconds ago) const {
        std::filesystem::last_write_time(file(name), std::filesystem::file_time_type::clock::now() - ago);
    }
    test::TemporaryFolder folder_;
};

TEST_F(FileStampTest, WhatWasWrittenToWhileItWasReadIsNotWhole) {
    EXPECT_FALSE(read_whole(stamps_of(file()), stamps_of(file()))); // there is nothing
    write("one");
    const auto before = stamps_of(file());
    EXPECT_TRUE(read_whole(before, stamps_of(file())));
    write("more", "beside");
    std::filesystem::rename(file("beside"), file()); // who has the old one open reads it to its end
    EXPECT_TRUE(read_whole(before, stamps_of(file())));
    const auto renamed = stamps_of(file());
    write("longer than before");
    EXPECT_FALSE(read_whole(renamed, stamps_of(file())));
}

// Each of several is opened by itself: one that was renamed over while they were read is of another writing.
TEST_F(FileStampTest, OfSeveralFilesNoneMayChangeWhileTheyAreRead) {
    write("one", "encoder.pt");
    write("two", "decoder.pt");
    const BeforeRead before(file("encoder.pt"));
    write("more", "log.txt"); // not of them
    const std::vector<std::filesystem::path> both = {file("encoder.pt"), file("decoder.pt")};
    EXPECT_TRUE(before.there());
    EXPECT_TRUE(before.whole(both));
    write("other", "beside");
    std::filesystem::rename(file("beside"), file("decoder.pt"));
    EXPECT_FALSE(before.whole(both));
    EXPECT_TRUE(before.whole({file("encoder.pt")}));
    const BeforeRead again(file("encoder.pt"));
    write("new", "beside");
    std::filesystem::rename(file("beside"), file("encoder.pt"));
    EXPECT_TRUE(again.whole({file("encoder.pt")})) << "opened once, it is read to its end";
    EXPECT_FALSE(again.whole(both));
    std::filesystem::create_directory(file("runs"));
    EXPECT_TRUE(BeforeRead(file("")).whole({file("")})) << "a folder in it is not read";
    std::filesystem::remove(file("decoder.pt"));
    EXPECT_FALSE(BeforeRead(file("encoder.pt")).whole(both));
}

// The times of another host's files say nothing here: what is the same at two looks was not written between.
TEST_F(FileStampTest, AFileOfElsewhereIsWholeWhenItIsTheSameAtTwoLooksWhateverItsTime) {
    std::filesystem::create_directory(file("a"));
    std::filesystem::create_directory(file("b"));
    write("adapter", "a/adapter.safetensors");
    write("base", "b/model.safetensors");
    const std::vector<std::filesystem::path> both = {file("a/adapter.safetensors"),
                                                     file("b/model.safetensors")};
    for (const auto ago : {1h, -1h}) {
        written("b/model.safetensors", ago);
        EXPECT_FALSE(BeforeRead(file("a")).whole(both)) << "it was not looked at before";
        const BeforeRead again(file("a"), both);
        EXPECT_TRUE(again.whole(both));
        write("based", "b/model.safetensors");
        written("b/model.safetensors", ago);
        EXPECT_FALSE(again.whole(both));
    }
}

TEST_F(FileStampTest, AWritingIsThatOfTheFilesThatWereRead) {
    const std::vector<std::filesystem::path> read = {file("model.safetensors"), file("config.json")};
    for (const char* name : {"model.safetensors", "config.json", "train.log"}) {
        write(name, name);
        written(name, 1h);
    }
    const auto first = BeforeRead(file("")).writing(read);
    EXPECT_EQ(first.size(), 2u);
    write("more", "train.log");
    EXPECT_TRUE(BeforeRead(file("")).whole(read));
    EXPECT_EQ(BeforeRead(file("")).writing(read), first);
    EXPECT_EQ(BeforeRead(file("")).writing({file("config.json")}).size(), 1u);
    write("{}", "config.json");
    written("config.json", 2h);
    EXPECT_NE(BeforeRead(file("")).writing(read), first);
    written("config.json", -1h); // its clock says nothing of what comes next
    EXPECT_TRUE(BeforeRead(file("")).writing(read).empty());
}

TEST_F(FileStampTest, OfAFolderOneFileIsReadWhateverIsWrittenBesideIt) {
    write("one", "model.pt");
    write("step 1", "train.log");
    const BeforeRead before(file(""));
    write("step 1, step 2", "train.log");
    EXPECT_TRUE(before.whole({file("model.pt")}));
    EXPECT_FALSE(before.whole({}));
    write("another", "model.pt");
    EXPECT_FALSE(before.whole({file("model.pt")}));
}

} // namespace
} // namespace heed::io
