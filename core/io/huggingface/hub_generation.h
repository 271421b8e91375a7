// How a Hugging Face folder's model writes: generation_config.json, and where that is silent config.json.
#pragma once

#include "core/io/huggingface/hub_config.h"
#include "core/models/generation.h"

namespace heed::io {

/// Reads the rules, and adds what became of the keys of generation_config.json to `config.keys`. `words`:
/// rows of the table of tokens, which no id may pass. `notes` receives where the two files disagree, and what
/// is not obeyed. Throws heed::Error naming the file and the key.
GenerationRules read_hub_generation(HubConfig& config, int words, std::vector<std::string>& notes);

/// Whether a key of either file is one that is obeyed; those that have no effect.
bool is_hub_generation_key(std::string_view key);
std::span<const HubIdleKey> hub_idle_generation_keys();

} // namespace heed::io
