// The doctor's findings in the inspector: a card each, with a drawing from its numbers.
#pragma once

#include "app/figures/base/figure.h"
#include "core/analysis/doctor/finding.h"

#include <string>

namespace heed {

struct DoctorPicture {
    const doctor::Diagnosis* diagnosis = nullptr; // null: nothing yet
    std::string progress;                         // while there is nothing: how far it has come
    int chosen = -1;                              // the finding that is shown on the canvas
    std::string problem;
};

/// A press on a card is a pick of a Button, k the number of the finding.
Scene doctor_column(const DoctorPicture& picture, float width, const FigureStyle& style);

} // namespace heed
