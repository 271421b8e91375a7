// From output to output along a sentence; at each, what would be written under other weights, everything
// before it as it was.
#pragma once

#include "core/analysis/meaning/forced.h"

#include <memory>

namespace heed::analysis::meaning {

template <class T>
class Walk {
public:
    /// Stands before the first output. The run must outlive it.
    explicit Walk(const Forced<T>& run);
    ~Walk();
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;

    int output() const;
    /// The model's own weights of the source's places there (S), and p (V).
    const Vector<T>& weights() const;
    const Vector<T>& p() const;
    /// h_1 … h_S (d, S).
    const Matrix<T>& annotations() const;
    /// p (V, B) if the source had those weights (S, B): a column a case. What the model gives to slots past
    /// the source, or to the decoder's own past, stays.
    Matrix<T> probabilities(const Eigen::Ref<const Matrix<T>>& rows);
    /// Of those p the total variation from `from` (V), a number a case, and how it moves with each weight,
    /// (S, B). Where the two agree in a word, that word moves nothing.
    Vector<T> variation(const Eigen::Ref<const Matrix<T>>& rows, const Vector<T>& from, Matrix<T>& gradient);
    /// The next output; false: there is none.
    bool next();
    /// The first output at or after this one with that index.
    void to(int output, const Watch& watch = {});

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace heed::analysis::meaning
