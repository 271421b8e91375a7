#include "app/views/dialogs/key_columns.h"

#include <algorithm>

namespace heed {
namespace {

std::vector<KeyGroup> key_groups() {
    std::vector<KeyGroup> groups;
    for (const CommandInfo& info : commands()) {
        if (info.keys.empty() || info.first)
            continue; // those that go first for a while are named where they do
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const KeyGroup& g) { return g.title == info.group; });
        if (group == groups.end()) group = groups.insert(groups.end(), {std::string(info.group)});
        group->rows.push_back(&info);
    }
    return groups;
}

/// Fills columns in the groups' order, none higher than `limit`; returns how many that takes.
std::size_t fill_columns(std::vector<KeyGroup>& groups, float limit) {
    std::size_t column = 0;
    float height = 0;
    for (KeyGroup& group : groups) {
        if (height > 0 && height + group.height() > limit) ++column, height = 0;
        group.column = column;
        height += group.height();
    }
    return column + 1;
}

/// So many columns, as low as they can be; returns the height of the tallest.
float in_columns(std::vector<KeyGroup>& groups, std::size_t columns) {
    float limit = 0;
    for (const KeyGroup& group : groups) limit = std::max(limit, group.height());
    while (fill_columns(groups, limit) > columns) limit += key_row / 2;
    std::vector<float> heights(columns);
    for (const KeyGroup& group : groups) heights[group.column] += group.height();
    return *std::max_element(heights.begin(), heights.end());
}

} // namespace

KeyColumns key_columns(float width, float height) {
    constexpr float widest = 396, narrowest = 346; // of a column: every title beside its keys
    const float room = width - 48, lowest = height - 24 - keys_top - 8;
    KeyColumns keys{.groups = key_groups()};
    keys.tallest = in_columns(keys.groups, keys.columns);
    const auto width_of = [&](std::size_t n, float column) {
        return keys_edges + static_cast<float>(n) * column + static_cast<float>(n - 1) * keys_between;
    };
    while (keys.tallest > lowest && width_of(keys.columns + 1, narrowest) <= room)
        keys.tallest = in_columns(keys.groups, ++keys.columns);
    keys.width = std::min(width_of(keys.columns, widest), room);
    return keys;
}

} // namespace heed
