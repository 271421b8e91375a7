// The equations of a recurrent cell, one unit of it in numbers.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/seq2seq/inspector/cells.h"

#include <array>
#include <cmath>

namespace heed::inspector {
namespace {

/// "W_r x_j + U_r →h_{j−1} + b_r": the sum of a gate, its letter as the index (none where gates share a
/// line).
std::string sum_in_symbols(const Cell& cell, const std::string& gate) {
    const std::string sub = gate.empty() ? "" : "_" + gate;
    const std::string before = indexed(cell.state_before, cell.before);
    if (cell.normalised) return "LN(W" + sub + " " + cell.input + ") + LN(U" + sub + " " + before + ")";
    return "W" + sub + " " + cell.input + " + U" + sub + " " + before + " + b" + sub;
}

/// W x + U h + b of a gate.
std::string sum_words(const Unit& u, int gate, int decimals) {
    return sum_of({u.wx(gate), u.uh(gate), u.b(gate)}, decimals);
}
double sum_value(const Unit& u, int gate, int decimals) {
    const AsFixed at{decimals};
    return at(u.wx(gate)) + at(u.uh(gate)) + at(u.b(gate));
}

void sigmoid_line(Card& card, const Unit& u, const std::string& letter, int gate, Color color) {
    card.numbers({.symbol = u.name(letter),
                  .words = [&](int d) { return "σ(" + sum_words(u, gate, d) + ")"; },
                  .value = [&](int d) { return 1 / (1 + std::exp(-sum_value(u, gate, d))); },
                  .result = u.gate(gate),
                  .color = color});
}

void tanh_line(Card& card, const Unit& u, const std::string& symbol, int gate, double result, Color color) {
    card.numbers({.symbol = symbol,
                  .words = [&](int d) { return "tanh(" + sum_words(u, gate, d) + ")"; },
                  .value = [&](int d) { return std::tanh(sum_value(u, gate, d)); },
                  .result = result,
                  .color = color});
}

/// a × b + c × d, the new state or memory.
void blend_line(Card& card, const std::array<double, 4>& x, double result, Color color) {
    card.numbers({.words =
                      [&](int d) {
                          return fixed(x[0], d) + " × " + fixed(x[1], d) + " + " + fixed(x[2], d) + " × " +
                                 fixed(x[3], d);
                      },
                  .value =
                      [&](int d) {
                          const AsFixed at{d};
                          return at(x[0]) * at(x[1]) + at(x[2]) * at(x[3]);
                      },
                  .result = result,
                  .color = color});
}

void gru_card(Card& card, const Cell& cell, const Unit& u) {
    const std::string gates[] = {"r", "z"};
    for (int g = 0; g < 2; ++g) {
        card.symbols(gates[g] + " = σ(" + sum_in_symbols(cell, gates[g]) + ")");
        sigmoid_line(card, u, gates[g], g, cell.color);
        card.gap(4);
    }
    const double from_input = u.wx(2) + u.t.bias_input(u.k, 2),
                 from_state = u.uh(2) + u.t.bias_recurrent(u.k, 2);
    const std::string before = indexed(cell.state_before, cell.before);
    card.symbols(cell.normalised ? "n = tanh(LN(W_n " + cell.input + ") + r ∘ LN(U_n " + before + "))"
                                 : "n = tanh(W_n " + cell.input + " + r ∘ (U_n " + before + " + b_n))");
    card.numbers({.symbol = u.name("n"),
                  .words =
                      [&](int d) {
                          return "tanh(" + fixed(from_input, d) + " + " + fixed(u.gate(0), d) + " × " +
                                 fixed(from_state, d) + ")";
                      },
                  .value =
                      [&](int d) {
                          const AsFixed at{d};
                          return std::tanh(at(from_input) + at(u.gate(0)) * at(from_state));
                      },
                  .result = u.gate(2),
                  .color = cell.color});
    card.gap(4);
    card.symbols(indexed(cell.state, cell.now) + " = (1 − z) ∘ n + z ∘ " + before);
    blend_line(card, {1 - u.gate(1), u.gate(2), u.gate(1), u.t.before(u.k)}, u.t.after(u.k), cell.color);
}

void lstm_card(Card& card, const Cell& cell, const Unit& u) {
    card.symbols("i, f, o = σ(" + sum_in_symbols(cell, "") + ")");
    sigmoid_line(card, u, "i", 0, cell.color);
    sigmoid_line(card, u, "f", 1, cell.color);
    sigmoid_line(card, u, "o", 3, cell.color);
    card.gap(4);
    card.symbols("g = tanh(" + sum_in_symbols(cell, "g") + ")");
    tanh_line(card, u, u.name("g"), 2, u.gate(2), cell.color);
    card.gap(4);
    // The decoder's context is c too; its memory is written m here.
    const std::string memory = cell.site == CellSite::Decoder ? "m" : "c";
    card.symbols(indexed(memory, cell.now) + " = f ∘ " + indexed(memory, cell.before) + " + i ∘ g");
    blend_line(card, {u.gate(1), u.t.memory_before(u.k), u.gate(0), u.gate(2)}, u.t.memory_after(u.k),
               cell.color);
    card.gap(4);
    card.symbols(indexed(cell.state, cell.now) + " = o ∘ tanh(" + indexed(memory, cell.now) + ")");
    state_line(card, "", {.o = u.gate(3), .memory = u.t.memory_after(u.k), .state = u.t.after(u.k)},
               cell.color);
}

void rnn_card(Card& card, const Cell& cell, const Unit& u) {
    card.symbols(indexed(cell.state, cell.now) + " = tanh(" + sum_in_symbols(cell, "") + ")");
    tanh_line(card, u, "", 0, u.t.after(u.k), cell.color);
}

} // namespace

void cell_card(Column& c, const Cell& cell, const Unit& unit) {
    Card card(c);
    if (unit.t.cell == "gru")
        gru_card(card, cell, unit);
    else if (unit.t.cell == "lstm")
        lstm_card(card, cell, unit);
    else
        rnn_card(card, cell, unit);
    card.finish();
}

} // namespace heed::inspector
