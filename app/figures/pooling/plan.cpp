#include "app/figures/pooling/plan.h"

#include <algorithm>
#include <cmath>

namespace heed::pools {
namespace {

constexpr float smallest_pitch = 6, largest_pitch = 32;
constexpr float legend_room = 48; // below the last map
constexpr float usual_row = 22, least_usual_row = 15, least_row = 5;
constexpr float line_of_text = 11; // the lowest row that can have a name
constexpr float label_room = 16;   // above the highest bar
constexpr float near = 130;        // px: columns of numbers that are no farther apart stand as one

/// The rows of weights, from the top: bounded energies, then free ones, so that the largest stand lowest.
std::vector<int> weight_members(const PoolingBoard& board) {
    std::vector<int> members;
    const int count = static_cast<int>(board.members.size());
    for (int k = count - 1; k >= 0; --k)
        if (is_attention(board.members[static_cast<std::size_t>(k)])) members.push_back(k);
    std::stable_partition(members.begin(), members.end(),
                          [&](int k) { return is_bounded(board.members[static_cast<std::size_t>(k)]); });
    if (members.empty() && map_member(board) >= 0) members.push_back(map_member(board)); // the mean alone
    return members;
}

/// Everything from the top down, at that scale of the upper part and that height of the maps' rows; returns
/// where it ends.
float stack(Plan& plan, float scale, float row) {
    plan.scale = scale;
    plan.row = row;
    plan.header = 16;
    plan.value_room = std::max(plan.words ? 24.0f : 12.0f, 30 * scale); // words are cut to it
    plan.value = 30 + plan.value_room;
    plan.marker = plan.value + plan.value_room + std::max(14.0f, 22 * scale);
    float y = plan.marker;
    for (std::size_t n = 0; n < plan.weights.size(); ++n) {
        const bool last = n + 1 == plan.weights.size();
        plan.weights[n].room = std::max(n == 0 ? 50.0f : 36.0f, (last ? 100 : 78) * scale);
        y += plan.weights[n].room;
        plan.weights[n].base = y;
        if (n == 0) plan.weights[n].room -= 14; // the marker's own
    }
    plan.band_top = plan.header + 12;
    plan.band_bottom = y + 6;
    y += 10;
    plan.bar = plan.scrolls() ? y + 4 : 0;
    if (plan.scrolls()) y += 10;
    for (Plan::Map* map : {&plan.attention, &plan.dense}) {
        if (map->member < 0) continue;
        map->rows = map == &plan.dense && plan.one_dense ? 1 : plan.samples + plan.own;
        map->title = y + std::clamp(24 * scale, 16.0f, 24.0f);
        map->top = map->title + (scale >= 0.7f ? 18.0f : 14.0f);
        y = map->top + row * static_cast<float>(map->rows);
    }
    plan.bottom = y;
    plan.legend = y + 20;
    return y + legend_room;
}

/// The largest x between low and high with which everything fits; low where none does.
template <class Height>
float largest_fitting(float low, float high, float room, Height height) {
    if (height(high) <= room) return high;
    if (height(low) > room) return low;
    for (int n = 0; n < 20; ++n) {
        const float middle = (low + high) / 2;
        (height(middle) <= room ? low : high) = middle;
    }
    return low;
}

/// Short of room the maps' rows give way first, down to a line of text; then the upper part; then both.
void share(Plan& plan, float room) {
    Plan trial = plan;
    float scale = 1, row = usual_row;
    const float most = 1.5f + 1.2f * (plan.growth - 1), most_row = 30 + 30 * (plan.growth - 1);
    if (stack(trial, 1, usual_row) <= room) {
        const auto both = [&](float s) { return stack(trial, s, std::min(most_row, usual_row * s)); };
        scale = largest_fitting(1, most, room, both);
        row = std::min(most_row, usual_row * scale);
    } else {
        row = largest_fitting(least_usual_row, usual_row, room, [&](float r) { return stack(trial, 1, r); });
        scale = largest_fitting(0.4f, 1, room, [&](float s) { return stack(trial, s, row); });
        row = largest_fitting(least_row, row, room, [&](float r) { return stack(trial, scale, r); });
    }
    if (row >= 8) row = std::floor(row);
    stack(plan, scale, row);
}

/// Before a row has no room for its name, Dense's rows become one.
void stand(Plan& plan, float room) {
    share(plan, room);
    if (plan.row < line_of_text && plan.dense.member >= 0 && plan.attention.member >= 0) {
        plan.one_dense = true;
        share(plan, room);
    }
    plan.controls = std::max(plan.legend, room - 28);
    plan.legend = std::clamp(plan.controls, plan.legend, plan.legend + 24);
}

/// One scale for all rows, so that bars can be compared: a weight of 1 fits the last row. It is smaller only
/// where a row above has a bar that would not fit.
float unit_of(const PoolingBoard& board, const Plan& plan) {
    if (plan.weights.empty()) return 1;
    float unit = std::max(8.0f, plan.weights.back().room - label_room);
    for (const Plan::Weights& row : plan.weights)
        for (const PoolingRuns* runs : {&board.now, &board.heard})
            if (const Trace* run = run_of(*runs, row.member)) {
                const Eigen::VectorXf weights = weights_of(*run);
                const float largest = weights.size() > 0 ? weights.maxCoeff() : 0;
                if (largest > 0) unit = std::min(unit, std::max(8.0f, row.room - label_room) / largest);
            }
    return unit;
}

/// Where the columns of numbers stand: behind the input and behind the samples, as one where these are near.
void place_gutters(Plan& plan, int longest_sample) {
    const auto shown_end = [&](int count) {
        return std::clamp(plan.first - plan.scroll + static_cast<float>(count) * plan.pitch, plan.left,
                          plan.right);
    };
    plan.end = shown_end(plan.count);
    plan.samples_end = longest_sample > 0 ? shown_end(longest_sample) : plan.end;
    float above = plan.end, below = plan.samples_end;
    if (plan.count == 0 || std::abs(above - below) <= near) above = below = std::max(above, below);
    plan.gutter = above + 16;
    plan.errors = below + 16;
}

} // namespace

Plan plan_of(const PoolingBoard& board, const PoolingSettings& settings) {
    constexpr float designed_width = 1240, designed_height = 708;
    Plan plan;
    int longest_sample = 0;
    for (const PoolingRuns& sample : board.samples)
        longest_sample = std::max(longest_sample, length_of(sample));
    plan.count = length_of(board.now);
    plan.columns = std::max(plan.count, longest_sample);
    plan.words = !board.members.empty() && config_of(board.members.front()).tokens();
    plan.growth =
        std::clamp(std::min(settings.width / designed_width, settings.height / designed_height), 1.0f, 2.0f);
    const auto columns = static_cast<float>(std::max(1, plan.columns));
    const float room = std::max(60.0f, settings.width - gutter_left - gutter_right);
    plan.pitch = std::clamp(room / columns, smallest_pitch, largest_pitch * plan.growth);
    const float wide = plan.pitch * columns, shown = std::min(room, wide);
    plan.edge = std::max(0.0f, std::floor((settings.width - gutter_left - shown - gutter_right) / 2));
    plan.first = plan.left = plan.edge + gutter_left;
    plan.right = plan.left + shown;
    plan.most_scroll = wide > room + 0.5f ? std::ceil(wide - room) : 0;
    plan.scroll = std::round(std::clamp(settings.scroll, 0.0f, plan.most_scroll));

    for (const int member : weight_members(board)) plan.weights.push_back({member, 0, 0});
    plan.samples = static_cast<int>(board.samples.size());
    plan.own = plan.samples > 0 && board.sample < 0 && plan.count > 0 ? 1 : 0;
    plan.attention.member = plan.samples > 0 ? map_member(board) : -1;
    plan.dense.member = plan.samples > 0 ? dense_member(board) : -1;
    place_gutters(plan, longest_sample);
    stand(plan, settings.height);
    plan.unit = unit_of(board, plan);
    return plan;
}

} // namespace heed::pools

namespace heed {

PoolingLayout pooling_layout(const PoolingBoard& board, const PoolingSettings& settings, const FigureStyle&) {
    const pools::Plan plan = pools::plan_of(board, settings);
    const float width = pools::controls_width, left = std::max(0.0f, settings.width - 16 - width);
    return {
        plan.first - plan.scroll,
        plan.pitch,
        plan.most_scroll,
        {plan.left, plan.band_top, std::max(0.0f, plan.end - plan.left), plan.band_bottom - plan.band_top},
        {left, plan.controls - 14, width, 28}};
}

int pooling_moment_at(const PoolingLayout& layout, int moments, float x) {
    if (x < layout.moments.x || x >= layout.moments.right() || layout.pitch <= 0) return -1;
    const int t = static_cast<int>(std::floor((x - layout.first) / layout.pitch));
    return t >= 0 && t < moments ? t : -1;
}

} // namespace heed
