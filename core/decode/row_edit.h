// An edit of a row of weights, carried out.
#pragma once

#include "core/attention/attention.h"
#include "core/models/model.h"
#include "core/models/stepper.h"
#include "core/trace/edits.h"
#include "core/trace/request.h"

#include <Eigen/Core>
#include <atomic>
#include <memory>

namespace heed::decode {

/// The row (T) that `edit` makes of the model's own (T). `before`: the row of the output before, as it was
/// used, (T); empty at the first output. What the edit does not name keeps its value bit for bit where
/// nothing has to give way: a row that is set to itself is unchanged. Where the others would share the rest
/// but have nothing to share it by, they get equal parts.
Eigen::VectorXf edited_row(const RowEdit& edit, const Eigen::Ref<const Eigen::VectorXf>& own,
                           const Eigen::Ref<const Eigen::VectorXf>& before);

/// What the edits do to output i of a pass over any number of items, or of a pass that they leave alone: an
/// empty change. `edits` must live as long.
attention::Intervention<float> intervention(const Edits& edits, int i);

/// The stepper of a model, with the heads changed that the edits change.
std::unique_ptr<Stepper> stepper_of(const Model& model, const Edits& edits,
                                    Recorder<float>* recorder = nullptr);

/// With the weights that heads have on the inputs of those edits: the model reads each of them by itself; and
/// with the means of heads, for which it runs once more as it is. Throws Cancelled, and heed::Error: an input
/// that it cannot read.
Edits with_other_inputs(const Model& model, const Request& request,
                        const std::atomic<bool>* cancelled = nullptr);

/// Throws heed::Error: a head that the model does not have, or that is to look as one does that is not there;
/// an output of what writes none.
void check_head_edits(const Model& model, const Edits& edits);

/// Throws heed::Error: weights of the wrong length, negative or not finite, a position outside a source of
/// that length, a temperature that is not above 0; any of it where a model has no weights.
void check_row_edits(const Model& model, const Edits& edits, int source_length);

} // namespace heed::decode
