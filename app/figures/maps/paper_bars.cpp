#include "app/figures/maps/bars.h"

#include "app/figures/base/format.h"
#include "app/figures/maps/paper_cells.h"
#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace paper {
namespace {

/// The end of the scale: the smallest round number that holds every value shown.
float end_of(const Cells& c) {
    float largest = 0;
    for (int i = c.part.first_row; i <= c.part.last_row; ++i)
        for (int j = c.part.first_column; j <= c.part.last_column; ++j)
            if (const float value = std::abs(c.map.at(i, j)); std::isfinite(value))
                largest = std::max(largest, value);
    return largest > 0 ? std::min(round_above(largest), c.map.difference() ? largest * 8 : 1.0f) : 1;
}

/// Of a strip: how far the longest bar reaches from its line.
float reach_of(const Cells& c) { return c.cell_height * (c.map.difference() ? 0.4f : 0.74f); }
/// Where that line is.
float line_of(const Cells& c, int i) { return c.y(i) + (c.map.difference() ? 0 : c.cell_height / 2); }
/// As it stands at the scale.
std::string end_words(float end) {
    return end >= 0.01f ? cell_number(static_cast<double>(end)) : compact(end);
}

/// A row: its line, and the bars on it. Below the line where values have either sign and this one is
/// negative.
void add_strip(const Cells& c, int i, float end, bool numbers) {
    const Palette& colors = c.style.colors();
    const bool both = c.map.difference();
    const float room = reach_of(c), line = line_of(c, i);
    const float wide = std::min(0.72f * c.cell_width, 2.2f * c.font);
    const Shading shading{c.style, both ? end : 0};
    for (int j = c.part.first_column; j <= c.part.last_column; ++j) {
        const float value = c.map.at(i, j);
        if (!std::isfinite(value)) continue;
        const float high = std::abs(value) / end * room;
        const Color color = both ? shading.color(value) : colors.attention;
        if (high > 0.05f)
            c.scene.add(RectItem{{c.x(j) - wide / 2, value < 0 ? line : line - high, wide, high}, color});
        const float beyond = high + 0.65f * c.font;
        if (numbers && shading.prints(value) && beyond + 0.5f * c.font <= c.cell_height)
            add_text(c.scene, {c.x(j), value < 0 ? line + beyond : line - beyond}, shading.number(value),
                     Face::Regular, c.font, colors.t2, Align::Centre);
    }
    add_line(c.scene, {c.box.x, line}, {c.box.right(), line}, colors.t1, 0.5f);
}

/// Where the longest bar of the first row would end, and what that stands for.
void add_scale(const Cells& c, float end) {
    const float room = reach_of(c), line = line_of(c, c.part.first_row);
    const Color ink = c.style.colors().t2;
    const float x = c.box.right() + 0.4f * c.font;
    add_line(c.scene, {x, line}, {x, line - room}, ink, 0.4f);
    for (const auto& [y, value] : {std::pair{line, 0.0f}, {line - room, end}}) {
        add_line(c.scene, {x, y}, {x + 0.35f * c.font, y}, ink, 0.4f);
        add_text(c.scene, {x + 0.6f * c.font, y}, value > 0 ? end_words(value) : "0", Face::Regular, c.font,
                 ink);
    }
}

std::string words_of(const Cells& c) {
    std::string text = c.map.caption;
    if (!text.empty()) text += ' ';
    if (rows_sum_to_one(c.map, c.part.first_row, c.part.last_row))
        text += c.part.columns() < c.map.column_count() ? "Each row sums to 1 over the whole source. "
                                                        : "Each row sums to 1. ";
    return text + (c.part.rows() > 1 ? "All rows have one scale." : "");
}

} // namespace
} // namespace paper

Scene paper_bars(const LabelledMap& map, const PaperSettings& settings, const FigureStyle& style) {
    using namespace paper;
    if (!map.has_values()) throw Error("bars", "there are no weights to draw");
    Scene scene = paper_page(settings, style);
    const Palette& colors = style.colors();
    const float f = std::max(4.0f, settings.font_pt), size = f * 1.15f, margin = 0.6f * f;
    Cells cells{scene, map, style, part_of(map, settings), {}, 0, 0, f, size};
    const auto rows = static_cast<float>(cells.part.rows());
    cells.cell_height = std::clamp(tallest_map / rows, 2.4f * f, rows < 2 ? 9 * f : 5 * f);

    const float end = end_of(cells);
    const std::vector<Label> names = labels_of(cells, true, cells.cell_height, scene.width * 0.26f);
    const float left = margin + 1.4f * f + widest(names) + 0.55f * size;
    const float right = margin + 1.2f * f +
                        std::max(text_width(style, end_words(end), Face::Regular, f),
                                 text_width(style, "0", Face::Regular, f));
    cells.cell_width = std::min(
        std::max(20.0f, scene.width - left - right) / static_cast<float>(cells.part.columns()), 4 * f);
    const float wide = cells.cell_width * static_cast<float>(cells.part.columns());
    cells.box = {left + (scene.width - left - right - wide) / 2, 0, wide, cells.cell_height * rows};
    std::vector<Label> columns = labels_of(cells, false, cells.cell_width, scene.width * 0.4f);
    cut_columns(cells, columns, margin);

    float y = add_title(cells, settings.title, f, margin);
    cells.box.y = y + 1.6f * f + widest(columns) * half_root + 1.1f * size;

    const bool numbers = settings.numbers && numbers_fit(style, f, cells.cell_width, cells.cell_height);
    for (int i = cells.part.first_row; i <= cells.part.last_row; ++i) {
        add_strip(cells, i, end, numbers);
        const Label& name = names[static_cast<std::size_t>(i - cells.part.first_row)];
        if (!name.text.empty()) add_row_label(cells, i, name, 0.55f);
    }
    for (std::size_t k = 0; k < columns.size(); ++k)
        if (!columns[k].text.empty())
            add_column_label(cells, cells.part.first_column + static_cast<int>(k), columns[k], false);
    add_scale(cells, end);
    const float half = text_width(style, map.row_axis, Face::Medium, f) / 2;
    if (2 * half <= cells.box.h)
        add_text(scene, {cells.box.x - (left - margin) + 0.6f * f, cells.box.centre().y}, map.row_axis,
                 Face::Medium, f, colors.t2, Align::Centre, 90);
    y = cells.box.bottom() + (map.difference() ? 0 : 0.3f * f);
    const std::string note = stride_note(stride_of_labels(cells, true, cells.cell_height),
                                         stride_of_labels(cells, false, cells.cell_width));
    if (settings.caption || !note.empty()) {
        const float from = std::min(cells.box.x, scene.width * 0.3f);
        const std::string words = settings.caption ? words_of(cells) : "";
        y = add_paper_lines(scene, style, words + (words.empty() || note.empty() ? "" : " ") + note,
                            {Face::Regular, f, colors.t2, Align::Left, 0, 1.45f}, {from, y + 1.8f * f},
                            scene.width - margin - from) -
            0.6f * f;
    }
    scene.height = y + margin;
    return scene;
}

} // namespace heed
