#include "app/cli/options.h"

#include <charconv>
#include <sstream>
#include <vector>

namespace heed::cli {
namespace {

std::string shortest(double value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

/// The whole text as a number, or false. "inf" and "nan" are no numbers here.
template <class Number>
bool read(const std::string& text, Number& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value - value == Number(0);
}

} // namespace

CLI::Validator whole_number(long long from, long long to) {
    const bool open = to == std::numeric_limits<long long>::max();
    const std::string expected =
        "expected a whole number from " + std::to_string(from) + (open ? "" : " to " + std::to_string(to));
    return {[=](std::string& text) {
                long long value = 0;
                const bool good = read(text, value) && value >= from && value <= to;
                return good ? std::string() : expected + ", found " + text;
            },
            ""};
}

CLI::Validator real_number(double from, double to) {
    const std::string expected = "expected a number from " + shortest(from) + " to " + shortest(to);
    return {[=](std::string& text) {
                double value = 0;
                const bool good = read(text, value) && value >= from && value <= to;
                return good ? std::string() : expected + ", found " + text;
            },
            ""};
}

CLI::Validator one_of(std::vector<std::string> known) {
    std::string expected = "expected ";
    for (std::size_t n = 0; n < known.size(); ++n)
        expected += (n == 0 ? "" : n + 1 == known.size() ? " or " : ", ") + known[n];
    return {[=](std::string& text) {
                for (const std::string& word : known)
                    if (word == text) return std::string();
                return expected + ", found " + text;
            },
            ""};
}

} // namespace heed::cli
