#include "core/analysis/heads/effect.h"

#include "core/analysis/divergence.h"
#include "core/decode/run.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/values.h"

#include <algorithm>

namespace heed::heads {
namespace {

using transformer::place_log_probs;

/// Whose values a head's are, and how its parameters are called before and after the layer's number.
struct HeadValues {
    const transformer::AttentionValues* values;
    const transformer::Config::Side* side;
    const char *before, *after;
    bool by_place = false; // columns are places, the first output's the last of the source
};

HeadValues values_of(const transformer::Config& config, HeadKind kind) {
    if (kind == HeadKind::Encoder)
        return {&transformer::encoder_values.self, &config.encoder, "encoder.layers.", ".self"};
    const auto& side = config.crosses() ? transformer::decoder_values : transformer::reader_values;
    if (kind == HeadKind::Decoder)
        return {&side.self, &config.decoder, "decoder.layers.", ".self", !config.crosses()};
    return {&side.cross, &config.decoder, "decoder.layers.", ".cross"};
}

std::string output_name(const transformer::Config& config, const HeadPlace& place) {
    const HeadValues of = values_of(config, place.kind);
    return of.before + std::to_string(place.layer) + of.after + ".output.weight";
}

/// The columns that count: of one output, or all of what was written.
std::optional<std::pair<Eigen::Index, Eigen::Index>>
columns_of(const Trace& run, const HeadValues& of, HeadKind kind, Eigen::Index columns, int output) {
    const Eigen::Index first = of.by_place ? run.source_length() - 1 : 0;
    if (output < 0 || kind == HeadKind::Encoder) return std::pair(first, columns - first);
    if (first + output >= columns) return std::nullopt;
    return std::pair(first + output, Eigen::Index(1));
}

} // namespace

std::vector<Written> written_of(const Trace& run) {
    std::vector<Written> words;
    if (!run.has(place_log_probs)) {
        for (int i = 0; i < run.outputs(); ++i) {
            const TraceStep& step = run.steps[static_cast<std::size_t>(i)];
            words.push_back(
                {i, step.token.id, step.token.text, step.token.is_end, static_cast<double>(step.log_prob)});
        }
        return words;
    }
    const MatrixXf& log_probs = run.at(place_log_probs); // (V, T)
    for (Eigen::Index t = 0; t < log_probs.cols(); ++t) {
        if (run.source[static_cast<std::size_t>(t)].framing()) continue;
        Eigen::Index best = 0;
        const float value = log_probs.col(t).maxCoeff(&best);
        const auto id = static_cast<std::size_t>(best);
        const auto& vocabulary = run.source_vocabulary;
        words.push_back({static_cast<int>(t), static_cast<int>(best),
                         vocabulary && id < vocabulary->size() ? (*vocabulary)[id] : std::to_string(id),
                         false, static_cast<double>(value)});
    }
    return words;
}

std::vector<std::optional<double>> log_probs_of(const Trace& run, const std::vector<Written>& words) {
    const bool places = run.has(place_log_probs);
    const MatrixXf* all = places                        ? &run.at(place_log_probs)
                          : run.has(Quantity::LogProbs) ? &run.at(Quantity::LogProbs)
                                                        : nullptr;
    std::vector<std::optional<double>> values;
    for (const Written& word : words) {
        auto& value = values.emplace_back();
        if (all && word.id >= 0 && word.id < all->rows() && word.place < all->cols())
            value = static_cast<double>((*all)(word.id, word.place));
        else if (!places && word.place < run.outputs() &&
                 run.steps[static_cast<std::size_t>(word.place)].token.id == word.id)
            value = static_cast<double>(run.steps[static_cast<std::size_t>(word.place)].log_prob);
    }
    return values;
}

Trace forced_run(const Model& model, const Trace& run, const Edits& edits,
                 const std::atomic<bool>* cancelled) {
    Request request = run.request;
    request.edits = edits;
    request.beam = {};
    request.target.reset();
    for (int i = 0; i < run.outputs(); ++i)
        request.edits.forced[i] = run.steps[static_cast<std::size_t>(i)].token.text;
    request.max_steps = run.outputs();
    return decode::run(model, request, cancelled);
}

std::optional<MatrixXf> written_through(const Model& model, const HeadPlace& place) {
    if (!model.config.find<transformer::Config>()) return std::nullopt;
    const auto& config = model.config.as<transformer::Config>();
    const int each = values_of(config, place.kind).side->each();
    const int at = model.parameters.find(output_name(config, place));
    if (at < 0) return std::nullopt;
    const MatrixXf whole = model.parameters[at].matrix();
    if (whole.cols() < (place.head + 1) * each) return std::nullopt;
    return whole.middleCols(place.head * each, each);
}

std::optional<Taken> taken_away(const Trace& before, const Trace& after, const HeadPlace& place, int output) {
    if (!is_transformer(before.model) || !before.parameters) return std::nullopt;
    const transformer::Config& config = transformer_facts(before).config;
    const int each = values_of(config, place.kind).side->each();
    const auto weight = before.parameters->find(output_name(config, place));
    if (weight == before.parameters->end() || weight->second.cols() < (place.head + 1) * each)
        return std::nullopt;
    return taken_away(before, after, place, output, weight->second.middleCols(place.head * each, each));
}

// o = Σ_h W_O^h c_h, added to x    Vaswani et al. 2017, section 3.2
std::optional<Taken> taken_away(const Trace& before, const Trace& after, const HeadPlace& place, int output,
                                const MatrixXf& through) {
    if (!is_transformer(before.model)) return std::nullopt;
    const HeadValues of = values_of(transformer_facts(before).config, place.kind);
    const auto& v = *of.values;
    const int layer = place.layer;
    if (!before.has(v.contexts, layer, place.head) || !after.has(v.contexts, layer, place.head) ||
        !before.has(v.output_sum, layer) || !before.has(v.result, layer))
        return std::nullopt;
    const MatrixXf &own = before.at(v.contexts, layer, place.head), // (d_h, Q)
        &now = after.at(v.contexts, layer, place.head);
    const auto columns = columns_of(before, of, place.kind, std::min(own.cols(), now.cols()), output);
    if (!columns || columns->second <= 0) return std::nullopt;
    const auto [first, count] = *columns;
    if (through.cols() != own.rows()) return std::nullopt;
    const MatrixXf part = through * (own.middleCols(first, count) - now.middleCols(first, count));
    const MatrixXf read = before.at(v.output_sum, layer).middleCols(first, count) -
                          before.at(v.result, layer).middleCols(first, count);
    return Taken{static_cast<double>(part.colwise().norm().mean()),
                 static_cast<double>(read.colwise().norm().mean())};
}

std::vector<Shift> shifts(const Trace& before, const Trace& after) {
    std::vector<Shift> all;
    for (const Head& head : heads_of(before)) {
        if (!after.has(head.site.quantity, head.site.layer, head.site.head)) continue;
        const MatrixXf &own = before.at(head.site), &now = after.at(head.site); // (K, Q)
        if (own.rows() != now.rows() || own.cols() != now.cols() || own.cols() == 0) continue;
        Shift shift{head, 0};
        for (Eigen::Index q = 0; q < own.cols(); ++q)
            shift.bits +=
                analysis::divergence(Eigen::VectorXf(own.col(q)), Eigen::VectorXf(now.col(q))).value_or(0);
        shift.bits /= static_cast<double>(own.cols());
        all.push_back(std::move(shift));
    }
    std::stable_sort(all.begin(), all.end(), [](const Shift& a, const Shift& b) { return a.bits > b.bits; });
    return all;
}

} // namespace heed::heads
