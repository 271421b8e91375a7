// A run as a picture on a terminal (design 12, phases §14).
#pragma once

#include "app/cli/print/terminal.h"
#include "core/trace/trace.h"

#include <string>

namespace heed::cli {

struct PictureFacts {
    std::string model;       // as the user named it, for the line that opens the window
    double milliseconds = 0; // what the run took
};

/// The map in colours or shades, as wide as the terminal allows; chosen tokens with their probabilities.
std::string trace_picture(const Trace& trace, const Terminal& terminal, const PictureFacts& facts);

} // namespace heed::cli
