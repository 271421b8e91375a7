#include "core/analysis/meaning/rows.h"

#include "core/base/random.h"

#include <limits>
#include <numeric>

namespace heed::analysis::meaning {

template <class T>
Vector<T> equal_row(const Vector<T>& own) {
    return Vector<T>::Constant(own.size(), own.sum() / static_cast<T>(own.size()));
}

template <class T>
int strongest_place(const Vector<T>& own) {
    Eigen::Index best = 0;
    own.maxCoeff(&best);
    return static_cast<int>(best);
}

template <class T>
Vector<T> strongest_row(const Vector<T>& own) {
    return own.sum() * Vector<T>::Unit(own.size(), strongest_place(own));
}

template <class T>
std::optional<Vector<T>> row_without(const Vector<T>& own, int j) {
    if (own(j) == T(0)) return own;
    const T whole = own.sum();
    Vector<T> row = own;
    row(j) = 0;
    const T left = row.sum();
    if (!(left > T(0))) return std::nullopt;
    return row * (whole / left);
}

template <class T>
Vector<T> permuted_row(const Vector<T>& own, const std::vector<int>& order) {
    return own(order);
}

std::vector<int> shuffled_order(int places, std::uint64_t seed, int k) {
    std::vector<int> order(static_cast<std::size_t>(places));
    std::iota(order.begin(), order.end(), 0);
    Random(seed + static_cast<std::uint64_t>(k)).shuffle(order);
    return order;
}

template <class T>
std::vector<Effect> effects(Walk<T>& walk, const Eigen::Ref<const Matrix<T>>& rows, int written) {
    const Matrix<T> p = walk.probabilities(rows);
    std::vector<Effect> result;
    for (Eigen::Index k = 0; k < p.cols(); ++k) {
        Eigen::Index likeliest = 0;
        p.col(k).maxCoeff(&likeliest);
        result.push_back({total_variation<T>(walk.p(), p.col(k)), static_cast<double>(p(written, k)),
                          static_cast<int>(likeliest)});
    }
    return result;
}

template <class T>
Vector<T> leave_one_out_of_row(Walk<T>& walk) {
    const Vector<T>& own = walk.weights();
    Vector<T> result = Vector<T>::Zero(own.size());
    std::vector<Eigen::Index> asked;
    Matrix<T> rows(own.size(), own.size());
    for (Eigen::Index j = 0; j < own.size(); ++j) {
        if (own(j) == T(0)) continue;
        const auto row = row_without(own, static_cast<int>(j));
        if (!row) {
            result(j) = std::numeric_limits<T>::quiet_NaN();
            continue;
        }
        rows.col(static_cast<Eigen::Index>(asked.size())) = *row;
        asked.push_back(j);
    }
    const Matrix<T> p = walk.probabilities(rows.leftCols(static_cast<Eigen::Index>(asked.size())));
    for (std::size_t k = 0; k < asked.size(); ++k)
        result(asked[k]) = static_cast<T>(total_variation<T>(walk.p(), p.col(static_cast<Eigen::Index>(k))));
    return result;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template Vector<T> equal_row(const Vector<T>&);                                                          \
    template Vector<T> strongest_row(const Vector<T>&);                                                      \
    template int strongest_place(const Vector<T>&);                                                          \
    template std::optional<Vector<T>> row_without(const Vector<T>&, int);                                    \
    template Vector<T> permuted_row(const Vector<T>&, const std::vector<int>&);                              \
    template std::vector<Effect> effects(Walk<T>&, const Eigen::Ref<const Matrix<T>>&, int);                 \
    template Vector<T> leave_one_out_of_row(Walk<T>&);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::analysis::meaning
