// A Transformer of the sizes of translate/transformer's recipe: a training step, and a sentence read and
// written at once (W10).
#include "core/base/random.h"
#include "core/models/transformer/network.h"
#include "core/models/transformer/parameters.h"
#include "core/train/optimizer.h"

#include <benchmark/benchmark.h>

namespace heed {
namespace {

constexpr int vocabulary = 300, source_length = 12, target_length = 13;

transformer::Config recipe_config() {
    transformer::Config config;
    config.encoder = config.decoder = {2, 4, 64, 0, 128};
    config.norm = transformer::NormPlace::Before;
    config.norm_last = true;
    config.scale_embedding = true;
    config.source_vocabulary = config.target_vocabulary = vocabulary;
    return config;
}

nn::ParameterSet<float> drawn_parameters(const transformer::Config& config) {
    auto set = transformer::declare<float>(config);
    Random random(1);
    transformer::initialise(set, random);
    return set;
}

nn::Sequences drawn_words(int items, int length) {
    Random random(2);
    nn::Sequences s{items, length, {}, std::vector<int>(static_cast<std::size_t>(items), length), {}};
    for (int k = 0; k < items * length; ++k)
        s.ids.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(vocabulary))));
    return s;
}

// Forward, backward, the limit on the gradient and Adam, of 32 sentences.
void train_transformer(benchmark::State& state) {
    const transformer::Config config = recipe_config();
    auto parameters = drawn_parameters(config);
    const auto source = drawn_words(32, source_length), inputs = drawn_words(32, target_length);
    const std::vector<float> weights(inputs.ids.size(), 1.0f / static_cast<float>(inputs.ids.size()));
    train::Adam adam({}, parameters);
    Tape<float> tape(true);
    for (auto _ : state) {
        tape.clear();
        nn::Graph<float> graph(tape, parameters);
        transformer::Transformer<float> net(config, graph);
        tape.backward(negative_log_likelihood<float>(net.forced(source, inputs), inputs.ids, weights));
        train::Gradients gradients;
        for (int k = 0; k < parameters.size(); ++k) gradients.push_back(graph.parameter(k).grad());
        train::clip_gradients(gradients, 1);
        adam.update(parameters, gradients, 1e-4);
    }
}

void forced_sentence(benchmark::State& state) {
    const transformer::Config config = recipe_config();
    const auto parameters = drawn_parameters(config);
    const auto source = drawn_words(1, source_length), inputs = drawn_words(1, target_length);
    Tape<float> tape(false);
    for (auto _ : state) {
        tape.clear();
        nn::Graph<float> graph(tape, parameters);
        transformer::Transformer<float> net(config, graph);
        benchmark::DoNotOptimize(net.forced(source, inputs).value().data());
    }
}

BENCHMARK(train_transformer)->Name("W10 train step")->Unit(benchmark::kMillisecond);
BENCHMARK(forced_sentence)->Name("W10 sentence")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
