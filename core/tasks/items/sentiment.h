// Sentiment: a few clauses about going out, in one of which somebody has an opinion: one word says whether it
// is good or bad, and "not" just before it turns it round. The gold is those words; all others say nothing.
#pragma once

#include "core/tasks/item.h"

#include <string>
#include <vector>

namespace heed::tasks {

/// The two answers, in the order of their ids.
inline constexpr std::array<std::string_view, 2> sentiments{"positive", "negative"};

struct Sentiment {
    std::vector<std::string> words;
    int label = 0;         // into sentiments
    std::vector<int> gold; // places of the opinion's words, in order
};

/// All words that a text may have, by alphabet; and whether a word is an opinion by itself.
std::vector<std::string> sentiment_words();
bool is_opinion(std::string_view word);

std::string to_text(const Sentiment& text);
/// Throws heed::Error naming `subject` and the word: one that is not of the task (with one like it), a second
/// opinion, "not" elsewhere than before the opinion, or no opinion at all.
Sentiment parse_sentiment(std::string_view text, const std::string& subject);

/// Draws a text of so many words, 5 or more.
Sentiment draw_sentiment(Random& random, int length);

Item sample_sentiment(Random& random); // draws the length, 12 to 30, and the text
Item sentiment_of_length(Random& random, int length);
Item sentiment_reference(std::string_view text, const std::string& subject);

} // namespace heed::tasks
