#include "app/figures/search/tree.h"

#include "app/figures/base/marks.h"
#include "app/figures/search/tree_draw.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

constexpr float head = 56; // title and column numbers
constexpr float left_margin = 40, right_margin = 56;
constexpr float usual_pitch = 80, narrowest_pitch = 52, widest_pitch = 116;
constexpr float usual_row = 30, lowest_row = 20.5f; // half a lane

/// As narrow as short tokens allow, as wide as long ones need where there is room.
float pitch_of(const TreePlan& plan, float width) {
    const float wanted = std::ceil(plan.widest_label + 14 + 22);
    if (wanted <= usual_pitch) return std::max(narrowest_pitch, wanted);
    const float room = (width - left_margin - right_margin) / static_cast<float>(std::max(1, plan.length()));
    return std::clamp(std::floor(room), usual_pitch, std::min(wanted, widest_pitch));
}

std::string number_word(int n) {
    static constexpr std::array<const char*, 11> words = {"no",  "one",   "two",   "three", "four", "five",
                                                          "six", "seven", "eight", "nine",  "ten"};
    return n >= 0 && n < static_cast<int>(words.size()) ? words[static_cast<std::size_t>(n)]
                                                        : std::to_string(n);
}

std::string meaning(const TreePlan& plan) {
    if (plan.beam.width <= 1)
        return "Each column is one output token. Only the best sentence so far goes on.";
    return "Each column is one output token. The " + number_word(plan.beam.width) +
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

/// A thin bar at an edge: how much of the whole is in view.
void scroll_bar(Scene& scene, Box track, float scroll, float most, Color color) {
    if (most <= 0) return;
    const bool across = track.w > track.h;
    const float room = across ? track.w : track.h, size = std::max(24.0f, room * room / (room + most)),
                at = (room - size) * scroll / most;
    add_fill(scene,
             across ? Box{track.x + at, track.y, size, track.h} : Box{track.x, track.y + at, track.w, size},
             color, 1.5f);
}

} // namespace

TreeLayout tree_layout(const TreePlan& plan, const TreeSettings& settings) {
    TreeLayout at;
    at.room = {0, head, settings.width, std::max(60.0f, settings.height - head - 8)};
    at.pitch = pitch_of(plan, settings.width);
    const float rows = static_cast<float>(plan.last_row - plan.first_row + 1);
    at.row = std::clamp(std::floor(at.room.h / rows), lowest_row, usual_row);
    at.left = left_margin;
    const float whole_w = left_margin + at.pitch * static_cast<float>(plan.length()) + right_margin,
                whole_h = at.row * rows;
    at.most_x = std::max(0.0f, whole_w - at.room.w);
    at.most_y = std::max(0.0f, whole_h - at.room.h);
    const float spare = std::max(0.0f, at.room.h - whole_h) / 2;
    at.top = spare + at.row * (0.5f - static_cast<float>(plan.first_row));

    const int column = settings.selected < 0 ? -1 : plan.at(settings.selected).column;
    const int row = settings.selected < 0 ? 0 : plan.at(settings.selected).row;
    const float x = at.left + at.pitch * static_cast<float>(column + 1),
                y = at.top + at.row * static_cast<float>(row);
    at.scroll_x = std::clamp(settings.scroll_x >= 0 ? settings.scroll_x : x - at.room.w / 2, 0.0f, at.most_x);
    // The best sentence in the middle, unless what is selected, or what follows it, would be out of sight.
    constexpr float above = 30, below = 34;
    const auto [first, last] = rows_at(plan, settings.selected, row, (at.room.h - above - below) / at.row);
    const float top = y + at.row * static_cast<float>(first - row) - above,
                bottom = y + at.row * static_cast<float>(last - row) + below;
    float wanted = settings.scroll_y;
    if (wanted < 0)
        wanted = std::clamp(at.top - at.room.h / 2, bottom - at.room.h, std::max(top, bottom - at.room.h));
    at.scroll_y = std::clamp(wanted, 0.0f, at.most_y);
    return at;
}

Scene tree_figure(const TreePlan& plan, const TreeSettings& settings, const FigureStyle& style) {
    Scene scene{.width = settings.width, .height = settings.height};
    title(scene, plan, settings, style);
    const TreeLayout at = tree_layout(plan, settings);
    const TreeStage stage = tree_stage(plan, settings.revealed);
    TreeDraw draw(scene, plan, stage, settings, style);
    draw.pitch = at.pitch;
    draw.row = at.row;
    const int from = std::max(0, static_cast<int>((at.scroll_x - at.left) / at.pitch) - 2);
    draw.first = from;
    draw.last = std::min(plan.length() - 1, static_cast<int>((at.scroll_x + at.room.w) / at.pitch) + 1);
    draw.start = {at.x(from - 1), at.y(0)};
    draw.above = at.room.y;
    draw.below = at.room.bottom();

    scene.add(ClipItem{{0, at.room.y - 24, settings.width, at.room.h + 28}});
    draw.column_numbers(at.room.y - 13, settings.selected < 0 ? -1 : plan.at(settings.selected).column);
    scene.add(ClipEnd{});
    if (at.scroll_y > 0) add_fill(scene, {0, at.room.y - 4, settings.width, 1}, style.colors().line);
    scene.add(ClipItem{{at.room.x, at.room.y - 3, at.room.w, at.room.h + 7}});
    draw.later();
    draw.edges();
    draw.nodes();
    draw.start_mark();
    scene.add(ClipEnd{});
    const Color bar = fade(style.colors().line2, 0.9f);
    scroll_bar(scene, {8, settings.height - 5, settings.width - 16, 3}, at.scroll_x, at.most_x, bar);
    scroll_bar(scene, {settings.width - 5, at.room.y, 3, at.room.h}, at.scroll_y, at.most_y, bar);
    return scene;
}

} // namespace heed
