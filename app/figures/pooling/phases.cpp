// The phases of pooling in words and equations, with the numbers of one moment.
#include "core/models/pooling/phases.h"
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/inspector/fraction.h"
#include "app/figures/inspector/strips.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/pooling/explained.h"
#include "core/models/pooling/values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace heed::pools {

std::string features_text(const Subject& s) {
    const Eigen::VectorXf x = features_of(s.run, s.input, s.t);
    std::string text = "(";
    for (Eigen::Index k = 0; k < std::min<Eigen::Index>(x.size(), 3); ++k)
        text += (k == 0 ? "" : ", ") + short_number(static_cast<double>(x(k)), 2);
    return text + (x.size() > 3 ? ", …)" : ")");
}

double number_at(const Subject& s, Quantity q, int t) {
    return s.run.has(q) && t < s.run.at(q).rows() ? static_cast<double>(s.run.at(q)(t, 0)) : 0;
}

namespace {

using inspector::Card;
using inspector::Column;
using inspector::mono;
namespace phases = pooling::phase;
namespace quantity = pooling::quantity;

int strongest(const Eigen::VectorXf& weights) {
    Eigen::Index t = 0;
    if (weights.size() > 0) weights.maxCoeff(&t);
    return static_cast<int>(t);
}

/// A vector as bars in the card, its symbol at the left and its size at the right.
void strip_line(Column& c, const std::string& symbol, const Eigen::VectorXf& values, Color color) {
    const float y = c.y + 14;
    const MathRow row = math(symbol, {.size = 15, .color = c.colors().t1}, c.style);
    const std::string size = std::to_string(values.size());
    draw(c.scene, row, {c.left + Card::padding, y});
    const float left = std::max(56.0f, Card::padding + row.width + 12),
                right = c.width - Card::padding - c.measure(size, Face::Mono, 11) - 8;
    inspector::draw_strip(c.scene, {c.left + left, y - 10, right - left, 20},
                          {.values = values, .color = color});
    c.text(c.width - Card::padding, y, size, Face::Mono, 11, c.colors().t3, Align::Right);
    c.y += 28;
}

// -------------------------------------------------------------------------------------------- a card a phase

void read_card(Column& c, const Subject& s) {
    Card card(c);
    const Eigen::VectorXf x = features_of(s.run, s.input, s.t);
    if (s.config().hidden_vectors()) {
        card.symbols("{f:h}_t = LReLU(W x_t + b)");
        card.gap(2);
    } else {
        card.symbols("{f:x}_t");
    }
    if (x.size() > 3)
        strip_line(c, "x_{" + s.number() + "}", x, c.colors().t2);
    else
        card.plugged("x_{" + s.number() + "}" + mono(" ="), features_text(s), c.colors().t1);
    if (s.run.has(quantity::Hidden))
        strip_line(c, "{f:h_{" + s.number() + "}}", s.run.at(quantity::Hidden).col(s.t), c.colors().forward);
    card.finish();
}

void score_card(Column& c, const Subject& s) {
    Card card(c);
    const bool keras = s.config().kind == pooling::Kind::Keras;
    const std::string inside = keras ? "w·x_t + b_t" : "w·{f:h}_t + b";
    card.symbols(is_bounded(s.member) ? "{a:e}_t = tanh(" + inside + ")" : "{a:e}_t = " + inside);
    card.gap(4);
    const std::string symbol = "{a:e}_{" + s.number() + "}";
    if (is_bounded(s.member))
        card.numbers(
            {.symbol = symbol,
             .words = [&](int d) { return "tanh(" + fixed(number_at(s, quantity::Scores, s.t), d) + ")"; },
             .value = [&](int d) { return std::tanh(as_fixed(number_at(s, quantity::Scores, s.t), d)); },
             .result = number_at(s, quantity::Energies, s.t),
             .color = c.colors().attention});
    else
        card.plugged(symbol + mono(" = ") + "w·{f:h}_{" + s.number() + "}" + mono(" + ") + "b",
                     fixed(number_at(s, quantity::Energies, s.t), 3), c.colors().attention);
    card.finish();
}

void softmax_card(Column& c, const Subject& s) {
    Card card(c);
    double sum = 0;
    for (int t = 0; t < s.input.count(); ++t)
        if (!is_muted(s.run, t)) sum += std::exp(number_at(s, quantity::Energies, t));
    inspector::fraction(c, {.symbol = "{a:α}_t", .above = "exp(e_t)", .below = "Σ_k| exp(e_k)"});
    if (is_muted(s.run, s.t)) {
        card.plugged("{a:α}_{" + s.number() + "}" + mono(" is muted"), "0", c.colors().attention);
    } else {
        const auto weight = static_cast<double>(s.weight());
        const ExpFraction printed = exp_fraction(number_at(s, quantity::Energies, s.t), sum, weight, 3);
        inspector::fraction(c, {.symbol = "{a:α}_{" + s.number() + "}",
                                .above = mono(printed.above),
                                .below = mono(printed.below),
                                .result = fixed(weight, 3),
                                .sign = printed.holds ? "=" : "≈",
                                .color = c.colors().attention});
    }
    card.finish();
}

void even_card(Column& c, const Subject& s) {
    Card card(c);
    card.symbols("{a:α}_t = 1 / T");
    card.gap(4);
    card.plugged("{a:α}_{" + s.number() + "}" +
                     mono(is_muted(s.run, s.t) ? " is muted" : " = 1 / " + std::to_string(s.heard())),
                 fixed(static_cast<double>(s.weight()), 3), c.colors().attention);
    card.finish();
}

/// What is mixed: hidden vectors, or of keras the input itself, (H, T) or (K, T).
Eigen::VectorXf mixed_of(const Subject& s, int t) {
    if (s.run.has(quantity::Hidden)) return s.run.at(quantity::Hidden).col(t);
    return features_of(s.run, s.input, t);
}

/// One number of the context, as the sum it is: its largest terms, then the others together.
void context_card(Column& c, const Subject& s) {
    const bool hidden = s.run.has(quantity::Hidden);
    const std::string vector = hidden ? "{f:h}" : "x", sum = hidden ? "{a:c}" : "{a:u}";
    Card card(c);
    card.symbols(sum + " = Σ_t| {a:α}_t " + vector + "_t");
    card.gap(4);
    const Eigen::VectorXf context = s.run.at(quantity::Context).col(0);
    Eigen::Index unit = 0;
    context.cwiseAbs().maxCoeff(&unit);
    std::vector<int> places(static_cast<std::size_t>(s.weights.size()));
    std::iota(places.begin(), places.end(), 0);
    const std::string k = std::to_string(unit + 1);
    inspector::weighted_sum(card, c.colors(),
                            {.places = places,
                             .looked_at = s.t,
                             .weight = [&](int t) { return static_cast<double>(s.weights(t)); },
                             .number =
                                 [&](int t) {
                                     const Eigen::VectorXf x = mixed_of(s, t);
                                     return unit < x.size() ? static_cast<double>(x(unit)) : 0;
                                 },
                             .symbol =
                                 [&](int t) {
                                     const std::string place = std::to_string(t + 1);
                                     return "{a:α}_{" + place + "} " + vector + "_{" + place + "," + k + "}";
                                 },
                             .sum = sum + "_{" + k + "}",
                             .total = static_cast<double>(context(unit))});
    card.finish();
}

void scale_card(Column& c, const Subject& s) {
    Card card(c);
    card.symbols("{a:u}_t = {a:α}_t x_t");
    card.gap(4);
    card.plugged("{a:u}_{" + s.number() + "}" +
                     mono(" = " + fixed(static_cast<double>(s.weight()), 3) + " × " + features_text(s)),
                 "", c.colors().attention);
    card.finish();
}

void layer_card(Column& c, const Subject& s) {
    Card card(c);
    const bool features = s.config().dense.over == pooling::Over::Features;
    if (features) {
        card.symbols("z_t = σ(W x_t + b)");
        strip_line(c, "z_{" + s.number() + "}", s.run.at(quantity::DenseOutput).col(s.t), c.colors().t2);
        card.finish();
        return;
    }
    card.symbols("W_t·x_t");
    card.gap(4);
    const Learned learned = learned_numbers(s.run);
    const auto t = static_cast<std::size_t>(s.t);
    if (!learned.lengths && t < learned.values.size()) {
        const Eigen::VectorXf x = features_of(s.run, s.input, s.t);
        const auto w = static_cast<double>(learned.values[t]),
                   value = static_cast<double>(x.size() > 0 ? x(0) : 0);
        card.numbers({.words = [&](int d) { return fixed(w, d) + " × " + fixed(value, d); },
                      .value = [&](int d) { return as_fixed(w, d) * as_fixed(value, d); },
                      .result = w * value,
                      .color = c.colors().t1});
    } else if (t < learned.values.size()) {
        card.plugged("‖W_{" + s.number() + "}‖" + mono(" ="),
                     fixed(static_cast<double>(learned.values[t]), 3), c.colors().t1);
    }
    card.finish();
}

void answer_card(Column& c, const Subject& s) {
    Card card(c);
    const pooling::Config& config = s.config();
    const bool dense = config.kind == pooling::Kind::Dense, hidden = config.hidden_vectors();
    const std::string inside = hidden                                                  ? "W s + b"
                               : dense && config.dense.over == pooling::Over::Features ? "Σ_t| W_t z_t + b"
                               : dense                                                 ? "Σ_t| W_t x_t + b"
                               : config.sequence()                                     ? "W {a:u}_t + b"
                                                                                       : "W {a:u} + b";
    if (hidden) card.symbols("s = LReLU(V {a:c} + b)");
    card.symbols(config.classes() ? "{o:p} = softmax(" + inside + ")"
                 : hidden         ? "{o:y} = LReLU(" + inside + ")"
                                  : "{o:y} = " + inside);
    card.gap(4);
    if (config.classes())
        card.plugged("{o:p}" +
                         mono("(" + fit(s.run.target_text, 110, Face::Mono, 11, *c.style.metrics) + ") ="),
                     fixed(probability_of(s.run, s.run.target_text).value_or(0), 3), c.colors().output);
    else
        card.plugged(config.sequence() ? "{o:y_1}" + mono(" …") : "{o:y}" + mono(" ="), answer_text(s.run),
                     c.colors().output);
    card.finish();
}

struct PhaseView {
    const PhaseInfo& phase;
    std::string (*say)(const Subject&);
    void (*card)(Column&, const Subject&);
};
const PhaseView& view_of(const Phase& phase) {
    static const std::array<PhaseView, 8> views{{{phases::Read, say_read, read_card},
                                                 {phases::Score, say_score, score_card},
                                                 {phases::Softmax, say_softmax, softmax_card},
                                                 {phases::Even, say_even, even_card},
                                                 {phases::Context, say_context, context_card},
                                                 {phases::Scale, say_scale, scale_card},
                                                 {phases::Layer, say_layer, layer_card},
                                                 {phases::Answer, say_answer, answer_card}}};
    return *std::find_if(views.begin(), views.end(), [&](const PhaseView& v) { return phase.is(v.phase); });
}

} // namespace

Subject subject_of(const PoolingBoard& board, const Trace& run, const Input& input,
                   const Playhead& playhead) {
    Subject s{board,
              board.members[static_cast<std::size_t>(board.chosen)],
              run,
              input,
              moment_at(run.outline, playhead.at),
              0,
              weights_of(run)};
    const int column = playhead.hover_column >= 0 ? playhead.hover_column : playhead.column;
    const Learned learned = s.weights.size() > 0 ? Learned{} : learned_numbers(run);
    if (column >= 0 && column < input.count()) {
        s.t = column;
    } else if (s.now.started && s.now.axis == Axis::Moment) {
        s.t = s.now.position;
    } else if (s.weights.size() > 0) {
        s.t = strongest(s.weights);
    } else { // of Dense the place that counts most
        const auto count = std::min<Eigen::Index>(std::ssize(learned.values), input.count());
        s.t = strongest(Eigen::Map<const Eigen::VectorXf>(learned.values.data(), count).cwiseAbs());
    }
    return s;
}

std::string meaning_of(const Subject& subject) { return view_of(subject.now.phase).say(subject); }

void equation_card(Column& column, const Subject& subject) {
    view_of(subject.now.phase).card(column, subject);
}

} // namespace heed::pools
