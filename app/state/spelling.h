// Help with a closed vocabulary: words that go on where the typed one ends, and words near an unknown one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heed {

/// A word of the input that the model's vocabulary lacks.
struct UnknownWord {
    std::string word;               // as typed
    std::size_t begin = 0, end = 0; // bytes of the input
    std::vector<std::string> nearest;
};

/// Offered beneath the word that is being typed.
struct Completion {
    std::size_t begin = 0, end = 0; // bytes of the input that an offered word replaces
    std::vector<std::string> words;
    int chosen = 0;
    bool open() const { return !words.empty(); }
};

/// Bytes of the word that ends at the caret; empty where none does, or where it goes on.
struct WordAt {
    std::size_t begin = 0, end = 0;
};
WordAt word_before(const std::string& text, std::size_t caret);

} // namespace heed
