#include "core/decode/step_probe.h"

#include "core/decode/row_edit.h"
#include "core/decode/run.h"
#include "core/decode/tokens.h"

#include <algorithm>

namespace heed::decode {
namespace {

constexpr Eigen::Index at_once = 64; // cases: more would not be faster, and take memory

} // namespace

StepProbe::StepProbe(const Model& model, const Trace& run, int output, const std::atomic<bool>* cancelled)
    : model_(model), run_(run), output_(output), tape_(false), graph_(tape_, model.parameters),
      net_(model.config, graph_), memory_(net_.encode(nn::Sequences::single(ids_of(run.source)))),
      state_(net_.start(memory_)) {
    const int encoded = tape_.size();
    previous_ = first_input(model, run.source);
    const Edits& edits = run.request.edits;
    for (int i = 0; i < output; ++i) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
        const auto hand = intervention(edits, i);
        net_.advance(memory_, state_, {&previous_, 1}, edits.touches_rows() ? &hand : nullptr);
        previous_ = run.steps[static_cast<std::size_t>(i)].token.id;
        forget_since(tape_, encoded, state_);
    }
    before_ = tape_.size();
}

MatrixXf StepProbe::log_probs(const Eigen::Ref<const MatrixXf>& rows) {
    MatrixXf all;
    for (Eigen::Index first = 0; first < rows.cols(); first += at_once) {
        const Eigen::Index count = std::min(at_once, rows.cols() - first);
        const MatrixXf part = some(rows.middleCols(first, count));
        if (all.size() == 0) all.resize(part.rows(), rows.cols());
        all.middleCols(first, count) = part;
    }
    return all;
}

MatrixXf StepProbe::some(const Eigen::Ref<const MatrixXf>& rows) {
    const int items = static_cast<int>(rows.cols());
    if (!wide_.annotations || wide_.source.items != items) {
        tape_.rewind(before_);
        wide_ = widened(tape_, memory_, items);
        with_memory_ = tape_.size();
    }
    tape_.rewind(with_memory_);
    const std::vector<int> parents(static_cast<std::size_t>(items), 0),
        previous(static_cast<std::size_t>(items), previous_);
    DecoderState<float> state = CarriedState(state_, parents).on(tape_);
    attention::Intervention<float> hand;
    hand.temperature = static_cast<float>(run_.request.edits.temperature);
    hand.change = [&](Var<float>, const MatrixXf&) { return tape_.constant(rows.transpose()); };
    return net_.distribution(net_.advance(wide_, state, previous, &hand), output_).value();
}

} // namespace heed::decode
