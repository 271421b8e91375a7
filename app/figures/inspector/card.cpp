#include "app/figures/inspector/card.h"

#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"

#include <tuple>

namespace heed::inspector {
namespace {

constexpr float math_size = 15;

MathStyle symbol_style(Color color) { return {.size = math_size, .color = color}; }
MathStyle plugged_style(Color color) { return {.size = 13, .color = color, .drop = 2.5f}; }

} // namespace

Card::Card(Column& column) : column_(column), ground_(column.scene.items.size()), top_(column.y) {
    column_.scene.add(RectItem{});
    column_.y += padding;
}

void Card::symbols(std::string_view markup) {
    MathRow row;
    for (const float size : {math_size, 13.0f, 11.0f}) {
        MathStyle style = symbol_style(column_.colors().t1);
        style.size = size;
        row = math(markup, style, column_.style);
        if (row.width <= column_.width - 2 * padding) break;
    }
    draw(column_.scene, row, {left(), column_.y + 13.5f});
    column_.printed.push_back({.symbols = std::string(markup)});
    column_.y += 27;
}

void Card::plugged(const std::function<std::string(int)>& line, const std::string& result, Color color,
                   Face face, float height) {
    Column& c = column_;
    c.printed.push_back({.left = line(3), .result = result, .color = color});
    const float inner = c.width - 2 * padding;
    const float used =
        result.empty() ? -8 : c.measure(result, face, 13) + 10; // alone: a little into the padding
    MathRow row;
    const auto fits = [&](int decimals, float room) {
        row = math(line(decimals), plugged_style(c.colors().t2), c.style);
        return row.width <= room;
    };
    const bool beside =
        fits(3, inner - used) || fits(2, inner - used) || (result.empty() && fits(1, inner - used));
    if (!beside) std::ignore = fits(3, inner + 8) || fits(2, inner + 8) || fits(1, inner + 8);
    draw(c.scene, row, {left(), c.y + height / 2});
    c.y += height;
    if (result.empty()) return;
    if (line(3).ends_with("=`")) // with nothing between: right behind the sign
        return c.text(padding + row.width + 8, c.y - height / 2, result, face, 13, color);
    if (!beside) c.y += height; // the result below its line
    c.text(c.width - padding, c.y - height / 2, result, face, 13, color, Align::Right);
}

namespace {

/// Text in lines of at most that width, broken before a sign; the first has less room.
std::vector<std::string> broken(const Column& c, const std::string& text, float first, float room) {
    std::vector<std::string> lines(1);
    const auto fits = [&](const std::string& line) {
        return c.measure(line, Face::Mono, 11) <= (lines.size() == 1 ? first : room);
    };
    std::string piece;
    const auto take = [&] {
        if (!lines.back().empty() && !fits(lines.back() + piece)) {
            lines.push_back("");
            piece.erase(0, piece.find_first_not_of(' '));
        }
        lines.back() += piece;
        piece.clear();
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::string_view rest = std::string_view(text).substr(at);
        for (const std::string_view sign : {" + ", " − ", " × ", " / "})
            if (rest.starts_with(sign)) take();
        piece += text[at];
    }
    take();
    return lines;
}

} // namespace

void Card::numbers(const NumberLine& line) {
    Column& c = column_;
    const Digits digits = digits_until_it_holds(line.value, line.result, line.decimals);
    const std::string sign = digits.holds ? "=" : "≈", printed = fixed(line.result, line.decimals);
    const std::string opening = !line.lead.empty()    ? line.lead + (digits.holds ? "" : "≈ ")
                                : line.symbol.empty() ? ""
                                                      : " " + sign + " ";
    const std::string result = line.silent   ? ""
                               : line.listed ? (digits.holds ? "" : "≈ ") + printed
                               : line.symbol.empty() && line.lead.empty() ? sign + " " + printed
                                                                          : printed;
    const MathStyle style = plugged_style(c.colors().t2);
    const float inner = c.width - 2 * padding, indent = 13;
    const float begins = opening.empty() ? 0 : math(line.symbol + "`" + opening + "`", style, c.style).width;
    const float used = result.empty() ? 0 : c.measure(result, line.face, 13) + 7;
    const std::string text = line.words(digits.decimals);
    if (!line.silent && !line.listed)
        c.printed.push_back(
            {.left = line.symbol, .words = text, .sign = sign, .result = printed, .color = line.color});
    std::vector<std::string> lines{text};
    if (begins + c.measure(text, Face::Mono, 11) > inner - used)
        lines = broken(c, text, inner - begins + 12, inner - indent + 12); // a little into the padding
    for (std::size_t n = 0; n < lines.size(); ++n) {
        const MathRow row =
            math((n == 0 ? line.symbol + "`" + opening : "`") + lines[n] + "`", style, c.style);
        const float x = n == 0 ? 0 : indent;
        draw(c.scene, row, {left() + x, c.y + line.height / 2});
        c.y += line.height;
        const bool last = n + 1 == lines.size();
        if (last && x + row.width > inner - used && !result.empty()) c.y += line.height; // below its line
    }
    c.text(c.width - padding, c.y - line.height / 2, result, line.face, 13, line.color, Align::Right);
}

void Card::note_in(Column& c, const std::string& words) {
    c.left += padding;
    c.width -= 2 * padding;
    inspector::note(c, words, c.colors().t3);
    c.left -= padding;
    c.width += 2 * padding;
}

void Card::finish(float padding_below) {
    column_.y += padding_below;
    std::get<RectItem>(column_.scene.items[ground_]) = RectItem{
        {column_.left, top_, column_.width, column_.y - top_}, column_.colors().bg2, {0, 0, 0, 0}, 0, 8};
}

} // namespace heed::inspector
