#include "core/analysis/contrast/contrast.h"

#include "core/analysis/contrast/pass.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/tokens.h"
#include "core/models/typed_token.h"
#include "core/text/escape.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::analysis {
namespace {

constexpr double near_enough = 0.005; // nats that the sum may miss: half of the last place that is printed

void check(const Model& model, const Trace& run, int output) {
    if (!model.config.find<Seq2SeqConfig>())
        throw Error(model.name + ": why a token was written is asked of encoder-decoders, and this is none");
    if (!run.request.score.empty() && run.request.score != model.facts.function())
        throw Error(model.name + ": the run's weights are by the score " + run.request.score +
                    ", which did not write its output: why it did is asked under the model's own");
    if (output < 0 || output >= run.outputs())
        counting_places([&](int from) {
            throw Error(model.name, "why",
                        "an output from " + std::to_string(from) + " to " +
                            std::to_string(run.outputs() - 1 + from),
                        std::to_string(output + from));
        });
}

/// The likeliest token beside the written one; of equal ones the first.
int second_best(const Trace& run, int output, int written) {
    const auto log_probs = run.at(Quantity::LogProbs).col(output);
    int best = -1;
    for (int id = 0; id < static_cast<int>(log_probs.size()); ++id)
        if (id != written && (best < 0 || log_probs(id) > log_probs(best))) best = id;
    return best;
}

int rival_of(const Model& model, const Trace& run, const OutputWords& words, int output,
             const std::string& rival) {
    const TraceToken& written = run.steps[static_cast<std::size_t>(output)].token;
    if (rival.empty()) return second_best(run, output, written.id);
    const int id = typed_token(model, words, rival, "rival");
    if (id == written.id)
        throw Error(model.name, "rival", "another token than the one that was written",
                    "\"" + escaped(rival) + "\"");
    return id;
}

/// The weights that an output used, (T, K): of every head its own.
MatrixXf rows_of_heads(const Trace& run, int i) {
    if (!run.has(Quantity::HeadWeights)) return run.at(Quantity::Weights).col(i);
    MatrixXf rows(run.source_length(), 0);
    for (int k = 0; run.has(Quantity::HeadWeights, 0, k); ++k) {
        rows.conservativeResize(Eigen::NoChange, k + 1);
        rows.col(k) = run.at(Quantity::HeadWeights, 0, k).col(i);
    }
    return rows;
}

MarginCase case_of(const Model& model, const Trace& run, int output) {
    MarginCase asked;
    asked.source = source_of(model, run.source);
    asked.fed.push_back(first_input(model, run.source));
    for (int i = 0; i < output; ++i) asked.fed.push_back(run.steps[static_cast<std::size_t>(i)].token.id);
    asked.temperature = run.request.edits.temperature;
    for (int i = 0; i <= output; ++i)
        if (run.request.edits.row(i)) asked.set[i] = rows_of_heads(run, i);
    return asked;
}

/// Each word gone in turn, but for the frame and a tag.
std::vector<WordGone> each_gone(const Model& model, const Trace& run, const MarginPass<float>& pass,
                                const std::function<void()>& between) {
    const int T = run.source_length(), unknown = model.source.special().unknown;
    const auto fixed = [&](int t) {
        return run.source[static_cast<std::size_t>(t)].framing() || (t == 0 && is_tagged(model));
    };
    int words = 0;
    for (int t = 0; t < T; ++t) words += !fixed(t);
    std::vector<WordGone> gone(static_cast<std::size_t>(T));
    MatrixXf removed, replaced;
    if (words > 1) {
        between();
        removed = pass.without_each();
    }
    if (unknown >= 0) {
        between();
        MatrixXf sources = pass.source().replicate(1, T);
        for (int t = 0; t < T; ++t) sources.col(t * T + t) = pass.unknown_word(unknown);
        replaced = pass(sources, pass.fed().replicate(1, T), false).margins;
    }
    for (int t = 0; t < T; ++t) {
        if (fixed(t)) continue;
        WordGone& one = gone[static_cast<std::size_t>(t)];
        if (removed.size() > 0) one.removed = static_cast<double>(removed(0, t));
        if (replaced.size() > 0) one.unknown = static_cast<double>(replaced(0, t));
    }
    return gone;
}

template <class Key>
std::vector<int> words_by(const Trace& run, const Contrast& contrast, Key key) {
    std::vector<int> order;
    for (int t = 0; t < run.source_length(); ++t)
        if (!run.source[static_cast<std::size_t>(t)].framing()) order.push_back(t);
    const auto of = [&](int t) { return key(contrast.words[static_cast<std::size_t>(t)]); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return of(a) > of(b); });
    return order;
}

} // namespace

Contrast contrast(const Model& model, const Trace& run, int output, const std::string& rival,
                  const std::atomic<bool>* cancelled) {
    check(model, run, output);
    const auto between = [&] {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw decode::Cancelled{};
    };
    const OutputWords words = output_words(model, run.source);
    Contrast result;
    result.output = output;
    result.written_id = run.steps[static_cast<std::size_t>(output)].token.id;
    result.rival_id = rival_of(model, run, words, output, rival);
    result.written = words.token(result.written_id);
    result.rival = words.token(result.rival_id);

    MarginCase asked = case_of(model, run, output);
    asked.written = result.written_id;
    asked.rival = result.rival_id;
    const bool whole = asked.set.empty();
    const MarginPass<float> pass(model.config.as<Seq2SeqConfig>(), model.parameters, std::move(asked));
    MarginParts<float> parts = margin_parts(pass, is_tagged(model), near_enough, between);
    result.log_p_written = parts.written;
    result.log_p_rival = parts.rival;
    result.margin = parts.margin;
    result.words = std::move(parts.words);
    result.so_far = parts.so_far;
    result.rest = parts.rest;
    result.points = parts.points;
    if (whole) result.gone = each_gone(model, run, pass, between);
    return result;
}

std::vector<int> by_support(const Trace& run, const Contrast& contrast) {
    return words_by(run, contrast, [](double nats) { return nats; });
}
std::vector<int> by_size(const Trace& run, const Contrast& contrast) {
    return words_by(run, contrast, [](double nats) { return std::abs(nats); });
}

bool mostly_rest(const Contrast& contrast) {
    return std::abs(contrast.rest) >= std::abs(contrast.margin) / 3;
}

} // namespace heed::analysis
