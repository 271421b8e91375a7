// Stories: sentences about people, things and places, then a question where somebody or something is; the
// answer is a place. The gold of a sentence are the slots of those that it names, and of what is carried
// along.
#pragma once

#include "core/tasks/item.h"
#include "core/tasks/stories/world.h"

#include <vector>

namespace heed::tasks {

struct Story {
    std::vector<Told> sentences;
    Asked question;
    bool operator==(const Story&) const = default;
};

/// Every word that a story may hold: the people, the things, the places, and the words between them.
std::vector<std::string> story_words();

/// Whom a sentence concerns: people are 0 to 3, things 4 to 6, as the slots of tied keys are.
struct Concerned {
    std::vector<int> named;   // by the sentence itself
    std::vector<int> carried; // along with somebody who goes elsewhere
};
std::vector<Concerned> concerned_by(const Story& story);

/// With a full stop after each sentence, and the question mark.
std::string to_text(const Story& story);
/// Throws heed::Error naming `subject` and the word at fault with the reason: one that is not of the
/// language there, one that cannot be in this story ("John carries it in the garden"), no sentence, no
/// question.
Story parse_story(std::string_view text, const std::string& subject);

/// Draws a story of so many sentences.
Story draw_story(Random& random, int sentences);

Item sample_story(Random& random); // draws the number of sentences, 6 to 12, and the story
Item story_of_length(Random& random, int sentences);
Item story_reference(std::string_view text, const std::string& subject);

} // namespace heed::tasks
