// How the page of keys stands: groups of commands in columns.
#pragma once

#include "app/state/commands/command.h"

#include <string>
#include <vector>

namespace heed {

inline constexpr float key_row = 22, key_head = 26, key_gap = 14;         // px
inline constexpr float keys_top = 70, keys_between = 40, keys_edges = 48; // of the page

struct KeyGroup {
    std::string title;
    std::vector<const CommandInfo*> rows{};
    std::size_t column = 0;
    float height() const { return key_head + key_row * static_cast<float>(rows.size()) + key_gap; }
};

struct KeyColumns {
    std::vector<KeyGroup> groups; // in the commands' order; each whole in its column
    std::size_t columns = 2;
    float tallest = 0, width = 0; // of a column, of the page
};

/// In a window of that size: as few columns as show all, as far as it has room for these.
KeyColumns key_columns(float width, float height);

} // namespace heed
