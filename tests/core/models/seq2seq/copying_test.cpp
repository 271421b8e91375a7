// Copying: what can be written is the target's words and the source's own.
#include "core/analysis/fragility.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/run/trace_json.h"
#include "core/models/tokens.h"
#include "core/train/assess.h"
#include "core/train/course/sentences.h"
#include "tests/support/message_of.h"
#include "tests/support/random_model.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

Seq2SeqConfig copying(const std::string& function = "additive", Order order = Order::Bahdanau) {
    Seq2SeqConfig config = test::config_of(function, order);
    config.decoder.copy = true;
    return config;
}

Trace run(const Model& model, const std::string& text, const std::string& target = {}, int beam = 0) {
    Request request;
    request.text = text;
    if (!target.empty()) request.target = target;
    request.beam.width = beam;
    request.max_steps = 8;
    return decode::run(model, request);
}

/// The gate is as good as shut: words come from the source alone.
Model only_copies(std::uint64_t seed = 3) {
    Model model = test::random_model(copying(), seed, 0.8);
    model.parameters[model.parameters.find("copy.b")].value(0) = -60;
    return model;
}

std::vector<std::string> words_of(const Trace& trace) {
    std::vector<std::string> words;
    for (const TraceStep& step : trace.steps) words.push_back(step.token.text);
    return words;
}

TEST(Copying, ProbabilitiesSumToOneOverTheVocabularyAndTheSourcesOwnWords) {
    for (const char* function : {"additive", "coverage", "general", "local-m"})
        for (const Order order : {Order::Bahdanau, Order::Luong, Order::Conditional}) {
            const Model model = test::random_model(copying(function, order), 3, 0.8);
            const Trace trace = run(model, "aéañé");
            ASSERT_EQ(trace.at(Quantity::LogProbs).rows(), model.target.size() + 2); // é and ñ
            EXPECT_EQ(trace.at(Quantity::Logits).rows(), model.target.size());
            EXPECT_EQ(trace.target_vocabulary->at(static_cast<std::size_t>(model.target.size()) + 1), "ñ");
            const MatrixXf& probs = trace.at(Quantity::CopyProbs);
            for (int i = 0; i < trace.outputs(); ++i) {
                EXPECT_NEAR(probs.col(i).sum(), 1, 1e-5) << function;
                // P = g p + (1 - g) Σ α over the places that hold the word
                const float g = trace.at(Quantity::Generate)(0, i);
                const float copied = trace.weight(i, 1) + trace.weight(i, 4);
                EXPECT_NEAR(probs(model.target.size(), i), (1 - g) * copied, 1e-5);
                const int a = *model.target.find("a");
                EXPECT_NEAR(probs(a, i),
                            g * std::exp(trace.at(Quantity::VocabularyLogProbs)(a, i)) +
                                (1 - g) * (trace.weight(i, 0) + trace.weight(i, 2)),
                            1e-5);
            }
        }
}

TEST(Copying, AWordThatTheVocabularyLacksIsWrittenAndFedBackAsTheUnknownOne) {
    const Model model = test::random_model(copying(), 3, 0.8);
    const Trace trace = run(model, "aéb", "éaé");
    EXPECT_EQ(words_of(trace), (std::vector<std::string>{"é", "a", "é", "</s>"}));
    EXPECT_EQ(trace.steps[0].token.id, model.target.size());
    EXPECT_FALSE(trace.steps[0].token.unknown);
    EXPECT_EQ(trace.target_text, "éaé");
    const auto& embeddings = model.parameters[model.parameters.find("decoder.embedding.weight")].value;
    EXPECT_EQ(trace.at(Quantity::TargetEmbedding).col(1),
              embeddings.row(model.target.special().unknown).transpose());
    // A model that does not copy writes the unknown token instead.
    const Trace without = run(test::random_model(test::config_of("additive"), 3, 0.8), "aéb", "éaé");
    EXPECT_TRUE(without.steps[0].token.unknown);
}

TEST(Copying, WithTheGateShutOnlyWordsOfTheSourceAreWritten) {
    const Trace trace = run(only_copies(), "éñé");
    for (const std::string& word : words_of(trace))
        EXPECT_TRUE(word == "é" || word == "ñ" || word == "</s>") << word;
    for (const TraceStep& step : trace.steps)
        for (const Candidate& candidate : step.top) EXPECT_FALSE(candidate.text.empty());
}

TEST(Copying, ABeamCarriesTheSourcesWords) {
    for (const char* function : {"additive", "coverage"}) {
        const Model model = test::random_model(copying(function, Order::Luong), 5, 0.8);
        EXPECT_EQ(words_of(run(model, "aéñ", {}, 1)), words_of(run(model, "aéñ")));
        const Trace trace = run(model, "aéñ", {}, 5);
        for (const Hypothesis& h : trace.lattice->hypotheses) {
            Request forced;
            forced.text = "aéñ";
            forced.max_steps = static_cast<int>(h.nodes.size());
            for (std::size_t i = 0; i < h.nodes.size(); ++i)
                forced.edits.forced[static_cast<int>(i)] =
                    trace.lattice->nodes[static_cast<std::size_t>(h.nodes[i])].text;
            const Trace own = decode::run(model, forced);
            EXPECT_NEAR(own.log_prob, h.log_prob, 1e-4) << function;
            EXPECT_LT((own.at(Quantity::Weights) - trace.lattice->weights_of(h)).cwiseAbs().maxCoeff(),
                      2e-5f);
        }
    }
}

TEST(Copying, ItemsRunTogetherAreWrittenAsEachAlone) {
    const Model model = only_copies();
    const std::vector<std::string> texts{"éñ", "abc", "ñéüé", "a"};
    std::vector<tasks::Sample> samples;
    for (const std::string& text : texts) {
        tasks::Sample sample;
        for (const auto& piece : model.tokenizer.split(text)) sample.source.push_back(piece.text);
        sample.target = sample.source;
        samples.push_back(std::move(sample));
    }
    const auto together =
        train::translate(model.config, model.parameters, model.source, model.target, samples);
    for (std::size_t n = 0; n < texts.size(); ++n) {
        Request request;
        request.text = texts[n];
        std::vector<std::string> alone = words_of(decode::run(model, request));
        if (!alone.empty() && alone.back() == "</s>") alone.pop_back();
        EXPECT_EQ(together[n], alone) << texts[n];
    }
    // A wanted word that only the source knows counts.
    const auto results =
        train::assess_items(model.config, model.parameters, model.source, model.target, samples);
    EXPECT_TRUE(std::isfinite(results[0].log_prob));
    ASSERT_TRUE(results[0].copied);
    EXPECT_EQ(results[0].copied->wanted, 2);
    // So do those that the vocabulary lacks, also of a model that can only write the unknown one.
    EXPECT_EQ(results[0].new_words.wanted, 2); // é and ñ
    EXPECT_EQ(results[1].new_words.wanted, 0);
    EXPECT_EQ(results[2].new_words.wanted, 4);
    long long right = 0;
    for (const auto& result : results) right += result.new_words.right;
    EXPECT_GT(right, 0);
    const Model plain = test::random_model(test::config_of("additive"), 3, 0.8);
    const auto without =
        train::assess_items(plain.config, plain.parameters, plain.source, plain.target, samples);
    for (std::size_t n = 0; n < without.size(); ++n)
        EXPECT_EQ(without[n].new_words, (analysis::NewWords{results[n].new_words.wanted, 0}));
}

TEST(Copying, IsToldInTheTraceAndRunsUnderEdits) {
    const Model model = test::random_model(copying("coverage"), 3, 0.8);
    const Trace trace = run(model, "aéb");
    const auto json = io::trace_to_json(trace, true);
    const auto& step = json.at("steps").at(0);
    EXPECT_NEAR(step.at("generate").get<double>(), trace.at(Quantity::Generate)(0, 0), 1e-6);
    EXPECT_EQ(step.at("probs").size(), static_cast<std::size_t>(model.target.size()) + 1);
    EXPECT_EQ(step.at("vocabulary_log_probs").size(), static_cast<std::size_t>(model.target.size()));
    EXPECT_EQ(step.at("coverage").size(), 4u);
    EXPECT_NO_THROW(analysis::fragility(model, trace, 0));
    Request request;
    request.text = "aéb";
    request.max_steps = 4;
    request.edits.rows[1].weights = {0, 1, 0, 0};
    const Trace edited = decode::run(model, request);
    EXPECT_NEAR(edited.at(Quantity::CopyProbs)(model.target.size(), 1),
                1 - edited.at(Quantity::Generate)(0, 1), 1e-5);
    for (const std::string& name : model.config.architecture()->shared_functions(model)) {
        EXPECT_NE(name, "none");
        request.score = name;
        request.edits = {};
        EXPECT_NEAR(decode::run(model, request).at(Quantity::CopyProbs).col(0).sum(), 1, 1e-5) << name;
    }
}

TEST(Copying, IsRefusedWhereTheSourcesWeightsDoNotSumToOne) {
    nlohmann::json json;
    to_json(json, copying("own-past"));
    EXPECT_EQ(test::message_of([&] { seq2seq_config_from_json(json, "config.json"); }),
              "config.json: decoder.copy: expected false where the source's weights do not sum to one, found "
              "true");
    to_json(json, copying("additive"));
    json["attention"]["fertility"] = 2.0;
    EXPECT_EQ(test::message_of([&] { seq2seq_config_from_json(json, "config.json"); }),
              "config.json: attention.fertility: expected nothing but for the score coverage, found 2.0");
    json["attention"].erase("fertility");
    json["attention"]["coverage_loss"] = -1;
    EXPECT_EQ(test::message_of([&] { seq2seq_config_from_json(json, "config.json"); }),
              "config.json: attention.coverage_loss: expected a number above 0, found -1");
}

} // namespace
} // namespace heed
