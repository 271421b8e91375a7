// The table of commands, and how a row of it is found.
#include "app/state/commands/row.h"
#include "app/state/workspaces.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <sstream>

namespace heed {
namespace {

Rows joined() {
    std::vector<Rows (*)()> parts = {playing_commands, looking_commands};
    for (const Workspace& workspace : workspaces())
        if (workspace.commands) parts.push_back(workspace.commands);
    parts.insert(parts.end(), {typing_commands, input_list_commands, file_commands, exporting_commands, window_commands,
                               changing_commands, field_commands, states_commands});
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

const CommandInfo* command_for(std::string_view chord, const AppState& state, bool in_field) {
    for (const bool first : {true, false})
        for (const CommandInfo& info : table())
            for (const std::string_view key : info.keys) {
                if (info.first != first || key != chord || !is_enabled(info, state)) continue;
                // A printable character belongs to the field that is being edited, whatever else it means.
                if (in_field && (!info.in_fields || key.size() == 1)) continue;
                return &info;
            }
    return nullptr;
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

std::vector<const CommandInfo*> find_commands(std::string_view query, const AppState& state) {
    std::vector<std::string> words;
    std::istringstream split(ascii_lower(std::string(query)));
    for (std::string word; split >> word;) words.push_back(word);
    const auto holds = [&](const std::string& text) {
        return std::all_of(words.begin(), words.end(),
                           [&](const auto& w) { return text.find(w) != std::string::npos; });
    };
    std::vector<const CommandInfo*> found, by_other_words;
    for (const CommandInfo& info : table()) {
        const bool elsewhere = info.id == "palette" || info.id == "clear" || info.id == "function";
        if (info.title.empty() || elsewhere || !is_enabled(info, state)) continue;
        const std::string title = ascii_lower(std::string(info.title));
        if (holds(title))
            found.push_back(&info);
        else if (holds(title + " " + std::string(info.also)))
            by_other_words.push_back(&info);
    }
    found.insert(found.end(), by_other_words.begin(), by_other_words.end());
    return found;
}

} // namespace heed
