// From an English sentence back to how the grammar would have made it.
#pragma once

#include "core/tasks/derivation.h"

#include <optional>
#include <string>
#include <vector>

namespace heed::tasks::grammar {

/// The most probable derivation of exactly these English words, the same one every time; nothing if the
/// grammar does not make them. Its length is not limited.
std::optional<Derivation> parse(const Grammar& grammar, const std::vector<std::string>& english);

} // namespace heed::tasks::grammar
