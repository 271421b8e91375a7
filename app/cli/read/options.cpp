#include "app/cli/read/options.h"

#include "core/text/strings.h"
#include "core/text/suggest.h"

#include <cmath>
#include <sstream>

namespace heed::cli {
namespace {

std::string shortest(double value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

} // namespace

CLI::Validator whole_number(long long from, long long to) {
    const bool open = to == std::numeric_limits<long long>::max();
    const std::string expected =
        "expected a whole number from " + std::to_string(from) + (open ? "" : " to " + std::to_string(to));
    return {[=](std::string& text) {
                const auto value = number_in<long long>(text);
                const bool good = value && *value >= from && *value <= to;
                return good ? std::string() : expected + ", found " + text;
            },
            ""};
}

CLI::Validator real_number(double from, double to) {
    const std::string expected = "expected a number from " + shortest(from) + " to " + shortest(to);
    return {[=](std::string& text) {
                const auto value = number_in<double>(text);
                const bool good = value && std::isfinite(*value) && *value >= from && *value <= to;
                return good ? std::string() : expected + ", found " + text;
            },
            ""};
}

CLI::Validator one_of(std::vector<std::string> known) {
    const std::string expected = "expected " + listed(known, " or ");
    return {[=](std::string& text) {
                for (const std::string& word : known)
                    if (word == text) return std::string();
                return expected + ", found " + text + did_you_mean(known, text);
            },
            ""};
}

CLI::Validator something(const std::string& expected) {
    return {[=](std::string& text) {
                return text.empty() ? "expected " + expected + ", found nothing" : std::string();
            },
            ""};
}

CLI::Validator ending_in(const std::string& ending) {
    return {[=](std::string& text) {
                return ascii_lower(text).ends_with(ending)
                           ? std::string()
                           : "expected a file whose name ends in " + ending + ", found " + text;
            },
            ""};
}

} // namespace heed::cli
