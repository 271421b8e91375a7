#include "app/figures/maps/grid.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/maps/cells.h"
#include "app/figures/maps/painter.h"
#include "core/analysis/entropy.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float margin = 7; // px: what may stick out of the area that shows maps

struct Grid {
    Scene& scene;
    std::span<const GridMap> maps;
    const GridSettings& settings;
    const FigureStyle& style;
    GridPlan plan;

    const Palette& colors() const { return style.colors(); }
    const GridMap* chosen() const { return at(settings.chosen); }
    const GridMap* at(int k) const {
        return k >= 0 && k < static_cast<int>(maps.size()) ? &maps[static_cast<std::size_t>(k)] : nullptr;
    }
};

/// So many values as there are pixels: the largest of each run, so that a thin diagonal does not vanish.
Eigen::MatrixXf pooled(const Eigen::MatrixXf& values, float width, float height) {
    const auto most = [](float px) { return std::max<Eigen::Index>(1, static_cast<Eigen::Index>(px)); };
    const Eigen::Index columns = std::min(values.rows(), most(width)),
                       rows = std::min(values.cols(), most(height));
    if (columns == values.rows() && rows == values.cols()) return values;
    Eigen::MatrixXf result(columns, rows);
    for (Eigen::Index i = 0; i < rows; ++i)
        for (Eigen::Index j = 0; j < columns; ++j) {
            const Eigen::Index left = j * values.rows() / columns, top = i * values.cols() / rows;
            const Eigen::Index right = (j + 1) * values.rows() / columns,
                               bottom = (i + 1) * values.cols() / rows;
            result(j, i) = values.block(left, top, right - left, bottom - top).maxCoeff();
        }
    return result;
}

void add_thumbnail(const Grid& g, const Eigen::MatrixXf& values, Box box) {
    const Eigen::MatrixXf shown = pooled(values, box.w, box.h);
    const auto rows = static_cast<int>(shown.cols()), columns = static_cast<int>(shown.rows());
    auto shades = std::make_shared<std::vector<float>>(shown.data(), shown.data() + shown.size());
    MatrixItem matrix = Shading{g.style}.matrix(box, rows, columns, std::move(shades));
    const float side = std::min(box.w / static_cast<float>(columns), box.h / static_cast<float>(rows));
    matrix.gap = cell_gap(side);
    matrix.radius = cell_radius(side);
    g.scene.add(std::move(matrix));
}

/// A bar, and the number at the map's right edge; the number alone where there is no room for both.
void add_measure(const Grid& g, const GridMap& map, float measure, Box box, bool strong) {
    const Palette& c = g.colors();
    const float y = box.bottom() + 10;
    if (y + 6 > g.plan.area.bottom() + margin) return; // half a number is none
    const Face face = strong ? Face::MonoSemibold : Face::Mono;
    add_text(g.scene, {box.right(), y}, cell_number(static_cast<double>(measure)), face, 11,
             strong ? c.t1 : c.t2, Align::Right);
    const float room = box.w - 22 - 6;
    if (room >= 8) {
        g.scene.add(RectItem{{box.x, y - 1, room, 2}, c.bg3, {0, 0, 0, 0}, 0, 1, {}});
        if (const float filled = room * std::clamp(measure, 0.0f, 1.0f); filled > 0.5f)
            g.scene.add(RectItem{{box.x, y - 1, filled, 2}, strong ? c.t1 : c.t3, {0, 0, 0, 0}, 0, 1, {}});
    }
    if (g.plan.names && !map.name.empty() && y + 21 <= g.plan.area.bottom() + margin)
        add_text(g.scene, {box.x, y + 15}, fitted(g.style, map.name, Face::Regular, 11, box.w),
                 strong ? Face::Medium : Face::Regular, 11, strong ? c.t1 : c.t3);
}

void add_frame(const Grid& g, Box box, GridMark mark) {
    if (mark == GridMark::None) return;
    g.scene.add(RectItem{grown(box, 3),
                         {0, 0, 0, 0},
                         g.colors().attention,
                         1.5f,
                         4,
                         mark == GridMark::With ? Dash{3, 3} : Dash{}});
}

std::string words_of(const Grid& g, const GridMap& map, float measure) {
    std::string measured(1, '\t');
    measured += cell_number(static_cast<double>(measure)) + " " + g.settings.measure;
    std::string name = g.settings.row_name;
    if (name.empty()) return map.name + measured;
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    return name + " " + std::to_string(map.layer + 1) + ", " + g.settings.column_name + " " +
           std::to_string(map.head + 1) + (map.name.empty() ? "" : ", " + map.name) + measured;
}

/// A map with the words below it.
Box whole_of(const GridPlan& plan, Box box) { return {box.x, box.y, box.w, box.h + (plan.names ? 37 : 19)}; }

bool in_sight(const GridPlan& plan, Box whole) {
    return whole.bottom() >= plan.area.y && whole.y <= plan.area.bottom() && whole.right() >= plan.area.x &&
           whole.x <= plan.area.right();
}

/// Round a map that is chosen or pointed at.
Box frame_of(const GridPlan& plan, Box box) {
    const float out = std::min(7.0f, (plan.pitch_x - box.w) / 2 - 0.5f);
    return {box.x - out, box.y - out, box.w + 2 * out, whole_of(plan, box).h + out};
}

void add_map(const Grid& g, int k) {
    const GridMap& map = g.maps[static_cast<std::size_t>(k)];
    const Box box = g.plan.box(map);
    const Box whole = whole_of(g.plan, box);
    if (!in_sight(g.plan, whole)) return;
    const bool chosen = k == g.settings.chosen;
    const Palette& c = g.colors();
    if (chosen) g.scene.add(RectItem{frame_of(g.plan, box), c.bg2, c.t1, 1.5f, 6, {}});
    if (!map.values || map.values->size() == 0) {
        add_later(g.scene, box, c, 2);
        return;
    }
    add_thumbnail(g, *map.values, box);
    add_frame(g, box, map.mark);
    const float measure = map.measure ? *map.measure : entropy_share(*map.values);
    add_measure(g, map, measure, box, chosen || map.mark != GridMark::None);
    g.scene.pick(whole, {PickKind::Button, map.layer, map.head, k, "map"}, words_of(g, map, measure));
}

/// Beside the rows and above the columns; those of the chosen map are bold.
void add_names(const Grid& g) {
    const Palette& c = g.colors();
    const GridPlan& p = g.plan;
    const GridMap* chosen = g.chosen();
    if (g.settings.row_name.empty()) return; // a map's place says nothing
    const float left = std::max(p.origin.x, p.area.x + 4) - 14;
    for (int layer = 0; layer < p.rows; ++layer) {
        const Box box = p.box({.layer = layer});
        if (box.centre().y < p.area.y || box.centre().y > p.area.bottom()) continue;
        const bool now = chosen && chosen->layer == layer;
        add_text(g.scene, {left, box.centre().y}, g.settings.row_name + " " + std::to_string(layer + 1),
                 now ? Face::Semibold : Face::Regular, 11, now ? c.t1 : c.t3, Align::Right);
        g.scene.pick({left - p.gutter + 14, box.y, p.gutter - 8, box.h},
                     {PickKind::Row, layer, -1, -1, "layer"});
    }
    const float y = std::max(p.origin.y - 20, p.area.y - 14);
    const std::string widest = g.settings.column_name + " " + std::to_string(p.columns);
    const bool named = text_width(g.style, widest, Face::Semibold, 11) + 8 <= p.pitch_x;
    if (!named) add_text(g.scene, {left, y}, g.settings.column_name, Face::Regular, 11, c.t3, Align::Right);
    for (int head = 0; head < p.columns; ++head) {
        const Box box = p.box({.head = head});
        if (box.x < p.area.x || box.right() > p.area.right() + 8) continue;
        const bool now = chosen && chosen->head == head;
        add_text(g.scene, {box.centre().x, y},
                 (named ? g.settings.column_name + " " : "") + std::to_string(head + 1),
                 now ? Face::Semibold : Face::Regular, 11, now ? c.t1 : c.t3, Align::Centre);
        g.scene.pick({box.x, y - 9, box.w, 18}, {PickKind::Column, -1, head, -1, "head"});
    }
}

/// The colours, what the frames mean, and what the numbers are.
void add_grid_legend(const Grid& g) {
    const Palette& c = g.colors();
    const GridPlan& p = g.plan;
    const float high = static_cast<float>(p.rows - 1) * p.pitch_y + p.height + (p.names ? 32 : 17);
    const float y = std::min(p.origin.y + high + 28, g.settings.height - (g.settings.ramp ? 34.0f : 18.0f));
    const float left = std::max(p.origin.x, p.area.x + 4), until = g.settings.width - 16;
    const Box bar{left, y - 5, g.settings.ramp ? 140.0f : 0.0f, 10};
    float x = left;
    const auto word = [&](const std::string& text) {
        add_text(g.scene, {x, y}, text, Face::Regular, 11, c.t3);
        x += text_width(g.style, text, Face::Regular, 11) + 20;
    };
    if (g.settings.ramp) {
        add_ramp(g.scene, {g.style}, bar, 70);
        add_ramp_marks(g.scene, {g.style}, bar);
        x = bar.right() + 12;
        word("weight");
    }
    const auto frame = [&](const std::string& text, Color color, Dash dash) {
        if (x + 20 + text_width(g.style, text, Face::Regular, 11) > until) return;
        g.scene.add(RectItem{{x, y - 6.5f, 13, 13}, {0, 0, 0, 0}, color, 1.5f, 3, dash});
        x += 20;
        word(text);
    };
    const auto any = [&](GridMark mark) {
        return std::any_of(g.maps.begin(), g.maps.end(), [&](const GridMap& m) { return m.mark == mark; });
    };
    if (any(GridMark::Best))
        frame(g.settings.column_name.empty() ? "best" : "best " + g.settings.column_name, c.attention, {});
    if (any(GridMark::With)) frame("best together with it", c.attention, {3, 3});
    if (g.chosen()) frame("chosen", c.t1, {});
    const std::string note = "below each map: " + g.settings.measure;
    const float width = text_width(g.style, note, Face::Regular, 11);
    const float right = std::min(
        until, std::max(p.origin.x - p.scroll_x + static_cast<float>(p.columns - 1) * p.pitch_x + p.width,
                        x + width));
    if (right - width >= x)
        add_text(g.scene, {right, y}, note, Face::Regular, 11, c.t3, Align::Right);
    else if (!g.settings.ramp) {
        if (const float room = until - x; room > 60)
            add_text(g.scene, {x, y}, fitted(g.style, note, Face::Regular, 11, room), Face::Regular, 11,
                     c.t3);
    } else // in a line of its own, clear of the numbers below the colours
        add_text(g.scene, {bar.right() + 12, y + 16},
                 fitted(g.style, note, Face::Regular, 11, until - bar.right() - 12), Face::Regular, 11, c.t3);
}

} // namespace

float entropy_share(const Eigen::MatrixXf& values) {
    if (values.rows() < 2) return 0;
    return static_cast<float>(analysis::mean_entropy(values) / std::log(static_cast<double>(values.rows())));
}

GridCell grid_at(std::span<const GridMap> maps, const GridSettings& settings, const FigureStyle& style,
                 Point at) {
    GridCell cell;
    const GridPlan plan = grid_plan(maps, settings, style);
    if (!plan.area.contains(at)) return cell;
    for (int k = 0; k < static_cast<int>(maps.size()); ++k) {
        const GridMap& map = maps[static_cast<std::size_t>(k)];
        const Box box = plan.box(map);
        if (!map.values || !whole_of(plan, box).contains(at)) continue;
        cell.map = k;
        if (!box.contains(at) || map.values->size() == 0) return cell;
        const auto place = [](float share, Eigen::Index count) {
            return std::min(static_cast<int>(share * static_cast<float>(count)), static_cast<int>(count) - 1);
        };
        cell.row = place((at.y - box.y) / box.h, map.values->cols());
        cell.column = place((at.x - box.x) / box.w, map.values->rows());
        return cell;
    }
    return cell;
}

Scene grid_pointing(std::span<const GridMap> maps, const GridSettings& settings, const GridCell& cell,
                    const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const GridPlan plan = grid_plan(maps, settings, style);
    const Palette& c = style.colors();
    scene.add(ClipItem{grown(plan.area, margin)});
    for (int k = 0; k < static_cast<int>(maps.size()); ++k) {
        const GridMap& map = maps[static_cast<std::size_t>(k)];
        const Box box = plan.box(map);
        if (!map.values || !in_sight(plan, whole_of(plan, box))) continue;
        if (k == cell.map && k != settings.chosen)
            scene.add(RectItem{frame_of(plan, box), {0, 0, 0, 0}, c.t3, 1.5f, 6, {}});
        const int i = cell.row, j = cell.column;
        if ((i < 0 && j < 0) || i >= map.values->cols() || j >= map.values->rows()) continue;
        const float w = box.w / static_cast<float>(map.values->rows()),
                    h = box.h / static_cast<float>(map.values->cols());
        const Box marked{j < 0 ? box.x : box.x + static_cast<float>(j) * w,
                         i < 0 ? box.y : box.y + static_cast<float>(i) * h, j < 0 ? box.w : w,
                         i < 0 ? box.h : h};
        scene.add(
            RectItem{around(marked.centre(), std::max(marked.w, 4.0f) + 2, std::max(marked.h, 4.0f) + 2),
                     {0, 0, 0, 0},
                     c.t1,
                     1,
                     1.5f,
                     {}});
    }
    scene.add(ClipEnd{});
    return scene;
}

Scene grid_figure(std::span<const GridMap> maps, const GridSettings& settings, const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const Grid grid{scene, maps, settings, style, grid_plan(maps, settings, style)};
    if (maps.empty()) {
        add_text(scene, {settings.width / 2, settings.height / 2}, "There are no maps to show", Face::Regular,
                 13, style.colors().t3, Align::Centre);
        return scene;
    }
    add_names(grid);
    scene.add(ClipItem{grown(grid.plan.area, margin)});
    for (int k = 0; k < static_cast<int>(maps.size()); ++k) add_map(grid, k);
    scene.add(ClipEnd{});
    add_grid_legend(grid);
    return scene;
}

namespace {

/// Beside rows that do not sum to 1: how much there is.
void add_sums(const MapPainter& p) {
    if (p.map.scale > 0) return;
    const Box cells = p.cells();
    const float length = 12, height = std::clamp(p.plan.pitch_y * 0.25f, 1.0f, 3.0f);
    for (int i = 0; i < p.rows(); ++i) {
        const auto sum = static_cast<float>(row_sum(p.map, i).value_or(1));
        if (std::abs(sum - 1) <= 0.005f) continue;
        const float y = p.row_y(cells, i) - height / 2;
        const Color color = p.colors().t3;
        add_fill(p.scene, {cells.right() + 5, y, length, height}, sum > 1 ? color : p.colors().bg3,
                 height / 2);
        if (sum < 1)
            add_fill(p.scene, {cells.right() + 5, y, std::max(1.0f, length * sum), height}, color,
                     height / 2);
        p.scene.pick({cells.right() + 2, y - 2, length + 6, height + 4}, {PickKind::Row, i, -1, p.key},
                     "This row sums to " + fixed(static_cast<double>(sum), 2));
    }
}

} // namespace

Scene map_figure(const LabelledMap& map, const MapSettings& settings, const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const float largest = settings.card ? largest_cell_of(settings.width, settings.height) : largest_cell;
    const MapPlan plan = map_plan({&map, 1}, settings.width, settings.height, false, style, largest);
    const MapPainter painter{scene,
                             map,
                             style,
                             plan,
                             {0, 0, settings.width, settings.height},
                             map.row_count(),
                             std::min(settings.row, map.row_count() - 1),
                             std::min(settings.column, map.column_count() - 1)};
    const float right = settings.width - card_edge;
    float until = right;
    if (settings.card)
        scene.add(RectItem{{0.5f, 0.5f, settings.width - 1, settings.height - 1},
                           style.colors().bg1,
                           style.colors().line,
                           1,
                           8,
                           {}});
    if (map.has_values() && painter.looks_at_cell()) {
        const Shading shading{style, map.scale};
        const std::string number = shading.difference() ? shading.number(painter.value())
                                                        : fixed(static_cast<double>(painter.value()), 3);
        add_text(scene, {right, 20}, number, Face::Mono, 13,
                 shading.difference() ? style.colors().t1 : style.colors().attention, Align::Right);
        const float before = right - text_width(style, number, Face::Mono, 13) - 12;
        const std::string words =
            fitted(style, painter.pair_words(), Face::Regular, 11, settings.width * 0.34f);
        add_text(scene, {before, 20}, words, Face::Regular, 11, style.colors().t3, Align::Right);
        until = before - text_width(style, words, Face::Regular, 11) - 8;
    }
    add_text(scene, {card_edge, 20},
             fitted(style, settings.title, Face::Semibold, 13, std::max(30.0f, until - card_edge)),
             Face::Semibold, 13, style.colors().t1);
    if (!map.has_values()) return scene;
    add_map_cells(painter);
    add_map_frames(painter);
    add_map_labels(painter);
    add_map_picks(painter);
    add_sums(painter);
    return scene;
}

} // namespace heed
