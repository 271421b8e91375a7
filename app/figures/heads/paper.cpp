// What the atlas has on paper alone, where nothing can be pointed at: a title, and words at the outer maps.
#include "app/figures/heads/draw.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace atlas {
namespace {

constexpr float word_size = 11, widest_word = 70, word_slant = 55; // px, px, degrees
constexpr float slant_up = 0.82f;                                  // of 55°

/// Each so many, so that they stand that far apart.
int each_word(float pitch, float apart) { return std::max(1, static_cast<int>(std::ceil(apart / pitch))); }

/// The longest of the words, as far as they may be.
float longest_word(const Pen& p, const std::vector<MapLabel>& labels) {
    float wide = 0;
    for (const MapLabel& label : labels)
        wide = std::max(wide, p.measure(label.text, label.quiet ? Face::Italic : Face::Mono, word_size));
    return std::min(widest_word, 1.04f * wide);
}

void row_words(const Atlas& a, Box map, const std::vector<MapLabel>& labels) {
    const float pitch = map.h / static_cast<float>(labels.size());
    const int each = each_word(pitch, word_size * 1.05f);
    for (std::size_t i = 0; i < labels.size(); i += static_cast<std::size_t>(each)) {
        const Face face = token_face(labels[i].text, labels[i].quiet ? Face::Italic : Face::Mono);
        a.text({map.x - 4, map.y + (static_cast<float>(i) + 0.5f) * pitch},
               a.cut(labels[i].text, face, word_size, a.settings.row_words), word_size, a.colors().t2,
               Align::Right, face);
    }
}

void column_words(const Atlas& a, Box map, const std::vector<MapLabel>& labels) {
    const float pitch = map.w / static_cast<float>(labels.size());
    const int each = each_word(pitch, word_size * 1.25f);
    for (std::size_t j = 0; j < labels.size(); j += static_cast<std::size_t>(each)) {
        const Face face = token_face(labels[j].text, labels[j].quiet ? Face::Italic : Face::Mono);
        add_text(a.scene, {map.x + (static_cast<float>(j) + 0.5f) * pitch, map.y - 5},
                 a.cut(labels[j].text, face, word_size, widest_word + 1), face, word_size, a.colors().t3,
                 Align::Left, word_slant);
    }
}

} // namespace

void draw_outer_words(const Atlas& a) {
    const HeadMaps::Labels& labels = a.maps.of(a.seen.kind, a.seen.reading);
    for (const Place& place : a.plan.grid.places) {
        const auto& values = a.maps.at(a.seen.one(place.head).head, a.seen.reading);
        if (!values || values->rows == 0 || values->columns == 0) continue;
        if (place.column == 0) row_words(a, a.plan.map(place), labels.rows);
        if (place.row == 0) column_words(a, a.plan.map(place), labels.columns);
    }
}

void draw_title(const Atlas& a) {
    const Palette& c = a.colors();
    a.text({16, 24}, "Every head", 15, c.t1, Align::Left, Face::Semibold);
    std::string words(atlas_title(a.seen.kind));
    const bool predicts = a.seen.reading == heads::Reading::Predicts;
    if (a.seen.kind == heads::Kind::Cross)
        words += predicts ? ", the row that predicts the word" : ", the row that reads the word";
    else if (a.seen.linked())
        words += predicts ? ", the target's words at the source's" : ", the source's words at the target's";
    const float from = 16 + a.measure("Every head", Face::Semibold, 15) + 16;
    a.text({from, 24}, words, 13, c.t2);
    const float free = a.settings.width - 16 - from - a.measure(words, Face::Regular, 13) - 16;
    if (a.settings.model.empty()) return;
    // Else below it: the line of the heads' names is free there.
    const float y = a.measure(a.settings.model, Face::Regular, 13) <= free ? 24.0f : 42.0f;
    const float room = y > 24 ? a.settings.width - 32 : free;
    a.text({a.settings.width - 16, y}, a.cut(a.settings.model, Face::Regular, 13, room), 13, c.t3,
           Align::Right);
}

} // namespace atlas

namespace {

/// How many maps side by side leave room for their words, the rows of a layer as even as can be; 0: all would
/// be higher than a page.
int columns_with_words(const atlas::Seen& seen, HeadsSettings settings) {
    constexpr float page = 1050; // px, of letters of 11
    const int most = atlas::grid_of(seen, AtlasOrder::Layer).columns;
    for (int rows = 2; rows <= most; ++rows) {
        settings.columns = (most + rows - 1) / rows;
        const HeadsLayout layout = heads_layout(seen.report, settings);
        if (layout.height > page) return 0;
        if (layout.most_scroll_x <= 0) return settings.columns;
    }
    return 0;
}

} // namespace

HeadsSettings with_words(HeadsSettings settings, const HeadReport& report, const HeadMaps& maps,
                         const FigureStyle& style) {
    Scene none;
    const Pen pen{none, style};
    const atlas::Seen seen = atlas::seen(report, settings.look);
    const HeadMaps::Labels& labels = maps.of(seen.kind, seen.reading);
    settings.row_words = atlas::longest_word(pen, labels.rows);
    settings.column_words = atlas::longest_word(pen, labels.columns) * atlas::slant_up;
    constexpr float one_line = 640, two_lines = 44; // px wide; high
    settings.legend_below = settings.width < one_line ? two_lines : 0;
    if (heads_layout(report, settings).most_scroll_x <= 0) return settings;
    if (const int columns = columns_with_words(seen, settings); columns > 0) { // a layer goes on below
        settings.columns = columns;
        return settings;
    }
    settings.row_words = settings.column_words = 0;
    settings.bare = heads_layout(report, settings).most_scroll_x > 0;
    return settings;
}

} // namespace heed
