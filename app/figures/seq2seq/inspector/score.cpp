// Score: how well an annotation answers, whatever the function.
#include "app/figures/base/digits.h"
#include "app/figures/seq2seq/inspector/phases.h"
#include "app/figures/seq2seq/inspector/score_cards.h"
#include "app/figures/tokens.h"
#include "core/analysis/score_terms.h"
#include "core/attention/scores.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <cmath>

namespace heed::inspector {
namespace {

using analysis::ScoreTerms;

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
    return text;
}

std::string symbol_of(const Part& part, const Subject& s) {
    std::string text = replaced(part.symbol, "#", s.query_numbered());
    text = replaced(text, "@", std::to_string(s.j + 1));
    text = replaced(text, "%", std::to_string(s.i + 1));
    return replaced(text, "<", std::to_string(s.i));
}

std::string meaning_of(const Subject& s, Asker asker) {
    const std::string fit =
        "How well does " + quoted_source(s.trace, s.j) + " fit what the decoder is about to write? ";
    if (asker == Asker::Token)
        return fit + "The previous token asks, the annotation answers; higher is better.";
    if (asker == Asker::Place)
        return std::string("How much ") +
               (seq2seq_facts(s.trace).asks_with_token ? "do state and previous token" : "does the state") +
               " want to look at place " + std::to_string(s.j + 1) +
               ", whatever stands there? Each place has a slot of its own; higher is more.";
    return fit + "The state asks, the annotation answers; higher is better.";
}

// -------------------------------------------------------------------------------------------- the card

/// The equations of the scoring table in the markup of the card, one a line.
std::vector<std::string> equation_lines(const Subject& s) {
    const ScoreInfo* info = find_score(s.trace.model.score);
    std::string text(info ? info->equation : "e_ij");
    if (seq2seq_facts(s.trace).normalised) text = "e_ij = vᵀ tanh(LN(W_q q_i) + LN(W_h h_j + b))";
    const std::pair<std::string_view, std::string> signs[] = {{"q_i", s.query_symbol()},
                                                              {"vᵀ tanh", "v^T|tanh"},
                                                              {"vᵀ relu", "v^T|relu"},
                                                              {"vᵀ gelu", "v^T|gelu"},
                                                              {"vᵀ (", "v^T|("},
                                                              {"ᵀ", "^T"},
                                                              {"e_ij", "{a:e}_{ij}"},
                                                              {"e_im", "{a:e}_{im}"},
                                                              {"f_ij", "f_{ij}"},
                                                              {"c_ij", "{a:c}_{ij}"},
                                                              {"c_{i−1}", "{a:c}_{i−1}"},
                                                              {"c_i =", "{a:c}_i ="},
                                                              {"y_{i−1}", "{o:y}_{i−1}"},
                                                              {"α_", "{a:α}_"},
                                                              {"Σ_{k<i} ", "Σ_{k<i} "},
                                                              {"f_i = F", "f_i = F"},
                                                              {"s_1 … s_{i", "{d:s}_1 … {d:s}_{i"}};
    for (const auto& [plain, markup] : signs) text = replaced(text, plain, markup);
    std::vector<std::string> lines;
    for (std::size_t at = 0; at != std::string::npos;) {
        const std::size_t end = text.find(",  ", at);
        lines.push_back(text.substr(at, end == std::string::npos ? end : end - at));
        at = end == std::string::npos ? end : end + 3;
    }
    return lines;
}

void network_lines(Card& card, const Subject& s, const ScoreTerms& t, int k, const Palette& p) {
    const std::string unit = "unit " + std::to_string(k + 1) + ": ";
    const auto sum = [&](int d) {
        return t.extra.size() ? sum_of({t.query(k), t.key(k), t.extra(k), t.bias(k)}, d)
                              : sum_of({t.query(k), t.key(k), t.bias(k)}, d);
    };
    const std::string unit_name(analysis::name_of(t.unit));
    const auto of_sum = [&](int d) {
        const AsFixed at{d};
        const double extra = t.extra.size() ? at(t.extra(k)) : 0;
        return analysis::through(t.unit,
                                 static_cast<float>(at(t.query(k)) + at(t.key(k)) + extra + at(t.bias(k))));
    };
    if (t.units() == 1) {
        card.numbers({.symbol = "{a:e}_{" + both(s.i, s.j) + "}",
                      .words = [&](int d) { return "tanh(" + sum(d) + ")"; },
                      .value = of_sum,
                      .result = t.energy,
                      .color = p.attention});
        return;
    }
    card.numbers({.words = [&](int d) { return fixed(t.v(k), d) + " × " + unit_name + "(" + sum(d) + ")"; },
                  .value = [&](int d) { return as_fixed(t.v(k), d) * of_sum(d); },
                  .result = t.product(k),
                  .color = p.t1,
                  .lead = unit,
                  .silent = true});
    card.numbers({.words = [&](int d) { return fixed(t.v(k), d) + " × " + fixed(t.tanh(k), d); },
                  .value = [&](int d) { return as_fixed(t.v(k), d) * as_fixed(t.tanh(k), d); },
                  .result = t.product(k),
                  .color = p.t1,
                  .lead = std::string(unit.size(), ' ') + "= "});
}

void product_lines(Card& card, const ScoreTerms& t, int k, const Palette& p) {
    card.numbers({.words = [&](int d) { return fixed(t.query(k), d) + " × " + fixed(t.key(k), d); },
                  .value = [&](int d) { return as_fixed(t.query(k), d) * as_fixed(t.key(k), d); },
                  .result = t.product(k),
                  .color = p.t1,
                  .lead = "unit " + std::to_string(k + 1) + ": "});
}

/// "sum over 96 units", with what is done to the sum.
std::string sum_words(const ScoreInfo& score, const ScoreTerms& t) {
    const std::string sum = "sum over " + counted(static_cast<int>(t.units()), "unit");
    if (score.factor == ScoreFactor::Root) return sum + " ÷ " + fixed(1 / t.factor, 2);
    if (t.factor != 1) return fixed(t.factor, 2) + " × " + sum;
    if (t.offset == 0) return sum;
    return sum + (t.offset < 0 ? " − " : " + ") + fixed(std::abs(t.offset), 3);
}

/// The units' terms brought together: the score.
void total_lines(Card& card, const Subject& s, const ScoreTerms& t, const Palette& p) {
    const std::string energy = "{a:e}_{" + both(s.i, s.j) + "}",
                      sum = sum_words(*find_score(s.trace.model.score), t);
    if (!t.squashed) return card.plugged(energy + mono(" = " + sum), fixed(t.energy, 3), p.attention);
    card.plugged(mono(sum), fixed(t.sum(), 3), p.t1);
    card.numbers({.symbol = energy,
                  .words = [&](int d) { return "tanh(" + fixed(t.sum(), d) + ")"; },
                  .value = [&](int d) { return std::tanh(as_fixed(t.sum(), d)); },
                  .result = t.energy,
                  .color = p.attention});
}

void score_card(Column& c, const Subject& s, const ScoreTerms& t, int k) {
    const Palette& p = c.colors();
    Card card(c);
    for (const std::string& line : equation_lines(s)) card.symbols(line);
    card.gap(4);
    if (t.form == ScoreForm::Network)
        network_lines(card, s, t, k, p);
    else
        product_lines(card, t, k, p);
    if (t.units() > 1) {
        card.gap(2);
        total_lines(card, s, t, p);
    }
    card.finish();
}

/// A score that cannot be taken apart: its value alone.
void plain_card(Column& c, const Subject& s) {
    Card card(c);
    for (const std::string& line : equation_lines(s)) card.symbols(line);
    card.gap(4);
    card.plugged("{a:e}_{" + both(s.i, s.j) + "}", fixed(s.trace.at(Quantity::Energies)(s.j, s.i), 3),
                 c.colors().attention);
    card.finish();
}

// -------------------------------------------------------------------------------------------- sections

void inside_the_score(Column& c, const Subject& s, const CardRow& row, const ScoreTerms& t, int k) {
    const Palette& p = c.colors();
    section(c, "Inside the score", "unit " + std::to_string(k + 1) + " of " + std::to_string(t.units()));
    std::vector<ValueRow> rows;
    const auto add = [&](const Part& part, const Eigen::VectorXf& values, Color color, float maximum = 0) {
        rows.push_back({symbol_of(part, s),
                        part.caption,
                        {.values = values, .color = color, .maximum = maximum},
                        values(k)});
    };
    add(row.query, t.query, row.asker == Asker::Token ? p.output : p.decoder);
    add(row.key, t.key, p.t2);
    if (t.extra.size()) add(row.extra, t.extra, p.attention);
    if (t.form == ScoreForm::Network) {
        const std::string unit(analysis::name_of(t.unit));
        if (t.unit == ScoreUnit::Linear)
            add({"sum", ""}, t.tanh, p.attention);
        else
            add({unit.c_str(), "of sum"}, t.tanh, p.attention, t.unit == ScoreUnit::Tanh ? 1 : 0);
        if (t.units() > 1) add({"v", "learned"}, t.v, p.t2);
    }
    if (t.units() > 1) add(row.product, t.product, p.attention);
    value_rows(c, rows, k, {.pitch = 24, .caption = 56});
}

/// "v tanh"; "v sum" where the sum itself is taken.
std::string term_name(ScoreUnit unit) {
    const std::string_view name = analysis::name_of(unit);
    return "v " + std::string(name.empty() ? "sum" : name);
}

void largest_terms(Column& c, const ScoreTerms& t, int k) {
    if (t.units() <= 1) return;
    c.y += 1;
    const bool network = t.form == ScoreForm::Network;
    largest_rows(c, network ? "Largest terms" : "Largest products", network ? term_name(t.unit) : "",
                 t.product, t.product.sum(), k);
}

/// The scores of this output, one bar a source token. Places without a slot have none.
void all_scores(Column& c, const Subject& s) {
    c.y -= 4;
    section(c, "Scores so far");
    c.y += 5;
    Eigen::VectorXf energies = s.trace.at(Quantity::Energies).col(s.i);
    for (float& e : energies)
        if (!std::isfinite(e)) e = 0;
    Chart bars{.values = std::move(energies),
               .labels = {},
               .current = s.j,
               .color = c.colors().attention,
               .height = 32,
               .pick = source_row};
    for (int j = 0; j < s.trace.source_length(); ++j) bars.labels.push_back(shown_source(s.trace, j));
    chart(c, bars);
}

} // namespace

void largest_rows(Column& c, const std::string& title, const std::string& note, const Eigen::VectorXf& terms,
                  float sum, int k) {
    section(c, title, note, true);
    std::vector<int> units = analysis::largest_units(terms, 4);
    const float largest = std::abs(terms(units.front()));
    if (std::find(units.begin(), units.end(), k) == units.end())
        units.back() = k; // the one looked at is always shown
    float shown = 0;
    for (const int unit : units) {
        shown += terms(unit);
        signed_row(c, {.index = unit + 1,
                       .value = terms(unit),
                       .largest = largest,
                       .color = c.colors().attention,
                       .printed = fixed(terms(unit), 3),
                       .selected = unit == k,
                       .pick = unit_pick(unit)});
    }
    const auto others = terms.size() - std::ssize(units);
    if (others > 0)
        others_row(c, 32, counted(static_cast<int>(others), "other"), "", fixed(sum - shown, 3), false);
}

void build_score(Column& c, const Subject& s) {
    const CardRow* row = card_row(s.trace.model.score);
    meaning(c, meaning_of(s, row ? row->asker : Asker::State));
    if (!row || !analysis::has_score_terms(s.trace, s.j)) {
        plain_card(c, s);
        all_scores(c, s);
        if (row && row->asker == Asker::Place)
            note(c, "The model has no slot for a place this far on: nothing is looked for here.",
                 c.colors().t3);
        return;
    }
    const ScoreTerms terms = analysis::score_terms(s.trace, s.i, s.j);
    if (terms.units() == 0) return;
    const int unit = s.unit_or(analysis::largest_units(terms.product, 1).front(), terms.units());
    score_card(c, s, terms, unit);
    inside_the_score(c, s, *row, terms, unit);
    largest_terms(c, terms, unit);
    all_scores(c, s);
    c.y -= 7;
    note(c, row->closing(s, terms), c.colors().t3);
}

std::vector<Tensor> score_tensors(const Subject& s, const Palette& p) {
    const CardRow* row = card_row(s.trace.model.score);
    const bool token = row && row->asker == Asker::Token, place = row && row->asker == Asker::Place;
    const std::string asked = std::to_string(s.i + 1), before = std::to_string(s.i);
    const ScoreInfo* info = find_score(s.trace.model.score);
    std::vector<Tensor> rows =
        joined({token ? vector_tensor(s, Quantity::TargetEmbedding, s.i, "{o:E|y_{" + before + "}}", p.output)
                      : vector_tensor(s, Quantity::Query, s.i, s.query_numbered(), p.decoder),
                place ? std::vector<Tensor>{} : annotation_tensor(s, s.j, p),
                vector_tensor(s, Quantity::Energies, s.i, "{a:e_{" + asked + "}}", p.attention)});
    if (info && !info->own_parameters) return rows;
    return joined({rows, parameter_tensor(s, "W_q", {"attention.Wq"}, "reads the state"),
                   parameter_tensor(s, "W_h", {"attention.Wh"}, "reads the annotation"),
                   parameter_tensor(s, "W", {"attention.W"}, ""),
                   parameter_tensor(s, "F", {"attention.F"}, "filters over the last weights"),
                   parameter_tensor(s, "U", {"attention.U"}, "reads what they find"),
                   parameter_tensor(s, "w_c", {"attention.wc"}, "reads the coverage"),
                   parameter_tensor(s, "v", {"attention.v"}, ""),
                   parameter_tensor(s, "β", {"attention.log_beta"}, "its logarithm")});
}

} // namespace heed::inspector
