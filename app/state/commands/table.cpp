// The table of commands, and how a row of it is found.
#include "app/state/assistant/shown.h"
#include "app/state/commands/row.h"
#include "app/state/step/lecture.h"
#include "app/state/workspaces.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace heed {
namespace {

Rows joined() {
    std::vector<Rows (*)()> parts = {playing_commands, looking_commands, zoom_commands, lecture_commands};
    for (const Workspace& workspace : workspaces())
        if (workspace.commands) parts.push_back(workspace.commands);
    parts.insert(parts.end(), {typing_commands, input_list_commands, file_commands, exporting_commands,
                               window_commands, changing_commands, field_commands, states_commands});
    Rows all;
    for (const auto part : parts)
        for (CommandInfo& row : part()) all.push_back(std::move(row));
    return all;
}

const Rows& table() {
    static const Rows rows = joined();
    return rows;
}

} // namespace

std::span<const CommandInfo> commands() { return table(); }

const CommandInfo* find_command(std::string_view id) {
    const auto found =
        std::find_if(table().begin(), table().end(), [&](const CommandInfo& c) { return c.id == id; });
    return found == table().end() ? nullptr : &*found;
}

const CommandInfo& command_info(std::string_view id) {
    const CommandInfo* row = find_command(id);
    assert(row);
    return *row;
}

bool is_enabled(const CommandInfo& info, const AppState& state) { return !info.when || info.when(state); }

namespace {

/// A printable character belongs to the field that is being edited, whatever else it means.
bool has_key(const CommandInfo& info, std::string_view chord, bool in_field) {
    if (in_field && (!info.in_fields || chord.size() == 1)) return false;
    return std::find(info.keys.begin(), info.keys.end(), chord) != info.keys.end();
}

/// A plain key, and the lecture's, are of what is on the screen: the assistant covers the workspace.
bool is_covered(const CommandInfo& info, std::string_view chord, const AppState& state) {
    const bool plain = chord == "F5" || !(chord.starts_with("Ctrl+") || chord == "Esc" || chord == "?" ||
                                          (chord.size() > 1 && chord.starts_with("F")));
    return plain && shows_assistant(state) && !info.id.starts_with("assistant");
}

} // namespace

const CommandInfo* command_for(std::string_view chord, const AppState& state, bool in_field) {
    for (const bool first : {true, false})
        for (const CommandInfo& info : table())
            if (info.first == first && has_key(info, chord, in_field) && !is_covered(info, chord, state) &&
                is_enabled(info, state))
                return &info;
    return nullptr;
}

std::string why_no_command(std::string_view chord, const AppState& state, bool in_field) {
    if (shows_assistant(state) || command_for(chord, state, in_field)) return {};
    for (const CommandInfo& info : table())
        if (info.why_not && has_key(info, chord, in_field))
            if (std::string why = info.why_not(state); !why.empty()) return why;
    return {};
}

std::string key_label(std::string_view chord) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> names = {
        {{"Right", "→"}, {"Left", "←"}, {"Up", "↑"}, {"Down", "↓"}, {"-", "−"}, {"=", "+"}}};
    std::string label;
    while (!chord.empty()) {
        const std::size_t plus = chord.find('+', 1);
        const std::string_view part = chord.substr(0, plus);
        const auto named =
            std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == part; });
        if (!label.empty()) label += ' ';
        label += named == names.end() ? part : named->second;
        chord.remove_prefix(plus == std::string_view::npos ? chord.size() : plus + 1);
    }
    return label;
}

} // namespace heed
