// What a change came to, in a card: the token before and after, both sentences, how many outputs differ.
#pragma once

#include "app/figures/what_if/what_if.h"

#include <string>

namespace heed {

inline constexpr float outcome_height = 100;

/// `first` and `second` name the sentences. `beside`: px kept free at the right of the two upper lines, for
/// buttons.
struct OutcomeSettings {
    int output = 0;
    std::string first = "model", second = "changed";
    float width = 320, beside = 0;
    bool operator==(const OutcomeSettings&) const = default;
};
Scene outcome_figure(const WhatIf& w, const OutcomeSettings& settings, const FigureStyle& style);
/// “1 of 11 outputs differs, log-prob −0.004 → −1.107”.
std::string outcome_sum(const WhatIf& w);

} // namespace heed
