// What --from FILE holds: runs that were computed before, or elsewhere.
#pragma once

#include "app/figures/run_maps.h"

#include <string>
#include <vector>

namespace heed::cli {

/// Every map of a run that trace --json wrote, or of weights that were computed elsewhere: of each sentence
/// by layer and head. At least one.
std::vector<RunMap> maps_from(const std::string& file);

/// Counted from 0; throws heed::Error past the end.
const RunMap& map_at(const std::vector<RunMap>& maps, int item);

} // namespace heed::cli
