// The network of sample_trace(): random numbers, and one run of it by the equations of the golden files.
#pragma once

#include "core/base/random.h"
#include "tests/support/samples/sample_trace.h"

#include <map>
#include <string>

namespace heed::sample {

using Weights = std::map<std::string, MatrixXf>;

MatrixXf uniform(Random& random, int rows, int cols, float scale);
Eigen::VectorXf softmax(const Eigen::VectorXf& e);

Weights make_parameters(const SampleOptions& o, Random& random, int source_words, int target_words);

void encode(Trace& trace, const SampleOptions& o, const Weights& w);
/// One forced pass. `planted` (T, N), when not empty, stands in for the model's own weights.
void decode_outputs(Trace& trace, const SampleOptions& o, const Weights& w, const MatrixXf& planted);

} // namespace heed::sample
