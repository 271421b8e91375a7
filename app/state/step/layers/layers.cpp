#include "app/state/step/layers/layers.h"

#include "app/state/doctor/doctor.h"
#include "app/state/heads/heads.h"
#include "app/state/step/layers/front.h"
#include "app/state/step/told.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

ShownHeads shown(const AppState& s) { return shown_heads(*s.trace, playhead_of(s), s.layers.front); }

bool can_choose(const AppState& s) { return shows_layers(s) && s.trace && s.trace->outline.total() > 0; }
/// Of a recurrent decoder, too: it has no layers of heads to go through.
bool can_turn(const AppState& s) { return can_choose(s) || heads_in_step(s) > 1; }

// By keys: not what stands behind every head.
bool can_choose_seen(const AppState& s) { return can_choose(s) && !shows_heads(s); }
bool can_turn_seen(const AppState& s) { return can_turn(s) && !shows_heads(s); }
/// A list of inputs goes up and down by the same keys, to its ends and no further.
bool can_change_layer(const AppState& s) { return can_choose_seen(s) && !s.inputs.open(); }
std::string why_no_layer(const AppState& s) {
    return can_choose_seen(s) && s.inputs.open()
               ? "Alt ↑ and Alt ↓ go through the list of inputs while it is open. A click shows a layer."
               : "";
}

/// The next head of the map that has the bars, past the last the first.
template <int by>
void turn_heads(AppState& s) {
    if (const int heads = heads_in_step(s); heads > 1) {
        s.layers.front.cross = (head_in_step(s) + by + heads) % heads;
        return;
    }
    const ShownHeads now = shown(s);
    int& head = now.cross ? s.layers.front.cross : s.layers.front.self;
    head = ((now.cross ? now.of_cross : now.self) + by + now.heads) % now.heads;
}

template <int by>
void turn_layers(AppState& s) {
    const ShownHeads now = shown(s);
    s.layers.front.layer = std::clamp(now.layer + by, 0, now.layers - 1);
}

EffectList bring_head(AppState& s, const Command& c) {
    if (!can_turn(s)) return {};
    (c.i == 1 ? s.layers.front.cross : s.layers.front.self) = std::max(0, c.j);
    return {};
}

/// The same once more: the newest sub-step's again.
EffectList show_layer(AppState& s, const Command& c) {
    if (!can_choose(s)) return {};
    const bool again = s.layers.front.layer == c.i;
    s.layers.front.layer = again ? -1 : std::clamp(c.i, -1, shown(s).layers - 1);
    return {};
}

EffectList follow_layer(AppState& s) {
    s.layers.front.layer = -1;
    return {};
}

std::optional<MapReading> find_map_reading(std::string_view id) {
    const auto found = std::find(std::begin(map_reading_ids), std::end(map_reading_ids), id);
    if (found == std::end(map_reading_ids)) return std::nullopt;
    return static_cast<MapReading>(found - std::begin(map_reading_ids));
}

EffectList read_maps(AppState& s, const Command& c) {
    if (const auto read = find_map_reading(c.text); read && can_choose(s)) s.layers.front.read = *read;
    return {};
}

template <MapReading read>
void read_maps_as(AppState& s) {
    s.layers.front.read = read;
}

bool has_left(const AppState& s) { return shows_layers(s) && s.layers.front.layer >= 0; }

} // namespace

bool shows_layers(const AppState& s) {
    return s.view == "step" && !s.weights_only() && is_transformer(s.facts);
}

bool shows_stream(const AppState& s) { return shows_layers(s) && s.states.shown && !s.lecture.on; }

void reset_layers(AppState& s, Fresh fresh) {
    if (fresh == Fresh::Model) s.layers = {};
}

bool leave_layer(AppState& s) {
    if (!has_left(s)) return false;
    s.layers.front.layer = -1;
    return true;
}

Rows layers_commands() {
    constexpr const char* words = "transformer attention multi-head in front";
    constexpr auto group = "Heads and layers";
    Rows rows = recorded_all<Records::Nothing>(
        {{"head-before", "Bring the head before to the front", keys("Alt+Left"), group, false, can_turn_seen,
          plain<turn_heads<-1>>, words},
         {"head-after", "Bring the next head to the front", keys("Alt+Right"), group, false, can_turn_seen,
          plain<turn_heads<1>>, words},
         explained<why_no_layer>({"layer-above", "Show the maps of the layer above", keys("Alt+Up"), group,
                                  false, can_change_layer, plain<turn_layers<1>>, words}),
         explained<why_no_layer>({"layer-below", "Show the maps of the layer below", keys("Alt+Down"), group,
                                  false, can_change_layer, plain<turn_layers<-1>>, words}),
         {"layer-newest", "Follow the layer of the newest sub-step", keys(), group, false, has_left,
          plain<follow_layer>, words},
         {"maps-head", "Maps of one head: its weights", keys(), group, false, can_choose_seen,
          plain<read_maps_as<MapReading::Head>>, words},
         {"maps-weighted", "Maps of one head: each weight times what it brings", keys(), group, false,
          can_choose_seen, plain<read_maps_as<MapReading::Weighted>>, "transformer value norm"},
         {"maps-mean", "Maps of the mean of a layer's heads", keys(), group, false, can_choose_seen,
          plain<read_maps_as<MapReading::Mean>>, words},
         {"maps-rollout", "Maps of the rollout through all layers", keys(), group, false, can_choose_seen,
          plain<read_maps_as<MapReading::Rollout>>, "transformer attention flow"},
         hidden("read-maps", read_maps, {text("reading")}),
         hidden("bring-head", bring_head, {flag("source"), whole("head", &Command::j)}),
         hidden("show-layer", show_layer, {whole("layer", &Command::i)})});
    for (CommandInfo& row : told_commands()) rows.push_back(std::move(row));
    return rows;
}

nlohmann::ordered_json layers_choices(const AppState& s) {
    const HeadsInFront& front = s.layers.front;
    return {{"layer", front.layer},
            {"self", front.self},
            {"cross", front.cross},
            {"read", map_reading_ids[static_cast<std::size_t>(front.read)]}};
}

nlohmann::ordered_json layers_json(const AppState& s) {
    nlohmann::ordered_json json = layers_choices(s);
    if (const int heads = heads_in_step(s); heads > 0)
        json["shown"] = {{"cross", head_in_step(s)}, {"heads", heads}};
    if (!can_choose(s)) return json;
    const ShownHeads now = shown(s);
    json["shown"] = {{"layer", now.layer}, {"layers", now.layers},  {"source", now.cross},
                     {"self", now.self},   {"cross", now.of_cross}, {"heads", now.heads}};
    return json;
}

void layers_from_json(const nlohmann::json& json, AppState& s) {
    s.layers = {};
    if (!json.is_object()) return;
    const auto number = [&](const char* key, int& place) {
        const auto at = json.find(key);
        if (at != json.end() && at->is_number_integer()) place = std::clamp(at->get<int>(), -1, 1000);
    };
    number("layer", s.layers.front.layer);
    number("self", s.layers.front.self);
    number("cross", s.layers.front.cross);
    if (const auto read = json.find("read"); read != json.end() && read->is_string())
        s.layers.front.read = find_map_reading(read->get<std::string>()).value_or(MapReading::Head);
}

} // namespace heed
