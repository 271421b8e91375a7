#include "core/decode/step_probe.h"

#include "core/decode/row_edit.h"
#include "core/decode/run.h"
#include "core/models/tokens.h"

#include <algorithm>

namespace heed::decode {
namespace {

constexpr Eigen::Index at_once = 64; // cases: more would not be faster, and take memory

} // namespace

StepProbe::StepProbe(const Model& model, const Trace& run, int output, const std::atomic<bool>* cancelled)
    : run_(run), stepper_(stepper_of(model, run.request.edits)) {
    stepper_->writes(!run.request.target);
    stepper_->start(source_of(model, run.source));
    previous_ = first_input(model, run.source);
    const Edits& edits = run.request.edits;
    for (int i = 0; i < output; ++i) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
        const auto hand = intervention(edits, i);
        stepper_->advance({&previous_, 1}, edits.touches_rows() ? &hand : nullptr);
        previous_ = run.steps[static_cast<std::size_t>(i)].token.id;
        stepper_->forget();
    }
    stepper_->hold();
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
    stepper_->fan_out(items);
    const std::vector<int> previous(static_cast<std::size_t>(items), previous_);
    attention::Intervention<float> hand;
    hand.temperature = static_cast<float>(run_.request.edits.temperature);
    hand.change = [&](Var<float> own, const MatrixXf&) { return own.tape().constant(rows.transpose()); };
    stepper_->advance(previous, &hand);
    return stepper_->log_probs();
}

} // namespace heed::decode
