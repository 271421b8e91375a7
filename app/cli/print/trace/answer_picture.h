// The run of a model that answers a whole input at once, as text: its answer, and its map turned so that each
// place of the input is a line.
#pragma once

#include "app/cli/print/terminal.h"
#include "app/cli/print/trace/trace_picture.h"
#include "core/trace/trace.h"

#include <string>

namespace heed::cli {

/// For a terminal: a bar a place, muted ones marked.
std::string answer_picture(const Trace& trace, const Terminal& terminal, const PictureFacts& facts);
/// No escapes and nothing that depends on the machine: a line a place, a column a row of the map.
std::string answer_columns(const Trace& trace);

} // namespace heed::cli
