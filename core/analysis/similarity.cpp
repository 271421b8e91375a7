#include "core/analysis/similarity.h"

#include <algorithm>

namespace heed::analysis {

std::vector<Neighbour> most_similar_rows(const Eigen::Ref<const Eigen::MatrixXf>& table, int row, int count,
                                         const std::vector<bool>& skip) {
    const Eigen::VectorXf wanted = table.row(row).transpose();
    const Eigen::VectorXf products = table * wanted;
    const Eigen::VectorXf lengths = table.rowwise().norm() * wanted.norm();
    std::vector<Neighbour> found;
    found.reserve(static_cast<std::size_t>(table.rows()));
    for (int k = 0; k < static_cast<int>(table.rows()); ++k) {
        const auto at = static_cast<std::size_t>(k);
        if (k == row || (at < skip.size() && skip[at])) continue;
        found.push_back({k, lengths(k) > 0 ? products(k) / lengths(k) : 0.0f});
    }
    const auto kept = std::min<std::ptrdiff_t>(std::max(count, 0), std::ssize(found));
    std::partial_sort(found.begin(), found.begin() + kept, found.end(),
                      [](const Neighbour& a, const Neighbour& b) {
                          return a.cosine != b.cosine ? a.cosine > b.cosine : a.index < b.index;
                      });
    found.resize(static_cast<std::size_t>(kept));
    return found;
}

Eigen::VectorXf cosines_with_column(const Eigen::Ref<const Eigen::MatrixXf>& columns, int j) {
    const Eigen::VectorXf products = columns.transpose() * columns.col(j);
    const Eigen::VectorXf lengths = columns.colwise().norm().transpose() * columns.col(j).norm();
    return (lengths.array() > 0).select(products.array() / lengths.array().max(1e-30f), 0.0f);
}

} // namespace heed::analysis
