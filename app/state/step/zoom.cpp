#include "app/state/step/zoom.h"

#include "app/figures/base/marks.h"
#include "app/figures/lecture/band.h"
#include "app/figures/seq2seq/network/whole.h"
#include "app/state/commands/row.h"
#include "app/state/states/states.h"
#include "app/state/step/influence.h"
#include "app/state/step/lecture.h"
#include "app/state/step/what_if.h"
#include "app/state/weights/weights.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed {
namespace {

constexpr double told_seconds = 0.8;
constexpr float same = 1.001f; // scales that differ by less are one

bool can_zoom(const AppState& s) { return map_in_view(s).has_value(); }
bool can_scroll(const AppState& s) {
    const auto view = map_in_view(s);
    return view && !view->all;
}
std::string why_no_zoom(const AppState& s) {
    if (!s.model) return {};
    if (s.heads.shown) return "Point at a map: it is shown large beside the grid.";
    return is_transformer(s.facts)
               ? "The maps of a Transformer stand below its columns and are as wide: they are not enlarged."
               : "The map below the network is enlarged in Step; there is none here.";
}
bool has_moved(const AppState& s) { return can_zoom(s) && !s.zoom.now.following; }

float usable(double value, float otherwise) {
    return std::isfinite(value) ? static_cast<float>(std::clamp(value, -1e6, 1e6)) : otherwise;
}

/// What is on the screen now, as a zoom that can be left and come back to.
MapZoom zoom_of(const AppState& s, const MapInView& view) {
    return {view.scale, s.zoom.now.following, view.window.column, view.window.row};
}

/// Where what is on its way is going: the next key or command counts from there.
std::optional<MapInView> map_arrived(AppState& s) {
    const float arrived = std::exchange(s.zoom.arrived, 1.0f);
    const auto view = map_in_view(s);
    s.zoom.arrived = arrived;
    return view;
}

void set_zoom(AppState& s, const MapInView& view, MapZoom to) {
    s.zoom.from = zoom_of(s, view);
    // Between what fits by itself and a part of it nothing can be drawn.
    const bool jumps = s.settings.reduced_motion || to.scale <= 0 || s.zoom.now.scale <= 0;
    s.zoom.arrived = jumps || to == s.zoom.from ? 1.0f : 0.0f;
    s.zoom.now = to;
    s.zoom.told_until = s.clock + told_seconds;
}

/// At that scale; where everything fits by itself, that needs no zoom.
MapZoom at_scale(const MapInView& view, MapZoom zoom, float scale) {
    zoom.scale = std::clamp(scale, view.least, most_scale(view.room));
    if (view.fits && zoom.scale <= view.least * same) return {};
    return zoom;
}

template <int notches>
EffectList zoom_by(AppState& s, const Command&) {
    const auto shown = map_in_view(s), aimed = map_arrived(s);
    if (!shown || !aimed) return {};
    MapZoom zoom = at_scale(*aimed, zoom_of(s, *aimed),
                            aimed->scale * std::pow(zoom_notch, static_cast<float>(notches)));
    if (!zoom.following && zoom.scale > 0) { // about the middle
        const MapWindow& now = aimed->window;
        const CellSize cell = cell_at(aimed->room, zoom.scale);
        zoom.column = now.column + now.columns * (1 - now.cell.width / cell.width) / 2;
        zoom.row = now.row + now.rows * (1 - now.cell.height / cell.height) / 2;
    }
    set_zoom(s, *shown, zoom);
    return {};
}

EffectList scroll_to(AppState& s, const Command& c) {
    const auto view = map_in_view(s);
    if (!view || s.zoom.now.scale <= 0) {
        if (!view || view->all) return {};
        s.zoom.now.scale = view->scale;
    }
    s.zoom.now.following = false;
    s.zoom.now.column = std::max(0.0f, usable(c.x, 0));
    s.zoom.now.row = std::max(0.0f, usable(c.y, 0));
    s.zoom.arrived = 1;
    return {};
}

/// A part of what is in view further on, across or down.
template <int across, int down>
EffectList scroll_by(AppState& s, const Command&) {
    constexpr float share = 0.4f;
    const auto view = map_arrived(s);
    if (!view) return {};
    const MapWindow& w = view->window;
    const auto moved = [](float from, int way, float seen, int count) {
        const float by = std::max(1.0f, std::round(seen * share)) * static_cast<float>(way);
        return std::clamp(from + by, 0.0f, std::max(0.0f, static_cast<float>(count) - seen));
    };
    Command to{"map-scroll-to"};
    to.x = static_cast<double>(moved(w.column, across, w.columns, view->room.columns));
    to.y = static_cast<double>(moved(w.row, down, w.rows, view->room.rows));
    return scroll_to(s, to);
}

/// The whole, and from there back.
void zoom_whole(AppState& s) {
    const auto shown = map_in_view(s), aimed = map_arrived(s);
    if (!shown || !aimed) return;
    const float least = aimed->least;
    if (aimed->scale <= least * same) {
        if (s.zoom.before.scale > least * same) set_zoom(s, *shown, s.zoom.before);
        return;
    }
    s.zoom.before = zoom_of(s, *aimed);
    set_zoom(s, *shown, at_scale(*aimed, s.zoom.before, least));
}

EffectList zoom_to(AppState& s, const Command& c) {
    const auto view = map_in_view(s);
    if (!view) return {};
    const float scale = usable(c.value, 0);
    MapZoom zoom = zoom_of(s, *view);
    zoom.following = false;
    zoom.column = std::max(0.0f, usable(c.x, 0));
    zoom.row = std::max(0.0f, usable(c.y, 0));
    set_zoom(s, *view, scale <= 0 && view->fits ? MapZoom{} : at_scale(*view, zoom, scale));
    return {};
}

void follow_newest(AppState& s) {
    s.zoom.now.following = true;
    s.zoom.arrived = 1;
}

Argument place(std::string_view name, double Command::*slot) { return {name, Argument::Kind::Number, slot}; }

bool shows_one_map(const AppState& s) { return workspace_of(s).id == "weights" && !shows_all_maps(s); }
bool shows_network(const AppState& s) {
    if (shows_lecture(s)) return !s.input.empty(); // whichever of Step's views it was called from
    return s.view == "step" && !s.weights_only() && workspace_of(s).id == "step" && !s.input.empty();
}

std::optional<MapInView> states_in_view(const AppState& s, const CanvasSize& canvas) {
    if (!s.states.paths || s.input.empty()) return std::nullopt;
    const Trace& trace = *s.states.paths->order.trace; // on the way to another run: the one before
    const NetworkLayout layout =
        states_layout(trace, playhead_of(s), states_settings(s, canvas.width, canvas.height));
    if (layout.cells.h <= 0) return std::nullopt;
    return in_view(layout);
}

} // namespace

MapZoom shown_zoom(const AppState& s) { return between(s.zoom.from, s.zoom.now, ease_out(s.zoom.arrived)); }

float aimed_scale(const AppState& s, const MapInView& view) {
    return s.zoom.arrived < 1 && s.zoom.now.scale > 0 ? s.zoom.now.scale : view.scale;
}

NetworkSettings network_settings(const AppState& s, float width, float height,
                                 std::shared_ptr<const WholeRun> known, float type) {
    NetworkSettings settings{.width = width,
                             .height = height,
                             .heatmap = s.settings.heatmap,
                             .first_run = s.hint && !s.input.empty(),
                             .editable = can_hold(s),
                             .map = s.what_if.map,
                             .overview = true,
                             .zoom = shown_zoom(s)};
    if (s.gesture != 0) settings.laid_out = s.what_if.laid_out;
    settings.whole = known ? std::move(known) : whole_run(*s.trace, nullptr);
    if (shows_lecture(s)) {
        constexpr float twice = 2; // the network's own type is half of what a hall needs
        settings.lecture = true;
        settings.first_run = false;
        settings.type = twice * lecture_scale(s.width, s.height);
        return settings;
    }
    set_influence(s, settings);
    settings.type = type > 0 ? type : type_scale(*s.trace, settings);
    return settings;
}

StatesSettings states_settings(const AppState& s, float width, float height,
                               std::shared_ptr<const WholeRun> known) {
    constexpr float switch_room = 236;
    return {.width = width,
            .height = height,
            .heatmap = s.settings.heatmap,
            .head_right = switch_room,
            .overview = true,
            .zoom = shown_zoom(s),
            .whole = std::move(known)};
}

MapSettings one_map_settings(const AppState& s, float width, float height) {
    const Pointing& at = s.hover.row >= 0 || s.hover.column >= 0 ? s.hover : s.selection;
    MapSettings settings;
    settings.width = width;
    settings.height = height;
    settings.card = true;
    settings.row = at.row;
    settings.column = at.column;
    settings.overview = true;
    settings.zoom = shown_zoom(s);
    return settings;
}

CanvasSize canvas_size(const AppState& s) {
    if (shows_lecture(s)) return lecture_canvas(s);
    constexpr float bars = 44 + 52 + 96, inspector = 360;
    return {s.width - (s.settings.inspector && !s.narrow() ? inspector : 0),
            std::max(100.0f, s.height - bars)};
}

MapInView in_view(const NetworkLayout& layout) {
    return {layout.room, layout.window, layout.scale, layout.least, layout.fits, layout.all, layout.whole};
}

MapInView in_view(const MapPart& part) {
    return {part.room, part.window, part.scale, part.least, part.fits, part.all};
}

std::optional<MapInView> map_in_view(const AppState& s) {
    if (!s.trace || s.report.shown || s.trace->source.empty()) return std::nullopt;
    const CanvasSize canvas = canvas_size(s);
    if (shows_one_map(s)) {
        if (!s.trace->has_weights() || s.trace->outputs() == 0) return std::nullopt;
        const Box box = one_map_box(s, canvas.width, canvas.height);
        return in_view(
            map_part(s.trace->outputs(), s.trace->source_length(), one_map_settings(s, box.w, box.h)));
    }
    if (shows_states(s) && !shows_lecture(s)) return states_in_view(s, canvas);
    if (!shows_network(s)) return std::nullopt;
    NetworkSettings settings = network_settings(s, canvas.width, canvas.height);
    const std::vector<FragilityMark> marks =
        settings.lecture ? std::vector<FragilityMark>{} : fragility_marks(s);
    if (!marks.empty()) { // their column takes of the map's width
        settings.fragility = &marks;
        settings.beside = fragility_room(*s.trace, settings);
        settings.type = type_scale(*s.trace, settings);
    }
    return in_view(network_layout(*s.trace, playhead_of(s), settings));
}

Box one_map_box(const AppState& s, float width, float height) {
    const float head = s.maps.size() > 1 ? 52 : 16; // which map it is stands there
    return {16, head, width - 32, height - head - 8};
}

void advance_zoom(AppState& s, double seconds) {
    s.zoom.arrived = std::min(1.0f, s.zoom.arrived + static_cast<float>(seconds) / zoom_seconds);
}

void show_selection(AppState& s) {
    if (s.zoom.now.following || s.zoom.now.scale <= 0) return;
    const auto view = map_in_view(s);
    if (!view) return;
    const auto within = [](int k, int count) { return k < count ? k : -1; };
    const Point corner = corner_showing(view->window, within(s.selection.column, view->room.columns),
                                        within(s.selection.row, view->room.rows));
    s.zoom.now.column = corner.x;
    s.zoom.now.row = corner.y;
}

Rows zoom_commands() {
    constexpr std::string_view looking = "Looking";
    return recorded_all<Records::Passing>({
        explained<why_no_zoom>({"map-zoom-in", "Zoom in on the map", keys("+", "="), looking, false, can_zoom,
                                zoom_by<+1>, "larger cells columns rows"}),
        explained<why_no_zoom>({"map-zoom-out", "Zoom out of the map", keys("-"), looking, false, can_zoom,
                                zoom_by<-1>, "smaller cells columns rows"}),
        explained<why_no_zoom>({"map-zoom-whole", "The whole map, and back", keys("Z"), looking, false,
                                can_zoom, plain<zoom_whole>, "zoom overview fit all"}),
        {"map-scroll-left", "The map: columns before", keys("Alt+Left"), looking, false, can_scroll,
         scroll_by<-1, 0>, "scroll pan move"},
        {"map-scroll-right", "The map: columns after", keys("Alt+Right"), looking, false, can_scroll,
         scroll_by<+1, 0>, "scroll pan move"},
        {"map-scroll-up", "The map: rows above", keys("Alt+PageUp"), looking, false, can_scroll,
         scroll_by<0, -1>, "scroll pan move"},
        {"map-scroll-down", "The map: rows below", keys("Alt+PageDown"), looking, false, can_scroll,
         scroll_by<0, +1>, "scroll pan move"},
        {"map-follow", "Follow the newest output", keys(), looking, false, has_moved, plain<follow_newest>,
         "zoom scroll resume"},
        hidden("map-zoom-to", zoom_to,
               {number("scale"), place("column", &Command::x), place("row", &Command::y)}),
        hidden("map-scroll-to", scroll_to, {place("column", &Command::x), place("row", &Command::y)}),
    });
}

} // namespace heed
