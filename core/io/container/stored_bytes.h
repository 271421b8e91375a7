// A run of bytes within a file, as it is, deflated, or spelled as text.
#pragma once

#include "core/io/base/file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heed::io {

struct StoredBytes {
    std::string name;                 // raw, as in the file; empty for the file itself
    std::uint64_t offset = 0;         // in the file
    std::uint64_t packed = 0;         // bytes in the file
    std::uint64_t size = 0;           // bytes once unpacked; the same where they are as they are
    bool deflated = false;            //
    std::optional<std::uint32_t> crc; // of the unpacked bytes, where the file says it
    bool link = false;                // its bytes are the name of another member
    bool spelled = false;             // each byte is the character of that number, in UTF-8

    bool as_they_are() const { return !deflated && !spelled; }
};

/// "FILE: "archive/data/3"", for errors.
std::string subject_of(const InputFile& file, const StoredBytes& bytes);

/// All of them, unpacked and held against their checksum. Throws where there are more than `largest`, where
/// they cannot be unpacked, and where the checksum is another one.
std::string read_bytes(const InputFile& file, const StoredBytes& bytes, std::uint64_t largest);

/// How many bytes a text is that spells each as the character of that number, U+0000 to U+00FF in UTF-8;
/// none: it holds others.
std::optional<std::uint64_t> spelled_bytes(std::string_view text);

/// Throws where `found` is not the checksum the file gives.
void check_crc(const InputFile& file, const StoredBytes& bytes, std::uint32_t found);
/// Reads bytes that are as they are, in blocks, to hold them against their checksum.
void check_crc(const InputFile& file, const StoredBytes& bytes);

} // namespace heed::io
