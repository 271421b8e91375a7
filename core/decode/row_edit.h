// An edit of a row of weights, carried out.
#pragma once

#include "core/attention/attention.h"
#include "core/models/model.h"
#include "core/trace/edits.h"

#include <Eigen/Core>

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

/// Throws heed::Error: weights of the wrong length, negative or not finite, a position outside a source of
/// that length, a temperature that is not above 0; any of it where a model has no weights.
void check_row_edits(const Model& model, const Edits& edits, int source_length);

} // namespace heed::decode
