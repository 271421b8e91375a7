#include "core/analysis/meaning/walk.h"

#include "core/models/seq2seq/carried.h"

#include <algorithm>
#include <optional>

namespace heed::analysis::meaning {
namespace {

constexpr Eigen::Index cases_at_once = 64; // cases of a pass

} // namespace

template <class T>
struct Walk<T>::Parts {
    explicit Parts(const Forced<T>& r)
        : run(r), tape(false), graph(tape, r.parameters), net(r.config, graph), memory(net.encode(r.source)),
          state(net.start(memory)), kept(tape.size()), before(state, {0}) {
        advance();
    }

    /// The output that the run stands before, made as the model makes it.
    void advance() {
        const auto step = net.advance(memory, state, {&run.inputs[static_cast<std::size_t>(output)], 1});
        if (step.attended.weights)
            weights = step.attended.weights.value().row(0).head(run.places()).transpose();
        p = net.distribution(step, output).value().col(0).array().exp().matrix();
        after.emplace(state, std::vector<int>{0});
    }

    Matrix<T> some(const Eigen::Ref<const Matrix<T>>& rows) {
        const int items = static_cast<int>(rows.cols());
        tape.rewind(kept);
        const auto wide = widened(tape, memory, items);
        DecoderState<T> held =
            CarriedState<T>(before.on(tape), std::vector<int>(std::size_t(items), 0)).on(tape);
        attention::Intervention<T> hand;
        hand.change = [&](Var<T> own, const Matrix<T>&) { return own.tape().constant(rows.transpose()); };
        const auto step = net.advance(wide, held, fed(items), &hand);
        return net.distribution(step, output).value().array().exp().matrix();
    }

    std::vector<int> fed(int items) const {
        return std::vector<int>(static_cast<std::size_t>(items),
                                run.inputs[static_cast<std::size_t>(output)]);
    }

    const Forced<T>& run;
    Tape<T> tape;
    nn::Graph<T> graph;
    Seq2Seq<T> net;
    attention::Memory<T> memory;
    DecoderState<T> state;
    int kept = 0, output = 0;
    CarriedState<T> before;               // the output
    std::optional<CarriedState<T>> after; // it
    Vector<T> weights, p;
    Tape<T> sweep{true}; // of variation()
};

template <class T>
Walk<T>::Walk(const Forced<T>& run) : parts_(std::make_unique<Parts>(run)) {}
template <class T>
Walk<T>::~Walk() = default;

template <class T>
int Walk<T>::output() const {
    return parts_->output;
}
template <class T>
const Vector<T>& Walk<T>::weights() const {
    return parts_->weights;
}
template <class T>
const Vector<T>& Walk<T>::p() const {
    return parts_->p;
}
template <class T>
const Matrix<T>& Walk<T>::annotations() const {
    return parts_->memory.annotations.value();
}

template <class T>
Matrix<T> Walk<T>::probabilities(const Eigen::Ref<const Matrix<T>>& rows) {
    Matrix<T> all(parts_->p.size(), rows.cols());
    for (Eigen::Index first = 0; first < rows.cols(); first += cases_at_once) {
        const Eigen::Index count = std::min(cases_at_once, rows.cols() - first);
        all.middleCols(first, count) = parts_->some(rows.middleCols(first, count));
    }
    return all;
}

template <class T>
Vector<T> Walk<T>::variation(const Eigen::Ref<const Matrix<T>>& rows, const Vector<T>& from,
                             Matrix<T>& gradient) {
    Parts& parts = *parts_;
    const int items = static_cast<int>(rows.cols());
    Tape<T>& tape = parts.sweep;
    tape.clear();
    nn::Graph<T> graph(tape, parts.run.parameters);
    Seq2Seq<T> net(parts.run.config, graph);
    // What the source left is constant here: only the weights move.
    const auto one = net.memory(tape.constant(parts.memory.annotations.value()),
                                tape.constant(parts.memory.last.value()), parts.run.source);
    const auto wide = widened(tape, one, items);
    DecoderState<T> held =
        CarriedState<T>(parts.before.on(tape), std::vector<int>(std::size_t(items), 0)).on(tape);
    const Matrix<T> turned = rows.transpose(); // (B, S)
    const Var<T> weights = tape.leaf(turned);
    attention::Intervention<T> hand;
    hand.change = [&](Var<T>, const Matrix<T>&) { return weights; };
    const auto step = net.advance(wide, held, parts.fed(items), &hand);
    const Var<T> log_probs = net.distribution(step, parts.output); // (V, B)
    // d TVD = Σ sign(p' − p) p' d log p' / 2
    const Matrix<T> now = log_probs.value().array().exp().matrix();
    const Matrix<T> apart = now.colwise() - from;
    const Var<T> moved = multiply(log_probs, tape.constant(now.cwiseProduct(apart.cwiseSign()) / T(2)));
    tape.backward(matmul(matmul(tape.constant(Matrix<T>::Ones(1, now.rows())), moved),
                         tape.constant(Matrix<T>::Ones(items, 1))));
    gradient = weights.grad().transpose();
    return apart.cwiseAbs().colwise().sum().transpose() / T(2);
}

template <class T>
bool Walk<T>::next() {
    Parts& parts = *parts_;
    if (parts.output + 1 >= parts.run.written()) return false;
    parts.before = *parts.after;
    parts.tape.rewind(parts.kept);
    parts.state = parts.before.on(parts.tape);
    ++parts.output;
    parts.advance();
    return true;
}

template <class T>
void Walk<T>::to(int output, const Watch& watch) {
    while (parts_->output < output && next())
        watch.go_on(output > 0 ? static_cast<double>(parts_->output) / output : 1);
}

template class Walk<float>;
template class Walk<double>;

} // namespace heed::analysis::meaning
