// What Step shows of a what-if, in the dump of the state.
#include "app/state/names.h"
#include "app/state/step/what_if.h"

#include <nlohmann/json.hpp>

namespace heed {

using nlohmann::ordered_json;

ordered_json what_if_to_json(const AppState& s) {
    const WhatIfState& w = s.what_if;
    ordered_json json = {{"arrows", w.arrows},
                         {"every", w.every},
                         {"map", name_of(what_if_map_names, w.map)},
                         {"output", edited_output(s)},
                         {"column", edited_column(s)},
                         {"gesture", s.gesture != 0},
                         {"field",
                          {{"output", w.output},
                           {"column", w.column},
                           {"text", w.text},
                           {"problem", w.problem},
                           {"offered", w.found.size()},
                           {"chosen", w.chosen}}},
                         {"flip",
                          {{"asked", w.flip.request.has_value()},
                           {"busy", w.flip.busy},
                           {"found", w.flip.found},
                           {"shown", preview_of(s) != nullptr},
                           {"output", w.flip.output},
                           {"moved", w.flip.moved},
                           {"token", w.flip.token},
                           {"problem", w.flip.problem}}}};
    json["previewed"] =
        preview_of(s) && w.previewed ? ordered_json(w.previewed->target_text) : ordered_json(nullptr);
    constexpr std::array states = {"pending", "none", "found", "forced"};
    ordered_json fragility = ordered_json::array();
    for (const FragilityMark& mark : fragility_marks(s))
        fragility.push_back({{"state", states[static_cast<std::size_t>(mark.state)]},
                             {"moved", mark.moved},
                             {"to", mark.to},
                             {"token", mark.token}});
    json["fragility"] = fragility;
    const int i = edited_output(s);
    const auto row = [&](Quantity q) {
        ordered_json values = ordered_json::array();
        for (const float a : s.trace->at(q).col(i)) values.push_back(a);
        return values;
    };
    const bool weights = i >= 0 && s.trace->has_weights();
    json["weights"] = weights ? row(Quantity::Weights) : ordered_json(nullptr);
    json["own"] =
        weights && s.trace->has(Quantity::OwnWeights) ? row(Quantity::OwnWeights) : ordered_json(nullptr);
    json["log_prob"] = s.trace ? ordered_json(s.trace->log_prob) : ordered_json(nullptr);
    return json;
}

} // namespace heed
