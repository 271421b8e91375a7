// What a Hugging Face folder asks of writing that Heed does not do: contrastive search, guidance, tokens that
// are drawn …
#pragma once

#include "core/io/huggingface/hub_config.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

/// A sentence for each setting with which another text would be written than is written here, naming file,
/// key and value. Settings that have no effect (guidance_scale 1) say nothing.
std::vector<std::string> hub_unheld_doubts(const HubConfig& config);
/// The same for those of config.json that the library passes over as well, because a generation_config.json
/// stands beside it that does not come from there.
std::vector<std::string> hub_unheld_notes(const HubConfig& config);

/// Whether it is one of those settings, whatever its value.
bool is_hub_unheld_key(std::string_view key);
inline constexpr std::string_view hub_unheld_why = "not done here; said where it would matter";

/// Whether a key that is not known has the name of a rule for writing: that of a later version of the library
/// or of somebody's own code ("word_penalty"). Any other is one that the library keeps and never reads.
bool is_named_as_rule(std::string_view key);

/// null, false and what is empty.
bool says_nothing(const Json& value);

} // namespace heed::io
