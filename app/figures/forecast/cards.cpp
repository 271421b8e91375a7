// The phases of a forecast in words and equations, with the numbers of one cell.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/forecast/explained.h"
#include "app/figures/inspector/fraction.h"
#include "app/figures/inspector/sums.h"

#include <array>
#include <cmath>
#include <numeric>

namespace heed::series {
namespace {

using inspector::Card;
using inspector::Column;
using inspector::mono;
namespace quantity = forecast::quantity;

double number(const MatrixXf& m, Eigen::Index row, Eigen::Index column) {
    return inspector::number_at(&m, row, column);
}
bool linear(const Subject& s) { return s.r.config.attention.score == forecast::Score::Linear; }

/// v · tanh(…) of drivers or of moments.
std::string score_symbols(const Subject& s) {
    const std::string inside =
        s.of_drivers() ? "W [{f:h} ; {f:s}] + U x^k + b" : "W [{d:d} ; {d:s′}] + U {f:h}_i + b";
    return (s.of_drivers() ? "{a:e}_k = v·" : "{a:l}_i = v·") + (linear(s) ? "(" : std::string("tanh(")) +
           inside + ")";
}

void score_card(Column& c, const Subject& s) {
    Card card(c);
    card.symbols(score_symbols(s));
    card.gap(4);
    const double e = s.of_drivers() ? number(s.r.at(quantity::InputEnergies), s.driver, s.moment)
                                    : number(s.r.at(quantity::TemporalEnergies), s.moment, s.step);
    card.plugged(s.of_drivers() ? "{a:e}_{" + s.k() + "}" + mono(" =")
                                : "{a:l}_{" + std::to_string(s.moment + 1) + "}" + mono(" ="),
                 fixed(e, 3), c.colors().attention);
    card.finish();
}

/// exp e / Σ exp e, over what is not muted.
void softmax_card(Column& c, const Subject& s) {
    const bool drivers = s.of_drivers();
    const MatrixXf& energies = s.r.at(drivers ? quantity::InputEnergies : quantity::TemporalEnergies);
    const Eigen::Index column = drivers ? s.moment : s.step, row = drivers ? s.driver : s.moment;
    const std::string a = drivers ? "α" : "β", e = drivers ? "e" : "l", k = drivers ? "k" : "i";
    Card card(c);
    inspector::fraction(c, {.symbol = "{a:" + a + "}_" + k,
                            .above = "exp(" + e + "_" + k + ")",
                            .below = "Σ_j| exp(" + e + "_j)"});
    const std::string symbol = "{a:" + a + "}_{" + std::to_string(row + 1) + "}";
    if (drivers && s.r.muted(s.driver)) {
        card.plugged(symbol + mono(" is muted"), "0", c.colors().attention);
        return card.finish();
    }
    std::vector<double> heard;
    for (Eigen::Index n = 0; n < energies.rows(); ++n)
        if (!drivers || !s.r.muted(static_cast<int>(n))) heard.push_back(number(energies, n, column));
    inspector::softmax_share(c, {.symbol = symbol,
                                 .energy = number(energies, row, column),
                                 .energies = heard,
                                 .share = static_cast<double>(drivers ? s.r.alpha(s.driver, s.moment)
                                                                      : s.r.beta(s.step, s.moment)),
                                 .color = c.colors().attention});
    card.finish();
}

void weigh_card(Column& c, const Subject& s) {
    Card card(c);
    card.symbols("{a:x̃}_k = {a:α}_k x_k");
    card.gap(4);
    const double x = static_cast<double>(s.r.driver(s.driver, s.moment)),
                 a = static_cast<double>(s.r.alpha(s.driver, s.moment));
    if (std::isnan(x))
        card.plugged("{a:x̃}_{" + s.k() + "}" + mono(" is muted"), "0", c.colors().attention);
    else
        card.numbers({.symbol = "{a:x̃}_{" + s.k() + "}",
                      .words = [=](int d) { return fixed(a, d) + " × " + fixed(x, d); },
                      .value = [=](int d) { return as_fixed(a, d) * as_fixed(x, d); },
                      .result = number(s.r.at(quantity::Weighted), s.driver, s.moment),
                      .color = c.colors().attention});
    card.finish();
}

/// One unit of an LSTM: its memory, and its state.
struct Cell {
    const MatrixXf &gates, &memory, &states;
    int column = 0;
    std::string state, cell; // symbols in markup
    Color color;
};
void lstm_card(Column& c, const Subject& s, const Cell& cell, const std::string& symbols) {
    const double before = cell.column > 0 ? number(cell.memory, s.unit, cell.column - 1) : 0;
    const inspector::LstmUnit unit =
        inspector::lstm_unit(&cell.gates, &cell.memory, &cell.states, s.unit, cell.column, before);
    const std::string index = "_{" + s.t() + "," + std::to_string(s.unit + 1) + "}";
    Card card(c);
    card.symbols(symbols);
    card.symbols(cell.cell + "_t = f " + cell.cell + "_{t−1} + i g");
    inspector::memory_line(card, cell.cell + index, unit, cell.color);
    card.symbols(cell.state + "_t = o tanh(" + cell.cell + "_t)");
    inspector::state_line(card, cell.state + index, unit, cell.color);
    card.finish();
}

void read_card(Column& c, const Subject& s) {
    lstm_card(c, s,
              {s.r.at(quantity::EncoderGates), s.r.at(quantity::EncoderCells),
               s.r.at(quantity::EncoderStates), s.moment, "{f:h}", "{f:s}", c.colors().forward},
              s.r.attends ? "i, f, g, o of W {a:x̃}_t + U {f:h}_{t−1} + b"
                          : "i, f, g, o of W [x_t ; y_{t−1}] + U {f:h}_{t−1} + b");
}

/// One number of the sum.
void context_card(Column& c, const Subject& s) {
    const MatrixXf& states = s.r.at(quantity::EncoderStates);
    const std::string unit = std::to_string(s.unit + 1);
    std::vector<int> places(static_cast<std::size_t>(s.r.window));
    std::iota(places.begin(), places.end(), 0);
    Card card(c);
    card.symbols("{a:c}_t = Σ_i| {a:β}_i {f:h}_i");
    card.gap(4);
    inspector::weighted_sum(card, c.colors(),
                            {.places = places,
                             .weight = [&](int t) { return static_cast<double>(s.r.beta(s.step, t)); },
                             .number = [&](int t) { return number(states, s.unit, t); },
                             .symbol =
                                 [&](int t) {
                                     const std::string place = std::to_string(t + 1);
                                     return "{a:β}_{" + place + "} {f:h}_{" + place + "," + unit + "}";
                                 },
                             .sum = "{a:c}_{" + s.t() + "," + unit + "}",
                             .total = number(s.r.at(quantity::Context), s.unit, s.step),
                             .air = 0});
    card.finish();
}

void step_card(Column& c, const Subject& s) {
    lstm_card(c, s,
              {s.r.at(quantity::DecoderGates), s.r.at(quantity::DecoderCells),
               s.r.at(quantity::DecoderStates), s.step, "{d:d}", "{d:s′}", c.colors().decoder},
              "ỹ_{t−1} = w [y_{t−1} ; {a:c}_{t−1}] + b");
}

void answer_card(Column& c, const Subject& s) {
    const std::string T = "_{" + std::to_string(s.r.window) + "}";
    Card card(c);
    card.symbols(s.r.attends ? "{o:ŷ} = V (W [{d:d}" + T + " ; {a:c}" + T + "] + b) + b"
                             : "{o:ŷ} = V {f:h}" + T + " + b");
    card.gap(4);
    const forecast::Column target = s.r.config.column(s.r.drivers);
    const double y = number(s.r.at(quantity::Forecast), 0, 0);
    card.plugged("{o:ŷ}" + mono(" ="), fixed(y, 3), c.colors().output);
    if (target.mean != 0 || target.scale != 1)
        card.plugged(
            [&](int d) {
                return mono(significant(target.mean, d + 1) + " + " + significant(target.scale, d + 1) +
                            " × " + fixed(y, d) + " =");
            },
            significant(s.r.forecast(), 4), c.colors().output);
    card.finish();
}

// -------------------------------------------------------------------------------------------- a sentence
// each

std::string say_input_score(const Subject& s) {
    return linear(s)
               ? "Each driver's whole series is scored. Without tanh the reader's state cancels in the "
                 "softmax: no weight can change with time."
               : "Before each reading step every driver is scored: its whole series is held against what the "
                 "reader remembers.";
}
std::string say_input_softmax(const Subject& s) {
    return "The " + counted(s.r.drivers, "score") +
           " become weights that add up to 1. The forecast uses what survives both attentions.";
}
std::string say_weigh(const Subject&) { return "Each driver's value is multiplied by its weight."; }
std::string say_read(const Subject& s) {
    return s.r.attends ? "An LSTM reads the weighed drivers and makes its next state."
                       : "An LSTM reads every driver and the target's last value.";
}
std::string say_lag_score(const Subject& s) {
    return "The decoder holds its state against each of the " + std::to_string(s.r.window) +
           " states that the reader left.";
}
std::string say_lag_softmax(const Subject&) {
    return "The scores become weights over time: which lag is looked back at.";
}
std::string say_context(const Subject&) { return "The reader's states are added, each times its weight."; }
std::string say_step(const Subject&) {
    return "The target's last value and the last sum become one number, and the decoder takes a step with "
           "it.";
}
std::string say_answer(const Subject& s) {
    return s.r.attends ? "The last state and the last sum together give the next value."
                       : "The last state gives the next value.";
}

struct PhaseView {
    std::string (*say)(const Subject&);
    void (*card)(Column&, const Subject&);
};
const PhaseView& view_of(Doing doing) { // in the order of Doing
    static constexpr std::array<PhaseView, 9> views{{{say_input_score, score_card},
                                                     {say_input_softmax, softmax_card},
                                                     {say_weigh, weigh_card},
                                                     {say_read, read_card},
                                                     {say_lag_score, score_card},
                                                     {say_lag_softmax, softmax_card},
                                                     {say_context, context_card},
                                                     {say_step, step_card},
                                                     {say_answer, answer_card}}};
    return views[static_cast<std::size_t>(doing)];
}

/// The unit in which most happened.
int unit_of(const Subject& s) {
    const MatrixXf* states = s.doing == Doing::Context ? &s.r.at(quantity::Context)
                             : s.doing == Doing::Step  ? &s.r.at(quantity::DecoderStates)
                                                       : &s.r.at(quantity::EncoderStates);
    Eigen::Index unit = 0;
    states->col(s.doing == Doing::Context || s.doing == Doing::Step ? s.step : s.moment)
        .cwiseAbs()
        .maxCoeff(&unit);
    return static_cast<int>(unit);
}

} // namespace

Subject subject_of(const Reading& reading, const ForecastBoard& board, const Playhead& playhead) {
    Subject s{reading, board, moment_at(reading.run.outline, playhead.at)};
    if (s.now.started) s.doing = doing_of(s.now.phase);
    s.moment = moment_shown(reading, playhead);
    s.step = step_shown(reading, playhead);
    s.driver = reading.attends ? driver_shown(reading, playhead, s.moment) : 0;
    s.unit = unit_of(s);
    return s;
}

std::string meaning_of(const Subject& s) { return view_of(s.doing).say(s); }

void equation_card(Column& column, const Subject& s) { view_of(s.doing).card(column, s); }

} // namespace heed::series
