#include "app/figures/search/tree.h"

#include "app/figures/base/marks.h"
#include "app/figures/search/tree_draw.h"
#include "core/text/number_word.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace heed {
namespace {

constexpr float head = 56; // title and column numbers
constexpr float left_margin = 40, after_start = 24, right_margin = 40;
constexpr float beside_token = 36; // of a column: the box's room, and the line between two boxes
constexpr float widest_column = 160, usual_column = 80, narrowest_column = 52;
constexpr float usual_row = 30, easy_row = 26, lowest_row = 20.5f, tallest_row = 42; // half a lane
constexpr float widest_gap = 96;                                                     // px added to a column
constexpr float largest_by_itself = 1.75f, smallest_by_itself = 0.8f; // zoom: where there is room, where not
constexpr float least_labels = 0.6f, least_numbers = 0.8f;            // zoom at which they can be read
constexpr float overview_width = 120, overview_gap = 16, smallest_frame = 8;

float sum_of(const std::vector<float>& widths) {
    return std::accumulate(widths.begin(), widths.end(), left_margin + after_start + right_margin);
}

/// As wide as the widest token of each.
std::vector<float> natural_widths(const TreePlan& plan) {
    std::vector<float> widths;
    for (const auto& column : plan.columns) {
        float widest = 0;
        for (const int node : column) widest = std::max(widest, plan.at(node).label_width);
        widths.push_back(std::clamp(std::ceil(widest + beside_token), narrowest_column, widest_column));
    }
    return widths;
}

/// Long tokens give way as far as is needed for all columns to be in view, and not where that is not enough.
void squeeze(std::vector<float>& widths, float room) {
    const float all = sum_of(widths);
    if (all <= room) return;
    std::vector<float> least = widths;
    for (float& wide : least) wide = std::min(wide, usual_column);
    const float at_least = sum_of(least);
    if (at_least > room) return;
    const float kept = (room - at_least) / (all - at_least);
    for (std::size_t n = 0; n < widths.size(); ++n) widths[n] = least[n] + (widths[n] - least[n]) * kept;
}

std::string meaning(const TreePlan& plan) {
    if (plan.beam.width <= 1)
        return "Each column is one output token. Only the best sentence so far goes on.";
    return "Each column is one output token. The " + number_word(static_cast<std::size_t>(plan.beam.width)) +
           " best sentences so far survive; the rest are pruned.";
}

void title(Scene& scene, const TreePlan& plan, const TreeSettings& settings, const FigureStyle& style) {
    const Palette& c = style.colors();
    add_text(scene, {16, 22}, "Search tree", Face::Semibold, 13, c.t1);
    const float x = 16 + text_width(style, "Search tree", Face::Semibold, 13) + 13;
    add_text(scene, {x, 22}, fitted(style, meaning(plan), Face::Regular, 13, settings.width - x - 16),
             Face::Regular, 13, c.t3);
}

/// The rows of a node and of what follows it, as far as they fit.
std::pair<int, int> rows_at(const TreePlan& plan, int node, int row, float room) {
    int first = row, last = row;
    for (const int child : node < 0 ? plan.roots : plan.at(node).children) {
        const int up = std::min(first, plan.at(child).row), down = std::max(last, plan.at(child).row);
        if (static_cast<float>(down - up) > room) continue;
        first = up;
        last = down;
    }
    return {first, last};
}

Color overview_color(TreeNode::Kind kind, const Palette& c) {
    switch (kind) {
    case TreeNode::Kind::Best:
        return c.output;
    case TreeNode::Kind::Changed:
        return c.t1;
    case TreeNode::Kind::Survivor:
        return c.t3;
    default:
        return c.line2;
    }
}

Box room_of(const TreeSettings& settings, float width) {
    return {0, head, width, std::max(60.0f, settings.height - head - 8)};
}

float rows_of(const TreePlan& plan) { return static_cast<float>(plan.last_row - plan.first_row + 1); }

/// How the tree stands in a room by itself. Widths and row are those of zoom 1.
struct Fit {
    float zoom = 1, row = usual_row;
    std::vector<float> widths;
    bool whole = true; // all of it is in view
};

/// Larger where even then everything has its place, smaller where that shows all of it and it can still be
/// read.
Fit zoom_for(const TreePlan& plan, const Box& room) {
    Fit fit{.widths = natural_widths(plan)};
    const float rows = rows_of(plan);
    fit.zoom = std::min({room.w / sum_of(fit.widths), room.h / (easy_row * rows), largest_by_itself});
    if (fit.zoom >= 1) return fit;
    constexpr int steps = 8;
    for (int n = 0; n <= steps; ++n) {
        fit.zoom = 1 - (1 - smallest_by_itself) * static_cast<float>(n) / steps;
        fit.widths = natural_widths(plan);
        squeeze(fit.widths, room.w / fit.zoom);
        if (sum_of(fit.widths) * fit.zoom <= room.w + 0.5f && lowest_row * fit.zoom * rows <= room.h + 0.5f)
            return fit;
    }
    fit.zoom = 1; // it is scrolled, at a size that is read with ease
    fit.widths = natural_widths(plan);
    squeeze(fit.widths, room.w);
    fit.whole = false;
    return fit;
}

/// Columns and rows spread over what room is left.
Fit fit_in(const TreePlan& plan, const Box& room) {
    Fit fit = zoom_for(plan, room);
    fit.row = std::clamp(room.h / (fit.zoom * rows_of(plan)), lowest_row, tallest_row);
    const float left = room.w / fit.zoom - sum_of(fit.widths);
    if (left <= 0 || fit.widths.empty()) return fit;
    const float more = std::min(left / static_cast<float>(fit.widths.size()), widest_gap);
    for (float& wide : fit.widths) wide += more;
    return fit;
}

/// Sizes of everything in a room of that width, but not yet where it has scrolled to.
TreeLayout sized(const TreePlan& plan, const TreeSettings& settings, const Fit& fit, float width) {
    TreeLayout at;
    at.room = room_of(settings, width);
    const float across = sum_of(fit.widths), down = fit.row * rows_of(plan);
    at.usual = fit.zoom;
    at.least = std::min({fit.zoom, at.room.w / across, at.room.h / down});
    at.zoom = settings.zoom > 0
                  ? std::clamp(settings.zoom * fit.zoom, at.least, std::max(at.least, largest_tree_zoom))
                  : fit.zoom;
    at.row = fit.row * at.zoom;
    at.whole_w = across * at.zoom;
    at.whole_h = down * at.zoom;
    at.left = left_margin * at.zoom + std::max(0.0f, at.room.w - at.whole_w) / 2;
    float x = after_start * at.zoom;
    for (const float wide : fit.widths) {
        at.widths.push_back(wide * at.zoom);
        at.centres.push_back(x + at.widths.back() / 2);
        x += at.widths.back();
    }
    const auto beyond = [](float whole, float room) { return whole - room > 0.5f ? whole - room : 0.0f; };
    at.most_x = beyond(at.whole_w, at.room.w);
    at.most_y = beyond(at.whole_h, at.room.h);
    return at;
}

/// Where it is in view: as asked for, else so that what is selected, and what follows it, is.
void scroll(TreeLayout& at, const TreePlan& plan, const TreeSettings& settings) {
    const float spare = std::max(0.0f, at.room.h - at.whole_h) / 2;
    at.top = spare + at.row * (0.5f - static_cast<float>(plan.first_row));
    const int row = settings.selected < 0 ? 0 : plan.at(settings.selected).row;
    const int column = settings.selected < 0 ? -1 : plan.at(settings.selected).column;
    const float x = at.left + (column < 0 ? 0 : at.centres[static_cast<std::size_t>(column)]),
                y = at.top + at.row * static_cast<float>(row);
    at.scroll_x = std::clamp(settings.scroll_x >= 0 ? settings.scroll_x : x - at.room.w / 2, 0.0f, at.most_x);
    // The best sentence in the middle, unless what is selected, or what follows it, would be out of sight.
    const float above = 30 * at.zoom, below = 34 * at.zoom;
    const auto [first, last] = rows_at(plan, settings.selected, row, (at.room.h - above - below) / at.row);
    const float top = y + at.row * static_cast<float>(first - row) - above,
                bottom = y + at.row * static_cast<float>(last - row) + below;
    float wanted = settings.scroll_y;
    if (wanted < 0)
        wanted = std::clamp(at.top - at.room.h / 2, bottom - at.room.h, std::max(top, bottom - at.room.h));
    at.scroll_y = std::clamp(wanted, 0.0f, at.most_y);
}

/// The column at x, with the part of it that lies to the left: -1 is the start.
float column_at(const TreeLayout& at, float x) {
    float before = at.x(-1);
    for (std::size_t n = 0; n < at.centres.size(); ++n) {
        const float here = at.x(static_cast<int>(n));
        if (x < here) return static_cast<float>(n) - 1 + (x - before) / std::max(1.0f, here - before);
        before = here;
    }
    return static_cast<float>(at.centres.size()) - 1 +
           (x - before) / std::max(1.0f, at.widths.empty() ? 1.0f : at.widths.back());
}

float x_of_column(const TreeLayout& at, float column) {
    const int left =
        std::clamp(static_cast<int>(std::floor(column)), -1, static_cast<int>(at.centres.size()) - 1);
    const float from = at.x(left);
    const float step = left + 1 < static_cast<int>(at.centres.size()) ? at.x(left + 1) - from
                       : at.widths.empty()                            ? 0
                                                                      : at.widths.back();
    return from + (column - static_cast<float>(left)) * step;
}

/// The whole of it small, and a frame around what is in view.
void overview(Scene& scene, const TreePlan& plan, const TreeLayout& at, const TreeStage& stage,
              const FigureStyle& style) {
    if (at.overview.w <= 0) return;
    const Palette& c = style.colors();
    const Box& box = at.overview;
    scene.add(RectItem{box, c.bg1, c.line, 1, 4});
    const float across = box.w / std::max(at.whole_w, at.room.w),
                down = box.h / std::max(at.whole_h, at.room.h);
    for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
        const TreeNode& node = plan.nodes[n];
        if (!stage.visible[n] || node.small) continue;
        const auto column = static_cast<std::size_t>(node.column);
        const float x = at.left + at.centres[column], y = at.top + at.row * static_cast<float>(node.row);
        const float wide = std::max(1.0f, (at.widths[column] - 12 * at.zoom) * across);
        add_fill(
            scene,
            around({box.x + x * across, box.y + y * down}, wide, std::clamp(16 * at.zoom * down, 1.0f, 8.0f)),
            overview_color(stage.kinds[n], c), 1);
    }
    add_frame(scene, at.frame(), c.t1, 1.25f, 2);
    scene.pick(box, {PickKind::Button, -1, -1, -1, "overview"}, "The whole tree; the frame is what you see");
}

} // namespace

Box TreeLayout::frame() const {
    const float w = std::max(whole_w, room.w), h = std::max(whole_h, room.h);
    const float wide = std::max(smallest_frame, room.w / w * overview.w),
                high = std::max(smallest_frame, room.h / h * overview.h);
    const auto place = [](float share, float all, float size) {
        return std::clamp(share * all, 0.0f, all - size);
    };
    return {overview.x + place(scroll_x / w, overview.w, wide),
            overview.y + place(scroll_y / h, overview.h, high), wide, high};
}

Point TreeLayout::scroll_around(Point p) const {
    const float w = std::max(whole_w, room.w), h = std::max(whole_h, room.h);
    return {std::clamp((p.x - overview.x) / overview.w * w - room.w / 2, 0.0f, most_x),
            std::clamp((p.y - overview.y) / overview.h * h - room.h / 2, 0.0f, most_y)};
}

TreeLayout tree_layout(const TreePlan& plan, const TreeSettings& settings) {
    const float beside = settings.width - overview_width - 2 * overview_gap; // the picture of the whole
    Fit fit = fit_in(plan, room_of(settings, settings.width));
    if (!fit.whole) fit = fit_in(plan, room_of(settings, beside));
    TreeLayout at = sized(plan, settings, fit, settings.width);
    if (at.most_x > 0 || at.most_y > 0) {
        at = sized(plan, settings, fit, beside);
        const float high =
            std::clamp(at.whole_h / at.whole_w * overview_width, std::min(48.0f, at.room.h), at.room.h);
        at.overview = {settings.width - overview_width - overview_gap, at.room.y, overview_width, high};
    }
    scroll(at, plan, settings);
    return at;
}

TreeHeights tree_heights(const TreePlan& plan, float width) {
    const float rows = rows_of(plan), margin = head + 8;
    const float zoom = std::clamp(width / sum_of(natural_widths(plan)), 1.0f, largest_by_itself);
    return {margin + lowest_row * rows, margin + usual_row * zoom * rows};
}

Point tree_scroll_for_zoom(const TreePlan& plan, const TreeSettings& settings, float zoom, Point about) {
    const TreeLayout before = tree_layout(plan, settings);
    TreeSettings next = settings;
    next.zoom = zoom;
    next.scroll_x = next.scroll_y = 0;
    const TreeLayout after = tree_layout(plan, next);
    const float row = (about.y - before.y(0)) / before.row;
    return {std::clamp(x_of_column(after, column_at(before, about.x)) - about.x, 0.0f, after.most_x),
            std::clamp(after.y(0) + row * after.row - about.y, 0.0f, after.most_y)};
}

Scene tree_figure(const TreePlan& plan, const TreeSettings& settings, const FigureStyle& style) {
    Scene scene{.width = settings.width, .height = settings.height};
    title(scene, plan, settings, style);
    const TreeLayout at = tree_layout(plan, settings);
    const TreeStage stage = tree_stage(plan, settings.revealed);
    TreeDraw draw(scene, plan, stage, settings, style);
    draw.k = at.zoom;
    draw.labels = at.zoom >= least_labels;
    draw.numbers = at.zoom >= least_numbers;
    draw.row = at.row;
    draw.widths = at.widths;
    for (int column = 0; column < plan.length(); ++column) draw.centres.push_back(at.x(column));
    const auto in_view = [&](int column) {
        const float half = at.widths[static_cast<std::size_t>(column)] / 2;
        return at.x(column) + half > at.room.x && at.x(column) - half < at.room.right();
    };
    draw.first = 0;
    while (draw.first + 1 < plan.length() && !in_view(draw.first)) ++draw.first;
    draw.last = plan.length() - 1;
    while (draw.last > draw.first && !in_view(draw.last)) --draw.last;
    draw.first = std::max(0, draw.first - 1); // what comes in from beside
    draw.start = {at.x(-1), at.y(0)};
    draw.above = at.room.y;
    draw.below = at.room.bottom();
    draw.shorten();

    scene.add(ClipItem{{0, at.room.y - 24, at.room.w, at.room.h + 28}});
    draw.column_numbers(at.room.y - 13, settings.selected < 0 ? -1 : plan.at(settings.selected).column);
    scene.add(ClipEnd{});
    if (at.scroll_y > 0) add_fill(scene, {0, at.room.y - 4, at.room.w, 1}, style.colors().line);
    scene.add(ClipItem{{at.room.x, at.room.y - 3, at.room.w, at.room.h + 7}});
    draw.later();
    draw.edges();
    draw.nodes();
    draw.start_mark();
    scene.add(ClipEnd{});
    std::erase_if(scene.picks, [&](const Pick& pick) { // what is cut off is not there for the mouse
        return pick.box.centre().x > at.room.right() || pick.box.centre().y > at.room.bottom() + 8;
    });
    overview(scene, plan, at, stage, style);
    return scene;
}

} // namespace heed
