// The maps of a run as they are drawn.
#pragma once

#include "app/figures/transformer/reading.h"

#include <map>

namespace heed {

struct TransformerMaps {
    std::map<Site, std::shared_ptr<const MapValues>> all;
    std::map<Site, Eigen::VectorXd> lengths{}; // of weighted maps: ‖W_O v‖ of each place that is looked at
    /// The map of the head, or as `read` says; null: there is none.
    const std::shared_ptr<const MapValues>& at(const layered::Reading& r, const layered::Sight& s,
                                               MapReading read = MapReading::Head) const;
};

} // namespace heed
