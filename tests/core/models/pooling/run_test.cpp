// Pooling models as the program runs them: text in, a trace out, folders written and read.
#include "core/models/pooling/run.h"

#include "core/base/error.h"
#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "core/io/run/trace_json.h"
#include "core/models/pooling/facts.h"
#include "core/models/pooling/phases.h"
#include "core/models/pooling/reader.h"
#include "core/models/pooling/values.h"
#include "core/models/registry.h"
#include "tests/support/message_of.h"
#include "tests/support/samples/sample_board.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <gtest/gtest.h>

namespace heed::pooling {
namespace {

Request asked(std::string text, std::set<int> muted = {}) {
    Request request;
    request.model = "m";
    request.text = std::move(text);
    request.edits.muted = std::move(muted);
    return request;
}

Model model_of(Kind kind, bool words = false) {
    SampleBoard options;
    options.words = words;
    options.keras = true;
    for (int n = 0; n < 5; ++n) {
        Model model = sample_pooling_model(options, n);
        if (model.config.as<Config>().kind == kind) return model;
    }
    throw std::out_of_range("no such member");
}

constexpr Kind kinds[] = {Kind::Attention, Kind::Keras, Kind::Dense, Kind::Mean};

TEST(PoolingReader, NumbersAndStars) {
    Config config;
    const Reading r = read_input(config, {}, {}, "  .31 -.2*\t.7 1e-3* ", 0, "m");
    ASSERT_EQ(r.moments.size(), 4u);
    EXPECT_EQ(r.moments[1].text, "-.2*");
    EXPECT_EQ(r.moments[1].begin, 6u);
    EXPECT_EQ(r.moments[1].end, 10u);
    Matrix<double> expected(2, 4);
    expected << .31, -.2, .7, 1e-3, 0, 1, 0, 1;
    EXPECT_EQ(r.item.vectors, expected);
    EXPECT_EQ(read_input(config, {}, {}, ".3,.25 -1,1", 0, "m").item.vectors(1, 0), .25);
    config.input.size = 3;
    EXPECT_EQ(read_input(config, {}, {}, "1,2,3 4,5,6", 0, "m").item.vectors(2, 1), 6);
    config.input.size = 1;
    EXPECT_EQ(read_input(config, {}, {}, "3.1 2", 0, "m").item.vectors(0, 0), 3.1);
}

TEST(PoolingReader, TheWordAtFaultIsNamed) {
    Config config;
    const auto problem = [&](const std::string& text, int longest = 0) {
        return test::message_of([&] { read_input(config, {}, {}, text, longest, "m"); });
    };
    EXPECT_EQ(
        problem(".3 x .5"),
        "m: word 2: expected a number, with a star where it is marked, such as .31 or -.2*, found \"x\"");
    EXPECT_NE(problem(".3 .1**").find("word 2"), std::string::npos);
    EXPECT_NE(problem(".3 nan").find("\"nan\""), std::string::npos);
    EXPECT_NE(problem("1e39").find("word 1"), std::string::npos); // float32 does not hold it
    EXPECT_NE(problem(".3,.1,.2").find("word 1"), std::string::npos);
    EXPECT_EQ(problem(" \n "), "m: the input is empty");
    EXPECT_EQ(problem(".1 .2 .3", 2), "m: the input is too long: expected at most 2 moments, found 3");
}

TEST(PoolingReader, AnswersAreRead) {
    Config config;
    Item item;
    read_answer(config, {}, " -.25 ", item, "m");
    EXPECT_EQ(item.values(0, 0), -.25);
    EXPECT_NE(test::message_of([&] { read_answer(config, {}, "1 2", item, "m"); }).find("1 number"),
              std::string::npos);
    config.readout = {ReadoutKind::Classes, 2};
    read_answer(config, {"no", "yes"}, "yes", item, "m");
    EXPECT_EQ(item.label, 1);
    EXPECT_EQ(test::message_of([&] {
                  read_answer(config, {"no", "yes"}, "maybe", item, "m");
              }),
              "m: answer: expected one of no, yes, found \"maybe\"");
}

TEST(PoolingRun, EveryKindFillsItsTrace) {
    for (const bool words : {false, true})
        for (const Kind kind : kinds) {
            const Model model = model_of(kind, words);
            const std::string text = words ? "the food was not good" : ".1 .5* -.3 .2* .7";
            const Trace trace = decode::run(model, asked(text));
            const auto maps = trace.maps();
            ASSERT_EQ(maps.size(), 1u) << id(kind);
            EXPECT_EQ(maps.front().name, kind == Kind::Dense ? "dense.weights" : "pool.attention");
            EXPECT_EQ(maps.front().columns, Axis::Moment);
            EXPECT_EQ(maps.front().rows_sum_to_one, kind != Kind::Dense);
            EXPECT_EQ(maps.front().weights->rows(), std::ssize(maps.front().column_labels));
            EXPECT_EQ(maps.front().column_labels.front(), words ? "the" : "1");
            EXPECT_EQ(trace.source_length(), 5);
            EXPECT_EQ(trace.outline.count(Axis::Moment), 5);
            EXPECT_EQ(trace.outline.count(Axis::Answer), 1);
            EXPECT_TRUE(trace.steps.empty());
            EXPECT_FALSE(trace.target_text.empty());
            EXPECT_EQ(std::isfinite(trace.log_prob), words);
            EXPECT_TRUE(is_pooling(trace.model));
            for (const auto& [site, kept] : trace.values()) {
                const MatrixXf& values = *kept;
                EXPECT_TRUE(values.allFinite()) << info(site.quantity).key;
                const Stage* stage = nullptr;
                for (const Stage& s : trace.outline.stages)
                    for (const Phase& phase : s.phases)
                        for (const Quantity q : phase.info->writes)
                            if (q == site.quantity) stage = &s;
                const bool learned = !info(site.quantity).map.empty() && kind == Kind::Dense;
                EXPECT_TRUE(stage || learned)
                    << info(site.quantity).key << ": no phase of " << id(kind) << " writes it";
            }
        }
}

TEST(PoolingRun, WhatItHasNotIsRefusedInWords) {
    const Model model = model_of(Kind::Attention);
    const auto problem = [&](const Request& request) {
        return test::message_of([&] { decode::run(model, request); });
    };
    Request request = asked(".1 .5*");
    request.target = "1";
    EXPECT_NE(problem(request).find("found a target"), std::string::npos);
    request = asked(".1 .5*");
    request.beam.width = 3;
    EXPECT_NE(problem(request).find("found a beam"), std::string::npos);
    request = asked(".1 .5*");
    request.edits.forced[0] = "x";
    EXPECT_NE(problem(request).find("found a forced token"), std::string::npos);
    EXPECT_NE(problem(asked(".1 .5*", {2})).find("a moment from 0 to 1, found 2"), std::string::npos);
    EXPECT_NE(problem(asked(".1 .5*", {0, 1})).find("all of them muted"), std::string::npos);
}

TEST(PoolingRun, AMutedMomentIsLeftOutOfTheSoftmax) {
    const Model model = model_of(Kind::Attention);
    const Trace all = decode::run(model, asked(".1 .5* -.3 .2* .7")),
                one = decode::run(model, asked(".1 .5* -.3 .2* .7", {1}));
    const MatrixXf &a = all.at(quantity::Weights), &b = one.at(quantity::Weights);
    EXPECT_EQ(b(1, 0), 0);
    for (const int t : {0, 2, 3, 4}) EXPECT_NEAR(b(t, 0), a(t, 0) / (1 - a(1, 0)), 1e-6);
}

TEST(PoolingRun, AFolderIsWrittenAndReadAgain) {
    for (const bool words : {false, true})
        for (const Kind kind : kinds) {
            Model model = model_of(kind, words);
            const std::string text = words ? "the food was not good" : ".1 .5* -.3 .2* .7";
            const Trace before = decode::run(model, asked(text));
            model.case_json = decode::make_case(before);
            const test::TemporaryFolder folder;
            io::save_model(model, folder.path() / "m");
            EXPECT_EQ(std::filesystem::exists(folder.path() / "m" / "source.vocab.json"), words);
            const Model again = io::load_model(folder.path() / "m");
            nlohmann::json one, other; // what the kind does not read is not kept
            to_json(one, again.config.as<Config>());
            to_json(other, model.config.as<Config>());
            EXPECT_EQ(one, other);
            const Trace after = decode::run(again, asked(text));
            EXPECT_EQ(after.target_text, before.target_text);
            EXPECT_FALSE(decode::check_case(again).wrong);
            Model wrong = again;
            wrong.case_json["output"] = words ? "neutral" : "7";
            EXPECT_TRUE(decode::check_case(wrong).wrong);
            if (kind != Kind::Attention) continue;
            wrong = again;
            wrong.case_json["maps"]["pool.attention"][0][1] = 0.5;
            EXPECT_TRUE(decode::check_case(wrong).wrong);
        }
}

TEST(PoolingRun, ATraceIsWrittenAndReadAgain) {
    for (const Kind kind : kinds) {
        const Model model = model_of(kind);
        Request request = asked(".1 .5* -.3 .2* .7", kind == Kind::Attention ? std::set{2} : std::set<int>{});
        const Trace before = decode::run(model, request);
        const Trace after = io::trace_from_json(nlohmann::json::parse(io::trace_text(before, true)), "f");
        EXPECT_EQ(after.target_text, before.target_text);
        EXPECT_EQ(after.request.edits, before.request.edits);
        ASSERT_EQ(after.maps().size(), 1u);
        EXPECT_EQ(*after.maps().front().weights, *before.maps().front().weights);
        EXPECT_EQ(after.maps().front().column_labels, before.maps().front().column_labels);
    }
}

TEST(PoolingRun, ItsRowsOfTheRegistryAreWhole) {
    for (const Architecture* a : heed::architectures()) {
        EXPECT_EQ(find_architecture(a->id), a);
        EXPECT_EQ(answers_at_once(a->id), a->run != nullptr);
        EXPECT_NE(a->run != nullptr, a->make_stepper != nullptr) << a->id << ": one of the two";
        if (!a->run) continue;
        EXPECT_TRUE(a->quantities && a->part_of && a->described) << a->id;
    }
}

} // namespace
} // namespace heed::pooling
