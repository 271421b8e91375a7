#include "core/autodiff/stored_matrix.h"

#include <cstring>
#include <utility>

namespace heed {

StoredMatrix::StoredMatrix(StoredType type, Eigen::Index rows, Eigen::Index cols,
                           std::shared_ptr<const std::byte[]> numbers)
    : type_(type), rows_(rows), cols_(cols), numbers_(std::move(numbers)) {}

StoredMatrix StoredMatrix::turned(Eigen::MatrixXf W) {
    const Eigen::Index rows = W.cols(), cols = W.rows();
    const auto owner = std::make_shared<const Eigen::MatrixXf>(std::move(W));
    return {StoredType::F32, rows, cols,
            std::shared_ptr<const std::byte[]>(owner, reinterpret_cast<const std::byte*>(owner->data()))};
}

StoredMatrix StoredMatrix::part(Eigen::Index first, Eigen::Index count) const {
    return {type_, count, cols_, std::shared_ptr<const std::byte[]>(numbers_, row(first))};
}

void StoredMatrix::widen(Eigen::Index index, float* to) const {
    const std::byte* from = row(index);
    Eigen::Map<Eigen::ArrayXf> result(to, cols_);
    if (type_ == StoredType::F32)
        std::memcpy(to, from, static_cast<std::size_t>(cols_) * sizeof(float));
    else if (type_ == StoredType::F16)
        result = Eigen::Map<const Eigen::Array<Eigen::half, Eigen::Dynamic, 1>>(
                     reinterpret_cast<const Eigen::half*>(from), cols_)
                     .cast<float>();
    else
        result = Eigen::Map<const Eigen::Array<Eigen::bfloat16, Eigen::Dynamic, 1>>(
                     reinterpret_cast<const Eigen::bfloat16*>(from), cols_)
                     .cast<float>();
}

Eigen::MatrixXf StoredMatrix::matrix() const {
    Eigen::MatrixXf turned(cols_, rows_);
    for (Eigen::Index i = 0; i < rows_; ++i) widen(i, turned.data() + i * cols_);
    return turned.transpose();
}

} // namespace heed
