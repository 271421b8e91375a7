// What Step shows of a Transformer.
#pragma once

#include "app/figures/transformer/heads.h"

namespace heed {

struct LayersState {
    HeadsInFront front;
    bool operator==(const LayersState&) const = default;
};

} // namespace heed
