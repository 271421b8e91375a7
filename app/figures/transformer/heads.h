// Which of a Transformer's heads are looked at.
#pragma once

namespace heed {

/// From 0; -1: as the figure has it.
struct HeadsInFront {
    int layer = -1; // -1: that of the newest sub-step
    int self = -1;  // of what reads its own side; -1: the first
    int cross = -1; // of what reads the source; -1: the one that stands for the model, or the first
    bool operator==(const HeadsInFront&) const = default;
};

} // namespace heed
