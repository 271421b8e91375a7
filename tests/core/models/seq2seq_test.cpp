// The whole model: finite differences through a padded batch, and what batching must not change.
#include "core/models/seq2seq/network.h"
#include "core/models/seq2seq/phases.h"
#include "tests/core/autodiff/gradcheck.h"

#include <nlohmann/json.hpp>

namespace heed {
namespace {

Seq2SeqConfig tiny(CellKind cell, const std::string& score, int layers, bool bidirectional) {
    Seq2SeqConfig c;
    c.encoder.cell = cell;
    c.encoder.bidirectional = bidirectional;
    c.encoder.layers = layers;
    c.encoder.embedding = 3;
    c.encoder.hidden = 2;
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

struct Shape {
    std::string name;
    Seq2SeqConfig config;
};

/// Every score in every order, every alignment, and every switch that seq2seq_config.h has.
std::vector<Shape> shapes() {
    std::vector<Shape> all;
    const auto add = [&](std::string name, const auto& change) {
        Seq2SeqConfig c = tiny(CellKind::Gru, "additive", 1, true);
        change(c);
        for (char& letter : name)
            if (letter == '-') letter = '_';
        all.push_back({std::move(name), c});
    };
    std::vector<std::string> functions{"local-m", "local-p"};
    for (const ScoreInfo& score : score_table()) functions.emplace_back(score.id);
    for (const std::string& function : functions)
        for (const char* style : {"bahdanau", "luong", "feeding"})
            add(function + "_" + style, [&](Seq2SeqConfig& c) {
                c.attention.window = 1;
                c.attention.positions = 3; // fewer than the longest source
                c.attention.filters = 2;
                c.attention.width = 3;
                set_function(c.attention, function);
                c.decoder.order = style == std::string("bahdanau") ? Order::Bahdanau : Order::Luong;
                c.decoder.input_feeding = style == std::string("feeding");
            });
    add("lstm", [](auto& c) { c.encoder.cell = c.decoder.cell = CellKind::Lstm; });
    add("rnn", [](auto& c) { c.encoder.cell = c.decoder.cell = CellKind::Rnn; });
    add("stacked_lstm", [](auto& c) {
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
        c.encoder.layers = c.decoder.layers = 2;
    });
    add("stacked_luong_feeding", [](auto& c) {
        c.encoder.layers = c.decoder.layers = 2;
        c.decoder.order = Order::Luong;
        c.decoder.input_feeding = true;
    });
    add("one_way", [](auto& c) {
        c.encoder.bidirectional = false;
        c.encoder.layers = c.decoder.layers = 2;
    });
    add("reversed", [](auto& c) { c.encoder.reversed = true; });
    add("reversed_one_way_none", [](auto& c) {
        c.encoder.reversed = true;
        c.encoder.bidirectional = false;
        c.attention.score = "none";
    });
    add("maxout", [](auto& c) { c.decoder.readout = Readout::Maxout; });
    add("readout_from_the_state_before", [](auto& c) { c.decoder.readout_state = ReadoutState::Previous; });
    add("maxout_from_the_state_before", [](auto& c) {
        c.decoder.readout = Readout::Maxout;
        c.decoder.readout_state = ReadoutState::Previous;
    });
    add("start_zeros", [](auto& c) { c.decoder.start = Start::Zeros; });
    add("start_zeros_cosine", [](auto& c) {
        c.decoder.start = Start::Zeros;
        c.attention.score = "cosine-beta";
    });
    add("start_backward", [](auto& c) { c.decoder.start = Start::Backward; });
    add("start_last_lstm", [](auto& c) {
        c.decoder.start = Start::Last;
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
    });
    add("context_in_place_of_the_state", [](auto& c) { c.decoder.context = ContextPlace::State; });
    add("context_beside_the_state_lstm", [](auto& c) {
        c.decoder.context = ContextPlace::Recurrent;
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
    });
    add("cho_2014", [](auto& c) {
        c.encoder.bidirectional = false;
        c.encoder.summary = Summary::Tanh;
        c.attention.score = "none";
        c.decoder.context = ContextPlace::Recurrent;
        c.decoder.readout = Readout::Maxout;
    });
    add("sum_stacked_start_layers", [](auto& c) {
        c.encoder.merge = Merge::Sum;
        c.encoder.layers = c.decoder.layers = 2;
        c.decoder.hidden = 2;
        c.decoder.start = Start::Layers;
        c.decoder.order = Order::Luong;
        c.attention.score = "general";
    });
    add("sum_stacked_start_last_layers", [](auto& c) {
        c.encoder.merge = Merge::Sum;
        c.encoder.layers = 2;
        c.decoder.layers = 3;
        c.decoder.hidden = 2;
        c.decoder.start = Start::Layers;
        c.decoder.start_from = StartFrom::Top;
        c.decoder.order = Order::Luong;
    });
    add("sum_none", [](auto& c) {
        c.encoder.merge = Merge::Sum;
        c.attention.score = "none";
    });
    const auto conditional = [](Seq2SeqConfig& c, nn::NormKind kind) {
        c.decoder.order = Order::Conditional;
        c.decoder.start = Start::Mean;
        c.decoder.first_input = FirstInput::None;
        c.decoder.reads.token = true;
        c.decoder.readout_size = 5;
        if (kind != nn::NormKind::None) c.normalisation = {kind, 1e-3};
    };
    add("conditional", [&](auto& c) { conditional(c, nn::NormKind::None); });
    add("conditional_norm_gates", [&](auto& c) { conditional(c, nn::NormKind::Gates); });
    add("conditional_norm_cell", [&](auto& c) { conditional(c, nn::NormKind::Cell); });
    add("norm_lstm", [](auto& c) {
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
        c.normalisation.kind = nn::NormKind::Gates;
    });
    add("start_linear_own_memory_projection", [](auto& c) {
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
        c.encoder.layers = c.decoder.layers = 2;
        c.decoder.start = Start::Linear;
        c.decoder.start_shared = true;
        c.decoder.start_memory = StartMemory::Own;
        c.decoder.order = Order::Luong;
        c.decoder.input_feeding = true;
        c.decoder.projection = 3;
        c.decoder.readout_size = 5;
    });
    add("start_bridge_top_same_memory", [](auto& c) {
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
        c.encoder.layers = c.decoder.layers = 2;
        c.decoder.start_from = StartFrom::Top;
        c.decoder.start_memory = StartMemory::Same;
    });
    add("start_mean_own_memory", [](auto& c) {
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
        c.decoder.order = Order::Conditional;
        c.decoder.start = Start::Mean;
        c.decoder.start_memory = StartMemory::Own;
    });
    add("start_bridge_linear_memory", [](auto& c) {
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
        c.decoder.start_memory = StartMemory::Linear;
        c.decoder.order = Order::Luong;
        c.decoder.recurrent = Recurrent::Readout;
    });
    add("start_blocks_lstm_linear", [](auto& c) {
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
        c.encoder.layers = c.decoder.layers = 2;
        c.decoder.start = Start::Blocks;
        c.decoder.order = Order::Luong;
        c.decoder.readout = Readout::Linear;
    });
    add("slots_combined", [](auto& c) {
        c.encoder.bidirectional = false;
        c.decoder.hidden = 2;
        c.decoder.start = Start::Forward;
        c.decoder.context = ContextPlace::Combined;
        c.decoder.readout = Readout::None;
        c.decoder.reads = {false, true, false};
        c.attention.score = "location";
        c.attention.positions = 5;
        c.attention.query = Asks::TokenState;
        c.attention.alignment = attention::AlignmentKind::Slots;
    });
    add("fed_the_context", [](auto& c) {
        c.decoder.order = Order::Luong;
        c.decoder.input_feeding = true;
        c.decoder.fed = Fed::Context;
    });
    add("fed_the_context_no_readout", [](auto& c) {
        c.decoder.order = Order::Luong;
        c.decoder.input_feeding = true;
        c.decoder.fed = Fed::Context;
        c.decoder.readout = Readout::None;
    });
    add("fed_the_context_alone", [](auto& c) {
        c.decoder.order = Order::Luong;
        c.decoder.input_feeding = true;
        c.decoder.fed = Fed::Context;
        c.decoder.reads_token = false;
        c.decoder.reads.token = true;
    });
    add("context_without_the_token", [](auto& c) { c.decoder.reads_token = false; });
    add("readout_for_the_state_lstm_feeding", [](auto& c) {
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
        c.decoder.order = Order::Luong;
        c.decoder.input_feeding = true;
        c.decoder.recurrent = Recurrent::Readout;
    });
    add("state_and_memory_exchanged", [](auto& c) {
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
        c.decoder.order = Order::Luong;
        c.decoder.input_feeding = true;
        c.decoder.recurrent = Recurrent::Exchanged;
    });
    add("start_memory_lstm", [](auto& c) {
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
        c.decoder.start = Start::Memory;
    });
    add("padding_is_read", [](auto& c) {
        c.encoder.bidirectional = false;
        c.encoder.layers = c.decoder.layers = 2;
        c.encoder.padded = 4; // of sources some are longer
        c.decoder.hidden = 2;
        c.decoder.start = Start::Last;
    });
    add("padding_is_read_both_ways", [](auto& c) {
        c.encoder.layers = 2;
        c.encoder.padded = 4;
    });
    add("readout_none", [](auto& c) {
        c.decoder.readout = Readout::None;
        c.decoder.reads.token = true;
    });
    add("gate_of_one_number", [](auto& c) { c.decoder.gate = Gate::One; });
    add("gate_of_every_unit_fed_back", [](auto& c) {
        c.decoder.order = Order::Luong;
        c.decoder.input_feeding = true;
        c.decoder.fed = Fed::Context;
        c.decoder.gate = Gate::Each;
        c.decoder.gate_reads = {true, true, true};
    });
    add("gate_over_a_fixed_context", [](auto& c) {
        c.attention.score = "none";
        c.decoder.gate = Gate::Each;
        c.decoder.gate_reads = {false, false, true};
    });
    add("heads_additive", [](auto& c) { c.attention.heads = c.attention.size = 2; });
    add("heads_additive_values_projection_fed", [](auto& c) {
        c.attention.heads = 2;
        c.attention.size = c.attention.values = 4;
        c.attention.projection = 3;
        c.decoder.order = Order::Luong;
        c.decoder.input_feeding = true;
        c.decoder.fed = Fed::Context;
    });
    add("heads_scaled_gate", [](auto& c) {
        set_function(c.attention, "scaled");
        c.attention.heads = 2;
        c.attention.projection = 3;
        c.decoder.gate = Gate::Each;
        c.decoder.gate_reads = {true, true, true};
    });
    add("heads_general_beside_the_state_lstm", [](auto& c) {
        set_function(c.attention, "general");
        c.attention.heads = 2;
        c.attention.projection = 3;
        c.decoder.context = ContextPlace::Recurrent;
        c.encoder.cell = c.decoder.cell = CellKind::Lstm;
    });
    add("heads_projected_scaled_conditional", [&](auto& c) {
        conditional(c, nn::NormKind::None);
        set_function(c.attention, "projected-scaled");
        c.attention.heads = 2;
        c.attention.size = c.attention.values = 6;
        c.attention.query = Asks::TokenState;
    });
    add("one_head_of_values", [](auto& c) { c.attention.values = 3; });
    add("gate_conditional_token_state", [&](auto& c) {
        conditional(c, nn::NormKind::None);
        c.decoder.gate = Gate::One;
        c.attention.query = Asks::TokenState;
    });
    return all;
}

class Seq2SeqShapes : public testing::TestWithParam<Shape> {};

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

INSTANTIATE_TEST_SUITE_P(models, Seq2SeqShapes, testing::ValuesIn(shapes()),
                         [](const auto& p) { return p.param.name; });

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
