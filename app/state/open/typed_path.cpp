// What is typed into the Open dialog: a part of a name, or a path.
#include "app/state/app_state.h"
#include "app/state/commands/row.h"
#include "app/state/open/opening.h"
#include "core/io/container/archive/packed_folder.h"
#include "core/text/fold.h"
#include "core/text/strings.h"

#include <algorithm>
#include <charconv>

namespace heed {
namespace {

namespace fs = std::filesystem;

/// "%20" is a space again.
std::string unescaped(std::string text) {
    for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%', at + 1)) {
        unsigned value = 0;
        const char* from = text.data() + at + 1;
        if (at + 2 >= text.size() || std::from_chars(from, from + 2, value, 16).ptr != from + 2) continue;
        text.replace(at, 3, 1, static_cast<char>(value));
    }
    return text;
}

} // namespace

fs::path typed_path(const OpenDialog& dialog) {
    std::string text(trimmed(dialog.filter));
    const bool quoted =
        text.size() > 1 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
    if (quoted) text = text.substr(1, text.size() - 2);
    if (text.starts_with("file://")) text = unescaped(text.substr(7)); // as file managers copy it
    const bool home = text == "~" || text.starts_with("~/");
    if (!home && text != "." && text != ".." && text.find('/') == std::string::npos) return {};
    const fs::path path =
        home ? home_folder() / fs::path(text.substr(std::min<std::size_t>(2, text.size())))
             : (dialog.base.empty() ? dialog.folder : dialog.base) / text; // of an absolute one, itself
    fs::path plain = path.lexically_normal();
    return plain.has_filename() || plain == plain.root_path() ? plain : plain.parent_path();
}

fs::path folder_of_typed(const OpenDialog& dialog) {
    const fs::path path = typed_path(dialog);
    const std::string_view text = trimmed(dialog.filter);
    std::error_code error;
    const bool whole = text.ends_with('/') || text == "~" || text == "." || text == "..";
    return whole && fs::is_directory(path, error) ? path : path.parent_path();
}

bool names_model(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) || fs::exists(path / "config.json", error);
}

bool typed_is_there(const OpenDialog& dialog) {
    const fs::path path = typed_path(dialog);
    return !path.empty() && io::is_there(path);
}

std::vector<const FileEntry*> filtered(const OpenDialog& dialog) {
    std::vector<const FileEntry*> list;
    const fs::path path = typed_path(dialog);
    const fs::path inside = path.empty() ? path : folder_of_typed(dialog);
    if (inside != (path.empty() ? path : dialog.folder)) return list;
    const std::string wanted = path.empty()     ? folded(dialog.filter)
                               : path == inside ? std::string()
                                                : folded(path.filename().string());
    for (const FileEntry& entry : dialog.entries) {
        const std::size_t at = folded(entry.name).find(wanted);
        if (path.empty() ? at != std::string::npos : at == 0) list.push_back(&entry);
    }
    return list;
}

} // namespace heed
