// An opened mechanism that has no picture of its own: its map, and its answer. Nothing is hidden; the
// timeline chooses the row that is looked at.
#include "app/views/gallery/plain.h"

#include "app/figures/base/format.h"
#include "app/figures/base/scaled.h"
#include "app/figures/maps/grid.h"
#include "app/figures/roles.h"
#include "app/figures/tokens.h"
#include "app/figures/trace_map.h"
#include "app/state/gallery/gallery.h"
#include "app/views/base/widgets.h"
#include "app/views/gallery/frame.h"
#include "app/views/input/beside.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

std::string answer_words(const Trace& trace) {
    return std::isfinite(trace.log_prob) ? "p " + probability(std::exp(trace.log_prob)) : "";
}

/// A row or column of a map by its word.
std::string named_place(const MapLabel& label) { return label.quiet ? "the end" : quoted(label.text); }

/// What that row looks at most.
std::string strongest_words(const LabelledMap& map, int row) {
    int best = -1;
    for (int j = 0; j < map.column_count(); ++j)
        if (const float w = map.at(row, j); !std::isnan(w) && (best < 0 || w > map.at(row, best))) best = j;
    if (best < 0) return "It has nothing to look back at.";
    const MapLabel& column = map.column(best);
    const std::string state = column.text == "start" ? "the start" : "the state after " + named_place(column);
    return "Most of its look back, " + fixed(static_cast<double>(map.at(row, best)), 2) + ", goes to " +
           state + ".";
}

/// The likeliest words after the last one that was read, best first.
std::vector<std::pair<std::string, float>> likeliest(const Trace& trace) {
    constexpr std::size_t most = 5;
    std::vector<std::pair<std::string, float>> found;
    for (const auto& [site, value] : trace.values()) {
        const QuantityInfo& row = site.quantity.info();
        if (row.key != "log_probs" || row.rows != Axis::Vocabulary) continue;
        const auto words = trace.labels_of(Axis::Vocabulary);
        const auto last = value->col(value->cols() - 1);
        for (std::size_t n = 0; n < words.size() && static_cast<Eigen::Index>(n) < last.size(); ++n)
            found.emplace_back(words[n], std::exp(last[static_cast<Eigen::Index>(n)]));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    found.resize(std::min(found.size(), most));
    return found;
}

/// The step that is looked at: a row of the map; -1: none.
int row_at(const Trace& trace, int at) {
    const Moment now = moment_at(trace.outline, at);
    return now.started && now.axis == Axis::Step ? now.position : -1;
}

Scene map_scene(const Trace& trace, int at, float width, float height, const FigureStyle& style) {
    LabelledMap map = labelled_map(trace);
    const Moment now = moment_at(trace.outline, at);
    const bool all = now.started && now.axis != Axis::Step;
    for (int i = 0; i < map.row_count() && trace.outline.over(Axis::Step); ++i)
        if (!all && i > row_at(trace, at))
            map.values.col(i).setConstant(std::numeric_limits<float>::quiet_NaN());
    MapSettings settings;
    settings.width = width;
    settings.height = height;
    settings.title = std::string(trace.maps().front().site.quantity.info().meaning);
    settings.row = row_at(trace, at);
    settings.overview = true;
    return map_figure(map, settings, style);
}

} // namespace

void plain_canvas(Ui& ui, Box room) {
    constexpr float margin = 24;
    const AppState& s = ui.state;
    if (!s.trace) return;
    const Box place{room.x + margin, room.y + margin, room.w - 2 * margin, room.h - 2 * margin};
    if (s.trace->maps().empty()) {
        ui.paragraph({place.x, place.y, std::min(place.w, 520.0f), place.h},
                     "This network looks back at nothing: all it knows of the past is in its last state, and "
                     "there is no map to draw.",
                     Face::Regular, 13, 20, ui.colors.t2);
        return;
    }
    const int at = s.playback.at;
    const Scene& scene = cached_scene(ui, "plain", std::tuple(at, place.w, place.h), s.trace, [&] {
        return map_scene(*s.trace, at, place.w, place.h, figure_style(ui));
    });
    ui.clip(room);
    ui.draw(scene, {place.x, place.y});
    point_into(ui, "plain", scene, {place.x, place.y});
    veil_earlier(ui, room, ui.colors.bg0);
    ui.end_clip();
}

ResultLine plain_lecture(Ui& ui, Box room, float scale) {
    const AppState& s = ui.state;
    if (!s.trace || s.trace->maps().empty()) {
        plain_canvas(ui, room);
        return {};
    }
    const int at = s.playback.at;
    const Scene& scene = cached_scene(ui, "lecture", std::tuple(at, room.w, room.h), s.trace, [&] {
        return scaled(map_scene(*s.trace, at, room.w / scale, room.h / scale, figure_style(ui)), scale);
    });
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    ui.end_clip();
    return {};
}

void plain_panel(Ui& ui, Box room) {
    constexpr float margin = 20;
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    if (!s.trace || !s.model) return;
    const float left = room.x + margin, width = room.w - 2 * margin;
    float y = room.y + 20;
    ui.text({left, y + 8}, ui.cut(s.facts.name, Face::Semibold, 15, width), Face::Semibold, 15, c.t1);
    y += 28;
    y += ui.paragraph({left, y, width, 200}, model_words(s), Face::Regular, 13, 19, c.t2);
    y += 20;
    ui.text({left, y + 8}, "Answer", Face::Semibold, 13, c.t1);
    y += 24;
    for (const auto& [word, p] : likeliest(*s.trace)) {
        constexpr float number = 48, label = 64;
        const float bar = width - label - number - 12;
        ui.text({left, y + 10}, ui.cut(shown(word), Face::Mono, 13, label - 8), Face::Mono, 13, c.t1);
        ui.fill({left + label, y + 7, bar, 6}, c.bg2, 3);
        ui.fill({left + label, y + 7, std::max(2.0f, bar * p), 6}, c.output, 3);
        ui.text({left + width, y + 10}, probability(static_cast<double>(p)), Face::Mono, 13, c.t2,
                Align::Right);
        y += 22;
    }
}

Narration plain_narration(Ui& ui, const Playhead& head) {
    const AppState& s = ui.state;
    if (auto none = nothing_to_tell(ui, s.trace != nullptr)) return *none;
    const Trace& trace = *s.trace;
    const Moment now = moment_at(trace.outline, head.at);
    if (!now.started)
        return {"", ui.colors.t3,
                has_labelled_map(trace)
                    ? "A row is a step: how much of its look back goes to each older state."
                    : "Nothing is read yet."};
    const Color color = role_color(now.phase.info->role, ui.colors);
    const std::string title(now.phase.info->title);
    if (now.axis != Axis::Step)
        return {title, color,
                "The answer is " + quoted(shown(trace.target_text)) + ", " + answer_words(trace) + "."};
    const TraceToken& token = trace.source[static_cast<std::size_t>(now.position)];
    std::string words = "Step " + std::to_string(now.position + 1) + " of " +
                        std::to_string(trace.source_length()) + " reads " +
                        (token.is_end ? "the end" : quoted_source(trace, now.position)) + ".";
    if (has_labelled_map(trace)) words += " " + strongest_words(labelled_map(trace), now.position);
    return {title, color, words};
}

/// "→ 9  p .998  ✓ right".
void plain_answer(Ui& ui, Box box) {
    const AppState& s = ui.state;
    if (!s.trace || box.w < 60 || s.input.empty() || of_earlier_input(s)) return;
    const float middle = box.centre().y;
    ui.draw(icon(Icon::Arrow, ui.colors.t2), {box.x + 10, middle});
    float x = box.x + 29;
    const auto say = [&](const std::string& words, Face face, float size, Color color) {
        const std::string shown_words = ui.cut(words, face, size, box.right() - x);
        if (words.empty() || box.right() - x < 20) return;
        ui.text({x, middle}, shown_words, face, size, color);
        x += ui.text_width(shown_words, face, size) + 12;
    };
    say(shown(s.trace->target_text), Face::Mono, 13, ui.colors.output);
    say(answer_words(*s.trace), Face::Regular, 11, ui.colors.t2);
    truth_chip(ui, {x, middle}, box.right() - x);
}

} // namespace heed
