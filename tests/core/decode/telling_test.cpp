// What a run tells of itself on the way.
#include "core/decode/telling.h"

#include "core/decode/run.h"
#include "core/io/open/open_model.h"
#include "core/models/transformer/config.h"
#include "tests/support/random_model.h"
#include "tests/support/samples/sample_heads.h"
#include "tests/support/source_dir.h"
#include "tests/support/told_runs.h"

namespace heed::decode {
namespace {

using std::chrono::hours;

Request seven_outputs(const std::string& text) {
    Request request;
    request.text = text;
    request.max_steps = 7;
    return request;
}

TEST(Telling, EveryPartIsHowTheRunBegins) {
    for (const char* function : {"additive", "general", "local-p", "coverage"})
        for (const Order order : {Order::Bahdanau, Order::Luong}) {
            SCOPED_TRACE(function);
            const Model model = test::random_model(test::config_of(function, order));
            test::expect_beginnings(test::told_run(model, seven_outputs("3 mar 87")));
        }
}

TEST(Telling, HeadsTellAsWell) {
    Seq2SeqConfig config = test::config_of("dot");
    config.attention.heads = 2;
    test::expect_beginnings(test::told_run(test::random_model(config), seven_outputs("3 mar 87")));
}

TEST(Telling, ATransformerTellsAllItsLayers) {
    const Model model = *io::open_model({test::source_dir() / "assets/models/translate/transformer"}).model;
    Request request;
    request.text = "the old man reads a book in the garden";
    test::expect_beginnings(test::told_run(model, request));
}

TEST(Telling, NothingOfItChangesTheRun) {
    const Model model = test::random_model();
    const Request request = seven_outputs("3 mar 87");
    const Trace silent = run(model, request), told = test::told_run(model, request).whole;
    ASSERT_EQ(silent.outputs(), told.outputs());
    for (const auto& [site, value] : silent.values()) EXPECT_EQ(*value, told.at(site));
}

TEST(Telling, ARunThatIsOverSoonTellsNothing) {
    Telling telling;
    telling.first = hours(1);
    telling.so_far = [](const Trace&) { FAIL() << "it was told"; };
    run_telling(test::random_model(), seven_outputs("3 mar 87"), nullptr, telling);
}

TEST(Telling, BetweenTwoTellingsThereIsTime) {
    Telling telling;
    telling.first = std::chrono::nanoseconds(0);
    telling.between = hours(1);
    int told = 0;
    telling.so_far = [&](const Trace&) { ++told; };
    run_telling(test::random_model(), seven_outputs("3 mar 87"), nullptr, telling);
    EXPECT_EQ(told, 1);
}

TEST(Telling, WhatTellingCostsIsPaidForInTime) { // the longer a run, the more there is to copy
    Telling telling;
    telling.first = telling.between = std::chrono::nanoseconds(0);
    telling.share = 1'000'000'000; // a nanosecond of telling buys a second of silence
    int told = 0;
    telling.so_far = [&](const Trace&) { ++told; };
    run_telling(test::random_model(), seven_outputs("3 mar 87"), nullptr, telling);
    EXPECT_EQ(told, 1);
}

TEST(Telling, ASearchCountsItsOutputs) {
    Telling telling;
    telling.first = telling.between = std::chrono::nanoseconds(0);
    telling.share = 1;
    std::vector<int> counted;
    telling.progress = [&](const Progress& far) {
        EXPECT_TRUE(far.searching);
        if (far.layers == 0) counted.push_back(far.outputs);
    };
    Request request = seven_outputs("3 mar 87");
    request.beam.width = 3;
    run_telling(test::random_model(), request, nullptr, telling);
    ASSERT_FALSE(counted.empty());
    EXPECT_EQ(counted.front(), 1);
    EXPECT_TRUE(std::is_sorted(counted.begin(), counted.end()));
}

TEST(Telling, ATransformerTellsTheLayersThatReadAndStopsBetweenThem) {
    const Model model = test::small_transformer();
    Telling telling;
    telling.first = telling.between = std::chrono::nanoseconds(0);
    telling.share = 1;
    std::vector<int> read;
    int layers = 0, outputs = 0;
    std::atomic<bool> cancelled = false;
    bool stops = false;
    telling.progress = [&](const Progress& far) {
        outputs = std::max(outputs, far.outputs);
        if (far.layers == 0) return;
        read.push_back(far.read);
        layers = far.layers;
        cancelled = stops;
    };
    Request request;
    request.text = "a b c d";
    request.max_steps = 6;
    const Trace whole = run_telling(model, request, &cancelled, telling);
    EXPECT_EQ(layers, model.config.as<transformer::Config>().encoder.layers);
    ASSERT_EQ(static_cast<int>(read.size()), layers);
    EXPECT_EQ(read.back(), layers - 1);
    EXPECT_EQ(outputs, whole.outputs() - 1);
    for (const int width : {0, 3}) {
        cancelled = false;
        stops = true;
        read.clear();
        request.beam.width = width;
        EXPECT_THROW(run_telling(model, request, &cancelled, telling), Cancelled);
        EXPECT_EQ(read.size(), 1u) << "the second layer is not read";
    }
}

// What is handed out lags behind: the rest comes when the run is stopped, for who asks for it.
TEST(Telling, WhatIsCancelledIsToldALastTimeWhereItIsWanted) {
    const Model model = test::random_model();
    const Request request = seven_outputs("3 mar 87");
    const int whole = run(model, request).outputs();
    ASSERT_GT(whole, 4);
    for (const bool wanted : {false, true}) {
        std::atomic<bool> cancelled = false;
        std::vector<int> parts;
        Telling telling;
        telling.first = std::chrono::nanoseconds(0);
        telling.share = 1;
        telling.progress = [&](const Progress& far) {
            telling.between = std::chrono::nanoseconds(0); // until it counts again
            cancelled = far.outputs == 3;
        };
        telling.so_far = [&](const Trace& part) {
            parts.push_back(part.outputs());
            telling.between = hours(1); // until it is told again
        };
        telling.last = [&] { return wanted; };
        EXPECT_THROW(run_telling(model, request, &cancelled, telling), Cancelled);
        EXPECT_EQ(parts, wanted ? std::vector<int>({1, 3}) : std::vector<int>{1});
    }
}

TEST(Telling, AnotherScoreTellsNothingOfTheModelsOwnRun) {
    const Model model = *io::open_model({test::source_dir() / "assets/models/dates/dot"}).model;
    Request request;
    request.text = "3 March 1987";
    request.score = "scaled";
    EXPECT_TRUE(test::told_run(model, request).parts.empty());
}

} // namespace
} // namespace heed::decode
