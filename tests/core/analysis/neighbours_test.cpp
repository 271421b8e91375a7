#include "core/analysis/neighbours.h"

#include "core/base/random.h"
#include "core/models/seq2seq/facts.h"
#include "tests/support/random_model.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <tuple>

namespace heed::analysis {
namespace {

std::shared_ptr<const SentenceStates> sentence(const std::string& text, int tokens, int size,
                                               std::uint64_t seed) {
    Random random(seed);
    SentenceStates kept;
    kept.text = text;
    kept.source.resize(static_cast<std::size_t>(tokens));
    kept.annotations.resize(2 * size, tokens);
    kept.decoder = {MatrixXf(size, tokens + 1)};
    for (MatrixXf* states : {&kept.annotations, &kept.decoder[0]})
        for (float& x : states->reshaped()) x = static_cast<float>(random.normal());
    return std::make_shared<const SentenceStates>(std::move(kept));
}

StateBank bank_of(int sentences, int size) {
    StateBank bank;
    for (int n = 0; n < sentences; ++n)
        bank.push_back(
            sentence("text " + std::to_string(n), 3 + n % 5, size, static_cast<std::uint64_t>(n + 1)));
    return bank;
}

/// All of them sorted, by the plain definition.
std::vector<NearState> by_sorting(const StateBank& bank, const NearQuery& query,
                                  const Eigen::VectorXf& state) {
    std::vector<NearState> all;
    for (std::size_t n = 0; n < bank.size(); ++n) {
        const MatrixXf states = states_of(*bank[n], query.choice, query.hidden);
        for (Eigen::Index k = 0; k < states.cols(); ++k) {
            const float cosine = states.col(k).dot(state) / (states.col(k).norm() * state.norm());
            const float far =
                query.distance == Distance::Euclid ? (states.col(k) - state).norm() : 1 - cosine;
            all.push_back({static_cast<int>(n), static_cast<int>(k), far});
        }
    }
    std::sort(all.begin(), all.end(), [](const NearState& a, const NearState& b) {
        return std::tie(a.distance, a.sentence, a.column) < std::tie(b.distance, b.sentence, b.column);
    });
    all.resize(std::min(all.size(), static_cast<std::size_t>(query.count)));
    return all;
}

TEST(Neighbours, AreThoseThatSortingFinds) {
    const StateBank bank = bank_of(40, 8);
    for (const StateKind kind :
         {StateKind::Decoder, StateKind::Annotation, StateKind::Forward, StateKind::Backward})
        for (const Distance distance : {Distance::Euclid, Distance::Cosine}) {
            NearQuery query{{kind, 0}, distance, 15, 8};
            Eigen::VectorXf state(kind == StateKind::Annotation ? 16 : 8);
            for (int k = 0; k < state.size(); ++k) state(k) = std::sin(static_cast<float>(k) + 0.5f);
            const auto expected = by_sorting(bank, query, state), found = nearest_states(bank, query, state);
            ASSERT_EQ(found.size(), 15u);
            for (std::size_t k = 0; k < found.size(); ++k) {
                EXPECT_EQ(found[k].sentence, expected[k].sentence);
                EXPECT_EQ(found[k].column, expected[k].column);
                EXPECT_NEAR(found[k].distance, expected[k].distance, 1e-5);
            }
        }
}

TEST(Neighbours, AStateOfTheBankIsNearestToItself) {
    const StateBank bank = bank_of(20, 6);
    const Eigen::VectorXf state = bank[7]->decoder[0].col(2);
    for (const Distance distance : {Distance::Euclid, Distance::Cosine}) {
        const auto found = nearest_states(bank, {{StateKind::Decoder, 0}, distance, 1, 0}, state);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].sentence, 7);
        EXPECT_EQ(found[0].column, 2);
        EXPECT_NEAR(found[0].distance, 0, 1e-6);
    }
}

TEST(Neighbours, TheSameTextIsNotAnotherInput) {
    const StateBank bank = bank_of(20, 6);
    NearQuery query{{StateKind::Decoder, 0}, Distance::Euclid, 100, 0};
    query.except = bank[7]->text;
    const auto found = nearest_states(bank, query, bank[7]->decoder[0].col(2));
    EXPECT_FALSE(found.empty());
    for (const NearState& state : found) EXPECT_NE(state.sentence, 7);
}

TEST(Neighbours, OfEqualOnesTheEarlierComesFirst) {
    const auto one = sentence("a", 4, 3, 1);
    const StateBank bank = {one, one, one};
    const auto found =
        nearest_states(bank, {{StateKind::Annotation, 0}, Distance::Euclid, 2, 3}, one->annotations.col(1));
    EXPECT_EQ(found, (std::vector<NearState>{{0, 1, 0}, {1, 1, 0}}));
}

TEST(Neighbours, WhatCannotBeCompared) {
    const StateBank bank = bank_of(3, 4);
    const Eigen::VectorXf state = Eigen::VectorXf::Ones(5); // another model's
    EXPECT_TRUE(nearest_states(bank, {{StateKind::Decoder, 0}, Distance::Euclid, 9, 0}, state).empty());
    const Eigen::VectorXf fits = Eigen::VectorXf::Ones(4);
    EXPECT_TRUE(
        nearest_states(bank, {{StateKind::Decoder, 1}, Distance::Euclid, 9, 0}, fits).empty()); // no such row
    EXPECT_TRUE(
        nearest_states(bank, {{StateKind::Forward, 0}, Distance::Euclid, 9, 0}, fits).empty()); // sums
    EXPECT_TRUE(nearest_states(bank, {{StateKind::Decoder, 0}, Distance::Euclid, 0, 0}, fits).empty());
    EXPECT_TRUE(nearest_states({}, {{StateKind::Decoder, 0}, Distance::Euclid, 9, 0}, fits).empty());
    for (const NearState& near :
         nearest_states(bank, {{StateKind::Decoder, 0}, Distance::Cosine, 9, 0}, Eigen::VectorXf::Zero(4)))
        EXPECT_EQ(near.distance, 1); // no length, no angle
}

TEST(Neighbours, WhatIsKeptOfARunIsWhatItRecorded) {
    for (const Order order : {Order::Bahdanau, Order::Luong}) {
        const Trace trace = test::random_trace(test::config_of("general", order));
        const SentenceStates kept = states_to_keep(trace);
        EXPECT_EQ(kept.text, trace.source_text);
        EXPECT_EQ(static_cast<int>(kept.source.size()), trace.source_length());
        EXPECT_EQ(static_cast<int>(kept.outputs.size()), trace.outputs());
        ASSERT_EQ(kept.decoder.size(), 1u);
        ASSERT_EQ(kept.decoder[0].cols(), trace.outputs() + 1);
        EXPECT_EQ(kept.decoder[0].rightCols(trace.outputs()), trace.at(Quantity::State));
        EXPECT_EQ(kept.decoder[0].col(0), trace.at(Quantity::InitialState).col(0));
        for (const StateKind kind :
             {StateKind::Decoder, StateKind::Annotation, StateKind::Forward, StateKind::Backward})
            EXPECT_EQ(MatrixXf(states_of(kept, {kind, 0}, seq2seq_facts(trace).hidden)),
                      states_of(trace, {kind, 0}));
        EXPECT_GT(kept.bytes(), sizeof(float) * static_cast<std::size_t>(kept.annotations.size()));
    }
}

TEST(Neighbours, StackedAndTwoCelledDecoders) {
    Seq2SeqConfig stacked = test::config_of("general");
    stacked.decoder.layers = 2;
    const Trace trace = test::random_trace(stacked);
    const SentenceStates kept = states_to_keep(trace);
    ASSERT_EQ(kept.decoder.size(), 2u);
    EXPECT_EQ(kept.decoder[1].rightCols(trace.outputs()), trace.at(Quantity::State, 1));
    EXPECT_EQ(kept.decoder[1].col(0), trace.at(Quantity::InitialState, 1).col(0));
    EXPECT_EQ(states_of(trace, {StateKind::Decoder, 2}).cols(), 0);

    const Trace two_cells = test::random_trace(test::config_of("additive", Order::Conditional));
    ASSERT_EQ(seq2seq_facts(two_cells).decoder_rows(), 2);
    EXPECT_EQ(states_of(two_cells, {StateKind::Decoder, 1}).cols(), two_cells.outputs() + 1);
}

} // namespace
} // namespace heed::analysis
