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
    for (auto* list : {&state.history.states, &state.history.keys})
        for (auto& x : *list) columns(x);
}

} // namespace

attention::Memory<float> widened(Tape<float>& tape, const attention::Memory<float>& memory, int items) {
    const auto repeated = [&](Var<float> x) {
        if (!x) return x;
        MatrixXf wide(x.rows(), x.cols() * items);
        for (Eigen::Index t = 0; t < x.cols(); ++t)
            wide.middleCols(t * items, items).colwise() = x.value().col(t);
        return tape.constant(std::move(wide));
    };
    attention::Memory<float> wide = memory;
    wide.annotations = repeated(memory.annotations);
    wide.keys = repeated(memory.keys);
    wide.last = repeated(memory.last);
    if (memory.fertility) // an item is a row
        wide.fertility = tape.constant(memory.fertility.value().replicate(items, 1));
    wide.source.items = items;
    wide.source.lengths.assign(static_cast<std::size_t>(items), memory.source.length);
    const auto repeat = [items](std::vector<int>& ids) {
        std::vector<int> often;
        for (const int id : ids) often.insert(often.end(), static_cast<std::size_t>(items), id);
        ids = std::move(often);
    };
    repeat(wide.source.ids);
    repeat(wide.source.copies.ids);
    return wide;
}

CarriedState::CarriedState(const DecoderState<float>& state, const std::vector<int>& parents)
    : shape_(state) {
    each(
        state,
        [&](const Var<float>& x) {
            if (x) values_.emplace_back(x.value()(Eigen::all, parents));
        },
        [&](const Var<float>& x) {
            if (x) values_.emplace_back(x.value()(parents, Eigen::all));
        });
}

DecoderState<float> CarriedState::on(Tape<float>& tape) const {
    DecoderState<float> state = shape_;
    std::size_t n = 0;
    const auto put = [&](Var<float>& x) {
        if (x) x = tape.constant(values_[n++]);
    };
    each(state, put, put);
    return state;
}

} // namespace heed
