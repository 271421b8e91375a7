// What the places of an input are called.
#pragma once

#include "core/trace/trace.h"

#include <string_view>

namespace heed {

/// "number" or "point" of what is pointed at, "sentence" of a story, "row" of a table, "moment" or "word" of
/// what is read at once, "token" of what is read in turn.
std::string_view place_noun(const Trace& trace);

} // namespace heed
