// As much YAML as the configuration files of other toolkits use: maps by indentation, lists of "- item" and
// "[a, b]", and plain or quoted scalars. What is beyond that becomes text.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace heed::io {

/// Never throws for odd content; throws heed::Error naming `subject` where it is nested more than 64 levels.
nlohmann::json parse_yaml(std::string_view text, const std::string& subject);

/// What stands between single or double quotes, without their escapes; none where there are no quotes.
std::optional<std::string> yaml_quoted(std::string_view text);

} // namespace heed::io
