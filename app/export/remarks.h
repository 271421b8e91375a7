// What is said of a run before its numbers.
#pragma once

#include "core/trace/trace.h"

#include <string>

namespace heed {

/// What must be doubted of the model, which given rows do not sum to 1, and what a hand changed of the run:
/// lines of a CSV file that begin with
/// "# ", and with `whose` where several runs stand in it. Empty: nothing.
std::string remarks(const Trace& run, const std::string& whose = "");

} // namespace heed
