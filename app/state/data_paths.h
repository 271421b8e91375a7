#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace heed {

/// Where this program's own files may lie, best first: the folder named by HEED_DATA, share/heed beside the
/// executable's bin folder (an installed tree, wherever it was put), then the source tree this was built
/// from. Only folders that exist are named.

/// Each holds models, help, examples, families and so on.
std::vector<std::filesystem::path> data_directories();

/// What the user keeps: $XDG_DATA_HOME/heed, or ~/.local/share/heed; empty where there is neither.
std::filesystem::path users_own();

/// Each holds the GLSL files.
std::vector<std::filesystem::path> shader_directories();

/// The first `relative` that exists in the data directories: find_data("models/dates/additive").
std::optional<std::filesystem::path> find_data(const std::filesystem::path& relative);

/// The first `name` that exists in the shader directories: find_shader("heatmap.frag").
std::optional<std::filesystem::path> find_shader(const std::filesystem::path& name);

} // namespace heed
