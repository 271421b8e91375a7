// Writing stories in the Gallery: a sentence that is being typed, the words that can go on from it, and those
// that cannot, with the reason.
#pragma once

#include "app/state/app_state.h"
#include "app/state/commands/row.h"

#include <string>
#include <vector>

namespace heed {

/// A word of the list under the field.
struct StoryWord {
    std::string word;
    bool possible = true;
    std::string reason;
};

/// What the sentence that is being written may go on with.
struct StoryOffer {
    std::vector<StoryWord> words; // that go on from what is typed, in the order of the language
    int chosen = -1;              // of them; -1: none can be taken
    std::string ghost;            // the rest of the chosen one
    bool whole = false;           // it can be read as it stands
    std::string problem;          // why a word that is typed cannot stand there; empty: nothing is wrong
};
/// Of s.gallery.writing.
StoryOffer story_offer(const AppState& state);

/// The sentences of a story as they were typed, without their full stops, and the question.
struct StoryTexts {
    std::vector<std::string> sentences;
    std::string question;
};
StoryTexts story_texts(const std::string& input);
std::string joined_story(const StoryTexts& texts);

/// Whether stories are written row by row: of the task's small language.
bool can_write_stories(const AppState& state);
Rows story_commands();

} // namespace heed
