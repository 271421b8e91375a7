#include "app/figures/compare/plan.h"

#include "app/figures/compare/parts.h"
#include "app/figures/tokens.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::compare {
namespace {

constexpr float largest_cell = 48;                        // px: short inputs are not blown up
constexpr float row_pitch = 10, slanted_pitch = 12;       // px: below, rows and columns are numbered
constexpr float sine = 0.8192f;                           // of 55 degrees
constexpr float flat_header = 20;                         // px
constexpr float widest_gutter = 118, tallest_header = 96; // px
constexpr std::array<int, 9> strides = {2, 5, 10, 20, 50, 100, 200, 500, 1000};

/// Of all panels' labels; more than a few hundred are never shown, and are not measured.
struct Widths {
    float widest_row = 0, widest_column = 0;
    std::vector<std::vector<float>> columns; // by panel
};

Widths widths_of(std::span<const ComparePanel> panels, const FigureStyle& style) {
    constexpr int most = 120;
    Widths widths;
    for (const ComparePanel& panel : panels) {
        if (!panel.trace) continue;
        widths.columns.emplace_back();
        for (int j = 0; j < std::min(panel.trace->source_length(), most); ++j) {
            widths.columns.back().push_back(
                text_width(style, shown_source(*panel.trace, j), Face::Semibold, label_size));
            widths.widest_column = std::max(widths.widest_column, widths.columns.back().back());
        }
        for (int i = 0; i < std::min(panel.trace->outputs(), most); ++i)
            widths.widest_row = std::max(widths.widest_row, text_width(style, shown_output(*panel.trace, i),
                                                                       Face::Semibold, label_size));
    }
    return widths;
}

bool fit_flat(const Widths& widths, float pitch) {
    for (const auto& row : widths.columns)
        for (std::size_t j = 0; j + 1 < row.size(); ++j)
            if ((row[j] + row[j + 1]) / 2 + 3 > pitch) return false;
    return true;
}

int stride_for(float pitch, float distance) {
    for (const int stride : strides)
        if (static_cast<float>(stride) * pitch >= distance) return stride;
    return strides.back();
}

/// What a side of small cells may grow to where there is room: labels can be read again.
constexpr float readable_width = 18, readable_height = 14;

/// Square cells as large as they may be; where they get small, each side takes what room it has.
void fit_cells(PanelPlan& plan) {
    const float wide = plan.width - card_edge - plan.gutter - right_edge;
    const float high = plan.height - plan.title - plan.header - plan.bottom;
    const float x = std::max(0.25f, wide / static_cast<float>(plan.most_sources));
    const float y = std::max(0.25f, high / static_cast<float>(plan.most_outputs));
    const float square = std::min({x, y, largest_cell});
    const auto whole = [](float pitch) { return pitch >= 8 ? std::floor(pitch) : pitch; };
    plan.pitch_x = whole(std::min(x, std::max(square, readable_width)));
    plan.pitch_y = whole(std::min(y, std::max(square, readable_height)));
}

void set_labels(PanelPlan& plan, Labels rows, Labels columns, const Widths& widths) {
    plan.rows = rows;
    plan.columns = columns;
    const float most = std::min(widest_gutter, 0.32f * plan.width);
    plan.gutter = rows == Labels::Flat ? std::min(widths.widest_row, most) + 9 : std::min(56.0f, most);
    plan.header = columns == Labels::Slanted
                      ? std::min({widths.widest_column * sine + 11, tallest_header, 0.3f * plan.height})
                      : flat_header;
    fit_cells(plan);
}

/// Tokens beside every row and over every column where they can be read, else numbers.
void choose_labels(PanelPlan& plan, const Widths& widths) {
    for (const Labels rows : {Labels::Flat, Labels::Numbers}) {
        for (const Labels columns : {Labels::Flat, Labels::Slanted, Labels::Numbers}) {
            set_labels(plan, rows, columns, widths);
            const bool columns_fit = columns == Labels::Flat      ? fit_flat(widths, plan.pitch_x)
                                     : columns == Labels::Slanted ? plan.pitch_x >= slanted_pitch
                                                                  : true;
            if (columns_fit) break;
        }
        if (plan.pitch_y >= row_pitch) break;
    }
    plan.row_stride = plan.rows == Labels::Numbers ? stride_for(plan.pitch_y, 15) : 1;
    plan.column_stride = plan.columns == Labels::Numbers ? stride_for(plan.pitch_x, 26) : 1;
}

} // namespace

Box PanelPlan::map(Box card, int sources, int outputs) const {
    const float w = static_cast<float>(sources) * pitch_x;
    const float room = card.w - card_edge - right_edge;
    const float left = card.x + card_edge + std::max(0.0f, (room - gutter - w) / 2) + gutter;
    return {std::round(left), card.y + top, w, static_cast<float>(outputs) * pitch_y};
}

float PanelPlan::gap() const {
    const float smaller = std::min(pitch_x, pitch_y);
    return smaller >= 14 ? 2.0f : smaller >= 5 ? 1.0f : smaller >= 3.5f ? 0.5f : 0.0f;
}

float PanelPlan::radius() const {
    const float smaller = std::min(pitch_x, pitch_y);
    return smaller >= 14 ? 2.5f : smaller >= 9 ? 1.5f : 0.0f;
}

PanelPlan panel_plan(std::span<const ComparePanel> panels, float width, float height, bool notes,
                     const FigureStyle& style) {
    PanelPlan plan;
    const CompareGrid grid = compare_grid(static_cast<int>(panels.size()));
    if (grid.columns == 0) return plan;
    const auto share = [](float whole, int parts) {
        return std::max(20.0f,
                        (whole - card_gap * static_cast<float>(parts - 1)) / static_cast<float>(parts));
    };
    plan.width = share(width, grid.columns);
    plan.height = share(height, grid.rows);
    plan.title = plan.height < 300 ? 32.0f : 40.0f;
    plan.bottom = notes ? 27.0f : 12.0f;
    for (const ComparePanel& panel : panels) {
        if (!panel.trace) continue;
        plan.most_sources = std::max(plan.most_sources, panel.trace->source_length());
        plan.most_outputs = std::max(plan.most_outputs, panel.trace->outputs());
    }
    if (plan.most_sources == 0 || plan.most_outputs == 0) return plan;
    choose_labels(plan, widths_of(panels, style));
    const float high = static_cast<float>(plan.most_outputs) * plan.pitch_y;
    const float room = plan.height - plan.title - plan.header - plan.bottom;
    plan.top = std::round(plan.title + plan.header + std::max(0.0f, (room - high) / 2));
    return plan;
}

} // namespace heed::compare
