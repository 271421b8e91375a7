// Forward, backward and state: a recurrent cell, one unit of it in numbers.
#include "app/figures/seq2seq/inspector/cells.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::inspector {
namespace {

Cell cell_of(const Subject& s, CellSite site, const Palette& p) {
    const int j = s.j + 1, i = s.i + 1;
    if (site == CellSite::Forward)
        return {site,     s.moment.phase.layer,
                s.j,      p.forward,
                "{f:→h}", "j",
                "j−1",    j,
                j - 1,    "x_j",
                "{f:→h}", seq2seq_facts(s.trace).normalised};
    if (site == CellSite::Backward)
        return {site,     s.moment.phase.layer,
                s.j,      p.backward,
                "{b:←h}", "j",
                "j+1",    j,
                j + 1,    "x_j",
                "{b:←h}", seq2seq_facts(s.trace).normalised};
    Cell cell{site,  0, s.i,   p.decoder, "{d:s}", "i",
              "i−1", i, i - 1, "x_i",     "{d:s}", seq2seq_facts(s.trace).normalised};
    if (seq2seq_facts(s.trace).recurrent_readout && i > 1) cell.state_before = "{d:ã}";
    if (seq2seq_facts(s.trace).exchanged && i > 1) cell.state_before = "{d:m}";
    if (s.two_cells && s.moment.phase.layer == 0) cell.state = "{d:q}";
    if (s.two_cells && s.moment.phase.layer == 1) { // from the query to the state, within one output
        cell.layer = 1;
        cell.before = "i";
        cell.before_number = i;
        cell.state_before = "{d:q}";
    }
    return cell;
}

/// A row's symbol: all of it in the role's colour.
std::string numbered(const std::string& symbol, int number) {
    const std::string script = "_{" + std::to_string(number) + "}";
    return symbol.ends_with('}') ? symbol.substr(0, symbol.size() - 1) + script + "}" : symbol + script;
}

// -------------------------------------------------------------------------------------------- rows

struct GateRow {
    const char *symbol, *caption;
    int gate;
    bool sigmoid;
};
constexpr std::array<GateRow, 3> gru_rows{
    {{"r", "reset", 0, true}, {"z", "update", 1, true}, {"n", "candidate", 2, false}}};
constexpr std::array<GateRow, 4> lstm_rows{{{"i", "input", 0, true},
                                            {"f", "forget", 1, true},
                                            {"o", "output", 3, true},
                                            {"g", "candidate", 2, false}}};

template <std::size_t N>
void add_gates(std::vector<ValueRow>& rows, const std::array<GateRow, N>& gates, const Unit& u,
               const Palette& p) {
    for (const GateRow& g : gates)
        rows.push_back(
            {g.symbol,
             g.caption,
             {.values = u.t.gates.col(g.gate), .color = p.t2, .from_zero = g.sigmoid, .maximum = 1},
             u.t.gates(u.k, g.gate)});
}

ValueRow state_row(const Cell& cell, const std::string& caption, int number, const Eigen::VectorXf& values,
                   int unit) {
    return {numbered(cell.state, number),
            caption,
            {.values = values, .color = cell.color, .maximum = 1},
            values(unit)};
}

std::vector<ValueRow> inside_rows(const Cell& cell, const Unit& u, const Palette& p) {
    std::vector<ValueRow> rows;
    if (u.t.cell == "lstm") {
        add_gates(rows, lstm_rows, u, p);
        const char role = cell.site == CellSite::Forward ? 'f' : cell.site == CellSite::Backward ? 'b' : 'd';
        const std::string letter = cell.site == CellSite::Decoder ? "m" : "c";
        rows.push_back({numbered(std::string("{") + role + ":" + letter + "}", cell.now_number),
                        "memory",
                        {.values = u.t.memory_after,
                         .color = cell.color,
                         .maximum = std::max(1.0f, u.t.memory_after.cwiseAbs().maxCoeff())},
                        u.t.memory_after(u.k)});
        rows.push_back(state_row(cell, "state", cell.now_number, u.t.after, u.k));
        return rows;
    }
    if (u.t.cell == "gru") add_gates(rows, gru_rows, u, p);
    rows.push_back(state_row(cell, "before", cell.before_number, u.t.before, u.k));
    rows.back().symbol = numbered(cell.state_before, cell.before_number);
    rows.push_back(state_row(cell, "after", cell.now_number, u.t.after, u.k));
    return rows;
}

/// What x is made of, for the decoder's cell.
std::string input_sentence(const Subject& s, const std::string& read) {
    const ModelFacts& model = s.trace.model;
    if (s.two_cells && s.moment.phase.layer == 1) return "x is the context c.";
    const std::string token = "x is the embedding of " + read;
    const Seq2SeqFacts& facts = seq2seq_facts(model);
    if (s.luong && facts.input_feeding) {
        const std::string back = facts.fed_context ? "the context before" : "the attentional state ã before";
        return facts.reads_token ? token + " (orange) and " + back + "." : "x is " + back + ".";
    }
    if (!facts.reads_token) return "x is the context c.";
    if (s.luong || s.two_cells) return token + ".";
    if (seq2seq_facts(model).context == "combined")
        return "x = relu(W [ y ; c ] + b), of the embedding of " + read + " and c.";
    return token + " (orange) and c (amber).";
}

std::string kept_sentence(const Subject& s, const Cell& cell, const Unit& u) {
    const std::string unit = "Unit " + std::to_string(u.k + 1);
    const std::string overall = percent(analysis::kept_share(u.t));
    if (cell.site == CellSite::Decoder) {
        const std::string read = s.i == 0 ? first_input(s.trace) : quoted_output(s.trace, s.i - 1);
        const std::string x = input_sentence(s, read);
        if (u.t.cell == "rnn") return x + " No gates: every unit is computed anew.";
        return x + " Over all units, " + overall + " of the old " +
               (u.t.cell == "lstm" ? "memory" : "state") + " is kept.";
    }
    if (u.t.cell == "gru")
        return unit + " keeps " + percent(u.gate(1)) + " of its old value and takes " +
               percent(1 - u.gate(1)) + " of the candidate. Over all units, " + overall + " is kept.";
    if (u.t.cell == "lstm")
        return unit + " forgets " + percent(1 - u.gate(1)) + " of its memory and writes " +
               percent(u.gate(0)) + " of the candidate. Over all units, " + overall + " is kept.";
    return "A plain RNN has no gates: every unit is computed anew from the input and from the whole old "
           "state.";
}

void cell_sections(Column& c, const Subject& s, CellSite site) {
    const Cell cell = cell_of(s, site, c.colors());
    const CellTerms terms = analysis::cell_terms(s.trace, site, cell.layer, cell.position);
    if (terms.units() == 0) return;
    const Unit unit{terms, s.unit_or(analysis::most_changed_unit(terms), terms.units())};

    cell_card(c, cell, unit);

    section(c, "Inside the cell",
            "unit " + std::to_string(unit.k + 1) + " of " + std::to_string(terms.units()));
    value_rows(c, inside_rows(cell, unit, c.colors()), unit.k,
               {.pitch = terms.cell == "lstm" ? 24.0f : 26.0f});
    note(c, kept_sentence(s, cell, unit), c.colors().t2);
}

// -------------------------------------------------------------------------------------------- words

std::string gates_sentence(const std::string& cell) {
    if (cell == "gru") return "Two gates decide, unit by unit, what stays.";
    if (cell == "lstm")
        return "Three gates: what to let in, what to forget, what to show. A second state, c, is the memory.";
    return "There are no gates: the whole state is written anew.";
}

std::string layer_sentence(const Subject& s) {
    const int layer = s.moment.phase.layer;
    return layer == 0 ? ""
                      : " Layer " + std::to_string(layer + 1) + " reads the states of layer " +
                            std::to_string(layer) + ".";
}

} // namespace

void build_forward(Column& c, const Subject& s) {
    const std::string token = quoted_read(s.trace, s.j), &cell = seq2seq_facts(s.trace).cell;
    std::string words = "Read " + token + ". ";
    if (cell != "lstm")
        words = s.j == 0 ? "Read " + token + ", and update the state, which starts at zero. "
                         : "Read " + token + ", and update the state that already holds “" +
                               stretch(s.trace, 0, s.j - 1) + "”. ";
    meaning(c, words + gates_sentence(cell) + layer_sentence(s));
    cell_sections(c, s, CellSite::Forward);
}

void build_backward(Column& c, const Subject& s) {
    const int last = s.trace.source_length() - 1;
    std::string words = "The same kind of cell with its own weights, reading from the end: ";
    if (s.j == last)
        words += "it begins with " + quoted_read(s.trace, s.j) + ", its state at zero.";
    else
        words += "before " + quoted_read(s.trace, s.j) + " it has read " +
                 read_words(s.trace, last, s.j + 1) + ".";
    meaning(c, words + layer_sentence(s));
    cell_sections(c, s, CellSite::Backward);
}

void build_state(Column& c, const Subject& s) {
    const std::string read = s.i > 0              ? "what it last wrote, " + quoted_output(s.trace, s.i - 1)
                             : is_tag(s.trace, 0) ? first_input(s.trace) + ", which says what to write"
                                                  : first_input(s.trace);
    const std::string next = s.i == 0 ? " and moves to its first state." : " and moves to its next state.";
    if (s.two_cells && s.moment.phase.layer == 1) {
        meaning(c, "The second cell takes the context in, and turns the query into the decoder’s new state.");
    } else {
        const std::string beside = s.two_cells                             ? ""
                                   : !s.luong                              ? ", joined with the context,"
                                   : !seq2seq_facts(s.trace).input_feeding ? ","
                                   : seq2seq_facts(s.trace).fed_context
                                       ? ", with the context before,"
                                       : ", with the attentional state before,";
        const std::string then = s.two_cells ? " in its first cell. The state it makes is what asks."
                                 : s.luong && state_asks(s.trace) ? next + " The new state is what asks."
                                                                  : next;
        const std::string context = s.luong ? "the context before" : "the context";
        meaning(c, "The decoder reads " +
                       (seq2seq_facts(s.trace).reads_token ? read + beside : context + " alone,") + then);
    }
    cell_sections(c, s, CellSite::Decoder);
}

// -------------------------------------------------------------------------------------------- tensors

namespace {

std::vector<Tensor> cell_weights(const Subject& s, const std::string& prefix) {
    const std::string& cell = seq2seq_facts(s.trace).cell;
    const char* stacked = cell == "gru" ? ": r, z, n stacked" : cell == "lstm" ? ": i, f, g, o stacked" : "";
    const std::string other = parameter_shape(s.trace, prefix + "weight_hh");
    return parameter_tensor(s, "W U", {prefix + "weight_ih", prefix + "weight_hh"}, "and " + other + stacked);
}

/// A state before the sequence began is zero, and recorded nowhere; what padding left is not recorded,
/// either.
std::vector<Tensor> state_before(const Subject& s, const Cell& cell, Quantity quantity) {
    const std::string symbol = numbered(cell.state_before, cell.before_number);
    if (s.two_cells && cell.site == CellSite::Decoder) {
        if (cell.layer == 1) return vector_tensor(s, quantity, s.i, symbol, cell.color, 0);
        if (s.i > 0) return vector_tensor(s, quantity, s.i - 1, symbol, cell.color, 1);
    }
    const bool inside =
        cell.site == CellSite::Backward ? s.j + 1 < s.trace.source_length() : cell.position > 0;
    if (inside) return vector_tensor(s, quantity, cell.before_number - 1, symbol, cell.color, cell.layer);
    if (cell.site == CellSite::Backward && padding_behind(s.trace) > 0) return {}; // that of the padding
    if (cell.site == CellSite::Decoder)
        return vector_tensor(s, Quantity::InitialState, 0, symbol, cell.color, cell.layer);
    std::vector<Tensor> rows = vector_tensor(s, quantity, cell.position, symbol, cell.color, cell.layer);
    for (Tensor& row : rows) {
        row.name = column_name(quantity, cell.before_number - 1, cell.layer);
        row.strip.values.setZero();
    }
    return rows;
}

/// What the cell reads: the embedding, or the states of the layer below where the run recorded them.
std::vector<Tensor> encoder_input(const Subject& s, const Palette& p, int layer) {
    if (layer == 0) return vector_tensor(s, Quantity::SourceEmbedding, s.j, numbered("{2:x}", s.j + 1), p.t2);
    return joined(
        {vector_tensor(s, Quantity::ForwardState, s.j, numbered("{2:x}", s.j + 1), p.forward, layer - 1),
         vector_tensor(s, Quantity::BackwardState, s.j, "", p.backward, layer - 1)});
}

std::vector<Tensor> reader_tensors(const Subject& s, const Palette& p, CellSite site) {
    const Cell cell = cell_of(s, site, p);
    const bool forward = site == CellSite::Forward;
    const Quantity state = forward ? Quantity::ForwardState : Quantity::BackwardState;
    const Quantity memory = forward ? Quantity::ForwardMemory : Quantity::BackwardMemory;
    return joined(
        {encoder_input(s, p, cell.layer), state_before(s, cell, state),
         vector_tensor(s, state, s.j, numbered(cell.state, cell.now_number), cell.color, cell.layer),
         vector_tensor(s, memory, s.j, numbered(forward ? "{f:c}" : "{b:c}", cell.now_number), cell.color,
                       cell.layer),
         cell_weights(s, analysis::cell_prefix(s.trace.model, site, cell.layer))});
}

} // namespace

std::vector<Tensor> forward_tensors(const Subject& s, const Palette& p) {
    return reader_tensors(s, p, CellSite::Forward);
}
std::vector<Tensor> backward_tensors(const Subject& s, const Palette& p) {
    return reader_tensors(s, p, CellSite::Backward);
}

std::vector<Tensor> state_tensors(const Subject& s, const Palette& p) {
    const Cell cell = cell_of(s, CellSite::Decoder, p);
    std::vector<Tensor> input = vector_tensor(s, Quantity::CellInput, s.i, numbered("x", s.i + 1),
                                              cell.layer == 1 ? p.attention : p.output, cell.layer);
    if (!input.empty() && input.front().strip.values.size() > seq2seq_facts(s.trace).embedding &&
        cell.layer == 0) {
        input.front().strip.second = s.luong ? p.decoder : p.attention;
        input.front().strip.split = seq2seq_facts(s.trace).embedding;
    }
    const bool exchanged = seq2seq_facts(s.trace).exchanged && s.i > 0; // m_{i-1} in the place of s_{i-1}
    return joined(
        {input, state_before(s, cell, exchanged ? Quantity::DecoderMemory : Quantity::State),
         vector_tensor(s, Quantity::State, s.i, numbered(cell.state, s.i + 1), cell.color, cell.layer),
         vector_tensor(s, Quantity::DecoderMemory, s.i, numbered("{d:m}", s.i + 1), cell.color, cell.layer),
         cell_weights(s, analysis::cell_prefix(s.trace.model, CellSite::Decoder, cell.layer))});
}

} // namespace heed::inspector
