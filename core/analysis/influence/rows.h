// Many rows of a Jacobian in one sweep: the pass holds as many items as there are rows, all alike, and item r
// is asked for row r alone.
#pragma once

#include "core/autodiff/ops.h"
#include "core/base/executor.h"
#include "core/nn/sequences.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace heed::influence {

/// So many rows at once at most: what a pass holds grows with them, and is fastest where it stays in the
/// cache.
inline constexpr Eigen::Index rows_at_once = 32;

/// Throws heed::Error where so many numbers would be held at once.
void check_numbers(double numbers);

/// Throws decode::Cancelled.
void stop_if(const std::atomic<bool>* cancelled);

/// A source of that length, as often; what its words are is not looked at.
nn::Sequences unread(int length, Eigen::Index items);

/// A value that gives rows first, first + 1, … of those that are asked for: its numbers, item by item alike.
/// Rows that the pass has no item for are left out.
template <class T>
struct Asked {
    Var<T> value;
    Eigen::Index first = 0;
    bool items_are_rows = false; // (B, n); else (n, B)
};

/// The sum of the numbers that `mask`, of its shape, has a one for: (1, 1).
template <class T>
Var<T> sum_of(Tape<T>& tape, Var<T> value, Matrix<T> mask) {
    const Var<T> picked = multiply(value, tape.constant(std::move(mask)));
    const Eigen::Index all = picked.rows() * picked.cols();
    return matmul(tape.constant(Matrix<T>::Ones(1, all)), reshape(picked, all, 1));
}

/// Sweeps back so that the gradient of item r, wherever it arrives, is row r.
template <class T>
void sweep_rows(Tape<T>& tape, const std::vector<Asked<T>>& values) {
    Var<T> sum;
    for (const Asked<T>& asked : values) {
        if (!asked.value || !asked.value.wants_grad()) continue;
        Matrix<T> own = Matrix<T>::Zero(asked.value.rows(), asked.value.cols());
        const Eigen::Index count = asked.items_are_rows ? own.cols() : own.rows();
        const Eigen::Index items = asked.items_are_rows ? own.rows() : own.cols();
        for (Eigen::Index r = std::max<Eigen::Index>(0, -asked.first); r < count; ++r) {
            const Eigen::Index item = asked.first + r;
            if (item >= items) break;
            (asked.items_are_rows ? own(item, r) : own(r, item)) = 1;
        }
        const Var<T> one = sum_of(tape, asked.value, std::move(own));
        sum = sum ? add(sum, one) : one;
    }
    if (sum) tape.backward(sum);
}

/// One item (n, T) as many items (n, T·B): position by position, each column as often.
template <class T>
Matrix<T> repeated_columns(const Matrix<T>& one, Eigen::Index items) {
    Matrix<T> many(one.rows(), one.cols() * items);
    for (Eigen::Index t = 0; t < one.cols(); ++t) many.middleCols(t * items, items).colwise() = one.col(t);
    return many;
}

/// Gradients (n, T·B) as rows (B, n·T).
template <class T>
Matrix<T> as_rows(const Matrix<T>& gradient, Eigen::Index items) {
    const Eigen::Index n = gradient.rows(), positions = gradient.cols() / items;
    Matrix<T> rows(items, n * positions);
    for (Eigen::Index t = 0; t < positions; ++t)
        rows.middleCols(t * n, n) = gradient.middleCols(t * items, items).transpose();
    return rows;
}

} // namespace heed::influence
