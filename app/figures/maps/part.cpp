#include "app/figures/maps/part.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/maps/cells.h"
#include "app/figures/maps/whole_map.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace heed {
namespace {

constexpr float left_gutter = 144, right_gutter = 72, strip_room = 136, strip_width = 120; // px
constexpr float title_room = 44, words_room = 76, numbers_room = 22, foot = 36;
constexpr float readable_wide = 12,
                readable_high = 10; // of a cell whose words can be read, when all are there
constexpr float turned = 60;        // degrees
constexpr float rounding = 0.01f;

/// How large cells would be with all of the map on the card.
CellSize cell_on_card(int rows, int columns, const MapSettings& settings) {
    return {(settings.width - 190) / static_cast<float>(std::max(1, columns)),
            (settings.height - 150) / static_cast<float>(std::max(1, rows))};
}

struct PartPainter {
    Scene& scene;
    const LabelledMap& map;
    const MapPart& part;
    const MapSettings& settings;
    const FigureStyle& style;

    const Palette& colors() const { return style.colors(); }
    const MapWindow& window() const { return part.window; }
    float x(int j) const {
        return part.cells.x + (static_cast<float>(j) + 0.5f - window().column) * window().cell.width;
    }
    float y(int i) const {
        return part.cells.y + (static_cast<float>(i) + 0.5f - window().row) * window().cell.height;
    }
    int first_row() const { return static_cast<int>(window().row + rounding); }
    int last_row() const {
        return std::min(part.room.rows,
                        static_cast<int>(std::ceil(window().row + window().rows - rounding))) -
               1;
    }
    int first_column() const { return static_cast<int>(window().column + rounding); }
    int last_column() const {
        return std::min(part.room.columns,
                        static_cast<int>(std::ceil(window().column + window().columns - rounding))) -
               1;
    }
    bool row_whole(int i) const {
        const float half = window().cell.height / 2;
        return y(i) - half >= part.cells.y - 0.5f && y(i) + half <= part.cells.bottom() + 0.5f;
    }
    bool column_whole(int j) const {
        const float half = window().cell.width / 2;
        return x(j) - half >= part.cells.x - 0.5f && x(j) + half <= part.cells.right() + 0.5f;
    }
    float value(int i, int j) const {
        const MapValues& v = *settings.values;
        return v.values[static_cast<std::size_t>(i) * static_cast<std::size_t>(v.columns) +
                        static_cast<std::size_t>(j)];
    }
    std::string number_of(const MapLabel& label, int k) const {
        return std::to_string(label.number > 0 ? label.number : k + 1);
    }
};

void add_cells(const PartPainter& p) {
    const Shading shading{p.style, p.map.scale};
    TiledItem tiles = shading.tiles(p.part.cells, p.settings.values);
    tiles.first_row = p.window().row;
    tiles.first_column = p.window().column;
    tiles.rows = p.window().rows;
    tiles.columns = p.window().columns;
    const float side = std::min(p.window().cell.width, p.window().cell.height);
    tiles.gap = cell_gap(side);
    tiles.radius = cell_radius(side);
    p.scene.add(std::move(tiles));
    if (!p.style.numbers || p.window().cell.width < 30 || p.window().cell.height < 16) return;
    const bool all = p.window().cell.width >= zoom_stops[4].from;
    for (int i = p.first_row(); i <= p.last_row(); ++i)
        for (int j = p.first_column(); p.row_whole(i) && j <= p.last_column(); ++j)
            if (const float value = p.value(i, j);
                p.column_whole(j) && std::isfinite(value) && (all || shading.prints(value)))
                add_text(p.scene, {p.x(j), p.y(i)}, shading.number(value), Face::Mono, 11, shading.ink(value),
                         Align::Centre);
}

void add_rows(const PartPainter& p) {
    const Palette& c = p.colors();
    const float high = p.window().cell.height, right = p.part.cells.x - 9;
    int stride = 1;
    while (high * static_cast<float>(stride) < 10.5f) stride = stride == 1 ? 5 : stride * 2;
    const auto at = [&](int i) {
        const MapLabel& label = p.map.row(i);
        const bool now = i == p.settings.row;
        const std::string number = p.number_of(label, i);
        add_text(p.scene, {stride == 1 ? 44 : right, p.y(i)}, number, Face::Mono, 11, now ? c.t1 : c.t3,
                 Align::Right);
        if (stride > 1 && !now) return;
        const float edge = stride == 1 ? right : right - text_width(p.style, number, Face::Mono, 11) - 8;
        const Face face = now ? Face::Semibold : Face::Regular;
        add_text(p.scene, {edge, p.y(i)},
                 fitted(p.style, label.text, face, 11, edge - (stride == 1 ? 52 : 8)), face, 11,
                 now           ? c.output
                 : label.quiet ? c.t3
                               : c.t2,
                 Align::Right);
    };
    const int now = p.settings.row;
    const bool shown = now >= p.first_row() && now <= p.last_row() && p.y(now) > p.part.cells.y - 1;
    for (int i = p.first_row() - p.first_row() % stride + stride - 1; i <= p.last_row(); i += stride)
        if ((stride > 1 || p.row_whole(i)) &&
            (i == now || !shown || stride == 1 || std::abs(p.y(i) - p.y(now)) >= 12))
            if (i != now) at(i);
    if (shown) at(now);
}

void add_columns(const PartPainter& p) {
    const Palette& c = p.colors();
    const int spacing = number_spacing(p.window().cell.width), now = p.settings.column;
    const bool shown = now >= p.first_column() && now <= p.last_column() && p.x(now) > p.part.cells.x &&
                       p.x(now) < p.part.cells.right();
    const auto number = [&](int j, Color color) {
        add_text(p.scene, {p.x(j), p.part.numbers_y}, p.number_of(p.map.column(j), j), Face::Mono, 11, color,
                 Align::Centre);
    };
    for (int j = p.first_column() - p.first_column() % spacing + spacing - 1; j <= p.last_column();
         j += spacing)
        if (p.x(j) > p.part.cells.x + 6 && p.x(j) < p.part.cells.right() - 6 &&
            (!shown || std::abs(p.x(j) - p.x(now)) >= 30))
            number(j, c.t3);
    if (shown) number(now, c.t1);
    const auto word = [&](int j, float room) {
        const Face face = j == now ? Face::Semibold : Face::Regular;
        return fitted(p.style, p.map.column(j).text, face, 11, room);
    };
    if (p.part.words_y > 0) {
        for (int j = p.first_column(); j <= p.last_column(); ++j)
            if (p.column_whole(j))
                add_text(p.scene, {p.x(j), p.part.words_y}, word(j, (words_room - 8) / 0.87f),
                         j == now ? Face::Semibold : Face::Regular, 11, j == now ? c.attention : c.t3,
                         Align::Left, turned);
    } else if (shown) {
        const std::string text = word(now, 240);
        const float half = text_width(p.style, text, Face::Semibold, 11) / 2;
        const float x = std::clamp(p.x(now), p.part.cells.x + half,
                                   std::max(p.part.cells.x + half, p.part.cells.right() - half));
        add_text(p.scene, {x, p.part.numbers_y - 16}, text, Face::Semibold, 11, c.attention, Align::Centre);
    }
}

/// Beside rows that do not sum to 1: how much there is.
void add_sums(const PartPainter& p) {
    const float high = p.window().cell.height;
    if (p.map.scale > 0 || high < 10) return;
    for (int i = p.first_row(); i <= p.last_row(); ++i) {
        if (!p.row_whole(i)) continue;
        float sum = 0;
        for (int j = 0; j < p.part.room.columns; ++j) sum += p.value(i, j);
        if (std::abs(sum - 1) > 0.005f)
            add_text(p.scene, {p.part.cells.right() + 8, p.y(i)}, "Σ " + fixed(static_cast<double>(sum), 2),
                     Face::Mono, 11, p.colors().t3);
    }
}

void add_frames(const PartPainter& p) {
    const Box& cells = p.part.cells;
    p.scene.add(ClipItem{grown(cells, 2)});
    const auto frame = [&](Box box) {
        add_frame(p.scene, grown(box, 1), fade(p.colors().t1, 0.62f), 1,
                  std::min({3.0f, box.w / 2, box.h / 2}));
    };
    const CellSize cell = p.window().cell;
    if (const int i = p.settings.row; i >= p.first_row() && i <= p.last_row())
        frame({cells.x, p.y(i) - cell.height / 2, cells.w, cell.height});
    if (const int j = p.settings.column; j >= p.first_column() && j <= p.last_column())
        frame({p.x(j) - cell.width / 2, cells.y, cell.width, cells.h});
    p.scene.add(ClipEnd{});
}

void add_picks(const PartPainter& p) {
    const Box& cells = p.part.cells;
    const CellSize cell = p.window().cell;
    p.scene.pick_cells({0, cells.y, cells.x, cells.h}, {PickKind::Row, -1, -1},
                       {cells.x, cell.height, p.window().row, -1});
    p.scene.pick_cells({cells.x, title_room, cells.w, cells.y - title_room}, {PickKind::Column, -1, -1},
                       {cell.width, cells.y, -1, p.window().column});
    p.scene.pick_cells(cells, {PickKind::Cell, -1, -1},
                       {cell.width, cell.height, p.window().row, p.window().column});
}

void add_head(const PartPainter& p) {
    const Palette& c = p.colors();
    const float right = p.settings.width - 16.0f;
    float until = right;
    const int i = p.settings.row, j = p.settings.column;
    if (i >= 0 && j >= 0 && i < p.part.room.rows && j < p.part.room.columns) {
        const Shading shading{p.style, p.map.scale};
        const float value = p.value(i, j);
        const std::string number =
            shading.difference() ? shading.number(value) : fixed(static_cast<double>(value), 4);
        add_text(p.scene, {right, 20}, number, Face::Mono, 13, shading.difference() ? c.t1 : c.attention,
                 Align::Right);
        const float before = right - text_width(p.style, number, Face::Mono, 13) - 12;
        const std::string words = fitted(p.style, p.map.row(i).text + " → " + p.map.column(j).text,
                                         Face::Regular, 11, p.settings.width * 0.34f);
        add_text(p.scene, {before, 20}, words, Face::Regular, 11, c.t3, Align::Right);
        until = before - text_width(p.style, words, Face::Regular, 11) - 8;
    }
    add_text(p.scene, {16.0f, 20},
             fitted(p.style, p.settings.title, Face::Semibold, 13, std::max(30.0f, until - 16.0f)),
             Face::Semibold, 13, c.t1);
}

} // namespace

MapPart map_part(int rows, int columns, const MapSettings& settings) {
    MapPart part;
    MapRoom& room = part.room;
    room.rows = std::max(1, rows);
    room.columns = std::max(1, columns);
    room.usual_wide = room.most_high = 60;
    const float right = right_gutter + strip_room;
    room.width = std::max(60.0f, settings.width - left_gutter - right);
    const CellSize on_card = cell_on_card(rows, columns, settings);
    part.fits = on_card.width >= readable_wide && on_card.height >= readable_high;
    part.zoomed = settings.overview && (!part.fits || settings.zoom.scale > 0);
    const auto top_at = [&](float width) {
        return title_room + (width >= zoom_stops[2].from - rounding ? words_room : 16) + numbers_room;
    };
    const auto high_at = [&](float width) { return std::max(40.0f, settings.height - top_at(width) - foot); };
    room.height = high_at(std::min(room.usual_wide, room.width / static_cast<float>(room.columns)));
    part.least = least_scale(room);
    if (part.fits)
        part.least = scale_of_width(room, std::max(readable_wide, std::min(on_card.width, room.usual_wide)));
    part.scale = settings.zoom.scale > 0
                     ? std::clamp(settings.zoom.scale, least_scale(room), most_scale(room))
                     : part.least;
    const CellSize cell = cell_at(room, part.scale);
    MapRoom now = room;
    now.height = high_at(cell.width);
    if (cell.height >= 10 && static_cast<float>(room.rows) * cell.height > now.height)
        now.height = std::max(1.0f, std::floor(now.height / cell.height + rounding)) * cell.height;
    part.window = window_at(now, cell, settings.zoom.column, settings.zoom.row);
    const float top = top_at(cell.width);
    part.cells = {left_gutter, top, part.window.columns * cell.width, part.window.rows * cell.height};
    part.numbers_y = top - 12;
    part.words_y = cell.width >= zoom_stops[2].from - rounding ? top - numbers_room - 4 : 0;
    part.whole = {settings.width - strip_room, 72, strip_width,
                  std::max(8.0f, settings.height - 72 - 2 * foot)};
    part.all = part.window.columns >= static_cast<float>(room.columns) - rounding &&
               part.window.rows >= static_cast<float>(room.rows) - rounding;
    return part;
}

MapZoom zoom_about(int rows, int columns, const MapSettings& settings, float scale, Point at) {
    const MapPart now = map_part(rows, columns, settings);
    if (now.fits && scale <= now.least * 1.001f) return {};
    MapSettings zoomed = settings;
    zoomed.zoom = {scale, false, 0, 0};
    const MapPart then = map_part(rows, columns, zoomed);
    // How far the point stands in each of them: beside them, at their edge.
    const auto into = [](float at_px, float from, float length) {
        return std::clamp(at_px - from, 0.0f, length);
    };
    const auto column_at = [&](const MapPart& p) {
        return into(at.x, p.cells.x, p.cells.w) / p.window.cell.width;
    };
    const auto row_at = [&](const MapPart& p) {
        return into(at.y, p.cells.y, p.cells.h) / p.window.cell.height;
    };
    const float column = now.window.column + column_at(now), row = now.window.row + row_at(now);
    const auto within = [](float corner, int count, float in_view) {
        return std::clamp(corner, 0.0f, std::max(0.0f, static_cast<float>(count) - in_view));
    };
    return {then.scale, false, within(column - column_at(then), columns, then.window.columns),
            within(row - row_at(then), rows, then.window.rows)};
}

Scene part_figure(const LabelledMap& map, const MapPart& part, const MapSettings& settings,
                  const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    if (settings.card)
        scene.add(RectItem{{0.5f, 0.5f, settings.width - 1, settings.height - 1},
                           style.colors().bg1,
                           style.colors().line,
                           1,
                           8,
                           {}});
    const PartPainter painter{scene, map, part, settings, style};
    add_head(painter);
    add_cells(painter);
    add_frames(painter);
    add_rows(painter);
    add_columns(painter);
    add_sums(painter);
    add_picks(painter);
    WholeMap whole{part.whole, settings.values, part.room, part.window, part.room.rows, -1, part.cells};
    if (map.scale > 0)
        whole.lowest = -map.scale, whole.highest = map.scale, whole.map = ColorMapId::Difference;
    add_whole_map(scene, whole, style);
    return scene;
}

} // namespace heed
