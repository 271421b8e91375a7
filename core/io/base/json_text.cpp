#include "core/io/base/json_text.h"

#include "core/base/error.h"
#include "core/io/base/file.h"

#include <algorithm>

namespace heed::io {

namespace {

/// The deepest nesting of brackets outside strings, counted without parsing.
int depth_of(std::string_view text) {
    int depth = 0, deepest = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (in_string) {
            if (c == '\\')
                ++at;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return deepest;
}

std::string place(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(before.size() - start + 1);
}

} // namespace

nlohmann::json parse_json(std::string_view text, const std::string& subject, int deepest) {
    if (depth_of(text) > deepest) {
        throw Error(subject, "nested too deeply", "at most " + std::to_string(deepest) + " levels", "more");
    }
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        const std::size_t byte = error.byte > 0 ? error.byte - 1 : 0;
        throw Error(subject, "not JSON: " + place(text, std::min(byte, text.size())) + " cannot be read");
    } catch (const nlohmann::json::exception&) { // a number that no type can hold
        throw Error(subject, "not JSON: a number is out of range");
    }
}

nlohmann::json read_json(const std::filesystem::path& path, std::uint64_t largest) {
    return parse_json(read_regular_file(path, largest), shown(path));
}

std::string shown(const nlohmann::json& value) {
    if (value.is_array() && value.size() > 16) return "a list of " + std::to_string(value.size());
    if (value.is_object()) return "an object";
    std::string text = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

} // namespace heed::io
