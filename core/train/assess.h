// Runs a model over items with known answers and pools how well it did.
#pragma once

#include "core/analysis/gold/evaluation.h"
#include "core/base/executor.h"
#include "core/models/model.h"
#include "core/tasks/sample.h"

#include <span>

namespace heed::train {

/// One result an item, in their order; items of like length are run together. Target tokens that are not in
/// the vocabulary are never right.
std::vector<analysis::ItemResult> assess_items(const Configuration& config,
                                               const nn::ParameterSet<float>& parameters,
                                               const Vocabulary& source, const Vocabulary& target,
                                               std::span<const tasks::Sample> samples,
                                               const Executor& executor = in_turn);

/// The same, pooled.
analysis::Evaluation assess(const Configuration& config, const nn::ParameterSet<float>& parameters,
                            const Vocabulary& source, const Vocabulary& target,
                            std::span<const tasks::Sample> samples, const Executor& executor = in_turn);

/// The weights of each item's forced run, in their order; empty ones without attention. (T + 1, N): a row for
/// each of the T tokens of the sample, and a last one for the end token, whatever else stands around what the
/// model reads.
std::vector<Eigen::MatrixXf> forced_weights(const Configuration& config,
                                            const nn::ParameterSet<float>& parameters,
                                            const Vocabulary& source, const Vocabulary& target,
                                            std::span<const tasks::Sample> samples,
                                            const Executor& executor = in_turn);

/// What the model writes for each, without the end token.
std::vector<std::vector<std::string>> translate(const Configuration& config,
                                                const nn::ParameterSet<float>& parameters,
                                                const Vocabulary& source, const Vocabulary& target,
                                                std::span<const tasks::Sample> samples);

} // namespace heed::train
