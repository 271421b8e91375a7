#include "app/figures/lecture/band.h"

#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/base/scaled.h"

#include <algorithm>
#include <vector>

namespace heed {
namespace {

constexpr float middle_line = 64, sentence_line = 151; // of phase and equation; of the sentence
constexpr float two_lines = 145;                       // the middle of a sentence in two
constexpr float band_left = 40, band_text = 217, band_right = 40;
constexpr float smallest = 18;

/// One term of the chain: a row, or a fraction.
struct Term {
    MathRow row{}, below{};
    bool fraction = false;
    float gap = 0; // before it, in place of a sign
    std::string sign{};
    bool result = false;

    float width() const { return std::max(row.width, below.width) + (fraction ? 24.0f : 0.0f); }
};

/// How much of an equation is printed: where it is too wide, first the numbers' own words go, then the
/// symbols.
enum class Shown { All, WithoutWords, Numbers, Result };

struct Chain {
    std::vector<Term> terms{};
    float size = 42, width = 0;
};

MathStyle symbols_at(float size, Color color) {
    return {.size = size,
            .color = color,
            .script = std::max(smallest, size * 0.69f),
            .drop = size * 0.2f,
            .raise = size * 0.4f,
            .mono = std::max(smallest, size * 0.83f)};
}

Chain chain_of(const ResultLine& e, float size, Shown shown, const FigureStyle& style) {
    const Palette& c = style.colors();
    const MathStyle large = symbols_at(size, c.t1), small = symbols_at(size * 0.83f, c.t1);
    Chain chain{.size = size};
    const auto add = [&](Term term) {
        chain.width += chain.terms.empty() ? 0 : term.sign.empty() ? term.gap : size * 1.4f;
        chain.width += term.width();
        chain.terms.push_back(std::move(term));
    };
    const auto fraction = [&](const std::string& above, const std::string& below, const std::string& sign) {
        add({.row = math(above, small, style),
             .below = math(below, small, style),
             .fraction = true,
             .sign = sign});
    };
    const auto mono = [](const std::string& text) { return "`" + text + "`"; };
    const bool symbols = shown == Shown::All || shown == Shown::WithoutWords;
    const std::string name = e.symbols.substr(0, e.symbols.find(" = "));
    if (symbols && !e.symbols.empty()) {
        add({.row = math(e.symbols, large, style)});
        if (!e.above.empty()) fraction(e.above, e.below, "=");
        if (!e.left.empty()) add({.row = math(e.left, large, style), .gap = size * 1.6f});
    } else {
        add({.row = math(e.left.empty() ? name : e.left, large, style)});
    }
    if (shown == Shown::All || shown == Shown::Numbers) {
        if (!e.number_above.empty()) fraction(e.number_above, e.number_below, "=");
        if (!e.words.empty()) add({.row = math(e.words, small, style), .sign = "="});
    }
    if (!e.result.empty()) {
        MathStyle strong = large;
        strong.mono = std::max(smallest, size * 1.24f);
        strong.color = e.color;
        Term result{.row = math(mono(e.result), strong, style), .sign = e.sign, .result = true};
        for (MathPiece& piece : result.row.pieces) piece.face = Face::MonoSemibold;
        add(std::move(result));
    }
    return chain;
}

/// The largest letters in which as much of it as possible fits.
Chain fitting_chain(const ResultLine& e, float room, const FigureStyle& style) {
    Chain chain;
    for (const Shown shown : {Shown::All, Shown::WithoutWords, Shown::Numbers, Shown::Result})
        for (const float size : {42.0f, 38.0f, 34.0f, 30.0f, 26.0f}) {
            chain = chain_of(e, size, shown, style);
            if (chain.width <= room) return chain;
        }
    return chain;
}

void draw_chain(Scene& scene, const Chain& chain, float x, const Palette& c) {
    const float size = chain.size;
    for (std::size_t k = 0; k < chain.terms.size(); ++k) {
        const Term& term = chain.terms[k];
        if (k > 0 && term.sign.empty()) x += term.gap;
        if (k > 0 && !term.sign.empty()) {
            add_text(scene, {x + size * 0.7f, middle_line}, term.sign, Face::Regular, size * 0.85f, c.t1,
                     Align::Centre);
            x += size * 1.4f;
        }
        if (term.fraction) {
            const float distance = size * 0.6f;
            add_line(scene, {x, middle_line}, {x + term.width(), middle_line}, c.t1, 2);
            draw(scene, term.row, {x + (term.width() - term.row.width) / 2, middle_line - distance});
            draw(scene, term.below, {x + (term.width() - term.below.width) / 2, middle_line + distance});
        } else {
            draw(scene, term.row, {x, middle_line});
        }
        x += term.width();
    }
}

/// Two lines of about one length.
std::vector<std::string> in_two(const std::string& sentence, float room, float size,
                                const FigureStyle& style) {
    const auto at = [&](float width) { return wrap(sentence, width, Face::Regular, size, *style.metrics); };
    float least = room / 2, most = room;
    for (int step = 0; step < 6; ++step) {
        const float width = (least + most) / 2;
        (at(width).size() <= 2 ? most : least) = width;
    }
    return at(most);
}

/// In one line where it fits in letters of 26 and more, else in two.
void draw_sentence(Scene& scene, const std::string& sentence, float left, float room,
                   const FigureStyle& style) {
    const Color ink = style.colors().t1;
    for (const float size : {30.0f, 26.0f})
        if (style.metrics->width(sentence, Face::Regular, size) <= room)
            return add_text(scene, {left, sentence_line}, sentence, Face::Regular, size, ink);
    for (const float size : {24.0f, 22.0f, 20.0f, smallest}) {
        std::vector<std::string> lines = wrap(sentence, room, Face::Regular, size, *style.metrics);
        if (lines.size() > 2 && size > smallest) continue;
        if (lines.size() > 2) {
            for (std::size_t k = 2; k < lines.size(); ++k) lines[1] += " " + lines[k];
            lines[1] = fit(lines[1], room, Face::Regular, size, *style.metrics);
        } else if (lines.size() == 2)
            lines = in_two(sentence, room, size, style);
        if (lines.size() == 1)
            return add_text(scene, {left, sentence_line}, lines[0], Face::Regular, size, ink);
        for (const float half : {-0.6f, 0.6f}) // of a line's height, from the middle of the two
            add_text(scene, {left, two_lines + half * size}, lines[half < 0 ? 0 : 1], Face::Regular, size,
                     ink);
        return;
    }
}

} // namespace

float lecture_scale(float width, float height) {
    return std::max(0.1f, std::min(width / lecture_width, height / lecture_height));
}

Scene lecture_band(const LectureBand& band, float width, float scale, const FigureStyle& style) {
    const Palette& c = style.colors();
    const float wide = width / scale;
    Scene scene{.width = wide, .height = band_height, .background = c.bg1};
    add_fill(scene, {0, 0, wide, band_height}, c.bg1);
    add_fill(scene, {0, 0, wide, 2}, c.line);
    scene.add(CircleItem{{band_left + 10, middle_line}, 10, band.dot});
    add_text(scene, {band_left + 32, middle_line}, band.phase, Face::Semibold, 24, c.t1);
    const float named = band_left + 32 + style.metrics->width(band.phase, Face::Semibold, 24);
    const float left = std::max(band_text, named + 36);
    if (!band.equation.symbols.empty() || !band.equation.result.empty())
        draw_chain(scene, fitting_chain(band.equation, wide - left - band_right, style), left, c);
    const std::string count = thousands(band.at) + " / " + thousands(band.total);
    add_text(scene, {wide - band_right, sentence_line}, count, Face::Mono, 20, c.t2, Align::Right);
    const float used = style.metrics->width(count, Face::Mono, 20) + 36;
    draw_sentence(scene, band.sentence, band_text, wide - band_right - used - band_text, style);
    const float done = band.total > 0 ? static_cast<float>(band.at) / static_cast<float>(band.total) : 0;
    add_fill(scene, {0, band_height - 6, wide, 6}, c.bg2);
    add_fill(scene, {0, band_height - 6, wide * done, 6}, c.t2);
    if (scale == 1) return scene;
    return scaled(std::move(scene), scale);
}

} // namespace heed
