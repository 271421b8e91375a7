// A list of words that lies in an archive beside the tensors.
#pragma once

#include <string>

namespace heed::io {

struct PackedText {
    std::string name; // raw, as in the archive: "vocabulary/tokens.txt"
    std::string text;
};

} // namespace heed::io
