// Rows of weights that were computed elsewhere need not sum to 1: they are drawn as they were given, and
// every picture and file of them says so; and where they were percentages, that.
#pragma once

#include "core/trace/trace.h"

#include <string>

namespace heed {

/// As far as rounded numbers do.
bool sums_to_one(float sum);

/// "No row sums to 1; they are drawn as they were given", of one map or of several. Empty: all do, or a model
/// made them.
std::string odd_rows(const Trace& trace);

/// What every picture and file of weights that were given says of them: what was assumed ("Percentages,
/// divided by 100"), and what odd_rows() says. Empty: nothing.
std::string given_words(const Trace& trace);

} // namespace heed
