// What the palette offers: commands by name, and models, scores, inputs, sessions and settings by theirs.
#pragma once

#include "app/state/commands/command.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed {

struct PaletteEntry {
    std::string id;       // of the command; of what it is about, where that has several: "load dates/dot"
    std::string title;    // "Undo", "Model: Dates, GRU 48, dot"
    std::string also;     // what else it is looked for by
    std::string detail;   // what stands beside it where it has no key: "dates/dot"
    std::string_view key; // a chord; empty: none
    Command command;
};

/// Everything that can be done now, in the palette's order: commands, then what they can be about.
std::vector<PaletteEntry> palette_entries(const AppState& state);
/// Those that hold every word of the query, letter case and accents folded: those in whose titles words begin
/// so come first, then those that have them elsewhere; among equals in the palette's order. "temperature 3"
/// is also that setting at that number.
std::vector<PaletteEntry> find_entries(std::string_view query, const AppState& state);
/// The title of the command that answers best among those that cannot be given now; empty: there is none.
std::string find_elsewhere(std::string_view query, const AppState& state);

} // namespace heed
