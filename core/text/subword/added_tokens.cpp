#include "core/text/subword/added_tokens.h"

#include "core/text/subword/unicode.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <utility>

namespace heed::subword {

namespace {

/// Where the character before a place begins.
std::size_t character_before(std::string_view text, std::size_t at) {
    std::size_t begin = at - 1;
    while (begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) --begin;
    return decode_utf8(text, begin).length == at - begin ? begin : at - 1;
}

bool word_before(std::string_view text, std::size_t at) {
    return at > 0 && is_word_character(decode_utf8(text, character_before(text, at)).value);
}

bool word_at(std::string_view text, std::size_t at) {
    return at < text.size() && is_word_character(decode_utf8(text, at).value);
}

std::size_t spaces_before(std::string_view text, std::size_t at, std::size_t lowest) {
    while (at > lowest) {
        const std::size_t before = character_before(text, at);
        if (before < lowest || !is_white_space(decode_utf8(text, before).value)) break;
        at = before;
    }
    return at;
}

std::size_t spaces_behind(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const CodePoint c = decode_utf8(text, at);
        if (!is_white_space(c.value)) break;
        at += c.length;
    }
    return at;
}

} // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens, const std::vector<Normalizer>& normalizers)
    : tokens_(std::move(tokens)) {
    std::vector<std::pair<std::string_view, int>> typed, normalized;
    normalized_.reserve(tokens_.size());
    // Of equal ones the first counts, special ones before others; a trie keeps the last.
    std::vector<std::size_t> order;
    for (const bool special : {false, true})
        for (std::size_t n = tokens_.size(); n-- > 0;)
            if (tokens_[n].special == special) order.push_back(n);
    for (const std::size_t n : order) {
        const AddedToken& token = tokens_[n];
        if (token.special) special_.insert(token.id);
        if (!token.cut) continue;
        if (!token.normalized) {
            typed.emplace_back(token.content, static_cast<int>(n));
            continue;
        }
        AlignedText content(token.content);
        for (const Normalizer& normalizer : normalizers) normalizer(content);
        if (content.text != token.content) decoded_[token.id] = content.text;
        normalized_.push_back(std::move(content.text));
        normalized.emplace_back(normalized_.back(), static_cast<int>(n));
    }
    as_typed_ = Trie(std::move(typed));
    as_normalized_ = Trie(std::move(normalized));
}

std::vector<AddedTokens::Part> AddedTokens::cut(AlignedText text,
                                                const std::vector<Normalizer>& normalizers) const {
    std::vector<Part> first, all;
    cut(std::move(text), as_typed_, first);
    for (Part& part : first) {
        if (part.id >= 0) {
            all.push_back(std::move(part));
            continue;
        }
        for (const Normalizer& normalizer : normalizers) normalizer(part.text);
        cut(std::move(part.text), as_normalized_, all);
    }
    return all;
}

void AddedTokens::cut(AlignedText text, const Trie& trie, std::vector<Part>& to) const {
    const std::string& bytes = text.text;
    std::size_t done = 0, taken = 0; // bytes that tokens took
    for (std::size_t at = 0; !trie.empty() && at < bytes.size();) {
        const Trie::Match match = trie.longest(bytes, at);
        if (match.length == 0) {
            ++at;
            continue;
        }
        const AddedToken& token = tokens_[static_cast<std::size_t>(match.value)];
        std::size_t begin = at, end = at + match.length;
        at = end; // spaces that this token takes with it may begin the next one all the same
        if (token.single_word && (word_before(bytes, begin) || word_at(bytes, end))) continue;
        if (token.lstrip) begin = std::max(spaces_before(bytes, begin, done), done);
        if (token.rstrip) end = spaces_behind(bytes, end);
        if (begin >= end) continue; // the token before it took all of it
        check_growth(bytes.size(), taken += end - begin);
        if (done < begin) to.push_back({text.slice(done, begin), -1});
        to.push_back({text.slice(begin, end), token.id});
        done = end;
    }
    if (done == 0) {
        if (!text.from.empty()) text.start = text.from.front().begin;
        to.push_back({std::move(text), -1});
    } else if (done < bytes.size()) {
        to.push_back({text.slice(done, bytes.size()), -1});
    }
}

} // namespace heed::subword
