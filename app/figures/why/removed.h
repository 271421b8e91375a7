// The lower half of the tab: the margin without a word, and what all this does not say.
#pragma once

#include "app/figures/inspector/column.h"
#include "core/analysis/contrast/contrast.h"
#include "core/trace/trace.h"

#include <string>

namespace heed {

/// "+1.21", "−0.84", "0.00".
std::string nats(double value);
/// To the right of `zero` for the written token, to its left for the rival.
void signed_bar(inspector::Column& column, float zero, float unit, double value, float y);
/// The two words that add most, and the mean of the others. Nothing where no word was taken away.
void removed_rows(inspector::Column& column, const Trace& run, const analysis::Contrast& contrast);
void caution_box(inspector::Column& column, const std::string& words);

} // namespace heed
