#include "core/io/container/numbers/slices.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace heed::io {

static_assert(std::endian::native == std::endian::little,
              "numbers that are not swapped are read as they are");

namespace {

constexpr std::uint64_t largest_block = 8u << 20; // where rows are very long
constexpr Eigen::Index tile = 16;                 // floats in a cache line

template <class Bits>
void swap_bytes(std::byte* bytes, std::size_t count) {
    for (std::size_t n = 0; n < count; ++n, bytes += sizeof(Bits)) {
        std::reverse(bytes, bytes + sizeof(Bits));
    }
}

template <class Stored>
void convert(std::byte* bytes, std::size_t count, bool swapped, float* to) {
    if (swapped) swap_bytes<Stored>(bytes, count);
    const auto size = static_cast<Eigen::Index>(count);
    Eigen::Map<Eigen::ArrayXf>(to, size) = Eigen::Map<const Eigen::Array<Stored, Eigen::Dynamic, 1>>(
                                               reinterpret_cast<const Stored*>(bytes), size)
                                               .template cast<float>();
}

constexpr std::uint32_t exponent = 0x7F800000; // all set: infinity or not a number

using Floats = float __attribute__((vector_size(16))); // GCC's and Clang's vectors: no processor is assumed
using Bits = std::int32_t __attribute__((vector_size(16)));

/// Four slices of four numbers, turned. `bad` keeps a bit where a number is not finite.
void turn_four(const float* from, std::int64_t slice_stride, float* to, std::int64_t to_number, Bits& bad) {
    Floats in[4];
    for (int n = 0; n < 4; ++n) {
        std::memcpy(&in[n], from + n * slice_stride, sizeof in[n]);
        bad |= (std::bit_cast<Bits>(in[n]) & static_cast<std::int32_t>(exponent)) ==
               static_cast<std::int32_t>(exponent);
    }
    const Floats low = __builtin_shufflevector(in[0], in[1], 0, 4, 1, 5);
    const Floats high = __builtin_shufflevector(in[0], in[1], 2, 6, 3, 7);
    const Floats low2 = __builtin_shufflevector(in[2], in[3], 0, 4, 1, 5);
    const Floats high2 = __builtin_shufflevector(in[2], in[3], 2, 6, 3, 7);
    const Floats out[4] = {
        __builtin_shufflevector(low, low2, 0, 1, 4, 5), __builtin_shufflevector(low, low2, 2, 3, 6, 7),
        __builtin_shufflevector(high, high2, 0, 1, 4, 5), __builtin_shufflevector(high, high2, 2, 3, 6, 7)};
    for (int n = 0; n < 4; ++n) std::memcpy(to + n * to_number, &out[n], sizeof out[n]);
}

/// Any part of a tile.
bool turn_each(const float* from, std::int64_t slices, std::int64_t numbers, const Slices& s, float* to) {
    std::uint32_t bad = 0;
    for (std::int64_t k = 0; k < numbers; ++k) {
        for (std::int64_t slice = 0; slice < slices; ++slice) {
            const float x = from[slice * s.slice_stride + k];
            bad |= (std::bit_cast<std::uint32_t>(x) & exponent) == exponent;
            to[slice + k * s.to_number] = x;
        }
    }
    return bad == 0;
}

/// `count` slices whose numbers lie side by side, into a result where the slices do: a cache line of the
/// result at a time. Returns whether all numbers are finite.
bool transpose(const float* from, std::int64_t count, const Slices& s, float* to) {
    Bits bad{};
    bool finite = true;
    for (std::int64_t k = 0; k < s.length; k += tile) {
        const std::int64_t numbers = std::min<std::int64_t>(tile, s.length - k);
        for (std::int64_t slice = 0; slice < count; slice += tile) {
            const std::int64_t slices = std::min<std::int64_t>(tile, count - slice);
            const float* corner = from + slice * s.slice_stride + k;
            float* line = to + k * s.to_number + slice;
            if (numbers < tile || slices < tile) {
                if (!turn_each(corner, slices, numbers, s, line)) finite = false;
                continue;
            }
            for (std::int64_t j = 0; j < tile; j += 4)
                for (std::int64_t i = 0; i < tile; i += 4)
                    turn_four(corner + i * s.slice_stride + j, s.slice_stride, line + j * s.to_number + i,
                              s.to_number, bad);
        }
    }
    return finite && (bad[0] | bad[1] | bad[2] | bad[3]) == 0;
}

} // namespace

Slices slices_of(const MatrixLayout& m) {
    const bool row = m.cols == 1 || m.row_stride >= m.col_stride; // a slice is a row
    if (m.cols == 1) return {m.rows, 1, m.row_stride, 1, 1, 1};
    if (m.rows == 1) return {m.cols, 1, m.col_stride, 1, 1, 1};
    if (row) return {m.rows, m.cols, m.row_stride, m.col_stride, 1, m.rows};
    if (m.row_stride == 1 && m.col_stride == m.rows) return {m.rows * m.cols, 1, 1, 1, 1, 1};
    return {m.cols, m.rows, m.col_stride, m.row_stride, m.rows, 1};
}

std::int64_t slices_at_once(const Slices& s, std::uint64_t number_bytes) {
    const std::int64_t within = (s.length - 1) * s.stride + 1;
    if (within > 16 * s.slice_stride + 65536) return s.slices; // slices that interleave are read together
    const std::uint64_t step =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(s.slice_stride) * number_bytes);
    std::uint64_t count = std::max<std::uint64_t>(block_bytes / step, tile) / tile * tile;
    while (count > 1 && count * step > largest_block) count /= 2;
    return std::min(s.slices, static_cast<std::int64_t>(count));
}

const float* as_floats(std::byte* bytes, std::size_t count, const MatrixLayout& layout, float* room) {
    switch (layout.type) {
    case NumberType::F16:
        convert<Eigen::half>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::BF16:
        convert<Eigen::bfloat16>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::F64:
        convert<double>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::I8:
        convert<std::int8_t>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::U8:
    case NumberType::Bool:
        convert<std::uint8_t>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::I16:
        convert<std::int16_t>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::I32:
        convert<std::int32_t>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::I64:
        convert<std::int64_t>(bytes, count, layout.swapped, room);
        return room;
    case NumberType::F32:
        if (layout.swapped) swap_bytes<float>(bytes, count);
        break;
    }
    return reinterpret_cast<const float*>(bytes);
}

bool gather(const float* from, std::int64_t count, const Slices& s, float* to) {
    if (s.length > 1 && s.stride == 1 && s.to_slice == 1) return transpose(from, count, s, to);
    std::uint32_t bad = 0;
    for (std::int64_t slice = 0; slice < count; ++slice) {
        for (std::int64_t k = 0; k < s.length; ++k) {
            const float x = from[slice * s.slice_stride + k * s.stride];
            bad |= (std::bit_cast<std::uint32_t>(x) & exponent) == exponent;
            to[slice * s.to_slice + k * s.to_number] = x;
        }
    }
    return bad == 0;
}

} // namespace heed::io
