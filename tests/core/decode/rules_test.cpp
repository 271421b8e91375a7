// What rules for writing make of scores, and searches that obey them.
#include "core/decode/rules.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/open/open_model.h"
#include "core/models/generation.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heed::decode {
namespace {

Eigen::VectorXf flat(int words) { return Eigen::VectorXf::Constant(words, -1.0f); }

std::vector<int> possible(const Eigen::VectorXf& scores) {
    std::vector<int> ids;
    for (int id = 0; id < scores.size(); ++id)
        if (std::isfinite(scores(id))) ids.push_back(id);
    return ids;
}

std::vector<int> after(const GenerationRules& rules, std::vector<int> ids, int longest = 0, int given = 1,
                       std::vector<int> source = {}) {
    Eigen::VectorXf scores = flat(5);
    apply_rules(rules, {ids, source, given, longest}, scores);
    return possible(scores);
}

TEST(Rules, NoRunOfTokensComesTwice) {
    GenerationRules rules;
    rules.no_repeat = 2;
    EXPECT_EQ(after(rules, {4, 1, 2, 1}), (std::vector{0, 1, 3, 4})); // 1 2 is there
    EXPECT_EQ(after(rules, {4, 1, 2, 1, 3, 1}), (std::vector{0, 1, 4}));
    rules.no_repeat = 1;
    EXPECT_EQ(after(rules, {4, 1}), (std::vector{0, 2, 3}));
    rules.no_repeat = 3;
    EXPECT_EQ(after(rules, {4}).size(), 5u); // too short for any
    rules.no_repeat = 0;
    rules.no_repeat_source = 2;
    EXPECT_EQ(after(rules, {4, 1}, 0, 1, {0, 1, 2, 1, 3}), (std::vector{0, 1, 4}));
}

TEST(Rules, ForbiddenRunsCountOnlyBehindTheirBeginning) {
    GenerationRules rules;
    rules.ends = {0};
    rules.forbidden = {{3}, {1, 2}, {0}};
    EXPECT_EQ(after(rules, {4}), (std::vector{0, 1, 2, 4})); // an end by itself stays possible
    EXPECT_EQ(after(rules, {4, 1}), (std::vector{0, 1, 4}));
}

TEST(Rules, FirstAndLastAreForcedAndTheEndWaits) {
    GenerationRules rules;
    rules.ends = {0};
    rules.forced_first = 3;
    rules.forced_last = {0};
    rules.min_length = 4;
    EXPECT_EQ(after(rules, {4}, 6), (std::vector{3}));
    EXPECT_EQ(after(rules, {4, 3}, 6), (std::vector{1, 2, 3, 4}));
    EXPECT_EQ(after(rules, {4, 3, 1, 1}, 6).size(), 5u);
    EXPECT_EQ(after(rules, {4, 3, 1, 1, 1}, 6), (std::vector{0}));
    rules.suppressed_at_first = {1}; // behind the forced one
    EXPECT_EQ(after(rules, {4}, 6), (std::vector{3}));
    EXPECT_EQ(after(rules, {4, 3}, 6), (std::vector{2, 3, 4}));
    rules.suppressed = {2};
    EXPECT_EQ(after(rules, {4, 3, 1, 1}, 6), (std::vector{0, 1, 3, 4}));
}

TEST(Rules, OneOfSeveralMayBeTheLast) {
    GenerationRules rules;
    rules.forced_last = {2, 4};
    EXPECT_EQ(after(rules, {4, 1}, 3), (std::vector{2, 4}));
    EXPECT_EQ(after(rules, {4}, 3).size(), 5u);
}

TEST(Rules, WhatStandsThereCountsLess) {
    GenerationRules rules;
    rules.repetition_penalty = 2;
    rules.biases = {{{2}, 0.5}, {{4, 3}, -0.25}};
    Eigen::VectorXf scores(5);
    scores << 1, -1, 3, -2, 0;
    const std::vector<int> ids{4, 1, 0, 4};
    apply_rules(rules, {ids, {}, 1, 0}, scores);
    EXPECT_EQ(scores, (Eigen::VectorXf(5) << 0.5f, -2, 3.5f, -2.25f, 0).finished());
    rules.renormalise = true;
    apply_rules(rules, {ids, {}, 1, 0}, scores);
    EXPECT_NEAR(scores.array().exp().sum(), 1, 1e-6);
}

io::Opened tiny() { return io::open_model({test::source_dir() / "tests/hostile/hf/control_valid_gpt2"}); }

/// Every text of at most three tokens, by brute force.
double best_of_all(const Model& model, const Request& request, double exponent) {
    const int words = model.target.size(), end = model.generation->ends.front();
    double best = -1e30;
    for (int code = 0; code < words * words * words; ++code) {
        Request forced = request;
        forced.max_steps = 3;
        const int ids[] = {code % words, code / words % words, code / words / words};
        for (int i = 0; i < 3; ++i) forced.edits.forced[i] = model.target.token(ids[i]);
        for (int i = 0; i < 2; ++i) // what stands behind an end is none
            if (ids[i] == end) {
                for (int j = i + 1; j < 3; ++j) forced.edits.forced.erase(j);
                break;
            }
        const Trace trace = run(model, forced);
        best = std::max(best, trace.log_prob / std::pow(trace.outputs(), exponent));
    }
    return best;
}

TEST(RuledBeam, AWideOneFindsTheBestOfAllTexts) {
    const io::Opened opened = tiny();
    ASSERT_TRUE(opened.model);
    Request request;
    request.text = "ab ab";
    for (const double exponent : {0.0, 1.0, 2.0}) {
        Request search = request;
        search.max_steps = 3;
        search.beam.width = 60; // 7 · 7 go on at most
        search.beam.exponent = exponent;
        search.beam.stopping = Stopping::NoneCanReach;
        const Trace trace = run(*opened.model, search);
        EXPECT_NEAR(trace.lattice->hypotheses.front().score, best_of_all(*opened.model, request, exponent),
                    1e-5)
            << exponent;
        EXPECT_EQ(trace.lattice->settings.exponent, exponent);
        for (std::size_t n = 1; n < trace.lattice->hypotheses.size(); ++n)
            EXPECT_GE(trace.lattice->hypotheses[n - 1].score, trace.lattice->hypotheses[n].score);
    }
}

TEST(RuledBeam, OneSentenceIsWhatTheGreedyRunWrites) {
    for (const char* name : {"hf_t5_relu_tied", "hf_bart_gelu_f16", "hf_m2m100_bf16"}) {
        const io::Opened opened = io::open_model({test::source_dir() / "tests/checkpoints" / name});
        ASSERT_TRUE(opened.model);
        Request request;
        request.text = "the three european ministers can write our report";
        const Trace greedy = run(*opened.model, request);
        request.beam.width = 1;
        request.beam.stopping = Stopping::AtOnce;
        const Trace search = run(*opened.model, request);
        EXPECT_EQ(search.target_text, greedy.target_text) << name;
    }
}

TEST(RuledBeam, WhereNothingMayComeTheTextEnds) {
    io::Opened opened = tiny();
    ASSERT_TRUE(opened.model);
    GenerationRules rules = *opened.model->generation;
    for (int id = 0; id < opened.model->target.size(); ++id) rules.suppressed.push_back(id);
    opened.model->generation = std::make_shared<const GenerationRules>(rules);
    Request request;
    request.text = "ab ab";
    EXPECT_EQ(run(*opened.model, request).outputs(), 1);
    request.beam.width = 3;
    const Trace trace = run(*opened.model, request);
    ASSERT_EQ(trace.outputs(), 1);
    EXPECT_EQ(trace.steps.front().token.id, rules.ends.front());
}

TEST(RuledBeam, NumbersThatOverflowAreSaid) {
    io::Opened opened = tiny();
    ASSERT_TRUE(opened.model);
    nn::ParameterSet<float>& parameters = opened.model->parameters;
    for (int n = 0; n < parameters.size(); ++n)
        if (parameters[n].rank < 2 && parameters[n].name.ends_with("norm.bias"))
            parameters[n].value.setConstant(3e38f);
    Request request;
    request.text = "ab ab";
    request.beam.width = 3;
    EXPECT_THROW(run(*opened.model, request), Error);
}

TEST(Rules, TheGreedyRunAppliesThemToLogits) {
    io::Opened opened = io::open_model({test::source_dir() / "tests/checkpoints/hf_t5_relu_tied"});
    ASSERT_TRUE(opened.model);
    GenerationRules rules = *opened.model->generation;
    rules.repetition_penalty = 1.7;
    opened.model->generation = std::make_shared<const GenerationRules>(rules);
    Request request;
    request.text = "the three european ministers can write our report";
    const Trace trace = run(*opened.model, request);
    const MatrixXf& logits = trace.at(Quantity::Logits); // (V, N)
    std::vector<int> ids{rules.start};
    bool changed = false;
    for (int i = 0; i < trace.outputs(); ++i) {
        Eigen::VectorXf scores = logits.col(i);
        Eigen::Index plain = 0, best = 0;
        scores.maxCoeff(&plain);
        apply_rules(rules, {ids, {}, 1, rules.max_length}, scores);
        scores.maxCoeff(&best);
        EXPECT_EQ(trace.steps[static_cast<std::size_t>(i)].token.id, best) << i;
        changed = changed || plain != best;
        ids.push_back(trace.steps[static_cast<std::size_t>(i)].token.id);
    }
    EXPECT_TRUE(changed); // else nothing was tested
}

TEST(Languages, TheTokenOfTheLanguageAskedForIsForcedAndReadFirst) {
    const io::Opened opened = io::open_model({test::source_dir() / "tests/checkpoints/hf_m2m100_bf16"});
    ASSERT_TRUE(opened.model);
    Request request;
    request.text = "our large trees were old";
    const Trace usual = run(*opened.model, request);
    EXPECT_EQ(usual.source.front().text, "__en__");
    EXPECT_EQ(usual.steps.front().token.text, "__fr__");
    request.source_language = "de";
    request.target_language = "pl";
    const Trace other = run(*opened.model, request);
    EXPECT_EQ(other.source.front().text, "__de__");
    EXPECT_EQ(other.steps.front().token.text, "__pl__");
    request.target_language = "xx";
    EXPECT_THROW(run(*opened.model, request), Error);
}

TEST(Languages, WordsOfATaskStandBeforeTheTextAndHaveNoPlaceInIt) {
    const io::Opened opened = io::open_model({test::source_dir() / "tests/checkpoints/hf_t5_relu_tied"});
    ASSERT_TRUE(opened.model);
    Request typed, chosen;
    typed.text = "translate English to French: our large trees were old";
    chosen.text = "our large trees were old";
    chosen.prefix = opened.model->generation->tasks.at(1).second;
    const Trace one = run(*opened.model, typed), other = run(*opened.model, chosen);
    ASSERT_EQ(one.source.size(), other.source.size());
    for (std::size_t n = 0; n < one.source.size(); ++n) EXPECT_EQ(one.source[n].id, other.source[n].id) << n;
    EXPECT_EQ(one.target_text, other.target_text);
    EXPECT_TRUE(other.source.front().is_start);
    EXPECT_EQ(other.source[other.source.size() - 2].end, chosen.text.size());
}

} // namespace
} // namespace heed::decode
