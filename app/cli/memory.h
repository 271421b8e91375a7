// What heed memory measures, for others that draw it.
#pragma once

#include "app/figures/memory/memory.h"

#include <memory>
#include <string>

namespace heed::cli {

/// The Memory picture of a model and those that stand beside it in the window, measured as `heed memory` does
/// when they are named; `family` as in --family. `attentive`: the readers of models with attention. Throws
/// heed::Error, also where the model's task has none of them.
std::shared_ptr<const MemoryBoard> measured_memory(const std::string& model, const std::string& input,
                                                   const std::string& family, bool attentive);

} // namespace heed::cli
