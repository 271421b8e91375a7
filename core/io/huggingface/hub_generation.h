// How a Hugging Face folder's model writes: generation_config.json, and where that is silent config.json.
#pragma once

#include "core/io/huggingface/hub_config.h"
#include "core/models/generation.h"

namespace heed::io {

/// Reads the rules. `words`: rows of the table of tokens, which no id may pass. `notes` receives where the
/// two files disagree, and what is passed over. Throws heed::Error naming the file and the key.
GenerationRules read_hub_generation(const HubConfig& config, int words, std::vector<std::string>& notes);

/// Sentences for where that library takes another value than is taken here: what config.json alone says
/// beside a generation_config.json, and what the two say differently where the second claims to come from the
/// first; for an end that is none of the `words` tokens; and for what is not done here (hub_unheld.h).
std::vector<std::string> hub_generation_doubts(const HubConfig& config, int words);

/// Whether a key of either file is one that is obeyed; those that have no effect.
bool is_hub_generation_key(std::string_view key);
std::span<const HubIdleKey> hub_idle_generation_keys();

} // namespace heed::io
