// Values of runs that have layers and heads, as JSON: every site under its quantity's name, its layer in the
// name.
#pragma once

#include "core/models/architecture.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace heed::io {

/// Whether runs of that architecture are kept so: it writes token by token, and has rows of its own.
bool has_sites(std::string_view architecture);
/// {"encoder.layers.0.self.queries": a list for each place, …}; of a value that heads have, a list for each
/// head of such lists. Null where nothing stands.
nlohmann::ordered_json sites_to_json(const Trace& trace);
/// Where a map of that name belongs, "encoder.layers.0.self.heads.1"; none where no row has such a name.
std::optional<Site> site_of_map(const Architecture& architecture, std::string_view name);

} // namespace heed::io
