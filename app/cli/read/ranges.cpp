#include "app/cli/read/ranges.h"

#include "app/cli/commands.h"
#include "core/base/error.h"

#include <charconv>

namespace heed::cli {

Range parse_range(const std::string& text, const char* option) {
    if (text.empty()) return {};
    Range range;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, range.first);
    if (first.ec == std::errc() && first.ptr != end && *first.ptr == ':') {
        const auto last = std::from_chars(first.ptr + 1, end, range.last);
        if (last.ec == std::errc() && last.ptr == end && range.first >= 0 && range.last >= range.first)
            return range;
    }
    throw WrongWords(std::string(option) + ": expected A:B with 0 ≤ A ≤ B, found " + text);
}

Range within(const Range& range, int count, const char* option, const char* items) {
    if (range.whole()) return {0, count - 1};
    if (range.last >= count)
        throw Error(std::string(option) + ' ' + std::to_string(range.first) + ':' +
                        std::to_string(range.last),
                    "out of range", std::string(items) + " 0 to " + std::to_string(count - 1),
                    std::to_string(range.last));
    return range;
}

} // namespace heed::cli
