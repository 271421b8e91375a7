// How many digits a printed equation needs, so that whoever computes it again from what is printed gets what
// is printed.
#pragma once

#include <functional>
#include <string>

namespace heed {

inline constexpr int least_digits = 3, most_digits = 6; // decimals of operands

struct Digits {
    int decimals = least_digits; // of the operands
    bool holds = true;           // else "≈" stands in place of "="
};

/// The fewest decimals of the operands, from least_digits to most_digits, with which the equation, computed
/// from what is printed, gives `result` as it is printed with `of_result` decimals. Where none do: the
/// fewest, and it does not hold. `equation(decimals)` computes it from operands that were rounded to those
/// decimals.
Digits digits_until_it_holds(const std::function<double(int decimals)>& equation, double result,
                             int of_result = 3);

/// The value that stands there once it is printed with so many decimals, or so many digits that count.
double as_fixed(double value, int decimals);
double as_significant(double value, int digits);
/// So many decimals, or as many more as keep what is not 1 from reading 1.
int decimals_below_one(double value, int decimals);
struct AsFixed {
    int decimals;
    double operator()(double value) const { return as_fixed(value, decimals); }
};

/// exp(e / t) over a sum: what stands above and below the line.
struct ExpFraction {
    std::string above, below;
    bool holds = true;
};
ExpFraction exp_fraction(double e, double sum, double result, int of_result, double t = 1);

} // namespace heed
