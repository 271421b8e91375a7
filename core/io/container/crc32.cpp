#include "core/io/container/crc32.h"

#include <libdeflate.h>

namespace heed::io {

namespace {

// A checksum is a polynomial over the field of two elements, its constant term in the highest bit.
constexpr std::uint32_t one = 0x80000000u;
constexpr std::uint32_t x_to_8 = 0x00800000u;
constexpr std::uint32_t modulus = 0xEDB88320u; // without x^32

std::uint32_t product(std::uint32_t a, std::uint32_t b) {
    std::uint32_t sum = 0;
    for (std::uint32_t bit = one; bit != 0; bit >>= 1) {
        if (a & bit) sum ^= b;
        b = (b >> 1) ^ (b & 1 ? modulus : 0); // times x
    }
    return sum;
}

} // namespace

std::uint32_t crc32(std::uint32_t before, const void* bytes, std::size_t count) {
    return libdeflate_crc32(before, bytes, count);
}

std::uint32_t crc32_joined(std::uint32_t first, std::uint32_t second, std::uint64_t second_count) {
    std::uint32_t power = x_to_8;
    for (; second_count != 0; second_count >>= 1) { // first times x^(8 second_count)
        if (second_count & 1) first = product(first, power);
        power = product(power, power);
    }
    return first ^ second;
}

} // namespace heed::io
