// Score, softmax and context: where the model looks.
#include "app/figures/format.h"
#include "app/figures/inspector_phases.h"
#include "core/analysis/contributions.h"
#include "core/analysis/entropy.h"
#include "core/analysis/score_terms.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::inspector {
namespace {

using analysis::ScoreTerms;

std::string mono(const std::string& text) { return "`" + text + "`"; }
std::string both(int i, int j) { return std::to_string(i + 1) + "," + std::to_string(j + 1); }

PickId source_row(int j) { return {.kind = PickKind::TableRow, .j = j}; }
PickId unit_pick(int k) { return {.kind = PickKind::Unit, .k = k}; }

std::string query_symbol(const Subject& s) { return "{d:s}_{" + std::string(s.query_index()) + "}"; }
std::string query_numbered(const Subject& s) { return "{d:s_{" + std::to_string(s.query_number()) + "}}"; }

/// The scores of this output, one bar a source token.
void all_scores(Column& c, const Subject& s) {
    c.y -= 4;
    section(c, "Scores so far");
    c.y += 5;
    Chart bars{.values = s.trace.at(Quantity::Energies).col(s.i),
               .labels = {},
               .current = s.j,
               .color = c.colors().attention,
               .height = 32,
               .pick = source_row};
    for (int j = 0; j < s.trace.source_length(); ++j) bars.labels.push_back(shown_source(s.trace, j));
    chart(c, bars);
}

// -------------------------------------------------------------------------------------------- score

void additive_card(Column& c, const Subject& s, const ScoreTerms& t, int k) {
    const Palette& p = c.colors();
    const std::string unit = "unit " + std::to_string(k + 1) + ": ";
    Card card(c);
    card.symbols("{a:e}_{ij} = v^T|tanh(W_q " + query_symbol(s) + " + W_h h_j + b)");
    card.gap(4);
    card.plugged(
        [&](int d) { // two decimals must fit; v stands in the next line too
            const int decimals = std::max(d, 2);
            const std::string start =
                d == 1 ? std::to_string(k + 1) + ": " : unit + fixed(t.v(k), decimals) + " × ";
            return mono(start + "tanh(" + sum_of({t.query(k), t.key(k), t.bias(k)}, decimals) + ")");
        },
        "", p.t1);
    card.plugged(
        [&](int d) {
            return mono(std::string(unit.size(), ' ') + "= " + fixed(t.v(k), d) + " × " +
                        fixed(t.tanh(k), d));
        },
        fixed(t.product(k), 3), p.t1);
    card.gap(2);
    card.plugged("{a:e}_{" + both(s.i, s.j) + "}" +
                     mono(" = sum over " + std::to_string(t.units()) + " units"),
                 fixed(t.energy, 3), p.attention);
    card.finish();
}

void inside_the_score(Column& c, const Subject& s, const ScoreTerms& t, int k) {
    const Palette& p = c.colors();
    section(c, "Inside the score", "unit " + std::to_string(k + 1) + " of " + std::to_string(t.units()));
    const std::string j = std::to_string(s.j + 1);
    value_rows(c,
               {{"W_q|" + query_numbered(s), "query", {.values = t.query, .color = p.decoder}, t.query(k)},
                {"W_h|h_{" + j + "}", "key", {.values = t.key, .color = p.t2}, t.key(k)},
                {"tanh", "of sum", {.values = t.tanh, .color = p.attention, .maximum = 1}, t.tanh(k)},
                {"v", "learned", {.values = t.v, .color = p.t2}, t.v(k)},
                {"v ∘ tanh", "", {.values = t.product, .color = p.attention}, t.product(k)}},
               k, {.pitch = 24, .caption = 48});
}

void largest_terms(Column& c, const ScoreTerms& t, int k) {
    c.y += 1;
    section(c, "Largest terms", "v tanh", true);
    std::vector<int> units = analysis::largest_units(t.product, 4);
    const float largest = units.empty() ? 1 : std::abs(t.product(units.front()));
    if (std::find(units.begin(), units.end(), k) == units.end())
        units.back() = k; // the one looked at is always shown
    float shown = 0;
    for (const int unit : units) {
        shown += t.product(unit);
        signed_row(c, {.index = unit + 1,
                       .value = t.product(unit),
                       .largest = largest,
                       .color = c.colors().attention,
                       .printed = fixed(t.product(unit), 3),
                       .selected = unit == k,
                       .pick = unit_pick(unit)});
    }
    const auto others = t.units() - std::ssize(units);
    if (others > 0)
        others_row(c, 32, counted(static_cast<int>(others), "other"), "", fixed(t.energy - shown, 3), false);
}

/// A score whose terms this program does not take apart: its value alone.
void plain_card(Column& c, const Subject& s) {
    Card card(c);
    card.symbols("{a:e}_{ij} = score( " + query_symbol(s) + " , h_j )");
    card.gap(4);
    card.plugged("{a:e}_{" + both(s.i, s.j) + "}", fixed(s.trace.at(Quantity::Energies)(s.j, s.i), 3),
                 c.colors().attention);
    card.finish();
}

} // namespace

void build_score(Column& c, const Subject& s) {
    meaning(c, "How well does " + quoted_source(s.trace, s.j) +
                   " fit what the decoder is about to write? The state asks, the annotation answers; higher "
                   "is better.");
    if (!analysis::has_score_terms(s.trace)) {
        plain_card(c, s);
        all_scores(c, s);
        return;
    }
    const ScoreTerms terms = analysis::score_terms(s.trace, s.i, s.j);
    if (terms.units() == 0) return;
    const int unit = s.unit_or(analysis::largest_units(terms.product, 1).front(), terms.units());
    additive_card(c, s, terms, unit);
    inside_the_score(c, s, terms, unit);
    largest_terms(c, terms, unit);
    all_scores(c, s);
    c.y -= 7;
    note(c,
         "tanh is saturated (over .95) in " + std::to_string(analysis::saturated_units(terms)) + " of " +
             counted(static_cast<int>(terms.units()), "unit") + ".",
         c.colors().t3);
}

std::vector<Tensor> score_tensors(const Subject& s, const Palette& p) {
    return joined(
        {vector_tensor(s, Quantity::Query, s.i, query_numbered(s), p.decoder), annotation_tensor(s, s.j, p),
         vector_tensor(s, Quantity::Energies, s.i, "{a:e_{" + std::to_string(s.i + 1) + "}}", p.attention),
         parameter_tensor(s, "W_q", {"attention.Wq"}, "reads the state"),
         parameter_tensor(s, "W_h", {"attention.Wh"}, "reads the annotation"),
         parameter_tensor(s, "v", {"attention.v"}, "")});
}

// -------------------------------------------------------------------------------------------- softmax

namespace {

constexpr float fraction_width = 92;

/// One line of the card: α = fraction, and at its right the result.
void fraction_line(Column& c, float middle, const std::string& symbol, const std::string& above,
                   const std::string& below, float distance, const std::string& result) {
    const Palette& p = c.colors();
    const MathStyle style{.size = 15, .color = p.t1, .mono = 13};
    const MathRow left = math(symbol, style, c.style), top = math(above, style, c.style),
                  bottom = math(below, style, c.style);
    const float bar = std::max({fraction_width, top.width + 8, bottom.width + 8});
    const float x = c.left + Card::padding, fraction_left = std::min(94.0f, c.width - 198);
    draw(c.scene, left, {x, middle});
    c.scene.add(TextItem{{x + left.width + 8, middle}, "=", Face::Regular, 15, p.t2});
    draw_fraction(c.scene, top, bottom, {c.left + fraction_left, middle}, bar, distance, fade(p.t3, 0.75f));
    if (result.empty()) return;
    c.text(fraction_left + bar + 14, middle, "=", Face::Regular, 15, p.t2);
    c.text(fraction_left + bar + 34, middle, result, Face::MonoSemibold, 15, p.attention);
}

void softmax_card(Column& c, const Subject& s) {
    const Eigen::VectorXd e = s.trace.at(Quantity::Energies).col(s.i).cast<double>();
    Card card(c);
    fraction_line(c, c.y + 23, "{a:α}_{ij}", "exp(e_{ij})", "Σ_k| exp(e_{ik})", 13, "");
    const double sum = e.array().exp().sum();
    fraction_line(c, c.y + 84, "{a:α}_{" + both(s.i, s.j) + "}", mono("exp(" + fixed(e(s.j), 3) + ")"),
                  mono(compact(sum)), 13, fixed(s.trace.weight(s.i, s.j), 3));
    card.gap(108);
    card.finish(12);
}

void given_card(Column& c, const Subject& s) {
    Card card(c);
    card.symbols("{a:α}_{ij} = given");
    card.gap(4);
    card.plugged("{a:α}_{" + both(s.i, s.j) + "}" + mono(" = as you set it"),
                 fixed(s.trace.weight(s.i, s.j), 3), c.colors().attention);
    card.finish();
}

/// Every source position, or with more than 12 the twelve heaviest and the one that is looked at.
std::vector<int> table_positions(const Subject& s) {
    const Eigen::VectorXf weights = s.trace.at(Quantity::Weights).col(s.i);
    std::vector<int> order(static_cast<std::size_t>(weights.size()));
    std::iota(order.begin(), order.end(), 0);
    if (order.size() <= 13) return order; // a date and its end token
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weights(a) > weights(b); });
    const auto chosen = std::find(order.begin(), order.end(), s.j);
    if (chosen - order.begin() >= 12) order[11] = s.j;
    order.resize(12);
    return order;
}

void softmax_table(Column& c, const Subject& s) {
    const Palette& p = c.colors();
    const Eigen::VectorXf weights = s.trace.at(Quantity::Weights).col(s.i);
    const bool has_energies = s.trace.has(Quantity::Energies);
    section(c, "Scores and weights for step " + std::to_string(s.i + 1));
    const float y = c.y + 10.5f;
    c.text(0, y, "source", Face::Regular, 11, p.t3);
    const MathStyle caption{.size = 11, .color = p.t3, .script = 9, .drop = 3};
    const MathRow e = math("e_{ij}", caption, c.style);
    draw(c.scene, e, {c.left + 132 - e.width, y});
    draw(c.scene, math("α_{ij}", caption, c.style), {c.left + 152, y});
    c.scene.add(RectItem{.box = {c.left, y + 9, c.width, 1}, .fill = p.line});
    c.y += 21.5f;
    const std::vector<int> positions = table_positions(s);
    float rest = weights.sum();
    for (const int j : positions) {
        const float a = weights(j);
        rest -= a;
        table_row(c, {.index = j + 1,
                      .token = shown_source(s.trace, j),
                      .muted_token = s.trace.source[static_cast<std::size_t>(j)].is_end,
                      .number = has_energies ? fixed(s.trace.at(Quantity::Energies)(j, s.i), 2) : "",
                      .share = a,
                      .color = p.attention,
                      .value = fixed(a, 3),
                      .muted_value = a < 0.05f,
                      .selected = j == s.j,
                      .pick = source_row(j),
                      .tooltip = quoted_source(s.trace, j) + " gets " + percent(a) +
                                 " of the attention for output " + std::to_string(s.i + 1)});
    }
    const int others = static_cast<int>(weights.size() - std::ssize(positions));
    if (others > 0) others_row(c, 32, counted(others, "other"), "", fixed(rest, 3), false);
    others_row(c, 32, "sum", "entropy " + fixed(analysis::entropy(weights), 2) + " nats",
               fixed(weights.sum(), 3), true);
}

} // namespace

void build_softmax(Column& c, const Subject& s) {
    const bool given = s.step().weights_given || !s.trace.has(Quantity::Energies);
    meaning(
        c,
        given
            ? "These weights were given by hand; the scores are not used for this output."
            : "Turn the scores into weights. Every weight is positive and the row sums to 1, so it reads as "
              "“how much of each source token to use”.");
    if (given)
        given_card(c, s);
    else
        softmax_card(c, s);
    softmax_table(c, s);
}

std::vector<Tensor> softmax_tensors(const Subject& s, const Palette& p) {
    const std::string i = std::to_string(s.i + 1);
    return joined({vector_tensor(s, Quantity::Query, s.i, query_numbered(s), p.decoder),
                   annotation_tensor(s, s.j, p),
                   vector_tensor(s, Quantity::Energies, s.i, "{a:e_{" + i + "}}", p.attention),
                   vector_tensor(s, Quantity::Weights, s.i, "{a:α_{" + i + "}}", p.attention)});
}

// -------------------------------------------------------------------------------------------- context

namespace {

/// Positions by their part in the context, the one that is looked at among the first `count`.
std::vector<int> contributors(const Subject& s, const std::vector<int>& order, int count) {
    std::vector<int> first(order.begin(), order.begin() + std::min<std::ptrdiff_t>(count, std::ssize(order)));
    if (!first.empty() && std::find(first.begin(), first.end(), s.j) == first.end()) first.back() = s.j;
    return first;
}

void context_card(Column& c, const Subject& s, const std::vector<int>& order, int k) {
    const Palette& p = c.colors();
    const MatrixXf& h = s.trace.at(Quantity::Annotation);
    const float total = s.trace.at(Quantity::Context)(k, s.i);
    Card card(c);
    card.symbols("{a:c}_i = Σ_j {a:α}_{ij} h_j");
    card.gap(4);
    card.plugged(mono("unit " + std::to_string(k + 1) + ":"), "", p.t2);
    const std::vector<int> first = contributors(s, order, 3);
    double shown = 0;
    for (std::size_t n = 0; n < first.size(); ++n) {
        const int j = first[n];
        const double term = static_cast<double>(s.trace.weight(s.i, j)) * h(k, j);
        shown += term;
        card.plugged(
            [&](int d) {
                return mono((n == 0 ? "  " : "+ ") + fixed(s.trace.weight(s.i, j), d) + " × " +
                            fixed(h(k, j), d));
            },
            fixed(term, 3), p.t2, Face::Mono, 20);
    }
    const auto others = std::ssize(order) - std::ssize(first);
    if (others > 0)
        card.plugged([&](int) { return mono("+ " + counted(static_cast<int>(others), "other")); },
                     fixed(total - shown, 3), p.t2, Face::Mono, 20);
    card.gap(3);
    card.plugged("{a:c}_{" + both(s.i, k) + "}" + mono(" ="), fixed(total, 3), p.attention);
    card.finish();
}

void contributors_table(Column& c, const Subject& s, const Eigen::VectorXf& shares,
                        const std::vector<int>& order) {
    section(c, "Strongest contributors", "share of c", true);
    float rest = shares.sum();
    const std::vector<int> first = contributors(s, order, 5);
    for (const int j : first) {
        rest -= shares(j);
        table_row(
            c, {.index = j + 1,
                .token = shown_source(s.trace, j),
                .muted_token = s.trace.source[static_cast<std::size_t>(j)].is_end,
                .number = cell_number(s.trace.weight(s.i, j)),
                .share = shares(j),
                .color = c.colors().attention,
                .value = percent(shares(j)),
                .selected = j == s.j,
                .pick = source_row(j),
                .tooltip = "Share of the sum of α‖h‖: how much of the mixture’s length this token brings"});
    }
    const auto others = std::ssize(order) - std::ssize(first);
    if (others > 0)
        others_row(c, 32, counted(static_cast<int>(others), "other"), "", percent(std::max(rest, 0.0f)),
                   false);
}

/// A strip of the mixture: symbol at the left, halves in the readers' colours.
void mix_row(Column& c, const std::string& symbol, const Strip& strip) {
    const float y = c.y + 11.5f;
    draw(c.scene, math(symbol, {.size = 15, .color = c.colors().t1, .drop = 1.5f}, c.style), {c.left, y});
    draw_strip(c.scene, {c.left + 72, y - 9, c.width - 72, 18}, strip);
    c.y += 23;
}

Strip halves(const Subject& s, const Eigen::VectorXf& values, const Palette& p, float maximum) {
    return {.values = values,
            .color = p.forward,
            .second = p.backward,
            .split = s.trace.model.bidirectional ? s.trace.model.hidden : -1,
            .maximum = maximum};
}

void mix(Column& c, const Subject& s, const std::vector<int>& order, int unit) {
    const MatrixXf& h = s.trace.at(Quantity::Annotation);
    const Eigen::VectorXf context = s.trace.at(Quantity::Context).col(s.i);
    section(c, "The mix");
    const std::vector<int> first = contributors(s, order, 4);
    float largest = context.cwiseAbs().maxCoeff();
    for (const int j : first)
        largest = std::max(largest, (s.trace.weight(s.i, j) * h.col(j)).cwiseAbs().maxCoeff());
    const float height = 23 * static_cast<float>(first.size() + 1) + 2;
    unit_band(c, {c.left + 72, c.y, c.width - 72, height}, static_cast<int>(context.size()), unit);
    for (const int j : first)
        mix_row(c, "{a:α}_{" + both(s.i, j) + "}|h_{" + std::to_string(j + 1) + "}",
                halves(s, s.trace.weight(s.i, j) * h.col(j), c.colors(), largest));
    c.scene.add(RectItem{.box = {c.left, c.y + 1, c.width, 1}, .fill = c.colors().line});
    c.y += 2;
    mix_row(c, "{a:c_{" + std::to_string(s.i + 1) + "}}",
            {.values = context, .color = c.colors().attention, .maximum = largest});
}

/// No weights: the last state of each reader, for every output the same.
void fixed_context(Column& c, const Subject& s) {
    const bool both_ways = s.trace.model.bidirectional;
    const int last = s.trace.source_length();
    const Eigen::VectorXf context = s.trace.at(Quantity::Context).col(s.i);
    const std::string size = std::to_string(context.size());
    meaning(c, both_ways ? "This model has no weights. The context is the last state of each reader, the "
                           "same for every output."
                         : "This model has no weights. The context is the reader’s last state, the same for "
                           "every output.");
    Card card(c);
    card.symbols(both_ways ? "{a:c} = [ {f:→h}_T ; {b:←h}_1 ]" : "{a:c} = {f:→h}_T");
    card.gap(4);
    const std::string numbered = "{f:→h_{" + std::to_string(last) + "}}";
    card.plugged("{a:c}_{" + std::to_string(s.i + 1) + "}" + mono(" = ") +
                     (both_ways ? "[ " + numbered + " ; {b:←h_1} ]" : numbered),
                 size + " values", c.colors().attention);
    card.finish();
    section(c, both_ways ? "The two halves" : "The context");
    const float largest = context.cwiseAbs().maxCoeff();
    const auto half = static_cast<Eigen::Index>(s.trace.model.hidden);
    if (both_ways && context.size() == 2 * half) {
        mix_row(c, numbered, {.values = context.head(half), .color = c.colors().forward, .maximum = largest});
        mix_row(c, "{b:←h_1}",
                {.values = context.tail(half), .color = c.colors().backward, .maximum = largest});
    }
    mix_row(c, "{a:c_{" + std::to_string(s.i + 1) + "}}",
            {.values = context, .color = c.colors().attention, .maximum = largest});
    note(c,
         "All that the decoder learns of the source, however long it is, must fit in these " + size +
             " numbers.",
         c.colors().t2);
}

} // namespace

void build_context(Column& c, const Subject& s) {
    if (!s.trace.has_weights()) {
        fixed_context(c, s);
        return;
    }
    meaning(c, "Mix the annotations, each in proportion to its weight. The result is what output " +
                   std::to_string(s.i + 1) + " gets to see of the source.");
    const Eigen::VectorXf shares = analysis::contribution_shares(s.trace, s.i);
    const std::vector<int> order = analysis::by_contribution(shares);
    const int unit =
        s.unit_or(analysis::strongest_unit(s.trace, s.i, s.j), s.trace.at(Quantity::Context).rows());
    context_card(c, s, order, unit);
    contributors_table(c, s, shares, order);
    mix(c, s, order, unit);
}

std::vector<Tensor> context_tensors(const Subject& s, const Palette& p) {
    const std::string i = std::to_string(s.i + 1);
    return joined({vector_tensor(s, Quantity::Weights, s.i, "{a:α_{" + i + "}}", p.attention),
                   vector_tensor(s, Quantity::Context, s.i, "{a:c_{" + i + "}}", p.attention)});
}

} // namespace heed::inspector
