// Tokens that are looked for in the text as it stands, before anything else: "</s>", "<mask>", "__fr__".
#pragma once

#include "core/text/subword/aligned_text.h"
#include "core/text/subword/trie.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace heed::subword {

struct AddedToken {
    int id = -1;
    std::string content;
    bool single_word = false;            // only where no word goes on at its ends
    bool lstrip = false, rstrip = false; // takes the white space on that side with it
    bool normalized = false;             // looked for in the normalised text
    bool special = false;
    bool cut = true; // false: not looked for here (Pipeline::code may)
    bool operator==(const AddedToken&) const = default;
};

using Normalizer = std::function<void(AlignedText&)>;

class AddedTokens {
public:
    AddedTokens() = default;
    /// Contents must not be empty. Those that are looked for in the normalised text are normalised too.
    AddedTokens(std::vector<AddedToken> tokens, const std::vector<Normalizer>& normalizers);

    struct Part {
        AlignedText text;
        int id = -1; // an added token; -1: text that is still to be split
    };
    /// The text cut at the tokens that are there (from the left, the longest first), the rest normalised.
    std::vector<Part> cut(AlignedText text, const std::vector<Normalizer>& normalizers) const;

    const std::vector<AddedToken>& tokens() const { return tokens_; }
    bool is_special(int id) const { return special_.contains(id); }
    /// What decoders are given for an id: of a token that is looked for in the normalised text its content as
    /// normalised, which they turn back as they do pieces. Null where that is the vocabulary's entry.
    const std::string* decoded(int id) const {
        const auto it = decoded_.find(id);
        return it == decoded_.end() ? nullptr : &it->second;
    }

private:
    void cut(AlignedText text, const Trie& trie, std::vector<Part>& to) const;

    std::vector<AddedToken> tokens_;
    std::vector<std::string> normalized_; // the contents that normalized_trie_ points into
    Trie as_typed_, as_normalized_;       // values: places in tokens_
    std::unordered_set<int> special_;
    std::unordered_map<int, std::string> decoded_;
};

} // namespace heed::subword
