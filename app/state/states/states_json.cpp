// Step's states in the dump of the state, and read back from a session.
#include "app/state/states/states.h"

#include "app/state/fields.h"

#include <array>

namespace heed {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json place(PathPlace p) {
    if (p.column < 0) return nullptr;
    return {{"path", p.decoder ? "decoder" : "encoder"}, {"column", p.column}};
}

constexpr std::array sides = {"encoder", "decoder"};

template <class Fields, class T>
void setting_fields(Fields fields, T& t) {
    fields.flag("shown", t.shown);
    fields.name("encoder", state_kind_names, t.encoder);
    fields.number("row", -1, 63, t.row);
    fields.name("distance", distance_names, t.distance);
    fields.name("source", bank_source_names, t.source);
    fields.text("file", t.file);
    fields.number("offset", -1, 1, t.offset);
}

ordered_json path_to_json(const StatePath& path) {
    ordered_json points = ordered_json::array();
    for (Eigen::Index k = 0; k < path.points.cols(); ++k)
        points.push_back({path.points(0, k), path.points(1, k)});
    return {{"states", path.count()},
            {"before", path.before.cols()},
            {"dimensions", path.dimensions},
            {"share", {path.plane.share(0), path.plane.share(1)}},
            {"points", points}};
}

ordered_json near_to_json(const StatesState& t) {
    ordered_json all = ordered_json::array();
    if (!t.near.order.bank) return all;
    for (const analysis::NearState& state : t.near.states)
        all.push_back({{"text", (*t.near.order.bank)[static_cast<std::size_t>(state.sentence)]->text},
                       {"column", state.column},
                       {"distance", state.distance}});
    return all;
}

} // namespace

ordered_json state_settings_to_json(const StatesOptions& t) {
    return {{"shown", t.shown},
            {"encoder", state_kind_names[static_cast<std::size_t>(t.encoder)]},
            {"row", t.row},
            {"distance", distance_names[static_cast<std::size_t>(t.distance)]},
            {"source", t.source ? ordered_json(bank_source_names[static_cast<std::size_t>(*t.source)])
                                : ordered_json()},
            {"file", t.file},
            {"offset", t.offset}};
}

ordered_json state_choices_to_json(const AppState& s) {
    ordered_json j = state_settings_to_json(s.states);
    j["side"] = s.states.decoder ? "decoder" : "encoder";
    return j;
}

ordered_json states_to_json(const AppState& s) {
    const StatesState& t = s.states;
    ordered_json j = state_choices_to_json(s);
    if (!shows_states(s)) return j;
    j["place"] = place(place_looked_at(s));
    j["bank"] = {{"source", name_of(bank_source_names, bank_source(s))},
                 {"runs", t.runs.size()},
                 {"sentences", bank_of(s) ? bank_of(s)->size() : 0},
                 {"states", t.bank.states},
                 {"bad", t.bank.bad},
                 {"done", t.bank.done},
                 {"full", t.bank.full},
                 {"problem", t.bank.problem}};
    j["near"] = near_to_json(t);
    if (t.paths && t.paths->order.trace == s.trace) {
        j["paths"] = {{"encoder", path_to_json(t.paths->encoder)},
                      {"decoder", path_to_json(t.paths->decoder)}};
    }
    return j;
}

void states_from_json(const json& j, StatesOptions& t) {
    if (!j.is_object()) return;
    const analysis::StateKind before = t.encoder;
    setting_fields(FieldReader{j}, t);
    if (t.encoder == analysis::StateKind::Decoder) t.encoder = before;
}

void states_from_json(const json& j, StatesChoices& t) {
    if (!j.is_object()) return;
    states_from_json(j, static_cast<StatesOptions&>(t));
    FieldReader{j}.name("side", sides, t.decoder);
}

void states_from_json(const json& j, AppState& s) {
    StatesChoices& choices = s.states;
    choices = {};
    states_from_json(j, choices);
}

} // namespace heed
