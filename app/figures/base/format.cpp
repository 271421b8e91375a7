#include "app/figures/base/format.h"

#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

struct Mark {
    std::string_view token, shown;
};
/// What toolkits call the tokens that are not text. Others in angle brackets are shown in ‹quotes› as they
/// are.
constexpr std::array<Mark, 20> marks{
    {{"</s>", "end"},        {"<|endoftext|>", "end"}, {"<eos>", "end"},       {"<EOS>", "end"},
     {"EOS", "end"},         {"eos", "end"},           {"<end>", "end"},       {"<s>", "‹start›"},
     {"<sos>", "‹start›"},   {"<SOS>", "‹start›"},     {"SOS", "‹start›"},     {"<bos>", "‹start›"},
     {"<start>", "‹start›"}, {"<GO>", "‹start›"},      {"<unk>", "‹unknown›"}, {"<UNK>", "‹unknown›"},
     {"UNK", "‹unknown›"},   {"<pad>", "‹pad›"},       {"<PAD>", "‹pad›"},     {"PAD", "‹pad›"}}};

/// Few words can be a mark: most need not be compared with any.
constexpr bool may_be_mark(std::string_view token) {
    constexpr std::string_view first_letters = "<EeSUP";
    return token.size() >= 3 && token.size() <= 13 &&
           first_letters.find(token.front()) != std::string_view::npos;
}
static_assert(std::all_of(marks.begin(), marks.end(), [](const Mark& m) { return may_be_mark(m.token); }));

const Mark* mark_of(std::string_view token) {
    if (!may_be_mark(token)) return nullptr;
    const auto found =
        std::find_if(marks.begin(), marks.end(), [&](const Mark& m) { return m.token == token; });
    return found == marks.end() ? nullptr : &*found;
}

// How pieces of words say where a word goes on.
constexpr std::string_view begins_word = "\u2581"; // SentencePiece: a space was here
constexpr std::string_view goes_on = "@@";         // subword-nmt: the next piece belongs to this one
constexpr std::string_view joiner = "\uFFED";      // OpenNMT: no space on this side

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

/// Letters, digits and signs of ASCII: nothing in it means anything but itself.
bool is_plain(std::string_view token) {
    return !token.empty() &&
           std::all_of(token.begin(), token.end(), [](char c) { return c > 32 && c < 127; });
}

bool is_blank(char32_t c) { return c == ' ' || (c >= 9 && c <= 13) || c == 0xA0 || c == 0x3000; }

} // namespace

std::string printed(std::chars_format format, int digits, double value) {
    std::array<char, 400> buffer; // the largest double has 309 digits before the point
    const std::to_chars_result end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, digits);
    return {buffer.data(), end.ptr};
}

std::string fixed(double value, int decimals) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value > 0 ? "∞" : std::string(minus_sign) + "∞";
    std::string digits = printed(std::chars_format::fixed, decimals, std::abs(value));
    const bool zero = digits.find_first_not_of("0.") == std::string::npos;
    return value < 0 && !zero ? std::string(minus_sign) + digits : digits;
}

std::string up_to(double value, int decimals) {
    std::string text = fixed(value, decimals);
    if (text.find('.') == text.npos) return text;
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string cell_number(double weight) {
    const std::string text = fixed(weight, 2);
    return text.starts_with("0.") ? text.substr(1) : text == "1.00" ? "1" : text;
}

namespace {

/// With more decimals where fewer would say that it is all. What a float cannot tell from all, is all.
std::string below(double value, double whole, int decimals) {
    if (value > whole * (1 - 1e-6)) return fixed(value, 0);
    std::string text = fixed(value, decimals);
    while (std::stod(text) >= whole) text = fixed(value, ++decimals);
    return text;
}

std::string scientific(double value, int digits) {
    std::string text = printed(std::chars_format::scientific, digits - 1, std::abs(value));
    const std::size_t e = text.find('e'); // "4.3e+21" → "4.3e21", "1.0e-05" → "1.0e−5"
    const int exponent = std::stoi(text.substr(e + 1));
    return (value < 0 ? std::string(minus_sign) : "") + text.substr(0, e + 1) +
           (exponent < 0 ? std::string(minus_sign) : "") + std::to_string(std::abs(exponent));
}

/// Decimals with which so many digits count.
int decimals_for(double value, int digits) {
    return std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
}

std::string without_zeros(std::string text) {
    if (text.find('.') == std::string::npos) return text;
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
    return text;
}

} // namespace

std::string probability(double p) {
    if (p >= 0.9995) return below(p, 1, 3);
    return p >= 0.0005 || !(p > 1e-99) ? fixed(p, 3) : compact(p);
}

std::string exact(double value) {
    if (!std::isfinite(value) || value == 0) return fixed(value, 0);
    if (std::abs(value) < 1e-3 || std::abs(value) >= 1e6) return scientific(value, 4);
    if (value > 0.9999 && value < 1.0001) return below(value, 1, 4);
    return without_zeros(fixed(value, decimals_for(value, 4)));
}

std::string exact_percent(double share) {
    const double value = 100 * share;
    if (!std::isfinite(value) || value <= 0) return fixed(value, 0) + "%";
    if (value < 1e-3) return scientific(value, 4) + "%";
    if (value > 99.99) return below(value, 100, 2) + "%";
    return without_zeros(fixed(value, decimals_for(value, 4))) + "%";
}

std::string careful_percent(double share) {
    const double value = 100 * share;
    if (value >= 99.5) return below(value, 100, 1) + "%";
    if (value > 0 && value < 0.001) return "<0.001%";
    if (value > 0 && value < 0.5)
        return exact_percent(std::stod(printed(std::chars_format::general, 2, share)));
    return percent(share);
}

std::string chance(double p) {
    if (p < 0.0005) return probability(p);
    const std::string text = below(p, 1, 3);
    return text.starts_with("0.") ? text.substr(1) : text;
}

std::string cell_probability(double p) { return p < 0.995 ? cell_number(p) : chance(p); }

std::string significant(double value, int digits, std::string_view space) {
    if (!std::isfinite(value) || value == 0) return fixed(value, 0);
    if (std::abs(value) >= 1e6 || std::abs(value) < 1e-3) return scientific(value, digits);
    const std::string text = fixed(std::abs(value), decimals_for(value, digits));
    const std::size_t point = std::min(text.find('.'), text.size());
    return (value < 0 ? std::string(minus_sign) : "") + thousands(std::stoll(text.substr(0, point)), space) +
           text.substr(point);
}

std::string percent(double share) { return fixed(100 * share, 0) + "%"; }

std::string thousands(long long value, std::string_view space) {
    std::string digits = std::to_string(value < 0 ? -value : value);
    for (std::ptrdiff_t at = std::ssize(digits) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), space);
    return value < 0 ? std::string(minus_sign) + digits : digits;
}

std::string log_prob_number(double value) {
    const double size = std::abs(value);
    if (size == 0) return "0";
    if (size < 5e-5) return (value < 0 ? std::string(minus_sign) : "") + compact(size);
    return fixed(value, size < 0.00095 ? 4 : size < 1 ? 3 : 2);
}

std::string compact(double value, std::string_view space) {
    if (!std::isfinite(value)) return fixed(value, 0);
    if (value >= 1e6 || (value > 0 && value < 1e-3)) return scientific(value, 2);
    if (value >= 1000) return thousands(std::llround(value), space);
    return fixed(value, value >= 100 ? 1 : value >= 10 ? 2 : 3);
}

std::string sum_of(std::initializer_list<double> terms, int decimals) {
    std::string text;
    for (const double term : terms) {
        const std::string number = fixed(term, decimals);
        const bool negative = number.starts_with(minus_sign);
        if (text.empty())
            text = number;
        else if (negative)
            text.append(" ").append(minus_sign).append(" ").append(number, minus_sign.size());
        else
            text.append(" + ").append(number);
    }
    return text;
}

std::string counted(int count, std::string_view noun) {
    return thousands(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string shown(std::string_view token) {
    if (const Mark* mark = mark_of(token)) return std::string(mark->shown);
    if (is_bracketed(token)) return "‹" + shown(token.substr(1, token.size() - 2)) + "›";
    const bool cut = token.size() > goes_on.size() && token.ends_with(goes_on);
    if (cut) token.remove_suffix(goes_on.size());
    constexpr std::string_view unknown = "<unk>"; // a piece of a word that a model does not know
    if (is_plain(token) && token.find(unknown) == token.npos)
        return cut ? std::string(token) + "·" : std::string(token);
    std::string text;
    bool blank = !token.empty();
    for (std::size_t at = 0; at < token.size();) {
        const CodePoint c = decode_utf8(token, at);
        const bool control = c.value < 32 || c.value == 127;
        blank = blank && c.valid && is_blank(c.value);
        if (!c.valid || (control && !is_blank(c.value)))
            text += "\uFFFD";
        else if (control)
            text += ' ';
        else
            text += token.substr(at, c.length);
        at += std::max<std::size_t>(c.length, 1);
    }
    if (blank) return "␣";
    replace_all(text, begins_word, "␣");
    replace_all(text, joiner, "·");
    replace_all(text, unknown, mark_of(unknown)->shown);
    return cut ? text + "·" : text;
}

bool is_bracketed(std::string_view token) {
    return token.size() > 2 && token.front() == '<' && token.back() == '>' &&
           token.find_first_of(" <>", 1) == token.size() - 1;
}

bool is_mark(std::string_view token) { return mark_of(token) || is_bracketed(token); }

std::string joined(std::span<const std::string> pieces) {
    const bool spaced = std::any_of(pieces.begin(), pieces.end(),
                                    [](const std::string& p) { return p.starts_with(begins_word); });
    std::string text;
    bool open = true; // nothing stands between this piece and the one before
    for (const std::string& piece : pieces) {
        const std::string mark = is_bracketed(piece) ? shown(piece) : "";
        std::string_view rest = mark.empty() ? std::string_view(piece) : mark;
        const bool new_word = rest.starts_with(begins_word), joins = rest.starts_with(joiner);
        if (new_word) rest.remove_prefix(begins_word.size());
        if (joins) rest.remove_prefix(joiner.size());
        if (!text.empty() && (spaced ? new_word : !open && !joins)) text += ' ';
        open = rest.ends_with(goes_on) || rest.ends_with(joiner);
        if (open) rest.remove_suffix(rest.ends_with(joiner) ? joiner.size() : goes_on.size());
        text += rest;
    }
    replace_all(text, begins_word, " ");
    return text;
}

std::string followed_by(std::string first, std::string_view next) {
    if (!first.empty() && !first.ends_with('.') && !first.ends_with("…")) first += '.';
    if (!first.empty()) first += ' ';
    return first.append(next);
}

std::string with_unknown(std::string shown, std::string_view name) {
    constexpr std::string_view whole = "‹unknown›";
    if (const std::size_t at = shown.find(whole); at != shown.npos) shown.replace(at, whole.size(), name);
    return shown;
}

std::string quoted(const std::string& shown_token) {
    return shown_token.starts_with("‹") ? shown_token : "“" + shown_token + "”";
}

} // namespace heed
