// Both sentences, token above token; what is the same in both, and does not fit, is left out in the middle.
#include "app/figures/base/equation.h"
#include "app/figures/base/marks.h"
#include "app/figures/tokens.h"
#include "app/figures/what_if/parts.h"

#include <algorithm>

namespace heed::whatif {
namespace {

constexpr float padding = 6, box_height = 23; // px: of a boxed token
constexpr std::size_t most_lines = 3;         // of what is said below

/// A row of the alignment, or several that are left out.
struct Place {
    int row = 0, left_out = 0;
    float width = 0;
};

struct Sentences {
    Scene& scene;
    const WhatIf& w;
    const WhatIfOptions& options;
    const FigureStyle& style;
    float width, left, right; // of the tokens
    float gap;

    const Palette& colors() const { return style.colors(); }
    float y(bool changed) const { return changed ? 14 + line : 14.0f; }
};

std::string text_of(const WhatIf& w, int row, bool changed) {
    const int i = changed ? w.rows[static_cast<std::size_t>(row)].b : w.rows[static_cast<std::size_t>(row)].a;
    return i < 0 ? std::string() : shown_output(changed ? *w.changed : *w.model, i);
}

Face face_of(const TraceStep& step) { return step.token.is_end ? Face::Italic : Face::Mono; }

bool is_boxed(const WhatIf& w, int row) {
    const analysis::AlignedRow& r = w.rows[static_cast<std::size_t>(row)];
    return !r.same || w.edited(r.b);
}

float width_of(const Sentences& s, int row) {
    float widest = 8;
    for (const bool changed : {false, true})
        for (const Face face : {Face::Mono, Face::Italic})
            widest = std::max(widest, text_width(s.style, text_of(s.w, row, changed), face, 13));
    return std::min(widest, 160.0f) + (is_boxed(s.w, row) ? 2 * padding : 0);
}

std::string left_out_text(int count) { return "… " + std::to_string(count) + " …"; }

float left_out_width(const Sentences& s, int count) {
    return text_width(s.style, left_out_text(count), Face::Regular, 11);
}

/// All rows, or those near a change: with `near` others on either side.
std::vector<Place> places(const Sentences& s, const std::vector<float>& widths, int near) {
    const int count = static_cast<int>(s.w.rows.size());
    std::vector<bool> kept(static_cast<std::size_t>(count), near < 0);
    for (int row = 0; row < count && near >= 0; ++row)
        if (is_boxed(s.w, row) || (row == 0 && near > 0))
            for (int k = std::max(0, row - near); k <= std::min(count - 1, row + near); ++k)
                kept[static_cast<std::size_t>(k)] = true;
    std::vector<Place> found;
    for (int row = 0; row < count; ++row) {
        if (kept[static_cast<std::size_t>(row)]) {
            found.push_back({row, 0, widths[static_cast<std::size_t>(row)]});
            continue;
        }
        int end = row;
        while (end < count && !kept[static_cast<std::size_t>(end)]) ++end;
        if (end - row == 1)
            found.push_back({row, 0, widths[static_cast<std::size_t>(row)]});
        else
            found.push_back({row, end - row, left_out_width(s, end - row)});
        row = end - 1;
    }
    return found;
}

float total(const Sentences& s, const std::vector<Place>& all) {
    float width = 0;
    for (const Place& place : all) width += place.width + s.gap;
    return width - s.gap;
}

/// As much around the changes as there is room for; what is still too much is cut at the end.
std::vector<Place> chosen(const Sentences& s) {
    std::vector<float> widths;
    for (int row = 0; row < static_cast<int>(s.w.rows.size()); ++row) widths.push_back(width_of(s, row));
    const float room = s.right - s.left;
    for (const int near : {-1, 12, 6, 4, 3, 2, 1, 0}) {
        std::vector<Place> all = places(s, widths, near);
        if (near != 0 && total(s, all) > room) continue;
        const int count = static_cast<int>(s.w.rows.size());
        while (all.size() > 1 && total(s, all) > room) {
            const int from = all[all.size() - 2].row; // this one and all after it
            all.pop_back();
            all.back() = {from, count - from, left_out_width(s, count - from)};
        }
        return all;
    }
    return {};
}

void add_token(const Sentences& s, const Place& place, float x, bool changed) {
    const TraceStep* step = changed ? changed_step(s.w, place.row) : model_step(s.w, place.row);
    const Palette& c = s.colors();
    const float y = s.y(changed);
    const bool boxed = is_boxed(s.w, place.row);
    if (!step)
        return add_line(s.scene, {x + place.width / 2 - 4, y}, {x + place.width / 2 + 4, y}, c.line2, 1.5f);
    const int output = s.w.rows[static_cast<std::size_t>(place.row)].b;
    const bool forced = changed && std::binary_search(s.w.forced.begin(), s.w.forced.end(), output);
    const bool hovered = s.options.hover_row == place.row;
    const Box box{x, y - box_height / 2, place.width, box_height};
    if (boxed)
        s.scene.add(RectItem{box, changed ? c.bg3 : c.bg2, forced ? c.t1 : Color{0, 0, 0, 0},
                             forced ? 1.5f : 0.0f, 5});
    else if (hovered)
        add_fill(s.scene, grown(box, 2), c.bg2, 5);
    const float room = place.width - (boxed ? 2 * padding : 0) + 0.5f;
    add_text(s.scene, {x + place.width / 2, y},
             fitted(s.style,
                    shown_output(changed ? *s.w.changed : *s.w.model,
                                 changed ? output : s.w.rows[static_cast<std::size_t>(place.row)].a),
                    face_of(*step), 13, room),
             face_of(*step), 13, boxed || hovered ? c.t1 : c.t3, Align::Centre);
    if (changed && s.w.edited(output) &&
        std::binary_search(s.w.reweighed.begin(), s.w.reweighed.end(), output))
        add_line(s.scene, {x + 3, box.bottom() + 2.5f}, {box.right() - 3, box.bottom() + 2.5f}, c.t1, 1.5f);
}

std::string tooltip_of(const WhatIf& w, int row) {
    const analysis::AlignedRow& r = w.rows[static_cast<std::size_t>(row)];
    if (!w.edit) {
        const std::string first = r.a < 0 ? "nothing" : quoted_output(*w.model, r.a),
                          second = r.b < 0 ? "nothing" : quoted_output(*w.changed, r.b);
        return r.same ? first + " in both"
                      : w.model_name + ": " + first + ". " + w.changed_name + ": " + second;
    }
    if (r.b < 0)
        return "Output " + std::to_string(r.a + 1) + " of " + w.first_run() + ", " +
               quoted_output(*w.model, r.a) + ", is not written any more";
    std::string text = what_became(w, r.b);
    if (r.a == r.b) return text;
    if (r.a < 0)
        return text + (w.kept_changes() ? " The kept, changed run" : " The model") + " wrote nothing here";
    return text + (w.kept_changes() ? " The kept, changed run’s" : " The model’s own") + " output " +
           std::to_string(r.a + 1) + " stands above it";
}

/// The name of a line at the left, the run's log-probability at the right.
void add_ends(const Sentences& s, bool changed) {
    const Palette& c = s.colors();
    const Trace& trace = changed ? *s.w.changed : *s.w.model;
    const std::string name = fitted(s.style, changed ? s.w.changed_name : s.w.model_name, Face::Regular, 13,
                                    s.left - left_edge - 6);
    add_text(s.scene, {left_edge, s.y(changed)}, name, Face::Regular, 13, changed ? c.t1 : c.t2);
    add_text(s.scene, {s.width - left_edge, s.y(changed)},
             (s.width >= 520 ? "log-prob " : "") + log_prob_number(trace.log_prob), Face::Mono, 11,
             changed ? c.t1 : c.t2, Align::Right);
}

} // namespace

float add_sentences(Scene& scene, const WhatIf& w, const WhatIfOptions& options, float width,
                    const FigureStyle& style) {
    Sentences s{scene,
                w,
                options,
                style,
                width,
                width >= 520 ? 102.0f : 80.0f,
                width - left_edge - (width >= 520 ? 128.0f : 60.0f),
                0};
    s.gap = w.changed->model.character_level ? 5.0f : 12.0f;
    for (const bool changed : {false, true}) add_ends(s, changed);
    float x = s.left;
    for (const Place& place : chosen(s)) {
        if (place.left_out > 0) {
            for (const bool changed : {false, true})
                add_text(scene, {x, s.y(changed)}, left_out_text(place.left_out), Face::Regular, 11,
                         s.colors().t3);
        } else {
            for (const bool changed : {false, true}) add_token(s, place, x, changed);
            const int output = w.rows[static_cast<std::size_t>(place.row)].b;
            scene.pick({x - s.gap / 2, 0, place.width + s.gap, line + 28},
                       {PickKind::Token, output, -1, place.row, "changed"}, tooltip_of(w, place.row));
        }
        x += place.width + s.gap;
    }
    std::vector<std::string> words =
        wrap(what_it_did(w), width - 2 * left_edge, Face::Regular, 13, *style.metrics);
    if (words.size() > most_lines) words.resize(most_lines);
    float y = 14 + 2 * line + 3;
    for (const std::string& one : words) {
        add_text(scene, {left_edge, y}, one, Face::Regular, 13, s.colors().t2);
        y += 20;
    }
    return y - 7;
}

} // namespace heed::whatif
