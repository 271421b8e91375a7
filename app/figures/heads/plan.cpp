#include "app/figures/heads/plan.h"

#include <algorithm>

namespace heed::atlas {
namespace {

constexpr float across_rest = 96, down_rest = 116; // of the canvas, beside the grid
constexpr float narrowest = 40, widest = 134, tallest = 115, full_from = 100;
constexpr Point full_from_corner{84, 74}, compact_corner{72, 69};
constexpr float full_wide = 84, full_high = 81;                  // of a map
constexpr float numbers_wide = 50, words_high = 34, largest = 3; // what stands right of a map and under it
constexpr float air = 11; // of the frame of the chosen one, and a little

} // namespace

Box Plan::whole(const Place& place) const {
    const Box m = map(place);
    if (compact) return {m.x - 4, m.y - 4, map_wide + 8, std::min(pitch_y - 1, map_high + 23)};
    return {m.x - 9, m.y - 9, pitch_x - 4, std::min(pitch_y - 4, map_high + 30)};
}

Plan plan_of(const Seen& seen, const HeadsSettings& s) {
    Plan p;
    p.by_layer = s.look.order == AtlasOrder::Layer;
    p.grid = grid_of(seen, s.look.order);
    const auto columns = static_cast<float>(p.grid.columns), rows = static_cast<float>(p.grid.rows);
    const float across = std::max(narrowest, s.width - across_rest),
                down = std::max(narrowest, s.height - down_rest);
    p.pitch_x = std::clamp(across / columns, narrowest, widest);
    p.pitch_y = std::clamp(down / rows, narrowest, tallest);
    // A few heads: larger maps, as long as there is room for all.
    const float larger = std::clamp(
        std::min((across / columns - numbers_wide) / full_wide, (down / rows - words_high) / full_high), 1.0f,
        largest);
    if (larger > 1) {
        p.pitch_x = full_wide * larger + numbers_wide;
        p.pitch_y = full_high * larger + words_high;
    }
    p.compact = p.pitch_x < full_from || p.pitch_y < full_from;
    p.from = p.compact ? compact_corner : full_from_corner;
    p.map_wide = p.compact ? p.pitch_x - 19 : std::min(full_wide * larger, p.pitch_x - 49.5f);
    p.map_high = p.compact ? p.pitch_y - 22.7f : std::min(full_high * larger, p.pitch_y - words_high);
    p.legend = s.height - 36;
    p.height = rows * p.pitch_y + down_rest;
    p.area = {p.from.x - air, p.from.y - air, s.width - p.from.x + air, down + air + 4};
    p.most_scroll_x = std::max(0.0f, columns * p.pitch_x - across - 0.5f);
    p.most_scroll_y = std::max(0.0f, rows * p.pitch_y - down - 0.5f);
    p.scroll_x = std::clamp(s.scroll_x, 0.0f, p.most_scroll_x);
    p.scroll_y = std::clamp(s.scroll_y, 0.0f, p.most_scroll_y);
    return p;
}

} // namespace heed::atlas
