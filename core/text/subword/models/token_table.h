// The tokens of a large vocabulary and their ids, in one run of letters: about twenty bytes for a token
// besides its own.
#pragma once

#include "core/text/text_index.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::subword {

using Tokens = std::vector<std::pair<std::string, int>>; // each with its id

class TokenTable {
public:
    TokenTable() = default; // of none
    explicit TokenTable(const Tokens& tokens) {
        std::size_t letters = 0;
        for (const auto& [text, id] : tokens) letters += text.size();
        letters_.reserve(letters);
        begins_.reserve(tokens.size() + 1);
        ids_.reserve(tokens.size());
        for (const auto& [text, id] : tokens) {
            begins_.push_back(letters_.size());
            letters_ += text;
            ids_.push_back(id);
        }
        begins_.push_back(letters_.size());
        index_ = TextIndex(tokens.size(), [this](std::size_t n) { return text(n); });
    }

    /// The id of a token, of equal ones that of the first; -1: it is not there.
    int find(std::string_view token) const {
        const int at = index_.find(token, [this](std::size_t n) { return text(n); });
        return at < 0 ? -1 : ids_[static_cast<std::size_t>(at)];
    }

private:
    std::string_view text(std::size_t n) const {
        return std::string_view(letters_).substr(begins_[n], begins_[n + 1] - begins_[n]);
    }

    std::string letters_;
    std::vector<std::size_t> begins_; // of each token in the letters, and where the last one ends
    std::vector<int> ids_;
    TextIndex index_;
};

} // namespace heed::subword
