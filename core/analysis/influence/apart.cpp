// An output whose attention is a softmax over energies e_j = f(h_j, carried): its derivatives by parts.
//
//   c = Σ_j α_j h_j,  α = softmax(e)
//   d c / d h_j     = α_j (1 + (h_j - c) (d e_j / d h_j)')
//   d c / d carried = Σ_j α_j (h_j - c) (d e_j / d carried)', and so by s_i where that asks
//
// Every other derivative is that of an output whose source is one place that holds c: its weight is 1 and
// does not move. So one pass over T items of one place each, and one over the rows, take the place of a pass
// over the source for every row.
#include "core/analysis/influence/decoder.h"

#include <cmath>
#include <limits>
#include <optional>

namespace heed::influence {
namespace {

/// The same numbers, but for the order in which they were added.
template <class T>
bool agrees(const Matrix<T>& a, const Matrix<T>& b) {
    const T most = std::sqrt(std::numeric_limits<T>::epsilon());
    return a.size() == b.size() && (a - b).cwiseAbs().maxCoeff() <= most * (1 + b.cwiseAbs().maxCoeff());
}

} // namespace

template <class T>
auto LinearDecoder<T>::energy_slopes(Tape<T>& tape, int i) const -> std::optional<EnergySlopes> {
    const Seen& seen = seen_[static_cast<std::size_t>(i)];
    const Eigen::Index length = annotations_.cols();
    tape.clear();
    nn::Graph<T> graph(tape, parameters_, nn::Only{});
    Seq2Seq<T> net(config_, graph);
    const Matrix<T> last = last_.replicate(1, length);
    const Var<T> annotations = tape.leaf(annotations_); // item j: a source of h_j alone
    const attention::Memory<T> memory = net.memory(annotations, tape.constant(last), unread(1, length));
    std::vector<Matrix<T>> kept;
    DecoderState<T> state = placed(tape, before_[static_cast<std::size_t>(i)], length, kept);
    std::vector<Var<T>> carried;
    for (const Part& part : parts_of(state)) carried.push_back(*part.value);
    const auto step =
        net.advance(memory, state,
                    std::vector<int>(static_cast<std::size_t>(length), inputs_[static_cast<std::size_t>(i)]));
    const Var<T> energies = step.attended.energies; // (T, 1)
    if (!energies || !agrees<T>(energies.value().transpose(), seen.energies)) return std::nullopt;
    Matrix<T> weights = (seen.energies.array() - seen.energies.maxCoeff()).exp();
    weights /= weights.sum();
    if (!agrees<T>(weights, seen.weights)) return std::nullopt;

    tape.cut(step.state); // a query made of it
    tape.backward(sum_of<T>(tape, energies, Matrix<T>::Ones(length, 1)));
    EnergySlopes result{Matrix<T>::Zero(annotations_.rows(), length), {}, {}};
    if (tape.has_grad(step.state.id())) result.by_state = step.state.grad(); // (D, T)
    if (tape.has_grad(annotations.id())) result.by_annotation = annotations.grad();
    Eigen::Index columns = 0, at = 0;
    for (const Var<T>& part : carried) columns += part.rows();
    result.by_carried.setZero(columns, length);
    for (const Var<T>& part : carried) {
        if (tape.has_grad(part.id())) result.by_carried.middleRows(at, part.rows()) = part.grad();
        at += part.rows();
    }
    return result;
}

template <class T>
bool LinearDecoder<T>::reads_the_context_alone(Tape<T>& tape, int i) const {
    const Seen& seen = seen_[static_cast<std::size_t>(i)];
    tape.clear();
    nn::Graph<T> graph(tape, parameters_, nn::Only{});
    Seq2Seq<T> net(config_, graph);
    const attention::Memory<T> memory =
        net.memory(tape.constant(seen.context), tape.constant(last_), unread(1, 1));
    std::vector<Matrix<T>> kept;
    DecoderState<T> state = placed(tape, before_[static_cast<std::size_t>(i)], 1, kept);
    const auto step = net.advance(memory, state, {&inputs_[static_cast<std::size_t>(i)], 1});
    return agrees<T>(step.state.value(), seen.state) &&
           (!readouts_ || agrees<T>(readout_of(net, step).value(), seen.readout));
}

template <class T>
bool LinearDecoder<T>::sweep_apart(Tape<T>& tape, int i, Eigen::Index rows, LinearOutput<T>& output) const {
    std::optional<EnergySlopes> energies = energy_slopes(tape, i);
    if (!energies || !reads_the_context_alone(tape, i)) return false;
    const Seen& seen = seen_[static_cast<std::size_t>(i)];
    const Eigen::Index kept = output.kept, readouts = rows - kept;
    sweep(tape, carried_, i, {0, kept, rows}, output, carried_ == config_ ? &seen.context : nullptr);
    sweep(tape, config_, i, {kept, rows, rows}, output, &seen.context);
    if (!output.annotations.size()) return true;
    output.context = std::move(output.annotations); // (rows, d)
    output.annotations = {};
    Matrix<T> away = annotations_.colwise() - seen.context.col(0); // α_j (h_j - c): (d, T)
    away.array().rowwise() *= seen.weights.row(0).array();
    output.moves.noalias() = output.context * away; // by each energy: (rows, T)
    output.carried.noalias() += output.moves * energies->by_carried.transpose();
    if (energies->by_state.size()) // no state is made of what it asked for
        output.state.noalias() += output.moves.bottomRows(readouts) * energies->by_state.transpose();
    output.slopes = std::move(energies->by_annotation);
    output.weights = seen.weights;
    return true;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template auto LinearDecoder<T>::energy_slopes(Tape<T>&, int) const->std::optional<EnergySlopes>;         \
    template bool LinearDecoder<T>::reads_the_context_alone(Tape<T>&, int) const;                            \
    template bool LinearDecoder<T>::sweep_apart(Tape<T>&, int, Eigen::Index, LinearOutput<T>&) const;
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::influence
