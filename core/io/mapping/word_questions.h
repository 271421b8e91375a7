// What the lists of words tell, and leave open: what stands around a source, what the decoder begins and ends
// with, padding, and how text is cut.
#pragma once

#include "core/io/mapping/questions.h"

namespace heed::io::mapping {

/// `said`: answers of the user, which may be any word of the list, and around a source "GO … STOP" of them.
std::vector<Question> word_questions(const Sizes& sizes, const Words& words, const Answers& said = {});

/// What an answer puts around a source, and by which words; empty: by those that mean it.
struct Around {
    bool start = false, end = false;
    std::string start_word{}, end_word{};
};
Around around_of(const std::string& answer);

/// The words of a list with that meaning, however they are spelled, the best first; without `capitals` none
/// that capitals alone make one ("STOP").
std::vector<std::string> words_meaning(const std::vector<std::string>& words, std::string_view meaning,
                                       bool capitals = true);

/// Words that toolkits give such a meaning, best first, as a family's "special" lists them.
std::vector<std::string> usual_words(std::string_view meaning); // "start", "end", "pad", "unknown"
/// A mark rather than a word: one of those, or what stands in <> or [].
bool looks_special(const std::string& word);

} // namespace heed::io::mapping
