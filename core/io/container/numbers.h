// From the numbers of a tensor, as a file holds them, to a matrix.
#pragma once

#include "core/autodiff/stored_matrix.h"
#include "core/base/error.h"
#include "core/base/executor.h"
#include "core/io/base/number_type.h"
#include "core/io/container/stored_bytes.h"

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heed::io {

/// Where a matrix lies within a run of bytes. Strides are in elements, at least 0; the caller has checked
/// that every element lies inside.
struct MatrixLayout {
    NumberType type = NumberType::F32;
    Eigen::Index rows = 0, cols = 0;
    std::int64_t row_stride = 0, col_stride = 0;
    std::uint64_t begin = 0; // of element (0, 0), in bytes
    bool swapped = false;    // big endian
};

/// How a matrix of that shape lies: rows x cols for [out, in], a column for [n], 1 x 1 for a scalar. Throws
/// naming `what` where the rank is more than two or the numbers are not of a floating type; of `whole`
/// numbers, where they are.
MatrixLayout matrix_layout(NumberType type, const std::vector<std::int64_t>& shape,
                           const std::vector<std::int64_t>& strides, const std::string& what,
                           bool whole = false);

struct MatrixRead {
    Eigen::MatrixXf value; // 0 x 0 where it has no numbers: one of the two sides may be huge
    bool finite = true;    // no NaN, no infinity
};

/// Reads in blocks, so that nothing but the matrix is held (and the unpacked bytes where they are deflated,
/// and what lies between the elements where they lie far apart). With `check`, all of `bytes` is held against
/// its checksum, on the way where the matrix is all there is. Throws where the file ends too early and where
/// the checksum is another.
MatrixRead read_matrix(const InputFile& file, const StoredBytes& bytes, const MatrixLayout& layout,
                       bool check, const Executor& executor);

/// A matrix whose rows lie one after another, little endian.
struct StoredLayout {
    NumberType type = NumberType::F32;
    Eigen::Index rows = 0, cols = 0; // in the file
    bool turned = false;             // its columns are asked for as rows
    std::uint64_t begin = 0;         // in bytes
};
struct StoredRead {
    StoredMatrix value;
    bool finite = true; // no NaN, no infinity
};
/// The same numbers as bytes, without a second copy of them. Nothing where their type, or the turning of it,
/// is not for that.
std::optional<StoredRead> read_stored(const InputFile& file, const StoredBytes& bytes,
                                      const StoredLayout& layout, bool check, const Executor& executor);

/// The error of a matrix with numbers that are not finite: names `what` and the first place.
Error not_finite(const Eigen::MatrixXf& value, const std::string& what);

} // namespace heed::io
