#include "app/figures/inspector/sums.h"

#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/inspector/fraction.h"

#include <algorithm>
#include <cmath>

namespace heed::inspector {

double number_at(const Eigen::MatrixXf* m, Eigen::Index row, Eigen::Index column) {
    return m && row < m->rows() && column < m->cols() ? static_cast<double>((*m)(row, column)) : 0;
}

void weighted_sum(Card& card, const Palette& colors, const WeightedSum& s) {
    const auto term = [&](int k) { return s.weight(k) * s.number(k); };
    std::vector<int> order = s.places;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        if ((a == s.looked_at) != (b == s.looked_at)) return a == s.looked_at;
        return std::abs(term(a)) > std::abs(term(b));
    });
    const std::size_t first = std::min<std::size_t>(2, order.size());
    const bool others = order.size() > first;
    double rest = s.total;
    for (std::size_t n = 0; n < first; ++n) rest -= term(order[n]);
    const Digits digits = digits_until_it_holds( // the terms as they are printed add up to the sum as it is
        [&](int d) {
            double all = others ? as_fixed(rest, d) : 0;
            for (std::size_t n = 0; n < first; ++n) all += as_fixed(term(order[n]), d);
            return all;
        },
        s.total);
    for (std::size_t n = 0; n < first; ++n) {
        const double weight = s.weight(order[n]), number = s.number(order[n]);
        card.numbers({.symbol = s.symbol(order[n]),
                      .words = [=](int d) { return fixed(weight, d) + " × " + fixed(number, d); },
                      .value = [=](int d) { return as_fixed(weight, d) * as_fixed(number, d); },
                      .result = weight * number,
                      .decimals = digits.decimals,
                      .color = colors.t2,
                      .face = Face::Mono,
                      .height = 20});
    }
    if (others)
        card.plugged(
            [&](int) { return mono("+ " + counted(static_cast<int>(order.size() - first), s.other)); },
            fixed(rest, digits.decimals), colors.t2, Face::Mono, 20);
    card.gap(s.air);
    card.plugged(s.sum + mono(digits.holds ? " =" : " ≈"), fixed(s.total, 3), colors.attention);
}

void softmax_share(Column& c, const SoftmaxShare& s) {
    constexpr double far = 30; // exp() of that has as many digits as there is room for
    double largest = -INFINITY, sum = 0;
    for (const double e : s.energies) largest = std::max(largest, e);
    const double scaled = largest / s.temperature;
    const double shift = scaled > far || (s.lifts && scaled < -far) ? largest : 0;
    for (const double e : s.energies) sum += std::exp((e - shift) / s.temperature);
    const ExpFraction printed =
        exp_fraction(s.energy - shift, sum, s.share, 3, as_significant(s.temperature, 3));
    const bool tiny = s.chance && s.share > 0 && s.share < 0.0005;
    fraction(c,
             {.symbol = s.symbol,
              .above = mono(printed.above),
              .below = mono(printed.below),
              .result = tiny || (s.share >= 0.9995 && s.share < 1) ? probability(s.share) : fixed(s.share, 3),
              .sign = printed.holds && !tiny ? "=" : "≈",
              .color = s.color});
    if (shift != 0) Card::note_in(c, "the largest score taken off above and below");
}

LstmUnit lstm_unit(const Eigen::MatrixXf* gates, const Eigen::MatrixXf* memory, const Eigen::MatrixXf* states,
                   Eigen::Index unit, Eigen::Index column, double before) {
    const Eigen::Index size = gates ? gates->rows() / 4 : 0;
    const auto gate = [&](int n) { return number_at(gates, n * size + unit, column); };
    return {gate(0),
            gate(1),
            gate(2),
            gate(3),
            before,
            number_at(memory, unit, column),
            number_at(states, unit, column)};
}

void memory_line(Card& card, const std::string& symbol, const LstmUnit& u, Color color) {
    card.numbers({.symbol = symbol,
                  .words =
                      [=](int d) {
                          return fixed(u.f, d) + "·" + fixed(u.before, d) + " + " + fixed(u.i, d) + "·" +
                                 fixed(u.g, d);
                      },
                  .value =
                      [=](int d) {
                          return as_fixed(u.f, d) * as_fixed(u.before, d) +
                                 as_fixed(u.i, d) * as_fixed(u.g, d);
                      },
                  .result = u.memory,
                  .color = color});
}

void state_line(Card& card, const std::string& symbol, const LstmUnit& u, Color color) {
    card.numbers({.symbol = symbol,
                  .words = [=](int d) { return fixed(u.o, d) + " × tanh(" + fixed(u.memory, d) + ")"; },
                  .value = [=](int d) { return as_fixed(u.o, d) * std::tanh(as_fixed(u.memory, d)); },
                  .result = u.state,
                  .color = color});
}

} // namespace heed::inspector
