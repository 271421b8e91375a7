#include "app/figures/seq2seq/inspector/parts.h"

#include "app/figures/base/digits.h"
#include "app/figures/base/format.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace heed::inspector {
namespace {

constexpr float math_size = 15;

MathStyle symbol_style(Color color) { return {.size = math_size, .color = color}; }
MathStyle plugged_style(Color color) { return {.size = 13, .color = color, .drop = 2.5f}; }
MathStyle row_style(Color color) { return {.size = math_size, .color = color, .drop = 1.5f}; }

} // namespace

void Column::text(float x, float at_y, std::string words, Face face, float size, Color color, Align align) {
    if (words.empty()) return;
    scene.add(TextItem{{left + x, at_y}, std::move(words), face, size, color, align});
}

void Column::text_within(float x, float at_y, float room, const std::string& words, Face face, float size,
                         Color color) {
    text(x, at_y, fit(words, room, face, size, *style.metrics), face, size, color);
}

void head(Column& c, const std::string& title, Color dot, int ordinal, int count) {
    const float y = c.y + 26;
    c.scene.add(CircleItem{.centre = {c.left + 5, y}, .radius = 5, .fill = dot});
    c.text(18, y, title, Face::Semibold, 15, c.colors().t1);
    if (count > 0)
        c.text(c.width, y, std::to_string(ordinal) + " of " + std::to_string(count), Face::Mono, 11,
               c.colors().t3, Align::Right);
    c.y += 43;
}

void meaning(Column& c, const std::string& words) {
    for (const std::string& line : wrap(words, c.width, Face::Regular, 13, *c.style.metrics)) {
        c.text(0, c.y + 10, line, Face::Regular, 13, c.colors().t2);
        c.y += 20;
    }
    c.y += 17;
}

void note(Column& c, const std::string& words, Color color) {
    c.y += 9;
    for (const std::string& line : wrap(words, c.width, Face::Regular, 11, *c.style.metrics)) {
        c.text(0, c.y + 8.5f, line, Face::Regular, 11, color);
        c.y += 17;
    }
}

void section(Column& c, const std::string& title, const std::string& caption, bool rule) {
    const float y = c.y + 23, used = caption.empty() ? 0 : c.measure(caption, Face::Regular, 11) + 12;
    c.text_within(0, y, c.width - used, title, Face::Semibold, 13, c.colors().t1);
    if (!caption.empty()) c.text(c.width, y, caption, Face::Regular, 11, c.colors().t3, Align::Right);
    if (rule) add_fill(c.scene, {c.left, y + 10, c.width, 1}, c.colors().line);
    c.y += rule ? 35.5f : 34;
}

// -------------------------------------------------------------------------------------------- the card

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

void Card::finish(float padding_below) {
    column_.y += padding_below;
    std::get<RectItem>(column_.scene.items[ground_]) = RectItem{
        {column_.left, top_, column_.width, column_.y - top_}, column_.colors().bg2, {0, 0, 0, 0}, 0, 8};
}

// -------------------------------------------------------------------------------------------- strips

namespace {

/// At most `bars` values: where there are more, each bar stands for several and shows the one farthest from
/// zero.
Eigen::VectorXf pooled(const Eigen::VectorXf& values, Eigen::Index bars) {
    if (values.size() <= bars) return values;
    Eigen::VectorXf fewer(bars);
    for (Eigen::Index k = 0; k < bars; ++k) {
        const Eigen::Index first = k * values.size() / bars, last = (k + 1) * values.size() / bars;
        Eigen::Index at = 0;
        values.segment(first, last - first).cwiseAbs().maxCoeff(&at);
        fewer(k) = values(first + at);
    }
    return fewer;
}

float finite(float value) { return std::isfinite(value) ? value : 0; }

} // namespace

void draw_strip(Scene& scene, const Box& box, const Strip& strip) {
    if (strip.values.size() == 0) return;
    const auto most = static_cast<Eigen::Index>(std::max(1.0f, box.w / 2));
    const Eigen::VectorXf values = pooled(strip.values, most);
    const float maximum = strip.maximum > 0
                              ? strip.maximum
                              : values.unaryExpr([](float v) { return std::abs(finite(v)); }).maxCoeff();
    const float pitch = box.w / static_cast<float>(values.size());
    const float gap = pitch >= 3 ? 1 : pitch >= 2 ? 0.5f : 0;
    const float radius = pitch >= 10 ? 2 : 0;
    const float room = strip.from_zero ? box.h : box.h / 2,
                zero = box.bottom() - (strip.from_zero ? 0 : room);
    for (Eigen::Index k = 0; k < values.size(); ++k) {
        const float share = maximum > 0 ? std::clamp(finite(values(k)) / maximum, -1.0f, 1.0f) : 0;
        const float height = std::max(1.0f, std::abs(share) * room);
        const bool later = strip.split >= 0 && k * strip.values.size() / values.size() >= strip.split;
        const Color color = later ? strip.second : strip.color;
        add_fill(
            scene,
            {box.x + static_cast<float>(k) * pitch, share < 0 ? zero : zero - height, pitch - gap, height},
            fade(color, share < 0 ? 0.5f : 0.92f), height > 3 ? radius : 0);
    }
}

void unit_band(Column& c, const Box& strips, int units, int unit) {
    if (units <= 0) return;
    const float pitch = strips.w / static_cast<float>(units);
    if (unit >= 0 && unit < units) {
        const float width = std::max(8.0f, pitch + 2),
                    middle = strips.x + (static_cast<float>(unit) + 0.5f) * pitch;
        add_fill(c.scene, {middle - width / 2, strips.y, width, strips.h}, fade(c.colors().t1, 0.12f), 3);
    }
    for (int k = 0; k < units; ++k)
        c.scene.pick({strips.x + static_cast<float>(k) * pitch, strips.y, pitch, strips.h},
                     {.kind = PickKind::Unit, .k = k});
}

void value_rows(Column& c, const std::vector<ValueRow>& rows, int unit, const ValueRows& layout) {
    if (rows.empty()) return;
    const float height = layout.pitch * static_cast<float>(rows.size());
    float margin = layout.strip_margin;
    for (const ValueRow& row : rows)
        margin = std::max(margin, c.measure(fixed(row.value, 2), Face::Mono, 11) + 6);
    const float strip_width = c.width - layout.strip - margin;
    unit_band(c, {c.left + layout.strip, c.y, strip_width, height},
              static_cast<int>(rows.front().strip.values.size()), unit);
    for (const ValueRow& row : rows) {
        const float y = c.y + layout.pitch / 2;
        const MathRow symbol = math(row.symbol, row_style(c.colors().t1), c.style);
        draw(c.scene, symbol, {c.left, y});
        const float caption = std::max(layout.caption, symbol.width + 5);
        if (!row.caption.empty())
            c.text_within(caption, y, layout.strip - caption - 2, row.caption, Face::Regular, 11,
                          c.colors().t3);
        draw_strip(c.scene, {c.left + layout.strip, y - 9, strip_width, 18}, row.strip);
        c.text(c.width, y, fixed(row.value, 2), Face::Mono, 11, c.colors().t1, Align::Right);
        c.y += layout.pitch;
    }
}

// -------------------------------------------------------------------------------------------- tables

namespace {

void select_row(Column& c, float pitch) {
    add_fill(c.scene, {c.left - 8, c.y, c.width + 16, pitch}, c.colors().bg3, 4);
}

} // namespace

TableLayout table_of_words(const Column& c, const std::vector<std::string>& words) {
    constexpr float least = 54, most = 132, air = 6;
    TableLayout layout{.index = -1, .token = 32, .token_room = least, .number = -1};
    for (const std::string& word : words)
        layout.token_room = std::max(layout.token_room, c.measure(word, Face::Mono, 13) + 1);
    layout.token_room = std::min(layout.token_room, most);
    layout.bar = layout.token + layout.token_room + air;
    return layout;
}

void table_row(Column& c, const TableRow& row, const TableLayout& at) {
    const Palette& p = c.colors();
    const float y = c.y + at.pitch / 2;
    if (row.selected) select_row(c, at.pitch);
    if (row.index > 0 && at.index >= 0) {
        const std::string index = std::to_string(row.index);
        c.text(std::max(at.index, c.measure(index, Face::Mono, 11)), y, index, Face::Mono, 11, p.t3,
               Align::Right);
    }
    c.text_within(at.token, y, at.token_room, row.token, row.muted_token ? Face::Regular : Face::Mono,
                  row.muted_token ? 11 : 13, row.muted_token ? p.t3 : p.t1);
    if (!row.number.empty()) c.text(at.number, y, row.number, Face::Mono, 11, p.t2, Align::Right);
    const float width = c.width - at.bar_margin - at.bar;
    add_fill(c.scene, {c.left + at.bar, y - 5, width, 10}, row.selected ? p.bg1 : p.bg2, 2);
    const float filled = std::clamp(row.share, 0.0f, 1.0f) * width;
    add_fill(c.scene, {c.left + at.bar, y - 5, std::max(1.0f, filled), 10}, row.color,
             filled >= 4 ? 2.0f : 0.0f);
    c.text(c.width - at.second, y, row.value, Face::Mono, 11,
           row.muted_value || !row.second.empty() ? p.t3 : p.t1, Align::Right);
    if (at.second > 0)
        c.text(c.width, y, row.second, row.strong_second ? Face::MonoSemibold : Face::Mono, 11,
               row.strong_second ? p.t1 : p.t3, Align::Right);
    if (row.pick.kind != PickKind::None)
        c.scene.pick({c.left - 8, c.y, c.width + 16, at.pitch}, row.pick, row.tooltip);
    c.y += at.pitch;
}

void others_row(Column& c, float x, const std::string& words, const std::string& middle,
                const std::string& value, bool rule) {
    const Palette& p = c.colors();
    if (rule) {
        add_fill(c.scene, {c.left, c.y + 6, c.width, 1}, p.line);
        c.y += 10;
    }
    const float y = c.y + 10.5f;
    c.text(x, y, words, Face::Regular, 11, p.t3);
    if (!middle.empty()) c.text(std::min(152.0f, c.width - 168), y, middle, Face::Regular, 11, p.t3);
    c.text(c.width, y, value, Face::Mono, 11, p.t2, Align::Right);
    c.y += 21;
}

void signed_row(Column& c, const SignedRow& row) {
    constexpr float pitch = 21;
    const float zero = (c.width - 12) / 2, reach = zero - 70; // the longest number stands at the right
    const Palette& p = c.colors();
    const float y = c.y + pitch / 2;
    if (row.selected) select_row(c, pitch);
    c.text(26, y, std::to_string(row.index), Face::Mono, 11, row.selected ? p.t2 : p.t3, Align::Right);
    add_fill(c.scene, {c.left + zero - 0.5f, c.y, 1, pitch}, p.line2);
    const float share = row.largest > 0 ? std::clamp(row.value / row.largest, -1.0f, 1.0f) : 0;
    const float length = std::max(1.0f, std::abs(share) * reach);
    add_fill(c.scene, {c.left + (share < 0 ? zero - length : zero), y - 5, length, 10},
             fade(row.color, share < 0 ? 0.5f : 1), length >= 4 ? 2.0f : 0.0f);
    c.text(c.width, y, row.printed, Face::Mono, 11, p.t1, Align::Right);
    if (row.pick.kind != PickKind::None) c.scene.pick({c.left - 8, c.y, c.width + 16, pitch}, row.pick);
    c.y += pitch;
}

namespace {

/// Every how many positions a label has room: 1 shows the tokens, more shows round position numbers.
int label_step(float pitch) {
    if (pitch >= 9) return 1;
    for (const int step : {5, 10, 20, 50, 100, 200})
        if (static_cast<float>(step) * pitch >= 30) return step;
    return 500;
}

void chart_labels(Column& c, const Chart& chart, float pitch, float y) {
    const int step = label_step(pitch);
    const auto place = [&](int k, float label) { // its middle, within the column
        return std::clamp((static_cast<float>(k) + 0.5f) * pitch, label / 2, c.width - label / 2);
    };
    const auto number = [&](int k) { return std::to_string(k + 1); };
    const auto words = [&](int k) {
        return step > 1 ? number(k) : chart.labels[static_cast<std::size_t>(k)];
    };
    // The one that is looked at is whole; the others give way to it.
    const bool has_current = chart.current >= 0 && chart.current < static_cast<int>(chart.labels.size());
    const std::string now =
        has_current ? fit(words(chart.current), c.width, Face::Mono, 11, *c.style.metrics) : "";
    const float now_width = c.measure(now, Face::Mono, 11),
                now_at = has_current ? place(chart.current, now_width) : -1000;
    for (int k = 0; k < static_cast<int>(chart.labels.size()); ++k) {
        const bool current = k == chart.current;
        if (step > 1 && !current && (k + 1) % step != 0) continue;
        std::string text = current ? now : words(k);
        float label = c.measure(text, Face::Mono, 11);
        if (step == 1 && !current && label > pitch) {
            text = "·";
            label = c.measure(text, Face::Mono, 11);
        }
        const float middle = place(k, label);
        if (!current && std::abs(middle - now_at) < (label + now_width) / 2 + (step > 1 ? 6.0f : 0.0f))
            continue;
        c.text(middle, y, text, Face::Mono, 11, current ? c.colors().t1 : c.colors().t3, Align::Centre);
    }
}

} // namespace

void chart(Column& c, const Chart& chart) {
    const Palette& p = c.colors();
    const auto count = chart.values.size();
    if (count == 0) return;
    const Eigen::VectorXf values = chart.values.unaryExpr([](float v) { return finite(v); });
    const float highest = std::max(0.0f, values.maxCoeff()), lowest = std::min(0.0f, values.minCoeff());
    const float range = highest - lowest > 0 ? highest - lowest : 1;
    const float zero = c.y + chart.height * highest / range;
    const float pitch = std::min(40.0f, c.width / static_cast<float>(count));
    const float gap = pitch >= 12 ? 4 : pitch >= 4 ? 1 : 0;
    add_fill(c.scene, {c.left, zero, c.width, 1}, p.line2);
    for (Eigen::Index k = 0; k < count; ++k) {
        const float height = std::max(1.0f, std::abs(values(k)) / range * chart.height);
        add_fill(c.scene,
                 {c.left + static_cast<float>(k) * pitch + gap / 2, values(k) < 0 ? zero : zero - height,
                  pitch - gap, height},
                 fade(chart.color, k == chart.current ? 1 : 0.55f), pitch >= 10 && height > 4 ? 2.0f : 0.0f);
        if (chart.pick)
            c.scene.pick({c.left + static_cast<float>(k) * pitch, c.y, pitch, chart.height + 22},
                         chart.pick(static_cast<int>(k)));
    }
    c.y += chart.height;
    if (!chart.labels.empty()) {
        chart_labels(c, chart, pitch, c.y + 15);
        c.y += 24;
    }
}

// -------------------------------------------------------------------------------------------- tensors

void tensors(Column& c, const std::vector<Tensor>& rows,
             const std::function<std::string(const std::string&)>& shape) {
    constexpr float pitch = 22, shape_x = 56, strip_x = 104;
    const Palette& p = c.colors();
    for (const Tensor& row : rows) {
        const float y = c.y + pitch / 2;
        draw(c.scene, math(row.symbol, row_style(p.t1), c.style), {c.left, y});
        const bool vector = row.parameters.empty();
        const std::string size =
            vector ? std::to_string(row.strip.values.size()) : shape(row.parameters.front());
        c.text(shape_x, y, size, Face::Mono, 11, p.t3);
        if (vector) {
            draw_strip(c.scene, {c.left + strip_x, y - 8, c.width - strip_x, 16}, row.strip);
        } else if (!row.caption.empty()) {
            const float room = c.width - shape_x - c.measure(size, Face::Mono, 11) - 12;
            c.text(c.width, y, fit(row.caption, room, Face::Regular, 11, *c.style.metrics), Face::Regular, 11,
                   p.t3, Align::Right);
        }
        c.scene.pick({c.left - 8, c.y, c.width + 16, pitch}, {.kind = PickKind::Tensor, .name = row.name},
                     "Click to copy the values");
        c.y += pitch;
    }
}

} // namespace heed::inspector
