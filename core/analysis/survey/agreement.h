// How far weights and gradients agree on a line: a measure that takes longer than all the others together, so
// that it is taken of the lines that are looked at.
#pragma once

#include "core/analysis/survey/measuring.h"

namespace heed::survey {

/// ModelMeasures::tau of each model.
struct LineAgreement {
    std::size_t index = 0; // of the line in the table
    std::array<std::int16_t, most_models> tau{};
};

/// Kendall's τ of each row of weights with gradient × input, the weights held (core/analysis/meaning), and
/// the mean of those that there are: of the run towards the line's target; where it has none, of what the
/// model writes. tau_none of a model that has no such thing, and of lines that it cannot take. Fewer where
/// `cancelled` becomes true.
std::vector<LineAgreement> agreement_of_lines(const SentenceFile& file, std::span<const AskedLine> lines,
                                              const Models& models, const Executor& executor = in_turn,
                                              const std::atomic<bool>* cancelled = nullptr);

} // namespace heed::survey
