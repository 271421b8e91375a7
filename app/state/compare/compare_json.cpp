// The Compare workspace in the dump of the state, and read back from a session.
#include "app/state/compare/compare.h"

#include "core/analysis/meaning/meaning_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::array kinds = {"functions", "models", "inputs", "forced", "heads"};

ordered_json cell(const CompareCell& c) {
    if (c == CompareCell{}) return nullptr;
    return {{"panel", c.panel}, {"row", c.row}, {"column", c.column}};
}

ordered_json pinned_json(const CompareChoices& c) {
    ordered_json j = cell(c.pinned);
    if (!j.is_null()) j["words"] = c.pinned_in_words;
    return j;
}

ordered_json panel(const PanelState& p) {
    ordered_json j = {{"key", p.order.key},         {"title", p.order.title}, {"model", p.order.model},
                      {"head", p.figure.head},      {"waiting", p.waiting},   {"problem", p.figure.problem},
                      {"pending", p.figure.pending}};
    if (!p.figure.trace || p.waiting) return j;
    const Trace& trace = *p.figure.trace;
    j["input"] = trace.source_text;
    j["columns"] = trace.source_length();
    j["output"] = trace.target_text;
    j["log_prob"] = trace.log_prob;
    const analysis::Judgement& judged = p.figure.judged;
    j["gold"] = judged.has_gold;
    j["right"] = judged.has_gold ? ordered_json(judged.right) : ordered_json(nullptr);
    const auto rate = [](const auto& counts) {
        const auto value = counts ? counts->error_rate() : std::nullopt;
        return value ? ordered_json(*value) : ordered_json(nullptr);
    };
    j["aer"] = rate(judged.own);
    j["aer_forced"] =
        judged.alignment ? rate(std::optional(judged.alignment->shift0)) : ordered_json(nullptr);
    j["note"] = p.figure.note;
    j["tau"] = nullptr;
    if (const auto& m = p.figure.meaning)
        j["tau"] = {{"gradient", to_json(m->gradient)},
                    {"leave_one_out", to_json(m->left_out)},
                    {"shuffled", to_json(m->shuffled)},
                    {"none", m->none},
                    {"other_run", m->other_run}};
    return j;
}

void read_int(const json& j, const char* key, int low, int high, int& into) {
    const auto found = j.find(key);
    if (found == j.end() || !found->is_number_integer()) return;
    const auto value = found->get<std::int64_t>();
    if (value >= low && value <= high) into = static_cast<int>(value);
}

void read_flag(const json& j, const char* key, bool& into) {
    if (const auto found = j.find(key); found != j.end() && found->is_boolean()) into = found->get<bool>();
}

void read_text(const json& j, const char* key, std::string& into) {
    if (const auto found = j.find(key); found != j.end() && found->is_string())
        into = found->get<std::string>();
}

} // namespace

ordered_json compare_choices_to_json(const CompareChoices& c) {
    ordered_json difference = nullptr;
    if (c.difference_a >= 0) difference = {{"a", c.difference_a}, {"b", c.difference_b}};
    return {{"what", kinds[static_cast<std::size_t>(c.what)]},
            {"shared", c.shared},
            {"other_model", c.other_model},
            {"other_input", c.other_input},
            {"other_typed", c.other_typed},
            {"target", c.target},
            {"turned", c.turned},
            {"heads", c.heads},
            {"pinned", pinned_json(c)},
            {"difference", difference},
            {"align", c.by_position ? "position" : "token"},
            {"forced_rows", c.forced_rows},
            {"enlarged", c.enlarged}};
}

ordered_json compare_choices_to_json(const AppState& s) {
    ordered_json j = compare_choices_to_json(static_cast<const CompareChoices&>(s.compare));
    j["first_chip"] = s.compare.first_chip;
    return j;
}

ordered_json compare_to_json(const AppState& s) {
    const CompareState& c = s.compare;
    const std::vector<CompareMember> members = compare_members(s);
    const std::vector<bool> is_shown = shown_members(s, members);
    ordered_json all = ordered_json::array(), shown = ordered_json::array(), panels = ordered_json::array();
    for (std::size_t n = 0; n < members.size(); ++n) {
        all.push_back(members[n].key);
        if (is_shown[n]) shown.push_back(members[n].key);
    }
    for (const PanelState& p : c.panels) panels.push_back(panel(p));
    ordered_json j = compare_choices_to_json(s);
    j.update({{"functions", all},
              {"shown", shown},
              {"hover", cell(c.hover)},
              {"rows", revealed_outputs(s)},
              {"second_input", second_input(s)},
              {"temperature", s.edits.temperature},
              {"changes", changes_words(s)},
              {"panels", panels}});
    return j;
}

void compare_from_json(const json& j, CompareChoices& c) {
    if (!j.is_object()) return;
    std::string what;
    read_text(j, "what", what);
    if (const auto kind = std::find(kinds.begin(), kinds.end(), what); kind != kinds.end())
        c.what = static_cast<CompareWhat>(kind - kinds.begin());
    read_flag(j, "shared", c.shared);
    read_text(j, "other_model", c.other_model);
    read_text(j, "other_input", c.other_input);
    read_text(j, "target", c.target);
    read_flag(j, "turned", c.turned);
    if (const auto heads = j.find("heads"); heads != j.end() && heads->is_object())
        for (const auto& [key, head] : heads->items())
            if (head.is_string()) c.heads[key] = head.get<std::string>();
    if (const auto at = j.find("pinned"); at != j.end() && at->is_object()) {
        read_int(*at, "panel", 0, most_compare_panels - 1, c.pinned.panel);
        read_int(*at, "row", -1, 1'000'000, c.pinned.row);
        read_int(*at, "column", -1, 1'000'000, c.pinned.column);
        read_flag(*at, "words", c.pinned_in_words);
    }
    if (const auto pair = j.find("difference"); pair != j.end() && pair->is_object()) {
        int a = -1, b = -1;
        read_int(*pair, "a", 0, most_compare_panels - 1, a);
        read_int(*pair, "b", 0, most_compare_panels - 1, b);
        if (a >= 0 && b > a) c.difference_a = a, c.difference_b = b;
    }
    c.other_typed = !c.other_input.empty(); // as sessions were written before it was said
    read_flag(j, "other_typed", c.other_typed);
    std::string align;
    read_text(j, "align", align);
    c.by_position = align == "position";
    read_flag(j, "forced_rows", c.forced_rows);
    read_text(j, "enlarged", c.enlarged);
}

void compare_from_json(const json& j, AppState& s) {
    s.compare = {};
    compare_from_json(j, s.compare);
    read_int(j, "first_chip", 0, 100, s.compare.first_chip);
}

} // namespace heed
