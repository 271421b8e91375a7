// Tokens and their ids.
#pragma once

#include "core/text/text_index.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Ids of the tokens that stand for no word. Heed's own vocabularies use 0–3; imported ones say which, and -1
/// for what they do not have.
struct SpecialIds {
    int pad = 0, start = 1, end = 2, unknown = 3;
    // What stands around a sequence that the encoder reads.
    bool begins = false; // the start token
    bool ends = true;    // the end token
    bool has(int id) const { return id >= 0 && (id == pad || id == start || id == end || id == unknown); }
    bool operator==(const SpecialIds&) const = default;
};

/// Immutable after construction; token strings are unique (the first of two equal ones wins).
class Vocabulary {
public:
    Vocabulary() = default;
    explicit Vocabulary(std::vector<std::string> tokens, SpecialIds special = {});

    /// The id of a token, or none. A number that is no token itself is that of a token without a word: "17"
    /// is found as "‹17›", which nobody can type.
    std::optional<int> find(std::string_view token) const;
    /// -1 for a word that is not there where there is no token for unknown ones either.
    int id(std::string_view token) const { return find(token).value_or(special_.unknown); }
    /// id must be in [0, size()).
    const std::string& token(int id) const { return (*tokens())[static_cast<std::size_t>(id)]; }
    int size() const { return static_cast<int>(tokens()->size()); }
    const SpecialIds& special() const { return special_; }
    const std::shared_ptr<const std::vector<std::string>>& tokens() const { return tokens_; }
    /// The same tokens, of which others stand for no word. Copies share the tokens.
    Vocabulary with(const SpecialIds& special) const;

private:
    std::shared_ptr<const std::vector<std::string>> tokens_ =
        std::make_shared<const std::vector<std::string>>();
    std::shared_ptr<const TextIndex> ids_ = std::make_shared<const TextIndex>(); // into *tokens_
    SpecialIds special_;
};

} // namespace heed
