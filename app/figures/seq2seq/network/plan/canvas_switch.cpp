#include "app/figures/seq2seq/network/canvas_switch.h"

#include "app/figures/seq2seq/network/plan/plan.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float edge = 16, top = 10, high = 28;           // of the words
constexpr float button = 28, button_edge = 8, below = 32; // of the buttons, and from one to the next

Box words_box(int views, float width) {
    const float wide = views == 2 ? 140.0f : static_cast<float>(views) * switch_word;
    return {width - edge - wide, top, wide, high};
}

} // namespace

float slanted_until(float last_column, const NetworkSettings& settings) {
    constexpr float beside = 40;
    const bool has_switch = settings.overview && !settings.lecture;
    const float most = has_switch ? settings.width - switch_buttons_gutter + 8 : settings.width;
    return std::max(last_column, std::min(last_column + beside, most));
}

float outputs_right(const NetworkPlan& plan, const NetworkSettings& settings) {
    const float last = plan.states.seen_right();
    const bool slanted = !plan.outputs_upright && !plan.bands;
    return slanted ? slanted_until(last, settings) : last;
}

CanvasSwitch canvas_switch(int views, int tokens, float outputs_right, float width) {
    constexpr float air = 8;
    const Box words = words_box(views, width);
    if (tokens <= switch_most_tokens && outputs_right + air <= words.x) return {true, {words}};
    CanvasSwitch made{false, {}};
    for (int k = 0; k + 1 < views; ++k)
        made.boxes.push_back(
            {width - button_edge - button, button_edge + below * static_cast<float>(k), button, button});
    return made;
}

CanvasSwitch canvas_switch(int views, float width) { return {true, {words_box(views, width)}}; }

} // namespace heed
