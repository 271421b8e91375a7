// Pointer networks as the program runs them: text in, a trace out, folders written and read.
#include "core/models/pointer/run.h"

#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "core/io/run/trace_json.h"
#include "core/models/pointer/facts.h"
#include "core/models/pointer/reader.h"
#include "core/models/pointer/values.h"
#include "core/tasks/points/hull.h"
#include "core/train/course/items.h"
#include "tests/support/message_of.h"
#include "tests/support/samples/sample_pointer.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::pointer {
namespace {

constexpr const char* typed = ".13,.34 .44,.52 .3,.1 .74,.16 .62,.6";

Request asked(std::string text = typed) {
    Request request;
    request.model = "m";
    request.text = std::move(text);
    return request;
}

Config numbers() {
    Config config;
    config.attention.score = Score::None;
    return config;
}
std::vector<Model> models() {
    Config free;
    free.attention.mask = Masking::None;
    return {sample_pointer_model(), sample_pointer_model(free), sample_pointer_model(numbers())};
}

std::vector<int> slots_of(const Trace& trace) {
    std::vector<int> slots;
    for (const TraceStep& step : trace.steps) slots.push_back(step.token.id);
    return slots;
}
std::string problem(const Model& model, const Request& request) {
    return test::message_of([&] { decode::run(model, request); });
}

TEST(PointerRun, EveryKindFillsItsTrace) {
    for (const Model& model : models()) {
        const Config& config = model.config.as<Config>();
        const Trace trace = decode::run(model, asked());
        EXPECT_EQ(trace.source_length(), 5);
        EXPECT_EQ(trace.source[2].text, ".3,.1");
        EXPECT_EQ(trace.source[2].begin, 16u);
        ASSERT_GT(trace.outputs(), 0);
        EXPECT_TRUE(trace.finished);
        EXPECT_EQ(trace.outline.count(Axis::Point), 5);
        EXPECT_EQ(trace.outline.count(Axis::Output), trace.outputs());
        EXPECT_EQ(trace.outline.total(), 5 + 3 * trace.outputs());
        EXPECT_TRUE(is_pointer(trace.model));
        EXPECT_NEAR(trace.at(quantity::Points)(1, 2), .1, 1e-7);
        double sum = 0;
        for (const TraceStep& step : trace.steps) {
            sum += static_cast<double>(step.log_prob);
            ASSERT_FALSE(step.top.empty());
            EXPECT_EQ(step.top.front().id, step.token.id);
        }
        EXPECT_NEAR(trace.log_prob, sum, 1e-9);
        const auto maps = trace.maps();
        ASSERT_EQ(maps.size(), config.points() ? 1u : 0u);
        for (const AttentionMap& map : maps) {
            EXPECT_EQ(map.name, "pointer.attention");
            EXPECT_EQ(map.rows, Axis::Output);
            EXPECT_EQ(map.columns, Axis::Slot);
            EXPECT_TRUE(map.rows_sum_to_one);
            EXPECT_EQ(map.column_labels.front(), "point 1");
            EXPECT_EQ(map.column_labels.back(), "end");
        }
        for (const auto& [site, value] : trace.values())
            EXPECT_EQ(value->cols(), std::ssize(trace.labels_of(info(site.quantity).columns)))
                << info(site.quantity).key;
    }
}

TEST(PointerRun, ASorterSaysPlacesAndNumbers) {
    const Model model = sample_sorter();
    const Trace trace = decode::run(model, asked("3.1 2.0 5.5"));
    ASSERT_EQ(trace.outputs(), 3);
    std::vector<int> slots = slots_of(trace);
    EXPECT_EQ(trace.target_text, written_text(model.config.as<Config>(), slots, {"3.1", "2.0", "5.5"}));
    std::sort(slots.begin(), slots.end());
    EXPECT_EQ(slots, (std::vector<int>{0, 1, 2})); // the model is masked
    EXPECT_EQ(written_text(model.config.as<Config>(), {1, 0, 2}, {"3.1", "2.0", "5.5"}),
              "1 0 2: 2.0 3.1 5.5");
}

TEST(PointerRun, WhatCannotBeReadIsNamed) {
    const Model plane = sample_pointer_model(), line = sample_sorter();
    const auto said = [](const Model& model, const char* text) { return problem(model, asked(text)); };
    const std::string two = ": expected two numbers with a comma between them, such as .1,.2, found ";
    EXPECT_EQ(said(plane, ".1,.2 .3"), "hull/sample: word 2" + two + "\".3\"");
    EXPECT_EQ(said(plane, ".1,.2,.3"), "hull/sample: word 1" + two + "\".1,.2,.3\"");
    EXPECT_EQ(said(plane, ".1,.2 .3,x"), "hull/sample: word 2" + two + "\".3,x\"");
    EXPECT_EQ(said(plane, ".1,nan"), "hull/sample: word 1" + two + "\".1,nan\"");
    EXPECT_EQ(said(plane, ".1,1e99"), "hull/sample: word 1" + two + "\".1,1e99\"");
    EXPECT_EQ(said(plane, ".1, .2"), "hull/sample: word 1" + two + "\".1,\"");
    EXPECT_EQ(said(plane, " \t"), "hull/sample: the input is empty");
    EXPECT_EQ(said(line, "3.1 two"), "sort/sample: word 2: expected a number, such as 3.1, found \"two\"");
    EXPECT_EQ(said(line, "3.1 2,0"), "sort/sample: word 2: expected a number, such as 3.1, found \"2,0\"");
    std::string many;
    for (int k = 0; k < 21; ++k) many += ".1,.2 ";
    EXPECT_EQ(said(sample_pointer_model(numbers()), many.c_str()),
              "hull/sample: the input is too long: expected at most 20 points, found 21");
}

TEST(PointerRun, ATargetIsFollowed) {
    const Model model = sample_pointer_model();
    const auto followed = [&](const char* target) {
        Request request = asked();
        request.target = target;
        const Trace trace = decode::run(model, request);
        for (const TraceStep& step : trace.steps) EXPECT_TRUE(step.forced);
        return slots_of(trace);
    };
    const std::vector<int> slots{2, 3, 0, 5};
    EXPECT_EQ(followed("2 3 0"), slots); // the end is understood
    EXPECT_EQ(followed("2 3 0 end"), slots);
    EXPECT_EQ(followed("2 3 0 5"), slots);
    EXPECT_EQ(followed("point 3 point 4 point 1 end"), slots); // as maps name them

    const auto said = [&](const Model& of, const char* text, const char* target) {
        Request request = asked(text);
        request.target = target;
        return problem(of, request);
    };
    EXPECT_EQ(said(model, typed, "2 7"),
              "hull/sample: answer, word 2: expected a point from 0 to 4, or end, found \"7\"");
    EXPECT_EQ(said(model, typed, "2 x"),
              "hull/sample: answer, word 2: expected a point from 0 to 4, or end, found \"x\"");
    EXPECT_EQ(said(model, typed, "2 -1"),
              "hull/sample: answer, word 2: expected a point from 0 to 4, or end, found \"-1\"");
    EXPECT_EQ(said(model, typed, "2 end 3"),
              "hull/sample: answer, word 3: expected nothing after the end, found \"3\"");
    EXPECT_EQ(said(model, typed, "2 3 2"),
              "hull/sample: answer, word 3: expected a point that was not chosen "
              "before, for this model is masked, found \"2\"");
    EXPECT_EQ(said(sample_sorter(), "3 2 5", "1 0"), "sort/sample: answer: expected 3 points, found 2");
    EXPECT_EQ(said(sample_sorter(), "3 2 5", "1 0 end"),
              "sort/sample: answer, word 3: expected a point from 0 to 2, found \"end\"");
    EXPECT_EQ(slots_of([&] {
                  Request request = asked("3 2 5");
                  request.target = "1 0 2: 2 3 5"; // what stands behind the colon is for people
                  return decode::run(sample_sorter(), request);
              }()),
              (std::vector<int>{1, 0, 2}));
}

TEST(PointerRun, AForcedChoiceIsTakenAndTheRestFollows) {
    const Model model = sample_pointer_model();
    const Trace before = decode::run(model, asked());
    Request request = asked();
    const int other = slots_of(before)[0] == 1 ? 2 : 1;
    request.edits.forced[0] = std::to_string(other);
    const Trace after = decode::run(model, request);
    EXPECT_EQ(after.steps[0].token.id, other);
    EXPECT_TRUE(after.steps[0].forced);
    EXPECT_FALSE(after.steps[1].forced);
    EXPECT_LT(after.steps[0].log_prob, before.steps[0].log_prob);
    EXPECT_EQ(after.at(quantity::Weights).col(0), before.at(quantity::Weights).col(0));
    EXPECT_NEAR(after.at(quantity::DecoderInput)(0, 1), after.at(quantity::Points)(0, other), 1e-7);

    request.edits.forced = {{0, "1"}, {1, "1"}};
    EXPECT_EQ(problem(model, request),
              "hull/sample: forced point at output 1: expected one that can still be chosen, found 1");
    request.edits.forced = {{9, "1"}};
    EXPECT_EQ(problem(model, request),
              "hull/sample: position of a forced point: expected an output from 0 to 5, found 9");
    request.edits.forced = {{0, "end"}, {2, "1"}};
    EXPECT_EQ(problem(model, request),
              "hull/sample: position of a forced point: expected an output from 0 to 0, found 2");
    request.edits.forced = {{0, "9"}};
    EXPECT_EQ(problem(model, request),
              "hull/sample: forced point at output 0: expected a point from 0 to 4, or end, found \"9\"");
}

TEST(PointerRun, MaskingIsASwitch) {
    Config free;
    free.input.size = 1;
    free.attention.end = false;
    free.attention.mask = Masking::None;
    const Model unmasked = sample_pointer_model(free);
    Request request = asked("3.1 2.0 5.5 1 7 9 4 4.4");
    const Trace without = decode::run(unmasked, request);
    EXPECT_GT(without.at(quantity::Weights).minCoeff(), 0);
    request.edits.masking = true;
    const Trace with = decode::run(unmasked, request);
    std::vector<int> slots = slots_of(with);
    for (int i = 0; i < with.outputs(); ++i)
        for (int k = 0; k < i; ++k) {
            EXPECT_EQ(with.at(quantity::Weights)(slots[static_cast<std::size_t>(k)], i), 0);
            EXPECT_TRUE(std::isnan(with.at(quantity::LogProbs)(slots[static_cast<std::size_t>(k)], i)));
            EXPECT_TRUE(std::isfinite(with.at(quantity::Energies)(slots[static_cast<std::size_t>(k)], i)));
        }
    std::sort(slots.begin(), slots.end());
    for (int k = 0; k < 8; ++k) EXPECT_EQ(slots[static_cast<std::size_t>(k)], k);
    EXPECT_NE(hash_value(with.request), hash_value(without.request));
    request.edits.masking = false;
    EXPECT_EQ(slots_of(decode::run(sample_sorter(), request)), slots_of(without)); // the same numbers
}

TEST(PointerRun, AMutedPointCannotBeChosen) {
    const Model model = sample_sorter();
    Request request = asked("3.1 2.0 5.5");
    request.edits.muted = {1};
    const Trace trace = decode::run(model, request);
    EXPECT_EQ(trace.outputs(), 2);
    EXPECT_TRUE(trace.finished);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(trace.at(quantity::Weights)(1, i), 0);
    request.edits.muted = {3};
    EXPECT_EQ(problem(model, request), "sort/sample: muted point: expected a point from 0 to 2, found 3");
    request.edits.muted = {0, 1, 2};
    EXPECT_EQ(problem(model, request),
              "sort/sample: muted points: expected one that can be chosen at least, found all of them muted");
}

TEST(PointerRun, WhatItHasNotIsRefusedInWords) {
    const Model model = sample_pointer_model();
    Request request = asked();
    request.edits.rows[0] = {};
    EXPECT_NE(problem(model, request).find("found given weights"), std::string::npos);
    request = asked();
    request.beam.width = 3;
    EXPECT_NE(problem(model, request).find("found a beam"), std::string::npos);
    request = asked();
    request.score = "dot";
    EXPECT_NE(problem(model, request).find("found another score"), std::string::npos);
}

TEST(PointerRun, AFolderIsWrittenAndReadAgain) {
    for (Model& model : models()) {
        const Trace before = decode::run(model, asked());
        model.case_json = decode::make_case(before);
        const test::TemporaryFolder folder;
        io::save_model(model, folder.path() / "m");
        const Model again = io::load_model(folder.path() / "m");
        EXPECT_EQ(again.config.as<Config>().attention.mask, model.config.as<Config>().attention.mask);
        EXPECT_EQ(decode::run(again, asked()).target_text, before.target_text);
        EXPECT_FALSE(decode::check_case(again).wrong);
        Model wrong = again;
        wrong.case_json["output"] = "4 3 2 1 0 1";
        EXPECT_TRUE(decode::check_case(wrong).wrong);
        if (!model.config.as<Config>().points()) continue;
        wrong = again;
        wrong.case_json["maps"]["pointer.attention"][0][1] = 0.99;
        EXPECT_TRUE(decode::check_case(wrong).wrong);
    }
}

TEST(PointerRun, ATraceIsWrittenAndReadAgain) {
    const Model model = sample_pointer_model();
    Request request = asked();
    request.edits.masking = true;
    request.edits.muted = {2};
    const Trace before = decode::run(model, request);
    const auto json = nlohmann::json::parse(io::trace_text(before, true));
    ASSERT_EQ(json["steps"].size(), before.steps.size());
    EXPECT_EQ(json["steps"][0]["id"], before.steps[0].token.id);
    EXPECT_TRUE(json["steps"][0]["energies"][2].is_null()); // muted
    EXPECT_EQ(json["steps"][0]["weights"][2], 0.0);
    EXPECT_EQ(json["steps"][0]["weights"], json["maps"][0]["weights"][0]);
    EXPECT_EQ(json["steps"][0]["top"][0]["token"], before.steps[0].token.text);
    EXPECT_TRUE(json["values"]["pointer.log_probs"][0][2].is_null());
    const Trace after = io::trace_from_json(json, "f");
    EXPECT_EQ(after.target_text, before.target_text);
    EXPECT_EQ(after.request.edits, before.request.edits);
    EXPECT_EQ(after.outputs(), before.outputs());
    EXPECT_EQ(after.steps.back().token.is_end, before.steps.back().token.is_end);
    ASSERT_EQ(after.maps().size(), 1u);
    EXPECT_TRUE(after.maps()[0].weights->isApprox(*before.maps()[0].weights, 1e-6f));
    EXPECT_EQ(after.maps()[0].row_labels, before.maps()[0].row_labels);
}

TEST(PointerRun, RepliesAreWhatItWritesAndTheirMapIsOfTheRightAnswer) {
    for (const Model& model : models()) {
        const auto lessons =
            model.config.architecture()->lessons(model.config, {model.tokenizer, model.source, model.target});
        const tasks::Item item = tasks::hull_reference(typed, "typed"),
                          other = tasks::hull_reference(".1,.2 .5,.7 .9,.1 .4,.3", "typed");
        lessons->add(item.input, item.answer, "m");
        lessons->add(other.input, other.answer, "m");
        const auto replies = train::replies_to(*lessons, model.parameters);
        EXPECT_EQ(replies[0].text, decode::run(model, asked(item.input)).target_text);
        EXPECT_EQ(replies[1].text, decode::run(model, asked(other.input)).target_text);
        Request request = asked(item.input);
        request.target = item.answer;
        const Trace forced = decode::run(model, request);
        EXPECT_NEAR(replies[0].loss, -forced.log_prob, 1e-5);
        const bool points = model.config.as<Config>().points();
        ASSERT_EQ(replies[0].maps.size(), points ? 1u : 0u);
        if (!points) continue;
        EXPECT_EQ(replies[0].maps[0].weights.rows(), std::ssize(item.gold[0].cells));
        EXPECT_TRUE(replies[0].maps[0].weights.isApprox(forced.at(quantity::Weights).transpose(), 1e-5f));
        EXPECT_EQ(test::message_of([&] { lessons->add(typed, "0 9", "m"); }),
                  "m: answer, word 2: expected a point from 0 to 4, or end, found \"9\"");
    }
}

} // namespace
} // namespace heed::pointer
