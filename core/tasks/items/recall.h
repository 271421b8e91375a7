// Recall: pairs of a letter and a digit, then a question mark and one of the letters; the answer is the digit
// that stood beside it. As text: "a 3 b 7 c 1 ? b", to 7.
#pragma once

#include "core/tasks/item.h"

#include <vector>

namespace heed::tasks {

struct Recall {
    struct Pair {
        char key = 'a', value = '0'; // a letter and a digit
        bool operator==(const Pair&) const = default;
    };
    std::vector<Pair> pairs; // no letter twice
    int asked = 0;           // which of them
    bool operator==(const Recall&) const = default;
};

/// Every word that such a text may hold: the letters, the digits and the question mark.
std::vector<std::string> recall_words();

std::string to_text(const Recall& text);
/// Throws heed::Error naming `subject` and the word at fault: one that is no letter or digit where one must
/// stand, a letter twice, no question, one about a letter that was not told.
Recall parse_recall(std::string_view text, const std::string& subject);

/// Draws so many pairs, at most 26, and which of them is asked for.
Recall draw_recall(Random& random, int pairs);

Item sample_recall(Random& random);               // draws how many pairs there are, 2 to 5
Item recall_of_length(Random& random, int words); // of as many pairs as fit into so many words, from 1 to 26
/// Its gold: asked at the last word, the value that is asked for.
Item recall_reference(std::string_view text, const std::string& subject);

} // namespace heed::tasks
