#include "core/io/base/json_text.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/text/escape.h"

#include <algorithm>

namespace heed::io {

namespace {

std::string place(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(before.size() - start + 1);
}

/// What Python writes for a number that is none, and JSON does not have.
std::string no_number_at(std::string_view text, std::size_t byte) {
    for (const std::string_view word : {"NaN", "Infinity"})
        if (text.substr(byte).starts_with(word))
            return " is " + std::string(word) + ", which JSON does not have";
    return {};
}

} // namespace

void for_each_bracket(std::string_view text, const std::function<bool(std::size_t at, int depth)>& bracket) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (in_string && c == '\\')
            ++at;
        else if (c == '"')
            in_string = !in_string;
        else if (in_string || (c != '[' && c != '{' && c != ']' && c != '}'))
            continue;
        else if (!bracket(at, depth += c == '[' || c == '{' ? 1 : -1))
            return;
    }
}

int depth_of(std::string_view text) {
    int deepest = 0;
    for_each_bracket(text, [&](std::size_t, int depth) { return deepest = std::max(deepest, depth), true; });
    return deepest;
}

void check_nesting(std::string_view text, const std::string& subject, int deepest) {
    if (depth_of(text) > deepest)
        throw Error(subject, "nested too deeply", "at most " + std::to_string(deepest) + " levels", "more");
}

nlohmann::json parse_json(std::string_view text, const std::string& subject, int deepest) {
    check_nesting(text, subject, deepest);
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        const std::size_t byte = error.byte > 0 ? error.byte - 1 : 0;
        const std::size_t at = std::min(byte, text.size());
        const std::string what = no_number_at(text, at);
        throw Error(subject, "not JSON: " + place(text, at) + (what.empty() ? " cannot be read" : what));
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
    return escaped(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), 57);
}

} // namespace heed::io
