#include "core/text/subword/aligned_text.h"
#include "core/text/subword/models/sentencepiece.h"
#include "core/text/tokenizer.h"

namespace heed::subword {

namespace {

constexpr std::string_view space_sign = "\u2581", replacement_character = "\uFFFD";

Trie trie_of(const SentencePieceSpec& spec, PieceKind kind) {
    std::vector<std::pair<std::string_view, int>> entries;
    for (std::size_t n = 0; n < spec.pieces.size(); ++n)
        if (spec.pieces[n].kind == kind) entries.emplace_back(spec.pieces[n].text, static_cast<int>(n));
    return Trie(std::move(entries));
}

} // namespace

SentencePieceNormalizer::SentencePieceNormalizer(const SentencePieceSpec& spec)
    : rules_(spec), user_defined_(trie_of(spec, PieceKind::UserDefined)) {}

/// The longest user-defined symbol that begins here stays as it is; else the longest entry of the map is
/// replaced; else one character stays, or one byte that is no UTF-8 becomes U+FFFD.
SentencePieceNormalizer::Item SentencePieceNormalizer::next(std::string_view text, std::size_t at) const {
    if (const Trie::Match match = user_defined_.longest(text, at); match.length > 0)
        return {text.substr(at, match.length), match.length};
    if (const Charsmap::Match match = rules_.charsmap.longest(text, at); match.length > 0)
        return {match.by, match.length};
    const CodePoint c = decode_utf8(text, at);
    return {c.valid ? text.substr(at, c.length) : replacement_character, c.length};
}

NormalText SentencePieceNormalizer::normalize(std::string_view text) const {
    const bool trims = rules_.remove_extra_whitespaces;
    const std::string_view space = rules_.escape_whitespaces ? space_sign : " ";
    NormalText normal;
    std::size_t at = 0;
    const auto add = [&](std::string_view what) {
        normal.text += what;
        check_growth(text.size(), normal.text.size());
        normal.from.resize(normal.text.size(), at);
    };
    for (Item item; trims && at < text.size() && (item = next(text, at)).by == " ";) at += item.length;
    if (at == text.size()) {
        normal.from.push_back(at);
        return normal;
    }
    if (rules_.add_dummy_prefix && !rules_.whitespace_as_suffix) add(space);
    for (bool after_space = trims; at < text.size();) {
        Item item = next(text, at);
        while (after_space && item.by.starts_with(' ')) item.by.remove_prefix(1);
        for (std::size_t n = 0; n < item.by.size(); ++n)
            add(item.by[n] == ' ' ? space : item.by.substr(n, 1));
        if (!item.by.empty()) after_space = trims && item.by.ends_with(' ');
        at += item.length;
    }
    while (trims && normal.text.ends_with(space)) {
        const std::size_t length = normal.text.size() - space.size();
        at = normal.from[length];
        normal.text.resize(length);
        normal.from.resize(length);
    }
    if (rules_.add_dummy_prefix && rules_.whitespace_as_suffix) add(space);
    normal.from.push_back(at);
    return normal;
}

} // namespace heed::subword
