// What the parts of the table of commands share: how a row is written, and when a command can be given.
#pragma once

#include "app/state/names.h"
#include "app/state/update.h"

namespace heed {

using Rows = std::vector<CommandInfo>;

// The table, by subject, in the order of the palette.
Rows playing_commands();
Rows looking_commands();
Rows comparing_commands();
Rows searching_commands();
Rows typing_commands();
Rows input_list_commands();
Rows file_commands();
Rows exporting_commands();
Rows window_commands();
Rows changing_commands();
Rows field_commands();
Rows states_commands();
Rows weights_commands();
Rows zoom_commands();

/// Sent by views alone: no title, no keys.
inline CommandInfo hidden(std::string_view id, EffectList (*run)(AppState&, const Command&),
                          std::vector<Argument> arguments = {}) {
    return {id, "", {}, "", false, nullptr, run, "", false, std::move(arguments)};
}

/// A row whose command goes into the history in another way than as a step.
template <Records how>
CommandInfo recorded(CommandInfo row) {
    row.records = how;
    return row;
}
template <Records how>
Rows recorded_all(Rows rows) {
    for (CommandInfo& row : rows) row.records = how;
    return rows;
}

/// A row that says why its command cannot be given.
template <auto why>
CommandInfo explained(CommandInfo row) {
    row.why_not = why;
    return row;
}

template <class... Chord>
std::vector<std::string_view> keys(Chord... chords) {
    return {chords...};
}

// ------------------------------------------------------------------------------------------------ arguments
template <class Number>
Argument whole(std::string_view name, Number Command::*slot) {
    return {name, Argument::Kind::Whole, slot};
}
inline Argument number(std::string_view name) { return {name, Argument::Kind::Number, &Command::value}; }
inline Argument text(std::string_view name) { return {name, Argument::Kind::Text, &Command::text}; }
inline Argument flag(std::string_view name) { return {name, Argument::Kind::Flag, &Command::i}; }
inline Argument one_of(std::string_view name, std::span<const char* const> names) {
    return {name, Argument::Kind::Name, &Command::i, names};
}
template <class... Each>
std::vector<Argument> arguments(Each... each) {
    return {each...};
}
inline Argument optional(Argument argument) {
    argument.needed = false;
    return argument;
}

// ------------------------------------------------------------------------------------------------ handlers
/// Of a command that takes no argument, or needs none.
template <auto handler>
EffectList plain(AppState& s, const Command&) {
    if constexpr (std::is_void_v<decltype(handler(s))>) {
        handler(s);
        return {};
    } else
        return handler(s);
}

/// Puts a value where the members lead; an argument; or turns over what is there.
template <auto value, auto... members>
EffectList put(AppState& s, const Command&) {
    (s.*....*members) = value;
    return {};
}
template <auto argument, auto... members>
EffectList take(AppState& s, const Command& c) {
    auto& place = (s.*....*members);
    place = static_cast<std::decay_t<decltype(place)>>(c.*argument);
    return {};
}
template <auto... members>
EffectList turn(AppState& s, const Command&) {
    bool& flag = (s.*....*members);
    flag = !flag;
    return {};
}

// ------------------------------------------------------------------------------------------------ when
inline bool has_run(const AppState& s) { return s.trace != nullptr; }
inline bool has_model(const AppState& s) { return s.model != nullptr; }
/// What is looked at was not computed elsewhere.
inline bool can_run(const AppState& s) { return !s.weights_only(); }
inline bool is_comparing(const AppState& s) { return s.comparing(); }
/// Where only weights that were computed elsewhere are there: that, and what therefore is not; else empty.
std::string without_model(const AppState& state, std::string_view what_is_not);
/// The same as a reason of its own.
template <const char* what_is_not>
std::string no_model_for(const AppState& s) {
    return without_model(s, what_is_not);
}

// ------------------------------------------------------------------------------------------- used by several
/// Moves the playhead of Step and Compare, and ends the first-run hint.
void go(AppState& state, int at, bool animate);
/// A message that leaves by itself.
void say(AppState& state, std::string title, std::string detail = "", double seconds = 4);
/// Bad news, which leaves by itself when it has been read.
void fail(AppState& state, std::string title, std::string detail);
/// Why a command did nothing.
void refuse(AppState& state, std::string title, std::string detail = "");
/// What of the edits speaks of no run, and is still wanted with another: Compare's temperature.
Edits kept_while_comparing(const AppState& state);
EffectList open_dialog(AppState& state, OpenFor purpose);
std::filesystem::path home_folder();
/// Esc: takes away what lies on top, or lets go of what is chosen.
EffectList escape(AppState& state);
template <Menu menu>
void show_menu(AppState& s) {
    s.menu = s.menu == menu ? Menu::None : menu;
}

} // namespace heed
