// How the numbers of a matrix lie in a file, and how they are turned into a column-major one, block by block.
#pragma once

#include "core/io/container/numbers.h"

#include <cstddef>
#include <cstdint>

namespace heed::io {

inline constexpr std::uint64_t block_bytes = 1 << 18; // half of a small second-level cache

/// A matrix as slices of numbers that lie apart by `slice_stride`; within a slice they lie apart by `stride`.
struct Slices {
    std::int64_t slices = 0, length = 0;
    std::int64_t slice_stride = 0, stride = 0;
    std::int64_t to_slice = 0, to_number = 0; // how far apart they are in the column-major result

    std::int64_t extent(std::int64_t count) const { // elements from the first to the last of `count` slices
        return (count - 1) * slice_stride + (length - 1) * stride + 1;
    }
    bool dense() const { return length == 1 ? slice_stride == 1 : stride == 1 && slice_stride == length; }
};
Slices slices_of(const MatrixLayout& layout);
/// How many slices are read at once: a block's worth, and a multiple of a tile so that the result is written
/// by whole cache lines.
std::int64_t slices_at_once(const Slices& slices, std::uint64_t number_bytes);

/// The numbers as floats: in `room`, or in `bytes` itself where they are.
const float* as_floats(std::byte* bytes, std::size_t count, const MatrixLayout& layout, float* room);
/// `count` slices, to where they stand in the result. Returns whether all numbers are finite.
bool gather(const float* from, std::int64_t count, const Slices& slices, float* to);

} // namespace heed::io
