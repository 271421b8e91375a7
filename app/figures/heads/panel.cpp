// One head: its map in large, every measure in both readings, and its rank (heads §26, at the right).
#include "app/figures/heads/panel.h"

#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/maps/cells.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace atlas {
namespace {

constexpr float small = 11, letters = 13;
constexpr float widest_column = 30;
constexpr float value_right = 252, other_right = 316, bar_left = 166, bar_right = 222; // of the measures

std::string number_or_dash(std::optional<double> value) { return value ? cell_number(*value) : "–"; }

// ------------------------------------------------------------------------------------------------ the map
/// The raw map, or one of two side by side that share the labels of their rows.
struct LargeMap {
    Box cells{};
    float wide = 0, high = 0; // of a cell
    const HeadMaps::Labels& labels;
    std::shared_ptr<const MapValues> values;
};

constexpr float label_air = 13; // px from one label of a map to the next, along its side

/// Every so many labels, so that they stand this far apart.
int every(float pitch, float apart) { return std::max(1, static_cast<int>(std::ceil(apart / pitch))); }

/// Whether the k-th has its label: each so many, and the one that is pointed at in place of those beside it.
bool is_labelled(int k, int each, int pointed) {
    if (k == pointed) return true;
    return k % each == 0 && (pointed < 0 || each == 1 || std::abs(k - pointed) >= each);
}

LargeMap large_map(const Sheet& p, const HeadMaps::Labels& labels, std::shared_ptr<const MapValues> values,
                   float left) {
    const auto columns = static_cast<float>(values->columns), rows = static_cast<float>(values->rows);
    LargeMap map{.labels = labels, .values = std::move(values)};
    map.wide = std::min(widest_column, p.plan.each / columns);
    map.high = p.plan.cell_high;
    map.cells = {left, p.plan.map_top, map.wide * columns, map.high * rows};
    return map;
}

Face label_face(const MapLabel& label, bool here) {
    return token_face(label.text, here ? Face::MonoSemibold : label.quiet ? Face::Italic : Face::Mono);
}

void row_labels(const Sheet& p, const LargeMap& map) {
    const Palette& c = p.colors();
    const int each = every(map.high, label_air);
    const Color strong = p.seen.kind == heads::Kind::Encoder ? c.t1 : c.output;
    for (int i = 0; i < map.values->rows; ++i) {
        if (!is_labelled(i, each, p.settings.row)) continue;
        const MapLabel& label = map.labels.rows[static_cast<std::size_t>(i)];
        const bool here = i == p.settings.row;
        const Face face = label_face(label, here);
        p.text({map.cells.x - 8, map.cells.y + (static_cast<float>(i) + 0.5f) * map.high},
               p.cut(label.text, face, small, p.plan.labels), small, here ? strong : c.t2, Align::Right,
               face);
    }
}

void column_labels(const Sheet& p, const LargeMap& map) {
    const Palette& c = p.colors();
    const int each = every(map.wide, label_air);
    for (int j = 0; j < map.values->columns; ++j) {
        if (!is_labelled(j, each, p.settings.column)) continue;
        const MapLabel& label = map.labels.columns[static_cast<std::size_t>(j)];
        const bool here = j == p.settings.column;
        const Face face = label_face(label, here);
        const float x = map.cells.x + (static_cast<float>(j) + 0.5f) * map.wide;
        if (p.plan.flat)
            p.text({x, map.cells.y - 10}, label.text, small, here ? c.attention : c.t3, Align::Centre, face);
        else
            add_text(p.scene, {x, map.cells.y - 7}, p.cut(label.text, face, small, p.plan.slant + 1), face,
                     small, here ? c.attention : c.t3, Align::Left, 55);
    }
}

bool points_into(const Sheet& p, const LargeMap& map) {
    const int i = p.settings.row, j = p.settings.column;
    return i >= 0 && j >= 0 && i < map.values->rows && j < map.values->columns;
}

/// Around the row and the column that are pointed at; above, what stands where they meet.
void map_pointing(const Sheet& p, const LargeMap& map) {
    if (!points_into(p, map)) return;
    const Palette& c = p.colors();
    const int i = p.settings.row, j = p.settings.column;
    const auto frame = [&](Box box) { add_frame(p.scene, grown(box, 1), fade(c.t1, 0.62f), 1, 3); };
    frame({map.cells.x, map.cells.y + static_cast<float>(i) * map.high, map.cells.w, map.high});
    frame({map.cells.x + static_cast<float>(j) * map.wide, map.cells.y, map.wide, map.cells.h});
    const float weight = map.values->values[i * map.values->columns + j];
    if (!std::isnan(weight))
        p.text({std::max(map.cells.right(), map.cells.x + 132), p.card.y + 44},
               cell_number(static_cast<double>(weight)), letters, c.attention, Align::Right, Face::Mono);
}

/// "rive → bank".
void pointed_words(const Sheet& p, const LargeMap& map) {
    if (!points_into(p, map)) return;
    const auto word = [&](const std::vector<MapLabel>& labels, int k) {
        return p.cut(labels[static_cast<std::size_t>(k)].text, Face::Mono, small, 56);
    };
    p.text({p.card.right() - 16, p.card.y + 20},
           word(map.labels.rows, p.settings.row) + " → " + word(map.labels.columns, p.settings.column), small,
           p.colors().t3, Align::Right, Face::Mono);
}

/// `below` as math() reads it, and words after it.
void draw_cells(const Sheet& p, const LargeMap& map, const std::string& title, const std::string& below,
                const std::string& after) {
    const Palette& c = p.colors();
    p.text({map.cells.x, p.card.y + 44}, title, small, c.t2, Align::Left, Face::Semibold);
    TiledItem tiles = Shading{p.style}.tiles(map.cells, map.values);
    tiles.gap = cell_gap(std::min(map.wide, map.high));
    tiles.radius = cell_radius(std::min(map.wide, map.high));
    p.scene.add(std::move(tiles));
    column_labels(p, map);
    map_pointing(p, map);
    p.scene.pick_cells(map.cells, {PickKind::Cell, -1, -1, -1, {}}, {map.wide, map.high, 0, 0});
    const MathRow row = math(below, {.size = 13, .color = c.t3, .script = 10}, p.style);
    draw(p.scene, row, {map.cells.x, p.plan.caption_y});
    const float x = map.cells.x + row.width + 3;
    if (x + p.measure(after, Face::Regular, small) <= p.card.right() - 8)
        p.text({x, p.plan.caption_y}, after, small, c.t3);
}

void draw_large(const Sheet& p) {
    const heads::Head& head = p.seen.one(p.head).head;
    const HeadMaps::Labels& labels = p.maps.of(head.kind, p.seen.reading);
    const auto& values = p.maps.at(head, p.seen.reading);
    if (!values || values->rows == 0 || values->columns == 0) return;
    const float left = p.card.x + p.plan.left;
    const auto& weighted = p.settings.weighted;
    const bool two = weighted || p.settings.waits;
    const LargeMap raw = large_map(p, labels, values, left);
    row_labels(p, raw);
    draw_cells(p, raw, "weight α", "α_{ij}", two ? "" : ", how much row i looks at column j");
    pointed_words(p, raw);
    if (weighted)
        draw_cells(p, large_map(p, labels, weighted, left + p.plan.each + p.plan.between), "weight × ‖value‖",
                   "α_{ij} ‖W_O v_j‖", ", each row to 1");
}

// ------------------------------------------------------------------------------------------- the measures
heads::Reading other_reading(const Sheet& p) {
    return p.seen.reading == heads::Reading::Reads ? heads::Reading::Predicts : heads::Reading::Reads;
}

void table_head(const Sheet& p) {
    const Palette& c = p.colors();
    const float y = p.plan.extent_y;
    add_line(p.scene, {p.card.x + 16, y - 16}, {p.card.right() - 16, y - 16}, c.line, 1);
    const auto title = [&](float x, const std::string& words, bool strong) {
        p.text({p.card.x + x, y}, words, small, strong ? c.t1 : c.t3, Align::Right,
               strong ? Face::Semibold : Face::Regular);
    };
    p.text({p.card.x + 16, y}, p.cut("over " + p.seen.report.over, Face::Regular, small, 176), small, c.t3);
    if (p.seen.linked()) {
        title(value_right, p.seen.reading_name(p.seen.reading), true);
        title(other_right, p.seen.reading_name(other_reading(p)), false);
    }
    p.text({p.card.right() - 16, y}, "of " + std::to_string(p.seen.all.size()), small, c.t3, Align::Right,
           Face::Mono);
}

void measure_row(const Sheet& p, const AtlasMeasure& measure, float y) {
    const Palette& c = p.colors();
    const bool strong = measure.id == p.seen.measure->id;
    const auto value = p.seen.value(p.head, measure, p.seen.reading);
    const Color ink = strong ? c.t1 : c.t2;
    p.text({p.card.x + 16, y}, p.cut(std::string(measure.title), Face::Regular, letters, bar_left - 20),
           letters, ink);
    const Box track{p.card.x + bar_left, y - 2.5f, bar_right - bar_left, 5};
    add_fill(p.scene, track, c.bg3, 2.5f);
    if (value && *value > 0)
        add_fill(p.scene,
                 {track.x, track.y, std::max(3.0f, track.w * static_cast<float>(std::min(1.0, *value))), 5},
                 strong ? c.t1 : c.t3, 2.5f);
    p.text({p.card.x + value_right, y}, number_or_dash(value), small, c.t1, Align::Right,
           strong ? Face::MonoSemibold : Face::Mono);
    if (p.seen.linked())
        p.text({p.card.x + other_right, y}, number_or_dash(p.seen.value(p.head, measure, other_reading(p))),
               small, c.t3, Align::Right, Face::Mono);
    const heads::Rank rank = ranks_of(p.seen, measure)[static_cast<std::size_t>(p.head)];
    p.text({p.card.right() - 16, y}, rank.first > 0 ? ordinal(rank) : "–", small, c.t3, Align::Right,
           Face::Mono);
    p.scene.pick({p.card.x + 16, y - 10, p.card.w - 32, 20},
                 {PickKind::None, -1, -1, -1, std::string(measure.id)},
                 std::string(heads::find_measure(measure.id)->computed));
}

void draw_measures(const Sheet& p) {
    table_head(p);
    float y = p.plan.extent_y + p.plan.table_pitch;
    for (const AtlasMeasure* measure : measures_of(p.seen.report, p.seen.kind)) {
        measure_row(p, *measure, y);
        y += p.plan.table_pitch;
    }
}

void draw_head(const Sheet& p) {
    const Palette& c = p.colors();
    const float y = p.card.y + 20;
    const std::string title =
        std::string(atlas_title(p.seen.kind)) + ", " + long_name(p.seen.one(p.head).head);
    p.text({p.card.x + 16, y}, title, letters, c.t1, Align::Left, Face::Semibold);
    const heads::Type* type = p.seen.type(p.head);
    if (!type) return;
    const std::string words(type->title);
    const float x = p.card.x + 16 + p.measure(title, Face::Semibold, letters) + 12,
                wide = p.measure(words, Face::Medium, small) + 16;
    add_fill(p.scene, {x, y - 11, wide, 22}, c.bg3, 5);
    p.text({x + wide / 2, y}, words, small, c.t1, Align::Centre, Face::Medium);
    p.scene.pick({x, y - 11, wide, 22}, {PickKind::None, -1, -1, -1, "type"},
                 capitalized(words) + ": " + std::string(type->told));
}

} // namespace
} // namespace atlas

namespace {

/// What is pointed at in the grid, else the chosen one.
int head_of_panel(const HeadReport& report, const atlas::Seen& seen, const HeadsPanelSettings& settings) {
    const bool known = settings.head >= 0 && settings.head < static_cast<int>(report.all.size());
    return known ? settings.head : seen.chosen;
}

} // namespace

HeadsPanelPlan heads_panel_plan(const HeadReport& report, const HeadMaps& maps,
                                const HeadsPanelSettings& settings, const FigureStyle& style) {
    Scene none;
    const atlas::Seen seen = atlas::seen(report, settings.look);
    return atlas::plan_of({{none, style}, seen, maps, settings, head_of_panel(report, seen, settings)});
}

Scene heads_panel(const HeadReport& report, const HeadMaps& maps, const HeadsPanelSettings& settings,
                  const FigureStyle& style) {
    Scene scene;
    const atlas::Seen seen = atlas::seen(report, settings.look);
    const Palette& c = style.colors();
    atlas::Sheet p{{scene, style}, seen, maps, settings, head_of_panel(report, seen, settings)};
    p.plan = atlas::plan_of(p);
    scene.width = settings.width;
    scene.height = p.plan.height;
    p.card = p.plan.head;
    scene.add(RectItem{p.card, c.bg1, c.line, 1, 8});
    if (p.head >= 0) {
        atlas::draw_head(p);
        atlas::draw_large(p);
        atlas::draw_measures(p);
    }
    if (p.plan.choice.h <= 0) return scene;
    p.card = p.plan.choice;
    scene.add(RectItem{p.card, c.bg1, c.line, 1, 8});
    atlas::draw_choice(p);
    return scene;
}

} // namespace heed
