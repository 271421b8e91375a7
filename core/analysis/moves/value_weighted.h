// What a weight brings along: w_ij = ‖α_ij W_O^k v_j‖, W_O^k the columns of the output matrix that are the
// head's, its bias left out (Kobayashi et al. 2020, eq. 6). A heavy weight on a place whose value is near
// zero moves nothing.
#pragma once

#include "core/analysis/moves/pass.h"

#include <string>

namespace heed::moves {

/// The parameter that is W_O of all heads of the layer whose weights `site` is one of, (d, h d_h):
/// "decoder.layers.0.cross.output.weight"; empty where they are not a head's weights.
std::string output_matrix_of(const Site& site);

/// ‖W_O^k v_j‖ of each place that the head looks at (K); empty where `site` is not a head's weights, or its
/// values were not recorded.
template <class T>
Eigen::VectorXd value_lengths(const Pass<T>& pass, const Site& site);

/// α_ij ‖W_O^k v_j‖, (K, Q) as the weights are, unnormalised; empty as above.
template <class T>
Eigen::MatrixXd value_weighted(const Pass<T>& pass, const Site& site);
/// The same of a run by the parameters it carries itself; empty also where it carries none.
Eigen::MatrixXd value_weighted(const Trace& run, const Site& site);

/// Each column divided by its sum; one of zeros stays.
Eigen::MatrixXd to_shares(Eigen::MatrixXd columns);

} // namespace heed::moves
