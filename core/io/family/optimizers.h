// What an optimizer keeps in a checkpoint beside the model, by the names of tensors.
#pragma once

#include <string_view>

namespace heed::io {

/// "optimizer.…", "adam.…": a part of the checkpoint of its own. What of it is no moment by its name may be
/// one by its shape, that of a parameter.
bool is_in_optimizer(std::string_view name);

/// A moment or a counter: ends as those do ("….exp_avg"), or lies in an optimizer's part
/// ("en_opt.state.0.step"). A model's own part may be called nearly so ("optimal_gate.weight",
/// "decoder_opt.weight").
bool is_optimizers(std::string_view name);
/// What the parts of a training loop keep in a file of Lightning: the best score of a callback.
bool is_training_loops(std::string_view name);

/// Of Adam and its kin, which keep two moments of each parameter.
bool is_adams(std::string_view name);

} // namespace heed::io
