// Zooming and scrolling a map that is too large to be read at once. Pure, as update.
#pragma once

#include "app/figures/maps/part.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/figures/states/states.h"
#include "app/state/update.h"

#include <optional>

namespace heed {

/// The zoom as figures draw it now: on its way, while it moves.
MapZoom shown_zoom(const AppState& state);
/// What Step's network is drawn with in a canvas of that size, but for what is changed by hand; `known` of
/// the run, where it has been found.
NetworkSettings network_settings(const AppState& state, float width, float height,
                                 std::shared_ptr<const WholeRun> known = nullptr, float type = 0);
/// What Step's states are drawn with in a canvas of that size.
StatesSettings states_settings(const AppState& state, float width, float height,
                               std::shared_ptr<const WholeRun> known = nullptr);
/// What one map of a file is drawn with in a canvas of that size.
MapSettings one_map_settings(const AppState& state, float width, float height);
/// The canvas of Step.
struct CanvasSize {
    float width = 0, height = 0;
};
CanvasSize canvas_size(const AppState& state);

/// Where in it one map of a file stands.
Box one_map_box(const AppState& state, float width, float height);

/// What is in view of the map on the screen; none: there is no map that could be zoomed.
struct MapInView {
    MapRoom room;
    MapWindow window;
    float scale = 0, least = 0; // now, and with all of it in view
    bool fits = false;          // all of it can be read at once: the whole needs no zoom
    bool all = true;            // nothing is out of sight
    Box whole{};                // where the picture of the whole stands on the canvas; empty: nowhere
};
std::optional<MapInView> map_in_view(const AppState& state);
/// The same, of the figure that is drawn.
MapInView in_view(const NetworkLayout& layout);
MapInView in_view(const MapPart& part);

/// The scale a zoom on its way is going to: the next notch counts from there, however quickly it comes.
float aimed_scale(const AppState& state, const MapInView& view);

/// Moves a zoom that is on the way.
void advance_zoom(AppState& state, double seconds);
/// What has been chosen comes into view.
void show_selection(AppState& state);

} // namespace heed
