#include "app/state/watch/watch.h"

#include "app/state/update.h"
#include "core/base/error.h"
#include "core/io/attention/file.h"
#include "tests/support/samples/sample_heads.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

namespace heed {
namespace {

/// Versions of one file of weights, as the workspace's job reads them.
class Watch : public testing::Test {
protected:
    Watch() {
        engine_.load = [](const std::string& name, const OpenAnswers& answers) {
            LoadedModel loaded;
            for (Trace& trace : io::read_attention(name, {.percent = answers.percent}))
                loaded.maps.push_back(std::make_shared<const Trace>(std::move(trace)));
            loaded.opened_from = name;
            return loaded;
        };
        follow_file(state_, file_);
    }
    void write(double weight) const {
        std::ofstream(file_) << R"({"source": "a b", "target": "x y", "attention": [[)" << weight << ", "
                             << 1 - weight << "], [0, 1]]}";
    }
    void read() { apply(state_, WorkDone{"watch", watch_job(state_)(engine_, cancelled_), ""}); }
    test::TemporaryFolder folder_;
    std::string file_ = (folder_ / "run.json").string();
    Engine engine_;
    std::atomic<bool> cancelled_{false};
    AppState state_;
};

TEST_F(Watch, ShowsTheNewestAndKeepsWhatIsLookedAt) {
    write(0.25);
    read();
    ASSERT_EQ(state_.maps.size(), 1u);
    EXPECT_EQ(state_.trace->weight(0, 0), 0.25f);
    state_.selection = {.column = 1, .row = 1};
    write(0.5);
    read();
    EXPECT_EQ(state_.trace->weight(0, 0), 0.5f);
    EXPECT_EQ(state_.selection, (Pointing{.column = 1, .row = 1}));
    EXPECT_EQ(watch_json(state_)["read"], 2);
    EXPECT_EQ(watch_json(state_)["shown"], 2);
}

/// Followed to see its map change: that of the first version stands there whole, unless a place was asked
/// for.
TEST_F(Watch, AModelIsShownToItsEnd) {
    engine_.load = [](const std::string& name, const OpenAnswers&) {
        LoadedModel loaded;
        loaded.model = std::make_shared<const Model>(test::small_transformer());
        loaded.facts = loaded.model->facts;
        loaded.opened_from = name;
        return loaded;
    };
    write(0.25);
    AppState asked = state_;
    read();
    ASSERT_TRUE(state_.model);
    EXPECT_EQ(state_.wanted_at, std::numeric_limits<int>::max());
    state_.wanted_at.reset(); // as its run does
    write(0.5);
    read();
    EXPECT_FALSE(state_.wanted_at);
    asked.wanted_at = 0; // --at 0
    std::swap(state_, asked);
    read();
    EXPECT_EQ(state_.wanted_at, 0);
}

/// It may be followed before whoever writes it has begun, though it was what was open the time before.
TEST_F(Watch, AFileThatIsNotThereYetIsAwaited) {
    state_.opening = state_.model_name = state_.settings.model = file_;
    EXPECT_TRUE(awaits_file(state_));
    apply(state_, ModelFailed{file_, file_ + ": no such model"});
    EXPECT_EQ(state_.opening, "") << "no other model is opened in its place";
    ASSERT_TRUE(state_.failure);
    EXPECT_EQ(state_.failure->title, "run.json is not there yet");
    EXPECT_EQ(followed_file(state_), file_);
    read();
    EXPECT_EQ(watch_words(state_), "the file is not there yet");
    write(0.25);
    EXPECT_FALSE(awaits_file(state_));
    read();
    EXPECT_EQ(state_.maps.size(), 1u);
    EXPECT_FALSE(state_.failure);
    std::filesystem::remove(file_); // gone is another thing
    EXPECT_FALSE(awaits_file(state_));
}

/// It was of no family until the user mapped it by hand.
TEST_F(Watch, WhatIsOpenedAfterAllIsReadAgain) {
    const auto load = engine_.load;
    engine_.load = [](const std::string& name, const OpenAnswers&) -> LoadedModel {
        throw Error(name, "no family of models has these tensors");
    };
    write(0.25);
    read();
    EXPECT_NE(state_.watch->problem, "");
    engine_.load = load;
    state_.opening = file_;
    const EffectList effects = apply(state_, ModelLoaded{file_, {}, load(file_, {})});
    const auto works = [](const Effect& effect) { return effect.kind == Effect::Kind::Work; };
    EXPECT_EQ(std::count_if(effects.begin(), effects.end(), works), 1);
    read();
    EXPECT_EQ(state_.watch->problem, "");
    EXPECT_EQ(watch_json(state_)["shown"], 1);
    state_.opening = file_; // once is enough
    EXPECT_EQ(read_again(state_).size(), 0u);
}

/// A model that is written while it is trained: the same head of the same layer over the same pairs.
TEST_F(Watch, ANewVersionOfAModelKeepsHeadLayerAndPairs) {
    int version = 0;
    engine_.load = [&](const std::string& name, const OpenAnswers&) {
        LoadedModel loaded;
        loaded.model = std::make_shared<const Model>(test::small_transformer());
        loaded.facts = loaded.model->facts;
        loaded.opened_from = name;
        loaded.id = "version " + std::to_string(++version);
        return loaded;
    };
    write(0.25);
    read();
    ASSERT_TRUE(state_.model);
    const auto first = state_.model;
    state_.layers.front.layer = 1;
    state_.layers.front.cross = 1;
    state_.heads.look.layer = 1;
    state_.heads.look.head = 0;
    state_.heads.over_file = true;
    state_.heads.file = "/a/pairs.tsv";
    write(0.5);
    read();
    ASSERT_NE(state_.model, first);
    EXPECT_EQ(state_.layers.front.layer, 1);
    EXPECT_EQ(state_.layers.front.cross, 1);
    EXPECT_EQ(state_.heads.look.layer, 1);
    EXPECT_EQ(state_.heads.look.head, 0);
    EXPECT_TRUE(state_.heads.over_file);
    EXPECT_EQ(state_.heads.file, "/a/pairs.tsv");
}

// The assistant's family, words that were given: what is said of the file after following it began.
TEST_F(Watch, WhatIsSaidOfTheFileLaterHoldsForTheNextVersion) {
    std::vector<OpenAnswers> asked;
    std::vector<std::string> told;
    engine_.load = [&](const std::string& name, const OpenAnswers& answers) {
        asked.push_back(answers);
        LoadedModel loaded;
        loaded.model = std::make_shared<Model>(test::small_transformer());
        loaded.facts = loaded.model->facts;
        loaded.opened_from = name;
        return loaded;
    };
    engine_.run = [&](const Model&, const Request& request, const std::atomic<bool>&) {
        told.push_back(request.target_language);
        return std::shared_ptr<const Trace>();
    };
    write(0.25);
    state_.input = "a b";
    read();
    ASSERT_TRUE(state_.model);
    state_.input = "a b";
    state_.languages.target = "fr";
    state_.settings.answers[file_].family = "opennmt";
    write(0.5);
    read();
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_EQ(asked[0].family, "");
    EXPECT_EQ(asked[1].family, "opennmt");
    EXPECT_EQ(told, (std::vector<std::string>{"", "fr"}));
    EXPECT_EQ(state_.settings.answers[file_].family, "opennmt");
}

// A log beside it, a file that went: nothing of what was read.
TEST_F(Watch, WhatIsReadOnceMoreIsNoVersion) {
    const auto written = [&](std::chrono::hours ago) {
        std::filesystem::last_write_time(file_, std::filesystem::file_time_type::clock::now() - ago);
    };
    write(0.25);
    written(std::chrono::hours(2));
    read();
    read();
    EXPECT_EQ(watch_json(state_)["read"], 1);
    written(std::chrono::hours(1));
    read();
    EXPECT_EQ(watch_json(state_)["read"], 2);
}

TEST_F(Watch, AnOlderVersionStaysUntilTheNewestIsAskedFor) {
    for (const double weight : {0.25, 0.5, 0.75}) {
        write(weight);
        read();
    }
    update(state_, {"file-version", "", 0, 1});
    EXPECT_EQ(state_.trace->weight(0, 0), 0.25f);
    write(1);
    read();
    EXPECT_EQ(state_.trace->weight(0, 0), 0.25f);
    update(state_, {"file-version", "", 0, 77}); // there is none
    EXPECT_EQ(state_.trace->weight(0, 0), 0.25f);
    update(state_, {"newest-version"});
    EXPECT_EQ(state_.trace->weight(0, 0), 1.0f);
}

TEST_F(Watch, WhatIsNotWholeIsSaidAndNotShown) {
    write(0.25);
    read();
    std::ofstream(file_) << R"({"source": "a b", "tar)";
    read();
    EXPECT_EQ(state_.trace->weight(0, 0), 0.25f);
    EXPECT_NE(state_.watch->problem, "");
    EXPECT_TRUE(watch_words(state_).starts_with("the newest writing is not shown: ")) << watch_words(state_);
    EXPECT_EQ(watch_words(state_).find(file_), std::string::npos) << "it stands above";
    write(0.5);
    read();
    EXPECT_EQ(state_.watch->problem, "");
    EXPECT_EQ(state_.watch->read, 2);
}

// What is wrong is said as it is: the writing may be whole.
TEST_F(Watch, PercentagesAreOfferedToBeDividedAndAFileThatIsGoneIsSaidToBe) {
    write(0.25);
    read();
    std::ofstream(file_) << R"({"source": "a b", "target": "x y", "attention": [[40, 60], [100, 0]]})";
    read();
    EXPECT_TRUE(holds_percentages(state_)) << watch_words(state_);
    EXPECT_NE(watch_words(state_).find("percentages"), std::string::npos) << watch_words(state_);
    EXPECT_EQ(update(state_, {"watch-percent"}).size(), 1u);
    EXPECT_FALSE(holds_percentages(state_));
    read();
    EXPECT_EQ(state_.watch->problem, "");
    EXPECT_EQ(state_.trace->weight(0, 0), 0.4f);
    write(0.25); // each writing tells by itself
    read();
    EXPECT_EQ(state_.watch->problem, "");
    EXPECT_EQ(state_.trace->weight(0, 0), 0.25f);
    std::filesystem::remove(file_);
    read();
    EXPECT_EQ(watch_words(state_), "the file is gone: this is what was read of it last");
    EXPECT_EQ(state_.trace->weight(0, 0), 0.25f);
}

/// A model in two files, of which one is written while they are read.
TEST_F(Watch, AModelOfTwoFilesIsReadWholeOrNotAtAll) {
    const std::string other = (folder_ / "decoder.pt").string();
    const auto write_other = [&](const char* text) {
        std::ofstream(other + ".new") << text;
        std::filesystem::rename(other + ".new", other);
    };
    bool meanwhile = true;
    engine_.load = [&](const std::string& name, const OpenAnswers&) {
        Model model = test::small_transformer();
        model.files = {name, other};
        LoadedModel loaded;
        loaded.model = std::make_shared<Model>(std::move(model));
        loaded.facts = loaded.model->facts;
        loaded.opened_from = name;
        if (meanwhile) write_other("of another epoch");
        return loaded;
    };
    write(0.25);
    write_other("of this one");
    read();
    EXPECT_EQ(state_.watch->problem, "it was written to while it was read");
    EXPECT_FALSE(state_.model);
    EXPECT_EQ(state_.watch->files.size(), 2u); // which are watched from now on
    meanwhile = false;
    read();
    EXPECT_EQ(state_.watch->problem, "");
    ASSERT_TRUE(state_.model);
}

TEST_F(Watch, AVersionThatComesWhileAnotherFileIsOpenedWaits) {
    write(0.25);
    read();
    state_.opening = "/another.pt";
    write(0.5);
    read();
    EXPECT_EQ(state_.opening, "/another.pt");
    EXPECT_EQ(state_.trace->weight(0, 0), 0.25f);
    EXPECT_EQ(state_.watch->read, 2);
    apply(state_, ModelFailed{"/another.pt", "it is no model"});
    EXPECT_EQ(state_.opening, "");
    EXPECT_EQ(state_.trace->weight(0, 0), 0.5f);
    state_.opening = "/another.pt";
    write(0.75);
    read();
    EXPECT_EQ(state_.trace->weight(0, 0), 0.5f);
    update(state_, {"cancel-loading"});
    EXPECT_EQ(state_.trace->weight(0, 0), 0.75f);
}

TEST_F(Watch, AProblemIsOfTheFileThatWasRead) {
    write(0.25);
    read();
    std::ofstream(file_) << "{";
    const std::any late = watch_job(state_)(engine_, cancelled_);
    follow_file(state_, (folder_ / "other.json").string());
    apply(state_, WorkDone{"watch", late, ""});
    EXPECT_EQ(state_.watch->problem, "");
}

TEST_F(Watch, AnotherFileIsNotFollowed) {
    write(0.25);
    read();
    state_.model_name = "elsewhere";
    reset_watch(state_, Fresh::Model);
    EXPECT_EQ(state_.watch, nullptr);
    update(state_, {"file-version", "", 0, 1}); // without one it does nothing
    update(state_, {"newest-version"});
    EXPECT_EQ(followed_file(state_), "");
}

TEST(WatchedVersions, OldOnesAreThinnedFirstAndNewestStay) {
    std::vector<std::shared_ptr<const WatchedVersion>> versions;
    for (int n = 1; n <= 500; ++n) {
        auto version = std::make_shared<WatchedVersion>();
        version->number = n;
        version->bytes = 10;
        versions.push_back(std::move(version));
        keep_within(versions, 16, 1000);
        ASSERT_LE(versions.size(), 16u);
        EXPECT_EQ(versions.front()->number, 1);
        EXPECT_EQ(versions.back()->number, n);
    }
    int widest = 0;
    for (std::size_t n = 1; n < versions.size(); ++n)
        widest = std::max(widest, versions[n]->number - versions[n - 1]->number);
    EXPECT_LE(widest, 4 * 500 / 15); // none of the training is left out
    keep_within(versions, 16, 25);
    EXPECT_EQ(versions.size(), 2u);
    keep_within(versions, 16, 15);
    ASSERT_EQ(versions.size(), 1u);
    EXPECT_EQ(versions.front()->number, 500);
}

} // namespace
} // namespace heed
