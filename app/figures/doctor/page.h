// The doctor's findings side by side, all of the canvas (design picture 32); and what is said of them in
// words.
#pragma once

#include "app/figures/base/figure.h"
#include "core/analysis/doctor/finding.h"

#include <memory>
#include <string>

namespace heed {

/// "26 checks, 500 sentences, 6.4 s".
std::string diagnosis_words(const doctor::Diagnosis& diagnosis);
/// "Six findings in 500 sentences. First: the softmax is saturated, …" or that nothing was found.
std::string findings_sentence(const doctor::Diagnosis& diagnosis);

/// As a picture on paper: of which model, over what.
struct DoctorBoard : Board {
    std::shared_ptr<const doctor::Diagnosis> diagnosis;
    std::string model, over;
};

struct DoctorPageSettings {
    float width = 1240;
    int chosen = -1;             // the finding that was looked at last
    std::string model{}, over{}; // in a line above the cards; empty: the window says so
    bool operator==(const DoctorPageSettings&) const = default;
};

/// As high as it must be. A press on a card is a pick of a Button, k the number of the finding.
Scene doctor_page(const doctor::Diagnosis& diagnosis, const DoctorPageSettings& settings,
                  const FigureStyle& style);

} // namespace heed
