// The sentence about a model that was understood only in part: what every picture of it says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

/// "8 tensors (75 kB) were not understood, so what you see may not be what the model does"
/// `assumed`: how many things the file does not tell.
std::string unread_doubt(std::size_t tensors, std::uint64_t bytes, std::size_t assumed = 0);
/// Of what a file does not tell, in sentences without their ends: the first, and how many there are besides.
/// Empty: of none.
std::string assumed_doubt(const std::vector<std::string>& unsettled);
/// The same of another reason: "The order is not in the file, so what you see …"
std::string doubt_because(std::string_view reason);

} // namespace heed::io
