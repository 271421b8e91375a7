#include "app/figures/maps/zoom.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// A cell when all of the map is in view.
CellSize fitting(const MapRoom& room) {
    return {std::min(room.usual_wide, room.width / static_cast<float>(std::max(1, room.columns))),
            std::min(room.most_high, room.height / static_cast<float>(std::max(1, room.rows)))};
}

/// How often a side must grow until its words can be read; 1: they can.
CellSize growth(const MapRoom& room) {
    const CellSize fit = fitting(room);
    return {std::max(1.0f, room.words_wide / std::max(fit.width, 1e-6f)),
            std::max(1.0f, room.words_high / std::max(fit.height, 1e-6f))};
}

/// A cell at scale 1.
CellSize readable(const MapRoom& room) {
    const CellSize fit = fitting(room);
    return {std::max(fit.width, room.words_wide), std::max(fit.height, room.words_high)};
}

} // namespace

float least_scale(const MapRoom& room) {
    const CellSize grow = growth(room);
    return 1 / std::max(grow.width, grow.height);
}

float most_scale(const MapRoom& room) { return std::max(1.0f, room.most_wide / readable(room).width); }

CellSize cell_at(const MapRoom& room, float scale) {
    const CellSize fit = fitting(room), grow = growth(room), words = readable(room);
    const float least = least_scale(room);
    scale = std::clamp(scale, least, most_scale(room));
    // From words on, as many whole cells as fit.
    const auto whole = [](float room_for, float side) {
        return room_for > side ? room_for / std::floor(room_for / side + 0.001f) : side;
    };
    if (scale < 1) {
        const float way = 1 - std::log(scale) / std::log(least); // 0 the whole, 1 words
        return {fit.width * std::pow(grow.width, way), fit.height * std::pow(grow.height, way)};
    }
    float width = std::min(words.width * scale, std::max(room.most_wide, words.width));
    if (width * static_cast<float>(room.columns) > room.width + 0.5f) width = whole(room.width, width);
    // Rows grow while columns come from 40 to 76 px.
    const float way = std::clamp(
        std::log(width / zoom_stops[3].from) / std::log(zoom_stops[4].from / zoom_stops[3].from), 0.0f, 1.0f);
    return {width, std::max(words.height, words.height * std::pow(room.most_high / words.height, way))};
}

float scale_of_width(const MapRoom& room, float width) {
    const CellSize fit = fitting(room), words = readable(room);
    if (width >= words.width) return std::min(most_scale(room), width / words.width);
    const float least = least_scale(room), grow = growth(room).width;
    if (grow <= 1 || width <= fit.width) return least;
    return std::pow(least, 1 - std::log(width / fit.width) / std::log(grow));
}

MapWindow window_at(const MapRoom& room, CellSize cell, float column, float row) {
    MapWindow window;
    window.cell = cell;
    const auto columns = static_cast<float>(room.columns), rows = static_cast<float>(room.rows);
    window.columns = std::min(columns, room.width / cell.width);
    window.rows = std::min(rows, room.height / cell.height);
    window.column = std::clamp(column, 0.0f, columns - window.columns);
    window.row = std::clamp(row, 0.0f, rows - window.rows);
    return window;
}

Point corner_showing(const MapWindow& window, int column, int row) {
    const auto side = [](float first, float count, int k) {
        const auto place = static_cast<float>(k);
        return k < 0 ? first : std::clamp(first, std::min(place + 1 - count, place), place);
    };
    return {side(window.column, window.columns, column), side(window.row, window.rows, row)};
}

int stop_at(float width) {
    int stop = 0;
    for (std::size_t k = 1; k < zoom_stops.size(); ++k)
        if (width >= zoom_stops[k].from - 0.01f) stop = static_cast<int>(k);
    return stop;
}

float slider_of(const MapRoom& room, float scale) {
    const float least = std::log(least_scale(room)), most = std::log(most_scale(room));
    if (most - least < 1e-4f) return 0;
    return std::clamp((std::log(std::max(scale, 1e-6f)) - least) / (most - least), 0.0f, 1.0f);
}

float scale_of_slider(const MapRoom& room, float place) {
    return std::exp(
        std::lerp(std::log(least_scale(room)), std::log(most_scale(room)), std::clamp(place, 0.0f, 1.0f)));
}

Box frame_in(const MapRoom& room, const MapWindow& window, Box picture) {
    constexpr float least = 8;
    const float across = picture.w / static_cast<float>(std::max(1, room.columns)),
                down = picture.h / static_cast<float>(std::max(1, room.rows));
    const auto side = [least](float from, float length, float first, float size) {
        const float seen = std::min(size, std::max(least, length));
        return std::pair(std::clamp(from + (length - seen) / 2, first, first + size - seen), seen);
    };
    const auto [x, w] =
        side(picture.x + window.column * across, window.columns * across, picture.x, picture.w);
    const auto [y, h] = side(picture.y + window.row * down, window.rows * down, picture.y, picture.h);
    return {x, y, w, h};
}

Point corner_for_frame(const MapRoom& room, const MapWindow& window, Box picture, Point middle) {
    const float column =
        (middle.x - picture.x) / std::max(picture.w, 1.0f) * static_cast<float>(room.columns);
    const float row = (middle.y - picture.y) / std::max(picture.h, 1.0f) * static_cast<float>(room.rows);
    return {std::clamp(column - window.columns / 2, 0.0f, static_cast<float>(room.columns) - window.columns),
            std::clamp(row - window.rows / 2, 0.0f, static_cast<float>(room.rows) - window.rows)};
}

int number_spacing(float pitch) {
    int spacing = 1;
    for (const int step : {1, 5, 10, 50, 100, 500, 1000})
        if (static_cast<float>(spacing = step) * pitch >= 40) break;
    return spacing;
}

MapZoom between(const MapZoom& from, const MapZoom& to, float t) {
    if (t >= 1 || from.scale <= 0 || to.scale <= 0) return to;
    MapZoom zoom = to;
    zoom.scale = from.scale * std::pow(to.scale / from.scale, t);
    // A corner is (place that stays) - (px to it) / scale: straight in 1 / scale.
    const float way =
        from.scale == to.scale ? t : (1 / zoom.scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale);
    zoom.column = std::lerp(from.column, to.column, way);
    zoom.row = std::lerp(from.row, to.row, way);
    return zoom;
}

} // namespace heed
