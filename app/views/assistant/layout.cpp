#include "app/views/assistant/layout.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float between_cards = 12;
constexpr float least_pinned = 600; // of a column, that the card of saving stays in sight
constexpr float table_inset = 20;

} // namespace

AssistantColumn assistant_column(Box room, float questions, float verdict, float saving) {
    AssistantColumn made{.list = room, .strip = std::nullopt, .save = std::nullopt};
    float content = questions + between_cards + verdict;
    if (room.h >= least_pinned && saving > 0) {
        made.save = Box{room.x, room.bottom() - saving, room.w, saving};
        made.list.h -= saving + between_cards;
    } else {
        content += between_cards + saving;
    }
    if (content <= made.list.h) {
        // Saving follows what there is.
        if (made.save) made.save->y = room.y + content + between_cards;
        return made;
    }
    made.strip = Box{room.x, made.list.bottom() - verdict_strip_height, room.w, verdict_strip_height};
    made.list.h -= verdict_strip_height + between_cards;
    return made;
}

float scrolled_into(Box list, float scroll, float top, float bottom) {
    if (top >= list.y && bottom <= list.bottom()) return scroll;
    const float down = std::max(0.0f, bottom - list.bottom());
    return std::max(0.0f, scroll + std::min(top - list.y, down));
}

std::array<Box, 3> save_buttons(Box row, const std::array<float, 3>& words) {
    constexpr float gap = 8, least = 10, usual = 34; // beside the words, both sides together
    const float pad = std::clamp((row.w - 2 * gap - words[0] - words[1] - words[2]) / 3, least, usual);
    std::array<Box, 3> boxes;
    float x = row.x;
    for (std::size_t n = 0; n < boxes.size(); ++n) {
        boxes[n] = {x, row.y, words[n] + pad, row.h};
        x += words[n] + pad + gap;
    }
    boxes[2].x = std::max(boxes[2].x, row.right() - boxes[2].w);
    return boxes;
}

AssistantColumns assistant_columns(Box table, const AssistantWidths& widest) {
    constexpr float gap = 14, dot = 16, chevron = 36, least_ground = 120, heading_of_part = 150;
    const float x = table.x + table_inset, right = table.right() - table_inset;
    AssistantColumns at{};
    at.grounds = table.w > 760;
    at.name = x;
    at.sure = right;
    at.shape = right - std::max(widest.sure, 44.0f) - gap;
    at.ground_end = at.shape - std::max(widest.shape, 40.0f) - gap;
    const float room = at.ground_end - x, most = room - (at.grounds ? least_ground : 0);
    float name = widest.name + gap, part = std::max(widest.part + dot + chevron, heading_of_part);
    if (const float over = name + part - most; over > 0) { // the longer gives way first
        const float level = most / 2;
        if (name > level && part > level)
            name = part = level;
        else if (name > level)
            name = most - part;
        else
            part = most - name;
    }
    at.part = x + name;
    at.ground = at.part + part;
    return at;
}

} // namespace heed
