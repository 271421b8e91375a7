#include "app/state/gallery/transformer/card_look.h"

#include "app/figures/transformer/card/card.h"
#include "app/state/gallery/gallery.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

constexpr std::string_view reading_names[] = {"head", "mean", "rollout"};  // as in MapsReadWith
constexpr std::string_view heads_of_names[] = {"source", "past", "cross"}; // as in HeadsOf

const transformer::Config& card_config(const AppState& s) { return transformer_facts(s.facts).config; }

int layers_there(const AppState& s, HeadsOf of) {
    return of == HeadsOf::Source ? card_config(s).encoder.layers : card_config(s).decoder.layers;
}
int heads_there(const AppState& s, HeadsOf of) {
    return of == HeadsOf::Source ? card_config(s).encoder.heads : card_config(s).decoder.heads;
}

/// The next head of the layer, past the last the first.
template <int by>
void turn_card_heads(AppState& s) {
    CardHead now = card_head(s);
    const int heads = heads_there(s, now.of);
    now.head = (now.head + by + heads) % heads;
    s.gallery.transformer.chosen = now;
}

/// One row of heads down or up; past the last of a group into the next.
template <int by>
void turn_card_layers(AppState& s) {
    CardHead now = card_head(s);
    now.layer += by;
    int of = static_cast<int>(now.of);
    if (now.layer < 0 && of > 0) {
        now.of = static_cast<HeadsOf>(--of);
        now.layer = layers_there(s, now.of) - 1;
    } else if (now.layer >= layers_there(s, now.of) && of < 2) {
        now.of = static_cast<HeadsOf>(++of);
        now.layer = 0;
    }
    now.layer = std::clamp(now.layer, 0, layers_there(s, now.of) - 1);
    now.head = std::min(now.head, heads_there(s, now.of) - 1);
    s.gallery.transformer.chosen = now;
}

EffectList choose_card_head(AppState& s, const Command& c) {
    if (!shows_transformer_card(s)) return {};
    const auto name = std::find(std::begin(heads_of_names), std::end(heads_of_names), c.text);
    if (name == std::end(heads_of_names)) return {};
    const auto of = static_cast<HeadsOf>(name - std::begin(heads_of_names));
    s.gallery.transformer.chosen = {of, std::clamp(c.i, 0, layers_there(s, of) - 1),
                                    std::clamp(c.j, 0, heads_there(s, of) - 1)};
    return {};
}

template <MapsReadWith read>
void read_with(AppState& s) {
    s.gallery.transformer.read = read;
}

EffectList switch_positions(AppState& s, const Command& c) {
    const std::string name = twin_with_positions(s, c.i != 0);
    if (name.empty() || name == s.facts.name) return {};
    return update(s, {"load", name});
}

} // namespace

bool shows_transformer_card(const AppState& s) { return shows_mechanism(s) && has_transformer_card(s.facts); }

CardHead card_head(const AppState& s) { return shown_card_head(s.facts, s.gallery.transformer.chosen); }

std::string twin_with_positions(const AppState& s, bool positions) {
    if (!has_transformer_card(s.facts)) return {};
    const bool now = card_config(s).positions != transformer::Positions::None;
    if (now == positions) return s.facts.name;
    const std::string name = s.facts.task + "/transformer" + (positions ? "" : "-no-positions");
    const bool there =
        std::any_of(s.models.begin(), s.models.end(), [&](const ModelChoice& m) { return m.name == name; });
    return there ? name : std::string();
}

std::shared_ptr<const Board> transformer_card_board(const AppState& s) {
    const auto board = s.gallery.board_of<TransformerBoard>();
    if (!board) return s.gallery.board;
    auto looked = std::make_shared<TransformerBoard>(*board);
    looked->look = s.gallery.transformer;
    return looked;
}

Rows transformer_card_commands() {
    constexpr std::string_view gallery = "Gallery";
    constexpr const char* words = "transformer attention multi-head";
    return recorded_all<Records::Nothing>(
        {{"card-head-before", "Look at the head before", keys("Alt+Left"), gallery, false,
          shows_transformer_card, plain<turn_card_heads<-1>>, words},
         {"card-head-after", "Look at the next head", keys("Alt+Right"), gallery, false,
          shows_transformer_card, plain<turn_card_heads<1>>, words},
         {"card-layer-above", "Look at the row of heads above", keys("Alt+Up"), gallery, false,
          shows_transformer_card, plain<turn_card_layers<-1>>, words},
         {"card-layer-below", "Look at the row of heads below", keys("Alt+Down"), gallery, false,
          shows_transformer_card, plain<turn_card_layers<1>>, words},
         {"read-one-head", "Read the maps with one head", keys(), gallery, false, shows_transformer_card,
          plain<read_with<MapsReadWith::Head>>, words},
         {"read-mean", "Read the maps with the mean of the heads", keys(), gallery, false,
          shows_transformer_card, plain<read_with<MapsReadWith::Mean>>, words},
         {"read-rollout", "Read the maps with rollout, through all layers", keys(), gallery, false,
          shows_transformer_card, plain<read_with<MapsReadWith::Rollout>>, words},
         hidden("card-head", choose_card_head,
                {text("of"), whole("layer", &Command::i), whole("head", &Command::j)}),
         hidden("card-positions", switch_positions, {flag("positions")})});
}

nlohmann::ordered_json transformer_card_json(const AppState& s) {
    const TransformerCardLook& look = s.gallery.transformer;
    nlohmann::ordered_json json = {{"of", heads_of_names[static_cast<std::size_t>(look.chosen.of)]},
                                   {"layer", look.chosen.layer},
                                   {"head", look.chosen.head},
                                   {"read", reading_names[static_cast<std::size_t>(look.read)]}};
    return json;
}

void transformer_card_from_json(const nlohmann::json& json, AppState& s) {
    TransformerCardLook& look = s.gallery.transformer;
    look = {};
    if (!json.is_object()) return;
    const auto named = [&](const char* key, const auto& names, auto& place) {
        const auto at = json.find(key);
        if (at == json.end() || !at->is_string()) return;
        const auto name = std::find(std::begin(names), std::end(names), at->template get<std::string>());
        if (name != std::end(names))
            place = static_cast<std::remove_reference_t<decltype(place)>>(name - std::begin(names));
    };
    named("of", heads_of_names, look.chosen.of);
    named("read", reading_names, look.read);
    const auto number = [&](const char* key, int& place) {
        const auto at = json.find(key);
        if (at != json.end() && at->is_number_integer()) place = std::clamp(at->get<int>(), -1, 1000);
    };
    number("layer", look.chosen.layer);
    number("head", look.chosen.head);
}

} // namespace heed
