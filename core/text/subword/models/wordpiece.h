// Models that look whole words up: WordPiece (the longest piece first, from the left), and words as they are.
#pragma once

#include "core/text/subword/model.h"
#include "core/text/subword/trie.h"

#include <string>
#include <utility>
#include <vector>

namespace heed::subword {

/// Devlin et al. 2019: of a word, the longest piece that begins it, then the longest that goes on ("##s"),
/// and so on; a word whose rest has no piece is unknown as a whole.
class WordPiece : public Model {
public:
    WordPiece(const std::vector<std::pair<std::string, int>>& entries, int unknown,
              const std::string& continuing_prefix, std::size_t longest_word);
    void split(std::string_view part, std::vector<ModelPiece>& to) const override;

private:
    Trie first_, continuing_; // the second without the prefix
    int unknown_;
    std::size_t longest_word_; // characters
};

class WordLevel : public Model {
public:
    /// `unknown`: -1 for none.
    WordLevel(const std::vector<std::pair<std::string, int>>& entries, int unknown);
    void split(std::string_view part, std::vector<ModelPiece>& to) const override;

private:
    Trie words_;
    int unknown_;
};

} // namespace heed::subword
