#include "app/state/session/settings.h"

#include "app/state/fields.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"

#include <array>
#include <cstdlib>

namespace heed {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t largest_file = 1 << 20; // bytes
constexpr std::array granularities = {"substep", "token", "phase"};
constexpr std::array themes = {"dark", "light"};

template <class Fields, class S>
void list_fields(Fields fields, S& s) {
    fields.name("theme", themes, s.theme);
    fields.number("zoom", 0.75, 2, s.zoom);
    fields.number("width", 320, 16384, s.width);
    fields.number("height", 240, 16384, s.height);
    fields.flag("maximized", s.maximized);
    fields.name("map", color_map_names, s.map);
    fields.name("scale", scale_names, s.scale);
    fields.flag("numbers", s.numbers);
    fields.flag("heatmap", s.heatmap);
    fields.flag("inspector", s.inspector);
    fields.flag("reduced_motion", s.reduced_motion);
    fields.flag("first_run_done", s.first_run_done);
    fields.number("speed", 0.25, 8, s.speed);
    fields.name("granularity", granularities, s.granularity);
    fields.text("model", s.model);
    fields.text("input", s.input);
    fields.text("export_folder", s.export_folder);
    fields.list("recent", 8, s.recent);
    fields.list("sessions", 8, s.sessions);
    fields.list("used", 8, s.used);
    fields.list("compared", 64, s.compared);
}

void read_answers(const json& j, std::map<std::string, OpenAnswers>& into) {
    const auto found = j.find("answers");
    if (found == j.end() || !found->is_object()) return;
    for (const auto& [file, item] : found->items())
        if (item.is_object() && into.size() < 8) answer_fields(FieldReader{item}, into[file]);
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
    json j = json::object();
    list_fields(FieldWriter{j}, s);
    j["answers"] = json::object();
    for (const auto& [file, a] : s.answers)
        if (!a.unsaved_family()) answer_fields(FieldWriter{j["answers"][file]}, a);
    return j;
}

Settings settings_from_json(const json& j) {
    Settings s;
    if (!j.is_object()) return s;
    list_fields(FieldReader{j}, s);
    read_answers(j, s.answers);
    return s;
}

Settings load_settings(const fs::path& file) {
    std::string text;
    try {
        text = io::read_regular_file(file, largest_file);
    } catch (const Error&) { // not there, or nothing that can be read
        return {};
    }
    const bool deep = io::depth_of(text) > io::deepest_json;
    const json read = deep ? json(json::value_t::discarded) : json::parse(text, nullptr, false);
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
