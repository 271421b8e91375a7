// Links read off the weights of a forced run, as an aligner would give them.
//
// weights: (T, N), column i for output i; the last source position and the last output are the end tokens. A
// target token whose strongest weight lies on the source's end token belongs to nothing; the target's end
// token is never linked.
#pragma once

#include "core/base/link.h"

#include <Eigen/Core>
#include <vector>

namespace heed::analysis {

struct WeightedLink {
    Link link;
    float weight = 0;
};

/// For each target token the source token with the largest weight (the first of equal ones), by target.
std::vector<WeightedLink> strongest_links(const Eigen::Ref<const Eigen::MatrixXf>& weights);

/// Every pair of a source and a target token whose weight is more than 0 and at least `least`, by target,
/// then source. With 0: all there is.
std::vector<WeightedLink> links_from(const Eigen::Ref<const Eigen::MatrixXf>& weights, float least);

} // namespace heed::analysis
