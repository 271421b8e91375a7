// Files under other names than they were saved with: what wrappers put into names left out, and parts that
// were saved apart brought together.
#pragma once

#include "core/io/family/family_stock.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

/// A file under other names, and the sentence that says so.
struct Renamed {
    OpenFile file;
    std::string note;
};

/// The name without the words of those wrappers, wherever they stand but at its end.
std::string without_wrappers(std::string_view name);

/// Without the words that PyTorch's wrappers (DataParallel, compile, FSDP …), and then what programs call
/// the model inside, put anywhere into a name: "encoder.module.rnn.weight_ih_l0". Those that a name can go
/// without and stay the only one of its kind, the fewest first; none where no name has any.
std::vector<Renamed> unwrapped(const OpenFile& file);

/// Of a family whose models are one file: its parts, saved apart under their whole names or without the first
/// word of them ("rnn.weight_ih_l0" in encoder.pt), as that one file. None where no family is whole that way.
struct Assembled {
    FamilyMatch match;
    OpenFile file;
    std::string note; // empty: under the names they have
};
std::optional<Assembled> assembled(const std::vector<OpenFile>& files, const std::vector<Family>& families);

} // namespace heed::io
