#include "app/figures/one_rnn/plan.h"

#include <algorithm>
#include <cmath>

namespace heed::past {
namespace {

constexpr float smallest_pitch = 17, largest_pitch = 76, full_pitch = 40;
constexpr float legend_room = 66, scroll_room = 12; // below the map
constexpr float usual_row = 30;
constexpr float hall_left = 115, hall_right = 34, hall_pitch = 98;
constexpr int fewest_columns = 8; // the picture of a short input is as wide

/// Everything above the map, `up` times as high as designed; returns the map's upper edge.
float stack(Plan& plan, float up, bool map) {
    plan.up = up;
    plan.names = up >= 0.8f;
    plan.state_high = plan.full ? std::max(18.0f, 28 * std::min(up, 1.6f)) : 16;
    plan.output = 28;
    plan.arcs = 56 + 35 * up;
    plan.context = 56 + 100 * up;
    plan.room = 60 * up;
    plan.base = plan.context + std::max(56.0f, 110 * up);
    plan.numbers = plan.base + 11;
    plan.state = plan.numbers + 13 + plan.state_high / 2 + 3 * up;
    plan.letters = plan.state + plan.state_high / 2 + 9;
    plan.embedding = plan.letters + 9 + 15 * up;
    plan.input = plan.embedding + 12 + 17 * up;
    plan.map = plan.input + (map ? 27.0f : 16.0f);
    return plan.map;
}

/// The upper part as high as it can be with rows of the usual height; short of room the rows give way, then
/// the upper part, then both.
void share(Plan& plan, float room, float growth) {
    const auto rows = static_cast<float>(std::max(1, plan.steps));
    const float below = legend_room + (plan.scrolls() ? scroll_room : 0), most_row = usual_row * growth;
    float up = growth;
    const auto left_for = [&](float scale) { return (room - below - stack(plan, scale, true)) / rows; };
    while (up > 0.35f && left_for(up) < std::min(most_row, up > 0.75f ? 18.0f : 12.0f)) up -= 0.05f;
    plan.row = std::clamp(left_for(up), 0.02f, most_row);
    if (plan.row >= 8) plan.row = std::floor(plan.row);
}

/// In a hall states and map alone share the height, and all that stands in rows is named once.
void share_hall(Plan& plan, float height) {
    constexpr float designed = 262, below = 8; // px above the map at scale 1; under it
    const auto rows = static_cast<float>(plan.steps);
    const float map = plan.steps > 0 ? std::clamp(rows * 12, 0.25f * height, 0.4f * height) : 0;
    const float upper = height - below - map;
    plan.up = std::clamp(upper / designed, 0.5f, 1.6f);
    plan.names = false;
    plan.state_high = plan.full ? 24 * plan.up : 16;
    plan.output = 20 * plan.up;
    plan.arcs = 50 * plan.up;
    plan.context = 80 * plan.up;
    plan.room = 55 * plan.up;
    plan.base = 164 * plan.up;
    plan.numbers = plan.base + 11;
    plan.state = plan.numbers + 10 + plan.state_high / 2;
    plan.letters = plan.state + plan.state_high / 2 + 9;
    plan.embedding = plan.letters; // is not there
    plan.input = plan.letters + 21;
    plan.map = plan.input + 16;
    plan.row = plan.steps > 0 ? std::clamp((height - below - plan.map) / rows, 0.02f, usual_row) : usual_row;
    if (plan.row >= 8) plan.row = std::floor(plan.row);
}

} // namespace

Plan plan_of(const Reading& reading, const OneRnnSettings& settings) {
    constexpr float designed_width = 1240, designed_height = 808;
    Plan plan;
    plan.columns = reading.columns();
    plan.hall = settings.hall;
    const float left = plan.hall ? hall_left : gutter_left, right = plan.hall ? hall_right : gutter_right;
    if (plan.hall) plan.names_x = 22, plan.labels_x = hall_left - 8;
    plan.steps = reading.attends() ? reading.steps : 0;
    const float growth =
        std::clamp(std::min(settings.width / designed_width, settings.height / designed_height), 1.0f, 2.0f);
    const auto columns = static_cast<float>(std::max(1, plan.columns));
    const float room = std::max(120.0f, settings.width - left - right);
    plan.pitch = std::clamp(room / columns, smallest_pitch, plan.hall ? hall_pitch : largest_pitch * growth);
    plan.full = plan.pitch >= full_pitch;
    const float wide = plan.pitch * columns, shown = std::min(room, wide);
    const float block = std::min(room, std::max(wide, plan.pitch * static_cast<float>(fewest_columns)));
    plan.edge = std::max(0.0f, std::floor((settings.width - left - block - right) / 2));
    plan.first = plan.left = plan.edge + left;
    plan.right = plan.left + shown;
    plan.most_scroll = wide > room + 0.5f ? std::ceil(wide - room) : 0;
    plan.scroll = std::round(std::clamp(settings.scroll, 0.0f, plan.most_scroll));
    plan.gutter = plan.right + 14;
    if (plan.hall)
        share_hall(plan, settings.height - (plan.scrolls() ? scroll_room : 0));
    else if (plan.steps > 0)
        share(plan, settings.height, growth);
    else
        stack(plan, std::clamp((settings.height - 80) / 410, 0.55f, growth), false);
    plan.legend = plan.map_bottom() + (plan.scrolls() ? scroll_room : 0) + 26;
    plan.bar = plan.scrolls() ? plan.map_bottom() + 8 : 0;

    // Above the states, or right of the output where that would be in the way.
    const float output = plan.x(plan.columns - 1) - 34;
    const bool over = plan.scrolls() || plan.left + controls_width + 16 < output;
    plan.controls = {over ? plan.left : output + 34 + 0.5f * plan.pitch + 24, plan.output - 14,
                     controls_width, 28};
    return plan;
}

} // namespace heed::past

namespace heed {

OneRnnLayout one_rnn_layout(const Trace& run, const OneRnnSettings& settings) {
    const past::Plan plan = past::plan_of(past::Reading(run), settings);
    return {plan.most_scroll, plan.controls, plan.map_bottom()};
}

} // namespace heed
