#include "core/text/subword/models/wordpiece.h"

#include "core/base/error.h"
#include "core/text/escape.h"

#include <algorithm>

namespace heed::subword {

WordPiece::WordPiece(const std::vector<std::pair<std::string, int>>& entries, int unknown,
                     const std::string& continuing_prefix, std::size_t longest_word)
    : unknown_(unknown), longest_word_(longest_word) {
    std::vector<std::pair<std::string_view, int>> first, continuing;
    for (const auto& [text, id] : entries) {
        first.emplace_back(text, id);
        if (text.starts_with(continuing_prefix))
            continuing.emplace_back(std::string_view(text).substr(continuing_prefix.size()), id);
    }
    first_ = Trie(std::move(first));
    continuing_ = Trie(std::move(continuing));
}

void WordPiece::split(std::string_view part, std::vector<ModelPiece>& to) const {
    const auto characters = std::count_if(part.begin(), part.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
    });
    const std::size_t before = to.size();
    bool whole = static_cast<std::size_t>(characters) <= longest_word_;
    for (std::size_t at = 0; whole && at < part.size();) {
        const Trie::Match match = (at == 0 ? first_ : continuing_).longest(part, at);
        whole = match.length > 0;
        if (whole) to.push_back({match.value, at, at + match.length});
        at += match.length;
    }
    if (whole) return;
    to.resize(before);
    to.push_back({unknown_, 0, part.size()});
}

WordLevel::WordLevel(const std::vector<std::pair<std::string, int>>& entries, int unknown)
    : unknown_(unknown) {
    words_ = Trie({entries.begin(), entries.end()});
}

void WordLevel::split(std::string_view part, std::vector<ModelPiece>& to) const {
    if (part.empty()) return;
    const Trie::Match match = words_.longest(part, 0);
    const int id = match.length == part.size() ? match.value : unknown_;
    if (id < 0)
        throw Error(in_quotes(part, 40),
                    "no word of the vocabulary, which has none for unknown words either");
    to.push_back({id, 0, part.size()});
}

} // namespace heed::subword
