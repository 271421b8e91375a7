// Networks over their own past as the program runs them: text in, a trace out, folders written and read.
#include "core/models/one_rnn/run.h"

#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/io/model/model_folder.h"
#include "core/io/run/trace_json.h"
#include "core/models/one_rnn/facts.h"
#include "core/models/one_rnn/values.h"
#include "core/models/registry.h"
#include "core/tasks/items/recall.h"
#include "core/train/course/items.h"
#include "tests/support/message_of.h"
#include "tests/support/samples/sample_recall.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace heed::one_rnn {
namespace {

constexpr const char* typed = "c 7 a 2 F 9 b 4 ? f";

Request asked(std::string text, std::set<int> muted = {}) {
    Request request;
    request.model = "m";
    request.text = std::move(text);
    request.edits.muted = std::move(muted);
    return request;
}

Model model_of(const Config& kind) { return sample_recall_model(kind); }
std::vector<Config> kinds() {
    std::vector<Config> all(5);
    all[1].attention.score = Score::None;
    all[2].kind = Kind::Lstmn;
    all[3].kind = Kind::KeyValue;
    all[4].kind = Kind::KeyValuePredict;
    return all;
}

TEST(OneRnnRun, EveryKindFillsItsTrace) {
    for (const Config& kind : kinds()) {
        const Model model = model_of(kind);
        const Config& config = model.config.as<Config>();
        const Trace trace = decode::run(model, asked(typed));
        const int steps = config.encoder.end ? 11 : 10;
        EXPECT_EQ(trace.source_length(), steps);
        EXPECT_EQ(trace.source.back().is_end, config.encoder.end);
        EXPECT_EQ(trace.source[4].text, "f"); // read in lower case, shown as typed
        EXPECT_EQ(trace.source[4].begin, 8u);
        EXPECT_EQ(trace.outline.count(Axis::Step), steps);
        EXPECT_EQ(trace.outline.count(Axis::Answer), 1);
        EXPECT_TRUE(trace.steps.empty());
        EXPECT_TRUE(model.source.find(trace.target_text));
        EXPECT_LT(trace.log_prob, 0);
        EXPECT_TRUE(is_one_rnn(trace.model));
        const auto maps = trace.maps();
        ASSERT_EQ(maps.size(), config.attends() ? 1u : 0u) << id(config.kind);
        for (const AttentionMap& map : maps) {
            EXPECT_EQ(map.name, "self.attention");
            EXPECT_EQ(map.rows, Axis::Step);
            EXPECT_EQ(map.columns, Axis::Past);
            EXPECT_TRUE(map.rows_sum_to_one);
            EXPECT_EQ(map.column_labels.size(), static_cast<std::size_t>(steps));
            EXPECT_EQ(map.column_labels.front(), config.self_attention() ? "start" : "c");
            EXPECT_EQ(map.row_labels.back(), config.encoder.end ? "</s>" : "f");
        }
        for (const auto& [site, value] : trace.values()) {
            EXPECT_EQ(value->cols(), std::ssize(trace.labels_of(info(site.quantity).columns)))
                << info(site.quantity).key;
            int writers = 0;
            for (const Stage& stage : trace.outline.stages)
                for (const Phase& phase : stage.phases)
                    writers += static_cast<int>(
                        std::count(phase.info->writes.begin(), phase.info->writes.end(), site.quantity));
            EXPECT_EQ(writers, 1) << id(config.kind) << ' ' << info(site.quantity).key;
        }
    }
}

TEST(OneRnnRun, WhatItHasNotIsRefusedInWords) {
    const Model model = model_of(Config{});
    const auto problem = [](const Model& of, const Request& request) {
        return test::message_of([&] { decode::run(of, request); });
    };
    Request request = asked(typed);
    request.target = "1";
    EXPECT_NE(problem(model, request).find("found a target"), std::string::npos);
    request = asked(typed);
    request.beam.width = 3;
    EXPECT_NE(problem(model, request).find("found a beam"), std::string::npos);
    EXPECT_EQ(problem(model, asked(" ")), "recall/sample: the input is empty");
    EXPECT_NE(problem(model, asked(typed, {10})).find("a token from 0 to 9, found 10"), std::string::npos);
    Config plain;
    plain.attention.score = Score::None;
    EXPECT_NE(problem(model_of(plain), asked(typed, {1})).find("looks back at nothing"), std::string::npos);
}

TEST(OneRnnRun, AMutedTokenIsNotLookedAt) {
    for (const Config& kind : kinds()) {
        if (!kind.attends()) continue;
        const Model model = model_of(kind);
        const Trace trace = decode::run(model, asked(typed, {5}));
        const MatrixXf& weights = *trace.maps().front().weights;
        const int place = kind.self_attention() ? 6 : 5;
        for (Eigen::Index t = place + 1; t < weights.cols(); ++t) EXPECT_EQ(weights(place, t), 0);
    }
}

TEST(OneRnnRun, AFolderIsWrittenAndReadAgain) {
    for (const Config& kind : kinds()) {
        Model model = model_of(kind);
        const Trace before = decode::run(model, asked(typed));
        model.case_json = decode::make_case(before);
        const test::TemporaryFolder folder;
        io::save_model(model, folder.path() / "m");
        const Model again = io::load_model(folder.path() / "m");
        nlohmann::json one, other; // what the kind does not read is not kept
        to_json(one, again.config.as<Config>());
        to_json(other, model.config.as<Config>());
        EXPECT_EQ(one, other);
        EXPECT_EQ(decode::run(again, asked(typed)).target_text, before.target_text);
        EXPECT_FALSE(decode::check_case(again).wrong);
        Model wrong = again;
        wrong.case_json["output"] = "nothing";
        EXPECT_TRUE(decode::check_case(wrong).wrong);
        if (!kind.attends()) continue;
        wrong = again;
        wrong.case_json["maps"]["self.attention"][3][1] = nullptr; // something stands there
        EXPECT_TRUE(decode::check_case(wrong).wrong);
        wrong = again;
        wrong.case_json["maps"]["self.attention"][3][7] = 0.5; // nothing can stand there
        EXPECT_TRUE(decode::check_case(wrong).wrong);
    }
}

TEST(OneRnnRun, ATraceIsWrittenAndReadAgain) {
    for (const Config& kind : kinds()) {
        const Model model = model_of(kind);
        const Trace before = decode::run(model, asked(typed, kind.attends() ? std::set{2} : std::set<int>{}));
        const auto json = nlohmann::json::parse(io::trace_text(before, true));
        const Trace after = io::trace_from_json(json, "f");
        EXPECT_EQ(after.target_text, before.target_text);
        EXPECT_EQ(json["answer"]["top"][0]["token"], before.target_text);
        EXPECT_EQ(json["answer"]["top"].size(), 5u);
        EXPECT_EQ(after.request.edits, before.request.edits);
        ASSERT_EQ(after.maps().size(), before.maps().size());
        if (!kind.attends()) continue;
        const MatrixXf &a = *after.maps().front().weights, &b = *before.maps().front().weights;
        EXPECT_TRUE(json["maps"][0]["weights"][0][0].is_null());
        EXPECT_TRUE((a.array().isNaN() == b.array().isNaN()).all());
        EXPECT_EQ(a.array().isNaN().select(0, a), b.array().isNaN().select(0, b));
        EXPECT_EQ(after.maps().front().column_labels, before.maps().front().column_labels);
        EXPECT_TRUE(after.maps().front().rows_sum_to_one);
    }
}

// Gold is told by token, so that an item means the same to every kind.
TEST(OneRnnRun, RepliesCarryTheMapThatTheGoldIsOf) {
    for (const Config& kind : kinds()) {
        const Model model = model_of(kind);
        const auto lessons =
            model.config.architecture()->lessons(model.config, {model.tokenizer, model.source, model.target});
        const tasks::Item item = tasks::recall_reference(typed, "typed");
        lessons->add(item.input, item.answer, "m");
        lessons->add("a 1 ? a", "1", "m");
        EXPECT_EQ(lessons->length(0), 10);
        const auto replies = train::replies_to(*lessons, model.parameters);
        const Trace trace = decode::run(model, asked(item.input));
        EXPECT_EQ(replies[0].text, trace.target_text);
        EXPECT_EQ(replies[1].text, decode::run(model, asked("a 1 ? a")).target_text);
        ASSERT_EQ(replies[0].maps.size(), kind.attends() ? 1u : 0u);
        if (!kind.attends()) continue;
        const auto [row, column] = item.gold.front().cells.front();
        EXPECT_EQ(row, 9);
        EXPECT_EQ(column, 5);
        const int shift = kind.self_attention() ? 1 : 0;
        EXPECT_NEAR(replies[0].maps[0].weights(row, column),
                    (*trace.maps().front().weights)(column + shift, row + shift), 1e-6f);
        EXPECT_EQ(test::message_of([&] { lessons->add("a 1 ? a", "x y", "m"); }),
                  "m: answer: expected one word, found \"x y\"");
    }
}

} // namespace
} // namespace heed::one_rnn
