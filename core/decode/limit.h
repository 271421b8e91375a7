// How many outputs a model writes at most where nobody asks for another number.
#pragma once

#include "core/models/model.h"

#include <optional>

namespace heed::decode {

/// What its rules for writing say (core/models/generation.h), else output_limit() of run.h, of a source of so
/// many tokens; but never more than it has places for.
int own_limit(const Model& model, int source_length);

/// Outputs that a model has places for behind such a source; none: any number.
std::optional<int> places_for_outputs(const Model& model, int source_length);

} // namespace heed::decode
