// One map on a page: its labels decide what is left for the cells.
#include "app/figures/maps/paper.h"

#include "app/figures/maps/paper_cells.h"
#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace paper {
namespace {

std::string caption_of(const Cells& c, bool numbers) {
    std::string text = c.map.caption;
    constexpr std::string_view unprinted = "weights under .05 are not printed.";
    if (!text.empty()) text += ' ';
    if (c.map.difference()) return text + (numbers ? "Those under .05 are not printed." : "");
    if (rows_sum_to_one(c.map, c.part.first_row, c.part.last_row)) {
        text += c.part.columns() < c.map.column_count() ? "Each row sums to 1 over the whole source"
                                                        : "Each row sums to 1";
        if (!numbers) return text + '.';
        return text.append("; ").append(unprinted);
    }
    if (numbers) text.append("W").append(unprinted, 1);
    return text;
}

/// Cells are square while the page allows it; what is left over goes to both sides.
void place_cells(Cells& c, float left, float right, float top) {
    const float room = std::max(20.0f, c.scene.width - left - right);
    const auto rows = static_cast<float>(c.part.rows()), columns = static_cast<float>(c.part.columns());
    c.cell_width = std::min(room / columns, 3.2f * c.font);
    c.cell_height = std::min(c.cell_width, tallest_map / rows);
    if (c.part.rows() <= 40)
        c.cell_height = std::max(c.cell_height, std::min(c.label_size * 1.3f, tallest_map / 40));
    const float wide = c.cell_width * columns;
    c.box = {left + (room - wide) / 2, top, wide, c.cell_height * rows};
}

} // namespace
} // namespace paper

Scene paper_heatmap(const LabelledMap& map, const PaperSettings& settings, const FigureStyle& style) {
    using namespace paper;
    if (!map.has_values() || map.values.rows() != map.column_count() || map.values.cols() != map.row_count())
        throw Error("heatmap", "there are no weights to draw");
    Scene scene = paper_page(settings, style);
    const Palette& colors = style.colors();
    const float f = std::max(4.0f, settings.font_pt), size = f * 1.15f, margin = 0.6f * f;
    Cells cells{scene, map, style, part_of(map, settings), {}, 0, 0, f, size};

    // Labels first: they decide what is left for the cells. Their stride follows from the cells' size, so
    // twice.
    float left = 0;
    const float right = margin + color_bar_room(style, f);
    std::vector<Label> rows;
    for (int pass = 0; pass < 2; ++pass) {
        rows = labels_of(cells, true, pass == 0 ? 1000 : cells.cell_height, scene.width * 0.26f);
        left = margin + 1.4f * f + widest(rows) + 0.55f * size;
        place_cells(cells, left, right, 0);
    }
    const bool flat = columns_lie_flat(style, map, cells.part, size, cells.cell_width);
    std::vector<Label> columns = labels_of(cells, false, flat ? 1000 : cells.cell_width, scene.width * 0.4f);
    if (!flat) cut_columns(cells, columns, margin);
    // Never smaller than the rest: a number that would touch its cell's edges is left out.
    const bool numbers = settings.numbers && numbers_fit(style, f, cells.cell_width, cells.cell_height);

    float y = add_title(cells, settings.title, f, margin);
    y += 1.6f * f + (flat ? 1.5f * size : widest(columns) * half_root + 1.1f * size);
    place_cells(cells, left, right, y);
    add_cells(cells, numbers);
    for (std::size_t k = 0; k < rows.size(); ++k)
        if (!rows[k].text.empty())
            add_row_label(cells, cells.part.first_row + static_cast<int>(k), rows[k], 0.55f);
    for (std::size_t k = 0; k < columns.size(); ++k)
        if (!columns[k].text.empty())
            add_column_label(cells, cells.part.first_column + static_cast<int>(k), columns[k], flat);
    add_color_bar(scene, style, cells.box, f, map.scale);
    const float half = text_width(style, map.row_axis, Face::Medium, f) / 2;
    add_text(scene,
             {cells.box.x - (left - margin) + 0.6f * f, std::max(cells.box.centre().y, cells.box.y + half)},
             map.row_axis, Face::Medium, f, colors.t2, Align::Centre, 90);
    y = std::max(cells.box.bottom(), cells.box.y + 2 * half);
    const std::string note = stride_note(stride_of_labels(cells, true, cells.cell_height),
                                         stride_of_labels(cells, false, flat ? 1000 : cells.cell_width));
    if (settings.caption || !note.empty()) {
        const std::string caption = settings.caption ? caption_of(cells, numbers) : "";
        const float from = std::min(cells.box.x, scene.width * 0.3f);
        y = add_paper_lines(scene, style, caption + (caption.empty() || note.empty() ? "" : " ") + note,
                            {Face::Regular, f, colors.t2, Align::Left, 0, 1.45f}, {from, y + 1.8f * f},
                            scene.width - margin - from) -
            0.6f * f;
    } else {
        y += 0.5f * f;
    }
    scene.height = y + margin;
    return scene;
}

} // namespace heed
