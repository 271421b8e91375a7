// Changed heads in dumps and sessions. The changes themselves stand with the other edits of the run.
#include "app/state/heads/head_off.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Ordered = nlohmann::ordered_json;

Ordered number_or_none(const std::optional<double>& value) { return value ? Ordered(*value) : Ordered(); }

Ordered columns_json(const HeadOffWork& work) {
    Ordered all = Ordered::array();
    for (const HeadOffColumn& column : work.columns)
        all.push_back({{"model", column.model},
                       {"changed", column.changed},
                       {"before", column.word < 0 ? Ordered() : Ordered(column.before)},
                       {"now", number_or_none(column.now)}});
    return all;
}

Ordered shifts_json(const HeadOffWork& work) {
    constexpr std::size_t most = 8;
    Ordered all = Ordered::array();
    for (std::size_t n = 0; n < std::min(most, work.shifts.size()); ++n) {
        const HeadOffShift& shift = work.shifts[n];
        all.push_back(
            {{"head", to_string(HeadPlace{shift.head.kind, shift.head.site.layer, shift.head.site.head})},
             {"bits", shift.bits},
             {"words", shift.words}});
    }
    return all;
}

Ordered work_json(const HeadOffWork& work) {
    Ordered json = {{"words", work.words},
                    {"differ", work.differ},
                    {"log_prob", work.model->log_prob},
                    {"forced", work.forced_log_prob},
                    {"written", work.changed->log_prob},
                    {"columns", columns_json(work)},
                    {"shifts", shifts_json(work)},
                    {"heads", Ordered::object()}};
    for (const auto& [place, taken] : work.taken) {
        Ordered& one = json["heads"][to_string(place)];
        one = Ordered::object();
        if (!taken.empty() && taken.front())
            one = {{"changed", taken.front()->changed}, {"read", taken.front()->read}};
        if (const auto notes = work.notes.find(place); notes != work.notes.end())
            one["notes"] = notes->second;
    }
    return json;
}

Ordered costs_json(const HeadCosts& costs) {
    Ordered json = Ordered::object();
    for (const heads::Cost& cost : costs.all) json[to_string(cost.place)] = cost.nats;
    return json;
}

Ordered score_json(const heads::PairsScore& score) {
    return {{"pairs", score.pairs}, {"per_output", score.per_output()}, {"exact", score.exact}};
}

} // namespace

nlohmann::ordered_json head_off_choices(const AppState& s) {
    const HeadOffState& h = s.head_off;
    return {{"word", h.word},
            {"above", h.above ? Ordered(to_string(*h.above)) : Ordered()},
            {"every", h.every},
            {"input", h.input}};
}

nlohmann::ordered_json head_off_json(const AppState& s) {
    const HeadOffState& h = s.head_off;
    Ordered json = head_off_choices(s);
    json["shown"] = shows_head_off(s);
    json["new"] = head_off_is_new(s);
    json["words"] = shows_head_off(s) ? head_off_words(s) : "";
    json["problem"] = shows_head_off(s) ? head_off_problem(s) : "";
    json["options"] = head_options(s);
    const auto work = head_off_shown(s);
    json["work"] = work && shows_head_off(s) ? work_json(*work) : Ordered();
    json["costs"] = h.costs && shows_head_off(s) ? costs_json(*h.costs) : Ordered();
    json["measuring"] = h.costs_progress != nullptr;
    json["pairs"] = nullptr;
    if (h.pairs && h.pairs->order == h.pairs_asked)
        json["pairs"] = {{"model", score_json(h.pairs->model)},
                         {"changed", score_json(h.pairs->changed)},
                         {"bad", h.pairs->bad}};
    json["steps"] = Ordered::array();
    for (const HeadOffStep& step : head_off_steps(s))
        json["steps"].push_back({{"number", step.number},
                                 {"name", step.name},
                                 {"log_prob", number_or_none(step.log_prob)},
                                 {"now", step.now}});
    return json;
}

void head_off_from_json(const nlohmann::json& json, AppState& s) {
    HeadOffState& h = s.head_off;
    h.atlas = h.asks_input = false;
    h.word = -1;
    h.above.reset();
    h.every = true;
    h.input.clear();
    h.scroll = 0;
    if (!json.is_object()) return;
    if (const auto at = json.find("word"); at != json.end() && at->is_number_integer())
        h.word = static_cast<int>(std::clamp<std::int64_t>(at->get<std::int64_t>(), -1, 100000));
    if (const auto at = json.find("above"); at != json.end() && at->is_string())
        h.above = find_head_place(at->get<std::string>());
    if (const auto at = json.find("every"); at != json.end()) h.every = *at != false;
    if (const auto at = json.find("input"); at != json.end() && at->is_string())
        h.input = at->get<std::string>();
}

} // namespace heed
