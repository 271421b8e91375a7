// Step's states in the dump of the state, and read back from a session.
#include "app/state/states/trajectory.h"

#include "app/state/names.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json place(PathPlace p) {
    if (p.column < 0) return nullptr;
    return {{"path", p.decoder ? "decoder" : "encoder"}, {"column", p.column}};
}

template <std::size_t N>
int index_of(const json& j, const char* key, const std::array<const char*, N>& names) {
    const auto found = j.find(key);
    if (found == j.end() || !found->is_string()) return -1;
    const auto name = std::find(names.begin(), names.end(), found->get<std::string>());
    return name == names.end() ? -1 : static_cast<int>(name - names.begin());
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

ordered_json near_to_json(const TrajectoryState& t) {
    ordered_json all = ordered_json::array();
    if (!t.near.order.bank) return all;
    for (const analysis::NearState& state : t.near.states)
        all.push_back({{"text", (*t.near.order.bank)[static_cast<std::size_t>(state.sentence)]->text},
                       {"column", state.column},
                       {"distance", state.distance}});
    return all;
}

} // namespace

ordered_json trajectory_to_json(const TrajectoryChoices& t) {
    return {{"shown", t.shown},
            {"encoder", state_kind_names[static_cast<std::size_t>(t.encoder)]},
            {"row", t.row},
            {"distance", distance_names[static_cast<std::size_t>(t.distance)]},
            {"source", t.source ? ordered_json(bank_source_names[static_cast<std::size_t>(*t.source)])
                                : ordered_json()},
            {"file", t.file},
            {"offset", t.offset},
            {"side", t.decoder ? "decoder" : "encoder"}};
}

ordered_json trajectory_to_json(const AppState& s) {
    const TrajectoryState& t = s.trajectory;
    ordered_json j = trajectory_to_json(static_cast<const TrajectoryChoices&>(t));
    if (!shows_states(s)) return j;
    j["place"] = place(place_looked_at(s));
    j["bank"] = {{"source", bank_source_names[static_cast<std::size_t>(bank_source(s))]},
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

void trajectory_from_json(const json& j, TrajectoryChoices& t) {
    if (!j.is_object()) return;
    if (const auto shown = j.find("shown"); shown != j.end() && shown->is_boolean())
        t.shown = shown->get<bool>();
    if (const int kind = index_of(j, "encoder", state_kind_names); kind > 0)
        t.encoder = static_cast<analysis::StateKind>(kind);
    if (const int distance = index_of(j, "distance", distance_names); distance >= 0)
        t.distance = static_cast<analysis::Distance>(distance);
    if (const int source = index_of(j, "source", bank_source_names); source >= 0)
        t.source = static_cast<BankSource>(source);
    if (const auto row = j.find("row"); row != j.end() && row->is_number_integer() &&
                                        row->get<std::int64_t>() >= -1 && row->get<std::int64_t>() < 64)
        t.row = row->get<int>();
    if (const auto file = j.find("file"); file != j.end() && file->is_string())
        t.file = file->get<std::string>();
    if (const auto offset = j.find("offset");
        offset != j.end() && offset->is_number_integer() && std::abs(offset->get<double>()) <= 1)
        t.offset = offset->get<int>();
    if (const auto side = j.find("side"); side != j.end() && side->is_string())
        t.decoder = side->get<std::string>() != "encoder";
}

} // namespace heed
