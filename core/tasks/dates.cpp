#include "core/tasks/dates.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <chrono>
#include <cstdio>

namespace heed::tasks {
namespace {

namespace chrono = std::chrono;

/// %d day, %D with two digits, %o ordinal ("3rd"), %m month, %M with two digits, %B its name, %b the short
/// name, %y year, %z its last two digits, %W weekday, %w the short weekday. Larger weight, drawn more often.
struct Form {
    double weight;
    std::string_view pattern;
};

constexpr std::array<Form, 25> forms{{
    {4, "%d %B %y"},         {2, "%d %b %y"},     {1, "%d %b %z"},     {3, "%B %d, %y"},
    {3, "%B %o, %y"},        {2, "%b %d, %y"},    {1, "%b. %d, %y"},   {2, "%o of %B %y"},
    {1, "the %o of %B, %y"}, {2, "%W, %d %B %y"}, {1, "%W, %d %b %z"}, {1, "%w %d %b %y"},
    {2, "%W, %B %d, %y"},    {1, "%w, %b %o %y"}, {3, "%D/%M/%y"},     {2, "%d/%m/%z"},
    {2, "%d.%m.%y"},         {1, "%D-%M-%y"},     {1, "%D.%M.%z"},     {2, "%y.%m.%d"},
    {1, "%y/%M/%D"},         {1, "%y %B %d"},     {1, "%y%M%D"},       {1, "%d-%b-%y"},
    {1, "%y-%b-%D"},
}};

constexpr std::array<std::string_view, 12> months{"january",   "february", "march",    "april",
                                                  "may",       "june",     "july",     "august",
                                                  "september", "october",  "november", "december"};
constexpr std::array<std::string_view, 7> weekdays{"monday", "tuesday",  "wednesday", "thursday",
                                                   "friday", "saturday", "sunday"};

std::string padded(int number, int digits) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%0*d", digits, number);
    return text.data();
}

std::string_view ordinal_suffix(int day) {
    if (day >= 11 && day <= 13) return "th";
    constexpr std::array<std::string_view, 4> suffixes{"th", "st", "nd", "rd"};
    return day % 10 < 4 ? suffixes[static_cast<std::size_t>(day % 10)] : "th";
}

struct Date {
    int year, month, day;
    std::size_t weekday; // 0 is Monday
};

Date date_of(chrono::sys_days days) {
    const chrono::year_month_day date{days};
    return {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
            static_cast<int>(static_cast<unsigned>(date.day())), chrono::weekday{days}.iso_encoding() - 1};
}

std::string written(const Date& date, char part) {
    const std::string_view month = months[static_cast<std::size_t>(date.month - 1)];
    const std::string_view weekday = weekdays[date.weekday];
    switch (part) {
    case 'd':
        return std::to_string(date.day);
    case 'D':
        return padded(date.day, 2);
    case 'o':
        return std::to_string(date.day) + std::string(ordinal_suffix(date.day));
    case 'm':
        return std::to_string(date.month);
    case 'M':
        return padded(date.month, 2);
    case 'B':
        return std::string(month);
    case 'b':
        return std::string(month.substr(0, 3));
    case 'y':
        return padded(date.year, 4);
    case 'z':
        return padded(date.year % 100, 2);
    case 'W':
        return std::string(weekday);
    case 'w':
        return std::string(weekday.substr(0, 3));
    }
    assert(false);
    return {};
}

/// The gold of a part that was written at source position `at` with `length` letters.
/// In the target, the year is at 0, the month at 5, the day at 8.
void link_part(char part, int at, int length, std::vector<Link>& links) {
    switch (part) {
    case 'y':
        for (int k = 0; k < 4; ++k) links.push_back({at + k, k});
        break;
    case 'z':
        for (int century : {0, 1})
            for (int k : {0, 1}) links.push_back({at + k, century});
        links.push_back({at, 2});
        links.push_back({at + 1, 3});
        break;
    case 'B':
    case 'b':
        for (int digit : {5, 6})
            for (int k = 0; k < length; ++k) links.push_back({at + k, digit});
        break;
    case 'd':
    case 'D':
    case 'o':
    case 'm':
    case 'M': {
        const int digit = part == 'm' || part == 'M' ? 5 : 8;
        const int digits = part == 'o' ? length - 2 : length; // without "th"
        links.push_back({at, digit});
        links.push_back({at + digits - 1, digit + 1});
        break;
    }
    default:
        break; // weekdays explain nothing
    }
}

std::vector<std::string> letters(std::string_view text) {
    std::vector<std::string> result;
    for (const char c : text) result.emplace_back(1, c);
    return result;
}

Sample make_sample(std::string_view source, const Date& date, std::vector<Link> links) {
    Sample sample;
    sample.source = letters(source);
    sample.target = letters(padded(date.year, 4) + '-' + padded(date.month, 2) + '-' + padded(date.day, 2));
    sample.sure = std::move(links);
    sample.has_gold = true;
    std::sort(sample.sure.begin(), sample.sure.end(), [](const Link& a, const Link& b) {
        return std::pair(a.target, a.source) < std::pair(b.target, b.source);
    });
    return sample;
}

Sample write_date(const Date& date, std::string_view pattern) {
    std::vector<Link> links;
    std::string source;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%') {
            source += pattern[i];
            continue;
        }
        const char part = pattern[++i];
        const std::string text = written(date, part);
        link_part(part, static_cast<int>(source.size()), static_cast<int>(text.size()), links);
        source += text;
    }
    return make_sample(source, date, std::move(links));
}

/// Reads a text against a pattern: the other way round from `write_date`.
class PatternReader {
public:
    explicit PatternReader(std::string_view text) : text_(text) {}

    std::optional<Sample> read(std::string_view pattern) {
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            const std::size_t begin = at_;
            const bool is_part = pattern[i] == '%';
            if (is_part ? !read_part(pattern[++i]) : !read_word(pattern.substr(i, 1))) return std::nullopt;
            if (is_part)
                link_part(pattern[i], static_cast<int>(begin), static_cast<int>(at_ - begin), links_);
        }
        const chrono::year_month_day date{chrono::year{year_}, chrono::month{month_}, chrono::day{day_}};
        if (at_ != text_.size() || year_ < 1 || !date.ok()) return std::nullopt;
        const Date day = date_of(chrono::sys_days{date});
        if (weekday_ && *weekday_ != day.weekday) return std::nullopt;
        return make_sample(text_, day, std::move(links_));
    }

private:
    bool read_part(char part) {
        switch (part) {
        case 'd':
        case 'D':
            return read_short_number(day_);
        case 'm':
        case 'M':
            return read_short_number(month_);
        case 'o':
            return text_.substr(at_, 1) != "0" && read_short_number(day_) &&
                   read_word(ordinal_suffix(static_cast<int>(day_)));
        case 'B':
            return read_name(months, std::string_view::npos, month_) && ++month_;
        case 'b':
            return read_name(months, 3, month_) && ++month_;
        case 'y':
            return read_digits(4, year_);
        case 'z':
            return read_digits(2, year_) && (year_ += year_ < 50 ? 2000 : 1900);
        case 'W':
            return read_name(weekdays, std::string_view::npos, weekday_.emplace());
        case 'w':
            return read_name(weekdays, 3, weekday_.emplace());
        }
        return false;
    }

    bool is_digit(std::size_t at) const { return at < text_.size() && text_[at] >= '0' && text_[at] <= '9'; }

    template <class Number>
    bool read_digits(std::size_t count, Number& value) {
        for (std::size_t k = 0; k < count; ++k)
            if (!is_digit(at_ + k)) return false;
        std::from_chars(text_.data() + at_, text_.data() + at_ + count, value);
        at_ += count;
        return true;
    }

    /// Two digits, or one that stands alone.
    bool read_short_number(unsigned& value) {
        if (is_digit(at_ + 1)) return read_digits(2, value);
        return (at_ == 0 || !is_digit(at_ - 1)) && read_digits(1, value);
    }

    bool read_word(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    template <class Names, class Number>
    bool read_name(const Names& names, std::size_t letters, Number& index) {
        for (std::size_t k = 0; k < names.size(); ++k)
            if (read_word(names[k].substr(0, letters))) {
                index = static_cast<Number>(k);
                return true;
            }
        return false;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int year_ = 0;
    unsigned month_ = 0, day_ = 0;
    std::optional<std::size_t> weekday_;
    std::vector<Link> links_;
};

chrono::sys_days first_day(int year) { return chrono::sys_days{chrono::year{year} / chrono::January / 1}; }

/// Three groups of digits with the same separator (/ . or -) between them; else nothing.
std::optional<std::array<std::string_view, 3>> three_numbers(std::string_view text) {
    const auto first = text.find_first_of("/.-");
    if (first == std::string_view::npos) return std::nullopt;
    const auto second = text.find(text[first], first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const std::array parts{text.substr(0, first), text.substr(first + 1, second - first - 1),
                           text.substr(second + 1)};
    for (std::string_view part : parts)
        if (part.empty() || part.find_first_not_of("0123456789") != std::string_view::npos)
            return std::nullopt;
    return parts;
}

/// 1 to 12, written with one or two digits.
std::optional<int> month_number(std::string_view digits) {
    int value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return digits.size() <= 2 && value >= 1 && value <= 12 ? std::optional(value) : std::nullopt;
}

} // namespace

Sample sample_date(Random& random) {
    std::vector<double> weights;
    for (const Form& form : forms) weights.push_back(form.weight);
    const std::string_view pattern = forms[random.weighted(weights)].pattern;
    const bool short_year = pattern.find("%z") != std::string_view::npos;
    const auto first = first_day(short_year ? 1950 : 1700);
    const auto end = first_day(short_year ? 2050 : 2200);
    const auto days = static_cast<std::uint64_t>((end - first).count());
    return write_date(date_of(first + chrono::days(random.below(days))), pattern);
}

std::optional<Sample> date_reference(std::string_view text) {
    const std::string small = lowercase(text);
    for (const Form& form : forms)
        if (auto sample = PatternReader(small).read(form.pattern)) return sample;
    return std::nullopt;
}

std::string_view date_note(std::string_view input) {
    const auto first = input.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    input = input.substr(first, input.find_last_not_of(' ') - first + 1);
    const auto parts = three_numbers(input);
    if (!parts) return {};
    const auto day = month_number((*parts)[0]), month = month_number((*parts)[1]);
    return day && month && *day != *month ? "read day first" : "";
}

} // namespace heed::tasks
