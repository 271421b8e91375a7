// The navigator in a dump of the state, and in a session.
#include "app/state/navigator/navigator.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json navigator_choices(const AppState& s) {
    const NavigatorState& n = s.navigator;
    return {{"file", n.file},   {"drawer", n.drawer}, {"against", n.against},       {"other", n.other},
            {"head", n.head},   {"sort", n.sort},     {"sort_model", n.sort_model}, {"turned", n.turned},
            {"query", n.query}, {"chips", n.chips},   {"chosen", n.chosen}};
}

ordered_json navigator_json(const AppState& s) {
    const NavigatorState& n = s.navigator;
    if (n.file.empty() && !n.drawer && !shows_navigator(s)) return nullptr;
    ordered_json j = navigator_choices(s);
    j["full"] = shows_navigator(s);
    j["lines"] = n.lines.size();
    j["bytes"] = n.lines.bytes();
    j["found_all"] = n.found_all;
    j["measured"] = n.measured;
    j["bad"] = n.bad;
    j["agreed"] = n.agreed;
    j["shown"] = n.shown();
    j["done"] = n.done() && is_settled(n);
    j["problem"] = n.problem;
    j["other_problem"] = n.other_problem;
    j["words"] = pooled_words(n);
    j["empty"] = empty_words(s);
    j["keys"] = n.keys;
    ordered_json rows = ordered_json::array();
    for (std::size_t k = 0; k < std::min<std::size_t>(20, n.shown()); ++k) {
        const survey::LineRecord& line = n.lines.at(n.order->lines[k]);
        ordered_json row{{"line", line.line}};
        for (const survey::Measure& m : survey::measures())
            if (const auto value = m.value(line, judged_model(n))) row[std::string(m.id)] = *value;
        if (line.parting >= 0) row["parting_words"] = {parting_word(n, line, 0), parting_word(n, line, 1)};
        rows.push_back(std::move(row));
    }
    j["rows"] = std::move(rows);
    const bool chosen = n.chosen >= 0 && n.chosen < static_cast<int>(n.lines.size());
    j["chosen_line"] =
        chosen ? ordered_json(n.lines.at(static_cast<std::size_t>(n.chosen)).line) : ordered_json();
    ordered_json bad = ordered_json::array();
    for (const auto& [line, problem] : n.problems) bad.push_back({{"line", line}, {"problem", problem}});
    j["bad_lines"] = std::move(bad);
    return j;
}

void navigator_from_json(const json& j, AppState& s) {
    NavigatorChoices read;
    const auto text = [&](const char* key, std::string& to) {
        if (const auto at = j.find(key); at != j.end() && at->is_string()) to = at->get<std::string>();
    };
    const auto flag = [&](const char* key, bool& to) {
        if (const auto at = j.find(key); at != j.end() && at->is_boolean()) to = at->get<bool>();
    };
    const auto whole = [&](const char* key, int low, int& to) {
        if (const auto at = j.find(key); at != j.end() && at->is_number_integer())
            to = std::max(low, at->get<int>());
    };
    if (j.is_object()) {
        text("file", read.file);
        text("other", read.other);
        text("head", read.head);
        text("sort", read.sort);
        text("query", read.query);
        flag("drawer", read.drawer);
        flag("against", read.against);
        flag("turned", read.turned);
        whole("sort_model", -1, read.sort_model);
        whole("chosen", -1, read.chosen);
        read.sort_model = std::min(read.sort_model, survey::most_models - 1);
        if (const auto at = j.find("chips"); at != j.end() && at->is_array())
            for (const json& chip : *at)
                if (chip.is_string() && read.chips.size() < 20) read.chips.push_back(chip.get<std::string>());
    }
    NavigatorState fresh;
    static_cast<NavigatorChoices&>(fresh) = std::move(read);
    fresh.turn = s.navigator.turn + 1;
    fresh.file_turn = s.navigator.file_turn + 1;
    s.navigator = std::move(fresh);
}

} // namespace heed
