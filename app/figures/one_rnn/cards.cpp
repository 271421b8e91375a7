// The phases of one recurrent network in words and equations, with the numbers of one cell.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/inspector/fraction.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/one_rnn/explained.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::past {
namespace {

using inspector::Card;
using inspector::Column;
using inspector::mono;
using inspector::number_at;
using one_rnn::Kind;
using one_rnn::Score;

std::string amber(const std::string& letter, const std::string& index) {
    return "{a:" + letter + "}_{" + index + "}";
}

/// There is nothing older to look at.
void nothing_card(Column& c, const Subject& s) {
    Card card(c);
    const std::string symbol = s.reading.context_symbol();
    card.symbols(amber(symbol, "t") +
                 (s.step == 0 ? " = 0, for nothing is older" : " = 0, for none is heard"));
    card.finish();
}

// -------------------------------------------------------------------------------------------- score

struct ScoreWords {
    std::string_view symbols;
    const char* over; // what the sum of products is divided by
};
ScoreWords score_words(const one_rnn::Config& config) {
    if (config.key_value()) return {"{a:e}_i = v·tanh(W {f:k}_i + W_q {f:k}_t + b)", nullptr};
    if (config.kind == Kind::Lstmn)
        return {"{a:a}_i = v·tanh(W_h {f:h}_i + W_x x_t + W_{h̃} {a:h̃}_{t−1} + b)", nullptr};
    switch (config.attention.score) {
    case Score::Mean:
        return {"{a:z}_i = (1/H) Σ_k| {f:h}_{t−1,k} {f:h}_{i,k}", "H"};
    case Score::Sum:
        return {"{a:z}_i = Σ_k| {f:h}_{t−1,k} {f:h}_{i,k}", ""};
    case Score::Scaled:
        return {"{a:z}_i = (1/√|H) Σ_k| {f:h}_{t−1,k} {f:h}_{i,k}", "√H"};
    case Score::Bilinear:
    case Score::None:
        break;
    }
    return {"{a:z}_i = {f:h}_i · W {f:h}_{t−1}", nullptr};
}

/// The sum of products over its divisor, where that is what a score is.
void score_numbers(Card& card, Column& c, const Subject& s) {
    const double z = static_cast<double>(s.reading.energy(s.step, s.column));
    const std::string symbol = amber(s.reading.energy_symbol(), s.i());
    const ScoreWords words = score_words(s.config());
    const std::string over = words.over ? words.over : "";
    if (over.empty()) return card.plugged(symbol + mono(" ="), fixed(z, 3), c.colors().attention);
    const double units = static_cast<double>(s.config().encoder.hidden),
                 divisor = over == "H" ? units : std::sqrt(units), sum = z * divisor;
    const auto below = [&](int d) { return over == "H" ? units : as_fixed(divisor, d); };
    card.numbers({.symbol = symbol,
                  .words =
                      [=](int d) {
                          return fixed(sum, d) + " / " + (over == "H" ? up_to(units, 0) : fixed(divisor, d));
                      },
                  .value = [=](int d) { return as_fixed(sum, d) / below(d); },
                  .result = z,
                  .color = c.colors().attention});
}

void score_card(Column& c, const Subject& s) {
    if (s.column < 0) return nothing_card(c, s);
    Card card(c);
    card.symbols(score_words(s.config()).symbols);
    card.gap(4);
    score_numbers(card, c, s);
    card.finish();
}

// -------------------------------------------------------------------------------------------- softmax

void softmax_card(Column& c, const Subject& s) {
    if (s.column < 0) return nothing_card(c, s);
    const std::string e = s.reading.energy_symbol(), p = s.reading.symbol();
    Card card(c);
    if (const ScoreWords words = score_words(s.config()); words.over) {
        card.symbols(words.symbols);
        score_numbers(card, c, s);
        card.gap(6);
    } else {
        inspector::fraction(
            c, {.symbol = "{a:" + p + "}_i", .above = "exp(" + e + "_i)", .below = "Σ_j| exp(" + e + "_j)"});
    }
    if (!s.looks()) {
        card.plugged(amber(p, s.t() + "," + s.i()) + mono(" is muted"), "0", c.colors().attention);
        return card.finish();
    }
    std::vector<double> energies;
    for (int k = s.reading.first(s.step); k < s.step; ++k)
        if (s.reading.looks_at(s.step, k))
            energies.push_back(static_cast<double>(s.reading.energy(s.step, k)));
    inspector::softmax_share(c, {.symbol = amber(p, s.t() + "," + s.i()),
                                 .energy = static_cast<double>(s.reading.energy(s.step, s.column)),
                                 .energies = energies,
                                 .share = static_cast<double>(s.reading.weight(s.step, s.column)),
                                 .color = c.colors().attention});
    card.finish();
}

// -------------------------------------------------------------------------------------------- context

/// What is mixed: the value part of key-value, else the state.
const MatrixXf* mixed_of(const Subject& s) {
    return s.reading.value(s.config().key_value() && s.config().attention.roles > 1 ? "values" : "states");
}
const MatrixXf* context_of(const Subject& s) {
    return s.reading.value(s.config().kind == Kind::Lstmn ? "self.state" : "self.context");
}

/// One number of the sum.
void context_terms(Card& card, Column& c, const Subject& s, const std::string& vector,
                   const std::string& sum) {
    const MatrixXf* mixed = mixed_of(s);
    const std::string unit = std::to_string(s.unit + 1);
    inspector::WeightedSum terms{
        .looked_at = s.column,
        .weight = [&](int k) { return static_cast<double>(s.reading.weight(s.step, k)); },
        .number = [&](int k) { return number_at(mixed, s.unit, k); },
        .symbol =
            [&](int k) {
                const std::string place = s.reading.number(k);
                return amber(s.reading.symbol(), place) + " " + vector + "_{" + place + "," + unit + "}";
            },
        .sum = "{a:" + sum + "}_{" + s.t() + "," + unit + "}",
        .total = number_at(context_of(s), s.unit, s.step)};
    for (int k = s.reading.first(s.step); k < s.step; ++k)
        if (s.reading.looks_at(s.step, k)) terms.places.push_back(k);
    inspector::weighted_sum(card, c.colors(), terms);
}

void context_card(Column& c, const Subject& s) {
    if (s.column < 0) return nothing_card(c, s);
    const std::string vector = s.config().key_value() ? "{f:v}" : "{f:h}",
                      p = "{a:" + s.reading.symbol() + "}", sum = s.reading.context_symbol();
    Card card(c);
    if (s.config().kind == Kind::Lstmn)
        card.symbols("[{a:h̃}_t ; {a:c̃}_t] = Σ_i| " + p + "_i [{f:h}_i ; {f:c}_i]");
    else
        card.symbols("{a:" + sum + "}_t = Σ_i| " + p + "_i " + vector + "_i");
    card.gap(4);
    context_terms(card, c, s, vector, sum);
    card.finish();
}

// -------------------------------------------------------------------------------------------- answer

void answer_card(Column& c, const Subject& s) {
    const Reading& r = s.reading;
    const std::string T = std::to_string(r.steps);
    Card card(c);
    if (s.config().key_value()) {
        card.symbols("{1:h*} = tanh(W_r {a:r}_{" + T + "} + W_p {f:p}_{" + T + "} + b)");
        card.symbols("{o:p} = softmax(W {1:h*} + b)");
    } else {
        card.symbols("{o:p} = softmax(W {f:h}_{" + T + "} + b)");
    }
    card.gap(4);
    const MatrixXf* logits = r.value("logits");
    const MatrixXf* logs = r.value("log_probs");
    Eigen::Index best = 0;
    if (logits && logs) {
        logs->col(logs->cols() - 1).maxCoeff(&best);
        const double l = number_at(logits, best, logits->cols() - 1),
                     log_p = number_at(logs, best, logs->cols() - 1), p = std::exp(log_p);
        const ExpFraction printed = exp_fraction(l, std::exp(l - log_p), p, 3);
        inspector::fraction(c, {.symbol = "{o:p}_y",
                                .above = mono(printed.above),
                                .below = mono(printed.below),
                                .result = fixed(p, 3),
                                .sign = printed.holds ? "=" : "≈",
                                .color = c.colors().output});
    }
    card.finish();
}

// -------------------------------------------------------------------------------------------- a sentence
// each

std::string say_score(const Subject& s) {
    if (s.step == 0) return "Nothing is older than this step: there is nothing to compare with.";
    if (s.config().key_value())
        return "The key of the state that was just made is compared with every older key.";
    if (s.config().kind == Kind::Lstmn)
        return "The word that is read, with what was looked up before it, is compared with every older "
               "state.";
    return "The new state is about to be made. First the last state compares itself with every older one.";
}
std::string say_softmax(const Subject& s) {
    if (s.step == 0) return "No scores, no weights.";
    const std::string many = counted(s.reading.heard(s.step), "score");
    if (const auto ceiling = s.reading.ceiling(s.step); ceiling && s.step > 1)
        return "The " + many +
               " become weights that add up to 1. Means of products lie within ±1, so that none can pass " +
               cell_number(static_cast<double>(*ceiling)) + ".";
    return "The " + many + " become weights that are positive and add up to 1.";
}
std::string say_context(const Subject& s) {
    if (s.column < 0) return "There is nothing to add up: the sum is zero.";
    if (s.config().kind == Kind::Lstmn)
        return "Hidden states and memories of the past are mixed with the same weights; the two sums stand "
               "in for the last state and its memory.";
    return s.config().key_value() ? "The values of older states are added, each times its weight."
                                  : "The older states are added, each times its weight.";
}
std::string say_state(const Subject& s) {
    if (s.config().self_attention())
        return s.config().attends() ? "The new state is made of three things: the word, the last state, and "
                                      "what was looked up."
                                    : "The new state is made of the word and the last state alone.";
    return s.config().kind == Kind::Lstmn
               ? "An LSTM cell with the looked-up state and memory where the last ones would be."
               : "An ordinary LSTM cell. Its state is cut into a key" +
                     std::string(s.config().attention.roles > 2   ? ", a value and a part to predict from."
                                 : s.config().attention.roles > 1 ? " and a value."
                                                                  : ", a value and all else at once.");
}
std::string say_answer(const Subject& s) {
    return s.config().key_value() ? "What was read last and the state's own part together name the answer."
                                  : "The state after the last word names the answer.";
}

struct PhaseView {
    std::string (*say)(const Subject&);
    void (*card)(Column&, const Subject&);
};
const PhaseView& view_of(Doing doing) { // in the order of Doing
    static constexpr std::array<PhaseView, 5> views{{{say_score, score_card},
                                                     {say_softmax, softmax_card},
                                                     {say_context, context_card},
                                                     {say_state, state_card},
                                                     {say_answer, answer_card}}};
    return views[static_cast<std::size_t>(doing)];
}

/// The unit in which most happened.
int unit_of(const Subject& s) {
    const MatrixXf* what = s.doing == Doing::Context ? context_of(s) : &s.reading.states();
    const int column = s.doing == Doing::Context ? s.step : s.reading.made(s.step);
    Eigen::Index unit = 0;
    if (what && column < what->cols()) what->col(column).cwiseAbs().maxCoeff(&unit);
    return static_cast<int>(unit);
}

} // namespace

Subject subject_of(const Reading& reading, const Playhead& playhead) {
    Subject s{reading, moment_at(reading.run.outline, playhead.at)};
    if (s.now.started) s.doing = doing_of(s.now.phase);
    s.step = std::max(0, s.doing == Doing::Answer ? reading.steps - 1 : step_shown(reading, playhead));
    s.column = reading.attends() ? column_shown(reading, playhead, s.step) : -1;
    s.unit = unit_of(s);
    s.weighed = reading.done(playhead.at, Doing::Softmax, s.step);
    return s;
}

std::string meaning_of(const Subject& s) { return view_of(s.doing).say(s); }

void equation_card(Column& column, const Subject& s) { view_of(s.doing).card(column, s); }

} // namespace heed::past
