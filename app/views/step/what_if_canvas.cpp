// Taking hold of weights on the Step canvas, and the switch between the changed run, the model's and the
// difference.
#include "app/state/step/what_if.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace heed {
namespace {

constexpr float click_slack = 3;                   // px that a click may move
constexpr float cell_travel = 150;                 // px from 0 to 1 on a cell
constexpr float fine = 0.2f;                       // of the way, with Shift
constexpr double grain = 0.01, fine_grain = 0.002; // weights that a drag gives

/// What can be taken hold of: a bar, or a cell that has its weight.
std::optional<PickId> handle_at(const Ui& ui, const Scene& scene, Point origin,
                                const std::function<PickId(PickId)>& meant) {
    const AppState& s = ui.state;
    if (!can_hold(s) || !ui.over({origin.x, origin.y, scene.width, scene.height})) return std::nullopt;
    const Point at{ui.mouse().x - origin.x, ui.mouse().y - origin.y};
    const Pick* pick = scene.hit(at);
    if (!pick) return std::nullopt;
    const PickId id = meant ? meant(pick->at(at)) : pick->at(at);
    if (id.j < 0 || id.i < 0) return std::nullopt;
    const bool changed = s.what_if.map == WhatIfMap::Changed || !s.baseline;
    if (id.kind == PickKind::Bar || (id.kind == PickKind::Cell && changed)) return id;
    return std::nullopt;
}

/// What is lit meanwhile: of a bar its column alone.
void light(Ui& ui) {
    const UiMemory::WeightDrag& d = ui.memory.drag;
    ui.memory.hovered = {d.column, d.cell ? d.output : -1, -1, d.past};
}

void begin(Ui& ui, const PickId& handle, const WeightHandle& weight) {
    UiMemory::WeightDrag& d = ui.memory.drag;
    d = {};
    d.on = true;
    d.cell = handle.kind == PickKind::Cell;
    d.output = handle.i;
    d.column = handle.j;
    d.from_y = ui.mouse().y;
    d.from = weight.weight;
    d.per_px = weight.per_px;
    d.past = weight.past;
    ui.memory.pressed = "weight";
    ui.memory.focus.clear();
}

void move(Ui& ui) {
    UiMemory::WeightDrag& d = ui.memory.drag;
    const float way = d.from_y - ui.mouse().y;
    if (!d.moved) {
        if (std::abs(way) < click_slack) return;
        d.moved = true;
        ui.send({"drag", "", 0, 1});
    } else if (ui.state.gesture == 0) {
        return; // taken back meanwhile: it would be held again at the next move
    }
    const double step = ui.shift() ? fine_grain : grain;
    const double wanted = static_cast<double>(d.from + way * d.per_px * (ui.shift() ? fine : 1));
    const double value = std::clamp(std::round(wanted / step) * step, 0.0, 1.0);
    if (value == d.last) return;
    d.last = value;
    ui.send({"hold-weight", "", value, d.output, d.column});
}

void end(Ui& ui) {
    UiMemory::WeightDrag& d = ui.memory.drag;
    if (d.moved)
        ui.send({"drag", "", 0, 0});
    else {
        if (d.cell) ui.send({"select-row", "", 0, d.output});
        Command column{"select-column", "", 0, d.column};
        column.x = d.past ? 1 : 0;
        ui.send(column);
    }
    d = {};
}

} // namespace

std::shared_ptr<const WhatIf> step_what_if(Ui& ui) {
    const AppState& s = ui.state;
    std::shared_ptr<const WhatIf>& known = ui.memory.what_if;
    if (!s.trace || !s.baseline || s.baseline == s.trace || s.trace->source_text != s.baseline->source_text)
        return known = nullptr;
    const std::shared_ptr<const Trace> model = seen_run(ui, s.baseline), changed = seen_run(ui, s.trace);
    if (!known || known->model != model || known->changed != changed)
        known = std::make_shared<const WhatIf>(what_if(model, changed));
    return known;
}

std::shared_ptr<const WhatIf> preview_what_if(Ui& ui) {
    const AppState& s = ui.state;
    std::shared_ptr<const WhatIf>& known = ui.memory.preview_what_if;
    const auto& then = s.what_if.previewed;
    if (!preview_of(s) || !then || then == s.trace || then->source_text != s.trace->source_text)
        return known = nullptr;
    const std::shared_ptr<const Trace> model = seen_run(ui, s.trace), changed = seen_run(ui, then);
    if (!known || known->model != model || known->changed != changed)
        known = std::make_shared<const WhatIf>(what_if(model, changed));
    return known;
}

bool drag_weights(Ui& ui, const Scene& scene, Point origin, const NetworkLayout& layout) {
    return drag_weights(ui, scene, origin, [&](const PickId& id) {
        const Trace& seen = *seen_run(ui, ui.state.trace); // of several heads the one in front
        const float per_px = id.kind == PickKind::Cell
                                 ? 1 / cell_travel
                                 : bar_ceiling(seen, id.i, nullptr, layout.slots) / layout.bar_height;
        return std::optional(WeightHandle{weight_seen(ui.state, id.i, id.j), per_px});
    });
}

bool drag_weights(Ui& ui, const Scene& scene, Point origin,
                  const std::function<std::optional<WeightHandle>(const PickId&)>& handle_of,
                  const std::function<PickId(PickId)>& meant) {
    UiMemory::WeightDrag& d = ui.memory.drag;
    if (d.on) {
        light(ui);
        ui.show_vertical_cursor();
        move(ui); // a last time, when it lets go
        if (!ui.mouse_down()) end(ui);
        return true;
    }
    if (!ui.memory.pressed.empty()) return false;
    const std::optional<PickId> handle = handle_at(ui, scene, origin, meant);
    const std::optional<WeightHandle> weight = handle ? handle_of(*handle) : std::nullopt;
    if (!weight) return false;
    ui.show_vertical_cursor();
    if (ui.other_pressed()) ui.send({"lock", "", 0, handle->i, handle->j});
    if (!ui.mouse_pressed()) return false; // the tooltip and the hover are as ever
    begin(ui, *handle, *weight);
    light(ui);
    return true;
}

void map_switch(Ui& ui, Point origin, const NetworkLayout& layout) {
    const auto what_if = layout.legend ? step_what_if(ui) : nullptr;
    if (!what_if || !ui.state.trace->has_weights()) return;
    const std::array<std::string, 3> labels = {what_if->changed_name, what_if->model_name, "Difference"};
    constexpr std::array what = {"show-changed", "show-model", "show-difference"};
    constexpr std::array maps = {WhatIfMap::Changed, WhatIfMap::Model, WhatIfMap::Difference};
    const auto chosen = std::find(maps.begin(), maps.end(), ui.state.what_if.map) - maps.begin();
    const Box box{origin.x + layout.switch_x, origin.y + layout.legend_y - 12, 254, 24};
    if (const int n = segmented(ui, "what-if:map", box, labels, static_cast<int>(chosen)); n >= 0)
        ui.send({what[static_cast<std::size_t>(n)]});
}

} // namespace heed
