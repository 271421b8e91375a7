// The cards at the right of the assistant.
#pragma once

#include "app/views/assistant/assistant.h"
#include "app/views/assistant/layout.h"

#include <string>
#include <vector>

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
/// Whether the note stands beside the title in a column so wide.
bool card_note_fits(const Ui& ui, float width, const std::string& title, const std::string& note);
/// Where the next one begins.
float end_card(AssistantCard& card, const std::string& id);

/// ".36", and "3e-7" of what is next to nothing.
std::string short_difference(double value);

/// Of the combinations that were tried those that a list of the best leaves out.
struct TriedOthers {
    std::size_t count = 0;
    std::optional<double> least, most; // of their differences; no `most`: some were not run to their ends
};
TriedOthers tried_others(const io::mapping::Search& search, std::size_t shown);
/// ".57 … .98"; "from .57" where no end is known, nothing where none is.
std::string between_words(const TriedOthers& others);

/// Whether two labels that differ look the same as they are shown.
bool cut_alike(const std::vector<std::string>& whole, const std::vector<std::string>& shown);

/// What the examples say of the answers; its button may stand in the strip. Returns where the next card
/// begins.
float verdict_card(Ui& ui, Box column, float y, bool with_button);
inline constexpr float verdict_button_height = 34; // that it is less high by without
/// The same in a word. Returns whether it was clicked.
bool verdict_strip(Ui& ui, Box box);
/// The label of the button that the strip has besides in a column so wide; empty: it has none, and the card
/// has what there is.
std::string verdict_strip_button(const Ui& ui, float width);

/// ui.cut, in Regular, that keeps whole words.
std::string cut_at_words(const Ui& ui, const std::string& words, float size, float width);

} // namespace heed
