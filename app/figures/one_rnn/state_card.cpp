// What a new state is made of, in numbers: of the simple cell and of an LSTM.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/one_rnn/explained.h"

#include <cmath>

namespace heed::past {
namespace {

using inspector::Card;
using inspector::Column;
using inspector::mono;
using inspector::number_at;
using one_rnn::Kind;

/// Row `unit` of a parameter times a vector.
double product(const Trace& run, const std::string& name, Eigen::Index unit, const Eigen::VectorXf& x,
               Eigen::Index from = 0) {
    const auto found = run.parameters ? run.parameters->find(name) : TensorMap::const_iterator{};
    if (!run.parameters || found == run.parameters->end() || from + x.size() > found->second.cols()) return 0;
    return static_cast<double>(found->second.row(unit).segment(from, x.size()).dot(x));
}
double bias(const Trace& run, const std::string& name, Eigen::Index unit) {
    const auto found = run.parameters ? run.parameters->find(name) : TensorMap::const_iterator{};
    return !run.parameters || found == run.parameters->end() ? 0
                                                             : static_cast<double>(found->second(unit, 0));
}

/// h_t = tanh(W x + U [h; c] + b), the three sums in numbers.
void simple_state_card(Column& c, const Subject& s) {
    const Reading& r = s.reading;
    const int after = r.made(s.step);
    const MatrixXf* x = r.value("embedded");
    const MatrixXf* context = r.value("self.context");
    const double read = x ? product(r.run, "cell.weight_ih", s.unit, x->col(s.step)) : 0,
                 kept = product(r.run, "cell.weight_hh", s.unit, r.states().col(after - 1)),
                 found = context && s.config().attends() ? product(r.run, "cell.weight_hh", s.unit,
                                                                   context->col(s.step), r.states().rows())
                                                         : 0,
                 b = bias(r.run, "cell.bias", s.unit);
    Card card(c);
    card.symbols(s.config().attends() ? "{f:h}_t = tanh(W x_t + U [{f:h}_{t−1} ; {a:c}_t] + b)"
                                      : "{f:h}_t = tanh(W x_t + U {f:h}_{t−1} + b)");
    card.gap(4);
    const std::string unit = std::to_string(s.unit + 1);
    const auto line = [&](const std::string& words, double value) {
        card.plugged([&](int) { return words; }, fixed(value, 3), c.colors().t2, Face::Mono, 20);
    };
    line(mono("of the word       W x"), read);
    line(mono("of the last state U h"), kept);
    if (s.config().attends()) line(mono("of the look back  U c"), found);
    line(mono("bias              b"), b);
    const double sum = read + kept + found + b;
    card.numbers({.symbol = "{f:h}_{" + s.t() + "," + unit + "}",
                  .words = [=](int d) { return "tanh(" + fixed(sum, d) + ")"; },
                  .value = [=](int d) { return std::tanh(as_fixed(sum, d)); },
                  .result = number_at(&r.states(), s.unit, after),
                  .color = c.colors().forward});
    card.finish();
}

/// The memory of an LSTM, one unit.
void lstm_state_card(Column& c, const Subject& s) {
    const Reading& r = s.reading;
    const bool lstmn = s.config().kind == Kind::Lstmn;
    const Eigen::Index k = s.unit;
    const MatrixXf* memory = r.value("cell_states");
    const double before = lstmn        ? number_at(r.value("self.cell_state"), k, s.step)
                          : s.step > 0 ? number_at(memory, k, s.step - 1)
                                       : 0;
    const inspector::LstmUnit unit =
        inspector::lstm_unit(r.value("gates"), memory, &r.states(), k, s.step, before);
    const std::string of = lstmn ? "[{a:h̃}_t ; x_t]" : "[{f:h}_{t−1} ; x_t]",
                      old = lstmn ? "{a:c̃}_t" : "{f:c}_{t−1}",
                      at = "_{" + s.t() + "," + std::to_string(k + 1) + "}";
    Card card(c);
    card.symbols("i, f, o = σ(W " + of + "),  g = tanh(W " + of + ")");
    card.symbols("{f:c}_t = f " + old + " + i g");
    inspector::memory_line(card, "{f:c}" + at, unit, c.colors().forward);
    card.symbols("{f:h}_t = o tanh({f:c}_t)");
    inspector::state_line(card, "{f:h}" + at, unit, c.colors().forward);
    card.finish();
}

} // namespace

void state_card(Column& c, const Subject& s) {
    s.config().self_attention() ? simple_state_card(c, s) : lstm_state_card(c, s);
}

} // namespace heed::past
