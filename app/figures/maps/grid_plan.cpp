// Where the maps of a grid stand.
#include "app/figures/maps/grid.h"

#include "app/figures/base/marks.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float edge = 16, header = 30; // px: of the canvas, and above the maps
constexpr float largest_map = 320;
constexpr float scroll_bar = 12;
constexpr float measure_line = 17, name_line = 15; // px: below a map
constexpr float widest_stretch = 1.35f;            // of a map's own shape, to fill its place
constexpr float named_from = 76;                   // px: the width of a map with room for what it does

/// Below the maps, with the numbers of the ramp.
float legend_of(const GridSettings& settings) { return settings.ramp ? 62.0f : 40.0f; }

float gap_across(float pitch) { return std::clamp(0.16f * pitch, 8.0f, 28.0f); }

/// Columns to rows of the largest map; very long ones are brought nearer to a square.
float shape_of(std::span<const GridMap> maps) {
    Eigen::Index rows = 1, columns = 1;
    for (const GridMap& map : maps)
        if (map.values) {
            rows = std::max(rows, map.values->cols());
            columns = std::max(columns, map.values->rows());
        }
    return std::clamp(static_cast<float>(columns) / static_cast<float>(rows), 0.5f, 2.0f);
}

/// Of places that do not all fit: the last in sight is a part of one, so that it is seen that more follow.
float showing_a_part(float pitch, float gap, float room, float count) {
    if (count * pitch - gap <= room) return pitch;
    const float whole = std::floor(room / pitch), part = room / pitch - whole;
    if (part >= 0.3f && part <= 0.75f) return pitch;
    return std::floor(room / (std::max(1.0f, part < 0.3f ? whole - 1 : whole) + 0.5f));
}

} // namespace

Box GridPlan::box(const GridMap& map) const {
    const int row = top_down ? map.layer : rows - 1 - map.layer;
    return {origin.x - scroll_x + static_cast<float>(map.head) * pitch_x,
            origin.y - scroll_y + static_cast<float>(row) * pitch_y, width, height};
}

Point GridPlan::scroll_to(const GridMap& map) const {
    const Box at = box(map);
    const float foot = measure_line + (names ? name_line : 0) + 4;
    const auto moved = [](float scroll, float low, float high, float from, float until) {
        return low < from ? scroll - (from - low) : high > until ? scroll + (high - until) : scroll;
    };
    return {std::clamp(moved(scroll_x, at.x - 4, at.right() + 4, area.x, area.right()), 0.0f, most_scroll_x),
            std::clamp(moved(scroll_y, at.y - 4, at.bottom() + foot, area.y, area.bottom()), 0.0f,
                       most_scroll_y)};
}

GridPlan grid_plan(std::span<const GridMap> maps, const GridSettings& settings, const FigureStyle& style) {
    GridPlan plan;
    for (const GridMap& map : maps) {
        plan.rows = std::max(plan.rows, map.layer + 1);
        plan.columns = std::max(plan.columns, map.head + 1);
        plan.names = plan.names || !map.name.empty();
    }
    plan.top_down = settings.top_down;
    if (maps.empty()) return plan;
    const auto rows = static_cast<float>(plan.rows), columns = static_cast<float>(plan.columns);
    const std::string widest = settings.row_name + " " + std::to_string(plan.rows);
    plan.gutter = settings.row_name.empty() ? 0 : text_width(style, widest, Face::Semibold, 11) + 14;
    const float left = edge + plan.gutter;
    const float shape = shape_of(maps);
    // Of a map as narrow, or as low, as one may be: its other side is not shorter than the least either.
    const auto least_width = [&](float least) { return least * std::max(1.0f, shape / widest_stretch); };
    const auto least_x = [&](float least) {
        const float pitch = least_width(least) + 8;
        return pitch - gap_across(pitch) >= least_width(least) ? pitch
                                                               : std::ceil(least_width(least) / 0.84f);
    };
    plan.area = {left, header, std::max(least_x(settings.least), settings.width - left - edge),
                 std::max(settings.least, settings.height - header - legend_of(settings))};

    plan.pitch_x = plan.area.w / columns;
    if (plan.pitch_x < least_x(settings.least)) { // the bar stands below the maps
        plan.pitch_x = least_x(settings.readable);
        plan.area.h = std::max(settings.least, plan.area.h - scroll_bar);
    }
    const float down = plan.area.h / rows;
    const bool scrolls_down =
        down < settings.least * std::max(1.0f, 1 / (shape * widest_stretch)) + measure_line + 8;
    const float least_height =
        (scrolls_down ? settings.readable : settings.least) * std::max(1.0f, 1 / (shape * widest_stretch));
    const float gap_x = gap_across(plan.pitch_x);
    const auto fit = [&] {
        const float below = measure_line + (plan.names ? name_line : 0);
        const float gap_y = std::clamp(0.4f * (down - below - least_height), 8.0f, 14.0f);
        plan.pitch_y = std::max(least_height + below + gap_y, down);
        plan.width = std::min(plan.pitch_x - gap_x, largest_map);
        plan.height =
            std::min({plan.pitch_y - below - gap_y, largest_map, plan.width / shape * widest_stretch});
        plan.width = std::min(plan.width, plan.height * shape * widest_stretch);
        return gap_y;
    };
    float gap_y = fit();
    if (plan.names && (plan.width < named_from || plan.pitch_y * rows > plan.area.h)) {
        plan.names = false;
        gap_y = fit();
    }
    plan.width = std::floor(plan.width);
    plan.height = std::floor(plan.height);
    // Neighbours stay near one another, and the whole in the middle.
    const float below = measure_line + (plan.names ? name_line : 0);
    plan.pitch_x = std::floor(std::min(plan.pitch_x, plan.width + std::max(gap_x, 0.35f * plan.width)));
    plan.pitch_y =
        std::floor(std::min(plan.pitch_y, plan.height + below + std::max(gap_y, 0.2f * plan.height)));
    plan.pitch_x = showing_a_part(plan.pitch_x, plan.pitch_x - plan.width, plan.area.w, columns);
    plan.pitch_y = showing_a_part(plan.pitch_y, plan.pitch_y - plan.height, plan.area.h, rows);
    const float wide = (columns - 1) * plan.pitch_x + plan.width,
                high = (rows - 1) * plan.pitch_y + plan.height + below;
    plan.most_scroll_x = std::max(0.0f, wide + 8 - plan.area.w);
    plan.most_scroll_y = std::max(0.0f, high + 8 - plan.area.h);
    plan.scroll_x = std::clamp(settings.scroll_x, 0.0f, plan.most_scroll_x);
    plan.scroll_y = std::clamp(settings.scroll_y, 0.0f, plan.most_scroll_y);
    plan.origin = {std::round(plan.area.x + std::max(4.0f, (plan.area.w - wide) / 2)),
                   std::round(plan.area.y + std::max(4.0f, (plan.area.h - high) / 2))};
    return plan;
}

float grid_height(std::span<const GridMap> maps, GridSettings settings, const FigureStyle& style) {
    settings.height = 1e6f; // then only the width limits the maps
    const GridPlan plan = grid_plan(maps, settings, style);
    return header + static_cast<float>(std::max(1, plan.rows)) * plan.pitch_y + legend_of(settings);
}

} // namespace heed
