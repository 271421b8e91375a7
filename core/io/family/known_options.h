// The options of a toolkit that a family knows ("known_options"): what of a model's own options none of its
// rules reads, and what may therefore say of another computation than the one that is done.
#pragma once

#include "core/io/family/family_stock.h"

#include <string>
#include <vector>

namespace heed::io {

/// Checks the rows of "known_options":
///   "of"       where the options stand: "opt", "config.model.decoder"
///   "read"     patterns of names that the family's rules read, or that its tensors show
///   "only"     {name: [values with which the model is computed as it is here]}
///   "idle"     patterns of names that change nothing when a model runs
///   "among"    patterns: where the list of names is open, only these are asked about
/// Throws heed::Error naming `file` and `place`.
void check_known_options(const nlohmann::json& rows, const std::string& file, const std::string& place);

/// A sentence where there are such options: with a value that is not among those of "only", or of a name that
/// no row has, with a value that is not none, false, 0 or empty.
std::vector<std::string> doubtful_options(const nlohmann::json& rows, const FamilyStock& stock);

} // namespace heed::io
