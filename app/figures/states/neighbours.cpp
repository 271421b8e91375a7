#include "app/figures/states/neighbours.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/inspector/column.h"

#include <algorithm>

namespace heed {
namespace {

using namespace inspector;

constexpr float row_height = 40;
constexpr std::size_t most_counted = 4;

std::string text_of(const std::vector<TraceToken>& tokens, std::size_t from, std::size_t until,
                    bool character_level) {
    std::vector<std::string> pieces;
    for (std::size_t i = from; i < until && i < tokens.size(); ++i)
        if (!tokens[i].is_end) pieces.push_back(character_level ? tokens[i].text : shown(tokens[i].text));
    if (!character_level) return joined(pieces);
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    return text;
}

/// A source position in the user's own text.
void mark_source(NeighbourLine& line, const SentenceStates& sentence, int position) {
    const int count = static_cast<int>(sentence.source.size());
    if (position < 0 || position >= count) {
        line.before = sentence.text;
        line.marked = position < 0 ? "before it" : "after it";
        line.is_mark = true;
        if (position < 0) std::swap(line.before, line.after);
        return;
    }
    const TraceToken& token = sentence.source[static_cast<std::size_t>(position)];
    line.is_mark = token.framing() || token.end <= token.begin;
    line.before = sentence.text.substr(0, std::min(token.begin, sentence.text.size()));
    line.marked =
        line.is_mark ? shown(token.text) : sentence.text.substr(token.begin, token.end - token.begin);
    if (token.end < sentence.text.size()) line.after = sentence.text.substr(token.end);
}

/// s_k stands at output k - 1; s_0 before them all.
void mark_output(NeighbourLine& line, const SentenceStates& sentence, int output, bool character_level) {
    const int count = static_cast<int>(sentence.outputs.size());
    const std::string space = character_level ? "" : " ";
    if (output < 0 || output >= count) {
        line.is_mark = true;
        line.marked = output < 0 ? "start" : "after it";
        const std::string all = text_of(sentence.outputs, 0, sentence.outputs.size(), character_level);
        (output < 0 ? line.after : line.before) = output < 0 ? " " + all : all + " ";
        return;
    }
    const auto at = static_cast<std::size_t>(output);
    const TraceToken& token = sentence.outputs[at];
    line.is_mark = token.is_end;
    line.before = text_of(sentence.outputs, 0, at, character_level);
    line.marked = shown(token.text);
    line.after = text_of(sentence.outputs, at + 1, sentence.outputs.size(), character_level);
    if (!line.before.empty()) line.before += space;
    if (!line.after.empty()) line.after = space + line.after;
}

void count_marked(NeighbourList& list) {
    for (const NeighbourLine& line : list.lines) {
        const std::string token = line.is_mark ? line.marked : shown(line.marked);
        const auto same = std::find_if(list.counted.begin(), list.counted.end(),
                                       [&](const auto& c) { return c.first == token; });
        if (same == list.counted.end())
            list.counted.emplace_back(token, 1);
        else
            ++same->second;
    }
    std::stable_sort(list.counted.begin(), list.counted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
}

/// Whole letters from the end of the text, as many as fit; an ellipsis where some do not.
std::string tail(const std::string& text, float room, const FigureStyle& style) {
    if (style.metrics->width(text, Face::Mono, 13) <= room) return text;
    std::size_t from = text.size() - std::min<std::size_t>(text.size(), 400);
    while (from < text.size()) {
        while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0) == 0x80) ++from;
        const std::string part = "…" + text.substr(from);
        if (style.metrics->width(part, Face::Mono, 13) <= room) return part;
        ++from;
    }
    return "…";
}

void draw_line(Column& c, const NeighbourList& list, int n) {
    const NeighbourLine& line = list.lines[static_cast<std::size_t>(n)];
    const Palette& p = c.colors();
    const float y = c.y + 13, left = c.left, room = c.width - 48;
    if (n == list.hovered) add_fill(c.scene, {left - 8, c.y, c.width + 16, row_height - 2}, p.bg2, 5);
    const Face face = line.is_mark ? Face::Italic : Face::Mono;
    const std::string marked =
        fitted(c.style, line.is_mark ? line.marked : shown(line.marked), face, 13, room * 0.5f);
    const float wide = c.measure(marked, face, 13) + 6;
    // What follows matters less than what stands before, but neither pushes out the other.
    const float after_wants = std::min(c.measure(line.after, Face::Mono, 13), room * 0.4f);
    const std::string before = tail(line.before, std::max(8.0f, room - wide - after_wants), c.style);
    float x = left;
    if (!before.empty()) add_text(c.scene, {x, y}, before, Face::Mono, 13, p.t2);
    x += c.measure(before, Face::Mono, 13) + 1;
    const Color role = list.decoder ? p.output : p.forward;
    add_fill(c.scene, {x, y - 9, wide, 18}, fade(role, 0.25f), 3);
    add_text(c.scene, {x + 3, y}, marked, face, 13, line.is_mark ? p.t3 : list.decoder ? p.output : p.t1);
    x += wide + 1;
    if (!line.after.empty() && left + room - x > 10)
        add_text(c.scene, {x, y}, fitted(c.style, line.after, Face::Mono, 13, left + room - x), Face::Mono,
                 13, p.t2);
    c.text(c.width, y - c.y + c.y, fixed(line.distance, line.distance < 10 ? 2 : 1), Face::Mono, 11, p.t3,
           Align::Right);
    c.text(0, c.y + 29, fitted(c.style, line.other, Face::Regular, 11, room), Face::Regular, 11, p.t3);
    c.scene.pick({left - 8, c.y, c.width + 16, row_height}, {PickKind::Button, -1, -1, n, "near"},
                 "Open this input");
    c.y += row_height;
}

} // namespace

NeighbourList neighbour_list(const StateBank& bank, const std::vector<analysis::NearState>& near,
                             bool decoder, int offset, bool character_level) {
    NeighbourList list{.decoder = decoder, .offset = offset};
    for (const analysis::NearState& state : near) {
        const SentenceStates& sentence = *bank[static_cast<std::size_t>(state.sentence)];
        NeighbourLine line{.input = sentence.text, .distance = state.distance};
        if (decoder)
            mark_output(line, sentence, state.column - 1 + offset, character_level);
        else
            mark_source(line, sentence, state.column + offset);
        line.other =
            decoder ? sentence.text : text_of(sentence.outputs, 0, sentence.outputs.size(), character_level);
        list.lines.push_back(std::move(line));
    }
    count_marked(list);
    return list;
}

Scene neighbours_figure(const NeighbourList& list, float width, const FigureStyle& style) {
    Column c(width, style);
    if (!list.counted.empty()) {
        std::string words = list.offset < 0 ? "Before it: " : list.offset > 0 ? "After it: " : "There: ";
        for (std::size_t n = 0; n < std::min(most_counted, list.counted.size()); ++n)
            words += (n > 0 ? ", " : "") + quoted(list.counted[n].first) + " " +
                     std::to_string(list.counted[n].second) + "×";
        const auto others = std::ssize(list.counted) - static_cast<std::ptrdiff_t>(most_counted);
        if (others > 0) words += ", " + counted(static_cast<int>(others), "other");
        c.text_within(0, c.y + 9, c.width, words, Face::Regular, 11, c.colors().t2);
        c.y += 24;
    }
    for (int n = 0; n < static_cast<int>(list.lines.size()); ++n) draw_line(c, list, n);
    c.scene.height = c.y + 4;
    return std::move(c.scene);
}

} // namespace heed
