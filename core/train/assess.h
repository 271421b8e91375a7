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

/// What this model cannot take in a pair: its length, or a word where it has no token for unknown ones. Or
/// nothing.
std::string problem_of(const Model& model, const tasks::Sample& sample);

/// What came of an item, and what the model writes by itself.
struct Assessed {
    analysis::ItemResult result;
    std::vector<std::string> written; // without the end token
    bool ended = true;                // it wrote the end token
};
/// The same for samples some of which have no answer (`own`, as long as `samples`): those are fed what the
/// model wrote by itself, end token included where it wrote one, and are never exact.
std::vector<Assessed> assess_and_write(const Configuration& config, const nn::ParameterSet<float>& parameters,
                                       const Vocabulary& source, const Vocabulary& target,
                                       std::span<const tasks::Sample> samples, const std::vector<bool>& own,
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
