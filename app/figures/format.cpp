#include "app/figures/format.h"

#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace heed {
namespace {

std::string printed(const char* format, int decimals, double value) {
    std::array<char, 400> buffer{};
    const int length = std::snprintf(buffer.data(), buffer.size(), format, decimals, value);
    return {buffer.data(), static_cast<std::size_t>(std::max(length, 0))};
}

struct Mark {
    std::string_view token, shown;
};
constexpr std::array<Mark, 5> marks{
    {{" ", "␣"}, {"</s>", "end"}, {"<pad>", "‹pad›"}, {"<s>", "‹start›"}, {"<unk>", "‹unknown›"}}};

bool is_blank(char32_t c) { return c == ' ' || (c >= 9 && c <= 13) || c == 0xA0 || c == 0x3000; }

} // namespace

std::string fixed(double value, int decimals) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value > 0 ? "∞" : std::string(minus_sign) + "∞";
    std::string digits = printed("%.*f", decimals, std::abs(value));
    const bool zero = digits.find_first_not_of("0.") == std::string::npos;
    return value < 0 && !zero ? std::string(minus_sign) + digits : digits;
}

std::string cell_number(double weight) {
    const std::string text = fixed(weight, 2);
    return text.starts_with("0.") ? text.substr(1) : text == "1.00" ? "1" : text;
}

std::string probability(double p) { return p >= 0.0005 || !(p > 1e-99) ? fixed(p, 3) : compact(p); }

std::string percent(double share) { return fixed(100 * share, 0) + "%"; }

std::string thousands(long long value, std::string_view space) {
    std::string digits = std::to_string(value < 0 ? -value : value);
    for (std::ptrdiff_t at = std::ssize(digits) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), space);
    return value < 0 ? std::string(minus_sign) + digits : digits;
}

std::string compact(double value, std::string_view space) {
    if (!std::isfinite(value)) return fixed(value, 0);
    if (value >= 1e6 || (value > 0 && value < 1e-3)) {
        std::string text = printed("%.*e", 1, value);
        const std::size_t e = text.find('e'); // "4.3e+21" → "4.3e21", "1.0e-05" → "1.0e−5"
        const int exponent = std::stoi(text.substr(e + 1));
        return text.substr(0, e + 1) + (exponent < 0 ? std::string(minus_sign) : "") +
               std::to_string(std::abs(exponent));
    }
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
            text += " " + std::string(minus_sign) + " " + number.substr(minus_sign.size());
        else
            text += " + " + number;
    }
    return text;
}

std::string counted(int count, std::string_view noun) {
    return thousands(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string shown(std::string_view token) {
    for (const Mark& mark : marks)
        if (token == mark.token) return std::string(mark.shown);
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
    return blank ? "␣" : text;
}

std::string shown_source(const Trace& trace, int j) {
    const TraceToken& token = trace.source[static_cast<std::size_t>(j)];
    if (token.is_end) return "end";
    if (token.end <= token.begin || token.end > trace.source_text.size()) return shown(token.text);
    return shown(std::string_view(trace.source_text).substr(token.begin, token.end - token.begin));
}

std::string shown_output(const Trace& trace, int i) {
    const TraceToken& token = trace.steps[static_cast<std::size_t>(i)].token;
    return token.is_end ? "end" : shown(token.text);
}

std::string quoted(const std::string& shown_token) {
    return shown_token.starts_with("‹") ? shown_token : "“" + shown_token + "”";
}

std::string quoted_source(const Trace& trace, int j) {
    if (trace.source[static_cast<std::size_t>(j)].is_end) return "the end token";
    return quoted(shown_source(trace, j));
}

std::string quoted_output(const Trace& trace, int i) {
    if (trace.steps[static_cast<std::size_t>(i)].token.is_end) return "the end token";
    return quoted(shown_output(trace, i));
}

std::string stretch(const Trace& trace, int first, int last, int longest) {
    const int direction = last < first ? -1 : 1;
    const bool words = !trace.model.character_level;
    const int count = std::abs(last - first) + 1;
    if (longest <= 0) longest = words ? 5 : 14;
    std::string text;
    if (count > longest) {
        first = last - direction * (longest - 1);
        text = words ? "… " : "…";
    }
    bool space = false; // "7891 ␣ hcra": a shown space stands apart from the letters
    for (int j = first;; j += direction) {
        const bool is_end = trace.source[static_cast<std::size_t>(j)].is_end;
        const std::string token = is_end ? std::string() : shown_source(trace, j);
        const bool apart = words || token == "␣";
        if (!is_end) {
            if (!text.empty() && (apart || space) && !text.ends_with(' ')) text += ' ';
            text += token;
            space = apart;
        }
        if (j == last) return text;
    }
}

bool is_tag(const Trace& trace, int j) {
    return trace.model.tagged && j == 0 && trace.source_length() > 1;
}

std::string quoted_read(const Trace& trace, int j) {
    return is_tag(trace, j) ? "the start token" : quoted_source(trace, j);
}

std::string first_input(const Trace& trace) {
    return is_tag(trace, 0) ? quoted_source(trace, 0) : "the start token";
}

bool state_asks(const Trace& trace) {
    return trace.has_weights() && !trace.model.score.starts_with("token");
}

float own_past_weight(const Trace& trace, int i) {
    if (!trace.has(Quantity::PastWeights) || i >= trace.at(Quantity::PastWeights).cols()) return 0;
    float sum = 0;
    for (const float a : trace.at(Quantity::PastWeights).col(i))
        if (std::isfinite(a)) sum += a;
    return sum;
}

Window window_of(const Trace& trace, int i) {
    Window w{0, trace.source_length() - 1};
    if (!trace.has(Quantity::Position)) return w;
    const MatrixXf& positions = trace.at(Quantity::Position);
    if (i < 0 || i >= positions.cols() || !std::isfinite(positions(0, i))) return w;
    w.centre = positions(0, i);
    w.placed = true;
    const auto reach = static_cast<float>(trace.model.window);
    w.first = std::max(0, static_cast<int>(std::ceil(w.centre - reach)));
    w.last = std::min(w.last, static_cast<int>(std::floor(w.centre + reach)));
    return w;
}

} // namespace heed
