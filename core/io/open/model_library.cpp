#include "core/io/open/model_library.h"

#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/file_kind.h"
#include "core/io/container/archive/packed_folder.h"
#include "core/text/escape.h"
#include "core/text/suggest.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

/// What a bare family name stands for, best first. A family that is not here: "additive", else its first
/// model.
struct Default {
    std::string_view family;
    std::array<std::string_view, 2> models;
};
constexpr std::array<Default, 12> defaults = {{{"dates", {"dates/additive", ""}},
                                               {"translate", {"translate/additive", ""}},
                                               {"reverse", {"reverse/general", "reverse/additive"}},
                                               {"copy", {"copy/coverage", "copy/location-aware"}},
                                               {"names", {"names/pointer-generator", ""}},
                                               {"adding", {"adding/linear", ""}},
                                               {"sentiment", {"sentiment/linear", ""}},
                                               {"recall", {"recall/sum", ""}},
                                               {"stories", {"stories/tied", ""}},
                                               {"sort", {"sort/pointer", ""}},
                                               {"hull", {"hull/pointer", ""}},
                                               {"lagged", {"lagged/attention", ""}}}};

/// The folders in a folder, sorted by name. One that cannot be read holds nothing.
std::vector<fs::path> folders_in(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        const bool hidden = it->path().filename().native().front() == '.';
        if (!hidden && it->is_directory(ignored)) found.push_back(it->path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

const ModelPlace* find(const std::vector<ModelPlace>& places, std::string_view name) {
    const auto it =
        std::find_if(places.begin(), places.end(), [&](const ModelPlace& p) { return p.name == name; });
    return it == places.end() ? nullptr : &*it;
}

const ModelPlace* family_default(const std::vector<ModelPlace>& places, const std::string& family) {
    for (const Default& row : defaults) {
        if (row.family != family) continue;
        for (const std::string_view name : row.models) {
            if (const ModelPlace* place = find(places, name)) return place;
        }
    }
    if (const ModelPlace* place = find(places, family + "/additive")) return place;
    const auto it = std::find_if(places.begin(), places.end(),
                                 [&](const ModelPlace& p) { return p.name.starts_with(family + "/"); });
    return it == places.end() ? nullptr : &*it;
}

/// What a model can be called: by its whole name, or by its family's.
std::vector<std::string> names_of(const std::vector<ModelPlace>& places) {
    std::vector<std::string> names;
    for (const ModelPlace& place : places) {
        const std::string family = place.name.substr(0, place.name.find('/'));
        if (std::find(names.begin(), names.end(), family) == names.end()) names.push_back(family);
        if (family != place.name) names.push_back(place.name);
    }
    return names;
}

} // namespace

ModelLibrary::ModelLibrary(std::vector<fs::path> data_directories, std::string family)
    : directories_(std::move(data_directories)), family_(std::move(family)) {}

std::vector<ModelPlace> ModelLibrary::bundled() const {
    std::vector<ModelPlace> places;
    std::set<std::string> names;
    const auto add = [&](const std::string& name, const fs::path& folder) {
        if (is_model_folder(folder) && names.insert(name).second) places.push_back({name, folder});
    };
    for (const fs::path& directory : directories_) {
        for (const fs::path& family : folders_in(directory / "models")) {
            const std::string name = family.filename().string();
            add(name, family);
            for (const fs::path& model : folders_in(family))
                add(name + "/" + model.filename().string(), model);
        }
    }
    std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return places;
}

ModelPlace ModelLibrary::resolve(const std::string& m) const {
    const std::vector<ModelPlace> places = bundled();
    if (const ModelPlace* place = find(places, m)) return *place;
    if (const ModelPlace* place = family_default(places, m)) return *place;
    std::error_code error;
    const fs::file_status status = fs::status(fs::path(m), error);
    if (!m.empty() && !fs::exists(status) && is_there(m)) return {"", fs::path(m)}; // in an archive
    if (m.empty() || !fs::exists(status)) {
        throw Error(m.empty() ? "\"\"" : escaped(m), "no such model", "a bundled name, folder or file",
                    what_is_missing(m) + did_you_mean(names_of(places), m));
    }
    if (fs::is_directory(status) || may_hold_tensors(content_kind(m)) ||
        is_model_folder(fs::path(m).parent_path()))
        return {"", fs::path(m)};
    throw not_a_model(fs::path(m));
}

OpenOptions ModelLibrary::options() const {
    OpenOptions options;
    options.family = family_;
    for (const fs::path& directory : directories_) options.families.push_back(directory / "families");
    return options;
}

Model ModelLibrary::load(const std::string& m, std::vector<std::string>* notes, const Executor& executor,
                         bool newest) const {
    const ModelPlace place = resolve(m);
    const auto not_needed = [&] {
        if (notes != nullptr && !family_.empty())
            notes->push_back("--family is not needed: it is in Heed's own format");
    };
    if (!place.name.empty()) {
        not_needed();
        return load_model(place.folder, place.name, notes);
    }
    OpenOptions how = options();
    how.run_case = false;
    how.executor = executor;
    how.newest = newest;
    Opened opened = open_model({place.folder}, how);
    if (!opened.model) throw Error(opened.problem);
    if (opened.report.family.empty()) not_needed();
    if (notes != nullptr) notes->insert(notes->end(), opened.report.notes.begin(), opened.report.notes.end());
    return std::move(*opened.model);
}

} // namespace heed::io
