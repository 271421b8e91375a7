#include "tests/core/models/seq2seq/shapes.h"

namespace heed::test {

Seq2SeqConfig tiny_seq2seq(CellKind cell, const std::string& score, int layers, bool bidirectional) {
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

std::vector<Seq2SeqShape> seq2seq_shapes() {
    std::vector<Seq2SeqShape> all;
    const auto add = [&](std::string name, const auto& change) {
        Seq2SeqConfig c = tiny_seq2seq(CellKind::Gru, "additive", 1, true);
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

} // namespace heed::test
