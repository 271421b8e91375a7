#include "app/figures/maps/plan.h"

#include "app/figures/base/marks.h"
#include "app/figures/maps/cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace heed {
namespace {

// Of the size of the letters: closer together, rows and columns are numbered.
constexpr float row_pitch = 0.909f, slanted_pitch = 1.27f, upright_pitch = 1.0f; // words a letter apart
constexpr float usual_slant = 55, upright = 90;                                  // degrees
constexpr float flat_header = 20;                                                // px
constexpr float widest_gutter = 118, tallest_header = 96;                        // px
constexpr float right_edge = 20; // px, right of the map, at least
/// Larger letters on cells from that size on.
constexpr std::array<std::pair<float, float>, 3> types = {{{15, 116}, {13, 56}, {11, 0}}};
/// Smaller ones before words become numbers.
constexpr std::array<float, 2> small_types = {10, smallest_type};
constexpr std::array<int, 9> strides = {2, 5, 10, 20, 50, 100, 200, 500, 1000};

/// Of all maps' labels; more than a few hundred are never shown, and are not measured.
struct Widths {
    float type = 11;
    float widest_row = 0, widest_column = 0;
    std::vector<std::vector<float>> columns{}; // by map
};

Widths widths_of(std::span<const LabelledMap> maps, const FigureStyle& style, float type) {
    constexpr std::size_t most = 120;
    const auto width = [&](const MapLabel& label) {
        return text_width(style, label.text, Face::Semibold, type);
    };
    Widths widths{.type = type};
    for (const LabelledMap& map : maps) {
        widths.columns.emplace_back();
        for (std::size_t j = 0; j < std::min(map.columns.size(), most); ++j) {
            widths.columns.back().push_back(width(map.columns[j]));
            widths.widest_column = std::max(widths.widest_column, widths.columns.back().back());
        }
        for (std::size_t i = 0; i < std::min(map.rows.size(), most); ++i)
            widths.widest_row = std::max(widths.widest_row, width(map.rows[i]));
    }
    return widths;
}

/// How wide columns must be for their words to lie flat above them.
float flat_pitch(const Widths& widths) {
    float most = 0;
    for (const auto& row : widths.columns)
        for (std::size_t j = 0; j + 1 < row.size(); ++j) most = std::max(most, (row[j] + row[j + 1]) / 2 + 3);
    return most;
}

int stride_for(float pitch, float distance) {
    for (const int stride : strides)
        if (static_cast<float>(stride) * pitch >= distance) return stride;
    return strides.back();
}

/// What a side of small cells may grow to where there is room: labels can be read again.
constexpr float readable_width = 18, readable_height = 14;
constexpr float most_stretch = 2; // of one side of a cell, as often the other

/// Cells that are lower under slanted words grow wide, where there is room, for words that lie flat.
constexpr float low_cell = 16, most_flat = 6; // px; of a cell's height

/// As large as they may be, and as square as fills the card; where there is room no narrower than `least`.
void fit_cells(MapPlan& plan, float largest, float least = 0) {
    const float wide = plan.width - card_edge - plan.gutter - plan.right;
    const float high = plan.height - plan.title - plan.header - plan.bottom;
    const auto share = [](float room, int cells) {          // of many, all are within the card
        constexpr float least_cell = 0.25f, least_map = 24; // px, where the card has no room
        const auto count = static_cast<float>(cells);
        return std::max(std::min(least_cell, least_map / count), room / count);
    };
    const float x = share(wide, plan.most_columns), y = share(high, plan.most_rows);
    const float square = std::min({x, y, largest});
    const auto whole = [](float pitch) { return pitch >= 8 ? std::floor(pitch) : pitch; };
    const float stretched = std::min(most_stretch * square, largest);
    plan.pitch_x = whole(std::min(x, std::max({stretched, readable_width, least})));
    plan.pitch_y = whole(std::min(y, std::max(stretched, readable_height)));
}

float sine_of(const MapPlan& plan) { return std::sin(plan.slant * std::numbers::pi_v<float> / 180); }
float cosine_of(const MapPlan& plan) { return std::cos(plan.slant * std::numbers::pi_v<float> / 180); }

/// How far the slanted labels of the last columns reach beyond the map.
float reach_of(const Widths& widths, const MapPlan& plan) {
    const float longest = (plan.header - 10) / sine_of(plan), cosine = cosine_of(plan); // longer ones are cut
    float reach = 0;
    for (const auto& row : widths.columns)
        for (std::size_t j = 0; j < row.size(); ++j) {
            const float from = (static_cast<float>(row.size() - j) - 0.5f) * plan.pitch_x;
            reach = std::max(reach, std::min(row[j], longest) * cosine + 0.5f * widths.type + 1 - from);
        }
    return reach;
}

void set_labels(MapPlan& plan, MapLabels rows, MapLabels columns, const Widths& widths, float largest,
                float least = 0) {
    const float larger = widths.type / 11;
    plan.type = widths.type;
    plan.rows = rows;
    plan.columns = columns;
    plan.right = right_edge;
    const float most = std::min(widest_gutter * larger, 0.32f * plan.width);
    plan.gutter = rows == MapLabels::Flat ? std::min(widths.widest_row, most) + 9 : std::min(56.0f, most);
    plan.header = columns == MapLabels::Slanted ? std::min({widths.widest_column * sine_of(plan) + 11,
                                                            tallest_header * larger, 0.3f * plan.height})
                                                : flat_header + widths.type - 11;
    fit_cells(plan, largest, least);
    if (columns != MapLabels::Slanted) return;
    if (const float reach = reach_of(widths, plan) + 8; reach > plan.right) {
        plan.right = std::min(reach, std::max(right_edge, 0.15f * plan.width));
        fit_cells(plan, largest);
    }
}

/// Slanted words take height: where that leaves low cells and there is width to spare, they lie flat instead.
void lay_flat(MapPlan& plan, const Widths& widths, float largest) {
    if (plan.pitch_y >= low_cell) return;
    MapPlan wide = plan;
    const float least = std::ceil(flat_pitch(widths));
    set_labels(wide, plan.rows, MapLabels::Flat, widths, largest, least);
    if (wide.pitch_x >= least && wide.pitch_x <= most_flat * wide.pitch_y) plan = wide;
}

/// Tokens beside every row and over every column where they can be read, else numbers.
void choose_labels(MapPlan& plan, const Widths& widths, float largest) {
    struct Way {
        MapLabels labels;
        float slant, pitch; // of the size of the letters
    };
    constexpr std::array<Way, 4> ways = {{{MapLabels::Flat, usual_slant, 0},
                                          {MapLabels::Slanted, usual_slant, slanted_pitch},
                                          {MapLabels::Slanted, upright, upright_pitch},
                                          {MapLabels::Numbers, usual_slant, 0}}};
    for (const MapLabels rows : {MapLabels::Flat, MapLabels::Numbers}) {
        for (const Way& way : ways) {
            plan.slant = way.slant;
            set_labels(plan, rows, way.labels, widths, largest);
            if (plan.pitch_x >=
                (way.labels == MapLabels::Flat ? flat_pitch(widths) : way.pitch * widths.type))
                break;
        }
        if (plan.columns == MapLabels::Slanted) lay_flat(plan, widths, largest);
        if (plan.pitch_y >= row_pitch * widths.type) break;
    }
    plan.row_stride = plan.rows == MapLabels::Numbers ? stride_for(plan.pitch_y, 15) : 1;
    plan.column_stride = plan.columns == MapLabels::Numbers ? stride_for(plan.pitch_x, 26) : 1;
}

} // namespace

Box MapPlan::map(Box card, int columns, int rows) const {
    const float w = static_cast<float>(columns) * pitch_x;
    const float room = card.w - card_edge - right;
    const float left = card.x + card_edge + std::max(0.0f, (room - gutter - w) / 2) + gutter;
    return {std::round(left), card.y + top, w, static_cast<float>(rows) * pitch_y};
}

int numbered_sides(const MapPlan& plan) {
    return (plan.rows == MapLabels::Numbers) + (plan.columns == MapLabels::Numbers);
}

float MapPlan::gap() const { return cell_gap(std::min(pitch_x, pitch_y)); }

float MapPlan::radius() const { return cell_radius(std::min(pitch_x, pitch_y)); }

float largest_cell_of(float width, float height) {
    return std::clamp(std::min(width, height) / 7, 76.0f, 240.0f);
}

MapGrid map_grid(int maps, float width, float height) {
    if (maps <= 9) return map_grid(maps);
    constexpr int most_columns = 8;
    constexpr float usual = 1.15f; // cards a little wider than high
    MapGrid best;
    float largest = 0;
    for (int columns = 3; columns <= most_columns; ++columns) {
        const int rows = (maps + columns - 1) / columns;
        const float size =
            std::min(width / static_cast<float>(columns), usual * height / static_cast<float>(rows));
        if (size <= largest) continue;
        largest = size;
        best = {columns, rows};
    }
    return best;
}

MapGrid map_grid(int maps) {
    if (maps <= 3) return {maps, maps > 0 ? 1 : 0};
    const int columns = maps == 4 ? 2 : 3;
    return {columns, (maps + columns - 1) / columns};
}

MapPlan map_plan(std::span<const LabelledMap> maps, float width, float height, bool notes,
                 const FigureStyle& style, float largest, MapGrid grid, float least_type) {
    MapPlan plan;
    if (grid.columns == 0) grid = map_grid(static_cast<int>(maps.size()), width, height);
    if (grid.columns == 0) return plan;
    const auto share = [](float whole, int parts) {
        return std::max(20.0f,
                        (whole - card_gap * static_cast<float>(parts - 1)) / static_cast<float>(parts));
    };
    plan.width = share(width, grid.columns);
    plan.height = share(height, grid.rows);
    plan.title = plan.height < 300 ? 32.0f : 34.0f;
    plan.bottom = notes ? 24.0f : 12.0f;
    for (const LabelledMap& map : maps) {
        plan.most_columns = std::max(plan.most_columns, map.column_count());
        plan.most_rows = std::max(plan.most_rows, map.row_count());
    }
    if (plan.most_columns == 0 || plan.most_rows == 0) return plan;
    for (const auto& [type, from] : types) {
        if (from > largest) continue;
        choose_labels(plan, widths_of(maps, style, type), largest);
        if (std::min(plan.pitch_x, plan.pitch_y) >= from) break;
    }
    const auto effort = [](const MapPlan& p) { // of reading it: numbers, then words that stand upright
        return 2 * numbered_sides(p) + (p.columns == MapLabels::Slanted && p.slant > usual_slant);
    };
    for (const float type : small_types) {
        if (effort(plan) == 0 || type < least_type) break;
        MapPlan smaller = plan;
        choose_labels(smaller, widths_of(maps, style, type), largest);
        if (effort(smaller) < effort(plan)) plan = smaller;
    }
    const float high = static_cast<float>(plan.most_rows) * plan.pitch_y;
    const float room = plan.height - plan.title - plan.header - plan.bottom;
    plan.top = std::round(plan.title + plan.header + std::max(0.0f, (room - high) / 2));
    return plan;
}

} // namespace heed
