#include "app/figures/entity/plan.h"

#include <algorithm>

namespace heed::slots {
namespace {

constexpr float margin = 32, between = 36, widest_plane = 560;
constexpr float least_row = 22, full_row = 34;

void place_columns(const Reading& r, const StorySettings& settings, Plan& plan) {
    plan.paths = !settings.hall && settings.width >= 1000;
    const float side = std::clamp(0.355f * settings.width, 330.0f, widest_plane);
    plan.left_end = plan.paths ? settings.width - margin - side - between : settings.width - 16;
    const float room = plan.left_end - plan.text - 8, slots = static_cast<float>(std::max(1, r.slots));
    plan.text_room = std::clamp(room - slots * 60, std::min(168.0f, 0.4f * room), 0.45f * room);
    plan.pitch = std::min(72.0f, (room - plan.text_room) / slots);
    plan.gates = plan.text + plan.text_room + 8;
    plan.left_end = plan.gates + slots * plan.pitch;
    if (plan.paths) plan.plane = {settings.width - margin - side, 40, side, 0};
}

void place_rows(const Reading& r, const StorySettings& settings, const Playhead& playhead, Plan& plan) {
    plan.tall = !settings.hall && settings.height >= 640;
    plan.question = settings.height - (plan.tall ? 214.0f : settings.hall ? 112.0f : 132.0f);
    const float legend = plan.tall ? 64.0f : 8.0f;
    const float room = plan.question - legend - plan.rows;
    const int empty = settings.hall ? 0 : 1, wanted = r.sentences + empty;
    plan.row = std::clamp(room / static_cast<float>(std::max(1, wanted)), least_row,
                          full_row * std::max(1.0f, settings.height / 808));
    const int fit = std::max(1 + empty, static_cast<int>(room / plan.row + 0.01f));
    plan.shown = std::min(r.sentences, fit - empty);
    const int looked_at = settings.editing >= 0     ? settings.editing
                          : playhead.hover_row >= 0 ? -1 // rows do not move under the pointer
                                                    : std::max(playhead.row, r.opened(playhead.at) - 1);
    const int newest = std::max(0, looked_at >= 0 ? looked_at : r.opened(playhead.at) - 1);
    plan.first = std::clamp(newest - plan.shown + 1, 0, r.sentences - plan.shown);
    plan.more_above = plan.first > 0;
    plan.more_below = plan.first + plan.shown < r.sentences;
    plan.empty_row = settings.writable && !plan.more_below;
}

} // namespace

Plan plan_of(const Reading& r, const StorySettings& settings, const Playhead& playhead) {
    Plan plan;
    if (settings.hall) plan.edge = 22, plan.text = 46, plan.title = 16, plan.header = 42, plan.rows = 56;
    place_columns(r, settings, plan);
    place_rows(r, settings, playhead, plan);
    if (!plan.paths) return plan;
    const float panel = plan.tall ? 150.0f : 0.0f;
    const float bottom = plan.tall ? plan.question + 8 : settings.height - 84;
    plan.plane.h = std::max(160.0f, bottom - 88 - plan.plane.y);
    plan.controls = {plan.plane.x, plan.plane.bottom() + 50, plan.plane.w, 30};
    if (panel > 0)
        plan.panel = {plan.plane.x, plan.question + 8, plan.plane.w,
                      settings.height - 44 - plan.question - 8};
    return plan;
}

} // namespace heed::slots
