// Softmax: scores become weights, over the whole source or inside a window.
#include "app/figures/base/digits.h"
#include "app/figures/seq2seq/inspector/phases.h"
#include "app/figures/tokens.h"
#include "app/figures/what_if/row.h"
#include "core/analysis/entropy.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::inspector {
namespace {

constexpr float fraction_width = 92;
constexpr int weight_decimals = 4; // of the card and the table

/// One line of the card: α = fraction, and at its right the result.
void fraction_line(Column& c, float middle, const std::string& symbol, const std::string& above,
                   const std::string& below, float distance, const std::string& sign,
                   const std::string& result) {
    const Palette& p = c.colors();
    c.printed.push_back({.left = symbol,
                         .above = above,
                         .below = below,
                         .sign = sign,
                         .result = result,
                         .color = p.attention});
    const MathStyle style{.size = 15, .color = p.t1, .mono = 13};
    const MathRow left = math(symbol, style, c.style);
    const float x = c.left + Card::padding;
    const float fraction_left = std::max(std::min(94.0f, c.width - 198), Card::padding + left.width + 24);
    const float result_width = c.measure("0.0000", Face::MonoSemibold, 15); // the same in every line
    const float room = c.width - fraction_left - 34 - result_width;
    MathStyle fitting = style; // numbers must not push the result out
    for (const float size : {13.0f, 11.0f, 10.0f, 9.0f}) {
        fitting.mono = size;
        if (math(above, fitting, c.style).width + 2 <= room &&
            math(below, fitting, c.style).width + 2 <= room)
            break;
    }
    const MathRow top = math(above, fitting, c.style), bottom = math(below, fitting, c.style);
    const float bar = std::max({std::min(fraction_width, room), top.width + 2, bottom.width + 2});
    draw(c.scene, left, {x, middle});
    c.scene.add(TextItem{{x + left.width + 8, middle}, "=", Face::Regular, 15, p.t2});
    draw_fraction(c.scene, top, bottom, {c.left + fraction_left, middle}, bar, distance, fade(p.t3, 0.75f));
    if (result.empty()) return;
    c.text(fraction_left + bar + 14, middle, sign, Face::Regular, 15, p.t2);
    c.text(fraction_left + bar + 34, middle, result, Face::MonoSemibold, 15, p.attention);
}

/// β of a location-aware score that is sharpened; else 1.
double sharpening(const Subject& s) {
    return s.trace.model.score == "location-aware" ? seq2seq_facts(s.trace).sharpen : 1;
}

/// What the softmax divides by: the sources inside the window, and the decoder's own past where it takes
/// part.
double partition(const Subject& s, const Window& window) {
    const double t = s.trace.request.edits.temperature / sharpening(s);
    double sum = 0;
    for (int j = window.first; j <= window.last; ++j)
        sum += std::exp(static_cast<double>(s.trace.at(Quantity::Energies)(j, s.i)) / t);
    if (s.trace.has(Quantity::PastEnergies) && s.i < s.trace.at(Quantity::PastEnergies).cols())
        for (const float e : s.trace.at(Quantity::PastEnergies).col(s.i))
            if (std::isfinite(e)) sum += std::exp(static_cast<double>(e) / t);
    if (s.trace.has(Quantity::SlotEnergies))
        for (const float e : s.trace.at(Quantity::SlotEnergies).col(s.i))
            sum += std::exp(static_cast<double>(e) / t);
    return sum;
}

/// Local-p: the Gaussian around p takes its part of what the softmax gave.
void gaussian_lines(Column& c, Card& card, const Subject& s, const Window& window, float aligned) {
    const double sigma = seq2seq_facts(s.trace).window / 2.0, d = s.j - static_cast<double>(window.centre);
    card.gap(6);
    card.symbols("{a:α}_{ij} = align_{ij}| exp(−(j − p_i)^2| / 2σ^2|)");
    const double centre = static_cast<double>(window.centre) + 1, place = s.j + 1.0;
    card.numbers({.words =
                      [&](int n) {
                          return fixed(aligned, n) + " × exp(−(" + std::to_string(s.j + 1) + " − " +
                                 fixed(centre, n) + ")² / " + up_to(2 * sigma * sigma) + ")";
                      },
                  .value =
                      [&](int n) {
                          const double away = place - as_fixed(centre, n);
                          return as_fixed(aligned, n) * std::exp(-away * away / (2 * sigma * sigma));
                      },
                  .result = s.trace.weight(s.i, s.j),
                  .decimals = weight_decimals,
                  .color = c.colors().attention});
    card.plugged(mono("the Gaussian leaves " + fixed(std::exp(-d * d / (2 * sigma * sigma)), 3) + " of it"),
                 "", c.colors().t3);
}

/// Smooth focus: every score through σ, and shares of the sum.
void smooth_lines(Column& c, Card& card, const Subject& s) {
    const auto squashed = [&](int j) {
        return 1 / (1 + std::exp(-static_cast<double>(s.trace.at(Quantity::Energies)(j, s.i)) /
                                 s.trace.request.edits.temperature));
    };
    double sum = 0;
    for (int j = 0; j < s.trace.source_length(); ++j) sum += squashed(j);
    card.symbols("{a:α}_{ij} = σ(e_{ij}) / Σ_k| σ(e_{ik})");
    card.gap(4);
    card.numbers({.symbol = "{a:α}_{" + both(s.i, s.j) + "}",
                  .words = [&](int d) { return fixed(squashed(s.j), d) + " / " + fixed(sum, d); },
                  .value = [&](int d) { return as_fixed(squashed(s.j), d) / as_fixed(sum, d); },
                  .result = s.trace.weight(s.i, s.j),
                  .decimals = weight_decimals,
                  .color = c.colors().attention});
}

void softmax_card(Column& c, const Subject& s) {
    const double e = s.trace.at(Quantity::Energies)(s.j, s.i);
    const Window window = window_of(s.trace, s.i);
    const bool shrunk = window.placed && s.trace.has(Quantity::Aligned);
    const std::string symbol = shrunk ? "align" : "{a:α}";
    Card card(c);
    if (!window.holds(s.j)) {
        card.symbols("{a:α}_{ij} = 0");
        card.gap(4);
        card.plugged("{a:α}_{" + both(s.i, s.j) + "}" + mono(" stands outside the window"), "0",
                     c.colors().attention);
        card.finish();
        return;
    }
    const float weight = shrunk ? s.trace.at(Quantity::Aligned)(s.j, s.i) : s.trace.weight(s.i, s.j);
    if (seq2seq_facts(s.trace).smooth && s.trace.model.score == "location-aware") {
        smooth_lines(c, card, s);
        card.finish();
        return;
    }
    const double beta = sharpening(s);
    const double t = s.trace.request.edits.temperature / beta; // set by the user: 1 is the model's own
    const std::string over = t * beta == 1 ? (beta == 1 ? "" : " × β") : beta == 1 ? " / τ" : " × β / τ";
    const int decimals = decimals_below_one(static_cast<double>(weight), weight_decimals);
    const ExpFraction printed = exp_fraction(e, partition(s, window), weight, decimals, t);
    fraction_line(c, c.y + 23, symbol + "_{ij}", "exp(e_{ij}" + over + ")", "Σ_k| exp(e_{ik}" + over + ")",
                  13, "=", "");
    fraction_line(c, c.y + 84, symbol + "_{" + both(s.i, s.j) + "}", mono(printed.above), mono(printed.below),
                  13, printed.holds ? "=" : "≈", fixed(weight, decimals));
    card.gap(108);
    if (shrunk) gaussian_lines(c, card, s, window, weight);
    card.finish(shrunk ? 6.0f : 12.0f);
}

/// What stands to the right of α_ij in a row that the user edited: in symbols, and with this cell's words;
/// none where it is the model's own weight times what the others share.
std::pair<std::string, std::string> edited_terms(const Subject& s, const RowEdit& edit) {
    const float own = s.trace.has(Quantity::OwnWeights) ? s.trace.at(Quantity::OwnWeights)(s.j, s.i) : 0,
                used = s.trace.weight(s.i, s.j);
    const auto rest = [&](const std::string& fixed_words,
                          bool is_fixed) -> std::pair<std::string, std::string> {
        if (is_fixed) return {"{a:α}_{ij} = " + fixed_words, fixed_words};
        return {"{a:α}_{ij} = {a:α}_{ij}^{own} · rest", own > 0 ? "" : "an equal part"};
    };
    switch (edit.kind) {
    case RowEdit::Kind::Held:
        return rest("held", edit.held.contains(s.j));
    case RowEdit::Kind::Without:
        return rest("0, taken away",
                    std::find(edit.without.begin(), edit.without.end(), s.j) != edit.without.end());
    case RowEdit::Kind::Uniform:
        return {"{a:α}_{ij} = Σ_k| {a:α}_{ik} / N",
                "an equal part of " + std::to_string(s.trace.source_length())};
    case RowEdit::Kind::HardMax:
        return {"{a:α}_{ij} = the strongest alone", used > 0 ? "all of the row" : "not the strongest"};
    case RowEdit::Kind::Previous:
        return {"{a:α}_{ij} = {a:α}_{i−1,j}",
                s.i == 0 ? "there is no row before" : "as for output " + std::to_string(s.i)};
    case RowEdit::Kind::Shuffled:
        return {"{a:α}_{ij} = shuffled", "from another place"};
    case RowEdit::Kind::Given:
        break;
    }
    return {"{a:α}_{ij} = given", "as you set it"};
}

void edited_card(Column& c, const Subject& s) {
    const RowEdit* edit = s.trace.request.edits.row(s.i);
    const auto [symbols, words] = edited_terms(s, edit ? *edit : RowEdit{});
    Card card(c);
    card.symbols(symbols);
    card.gap(4);
    const std::string symbol_now = "{a:α}_{" + both(s.i, s.j) + "}";
    const double used = s.trace.weight(s.i, s.j),
                 own = s.trace.has(Quantity::OwnWeights) ? s.trace.at(Quantity::OwnWeights)(s.j, s.i) : 0;
    if (words.empty())
        card.numbers({.symbol = symbol_now,
                      .words = [&](int d) { return fixed(own, d) + " × " + fixed(used / own, d); },
                      .value = [&](int d) { return as_fixed(own, d) * as_fixed(used / own, d); },
                      .result = used,
                      .decimals = weight_decimals,
                      .color = c.colors().attention});
    else
        card.plugged(symbol_now + mono(" = " + words), fixed(used, weight_decimals), c.colors().attention);
    if (s.trace.has(Quantity::OwnWeights))
        card.plugged(mono("the model’s own: "), fixed(own, weight_decimals), c.colors().t2);
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

/// The tokens leave the scores their room.
TableLayout table_layout(const Column& c, const Subject& s, const std::vector<int>& positions,
                         const Window& window) {
    TableLayout layout;
    if (s.preview) {
        layout.second = 62;
        layout.bar_margin += layout.second;
    }
    if (!s.trace.has(Quantity::Energies)) return layout;
    for (const int j : positions) {
        if (!window.holds(j)) continue;
        const float number = c.measure(fixed(s.trace.at(Quantity::Energies)(j, s.i), 2), Face::Mono, 11);
        layout.token_room = std::min(layout.token_room, layout.number - number - 6 - layout.token);
    }
    return layout;
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
    if (s.preview) c.text(c.width, y, "α, least change", Face::Regular, 11, p.t1, Align::Right);
    add_fill(c.scene, {c.left, y + 9, c.width, 1}, p.line);
    c.y += 21.5f;
    const std::vector<int> positions = table_positions(s);
    const Window window = window_of(s.trace, s.i);
    const TableLayout layout = table_layout(c, s, positions, window);
    float rest = weights.sum();
    for (const int j : positions) {
        const float a = weights(j);
        const bool counts = s.step().weights_given || window.holds(j);
        rest -= a;
        table_row(
            c,
            {.index = j + 1,
             .token = shown_source(s.trace, j),
             .muted_token = is_quiet_source(s.trace, j),
             .number = !has_energies     ? ""
                       : window.holds(j) ? fixed(s.trace.at(Quantity::Energies)(j, s.i), 2)
                                         : "–",
             .share = a,
             .color = p.attention,
             .value = counts ? fixed(a, decimals_below_one(a, weight_decimals)) : "0",
             .muted_value = a < 0.05f,
             .selected = j == s.j,
             .pick = source_row(j),
             .tooltip = weight_words(s.trace, s.i, j),
             .second = s.preview ? fixed((*s.preview)[static_cast<std::size_t>(j)], weight_decimals) : "",
             .strong_second = s.preview && std::abs((*s.preview)[static_cast<std::size_t>(j)] - a) >= 0.005f},
            layout);
        c.scene.pick({c.right() - layout.bar_margin, c.y - layout.pitch, layout.bar_margin, layout.pitch},
                     {PickKind::Button, s.i, j, -1, "type-weight"},
                     "Type a weight for " + quoted_source(s.trace, j) + "\tW");
    }
    const int others = static_cast<int>(weights.size() - std::ssize(positions));
    if (others > 0) others_row(c, 32, counted(others, "other"), "", fixed(rest, weight_decimals), false);
    Eigen::VectorXf all = weights; // of all that shared the softmax
    if (s.trace.has(Quantity::SlotWeights)) {
        const MatrixXf& slots = s.trace.at(Quantity::SlotWeights);
        all.conservativeResize(weights.size() + slots.rows());
        all.tail(slots.rows()) = slots.col(s.i);
    }
    others_row(c, 32, "sum", "entropy " + fixed(analysis::entropy(all), 2) + " nats",
               fixed(weights.sum(), weight_decimals), true);
}

std::string softmax_meaning(const Subject& s) {
    if (s.step().weights_given) {
        const std::string words = edit_words(s.trace, s.i);
        return (words.empty() ? "These weights were given by hand." : words) +
               " What follows is computed from these weights.";
    }
    if (!s.trace.has(Quantity::Energies))
        return "These weights were given by hand; the scores are not used for this output.";
    if (s.trace.request.edits.temperature != 1)
        return "Turn the scores into weights. You divide every score by the temperature τ = " +
               compact(s.trace.request.edits.temperature) +
               " first: below 1 the weights get sharper, above 1 softer.";
    if (s.trace.has(Quantity::Aligned))
        return "Turn the scores inside the window into weights; then a Gaussian around p takes its part of "
               "each. The row sums to less than 1.";
    if (s.trace.has(Quantity::Position))
        return "Turn the scores inside the window into weights that sum to 1. What stands outside gets "
               "nothing.";
    if (s.trace.has(Quantity::PastWeights) && s.i > 0)
        return "Turn the scores into weights. The decoder’s own states share the 1 with the source: this row "
               "is the source’s part.";
    if (s.trace.has(Quantity::SlotWeights))
        return "Turn the scores of all " + std::to_string(seq2seq_facts(s.trace).slots) +
               " slots into weights that sum to 1. The source has only " +
               counted(s.trace.source_length(), "token") + ": what goes to the rest is lost.";
    return "Turn the scores into weights. Every weight is positive and the row sums to 1, so it reads as "
           "“how much of each source token to use”.";
}

/// Where the rest of a row went that does not sum to 1.
std::string missing_words(const Subject& s) {
    const float sum = s.trace.at(Quantity::Weights).col(s.i).sum();
    if (s.trace.has(Quantity::Aligned) && window_of(s.trace, s.i).placed)
        return sum < 0.995f ? "The Gaussian took " + percent(1 - sum) + " of this row." : "";
    const float past = own_past_weight(s.trace, s.i);
    if (s.trace.has(Quantity::SlotWeights))
        return "Slots past the source got the other " +
               percent(s.trace.at(Quantity::SlotWeights).col(s.i).sum()) +
               ". No token stands there, so they add nothing to the context.";
    return past > 0 ? "The decoder’s own past got the other " + percent(past) + "." : "";
}

} // namespace

void build_softmax(Column& c, const Subject& s) {
    const bool given = s.step().weights_given || !s.trace.has(Quantity::Energies);
    meaning(c, softmax_meaning(s));
    if (given)
        edited_card(c, s);
    else
        softmax_card(c, s);
    softmax_table(c, s);
    if (const std::string words = missing_words(s); !words.empty()) note(c, words, c.colors().t3);
}

std::vector<Tensor> softmax_tensors(const Subject& s, const Palette& p) {
    const std::string i = std::to_string(s.i + 1);
    return joined({vector_tensor(s, Quantity::Query, s.i, s.query_numbered(), p.decoder),
                   annotation_tensor(s, s.j, p),
                   vector_tensor(s, Quantity::Energies, s.i, "{a:e_{" + i + "}}", p.attention),
                   vector_tensor(s, Quantity::Weights, s.i, "{a:α_{" + i + "}}", p.attention)});
}

} // namespace heed::inspector
