#include "app/figures/maps/paper_cells.h"

#include "app/figures/base/format.h"

#include <algorithm>
#include <cmath>

namespace heed::paper {
namespace {

constexpr float bar_from = 1.3f, bar_width = 0.95f, tick_from = 0.6f; // of the font, right of the cells
constexpr float clear_of_edge = 0.09f; // of the font, on either side of a number

} // namespace

Part part_of(const LabelledMap& map, const PaperSettings& settings) {
    const auto range = [](int first, int last, int count) {
        first = std::clamp(first, 0, count - 1);
        return std::pair{first, last < 0 ? count - 1 : std::clamp(last, first, count - 1)};
    };
    const auto [first_row, last_row] = range(settings.first_row, settings.last_row, map.row_count());
    const auto [first_column, last_column] =
        range(settings.first_column, settings.last_column, map.column_count());
    return {first_row, last_row, first_column, last_column};
}

Label label_of(const FigureStyle& style, const MapLabel& label, float size, float room) {
    const Face face = label.quiet ? Face::Italic : Face::Regular;
    const std::string text = fitted(style, label.text, face, size, room);
    return {text, face, label.quiet ? style.colors().t3 : style.colors().t1,
            text_width(style, text, face, size)};
}

std::vector<Label> labels_of(const Cells& c, bool rows, float pitch, float room) {
    const int first = rows ? c.part.first_row : c.part.first_column,
              last = rows ? c.part.last_row : c.part.last_column;
    const int stride = stride_of_labels(c, rows, pitch);
    std::vector<Label> labels(static_cast<std::size_t>(last - first + 1));
    for (int k = first; k <= last; ++k) {
        if ((k + 1) % stride != 0) continue;
        const MapLabel& whole = rows ? c.map.row(k) : c.map.column(k);
        Label& label = labels[static_cast<std::size_t>(k - first)];
        label = label_of(c.style, stride > 1 ? numbered(whole, k) : whole, c.label_size, room);
        label.tick = stride > 1;
    }
    return labels;
}

int stride_of_labels(const Cells& c, bool rows, float pitch) {
    return label_stride(pitch, c.label_size * (rows ? 1.2f : 1.4f));
}

int label_stride(float pitch, float room) {
    for (int power = 1;; power *= 10)
        for (const int step : {1, 2, 5})
            if (static_cast<float>(step * power) * std::max(pitch, 0.05f) >= room - 1e-3f)
                return step * power;
}

MapLabel numbered(const MapLabel& label, int place) {
    MapLabel result = label;
    const std::string number = std::to_string(place + 1);
    result.text = label.text == number ? number : number + " " + label.text;
    return result;
}

std::string stride_note(int rows, int columns) {
    std::string note;
    const auto add = [&note](int stride, const char* what) {
        note += note.empty() ? "Every " : " and every ";
        note += std::to_string(stride);
        note += stride == 2 ? "nd " : "th ";
        note += what;
    };
    if (rows > 1) add(rows, rows == columns ? "row and column" : "row");
    if (columns > 1 && rows != columns) add(columns, "column");
    if (!note.empty()) note += " is labelled.";
    return note;
}

float widest(const std::vector<Label>& labels) {
    float width = 0;
    for (const Label& label : labels) width = std::max(width, label.width);
    return width;
}

bool columns_lie_flat(const FigureStyle& style, const LabelledMap& map, const Part& part, float size,
                      float cell_width) {
    float before = -size; // half the width of the label before
    for (int j = part.first_column; j <= part.last_column; ++j) {
        const float half = text_width(style, map.column(j).text, Face::Italic, size) / 2;
        const float gap = map.column(j).quiet ? 0.25f : 0.4f; // its face tells “end” from the letter before
        if (before + half + gap * size > cell_width) return false;
        before = half;
    }
    return true;
}

void cut_columns(const Cells& c, std::vector<Label>& columns, float margin) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
        const float room =
            c.scene.width - margin - c.box.x - (static_cast<float>(k) + 0.6f) * c.cell_width - c.label_size;
        Label& label = columns[k];
        if (label.width * half_root <= room) continue;
        label.text =
            fitted(c.style, label.text, label.face, c.label_size, std::max(c.label_size, room / half_root));
        label.width = text_width(c.style, label.text, label.face, c.label_size);
    }
}

bool numbers_fit(const FigureStyle& style, float font, float cell_width, float cell_height) {
    return cell_width >= text_width(style, ".88", Face::Regular, font) + 2 * clear_of_edge * font &&
           cell_height >= font * 1.2f;
}

void add_cells(const Cells& c, bool numbers) {
    const Shading shading{c.style, c.map.scale};
    const Part& part = c.part;
    auto shades = std::make_shared<std::vector<float>>();
    shades->reserve(static_cast<std::size_t>(part.rows() * part.columns()));
    for (int i = part.first_row; i <= part.last_row; ++i)
        for (int j = part.first_column; j <= part.last_column; ++j)
            shades->push_back(shading.shade(c.map.at(i, j)));
    c.scene.add(shading.matrix(c.box, part.rows(), part.columns(), std::move(shades)));

    const Color grid = fade(c.style.colors().line, 0.8f);
    if (c.cell_height >= 3)
        for (int i = 1; i < part.rows(); ++i) {
            const float y = c.box.y + static_cast<float>(i) * c.cell_height;
            add_line(c.scene, {c.box.x, y}, {c.box.right(), y}, grid, 0.25f);
        }
    if (c.cell_width >= 3)
        for (int j = 1; j < part.columns(); ++j) {
            const float x = c.box.x + static_cast<float>(j) * c.cell_width;
            add_line(c.scene, {x, c.box.y}, {x, c.box.bottom()}, grid, 0.25f);
        }
    add_frame(c.scene, c.box, c.style.colors().t1, 0.6f);
    if (!numbers) return;
    for (int i = part.first_row; i <= part.last_row; ++i)
        for (int j = part.first_column; j <= part.last_column; ++j)
            if (const float value = c.map.at(i, j); shading.prints(value))
                add_text(c.scene, {c.x(j), c.y(i)}, shading.number(value), Face::Regular, c.font,
                         shading.ink(value), Align::Centre);
}

void add_row_label(const Cells& c, int i, const Label& label, float gap) {
    if (label.tick)
        add_line(c.scene, {c.box.x - 0.4f * c.label_size, c.y(i)}, {c.box.x, c.y(i)}, c.style.colors().t1,
                 0.4f);
    add_text(c.scene, {c.box.x - gap * c.label_size, c.y(i)}, label.text, label.face, c.label_size,
             label.color, Align::Right);
}

void add_column_label(const Cells& c, int j, const Label& label, bool flat) {
    const float size = c.label_size;
    if (label.tick)
        add_line(c.scene, {c.x(j), c.box.y - 0.4f * size}, {c.x(j), c.box.y}, c.style.colors().t1, 0.4f);
    if (flat || label.text == shown(" "))
        add_text(c.scene, {c.x(j), c.box.y - 0.75f * size}, label.text, label.face, size, label.color,
                 Align::Centre);
    else
        add_text(c.scene, {c.x(j) + 0.1f * size, c.box.y - 0.6f * size}, label.text, label.face, size,
                 label.color, Align::Left, 45);
}

float add_title(const Cells& cells, const std::string& title, float font, float margin) {
    Scene& scene = cells.scene;
    const Palette& colors = cells.style.colors();
    float y = margin;
    if (!title.empty())
        y = add_paper_lines(scene, cells.style, title,
                            {Face::Semibold, 1.4f * font, colors.t1, Align::Centre, 0.9f / 1.4f, 1.9f / 1.4f},
                            {scene.width / 2, y}, scene.width - 2 * margin) +
            0.6f * font;
    add_text(scene, {cells.box.centre().x, y + 0.6f * font}, cells.map.column_axis, Face::Medium, font,
             colors.t2, Align::Centre);
    return y;
}

float color_bar_room(const FigureStyle& style, float font) {
    return (bar_from + bar_width + tick_from) * font + text_width(style, "0.75", Face::Regular, font) +
           1.6f * font;
}

void add_color_bar(Scene& scene, const FigureStyle& style, Box cells, float font, float scale) {
    const Palette& c = style.colors();
    const float height = std::max(std::min(cells.h, 220.0f), std::min(cells.h, 6 * font));
    const Box bar{cells.right() + bar_from * font, cells.y, bar_width * font, height};
    const Shading shading{style, scale};
    add_ramp(scene, shading, bar, 128, true);
    scene.add(RectItem{bar, {0, 0, 0, 0}, c.t1, 0.4f, 0, {}});
    const int parts = height >= 5 * font * 1.3f && !shading.difference() ? 4 : height >= 3 * font ? 2 : 1;
    for (int k = 0; k <= parts; ++k) {
        const float value = static_cast<float>(k) / static_cast<float>(parts),
                    y = bar.bottom() - value * bar.h;
        add_line(scene, {bar.right(), y}, {bar.right() + 0.35f * font, y}, c.t1, 0.4f);
        add_text(scene, {bar.right() + tick_from * font, y},
                 k == 0                 ? shading.least()
                 : k == parts           ? shading.most()
                 : shading.difference() ? "0"
                                        : fixed(value, 2),
                 Face::Regular, font, c.t1);
    }
    const std::string title = shading.difference() ? "Learned number" : "Attention weight";
    const float width = text_width(style, title, Face::Medium, font);
    if (width <= bar.h + 2 * font)
        add_text(scene,
                 {cells.right() + color_bar_room(style, font) - 0.6f * font,
                  std::max(bar.centre().y, cells.y + width / 2)},
                 title, Face::Medium, font, c.t2, Align::Centre, 90);
}

} // namespace heed::paper
