// A gzip in memory whose unpacked size is known.
#pragma once

#include <cstddef>
#include <string>

namespace heed::io {

/// Exactly `size` bytes. Throws heed::Error naming `subject`: more, fewer, bytes that cannot be unpacked, and
/// a size that no such gzip could have.
std::string gzip_bytes(const std::string& packed, std::size_t size, const std::string& subject);

} // namespace heed::io
