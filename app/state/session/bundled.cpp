// Sessions to be opened by name: those that come with the program, and the user's own.
#include "app/state/data_paths.h"
#include "app/state/session/session.h"
#include "core/base/error.h"
#include "core/text/strings.h"

#include <algorithm>
#include <set>

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".session.json";
constexpr std::size_t most_remembered = 8;

/// "another-century.session.json" is "Another century".
std::string title_of(const fs::path& file) {
    std::string name = file.filename().string();
    name.resize(name.size() - ending.size());
    return capitalized(replaced(name, "-", " "));
}

} // namespace

std::vector<SessionChoice> bundled_sessions() {
    std::vector<SessionChoice> all;
    std::set<std::string> names;
    for (const fs::path& data : data_directories()) {
        std::error_code error;
        for (fs::directory_iterator it(data / "sessions", error), end; !error && it != end;
             it.increment(error)) {
            const fs::path& file = it->path();
            const std::string name = file.filename().string();
            if (!name.ends_with(ending) || !names.insert(name).second) continue;
            try {
                all.push_back({file.string(), title_of(file), read_session(file).version.model});
            } catch (const Error&) { // not one that can be opened
            }
        }
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.title < b.title; });
    return all;
}

void remember_session(Settings& settings, const std::string& file) {
    auto& files = settings.sessions;
    std::erase(files, file);
    files.insert(files.begin(), file);
    if (files.size() > most_remembered) files.resize(most_remembered);
}

} // namespace heed
