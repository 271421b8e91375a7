// Laws of pointer networks: what a mask allows, what a batch and padding change, and gradients.
#include "core/models/pointer/pointer.h"

#include "core/models/pointer/phases.h"
#include "core/models/pointer/values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace heed::pointer {
namespace {

using D = double;

nn::ParameterSet<D> noise(const Config& config, std::uint64_t seed, double scale = 1) {
    nn::ParameterSet<D> set = declare<D>(config);
    Random random(seed);
    for (int k = 0; k < set.size(); ++k)
        for (Eigen::Index n = 0; n < set[k].value.size(); ++n)
            set[k].value.data()[n] = scale * random.uniform(-1, 1);
    return set;
}

Config config_of(Score score, Masking mask, bool end, int numbers = 2) {
    Config config;
    config.input.size = numbers;
    config.hidden = 5;
    config.attention = {.score = score, .size = 4, .slots = 9, .mask = mask, .end = end};
    return config;
}
std::vector<Config> all_configs() {
    std::vector<Config> configs;
    for (const Score score : {Score::Additive, Score::None})
        for (const Masking mask : {Masking::None, Masking::Visited})
            for (const bool end : {false, true}) configs.push_back(config_of(score, mask, end));
    return configs;
}
std::string named(const Config& config) {
    return std::string(score_name(config.attention.score)) + " mask " +
           std::string(masking_name(config.attention.mask)) + (config.attention.end ? " end" : "");
}

/// So many points in any place, and a target in any order.
Item random_item(const Config& config, int length, Random& random) {
    Item item;
    item.points.resize(config.input.size, length);
    for (double& number : item.points.reshaped()) number = random.uniform(-1, 1);
    item.target.resize(static_cast<std::size_t>(length));
    std::iota(item.target.begin(), item.target.end(), 0);
    random.shuffle(item.target);
    if (config.attention.end) { // a part of them, then the end
        item.target.resize(1 + random.below(static_cast<std::uint64_t>(length)));
        item.target.push_back(length);
    }
    return item;
}

std::vector<Written> written(const Config& config, const nn::ParameterSet<D>& set,
                             std::span<const Item> items, std::vector<int> muted = {}) {
    Tape<D> tape(false);
    const nn::Graph<D> graph(tape, set);
    Batch batch = batch_of(items);
    batch.muted = std::move(muted);
    return write(config, graph, batch);
}

TEST(Pointer, under_the_mask_what_is_written_is_a_permutation) {
    int repeats = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Config masked = config_of(Score::Additive, Masking::Visited, false),
                     free = config_of(Score::Additive, Masking::None, false);
        const nn::ParameterSet<D> set = noise(masked, seed, 3);
        Random random(seed);
        const Item item = random_item(masked, 2 + static_cast<int>(random.below(8)), random);
        std::vector<int> slots = written(masked, set, {&item, 1})[0].slots;
        std::sort(slots.begin(), slots.end());
        for (int k = 0; k < item.length(); ++k) EXPECT_EQ(slots[static_cast<std::size_t>(k)], k) << seed;
        EXPECT_EQ(std::ssize(slots), item.length());

        const auto again = written(free, set, {&item, 1})[0].slots;
        EXPECT_EQ(std::ssize(again), item.length()); // as many, the same point more than once perhaps
        repeats += std::set<int>(again.begin(), again.end()).size() < again.size();
    }
    EXPECT_GT(repeats, 10); // without it these weights do repeat, so that the law above says something
}

TEST(Pointer, a_masked_point_has_weight_zero_and_every_row_sums_to_one) {
    for (const Config& config : all_configs()) {
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const Item item = random_item(config, 6, random);
        const Written result = written(config, set, {&item, 1})[0];
        ASSERT_EQ(result.weights.rows(), std::ssize(result.slots));
        ASSERT_EQ(result.weights.cols(), config.slots(6));
        for (Eigen::Index i = 0; i < result.weights.rows(); ++i) {
            EXPECT_NEAR(result.weights.row(i).sum(), 1, 1e-6) << named(config);
            for (Eigen::Index j = 0; j < 6; ++j) {
                const auto before = result.slots.begin() + i;
                const bool closed = config.attention.mask == Masking::Visited &&
                                    std::find(result.slots.begin(), before, static_cast<int>(j)) != before;
                EXPECT_EQ(result.weights(i, j) == 0, closed) << named(config) << ' ' << i << ' ' << j;
            }
            if (config.attention.end) {
                EXPECT_GT(result.weights(i, 6), 0) << "the end is never masked";
            }
        }
    }
}

TEST(Pointer, it_writes_until_the_end_or_as_many_as_there_are) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed)
        for (const Config& config : all_configs()) {
            const nn::ParameterSet<D> set = noise(config, seed, 3);
            Random random(seed);
            const Item item = random_item(config, 5, random);
            const std::vector<int> slots = written(config, set, {&item, 1})[0].slots;
            const auto end = std::find(slots.begin(), slots.end(), 5);
            EXPECT_TRUE(end == slots.end() || end + 1 == slots.end()) << named(config);
            if (end == slots.end()) {
                EXPECT_EQ(std::ssize(slots), config.slots(5)) << named(config);
            }
        }
}

TEST(Pointer, a_batch_says_what_each_item_says_alone) {
    for (const Config& config : all_configs())
        for (const auto& lengths : {std::vector{3, 7, 5}, std::vector{4, 4, 4}}) {
            const nn::ParameterSet<D> set = noise(config, 3);
            Random random(5);
            std::vector<Item> items;
            for (const int n : lengths) items.push_back(random_item(config, n, random));
            const auto all = written(config, set, items);
            for (std::size_t b = 0; b < items.size(); ++b) {
                const Written one = written(config, set, {&items[b], 1})[0];
                EXPECT_EQ(all[b].slots, one.slots) << named(config);
                EXPECT_NEAR(all[b].log_prob, one.log_prob, 1e-12) << named(config);
                EXPECT_TRUE(all[b].weights.isApprox(one.weights, 1e-6f)) << named(config);
            }
            Tape<D> together(true);
            const nn::Graph<D> graph(together, set);
            const Var<D> loss = batch_loss<D>(config, graph, items);
            together.backward(loss);
            Tape<D> apart(true);
            const nn::Graph<D> single(apart, set);
            Var<D> sum = apart.constant(Matrix<D>::Zero(1, 1));
            for (const Item& item : items) sum = add(sum, batch_loss<D>(config, single, {&item, 1}));
            apart.backward(sum);
            EXPECT_NEAR(loss.value()(0, 0), sum.value()(0, 0), 1e-11) << named(config);
            for (int k = 0; k < set.size(); ++k)
                EXPECT_LT((graph.parameter(k).grad() - single.parameter(k).grad()).norm(), 1e-10)
                    << named(config) << ": " << set[k].name;
        }
}

TEST(Pointer, gradients_are_those_of_finite_differences) {
    for (const Config& config : all_configs()) {
        nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const std::vector<Item> items{random_item(config, 6, random), random_item(config, 4, random)};
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
                const D before = number, step = 1e-5, gradient = graph.parameter(k).grad().data()[n];
                number = before + step;
                const D up = loss_now();
                number = before - step;
                const D down = loss_now();
                number = before;
                EXPECT_NEAR((up - down) / (2 * step), gradient, 1e-7 * std::max(1.0, std::abs(gradient)))
                    << named(config) << ": " << set[k].name << " [" << n << "]";
            }
    }
}

TEST(Pointer, a_model_of_numbers_never_looks_at_the_points_again) {
    // Two inputs that leave the encoder in the same state get the same scores, whatever its points are: only
    // the last state matters. A model that points tells them apart.
    for (const Score score : {Score::Additive, Score::None}) {
        const Config config = config_of(score, Masking::None, false);
        nn::ParameterSet<D> set = noise(config, 3);
        // The forget gate is shut and nothing recurs, so that the state after the last point is of it alone.
        set[set.find("encoder.forward.weight_hh")].value.setZero();
        set[set.find("encoder.forward.bias_ih")]
            .value.middleRows(config.hidden, config.hidden)
            .setConstant(-1e6);
        Random random(5);
        Item one = random_item(config, 5, random), other = random_item(config, 5, random);
        other.points.col(4) = one.points.col(4);
        const auto first_row = [&](const Item& item) {
            return written(config, set, {&item, 1})[0].weights.row(0).eval();
        };
        EXPECT_EQ(first_row(one).isApprox(first_row(other), 1e-6f), score == Score::None);
    }
}

TEST(Pointer, a_muted_point_is_never_chosen_and_the_others_share_its_weight) {
    const Config config = config_of(Score::Additive, Masking::Visited, true);
    const nn::ParameterSet<D> set = noise(config, 3);
    Random random(5);
    const Item item = random_item(config, 6, random);
    const Written all = written(config, set, {&item, 1})[0], rest = written(config, set, {&item, 1}, {2})[0];
    EXPECT_EQ(std::count(rest.slots.begin(), rest.slots.end(), 2), 0);
    for (Eigen::Index j = 0; j < 7; ++j)
        EXPECT_NEAR(rest.weights(0, j), j == 2 ? 0 : all.weights(0, j) / (1 - all.weights(0, 2)), 1e-6);
}

TEST(Pointer, a_long_input_keeps_no_more_than_its_choices_need) {
    for (const Config& config : {config_of(Score::Additive, Masking::Visited, true)}) {
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const Item item = random_item(config, 200, random);
        Tape<D> tape(false);
        const nn::Graph<D> graph(tape, set);
        Pointing<D> pointing(config, graph, batch_of({&item, 1}));
        const int before = tape.size();
        for (int k = 0; k < 200; ++k) {
            pointing.advance();
            pointing.choose(std::vector<int>{k});
        }
        EXPECT_LE(tape.size(), before + 3);
    }
}

TEST(Pointer, each_value_has_one_row_and_one_phase_that_writes_it) {
    for (const QuantityInfo& row : values()) {
        const auto same_key = [&](const QuantityInfo& other) { return other.key == row.key; };
        EXPECT_EQ(std::count_if(values().begin(), values().end(), same_key), 1) << row.key;
        for (const std::string_view text : {row.key, row.symbol, row.meaning, row.source})
            EXPECT_FALSE(text.empty()) << row.key;
        const auto writes = [&](const PhaseInfo* phase) {
            return std::count(phase->writes.begin(), phase->writes.end(), Quantity(row)) == 1;
        };
        EXPECT_EQ(std::count_if(phases().begin(), phases().end(), writes), 1) << row.key;
    }
}

} // namespace
} // namespace heed::pointer
