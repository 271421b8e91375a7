// Laws of one recurrent network over its own past: whom a step may look at, how far its weights can go, what
// a batch, padding and a muted token change, and gradients.
#include "core/models/one_rnn/phases.h"
#include "core/models/one_rnn/values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed::one_rnn {
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

Config config_of(Kind kind, Score score = Score::Mean) {
    Config config;
    config.kind = kind;
    config.vocabulary = 9;
    config.encoder = {.embedding = 4, .hidden = 6};
    config.attention = {
        .score = score, .size = 3, .roles = kind == Kind::KeyValuePredict ? 3 : 2, .window = 4};
    return config;
}
/// Every architecture in each of its forms.
std::vector<Config> all_configs() {
    std::vector<Config> configs;
    for (const Score score : {Score::Mean, Score::Sum, Score::Scaled, Score::Bilinear, Score::None})
        configs.push_back(config_of(Kind::SelfAttention, score));
    for (const Kind kind : {Kind::Lstmn, Kind::KeyValue, Kind::KeyValuePredict})
        configs.push_back(config_of(kind));
    configs.push_back(config_of(Kind::KeyValue));
    configs.back().attention.roles = 1;
    return configs;
}
std::string named(const Config& config) {
    return std::string(id(config.kind)) + " " + std::string(score_name(config.kind, config.attention.score)) +
           " " + std::to_string(config.attention.roles);
}

/// Scored at the last token, or at every second one.
Item random_item(const Config& config, int length, Random& random, bool last_only = true) {
    const auto word = [&] {
        return static_cast<int>(random.below(static_cast<std::uint64_t>(config.vocabulary)));
    };
    Item item;
    for (int t = 0; t < length; ++t) {
        item.tokens.push_back(word());
        item.targets.push_back(t + 1 == length || (!last_only && t % 2 == 0) ? word() : -1);
    }
    return item;
}

std::map<std::string, Matrix<D>> values_of(const Config& config, const nn::ParameterSet<D>& set,
                                           const Item& item, std::set<int> muted = {}) {
    Record<D> record;
    const Listener<D> listener = record.listener();
    Tape<D> tape(false);
    const nn::Graph<D> graph(tape, set);
    Batch batch = batch_of({&item, 1});
    batch.muted = std::move(muted);
    answer_each(config, graph, read(config, graph, batch, listener), listener);
    return record.take();
}

TEST(OneRnn, no_step_looks_at_itself_or_ahead_and_what_is_not_there_is_blank) {
    for (const Config& config : all_configs()) {
        Random random(5);
        const auto values = values_of(config, noise(config, 3), random_item(config, 8, random));
        EXPECT_EQ(values.contains("self.weights"), config.attends()) << named(config);
        if (!config.attends()) continue;
        for (const char* key : {"self.weights", "self.energies"}) {
            const Matrix<D>& past = values.at(key); // (past, step)
            ASSERT_EQ(past.rows(), 8);
            ASSERT_EQ(past.cols(), 8);
            for (int t = 0; t < 8; ++t)
                for (int i = 0; i < 8; ++i) {
                    const bool there = i < t && (!config.key_value() || i >= t - config.attention.window);
                    EXPECT_EQ(!std::isnan(past(i, t)), there)
                        << named(config) << ' ' << key << ' ' << t << ' ' << i;
                }
        }
    }
}

TEST(OneRnn, what_a_step_looks_at_sums_to_one) {
    for (const Config& config : all_configs()) {
        if (!config.attends()) continue;
        Random random(5);
        const auto values = values_of(config, noise(config, 3), random_item(config, 8, random));
        const Matrix<D>& weights = values.at("self.weights");
        EXPECT_TRUE(weights.col(0).array().isNaN().all())
            << named(config); // there is nothing to look back at
        for (int t = 1; t < 8; ++t)
            EXPECT_NEAR(weights.col(t).array().isNaN().select(0, weights.col(t).array()).sum(), 1, 1e-12)
                << named(config);
    }
}

TEST(OneRnn, a_mean_of_products_stays_within_one_and_its_weights_below_their_ceiling) {
    const Config config = config_of(Kind::SelfAttention, Score::Mean);
    double largest = 0, nearest = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const nn::ParameterSet<D> set = noise(config, seed, 6); // states near ±1
        Random random(seed);
        const auto values = values_of(config, set, random_item(config, 12, random));
        const Matrix<D>&z = values.at("self.energies"), &p = values.at("self.weights"),
              &ceiling = values.at("self.ceiling");
        EXPECT_TRUE(std::isnan(ceiling(0, 0)));
        for (int t = 1; t < 12; ++t) {
            const double e2 = std::exp(2.0), bound = e2 / (e2 + t - 1); // t states are in memory
            EXPECT_DOUBLE_EQ(ceiling(0, t), bound);
            for (int i = 0; i < t; ++i) {
                EXPECT_LE(std::abs(z(i, t)), 1);
                EXPECT_LE(p(i, t), bound * (1 + 1e-12));
                largest = std::max(largest, std::abs(z(i, t)));
                if (t > 1) nearest = std::max(nearest, p(i, t) / bound);
            }
        }
    }
    EXPECT_GT(largest, 0.9); // the bounds are nearly met, not idle
    EXPECT_GT(nearest, 0.6);
}

TEST(OneRnn, the_same_states_on_its_own_scale_give_its_own_weights) {
    for (const Score score : {Score::Mean, Score::Sum, Score::Scaled}) {
        const Config config = config_of(Kind::SelfAttention, score);
        Random random(5);
        const auto values = values_of(config, noise(config, 3), random_item(config, 8, random));
        const std::string key = "same_states." + std::string(score_name(config.kind, score)) + ".weights";
        const auto filled = [](const Matrix<D>& m) {
            return Matrix<D>(m.array().isNaN().select(0, m.array()));
        };
        EXPECT_TRUE(filled(values.at(key)).isApprox(filled(values.at("self.weights")), 1e-12)) << key;
    }
    for (const Config& config : all_configs()) {
        Random random(5);
        const auto values = values_of(config, noise(config, 3), random_item(config, 4, random));
        EXPECT_EQ(values.contains("same_states.sum.weights"), config.product()) << named(config);
    }
}

TEST(OneRnn, the_start_is_a_slot_of_energy_zero) {
    for (const Score score : {Score::Mean, Score::Sum, Score::Scaled, Score::Bilinear}) {
        const Config config = config_of(Kind::SelfAttention, score);
        Random random(5);
        const auto values = values_of(config, noise(config, 3), random_item(config, 8, random));
        for (int t = 1; t < 8; ++t) EXPECT_EQ(values.at("self.energies")(0, t), 0);
        EXPECT_EQ(values.at("self.context").col(0).norm(), 0); // nothing in memory
        EXPECT_EQ(values.at("self.context").col(1).norm(), 0); // only the start
        EXPECT_EQ(values.at("states").cols(), 9);
    }
}

TEST(OneRnn, without_attention_it_is_the_same_network_whose_context_is_zero) {
    Config config = config_of(Kind::SelfAttention, Score::None), attends = config;
    attends.attention.score = Score::Mean;
    nn::ParameterSet<D> plain = noise(config, 3), wide = noise(attends, 3);
    for (int k = 0; k < plain.size(); ++k) {
        Matrix<D>& value = wide[wide.find(plain[k].name)].value;
        value.setZero(); // what meets the context too
        value.leftCols(plain[k].value.cols()) = plain[k].value;
    }
    Random random(5);
    const Item item = random_item(config, 7, random);
    EXPECT_TRUE(values_of(config, plain, item)
                    .at("log_probs")
                    .isApprox(values_of(attends, wide, item).at("log_probs"), 1e-12));
}

TEST(OneRnn, a_batch_is_its_items_side_by_side) {
    for (const Config& config : all_configs())
        for (const bool last_only : {true, false}) {
            const nn::ParameterSet<D> set = noise(config, 3);
            Random random(5);
            std::vector<Item> items;
            for (const int length : {4, 1, 7})
                items.push_back(random_item(config, length, random, last_only));

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

TEST(OneRnn, gradients_are_those_of_finite_differences) {
    for (const Config& config : all_configs()) {
        nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const std::vector<Item> items{random_item(config, 7, random, false), random_item(config, 5, random)};
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

TEST(OneRnn, what_a_muted_token_had_goes_to_the_others_in_their_shares) {
    for (const Config& config : all_configs()) {
        if (!config.attends()) continue;
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const Item item = random_item(config, 6, random);
        const int place = config.self_attention() ? 3 : 2; // of the state after token 2
        const int heard_first = place + 1;                 // the first step that could look at it
        const auto all = values_of(config, set, item), rest = values_of(config, set, item, {2});
        const Matrix<D>&before = all.at("self.weights"), &after = rest.at("self.weights");
        EXPECT_TRUE(all.at("states").leftCols(heard_first).isApprox(rest.at("states").leftCols(heard_first)));
        for (int t = heard_first; t < 6; ++t) EXPECT_EQ(after(place, t), 0) << named(config);
        for (int i = 0; i < heard_first; ++i) { // at that step nothing has changed but this
            if (i == place || std::isnan(before(i, heard_first))) continue;
            EXPECT_NEAR(after(i, heard_first), before(i, heard_first) / (1 - before(place, heard_first)),
                        1e-12)
                << named(config);
        }
    }
}

TEST(OneRnn, with_all_of_the_past_muted_nothing_is_looked_up) {
    const Config config = config_of(Kind::KeyValue);
    Random random(5);
    const auto values = values_of(config, noise(config, 3), random_item(config, 4, random), {0, 1, 2, 3});
    EXPECT_EQ(values.at("self.context").norm(), 0);
    EXPECT_EQ(values.at("self.weights")(1, 3), 0);
    EXPECT_TRUE(values.at("log_probs").allFinite());
}

TEST(OneRnn, maps_by_token_name_the_same_pair_in_every_kind) {
    for (const Config& config : all_configs()) {
        if (!config.attends()) continue;
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        const Item item = random_item(config, 7, random);
        Tape<D> tape(false);
        const nn::Graph<D> graph(tape, set);
        const auto pass = read<D>(config, graph, batch_of({&item, 1}));
        const int tokens = config.self_attention() ? 6 : 7; // an end token after them, or none
        const Matrix<float> map = weights_by_token(config, pass, 0, tokens);
        const Matrix<D> weights = values_of(config, set, item).at("self.weights");
        const int shift = config.self_attention() ? 1 : 0;
        ASSERT_EQ(map.rows(), tokens);
        for (int r = 0; r < tokens; ++r)
            for (int c = 0; c < tokens; ++c) {
                const D weight = weights(c + shift, r + shift);
                ASSERT_EQ(std::isnan(map(r, c)), std::isnan(weight)) << named(config);
                EXPECT_TRUE(c < r || std::isnan(weight)) << named(config);
                if (c < r && !std::isnan(weight)) {
                    EXPECT_FLOAT_EQ(map(r, c), static_cast<float>(weight)) << named(config);
                }
            }
    }
}

TEST(OneRnn, a_long_input_keeps_no_more_than_its_steps_need) {
    for (const Config& config : all_configs()) {
        const nn::ParameterSet<D> set = noise(config, 3);
        Random random(5);
        Tape<D> tape(false);
        const nn::Graph<D> graph(tape, set);
        const Item item = random_item(config, 300, random);
        read<D>(config, graph, batch_of({&item, 1}));
        EXPECT_LE(tape.size(), 5 * 300 + 40) << named(config);
    }
}

TEST(OneRnn, each_value_has_one_row_and_one_phase_that_writes_it) {
    for (const Kind kind : {Kind::SelfAttention, Kind::Lstmn, Kind::KeyValue, Kind::KeyValuePredict})
        for (const QuantityInfo& row : values(kind)) {
            const auto same_key = [&](const QuantityInfo& other) { return other.key == row.key; };
            EXPECT_EQ(std::count_if(values(kind).begin(), values(kind).end(), same_key), 1) << row.key;
            for (const std::string_view text : {row.key, row.symbol, row.meaning, row.source})
                EXPECT_FALSE(text.empty()) << row.key;
            const auto writes = [&](const PhaseInfo& phase) {
                return std::count(phase.writes.begin(), phase.writes.end(), Quantity(row)) == 1;
            };
            const auto first = phases(kind).front().id;
            EXPECT_EQ(std::count_if(phases(kind).begin(), phases(kind).end(), writes), 1)
                << id(kind) << ' ' << row.key << ' ' << first;
        }
}

} // namespace
} // namespace heed::one_rnn
