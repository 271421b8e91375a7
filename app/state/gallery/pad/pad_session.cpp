// The query pad in a session: where keys and query were, and which score was shown large.
#include "app/state/fields.h"
#include "app/state/gallery/pad/pad.h"
#include "core/attention/query_pad.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace heed {
namespace {

/// [x, y] in units of the pad; none where it is something else.
std::optional<Point> pad_place(const nlohmann::json& json) {
    if (!json.is_array() || json.size() != 2 || !json[0].is_number() || !json[1].is_number())
        return std::nullopt;
    return on_pad(json[0].get<double>(), json[1].get<double>());
}

/// Those that are places, where there are neither too few of them nor too many.
void keys_from_json(const nlohmann::json& json, QueryPad& pad) {
    std::vector<Point> keys;
    for (const nlohmann::json& key : json)
        if (const auto at = pad_place(key)) keys.push_back(*at);
    const int count = static_cast<int>(keys.size());
    if (count >= pad_fewest_keys && count <= attention::pad_most_keys) pad.keys = std::move(keys);
}

} // namespace

nlohmann::ordered_json pad_choices(const AppState& s) {
    const PadState& state = s.gallery.pad;
    if (!state.pad) return nullptr;
    const QueryPad& pad = *state.pad;
    nlohmann::ordered_json json = {{"opened", shows_pad(s)},         {"pinned", state.pinned},
                                   {"phase", state.phase},           {"query", {pad.query.x, pad.query.y}},
                                   {"temperature", pad.temperature}, {"score", pad.now().id}};
    for (const Point& key : pad.keys) json["keys"].push_back({key.x, key.y});
    return json;
}

void pad_from_json(const nlohmann::json& json, AppState& s) {
    PadState& state = s.gallery.pad;
    state = {};
    if (!json.is_object()) return;
    bool opened = false;
    QueryPad pad = first_pad();
    std::string score;
    FieldReader<nlohmann::json> fields{json};
    fields.flag("opened", opened);
    fields.flag("pinned", state.pinned);
    fields.number("phase", 0, pad_phases - 1, state.phase);
    fields.number("temperature", 0.1, 10, pad.temperature);
    fields.text("score", score);
    if (const auto query = pad_place(json.value("query", nlohmann::json()))) pad.query = *query;
    if (const auto keys = json.find("keys"); keys != json.end() && keys->is_array())
        keys_from_json(*keys, pad);
    ask_again(pad, true);
    for (std::size_t n = 0; n < pad.scores.size(); ++n)
        if (pad.scores[n].id == score) pad.score = static_cast<int>(n);
    state.pad = std::make_shared<const QueryPad>(std::move(pad));
    if (opened && s.view == "gallery") open_pad(s);
}

} // namespace heed
