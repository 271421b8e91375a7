// Weights as a file has them: sentences with layers of heads.
#pragma once

#include "core/trace/trace.h"
#include "tests/support/samples/sample_trace.h"

#include <memory>
#include <string>
#include <vector>

namespace heed {

inline std::shared_ptr<const Trace> sample_maps(int layers, int heads, const std::string& name = "file",
                                                int sources = 5, int outputs = 4) {
    Trace trace = sample_trace(sources, outputs).narrowed({Quantity::Weights});
    trace.model = {};
    trace.model.title = "file";
    trace.model.name = name;
    trace.model.architecture = "weights";
    const MatrixXf weights = trace.at(Quantity::Weights);
    for (int layer = 0; layer < layers; ++layer)
        for (int head = 0; head < heads; ++head) { // each more evenly spread than the one before
            const float share = static_cast<float>(layer * heads + head) / static_cast<float>(layers * heads);
            trace.set({Quantity::Weights, layer, head},
                      (1 - share) * weights +
                          MatrixXf::Constant(sources, outputs, share / static_cast<float>(sources)));
        }
    return std::make_shared<const Trace>(std::move(trace));
}

inline std::vector<std::shared_ptr<const Trace>> sample_sentences(int sentences, int heads = 1) {
    std::vector<std::shared_ptr<const Trace>> all;
    for (int n = 0; n < sentences; ++n)
        all.push_back(sample_maps(1, heads, "file, sentence " + std::to_string(n + 1), 4 + n));
    return all;
}

} // namespace heed
