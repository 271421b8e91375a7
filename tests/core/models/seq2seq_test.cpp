// The whole model: finite differences through a padded batch, and what batching must not change.
#include "core/models/seq2seq.h"
#include "tests/core/autodiff/gradcheck.h"

namespace heed {
namespace {

Seq2SeqConfig tiny(CellKind cell, const std::string& score, int layers, bool bidirectional) {
    Seq2SeqConfig c;
    c.encoder = {cell, bidirectional, layers, 3, 2};
    c.decoder.cell = cell;
    c.decoder.layers = layers;
    c.decoder.embedding = 3;
    c.decoder.hidden = 4;
    c.attention.score = score;
    c.attention.size = 3;
    c.source_vocabulary = 6;
    c.target_vocabulary = 5;
    return c;
}

nn::ParameterSet<double> random_parameters(const Seq2SeqConfig& config) {
    nn::ParameterSet<double> set = declare_seq2seq<double>(config);
    Random random(17);
    for (int k = 0; k < set.size(); ++k)
        for (Eigen::Index n = 0; n < set[k].value.size(); ++n)
            set[k].value.data()[n] = random.uniform(-.8, .8);
    return set;
}

// Two items of lengths 4 and 2; targets of lengths 2 and 3.
const nn::Sequences padded_source{2, 4, {3, 4, 5, 2, 4, 0, 2, 0}, {4, 2}};
const nn::Sequences padded_inputs{2, 3, {1, 1, 3, 4, 0, 3}, {2, 3}};
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

struct Shape {
    const char* name;
    CellKind cell;
    const char* score;
    int layers;
    bool bidirectional;
};

class Seq2SeqShapes : public testing::TestWithParam<Shape> {};

TEST_P(Seq2SeqShapes, gradient_of_a_padded_batch_agrees_with_finite_differences) {
    const Shape& s = GetParam();
    const Seq2SeqConfig config = tiny(s.cell, s.score, s.layers, s.bidirectional);
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
    const Shape& s = GetParam();
    const Seq2SeqConfig config = tiny(s.cell, s.score, s.layers, s.bidirectional);
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

TEST_P(Seq2SeqShapes, outline_counts_the_phases_of_the_contract) {
    const Shape& s = GetParam();
    const Outline o = seq2seq_outline(tiny(s.cell, s.score, s.layers, s.bidirectional), 13, 11);
    const int decoding = std::string(s.score) == "none" ? 4 : 6;
    EXPECT_EQ(o.total(), 13 * (2 + s.layers * (s.bidirectional ? 2 : 1)) + 11 * decoding);
}

INSTANTIATE_TEST_SUITE_P(models, Seq2SeqShapes,
                         testing::Values(Shape{"gru", CellKind::Gru, "additive", 1, true},
                                         Shape{"lstm", CellKind::Lstm, "additive", 1, true},
                                         Shape{"rnn", CellKind::Rnn, "additive", 1, true},
                                         Shape{"fixed", CellKind::Gru, "none", 1, true},
                                         Shape{"stacked_lstm", CellKind::Lstm, "additive", 2, true},
                                         Shape{"one_way", CellKind::Gru, "additive", 2, false}),
                         [](const auto& p) { return std::string(p.param.name); });

// v = 0 leaves every score equal: alpha is exactly 1/T.
TEST(Additive, with_v_zero_gives_equal_weights) {
    const Seq2SeqConfig config = tiny(CellKind::Gru, "additive", 1, true);
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
