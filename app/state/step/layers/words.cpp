#include "app/state/step/layers/words.h"

#include "app/figures/transformer/words.h"
#include "app/state/heads/heads.h"
#include "app/state/search/search.h"
#include "app/state/step/layers/layers.h"
#include "app/state/units.h"
#include "core/trace/partial.h"

#include <nlohmann/json.hpp>

namespace heed {
namespace {

bool shows_columns(const AppState& s) { return shows_layers(s) && !shows_heads(s); }

bool any_pieces(const AppState& s) { return s.pieces || (s.comparing() && s.compare.pieces); }

std::string why_no_words(const AppState& s) {
    if (!s.trace || s.input.empty() || s.weights_only()) return {};
    if (!any_pieces(s))
        return "This model reads " + std::string(read_unit(s).many) + ": there are no pieces to fold.";
    return "Pieces are shown as words in Step of a Transformer, among its heads, in Search and in Compare.";
}

void turn_words(AppState& s) {
    const bool on = !(shows_columns(s) ? s.words.columns : s.words.maps);
    s.words = {.columns = on, .maps = on}; // one switch: the next view is as this one is left
    s.hover = {};
    s.canvas_scroll = -1;
}

} // namespace

bool has_words_switch(const AppState& s) {
    const bool there =
        s.comparing() || shows_columns(s) || shows_heads(s) || (s.searching() && search_pair(s).first);
    return there && s.trace && !s.input.empty() && !s.weights_only() && any_pieces(s);
}

bool shows_words(const AppState& s) {
    return has_words_switch(s) && !has_open_place(*s.trace) && // what is being written has no last word yet
           (shows_columns(s) ? s.words.columns : s.words.maps);
}

std::optional<RunWords> words_in_step(const AppState& s) {
    return s.trace && shows_layers(s) && shows_words(s) ? std::optional(words_of(*s.trace)) : std::nullopt;
}

std::shared_ptr<const Trace> run_as_shown(const AppState& s) {
    if (!s.trace || !shows_words(s)) return s.trace;
    if (is_transformer(s.trace->model)) return word_run(*s.trace)->run;
    return std::make_shared<const Trace>(in_words(*s.trace));
}

Rows words_commands() {
    return recorded_all<Records::Nothing>({explained<why_no_words>(
        {"words", "Show words, or the pieces that the model reads", keys("V"), "Looking", false,
         has_words_switch, plain<turn_words>, "subwords tokens fold sentencepiece bpe wordpiece"})});
}

nlohmann::ordered_json words_choices(const AppState& s) {
    return {{"columns", s.words.columns}, {"maps", s.words.maps}};
}

nlohmann::ordered_json words_json(const AppState& s) {
    nlohmann::ordered_json json = words_choices(s);
    json["shown"] = shows_words(s);
    return json;
}

void words_from_json(const nlohmann::json& json, AppState& s) {
    s.words = {};
    if (!json.is_object()) return;
    const auto read = [&](const char* key, bool& place) {
        const auto at = json.find(key);
        if (at != json.end() && at->is_boolean()) place = at->get<bool>();
    };
    read("columns", s.words.columns);
    read("maps", s.words.maps);
}

} // namespace heed
