#include "app/figures/why/why.h"

#include "app/figures/base/digits.h"
#include "app/figures/inspector/card.h"
#include "app/figures/tokens.h"
#include "app/figures/why/removed.h"
#include "core/trace/places.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using namespace inspector;
using analysis::Contrast;

constexpr float pitch = 22;
constexpr std::size_t most_rows = 12; // words that have a row of their own

/// Where things stand in a row, from the column's left edge.
struct Layout {
    float word = 0, weight = -1, zero = 0, unit = 0; // unit: px a nat; weight -1: the model has none
};

constexpr float weight_room = 32, number_room = 46, least_word = 52, most_word = 96;

/// A line of the table: a word's, of several words, or what is of none.
struct Line {
    std::string name;
    double nats = 0;
    double weight = -1; // less than 0: none
    int column = -1;    // of a word
    bool quiet = false; // no token of the text
};

std::vector<Line> lines_of_words(const Trace& run, const Contrast& c) {
    std::vector<Line> lines;
    for (int j = 0; j < run.source_length(); ++j)
        lines.push_back({shown_source(run, j), c.words[static_cast<std::size_t>(j)],
                         run.has_weights() ? static_cast<double>(run.weight(c.output, j)) : -1, j,
                         is_quiet_source(run, j)});
    if (lines.size() <= most_rows + 1) return lines;
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return std::abs(a.nats) > std::abs(b.nats); });
    Line rest{std::to_string(lines.size() - most_rows) + " others", 0, run.has_weights() ? 0.0 : -1.0, -1,
              true};
    for (std::size_t n = most_rows; n < lines.size(); ++n) {
        rest.nats += lines[n].nats;
        if (rest.weight >= 0) rest.weight += lines[n].weight;
    }
    lines.resize(most_rows);
    lines.push_back(rest);
    return lines;
}

Layout layout_of(const Column& column, const std::vector<Line>& words, const std::vector<Line>& others) {
    Layout at;
    at.word = least_word;
    double for_written = 0, for_rival = 0;
    bool weights = false;
    for (const auto* list : {&words, &others})
        for (const Line& line : *list) {
            for_written = std::max(for_written, line.nats);
            for_rival = std::max(for_rival, -line.nats);
            weights = weights || line.weight >= 0;
            if (list == &words) at.word = std::max(at.word, column.measure(line.name, Face::Mono, 13) + 2);
        }
    at.word = std::min(at.word, most_word);
    if (weights) at.weight = at.word + 8;
    float names = 0; // of what is no word, where there are no weights beside it
    for (const Line& line : others) names = std::max(names, column.measure(line.name, Face::Regular, 12));
    const float left = std::max(at.word + 12 + (weights ? weight_room + 6 : 0), names + 10),
                room = column.width - number_room - left;
    const double whole = std::max(for_written + for_rival, 1e-9);
    const float share = std::clamp(static_cast<float>(for_rival / whole), 0.32f, 0.68f);
    at.zero = left + room * share;
    const auto reach = [](float px, double nats) { return nats > 0 ? px / static_cast<float>(nats) : 1e9f; };
    at.unit = std::min(reach(room * share, for_rival), reach(room * (1 - share), for_written));
    return at;
}

void headings(Column& c, const Contrast& contrast, const Layout& at) {
    const Palette& p = c.colors();
    const float y = c.y + 12;
    c.text(0, y, "source", Face::Regular, 11, p.t3);
    if (at.weight >= 0) c.text(at.weight, y, "α", Face::Italic, 11, p.attention);
    const auto name = [&](const std::string& token, float room) {
        return "for " + fit(shown(token), room - c.measure("for ", Face::Regular, 11), Face::Regular, 11,
                            *c.style.metrics);
    };
    const float left = at.zero - 6 - (at.weight >= 0 ? at.weight + 14 : 44),
                right = c.width - 30 - at.zero - 6;
    c.text(at.zero - 6, y, name(contrast.rival, left), Face::Regular, 11, p.t2, Align::Right);
    c.text(at.zero + 6, y, name(contrast.written, right), Face::Regular, 11, p.output);
    c.text(c.width, y, "nats", Face::Regular, 11, p.t3, Align::Right);
    c.y += 24;
    add_fill(c.scene, {c.left, c.y, c.width, 1}, p.line);
    c.y += 2;
}

void row(Column& c, const Line& line, const Layout& at, bool lit) {
    const Palette& p = c.colors();
    const float y = c.y + pitch / 2;
    if (lit) add_fill(c.scene, {c.left - 8, c.y, c.width + 16, pitch}, p.bg3, 4);
    const float room = line.column >= 0 ? at.word : at.zero - 4;
    c.text_within(0, y, room, line.name, line.quiet ? Face::Regular : Face::Mono, line.quiet ? 12.0f : 13.0f,
                  line.quiet ? p.t2 : p.t1);
    if (line.weight >= 0) {
        add_fill(c.scene, {c.left + at.weight, y - 4, weight_room, 8}, lit ? p.bg1 : p.bg2, 2);
        const float share = std::clamp(static_cast<float>(line.weight), 0.0f, 1.0f);
        if (share >= 0.005f)
            add_fill(c.scene, {c.left + at.weight, y - 4, std::max(1.0f, share * weight_room), 8},
                     p.attention, 2);
    }
    signed_bar(c, at.zero, at.unit, line.nats, y);
    c.text(c.width, y, nats(line.nats), Face::Mono, 11, p.t1, Align::Right);
    if (line.column >= 0)
        c.scene.pick({c.left - 8, c.y, c.width + 16, pitch}, {.kind = PickKind::Column, .j = line.column},
                     line.name + " adds " + nats(line.nats) + " nats" +
                         (line.weight >= 0 ? "; its weight is " + exact(line.weight) : ""));
    c.y += pitch;
}

void head_line(Column& c, const Contrast& contrast) {
    const Palette& p = c.colors();
    const float y = c.y + 20;
    float x = 0;
    const auto word = [&](const std::string& text, Face face, Color color) {
        c.text(x, y, text, face, 13, color);
        x += c.measure(text, face, 13) + 8;
    };
    word("Why", Face::Regular, p.t1);
    const float most = (c.width - 110) / 2; // of either token
    const auto token = [&](const std::string& text) {
        return fit(quoted(shown(text)), most, Face::MonoSemibold, 13, *c.style.metrics);
    };
    word(token(contrast.written), Face::MonoSemibold, p.output);
    word("and not", Face::Regular, p.t1);
    word(token(contrast.rival), Face::MonoSemibold, p.t2);
    const std::string output = "output " + std::to_string(contrast.output + 1);
    if (x + c.measure(output, Face::Regular, 11) <= c.width)
        c.text(c.width, y, output, Face::Regular, 11, p.t3, Align::Right);
    c.y += 36;
}

void card(Column& c, const Contrast& contrast) {
    Card card(c);
    const auto name = [&](const std::string& token) {
        return mono(fit(shown(token), 92, Face::Mono, 13, *c.style.metrics));
    };
    card.symbols("log {o:p}(" + name(contrast.written) + ") − log p(" + name(contrast.rival) + ")");
    const double a = contrast.log_p_written, b = contrast.log_p_rival;
    const auto operand = [](double log_p, int d) { // what is not 0 never reads so
        return as_fixed(log_p, d) == 0 && log_p != 0 ? log_prob_number(log_p) : fixed(log_p, d);
    };
    card.numbers({.words = [=](int d) { return mono(operand(a, d) + " − (" + operand(b, d) + ")"); },
                  .value = [=](int d) { return as_fixed(a, d) - as_fixed(b, d); },
                  .result = contrast.margin,
                  .decimals = 2,
                  .color = contrast.margin >= 0 ? c.colors().output : c.colors().t2});
    card.note("= the rows below, and a rest");
    card.finish();
}

} // namespace

Scene why_figure(const Trace& run, const Contrast& contrast, const WhySettings& settings,
                 const FigureStyle& style) {
    Column c(settings.width, style);
    c.y = 4;
    if (settings.head) head_line(c, contrast);
    card(c, contrast);
    c.y += 10;
    const std::vector<Line> words = lines_of_words(run, contrast);
    const std::vector<Line> others = {
        {"written so far", contrast.so_far, -1, -1, true},
        {with_unit("rest, of no {one}", unit_of(run)), contrast.rest, -1, -1, true}};
    const Layout at = layout_of(c, words, others);
    headings(c, contrast, at);
    const float top = c.y;
    const auto axis = [&](std::size_t before) { // below the bars, above the ground of a row that is lit
        c.scene.items.insert(
            c.scene.items.begin() + static_cast<std::ptrdiff_t>(before),
            RectItem{.box = {c.left + at.zero - 0.5f, top, 1, c.y - top}, .fill = c.colors().line2});
    };
    const std::size_t before = c.scene.items.size();
    for (const Line& line : words) row(c, line, at, line.column >= 0 && line.column == settings.hover_column);
    add_fill(c.scene, {c.left, c.y, c.width, 1}, c.colors().line);
    for (const Line& line : others) row(c, line, at, false);
    axis(before);
    add_fill(c.scene, {c.left, c.y, c.width, 1}, c.colors().line);
    c.text(0, c.y + pitch / 2, "sum", Face::Regular, 12, c.colors().t2);
    c.text(c.width, c.y + pitch / 2, nats(contrast.margin), Face::MonoSemibold, 11, c.colors().t1,
           Align::Right);
    c.y += pitch;
    removed_rows(c, run, contrast);
    caution_box(c, why_caution(run, contrast));
    c.scene.height = c.y + 12;
    return std::move(c.scene);
}

} // namespace heed
