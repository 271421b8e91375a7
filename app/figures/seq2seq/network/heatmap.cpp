// The weights of every output, one row each, beneath the tokens they look at.
#include "app/figures/maps/cells.h"
#include "app/figures/seq2seq/network/heat.h"
#include "app/figures/seq2seq/network/whole.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/phases.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {

// ---------------------------------------------------------------------------------------------- the rows

Heat::Heat(const Canvas& c) : canvas(c) {
    const NetworkPlan& plan = canvas.plan;
    left = plan.source.seen_left();
    right = plan.source.seen_right();
    const float smaller = std::min(plan.source.pitch, plan.row_height);
    gap = cell_gap(smaller);
    radius = smaller >= 14 ? 2.0f : 0.0f;
    rows = plan.last_row - plan.first_row + 1;
    height = plan.heat_height;
    columns = plan.source.last - plan.source.first + 1;
    lines_only = !plan.full || plan.row_height < 10;
    const WhatIf* w = canvas.settings.what_if;
    if (!w || w->changed.get() != &canvas.trace || !w->model->has_weights() ||
        w->model->source_length() != canvas.trace.source_length())
        return;
    map_ = canvas.settings.map;
    partner_.assign(static_cast<std::size_t>(canvas.trace.outputs()), -1);
    float largest = 0;
    for (const analysis::AlignedRow& row : w->rows)
        if (row.a >= 0 && row.b >= 0) {
            partner_[static_cast<std::size_t>(row.b)] = row.a;
            largest = std::max(largest, (canvas.trace.at(Quantity::Weights).col(row.b) -
                                         w->model->at(Quantity::Weights).col(row.a))
                                            .cwiseAbs()
                                            .maxCoeff());
        }
    scale_ = difference_scale(largest);
}

float Heat::value(int i, int j) const {
    if (canvas.plan.fixed)
        return influence() ? influence()->shares(j, i) : std::numeric_limits<float>::quiet_NaN();
    if (map_ == WhatIfMap::Changed) return canvas.trace.weight(i, j);
    const int own = partner(i);
    if (own < 0) return std::numeric_limits<float>::quiet_NaN();
    const float model = canvas.settings.what_if->model->weight(own, j);
    return map_ == WhatIfMap::Model ? model : canvas.trace.weight(i, j) - model;
}

bool Heat::changed(int i) const {
    if (partner_.empty()) return false;
    const WhatIf& w = *canvas.settings.what_if;
    const int own = partner(i);
    return own < 0 || !analysis::same_output(*w.model, own, canvas.trace, i);
}

std::optional<float> Heat::probability_before(int i) const {
    const int own = partner(i);
    if (own < 0) return std::nullopt;
    return std::exp(canvas.settings.what_if->model->steps[static_cast<std::size_t>(own)].log_prob);
}

std::optional<TokenText> Heat::label(int i) const {
    if (map_ != WhatIfMap::Model) return output_text(canvas.trace, i);
    if (partner(i) < 0) return std::nullopt;
    return output_text(*canvas.settings.what_if->model, partner(i));
}

float heat_filled(const Canvas& canvas, int i) {
    if (canvas.plan.fixed && !canvas.settings.influence) return 0;
    return canvas.reveal.drawn(canvas.reveal.decoded(canvas.plan.row_phase(), i));
}

namespace {

/// The whole map lies in memory: what is in view of it, as far as it has been revealed.
void add_tiles(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    const Shading shading = heat.shading();
    TiledItem tiles = shading.tiles({heat.left, plan.heat_top, heat.right - heat.left, heat.height},
                                    canvas.settings.whole->shown);
    tiles.first_row = plan.top_row;
    tiles.first_column = plan.source.scroll / plan.source.pitch;
    tiles.rows = heat.height / plan.row_height;
    tiles.columns = tiles.box.w / plan.source.pitch;
    tiles.gap = heat.gap;
    tiles.radius = heat.radius;
    int until = plan.first_row; // rows that are all there
    while (until <= plan.last_row && heat_filled(canvas, until) >= 1) ++until;
    const auto part = [&](float top, float bottom, float right) {
        top = std::max(top, plan.heat_top);
        bottom = std::min(bottom, plan.heat_bottom());
        if (bottom <= top || right <= heat.left) return;
        canvas.scene.add(ClipItem{{heat.left, top, right - heat.left, bottom - top}});
        canvas.scene.add(tiles);
        canvas.scene.add(ClipEnd{});
    };
    if (until > plan.first_row) part(plan.heat_top, plan.row_y(until), heat.right);
    if (until > plan.last_row) return;
    if (const float filled = heat_filled(canvas, until); filled > 0) {
        const float cells = std::ceil(filled * static_cast<float>(plan.source.count));
        part(plan.row_y(until), plan.row_y(until + 1),
             std::min(heat.right, plan.source.left + cells * plan.source.pitch));
    }
}

/// Values of the cells in view; not yet revealed ones are NaN.
void add_cells(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    if (canvas.settings.whole->shown) return add_tiles(heat);
    auto values = std::make_shared<std::vector<float>>(static_cast<std::size_t>(heat.rows * heat.columns),
                                                       std::numeric_limits<float>::quiet_NaN());
    const Shading shading = heat.shading();
    bool any = false;
    for (int i = 0; i < heat.rows; ++i) {
        const float part = heat_filled(canvas, plan.first_row + i);
        if (part <= 0) break;
        const int until = static_cast<int>(std::ceil(part * static_cast<float>(plan.source.count)));
        for (int j = 0; j < heat.columns && plan.source.first + j < until; ++j) {
            (*values)[static_cast<std::size_t>(i * heat.columns + j)] =
                shading.shade(heat.value(plan.first_row + i, plan.source.first + j));
            any = true;
        }
    }
    if (!any) return;
    MatrixItem matrix = shading.matrix({plan.source.x(plan.source.first) - plan.source.pitch / 2,
                                        plan.heat_top, static_cast<float>(heat.columns) * plan.source.pitch,
                                        static_cast<float>(heat.rows) * plan.row_height},
                                       heat.rows, heat.columns, std::move(values));
    matrix.gap = heat.gap;
    matrix.radius = heat.radius;
    canvas.scene.add(matrix);
}

/// Outlines of what is not computed yet.
void add_empty_cells(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    int first = plan.first_row;
    while (first <= plan.last_row && heat_filled(canvas, first) >= 1) ++first;
    if (first > plan.last_row) return;
    const float top = std::max(plan.heat_top, plan.row_y(first)), bottom = plan.heat_bottom();
    if (heat.lines_only) {
        const Color faint = fade(canvas.colors.line, 0.55f);
        for (int i = plan.row_height >= 4 ? first : plan.last_row + 1; i <= plan.last_row + 1; ++i)
            if (plan.row_y(i) >= top - 0.5f && plan.row_y(i) <= bottom + 0.5f)
                add_line(canvas.scene, {heat.left, plan.row_y(i)}, {heat.right, plan.row_y(i)}, faint, 1);
        for (int j = plan.source.first; j <= plan.source.last + 1 && plan.source.pitch >= 4; ++j) {
            const float x = plan.source.x(j) - plan.source.pitch / 2;
            if (x >= heat.left - 0.5f && x <= heat.right + 0.5f)
                add_line(canvas.scene, {x, top}, {x, bottom}, faint, 1);
        }
        return;
    }
    for (int i = first; i <= plan.last_row; ++i) {
        const int from =
            static_cast<int>(std::ceil(heat_filled(canvas, i) * static_cast<float>(plan.source.count)));
        for (int j = std::max(from, plan.source.first); j <= plan.source.last; ++j)
            add_frame(canvas.scene,
                      {plan.source.x(j) - plan.source.pitch / 2 + 1, plan.row_y(i) + 1, plan.source.pitch - 2,
                       plan.row_height - 2},
                      fade(canvas.colors.line, 0.65f), 1, 2);
    }
}

/// A thin line where the run whose weights are shown wrote nothing.
void add_absent_rows(const Heat& heat) {
    if (heat.map() == WhatIfMap::Changed) return;
    const NetworkPlan& plan = heat.canvas.plan;
    for (int i = plan.first_row; i <= plan.last_row && heat_filled(heat.canvas, i) >= 1; ++i)
        if (heat.partner(i) < 0) {
            const float y = plan.row_y(i) + plan.row_height / 2;
            add_line(heat.canvas.scene, {heat.left + 2, y}, {heat.right - 2, y}, heat.canvas.colors.line2, 1,
                     {3, 3});
        }
}

std::string own_run(const WhatIf& w) { return w.kept_changes() ? w.first_run() : "the model’s own run"; }

/// What the model's own run wrote between two of these rows and the changed run did not: a gap with its
/// words.
void add_dropped_rows(const Heat& heat) {
    if (heat.map() == WhatIfMap::Changed) return;
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const WhatIf& w = *canvas.settings.what_if;
    for (std::size_t n = 0; n < w.rows.size(); ++n) {
        if (w.rows[n].b >= 0) continue;
        std::string words;
        const int first = w.rows[n].a;
        for (; n < w.rows.size() && w.rows[n].b < 0; ++n) {
            if (!words.empty()) words += ' ';
            words += shown_output(*w.model, w.rows[n].a);
        }
        const int below =
            n < w.rows.size() ? w.rows[n].b : canvas.trace.outputs(); // the next row that is there
        if (below < plan.first_row || below > plan.last_row + 1) continue;
        if (below > 0 && heat_filled(canvas, below - 1) < 1) return;
        const float y = plan.row_y(below), high = std::clamp(plan.row_height * 0.25f, 2.0f, 6.0f);
        const Box band{heat.left, y - high / 2, heat.right - heat.left, high};
        add_fill(canvas.scene, band, c.bg2);
        for (float x = band.x; x < band.right() - high; x += 5)
            add_line(canvas.scene, {x, band.bottom()}, {x + high, band.y}, c.t3, 1);
        const std::string tooltip = "Here " + own_run(w) + " wrote " + heed::quoted(words) + " from output " +
                                    std::to_string(first + 1) + " on; the changed run has no such row";
        canvas.scene.pick(band, {PickKind::Row, std::min(below, canvas.trace.outputs() - 1)}, tooltip);
        if (plan.row_height < 12) continue;
        const std::string text =
            fitted(canvas.style, (w.kept_changes() ? "kept, changed: " : "own run: ") + words, Face::Regular,
                   11, band.w * 0.7f);
        const Box tag{band.x + 6, y - 7, text_width(canvas.style, text, Face::Regular, 11) + 10, 14};
        canvas.scene.add(RectItem{tag, c.bg2, c.line2, 1, 4});
        add_text(canvas.scene, {tag.x + 5, y}, text, Face::Regular, 11, c.t1);
    }
}

void add_number(const Heat& heat, int i, int j) {
    const Canvas& canvas = heat.canvas;
    const float a = heat.value(i, j);
    if (std::isnan(a)) return;
    const Point at{canvas.plan.source.x(j), canvas.plan.row_y(i) + canvas.plan.row_height / 2};
    const Shading shading = heat.shading();
    if (shading.difference() && std::abs(a) < 0.005f) return;
    const bool faint = !shading.difference() && a < 0.05f && canvas.style.scale == ValueScale::Linear &&
                       canvas.style.map == ColorMapId::Ember;
    add_text(canvas.scene, at, shading.number(a), Face::Mono, 11, faint ? canvas.colors.t3 : shading.ink(a),
             Align::Centre);
}

void add_numbers(const Heat& heat, int i) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    if (!plan.full || plan.row_height < 13 || !canvas.style.numbers || i < plan.first_row ||
        i > plan.last_row)
        return;
    const float part = heat_filled(canvas, i);
    const Window window = window_of(canvas.trace, i);
    for (int j = plan.source.first; j <= plan.source.last; ++j) {
        if (!window.holds(j) && !is_edited(canvas.trace, i)) continue;
        if (static_cast<float>(j + 1) > part * static_cast<float>(plan.source.count) + 0.5f ||
            !plan.source.whole(j))
            continue;
        add_number(heat, i, j);
    }
}

/// In the corner of each cell that is held.
void add_locks(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    if (heat.map() != WhatIfMap::Changed) return;
    const float smaller = std::min(plan.source.pitch, plan.row_height);
    for (const auto& [i, edit] : canvas.trace.request.edits.rows) {
        if (i < plan.first_row || i > plan.last_row || heat_filled(canvas, i) < 1) continue;
        for (const auto& [j, weight] : edit.held) {
            if (j < plan.source.first || j > plan.source.last || !plan.source.whole(j)) continue;
            const float x = plan.source.x(j) + plan.source.pitch / 2, y = plan.row_y(i);
            if (smaller >= 16)
                add_lock(canvas.scene, {x - 7, y + 7}, 6,
                         weight > 0.6f && canvas.colors.dark() ? canvas.colors.bg0 : canvas.colors.t1);
            else if (smaller >= 5)
                canvas.scene.add(CircleItem{{x - 3, y + 3}, 1.5f, canvas.colors.t1});
        }
    }
}

void add_frames(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    const auto frame = [&](int i, Color color, float width) {
        if (i < plan.first_row || i > plan.last_row) return;
        const Box row{heat.left - 2.5f, plan.row_y(i) - 1.5f, plan.slots_right() - heat.left + 5,
                      plan.row_height + 3};
        add_frame(canvas.scene, row, color, width, std::min(5.0f, row.h / 2));
    };
    const Reveal& r = canvas.reveal;
    if (!r.decoding()) return;
    if (plan.zoomed && plan.source.pitch >= zoom_stops[4].from)
        for (int i = plan.first_row; i <= plan.last_row; ++i)
            if (i != r.output && plan.row_whole(i)) add_numbers(heat, i);
    for (const auto& [i, edit] : canvas.trace.request.edits.rows) // not each row of an edit of all of them
        if (i < r.output && i < canvas.trace.outputs()) frame(i, canvas.colors.t1, 1.25f);
    for (const int other : {canvas.playhead.hover_row, canvas.playhead.row})
        if (other >= 0 && other != r.output && heat_filled(canvas, other) > 0) {
            frame(other, fade(canvas.colors.t1, 0.7f), 1);
            add_numbers(heat, other);
        }
    const Color own = canvas.plan.fixed ? canvas.colors.decoder : canvas.colors.attention;
    frame(r.output, is_edited(canvas.trace, r.output) ? canvas.colors.t1 : own, 1.5f);
    add_numbers(heat, r.output);
}

std::string heat_tooltip(const Heat& heat, int i, int j) {
    const Canvas& canvas = heat.canvas;
    if (canvas.plan.fixed) return influence_tooltip(heat, i, j);
    const int own = heat.partner(i);
    if (heat.map() == WhatIfMap::Changed)
        return cell_tooltip(canvas.trace, i, j) +
               (canvas.settings.editable ? ". Drag up or down to change it" : "");
    const WhatIf& w = *canvas.settings.what_if;
    if (own < 0) return capitalized(own_run(w)) + " has no such row";
    if (heat.map() == WhatIfMap::Model)
        return "In " + own_run(w) + ": " + cell_tooltip(*canvas.settings.what_if->model, own, j);
    const float value = heat.value(i, j);
    const std::string more = value < 0 ? " less" : " more";
    return quoted_source(canvas.trace, j) + " gets " + exact(static_cast<double>(std::abs(value))) + more +
           " for output " + std::to_string(i + 1) + " than in " + own_run(w);
}

constexpr int most_named_rows = 300;

/// Rows have words each; of cells the one that is pointed at alone, since there may be thousands.
void add_picks(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    Scene& scene = canvas.scene;
    const float pitch = plan.source.pitch, high = plan.row_height;
    int until = plan.first_row; // rows that have begun
    while (until <= plan.last_row && heat_filled(canvas, until) > 0) ++until;
    const Box rows{0, plan.heat_top, heat.left, heat.height};
    if (heat.rows > most_named_rows)
        scene.pick_cells(rows, {PickKind::Row, -1, -1}, {heat.left, high, plan.top_row, -1});
    else
        for (int i = plan.first_row; i <= plan.last_row; ++i) {
            const float y = std::max(plan.row_y(i), plan.heat_top);
            const bool chosen = canvas.reveal.decoded(seq2seq::Choose, i) != Seen::Later;
            scene.pick({0, y, heat.left, std::min(plan.row_y(i + 1), plan.heat_bottom()) - y},
                       {PickKind::Row, i},
                       chosen ? "Output " + std::to_string(i + 1) + ": " + quoted_output(canvas.trace, i)
                              : std::string());
        }
    const float bottom = std::clamp(plan.row_y(until), plan.heat_top, plan.heat_bottom());
    scene.pick_cells({heat.left, plan.heat_top, heat.right - heat.left, bottom - plan.heat_top},
                     {PickKind::Cell, -1, -1}, {pitch, high, plan.top_row, plan.source.scroll / pitch});
    const int i = canvas.playhead.hover_row, j = canvas.playhead.hover_column;
    if (i < plan.first_row || i >= until || j < plan.source.first || j > plan.source.last) return;
    const float y = std::max(plan.row_y(i), plan.heat_top), x = plan.source.x(j) - pitch / 2;
    const float left = std::max(heat.left, x), right = std::min(heat.right, x + pitch);
    scene.pick({left, y, right - left, std::min(plan.row_y(i + 1), plan.heat_bottom()) - y},
               {PickKind::Cell, i, j}, heat_tooltip(heat, i, j));
}

} // namespace

void draw_heatmap(const Canvas& canvas) {
    const Heat heat(canvas);
    const bool tiled = canvas.settings.whole->shown != nullptr;
    if (tiled) add_cells(heat);
    canvas.scene.add(
        ClipItem{{heat.left - 4, canvas.plan.heat_top - 4, canvas.plan.slots_right() - heat.left + 8,
                  canvas.plan.heat_bottom() - canvas.plan.heat_top + 8}});
    if (!tiled) add_cells(heat);
    add_absent_rows(heat);
    add_empty_cells(heat);
    draw_window_ticks(canvas);
    add_frames(heat);
    add_locks(heat);
    canvas.scene.add(ClipEnd{});
    add_heat_labels(heat);
    add_heat_scroll(heat);
    if (!canvas.first_run()) {
        if (!canvas.plan.lecture) add_heat_margin(heat);
        if (!canvas.plan.lecture) add_heat_legend(heat);
    }
    add_picks(heat);
    canvas.scene.add(ClipItem{{heat.left, canvas.plan.heat_top, heat.right - heat.left, heat.height + 8}});
    add_dropped_rows(heat);
    canvas.scene.add(ClipEnd{});
    if (!canvas.first_run()) add_fragility(heat);
}

} // namespace heed
