// A contrast as JSON.
#pragma once

#include "core/analysis/contrast/contrast.h"

#include <nlohmann/json_fwd.hpp>

namespace heed::analysis {

/// {"output", "written", "rival", "log_p": [2], "margin", "words": [{"token", "adds", "without", "unknown"}],
/// "written_so_far", "rest", "points"}: nats; what is not known of a word is null.
nlohmann::ordered_json to_json(const Trace& run, const Contrast& contrast);

} // namespace heed::analysis
