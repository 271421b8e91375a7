// JSON from files that nobody has vouched for.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace heed::io {

using Json = nlohmann::json;

constexpr int deepest_json = 64; // levels

/// The deepest nesting, counted without parsing. What it is given need not be JSON.
int depth_of(std::string_view text);
/// Throws heed::Error naming `subject` where a text is nested more than `deepest` levels: for whoever parses
/// it otherwise.
void check_nesting(std::string_view text, const std::string& subject, int deepest = deepest_json);

/// Parses. Throws heed::Error naming `subject`: where it is not JSON (line and column), not UTF-8, or nested
/// more than `deepest` levels (so that nothing that walks the value can run out of stack).
Json parse_json(std::string_view text, const std::string& subject, int deepest = deepest_json);
/// The same, for a regular file of at most `largest` bytes.
Json read_json(const std::filesystem::path& path, std::uint64_t largest);

/// Calls `bracket` at each [, {, ] and } outside strings, with how deep it is nested from there on; ends
/// where that says false. What it is given need not be JSON.
void for_each_bracket(std::string_view text, const std::function<bool(std::size_t at, int depth)>& bracket);

/// A value as it is shown in an error: on one line, ASCII only, shortened.
std::string shown(const Json& value);

} // namespace heed::io
