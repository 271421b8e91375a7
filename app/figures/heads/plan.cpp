#include "app/figures/heads/plan.h"

#include <algorithm>

namespace heed::atlas {
namespace {

constexpr float across_rest = 96, down_rest = 116; // of the canvas, beside the grid
constexpr float narrowest = 40, widest = 134, tallest = 115, full_from = 100;
constexpr Point full_from_corner{84, 74}, compact_corner{72, 69};
constexpr float full_wide = 84, full_high = 81;     // of a map
constexpr float numbers_wide = 50, words_high = 34; // what stands right of a map and under it
constexpr float largest = 6, stretch = 1.4f;        // times that; of one side against the other
constexpr float filled = 0.7f, wider = 2.2f;        // of the width at least; for that, as `stretch`
constexpr float air = 11;                           // of the frame of the chosen one, and a little
constexpr float second_title = 12;                  // px: of a narrow page, whose title has a second line
constexpr float bare_gap = 4, bare_number = 28;     // px: between maps of a narrow page; with a number below
constexpr float name_letter = 7, map_number = 21, name_gap = 6; // px, of text below small maps
constexpr float roomy_gap = 12; // between a number and the next name, where columns are free

/// px that name and number take in one line.
float line_of(const Seen& seen) {
    std::size_t most = 0;
    for (const int h : seen.all) most = std::max(most, place_name(seen.one(h).head).size());
    return static_cast<float>(most) * name_letter + 4 + map_number;
}

struct Sizes {
    float pitch_x = 0, pitch_y = 0, map_wide = 0, map_high = 0;
    bool compact = false;
    float scale() const { return std::min(map_wide / full_wide, map_high / full_high); }
};

/// `line`: of names below small maps; 0: there are none.
Sizes sizes_of(int columns, int rows, float across, float down, float line) {
    Sizes s;
    const float each_x = across / static_cast<float>(columns), each_y = down / static_cast<float>(rows);
    const float wide = each_x - numbers_wide, high = each_y - words_high;
    if (wide >= full_wide && high >= full_from - words_high) { // a few heads: they fill the canvas
        s.map_wide = std::min({wide, high * stretch * full_wide / full_high, full_wide * largest});
        s.map_high = std::min({high, wide * stretch * full_high / full_wide, full_high * largest});
        if (static_cast<float>(columns) * (s.map_wide + numbers_wide) < filled * across) // of two columns
            s.map_wide = std::min({wide, s.map_high * wider * full_wide / full_high, full_wide * largest});
        s.pitch_x = s.map_wide + numbers_wide;
        s.pitch_y = s.map_high + words_high;
        return s;
    }
    s.pitch_x = std::clamp(each_x, narrowest, widest);
    s.pitch_y = std::clamp(each_y, narrowest, tallest);
    s.compact = s.pitch_x < full_from || s.pitch_y < full_from;
    if (s.compact && line > 0) s.pitch_x = std::max(s.pitch_x, line + name_gap);
    s.map_wide = s.compact ? s.pitch_x - 19 : std::min(full_wide, s.pitch_x - 49.5f);
    s.map_high = s.compact ? s.pitch_y - 22.7f : std::min(full_high, s.pitch_y - words_high);
    return s;
}

/// Of a page that has no room for more than the maps.
Sizes bare_sizes(int columns, float across) {
    Sizes s;
    s.compact = true;
    s.pitch_x = std::min(narrowest, across / static_cast<float>(columns));
    s.map_wide = s.pitch_x - bare_gap;
    s.map_high = s.map_wide;
    s.pitch_y = s.map_high + (s.pitch_x >= bare_number ? 22.7f : bare_gap);
    return s;
}

float across_of(float width) { return std::max(narrowest, width - across_rest); }
float down_of(float height) { return std::max(narrowest, height - down_rest); }

/// px that words at rows take beside what stands left of the maps anyway: of a layer its name.
float words_beside(const HeadsSettings& s) { return s.row_words > 0 ? s.row_words + 2 : 0; }
/// The same of the height, with controls: above and below.
float words_above(const HeadsSettings& s) { return s.column_words + s.legend_below + s.lowered; }

} // namespace

Box Plan::whole(const Place& place) const {
    const Box m = map(place);
    if (compact)
        return {m.x - 4, m.y - 4, std::max(map_wide, line) + 8, std::min(pitch_y - 1, map_high + 23)};
    return {m.x - 9, m.y - 9, pitch_x - 4, std::min(pitch_y - 4, map_high + 30)};
}

int columns_for(const Seen& seen, AtlasOrder order, float width, float height) {
    constexpr float worth = 1.2f; // larger maps are worth another order from so many times on
    const bool by_layer = order == AtlasOrder::Layer;
    const Grid layers = grid_of(seen, AtlasOrder::Layer);
    const int most = layers.columns, count = static_cast<int>(seen.all.size());
    const float across = across_of(width), down = down_of(height), line = line_of(seen);
    const auto parts = [](int all, int each) { return std::max(1, (all + each - 1) / each); };
    const auto sizes = [&](int columns) {
        const int rows = by_layer ? layers.rows * parts(most, columns) : parts(count, columns);
        return sizes_of(columns, rows, across, down, by_layer && columns == most ? 0 : line);
    };
    const auto fitting = [&](float gap) { return std::max(1, static_cast<int>(across / (line + gap))); };
    // With their names: as many as by layer where that can be, so that no map has another size.
    const int roomy = fitting(roomy_gap), fit = fitting(name_gap) >= most ? std::max(most, roomy) : roomy;
    int best = by_layer ? most : std::min(most, fit);
    float least = sizes(best).scale() * worth;
    for (int columns = by_layer ? most : std::min(count, fit); columns > 0; --columns) {
        if (by_layer && parts(most, parts(most, columns)) != columns) continue; // rows as even as can be
        const Sizes s = sizes(columns);
        if (s.compact || s.scale() <= least) continue;
        best = columns;
        least = s.scale();
    }
    return best;
}

Plan plan_of(const Seen& seen, const HeadsSettings& s) {
    Plan p;
    const int most = grid_of(seen, AtlasOrder::Layer).columns;
    p.by_layer = s.look.order == AtlasOrder::Layer;
    p.grid = grid_of(seen, s.look.order,
                     s.bare          ? most
                     : s.columns > 0 ? s.columns
                                     : columns_for(seen, s.look.order, s.width - words_beside(s),
                                                   s.height - words_above(s)));
    p.named = !p.by_layer || p.grid.columns < most;
    const auto columns = static_cast<float>(p.grid.columns), rows = static_cast<float>(p.grid.rows);
    const float across = across_of(s.width - words_beside(s)), down = down_of(s.height - words_above(s));
    p.line = p.named ? line_of(seen) : 0;
    const Sizes sizes = s.bare ? bare_sizes(p.grid.columns, across)
                               : sizes_of(p.grid.columns, p.grid.rows, across, down, p.line);
    p.numbers = !s.bare || sizes.pitch_x >= bare_number;
    p.pitch_x = sizes.pitch_x;
    p.pitch_y = sizes.pitch_y;
    p.compact = sizes.compact;
    p.map_wide = sizes.map_wide;
    p.map_high = sizes.map_high;
    if (s.title && p.compact) { // a page may be lower: small maps keep their proportions
        p.map_high = std::min(p.map_high, std::max(p.map_wide * stretch, narrowest / 2));
        p.pitch_y = std::min(p.pitch_y, p.map_high + 22.7f);
    }
    p.from = p.compact ? compact_corner : full_from_corner;
    p.from.x += words_beside(s);
    p.from.y += s.column_words + s.lowered + (s.bare ? second_title : 0);
    p.legend = s.height - 36 - s.legend_below;
    p.height = rows * p.pitch_y + down_rest + words_above(s) + (s.bare ? second_title : 0);
    p.area = {p.from.x - air, p.from.y - air, s.width - p.from.x + air, down + air + 4};
    p.most_scroll_x = std::max(0.0f, columns * p.pitch_x - across - 0.5f);
    p.most_scroll_y = std::max(0.0f, rows * p.pitch_y - down - 0.5f);
    p.scroll_x = std::clamp(s.scroll_x, 0.0f, p.most_scroll_x);
    p.scroll_y = std::clamp(s.scroll_y, 0.0f, p.most_scroll_y);
    return p;
}

} // namespace heed::atlas

namespace heed {

int heads_columns(const HeadReport& report, const HeadsLook& look, float width, float height) {
    return atlas::columns_for(atlas::seen(report, look), look.order, width, height);
}

} // namespace heed
