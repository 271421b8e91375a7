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

TEST_F(FileWatchTest, TellsOfFilesThatBelongToItOnceTheyAreKnown) {
    write("one", "encoder.pt");
    write("two", "decoder.pt");
    FileWatch watch(file("encoder.pt"));
    write("three", "decoder.pt");
    EXPECT_FALSE(watch.wait(60ms));
    watch.follow_also({file("encoder.pt"), file("decoder.pt")}, BeforeRead(file("encoder.pt")));
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
    watch.follow_also({file("encoder.pt"), file("decoder.pt")}, BeforeRead(file("encoder.pt")));
    write("new", "beside");
    std::filesystem::rename(file("beside"), file("encoder.pt"));
    EXPECT_FALSE(watch.wait(0ms));
    EXPECT_TRUE(watch.wait(5s));
}

/// A model's folder whose training keeps a log.
class FolderWatchTest : public FileWatchTest {
protected:
    FolderWatchTest() {
        std::filesystem::create_directory(model_);
        write("weights", "model/model.safetensors");
        write("{}", "model/config.json");
        write("step 1", "model/train.log");
    }
    /// What a reader does: the log is no part of the model.
    void read(FileWatch& watch) const {
        watch.follow_also({model_ / "model.safetensors", model_ / "config.json"}, BeforeRead(model_));
    }
    std::filesystem::path model_ = file("model");
};

TEST_F(FolderWatchTest, ALogThatIsHeldOpenHidesNoWritingOfTheModel) {
    FileWatch watch(model_);
    read(watch);
    std::ofstream log(model_ / "train.log", std::ios::app);
    log << "step 2" << std::flush;
    EXPECT_FALSE(watch.wait(800ms)) << "the log is no part of the model";
    write("new weights", "model/model.safetensors");
    log << "step 3" << std::flush;
    EXPECT_TRUE(watch.wait(5s));
    EXPECT_FALSE(watch.wait(800ms));
}

// Nothing was read of it yet, and its log is open since the training began.
TEST_F(FolderWatchTest, AFileThatMayBelongIsNotWaitedForForEver) {
    FileWatch watch(model_);
    std::ofstream log(model_ / "train.log", std::ios::app);
    log << "step 2" << std::flush;
    write("new weights", "model/model.safetensors");
    EXPECT_FALSE(watch.wait(800ms)) << "it may be a part that is being written";
    EXPECT_TRUE(watch.wait(20s));
}

TEST_F(FolderWatchTest, EachFileThatIsReadIsWaitedForByItself) {
    FileWatch watch(model_);
    read(watch);
    std::ofstream weights(model_ / "model.safetensors");
    weights << "half" << std::flush;
    write("{ }", "model/config.json"); // closed while the other is open
    EXPECT_FALSE(watch.wait(1s));
    weights.close();
    EXPECT_TRUE(watch.wait(5s));
}

TEST_F(FolderWatchTest, AFileThatComesIsTold) {
    FileWatch watch(model_);
    read(watch);
    write("{}", "model/generation_config.json");
    EXPECT_TRUE(watch.wait(5s));
    read(watch);
    write("{ }", "model/generation_config.json"); // it was not read
    EXPECT_FALSE(watch.wait(800ms));
}

// As trainings that start anew do: what the system watched is gone with the folder.
TEST_F(FolderWatchTest, AFolderThatIsMadeAnewIsFollowedOn) {
    for (const bool whole_folder : {true, false}) {
        const std::filesystem::path followed = whole_folder ? model_ : model_ / "model.safetensors";
        FileWatch watch(followed);
        if (whole_folder) read(watch);
        for (int n = 0; n < 3; ++n) {
            std::filesystem::remove_all(model_);
            if (n == 1) std::filesystem::create_directory(file("taken " + std::to_string(whole_folder)));
            std::filesystem::create_directory(model_);
            write("weights " + std::string(static_cast<std::size_t>(n), '.'), "model/model.safetensors");
            write("{}", "model/config.json");
            EXPECT_TRUE(watch.wait(5s)) << n;
            EXPECT_FALSE(watch.wait(700ms)) << n;
            std::ofstream out(model_ / "model.safetensors");
            out << "half" << std::flush;
            EXPECT_FALSE(watch.wait(900ms)) << "who writes in the new folder is waited for";
            out.close();
            EXPECT_TRUE(watch.wait(5s)) << n;
        }
    }
}

TEST_F(FileWatchTest, ALinkThatIsTurnedIsToldAndWhatItPointsToIsFollowed) {
    for (const char* step : {"step_1", "step_2", "step_3"}) {
        std::filesystem::create_directory(file(step));
        write(step, std::string(step) + "/model.pt");
    }
    const auto turn = [&](const std::string& to) {
        std::filesystem::create_directory_symlink(to, file("turned"));
        std::filesystem::rename(file("turned"), file("latest"));
    };
    turn("step_1");
    for (const char* followed : {"latest", "latest/model.pt"}) {
        FileWatch watch(file(followed));
        for (const std::string step : {"step_2", "step_3"}) {
            turn(step);
            EXPECT_TRUE(watch.wait(5s)) << followed;
            write("old", "step_1/model.pt");
            EXPECT_FALSE(watch.wait(700ms)) << "it is no longer meant";
            write("more of " + step, step + "/model.pt");
            EXPECT_TRUE(watch.wait(5s)) << followed;
        }
        turn("step_1");
    }
}

// The old checkpoint is still written to: what the link points to now is whole.
TEST_F(FileWatchTest, WhoWritesWhatALinkPointedToBeforeIsNotWaitedFor) {
    write("one", "step_1.pt");
    write("two", "step_2.pt");
    std::filesystem::create_symlink("step_1.pt", file("last.pt"));
    FileWatch watch(file("last.pt"));
    std::ofstream old(file("step_1.pt"), std::ios::app);
    old << "half" << std::flush;
    EXPECT_FALSE(watch.wait(700ms));
    std::filesystem::create_symlink("step_2.pt", file("turned"));
    std::filesystem::rename(file("turned"), file("last.pt"));
    EXPECT_TRUE(watch.wait(5s));
}

} // namespace
} // namespace heed::io
