// The product of a matrix and a few columns.
#pragma once

#include "core/autodiff/tape.h"

namespace heed {

/// y = W x for W (m, k), x (k, n); y must be (m, n) and no part of the others. Where n is small the general
/// product would spend its time on rearranging W; then W is read once, in its order, for all columns. (One
/// column, and many, are Eigen's own.)
template <class T>
void multiply_into(Matrix<T>& y, const Matrix<T>& W, const Matrix<T>& x);

/// Whose instructions are used: those that this one has, of them those for vectors of eight numbers at most,
/// or those that all have.
enum class Processor { This, Eight, Any };
/// The same for a matrix as a file has it: W is read once, in its order, for all columns.
template <class T>
void multiply_into(Matrix<T>& y, const StoredMatrix& W, const Matrix<T>& x,
                   Processor processor = Processor::This);
template <>
void multiply_into(Matrix<float>& y, const StoredMatrix& W, const Matrix<float>& x, Processor processor);
template <>
void multiply_into(Matrix<double>& y, const StoredMatrix& W, const Matrix<double>& x, Processor processor);

} // namespace heed
