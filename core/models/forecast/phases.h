// The phases of a forecast, one row each: every moment is read, then the decoder looks back step by step,
// then the forecast is made.
#pragma once

#include "core/models/forecast/config.h"
#include "core/trace/outline.h"

namespace heed::forecast {

namespace phase {
// Of each moment: the drivers are weighed, and what is left of them is read.
extern const PhaseInfo InputScore, InputSoftmax, Weigh, Read;
// Of each step of the decoder: the moments are weighed, and summed up.
extern const PhaseInfo TemporalScore, TemporalSoftmax, Context, Step;
extern const PhaseInfo Answer;
} // namespace phase

/// T moments, T steps, one answer; without attention the moments alone.
Outline outline_of(const Config& config);

} // namespace heed::forecast
