// Cards of what is added up: the token with its place, what a sub-layer adds, and the norm behind them.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/transformer/explained.h"

#include <cmath>
#include <optional>

namespace heed::layered {
namespace {

using inspector::Card;
using inspector::Column;
using inspector::mono;
using inspector::ValueRow;

std::string norm_name(const Subject& s) {
    return s.reading.config.norm_kind == transformer::NormKind::Rms ? "rms" : "norm";
}

std::string signed_sum(const std::vector<double>& terms, int decimals) {
    std::string words;
    for (const double term : terms)
        words += words.empty() ? fixed(term, decimals)
                               : (term < 0 ? " − " : " + ") + fixed(std::abs(term), decimals);
    return words;
}

/// "sum, number 1: 0.470 − 0.505 = −0.034"
void sum_line(Card& card, const Subject& s, const std::vector<double>& terms, double sum, Color ink) {
    card.gap(2);
    card.numbers({.words = [=](int d) { return signed_sum(terms, d); },
                  .value =
                      [=](int d) {
                          double all = 0;
                          for (const double term : terms) all += as_fixed(term, d);
                          return all;
                      },
                  .result = sum,
                  .color = ink,
                  .lead = mono("number " + std::to_string(s.unit + 1) + ":  ")});
}

/// One number of a norm's parameter, where the run has it.
std::optional<double> norm_parameter(const Subject& s, const std::string& name) {
    const auto& all = s.reading.run.parameters;
    if (!all) return std::nullopt;
    const auto found = all->find(name);
    if (found == all->end() || s.unit >= found->second.size()) return std::nullopt;
    return static_cast<double>(found->second.data()[s.unit]);
}

/// (x − mean) / √(variance + ε), then gain and bias; of the mean square alone x / √(mean x² + ε).
void norm_lines(Card& card, const Subject& s, const Eigen::VectorXf& sum, const MatrixXf* normed,
                const std::string& name, const std::string& symbol, Color ink) {
    if (!normed || sum.size() <= s.unit) return;
    const bool rms = s.reading.config.norm_kind == transformer::NormKind::Rms;
    const Eigen::ArrayXd x = sum.cast<double>().array();
    const double mean = rms ? 0 : x.mean(), number = x(s.unit),
                 spread = std::sqrt((x - mean).square().mean() + s.reading.config.norm_epsilon),
                 plain = (number - mean) / spread;
    card.numbers(
        {.words =
             [=](int d) {
                 const std::string from = signed_sum({number, -mean}, d);
                 return (rms ? fixed(number, d) : "(" + from + ")") + " / " + fixed(spread, d);
             },
         .value = [=](int d) { return (as_fixed(number, d) - as_fixed(mean, d)) / as_fixed(spread, d); },
         .result = plain,
         .color = ink,
         .lead = mono("norm:  ")});
    const std::optional<double> learned = norm_parameter(s, name + ".gain"),
                                offset = rms ? 0 : norm_parameter(s, name + ".bias");
    if (!learned || !offset) return;
    const double gain = *learned, bias = *offset;
    card.numbers({.symbol = symbol + "_{" + s.i() + "," + std::to_string(s.unit + 1) + "}",
                  .words =
                      [=](int d) {
                          return fixed(gain, d) + " × " + fixed(plain, d) +
                                 (rms ? "" : (bias < 0 ? " − " : " + ") + fixed(std::abs(bias), d));
                      },
                  .value = [=](int d) { return as_fixed(gain, d) * as_fixed(plain, d) + as_fixed(bias, d); },
                  .result = inspector::number_at(normed, s.unit, s.query),
                  .color = ink});
    card.note(
        rms ? "The norm divides by the size of all numbers; the gain is learned."
            : "The norm takes off the mean of all numbers and divides by their spread; gain and bias are "
              "learned.");
}

/// What a sub-layer leaves: what it added, the sum, and that normalised where the norm comes after.
struct Sum {
    const MatrixXf *added, *sum, *normed;
    std::string norm; // its parameters' name, up to the point
};

Sum sum_of(const Subject& s) {
    const transformer::FeedValues& feed = s.reading.side(s.decoder).feed;
    const bool after = s.reading.config.norm == transformer::NormPlace::After, fed = s.doing == Doing::Feed;
    const transformer::AttentionValues& look = s.reading.values(s.sight);
    const Quantity normed = fed ? feed.normed : look.normed;
    return {s.value(fed ? feed.result : look.result), s.value(fed ? feed.output_sum : look.output_sum),
            after ? s.value(normed) : nullptr,
            std::string(s.decoder ? "decoder" : "encoder") + ".layers." + std::to_string(s.layer) +
                (fed                             ? ".feed"
                 : s.sight.looks == Looks::Cross ? ".cross"
                                                 : ".self") +
                ".norm"};
}

/// x + f, and what the norm makes of it.
void sum_numbers(Column& c, Card& card, const Subject& s) {
    const Sum of = sum_of(s);
    if (!of.added || !of.sum) return;
    const double after = inspector::number_at(of.sum, s.unit, s.query),
                 added = inspector::number_at(of.added, s.unit, s.query);
    sum_line(card, s, {after - added, added}, after, of.normed ? c.colors().t2 : c.colors().t1);
    if (of.normed) norm_lines(card, s, column_of(of.sum, s.query), of.normed, of.norm, "x^′", c.colors().t1);
}

void sum_below(Column& c, const Subject& s) {
    const Palette& p = c.colors();
    const Sum of = sum_of(s);
    const Color own = s.decoder ? p.decoder : p.forward;
    Eigen::VectorXf before = column_of(of.sum, s.query);
    if (of.added && before.size() == of.added->rows()) before -= of.added->col(s.query);
    std::vector<ValueRow> rows{strip("{2:x}_{" + s.i() + "}", "there", before, p.t2, s.unit),
                               strip("{a:o}_{" + s.i() + "}", s.doing == Doing::Feed ? "added" : "all heads",
                                     column_of(of.added, s.query), p.attention, s.unit)};
    if (of.normed) rows.push_back(strip("{2:+}", "sum", column_of(of.sum, s.query), p.t2, s.unit));
    const std::string sum = std::string(s.decoder ? "{d:x}" : "{f:x}") + "^′_{" + s.i() + "}";
    rows.push_back(of.normed ? strip(sum, "normed", column_of(of.normed, s.query), own, s.unit)
                             : strip(sum, "sum", column_of(of.sum, s.query), own, s.unit));
    strips(c, "What is added", unit_caption(s), std::move(rows), s.unit);
}

bool norm_after(const Subject& s) { return s.reading.config.norm == transformer::NormPlace::After; }

void add_symbols(Card& card, const Subject& s) {
    card.symbols(norm_after(s) ? "x^′_i = " + norm_name(s) + "(x_i + {a:o}_i)"
                               : std::string("x^′_i = x_i + {a:o}_i"));
}

void feed_symbols(Card& card, const Subject& s) {
    const transformer::Config::Feed& feed = s.reading.config.feed;
    const std::string b1 = feed.bias ? " + b_1" : "", b2 = feed.bias ? " + b_2" : "",
                      read = norm_after(s) ? "x_i" : norm_name(s) + "(x_i)",
                      act(transformer::activation_name(feed.activation));
    card.symbols(feed.gated ? "m_i = " + act + "(W_G| " + read + ") ⊙ W_1| " + read
                            : "m_i = " + act + "(W_1| " + read + b1 + ")");
    card.symbols("x^′_i = " +
                 (norm_after(s) ? norm_name(s) + "(x_i + W_2| m_i" + b2 + ")" : "x_i + W_2| m_i" + b2));
}

void feed_numbers(Column& c, Card& card, const Subject& s) {
    sum_numbers(c, card, s);
    const Eigen::VectorXf hidden = column_of(s.value(s.reading.side(s.decoder).feed.hidden), s.query);
    if (hidden.size() == 0) return;
    const auto zero = (hidden.array() == 0).count();
    card.note(std::to_string(hidden.size()) + " numbers wide" +
              (zero > 0 ? "; " + std::to_string(zero) + " of them are 0 here." : "."));
}

void feed_below(Column& c, const Subject& s) {
    sum_below(c, s);
    strips(c, "Inside", "",
           {strip("{2:m}_{" + s.i() + "}", "wide",
                  column_of(s.value(s.reading.side(s.decoder).feed.hidden), s.query),
                  s.decoder ? c.colors().decoder : c.colors().forward, -1)},
           -1);
}

/// What a token becomes before the first layer, whichever layer is looked at.
struct Entry {
    const MatrixXf *embedded, *positions, *segments, *input;
};
Entry entry_of(const Subject& s) {
    const transformer::SideValues& v = s.reading.side(s.decoder);
    return {s.reading.value(v.embedded), s.reading.value(v.positions), s.reading.value(v.segments),
            s.reading.value(v.input)};
}

void read_symbols(Card& card, const Subject& s) {
    const transformer::Config& config = s.reading.config;
    const Entry of = entry_of(s);
    const std::string sum = std::string(config.scale_embedding ? "√d " : "") + "E[w_i]" +
                            (of.positions ? " + p_i" : "") + (of.segments ? " + g_i" : "");
    card.symbols("x_i = " + (config.embedding.norm ? norm_name(s) + "(" + sum + ")" : sum));
}

void read_numbers(Column& c, Card& card, const Subject& s) {
    const Entry of = entry_of(s);
    const bool normed = s.reading.config.embedding.norm;
    std::vector<double> terms;
    Eigen::VectorXf all;
    for (const MatrixXf* part : {of.embedded, of.positions, of.segments}) {
        const Eigen::VectorXf numbers = column_of(part, s.query);
        if (numbers.size() == 0) continue;
        terms.push_back(inspector::number_at(part, s.unit, s.query));
        all = all.size() == 0 ? numbers : Eigen::VectorXf(all + numbers);
    }
    if (of.embedded && terms.size() > 1)
        sum_line(card, s, terms, static_cast<double>(all(s.unit)), normed ? c.colors().t2 : c.colors().t1);
    if (of.embedded && normed)
        norm_lines(card, s, all, of.input,
                   (s.decoder ? "decoder" : "encoder") + std::string(".embedding.norm"), "x", c.colors().t1);
    if (s.reading.config.positions == transformer::Positions::Relative)
        card.note("Places are told by what each head adds to its scores, not here.");
}

void read_below(Column& c, const Subject& s) {
    const Palette& p = c.colors();
    const Entry of = entry_of(s);
    strips(c, quoted(s.reading.column_word(s.decoder, s.query)), unit_caption(s),
           {strip(s.reading.config.scale_embedding ? "√d E" : "E", "its vector",
                  column_of(of.embedded, s.query), p.t2, s.unit),
            strip("p_{" + s.i() + "}", "its place", column_of(of.positions, s.query), p.attention, s.unit),
            strip("g_{" + s.i() + "}", "segment", column_of(of.segments, s.query), p.t2, s.unit),
            strip("x_{" + s.i() + "}", "read", column_of(of.input, s.query),
                  s.decoder ? p.decoder : p.forward, s.unit)},
           s.unit);
}

} // namespace

const CardParts read_card{read_symbols, read_numbers, read_below},
    add_card{add_symbols, sum_numbers, sum_below}, feed_card{feed_symbols, feed_numbers, feed_below};

} // namespace heed::layered
