#include "core/analysis/moves/moves.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/transformer/values.h"
#include "core/models/typed_token.h"
#include "core/text/escape.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::moves {
namespace {

using namespace transformer;

const MatrixXf& log_probs_of(const Trace& run) {
    return run.at(run.has(place_log_probs) ? place_log_probs : Quantity::LogProbs);
}

void check_output(const Model& model, const Trace& run, int output) {
    const int outputs = outputs_of(run);
    if (output >= 0 && output < outputs) return;
    counting_places([&](int from) {
        throw Error(model.name, "what moved an output",
                    outputs == 0 ? "a run that wrote something"
                                 : "an output from " + std::to_string(from) + " to " +
                                       std::to_string(outputs - 1 + from),
                    std::to_string(output + from));
    });
}

/// The likeliest, but for `other`; of equal ones the first.
int likeliest(const MatrixXf& log_probs, int output, int other = -1) {
    int best = -1;
    for (int id = 0; id < static_cast<int>(log_probs.rows()); ++id)
        if (id != other && (best < 0 || log_probs(id, output) > log_probs(best, output))) best = id;
    return best;
}

} // namespace

int outputs_of(const Trace& run) {
    return run.has(place_log_probs) ? static_cast<int>(run.at(place_log_probs).cols()) : run.outputs();
}

Moves moves(const Model& model, const Trace& run, const Asked& asked, const std::atomic<bool>* cancelled) {
    const auto between = [&] {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw decode::Cancelled{};
    };
    const Pass<float> pass = pass_of(model, run);
    check_output(model, run, asked.output);
    const OutputWords words =
        pass.config.decodes() ? output_words(model, run.source) : OutputWords(model.source);
    const MatrixXf& log_probs = log_probs_of(run);
    const int i = asked.output;
    const int token = !asked.token.empty()    ? typed_token(model, words, asked.token, "")
                      : pass.config.decodes() ? run.steps[static_cast<std::size_t>(i)].token.id
                                              : likeliest(log_probs, i);
    const int rival = !asked.against        ? -1
                      : asked.rival.empty() ? likeliest(log_probs, i, token)
                                            : typed_token(model, words, asked.rival, "");
    if (rival == token)
        throw Error(model.name, "rival", "another token than the one it is set against",
                    "\"" + escaped(words.token(token)) + "\"");
    Moves result;
    result.output = i;
    result.token = words.token(token);
    result.log_p = static_cast<double>(log_probs(token, i));
    if (rival >= 0) {
        result.rival = words.token(rival);
        result.rival_log_p = static_cast<double>(log_probs(rival, i));
    }
    between();
    result.parts = logit_parts(pass, i, token, rival);
    between();
    result.lens = lens(model, run, i, token);
    return result;
}

std::vector<int> by_size(const LogitParts& parts) {
    std::vector<int> order(parts.parts.size());
    std::iota(order.begin(), order.end(), 0);
    const auto size = [&](int n) { return std::abs(parts.parts[static_cast<std::size_t>(n)].adds); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return size(a) > size(b); });
    return order;
}

std::vector<double> by_place(const LogitParts& parts, HeadKind kind) {
    std::vector<double> sums;
    for (const Part& part : parts.parts) {
        if (part.kind != PartKind::Head || part.at.kind != kind) continue;
        sums.resize(std::max(sums.size(), part.places.size()), 0);
        for (std::size_t j = 0; j < part.places.size(); ++j) sums[j] += part.places[j];
    }
    return sums;
}

} // namespace heed::moves
