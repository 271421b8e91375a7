// Another map with the same output: the weights of one output that differ most from the model's own while
// what is written stays as it was (Jain and Wallace 2019, section 4.2.2).
//
//     maximise JSD(α_i, α')   subject to   TVD(p_i(α_i), p_i(α')) ≤ ε,   α' ≥ 0,   Σ_j α'_j = Σ_j α_ij
//
// JSD as in core/analysis/divergence.h, in bits. What is found is feasible; one that differs more may exist.
#pragma once

#include "core/analysis/meaning/walk.h"

#include <optional>

namespace heed::analysis::meaning {

inline constexpr double same_output = 0.01; // ε of Jain and Wallace

struct OtherMap {
    std::vector<float> row; // (S)
    double jsd = 0, tvd = 0;
};

/// Of the output where the walk stands. Rows that are drawn (from a fixed seed), even and turned ones and
/// those of single places are drawn back towards the model's own until the output is the same; those that
/// then differ most are followed uphill by Adam (Kingma and Ba 2015) on their logarithms, and drawn back
/// again on the way. None: one place, or no weight.
std::optional<OtherMap> other_map(Walk<float>& walk, double allowed = same_output, const Watch& watch = {});

} // namespace heed::analysis::meaning
