// A file of a Hugging Face family whose names have more around them than the family's own prefixes: what
// wrappers of PyTorch put into them, and what a program calls the model inside its own file.
#pragma once

#include "core/io/container/checkpoint.h"
#include "core/io/huggingface/hub_family.h"

#include <string>
#include <vector>

namespace heed::io {

/// The file under names without both; as it is where none has any, or two would be one. What was left out is
/// added to `notes`, and which model is read where there are several.
Checkpoint hub_unwrapped(Checkpoint checkpoint, const HubFamily& family, std::vector<std::string>& notes);

} // namespace heed::io
