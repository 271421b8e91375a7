// Adapters as PEFT saves them: low-rank changes of some tensors of another model, the base.
//
//   adapter_config.json            what they change, by how much, and what their base is called
//   adapter_model.safetensors      …lora_A.weight, …lora_B.weight, and tensors that take the base's place
#pragma once

#include "core/io/container/checkpoint.h"

#include <filesystem>

namespace heed::io {

/// Whether the file is an adapter's, or what says so beside it.
bool is_adapter(const std::filesystem::path& file);

/// The weights of the base of the adapter in that folder; empty where there is no adapter, or no base.
std::filesystem::path base_of_adapter(const std::filesystem::path& folder);

/// The base with the adapter added. Its tensors may have one more or one less name in front than the adapter
/// says ("transformer."). The base is looked for inside the adapter's folder and beside it, under
/// the last part of the name that adapter_config.json gives it; a path there is not followed. Throws naming
/// the base where there is none, and the tensor or the setting where a change is of a kind that is not read.
Checkpoint open_adapter(const std::filesystem::path& file);

} // namespace heed::io
