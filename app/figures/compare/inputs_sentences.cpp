// Both sentences and both outputs, one slot a token.
#include "app/figures/base/format.h"
#include "app/figures/compare/inputs.h"
#include "app/figures/tokens.h"
#include "app/figures/trace_map.h"

#include <algorithm>

namespace heed::compare {
namespace {

using analysis::AlignedRow;

constexpr float padding = 6, tallest_box = 22, widest_token = 150; // px

/// A slot, or several that are equal in both and left out.
struct Place {
    int slot = 0, left_out = 0;
    float width = 0;
};

struct Line { // the two lines of the sources, or of the outputs
    const Inputs& inputs;
    bool output;
    float left, right;
    float y[2];
    float gap, box_height;

    const ComparePair& pair() const { return *inputs.pair; }
    const analysis::Alignment& slots() const { return output ? pair().output : pair().source; }
    const AlignedRow& slot(int n) const { return slots()[static_cast<std::size_t>(n)]; }
};

float width_of(const Line& line, int n) {
    float widest = 8;
    const Face face = slot_is_quiet(line.pair(), line.output, line.slot(n)) ? Face::Italic : Face::Mono;
    for (const int k : {0, 1})
        widest = std::max(widest, text_width(line.inputs.style,
                                             slot_text(line.pair(), line.output, line.slot(n), k), face, 13) +
                                      1);
    return std::min(widest, widest_token) + (line.slot(n).same ? 0 : 2 * padding);
}

std::string left_out_text(int count) { return "… " + std::to_string(count) + " …"; }

/// All slots, or those with at most `near` equal ones on either side of a difference; of sentences that are
/// equal the first ones.
std::vector<Place> places(const Line& line, const std::vector<float>& widths, int near) {
    const int count = static_cast<int>(line.slots().size());
    std::vector<bool> kept(widths.size(), near < 0);
    const bool equal = std::all_of(line.slots().begin(), line.slots().end(),
                                   [](const AlignedRow& slot) { return slot.same; });
    for (int n = 0; n < count && near >= 0; ++n)
        if (!line.slot(n).same || (equal && n == 0))
            for (int k = std::max(0, n - near); k <= std::min(count - 1, n + near); ++k)
                kept[static_cast<std::size_t>(k)] = true;
    std::vector<Place> found;
    for (int n = 0; n < count; ++n) {
        int end = n;
        while (end < count && !kept[static_cast<std::size_t>(end)]) ++end;
        if (end - n > 1) {
            found.push_back(
                {n, end - n, text_width(line.inputs.style, left_out_text(end - n), Face::Regular, 11)});
            n = end - 1;
        } else {
            found.push_back({n, 0, widths[static_cast<std::size_t>(n)]});
        }
    }
    return found;
}

float total(const Line& line, const std::vector<Place>& all) {
    float width = -line.gap;
    for (const Place& place : all) width += place.width + line.gap;
    return width;
}

/// As much around the differences as there is room for; what is still too much is cut at the end.
std::vector<Place> chosen(Line& line) {
    std::vector<float> widths;
    for (int n = 0; n < static_cast<int>(line.slots().size()); ++n) widths.push_back(width_of(line, n));
    const float room = line.right - line.left;
    for (const float gap : {18.0f, 10.0f, 5.0f}) {
        if (line.pair().a->model.character_level && gap > 10) continue;
        line.gap = gap;
        if (auto all = places(line, widths, -1); total(line, all) <= room) return all;
    }
    line.gap = line.pair().a->model.character_level ? 5 : 10;
    for (const int near : {60, 40, 30, 24, 20, 16, 14, 12, 10, 8, 6, 4, 3, 2, 1, 0}) {
        std::vector<Place> all = places(line, widths, near);
        if (near > 0 && total(line, all) > room) continue;
        while (all.size() > 1 && total(line, all) > room) {
            const int from = all[all.size() - 2].slot, count = static_cast<int>(line.slots().size()) - from;
            all.pop_back();
            all.back() = {from, count,
                          text_width(line.inputs.style, left_out_text(count), Face::Regular, 11)};
        }
        return all;
    }
    return {};
}

void add_token(const Line& line, const Place& place, float x, int k, bool looked) {
    const Inputs& in = line.inputs;
    const Palette& c = in.colors();
    const AlignedRow& slot = line.slot(place.slot);
    const Box box{x, line.y[k] - line.box_height / 2, place.width, line.box_height};
    const int at = ComparePair::place(slot, k);
    if (at < 0) {
        add_fill(in.scene, box, fade(c.bg2, 0.8f), 3);
        return add_hatching(in.scene, grown(box, -1), c.line2);
    }
    if (slot.replaced())
        add_frame(in.scene, box, c.t1, 1.25f, 4);
    else if (!slot.same)
        add_fill(in.scene, box, c.bg3, 4);
    if (looked) add_fill(in.scene, grown(box, slot.same ? 2.0f : -1.5f), fade(c.bg3, 0.7f), 4);
    const Trace& run = line.pair().run(k);
    const bool quiet =
        line.output ? run.steps[static_cast<std::size_t>(at)].token.is_end : is_quiet_source(run, at);
    const Face face = quiet ? Face::Italic : Face::Mono;
    const float room = place.width - (slot.same ? 0 : 2 * padding) + 0.5f;
    add_text(in.scene, box.centre(),
             fitted(in.style, slot_text(line.pair(), line.output, slot, k), face, 13, room), face, 13,
             quiet                  ? c.t3
             : slot.same && !looked ? c.t2
                                    : c.t1,
             Align::Centre);
}

std::string tooltip_of(const Line& line, int n) {
    const AlignedRow& slot = line.slot(n);
    const auto one = [&](int k) {
        const int place = ComparePair::place(slot, k);
        const Trace& run = line.pair().run(k);
        return line.inputs.panel(k).title + ": " +
               (line.output ? quoted_output(run, place) : quoted_source(run, place)) + " at " +
               std::to_string(place + 1);
    };
    if (!slot.both()) return one(slot.a >= 0 ? 0 : 1) + ". The other has no such token";
    return one(0) + ", " + one(1) + (slot.same ? "" : ". One stands for the other");
}

/// Returns where the tokens end.
float add_line_of(Line& line) {
    const Inputs& in = line.inputs;
    const LookedAt look = looked_at_slots(line.pair(), in.options);
    float x = line.left;
    for (const Place& place : chosen(line)) {
        for (const int k : {0, 1})
            if (place.left_out > 0)
                add_text(in.scene, {x, line.y[k]}, left_out_text(place.left_out), Face::Regular, 11,
                         in.colors().t3);
            else
                add_token(line, place, x, k, place.slot == (line.output ? look.row : look.column));
        if (place.left_out == 0)
            in.scene.pick(
                {x - line.gap / 2, line.y[0] - 13, place.width + line.gap, line.y[1] - line.y[0] + 26},
                line.output ? pick_of(line.pair(), place.slot, -1) : pick_of(line.pair(), -1, place.slot),
                tooltip_of(line, place.slot));
        x += place.width + line.gap;
    }
    return x;
}

void add_check(Scene& scene, Point at, Color color) {
    scene.add(LineItem{.points = {{at.x - 4, at.y}, {at.x - 1, at.y + 3.5f}, {at.x + 5, at.y - 4}},
                       .color = color,
                       .width = 1.75f});
}

void add_cross(Scene& scene, Point at, Color color) {
    add_line(scene, {at.x - 4, at.y - 4}, {at.x + 4, at.y + 4}, color, 1.75f);
    add_line(scene, {at.x - 4, at.y + 4}, {at.x + 4, at.y - 4}, color, 1.75f);
}

std::string truth(const ComparePanel& panel) {
    if (!panel.judged.has_gold || !panel.trace) return {};
    return panel.judged.right ? "right" : what_is_wrong(panel);
}

void add_truth(const Inputs& in, int k, float x, float y, float right) {
    const std::string words = truth(in.panel(k));
    if (words.empty() || right - x < 30) return;
    const Palette& c = in.colors();
    const bool fine = in.panel(k).judged.right;
    fine ? add_check(in.scene, {x + 5, y}, c.t1) : add_cross(in.scene, {x + 5, y}, c.error);
    const std::string shown = fitted(in.style, words, Face::Regular, 11, right - x - 18);
    add_text(in.scene, {x + 18, y}, shown, Face::Regular, 11, fine ? c.t3 : c.t2);
    in.scene.pick({x, y - 10, right - x, 20}, {}, fine ? "It wrote the right answer" : words);
}

} // namespace

void add_outputs_of(const Inputs& in, Box card) {
    const Palette& c = in.colors();
    add_card(in.scene, card, c);
    const float left = card.x + card_edge, right = card.right() - card_edge;
    const float y[2] = {card.y + card.h * 0.31f, card.y + card.h * 0.69f};
    float names = 0;
    for (const int k : {0, 1})
        names = std::max(names, text_width(in.style, in.panel(k).title, Face::Medium, 13));
    names = std::min(names, card.w * 0.2f);
    for (const int k : {0, 1})
        add_text(in.scene, {left, y[k]}, fitted(in.style, in.panel(k).title, Face::Medium, 13, names),
                 Face::Medium, 13, c.t1);
    if (!in.pair) return;
    float said = 0;
    for (const int k : {0, 1})
        said = std::max(said, text_width(in.style, truth(in.panel(k)), Face::Regular, 11));
    if (said > 0) said = std::min(said + 34, (right - left) * 0.3f);
    Line outputs{in, true, left + names + 18, right - said, {y[0], y[1]}, 18, tallest_box};
    const float end = add_line_of(outputs);
    for (const int k : {0, 1}) add_truth(in, k, end + 4, y[k], right);
}

void add_sentences_of(const Inputs& in, Box card) {
    const Palette& c = in.colors();
    add_card(in.scene, card, c);
    const float unit = card.h / 152, left = card.x + card_edge;
    const float y[4] = {card.y + 27 * unit, card.y + 54 * unit, card.y + 98 * unit, card.y + 125 * unit};
    add_text(in.scene, {left, y[0]}, "Source", Face::Medium, 13, c.t1);
    const bool places = in.pair && rows_are_places(in.pair->run(0)) && rows_are_places(in.pair->run(1));
    add_text(in.scene, {left, y[2]}, places ? "Rows" : "Output", Face::Medium, 13, places ? c.t1 : c.output);
    for (int k = 0; k < 4; ++k) add_badge(in.scene, in.style, {left + 61, y[k]}, in.panel(k % 2).title);
    add_line(in.scene, {left, card.y + 76 * unit}, {card.right() - card_edge, card.y + 76 * unit}, c.line);
    if (!in.pair) {
        const std::string& problem = in.panel(1).problem.empty() ? in.panel(0).problem : in.panel(1).problem;
        const ComparePanel& waits = in.panel(in.panel(0).pending.empty() ? 1 : 0);
        return add_text(in.scene, {left + 86, y[1]}, problem.empty() ? waits.waiting_words() : problem,
                        Face::Regular, 13, c.t3);
    }
    const float box = std::min(tallest_box, 24 * unit), right = card.right() - card_edge;
    Line sources{in, false, left + 88, right, {y[0], y[1]}, 18, box};
    add_line_of(sources);
    float said = 0;
    for (const int k : {0, 1})
        said = std::max(said, text_width(in.style, truth(in.panel(k)), Face::Regular, 11));
    if (said > 0) said = std::min(said + 34, (right - left) * 0.3f);
    Line outputs{in, true, left + 88, right - said, {y[2], y[3]}, 18, box};
    const float end = add_line_of(outputs);
    for (const int k : {0, 1}) add_truth(in, k, end + 4, y[2 + k], right);
}

} // namespace heed::compare
