// Model, Changed and Difference: three maps of the same rows and columns, or one of them and a switch.
#include "app/figures/maps/painter.h"
#include "app/figures/tokens.h"
#include "app/figures/trace_map.h"
#include "app/figures/what_if/parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace heed {

int what_if_maps(float width) { return width >= 640 ? 3 : 1; }

namespace whatif {
namespace {

struct MapName {
    WhatIfMap map;
    const char* key;
};
constexpr std::array<MapName, 3> map_names{
    {{WhatIfMap::Model, "model"}, {WhatIfMap::Changed, "changed"}, {WhatIfMap::Difference, "difference"}}};

const std::string& title_of(const MapName& name, const WhatIf& w) {
    static const std::string difference = "Difference";
    return name.map == WhatIfMap::Model     ? w.model_name
           : name.map == WhatIfMap::Changed ? w.changed_name
                                            : difference;
}

/// Which run a map's row is labelled after: the changed one where it has one.
bool labelled_after_changed(WhatIfMap map, const analysis::AlignedRow& row) {
    return map == WhatIfMap::Changed || (map == WhatIfMap::Difference && row.b >= 0);
}

std::string row_words(const WhatIf& w, int row) {
    const analysis::AlignedRow& r = w.rows[static_cast<std::size_t>(row)];
    if (r.b < 0)
        return "Output " + std::to_string(r.a + 1) + " of " + w.first_run() + ", " +
               quoted_output(*w.model, r.a) + ". The changed run has no such row";
    if (r.a < 0)
        return "Output " + std::to_string(r.b + 1) + ", " + quoted_output(*w.changed, r.b) +
               (w.kept_changes() ? ". The kept, changed run" : ". The model") + " has no such row";
    const std::string own = r.same ? "" : ", " + w.first_run() + ": " + quoted_output(*w.model, r.a);
    return "Output " + std::to_string(r.b + 1) + ", " + quoted_output(*w.changed, r.b) + own +
           (std::binary_search(w.reweighed.begin(), w.reweighed.end(), r.b) ? ". You edited these weights"
                                                                            : "");
}

/// Rows of the alignment in place of outputs, NaN where this run has no such row.
LabelledMap map_of_rows(const WhatIf& w, WhatIfMap which) {
    const LabelledMap model = map_of(*w.model), changed = map_of(*w.changed);
    LabelledMap map;
    map.columns = changed.columns;
    map.values.setConstant(model.column_count(), static_cast<Eigen::Index>(w.rows.size()),
                           std::numeric_limits<float>::quiet_NaN());
    for (std::size_t n = 0; n < w.rows.size(); ++n) {
        const analysis::AlignedRow& row = w.rows[n];
        const bool after_changed = labelled_after_changed(which, row);
        const int i = after_changed ? row.b : row.a;
        MapLabel label;
        if (i >= 0) label = after_changed ? changed.row(i) : model.row(i);
        label.bright = false; // a bold label says what changed
        label.bold = which != WhatIfMap::Model && (!row.same || w.edited(row.b));
        label.absent = i < 0;
        label.words = w.rows.size() <= 120 ? row_words(w, static_cast<int>(n)) : "";
        map.rows.push_back(std::move(label));
        auto column = map.values.col(static_cast<Eigen::Index>(n));
        if (which == WhatIfMap::Model && row.a >= 0) column = model.values.col(row.a);
        if (which == WhatIfMap::Changed && row.b >= 0) column = changed.values.col(row.b);
        if (which == WhatIfMap::Difference && row.a >= 0 && row.b >= 0)
            column = changed.values.col(row.b) - model.values.col(row.a);
    }
    if (which != WhatIfMap::Difference) return map;
    float largest = 0;
    for (const float value : map.values.reshaped())
        if (std::abs(value) > largest) largest = std::abs(value);
    map.scale = difference_scale(largest);
    return map;
}

/// A thin line where this run wrote nothing.
void add_absent_rows(const MapPainter& p, const Box& cells) {
    for (int i = 0; i < p.rows() && p.columns() > 0; ++i)
        if (std::isnan(p.map.at(i, 0))) {
            const float y = p.row_y(cells, i);
            add_line(p.scene, {cells.x + 2, y}, {cells.right() - 2, y}, p.colors().line2, 1,
                     p.plan.pitch_y >= 4 ? Dash{3, 3} : Dash{});
        }
}

/// White, around the rows the user edited.
void add_edited_frames(const MapPainter& p, const Box& map, const WhatIf& w) {
    const auto frame = [&](float top, float height) {
        add_frame(p.scene, {map.x - 2, top - 1.5f, map.w + 4, height + 3}, p.colors().t1, 1.5f,
                  std::min(4.0f, height / 2 + 1));
    };
    if (w.all_reweighed()) return frame(map.y, map.h);
    for (std::size_t n = 0; n < w.rows.size(); ++n)
        if (w.edited(w.rows[n].b)) frame(map.y + static_cast<float>(n) * p.plan.pitch_y, p.plan.pitch_y);
}

void add_picks(const MapPainter& p, const WhatIf& w, const char* name) {
    const std::size_t first = p.scene.picks.size();
    add_map_picks(p);
    for (std::size_t n = first; n < p.scene.picks.size(); ++n) {
        Pick& pick = p.scene.picks[n];
        pick.id.name = name;
        pick.id.k = pick.id.i;
        if (pick.id.i < 0) continue;
        pick.id.i = w.rows[static_cast<std::size_t>(pick.id.i)].b;
    }
}

/// The cell that is pointed at, at the right of the title; nothing where there is none or no room.
void add_readout(const MapPainter& p, float left, float right) {
    if (!p.looks_at_cell() || std::isnan(p.value())) return;
    const Shading shading{p.style, p.map.scale};
    const std::string number = shading.number(p.value());
    const float y = p.card.y + 15;
    const float until = right - std::max(26.0f, text_width(p.style, number, Face::Mono, 13));
    if (until < left) return;
    add_text(p.scene, {right, y}, number, Face::Mono, 13,
             shading.difference() ? p.colors().t1 : p.colors().attention, Align::Right);
    const float room = std::min(p.card.w * 0.4f, until - 8 - left);
    if (room >= 40)
        add_text(p.scene, {until - 8, y}, fitted(p.style, p.pair_words(), Face::Regular, 11, room),
                 Face::Regular, 11, p.colors().t3, Align::Right);
}

/// The three names as a switch; returns its right end.
float add_switch(const MapPainter& p, const WhatIf& w, WhatIfMap chosen) {
    float x = p.card.x + left_edge;
    const Palette& c = p.colors();
    for (const MapName& name : map_names) {
        const bool on = name.map == chosen;
        const Face face = on ? Face::Semibold : Face::Regular;
        const float width = text_width(p.style, title_of(name, w), Face::Semibold, 13) + 16;
        const Box box{x, p.card.y + 4, width, 22};
        add_fill(p.scene, box, on ? c.bg3 : c.bg2, 5);
        add_text(p.scene, box.centre(), title_of(name, w), face, 13, on ? c.t1 : c.t2, Align::Centre);
        p.scene.pick(box, {PickKind::Button, -1, -1, static_cast<int>(name.map), "what-if-map"});
        x += width + 2;
    }
    return x;
}

struct Page {
    const WhatIf& w;
    const WhatIfOptions& options;
    const FigureStyle& style;
    bool single;
    bool legend_below; // there is no room for it beside the title
};

// px: “Difference”, or the switch; the legend without its bar; a number.
constexpr float title_width = 74, switch_width = 232, legend_words = 76, number_width = 42;
constexpr float least_bar = 52, legend_height = 34;

void add_heading(const MapPainter& p, const Page& page, const MapName& name) {
    const Box map = p.cells();
    float left = std::min(map.x, p.card.right() - 190), right = p.card.right() - 8;
    if (page.single)
        left = add_switch(p, page.w, name.map);
    else {
        add_text(p.scene, {left, p.card.y + 15}, title_of(name, page.w), Face::Semibold, 13, p.colors().t1);
        left += text_width(p.style, title_of(name, page.w), Face::Semibold, 13);
    }
    if (!p.map.difference()) return add_readout(p, left + 12, right);
    if (page.legend_below) {
        const float bar = std::clamp(p.card.right() - map.x - legend_words - 8, least_bar, 160.0f);
        add_difference_legend(p.scene, p.style,
                              {std::min(map.x, p.card.right() - bar - legend_words), map.bottom() + 14}, bar,
                              p.map.scale);
    } else {
        const float bar = std::min(120.0f, right - left - 20 - legend_words - number_width);
        left = add_difference_legend(p.scene, p.style, {left + 20, p.card.y + 15}, bar, p.map.scale);
    }
    add_readout(p, left + 8, right);
}

void add_map(Scene& scene, const Page& page, const MapName& name, const LabelledMap& map, const MapPlan& plan,
             Box card) {
    const MapPainter painter{scene,
                             map,
                             page.style,
                             plan,
                             card,
                             map.row_count(),
                             page.options.hover_row,
                             page.options.hover_column};
    scene.add(ClipItem{card});
    add_map_cells(painter);
    add_absent_rows(painter, painter.cells());
    add_edited_frames(painter, painter.cells(), page.w);
    add_map_frames(painter);
    add_map_labels(painter);
    add_picks(painter, page.w, name.key);
    add_heading(painter, page, name);
    scene.add(ClipEnd{});
}

/// Why there are no maps; empty when there are.
std::string why_not(const WhatIf& w) {
    if (!w.model->has_weights() || !w.changed->has_weights())
        return "This model has no weights: only what it writes can be compared.";
    if (w.model->source_length() != w.changed->source_length())
        return "The two runs read sources of different length.";
    if (w.rows.empty()) return "Neither run wrote anything.";
    return {};
}

} // namespace

void add_maps(Scene& scene, const WhatIf& w, const WhatIfOptions& options, Box box,
              const FigureStyle& style) {
    if (const std::string problem = why_not(w); !problem.empty())
        return add_text(scene, {left_edge, box.y + 20},
                        fitted(style, problem, Face::Regular, 13, box.w - 2 * left_edge), Face::Regular, 13,
                        style.colors().t3);
    const bool single = what_if_maps(box.w) == 1;
    std::vector<LabelledMap> maps;
    std::vector<MapName> shown;
    for (const MapName& name : map_names)
        if (!single || name.map == options.map) {
            shown.push_back(name);
            maps.push_back(map_of_rows(w, name.map));
        }
    MapPlan plan = map_plan(maps, box.w, box.h, false, style);
    const float beside = plan.map({0, 0, plan.width, plan.height}, plan.most_columns, plan.most_rows).x;
    const float free =
        plan.width - 8 -
        (single ? left_edge + switch_width : std::min(beside, plan.width - 190) + title_width) - 20;
    const Page page{w, options, style, single, free < legend_words + number_width + least_bar};
    if (page.legend_below) plan = map_plan(maps, box.w, box.h - legend_height, false, style);
    plan.top = plan.title + plan.header; // at the top: sentences stand above
    const float bottom = plan.top + static_cast<float>(w.rows.size()) * plan.pitch_y;
    if (bottom + (page.legend_below ? legend_height : 4) > box.h) return; // too low for any map
    for (std::size_t n = 0; n < shown.size(); ++n)
        add_map(scene, page, shown[n], maps[n], plan,
                {box.x + static_cast<float>(n) * (plan.width + card_gap), box.y, plan.width, box.h});
}

} // namespace whatif
} // namespace heed
