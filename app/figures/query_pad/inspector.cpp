// What stands at the right of the pad, and the one sentence below it.
#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"
#include "app/figures/inspector/fraction.h"
#include "app/figures/inspector/sums.h"
#include "app/figures/inspector/tables.h"
#include "app/figures/query_pad/plan.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

using inspector::Card;
using inspector::Column;
using inspector::mono;

struct Look {
    const QueryPad& pad;
    int key;
    std::string number() const { return std::to_string(key + 1); }
    double energy() const { return static_cast<double>(pad.now().energies[static_cast<std::size_t>(key)]); }
    double weight() const { return static_cast<double>(pad.now().weights[static_cast<std::size_t>(key)]); }
    Point at() const { return pad.keys[static_cast<std::size_t>(key)]; }
    double tau() const { return static_cast<double>(pad.temperature); }
};

/// "q·k" of the score that is shown, with this key's numbers where they are products of coordinates.
void score_lines(Card& card, Column& c, const Look& l) {
    card.symbols("{a:e}_i = " + l.pad.now().formula);
    const std::string symbol = "{a:e}_{" + l.number() + "}";
    const std::string& id = l.pad.now().id;
    if (id != "dot" && id != "scaled")
        return card.plugged(symbol + mono(" ="), fixed(l.energy(), 3), c.colors().attention);
    const double qx = static_cast<double>(l.pad.query.x), qy = static_cast<double>(l.pad.query.y),
                 kx = static_cast<double>(l.at().x), ky = static_cast<double>(l.at().y),
                 over = id == "scaled" ? std::sqrt(2.0) : 1.0;
    card.numbers({.symbol = symbol,
                  .words =
                      [=](int d) {
                          const std::string sum =
                              fixed(qx, d) + "·" + fixed(kx, d) + " + " + fixed(qy, d) + "·" + fixed(ky, d);
                          return over == 1 ? sum : "(" + sum + ") / " + fixed(over, d);
                      },
                  .value =
                      [=](int d) {
                          const double sum =
                              as_fixed(qx, d) * as_fixed(kx, d) + as_fixed(qy, d) * as_fixed(ky, d);
                          return over == 1 ? sum : sum / as_fixed(over, d);
                      },
                  .result = l.energy(),
                  .color = c.colors().attention});
}

void score_card(Column& c, const Look& l) {
    Card card(c);
    score_lines(card, c, l);
    card.finish();
}

void softmax_card(Column& c, const Look& l) {
    Card card(c);
    score_lines(card, c, l);
    card.gap(4);
    inspector::fraction(c, {.symbol = "{a:α}_i", .above = "exp(e_i / τ)", .below = "Σ_j| exp(e_j / τ)"});
    const std::vector<float>& energies = l.pad.now().energies;
    inspector::softmax_share(c, {.symbol = "{a:α}_{" + l.number() + "}",
                                 .energy = l.energy(),
                                 .energies = {energies.begin(), energies.end()},
                                 .share = l.weight(),
                                 .color = c.colors().attention,
                                 .temperature = l.tau()});
    card.finish();
}

void context_card(Column& c, const Look& l) {
    Card card(c);
    card.symbols("{a:c} = Σ_i| {a:α}_i {f:k}_i");
    card.gap(2);
    const Point context = l.pad.now().context;
    const double w = l.weight();
    struct Side {
        const char* name;
        double key, total;
    };
    for (const Side& side : {Side{"x", static_cast<double>(l.at().x), static_cast<double>(context.x)},
                             Side{"y", static_cast<double>(l.at().y), static_cast<double>(context.y)}}) {
        const double term = w * side.key, key = side.key;
        card.numbers({.symbol = "{a:α}_{" + l.number() + "} {f:k}_{" + l.number() + "," + side.name + "}",
                      .words = [=](int d) { return fixed(w, d) + " × " + fixed(key, d); },
                      .value = [=](int d) { return as_fixed(w, d) * as_fixed(key, d); },
                      .result = term,
                      .color = c.colors().t2,
                      .face = Face::Mono,
                      .height = 20});
        card.plugged(
            [&](int) { return mono("+ " + counted(static_cast<int>(l.pad.keys.size()) - 1, "other")); },
            fixed(side.total - term, 3), c.colors().t2, Face::Mono, 20);
        card.plugged(std::string("{a:c}_{") + side.name + "}" + mono(" ="), fixed(side.total, 3),
                     c.colors().attention);
    }
    card.finish();
}

struct PhaseView {
    std::string_view title;
    std::string_view meaning;
    void (*card)(Column&, const Look&);
};
constexpr std::array<PhaseView, pad_phases> phases{
    {{"Score", "The query is compared with every key: a number each, of any size.", score_card},
     {"Softmax",
      "Turn the scores into weights. Nothing is trained: the numbers are only geometry, so every one can be "
      "checked by hand.",
      softmax_card},
     {"Context", "Add the keys, each times its weight. The sum stays inside their outline.", context_card}}};

void table(Column& c, const QueryPad& pad, int key) {
    inspector::section(c, "Scores and weights", "e   α", true);
    double entropy = 0;
    for (std::size_t n = 0; n < pad.keys.size(); ++n) {
        const float a = pad.now().weights[n];
        if (a > 0) entropy -= static_cast<double>(a) * std::log(static_cast<double>(a));
        inspector::TableRow row;
        row.index = static_cast<int>(n) + 1;
        row.token = "key " + std::to_string(n + 1);
        row.number = fixed(static_cast<double>(pad.now().energies[n]), 2);
        row.share = a;
        row.color = c.colors().attention;
        row.value = fixed(static_cast<double>(a), 3);
        row.selected = static_cast<int>(n) == key;
        row.pick = {PickKind::Column, static_cast<int>(n), -1, -1, {}};
        inspector::table_row(c, row);
    }
    const double most = std::log(static_cast<double>(pad.keys.size()));
    inspector::others_row(c, 32, "sum", "entropy " + fixed(entropy, 2) + " of " + fixed(most, 2) + " nats",
                          "1.000", true);
}

void bound(Column& c, const QueryPad& pad) {
    const PadAnswers& now = pad.now();
    if (now.ceiling >= 0.995f) return;
    inspector::section(c, "Its ceiling", cell_number(static_cast<double>(now.ceiling)));
    inspector::note(c,
                    "Its scores lie in a fixed range. With " +
                        counted(static_cast<int>(pad.keys.size()), "key") +
                        " at this temperature no weight can pass " +
                        cell_number(static_cast<double>(now.ceiling)) + ", wherever the query is.",
                    c.colors().t2);
}

void baseline(Column& c, const QueryPad& pad) {
    inspector::section(c, "Against its baseline", "from c to the best key");
    const Point best = pad.keys[static_cast<std::size_t>(pad.strongest())];
    const auto distance = [&](Point a) { return std::hypot(a.x - best.x, a.y - best.y); };
    const float with = distance(pad.now().context), without = distance(pad.average());
    const float most = std::max({with, without, 0.5f});
    const auto row = [&](const char* name, float value, bool attention) {
        inspector::share_row(c, {.name = name,
                                 .share = static_cast<double>(value / most),
                                 .value = fixed(static_cast<double>(value), 2),
                                 .attention = attention,
                                 .strong = attention,
                                 .round = true});
    };
    row("with attention", with, true);
    row("plain average", without, false);
    inspector::note(c, "Shorter is nearer: lower is better.", c.colors().t3);
}

} // namespace

Scene pad_inspector(const QueryPad& pad, const PadSettings& settings, float width, float height,
                    const FigureStyle& style) {
    const auto phase = static_cast<std::size_t>(std::clamp(settings.phase, 0, pad_phases - 1));
    const int key = std::clamp(settings.hover_key >= 0 ? settings.hover_key
                               : pad.selected >= 0     ? pad.selected
                                                       : pad.strongest(),
                               0, static_cast<int>(pad.keys.size()) - 1);
    const auto fill = [&](Column& c, bool all) {
        inspector::opening(c, std::string(phases[phase].title), c.colors().attention,
                           static_cast<int>(phase) + 1, pad_phases, std::string(phases[phase].meaning));
        phases[phase].card(c, {pad, key});
        if (all) table(c, pad, key);
        if (all) bound(c, pad);
        baseline(c, pad);
    };
    return inspector::first_that_fits(std::array{true, false}, width, height, style, fill);
}

namespace {

/// " Key 5 is second with 25%."
std::string second_words(const PadAnswers& answers, int best) {
    int second = -1;
    for (int n = 0; n < static_cast<int>(answers.weights.size()); ++n)
        if (n != best && (second < 0 || answers.weights[static_cast<std::size_t>(n)] >
                                            answers.weights[static_cast<std::size_t>(second)]))
            second = n;
    return second < 0
               ? ""
               : " Key " + std::to_string(second + 1) + " is second with " +
                     percent(static_cast<double>(answers.weights[static_cast<std::size_t>(second)])) + ".";
}

} // namespace

Narration pad_narration(const QueryPad& pad, int phase, const Palette& colors) {
    const int best = pad.strongest();
    const PadAnswers& now = pad.now();
    const std::string key = "key " + std::to_string(best + 1),
                      share = percent(static_cast<double>(now.weights[static_cast<std::size_t>(best)]));
    const std::size_t at = static_cast<std::size_t>(std::clamp(phase, 0, pad_phases - 1));
    std::string words;
    if (at == 0)
        words = "Under " + now.name + ", " + key + " scores highest: " +
                fixed(static_cast<double>(now.energies[static_cast<std::size_t>(best)]), 2) + ". " +
                "What the score does: " + now.says + ".";
    else if (at == 1)
        words = capitalized(key) + " gets " + share + " of the attention" +
                (now.ceiling < 0.995f ? "; " + now.name + " can give at most " +
                                            percent(static_cast<double>(now.ceiling)) + " here."
                                      : ".") +
                second_words(now, best);
    else
        words = "The context is " + share + " " + key + ", and stays inside the outline of the keys.";
    return {std::string(phases[at].title), colors.attention, words};
}

} // namespace heed
