// A comparison on paper: the maps side by side under one colour bar.
#include "app/figures/base/color_map.h"
#include "app/figures/base/equation.h"
#include "app/figures/base/paper_parts.h"
#include "app/figures/compare/compare.h"
#include "app/figures/tokens.h"
#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float flat_line = 1.5f;                     // of the font: a line of labels
constexpr float half_root = 0.7072f;                  // cosine of 45 degrees
constexpr float apart_slanted = 1.35f, apart = 1.15f; // of the font, between labels over columns, beside rows

struct Page {
    const PaperSettings& settings;
    const FigureStyle& style;
    std::vector<const ComparePanel*> panels; // with weights
    float font, margin, width;
    int columns = 1, rows = 1; // of the grid
    bool shared_rows = false;  // all wrote the same: labels at the left edge only
    bool flat = false;         // column labels
    int row_stride = 1, column_stride = 1;
    float gutter = 0, header = 0; // of the labels of one map
    float cell_width = 0, cell_height = 0;

    const Palette& colors() const { return style.colors(); }
    const Trace& trace(std::size_t n) const { return *panels[n]->trace; }
    int first(int wanted, int count) const { return std::clamp(wanted, 0, count - 1); }
    int last(int wanted, int from, int count) const {
        return wanted < 0 ? count - 1 : std::clamp(wanted, from, count - 1);
    }
    int first_row(const Trace& t) const { return first(settings.first_row, t.outputs()); }
    int last_row(const Trace& t) const { return last(settings.last_row, first_row(t), t.outputs()); }
    int first_column(const Trace& t) const { return first(settings.first_column, t.source_length()); }
    int last_column(const Trace& t) const {
        return last(settings.last_column, first_column(t), t.source_length());
    }
    int most_rows() const {
        int most = 1;
        for (const ComparePanel* p : panels)
            most = std::max(most, last_row(*p->trace) - first_row(*p->trace) + 1);
        return most;
    }
    int most_columns() const {
        int most = 1;
        for (const ComparePanel* p : panels)
            most = std::max(most, last_column(*p->trace) - first_column(*p->trace) + 1);
        return most;
    }
    float space() const { return 1.6f * font; } // between maps
    bool has_row_labels(std::size_t n) const {
        return !shared_rows || n % static_cast<std::size_t>(columns) == 0;
    }
};

bool same_outputs(const Page& page) {
    const Trace& first = page.trace(0);
    for (std::size_t n = 1; n < page.panels.size(); ++n) {
        const Trace& other = page.trace(n);
        if (other.outputs() != first.outputs()) return false;
        for (int i = 0; i < first.outputs(); ++i)
            if (shown_output(first, i) != shown_output(other, i)) return false;
    }
    return true;
}

float widest(const Page& page, bool rows) {
    float most = 0;
    for (const ComparePanel* panel : page.panels) {
        const Trace& t = *panel->trace;
        const int from = rows ? page.first_row(t) : page.first_column(t),
                  until = rows ? page.last_row(t) : page.last_column(t);
        for (int k = from; k <= until; ++k)
            most = std::max(most, text_width(page.style, rows ? shown_output(t, k) : shown_source(t, k),
                                             Face::Regular, page.font));
    }
    return most;
}

/// Whether every label lies upright above its own column.
bool fit_flat(const Page& page) {
    for (const ComparePanel* panel : page.panels) {
        float before = -page.font; // half the width of the label before
        for (int j = page.first_column(*panel->trace); j <= page.last_column(*panel->trace); ++j) {
            const float half =
                text_width(page.style, shown_source(*panel->trace, j), Face::Italic, page.font) / 2;
            if (before + half + 0.4f * page.font > page.cell_width) return false;
            before = half;
        }
    }
    return true;
}

int stride_of(float pitch, float distance) {
    return std::max(1, static_cast<int>(std::ceil(distance / std::max(pitch, 0.05f) - 1e-3f)));
}

/// Everything for so many maps beside one another.
void arrange(Page& page, int columns) {
    const auto count = static_cast<int>(page.panels.size());
    page.columns = columns;
    page.rows = (count + columns - 1) / columns;
    const float wide = widest(page, false);
    page.gutter = std::min(widest(page, true), page.width * 0.2f) + 0.55f * page.font;
    const float gutters = page.gutter * static_cast<float>(page.shared_rows ? 1 : columns);
    const float room = page.width - 2 * page.margin - color_bar_room(page.style, page.font) - gutters -
                       page.space() * static_cast<float>(columns - 1);
    page.cell_width =
        std::clamp(room / static_cast<float>(columns * page.most_columns()), 0.2f, 3.2f * page.font);
    page.flat = fit_flat(page);
    page.header =
        page.flat ? flat_line * page.font : std::min(wide, page.width * 0.2f) * half_root + 1.4f * page.font;
    page.cell_height =
        std::max(page.cell_width,
                 std::min(1.3f * page.font, tallest_map / static_cast<float>(page.rows * page.most_rows())));
    page.cell_height =
        std::min(page.cell_height, tallest_map / static_cast<float>(page.rows * page.most_rows()));
    page.column_stride = page.flat ? 1 : stride_of(page.cell_width, apart_slanted * page.font);
    page.row_stride = stride_of(page.cell_height, apart * page.font);
}

/// As many maps beside one another as leave room for every label; else as on the screen.
void arrange(Page& page) {
    const int most = std::min(compare_grid(static_cast<int>(page.panels.size())).columns,
                              page.settings.width_mm < 120 ? 2 : 3);
    for (int columns = most; columns > 0; --columns) {
        arrange(page, columns);
        if (page.column_stride == 1) return;
    }
    arrange(page, most);
}

// ---------------------------------------------------------------------------------------------- one map

struct Map {
    Scene& scene;
    const Page& page;
    const Trace& trace;
    Box cells;
    int first_row, last_row, first_column, last_column;
    float x(int j) const { return cells.x + (static_cast<float>(j - first_column) + 0.5f) * page.cell_width; }
    float y(int i) const { return cells.y + (static_cast<float>(i - first_row) + 0.5f) * page.cell_height; }
};

void add_cells(const Map& map) {
    const Page& page = map.page;
    MatrixItem matrix;
    matrix.rows = map.last_row - map.first_row + 1;
    matrix.columns = map.last_column - map.first_column + 1;
    auto values = std::make_shared<std::vector<float>>();
    for (int i = map.first_row; i <= map.last_row; ++i)
        for (int j = map.first_column; j <= map.last_column; ++j) values->push_back(map.trace.weight(i, j));
    matrix.box = map.cells;
    matrix.values = std::move(values);
    matrix.map = page.style.map;
    matrix.scale = page.style.scale;
    matrix.dark = page.colors().dark();
    map.scene.add(matrix);
    const Color grid = fade(page.colors().line, 0.8f);
    if (std::min(page.cell_width, page.cell_height) >= 3) {
        for (int i = map.first_row + 1; i <= map.last_row; ++i) {
            const float y = map.y(i) - page.cell_height / 2;
            add_line(map.scene, {map.cells.x, y}, {map.cells.right(), y}, grid, 0.25f);
        }
        for (int j = map.first_column + 1; j <= map.last_column; ++j) {
            const float x = map.x(j) - page.cell_width / 2;
            add_line(map.scene, {x, map.cells.y}, {x, map.cells.bottom()}, grid, 0.25f);
        }
    }
    map.scene.add(RectItem{map.cells, {0, 0, 0, 0}, page.colors().t1, 0.6f, 0, {}});
}

bool has_numbers(const Page& page) {
    const float width = text_width(page.style, ".88", Face::Regular, page.font);
    return page.settings.numbers && page.cell_width >= width + 2 * clear_of_edge * page.font &&
           page.cell_height >= page.font * 1.2f;
}

void add_numbers(const Map& map) {
    const Page& page = map.page;
    if (!has_numbers(page)) return;
    for (int i = map.first_row; i <= map.last_row; ++i)
        for (int j = map.first_column; j <= map.last_column; ++j) {
            const float a = map.trace.weight(i, j);
            if (!(a >= printed_from)) continue;
            const Color cell =
                map_color(page.style.map, page.colors().dark(), apply_scale(page.style.scale, a));
            add_text(map.scene, {map.x(j), map.y(i)}, cell_number(a), Face::Regular, page.font, ink_on(cell),
                     Align::Centre);
        }
}

void add_row_labels(const Map& map) {
    const Page& page = map.page;
    const float f = page.font;
    for (int i = map.first_row; i <= map.last_row; i += page.row_stride) {
        const bool end = map.trace.steps[static_cast<std::size_t>(i)].token.is_end;
        const Face face = end ? Face::Italic : Face::Regular;
        add_text(map.scene, {map.cells.x - 0.5f * f, map.y(i)},
                 fitted(page.style, shown_output(map.trace, i), face, f, page.gutter - 0.5f * f), face, f,
                 end ? page.colors().t3 : page.colors().t1, Align::Right);
    }
}

/// None may leave the page, or reach over the next map's first label by more than the space between.
void add_column_labels(const Map& map) {
    const Page& page = map.page;
    const float f = page.font;
    for (int j = map.first_column; j <= map.last_column; j += page.column_stride) {
        const bool end = is_quiet_source(map.trace, j);
        const Face face = end ? Face::Italic : Face::Regular;
        const Color color = end ? page.colors().t3 : page.colors().t1;
        const std::string text = shown_source(map.trace, j);
        if (page.flat || text == shown(" ")) {
            add_text(map.scene, {map.x(j), map.cells.y - 0.75f * f}, text, face, f, color, Align::Centre);
            continue;
        }
        const float right = page.width - page.margin - map.x(j) - f;
        const float room = std::max(f, std::min(right, page.header - 1.1f * f) / half_root);
        add_text(map.scene, {map.x(j) + 0.1f * f, map.cells.y - 0.6f * f},
                 fitted(page.style, text, face, f, room + 0.01f), face, f, color, Align::Left, 45);
    }
}

void add_title(const Map& map, const ComparePanel& panel, float y, float until) {
    const Page& page = map.page;
    const float size = 1.15f * page.font, x = map.cells.x, room = std::max(until - x, 3 * page.font);
    const std::string title = fitted(page.style, panel.title, Face::Semibold, size, room);
    add_text(map.scene, {x, y}, title, Face::Semibold, size, page.colors().t1);
    if (panel.formula.empty()) return;
    const float f = page.font;
    const MathRow formula =
        math(panel.formula, {1.15f * f, page.colors().t2, f, 0.25f * f, 0.45f * f, f}, page.style);
    const float left = x + text_width(page.style, title, Face::Semibold, size) + f;
    if (left + formula.width <= until) draw(map.scene, formula, {left, y});
}

std::string caption_of(const Page& page) {
    bool sum_to_one = true;
    for (const ComparePanel* panel : page.panels)
        sum_to_one = sum_to_one &&
                     ((panel->trace->at(Quantity::Weights).colwise().sum().array() - 1).abs() < 5e-3f).all();
    const ModelFacts& model = page.trace(0).model;
    std::string text = model.title.empty() ? "Attention weights" : model.title + ": attention weights";
    text += ", outputs down, source across.";
    if (!sum_to_one)
        text += " Not every row sums to 1.";
    else
        text += " Each row sums to 1.";
    if (has_numbers(page)) text += " Weights under .05 are not printed.";
    return text;
}

void add_map(Scene& scene, const Page& page, std::size_t n, Point at, float until) {
    const ComparePanel& panel = *page.panels[n];
    const Trace& t = *panel.trace;
    Map map{
        scene, page, t, {}, page.first_row(t), page.last_row(t), page.first_column(t), page.last_column(t)};
    map.cells = {at.x, at.y + 2 * page.font + page.header,
                 page.cell_width * static_cast<float>(map.last_column - map.first_column + 1),
                 page.cell_height * static_cast<float>(map.last_row - map.first_row + 1)};
    add_title(map, panel, at.y + 0.7f * page.font, until);
    add_cells(map);
    add_numbers(map);
    if (page.has_row_labels(n)) add_row_labels(map);
    add_column_labels(map);
}

Page page_of(std::span<const ComparePanel> panels, const PaperSettings& settings, const FigureStyle& style) {
    Page page{settings, style,
              {},       std::max(4.0f, settings.font_pt),
              0,        std::max(40.0f, settings.width_mm) / 25.4f * 72};
    page.margin = 0.6f * page.font;
    for (const ComparePanel& panel : panels)
        if (panel.trace && panel.trace->has_weights()) page.panels.push_back(&panel);
    if (page.panels.empty()) throw Error("comparison", "none of these models has attention weights to draw");
    page.shared_rows = same_outputs(page);
    arrange(page);
    return page;
}

/// Lines of text below one another; returns the new y.
float add_lines(Scene& scene, const Page& page, const std::string& text, float y, float size, Face face,
                Color color, Align align) {
    const float room = page.width - 2 * page.margin;
    for (const std::string& line : wrap_words(page.style, text, size, room)) {
        add_text(scene, {align == Align::Centre ? page.width / 2 : page.margin, y + 0.6f * size},
                 fitted(page.style, line, face, size, room), face, size, color, align);
        y += 1.4f * size;
    }
    return y;
}

} // namespace

Scene paper_compare(std::span<const ComparePanel> panels, const PaperSettings& settings,
                    const FigureStyle& style) {
    const Page page = page_of(panels, settings, style);
    const float f = page.font;
    Scene scene;
    scene.width = page.width;
    if (!settings.transparent) scene.background = page.colors().dark() ? page.colors().bg0 : rgb(0xFFFFFF);
    float y = page.margin;
    if (!settings.title.empty())
        y = add_lines(scene, page, settings.title, y, 1.4f * f, Face::Semibold, page.colors().t1,
                      Align::Centre) +
            0.6f * f;
    const float map_width = page.cell_width * static_cast<float>(page.most_columns());
    const float step_x = map_width + page.space() + (page.shared_rows ? 0 : page.gutter);
    const float step_y =
        2 * f + page.header + page.cell_height * static_cast<float>(page.most_rows()) + page.space();
    for (std::size_t n = 0; n < page.panels.size(); ++n) {
        const auto column = static_cast<float>(n % static_cast<std::size_t>(page.columns)),
                   row = static_cast<float>(n / static_cast<std::size_t>(page.columns));
        const float x = page.margin + page.gutter + column * step_x;
        add_map(scene, page, n, {x, y + row * step_y}, std::min(x + step_x - f, page.width - page.margin));
    }
    const float right = page.margin + page.gutter + step_x * static_cast<float>(page.columns - 1) + map_width;
    add_color_bar(scene, style,
                  {right - 1, y + 2 * f + page.header, 1, step_y - 2 * f - page.header - page.space()}, f);
    y += step_y * static_cast<float>(page.rows) - page.space() + 0.5f * f;
    if (settings.caption)
        y = add_lines(scene, page, caption_of(page), y + 0.7f * f, f, Face::Regular, page.colors().t2,
                      Align::Left);
    scene.height = y + page.margin;
    return scene;
}

} // namespace heed
