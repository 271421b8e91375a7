// The switch in Step's canvas between the network and what may stand in its place.
#include "app/figures/seq2seq/network/canvas_switch.h"
#include "app/state/heads/heads.h"
#include "app/state/meaning/meaning.h"
#include "app/state/states/states.h"
#include "app/state/step/layers/layers.h"
#include "app/views/base/widgets.h"
#include "app/views/step/zoom_view.h"
#include "app/views/views.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace heed {
namespace {

bool has_paths(const AppState& s) { return is_enabled(command_info("states"), s); }
bool shows_paths(const AppState& s) { return shows_states(s) || shows_stream(s); }
bool has_meaning_view(const AppState& s) {
    return has_paths(s) && !is_transformer(s.facts) && meaning_obstacle(s).empty();
}

/// What may stand in place of the network: its command shows it, and the network again.
struct CanvasView {
    std::string name, command, key, tip, shown_tip;
    Icon icon;
    bool (*there)(const AppState&), (*shown)(const AppState&);
};
const CanvasView canvas_views[] = {
    {"Heads", "heads", "A", "Show every head at once", "Every head at once", Icon::Inspector, can_show_heads,
     shows_heads},
    {"States", "states", "P", "Show the states' path", "The states as paths", Icon::Path, has_paths,
     shows_paths},
    {"Meaning", "meaning", "M", "Show what the weights mean", "What the weights mean", Icon::Eye,
     has_meaning_view, shows_meaning},
};

std::vector<const CanvasView*> views_there(const AppState& s) {
    std::vector<const CanvasView*> found;
    for (const CanvasView& view : canvas_views)
        if (view.there(s)) found.push_back(&view);
    return found;
}

/// Its place among them, from 1; 0: the network.
int view_shown(const AppState& s, const std::vector<const CanvasView*>& there) {
    const auto on =
        std::find_if(there.begin(), there.end(), [&](const CanvasView* v) { return v->shown(s); });
    return on == there.end() ? 0 : static_cast<int>(on - there.begin()) + 1;
}

CanvasSwitch switch_in(Ui& ui, int views, int shown, float width) {
    const AppState& s = ui.state;
    const auto known = ui.memory.known_run;
    const bool network = shown == 0 && known && !shows_layers(s);
    return network ? canvas_switch(views, s.trace->source_length(), known->outputs_right, width)
                   : canvas_switch(views, width);
}

} // namespace

float states_switch_width(const AppState& s) {
    const auto views = static_cast<int>(views_there(s).size()) + 1;
    return views < 2 ? 0 : canvas_switch(views, 0).boxes.front().w;
}

/// Where the network's outputs leave no room for words, buttons.
void states_switch(Ui& ui, Box canvas) {
    const AppState& s = ui.state;
    if ((!s.model && s.maps.empty()) || !s.trace || s.input.empty()) return;
    const auto there = views_there(s);
    if (there.empty()) return;
    const int shown = view_shown(s, there), views = static_cast<int>(there.size()) + 1;
    const CanvasSwitch at = switch_in(ui, views, shown, canvas.w);
    const auto in_canvas = [&](Box box) { return Box{canvas.x + box.x, canvas.y + box.y, box.w, box.h}; };
    if (!at.words) {
        for (std::size_t k = 0; k < at.boxes.size(); ++k)
            if (const CanvasView& v = *there[k];
                icon_button(ui, v.command, in_canvas(at.boxes[k]), v.icon, v.tip, v.key, true, true))
                ui.send({find_command(v.command)->id});
        return;
    }
    std::vector<std::string> names{s.maps.empty() ? "Network" : "Maps"};
    for (const CanvasView* view : there) names.push_back(view->name);
    const Box box = in_canvas(at.boxes[0]);
    const int n = segmented(ui, "states", box, names, shown);
    if (n >= 0 && n != shown)
        ui.send({find_command(there[static_cast<std::size_t>(n == 0 ? shown - 1 : n - 1)]->command)->id});
    const float each = box.w / static_cast<float>(views);
    for (std::size_t k = 0; k < there.size(); ++k)
        ui.tooltip(there[k]->command, {box.x + static_cast<float>(k + 1) * each, box.y, each, box.h},
                   static_cast<int>(k) + 1 == shown ? there[k]->shown_tip : there[k]->tip, there[k]->key);
}

} // namespace heed
