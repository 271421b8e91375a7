// Where one output looks in both: bars over the slots of both sources.
#include "app/figures/base/format.h"
#include "app/figures/compare/inputs.h"
#include "app/figures/tokens.h"
#include "app/figures/trace_map.h"

#include <algorithm>

namespace heed::compare {
namespace {

using analysis::AlignedRow;

struct Bars {
    const Inputs& in;
    Box card;
    int row;
    float left, right, top, base; // of the bars

    const ComparePair& pair() const { return *in.pair; }
    int count() const { return static_cast<int>(pair().source.size()); }
    float pitch() const { return (right - left) / static_cast<float>(count()); }
    float x(int j) const { return left + (static_cast<float>(j) + 0.5f) * pitch(); }
    float y(double weight) const {
        return base - static_cast<float>(std::clamp(weight, 0.0, 1.0)) * (base - top);
    }
    const AlignedRow& output() const { return pair().output[static_cast<std::size_t>(row)]; }
    /// Of that run; none where it has no such output or source token.
    std::optional<double> weight(int k, int j) const {
        const int i = ComparePair::place(output(), k),
                  place = ComparePair::place(pair().source[static_cast<std::size_t>(j)], k);
        if (i < 0 || place < 0 || !pair().run(k).has_weights()) return std::nullopt;
        return static_cast<double>(pair().run(k).weight(i, place));
    }
};

/// "output "; of an encoder alone "place ".
std::string name_of_row(const Bars& b, int run) {
    return rows_are_places(b.pair().run(run)) ? "place " : "output ";
}

/// The fullest first.
std::vector<std::string> heading_notes(const Bars& b) {
    const AlignedRow& slot = b.output();
    const auto& row = b.pair().rows[static_cast<std::size_t>(b.row)];
    const std::string &first = b.in.panel(0).title, &second = b.in.panel(1).title;
    if (!slot.both())
        return {name_of_row(b, slot.a >= 0 ? 0 : 1) + std::to_string((slot.a >= 0 ? slot.a : slot.b) + 1) +
                    " of " + (slot.a >= 0 ? first : second) + "; " + (slot.a >= 0 ? second : first) +
                    " has no such token",
                "only of " + (slot.a >= 0 ? first : second)};
    std::string words = name_of_row(b, 0) + std::to_string(slot.a + 1) + " of " + first + ", " +
                        std::to_string(slot.b + 1) + " of " + second;
    if (!row) return {words};
    const std::string bits =
        (b.row == b.pair().most_different ? "where they differ most: " : "they differ by ") +
        bits_number(row->all) + " bits";
    return {words + ", " + bits, bits, bits_number(row->all) + " bits"};
}

/// The first that has room, at the left; of none of them as much of the last as has.
void add_heading_note(const Bars& b, float x, float room) {
    const std::vector<std::string> notes = heading_notes(b);
    const auto fits = [&](const std::string& note) {
        return text_width(b.in.style, note, Face::Regular, 11) <= room;
    };
    const auto found = std::find_if(notes.begin(), notes.end(), fits);
    const std::string& note = found == notes.end() ? notes.back() : *found;
    if (room >= 24)
        add_text(b.in.scene, {x, b.card.y + 20}, fitted(b.in.style, note, Face::Regular, 11, room),
                 Face::Regular, 11, b.in.colors().t3);
}

/// Returns where it begins.
float add_legend(const Bars& b) {
    const Palette& c = b.in.colors();
    const float widest = b.card.w * 0.24f; // of a name
    float x = b.card.right() - card_edge;
    for (const int k : {1, 0}) {
        const std::string name = fitted(b.in.style, b.in.panel(k).title, Face::Regular, 11, widest);
        add_text(b.in.scene, {x, b.card.y + 20}, name, Face::Regular, 11, c.t2, Align::Right);
        x -= text_width(b.in.style, name, Face::Regular, 11) + 16;
        const Box box{x, b.card.y + 15, 10, 10};
        k == 0 ? add_fill(b.in.scene, box, c.attention, 2)
               : b.in.scene.add(RectItem{box, fade(c.attention, 0.18f), c.attention, 1.25f, 2});
        x -= 14;
    }
    return x;
}

void add_axis(const Bars& b) {
    const Palette& c = b.in.colors();
    for (const double weight : {0.0, 0.5, 1.0}) {
        const float y = b.y(weight);
        add_line(b.in.scene, {b.left, y}, {b.right, y}, c.line);
        add_text(b.in.scene, {b.left - 10, y},
                 weight == 0   ? "0"
                 : weight == 1 ? "1"
                               : ".5",
                 Face::Mono, 11, c.t3, Align::Right);
    }
}

void add_bar(const Bars& b, int j, int k) {
    const auto weight = b.weight(k, j);
    if (!weight) return;
    const Palette& c = b.in.colors();
    const float width = std::clamp(b.pitch() * 0.32f, 1.0f, 18.0f), gap = std::min(2.0f, width / 6);
    const float x = b.x(j) + (k == 0 ? -width - gap / 2 : gap / 2);
    const Box box{x, std::min(b.y(*weight), b.base - 2), width, std::max(2.0f, b.base - b.y(*weight))};
    const bool hollow = k == 1 && width >= 4 && box.h >= 4;
    hollow ? b.in.scene.add(RectItem{box, fade(c.attention, 0.18f), c.attention, 1.25f, 1})
           : add_fill(b.in.scene, box, fade(c.attention, k == 1 ? 0.6f : 1.0f), 1);
}

/// The numbers of one slot: side by side where both have one.
void add_numbers(const Bars& b, int j) {
    const Palette& c = b.in.colors();
    const auto first = b.weight(0, j), second = b.weight(1, j);
    const bool a = first && *first >= 0.05, both = second && *second >= 0.05;
    const auto number = [&](double weight, float x, Align align) {
        add_text(b.in.scene, {x, b.y(weight) - 9}, weight_number(weight), Face::Mono, 11, c.t1, align);
    };
    const auto width = [&](const std::optional<double>& weight) {
        return text_width(b.in.style, weight_number(*weight), Face::Mono, 11);
    };
    if (b.pitch() < (a ? width(first) : 0) + (both ? width(second) : 0) + (a && both ? 8 : 0)) return;
    const float aside = std::clamp(b.pitch() * 0.16f, 0.5f, 10.0f); // from the slot's middle to a bar's
    if (a) both ? number(*first, b.x(j) - 3, Align::Right) : number(*first, b.x(j) - aside, Align::Centre);
    if (both) a ? number(*second, b.x(j) + 3, Align::Left) : number(*second, b.x(j) + aside, Align::Centre);
}

void add_label(const Bars& b, int j, bool slanted) {
    const Palette& c = b.in.colors();
    const AlignedRow& slot = b.pair().source[static_cast<std::size_t>(j)];
    const bool now = j == looked_at_slots(b.pair(), b.in.options).column;
    const bool quiet = !slot.both() || slot_is_quiet(b.pair(), false, slot);
    const Face face = now ? Face::Semibold : quiet ? Face::Italic : Face::Regular;
    const Color ink = now ? c.attention : quiet ? c.t3 : c.t2;
    const std::string name = slot_name(b.pair(), false, slot);
    if (slanted) // downwards to the left, its end below the bar
        return add_text(b.in.scene, {b.x(j) + 3, b.base + 12}, fitted(b.in.style, name, face, 11, 56), face,
                        11, ink, Align::Right, 45);
    add_text(b.in.scene, {b.x(j), b.base + 14}, fitted(b.in.style, name, face, 11, 2 * b.pitch()), face, 11,
             ink, Align::Centre);
}

/// Neighbouring tokens that one of the two has, and the room below them: half of the way to the next ones.
struct OnlyOf {
    int first, last, run;
    float left, right;
};
std::vector<OnlyOf> tokens_of_one(const Bars& b) {
    std::vector<OnlyOf> all;
    for (int j = 0; j < b.count(); ++j) {
        const AlignedRow& slot = b.pair().source[static_cast<std::size_t>(j)];
        if (slot.both()) continue;
        const int run = slot.a >= 0 ? 0 : 1;
        if (!all.empty() && all.back().last == j - 1 && all.back().run == run)
            all.back().last = j;
        else
            all.push_back({j, j, run, b.card.x + card_edge, b.card.right() - card_edge});
    }
    for (std::size_t n = 1; n < all.size(); ++n) {
        const float middle = (b.x(all[n - 1].last) + b.x(all[n].first)) / 2;
        all[n - 1].right = middle - 4;
        all[n].left = middle + 4;
    }
    return all;
}

void add_whose_tokens(const Bars& b) {
    if (b.pitch() < 36) return;
    for (const OnlyOf& one : tokens_of_one(b)) {
        const std::string words = fitted(b.in.style, "only " + b.in.panel(one.run).title, Face::Regular, 11,
                                         std::max(0.0f, one.right - one.left));
        const float half = text_width(b.in.style, words, Face::Regular, 11) / 2;
        const float middle = (b.x(one.first) + b.x(one.last)) / 2;
        add_text(b.in.scene, {std::max(one.left + half, std::min(middle, one.right - half)), b.base + 29},
                 words, Face::Regular, 11, b.in.colors().t3, Align::Centre);
    }
}

bool fits_flat(const Bars& b) {
    float before = 0; // half of the label at the left
    for (int j = 0; j < b.count(); ++j) {
        const std::string name = slot_name(b.pair(), false, b.pair().source[static_cast<std::size_t>(j)]);
        const float half = text_width(b.in.style, name, Face::Semibold, 11) / 2;
        if (before + half + 4 > b.pitch() || half > b.pitch()) return false;
        before = half;
    }
    return true;
}

void add_labels(const Bars& b, bool flat) {
    if (flat || b.pitch() >= 13)
        for (int j = 0; j < b.count(); ++j) add_label(b, j, !flat);
    if (flat) add_whose_tokens(b);
    if (!flat && b.pitch() < 13) {
        int stride = 5;
        while (static_cast<float>(stride) * b.pitch() < 26) stride *= 2;
        for (int j = stride - 1; j < b.count(); j += stride)
            add_text(b.in.scene, {b.x(j), b.base + 14}, std::to_string(j + 1), Face::Regular, 11,
                     b.in.colors().t3, Align::Centre);
    }
}

std::string tooltip_of(const Bars& b, int j) {
    const AlignedRow& slot = b.pair().source[static_cast<std::size_t>(j)];
    std::string words;
    for (const int k : {0, 1}) {
        const auto weight = b.weight(k, j);
        const int place = ComparePair::place(slot, k);
        words += (words.empty() ? "" : "; ") + b.in.panel(k).title + ": " +
                 (place < 0 ? "no such token"
                  : !weight ? "no such output"
                            : quoted_source(b.pair().run(k), place) + " gets " + exact(*weight));
    }
    return words;
}

void add_columns(const Bars& b) {
    const Palette& c = b.in.colors();
    const LookedAt look = looked_at_slots(b.pair(), b.in.options);
    for (int j = 0; j < b.count(); ++j) {
        const Box column{b.x(j) - b.pitch() / 2, b.top - 6, b.pitch(), b.base - b.top + 6};
        const AlignedRow& slot = b.pair().source[static_cast<std::size_t>(j)];
        if (j == look.column) add_fill(b.in.scene, column, c.bg2, 2);
        if (!slot.both() && b.pitch() >= 4) add_hatching(b.in.scene, grown(column, -1), fade(c.line2, 0.7f));
    }
    add_axis(b);
    for (int j = 0; j < b.count(); ++j) {
        for (const int k : {0, 1}) add_bar(b, j, k);
        add_numbers(b, j);
        b.in.scene.pick({b.x(j) - b.pitch() / 2, b.top - 6, b.pitch(), b.base - b.top + 24},
                        pick_of(b.pair(), b.row, j), tooltip_of(b, j));
    }
}

} // namespace

void add_bars_of(const Inputs& in, Box card) {
    add_card(in.scene, card, in.colors());
    const int row = in.pair ? shown_row(*in.pair, in.options) : -1;
    if (row < 0 || !in.pair->has_maps())
        return add_heading(in.scene, in.style, card, "Where an output looks",
                           in.pair && row >= 0 ? "no weights in this model" : "");
    Bars b{in, card, row, card.x + 80, card.right() - 32, card.y + 56, 0};
    const bool flat = fits_flat(b);
    b.base = card.bottom() - (flat ? 44 : 54);
    const AlignedRow& slot = b.output();
    std::string title = "Where ";
    title += quoted_output(in.pair->run(slot.a >= 0 ? 0 : 1), slot.a >= 0 ? slot.a : slot.b);
    if (slot.replaced()) title += " and " + quoted_output(*in.pair->b, slot.b);
    title += slot.replaced() ? " look" : " looks";
    const float left = card.x + card_edge;
    const std::string shown = fitted(in.style, title, Face::Semibold, 13, card.w * 0.45f);
    add_text(in.scene, {left, card.y + 20}, shown, Face::Semibold, 13, in.colors().t1);
    const float note_x = left + text_width(in.style, shown, Face::Semibold, 13) + 14;
    add_heading_note(b, note_x, add_legend(b) - 6 - note_x);
    const int revealed = in.options.rows;
    if (revealed >= 0 && (slot.a >= 0 ? slot.a : slot.b) >= revealed)
        return add_text(in.scene, card.centre(), "Not written yet", Face::Regular, 13, in.colors().t3,
                        Align::Centre);
    add_columns(b);
    add_labels(b, flat);
}

} // namespace heed::compare
