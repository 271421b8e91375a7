// Beside two runs: whose numbers, what was matched, how different the rows are.
#include "app/figures/base/format.h"
#include "app/figures/compare/inputs.h"
#include "app/figures/compare/metric_words.h"
#include "app/figures/trace_map.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace compare {
namespace {

using analysis::AlignedRow;
using analysis::Alignment;

struct Column {
    const Inputs& in;
    const CompareNumbers& numbers;
    float width, line; // px between the lines of a card

    const Palette& colors() const { return in.colors(); }
    Scene& scene() const { return in.scene; }
    const CompareNumbers::Row& row(int k) const { return numbers.rows[static_cast<std::size_t>(k)]; }
    /// Two sentences, named A and B; else two runs of one.
    bool inputs() const { return in.panel(0).title.size() == 1; }
    float left() const { return card_edge; }
    float right() const { return width - card_edge; }
    /// The right ends of the columns of A and B.
    float end(int k) const { return right() - (k == 0 ? std::min(104.0f, width * 0.27f) : 0); }
    void text(float x, float y, const std::string& words, Color color, Align align = Align::Left,
              Face face = Face::Regular, float size = 11) const {
        add_text(scene(), {x, y}, words, face, size, color, align);
    }
};

std::string temperature_words(double t) {
    if (t == 1) return {};
    const std::string number = fixed(t, t < 10 ? 2 : 1);
    return "at T = " + (number.starts_with("0.") ? number.substr(1) : number);
}

// ---------------------------------------------------------------------------------------------- whose
// numbers

struct Entry {
    const char* name;
    std::optional<double> CompareNumbers::Row::*value;
    MetricKind kind;
    bool forced; // of the right answer: its map can be looked at
};
constexpr Entry entries[] = {{"log-prob", &CompareNumbers::Row::log_prob, MetricKind::LogProb, false},
                             {"entropy, nats", &CompareNumbers::Row::entropy, MetricKind::Entropy, false},
                             {"sharpness", &CompareNumbers::Row::sharpness, MetricKind::Sharpness, false},
                             {"τ with gradient", &CompareNumbers::Row::tau, MetricKind::Tau, false},
                             {"AER", &CompareNumbers::Row::error, MetricKind::Error, false},
                             {"log-prob", &CompareNumbers::Row::forced_log_prob, MetricKind::LogProb, true},
                             {"AER", &CompareNumbers::Row::forced_error, MetricKind::ForcedError, true}};

/// Its weights mean something that is known, or will be.
bool is_measured(const Column& c, int k) {
    const ComparePanel& panel = c.in.panel(k);
    return c.in.options.measuring && panel.problem.empty() && (!panel.meaning || panel.meaning->gradient);
}

bool any(const Column& c, const Entry& entry) {
    if (entry.kind == MetricKind::Sharpness && c.inputs()) return false; // that is for functions
    if (entry.kind == MetricKind::Tau) return is_measured(c, 0) || is_measured(c, 1);
    return (c.row(0).*entry.value).has_value() || (c.row(1).*entry.value).has_value();
}

void add_value(const Column& c, const Entry& entry, int k, float y) {
    const auto value = c.row(k).*entry.value;
    const ComparePanel& panel = c.in.panel(k);
    const Palette& colors = c.colors();
    if (!value) {
        const bool known = panel.trace && (entry.kind != MetricKind::Tau || panel.meaning);
        return c.text(c.end(k), y, known ? "–" : "…", colors.t3, Align::Right, Face::Mono, 13);
    }
    const std::string text = metric_text(entry.kind, *value);
    const bool other_map = entry.forced && !panel.judged.right && !c.in.options.forced_rows;
    c.text(c.end(k), y, text, colors.t1, Align::Right, Face::Mono, 13);
    const float width = text_width(c.in.style, text, Face::Mono, 13);
    const bool meaning = opens_meaning(entry.kind, panel);
    const char* opens = other_map ? "forced" : meaning ? "meaning" : nullptr;
    if (opens) add_dashed_underline(c.scene(), {c.end(k) - width, y + 10}, width, colors.t3);
    c.scene().pick({c.end(k) - std::max(width, 50.0f), y - 12, std::max(width, 50.0f), 24},
                   {opens ? PickKind::Button : PickKind::TableRow, -1, -1, k, opens ? opens : entry.name},
                   metric_tooltip(entry.kind, panel, c.row(k)) +
                       (other_map ? ". Click to see that map" : ""));
}

/// A heading with a note, and the entries below it; returns where they end.
float add_group(const Column& c, float y, const std::string& title, const std::string& note, bool forced) {
    c.text(c.left(), y, title, c.colors().t1, Align::Left, Face::Medium, 13);
    const float x = c.left() + text_width(c.in.style, title, Face::Medium, 13) + 10;
    c.text(x, y, fitted(c.in.style, note, Face::Regular, 11, c.right() - x), c.colors().t3);
    for (const Entry& entry : entries) {
        if (entry.forced != forced || !any(c, entry)) continue;
        y += c.line;
        c.text(c.left() + 16, y, entry.name, c.colors().t2, Align::Left, Face::Regular, 13);
        for (const int k : {0, 1}) add_value(c, entry, k, y);
    }
    return y;
}

/// An encoder alone.
bool both_write_nothing(const Column& c) {
    const auto nothing = [&](int k) { return c.in.panel(k).trace && rows_are_places(*c.in.panel(k).trace); };
    return nothing(0) && nothing(1);
}

float add_whose(const Column& c, float top) {
    int own = 0, forced = 0;
    for (const Entry& entry : entries) (entry.forced ? forced : own) += any(c, entry);
    const float height = 76 + c.line * static_cast<float>(own) +
                         (forced > 0 ? c.line + 11 + c.line * static_cast<float>(forced) : 28) + 22;
    const Box card{0, top, c.width, height};
    add_card(c.scene(), card, c.colors());
    add_heading(c.scene(), c.in.style, card, "Whose numbers", temperature_words(c.in.options.temperature));
    const float room = c.end(1) - c.end(0) - 8;
    for (const int k : {0, 1})
        c.text(c.end(k), top + 44, fitted(c.in.style, c.in.panel(k).title, Face::Regular, 11, room),
               c.colors().t3, Align::Right);
    add_line(c.scene(), {c.left(), top + 56}, {c.right(), top + 56}, c.colors().line);
    const bool made = c.in.options.forced_rows;
    const std::string changed = changed_runs_words(c.in.panels, c.in.options.temperature);
    const auto given = [&](int k) { return c.in.panel(k).trace && was_given(*c.in.panel(k).trace); };
    float y = add_group(c, top + 76, "This map",
                        made                        ? "made to write the right answer"
                        : changed.starts_with("as") ? changed
                        : !changed.empty()          ? "one was changed by hand"
                        : given(0) || given(1)      ? "one was given its output"
                        : both_write_nothing(c)     ? "of what was read"
                        : c.inputs()                ? "as the model wrote it"
                                                    : "as the models wrote it",
                        false);
    if (forced > 0) {
        const auto is_other = [](const ComparePanel& p) { return p.judged.alignment && !p.judged.right; };
        const bool elsewhere = !made && (is_other(c.in.panel(0)) || is_other(c.in.panel(1)));
        add_group(c, y + c.line + 11, "Forced to the reference",
                  elsewhere ? "click a number to see that map" : "the same map", true);
    } else {
        c.text(c.left(), y + 28, "The task does not know the right answer to these.", c.colors().t3);
    }
    return top + height + inputs_gap;
}

// ---------------------------------------------------------------------------------------------- what was
// matched

struct Match {
    const char* name;
    bool (*is)(const AlignedRow&);
};
constexpr Match matches[] = {{"equal", [](const AlignedRow& r) { return r.same; }},
                             {"replaced", [](const AlignedRow& r) { return r.replaced(); }},
                             {"only in ", [](const AlignedRow& r) { return r.b < 0; }},
                             {"only in ", [](const AlignedRow& r) { return r.a < 0; }}};

void add_swatch(const Column& c, int n, Point at) {
    const Box box = around(at, 12, 12);
    const Palette& colors = c.colors();
    if (n == 0) return add_fill(c.scene(), box, colors.bg3, 2);
    if (n == 1) return add_frame(c.scene(), box, colors.t1, 1.25f, 3);
    add_fill(c.scene(), box, colors.bg2, 2);
    add_hatching(c.scene(), box, colors.t3);
}

/// The tokens of that kind: "economic, économique"; equal ones are not listed.
std::string tokens_of(const ComparePair& pair, const Match& match) {
    std::string words;
    for (const bool output : {false, true}) {
        std::string part;
        bool before = false; // neighbours are one stretch
        for (const AlignedRow& slot : output ? pair.output : pair.source) {
            const bool is = match.is(slot);
            if (is) part += (part.empty() ? "" : before ? " " : ", ") + slot_name(pair, output, slot);
            before = is && !slot.replaced();
        }
        if (!part.empty()) words += (words.empty() ? "" : ", ") + part;
    }
    return words;
}

int count_of(const Alignment& slots, const Match& match) {
    return static_cast<int>(std::count_if(slots.begin(), slots.end(), match.is));
}

bool all_equal(const ComparePair& pair) {
    const auto same = [](const AlignedRow& slot) { return slot.same; };
    return std::all_of(pair.source.begin(), pair.source.end(), same) &&
           std::all_of(pair.output.begin(), pair.output.end(), same);
}

constexpr const char* hatched_note = "counted as difference";

/// The weight of either run on what the other has not; returns where it ends.
float add_hatched_weights(const Column& c, float y) {
    constexpr float widest = 76;
    float x = c.left() + 16;
    for (const int k : {0, 1}) {
        const std::string title = fitted(c.in.style, c.in.panel(k).title, Face::Regular, 11, widest);
        const std::string number = bits_number(*c.in.pair->on_unmatched[static_cast<std::size_t>(k)]);
        c.text(x, y, title, c.colors().t3);
        x += std::max(8.0f, text_width(c.in.style, title, Face::Regular, 11)) + 10;
        c.text(x, y, number, c.colors().t1, Align::Left, Face::Mono, 13);
        x += text_width(c.in.style, number, Face::Mono, 13) + 20;
    }
    return x;
}

/// Whether what they count as has room in the same line.
bool has_room_beside(const Column& c) {
    Scene nowhere;
    const Inputs in{nowhere, c.in.panels, c.in.pair, c.in.options, c.in.style};
    const float ends = add_hatched_weights({in, c.numbers, c.width, c.line}, 0);
    return ends + text_width(c.in.style, hatched_note, Face::Regular, 11) <= c.right();
}

float add_matched(const Column& c, float top) {
    constexpr float least_tokens = 28; // px, for more than the beginning of a word
    const ComparePair& pair = *c.in.pair;
    const bool weighed = pair.on_unmatched[0] && pair.on_unmatched[1] &&
                         std::any_of(pair.source.begin(), pair.source.end(),
                                     [](const AlignedRow& slot) { return !slot.both(); });
    const bool beside = weighed && has_room_beside(c);
    const Box card{0, top, c.width, 46 + 4 * c.line + (!weighed ? 0.0f : beside ? 60.0f : 78.0f)};
    const Palette& colors = c.colors();
    add_card(c.scene(), card, colors);
    add_heading(c.scene(), c.in.style, card, "What was matched", "");
    const float outputs = c.right(), sources = c.right() - 58;
    c.text(sources, top + 20, "source", colors.t3, Align::Right);
    c.text(outputs, top + 20, "output", colors.t3, Align::Right);
    add_line(c.scene(), {c.left(), top + 34}, {c.right(), top + 34}, colors.line);
    float y = top + 50, names = 74;
    const auto name_of = [&](int n) {
        return matches[n].name + (n < 2 ? std::string() : c.in.panel(n - 2).title);
    };
    for (int n = 0; n < 4; ++n)
        names = std::max(names, text_width(c.in.style, name_of(n), Face::Regular, 13));
    names = std::min(names, sources - 60 - c.left());
    for (int n = 0; n < 4; ++n, y += c.line) {
        const Match& match = matches[n];
        add_swatch(c, n, {c.left() + 6, y});
        c.text(c.left() + 24, y, fitted(c.in.style, name_of(n), Face::Regular, 13, names), colors.t1,
               Align::Left, Face::Regular, 13);
        const float x = c.left() + 24 + names + 10, room = std::max(0.0f, sources - 30 - x);
        const std::string tokens = n == 0 ? "" : tokens_of(pair, match);
        if (room >= least_tokens)
            c.text(x, y, fitted(c.in.style, tokens, Face::Regular, 11, room), colors.t3);
        c.scene().pick({c.left(), y - 12, sources - 24 - c.left(), 24}, {}, tokens);
        c.text(sources, y, std::to_string(count_of(pair.source, match)), colors.t1, Align::Right, Face::Mono,
               13);
        c.text(outputs, y, std::to_string(count_of(pair.output, match)), colors.t1, Align::Right, Face::Mono,
               13);
    }
    if (!weighed) return top + card.h + inputs_gap;
    add_line(c.scene(), {c.left(), y - 10}, {c.right(), y - 10}, colors.line);
    c.text(c.left(), y + 10, "weight on hatched columns, mean of a row", colors.t2, Align::Left,
           Face::Regular, 13);
    y += 35;
    add_hatched_weights(c, y);
    beside ? c.text(c.right(), y, hatched_note, colors.t3, Align::Right)
           : c.text(c.left() + 16, y + 18, hatched_note, colors.t3);
    return top + card.h + inputs_gap;
}

// ---------------------------------------------------------------------------------------------- rows

struct List {
    Box card;
    float first, pitch, names; // y of the first row; the right end of the names
    int shown;
};

void add_row(const Column& c, const List& list, std::size_t n, float y) {
    const ComparePair& pair = *c.in.pair;
    const ComparePair::Row& row = *pair.rows[n];
    const Palette& colors = c.colors();
    const bool now = static_cast<int>(n) == list.shown;
    if (now)
        add_fill(c.scene(), {c.left() - 8, y - list.pitch / 2, c.right() - c.left() + 16, list.pitch},
                 colors.bg3, 3);
    const AlignedRow& slot = pair.output[n];
    const bool quiet = slot_is_quiet(pair, true, slot);
    const Face face = quiet ? Face::Italic : Face::Regular;
    c.text(list.names, y, fitted(c.in.style, slot_name(pair, true, slot), face, 11, list.names - c.left()),
           now     ? colors.output
           : quiet ? colors.t3
                   : colors.t2,
           Align::Right, face);
    const float left = list.names + 10, right = c.right() - 46, high = std::min(6.0f, list.pitch - 6);
    add_fill(c.scene(), {left, y - high / 2, right - left, high}, now ? colors.bg1 : colors.bg2, 1);
    const auto x = [&](double bits) { return left + (right - left) * static_cast<float>(bits); };
    const double matched = row.all - row.unmatched;
    add_fill(c.scene(), {left, y - high / 2, std::max(1.0f, x(matched) - left), high},
             now ? colors.t1 : colors.t2, 1);
    if (row.unmatched > 0.002) {
        const Box part{x(matched), y - high / 2, x(row.all) - x(matched), high};
        add_frame(c.scene(), part, now ? colors.t1 : colors.t3, 1);
        add_hatching(c.scene(), part, now ? colors.t1 : colors.t3);
    }
    c.text(c.right(), y, bits_number(row.all), now ? colors.t1 : colors.t2, Align::Right, Face::Mono);
    c.scene().pick({c.left() - 8, y - list.pitch / 2, c.right() - c.left() + 16, list.pitch},
                   pick_of(pair, static_cast<int>(n), -1),
                   fixed(row.all, 3) + " bits, " + fixed(row.unmatched, 3) + " of them on hatched columns");
}

/// Of the list's names: as wide as they are, up to a good third of the card.
float row_names_width(const Column& c) {
    const ComparePair& pair = *c.in.pair;
    float widest = std::min(96.0f, c.width * 0.26f);
    for (std::size_t n = 0; n < pair.rows.size(); ++n)
        if (pair.rows[n])
            widest = std::max(
                widest, text_width(c.in.style, slot_name(pair, true, pair.output[n]), Face::Regular, 11));
    return std::min(widest, c.width * 0.36f);
}

float add_rows(const Column& c, float top, float height) {
    const ComparePair& pair = *c.in.pair;
    const auto count = static_cast<float>(
        std::count_if(pair.rows.begin(), pair.rows.end(), [](const auto& row) { return row.has_value(); }));
    constexpr float rest = 86;
    const float pitch = std::clamp((height - rest) / std::max(1.0f, count), 13.0f, 24.0f);
    const Box card{0, top, c.width, std::max(rest + count * pitch, height)};
    const Palette& colors = c.colors();
    add_card(c.scene(), card, colors);
    add_heading(c.scene(), c.in.style, card, "How different are they?", "JS divergence, bits");
    if (!pair.mean) {
        c.text(c.left(), top + 56,
               pair.has_maps() ? "No output is matched." : "There are no weights to compare.", colors.t3);
        return top + 90;
    }
    const List list{card, top + 42 + pitch / 2, pitch, c.left() + row_names_width(c),
                    shown_row(pair, c.in.options)};
    float y = list.first;
    for (std::size_t n = 0; n < pair.rows.size(); ++n)
        if (pair.rows[n]) {
            add_row(c, list, n, y);
            y += pitch;
        }
    y += 14;
    c.text(c.right(), y, bits_number(*pair.mean), colors.t1, Align::Right, Face::Mono);
    const bool hatched = pair.mean_unmatched && *pair.mean_unmatched > 0;
    c.text(c.left(), y,
           fitted(c.in.style,
                  "mean of " + counted(static_cast<int>(count), "row") +
                      (hatched ? ". Hatched part: weight on hatched columns" : ""),
                  Face::Regular, 11, c.right() - 52 - c.left()),
           colors.t3);
    return std::max(y + 18, card.bottom());
}

} // namespace
} // namespace compare

Scene compare_pair_side(std::span<const ComparePanel, 2> panels, const ComparePair* pair,
                        const CompareOptions& options, float width, float height, const FigureStyle& style) {
    using namespace compare;
    Scene scene{.width = width, .height = height};
    const bool matched = pair && pair->a == panels[0].trace && pair->b == panels[1].trace;
    const CompareNumbers numbers = numbers_for(panels, options);
    const Inputs in{scene, panels, matched ? pair : nullptr, options, style};
    const Column c{in, numbers, width, std::clamp(std::floor(height / 29), 20.0f, 25.0f)};
    float y = add_whose(c, 0);
    if (in.pair) {
        if (c.inputs() || !all_equal(*in.pair)) y = add_matched(c, y);
        y = add_rows(c, y, height - y);
    }
    scene.height = std::max(height, y);
    return scene;
}

} // namespace heed
