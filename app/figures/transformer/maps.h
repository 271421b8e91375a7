// The maps of a run as they are drawn.
#pragma once

#include "app/figures/transformer/reading.h"
#include "core/trace/words/words.h"

#include <map>

namespace heed {

struct TransformerMaps {
    std::map<Site, std::shared_ptr<const MapValues>> all;
    RunWords words{};                                  // of a run in pieces: which of its places make a word
    std::vector<std::string> source_raw{}, read_raw{}; // what a column is in the vocabulary: "▁dr", "▁dr y"
    std::map<Site, Eigen::VectorXd> lengths{}; // of weighted maps: ‖W_O v‖ of each place that is looked at
    /// The map of the head, or as `read` says; null: there is none.
    const std::shared_ptr<const MapValues>& at(const layered::Reading& r, const layered::Sight& s,
                                               MapReading read = MapReading::Head) const;
};

/// Weights (K, Q) times the length of what each brings (K), each row of the map made to sum to 1.
MatrixXf value_shares(const MatrixXf& weights, const Eigen::VectorXd& lengths);

} // namespace heed
