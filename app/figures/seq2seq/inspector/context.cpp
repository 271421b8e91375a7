// Context: what the weights mix, or what stands in its place where there are none.
#include "app/figures/base/digits.h"
#include "app/figures/seq2seq/inspector/phases.h"
#include "app/figures/tokens.h"
#include "core/analysis/contributions.h"
#include "core/analysis/heads/in_front.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>

namespace heed::inspector {
namespace {

/// Whether a gate lies over what the weights mix, and what that is called then.
bool gated(const Subject& s) { return s.trace.has(Quantity::GatedContext); }
std::string context_letter(const Subject& s) { return gated(s) ? "m" : "c"; }

/// "^{(2)}" of a head among several, counted from 1.
std::string of_head(int head) { return "^{(" + std::to_string(head + 1) + ")}"; }
/// Of the head in front; empty where there is one.
std::string of_head(const Subject& s) {
    return seq2seq_facts(s.trace).heads > 1 ? of_head(seq2seq_facts(s.trace).front) : "";
}
/// What is mixed: annotations, or the head's values of them.
bool mixes_values(const Subject& s) { return seq2seq_facts(s.trace).front >= 0; }
std::string mixed_letter(const Subject& s) { return mixes_values(s) ? "v" + of_head(s) : "h"; }
std::string mixture(const Subject& s) {
    return mixes_values(s) ? "{a:c}" + of_head(s) : "{a:" + context_letter(s) + "}";
}
/// What all heads find together, before a gate.
std::string together_at(const Subject& s) {
    return "{a:" + context_letter(s) + "_{" + std::to_string(s.i + 1) + "}}";
}
std::string mixture_at(const Subject& s) {
    return mixes_values(s) ? "{a:c" + of_head(s) + "_{" + std::to_string(s.i + 1) + "}}" : together_at(s);
}

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
    card.symbols(mixture(s) + "_i = Σ_j {a:α}" + of_head(s) + "_{ij} " + mixed_letter(s) + "_j");
    card.gap(4);
    card.plugged(mono("unit " + std::to_string(k + 1) + ":"), "", p.t2);
    const std::vector<int> first = contributors(s, order, 3);
    const auto term = [&](int j) { return static_cast<double>(s.trace.weight(s.i, j)) * h(k, j); };
    std::vector<double> terms;
    for (const int j : first) terms.push_back(term(j));
    double rest = total;
    for (const double each : terms) rest -= each;
    const float past = own_past_weight(s.trace, s.i);
    if (past > 0) { // the decoder's own states, together
        double of_source = 0;
        for (int j = 0; j < s.trace.source_length(); ++j) of_source += term(j);
        terms.push_back(total - of_source);
        rest -= total - of_source;
    }
    const auto others = std::ssize(order) - std::ssize(first);
    if (others > 0) terms.push_back(rest);
    const Digits digits = digits_until_it_holds( // the terms as they are printed add up to the sum as it is
        [&](int d) {
            double sum = 0;
            for (const double each : terms) sum += as_fixed(each, d);
            return sum;
        },
        total);
    for (std::size_t n = 0; n < first.size(); ++n) {
        const double weight = s.trace.weight(s.i, first[n]), value = h(k, first[n]);
        card.numbers({.words = [&](int d) { return fixed(weight, d) + " × " + fixed(value, d); },
                      .value = [&](int d) { return as_fixed(weight, d) * as_fixed(value, d); },
                      .result = terms[n],
                      .decimals = digits.decimals,
                      .color = p.t2,
                      .lead = n == 0 ? "  " : "+ ",
                      .listed = true,
                      .face = Face::Mono,
                      .height = 20});
    }
    const auto together = [&](const std::string& words, double value) {
        card.plugged([&](int) { return mono("+ " + words); }, fixed(value, digits.decimals), p.t2, Face::Mono,
                     20);
    };
    if (past > 0) together("own past, " + percent(past), terms[first.size()]);
    if (others > 0) together(counted(static_cast<int>(others), "other"), terms.back());
    card.gap(3);
    card.plugged(mixture(s) + "_{" + both(s.i, k) + "}" + mono(digits.holds ? " = sum" : " ≈ sum"),
                 fixed(total, 3), p.attention);
    card.finish();
}

void contributors_table(Column& c, const Subject& s, const Eigen::VectorXf& shares,
                        const std::vector<int>& order) {
    const bool past = own_past_weight(s.trace, s.i) > 0;
    section(c, "Strongest contributors",
            past              ? "share of the source’s α‖h‖"
            : mixes_values(s) ? "share of α‖v‖"
                              : "share of α‖h‖",
            true);
    float rest = shares.sum();
    const std::vector<int> first = contributors(s, order, 5);
    for (const int j : first) {
        rest -= shares(j);
        table_row(c, {.index = j + 1,
                      .token = shown_source(s.trace, j),
                      .muted_token = is_quiet_source(s.trace, j),
                      .number = cell_probability(s.trace.weight(s.i, j)), // .999 is not 1
                      .share = shares(j),
                      .color = c.colors().attention,
                      .value = careful_percent(static_cast<double>(shares(j))),
                      .selected = j == s.j,
                      .pick = source_row(j),
                      .tooltip = std::string("Share of the sum of α‖") + (mixes_values(s) ? "v" : "h") +
                                 "‖: how much of the mixture’s length this token brings"});
    }
    const auto others = std::ssize(order) - std::ssize(first);
    if (others > 0)
        others_row(c, 32, counted(static_cast<int>(others), "other"), "",
                   careful_percent(std::max(0.0, static_cast<double>(rest))), false);
}

MathRow mix_symbol(const Column& c, const std::string& symbol) {
    return math(symbol, {.size = 15, .color = c.colors().t1, .drop = 1.5f}, c.style);
}

std::string mixed_symbol(const Subject& s, int j) {
    return "{a:α}_{" + both(s.i, j) + "}|" + (mixes_values(s) ? "v" : "h") + "_{" + std::to_string(j + 1) +
           "}";
}

constexpr float mix_left = 72; // of the strips, unless a symbol is longer

/// A strip of the mixture: symbol at the left, halves in the readers' colours.
void mix_row(Column& c, const std::string& symbol, const Strip& strip, float left = mix_left) {
    const float y = c.y + 11.5f;
    draw(c.scene, mix_symbol(c, symbol), {c.left, y});
    draw_strip(c.scene, {c.left + left, y - 9, c.width - left, 18}, strip);
    c.y += 23;
}

Strip halves(const Subject& s, const Eigen::VectorXf& values, const Palette& p, float maximum) {
    return {.values = values,
            .color = p.forward,
            .second = p.backward,
            .split = seq2seq_facts(s.trace).bidirectional && seq2seq_facts(s.trace).merge != "sum" &&
                             !mixes_values(s) // a head's numbers are no reader's
                         ? seq2seq_facts(s.trace).hidden
                         : -1,
            .maximum = maximum};
}

void mix(Column& c, const Subject& s, const std::vector<int>& order, int unit) {
    const MatrixXf& h = s.trace.at(Quantity::Annotation);
    const Eigen::VectorXf context = s.trace.at(Quantity::Context).col(s.i);
    section(c, "The mix");
    const std::vector<int> first = contributors(s, order, 4);
    float largest = context.cwiseAbs().maxCoeff(), left = mix_left;
    for (const int j : first) {
        largest = std::max(largest, (s.trace.weight(s.i, j) * h.col(j)).cwiseAbs().maxCoeff());
        left = std::max(left, mix_symbol(c, mixed_symbol(s, j)).width + 8);
    }
    const float height = 23 * static_cast<float>(first.size() + 1) + 2;
    unit_band(c, {c.left + left, c.y, c.width - left, height}, static_cast<int>(context.size()), unit);
    for (const int j : first)
        mix_row(c, mixed_symbol(s, j), halves(s, s.trace.weight(s.i, j) * h.col(j), c.colors(), largest),
                left);
    add_fill(c.scene, {c.left, c.y + 1, c.width, 1}, c.colors().line);
    c.y += 2;
    mix_row(c, mixture_at(s), {.values = context, .color = c.colors().attention, .maximum = largest}, left);
}

/// What of the mixture goes on: c_i = g_i ∘ m_i.
void gate(Column& c, const Subject& s) {
    const Eigen::VectorXf g = s.trace.at(Quantity::ContextGate).col(s.i);
    const Eigen::VectorXf context = s.trace.at(Quantity::GatedContext).col(s.i);
    const Eigen::VectorXf mixed = s.trace.at(Quantity::Context).col(s.i);
    section(c, "The gate", g.size() == 1 ? "one number for all units" : "a number for every unit", true);
    note(c,
         "State and readout read c = g ∘ m. " +
             (g.size() == 1 ? "g is " + fixed(g(0), 3) + "."
                            : "g is " + fixed(g.mean(), 3) + " on average, from " + fixed(g.minCoeff(), 3) +
                                  " to " + fixed(g.maxCoeff(), 3) + "."),
         c.colors().t2);
    const std::string i = std::to_string(s.i + 1);
    mix_row(c, "{a:g_{" + i + "}}", {.values = g, .color = c.colors().attention, .maximum = 1});
    mix_row(c, "{a:c_{" + i + "}}",
            {.values = context, .color = c.colors().attention, .maximum = mixed.cwiseAbs().maxCoeff()});
}

/// c_i = W_o [c^1; …; c^K] + b_o, or the parts side by side.
void brought_together(Column& c, const Subject& s) {
    constexpr int most = 8;
    const int heads = seq2seq_facts(s.trace).heads, front = seq2seq_facts(s.trace).front;
    const bool projected = seq2seq_facts(s.trace).head_projection > 0;
    if (heads == 1 && !projected) return;
    const Eigen::VectorXf context = s.trace.at(Quantity::Context).col(s.i);
    section(c, heads > 1 ? "Brought together" : "What goes on", heads > 1 ? counted(heads, "head") : "",
            true);
    const std::string last = heads > 2 ? " ; … ; {a:c}" : " ; {a:c}";
    const std::string parts = heads > 1 ? "[ {a:c}" + of_head(0) + last + of_head(heads - 1) + " ]" : "{a:c}";
    Card card(c);
    card.symbols("{a:" + context_letter(s) + "} = " + (projected ? "W_o|" + parts + " + b_o" : parts));
    card.finish();
    const int shown = heads > 1 ? std::min(heads, most) : 0;
    const auto found = [&](int k) { return s.trace.at(Quantity::HeadContext, 0, k).col(s.i); };
    float largest = context.cwiseAbs().maxCoeff(); // of all rows: they are to be compared
    for (int k = 0; k < shown; ++k) largest = std::max(largest, found(k).cwiseAbs().maxCoeff());
    for (int k = 0; k < shown; ++k)
        mix_row(c, "{a:c}" + of_head(k),
                {.values = found(k),
                 .color = k == front ? c.colors().attention : c.colors().t2,
                 .maximum = largest});
    if (heads > 1 && heads > shown) note(c, "and " + counted(heads - shown, "head") + " more", c.colors().t3);
    mix_row(c, together_at(s), {.values = context, .color = c.colors().attention, .maximum = largest});
}

/// No weights: the last state of each reader, for every output the same.
void fixed_context(Column& c, const Subject& s) {
    const bool both_ways = seq2seq_facts(s.trace).bidirectional;
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
    const auto half = static_cast<Eigen::Index>(seq2seq_facts(s.trace).hidden);
    if (both_ways && context.size() == 2 * half) {
        mix_row(c, numbered, {.values = context.head(half), .color = c.colors().forward, .maximum = largest});
        mix_row(c, "{b:←h_1}",
                {.values = context.tail(half), .color = c.colors().backward, .maximum = largest});
    }
    mix_row(c, mixture_at(s), {.values = context, .color = c.colors().attention, .maximum = largest});
    if (gated(s)) gate(c, s);
    note(c,
         "All that the decoder learns of the source, however long it is, must fit in these " + size +
             " numbers.",
         c.colors().t2);
}

/// One sum: what is added, who adds most, and how it looks.
void mixed_context(Column& c, const Subject& s) {
    const Eigen::VectorXf shares = analysis::contribution_shares(s.trace, s.i);
    const std::vector<int> order = analysis::by_contribution(shares);
    const int unit =
        s.unit_or(analysis::strongest_unit(s.trace, s.i, s.j), s.trace.at(Quantity::Context).rows());
    context_card(c, s, order, unit);
    contributors_table(c, s, shares, order);
    mix(c, s, order, unit);
}

/// Of a decoder with several heads: the sum of the one in front, and what becomes of all.
void heads_context(Column& c, const Subject& s) {
    const std::string output = "output " + std::to_string(s.i + 1);
    meaning(
        c,
        seq2seq_facts(s.trace).heads > 1
            ? "Mix what " + head_in_front(s.trace) +
                  " takes from the tokens, each in proportion to its weight. What all heads find, together, "
                  "is what " +
                  output + " gets to see of the source."
            : "Mix the annotations’ values, each in proportion to its weight. The result is what " + output +
                  " gets to see of the source.");
    const Trace mixed = heads::mixing(s.trace);
    mixed_context(c, {mixed, s.playhead, s.moment, s.i, s.j, s.luong, s.two_cells, s.preview});
    brought_together(c, s);
    if (gated(s)) gate(c, s);
}

} // namespace

void build_context(Column& c, const Subject& s) {
    if (!s.trace.has_weights()) {
        fixed_context(c, s);
        return;
    }
    if (mixes_values(s)) return heads_context(c, s);
    meaning(c, "Mix the annotations, each in proportion to its weight. The result is what output " +
                   std::to_string(s.i + 1) + " gets to see of the source.");
    mixed_context(c, s);
    if (gated(s)) gate(c, s);
}

std::vector<Tensor> context_tensors(const Subject& s, const Palette& p) {
    const std::string i = std::to_string(s.i + 1);
    if (mixes_values(s)) {
        const int head = seq2seq_facts(s.trace).front;
        const std::string value = "v" + of_head(s) + "_{" + std::to_string(s.j + 1) + "}";
        return joined(
            {vector_tensor(s, Quantity::Weights, s.i, "{a:α" + of_head(s) + "_{" + i + "}}", p.attention),
             vector_tensor(s, Quantity::HeadValue, s.j, value, p.t2, 0, head),
             vector_tensor(s, Quantity::HeadContext, s.i, mixture_at(s), p.attention, 0, head),
             vector_tensor(s, Quantity::Context, s.i, together_at(s), p.attention),
             parameter_tensor(s, "W_v", {"attention.Wv"}, "makes the values"),
             parameter_tensor(s, "W_o", {"attention.Wo"},
                              seq2seq_facts(s.trace).heads > 1 ? "brings the heads together"
                                                               : "makes c of it"),
             parameter_tensor(s, "W_g", {"gate.weight"}, "the gate reads what asks")});
    }
    if (gated(s))
        return joined({vector_tensor(s, Quantity::Weights, s.i, "{a:α_{" + i + "}}", p.attention),
                       vector_tensor(s, Quantity::Context, s.i, mixture_at(s), p.attention),
                       vector_tensor(s, Quantity::ContextGate, s.i, "{a:g_{" + i + "}}", p.attention),
                       vector_tensor(s, Quantity::GatedContext, s.i, "{a:c_{" + i + "}}", p.attention),
                       parameter_tensor(s, "W_g", {"gate.weight"}, "the gate reads what asks")});
    return joined({vector_tensor(s, Quantity::Weights, s.i, "{a:α_{" + i + "}}", p.attention),
                   vector_tensor(s, Quantity::Context, s.i, "{a:c_{" + i + "}}", p.attention)});
}

} // namespace heed::inspector
