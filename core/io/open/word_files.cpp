#include "core/io/open/word_files.h"

#include "core/text/strings.h"

#include <algorithm>
#include <cstdint>

namespace heed::io {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t largest_beside = 64u << 20; // of files that are tried without having been named
constexpr std::size_t most_tried = 200;
constexpr const char* folder_of_words = "vocabulary"; // AllenNLP's, beside the model

const fs::path& model_path(const FamilyReading& family) { return family.stock().files().front().path; }

/// A file's name with {file} and {path.of.a.value} filled in; empty where a value is not there.
std::string filled_in(std::string name, const FamilyReading& family) {
    for (std::size_t open; (open = name.find('{')) != name.npos;) {
        const std::size_t close = name.find('}', open);
        if (close == name.npos) return {};
        const std::string path = name.substr(open + 1, close - open - 1);
        std::string text;
        if (path == "file") {
            text = model_path(family).filename().string();
        } else {
            const Json* value = family.stock().value(path);
            if (value == nullptr || !value->is_string()) return {};
            text =
                fs::path(value->get<std::string>()).filename().string(); // beside the model, wherever it was
        }
        if (text.find('{') != text.npos) return {};
        name = name.substr(0, open) + text + name.substr(close + 1);
    }
    return fs::path(name).filename().string();
}

std::vector<fs::path> files_of(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end; !error && it != end;
         it.increment(error)) {
        std::error_code ignored;
        if (it->is_regular_file(ignored)) files.push_back(folder / it->path().filename());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// Those of the folder, and then those of the folder of words in it.
std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files = files_of(folder);
    const std::vector<fs::path> below = files_of(folder / folder_of_words);
    files.insert(files.end(), below.begin(), below.end());
    return files;
}

bool is_model_file(const FamilyReading& family, const fs::path& file) {
    const auto& files = family.stock().files();
    return std::any_of(files.begin(), files.end(),
                       [&](const OpenFile& f) { return f.path.filename() == file.filename(); });
}

} // namespace

Json list_at(const Json& object, const char* key) {
    const auto it = object.find(key);
    if (it == object.end()) return Json::array();
    return it->is_array() ? *it : Json::array({*it});
}

Json rules_of(const FamilyReading& family, const SideOf& which) {
    const Json all = family.spec().value("vocabularies", Json::object());
    const auto it = all.find(which.key);
    return it != all.end() && it->is_object() ? *it : Json::object();
}

std::vector<fs::path> named_files(const FamilyReading& family, const SideOf& which) {
    const std::vector<fs::path> there = files_in(model_path(family).parent_path());
    std::vector<fs::path> found;
    for (const Json& pattern : list_at(rules_of(family, which), "files")) {
        if (!pattern.is_string()) continue;
        const std::string name = filled_in(pattern.get<std::string>(), family);
        for (const fs::path& file : there)
            if (!name.empty() && matches_pattern(file.filename().string(), name) &&
                std::find(found.begin(), found.end(), file) == found.end())
                found.push_back(file);
    }
    return found;
}

std::string name_of(const PackedText& list) { return list.name.substr(list.name.rfind('/') + 1); }

std::vector<const PackedText*> packed_lists(const FamilyReading& family, const SideOf& which) {
    std::vector<const PackedText*> lists;
    for (const Side side : {which.side, Side::Neither})
        for (const OpenFile& file : family.stock().files())
            for (const PackedText& list : file.checkpoint->texts())
                if (side_of(name_of(list)) == side) lists.push_back(&list);
    return lists;
}

bool speaks_of_words(const std::string& name) {
    return name.find("voc") != name.npos || name.find("lang") != name.npos ||
           name.find("dict") != name.npos || name.find("vectorizer") != name.npos;
}

std::vector<fs::path> likely_files(const FamilyReading& family, const SideOf& which) {
    std::vector<fs::path> sided, others;
    for (const fs::path& file : files_in(model_path(family).parent_path())) {
        std::error_code error;
        const std::string name = file.filename().string();
        if (is_model_file(family, file) || fs::file_size(file, error) > largest_beside || error) continue;
        if (name == "expected.json" || name == "case.json" || name == "config.json") continue;
        const Side side = side_of(name);
        if (side == which.side)
            sided.push_back(file);
        else if (side == Side::Neither &&
                 (speaks_of_words(name) || file.parent_path().filename() == folder_of_words))
            others.push_back(file);
    }
    sided.insert(sided.end(), others.begin(), others.end());
    if (sided.size() > most_tried) sided.resize(most_tried);
    return sided;
}

} // namespace heed::io
