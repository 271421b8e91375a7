#include "app/figures/base/digits.h"

#include "app/figures/base/format.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heed {
namespace {

double printed_back(std::chars_format format, int digits, double value) {
    const std::string text = printed(format, digits, value);
    double back = value;
    std::from_chars(text.data(), text.data() + text.size(), back);
    return back;
}

} // namespace

double as_fixed(double value, int decimals) {
    return std::isfinite(value) ? printed_back(std::chars_format::fixed, decimals, value) : value;
}

double as_significant(double value, int digits) {
    if (!std::isfinite(value) || value == 0) return value;
    const double size = std::abs(value);
    if (size >= 1e6 || size < 1e-3)
        return printed_back(std::chars_format::scientific, digits - 1, value); // as significant() prints it
    return as_fixed(value, std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(size)))));
}

int decimals_below_one(double value, int decimals) {
    constexpr int most = 7; // of a float
    while (decimals < most && value < 1 && as_fixed(value, decimals) >= 1) ++decimals;
    return decimals;
}

Digits digits_until_it_holds(const std::function<double(int)>& equation, double result, int of_result) {
    const std::string printed = fixed(result, of_result);
    constexpr double hair = 1e-11; // what lies in the middle of two results may be rounded to either
    for (int decimals = least_digits; decimals <= most_digits; ++decimals) {
        const double value = equation(decimals);
        if (fixed(value - hair, of_result) == printed && fixed(value + hair, of_result) == printed)
            return {decimals, true};
    }
    return {least_digits, false};
}

ExpFraction exp_fraction(double e, double sum, double result, int of_result, double t) {
    const Digits digits = digits_until_it_holds(
        [&](int decimals) { return std::exp(as_fixed(e, decimals) / t) / as_significant(sum, decimals + 2); },
        result, of_result);
    const std::string over = t == 1 ? "" : " / " + up_to(t, 6);
    return {"exp(" + fixed(e, digits.decimals) + over + ")", significant(sum, digits.decimals + 2, " "),
            digits.holds};
}

} // namespace heed
