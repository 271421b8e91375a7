#include "core/analysis/moves/lens.h"

#include "core/models/tokens.h"
#include "core/models/transformer/network.h"

namespace heed::moves {

using namespace transformer;

template <class T>
Matrix<T> early_log_probs(const Config& config, const nn::ParameterSet<T>& parameters,
                          const Matrix<T>& streams) {
    Tape<T> tape(false);
    nn::Graph<T> graph(tape, parameters);
    const Transformer<T> net(config, graph);
    return log_softmax(net.logits(net.leave(tape.constant(streams)))).value();
}

template <class T>
Matrix<T> streams_of(const Pass<T>& pass, int output) {
    const SideValues& side = last_side(pass.config);
    const Quantity after = pass.config.norm == NormPlace::After ? side.feed.normed : side.feed.output_sum;
    const int layers = pass.config.last().layers, place = pass.place(output);
    Matrix<T> streams(pass.config.last().size, layers + 1);
    for (int l = -1; l < layers; ++l)
        streams.col(l + 1) = pass.column(l < 0 ? Site{side.input} : Site{after, l}, place).template cast<T>();
    return streams;
}

std::vector<LensLayer> lens(const Model& model, const Trace& run, int output, int token) {
    const Pass<float> pass = pass_of(model, run);
    const MatrixXf log_probs = early_log_probs(pass.config, pass.parameters, streams_of(pass, output));
    const OutputWords words =
        pass.config.decodes() ? output_words(model, run.source) : OutputWords(model.source);
    std::vector<LensLayer> layers;
    for (Eigen::Index l = 0; l < log_probs.cols(); ++l) {
        const auto all = log_probs.col(l);
        layers.push_back({.layer = static_cast<int>(l) - 1,
                          .log_p = static_cast<double>(all(token)),
                          .rank = 1 + static_cast<int>((all.array() > all(token)).count()),
                          .top = best_candidates(words, all)});
    }
    return layers;
}

template Matrix<float> early_log_probs(const Config&, const nn::ParameterSet<float>&, const Matrix<float>&);
template Matrix<double> early_log_probs(const Config&, const nn::ParameterSet<double>&,
                                        const Matrix<double>&);
template Matrix<float> streams_of(const Pass<float>&, int);
template Matrix<double> streams_of(const Pass<double>&, int);

} // namespace heed::moves
