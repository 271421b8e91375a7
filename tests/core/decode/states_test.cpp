#include "core/decode/states.h"

#include "tests/support/random_model.h"

#include <gtest/gtest.h>

namespace heed::decode {
namespace {

std::vector<Prepared> prepared(const Model& model, const std::vector<std::string>& texts,
                               const std::vector<std::optional<std::string>>& targets = {}) {
    std::vector<Prepared> items;
    for (std::size_t n = 0; n < texts.size(); ++n) {
        Request request;
        request.text = texts[n];
        if (n < targets.size()) request.target = targets[n];
        items.push_back({texts[n], begin_run(model, request)});
    }
    return items;
}

void expect_same(const SentenceStates& batched, const SentenceStates& alone) {
    EXPECT_EQ(batched.text, alone.text);
    ASSERT_EQ(batched.source.size(), alone.source.size());
    ASSERT_EQ(batched.outputs.size(), alone.outputs.size());
    for (std::size_t i = 0; i < alone.outputs.size(); ++i) {
        EXPECT_EQ(batched.outputs[i].text, alone.outputs[i].text);
        EXPECT_EQ(batched.outputs[i].is_end, alone.outputs[i].is_end);
    }
    EXPECT_LT((batched.annotations - alone.annotations).cwiseAbs().maxCoeff(), 2e-5f);
    ASSERT_EQ(batched.decoder.size(), alone.decoder.size());
    for (std::size_t l = 0; l < alone.decoder.size(); ++l) {
        ASSERT_EQ(batched.decoder[l].cols(), alone.decoder[l].cols());
        EXPECT_LT((batched.decoder[l] - alone.decoder[l]).cwiseAbs().maxCoeff(), 2e-5f);
    }
}

const std::vector<std::string> texts = {
    "3 mar 87", "1", "12/12/2012", "a much longer text than the others are", "x", "3 mar 88"};

TEST(StatesOf, AreThoseOfRunsAlone) {
    std::vector<Seq2SeqConfig> configs = {
        test::config_of("additive"), test::config_of("general", Order::Luong), test::config_of("none"),
        test::config_of("additive", Order::Conditional), test::config_of("local-p")};
    configs.push_back(test::config_of("general"));
    configs.back().decoder.layers = 2;
    configs.push_back(test::config_of("dot"));
    configs.back().encoder.cell = configs.back().decoder.cell = CellKind::Lstm;
    configs.push_back(test::config_of("additive"));
    configs.back().encoder.reversed = true;
    for (const Seq2SeqConfig& config : configs) {
        const Model model = test::random_model(config);
        const auto items = prepared(model, texts);
        const auto states = states_of(model, items);
        ASSERT_EQ(states.size(), texts.size());
        for (std::size_t n = 0; n < texts.size(); ++n) {
            Request request;
            request.text = texts[n];
            expect_same(states[n], states_to_keep(run(model, request)));
        }
    }
}

TEST(StatesOf, ForcedOutputsAreWrittenAsTheyAreGiven) {
    const Model model = test::random_model(test::config_of("additive"));
    const std::vector<std::optional<std::string>> targets = {"1987-03", std::nullopt, "7"};
    const auto states = states_of(model, prepared(model, {"3 mar 87", "1", "12/12/2012"}, targets));
    for (std::size_t n = 0; n < 3; ++n) {
        Request request;
        request.text = std::vector<std::string>{"3 mar 87", "1", "12/12/2012"}[n];
        request.target = targets[n];
        expect_same(states[n], states_to_keep(run(model, request)));
    }
    EXPECT_EQ(states[0].outputs.size(), 8u);
}

TEST(StatesOf, NoneAndMany) {
    const Model model = test::random_model(test::config_of("additive"));
    EXPECT_TRUE(states_of(model, {}).empty());
    std::vector<std::string> many(70, "3 mar 87"); // more than one batch
    many[50] = "4 apr 99";
    const auto states = states_of(model, prepared(model, many));
    ASSERT_EQ(states.size(), 70u);
    EXPECT_EQ(states[50].text, "4 apr 99");
    EXPECT_LT((states[0].annotations - states[69].annotations).cwiseAbs().maxCoeff(), 2e-5f);
}

TEST(StatesOf, CanBeCancelled) {
    const Model model = test::random_model(test::config_of("additive"));
    const std::atomic<bool> cancelled{true};
    EXPECT_THROW(states_of(model, prepared(model, texts), &cancelled), Cancelled);
}

} // namespace
} // namespace heed::decode
