// What follows an edit, and a search: W3 (a step of a beam of five), a run of 200 tokens after an edit, and
// the least change of a row.
#include "core/analysis/least_change.h"
#include "core/base/random.h"
#include "core/decode/beam.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/models/seq2seq/network.h"
#include "tests/support/source_dir.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>

namespace heed {
namespace {

/// A model of that size with random numbers that never ends a sentence by itself.
std::unique_ptr<Model> sized(int embedding, int hidden, int vocabulary) {
    auto model = std::make_unique<Model>();
    Seq2SeqConfig c;
    c.encoder.embedding = c.decoder.embedding = embedding;
    c.encoder.hidden = c.decoder.hidden = c.attention.size = hidden;
    c.source_vocabulary = c.target_vocabulary = vocabulary;
    std::vector<std::string> words(static_cast<std::size_t>(vocabulary));
    for (std::size_t n = 0; n < words.size(); ++n) words[n] = "w" + std::to_string(n);
    words[2] = "</s>";
    SpecialIds special;
    special.end = 2;
    model->source = model->target = Vocabulary(words, special);
    model->config = c;
    model->parameters = declare_seq2seq<float>(c);
    Random random(1);
    for (int k = 0; k < model->parameters.size(); ++k)
        for (float& w : model->parameters[k].value.reshaped())
            w = static_cast<float>(random.uniform(-.05, .05));
    model->parameters[model->parameters.find("readout.output.bias")].value(2) = -20; // the end token
    return model;
}

double seconds_of(const Model& model, const Request& request, const std::vector<int>& source, int steps) {
    decode::Beginning beginning;
    for (const int id : source) beginning.source.push_back({model.source.token(id), id});
    beginning.words = OutputWords(model.target);
    beginning.first = 1;
    beginning.limit = steps;
    const auto begun = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(decode::beam_search(model, request, beginning));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

/// The time of one step: of a long search less that of a short one. The first step has one sentence only.
void beam_step(benchmark::State& state, int embedding, int hidden, int vocabulary, int length, int width) {
    const auto model = sized(embedding, hidden, vocabulary);
    Random random(2);
    std::vector<int> source;
    for (int t = 0; t < length; ++t)
        source.push_back(4 + static_cast<int>(random.below(static_cast<std::uint64_t>(vocabulary - 4))));
    Request request;
    request.beam.width = width;
    constexpr int few = 2, many = 12;
    for (auto _ : state) {
        const double shorter = seconds_of(*model, request, source, few),
                     longer = seconds_of(*model, request, source, many);
        state.SetIterationTime(std::max(1e-9, (longer - shorter) / (many - few)));
    }
}

void rerun(benchmark::State& state, const char* name, int length) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve(name);
    const Model model = io::load_model(place.folder, place.name);
    Random random(3);
    Request request;
    for (int t = 0; t < length; ++t) request.text += static_cast<char>('a' + random.below(26));
    request.edits.rows[3] = {RowEdit::Kind::Held, {}, {{2, 0.62f}}, {}, 0};
    int outputs = 0;
    for (auto _ : state) outputs = decode::run(model, request).outputs();
    state.counters["outputs"] = outputs;
}

void least(benchmark::State& state, const char* name, const std::string& text, int output) {
    const io::ModelLibrary library({test::source_dir() / "assets"});
    const io::ModelPlace place = library.resolve(name);
    const Model model = io::load_model(place.folder, place.name);
    Request request;
    request.text = text;
    const Trace run = decode::run(model, request);
    for (auto _ : state) benchmark::DoNotOptimize(analysis::least_change(model, run, output));
}

BENCHMARK_CAPTURE(beam_step, small, 64, 128, 64, 30, 5)
    ->Name("W3 small beam5 step")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(beam_step, small1, 64, 128, 64, 30, 1)
    ->Name("W3 small beam1 step")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(beam_step, paper, 620, 1000, 30000, 50, 5)
    ->Name("W3 paper beam5 step")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(beam_step, paper1, 620, 1000, 30000, 50, 1)
    ->Name("W3 paper beam1 step")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rerun, additive, "reverse/additive", 200)
    ->Name("rerun 200 tokens after an edit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(least, dates, "dates", "3 march 1987", 6)
    ->Name("least change, 13 tokens")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(least, reverse, "reverse/additive", std::string(60, 'q') + "abcde", 6)
    ->Name("least change, 66 tokens")
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heed
