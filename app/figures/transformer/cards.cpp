// The equation of each sub-step, symbols above and this cell's numbers below.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/inspector/card.h"
#include "app/figures/inspector/strips.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/transformer/explained.h"
#include "core/text/strings.h"
#include "core/trace/words/words.h"

#include <algorithm>
#include <cmath>

namespace heed::layered {

Eigen::VectorXf column_of(const MatrixXf* m, int column) {
    return m && column >= 0 && column < m->cols() ? Eigen::VectorXf(m->col(column)) : Eigen::VectorXf();
}

inspector::ValueRow strip(std::string symbol, std::string caption, Eigen::VectorXf numbers, Color color,
                          int unit) {
    inspector::ValueRow row{std::move(symbol), std::move(caption)};
    row.value = unit < numbers.size() ? numbers(unit) : 0;
    row.strip.values = std::move(numbers);
    row.strip.color = color;
    return row;
}

void strips(inspector::Column& c, const std::string& title, const std::string& caption,
            std::vector<inspector::ValueRow> rows, int unit) {
    rows.erase(std::remove_if(rows.begin(), rows.end(),
                              [](const inspector::ValueRow& r) { return r.strip.values.size() == 0; }),
               rows.end());
    if (rows.empty()) return;
    inspector::section(c, title, caption);
    inspector::value_rows(c, rows, unit);
}

std::string unit_caption(const Subject& s) { return "number " + std::to_string(s.unit + 1); }

namespace {

using inspector::Card;
using inspector::Column;

const transformer::AttentionValues& values(const Subject& s) { return s.reading.values(s.sight); }

/// The head's own part of a vector of all heads.
Eigen::VectorXf part_of(const Subject& s, const MatrixXf* all, int column) {
    const Eigen::VectorXf whole = column_of(all, column);
    const int each = s.head_size(), first = s.sight.head * each;
    return whole.size() >= first + each ? Eigen::VectorXf(whole.segment(first, each)) : Eigen::VectorXf();
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
    const bool reads_source = s.reading.reads_source(s.sight);
    if (edits.row(s.row) && reads_source)
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
                                 .temperature = reads_source ? edits.temperature : 1});
}

namespace {

void project_symbols(Card& card, const Subject& s) {
    const std::string b = s.reading.config.attention.bias ? " + b" : "",
                      of = s.sight.looks == Looks::Cross ? "h_j" : "x_j";
    card.symbols("{d:q}_i = W_Q| x_i" + b + "    {f:k}_j = W_K| " + of + b);
    card.symbols("{f:v}_j = W_V| " + of + b);
}

void project_numbers(Column&, Card& card, const Subject& s) {
    card.note(std::to_string(s.reading.heads(s.sight.decoding)) + " heads, each with " +
              std::to_string(s.head_size()) + " of the numbers.");
}

void project_below(Column& c, const Subject& s) {
    const Palette& p = c.colors();
    strips(c, capitalized(head_name(s.sight)), unit_caption(s),
           {strip("{d:q}_{" + s.i() + "}", "query", part_of(s, s.value(values(s).queries), s.query),
                  p.decoder, s.unit),
            strip("{f:k}_{" + s.j() + "}", "key", part_of(s, s.value(values(s).keys), s.column), p.forward,
                  s.unit),
            strip("{f:v}_{" + s.j() + "}", "value", part_of(s, s.value(values(s).values), s.column),
                  p.forward, s.unit)},
           s.unit);
}

void score_symbols(Card& card, const Subject& s) {
    card.symbols(std::string("e_{ij} = {d:q}_i · {f:k}_j") +
                 (s.reading.config.attention.scaled ? " / √d_h" : "") + (is_relative(s) ? " + b_{j−i}" : ""));
}

void score_numbers_in(Column& c, Card& card, const Subject& s) {
    card.gap(2);
    score_numbers(card, c.colors(), s);
    if (is_relative(s))
        card.note("No divisor: this kind learns the scale. b is what the head adds for that distance.");
}

void softmax_symbols(Card& card, const Subject&) {
    card.symbols("{a:α}_{ij} = exp(e_{ij}) / Σ_k| exp(e_{ik})");
}

void softmax_numbers_in(Column& c, Card& card, const Subject& s) {
    card.gap(4);
    softmax_numbers(c, s);
}

void mix_symbols(Card& card, const Subject& s) {
    card.symbols("{a:c}_i = Σ_j| {a:α}_{ij} {f:v}_j");
    card.symbols("{a:o}_i = W_O| [{a:c}^1; …; {a:c}^h]" +
                 std::string(s.reading.config.attention.bias ? " + b" : ""));
}

void mix_numbers(Column& c, Card& card, const Subject& s) {
    const MatrixXf* weights = s.reading.weights(s.sight);
    const MatrixXf* all = s.value(values(s).values);
    const MatrixXf* contexts = s.value(values(s).contexts, s.sight.head);
    const int seen = std::min<int>(s.reading.seen(s.sight, s.row), all ? static_cast<int>(all->cols()) : 0);
    const int unit = s.sight.head * s.head_size() + s.unit;
    const HeadEdit* edit = s.reading.edit_of(s.sight, s.row);
    if (edit && edit->kind == HeadEdit::Kind::Off)
        return card.note("Changed by hand: this head is off, its c is 0 whatever its weights are.");
    if (edit && edit->kind == HeadEdit::Kind::Mean)
        return card.note(
            "Changed by hand: this head's c is its mean over all places, whatever its weights are.");
    if (seen == 0 || !weights || !contexts) return;
    std::vector<int> places(static_cast<std::size_t>(seen));
    for (int j = 0; j < seen; ++j) places[static_cast<std::size_t>(j)] = j;
    const std::string u = std::to_string(s.unit + 1);
    card.gap(4);
    inspector::weighted_sum(card, c.colors(),
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
                             .total = inspector::number_at(contexts, s.unit, s.query),
                             .other = has_pieces(s.reading.run) ? "other piece" : "other"});
}

void mix_below(Column& c, const Subject& s) {
    const Palette& p = c.colors();
    strips(c, capitalized(head_name(s.sight)), unit_caption(s),
           {strip("{f:v}_{" + s.j() + "}", "value", part_of(s, s.value(values(s).values), s.column),
                  p.forward, s.unit),
            strip("{a:c}_{" + s.i() + "}", "its sum",
                  column_of(s.value(values(s).contexts, s.sight.head), s.query), p.attention, s.unit)},
           s.unit);
}

void write_symbols(Card& card, const Subject& s) {
    card.symbols("l = W x_i" + std::string(s.reading.config.output.bias ? " + b" : "") +
                 "    p = softmax(l)");
}

void write_numbers(Column& c, Card&, const Subject& s) {
    const TraceStep& step = s.reading.run.steps[static_cast<std::size_t>(s.row)];
    const MatrixXf* logits = s.reading.value(Quantity::Logits);
    if (!logits || s.row >= logits->cols() || step.token.id < 0 || step.token.id >= logits->rows()) return;
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

/// In the place of numbers, and dashed, as what is still to come is everywhere.
void numbers_to_come(Column& c, const Card& card) {
    const Box box{card.left(), c.y + 4, c.width - 2 * Card::padding, 26};
    add_later(c.scene, box, c.colors(), 4);
    c.text(c.width / 2, box.centre().y, "not computed yet", Face::Regular, 11, c.colors().t3, Align::Centre);
    c.y += 36;
}

constexpr CardParts project_card{project_symbols, project_numbers, project_below},
    score_card{score_symbols, score_numbers_in}, softmax_card{softmax_symbols, softmax_numbers_in},
    mix_card{mix_symbols, mix_numbers, mix_below}, write_card{write_symbols, write_numbers};

} // namespace

void equation_card(Column& c, const Subject& s) {
    const CardParts* const cards[] = {&read_card, &project_card, &score_card, &softmax_card,
                                      &mix_card,  &add_card,     &feed_card,  &write_card}; // as in Doing
    const CardParts& parts = *cards[static_cast<std::size_t>(s.doing)];
    Card card(c);
    parts.symbols(card, s);
    if (!s.computed()) {
        numbers_to_come(c, card);
        return card.finish();
    }
    parts.numbers(c, card, s);
    card.finish();
    if (parts.below) parts.below(c, s);
}

} // namespace heed::layered
