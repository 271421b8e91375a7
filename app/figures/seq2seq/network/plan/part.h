// The plan of a part of a long run: what is in view is found alike on a desk and in a hall, where other
// things stand around it.
#pragma once

#include "app/figures/seq2seq/network/plan/plan.h"

namespace heed {

struct Placing {
    const Trace& trace;
    const Reveal& reveal;
    const Playhead& playhead;
    const NetworkSettings& settings;
    std::vector<Phase> readers;
    int layers = 1;
    bool strip = false; // the picture of the whole stands beside the part
    float top = 0;      // of a map without the network above it
};

/// What stands around the part, in px as designed.
struct PartLook {
    float left = 0;        // of the first column in view
    float usual_pitch = 0; // where nothing was asked for
    float strip_width = 0, strip_top = 0;
    float strip_from_right = 0; // of its left edge
    float strip_room = 0;       // what the figure is narrower for it
    float foot = 0;             // below the map
    /// How columns of that width are drawn.
    void (*set_mode)(NetworkPlan&, const Placing&, float pitch) = nullptr;
    /// The rows of the network above a map with rows of that height; returns the room left for the map.
    float (*place_network)(NetworkPlan&, const Placing&, float row_height) = nullptr;
    /// The room for the map, but for its height.
    MapRoom (*room_of)(const NetworkPlan&, const Placing&) = nullptr;
};

Placing placing_of(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                   const NetworkSettings& settings);
NetworkPlan part_plan(const Placing& placing, NetworkPlan begun, const PartLook& look);
/// The same part of a map with another number of rows.
void keep_part(NetworkPlan& plan, int outputs);

} // namespace heed
