// A fraction in a card of the inspector.
#pragma once

#include "app/figures/inspector/card.h"

#include <string>

namespace heed::inspector {

/// `symbol` = above / below, and where there is a result that behind a sign; all of it markup but the result
/// and its sign.
struct Fraction {
    std::string symbol{}, above{}, below{};
    std::string result{}, sign = "=";
    Color color{}; // of the result
};
/// 54 high, between the lines of a card.
void fraction(Column& column, const Fraction& fraction);

} // namespace heed::inspector
