// The JSON header of a safetensors file, read value by value.
#pragma once

#include "core/io/container/safetensors.h"

namespace heed::io {

struct SafetensorsHeader {
    std::vector<TensorEntry> tensors; // in the order of the header, sizes not yet checked against each other
    std::map<std::string, std::string> metadata;
};

/// Throws heed::Error naming `subject` where the text is anything but
/// {"__metadata__": {"…": "…"}, "NAME": {"dtype": "F32", "shape": […], "data_offsets": [b, e]}, …}.
SafetensorsHeader parse_safetensors_header(std::string_view text, const std::string& subject);

} // namespace heed::io
