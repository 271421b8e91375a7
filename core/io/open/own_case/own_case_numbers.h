// The numbers of an example beside those of a run of it.
#pragma once

#include "core/io/base/json_text.h"
#include "core/io/open/own_case/own_case.h"
#include "core/models/tokens.h"

namespace heed::io {

/// Rows over slots are longer than the source: what stands past it is no word's. `of_file`: what the
/// file says that its numbers are rounded to.
void compare_weights(const Trace& trace, const Json& rows, double of_file, ExampleDifference& found);
/// The most likely tokens of each step with their log-probabilities, by the tokens that are listed: of two
/// that are as likely, either may come first.
void compare_top(const Trace& trace, const Json& steps, const OutputWords& written, double of_file,
                 ExampleDifference& found);

} // namespace heed::io
