// How much of a map of attention lies on the cells that explain the answer.
#pragma once

#include <Eigen/Core>
#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

namespace heed::analysis {

/// A cell {row, column} of a map.
using Cell = std::array<int, 2>;

/// Pooled over the rows that have gold cells, each row's weights divided by their sum.
class GoldShare {
public:
    /// `weights` are (rows, columns), NaN where nothing stands, which counts as no cell; the gold cells lie
    /// within. A gold cell where nothing stands has no weight and is never the strongest.
    void add(const Eigen::MatrixXf& weights, const std::vector<Cell>& gold);

    int rows() const { return rows_; }
    /// Mean over the rows of the share of the weight that lies on gold cells.
    double mass() const { return rows_ ? mass_ / rows_ : 0; }
    /// Share of the rows whose strongest cell is a gold one. Of cells that are equally strong, but for the
    /// rounding of a float32, a row counts as much as gold has of them: even weights find nothing.
    double hits() const { return rows_ ? hits_ / rows_ : 0; }
    /// How many times the mean weight of the other cells the mean weight of the gold ones is, a row: the
    /// median, and the largest. None where every cell is gold.
    std::optional<double> median_ratio() const;
    std::optional<double> largest_ratio() const;

private:
    int rows_ = 0;
    double hits_ = 0, mass_ = 0;
    std::vector<float> ratios_; // a row each, where there are other cells
};

/// {"mass", "hits", "ratio": {"median", "largest"}}.
nlohmann::ordered_json to_json(const GoldShare& share);

} // namespace heed::analysis
