// The Transformer by its properties, along every axis of its configuration.
#include "core/base/error.h"
#include "core/models/transformer/network.h"
#include "core/models/transformer/stepper.h"
#include "core/trace/trace.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::transformer {
namespace {

struct Variant {
    const char* name;
    void (*change)(Config&);
};

// Each changes one thing, or things that come together in a family.
constexpr Variant variants[] = {
    {"plain", [](Config&) {}},
    {"before", [](Config& c) { c.norm = NormPlace::Before; }},
    {"before_with_last_norm",
     [](Config& c) {
         c.norm = NormPlace::Before;
         c.norm_last = true;
     }},
    {"rms", [](Config& c) { c.norm_kind = NormKind::Rms; }},
    {"halves", [](Config& c) { c.positions = Positions::Halves; }},
    {"fairseq",
     [](Config& c) {
         c.positions = Positions::Fairseq;
         c.position.offset = 2;
     }},
    {"learned",
     [](Config& c) {
         c.positions = Positions::Learned;
         c.position.places = 12;
         c.position.offset = 2;
     }},
    {"relative",
     [](Config& c) {
         c.positions = Positions::Relative;
         c.position.buckets = 8;
         c.position.distance = 6;
     }},
    {"relative_in_every_layer",
     [](Config& c) {
         c.positions = Positions::Relative;
         c.position.buckets = 8;
         c.position.distance = 6;
         c.position.every_layer = true;
     }},
    {"no_positions", [](Config& c) { c.positions = Positions::None; }},
    {"gelu", [](Config& c) { c.feed.activation = Activation::Gelu; }},
    {"gelu_tanh", [](Config& c) { c.feed.activation = Activation::GeluTanh; }},
    {"gelu_fast", [](Config& c) { c.feed.activation = Activation::GeluFast; }},
    {"tanh", [](Config& c) { c.feed.activation = Activation::Tanh; }},
    {"gated", [](Config& c) { c.feed.gated = true; }},
    {"no_biases",
     [](Config& c) {
         c.attention.bias = false;
         c.feed.bias = false;
         c.output.bias = false;
     }},
    {"unscaled",
     [](Config& c) {
         c.attention.scaled = false;
         c.scale_embedding = false;
     }},
    {"scaled_by_layer", [](Config& c) { c.attention.by_layer = true; }},
    {"heads_wider_than_their_share", [](Config& c) { c.encoder.head_size = c.decoder.head_size = 5; }},
    {"embedding_norm", [](Config& c) { c.embedding.norm = true; }},
    {"tied",
     [](Config& c) {
         c.output.tied = true;
         c.output.scale = 0.5;
     }},
    {"shared_and_tied",
     [](Config& c) {
         c.embedding.shared = c.output.tied = true;
         c.target_vocabulary = c.source_vocabulary; // the larger: every token of the tests is in it
     }},
    {"sides_of_other_sizes",
     [](Config& c) {
         c.encoder = {1, 3, 6, 0, 5};
         c.decoder = {3, 2, 4, 0, 7};
     }},
};

Config small() {
    Config c;
    c.encoder = c.decoder = {2, 2, 4, 0, 6};
    c.feed.activation = Activation::Silu; // smooth, so that differences are
    c.source_vocabulary = 7;
    c.target_vocabulary = 6;
    return c;
}

template <class T>
nn::ParameterSet<T> random_parameters(const Config& config, std::uint64_t seed = 1) {
    nn::ParameterSet<T> set = declare<T>(config);
    Random random(seed);
    for (int k = 0; k < set.size(); ++k)
        for (T& value : set[k].value.reshaped())
            value = static_cast<T>(random.uniform(-0.6, 0.6) + (set[k].name.ends_with(".gain") ? 1 : 0));
    return set;
}

/// Two items of lengths 4 and 3, position by position.
nn::Sequences two_sources() { return {2, 4, {3, 4, 5, 6, 2, 2, 4, 0}, {4, 3}, {}}; }
nn::Sequences two_inputs() { return {2, 3, {1, 1, 3, 4, 5, 0}, {3, 2}, {}}; }

class Variants : public testing::TestWithParam<Variant> {
protected:
    Config config() const {
        Config c = small();
        GetParam().change(c);
        return c;
    }
};

template <class T>
Var<T> loss_of(const Config& config, nn::Graph<T>& graph) {
    const Var<T> log_probs = Transformer<T>(config, graph).forced(two_sources(), two_inputs());
    const std::vector<int> targets{3, 4, 5, 2, 2, 0};
    const std::vector<T> weights{1, 1, 1, 1, 1, 0}; // the last is padding
    return negative_log_likelihood<T>(log_probs, targets, weights);
}

TEST_P(Variants, gradients_agree_with_finite_differences) {
    const Config c = config();
    nn::ParameterSet<double> set = random_parameters<double>(c);
    Tape<double> tape(true);
    nn::Graph<double> graph(tape, set);
    tape.backward(loss_of(c, graph));
    const auto loss = [&] {
        Tape<double> still(false);
        nn::Graph<double> g(still, set);
        return loss_of(c, g).value()(0, 0);
    };
    Random random(5);
    for (int k = 0; k < set.size(); ++k) // some entries of each parameter
        for (int n = 0; n < 3; ++n) {
            const auto at =
                static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(set[k].value.size())));
            double& x = set[k].value.data()[at];
            const double old = x, h = 1e-5, found = graph.parameter(k).grad().data()[at];
            x = old + h;
            const double up = loss();
            x = old - h;
            const double down = loss();
            x = old;
            EXPECT_NEAR(found, (up - down) / (2 * h), 2e-7 * std::max(1.0, std::abs(found))) << set[k].name;
        }
}

/// log p (V, N) of one source, forced, at once.
MatrixXf at_once(const Config& config, const nn::ParameterSet<float>& set, const std::vector<int>& source,
                 const std::vector<int>& inputs) {
    Tape<float> tape(false);
    nn::Graph<float> graph(tape, set);
    return Transformer<float>(config, graph)
        .forced(nn::Sequences::single(source), nn::Sequences::single(inputs))
        .value();
}

TEST_P(Variants, step_by_step_is_all_at_once) {
    const Config c = config();
    const auto set = random_parameters<float>(c);
    const std::vector<int> source{3, 4, 2, 5, 2}, inputs{1, 3, 5, 4, 3};
    const MatrixXf expected = at_once(c, set, source, inputs);
    const auto stepper = make_stepper(c, set);
    stepper->start(nn::Sequences::single(source));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        stepper->advance(std::span(inputs).subspan(i, 1));
        EXPECT_LT((stepper->log_probs() - expected.col(static_cast<Eigen::Index>(i))).cwiseAbs().maxCoeff(),
                  2e-5f);
        EXPECT_NEAR(stepper->weights()->sum(), 1, 1e-5);
        stepper->forget();
    }
}

TEST_P(Variants, padding_changes_nothing) {
    const Config c = config();
    const auto set = random_parameters<float>(c);
    Tape<float> tape(false);
    nn::Graph<float> graph(tape, set);
    const MatrixXf both = Transformer<float>(c, graph).forced(two_sources(), two_inputs()).value();
    const MatrixXf longer = at_once(c, set, {3, 5, 2, 4}, {1, 3, 5}),
                   shorter = at_once(c, set, {4, 6, 2}, {1, 4});
    for (int i = 0; i < 3; ++i)
        EXPECT_LT((both.col(2 * i) - longer.col(i)).cwiseAbs().maxCoeff(), 2e-5f) << i;
    for (int i = 0; i < 2; ++i)
        EXPECT_LT((both.col(2 * i + 1) - shorter.col(i)).cwiseAbs().maxCoeff(), 2e-5f) << i;
}

TEST_P(Variants, a_configuration_is_read_as_it_was_written) {
    const Config c = config();
    nlohmann::json json;
    to_json(json, c);
    Config read = config_from_json(json, "test");
    read.source_vocabulary = c.source_vocabulary;
    read.target_vocabulary = c.target_vocabulary;
    EXPECT_EQ(read, c);
}

INSTANTIATE_TEST_SUITE_P(Transformer, Variants, testing::ValuesIn(variants),
                         [](const auto& info) { return std::string(info.param.name); });

// ---- a decoder alone

Config decoder_alone() {
    Config c = small();
    c.kind = Kind::Decoder;
    c.norm = NormPlace::Before;
    c.norm_last = true;
    c.positions = Positions::Learned;
    c.position.places = 12;
    c.output.tied = true;
    c.output.bias = false;
    return c;
}

TEST(TransformerDecoder, goes_on_from_what_it_read) {
    const Config c = decoder_alone();
    const auto set = random_parameters<float>(c);
    const std::vector<int> source{3, 4, 2}, inputs{0, 5, 1, 4};
    const MatrixXf expected = at_once(c, set, source, inputs);
    ASSERT_EQ(expected.cols(), 4);
    const auto stepper = make_stepper(c, set);
    stepper->start(nn::Sequences::single(source));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        stepper->advance(std::span(inputs).subspan(i, 1)); // the first is not looked at
        EXPECT_LT((stepper->log_probs() - expected.col(static_cast<Eigen::Index>(i))).cwiseAbs().maxCoeff(),
                  2e-5f);
        EXPECT_EQ(stepper->weights()->cols(), static_cast<Eigen::Index>(3 + i));
        EXPECT_NEAR(stepper->weights()->sum(), 1, 1e-5);
        stepper->forget();
    }
    EXPECT_THROW(at_once(c, set, source, std::vector<int>(11, 0)), Error); // there are 12 places
}

TEST(TransformerDecoder, items_of_other_lengths_do_not_touch_each_other) {
    const Config c = decoder_alone();
    const auto set = random_parameters<float>(c);
    const nn::Sequences sources{2, 4, {3, 5, 1, 4, 4, 0, 5, 0}, {4, 2}, {}};
    const auto both = make_stepper(c, set);
    both->start(sources);
    const std::vector<std::vector<int>> alone{{3, 1, 4, 5}, {5, 4}};
    const std::vector<std::vector<int>> inputs{{0, 2, 3}, {0, 4, 1}};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::vector<int> ids{inputs[0][i], inputs[1][i]};
        both->advance(ids);
        for (std::size_t b = 0; b < 2; ++b) {
            const MatrixXf expected = at_once(c, set, alone[b], inputs[b]);
            EXPECT_LT((both->log_probs().col(static_cast<Eigen::Index>(b)) -
                       expected.col(static_cast<Eigen::Index>(i)))
                          .cwiseAbs()
                          .maxCoeff(),
                      2e-5f);
            EXPECT_NEAR(both->weights()->row(static_cast<Eigen::Index>(b)).sum(), 1, 1e-5);
        }
        both->forget();
    }
}

// ---- continuations of one source

class TransformerSteps : public testing::Test {
protected:
    Config config = small();
    nn::ParameterSet<float> set = random_parameters<float>(config);
    std::unique_ptr<Stepper> begun() {
        auto stepper = make_stepper(config, set);
        stepper->start(nn::Sequences::single({3, 4, 5, 2}));
        return stepper;
    }
    void feed(Stepper& stepper, std::vector<int> ids, const attention::Intervention<float>* hand = nullptr) {
        stepper.advance(ids, hand);
        last_ = stepper.log_probs();
        stepper.forget();
    }
    MatrixXf alone(const std::vector<int>& inputs) {
        return at_once(config, set, {3, 4, 5, 2}, inputs).rightCols(1);
    }
    void expect_last(const std::vector<std::vector<int>>& histories) {
        ASSERT_EQ(last_.cols(), std::ssize(histories));
        for (std::size_t b = 0; b < histories.size(); ++b)
            EXPECT_LT((last_.col(static_cast<Eigen::Index>(b)) - alone(histories[b])).cwiseAbs().maxCoeff(),
                      2e-5f)
                << b;
    }
    MatrixXf last_;
};

TEST_F(TransformerSteps, reorder_goes_on_from_the_named_parents) {
    const auto stepper = begun();
    feed(*stepper, {1});
    stepper->reorder({0, 0, 0});
    feed(*stepper, {3, 4, 5});
    expect_last({{1, 3}, {1, 4}, {1, 5}});
    stepper->reorder({2, 0});
    feed(*stepper, {4, 4});
    expect_last({{1, 5, 4}, {1, 3, 4}});
    stepper->reorder({1, 1, 0, 0});
    feed(*stepper, {2, 3, 2, 3});
    expect_last({{1, 3, 4, 2}, {1, 3, 4, 3}, {1, 5, 4, 2}, {1, 5, 4, 3}});
}

TEST_F(TransformerSteps, fan_out_goes_back_to_where_it_was_held) {
    const auto stepper = begun();
    feed(*stepper, {1});
    feed(*stepper, {3});
    stepper->hold();
    for (int again = 0; again < 2; ++again) {
        stepper->fan_out(3);
        feed(*stepper, {2, 3, 4});
        expect_last({{1, 3, 2}, {1, 3, 3}, {1, 3, 4}});
    }
}

TEST_F(TransformerSteps, a_hand_that_changes_nothing_changes_nothing) {
    const auto stepper = begun();
    attention::Intervention<float> hand;
    hand.change = [](Var<float> own, const MatrixXf&) { return own; };
    feed(*stepper, {1}, &hand);
    feed(*stepper, {3}, &hand);
    expect_last({{1, 3}});
}

TEST_F(TransformerSteps, a_hand_is_on_every_head_and_is_told_the_row_before) {
    const auto stepper = begun();
    int calls = 0;
    attention::Intervention<float> hand;
    hand.change = [&](Var<float> own, const MatrixXf& before) {
        ++calls;
        EXPECT_EQ(before.size(), 0);
        return own.tape().constant(MatrixXf::Constant(1, own.cols(), 0.25f));
    };
    feed(*stepper, {1}, &hand);
    EXPECT_EQ(calls, 4); // two layers of two heads
    EXPECT_TRUE(stepper->weights()->isApproxToConstant(0.25f));
    hand.change = [&](Var<float> own, const MatrixXf& before) {
        EXPECT_TRUE(before.isApproxToConstant(0.25f));
        return own;
    };
    feed(*stepper, {3}, &hand);
    EXPECT_FALSE(stepper->weights()->isApproxToConstant(0.25f));
}

TEST_F(TransformerSteps, heat_makes_rows_even) {
    const auto stepper = begun();
    attention::Intervention<float> hand;
    hand.temperature = 1e6f;
    feed(*stepper, {1}, &hand);
    EXPECT_TRUE(stepper->weights()->isApproxToConstant(0.25f, 1e-4f));
}

TEST_F(TransformerSteps, one_head_can_stand_for_the_model) {
    const auto rows_of = [&](int layer, int head) {
        config.attention.layer = layer;
        config.attention.head = head;
        const auto stepper = begun();
        feed(*stepper, {1});
        return MatrixXf(*stepper->weights());
    };
    const MatrixXf mean = rows_of(1, 0), first = rows_of(1, 1), second = rows_of(1, 2);
    EXPECT_LT((mean - (first + second) / 2).cwiseAbs().maxCoeff(), 1e-6f);
    EXPECT_GT((first - second).cwiseAbs().maxCoeff(), 1e-3f);
    EXPECT_EQ(rows_of(0, 0), rows_of(2, 0)); // 0: the last layer
}

// ---- positions

} // namespace
} // namespace heed::transformer
