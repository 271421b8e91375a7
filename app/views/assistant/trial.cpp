// Tried at once: what the model gives as it is answered, and with each answer changed.
#include "app/figures/assistant/maps.h"
#include "app/figures/base/format.h"
#include "app/views/assistant/assistant.h"
#include "app/views/base/widgets.h"

#include <algorithm>

namespace heed {
namespace {

namespace mapping = io::mapping;

/// Of each question the other answer that moves most.
std::vector<AssistantMap> maps_of(const mapping::Trial& trial) {
    std::vector<AssistantMap> maps{{"", 0, trial.trace, {}}};
    const std::vector<const mapping::Question*> open = trial.draft.open();
    for (std::size_t q = 0; q < open.size(); ++q) {
        const mapping::Alternative* most = nullptr;
        for (const mapping::Alternative& one : trial.alternatives)
            if (one.question == open[q]->id &&
                (most == nullptr || one.change.value_or(-1) > most->change.value_or(-1)))
                most = &one;
        if (most == nullptr) continue;
        AssistantMap map{most->option, static_cast<int>(q) + 1, most->trace, most->change};
        for (const mapping::Option& option : open[q]->options)
            if (option.id == most->option)
                map.label = option.label;
            else
                map.others.push_back(option.label);
        maps.push_back(std::move(map));
    }
    std::stable_sort(maps.begin() + 1, maps.end(), [](const AssistantMap& a, const AssistantMap& b) {
        return a.change.value_or(-1) > b.change.value_or(-1);
    });
    return maps;
}

} // namespace

void assistant_trial(Ui& ui, Box box) {
    const AssistantState& a = *ui.state.assistant;
    const Palette& c = ui.colors;
    const float x = box.x + 20, y = box.y + 26;
    ui.text({x, y}, "Tried at once", Face::Semibold, 13, c.t1);
    const float left = x + 104, field = std::min(360.0f, box.w * .4f);
    text_field(ui, "field:assistant-input", {left, y - 14, field, 28}, a.order.input,
               {.hint = "An input to try", .face = Face::Mono}, "assistant-input");
    if (!a.known) return;
    const mapping::Trial& trial = a.known->trial;
    const float after = left + field + 14, right = box.right() - 20;
    if (!trial.problem.empty()) {
        ui.paragraph({x, y + 26, box.w - 40, 0}, trial.problem, Face::Regular, 13, 20, c.t1);
        return;
    }
    if (trial.trace) {
        ui.draw(icon(Icon::ArrowRight, c.t2), {after + 8, y});
        const std::string log_p = "log p " + log_prob_number(trial.trace->log_prob);
        const float room = right - after - 30 - ui.text_width(log_p, Face::Mono, 11) - 16;
        ui.text({after + 26, y}, ui.cut(trial.trace->target_text, Face::Mono, 13, room), Face::Mono, 13,
                c.output);
        ui.text({right, y}, a.asked == a.known->order ? log_p : "being tried …", Face::Mono, 11, c.t3,
                Align::Right);
        const float top = box.y + 50;
        const Box room_for_maps{x, top, box.w - 40, box.bottom() - top - 6};
        const Scene& scene =
            cached_scene(ui, "assistant:maps", std::tuple(room_for_maps.w, room_for_maps.h), a.known, [&] {
                return assistant_maps(maps_of(trial), room_for_maps.w, room_for_maps.h, figure_style(ui));
            });
        ui.draw(scene, {room_for_maps.x, room_for_maps.y});
    }
}

} // namespace heed
