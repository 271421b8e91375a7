// What the readers of a run's JSON share: a place in the file, by its name, and lists of numbers as columns.
#pragma once

#include "core/base/error.h"
#include "core/io/base/json_text.h"
#include "core/trace/trace.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace heed::io {

/// A place in the file, for errors: "FILE: steps[3].weights: expected …, found …".
struct TracePlace {
    const Json& value;
    std::string name;
    const std::string& subject;

    [[noreturn]] void fail(const std::string& expected) const {
        throw Error(subject, name, expected, shown(value));
    }

    bool has(const char* key) const {
        return value.is_object() && value.contains(key) && !value[key].is_null();
    }
    TracePlace at(const char* key) const {
        const std::string inner = name.empty() ? key : name + "." + key;
        if (!value.is_object()) fail("an object");
        if (!value.contains(key)) throw Error(subject, inner, "a value", "none");
        return {value[key], inner, subject};
    }
    TracePlace at(std::size_t index) const {
        return {value[index], name + "[" + std::to_string(index) + "]", subject};
    }

    std::size_t size() const {
        if (!value.is_array()) fail("a list");
        return value.size();
    }
    std::string text() const {
        if (!value.is_string()) fail("text");
        return value.get<std::string>();
    }
    bool boolean() const {
        if (!value.is_boolean()) fail("true or false");
        return value.get<bool>();
    }
    int integer() const {
        const bool fits = value.is_number_integer() && value >= std::numeric_limits<int>::min() &&
                          value <= std::numeric_limits<int>::max();
        if (!fits) fail("a whole number");
        return value.get<int>();
    }
    /// null stands for a number that was not finite; which one, the caller knows.
    double number(double null = -std::numeric_limits<double>::infinity()) const {
        if (value.is_null()) return null;
        if (!value.is_number()) fail("a number");
        return value.get<double>();
    }
    void expect_size(std::size_t expected) const {
        if (size() != expected)
            throw Error(subject, name, std::to_string(expected) + " values", std::to_string(size()));
    }
};

/// Lists of one length each, one a column; null stands for `null`. The lengths are checked before anything is
/// allocated.
MatrixXf read_columns(const std::vector<TracePlace>& lists,
                      double null = -std::numeric_limits<double>::infinity());

/// The weights of one output: numbers of 0 or more.
void check_weights(const TracePlace& list);

/// Whether these bytes of a text are characters of it, at least one.
inline bool whole_characters(std::string_view text, std::size_t begin, std::size_t end) {
    const auto within = [&](std::size_t at) {
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
    };
    return begin < end && end <= text.size() && !within(begin) && !within(end);
}

} // namespace heed::io
