// Why this token and not that, as the inspector's tab shows it: the margin, what each word adds to it, and
// the margin without a word.
#pragma once

#include "app/figures/base/figure.h"
#include "core/analysis/contrast/contrast.h"
#include "core/trace/trace.h"

#include <memory>
#include <string>

namespace heed {

/// What it is drawn from, to be exported.
struct WhyBoard final : Board {
    std::shared_ptr<const Trace> run;
    std::shared_ptr<const analysis::Contrast> contrast;
};

struct WhySettings {
    float width = 360;
    bool head = false;     // "Why x and not y" above it: on paper, where no field says so
    int hover_column = -1; // source position that is lit, else -1
    bool operator==(const WhySettings&) const = default;
};

/// Above twelve words: the twelve that add most, whichever token they speak for, and the others together.
Scene why_figure(const Trace& run, const analysis::Contrast& contrast, const WhySettings& settings,
                 const FigureStyle& style);

/// One sentence of what the numbers do and do not say, the first that holds.
std::string why_caution(const Trace& run, const analysis::Contrast& contrast);
/// The line below the picture: “bank” speaks most for “banque” and not “rive”, by 1.21 of 0.63 nats.
std::string why_sentence(const Trace& run, const analysis::Contrast& contrast);

} // namespace heed
