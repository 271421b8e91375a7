// The whole model: finite differences through a padded batch, and what batching must not change.
#include "core/models/seq2seq/network.h"
#include "core/models/seq2seq/phases.h"
#include "tests/core/autodiff/gradcheck.h"
#include "tests/core/models/seq2seq/shapes.h"

#include <nlohmann/json.hpp>

namespace heed {
namespace {

using test::seq2seq_shapes, test::Seq2SeqShape, test::tiny_seq2seq;

nn::ParameterSet<double> random_parameters(const Seq2SeqConfig& config) {
    nn::ParameterSet<double> set = declare_seq2seq<double>(config);
    Random random(17);
    for (int k = 0; k < set.size(); ++k)
        for (Eigen::Index n = 0; n < set[k].value.size(); ++n)
            set[k].value.data()[n] = random.uniform(-.8, .8);
    return set;
}

// Two items of lengths 4 and 2; targets of lengths 2 and 3.
const nn::Sequences padded_source{2, 4, {3, 4, 5, 2, 4, 0, 2, 0}, {4, 2}, {}};
const nn::Sequences padded_inputs{2, 3, {1, 1, 3, 4, 0, 3}, {2, 3}, {}};
const std::vector<int> padded_targets{3, 4, 2, 3, 0, 2};
const std::vector<double> padded_weights{1, 1, 1, 1, 0, 1};

double item_loss(const Seq2SeqConfig& config, const nn::ParameterSet<double>& set,
                 const std::vector<int>& source, const std::vector<int>& inputs,
                 const std::vector<int>& targets) {
    Tape<double> tape(false);
    nn::Graph<double> graph(tape, set);
    Seq2Seq<double> net(config, graph);
    const std::vector<double> ones(targets.size(), 1);
    return negative_log_likelihood<double>(
               net.forced(nn::Sequences::single(source), nn::Sequences::single(inputs)), targets, ones)
        .value()(0, 0);
}

class Seq2SeqShapes : public testing::TestWithParam<Seq2SeqShape> {};

TEST_P(Seq2SeqShapes, gradient_of_a_padded_batch_agrees_with_finite_differences) {
    const Seq2SeqConfig& config = GetParam().config;
    nn::ParameterSet<double> set = random_parameters(config);
    const auto loss = [&](Tape<double>& tape, nn::Graph<double>& graph) {
        Seq2Seq<double> net(config, graph);
        (void)tape;
        return negative_log_likelihood<double>(net.forced(padded_source, padded_inputs), padded_targets,
                                               padded_weights);
    };
    Tape<double> tape(true);
    nn::Graph<double> graph(tape, set);
    tape.backward(loss(tape, graph));
    for (int k = 0; k < set.size(); ++k)
        for (Eigen::Index n = 0; n < set[k].value.size(); ++n) {
            double values[2];
            double& x = set[k].value.data()[n];
            const double old = x, h = 1e-6;
            for (int side = 0; side < 2; ++side) {
                x = side ? old - h : old + h;
                Tape<double> t(false);
                nn::Graph<double> g(t, set);
                values[side] = loss(t, g).value()(0, 0);
            }
            x = old;
            ASSERT_NEAR(graph.parameter(k).grad().data()[n], (values[0] - values[1]) / (2 * h), 2e-8)
                << set[k].name << " " << n;
        }
}

TEST_P(Seq2SeqShapes, padding_changes_nothing) {
    const Seq2SeqConfig& config = GetParam().config;
    const nn::ParameterSet<double> set = random_parameters(config);
    Tape<double> tape(false);
    nn::Graph<double> graph(tape, set);
    Seq2Seq<double> net(config, graph);
    const double batch = negative_log_likelihood<double>(net.forced(padded_source, padded_inputs),
                                                         padded_targets, padded_weights)
                             .value()(0, 0);
    const double singly = item_loss(config, set, {3, 5, 4, 2}, {1, 3}, {3, 2}) +
                          item_loss(config, set, {4, 2}, {1, 4, 3}, {4, 3, 2});
    EXPECT_NEAR(batch, singly, 1e-12);
}

TEST_P(Seq2SeqShapes, is_accepted_as_a_configuration_and_comes_back) {
    nlohmann::json json;
    to_json(json, GetParam().config);
    Seq2SeqConfig back = seq2seq_config_from_json(json, "x");
    back.source_vocabulary = back.target_vocabulary = 0;
    Seq2SeqConfig own = GetParam().config;
    own.source_vocabulary = own.target_vocabulary = 0;
    EXPECT_EQ(back, own);
}

TEST_P(Seq2SeqShapes, outline_counts_the_phases_of_the_contract) {
    const Seq2SeqConfig& c = GetParam().config;
    const Outline o = seq2seq_outline(c, 13, 11);
    const int window = c.attention.alignment == attention::AlignmentKind::LocalP;
    const int second = c.decoder.order == Order::Conditional;
    const int decoding = (c.attention.score == "none" ? 4 : 6) + window + second;
    EXPECT_EQ(o.total(), 13 * (2 + c.encoder.layers * (c.encoder.bidirectional ? 2 : 1)) + 11 * decoding);
    EXPECT_EQ(o.over(Axis::Output)->phases.front().is(seq2seq::State), c.decoder.order != Order::Bahdanau);
}

INSTANTIATE_TEST_SUITE_P(models, Seq2SeqShapes, testing::ValuesIn(seq2seq_shapes()),
                         [](const auto& p) { return p.param.name; });

// v = 0 leaves every score equal: alpha is exactly 1/T.
TEST(Additive, with_v_zero_gives_equal_weights) {
    const Seq2SeqConfig config = tiny_seq2seq(CellKind::Gru, "additive", 1, true);
    nn::ParameterSet<double> set = random_parameters(config);
    set[set.find("attention.v")].value.setZero();
    Tape<double> tape(false);
    nn::Graph<double> graph(tape, set);
    Seq2Seq<double> net(config, graph);
    const auto memory = net.encode(nn::Sequences::single({3, 4, 5, 2}));
    auto state = net.start(memory);
    const int start = 1;
    const auto step = net.advance(memory, state, {&start, 1});
    for (int j = 0; j < 4; ++j) EXPECT_EQ(step.attended.weights.value()(0, j), 0.25);
}

} // namespace
} // namespace heed
