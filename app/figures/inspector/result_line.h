// The one equation of the newest sub-step: what the inspector's card prints last, with its result.
#pragma once

#include "app/figures/inspector/column.h"

#include <functional>
#include <string>

namespace heed {

/// Markup as in app/figures/base/equation.h. The pieces are those of the inspector's card: whoever reads
/// them there reads the same here.
struct ResultLine {
    std::string symbols{};        // "{a:c}_{7} = Σ_j …"; or, of a fraction, its left side alone:
    std::string above{}, below{}; // and what stands over and under the line
    std::string left{};           // of the numbers, where it is not that of the symbols
    std::string words{};          // the numbers
    std::string number_above{}, number_below{}; // or a fraction of them
    std::string sign = "=", result{};           // of the result; empty: there is none
    Color color{};                              // of the result
};

namespace inspector {

/// Wide enough that nothing in a column is broken or cut.
inline constexpr float unbroken_width = 4000;
/// What the card prints last: the last equation in symbols, and the last line that has a result.
ResultLine last_result(const FigureStyle& style, const std::function<void(Column&)>& card);

} // namespace inspector
} // namespace heed
