// The cards at the right of the assistant.
#pragma once

#include "app/views/assistant/assistant.h"

#include <string>

namespace heed {

/// A card whose height is what it had in the frame before.
struct AssistantCard {
    static constexpr float edge = 20, heading = 48;
    Ui& ui;
    Box box;
    float y;
    float x() const { return box.x + edge; }
    float w() const { return box.w - 2 * edge; }
    float right() const { return box.right() - edge; }
};

AssistantCard begin_card(Ui& ui, const std::string& id, Box column, float y, bool strong,
                         const std::string& title, const std::string& note);
/// Where the next one begins.
float end_card(AssistantCard& card, const std::string& id);

/// ".36", and "3e-7" of what is next to nothing.
std::string short_difference(double value);

/// What the examples say of the answers; returns where the next card begins.
float verdict_card(Ui& ui, Box column, float y);
/// The same in a word, over what lies there. Returns whether it was clicked.
bool verdict_strip(Ui& ui, Box box);
inline constexpr float verdict_strip_height = 40;
/// Whether the heading of the card, which begins at `top`, is in the room; where it is not, the strip is.
inline bool verdict_in_sight(float top, Box room) {
    return top >= room.y - 2 && top + AssistantCard::heading <= room.bottom();
}
inline Box verdict_strip_box(Box room) {
    return {room.x, room.bottom() - verdict_strip_height, room.w, verdict_strip_height};
}

} // namespace heed
