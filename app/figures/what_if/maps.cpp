// Model, Changed and Difference: three maps of the same rows and columns, or one of them and a switch.
#include "app/figures/compare/draw.h"
#include "app/figures/maps/difference.h"
#include "app/figures/tokens.h"
#include "app/figures/what_if/parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace heed {

int what_if_maps(float width) { return width >= 640 ? 3 : 1; }

namespace whatif {
namespace {

using compare::Painter;
using compare::RowLook;

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

/// One map as labels and cells need it: rows of the alignment in place of outputs.
struct Rows {
    std::shared_ptr<Trace> trace;
    std::vector<RowLook> looks;
    MatrixXf values; // (T, rows), NaN where there is no row
};

/// Which run a map's row is labelled after: the changed one where it has one.
bool labelled_after_changed(WhatIfMap map, const analysis::AlignedRow& row) {
    return map == WhatIfMap::Changed || (map == WhatIfMap::Difference && row.b >= 0);
}

Rows rows_of(const WhatIf& w, WhatIfMap map) {
    Rows rows;
    rows.trace = std::make_shared<Trace>();
    rows.trace->model = w.changed->model;
    rows.trace->source = w.changed->source;
    rows.trace->source_text = w.changed->source_text;
    const MatrixXf& model = w.model->at(Quantity::Weights);
    const MatrixXf& changed = w.changed->at(Quantity::Weights);
    rows.values.setConstant(model.rows(), static_cast<Eigen::Index>(w.rows.size()),
                            std::numeric_limits<float>::quiet_NaN());
    for (std::size_t n = 0; n < w.rows.size(); ++n) {
        const analysis::AlignedRow& row = w.rows[n];
        const bool after_changed = labelled_after_changed(map, row);
        const int i = after_changed ? row.b : row.a;
        RowLook look{i + 1, map != WhatIfMap::Model && (!row.same || w.edited(row.b)), i < 0};
        rows.looks.push_back(look);
        TraceStep step;
        if (i >= 0) step = (after_changed ? *w.changed : *w.model).steps[static_cast<std::size_t>(i)];
        step.forced = false; // a bold label says what changed
        rows.trace->steps.push_back(std::move(step));
        auto column = rows.values.col(static_cast<Eigen::Index>(n));
        if (map == WhatIfMap::Model && row.a >= 0) column = model.col(row.a);
        if (map == WhatIfMap::Changed && row.b >= 0) column = changed.col(row.b);
        if (map == WhatIfMap::Difference && row.a >= 0 && row.b >= 0)
            column = changed.col(row.b) - model.col(row.a);
    }
    rows.trace->set(Quantity::Weights, 0, rows.values);
    return rows;
}

float largest(const MatrixXf& differences) {
    float most = 0;
    for (Eigen::Index n = 0; n < differences.size(); ++n)
        if (const float value = std::abs(differences.data()[n]); value > most) most = value;
    return most;
}

/// A thin line where this run wrote nothing.
void add_absent_rows(const Painter& p, const Box& map, const MatrixXf& values) {
    for (Eigen::Index n = 0; n < values.cols() && values.rows() > 0; ++n)
        if (std::isnan(values(0, n))) {
            const float y = p.row_y(map, static_cast<int>(n));
            add_line(p.scene, {map.x + 2, y}, {map.right() - 2, y}, p.colors().line2, 1,
                     p.plan.pitch_y >= 4 ? Dash{3, 3} : Dash{});
        }
}

/// White, around the rows the user edited.
void add_edited_frames(const Painter& p, const Box& map, const WhatIf& w) {
    const auto frame = [&](float top, float height) {
        p.scene.add(RectItem{{map.x - 2, top - 1.5f, map.w + 4, height + 3},
                             {0, 0, 0, 0},
                             p.colors().t1,
                             1.5f,
                             std::min(4.0f, height / 2 + 1),
                             {}});
    };
    if (w.all_reweighed()) return frame(map.y, map.h);
    for (std::size_t n = 0; n < w.rows.size(); ++n)
        if (w.edited(w.rows[n].b)) frame(map.y + static_cast<float>(n) * p.plan.pitch_y, p.plan.pitch_y);
}

std::string row_words(const WhatIf& w, int row) {
    const analysis::AlignedRow& r = w.rows[static_cast<std::size_t>(row)];
    if (r.b < 0)
        return "Output " + std::to_string(r.a + 1) + " of the model, " + quoted_output(*w.model, r.a) +
               ". The changed run has no such row";
    if (r.a < 0)
        return "Output " + std::to_string(r.b + 1) + ", " + quoted_output(*w.changed, r.b) +
               ". The model has no such row";
    const std::string own = r.same ? "" : ", the model: " + quoted_output(*w.model, r.a);
    return "Output " + std::to_string(r.b + 1) + ", " + quoted_output(*w.changed, r.b) + own +
           (std::binary_search(w.reweighed.begin(), w.reweighed.end(), r.b) ? ". You edited these weights"
                                                                            : "");
}

void add_picks(const Painter& p, const Box& map, const WhatIf& w, const char* name) {
    const std::size_t first = p.scene.picks.size();
    compare::add_map_picks(p, map);
    for (std::size_t n = first; n < p.scene.picks.size(); ++n) {
        Pick& pick = p.scene.picks[n];
        pick.id.name = name;
        pick.id.k = pick.id.i;
        if (pick.id.i < 0) continue;
        if (pick.id.kind == PickKind::Row) pick.tooltip = w.rows.size() <= 120 ? row_words(w, pick.id.i) : "";
        pick.id.i = w.rows[static_cast<std::size_t>(pick.id.i)].b;
    }
}

/// The cell that is pointed at, at the right of the title; nothing where there is none or no room.
float add_readout(const Painter& p, const Rows& rows, float left, float right, bool difference) {
    const int i = p.row(), j = p.column();
    if (i < 0 || j < 0 || std::isnan(rows.values(j, i))) return right;
    const float value = rows.values(j, i);
    const std::string number = difference ? signed_number(value) : cell_number(static_cast<double>(value));
    const float y = p.card.y + 15;
    float until = right - std::max(26.0f, text_width(p.style, number, Face::Mono, 13));
    if (until < left) return right;
    add_text(p.scene, {right, y}, number, Face::Mono, 13, difference ? p.colors().t1 : p.colors().attention,
             Align::Right);
    const std::string words = shown_output(*rows.trace, i) + " → " + shown_source(*rows.trace, j);
    const float room = std::min(p.card.w * 0.4f, until - 8 - left);
    if (room < 40) return until;
    add_text(p.scene, {until - 8, y}, fitted(p.style, words, Face::Regular, 11, room), Face::Regular, 11,
             p.colors().t3, Align::Right);
    return until - 8 - room;
}

/// The three names as a switch; returns its right end.
float add_switch(const Painter& p, const WhatIf& w, WhatIfMap chosen) {
    float x = p.card.x + left_edge;
    const Palette& c = p.colors();
    for (const MapName& name : map_names) {
        const bool on = name.map == chosen;
        const Face face = on ? Face::Semibold : Face::Regular;
        const float width = text_width(p.style, title_of(name, w), Face::Semibold, 13) + 16;
        const Box box{x, p.card.y + 4, width, 22};
        p.scene.add(RectItem{box, on ? c.bg3 : c.bg2, {0, 0, 0, 0}, 0, 5, {}});
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

void add_heading(const Painter& p, const Page& page, const MapName& name, const Rows& rows, float scale) {
    const Box map = p.map();
    const bool difference = name.map == WhatIfMap::Difference;
    float left = std::min(map.x, p.card.right() - 190), right = p.card.right() - 8;
    if (page.single)
        left = add_switch(p, page.w, name.map);
    else {
        add_text(p.scene, {left, p.card.y + 15}, title_of(name, page.w), Face::Semibold, 13, p.colors().t1);
        left += text_width(p.style, title_of(name, page.w), Face::Semibold, 13);
    }
    if (!difference) {
        add_readout(p, rows, left + 12, right, false);
        return;
    }
    if (page.legend_below) {
        const float bar = std::clamp(p.card.right() - map.x - legend_words - 8, least_bar, 160.0f);
        add_difference_legend(p.scene, p.style,
                              {std::min(map.x, p.card.right() - bar - legend_words), map.bottom() + 14}, bar,
                              scale);
    } else {
        const float bar = std::min(120.0f, right - left - 20 - legend_words - number_width);
        left = add_difference_legend(p.scene, p.style, {left + 20, p.card.y + 15}, bar, scale);
    }
    add_readout(p, rows, left + 8, right, true);
}

void add_map(Scene& scene, const Page& page, const MapName& name, const Rows& rows,
             const compare::PanelPlan& plan, Box card) {
    CompareOptions options;
    options.hover = {-1, page.options.hover_row, page.options.hover_column};
    ComparePanel panel;
    panel.trace = rows.trace;
    compare::Agreement agreement;
    agreement.differs = {std::vector<bool>(rows.looks.size(), false)};
    const Painter painter{scene,        panel, options, page.style, plan,       agreement,
                          std::nullopt, 0,     -1,      card,       &rows.looks};
    scene.add(ClipItem{card});
    const Box map = painter.map();
    const bool difference = name.map == WhatIfMap::Difference;
    const float scale = difference ? difference_scale(largest(rows.values)) : 1;
    if (difference)
        compare::add_difference_cells(painter, map, rows.values, scale);
    else
        compare::add_weight_cells(painter, map, rows.values);
    add_absent_rows(painter, map, rows.values);
    add_edited_frames(painter, map, page.w);
    compare::add_frames(painter, map);
    compare::add_labels(painter, map);
    add_picks(painter, map, page.w, name.key);
    add_heading(painter, page, name, rows, scale);
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
    std::vector<Rows> rows;
    std::vector<ComparePanel> panels; // as the plan measures them
    std::vector<MapName> shown;
    for (const MapName& name : map_names)
        if (!single || name.map == options.map) {
            shown.push_back(name);
            rows.push_back(rows_of(w, name.map));
            panels.emplace_back().trace = rows.back().trace;
        }
    compare::PanelPlan plan = compare::panel_plan(panels, box.w, box.h, false, style);
    const float beside = plan.map({0, 0, plan.width, plan.height}, plan.most_sources, plan.most_outputs).x;
    const float free =
        plan.width - 8 -
        (single ? left_edge + switch_width : std::min(beside, plan.width - 190) + title_width) - 20;
    const Page page{w, options, style, single, free < legend_words + number_width + least_bar};
    if (page.legend_below) plan = compare::panel_plan(panels, box.w, box.h - legend_height, false, style);
    plan.top = plan.title + plan.header; // at the top: sentences stand above
    const float bottom = plan.top + static_cast<float>(w.rows.size()) * plan.pitch_y;
    if (bottom + (page.legend_below ? legend_height : 4) > box.h) return; // too low for any map
    for (std::size_t n = 0; n < shown.size(); ++n)
        add_map(scene, page, shown[n], rows[n], plan,
                {box.x + static_cast<float>(n) * (plan.width + compare::card_gap), box.y, plan.width, box.h});
}

} // namespace whatif
} // namespace heed
