// A board of small pooling models made by hand, for tests of what is drawn and for the preview.
#pragma once

#include "app/figures/pooling/pooling.h"
#include "core/models/model.h"

#include <cstdint>
#include <set>
#include <vector>

namespace heed {

struct SampleBoard {
    int moments = 30;
    int samples = 8;
    bool words = false;  // sentiment; else adding
    bool keras = false;  // a fifth member, with a bias for each moment
    bool uneven = false; // samples of other lengths, the longest as long as `moments`
    int dense = 0;       // the longest input that Dense has numbers for; 0: `moments`
    int sample = 0;      // that is looked at; -1: an input of the user's own
    int chosen = 0;
    std::set<int> muted{};
    float sharpness = 4.6f; // energy of a marked moment, of linear attention
    float noise = 0.02f;    // of every learned number
    std::uint64_t seed = 1;
};

/// Members: linear attention, bounded attention, (keras,) mean pooling, Dense over moments. Their numbers are
/// set so that attention looks at what is marked, and answers nearly right at `moments` moments.
PoolingBoard sample_board(const SampleBoard& options = {});
/// One of those models by its place in the board.
Model sample_pooling_model(const SampleBoard& options, int member);

} // namespace heed
