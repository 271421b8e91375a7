#include "core/decode/batched.h"

#include "core/decode/run.h"
#include "core/models/stepper.h"

namespace heed::decode {
namespace {

int likeliest(const MatrixXf& log_probs, Eigen::Index column) {
    Eigen::Index best = 0;
    log_probs.col(column).maxCoeff(&best);
    return static_cast<int>(best);
}

} // namespace

std::vector<Forced> force(const Configuration& configuration, const nn::ParameterSet<float>& parameters,
                          const nn::Sequences& source, const nn::Sequences& inputs,
                          std::span<const int> targets) {
    const auto stepper = configuration.architecture()->make_stepper(configuration, parameters, nullptr);
    stepper->start(source);

    std::vector<Forced> result(static_cast<std::size_t>(source.items));
    for (int i = 0; i < inputs.length; ++i) {
        stepper->advance(inputs.at(i));
        const MatrixXf& log_probs = stepper->log_probs();
        for (int b = 0; b < source.items; ++b) {
            const auto n = static_cast<std::size_t>(b);
            const int T = source.lengths[n], N = inputs.lengths[n];
            if (i >= N) continue;
            Forced& item = result[n];
            item.log_probs.push_back(log_probs(targets[static_cast<std::size_t>(i * source.items + b)], b));
            item.best.push_back(likeliest(log_probs, b));
            if (!stepper->weights()) continue;
            if (i == 0) item.weights.resize(T, N);
            item.weights.col(i) = stepper->weights()->row(b).head(T).transpose();
        }
        stepper->forget();
    }
    return result;
}

std::vector<std::vector<int>> greedy(const Configuration& configuration,
                                     const nn::ParameterSet<float>& parameters, const nn::Sequences& source,
                                     std::span<const int> first, const SpecialIds& target) {
    const auto stepper = configuration.architecture()->make_stepper(configuration, parameters, nullptr);
    stepper->start(source);

    const auto B = static_cast<std::size_t>(source.items);
    std::vector<std::vector<int>> outputs(B);
    std::vector<int> previous(first.begin(), first.end());
    std::vector<bool> done(B, false);
    for (std::size_t left = B; left > 0;) {
        stepper->advance(previous);
        const MatrixXf& log_probs = stepper->log_probs();
        for (std::size_t b = 0; b < B; ++b) {
            if (done[b]) continue; // it is fed its end token until the others are done
            previous[b] = likeliest(log_probs, static_cast<Eigen::Index>(b));
            outputs[b].push_back(previous[b]);
            done[b] = previous[b] == target.end ||
                      static_cast<int>(outputs[b].size()) >= output_limit(source.lengths[b]);
            left -= done[b];
        }
        stepper->forget();
    }
    return outputs;
}

} // namespace heed::decode
