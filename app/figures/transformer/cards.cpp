// The equation of each sub-step, symbols above and this cell's numbers below.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/inspector/card.h"
#include "app/figures/inspector/strips.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/transformer/explained.h"

#include <algorithm>
#include <cmath>

namespace heed::layered {
namespace {

using inspector::Card;
using inspector::Column;
using inspector::mono;
using inspector::ValueRow;

const transformer::AttentionValues& values(const Subject& s) { return s.reading.values(s.sight); }

Eigen::VectorXf column_of(const MatrixXf* m, int column) {
    return m && column >= 0 && column < m->cols() ? Eigen::VectorXf(m->col(column)) : Eigen::VectorXf();
}

ValueRow strip(std::string symbol, std::string caption, Eigen::VectorXf numbers, Color color, int unit) {
    ValueRow row{std::move(symbol), std::move(caption)};
    row.value = unit < numbers.size() ? numbers(unit) : 0;
    row.strip.values = std::move(numbers);
    row.strip.color = color;
    return row;
}

void strips(Column& c, const std::string& title, const std::string& caption, std::vector<ValueRow> rows,
            int unit) {
    rows.erase(std::remove_if(rows.begin(), rows.end(),
                              [](const ValueRow& r) { return r.strip.values.size() == 0; }),
               rows.end());
    if (rows.empty()) return;
    inspector::section(c, title, caption);
    inspector::value_rows(c, rows, unit);
}

/// The head's own part of a vector of all heads.
Eigen::VectorXf part_of(const Subject& s, const MatrixXf* all, int column) {
    const Eigen::VectorXf whole = column_of(all, column);
    const int each = s.head_size(), first = s.sight.head * each;
    return whole.size() >= first + each ? Eigen::VectorXf(whole.segment(first, each)) : Eigen::VectorXf();
}

std::string unit_caption(const Subject& s) { return "number " + std::to_string(s.unit + 1); }

void project_card(Column& c, const Subject& s) {
    const bool bias = s.reading.config.attention.bias;
    Card card(c);
    const std::string b = bias ? " + b" : "", of = s.sight.looks == Looks::Cross ? "h_j" : "x_j";
    card.symbols("{d:q}_i = W_Q| x_i" + b + "    {f:k}_j = W_K| " + of + b);
    card.symbols("{f:v}_j = W_V| " + of + b);
    card.note(std::to_string(s.reading.heads(s.sight.decoding)) + " heads, each with " +
              std::to_string(s.head_size()) + " of the numbers.");
    card.finish();
    const Palette& p = c.colors();
    strips(c, "Head " + std::to_string(s.sight.head + 1), unit_caption(s),
           {strip("{d:q}_{" + s.i() + "}", "query", part_of(s, s.value(values(s).queries), s.query),
                  p.decoder, s.unit),
            strip("{f:k}_{" + s.j() + "}", "key", part_of(s, s.value(values(s).keys), s.column), p.forward,
                  s.unit),
            strip("{f:v}_{" + s.j() + "}", "value", part_of(s, s.value(values(s).values), s.column),
                  p.forward, s.unit)},
           s.unit);
}

/// "√64", "√64 · 3": what the product is divided by; empty: by nothing.
std::string divisor_words(const Subject& s) {
    const transformer::Config::Attention& attention = s.reading.config.attention;
    std::string words = attention.scaled ? "√" + std::to_string(s.head_size()) : "";
    if (attention.by_layer && s.layer > 0)
        words += (words.empty() ? "" : " · ") + std::to_string(s.layer + 1);
    return words;
}

bool is_relative(const Subject& s) {
    return s.reading.config.positions == transformer::Positions::Relative && s.sight.looks == Looks::Self;
}

} // namespace

void score_numbers(Card& card, const Palette& colors, const Subject& s) {
    const bool relative = is_relative(s);
    const double energy = inspector::number_at(s.reading.energies(s.sight), s.column, s.query);
    const double product = s.product(), divisor = s.divisor(),
                 added = relative ? energy - product / divisor : 0;
    const std::string under = divisor_words(s);
    const std::string sign = added < 0 ? " − " : " + ";
    card.numbers({.symbol = "e_{" + s.i() + "," + s.j() + "}",
                  .words =
                      [=](int d) {
                          return fixed(product, d) + (under.empty() ? "" : " / (" + under + ")") +
                                 (relative ? sign + fixed(std::abs(added), d) : "");
                      },
                  .value = [=](int d) { return as_fixed(product, d) / divisor + as_fixed(added, d); },
                  .result = energy,
                  .color = colors.attention});
}

void softmax_numbers(Column& c, const Subject& s) {
    const MatrixXf* energies = s.reading.energies(s.sight);
    const MatrixXf* weights = s.reading.weights(s.sight);
    const int seen =
        std::min<int>(s.reading.seen(s.sight, s.row), energies ? static_cast<int>(energies->rows()) : 0);
    if (!energies || seen == 0 || s.query >= energies->cols()) return;
    const Edits& edits = s.reading.run.request.edits;
    if (edits.row(s.row) && s.sight.looks == Looks::Cross)
        return Card::note_in(c,
                             "Changed by hand: the weights of this row are not the softmax of its scores.");
    if (const HeadEdit* edit = s.reading.edit_of(s.sight, s.row);
        edit && edit->kind != HeadEdit::Kind::Off && edit->kind != HeadEdit::Kind::Mean)
        return Card::note_in(c,
                             "Changed by hand: the weights of this head are not the softmax of its scores.");
    std::vector<double> all;
    for (int j = 0; j < seen; ++j) all.push_back(static_cast<double>((*energies)(j, s.query)));
    inspector::softmax_share(c, {.symbol = "{a:α}_{" + s.i() + "," + s.j() + "}",
                                 .energy = inspector::number_at(energies, s.column, s.query),
                                 .energies = std::move(all),
                                 .share = inspector::number_at(weights, s.column, s.query),
                                 .color = c.colors().attention,
                                 .temperature = edits.temperature});
}

namespace {

void score_card(Column& c, const Subject& s) {
    const bool relative = is_relative(s);
    Card card(c);
    card.symbols(std::string("e_{ij} = {d:q}_i · {f:k}_j") +
                 (s.reading.config.attention.scaled ? " / √d_h" : "") + (relative ? " + b_{j−i}" : ""));
    card.gap(2);
    score_numbers(card, c.colors(), s);
    if (relative)
        card.note("No divisor: this kind learns the scale. b is what the head adds for that distance.");
    card.finish();
}

void softmax_card(Column& c, const Subject& s) {
    Card card(c);
    card.symbols("{a:α}_{ij} = exp(e_{ij}) / Σ_k| exp(e_{ik})");
    card.gap(4);
    softmax_numbers(c, s);
    card.finish();
}

void mix_card(Column& c, const Subject& s) {
    const Palette& p = c.colors();
    const MatrixXf* weights = s.reading.weights(s.sight);
    const MatrixXf* all = s.value(values(s).values);
    const MatrixXf* contexts = s.value(values(s).contexts, s.sight.head);
    Card card(c);
    card.symbols("{a:c}_i = Σ_j| {a:α}_{ij} {f:v}_j");
    card.symbols("{d:o}_i = W_O| [{a:c}^1; …; {a:c}^h]" +
                 std::string(s.reading.config.attention.bias ? " + b" : ""));
    const int seen = std::min<int>(s.reading.seen(s.sight, s.row), all ? static_cast<int>(all->cols()) : 0);
    const int unit = s.sight.head * s.head_size() + s.unit;
    const HeadEdit* edit = s.reading.edit_of(s.sight, s.row);
    const bool off = edit && edit->kind == HeadEdit::Kind::Off,
               mean = edit && edit->kind == HeadEdit::Kind::Mean;
    if (off || mean)
        card.note(
            off ? "Changed by hand: this head is off, its c is 0 whatever its weights are."
                : "Changed by hand: this head's c is its mean over all places, whatever its weights are.");
    else if (seen > 0 && weights && contexts) {
        std::vector<int> places(static_cast<std::size_t>(seen));
        for (int j = 0; j < seen; ++j) places[static_cast<std::size_t>(j)] = j;
        const std::string u = std::to_string(s.unit + 1);
        card.gap(4);
        inspector::weighted_sum(card, p,
                                {.places = places,
                                 .looked_at = s.column,
                                 .weight = [=](int j) { return inspector::number_at(weights, j, s.query); },
                                 .number = [=](int j) { return inspector::number_at(all, unit, j); },
                                 .symbol =
                                     [=](int j) {
                                         return "{a:α}_{" + std::to_string(j + 1) + "} {f:v}_{" +
                                                std::to_string(j + 1) + "," + u + "}";
                                     },
                                 .sum = "{a:c}_{" + s.i() + "," + u + "}",
                                 .total = inspector::number_at(contexts, s.unit, s.query)});
    }
    card.finish();
    strips(c, "Head " + std::to_string(s.sight.head + 1), unit_caption(s),
           {strip("{f:v}_{" + s.j() + "}", "value", part_of(s, all, s.column), p.forward, s.unit),
            strip("{a:c}_{" + s.i() + "}", "its sum", column_of(contexts, s.query), p.attention, s.unit)},
           s.unit);
}

/// x + f, and what the norm makes of it.
void added_lines(Card& card, const Subject& s, const MatrixXf* result, const MatrixXf* sum, Color ink) {
    if (!result || !sum) return;
    const double after = inspector::number_at(sum, s.unit, s.query),
                 added = inspector::number_at(result, s.unit, s.query), before = after - added;
    card.gap(2);
    card.numbers({.words =
                      [=](int d) {
                          return fixed(before, d) + (added < 0 ? " − " : " + ") + fixed(std::abs(added), d);
                      },
                  .value = [=](int d) { return as_fixed(before, d) + as_fixed(added, d); },
                  .result = after,
                  .color = ink,
                  .lead = mono("number " + std::to_string(s.unit + 1) + ":  ")});
}

std::string norm_name(const Subject& s) {
    return s.reading.config.norm_kind == transformer::NormKind::Rms ? "rms" : "norm";
}

void sum_strips(Column& c, const Subject& s, const std::string& what, const MatrixXf* result,
                const MatrixXf* sum, const MatrixXf* normed) {
    const Palette& p = c.colors();
    const bool after = s.reading.config.norm == transformer::NormPlace::After;
    const Color own = s.decoder ? p.decoder : p.forward;
    Eigen::VectorXf before = column_of(sum, s.query);
    if (result && before.size() == result->rows()) before -= result->col(s.query);
    strips(c, "What is added", unit_caption(s),
           {strip("{2:x}_{" + s.i() + "}", "there", before, p.t2, s.unit),
            strip("{a:o}_{" + s.i() + "}", what, column_of(result, s.query), p.attention, s.unit),
            after ? strip("{d:x}^′_{" + s.i() + "}", "normed", column_of(normed, s.query), own, s.unit)
                  : strip("{d:x}^′_{" + s.i() + "}", "sum", column_of(sum, s.query), own, s.unit)},
           s.unit);
}

void add_card(Column& c, const Subject& s) {
    const bool after = s.reading.config.norm == transformer::NormPlace::After;
    const transformer::AttentionValues& v = values(s);
    Card card(c);
    card.symbols(after ? "x^′_i = " + norm_name(s) + "(x_i + {a:o}_i)"
                       : std::string("x^′_i = x_i + {a:o}_i"));
    added_lines(card, s, s.value(v.result), s.value(v.output_sum), c.colors().t1);
    card.finish();
    sum_strips(c, s, "all heads", s.value(v.result), s.value(v.output_sum), s.value(v.normed));
}

std::string activation_words(transformer::Activation activation) {
    return std::string(transformer::activation_name(activation));
}

void feed_card(Column& c, const Subject& s) {
    const transformer::FeedValues& v = s.reading.side(s.decoder).feed;
    const transformer::Config::Feed& feed = s.reading.config.feed;
    const bool after = s.reading.config.norm == transformer::NormPlace::After;
    const std::string b1 = feed.bias ? " + b_1" : "", b2 = feed.bias ? " + b_2" : "",
                      read = after ? "x_i" : norm_name(s) + "(x_i)", act = activation_words(feed.activation);
    Card card(c);
    card.symbols(feed.gated ? "m_i = " + act + "(W_G| " + read + ") ⊙ W_1| " + read
                            : "m_i = " + act + "(W_1| " + read + b1 + ")");
    card.symbols("x^′_i = " + (after ? norm_name(s) + "(x_i + W_2| m_i" + b2 + ")" : "x_i + W_2| m_i" + b2));
    added_lines(card, s, s.value(v.result), s.value(v.output_sum), c.colors().t1);
    const Eigen::VectorXf hidden = column_of(s.value(v.hidden), s.query);
    if (hidden.size() > 0) {
        const auto zero = (hidden.array() == 0).count();
        card.note(std::to_string(hidden.size()) + " numbers wide" +
                  (zero > 0 ? "; " + std::to_string(zero) + " of them are 0 here." : "."));
    }
    card.finish();
    sum_strips(c, s, "added", s.value(v.result), s.value(v.output_sum), s.value(v.normed));
    strips(c, "Inside", "",
           {strip("{2:m}_{" + s.i() + "}", "wide", hidden,
                  s.decoder ? c.colors().decoder : c.colors().forward, -1)},
           -1);
}

void read_card(Column& c, const Subject& s) {
    const transformer::Config& config = s.reading.config;
    const transformer::SideValues& v = s.reading.side(s.decoder);
    const bool added = s.value(v.positions) != nullptr;
    Card card(c);
    const std::string sum =
        std::string(config.scale_embedding ? "√d " : "") + "E[w_i]" + (added ? " + p_i" : "");
    card.symbols("x_i = " + (config.embedding.norm ? norm_name(s) + "(" + sum + ")" : sum));
    if (config.positions == transformer::Positions::Relative)
        card.note("Places are told by what each head adds to its scores, not here.");
    card.finish();
    const Palette& p = c.colors();
    strips(c, quoted(s.reading.column_word(s.decoder, s.query)), unit_caption(s),
           {strip("E", "its vector", column_of(s.reading.value(v.embedded), s.query), p.t2, s.unit),
            strip("p_{" + s.i() + "}", "its place", column_of(s.reading.value(v.positions), s.query),
                  p.attention, s.unit),
            strip("x_{" + s.i() + "}", "read", column_of(s.reading.value(v.input), s.query),
                  s.decoder ? p.decoder : p.forward, s.unit)},
           s.unit);
}

void write_card(Column& c, const Subject& s) {
    const Trace& run = s.reading.run;
    Card card(c);
    card.symbols("l = W x_i" + std::string(s.reading.config.output.bias ? " + b" : "") +
                 "    p = softmax(l)");
    const TraceStep& step = run.steps[static_cast<std::size_t>(s.row)];
    const MatrixXf* logits = s.reading.value(Quantity::Logits);
    if (logits && s.row < logits->cols() && step.token.id >= 0 && step.token.id < logits->rows()) {
        std::vector<double> all(static_cast<std::size_t>(logits->rows()));
        for (Eigen::Index k = 0; k < logits->rows(); ++k)
            all[static_cast<std::size_t>(k)] = static_cast<double>((*logits)(k, s.row));
        const double l = all[static_cast<std::size_t>(step.token.id)];
        inspector::softmax_share(c, {.symbol = "{o:p}",
                                     .energy = l,
                                     .energies = std::move(all),
                                     .share = std::exp(static_cast<double>(step.log_prob)),
                                     .color = c.colors().output,
                                     .chance = true});
    }
    card.finish();
}

} // namespace

void equation_card(Column& c, const Subject& s) {
    using Draw = void (*)(Column&, const Subject&);
    constexpr Draw cards[] = {read_card, project_card, score_card, softmax_card,
                              mix_card,  add_card,     feed_card,  write_card}; // as in Doing
    cards[static_cast<std::size_t>(s.doing)](c, s);
}

} // namespace heed::layered
