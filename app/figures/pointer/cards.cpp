// The phases of a pointer network in words and equations, with the numbers of one cell.
#include "app/figures/base/format.h"
#include "app/figures/inspector/fraction.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/pointer/explained.h"
#include "core/models/pointer/values.h"

#include <algorithm>
#include <array>

namespace heed::points {
namespace {

using inspector::Card;
using inspector::Column;
using inspector::mono;
using inspector::number_at;
namespace quantity = pointer::quantity;

/// One unit of an LSTM.
struct LstmCell {
    std::string fed, state; // markup: what is read, what it makes: "{f:e}"
    inspector::LstmUnit unit;
    int column = 0;
    Color color;
};
void lstm_card(Column& c, const Subject& s, const LstmCell& cell) {
    const std::string at = "_{" + std::to_string(cell.column + 1) + "," + std::to_string(s.unit + 1) + "}";
    Card card(c);
    card.symbols(cell.state + " = LSTM(" + cell.fed + ")");
    card.symbols("c = f c^{−} + i g");
    inspector::memory_line(card, "c" + at, cell.unit, cell.color);
    inspector::state_line(card, cell.state.substr(0, cell.state.find('_')) + at, cell.unit, cell.color);
    card.finish();
}

void encode_card(Column& c, const Subject& s) {
    const MatrixXf* memory = s.reading.value(pointer::quantity_of("encoder.cell_states"));
    const double before = s.point > 0 ? number_at(memory, s.unit, s.point - 1) : 0;
    lstm_card(c, s,
              {"x_j, {f:e}_{j−1}", "{f:e}_j",
               inspector::lstm_unit(s.reading.value(pointer::quantity_of("encoder.gates")), memory,
                                    s.reading.value(quantity::EncoderStates), s.unit, s.point, before),
               s.point, c.colors().forward});
}

void decode_card(Column& c, const Subject& s) {
    const MatrixXf* memory = s.reading.value(pointer::quantity_of("decoder.cell_states"));
    const MatrixXf* encoded = s.reading.value(pointer::quantity_of("encoder.cell_states"));
    const double before = s.output > 0 ? number_at(memory, s.unit, s.output - 1)
                                       : number_at(encoded, s.unit, s.reading.count - 1);
    lstm_card(c, s,
              {"x_{C(i−1)}, {d:d}_{i−1}", "{d:d}_i",
               inspector::lstm_unit(s.reading.value(pointer::quantity_of("decoder.gates")), memory,
                                    s.reading.value(quantity::DecoderStates), s.unit, s.output, before),
               s.output, c.colors().decoder});
}

/// p = exp(u) over the sum of what is open.
void share_lines(Column& c, Card& card, const Subject& s) {
    const Reading& r = s.reading;
    const bool points = r.points_at();
    const std::string p = points ? "{a:p}" : "p", u = points ? "u" : "l";
    inspector::fraction(
        c, {.symbol = p + "_{ij}",
            .above = "exp(" + u + "_{ij})",
            .below = std::string("Σ_{k") + (r.masked() ? " not chosen" : "") + "}| exp(" + u + "_{ik})"});
    if (!r.open(s.output, s.slot)) {
        card.plugged(p + "_{" + s.ij() + "}" + mono(r.muted(s.slot) ? " is muted" : " is masked"), "0",
                     c.colors().attention);
        return;
    }
    std::vector<double> energies;
    for (int k = 0; k < r.slots; ++k)
        if (r.open(s.output, k)) energies.push_back(static_cast<double>(r.energy(s.output, k)));
    inspector::softmax_share(c, {.symbol = p + "_{" + s.ij() + "}",
                                 .energy = static_cast<double>(r.energy(s.output, s.slot)),
                                 .energies = energies,
                                 .share = static_cast<double>(r.weight(s.output, s.slot)),
                                 .color = points ? c.colors().attention : c.colors().t1,
                                 .lifts = true});
    const double t = r.run.request.edits.temperature;
    if (t != 1) card.note("scores were divided by the temperature, " + up_to(t, 2));
}

void softmax_card(Column& c, const Subject& s) {
    Card card(c);
    card.symbols(s.reading.points_at() ? "u_{ij} = v^T tanh(W_1 {f:e}_j + W_2 {d:d}_i + b)"
                                       : "l_{ij} = (W {d:d}_i + b)_j");
    card.gap(2);
    share_lines(c, card, s);
    card.finish();
}

void choose_card(Column& c, const Subject& s) {
    const Reading& r = s.reading;
    const bool forced = r.run.steps[static_cast<std::size_t>(s.output)].forced;
    const int chosen = r.chosen(s.output);
    Card card(c);
    card.symbols(forced ? "C_i is given" : "C_i = argmax_j| {a:p}_{ij}");
    card.gap(2);
    const std::string p = r.points_at() ? "{a:p}" : "p";
    card.plugged(p + "_{" + s.i() + "," + r.name(chosen) + "}" + mono(" ="),
                 fixed(static_cast<double>(r.weight(s.output, chosen)), 3),
                 r.points_at() ? c.colors().attention : c.colors().t1);
    card.plugged("{o:C}_{" + s.i() + "}" + mono(" ="), r.name(chosen), c.colors().output);
    if (!r.is_end(chosen) && s.output + 1 < r.outputs)
        card.plugged("x_{C(" + s.i() + ")}" + mono(" = " + r.numbers(chosen) + " goes back in"), "",
                     c.colors().t1);
    card.finish();
}

// -------------------------------------------------------------------------------------------- in words

std::string say_encode(const Subject& s) {
    return s.reading.line() ? "The numbers are read one by one. What the network knows after each is kept: "
                              "these states are what can be pointed at."
                            : "The points are read one by one. What the network knows after each is kept: "
                              "these states are what can be pointed at.";
}
std::string say_decode(const Subject& s) {
    if (s.output == 0)
        return "The decoder starts where the encoder ended, with a learned vector as its first input.";
    return "The " + std::string(s.reading.line() ? "number" : "point") +
           " that was chosen goes back in as it is, not as an index.";
}
std::string say_softmax(const Subject& s) {
    if (!s.reading.points_at())
        return "Each place has its own row of W: the decoder says a number from memory and looks at no " +
               std::string(s.reading.line() ? "number" : "point") + ".";
    return "Turn the scores into weights over the inputs themselves. There is no vocabulary and no context: "
           "the largest weight is the answer.";
}
std::string say_choose(const Subject& s) {
    const Reading& r = s.reading;
    if (r.is_end(r.chosen(s.output))) return "The end is pointed at: nothing more is written.";
    const bool forced = r.run.steps[static_cast<std::size_t>(s.output)].forced;
    const std::string what =
        forced ? "What was asked for is taken, whatever the weights say." : "The largest weight is taken.";
    return what + (s.output + 1 < r.outputs ? " The next step reads what was chosen." : " It is the last.");
}

struct PhaseView {
    std::string (*say)(const Subject&);
    void (*card)(Column&, const Subject&);
};
const PhaseView& view_of(Doing doing) { // in the order of Doing
    static constexpr std::array<PhaseView, 4> views{{{say_encode, encode_card},
                                                     {say_decode, decode_card},
                                                     {say_softmax, softmax_card},
                                                     {say_choose, choose_card}}};
    return views[static_cast<std::size_t>(doing)];
}

/// The unit in which most happened.
int unit_of(const Subject& s) {
    const bool encoding = s.doing == Doing::Encode;
    const MatrixXf* states = s.reading.value(encoding ? quantity::EncoderStates : quantity::DecoderStates);
    const int column = encoding ? s.point : s.output;
    Eigen::Index unit = 0;
    if (states && column < states->cols()) states->col(column).cwiseAbs().maxCoeff(&unit);
    return static_cast<int>(unit);
}

} // namespace

Subject subject_of(const Reading& reading, const Playhead& playhead) {
    Subject s{reading, moment_at(reading.run.outline, playhead.at)};
    if (s.now.started) s.doing = doing_of(s.now.phase);
    s.taken = reading.taken(playhead.at);
    const bool writes = s.doing != Doing::Encode && s.now.started;
    const int shown = output_shown(reading, playhead);
    // Another output than the newest is looked at by its weights.
    const bool other =
        writes && shown >= 0 && shown != s.now.position && shown != reading.weighed(playhead.at) - 1;
    s.output = std::max(0, other ? shown : writes ? s.now.position : shown);
    if (other) s.doing = Doing::Softmax;
    s.slot = std::max(0, slot_shown(reading, playhead, reading.outputs > 0 ? s.output : -1));
    s.point = s.doing == Doing::Encode && s.now.started ? s.now.position : 0;
    if (s.doing == Doing::Encode && playhead.hover_column >= 0)
        s.point = std::min({playhead.hover_column, reading.read(playhead.at) - 1, reading.count - 1});
    s.point = std::max(0, s.point);
    s.unit = unit_of(s);
    s.weighed = reading.done(playhead.at, Doing::Softmax, s.output);
    return s;
}

std::string meaning_of(const Subject& s) { return view_of(s.doing).say(s); }

void equation_card(Column& column, const Subject& s) { view_of(s.doing).card(column, s); }

} // namespace heed::points
