// How alike vectors are: the cosine of the angle between them.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace heed::analysis {

struct Neighbour {
    int index = 0;    // row or column compared
    float cosine = 0; // -1 … 1; 0 where a vector has no length
};

/// The rows of `table` (V, E) most like row `row`, that row left out, most alike first; at most `count`.
/// `skip`, if given, names by row what shall not be listed.
std::vector<Neighbour> most_similar_rows(const Eigen::Ref<const Eigen::MatrixXf>& table, int row, int count,
                                         const std::vector<bool>& skip = {});

/// The cosine of every column of `columns` (H, T) with column j. (T)
Eigen::VectorXf cosines_with_column(const Eigen::Ref<const Eigen::MatrixXf>& columns, int j);

} // namespace heed::analysis
