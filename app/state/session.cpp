#include "app/state/session.h"

#include "app/state/compare.h"
#include "app/state/settings.h"
#include "core/base/error.h"
#include "core/io/file.h"

#include <nlohmann/json.hpp>

namespace heed {

void load_session(AppState& state, const std::filesystem::path& file) {
    constexpr std::uint64_t largest = 16'000'000;
    const auto json = nlohmann::json::parse(io::read_file(file, largest), nullptr, false);
    const std::string name = io::shown(file);
    if (!json.is_object()) throw Error(name, "not a session", "a JSON object", "something else");
    if (json.value("format", nlohmann::json()) != "heed.state") throw Error(name, "not a session", "\"format\": \"heed.state\"", "another");
    if (json.value("version", nlohmann::json()) != 1) throw Error(name, "a session this version cannot read", "version 1", "another");
    const auto text = [&](const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    if (json.contains("settings")) state.settings = settings_from_json(json.at("settings"));
    state.model_name = state.settings.model.empty() ? text("model") : state.settings.model;
    state.input = text("input");
    if (const std::string view = text("view"); view == "compare" || view == "search") state.view = view;
    if (json.contains("compare")) compare_from_json(json.at("compare"), state.compare);
    if (const auto at = json.find("at"); at != json.end() && at->is_number_integer()) state.wanted_at = at->get<int>();
}

} // namespace heed
