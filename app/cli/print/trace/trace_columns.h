// A run as columns in a pipe.
#pragma once

#include "core/trace/trace.h"

#include <string>

namespace heed::cli {

/// No escapes and nothing that depends on the machine: one line a fact, fixed columns, weights from .01.
std::string trace_columns(const Trace& trace);

} // namespace heed::cli
