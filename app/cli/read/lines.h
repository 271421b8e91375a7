// Line mode: a line in, a line out, in constant memory, so that a command composes with pipes.
#pragma once

#include "core/io/base/line_source.h"

#include <functional>
#include <iosfwd>
#include <string>

namespace heed::cli {

/// Calls `answer` with each line of `in` (without its line feed or carriage return) and writes what it
/// returns as a line, flushed. Where it throws heed::Error, or where the line is longer than a mebibyte, the
/// answer is
/// {"line": N, "error": "…"} with N counted from 1, and the rest goes on. Returns the exit status: 1 if a
/// line failed. Throws heed::Error when `out` takes no more.
int answer_lines(io::LineSource& in, std::ostream& out,
                 const std::function<std::string(const std::string&)>& answer);

/// {"line": N, "error": "…"}, without a line feed.
std::string failed_line(long long number, const std::string& sentence);

} // namespace heed::cli
