// Running and training, in the workloads the yardstick names: W1 (encode, one greedy step), W2 (a training
// step) and W4 (five scoring functions).
#include "core/base/random.h"
#include "core/models/seq2seq/network.h"

#include <benchmark/benchmark.h>

#include <memory>

namespace heed {
namespace {

Seq2SeqConfig sized(int embedding, int hidden, int attention, int vocabulary) {
    Seq2SeqConfig c;
    c.encoder.embedding = c.decoder.embedding = embedding;
    c.encoder.hidden = c.decoder.hidden = hidden;
    c.attention.size = attention;
    c.source_vocabulary = c.target_vocabulary = vocabulary;
    return c;
}
const Seq2SeqConfig small = sized(64, 128, 128, 64);
const Seq2SeqConfig paper = sized(620, 1000, 1000, 30000);

nn::ParameterSet<float> random_parameters(const Seq2SeqConfig& config) {
    auto set = declare_seq2seq<float>(config);
    Random random(1);
    for (int k = 0; k < set.size(); ++k)
        for (Eigen::Index n = 0; n < set[k].value.size(); ++n)
            set[k].value.data()[n] = static_cast<float>(random.uniform(-.05, .05));
    return set;
}

nn::Sequences random_tokens(int items, int length, int vocabulary) {
    Random random(2);
    nn::Sequences s{items, length, {}, std::vector<int>(static_cast<std::size_t>(items), length), {}};
    for (int k = 0; k < items * length; ++k)
        s.ids.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(vocabulary))));
    return s;
}

void encode(benchmark::State& state, const Seq2SeqConfig& config, int length) {
    const auto parameters = random_parameters(config);
    const auto source = random_tokens(1, length, config.source_vocabulary);
    Tape<float> tape(false);
    for (auto _ : state) {
        tape.clear();
        nn::Graph<float> graph(tape, parameters);
        Seq2Seq<float> net(config, graph);
        benchmark::DoNotOptimize(net.encode(source).annotations.value().data());
    }
}

void step(benchmark::State& state, const Seq2SeqConfig& config, int length) {
    constexpr int steps = 10;
    const auto parameters = random_parameters(config);
    const auto source = random_tokens(1, length, config.source_vocabulary);
    Tape<float> tape(false);
    for (auto _ : state) {
        state.PauseTiming();
        tape.clear();
        nn::Graph<float> graph(tape, parameters);
        Seq2Seq<float> net(config, graph);
        const auto memory = net.encode(source);
        auto decoder = net.start(memory);
        int previous = 1;
        state.ResumeTiming();
        for (int i = 0; i < steps; ++i) {
            const auto made = net.advance(memory, decoder, {&previous, 1});
            Eigen::Index best;
            net.distribution(made, i).value().col(0).maxCoeff(&best);
            previous = static_cast<int>(best);
        }
    }
    state.counters["s/step"] = benchmark::Counter(steps, benchmark::Counter::kIsIterationInvariantRate |
                                                             benchmark::Counter::kInvert);
}

// Forward and backward of 64 items; the optimiser's own cost is in its bench.
void train(benchmark::State& state) {
    const auto parameters = random_parameters(small);
    const auto source = random_tokens(64, 30, small.source_vocabulary);
    const auto inputs = random_tokens(64, 12, small.target_vocabulary);
    const std::vector<float> weights(inputs.ids.size(), 1.0f / static_cast<float>(inputs.ids.size()));
    Tape<float> tape(true);
    for (auto _ : state) {
        tape.clear();
        nn::Graph<float> graph(tape, parameters);
        Seq2Seq<float> net(small, graph);
        tape.backward(negative_log_likelihood<float>(net.forced(source, inputs), inputs.ids, weights));
        benchmark::DoNotOptimize(graph.parameter(0).grad().data());
    }
}

// Five scoring functions on one encoded input, 20 steps each.
void five_scores(benchmark::State& state) {
    constexpr const char* scores[] = {"additive", "concat", "general", "location", "token"};
    const auto source = random_tokens(1, 30, small.source_vocabulary);
    std::vector<Seq2SeqConfig> configs;
    std::vector<nn::ParameterSet<float>> parameters;
    for (const char* score : scores) {
        configs.push_back(small);
        set_function(configs.back().attention, score);
        parameters.push_back(random_parameters(configs.back()));
    }
    Tape<float> tape(false);
    for (auto _ : state) {
        state.PauseTiming();
        tape.clear();
        std::vector<nn::Graph<float>> graphs;
        std::vector<Seq2Seq<float>> nets;
        std::vector<attention::Memory<float>> memories;
        graphs.reserve(configs.size());
        for (std::size_t k = 0; k < configs.size(); ++k) {
            graphs.emplace_back(tape, parameters[k]);
            nets.emplace_back(configs[k], graphs.back());
            memories.push_back(nets.back().encode(source));
        }
        state.ResumeTiming();
        for (std::size_t k = 0; k < configs.size(); ++k) {
            auto decoder = nets[k].start(memories[k]);
            int previous = 1;
            for (int i = 0; i < 20; ++i) {
                const auto made = nets[k].advance(memories[k], decoder, {&previous, 1});
                Eigen::Index best;
                nets[k].distribution(made, i).value().col(0).maxCoeff(&best);
                previous = static_cast<int>(best);
            }
        }
    }
}

BENCHMARK(five_scores)->Name("W4 five scorings x20")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(encode, small, small, 30)->Name("W1 small encode");
BENCHMARK_CAPTURE(step, small, small, 30)->Name("W1 small step");
BENCHMARK_CAPTURE(encode, paper, paper, 50)->Name("W1 paper encode")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step, paper, paper, 50)->Name("W1 paper step")->Unit(benchmark::kMillisecond);
BENCHMARK(train)->Name("W2 train step")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
