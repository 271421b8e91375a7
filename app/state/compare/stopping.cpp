// Panels that take long: how far each is, and that they are stopped by hand and run again.
#include "app/state/compare/compare.h"

#include "app/figures/base/format.h"
#include "app/state/jobs/runs.h"

#include <algorithm>

namespace heed {
namespace {

/// What is told of the panel's run; nothing: it is not long yet. A run of Step is made once for both.
std::optional<decode::Progress> far_of(const AppState& s, const PanelState& panel) {
    const PanelOrder& order = panel.order;
    if (panel.far || !order.loaded || order.loaded != s.model) return panel.far;
    if (s.writing() && s.runs.writing == order.request) return decode::Progress{0, 0, outputs_so_far(s)};
    const auto& on = s.runs.on_its_way;
    return on && on->request == order.request ? std::optional(on->far) : std::nullopt;
}

bool still_waits(const PanelState& panel) { return panel.waiting && !panel.stopped; }

std::string pending_sentence(const AppState& s, const PanelState& panel) {
    if (!panel.waiting) return {};
    const auto far = panel.stopped ? panel.far : far_of(s, panel);
    if (panel.stopped)
        return "Stopped " +
               (far && far->outputs > 0 ? "after " + counted(far->outputs, "output")
                                        : std::string("before the first output")) +
               ". Enter runs it again.";
    if (!far) return {};
    return (far->layers > 0 ? "The model is " + reading_words(*far)
                            : counted(far->outputs, "output") + " so far") +
           ". Esc stops.";
}

} // namespace

bool tell_pending(AppState& s) {
    bool changed = false;
    for (PanelState& panel : s.compare.panels) {
        std::string words = pending_sentence(s, panel);
        changed = changed || words != panel.figure.pending;
        panel.figure.pending = std::move(words);
    }
    return changed;
}

void apply_grown_panel(AppState& s, const PanelGrown& e) {
    for (PanelState& panel : s.compare.panels)
        if (still_waits(panel) && panel.order.same_run(e.order)) panel.far = e.far;
}

std::optional<EffectList> stop_compare(AppState& s) {
    constexpr double soon = 1; // seconds: what is there by then needs no hand
    auto& panels = s.compare.panels;
    const bool is_long = std::any_of(panels.begin(), panels.end(), [&](const PanelState& panel) {
        return still_waits(panel) && (far_of(s, panel) || s.clock - panel.since > soon);
    });
    if (!s.comparing() || !is_long) return {};
    for (PanelState& panel : panels) {
        if (!still_waits(panel)) continue;
        panel.far = far_of(s, panel);
        panel.stopped = true;
    }
    s.compare.asked.clear();
    return EffectList{{Effect::Kind::Compare}};
}

bool stopped_compare(const AppState& s) {
    const auto& panels = s.compare.panels;
    return s.comparing() && std::any_of(panels.begin(), panels.end(),
                                        [](const PanelState& p) { return p.waiting && p.stopped; });
}

void compare_again(AppState& s) {
    if (stopped_reading(s)) s.input_problem.clear(); // that it was stopped
    s.runs.stopped.reset();
    s.runs.stop_soon.reset();
    for (PanelState& panel : s.compare.panels) {
        if (!panel.stopped) continue;
        panel.stopped = false;
        panel.far.reset();
        panel.since = s.clock;
    }
}

} // namespace heed
