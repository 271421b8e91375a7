// A large matrix as a file has it: row after row, in 32 or 16 bits. It is never changed; what reads it widens
// a few rows at a time, so that numbers of 16 bits take no more memory than they do on disk.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>

namespace heed {

enum class StoredType { F32, F16, BF16 };

/// Copies share the numbers.
class StoredMatrix {
public:
    StoredMatrix() = default;
    /// `numbers` holds rows · cols of them, all finite.
    StoredMatrix(StoredType type, Eigen::Index rows, Eigen::Index cols,
                 std::shared_ptr<const std::byte[]> numbers);
    /// Its columns become rows: of W (n, m) this is the transpose, (m, n).
    static StoredMatrix turned(Eigen::MatrixXf W);

    explicit operator bool() const { return numbers_ != nullptr; }
    StoredType type() const { return type_; }
    Eigen::Index rows() const { return rows_; }
    Eigen::Index cols() const { return cols_; }
    std::size_t bytes() const { return static_cast<std::size_t>(rows_ * cols_) * width(); }
    std::size_t width() const { return type_ == StoredType::F32 ? 4 : 2; } // bytes of a number

    const std::byte* row(Eigen::Index index) const {
        return numbers_.get() + static_cast<std::size_t>(index * cols_) * width();
    }
    /// Rows first … first + count - 1; the numbers are shared.
    StoredMatrix part(Eigen::Index first, Eigen::Index count) const;
    /// A row in float, cols() numbers.
    void widen(Eigen::Index row, float* to) const;
    /// All of it in float.
    Eigen::MatrixXf matrix() const;

private:
    StoredType type_ = StoredType::F32;
    Eigen::Index rows_ = 0, cols_ = 0;
    std::shared_ptr<const std::byte[]> numbers_;
};

} // namespace heed
