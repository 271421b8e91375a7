// Which of a Transformer's heads are looked at, and how their maps are read.
#pragma once

#include <string_view>

namespace heed {

/// What the maps below the blocks hold.
enum class MapReading {
    Head,     // the weights of the head in front
    Weighted, // each times the length of what it brings along, α ‖W_O v‖, a row to 1
    Mean,     // of the layer's heads
    Rollout   // through all layers up to this one; of a cross attention through the whole encoder
};
inline constexpr std::string_view map_reading_ids[] = {"head", "weighted", "mean", "rollout"};

/// From 0; -1: as the figure has it.
struct HeadsInFront {
    int layer = -1; // -1: that of the newest sub-step
    int self = -1;  // of what reads its own side; -1: the first
    int cross = -1; // of what reads the source; -1: the one that stands for the model, or the first
    MapReading read = MapReading::Head;
    bool operator==(const HeadsInFront&) const = default;
};

} // namespace heed
