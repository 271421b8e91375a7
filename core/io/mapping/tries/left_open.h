// What the examples of one model leave open of a family that the assistant wrote. The family may be of
// another model, whose examples settled more, or less.
#pragma once

#include "core/io/mapping/tries/tried.h"

#include <optional>
#include <string>
#include <vector>

namespace heed::io::mapping {

/// A sentence for each question that the examples beside the files agree with another answer to, which runs
/// otherwise; empty: none. Each answer is changed alone, and two at once where the files are small. No value:
/// it cannot be told, as the family holds no answers, is not what its answers say, or the examples disagree.
/// `model`: the files as the family reads them. Never throws heed::Error.
std::optional<std::vector<std::string>> left_open(const nlohmann::json& family, const Unknown& files,
                                                  const Model& model, const OpenOptions& options);

} // namespace heed::io::mapping
