#include "app/state/session/settings.h"

#include "app/state/names.h"
#include "core/base/error.h"
#include "core/io/base/file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t largest_file = 1 << 20; // bytes
constexpr std::array granularities = {"substep", "token", "phase"};
constexpr std::array themes = {"dark", "light"};
constexpr std::array scales = {"linear", "lift"};

template <class Enum, std::size_t N>
void read_name(const json& j, const char* key, const std::array<const char*, N>& names, Enum& into) {
    const auto found = j.find(key);
    if (found == j.end() || !found->is_string()) return;
    const auto name = std::find(names.begin(), names.end(), found->get<std::string>());
    if (name != names.end()) into = static_cast<Enum>(name - names.begin());
}

template <class Number>
void read_number(const json& j, const char* key, double low, double high, Number& into) {
    const auto found = j.find(key);
    if (found == j.end() || !found->is_number()) return;
    const double value = found->get<double>();
    if (value >= low && value <= high) into = static_cast<Number>(value);
}

void read_flag(const json& j, const char* key, bool& into) {
    if (const auto found = j.find(key); found != j.end() && found->is_boolean()) into = found->get<bool>();
}

void read_list(const json& j, const char* key, std::size_t most, std::vector<std::string>& into) {
    const auto found = j.find(key);
    if (found == j.end() || !found->is_array()) return;
    for (const json& item : *found)
        if (item.is_string() && into.size() < most) into.push_back(item.get<std::string>());
}

json answers_to_json(const std::map<std::string, OpenAnswers>& answers) {
    json all = json::object();
    for (const auto& [file, a] : answers)
        all[file] = {{"beside", a.beside},
                     {"source_words", a.source_words},
                     {"target_words", a.target_words},
                     {"numbers", a.numbers}};
    return all;
}

void read_text(const json& j, const char* key, std::string& into) {
    if (const auto found = j.find(key); found != j.end() && found->is_string())
        into = found->get<std::string>();
}

void read_answers(const json& j, std::map<std::string, OpenAnswers>& into) {
    const auto found = j.find("answers");
    if (found == j.end() || !found->is_object()) return;
    for (const auto& [file, item] : found->items()) {
        if (!item.is_object() || into.size() >= 8) continue;
        OpenAnswers& a = into[file];
        read_list(item, "beside", 16, a.beside);
        read_text(item, "source_words", a.source_words);
        read_text(item, "target_words", a.target_words);
        read_flag(item, "numbers", a.numbers);
    }
}

} // namespace

fs::path settings_file() {
    const auto folder = [](const char* variable) {
        const char* value = std::getenv(variable);
        return value ? fs::path(value) : fs::path();
    };
    fs::path config = folder("XDG_CONFIG_HOME");
    if (!config.is_absolute()) config = folder("HOME") / ".config";
    return config / "heed" / "settings.json";
}

json settings_to_json(const Settings& s) {
    return {{"theme", themes[static_cast<std::size_t>(s.theme)]},
            {"zoom", s.zoom},
            {"width", s.width},
            {"height", s.height},
            {"maximized", s.maximized},
            {"map", color_map_names[static_cast<std::size_t>(s.map)]},
            {"scale", scales[static_cast<std::size_t>(s.scale)]},
            {"numbers", s.numbers},
            {"heatmap", s.heatmap},
            {"inspector", s.inspector},
            {"reduced_motion", s.reduced_motion},
            {"first_run_done", s.first_run_done},
            {"speed", s.speed},
            {"granularity", granularities[static_cast<std::size_t>(s.granularity)]},
            {"model", s.model},
            {"input", s.input},
            {"recent", s.recent},
            {"answers", answers_to_json(s.answers)},
            {"compared", s.compared},
            {"export_folder", s.export_folder}};
}

Settings settings_from_json(const json& j) {
    Settings s;
    if (!j.is_object()) return s;
    read_name(j, "theme", themes, s.theme);
    read_number(j, "zoom", 0.75, 2, s.zoom);
    read_number(j, "width", 320, 16384, s.width);
    read_number(j, "height", 240, 16384, s.height);
    read_flag(j, "maximized", s.maximized);
    read_name(j, "map", color_map_names, s.map);
    read_name(j, "scale", scales, s.scale);
    read_flag(j, "numbers", s.numbers);
    read_flag(j, "heatmap", s.heatmap);
    read_flag(j, "inspector", s.inspector);
    read_flag(j, "reduced_motion", s.reduced_motion);
    read_flag(j, "first_run_done", s.first_run_done);
    read_number(j, "speed", 0.25, 8, s.speed);
    read_name(j, "granularity", granularities, s.granularity);
    read_text(j, "model", s.model);
    read_text(j, "input", s.input);
    read_text(j, "export_folder", s.export_folder);
    read_list(j, "recent", 8, s.recent);
    read_answers(j, s.answers);
    read_list(j, "compared", 64, s.compared);
    return s;
}

Settings load_settings(const fs::path& file) {
    std::string text;
    try {
        text = io::read_regular_file(file, largest_file);
    } catch (const Error&) { // not there, or nothing that can be read
        return {};
    }
    const json read = json::parse(text, nullptr, false);
    if (!read.is_discarded()) return settings_from_json(read);
    std::error_code ignored;
    fs::rename(file, file.string() + ".broken", ignored);
    return {};
}

std::string save_settings(const Settings& settings, const fs::path& file) {
    try {
        if (file.has_parent_path()) fs::create_directories(file.parent_path());
        io::write_file_atomic(
            file, settings_to_json(settings).dump(2, ' ', false, json::error_handler_t::replace) + "\n");
        return {};
    } catch (const std::exception& error) {
        return error.what();
    }
}

} // namespace heed
