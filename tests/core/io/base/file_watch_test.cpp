#include "core/io/base/file_watch.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

namespace heed::io {
namespace {

using namespace std::chrono_literals;

class FileWatchTest : public testing::Test {
protected:
    std::filesystem::path file(const std::string& name = "run.json") const { return folder_ / name; }
    void write(const std::string& text, const std::string& name = "run.json") const {
        std::ofstream(file(name)) << text;
    }
    test::TemporaryFolder folder_;
};

TEST_F(FileWatchTest, TellsOfWhatWasClosedOrRenamedThere) {
    FileWatch watch(file()); // it is not there yet
    EXPECT_FALSE(watch.wait(60ms));
    write("one");
    EXPECT_TRUE(watch.wait(2s));
    EXPECT_FALSE(watch.wait(60ms)); // once
    write("two", "beside");
    EXPECT_FALSE(watch.wait(60ms)); // of another file
    std::filesystem::rename(file("beside"), file());
    EXPECT_TRUE(watch.wait(2s));
}

TEST_F(FileWatchTest, WhatWasRenamedThereIsWholeAtOnceWhatWasClosedAfterAMoment) {
    FileWatch watch(file());
    write("half of it");
    EXPECT_FALSE(watch.wait(0ms)); // more may come
    write("all", "beside");
    std::filesystem::rename(file("beside"), file());
    EXPECT_TRUE(watch.wait(0ms));
}

TEST_F(FileWatchTest, WhatIsBeingWrittenIsWaitedFor) {
    write("one");
    FileWatch watch(file());
    std::ofstream out(file());
    out << "half" << std::flush;
    EXPECT_FALSE(watch.wait(700ms));
    out << " of it" << std::flush;
    out.close();
    EXPECT_TRUE(watch.wait(2s));
}

TEST_F(FileWatchTest, AFolderIsAllOfItsFiles) {
    std::filesystem::create_directory(file("model"));
    FileWatch watch(file("model"));
    write("x", "model/model.safetensors");
    EXPECT_TRUE(watch.wait(2s));
    write("y", "model/.hidden");
    EXPECT_FALSE(watch.wait(60ms));
    EXPECT_EQ(stamps_of(file("model")).size(), 1u);
}

// An encoder and a decoder are one model: what is told after the first is not whole.
TEST_F(FileWatchTest, AFolderIsToldOfWhenAllThatIsWrittenInARowIsThere) {
    std::filesystem::create_directory(file("model"));
    FileWatch watch(file("model"));
    write("x", "model/encoder.pt");
    std::thread other([&] {
        std::this_thread::sleep_for(40ms);
        write("y", "model/decoder.pt");
    });
    EXPECT_TRUE(watch.wait(5s));
    EXPECT_TRUE(std::filesystem::exists(file("model/decoder.pt")));
    other.join();
}

TEST_F(FileWatchTest, AnotherThreadInterruptsIt) {
    FileWatch watch(file());
    std::thread other([&] { watch.interrupt(); });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(watch.wait(60s));
    other.join();
    EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
}

TEST_F(FileWatchTest, WhatWasWrittenToWhileItWasReadIsNotWhole) {
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
TEST_F(FileWatchTest, OfSeveralFilesNoneMayChangeWhileTheyAreRead) {
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

TEST_F(FileWatchTest, TellsOfFilesThatBelongToItOnceTheyAreKnown) {
    write("one", "encoder.pt");
    write("two", "decoder.pt");
    FileWatch watch(file("encoder.pt"));
    write("three", "decoder.pt");
    EXPECT_FALSE(watch.wait(60ms));
    watch.follow_also({file("encoder.pt"), file("decoder.pt")});
    EXPECT_FALSE(watch.wait(60ms));
    write("four", "decoder.pt");
    EXPECT_TRUE(watch.wait(5s));
    write("five", "log.txt");
    EXPECT_FALSE(watch.wait(60ms));
}

// What was renamed there is not told at once where another file of the model may follow.
TEST_F(FileWatchTest, OfSeveralTheLastOneIsWaitedFor) {
    write("one", "encoder.pt");
    write("two", "decoder.pt");
    FileWatch watch(file("encoder.pt"));
    watch.follow_also({file("encoder.pt"), file("decoder.pt")});
    write("new", "beside");
    std::filesystem::rename(file("beside"), file("encoder.pt"));
    EXPECT_FALSE(watch.wait(0ms));
    EXPECT_TRUE(watch.wait(5s));
}

} // namespace
} // namespace heed::io
