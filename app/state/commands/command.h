// What can be done. One table that the keyboard, the palette, the keys page, tooltips and recordings read.
#pragma once

#include "app/state/app_state.h"
#include "app/state/effect.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heed {

struct Command {
    std::string_view id; // of a row of the table
    std::string text{};
    double value = 0;
    int i = -1, j = -1;
    std::vector<std::string> files{}; // of OpenFiles
    double x = 0, y = 0;              // a place
    std::string family{};             // by which a model is read
};

/// An argument by its name, and the member of Command that holds it.
struct Argument {
    enum class Kind { Whole, Number, Flag, Name, Text, Files };
    std::string_view name; // "output"
    Kind kind;
    std::variant<int Command::*, double Command::*, std::string Command::*,
                 std::vector<std::string> Command::*>
        slot;
    std::span<const char* const> names{}; // of a Name: the one at the index that the slot holds
    bool needed = true;                   // else, where it is not given, as in an empty Command
};

/// What of a command goes into the history, which undo walks back.
enum class Records {
    Step,    // what it changes of a Version is a step of its own
    Drag,    // so it is; while a drag is on, all of its kind are one
    Typing,  // those of its kind that follow at once are one step, a drag too
    Arrows,  // those that arrow keys change one after another in one place are one
    Nothing, // it changes nothing that undo brings back, and ends what goes on
    Passing, // nor does it end anything: what the pointer passes over, scrolling, the caret
    Moves,   // it goes to a step that is there
    ByName   // it gives another command, whose row says
};

struct CommandInfo {
    std::string_view id;                          // "play"
    std::string_view title;                       // in the palette: "Play or pause"; empty: not there
    std::vector<std::string_view> keys;           // chords, best first: "Ctrl+K", "Space", "["
    std::string_view group;                       // on the keys page
    bool in_fields;                               // its keys act while a text field has the focus
    bool (*when)(const AppState&);                // null: always
    EffectList (*run)(AppState&, const Command&); // what it does
    std::string_view also = {};                   // other words it is looked for by: "theme light dark"
    bool first = false;                           // its keys go before those of others, while it is enabled
    std::vector<Argument> arguments = {};
    Records records = Records::Step;
    /// Where it cannot be given, why: a sentence that its keys answer with. Null, or empty: they say nothing.
    std::string (*why_not)(const AppState&) = nullptr;
};

std::span<const CommandInfo> commands();
const CommandInfo& command_info(std::string_view id); // there is one
const CommandInfo* find_command(std::string_view id); // null: there is none
bool is_enabled(const CommandInfo& info, const AppState& state);
/// {"command": "hold-weight", "output": 3, "source": 5, "weight": 0.62}: what is as in an empty Command is
/// left out where it may be.
nlohmann::ordered_json command_to_json(const Command& command);
/// heed::Error, in one sentence: an unknown id, an unknown, missing or wrongly typed argument.
Command command_from_json(const nlohmann::json& json);
/// The command of a key chord, or null.
const CommandInfo* command_for(std::string_view chord, const AppState& state, bool in_field);
/// Of a chord that means nothing now: why the command that it could mean cannot be given; else empty.
std::string why_no_command(std::string_view chord, const AppState& state, bool in_field);
/// A chord as it is printed: "Right" is "→".
std::string key_label(std::string_view chord);

} // namespace heed
