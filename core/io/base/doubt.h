// The sentence about a model that was understood only in part: what every picture of it says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heed::io {

/// "8 tensors (75 kB) were not understood, so what you see may not be what the model does"
std::string unread_doubt(std::size_t tensors, std::uint64_t bytes);
/// The same of another reason: "The order is not in the file, so what you see …"
std::string doubt_because(std::string_view reason);

} // namespace heed::io
