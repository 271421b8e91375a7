#include "core/analysis/meaning/sentence.h"

#include "core/analysis/divergence.h"
#include "core/analysis/fragility.h"
#include "core/analysis/meaning/gradient.h"
#include "core/analysis/meaning/leave_out.h"
#include "core/analysis/meaning/other_map.h"
#include "core/analysis/meaning/rows.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/registry.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/tokens.h"

#include <algorithm>
#include <map>

namespace heed::analysis::meaning {
namespace {

using Kind = OtherRow::Kind;

/// τ of a row with itself in other places: the mean of those that have one.
std::optional<double> shuffled_tau(const Eigen::VectorXd& own) {
    double sum = 0;
    int count = 0;
    for (int k = 0; k < shuffles; ++k)
        if (const auto tau =
                kendall(own, own(shuffled_order(static_cast<int>(own.size()), shuffle_seed, k)))) {
            sum += *tau;
            ++count;
        }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

Taus taus(const MatrixXf& weights, const MatrixXf& measure) {
    return kendall_columns(weights.cast<double>(), measure.cast<double>());
}

OtherRow described(Kind kind, const Vector<float>& row, const Effect& effect, const OutputWords& words,
                   int written) {
    OtherRow other{kind, {row.begin(), row.end()}, words.token(effect.likeliest), false, 0, 0, 0};
    other.changed = effect.likeliest != written;
    other.probability = effect.probability;
    other.tvd = effect.tvd;
    return other;
}

/// Twenty rows as one: means, and the token that most of them write.
OtherRow shuffled(Walk<float>& walk, const OutputWords& words, int written) {
    const Vector<float>& own = walk.weights();
    MatrixXf rows(own.size(), shuffles);
    for (int k = 0; k < shuffles; ++k)
        rows.col(k) = permuted_row(own, shuffled_order(static_cast<int>(own.size()), shuffle_seed, k));
    const std::vector<Effect> found = effects<float>(walk, rows, written);
    OtherRow other = described(Kind::Shuffled, rows.col(0), found.front(), words, written);
    std::map<int, int> tokens;
    other.probability = other.tvd = 0;
    for (const Effect& effect : found) {
        ++tokens[effect.likeliest];
        other.changes += effect.likeliest != written;
        other.probability += effect.probability / shuffles;
        other.tvd += effect.tvd / shuffles;
    }
    const auto most = std::max_element(tokens.begin(), tokens.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    other.token = words.token(most->first);
    other.changed = most->first != written;
    return other;
}

/// What the run writes with that row given, the outputs before it as they were.
Effect of_a_run(const Model& model, const Trace& run, int output, const std::vector<float>& row,
                const Watch& watch) {
    Request request = run.request;
    for (int i = 0; i <= output; ++i) {
        const TraceToken& token = run.steps[static_cast<std::size_t>(i)].token;
        if (!request.target) request.edits.forced[i] = token.text;
    }
    request.edits.rows[output] = edit_to(run, row);
    request.max_steps = output + 1;
    request.beam = {};
    const Trace again = decode::run(model, request, watch.cancelled);
    const Eigen::VectorXf p = run.at(Quantity::LogProbs).col(output).array().exp(),
                          now = again.at(Quantity::LogProbs).col(output).array().exp();
    Eigen::Index likeliest = 0;
    now.maxCoeff(&likeliest);
    const int written = run.steps[static_cast<std::size_t>(output)].token.id;
    return {total_variation<float>(p, now), static_cast<double>(now(written)), static_cast<int>(likeliest)};
}

} // namespace

std::string not_measured(const ModelFacts& model, const Request& request) {
    const Architecture* architecture =
        model.architecture.empty() ? nullptr : find_architecture(model.architecture);
    if (!architecture || !architecture->make_stepper)
        return model.architecture == "weights"
                   ? "These weights were computed elsewhere: without the model nothing says what they move."
                   : "What weights mean is not measured of a model that answers a whole input at once.";
    if (model.score == "none") return "This model has no weights.";
    if (architecture->id != "seq2seq")
        return "What weights mean is measured of recurrent encoder-decoders; this is a " +
               std::string(architecture->title) + ".";
    if (seq2seq_facts(model).headed())
        return "Several heads make each output of this model: no one row of weights is what it reads.";
    if (!request.score.empty() && request.score != model.function())
        return "Another function scores this model's states here; its own weights can be measured.";
    return {};
}

Request own_weights(Request request) {
    request.edits.rows.clear();
    request.edits.every_row.reset();
    request.edits.temperature = 1;
    request.score.clear();
    return request;
}

Forced<float> forced_by(const Model& model, const Trace& run) {
    const std::string problem = not_measured(model.facts, run.request);
    if (!problem.empty()) throw Error(model.name + ": " + problem);
    Forced<float> forced{
        model.config.as<Seq2SeqConfig>(), model.parameters, source_of(model, run.source), {}, {},
        model.source.special().unknown};
    int fed = first_input(model, run.source);
    for (const TraceStep& step : run.steps) {
        forced.inputs.push_back(fed);
        forced.outputs.push_back(step.token.id);
        fed = step.token.id;
    }
    return forced;
}

Sentence measure_sentence(const Model& model, const Trace& run, const Watch& watch) {
    const Forced<float> forced = forced_by(model, run);
    const Eigen::Index S = forced.places(), N = forced.written();
    Sentence s;
    s.weights = s.norms = s.left_row = MatrixXf(S, N);
    if (N == 0) return s;
    const auto [gradient, rows, left_out] = sentence_parts;
    s.gradient = gradient_times_input(forced, Alpha::Held, watch.part(0, gradient.until));
    const Watch walking = watch.part(gradient.until, rows.until);
    MatrixXf p;
    Walk<float> walk(forced);
    do {
        const Eigen::Index i = walk.output();
        walking.go_on(static_cast<double>(i) / static_cast<double>(N));
        if (i == 0) p.resize(walk.p().size(), N);
        p.col(i) = walk.p();
        s.weights.col(i) = walk.weights();
        s.norms.col(i) = value_weighted(walk);
        s.left_row.col(i) = leave_one_out_of_row(walk);
        s.with_shuffled.push_back(shuffled_tau(walk.weights().cast<double>()));
    } while (walk.next());
    s.left_out = leave_one_out(forced, Left::Removed, p, watch.part(rows.until, left_out.until));
    s.with_gradient = taus(s.weights, s.gradient);
    s.with_left_out = taus(s.weights, s.left_out);
    s.with_norms = taus(s.weights, s.norms);
    s.gradient_mean = mean_tau(s.with_gradient);
    s.left_out_mean = mean_tau(s.with_left_out);
    s.norms_mean = mean_tau(s.with_norms);
    s.shuffled_mean = mean_tau(s.with_shuffled);
    return s;
}

std::string_view to_string(Kind kind) {
    constexpr std::string_view names[] = {"own",      "equal",    "strongest", "without-strongest",
                                          "shuffled", "other-map"};
    return names[static_cast<std::size_t>(kind)];
}

const OtherRow* OutputMeaning::find(Kind kind) const {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const OtherRow& r) { return r.kind == kind; });
    return found == rows.end() ? nullptr : &*found;
}

OutputMeaning measure_output(const Model& model, const Trace& run, int output, const Watch& watch) {
    const Forced<float> forced = forced_by(model, run);
    const OutputWords words = output_words(model, run.source);
    const int written = forced.outputs.at(static_cast<std::size_t>(output));
    Walk<float> walk(forced);
    walk.to(output, watch.part(0, 0.1));
    const Vector<float> own = walk.weights();
    std::vector<Kind> kinds{Kind::Own, Kind::Equal, Kind::Strongest};
    std::vector<Vector<float>> rows{own, equal_row(own), strongest_row(own)};
    if (const auto without = row_without(own, strongest_place(own))) {
        kinds.push_back(Kind::WithoutStrongest);
        rows.push_back(*without);
    }
    MatrixXf all(own.size(), static_cast<Eigen::Index>(rows.size()));
    for (std::size_t k = 0; k < rows.size(); ++k) all.col(static_cast<Eigen::Index>(k)) = rows[k];
    const std::vector<Effect> found = effects<float>(walk, all, written);
    OutputMeaning meaning;
    meaning.output = output;
    for (std::size_t k = 0; k < rows.size(); ++k)
        meaning.rows.push_back(described(kinds[k], rows[k], found[k], words, written));
    meaning.rows.push_back(shuffled(walk, words, written));
    if (const auto other = other_map(walk, same_output, watch.part(0.1, 1))) {
        const Vector<float> row = Eigen::Map<const Vector<float>>(other->row.data(), own.size());
        meaning.rows.push_back(
            described(Kind::OtherMap, row, of_a_run(model, run, output, other->row, watch), words, written));
        meaning.jsd = divergence(own, row).value_or(0);
    }
    return meaning;
}

} // namespace heed::analysis::meaning
