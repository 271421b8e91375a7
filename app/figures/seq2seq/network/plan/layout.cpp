// What others ask of the plan: where things stand, how far one may zoom, how large the type may be.
#include "app/figures/seq2seq/network/canvas_switch.h"
#include "app/figures/seq2seq/network/plan/plan.h"
#include "app/figures/seq2seq/network/whole.h"
#include "core/models/seq2seq/phases.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

constexpr float designed_width = 1240, designed_height = 808; // of the canvas

int longest_label(const Trace& trace, bool source) {
    int longest = 3; // "end"
    const int count = source ? trace.source_length() : trace.outputs();
    for (int k = 0; k < count; ++k) {
        const TraceToken& token = source ? trace.source[static_cast<std::size_t>(k)]
                                         : trace.steps[static_cast<std::size_t>(k)].token;
        int length = 0;
        for (std::size_t at = 0; at < token.text.size() && !token.is_end; ++length)
            at += decode_utf8(token.text, at).length;
        longest = std::max(longest, length);
    }
    return longest;
}

std::shared_ptr<const MapValues> values_of(const MatrixXf& weights, std::shared_ptr<const void> kept) {
    return std::make_shared<const MapValues>(MapValues{
        std::move(kept), weights.data(), static_cast<int>(weights.cols()), static_cast<int>(weights.rows())});
}

/// The model's weights, or the difference, in the rows of the changed run.
std::shared_ptr<const MapValues> values_of(const WhatIf& w, WhatIfMap map) {
    const MatrixXf& changed = w.changed->at(Quantity::Weights);
    const MatrixXf& model = w.model->at(Quantity::Weights);
    auto values = std::make_shared<MatrixXf>(
        MatrixXf::Constant(changed.rows(), changed.cols(), std::numeric_limits<float>::quiet_NaN()));
    for (const analysis::AlignedRow& row : w.rows)
        if (row.a >= 0 && row.b >= 0) {
            values->col(row.b) = model.col(row.a);
            if (map == WhatIfMap::Difference) values->col(row.b) = changed.col(row.b) - model.col(row.a);
        }
    const MatrixXf& kept = *values;
    return values_of(kept, values);
}

NetworkSettings at_type(NetworkSettings settings, float type) {
    settings.width /= type;
    settings.height /= type;
    settings.type = 1;
    return settings;
}

Box larger(Box box, float by) { return {box.x * by, box.y * by, box.w * by, box.h * by}; }

} // namespace

std::shared_ptr<const WholeRun> whole_run(const Trace& trace, std::shared_ptr<const void> kept,
                                          const WhatIf* what_if, WhatIfMap map,
                                          const std::shared_ptr<const InfluenceMap>& influence) {
    auto whole = std::make_shared<WholeRun>();
    whole->longest_source = longest_label(trace, true);
    whole->longest_output = longest_label(trace, false);
    if (kept && influence && !trace.has_weights())
        whole->weights = whole->shown = values_of(influence->shares, influence);
    if (!kept || !trace.has_weights()) return whole;
    whole->weights = whole->shown = values_of(trace.at(Quantity::Weights), kept);
    if (what_if && map != WhatIfMap::Changed && what_if->changed.get() == &trace &&
        what_if->model->has_weights() && what_if->model->source_length() == trace.source_length())
        whole->shown = values_of(*what_if, map);
    return whole;
}

NetworkLayout network_layout(const Trace& trace, const Playhead& playhead, const NetworkSettings& given) {
    const NetworkSettings settings = at_type(given, given.type);
    const Reveal reveal(trace, playhead);
    const NetworkPlan plan = network_plan(trace, reveal, playhead, settings);
    const float right = outputs_right(plan, settings) * given.type;
    if (plan.zoomed || !settings.overview) {
        NetworkLayout layout = layout_of(plan, nullptr, given.type);
        layout.outputs_right = right;
        return layout;
    }
    NetworkSettings zoomed = settings; // where a zoom would begin
    zoomed.zoom = {1, true, 0, 0};
    const NetworkPlan part = network_plan(trace, reveal, playhead, zoomed);
    NetworkLayout layout = layout_of(plan, &part, given.type);
    layout.outputs_right = right;
    return layout;
}

NetworkLayout layout_of(const NetworkPlan& plan, const NetworkPlan* part, float type) {
    NetworkLayout layout;
    layout.pitch = plan.source.pitch * type;
    layout.left = plan.source.left * type;
    layout.full = plan.full;
    layout.content_width = static_cast<float>(plan.source.count) * layout.pitch;
    layout.scroll = plan.source.scroll * type;
    layout.bar_height = plan.bar_height * type;
    layout.legend = plan.heatmap;
    layout.slots = plan.slots > 0;
    layout.legend_y = plan.legend_y * type;
    layout.switch_x = (switch_left(plan) + map_switch_width) * type - map_switch_width;
    layout.cells = larger({plan.source.seen_left(), plan.heat_top,
                           plan.source.seen_right() - plan.source.seen_left(), plan.heat_height},
                          type);
    layout.zoomed = plan.zoomed;
    if (!plan.zoomed) {
        layout.fits = true;
        if (part) {
            layout.room = part->room;
            layout.scale = layout.least = scale_of_width(layout.room, plan.source.pitch);
        }
        const CellSize cell{plan.source.pitch, plan.row_height};
        layout.window = {cell, 0, static_cast<float>(plan.first_row), static_cast<float>(plan.source.count),
                         static_cast<float>(plan.last_row - plan.first_row + 1)};
        return layout;
    }
    layout.room = plan.room;
    layout.window = plan.window;
    layout.scale = plan.scale;
    layout.fits = plan.fits;
    layout.least = plan.fits ? plan.least : least_scale(plan.room);
    layout.whole = larger(plan.strip, type);
    layout.all = plan.window.columns >= static_cast<float>(plan.room.columns) - 0.01f &&
                 plan.window.rows >= static_cast<float>(plan.room.rows) - 0.01f;
    return layout;
}

MapZoom zoom_about(const Trace& trace, const Playhead& playhead, const NetworkSettings& settings, float scale,
                   Point at) {
    NetworkSettings then = settings;
    then.zoom = {scale, false, 0, 0};
    return zoom_about(network_layout(trace, playhead, settings), network_layout(trace, playhead, then),
                      settings.type, at);
}

MapZoom zoom_about(const NetworkLayout& now, const NetworkLayout& then, float type, Point at) {
    if (now.fits && then.scale <= now.least * 1.001f) return {};
    // How far the point stands in each of the maps: beside them, at their edge.
    const auto into = [](float at_px, float from, float length) {
        return std::clamp(at_px - from, 0.0f, length);
    };
    const auto column_at = [&](const NetworkLayout& l) {
        return into(at.x, l.cells.x, l.cells.w) / (l.window.cell.width * type);
    };
    const auto row_at = [&](const NetworkLayout& l) {
        return into(at.y, l.cells.y, l.cells.h) / (l.window.cell.height * type);
    };
    const float column = now.window.column + column_at(now), row = now.window.row + row_at(now);
    const auto within = [](float corner, float count, float in_view) {
        return std::clamp(corner, 0.0f, std::max(0.0f, count - in_view));
    };
    return {then.scale, false,
            within(column - column_at(then), static_cast<float>(then.room.columns), then.window.columns),
            within(row - row_at(then), static_cast<float>(then.room.rows), then.window.rows)};
}

float type_scale(const Trace& trace, const NetworkSettings& given) {
    constexpr float step = 0.0625f, least_share = 0.62f, readable_row = 15;
    const float most = std::min(given.width / designed_width, given.height / designed_height);
    if (most < 1 + step) return 1;
    if (lends_layout(given.laid_out, trace)) return type_scale(*given.laid_out.run, own_layout(given));
    const float least = std::max(1.0f, most * least_share);
    for (float type = std::floor(most / step) * step; type > least; type -= step) {
        NetworkSettings settings = at_type(given, type);
        settings.zoom = {};
        const NetworkPlan plan = network_plan(trace, Reveal(trace, {}), {}, settings);
        if (!plan.zoomed && plan.full && plan.upright && plan.outputs_upright &&
            fits(plan, trace.outputs()) && (!plan.heatmap || plan.row_height >= readable_row))
            return type;
    }
    return std::max(1.0f, std::floor(least / step) * step);
}

} // namespace heed
