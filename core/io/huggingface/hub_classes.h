// Classes of Hugging Face models, as "architectures" of a config.json names them.
#pragma once

#include "core/io/huggingface/hub_family.h"

#include <string_view>

namespace heed::io {

/// Whether it is a class of that library's own that computes as `family` does, be it with another head:
/// "BertForMaskedLM", "TFBertModel". One of somebody's own code is none.
bool is_class_of(const HubFamily& family, std::string_view name);

} // namespace heed::io
