// The commands of Step's states.
#include "app/state/commands/row.h"

#include <algorithm>

namespace heed {
namespace {

using analysis::StateKind;

EffectList choose_state(AppState& s, const Command& c) {
    const PathPlace place{c.i > 0, c.j};
    if (c.j < 0) return {};
    StatesState& t = s.states;
    const bool again = t.chosen == place;
    t.chosen = again ? std::nullopt : std::optional(place);
    t.decoder = place.decoder;
    s.selection.row = t.chosen && place.decoder ? place.column - 1 : -1;
    s.selection.column = t.chosen && !place.decoder ? place.column : -1;
    t.last_row = s.selection.row;
    t.last_column = s.selection.column;
    return {};
}

/// The same kind of place on the other path.
EffectList take_side(AppState& s, const Command& c) {
    const bool decoder = c.i > 0;
    StatesState& t = s.states;
    if (t.chosen && t.chosen->decoder != decoder) {
        s.selection.row = s.selection.column = t.last_row = t.last_column = -1;
        t.chosen.reset();
    }
    t.decoder = decoder;
    return {};
}

EffectList take_kind(AppState& s, const Command& c) {
    s.states.encoder = static_cast<StateKind>(std::clamp(c.i, 1, 3));
    return {};
}

EffectList take_distance(AppState& s, const Command& c) {
    s.states.distance = c.i == 1 ? analysis::Distance::Cosine : analysis::Distance::Euclid;
    return {};
}

EffectList take_offset(AppState& s, const Command& c) {
    s.states.offset = std::clamp(c.i, -1, 1);
    return {};
}

EffectList choose_sentences(AppState& s) { return open_dialog(s, OpenFor::Sentences); }

EffectList take_source(AppState& s, const Command& c) {
    const auto source = static_cast<BankSource>(std::clamp(c.i, 0, 2));
    if (source == BankSource::File && s.states.file.empty()) return choose_sentences(s); // which one?
    s.states.source = source;
    return {};
}

EffectList take_sentences(AppState& s, const Command& c) {
    s.states.file = c.text;
    s.states.source = BankSource::File;
    ++s.states.reading; // a file may have changed since
    return {};
}

} // namespace

Rows states_commands() {
    constexpr auto states = &AppState::states;
    return {
        recorded<Records::Nothing>(
            hidden("states-choose", choose_state, {flag("decoder"), whole("column", &Command::j)})),
        recorded<Records::Nothing>(hidden("states-side", take_side, {flag("decoder")})),
        hidden("states-kind", take_kind, {one_of("kind", state_kind_names)}),
        hidden("states-row", take<&Command::i, states, &StatesState::row>, {whole("row", &Command::i)}),
        hidden("states-distance", take_distance, {one_of("distance", distance_names)}),
        hidden("states-source", take_source, {one_of("source", bank_source_names)}),
        hidden("states-offset", take_offset, {whole("by", &Command::i)}),
        recorded<Records::Passing>(hidden("states-hover", take<&Command::i, states, &StatesState::hovered>,
                                          {whole("neighbour", &Command::i)})),
        hidden("states-file", take_sentences, {text("file")}),
        recorded<Records::Nothing>(hidden("states-open", plain<choose_sentences>)),
        recorded<Records::Nothing>(
            hidden("states-stop", put<true, states, &StatesState::bank, &BankState::done>)),
    };
}

} // namespace heed
