// CRC-32 as zip archives use it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heed::io {

/// Of `count` more bytes after those that gave `before` (0 for none).
std::uint32_t crc32(std::uint32_t before, const void* bytes, std::size_t count);

/// Of two runs of bytes one after the other, from the checksum of each: blocks are summed in any order.
std::uint32_t crc32_joined(std::uint32_t first, std::uint32_t second, std::uint64_t second_count);

} // namespace heed::io
