// Maps side by side on a page under one colour bar.
#include "app/figures/base/equation.h"
#include "app/figures/maps/paper.h"
#include "app/figures/maps/paper_cells.h"
#include "app/figures/maps/plan.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace paper {
namespace {

constexpr float flat_line = 1.5f;                     // of the font: a line of labels
constexpr float apart_slanted = 1.35f, apart = 1.15f; // of the font, between labels over columns, beside rows

struct Page {
    const PaperSettings& settings;
    const FigureStyle& style;
    std::span<const TitledMap> maps;
    float width, font, margin;
    std::vector<Part> parts = {}; // of each map
    int columns = 1, rows = 1;    // of the grid
    int most_rows = 1, most_columns = 1;
    bool shared_rows = false; // all have the same rows: labels at the left edge only
    bool flat = false;        // column labels
    int row_stride = 1, column_stride = 1;
    float gutter = 0, header = 0; // of the labels of one map
    float cell_width = 0, cell_height = 0;

    const Palette& colors() const { return style.colors(); }
    float space() const { return 1.6f * font; } // between maps
    bool numbers() const { return settings.numbers && numbers_fit(style, font, cell_width, cell_height); }
};

bool same_rows(std::span<const TitledMap> maps) {
    return std::all_of(maps.begin(), maps.end(), [&](const TitledMap& other) {
        return std::equal(maps[0].map.rows.begin(), maps[0].map.rows.end(), other.map.rows.begin(),
                          other.map.rows.end(),
                          [](const MapLabel& a, const MapLabel& b) { return a.text == b.text; });
    });
}

float widest(const Page& page, bool rows) {
    float most = 0;
    for (std::size_t n = 0; n < page.maps.size(); ++n) {
        const LabelledMap& map = page.maps[n].map;
        const Part& part = page.parts[n];
        const int from = rows ? part.first_row : part.first_column,
                  until = rows ? part.last_row : part.last_column;
        for (int k = from; k <= until; ++k)
            most = std::max(most, text_width(page.style, (rows ? map.row(k) : map.column(k)).text,
                                             Face::Regular, page.font));
    }
    return most;
}

/// Whether every label lies upright above its own column.
bool fit_flat(const Page& page) {
    for (std::size_t n = 0; n < page.maps.size(); ++n)
        if (!columns_lie_flat(page.style, page.maps[n].map, page.parts[n], page.font, page.cell_width))
            return false;
    return true;
}

/// Everything for so many maps beside one another.
void arrange(Page& page, int columns) {
    const auto count = static_cast<int>(page.maps.size());
    page.columns = columns;
    page.rows = (count + columns - 1) / columns;
    const float wide = widest(page, false);
    page.gutter = std::min(widest(page, true), page.width * 0.2f) + 0.55f * page.font;
    const float gutters = page.gutter * static_cast<float>(page.shared_rows ? 1 : columns);
    const float room = page.width - 2 * page.margin - color_bar_room(page.style, page.font) - gutters -
                       page.space() * static_cast<float>(columns - 1);
    page.cell_width =
        std::clamp(room / static_cast<float>(columns * page.most_columns), 0.2f, 3.2f * page.font);
    page.flat = fit_flat(page);
    page.header =
        page.flat ? flat_line * page.font : std::min(wide, page.width * 0.2f) * half_root + 1.4f * page.font;
    const float tallest = tallest_map / static_cast<float>(page.rows * page.most_rows);
    page.cell_height = std::min(std::max(page.cell_width, std::min(1.3f * page.font, tallest)), tallest);
    page.column_stride = page.flat ? 1 : label_stride(page.cell_width, apart_slanted * page.font);
    page.row_stride = label_stride(page.cell_height, apart * page.font);
}

/// As many maps beside one another as leave room for every label; else as on the screen.
void arrange(Page& page) {
    const int most =
        std::min(map_grid(static_cast<int>(page.maps.size())).columns, page.settings.width_mm < 120 ? 2 : 3);
    for (int columns = most; columns > 0; --columns) {
        arrange(page, columns);
        if (page.column_stride == 1) return;
    }
    arrange(page, most);
}

/// Slanted ones may not leave the page, nor the room above the map.
void add_column_labels(const Page& page, const Cells& cells) {
    const float f = page.font;
    for (int j = cells.part.first_column; j <= cells.part.last_column; ++j) {
        if ((j + 1) % page.column_stride != 0) continue;
        const float right = page.width - page.margin - cells.x(j) - f;
        const float room = std::max(f, std::min(right, page.header - 1.1f * f) / half_root) + 0.01f;
        const bool thinned = page.column_stride > 1;
        const MapLabel label = thinned ? numbered(cells.map.column(j), j) : cells.map.column(j);
        const bool flat = page.flat || label.text == "␣";
        Label drawn = label_of(page.style, label, f, flat ? page.width : room);
        drawn.tick = thinned;
        add_column_label(cells, j, drawn, flat);
    }
}

void add_title(Scene& scene, const Page& page, const TitledMap& titled, Point at, float until) {
    const float f = page.font, size = 1.15f * f, room = std::max(until - at.x, 3 * f);
    const std::string title = fitted(page.style, titled.title, Face::Semibold, size, room);
    add_text(scene, at, title, Face::Semibold, size, page.colors().t1);
    if (titled.formula.empty()) return;
    const MathRow formula =
        math(titled.formula, {size, page.colors().t2, f, 0.25f * f, 0.45f * f, f}, page.style);
    const float left = at.x + text_width(page.style, title, Face::Semibold, size) + f;
    if (left + formula.width <= until) draw(scene, formula, {left, at.y});
}

void add_map(Scene& scene, const Page& page, std::size_t n, Point at, float until) {
    const LabelledMap& map = page.maps[n].map;
    const Part& part = page.parts[n];
    const Box box{at.x, at.y + 2 * page.font + page.header,
                  page.cell_width * static_cast<float>(part.columns()),
                  page.cell_height * static_cast<float>(part.rows())};
    const Cells cells{scene,     map,      page.style, part, box, page.cell_width, page.cell_height,
                      page.font, page.font};
    add_title(scene, page, page.maps[n], {box.x, at.y + 0.7f * page.font}, until);
    add_cells(cells, page.numbers());
    if (!page.shared_rows || n % static_cast<std::size_t>(page.columns) == 0)
        for (int i = part.first_row; i <= part.last_row; ++i) {
            if ((i + 1) % page.row_stride != 0) continue;
            const bool thinned = page.row_stride > 1;
            Label label = label_of(page.style, thinned ? numbered(map.row(i), i) : map.row(i), page.font,
                                   page.gutter - 0.5f * page.font);
            label.tick = thinned;
            add_row_label(cells, i, label, 0.5f);
        }
    add_column_labels(page, cells);
}

Page page_of(std::span<const TitledMap> maps, const PaperSettings& settings, const FigureStyle& style,
             float width) {
    const float font = std::max(4.0f, settings.font_pt);
    Page page{settings, style, maps, width, font, 0.6f * font};
    for (const TitledMap& titled : maps) {
        page.parts.push_back(part_of(titled.map, settings));
        page.most_rows = std::max(page.most_rows, page.parts.back().rows());
        page.most_columns = std::max(page.most_columns, page.parts.back().columns());
    }
    page.shared_rows = same_rows(maps);
    arrange(page);
    return page;
}

std::string caption_of(const Page& page, const std::string& beginning) {
    const bool sum_to_one = std::all_of(page.maps.begin(), page.maps.end(), [](const TitledMap& titled) {
        return rows_sum_to_one(titled.map, 0, titled.map.row_count() - 1);
    });
    return beginning + (sum_to_one ? " Each row sums to 1." : " Not every row sums to 1.") +
           (page.numbers() ? " Weights under .05 are not printed." : "");
}

} // namespace
} // namespace paper

Scene paper_maps(std::span<const TitledMap> maps, const std::string& caption, const PaperSettings& settings,
                 const FigureStyle& style) {
    Scene scene = paper_page(settings, style);
    const paper::Page page = paper::page_of(maps, settings, style, scene.width);
    const float f = page.font, room = page.width - 2 * page.margin;
    float y = page.margin;
    if (!settings.title.empty())
        y = add_paper_lines(scene, style, settings.title,
                            {Face::Semibold, 1.4f * f, page.colors().t1, Align::Centre}, {page.width / 2, y},
                            room) +
            0.6f * f;
    const float map_width = page.cell_width * static_cast<float>(page.most_columns);
    const float step_x = map_width + page.space() + (page.shared_rows ? 0 : page.gutter);
    const float step_y =
        2 * f + page.header + page.cell_height * static_cast<float>(page.most_rows) + page.space();
    for (std::size_t n = 0; n < maps.size(); ++n) {
        const auto column = static_cast<float>(n % static_cast<std::size_t>(page.columns)),
                   row = static_cast<float>(n / static_cast<std::size_t>(page.columns));
        const float x = page.margin + page.gutter + column * step_x;
        add_map(scene, page, n, {x, y + row * step_y}, std::min(x + step_x - f, page.width - page.margin));
    }
    const float right = page.margin + page.gutter + step_x * static_cast<float>(page.columns - 1) + map_width;
    paper::add_color_bar(scene, style,
                         {right - 1, y + 2 * f + page.header, 1, step_y - 2 * f - page.header - page.space()},
                         f);
    y += step_y * static_cast<float>(page.rows) - page.space() + 0.5f * f;
    const std::string note = paper::stride_note(page.row_stride, page.column_stride);
    const std::string words =
        settings.caption ? paper::caption_of(page, caption) + (note.empty() ? "" : " ") : "";
    if (!(words + note).empty())
        y = add_paper_lines(scene, style, words + note, {Face::Regular, f, page.colors().t2},
                            {page.margin, y + 0.7f * f}, room);
    scene.height = y + page.margin;
    return scene;
}

} // namespace heed
