#include "core/text/subword/splits.h"

#include "core/text/subword/unicode.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heed::subword {

namespace {

std::vector<AlignedText> slices(const AlignedText& text, const std::vector<Found>& places) {
    std::vector<AlignedText> parts;
    parts.reserve(places.size());
    for (const Found& place : places) parts.push_back(text.slice(place.begin, place.end));
    return parts;
}

bool is_bert_punctuation(char32_t c) {
    const bool ascii =
        (c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) || (c >= 123 && c <= 126);
    return ascii || is_punctuation(c);
}

/// What GPT-2's pattern tells apart.
enum class Letter { None, Space, Word, Number, Sign };

Letter kind_at(std::string_view text, std::size_t at, std::size_t& length) {
    length = 0;
    if (at >= text.size()) return Letter::None;
    const CodePoint c = decode_utf8(text, at);
    length = c.length;
    if (is_white_space(c.value)) return Letter::Space;
    if (is_letter(c.value)) return Letter::Word;
    return is_number(c.value) ? Letter::Number : Letter::Sign;
}

/// 's 't 're 've 'm 'll 'd
std::size_t contraction(std::string_view text, std::size_t at) {
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
        if (text.substr(at, ending.size()) == ending) return ending.size();
    return 0;
}

/// The end of the part that begins there: a contraction; letters, numbers or signs with one space before
/// them; or white space, of which the last goes to a word that follows.
std::size_t gpt2_part_end(std::string_view text, std::size_t at) {
    if (const std::size_t length = contraction(text, at)) return at + length;
    std::size_t length = 0, end = at + (text[at] == ' ');
    const Letter kind = kind_at(text, end, length);
    if (kind != Letter::Space && kind != Letter::None) {
        while (kind_at(text, end, length) == kind) end += length;
        return end;
    }
    std::size_t last = at; // where the last white space begins
    for (end = at; kind_at(text, end, length) == Letter::Space; end += length) last = end;
    return end == text.size() || last == at ? end : last;
}

AlignedText as_printable(const AlignedText& part) {
    AlignedText written;
    written.start = part.start;
    written.text.reserve(part.text.size() * 2);
    for (std::size_t at = 0; at < part.text.size(); ++at) {
        written.text += encode_utf8(printable_byte(static_cast<unsigned char>(part.text[at])));
        written.from.resize(written.text.size(), part.from[at]);
    }
    return written;
}

/// Bytes that stand for themselves, and the character of each byte.
constexpr bool stands_for_itself(unsigned byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

constexpr std::array<char32_t, 256> printable = [] {
    std::array<char32_t, 256> characters{};
    char32_t next = 0x100;
    for (unsigned byte = 0; byte < 256; ++byte)
        characters[byte] = stands_for_itself(byte) ? static_cast<char32_t>(byte) : next++;
    return characters;
}();

} // namespace

char32_t printable_byte(unsigned char byte) { return printable[byte]; }

int byte_of_printable(char32_t c) {
    if (c < 256) return stands_for_itself(static_cast<unsigned>(c)) ? static_cast<int>(c) : -1;
    const auto it = std::find(printable.begin(), printable.end(), c);
    return it == printable.end() ? -1 : static_cast<int>(it - printable.begin());
}

PreTokenizer pattern_split(Pattern pattern, Cut cut, bool invert) {
    return [pattern = std::move(pattern), cut, invert](AlignedText text) {
        std::vector<Found> found = pattern(text.text);
        for (Found& place : found) place.match = place.match != invert;
        return slices(text, cut_at(std::move(found), cut));
    };
}

PreTokenizer white_space_split() { return pattern_split(character_pattern(is_white_space), Cut::Removed); }

PreTokenizer word_and_sign_split() {
    return [](AlignedText text) {
        std::vector<Found> parts;
        int before = 0; // 1: a word, 2: signs
        for (std::size_t at = 0; at < text.text.size();) {
            const CodePoint c = decode_utf8(text.text, at);
            const int kind = is_word_character(c.value) ? 1 : is_white_space(c.value) ? 0 : 2;
            if (kind != 0 && kind == before)
                parts.back().end = at + c.length;
            else if (kind != 0)
                parts.push_back({at, at + c.length, true});
            before = kind;
            at += c.length;
        }
        return slices(text, parts);
    };
}

PreTokenizer punctuation_split(Cut cut) { return pattern_split(character_pattern(is_bert_punctuation), cut); }

PreTokenizer bert_split() {
    return [words = white_space_split(), signs = punctuation_split(Cut::Isolated)](AlignedText text) {
        std::vector<AlignedText> parts;
        for (AlignedText& word : words(std::move(text)))
            for (AlignedText& part : signs(std::move(word))) parts.push_back(std::move(part));
        return parts;
    };
}

PreTokenizer digit_split(bool each) {
    return pattern_split(character_pattern(is_number), each ? Cut::Isolated : Cut::Contiguous);
}

PreTokenizer metaspace_split(std::string replacement, Prefixed prefixed, bool cut) {
    return [replacement = std::move(replacement), prefixed, cut](AlignedText text) {
        std::vector<AlignedText::Stretch> spaces;
        for (std::size_t at = 0; at < text.text.size(); ++at)
            if (text.text[at] == ' ') spaces.push_back({at, at + 1});
        text.replace(spaces, replacement);
        const bool wanted = prefixed == Prefixed::Always || (prefixed == Prefixed::First && text.start == 0);
        if (wanted && !text.text.starts_with(replacement)) text.prepend(replacement);
        if (!cut) return std::vector<AlignedText>{std::move(text)};
        return slices(text, cut_at(literal_pattern(replacement)(text.text), Cut::MergedWithNext));
    };
}

PreTokenizer byte_level_split(bool prefix_space, bool cut_words) {
    return [prefix_space, cut_words](AlignedText text) {
        if (prefix_space && !text.text.starts_with(' ')) text.prepend(" ");
        std::vector<AlignedText> parts;
        for (std::size_t at = 0; at < text.text.size();) {
            const std::size_t end = cut_words ? gpt2_part_end(text.text, at) : text.text.size();
            parts.push_back(as_printable(text.slice(at, end)));
            at = end;
        }
        return parts;
    };
}

} // namespace heed::subword
