// What a report says of how a Hugging Face folder's model writes.
#pragma once

#include "core/io/huggingface/hub_config.h"
#include "core/models/generation.h"
#include "core/models/model.h"

#include <string>
#include <utility>
#include <vector>

namespace heed::io {

/// "written", "never written", "search", "languages", "tasks" … each where there is something to say.
std::vector<std::pair<std::string, std::string>> hub_facts(const Model& model);

/// A sentence for the keys that are not known and change nothing: those that are null, false or empty, and of
/// generation_config.json those that have no name of a rule; empty: none.
std::string unknown_keys(const HubConfig& config);
/// A sentence for the keys that are not known and may make another network, or write another text; empty:
/// none.
std::string doubtful_keys(const HubConfig& config);

} // namespace heed::io
