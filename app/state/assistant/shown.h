// What the assistant shows, as views ask for it.
#pragma once

#include "app/state/app_state.h"
#include "app/state/assistant/assistant_state.h"

#include <optional>
#include <string>
#include <vector>

namespace heed {

bool shows_assistant(const AppState& state);
const AssistantRow* chosen_row(const AssistantState& assistant); // null: none
/// The parts that the chosen row can be, by the table's order.
std::vector<io::mapping::Part> offered_parts(const AssistantState& assistant);
/// The questions that are shown: open ones first.
std::vector<const io::mapping::Question*> asked_questions(const AssistantState& assistant);
/// The largest change that another answer to the question makes; none: it was not found.
std::optional<double> question_change(const AssistantKnown& known, const io::mapping::Question& question);
/// The largest change of a written token's probability that another answer makes; 0: none does.
double question_written(const AssistantKnown& known, const io::mapping::Question& question);
/// Those that the examples agree with another answer to, too, as far as has been tried.
std::vector<io::mapping::Undecided> undecided_questions(const AssistantState& assistant);
/// What a family says of what was tried.
io::mapping::Changes told_by_trials(const AssistantState& assistant);
/// Where the family will lie; empty: the user has no folder.
std::string family_path(const AssistantState& assistant);
/// A family of that name is there which was not saved from here: saving replaces it.
bool would_replace_family(const AssistantState& assistant);
/// What is said beside the name: that a family of that name is there, and which; empty: none is.
std::string family_there_words(const AssistantState& assistant);
/// Why it cannot be opened now; empty: it has been tried, and ran.
std::string why_not_tried(const AssistantState& assistant);
/// Why it cannot be saved now; empty: it can.
std::string why_not_saved(const AssistantState& assistant);
/// What should be known before it is saved as it is answered; empty: nothing.
std::string save_caution(const AssistantState& assistant);
/// Of the search under way: "320 of 512", "654"; empty: there is none.
std::string search_count(const AssistantState& assistant);

} // namespace heed
