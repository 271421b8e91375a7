#include "core/models/seq2seq/carried.h"

namespace heed {
namespace {

/// Calls `column` with every value of which an item is a column, `row` with those of which it is a row; both
/// in one order.
template <class State, class Columns, class Rows>
void each(State& state, Columns columns, Rows rows) {
    for (auto& layer : state.layers)
        for (auto* x : {&layer.h, &layer.c}) columns(*x);
    for (auto* x : {&state.readout, &state.history.context, &state.history.language}) columns(*x);
    for (auto* x : {&state.history.weights, &state.history.coverage}) rows(*x);
    for (auto& x : state.history.heads) rows(x);
    for (auto* list : {&state.history.states, &state.history.keys})
        for (auto& x : *list) columns(x);
}

} // namespace

template <class T>
attention::Memory<T> widened(Tape<T>& tape, const attention::Memory<T>& memory, int items) {
    const auto repeat = [&](Var<T> x) {
        if (!x) return x;
        Matrix<T> wide(x.rows(), x.cols() * items);
        for (Eigen::Index t = 0; t < x.cols(); ++t)
            wide.middleCols(t * items, items).colwise() = x.value().col(t);
        return tape.constant(std::move(wide));
    };
    attention::Memory<T> wide = memory;
    wide.annotations = repeat(memory.annotations);
    wide.keys = repeat(memory.keys);
    wide.last = repeat(memory.last);
    wide.values = repeat(memory.values);
    for (attention::Memory<T>& head : wide.heads) head = widened(tape, head, items);
    if (memory.fertility) // an item is a row
        wide.fertility = tape.constant(memory.fertility.value().replicate(items, 1));
    wide.source = repeated(memory.source, items);
    return wide;
}

nn::Sequences repeated(const nn::Sequences& source, int items) {
    nn::Sequences wide = source;
    wide.items = items;
    wide.lengths.assign(static_cast<std::size_t>(items), source.length);
    const auto repeat = [items](std::vector<int>& ids) {
        std::vector<int> often;
        for (const int id : ids) often.insert(often.end(), static_cast<std::size_t>(items), id);
        ids = std::move(often);
    };
    repeat(wide.ids);
    repeat(wide.copies.ids);
    return wide;
}

template <class T>
void CarriedState<T>::take(const DecoderState<T>& state, const std::vector<int>& parents) {
    shape_ = state;
    std::size_t n = 0;
    const auto place = [&]() -> Matrix<T>& {
        return n++ < values_.size() ? values_[n - 1] : values_.emplace_back();
    };
    each(
        state,
        [&](const Var<T>& x) {
            if (x) place() = x.value()(Eigen::all, parents);
        },
        [&](const Var<T>& x) {
            if (x) place() = x.value()(parents, Eigen::all);
        });
}

template <class T>
DecoderState<T> CarriedState<T>::on(Tape<T>& tape) const {
    DecoderState<T> state = shape_;
    std::size_t n = 0;
    const auto put = [&](Var<T>& x) {
        if (!x) return;
        const Matrix<T>& value = values_[n++];
        x = tape.make(value.rows(), value.cols(), {}); // in the memory of what was there
        tape.result(x) = value;
    };
    each(state, put, put);
    return state;
}

template attention::Memory<float> widened(Tape<float>&, const attention::Memory<float>&, int);
template attention::Memory<double> widened(Tape<double>&, const attention::Memory<double>&, int);
template class CarriedState<float>;
template class CarriedState<double>;

} // namespace heed
