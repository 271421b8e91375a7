// The commands of weights that were computed elsewhere: one map or all of them.
#include "app/state/commands/row.h"
#include "app/state/heads/heads.h"
#include "app/state/open/opening.h"
#include "app/state/weights/weights.h"
#include "core/io/attention/file.h"
#include "core/trace/given_facts.h"

#include <algorithm>

namespace heed {
namespace {

bool has_several(const AppState& s) { return s.maps.size() > 1; }
bool shows_one(const AppState& s) { return has_several(s) && s.view == "step" && !s.weights.all; }

std::string why_no_maps(const AppState& s) {
    if (!s.model) return {};
    return "All maps at once are shown of a file of weights." +
           std::string(can_show_heads(s) ? " A shows every head of this model." : "");
}

template <bool all>
void show_maps(AppState& s) {
    if (!has_several(s)) return;
    s.weights.all = all;
    s.weights.enlarged = false;
    s.weights.follow = all; // the chosen one is in sight when they are shown
    s.hover = {};
}

template <int by>
EffectList move_map(AppState& s) {
    return choose_map(s, std::clamp(s.map + by, 0, std::max(0, static_cast<int>(s.maps.size()) - 1)));
}

/// To the next map in that direction; those of another row or column are passed over.
template <int across, int down>
EffectList move_over(AppState& s) {
    if (s.map >= static_cast<int>(s.maps.size())) return {};
    const Thumbnails all = thumbnails(s.maps);
    const GridMap& now = all.maps[static_cast<std::size_t>(s.map)];
    const int up_is = all.top_down ? 1 : -1; // layers are stacked
    const auto wanted = std::find_if(all.maps.begin(), all.maps.end(), [&](const GridMap& map) {
        return map.head == now.head + across && map.layer == now.layer + down * up_is;
    });
    return wanted == all.maps.end() ? EffectList{}
                                    : choose_map(s, static_cast<int>(wanted - all.maps.begin()));
}

EffectList take_map(AppState& s, const Command& c) { return choose_map(s, c.i); }

/// A cell counts row by row; without one, what was marked stays marked.
EffectList enlarge(AppState& s, const Command& c) {
    if (!has_several(s) || c.i >= static_cast<int>(s.maps.size())) return {};
    s.weights.all = false;
    EffectList effects = choose_map(s, c.i < 0 ? s.map : c.i);
    s.weights.enlarged = true;
    s.weights.from = s.map;
    const RunMap& map = s.maps[static_cast<std::size_t>(s.map)];
    const int columns = map.columns();
    if (s.trace->has_weights() && c.j >= 0 && columns > 0 && c.j / columns < map.rows())
        s.selection = {.column = c.j % columns, .row = c.j / columns};
    return effects;
}

EffectList scroll_maps(AppState& s, const Command& c) {
    s.weights.follow = false;
    s.weights.scroll_x = static_cast<float>(std::max(0, c.i));
    s.weights.scroll_y = static_cast<float>(std::max(0, c.j));
    return {};
}

} // namespace

bool shows_all_maps(const AppState& s) { return has_several(s) && s.view == "step" && s.weights.all; }

GridSettings grid_settings(const AppState& s, const Thumbnails& all) {
    GridSettings settings = all.settings();
    settings.ramp = false; // it stands below, in the bar
    settings.chosen = s.map;
    settings.scroll_x = s.weights.scroll_x;
    settings.scroll_y = s.weights.scroll_y;
    return settings;
}

GridCell grid_cell(const AppState& s) {
    if (s.hover.unit >= 0) return {s.hover.unit, s.hover.row, s.hover.column};
    const bool in_panel = s.hover.row >= 0 || s.hover.column >= 0;
    const Pointing& at = in_panel ? s.hover : s.selection;
    return {-1, at.row, at.column};
}

std::vector<OtherReading> other_readings(const AppState& s) {
    std::vector<OtherReading> readings;
    if (!s.weights_only() || !s.trace) return readings;
    const auto& given = s.trace->model.of<GivenFacts>();
    for (const std::string& order : given.others) {
        if (order.size() != given.order.size()) continue;
        const auto [now, other] = std::mismatch(given.order.begin(), given.order.end(), order.begin());
        if (now == given.order.end()) continue;
        const std::string axis = std::to_string(now - given.order.begin() + 1),
                          words = io::order_words(order);
        const std::string what = io::order_words(std::string_view(&*other, 1));
        std::string label = (order.size() == 2 ? "Rows: " : "Axis " + axis + ": ") + what;
        const bool taken = std::any_of(readings.begin(), readings.end(),
                                       [&](const OtherReading& one) { return one.label == label; });
        if (taken) label += " (" + order + ")"; // they differ in another axis
        readings.push_back(
            {order, label, "Reads the file again as " + words + "; now " + io::order_words(given.order)});
    }
    if (given.may_start)
        readings.push_back({"", "First: a start",
                            "Reads the file again with <s> in front of its tokens; now the last weight is "
                            "taken for an end"});
    return readings;
}

void reset_weights(AppState& s, Fresh fresh) {
    if (fresh != Fresh::Input) s.weights = {}, s.zoom = {};
}

bool leave_enlarged(AppState& s) {
    if (!s.weights.enlarged) return false;
    const bool same = s.map == s.weights.from; // then it is where it was
    show_maps<true>(s);
    s.weights.follow = !same;
    return true;
}

Rows weights_commands() {
    constexpr std::string_view looking = "Looking";
    return {
        explained<why_no_maps>({"all-maps", "All maps of the file", keys("G"), looking, false, shows_one,
                                plain<show_maps<true>>, "grid layers heads weights thumbnails every"}),
        {"one-map", "One map of the file", keys("G"), looking, false, shows_all_maps, plain<show_maps<false>>,
         "grid layer head weights", true},
        {"enlarge-map",
         "Enlarge the map",
         keys("Enter"),
         looking,
         false,
         shows_all_maps,
         enlarge,
         "grid layer head weights",
         true,
         {optional(whole("map", &Command::i)), optional(whole("cell", &Command::j))}},
        recorded<Records::Nothing>({"next-map", "Next map of the file", keys("PageDown"), looking, false,
                                    has_several, plain<move_map<+1>>, "weights layer head"}),
        recorded<Records::Nothing>({"previous-map", "Previous map of the file", keys("PageUp"), looking,
                                    false, has_several, plain<move_map<-1>>, "weights layer head"}),
        {"map-left", "The map to the left", keys("Left"), looking, false, shows_all_maps,
         plain<move_over<-1, 0>>, "grid head", true},
        {"map-right", "The map to the right", keys("Right"), looking, false, shows_all_maps,
         plain<move_over<+1, 0>>, "grid head", true},
        {"map-up", "The map above", keys("Up"), looking, false, shows_all_maps, plain<move_over<0, -1>>,
         "grid layer", true},
        {"map-down", "The map below", keys("Down"), looking, false, shows_all_maps, plain<move_over<0, +1>>,
         "grid layer", true},
        hidden("choose-map", take_map, {whole("map", &Command::i)}),
        recorded<Records::Passing>(
            hidden("maps-scroll", scroll_maps, {whole("x", &Command::i), whole("y", &Command::j)})),
    };
}

} // namespace heed
