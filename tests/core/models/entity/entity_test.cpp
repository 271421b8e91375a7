// Laws of the entity network: what gates may do, what padding and muted sentences leave alone, what the
// length of a state is, and gradients.
#include "core/models/entity/entity.h"
#include "core/models/entity/phases.h"
#include "core/models/entity/values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed::entity {
namespace {

using D = double;

nn::ParameterSet<D> noise(const Config& config, std::uint64_t seed, double scale = 0.8) {
    nn::ParameterSet<D> set = declare<D>(config);
    Random random(seed);
    for (int k = 0; k < set.size(); ++k)
        for (Eigen::Index n = 0; n < set[k].value.size(); ++n)
            set[k].value.data()[n] = scale * random.uniform(-1, 1);
    return set;
}

/// Tied and free keys, with every switch and with none.
std::vector<Config> all_configs() {
    std::vector<Config> configs;
    for (const Keys keys : {Keys::Tied, Keys::Free})
        for (const bool with : {true, false}) {
            Config config;
            config.vocabulary = 9;
            config.words = 4;
            config.question_words = 3;
            config.embedding = 5;
            config.memory = {3, keys, {}, with, with, with};
            if (keys == Keys::Tied) config.memory.entities = {4, 7, 5};
            configs.push_back(std::move(config));
        }
    return configs;
}
std::string named(const Config& config) {
    return std::string(config.tied() ? "tied" : "free") + (config.memory.normalise ? ", normalised" : "");
}

std::vector<int> words(Random& random, int count) {
    std::vector<int> ids;
    for (int k = 0; k < count; ++k) ids.push_back(static_cast<int>(random.below(9)));
    return ids;
}
Item random_item(Random& random, int sentences) {
    Item item;
    for (int t = 0; t < sentences; ++t)
        item.story.push_back(words(random, 1 + static_cast<int>(random.below(4))));
    item.question = words(random, 1 + static_cast<int>(random.below(3)));
    item.answer = static_cast<int>(random.below(9));
    return item;
}

std::map<Site, Matrix<D>> values_of(const Config& config, const nn::ParameterSet<D>& set, const Item& item,
                                    const std::set<int>& muted = {}) {
    Record<D> record;
    Tape<D> tape(false);
    const nn::Graph<D> graph(tape, set);
    forward<D>(config, graph, batch_of({&item, 1}, muted), record.listener());
    return record.take();
}
const Matrix<D>& value(const std::map<Site, Matrix<D>>& values, const char* key, int slot = 0) {
    return values.at({quantity_of(key), 0, slot});
}

TEST(Entity, GatesAreBetweenZeroAndOneAndARowNeedNotSumToOne) {
    int past_one = 0, below_one = 0;
    for (const Config& config : all_configs()) {
        Random random(5);
        const auto values = values_of(config, noise(config, 3), random_item(random, 6));
        const Matrix<D>& gates = value(values, "memory.gates"); // (slot, sentence)
        ASSERT_EQ(gates.rows(), 3);
        ASSERT_EQ(gates.cols(), 6);
        EXPECT_GT(gates.minCoeff(), 0) << named(config);
        EXPECT_LT(gates.maxCoeff(), 1) << named(config);
        for (Eigen::Index t = 0; t < gates.cols(); ++t) ++(gates.col(t).sum() > 1 ? past_one : below_one);
        EXPECT_NEAR(value(values, "answer.weights").sum(), 1, 1e-12) << named(config);
    }
    EXPECT_GT(past_one, 3);
    EXPECT_GT(below_one, 0);
}

// Also where the numbers happen to.
TEST(Entity, ARowOfGatesSaysThatItNeedNotSumToOne) {
    Trace trace;
    trace.set(quantity_of("memory.gates"), 0, MatrixXf{{1.0f, 0.5f}, {0.0f, 0.5f}});
    trace.set(quantity_of("answer.weights"), 0, MatrixXf{{0.25f}, {0.75f}});
    for (const AttentionMap& map : trace.maps())
        EXPECT_EQ(map.rows_sum_to_one, map.name == "answer.attention") << map.name;
}

TEST(Entity, StatesHaveLengthOneAfterASentenceAndBeginAtTheirKeys) {
    for (const Config& config : all_configs()) {
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const auto values = values_of(config, set, random_item(random, 4));
        for (int j = 0; j < 3; ++j) {
            const Matrix<D>& states = value(values, "memory.states", j);
            ASSERT_EQ(states.cols(), 5);
            const Matrix<D> key =
                config.tied() ? Matrix<D>(set.value("embedding.weight").row(config.memory.entities[j]))
                              : Matrix<D>(set.value("keys.weight").row(j));
            EXPECT_TRUE(states.col(0).isApprox(key.transpose())) << named(config);
            for (int t = 1; t <= 4 && config.memory.normalise; ++t)
                EXPECT_NEAR(states.col(t).norm(), 1, 1e-12) << named(config);
        }
    }
}

TEST(Entity, ASlotThatIsShutKeepsWhatItHolds) {
    for (const Config& config : all_configs()) {
        if (!config.memory.gate_bias) continue;
        nn::ParameterSet<D> set = noise(config, 3);
        set[set.find("gate.bias")].value(1, 0) = -1000;
        Random random(5);
        const auto values = values_of(config, set, random_item(random, 4));
        const Matrix<D>& states = value(values, "memory.states", 1);
        for (int t = 1; t <= 4; ++t) {
            EXPECT_EQ(value(values, "memory.gates")(1, t - 1), 0);
            EXPECT_TRUE(states.col(t).isApprox(states.col(0).normalized(), 1e-12)) << named(config);
        }
    }
}

TEST(Entity, PaddingOpensNoGateAndABatchIsItsItemsSideBySide) {
    for (const Config& config : all_configs()) {
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        std::vector<Item> items;
        for (const int sentences : {3, 1, 6}) items.push_back(random_item(random, sentences));

        Tape<D> tape(false);
        const Answer<D> all = forward<D>(config, nn::Graph<D>(tape, set), batch_of(items));
        ASSERT_EQ(all.gates.size(), 6u);
        for (std::size_t b = 0; b < items.size(); ++b) {
            const auto alone = values_of(config, set, items[b]);
            const auto row = static_cast<Eigen::Index>(b);
            for (int t = 0; t < 6; ++t) {
                const Matrix<D> gates = all.gates[static_cast<std::size_t>(t)].row(row).transpose();
                if (t >= items[b].sentences()) {
                    EXPECT_EQ(gates, Matrix<D>::Zero(3, 1)) << named(config);
                } else {
                    EXPECT_TRUE(gates.isApprox(value(alone, "memory.gates").col(t), 1e-12)) << named(config);
                }
            }
            EXPECT_TRUE(all.log_probs.value().col(row).isApprox(value(alone, "log_probs"), 1e-12))
                << named(config);
        }

        Tape<D> together(true), apart(true);
        const nn::Graph<D> graph(together, set), single(apart, set);
        const Var<D> loss = batch_loss<D>(config, graph, items);
        together.backward(loss);
        Var<D> sum = apart.constant(Matrix<D>::Zero(1, 1));
        for (const Item& item : items) sum = add(sum, batch_loss<D>(config, single, {&item, 1}));
        apart.backward(sum);
        EXPECT_NEAR(loss.value()(0, 0), sum.value()(0, 0), 1e-11) << named(config);
        for (int k = 0; k < set.size(); ++k)
            EXPECT_LT((graph.parameter(k).grad() - single.parameter(k).grad()).norm(), 1e-10)
                << named(config) << ": " << set[k].name;
    }
}

TEST(Entity, AMutedSentenceIsAsIfItHadNotBeenTold) {
    for (const Config& config : all_configs()) {
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const Item item = random_item(random, 5);
        Item without = item;
        without.story.erase(without.story.begin() + 2);
        const auto muted = values_of(config, set, item, {2}), shorter = values_of(config, set, without);
        EXPECT_EQ(value(muted, "memory.gates").col(2).norm(), 0) << named(config);
        EXPECT_TRUE(value(muted, "log_probs").isApprox(value(shorter, "log_probs"), 1e-12)) << named(config);
        EXPECT_EQ(value(muted, "memory.states", 1).col(3), value(muted, "memory.states", 1).col(2));
    }
}

TEST(Entity, GradientsAreThoseOfFiniteDifferences) {
    for (const Config& config : all_configs()) {
        nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const std::vector<Item> items{random_item(random, 4), random_item(random, 2)};
        const auto loss_now = [&] {
            Tape<D> tape(false);
            return batch_loss<D>(config, nn::Graph<D>(tape, set), items).value()(0, 0);
        };
        Tape<D> tape(true);
        const nn::Graph<D> graph(tape, set);
        tape.backward(batch_loss<D>(config, graph, items));
        for (int k = 0; k < set.size(); ++k)
            for (Eigen::Index n = 0; n < set[k].value.size(); ++n) {
                D& number = set[k].value.data()[n];
                const D before = number, step = 1e-6, gradient = graph.parameter(k).grad().data()[n];
                number = before + step;
                const D up = loss_now();
                number = before - step;
                const D down = loss_now();
                number = before;
                EXPECT_NEAR((up - down) / (2 * step), gradient, 1e-6 * std::max(1.0, std::abs(gradient)))
                    << named(config) << ": " << set[k].name << " [" << n << "]";
            }
    }
}

TEST(Entity, ALongStoryKeepsNoMoreThanItsSentencesNeed) {
    for (const Config& config : all_configs()) {
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        Tape<D> tape(false);
        const Item item = random_item(random, 300);
        forward<D>(config, nn::Graph<D>(tape, set), batch_of({&item, 1}));
        EXPECT_LE(tape.size(), 300 + 80) << named(config);
    }
}

TEST(Entity, EachValueHasOneRowAndAPhaseThatWritesIt) {
    const auto phases = {&phase::Gate,  &phase::Candidate, &phase::Update,
                         &phase::Match, &phase::Context,   &phase::Answer};
    for (const QuantityInfo& row : values()) {
        const auto same_key = [&](const QuantityInfo& other) { return other.key == row.key; };
        EXPECT_EQ(std::count_if(values().begin(), values().end(), same_key), 1) << row.key;
        for (const std::string_view text : {row.key, row.symbol, row.meaning, row.source})
            EXPECT_FALSE(text.empty()) << row.key;
        int writers = row.key == "memory.keys" ? 1 : 0; // which are there before the first sentence
        for (const PhaseInfo* phase : phases)
            writers +=
                static_cast<int>(std::count(phase->writes.begin(), phase->writes.end(), Quantity(row)));
        EXPECT_EQ(writers, 1) << row.key;
    }
    EXPECT_EQ(outline_of(9).total(), 30);
}

} // namespace
} // namespace heed::entity
