#include "core/trace/words/words.h"

#include "core/text/strings.h"
#include "core/text/subword/unicode.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

namespace heed {
namespace {

constexpr std::string_view low_line = "▁", byte_space = "Ġ", joiner = "@@", continued = "##";

/// What byte-level tokenizers write a byte as, and back: printable bytes are themselves, the others U+0100
/// on.
std::optional<unsigned char> byte_behind(char32_t point) {
    static const std::array<int, 68> others = [] {
        std::array<int, 68> found{};
        std::size_t n = 0;
        for (int b = 0; b < 256; ++b)
            if (b < 0x21 || (b > 0x7e && b < 0xa1) || b == 0xad) found[n++] = b;
        return found;
    }();
    if (point < 256) return static_cast<unsigned char>(point);
    if (point < 256 + others.size()) return static_cast<unsigned char>(others[point - 256]);
    return std::nullopt;
}

std::string bytes_behind(std::string_view token) {
    std::string bytes;
    for (std::size_t at = 0; at < token.size();) {
        const CodePoint point = decode_utf8(token, at);
        const auto byte = byte_behind(point.value);
        if (byte)
            bytes += static_cast<char>(*byte);
        else
            bytes += token.substr(at, point.length);
        at += point.length;
    }
    return bytes;
}

/// "<0xE4>" of tokenizers that fall back to bytes.
std::optional<unsigned char> fallback_byte(std::string_view token) {
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>') return std::nullopt;
    int value = 0;
    for (const char c : token.substr(3, 2)) {
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0) return std::nullopt;
        value = value * 16 + digit;
    }
    return static_cast<unsigned char>(value);
}

/// Whether the model puts it around the text. The space before a first word is a part of that word.
bool frames(const TraceToken& token) {
    return token.framing() && token.text != low_line && token.text != byte_space;
}

/// "<s>", "[CLS]": what stands around texts, where nothing else says so.
bool is_special(const TraceToken& token) {
    const std::string_view t = token.text;
    if (frames(token)) return true;
    if (token.unknown || t == "<unk>" || t == "[UNK]" || t.size() < 3 || fallback_byte(t)) return false;
    return (t.front() == '<' && t.back() == '>') || t == "[CLS]" || t == "[SEP]" || t == "[PAD]" ||
           t == "[MASK]";
}

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// The token without its marks; a low line is a space.
std::string plain_piece(const TraceToken& token, PieceMark mark) {
    std::string text = token.text;
    switch (mark) {
    case PieceMark::None:
        break;
    case PieceMark::Space:
        if (const auto byte = fallback_byte(text)) return std::string(1, static_cast<char>(*byte));
        for (std::size_t at; (at = text.find(low_line)) != text.npos;) text.replace(at, low_line.size(), " ");
        break;
    case PieceMark::Byte:
        return bytes_behind(text);
    case PieceMark::Continued:
        if (text.starts_with(continued)) text.erase(0, continued.size());
        break;
    case PieceMark::Joined:
        if (text.ends_with(joiner)) text.erase(text.size() - joiner.size());
        break;
    }
    return text;
}

/// The same; what stands for unknown characters says nothing of a word, the text that it stands for does.
std::string plain_piece(const TraceToken& token, PieceMark mark, std::string_view text) {
    const bool in_text = token.begin < token.end && token.end <= text.size();
    if (token.unknown && in_text && (mark == PieceMark::Space || mark == PieceMark::Byte))
        return std::string(text.substr(token.begin, token.end - token.begin));
    return plain_piece(token, mark);
}

/// Characters of scripts that write no spaces between words.
bool is_spaceless(char32_t c) {
    struct Range {
        char32_t from, to;
    };
    static constexpr Range ranges[] = {{0x0E00, 0x0EFF}, {0x0F00, 0x109F},  {0x1780, 0x17FF},
                                       {0x3000, 0x312F}, {0x31A0, 0x31BF},  {0x31F0, 0x31FF},
                                       {0x3400, 0x4DBF}, {0x4E00, 0x9FFF},  {0xF900, 0xFAFF},
                                       {0xFF00, 0xFF9F}, {0x20000, 0x3FFFF}};
    return std::any_of(std::begin(ranges), std::end(ranges),
                       [c](const Range& r) { return c >= r.from && c <= r.to; });
}

bool begins_within_character(std::string_view bytes) {
    return !bytes.empty() && (static_cast<unsigned char>(bytes.front()) & 0xC0) == 0x80;
}

char32_t last_character(std::string_view bytes) {
    std::size_t at = bytes.size();
    while (at > 0 && (static_cast<unsigned char>(bytes[--at]) & 0xC0) == 0x80) {
    }
    return bytes.empty() ? U' ' : decode_utf8(bytes, at).value;
}

/// The bytes of a piece, and of those after it where its first character goes on there.
std::string with_first_character(const std::vector<std::string>& pieces, std::size_t at) {
    std::string bytes = pieces[at];
    while (!bytes.empty() && !decode_utf8(bytes, 0).valid && ++at < pieces.size() &&
           begins_within_character(pieces[at]))
        bytes += pieces[at];
    return bytes;
}

/// What is known of the word so far, as bytes; of the piece that begins here, its first character at least.
bool begins_word(const TraceToken& token, PieceMark mark, std::string_view piece, const TraceToken& before,
                 std::string_view so_far) {
    if (mark == PieceMark::None || is_special(token) || is_special(before)) return true;
    if (mark == PieceMark::Continued) return !token.text.starts_with(continued);
    if (mark == PieceMark::Joined) return !before.text.ends_with(joiner);
    if (!piece.empty() && is_blank(piece.front())) return true;
    if (begins_within_character(piece) || trimmed(so_far).empty() || piece.empty()) return false;
    const bool shared = token.begin < before.end && token.begin < token.end && before.begin < before.end;
    return !shared && (is_spaceless(decode_utf8(piece, 0).value) || is_spaceless(last_character(so_far)));
}

/// Whether it is a further piece of a word that the model is told before the text: "▁summar", "ize", ":". A
/// language's code and "<s>" begin with no space, and are each a word, as is what stands for an unknown sign.
bool goes_on_before_text(const TraceToken& first, const TraceToken& token, PieceMark mark) {
    return mark == PieceMark::Space && first.is_start && token.is_start && !token.unknown &&
           first.text.starts_with(low_line) && !token.text.starts_with(low_line);
}

/// Where the white space that begins at `at` ends.
std::size_t after_blanks(std::string_view text, std::size_t at, std::size_t end) {
    while (at < end && subword::is_white_space(decode_utf8(text, at).value))
        at = std::min(end, at + decode_utf8(text, at).length);
    return at;
}

/// Where those marks end that a tokenizer has left out behind a word: accents, vowel signs.
std::size_t after_marks(std::span<const TraceToken> later, std::string_view text, std::size_t at) {
    std::size_t end = at;
    for (CodePoint c; end < text.size() && subword::is_mark((c = decode_utf8(text, end)).value);)
        end += c.length;
    if (end == at) return at;
    for (const TraceToken& token : later)
        if (token.begin < token.end) end = std::min(end, token.begin);
    return std::max(at, end);
}

/// The bytes of a word, without the spaces at its ends, where its tokens have any.
void place_word(Word& word, std::span<const TraceToken> tokens, std::string_view text) {
    std::size_t begin = text.size(), end = 0;
    for (int t = word.first; t < word.last; ++t) {
        const TraceToken& token = tokens[static_cast<std::size_t>(t)];
        if (token.begin >= token.end) continue;
        begin = std::min(begin, token.begin);
        end = std::max(end, std::min(token.end, text.size()));
    }
    begin = after_blanks(text, begin, end);
    while (begin < end && is_blank(text[end - 1])) --end;
    if (begin >= end) return;
    end = after_marks(tokens.subspan(static_cast<std::size_t>(word.last)), text, end);
    word.begin = begin;
    word.end = end;
    word.text = text.substr(begin, end - begin);
}

bool is_marked(const std::string& entry, PieceMark mark) {
    const auto more = [&](std::string_view start) {
        return entry.starts_with(start) && entry.size() > start.size();
    };
    switch (mark) {
    case PieceMark::Space:
        return more(low_line);
    case PieceMark::Byte:
        return more("Ġ");
    case PieceMark::Continued:
        return more(continued);
    case PieceMark::Joined:
        return entry.ends_with(joiner) && entry.size() > joiner.size();
    case PieceMark::None:
        break;
    }
    return false;
}

constexpr PieceMark marks[] = {PieceMark::Space, PieceMark::Byte, PieceMark::Continued, PieceMark::Joined};

/// Where no token has a mark before anything: a mark alone, among pieces that are more than characters (of
/// characters it is a space).
PieceMark lone_mark(std::span<const TraceToken> tokens) {
    PieceMark found = PieceMark::None;
    bool longer = false;
    for (const TraceToken& token : tokens) {
        const std::string_view text = token.text;
        if (text == low_line)
            found = PieceMark::Space;
        else if (text == byte_space && found == PieceMark::None)
            found = PieceMark::Byte;
        else if (!text.empty() && !is_special(token))
            longer = longer || decode_utf8(text, 0).length < text.size();
    }
    return longer ? found : PieceMark::None;
}

} // namespace

PieceMark piece_mark(const std::vector<std::string>* vocabulary, std::span<const TraceToken> tokens) {
    for (const PieceMark mark : marks) {
        const bool found = vocabulary ? std::any_of(vocabulary->begin(), vocabulary->end(),
                                                    [&](const auto& e) { return is_marked(e, mark); })
                                      : std::any_of(tokens.begin(), tokens.end(),
                                                    [&](const auto& t) { return is_marked(t.text, mark); });
        if (found) return mark;
    }
    return vocabulary ? PieceMark::None : lone_mark(tokens);
}

std::vector<Word> words_of(std::span<const TraceToken> tokens, PieceMark mark, std::string_view text) {
    std::vector<Word> words;
    std::vector<std::string> pieces;
    for (const TraceToken& token : tokens) pieces.push_back(plain_piece(token, mark, text));
    std::string so_far;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
        const bool told = t > 0 && goes_on_before_text(tokens[static_cast<std::size_t>(words.back().first)],
                                                       tokens[t], mark);
        if (told) {
            words.back().framing = true;
        } else if (t == 0 ||
                   begins_word(tokens[t], mark, with_first_character(pieces, t), tokens[t - 1], so_far)) {
            words.push_back({static_cast<int>(t), 0, {}, 0, 0, is_special(tokens[t])});
            so_far.clear();
        }
        so_far += pieces[t];
        words.back().last = static_cast<int>(t) + 1;
        const bool one = mark == PieceMark::None || (words.back().framing && !told);
        words.back().text = one ? tokens[t].text : std::string(trimmed(so_far));
    }
    for (Word& word : words)
        if (mark != PieceMark::None && !word.framing)
            place_word(word, tokens, text);
        else if (const TraceToken& token = tokens[static_cast<std::size_t>(word.first)];
                 mark != PieceMark::None && token.begin < token.end) { // it frames, and was typed
            word.begin = token.begin;
            word.end = token.end;
        }
    if (mark == PieceMark::None)
        for (std::size_t t = 0; t < tokens.size(); ++t) {
            words[t].begin = tokens[t].begin;
            words[t].end = tokens[t].end;
        }
    return words;
}

std::vector<Word> words_at(std::span<const TraceToken> tokens, std::string_view text,
                           std::span<const Stretch> stretches) {
    std::vector<Word> words;
    const auto word_at = [&](std::size_t n, int t) {
        const Stretch& s = stretches[n];
        return Word{t, t, std::string(text.substr(s.begin, s.end - s.begin)), s.begin, s.end, false};
    };
    std::size_t next = 0; // the stretch that has no word yet
    int waiting = 0;      // tokens of nothing but spaces, which belong to what follows
    for (std::size_t t = 0; t < tokens.size(); ++t) {
        const TraceToken& token = tokens[t];
        const int at = static_cast<int>(t);
        const auto frame = [&] {
            if (waiting > 0 && !words.empty()) words.back().last = at; // at the text's end
            waiting = 0;
            words.push_back({at, at + 1, token.text, token.begin, token.end, true});
            if (token.begin >= token.end) words.back().begin = words.back().end = 0; // it was not typed
        };
        if (frames(token)) {
            frame();
            continue;
        }
        std::size_t begin = token.begin;
        while (begin < std::min(token.end, text.size()) && is_blank(text[begin])) ++begin;
        if (begin >= token.end) {
            ++waiting;
            continue;
        }
        for (; next < stretches.size() && stretches[next].begin <= begin; ++next)
            words.push_back(word_at(next, at - waiting));
        if (words.empty() || words.back().framing) { // of no word that is given
            ++waiting;
            continue;
        }
        words.back().last = at + 1;
        waiting = 0;
    }
    if (waiting > 0 && !words.empty() && !words.back().framing)
        words.back().last = static_cast<int>(tokens.size());
    // Words of which nothing is read stand before what frames the text at its end.
    auto place = words.end();
    while (place != words.begin() && std::prev(place)->framing) --place;
    std::vector<Word> unread;
    for (; next < stretches.size(); ++next) unread.push_back(word_at(next, 0));
    words.insert(place, unread.begin(), unread.end());
    return words;
}

Eigen::MatrixXd folded(const MatrixXf& weights, std::span<const Word> looked, std::span<const Word> looking,
                       int shift) {
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(looked.size()),
                                                   static_cast<Eigen::Index>(looking.size()));
    for (std::size_t w = 0; w < looking.size(); ++w) {
        auto column = result.col(static_cast<Eigen::Index>(w));
        for (int i = looking[w].first + shift; i < looking[w].last + shift; ++i) {
            assert(i < weights.cols());
            for (std::size_t v = 0; v < looked.size(); ++v) {
                double sum = 0;
                for (int j = looked[v].first; j < looked[v].last; ++j)
                    sum += static_cast<double>(weights(j, i));
                column[static_cast<Eigen::Index>(v)] += sum;
            }
        }
        if (const int count = looking[w].last - looking[w].first; count > 1) column /= count;
    }
    return result;
}

} // namespace heed
