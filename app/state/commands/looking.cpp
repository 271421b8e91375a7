// How a run is looked at: what is pointed at and chosen, colours and numbers.
#include "app/figures/transformer/words.h"
#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "app/state/gallery/transformer/card_look.h"
#include "app/state/heads/heads.h"
#include "app/state/states/states.h"
#include "core/models/registry.h"
#include "core/models/transformer/facts.h"

#include <algorithm>

namespace heed {
namespace {

bool can_select(const AppState& s) { return s.trace && !s.searching(); }
bool has_states(const AppState& s) {
    return s.model && !s.weights_only() &&
           (is_transformer(s.facts) || !answers_at_once(s.facts.architecture));
}
std::string why_no_states(const AppState& s) {
    return !s.model || has_states(s) ? without_model(s, "there are no states to show")
                                     : "This model answers a whole input at once: its states are no path.";
}
bool can_turn_heatmap(const AppState& s) { return !s.weights_only() && !is_transformer(s.facts); }
std::string why_no_heatmap(const AppState& s) {
    return is_transformer(s.facts)
               ? "The maps of a Transformer are always shown: its heads are chosen by them."
               : without_model(s, "their map is always shown");
}
bool can_turn_numbers(const AppState& s) { return !shows_heads(s); }
std::string why_no_numbers(const AppState& s) {
    return shows_heads(s)
               ? "The maps of every head have no numbers in their cells: point at one of the large map."
               : "";
}
/// After D a digit is no function.
bool has_functions(const AppState& s) { return (s.model || s.weights_only()) && !s.what_if.arrows; }

template <int by>
void move_column(AppState& s) {
    if (s.comparing()) return move_pin(s, 0, by);
    if (!s.trace || s.trace->source_length() == 0) return;
    s.selection.past =
        shows_transformer_card(s)
            ? card_head(s).of == HeadsOf::Past
            : is_transformer(s.trace->model) && past_in_front(*s.trace, playhead_of(s), s.layers.front);
    const int n = places_looked_at(*s.trace, s.selection.past);
    if (n == 0) return;
    s.selection.column =
        s.selection.column < 0 ? (by > 0 ? 0 : n - 1) : std::clamp(s.selection.column + by, 0, n - 1);
}

template <int by>
void move_row(AppState& s) {
    if (s.comparing()) return move_pin(s, by, 0);
    if (!s.trace) return;
    const bool encoder = is_transformer(s.facts) && !transformer_facts(s.facts).config.decodes();
    const int rows = encoder ? s.trace->source_length() : written_outputs(*s.trace);
    if (rows == 0) return;
    const Moment now = moment_at(s.trace->outline, s.playback.at);
    const int current = s.selection.row >= 0            ? s.selection.row
                        : now.started && now.decoding() ? now.position
                                                        : 0;
    s.selection.row = std::clamp(current + by, 0, rows - 1);
}

/// In Compare the unit is the panel.
EffectList hover(AppState& s, const Command& c) {
    s.hover = {c.i, c.j, static_cast<int>(c.value), c.x > 0};
    if (!s.comparing()) return {};
    s.compare.hover = {s.hover.unit, s.hover.row, s.hover.column};
    s.hover.unit = -1;
    return {};
}

/// Chosen once more, it is no longer chosen.
template <int Pointing::*which>
EffectList choose(AppState& s, const Command& c) {
    int& chosen = s.selection.*which;
    chosen = chosen == c.i ? -1 : c.i;
    return {};
}

/// The same place of the other block is another.
EffectList choose_column(AppState& s, const Command& c) {
    const bool past = c.x > 0, same = s.selection.past == past && s.selection.column == c.i;
    s.selection.column = same ? -1 : c.i;
    s.selection.past = past && s.selection.column >= 0;
    return {};
}

void turn_scale(AppState& s) {
    s.settings.scale = s.settings.scale == ValueScale::Linear ? ValueScale::LiftSmall : ValueScale::Linear;
}

} // namespace

Rows looking_commands() {
    constexpr std::string_view looking = "Looking";
    constexpr auto settings = &AppState::settings;
    constexpr auto map = &Settings::map;
    return {
        recorded<Records::Arrows>({"next-column", "Next source column", keys("Down"), looking, false,
                                   can_select, plain<move_column<+1>>, "select input"}),
        recorded<Records::Arrows>({"previous-column", "Previous source column", keys("Up"), looking, false,
                                   can_select, plain<move_column<-1>>, "select input"}),
        recorded<Records::Arrows>({"next-row", "Next output row", keys("]"), looking, false, can_select,
                                   plain<move_row<+1>>, "select"}),
        recorded<Records::Arrows>({"previous-row", "Previous output row", keys("["), looking, false,
                                   can_select, plain<move_row<-1>>, "select"}),
        {"clear", "Clear, close, cancel", keys("Esc"), looking, true, nullptr, plain<escape>},
        explained<why_no_heatmap>({"heatmap", "Show or hide the heatmap", keys("H"), looking, false,
                                   can_turn_heatmap, turn<settings, &Settings::heatmap>,
                                   "heat map weights alignment attention matrix"}),
        explained<why_no_states>({"states", "Show the states' path, or the network", keys("P"), looking,
                                  false, has_states, plain<show_states>,
                                  "trajectory projection plane neighbours pca"}),
        explained<why_no_numbers>({"numbers", "Show or hide the numbers in cells", keys("N"), looking, false,
                                   can_turn_numbers, turn<settings, &Settings::numbers>,
                                   "values weights cells setting"}),
        {"lift", "Linear scale, or lift small weights", keys("L"), looking, false, nullptr, plain<turn_scale>,
         "heatmap weights square root faint setting"},
        {"function", "Take a function, or show and hide it",
         keys("1", "2", "3", "4", "5", "6", "7", "8", "9"), looking, false, has_functions, nth_function, "",
         false, arguments(text("key"))},
        {"map-ember", "Heatmap colours: ember", keys(), looking, false, nullptr,
         put<ColorMapId::Ember, settings, map>, "colors palette map"},
        {"map-viridis", "Heatmap colours: viridis", keys(), looking, false, nullptr,
         put<ColorMapId::Viridis, settings, map>, "colors palette map"},
        {"map-cividis", "Heatmap colours: cividis", keys(), looking, false, nullptr,
         put<ColorMapId::Cividis, settings, map>, "colors palette map"},
        {"map-grey", "Heatmap colours: grey", keys(), looking, false, nullptr,
         put<ColorMapId::Grey, settings, map>, "colors palette map gray"},
        recorded<Records::Passing>(
            hidden("hover", hover,
                   {whole("column", &Command::i), whole("row", &Command::j), whole("unit", &Command::value),
                    optional(whole("past", &Command::x))})),
        recorded<Records::Nothing>(
            hidden("select-column", choose_column,
                   {whole("column", &Command::i), optional(whole("past", &Command::x))})),
        recorded<Records::Nothing>(hidden("select-row", choose<&Pointing::row>, {whole("row", &Command::i)})),
        recorded<Records::Nothing>(
            hidden("select-unit", choose<&Pointing::unit>, {whole("unit", &Command::i)})),
        recorded<Records::Passing>(hidden("scroll", take<&Command::value, &AppState::canvas_scroll>,
                                          {number("to")})), // -1: follows the playhead
    };
}

} // namespace heed
