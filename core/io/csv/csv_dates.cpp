// Dates of tables, as seconds since 1970.
#include "core/io/csv/csv.h"
#include "core/text/strings.h"

#include <array>
#include <chrono>
#include <limits>
#include <optional>

namespace heed::io {
namespace {

constexpr double no_date = std::numeric_limits<double>::quiet_NaN();

/// Three whole numbers with the same sign between them.
std::optional<std::array<int, 3>> three_parts(std::string_view text, char between) {
    const auto parts = split(text, std::string_view(&between, 1));
    if (parts.size() != 3) return std::nullopt;
    std::array<int, 3> numbers{};
    for (std::size_t n = 0; n < 3; ++n) {
        const auto value = number_in<int>(parts[n]);
        if (!value || parts[n].starts_with('-')) return std::nullopt;
        numbers[n] = *value;
    }
    return numbers;
}

std::optional<double> days_of(int year, int month, int day) {
    namespace c = std::chrono;
    const c::year_month_day date{c::year{year}, c::month{static_cast<unsigned>(month)},
                                 c::day{static_cast<unsigned>(day)}};
    if (year < 1 || year > 9999 || !date.ok()) return std::nullopt;
    return c::sys_days(date).time_since_epoch().count();
}

/// The days since 1970 of a date without a time.
std::optional<double> date_days(std::string_view text) {
    for (const char between : {'-', '/'})
        if (const auto parts = three_parts(text, between); parts && (*parts)[0] > 31)
            return days_of((*parts)[0], (*parts)[1], (*parts)[2]);
    for (const char between : {'.', '/', '-'})
        if (const auto parts = three_parts(text, between); parts && (*parts)[2] > 31) {
            const bool month_first = (*parts)[1] > 12; // else the day comes first
            return days_of((*parts)[2], (*parts)[month_first ? 0 : 1], (*parts)[month_first ? 1 : 0]);
        }
    return std::nullopt;
}

/// Seconds of "06:00" or "06:00:30", perhaps with a fraction and a Z.
std::optional<double> time_seconds(std::string_view text) {
    if (text.ends_with('Z')) text.remove_suffix(1);
    const auto parts = split(text, ":");
    if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
    double seconds = 0;
    constexpr std::array units{3600.0, 60.0, 1.0};
    constexpr std::array limits{25.0, 60.0, 61.0};
    for (std::size_t n = 0; n < parts.size(); ++n) {
        const auto value = number_in<double>(parts[n]);
        if (!value || *value < 0 || *value >= limits[n]) return std::nullopt;
        seconds += *value * units[n];
    }
    return seconds;
}

} // namespace

double csv_seconds(std::string_view text) {
    if (text.size() < 6 || text.size() > 40 || text[0] < '0' || text[0] > '9') return no_date;
    const std::size_t space = text.find_first_of(" T");
    const auto days = date_days(text.substr(0, space));
    if (!days) return no_date;
    if (space == std::string_view::npos) return *days * 86400;
    const auto time = time_seconds(trimmed(text.substr(space + 1)));
    return time ? *days * 86400 + *time : no_date;
}

} // namespace heed::io
