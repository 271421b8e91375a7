// The atlas of heads in dumps and sessions.
#include "app/figures/heads/seen.h"
#include "app/state/heads/heads.h"
#include "app/state/names.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Ordered = nlohmann::ordered_json;

Ordered head_place(const HeadReport& report, int number) {
    if (number < 0) return nullptr;
    const Site& site = report.all[static_cast<std::size_t>(number)].head.site;
    return {{"layer", site.layer}, {"head", site.head}};
}

/// The number of a name; -1: it is none of them.
template <class Names>
int named_number(const Names& names, const nlohmann::json& json, const char* key) {
    const auto at = json.find(key);
    if (at == json.end() || !at->is_string()) return -1;
    const auto found = std::find(names.begin(), names.end(), at->get<std::string>());
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

std::string text_or_none(const nlohmann::json& json, const char* key) {
    const auto at = json.find(key);
    return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

bool is_on(const nlohmann::json& json, const char* key) {
    const auto at = json.find(key);
    return at != json.end() && *at == true;
}

void choice_from_json(const nlohmann::json& json, HeadsLook& look) {
    const auto at = json.find("chosen");
    if (at == json.end() || !at->is_object()) return;
    const auto layer = at->find("layer"), head = at->find("head");
    if (layer == at->end() || head == at->end()) return;
    if (!layer->is_number_integer() || !head->is_number_integer()) return;
    look.layer = std::clamp(layer->get<int>(), -1, 1000);
    look.head = std::clamp(head->get<int>(), -1, 1000);
}

/// What the view made of what was chosen, and of what was measured.
Ordered seen_json(const AppState& s, const HeadReport& report) {
    const atlas::Seen seen = atlas::seen(report, s.heads.look);
    Ordered json = {{"over", report.over},
                    {"kind", name_of(head_kind_names, seen.kind)},
                    {"reading", name_of(head_reading_names, seen.reading)},
                    {"measure", seen.measure->id},
                    {"heads", seen.all.size()},
                    {"best", head_place(report, seen.best)},
                    {"looked_at", head_place(report, seen.chosen)}};
    json["with_best"] = Ordered::array();
    for (const int h : seen.members) json["with_best"].push_back(head_place(report, h));
    const heads::Type* type = seen.chosen >= 0 ? seen.type(seen.chosen) : nullptr;
    json["type"] = type ? Ordered(type->id) : Ordered();
    return json;
}

} // namespace

nlohmann::ordered_json heads_choices(const AppState& s) {
    const HeadsState& h = s.heads;
    Ordered json = {
        {"shown", h.shown},
        {"kind", name_of(head_kind_names, h.look.kind)},
        {"reading", h.look.reading ? Ordered(name_of(head_reading_names, *h.look.reading)) : Ordered()},
        {"measure", h.look.measure},
        {"order", name_of(head_order_names, h.look.order)},
        {"chosen", nullptr},
        {"over_file", h.over_file},
        {"file", h.file}};
    if (h.look.layer >= 0) json["chosen"] = {{"layer", h.look.layer}, {"head", h.look.head}};
    return json;
}

nlohmann::ordered_json heads_json(const AppState& s) {
    const HeadsState& h = s.heads;
    Ordered json = heads_choices(s);
    json["shown"] = shows_heads(s);
    json["words"] = shows_heads(s) ? heads_words(s) : "";
    json["measuring"] = measures_heads(s);
    if (!h.file_problem.empty()) json["problem"] = h.file_problem;
    if (h.corpus && h.bad > 0) {
        json["bad"] = h.bad;
        json["first_bad"] = h.first_bad;
    }
    const auto report = heads_shown(s);
    json["seen"] = report ? seen_json(s, *report) : Ordered();
    return json;
}

void heads_from_json(const nlohmann::json& json, AppState& s) {
    stop_measuring_heads(s);
    HeadsState& h = s.heads;
    const int turn = h.file_turn;
    HeadsState next;
    next.file_turn = turn + 1;
    next.asked_run = h.asked_run; // what is known of the run stays
    next.known = h.known;
    next.of_model = s.model_id; // a session says over what is measured
    next.left = std::move(h.left);
    h = std::move(next);
    if (!json.is_object()) return;
    h.shown = is_on(json, "shown");
    if (const int kind = named_number(head_kind_names, json, "kind"); kind >= 0)
        h.look.kind = static_cast<heads::Kind>(kind);
    if (const int reading = named_number(head_reading_names, json, "reading"); reading >= 0)
        h.look.reading = static_cast<heads::Reading>(reading);
    if (const int order = named_number(head_order_names, json, "order"); order >= 0)
        h.look.order = static_cast<AtlasOrder>(order);
    if (const std::string measure = text_or_none(json, "measure"); is_atlas_measure(measure))
        h.look.measure = measure;
    choice_from_json(json, h.look);
    h.file = text_or_none(json, "file");
    h.over_file = is_on(json, "over_file") && !h.file.empty();
}

} // namespace heed
