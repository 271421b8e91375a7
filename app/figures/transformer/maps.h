// The maps of a run as they are drawn.
#pragma once

#include "app/figures/transformer/reading.h"

#include <map>

namespace heed {

struct TransformerMaps {
    std::map<Site, std::shared_ptr<const MapValues>> all;
    const std::shared_ptr<const MapValues>& at(const layered::Reading& r, const layered::Sight& s) const;
};

} // namespace heed
