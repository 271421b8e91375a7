#include "core/analysis/influence/influence.h"

#include "core/analysis/influence/decoder.h"
#include "core/analysis/influence/encoder.h"
#include "core/base/error.h"
#include "core/decode/run.h"

namespace heed::influence {
namespace {

/// The norm of each x_j's columns: (R, E·T) -> (1, T).
template <class T>
Matrix<T> by_word(const Matrix<T>& derivatives, Eigen::Index E) {
    Matrix<T> norms(1, derivatives.cols() / E);
    for (Eigen::Index j = 0; j < norms.cols(); ++j) norms(0, j) = derivatives.middleCols(j * E, E).norm();
    return norms;
}

/// ->h_t, <-h_t and h_t for every t.
template <class T>
void measure_encoder(const Seq2SeqConfig& config, const LinearEncoder<T>& encoder, const Executor& executor,
                     const std::atomic<bool>* cancelled, Norms<T>& result) {
    const int length = encoder.length();
    const Eigen::Index E = encoder.embedding();
    result.forward.resize(length, length);
    result.annotations.resize(length, length);
    if (encoder.bidirectional()) result.backward.resize(length, length);
    if (encoder.layers() == 1 && config.encoder.merge == Merge::Concat) {
        executor(encoder.bidirectional() ? 2 : 1,
                 [&](int way) { (way == 0 ? result.forward : result.backward) = encoder.norms(way == 0); });
        result.annotations = result.forward;
        if (encoder.bidirectional()) // |[f; b]|² = |f|² + |b|²
            result.annotations = (result.forward.array().square() + result.backward.array().square()).sqrt();
        return;
    }
    executor(length, [&](int t) {
        stop_if(cancelled);
        const Matrix<T> forward = encoder.state(true, t); // (H, E·T)
        result.forward.row(t) = by_word<T>(forward, E);
        if (!encoder.bidirectional()) {
            result.annotations.row(t) = result.forward.row(t);
            return;
        }
        const Matrix<T> backward = encoder.state(false, t);
        result.backward.row(t) = by_word<T>(backward, E);
        result.annotations.row(t) =
            config.encoder.merge == Merge::Sum
                ? by_word<T>(forward + backward, E)
                : Matrix<T>((result.forward.row(t).array().square() + result.backward.row(t).array().square())
                                .sqrt());
    });
}

} // namespace

// Of the decoder: 16 outputs made linear, K (K + E T + d T) each, K what is carried from one to the next,
// with attention t_i beside it.
double numbers_held(const Seq2SeqConfig& config, int length, int outputs) {
    const auto& decoder = config.decoder;
    const bool attends = config.attention.score != "none";
    const double carried = double(decoder.hidden) * decoder.layers * (decoder.cell == CellKind::Lstm ? 2 : 1);
    const double kept = carried + config.readout(), by_word = double(config.encoder.embedding) * length,
                 source = attends ? double(config.annotation()) * length : 0;
    return std::max(encoder_numbers(config, length),
                    kept * (carried + by_word + source) * std::min(16, outputs) + carried * by_word);
}

template <class T>
Norms<T> norms(const Seq2SeqConfig& config, const nn::ParameterSet<T>& parameters,
               const std::vector<int>& source, const std::vector<int>& inputs, bool readouts,
               const Executor& executor, const std::atomic<bool>* cancelled) {
    Norms<T> result;
    const LinearEncoder<T> encoder(config, parameters, source, executor, cancelled);
    measure_encoder(config, encoder, executor, cancelled, result);
    stop_if(cancelled);
    const Beginnings<T> begun = beginnings(config, parameters, encoder, config.attention.score == "none");
    const Eigen::Index E = encoder.embedding();
    result.initial = by_word<T>(begun.states.back(), E);
    const LinearDecoder<T> decoder(config, parameters, source, inputs, readouts, encoder, begun);
    decoder.measure(executor, cancelled, result.decoder, result.readout);
    return result;
}

Norms<float> norms(const Model& model, const Trace& run, const Executor& executor,
                   const std::atomic<bool>* cancelled) {
    const Seq2SeqConfig* config = model.config.find<Seq2SeqConfig>();
    if (!config) throw Error(model.name, "influence", "an encoder-decoder", run.model.architecture);
    if (config->encoder.padded > 0)
        throw Error(model.name, "influence", "a model that does not read padding",
                    "one that reads it up to " + std::to_string(config->encoder.padded));
    if (run.request.edits.touches_rows())
        throw Error(model.name, "influence", "the model's own weights", "a run whose weights were edited");
    std::vector<int> source, inputs{first_input(model, run.source)};
    for (const TraceToken& token : run.source) source.push_back(token.id);
    const int vocabulary = config->target_vocabulary; // a copied word past it is fed as the unknown one
    for (const TraceStep& step : run.steps)
        inputs.push_back(step.token.id < vocabulary ? step.token.id : model.target.special().unknown);
    inputs.pop_back();
    return norms<float>(*config, model.parameters, source, inputs, true, executor, cancelled);
}

template Norms<float> norms(const Seq2SeqConfig&, const nn::ParameterSet<float>&, const std::vector<int>&,
                            const std::vector<int>&, bool, const Executor&, const std::atomic<bool>*);
template Norms<double> norms(const Seq2SeqConfig&, const nn::ParameterSet<double>&, const std::vector<int>&,
                             const std::vector<int>&, bool, const Executor&, const std::atomic<bool>*);

} // namespace heed::influence
