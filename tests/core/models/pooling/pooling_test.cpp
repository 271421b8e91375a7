// Laws of pooling: what a batch, an order, a muted moment and a bounded energy do to weights and answers.
#include "core/models/pooling/values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed::pooling {
namespace {

using D = double;

nn::ParameterSet<D> noise(const Config& config, std::uint64_t seed) {
    nn::ParameterSet<D> set = declare<D>(config);
    Random random(seed);
    for (int k = 0; k < set.size(); ++k)
        for (Eigen::Index n = 0; n < set[k].value.size(); ++n) set[k].value.data()[n] = random.uniform(-1, 1);
    return set;
}

Item random_item(const Config& config, int length, Random& random) {
    Item item;
    if (config.tokens())
        for (int t = 0; t < length; ++t)
            item.tokens.push_back(
                static_cast<int>(random.below(static_cast<std::uint64_t>(config.input.vocabulary))));
    else
        item.vectors =
            Matrix<D>::NullaryExpr(config.input.size, length, [&] { return random.uniform(-1, 1); });
    item.values = Matrix<D>::NullaryExpr(config.readout.size, config.sequence() ? length : 1,
                                         [&] { return random.uniform(-1, 1); });
    item.label = config.readout.size - 1;
    return item;
}

Config vectors(Kind kind) {
    Config config;
    config.kind = kind;
    config.input.size = 3;
    config.encoder.hidden = 4;
    config.attention.steps = config.dense.steps = 6;
    config.dense.size = 2;
    return config;
}
/// Every architecture in each of its forms.
std::vector<Config> all_configs() {
    std::vector<Config> configs;
    for (const Kind kind : {Kind::Attention, Kind::Keras, Kind::Dense, Kind::Mean})
        configs.push_back(vectors(kind));
    configs.push_back(vectors(Kind::Attention));
    configs.back().attention.energy = Energy::Tanh;
    configs.push_back(vectors(Kind::Keras));
    configs.back().attention.returns = Returns::Sequence;
    configs.push_back(vectors(Kind::Dense));
    configs.back().dense.over = Over::Moments;
    for (const Kind kind : {Kind::Attention, Kind::Keras, Kind::Dense, Kind::Mean}) {
        configs.push_back(vectors(kind));
        configs.back().input = {InputKind::Tokens, 3, 7};
        configs.back().readout = {ReadoutKind::Classes, 2};
    }
    return configs;
}

Matrix<D> answer_of(const Config& config, const nn::ParameterSet<D>& set, const Batch& batch) {
    Tape<D> tape(false);
    return forward(config, nn::Graph<D>(tape, set), batch).output.value();
}
Matrix<D> weights_of(const Config& config, const nn::ParameterSet<D>& set, const Batch& batch) {
    Tape<D> tape(false);
    return forward(config, nn::Graph<D>(tape, set), batch).weights.value();
}

TEST(Pooling, a_batch_is_its_items_side_by_side) {
    for (const Config& config : all_configs()) {
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        std::vector<Item> items;
        for (const int length : {4, 1, 6}) items.push_back(random_item(config, length, random));

        Tape<D> together(true);
        const nn::Graph<D> graph(together, set);
        const Var<D> loss = batch_loss<D>(config, graph, items);
        together.backward(loss);
        Tape<D> apart(true);
        const nn::Graph<D> single(apart, set);
        Var<D> sum = apart.constant(Matrix<D>::Zero(1, 1));
        for (const Item& item : items) sum = add(sum, batch_loss<D>(config, single, {&item, 1}));
        apart.backward(sum);
        EXPECT_NEAR(loss.value()(0, 0), sum.value()(0, 0), 1e-12);
        for (int k = 0; k < set.size(); ++k)
            EXPECT_TRUE(graph.parameter(k).grad().isApprox(single.parameter(k).grad(), 1e-10) ||
                        (graph.parameter(k).grad() - single.parameter(k).grad()).norm() < 1e-12)
                << id(config.kind) << ": " << set[k].name;
    }
}

TEST(Pooling, only_keras_and_dense_see_the_order) {
    for (const Config& config : all_configs()) {
        if (config.sequence()) continue;
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const Item item = random_item(config, 6, random);
        Item turned = item;
        std::reverse(turned.tokens.begin(), turned.tokens.end());
        if (!config.tokens()) turned.vectors = item.vectors.rowwise().reverse();
        const Matrix<D> forwards = answer_of(config, set, batch_of(config, {&item, 1}));
        const Matrix<D> backwards = answer_of(config, set, batch_of(config, {&turned, 1}));
        EXPECT_EQ((forwards - backwards).norm() < 1e-12, config.hidden_vectors()) << id(config.kind);
    }
}

TEST(Pooling, what_a_muted_moment_had_goes_to_the_others_in_their_shares) {
    for (const Config& config : all_configs()) {
        if (config.kind == Kind::Dense) continue;
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const Item item = random_item(config, 5, random);
        const Matrix<D> all = weights_of(config, set, batch_of(config, {&item, 1}));
        EXPECT_NEAR(all.sum(), 1, 1e-12);
        Batch batch = batch_of(config, {&item, 1});
        batch.heard(0, 1) = batch.heard(0, 4) = false;
        const Matrix<D> rest = weights_of(config, set, batch);
        EXPECT_EQ(rest(0, 1), 0);
        EXPECT_EQ(rest(0, 4), 0);
        const D heard = 1 - all(0, 1) - all(0, 4);
        for (const int t : {0, 2, 3}) EXPECT_NEAR(rest(0, t), all(0, t) / heard, 1e-12);
    }
}

TEST(Pooling, a_moment_that_dense_does_not_hear_counts_as_zeros) {
    Config config = vectors(Kind::Dense);
    config.dense.over = Over::Moments;
    const nn::ParameterSet<D> set = noise(config, 3);
    Random random(5);
    const Item item = random_item(config, 5, random);
    Item silent = item;
    silent.vectors.col(2).setZero();
    Batch batch = batch_of(config, {&item, 1});
    batch.heard(0, 2) = false;
    EXPECT_TRUE(answer_of(config, set, batch)
                    .isApprox(answer_of(config, set, batch_of(config, {&silent, 1})), 1e-12));
}

TEST(Pooling, a_bounded_energy_keeps_every_two_weights_within_e_squared) {
    Config config = vectors(Kind::Attention);
    nn::ParameterSet<D> set = noise(config, 3);
    set[set.find("attention.w")].value *= 100;
    Random random(5);
    const Item item = random_item(config, 40, random);
    const auto ratio = [&] {
        const Matrix<D> w = weights_of(config, set, batch_of(config, {&item, 1}));
        return w.maxCoeff() / w.minCoeff();
    };
    EXPECT_GT(ratio(), 1000);
    config.attention.energy = Energy::Tanh;
    EXPECT_LE(ratio(), std::exp(2.0) * (1 + 1e-12));
    EXPECT_GT(ratio(), 7);
}

TEST(Pooling, each_value_has_one_row_and_one_key) {
    for (const QuantityInfo& row : values()) {
        EXPECT_EQ(std::count_if(values().begin(), values().end(),
                                [&](const QuantityInfo& other) { return other.key == row.key; }),
                  1)
            << row.key;
        for (const std::string_view text : {row.key, row.symbol, row.meaning, row.source})
            EXPECT_FALSE(text.empty()) << row.key;
    }
}

} // namespace
} // namespace heed::pooling
