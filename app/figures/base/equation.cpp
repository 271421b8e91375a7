#include "app/figures/base/equation.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <utility>

namespace heed {
namespace {

// The middle of a line of Inter or JetBrains Mono lies this share of the size above the baseline, so text of
// another size stands on the same baseline when it is moved by this share of the difference.
constexpr float middle_to_baseline = 0.364f;
constexpr float inter_space = 0.28f, mono_space = 0.6f; // widths of a space, shares of the size

bool is_latin(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_greek_variable(char32_t c) { return c >= 0x3B1 && c <= 0x3C9; } // α … ω

class MathParser {
public:
    MathParser(const MathStyle& row, const FigureStyle& style) : row_(row), style_(style) {}

    MathRow parse(std::string_view markup) {
        text(markup, row_.color, Script::None);
        result_.width = x_;
        return std::move(result_);
    }

private:
    enum class Script { None, Sub, SubOfLetters, Super };

    void text(std::string_view m, Color color, Script script) {
        for (std::size_t at = 0; at < m.size();) {
            const char c = m[at];
            if (c == '_' || c == '^') {
                const std::string_view body = argument(m, at + 1);
                text(inside(body), color,
                     c == '^'           ? Script::Super
                     : has_letter(body) ? Script::SubOfLetters
                                        : Script::Sub);
                at += 1 + body.size();
            } else if (c == '{') {
                const std::string_view body = argument(m, at);
                if (body.size() > 3) text(inside(body).substr(2), role(body[1], color), script);
                at += body.size();
            } else if (c == '`') {
                const std::size_t close = std::min(m.find('`', at + 1), m.size());
                monospaced(std::string(m.substr(at + 1, close - at - 1)), color);
                at = close + 1;
            } else if (c == '|') {
                ++at;
            } else if (c == ' ') {
                x_ += inter_space * size_of(script);
                ++at;
            } else {
                at += word(m.substr(at), color, script);
            }
        }
    }

    /// What a script or a role applies to: a braced group, or one code point.
    static std::string_view argument(std::string_view m, std::size_t at) {
        if (at >= m.size()) return {};
        if (m[at] != '{') return m.substr(at, decode_utf8(m, at).length);
        int depth = 0;
        for (std::size_t end = at; end < m.size(); ++end) {
            if (m[end] == '{') ++depth;
            if (m[end] == '}' && --depth == 0) return m.substr(at, end - at + 1);
        }
        return m.substr(at);
    }
    static std::string_view inside(std::string_view group) {
        return group.starts_with('{') && group.ends_with('}') ? group.substr(1, group.size() - 2) : group;
    }

    static bool has_letter(std::string_view m) {
        return std::any_of(m.begin(), m.end(),
                           [](char c) { return is_latin(static_cast<unsigned char>(c)); });
    }

    Color role(char letter, Color fallback) const {
        const Palette& p = style_.colors();
        const std::pair<char, Color> roles[] = {{'f', p.forward},   {'b', p.backward}, {'d', p.decoder},
                                                {'a', p.attention}, {'o', p.output},   {'1', p.t1},
                                                {'2', p.t2},        {'3', p.t3}};
        for (const auto& [name, color] : roles)
            if (name == letter) return color;
        return fallback;
    }

    float size_of(Script script) const { return script == Script::None ? row_.size : row_.script; }

    /// A run of one face at the beginning of m: letters together, or signs and digits together.
    std::size_t word(std::string_view m, Color color, Script script) {
        const CodePoint first = decode_utf8(m, 0);
        std::size_t end = first.length;
        Face face = Face::Regular;
        if (is_greek_variable(first.value)) {
            face = Face::Italic;
        } else if (is_latin(first.value)) {
            while (end < m.size() && is_latin(static_cast<unsigned char>(m[end]))) ++end;
            face = end == 1 && script != Script::Super ? Face::Italic : Face::Regular;
        } else if (first.value == U'∘') {
            face = Face::Mono; // Inter has no ring operator
        } else {
            constexpr std::string_view stops = "_^{`| ";
            while (end < m.size() && stops.find(m[end]) == std::string_view::npos) {
                const CodePoint next = decode_utf8(m, end);
                if (is_latin(next.value) || is_greek_variable(next.value) || next.value == U'∘') break;
                end += next.length;
            }
        }
        if (script == Script::SubOfLetters) face = Face::Italic; // "j−1" leans as a whole
        add(std::string(m.substr(0, end)), face, size_of(script), color, script);
        return end;
    }

    void monospaced(const std::string& text, Color color) {
        const std::size_t first = text.find_first_not_of(' ');
        const float space = mono_space * row_.mono;
        if (first == std::string::npos) {
            x_ += space * static_cast<float>(text.size());
            return;
        }
        const std::size_t last = text.find_last_not_of(' ');
        x_ += space * static_cast<float>(first);
        add(text.substr(first, last - first + 1), Face::Mono, row_.mono, color, Script::None);
        x_ += space * static_cast<float>(text.size() - 1 - last);
    }

    void add(std::string text, Face face, float size, Color color, Script script) {
        const float shift = script == Script::None ? 0 : script == Script::Super ? -row_.raise : row_.drop;
        const float width = style_.metrics->width(text, face, size);
        result_.pieces.push_back(
            {std::move(text), face, size, color, x_, middle_to_baseline * (row_.size - size) + shift});
        x_ += width;
    }

    const MathStyle& row_;
    const FigureStyle& style_;
    MathRow result_;
    float x_ = 0;
};

/// The start of the code point that byte `at` belongs to.
std::size_t code_point_start(const std::string& text, std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    return at;
}

/// The largest n in [0, most] for which fits(n) holds, if it holds for all below that.
template <class Fits>
std::size_t largest(std::size_t most, Fits fits) {
    std::size_t low = 0;
    while (low < most) {
        const std::size_t middle = low + (most - low + 1) / 2;
        if (fits(middle))
            low = middle;
        else
            most = middle - 1;
    }
    return low;
}

/// Bytes of a word that fit on a line of their own, at least a code point; where a stroke of a path stands in
/// the second half of these, up to there.
std::size_t line_part(const std::string& word, float width, Face face, float size,
                      const TextMetrics& metrics) {
    std::size_t one = 1;
    while (one < word.size() && code_point_start(word, one) != one) ++one;
    const std::size_t most =
        std::max(one, code_point_start(word, largest(word.size() - 1, [&](std::size_t n) {
                                           return metrics.width(word.substr(0, code_point_start(word, n)),
                                                                face, size) <= width;
                                       })));
    const std::size_t stroke = word.rfind('/', most - 1);
    return stroke != word.npos && 2 * (stroke + 1) > most ? stroke + 1 : most;
}

} // namespace

MathRow math(std::string_view markup, const MathStyle& row, const FigureStyle& style) {
    return MathParser(row, style).parse(markup);
}

void draw(Scene& scene, const MathRow& row, Point at) {
    for (const MathPiece& piece : row.pieces)
        scene.add(
            TextItem{{at.x + piece.x, at.y + piece.y}, piece.text, piece.face, piece.size, piece.color});
}

void draw_fraction(Scene& scene, const MathRow& above, const MathRow& below, Point at, float width,
                   float distance, Color bar) {
    const float middle = at.x + width / 2;
    draw(scene, above, {middle - above.width / 2, at.y - distance});
    add_fill(scene, {at.x, at.y - 1, width, 2}, bar);
    draw(scene, below, {middle - below.width / 2, at.y + distance});
}

std::vector<std::string> wrap(const std::string& text, float width, Face face, float size,
                              const TextMetrics& metrics) {
    std::vector<std::string> lines;
    std::string line;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t space = std::min(text.find(' ', at), text.size());
        std::string word = text.substr(at, space - at);
        at = space + 1;
        if (!line.empty() && metrics.width(line + ' ' + word, face, size) <= width) {
            line += ' ' + word;
            continue;
        }
        if (!line.empty()) lines.push_back(std::exchange(line, {}));
        while (word.size() > 1 && metrics.width(word, face, size) > width) {
            const std::size_t part = line_part(word, width, face, size, metrics);
            if (part >= word.size()) break;
            lines.push_back(word.substr(0, part));
            word.erase(0, part);
        }
        line = word;
    }
    if (!line.empty()) lines.push_back(line);
    return lines;
}

std::string fit(const std::string& text, float width, Face face, float size, const TextMetrics& metrics) {
    if (metrics.width(text, face, size) <= width) return text;
    const auto shorter = [&](std::size_t bytes) {
        return text.substr(0, code_point_start(text, bytes)) + std::string(ellipsis);
    };
    const std::size_t bytes = largest(std::min<std::size_t>(text.size() - 1, 400), [&](std::size_t n) {
        return metrics.width(shorter(n), face, size) <= width;
    });
    return shorter(bytes);
}

std::string fit_end(const std::string& text, float width, Face face, float size, const TextMetrics& metrics) {
    if (metrics.width(text, face, size) <= width) return text;
    const auto shorter = [&](std::size_t bytes) {
        std::size_t begin = text.size() - bytes;
        while (begin < text.size() && code_point_start(text, begin) != begin) ++begin;
        return std::string(ellipsis) + text.substr(begin);
    };
    const std::size_t bytes = largest(std::min<std::size_t>(text.size() - 1, 400), [&](std::size_t n) {
        return metrics.width(shorter(n), face, size) <= width;
    });
    return shorter(bytes);
}

} // namespace heed
