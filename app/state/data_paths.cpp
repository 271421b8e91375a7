#include "app/state/data_paths.h"

#include <cstdlib>
#include <system_error>

namespace heed {

namespace fs = std::filesystem;

namespace {

void add_if_folder(std::vector<fs::path>& folders, const fs::path& folder) {
    std::error_code error;
    if (fs::is_directory(folder, error)) folders.push_back(folder);
}

/// The folder named by HEED_DATA and the installed one: both are laid out alike.
std::vector<fs::path> installed_roots() {
    std::vector<fs::path> roots;
    if (const char* named = std::getenv("HEED_DATA"); named != nullptr && *named != '\0') {
        roots.emplace_back(named);
    }
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    if (!error) roots.push_back(self.parent_path().parent_path() / "share" / "heed");
    return roots;
}

std::optional<fs::path> find_in(const std::vector<fs::path>& folders, const fs::path& relative) {
    for (const fs::path& folder : folders) {
        std::error_code error;
        if (fs::exists(folder / relative, error)) return folder / relative;
    }
    return std::nullopt;
}

/// The source's own, for a program that was not installed: one that was has all it needs beside it.
void add_source(std::vector<fs::path>& folders, const char* name) {
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    const bool installed = !error && fs::is_directory(self.parent_path().parent_path() / "share/heed", error);
    if (!installed) add_if_folder(folders, fs::path(HEED_SOURCE_DIR) / name);
}

} // namespace

fs::path users_own() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data) return fs::path(data) / "heed";
    if (const char* home = std::getenv("HOME"); home && *home) return fs::path(home) / ".local/share/heed";
    return {};
}

std::vector<fs::path> data_directories() {
    std::vector<fs::path> folders;
    for (const fs::path& root : installed_roots()) add_if_folder(folders, root);
    add_source(folders, "assets");
    if (const fs::path own = users_own(); !own.empty()) add_if_folder(folders, own);
    return folders;
}

std::vector<fs::path> shader_directories() {
    std::vector<fs::path> folders;
    for (const fs::path& root : installed_roots()) add_if_folder(folders, root / "shaders");
    add_source(folders, "shaders");
    return folders;
}

std::optional<fs::path> find_data(const fs::path& relative) { return find_in(data_directories(), relative); }

std::optional<fs::path> find_shader(const fs::path& name) { return find_in(shader_directories(), name); }

} // namespace heed
