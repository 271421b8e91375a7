#include "core/io/container/stored_bytes.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <algorithm>
#include <libdeflate.h>
#include <memory>
#include <vector>

namespace heed::io {

namespace {

constexpr std::size_t block = 1 << 18;

std::string hex(std::uint32_t value) {
    std::string text = "0x";
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[(value >> shift) & 15u];
    return text;
}

std::string unpacked(const std::string& packed, std::uint64_t size, const std::string& subject) {
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor(
        libdeflate_alloc_decompressor(), &libdeflate_free_decompressor);
    if (!decompressor) throw std::bad_alloc();
    std::string bytes(size, '\0');
    // Without a place for the actual size, anything but exactly `size` bytes is an error.
    const libdeflate_result result = libdeflate_deflate_decompress(
        decompressor.get(), packed.data(), packed.size(), bytes.data(), size, nullptr);
    if (result != LIBDEFLATE_SUCCESS) {
        throw Error(subject, "damaged", std::to_string(size) + " deflated bytes",
                    result == LIBDEFLATE_SHORT_OUTPUT         ? "fewer"
                    : result == LIBDEFLATE_INSUFFICIENT_SPACE ? "more"
                                                              : "bytes that cannot be unpacked");
    }
    return bytes;
}

/// U+0080 to U+00FF are C2 or C3 and one byte more.
std::string from_characters(std::string_view text, std::uint64_t size, const std::string& subject) {
    if (spelled_bytes(text) != size)
        throw Error(subject, "damaged", std::to_string(size) + " bytes as characters", "other text");
    std::string bytes;
    bytes.reserve(size);
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto first = static_cast<unsigned char>(text[at]);
        if (first < 0x80)
            bytes += text[at];
        else
            bytes += static_cast<char>((first & 3) << 6 | (static_cast<unsigned char>(text[++at]) & 0x3F));
    }
    return bytes;
}

} // namespace

std::optional<std::uint64_t> spelled_bytes(std::string_view text) {
    std::uint64_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++at, ++count) {
        const auto first = static_cast<unsigned char>(text[at]);
        if (first < 0x80) continue;
        const bool two = (first == 0xC2 || first == 0xC3) && ++at < text.size() &&
                         (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
        if (!two) return std::nullopt;
    }
    return count;
}

std::string subject_of(const InputFile& file, const StoredBytes& bytes) {
    return bytes.name.empty() ? file.name() : file.name() + ": \"" + escaped(bytes.name) + "\"";
}

std::string read_bytes(const InputFile& file, const StoredBytes& bytes, std::uint64_t largest) {
    const std::string subject = subject_of(file, bytes);
    const std::uint64_t each = bytes.spelled ? 2 : 1; // of the file
    if (bytes.size > largest || bytes.packed / each > largest) {
        throw Error(subject, "too large", "at most " + std::to_string(largest) + " bytes",
                    std::to_string(std::max(bytes.size, bytes.packed)));
    }
    std::string read(bytes.packed, '\0');
    file.read(bytes.offset, read.data(), read.size());
    if (bytes.deflated) read = unpacked(read, bytes.size, subject);
    if (bytes.spelled) read = from_characters(read, bytes.size, subject);
    if (bytes.crc) check_crc(file, bytes, libdeflate_crc32(0, read.data(), read.size()));
    return read;
}

void check_crc(const InputFile& file, const StoredBytes& bytes, std::uint32_t found) {
    if (bytes.crc && *bytes.crc != found)
        throw Error(subject_of(file, bytes), "damaged", "the checksum " + hex(*bytes.crc), hex(found));
}

void check_crc(const InputFile& file, const StoredBytes& bytes) {
    if (!bytes.crc) return;
    std::vector<char> buffer(static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size, block)));
    std::uint32_t found = 0;
    for (std::uint64_t at = 0; at < bytes.size; at += buffer.size()) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), bytes.size - at));
        file.read(bytes.offset + at, buffer.data(), count);
        found = libdeflate_crc32(found, buffer.data(), count);
    }
    check_crc(file, bytes, found);
}

} // namespace heed::io
