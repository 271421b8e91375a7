#include "core/analysis/meaning/gradient.h"

#include "core/models/seq2seq/carried.h"

#include <algorithm>

namespace heed::analysis::meaning {
namespace {

constexpr int outputs_at_once = 16; // outputs of a sweep

/// A sweep for outputs first … first + B − 1: B copies of the source, each for one of them; every place of
/// every copy is a word of its own, so that its embedding's gradient is its place's.
template <class T>
class Sweep {
public:
    Sweep(const Forced<T>& run, const nn::ParameterSet<T>& places, int first, int items)
        : run_(run), first_(first), items_(items), tape_(true), graph_(tape_, places),
          net_(run.config, graph_) {
        source_ = repeated(run.source, items);
        for (std::size_t k = 0; k < source_.ids.size(); ++k) source_.ids[k] = static_cast<int>(k); // t·B + b
    }

    /// d p_i(y_i) / d x_j: (S·B, E), row j·B + b.
    const Matrix<T>& gradients(Alpha alpha) {
        attention::Intervention<T> hand;
        hand.held = alpha == Alpha::Held;
        const attention::Memory<T> memory = net_.encode(source_);
        DecoderState<T> state = net_.start(memory);
        std::vector<Var<T>> columns_of_outputs;
        std::vector<int> targets;
        std::vector<T> minus_p;
        for (int i = 0; i < first_ + items_; ++i) {
            const std::vector<int> fed(static_cast<std::size_t>(items_), run_.inputs[std::size_t(i)]);
            const auto step = net_.advance(memory, state, fed, &hand);
            if (i < first_) continue;
            const int y = run_.outputs[std::size_t(i)];
            columns_of_outputs.push_back(columns(net_.distribution(step, i), i - first_, 1)); // (V, 1)
            targets.push_back(y);
            minus_p.push_back(-std::exp(columns_of_outputs.back().value()(y, 0)));
        }
        // d p = p d log p
        tape_.backward(negative_log_likelihood<T>(concat_columns(columns_of_outputs), targets, minus_p));
        return graph_["encoder.embedding.weight"].grad();
    }

private:
    const Forced<T>& run_;
    int first_, items_;
    Tape<T> tape_;
    nn::Graph<T> graph_;
    Seq2Seq<T> net_;
    nn::Sequences source_;
};

} // namespace

template <class T>
Matrix<T> gradient_times_input(const Forced<T>& run, Alpha alpha, const Watch& watch) {
    const Matrix<T>& E = run.parameters.value("encoder.embedding.weight"); // (words, E)
    const Eigen::Index S = run.places();
    Matrix<T> result(S, run.written());
    for (int first = 0; first < run.written(); first += outputs_at_once) {
        watch.go_on(static_cast<double>(first) / run.written());
        const int items = std::min(outputs_at_once, run.written() - first);
        Matrix<T> table(S * items, E.cols());
        for (Eigen::Index j = 0; j < S; ++j)
            table.middleRows(j * items, items).rowwise() = E.row(run.source.ids[std::size_t(j)]);
        const nn::ParameterSet<T> places = with_table(run, table);
        Sweep<T> sweep(run, places, first, items);
        const Vector<T> products = table.cwiseProduct(sweep.gradients(alpha)).rowwise().sum(); // x . d p
        for (Eigen::Index j = 0; j < S; ++j)
            result.row(j).segment(first, items) = products.segment(j * items, items).cwiseAbs().transpose();
    }
    return result;
}

template Matrix<float> gradient_times_input(const Forced<float>&, Alpha, const Watch&);
template Matrix<double> gradient_times_input(const Forced<double>&, Alpha, const Watch&);

} // namespace heed::analysis::meaning
