// "A:B" of --rows and --columns: positions counted from 0, both included.
#pragma once

#include <string>

namespace heed::cli {

struct Range {
    int first = 0, last = -1; // last -1: to the end
    bool whole() const { return first == 0 && last == -1; }
    bool operator==(const Range&) const = default;
};

/// Throws WrongWords naming the option; an empty text is the whole.
Range parse_range(const std::string& text, const char* option);
/// Throws heed::Error where the range reaches past `count` items; fills in an open end.
Range within(const Range& range, int count, const char* option, const char* items);

} // namespace heed::cli
