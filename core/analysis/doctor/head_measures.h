// What is measured on the heads of one run, for the doctor's checks.
#pragma once

#include "core/analysis/heads/run_heads.h"
#include "core/models/model.h"

#include <optional>
#include <vector>

namespace heed::doctor {

/// Heads of several with maps of their own: none of a run whose one map stands for itself.
std::vector<heads::Head> several_heads(const Trace& run);

/// The mean over what asks of ‖W_O c_i‖, what each of these heads adds; none where that was not recorded. W_O
/// is the run's, or where a file's matrices are kept as it has them the model's, which may be null.
std::optional<std::vector<double>> added_by(const Trace& run, const Model* model,
                                            const std::vector<heads::Head>& heads);

/// α_ij ‖W_O v_j‖ of the head, or of several their mean, each row divided by its sum (T, N); W_O as above.
/// Empty where a head's lengths are not known: ‖v_j‖ alone would be another number.
MatrixXf value_weighted_heads(const Trace& run, const Model* model, const std::vector<heads::Head>& heads);
/// The heads whose mean stands for a Transformer's run.
std::vector<heads::Head> standing_heads(const Trace& run);

/// Half of what two maps of one shape differ by in a row, the mean over rows: 0 the same, 1 nothing shared.
double rows_apart(const MatrixXf& a, const MatrixXf& b);

} // namespace heed::doctor
