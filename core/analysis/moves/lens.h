// What a Transformer would say if it stopped after a layer: the residual stream of one place, as it is after
// each layer, read as the last one is ("logit lens"). Where norms come before, through the last norm first;
// of a masked-word head, through that; where they come after, l = E x directly. The last layer says what the
// model says.
#pragma once

#include "core/analysis/moves/pass.h"

#include <vector>

namespace heed::moves {

struct LensLayer {
    int layer = -1;               // from 0; -1: before the first
    double log_p = 0;             // of the token
    int rank = 0;                 // of it among all words, from 1; of equally likely ones the best
    std::vector<Candidate> top{}; // best first, up to 5
};

/// log p (V, n) of columns (d, n) as if they stood after the last layer.
template <class T>
Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>
early_log_probs(const transformer::Config& config, const nn::ParameterSet<T>& parameters,
                const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& streams);

/// The stream (d, layers + 1) of the place that makes an output: before the first layer and after each.
template <class T>
Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> streams_of(const Pass<T>& pass, int output);

/// Of a run's output (of an encoder: of a place), for that token; from before the first layer to the last.
/// Throws heed::Error as pass_of does.
std::vector<LensLayer> lens(const Model& model, const Trace& run, int output, int token);

} // namespace heed::moves
