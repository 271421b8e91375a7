// Every setting of an encoder-decoder's configuration, once: its key, where its value stands, what it may be,
// and what it means. What reads config.json visits them, and what writes assets/help/reference.md.
#pragma once

#include "core/models/seq2seq/config.h"
#include "core/models/seq2seq/words.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace heed {

namespace settings {

constexpr int largest_depth = 64, largest_padding = 2000, largest_heads = 1024;
constexpr double largest_factor = 1000;

template <class Row>
std::vector<std::string_view> ids_of(std::span<const Row> table) {
    std::vector<std::string_view> ids;
    for (const Row& row : table) ids.push_back(row.id);
    return ids;
}

} // namespace settings

/// Calls `visit` with each: section(name), word(key, value, names, meaning), integer(key, value, smallest,
/// largest, meaning), boolean(key, value, meaning), some(key, Reads, names, meaning) and positive(key, value,
/// largest, meaning). Code in a meaning stands in ` `, as in Markdown.
template <class Visitor>
void each_encoder_setting(Seq2SeqConfig::Encoder& e, Visitor& visit) {
    using namespace words;
    using namespace settings;
    visit.section("encoder");
    visit.word("cell", e.cell, cells, "what reads: `rnn` (tanh), `gru` or `lstm`");
    visit.boolean("bidirectional", e.bidirectional, "a second cell reads right to left");
    visit.integer("layers", e.layers, 1, largest_depth, "one above the other");
    visit.integer("embedding", e.embedding, 1, largest_size, "E, numbers of a source token");
    visit.integer("hidden", e.hidden, 1, largest_size, "H, numbers of a state, a direction");
    visit.boolean("reversed", e.reversed, "reads back to front, then the end token");
    visit.word("summary", e.summary, summaries,
               "the fixed context, without attention: `plain` [→h_T; ←h_1], `tanh` of V times that + b");
    visit.word("merge", e.merge, merges, "an annotation: `concat` [→h_j; ←h_j], `sum` →h_j + ←h_j");
    visit.integer("padded", e.padded, 0, largest_padding,
                  "shorter sources are read with padding up to this length; 0: never");
    visit.integer("padding", e.padding, 0, largest_size, "the id that stands there");
    visit.boolean("cut", e.cut, "longer sources are refused: what was trained cut them there");
}

template <class Visitor>
void each_decoder_setting(Seq2SeqConfig::Decoder& d, Visitor& visit) {
    using namespace words;
    using namespace settings;
    visit.section("decoder");
    visit.word("cell", d.cell, cells, "what writes: `rnn` (tanh), `gru` or `lstm`");
    visit.integer("layers", d.layers, 1, largest_depth, "one above the other");
    visit.integer("embedding", d.embedding, 1, largest_size, "T, numbers of a target token");
    visit.integer("hidden", d.hidden, 1, largest_size, "D, numbers of a state");
    visit.word("order", d.order, orders,
               "`bahdanau`: s_{i−1} asks, then the state goes on; `luong`: the state goes on, then s_i asks; "
               "`conditional`: a cell, then attention, then a second cell (Nematus)");
    visit.boolean("input_feeding", d.input_feeding, "luong order: something is fed back beside the token");
    visit.word("fed", d.fed, fed_back, "what is: `readout` t_{i−1}, or `context` c_{i−1}; at first 0");
    visit.boolean("reads_token", d.reads_token, "false: the cell reads what stands beside the token alone");
    visit.word("recurrent", d.recurrent, recurrents,
               "luong order, the state before: `state` s_{i−1}, `readout` t_{i−1}, `exchanged` c_{i−1} of an "
               "lstm, with s_{i−1} for its memory");
    visit.word(
        "readout", d.readout, readouts,
        "t_i of what is read, x: `tanh` (W x + b), `maxout` the larger of each two of W x + b, `linear` "
        "W x + b, `none` x");
    visit.word("readout_state", d.readout_state, readout_states,
               "bahdanau order, the state that is read: `current` s_i, `previous` s_{i−1}");
    visit.some("readout_reads", d.reads, read_names,
               "x, in this order: `context` c_i, `state`, `token` E y_{i−1}");
    visit.integer("readout_size", d.readout_size, 0, largest_size, "R, numbers of t_i; 0: D");
    visit.integer("projection", d.projection, 0, largest_size,
                  "P: the logits are W_o (W_p t_i + b) + b; 0: W_o t_i + b");
    visit.word("start", d.start, starts,
               "s_0: `bridge` tanh(W [→h_T; ←h_1] + b), `linear` without tanh, `backward` tanh(W ←h_1 + b), "
               "`mean` tanh(W mean h_j + b), `last` [→h_T; ←h_1], `forward` →h_T, `layers` layer l from the "
               "l-th of →h_T, ←h_1 of layer 0, of layer 1 …, `blocks` relu(W x + b) of all last states cut "
               "into pieces of H times the layers, `memory` of two lstms c_0 = W [→c_T; ←c_1] + b and s_0 = "
               "tanh(c_0), `zeros`");
    visit.word(
        "start_from", d.start_from, starts_from,
        "a layer of the decoder starts from the `layer` at its height, or all from the `top`; of `layers` "
        "the first of that list, or the last as many");
    visit.boolean("start_shared", d.start_shared, "one bridge for all layers");
    visit.word(
        "start_memory", d.start_memory, start_memories,
        "an lstm's c_0: `zero`, the `same` as s_0, by weights of its `own` from the encoder's as s_0 is "
        "from h (`mean`: from the same mean), or by such `linear`, without tanh");
    visit.word("context", d.context, context_places,
               "bahdanau order: `input` cell([E y; c], s), `state` cell(E y, c), `recurrent` cell(E y, [s; "
               "c]), `combined` cell(relu(W [E y; c] + b), s)");
    visit.word("gate", d.gate, gates,
               "what attention found is multiplied before anything reads it: `none`, by `one` number σ(W x + "
               "b), or `each` unit by its own");
    visit.some("gate_reads", d.gate_reads, read_names,
               "x of that, in this order: `context` before the gate, `state` that asks, `token` E y_{i−1}");
    visit.word("first_input", d.first_input, first_inputs,
               "`start` the start token, `tag` the source's first token, which the encoder does not see, "
               "`none` zeros");
    visit.boolean("copy", d.copy, "it may write the source's own words (See et al. 2017)");
}

template <class Visitor>
void each_attention_setting(Seq2SeqConfig::Attention& a, Visitor& visit) {
    using namespace words;
    using namespace settings;
    static const std::vector<std::string_view> scores = ids_of(score_table()),
                                               alignments = ids_of(attention::alignment_table());
    visit.section("attention");
    visit.word("score", a.score, scores, "the table of scores below; `none`: one fixed context");
    visit.integer("size", a.size, a.score != "none" ? 1 : 0, largest_size,
                  "A, units of a score that has some");
    visit.word("alignment", a.alignment, alignments, "the table of alignments below");
    visit.integer("window", a.window, 0, largest_size, "of a local alignment: so far to either side");
    visit.integer("positions", a.positions, 0, largest_size, "L, slots of the score `location`");
    visit.integer("filters", a.filters, 0, largest_size, "k, of the score `location-aware`");
    visit.integer("width", a.width, 0, largest_size, "r, of the same, odd");
    visit.positive("sharpen", a.sharpen, largest_factor, "of the same: softmax(sharpen · e)");
    visit.boolean("smooth", a.smooth, "of the same: σ(e) in the place of exp(e)");
    visit.positive("fertility", a.fertility, largest_factor,
                   "of the score `coverage`: the most that a token can be looked at; absent: no such limit");
    visit.positive("coverage_loss", a.coverage_loss, largest_factor,
                   "of the same, in training: what looking again costs; absent: nothing");
    visit.word("query", a.query, queries, "what asks: the `state`, or `token-state` [E y_{i−1}; s]");
    visit.integer("heads", a.heads, 1, largest_heads,
                  "K, each with its part of a score's A units, or of an annotation and what asks");
    visit.integer("values", a.values, 0, largest_size,
                  "V: what is mixed is W_v h_j + b_v, a part a head; 0: h_j itself");
    visit.integer("projection", a.projection, 0, largest_size,
                  "P: the context is W_o times all heads' parts + b_o; 0: the parts side by side");
}

template <class Visitor>
void each_setting(Seq2SeqConfig& value, Visitor& visit) {
    each_encoder_setting(value.encoder, visit);
    each_decoder_setting(value.decoder, visit);
    each_attention_setting(value.attention, visit);
    visit.section("normalisation");
    visit.word(
        "kind", value.normalisation.kind, words::normalisations,
        "layer normalisation: `gates` a gru's r and z together, its n apart (Nematus), `cell` every vector "
        "whole (Marian), `none`");
    visit.positive("epsilon", value.normalisation.epsilon, 1, "added to the variance");
}

/// What stands in the parts of such a configuration and is no setting: "attention.temprature"; empty:
/// nothing.
std::string unread_setting(const nlohmann::json& config);

} // namespace heed
