// What is remembered between sessions: settings.json in XDG_CONFIG_HOME/heed.
#pragma once

#include "app/state/app_state.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace heed {

std::filesystem::path settings_file();

/// Never fails: what is missing or wrong is as in a first run; a file that is not JSON is set aside with the
/// ending ".broken".
Settings load_settings(const std::filesystem::path& file = settings_file());
/// Written beside and renamed. Returns what went wrong, or nothing.
std::string save_settings(const Settings& settings, const std::filesystem::path& file = settings_file());

nlohmann::json settings_to_json(const Settings& settings);
/// Each value on its own: one that is of the wrong kind or out of range is left at its default.
Settings settings_from_json(const nlohmann::json& json);

} // namespace heed
