// Right of P(chosen): how little weight, moved to one token, makes each output another.
#include "app/figures/base/format.h"
#include "app/figures/seq2seq/network/heat.h"
#include "app/figures/tokens.h"
#include "app/figures/what_if/row.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float bar_width = 56, bar_height = 4, amount_right = 86, token_left = 94;
constexpr float beside_map = 24;  // px from the map, without probabilities
constexpr float readable = 10.5f; // of a row that has room for words

float column_left(const Heat& heat) {
    return heat.canvas.plan.slots_right() +
           (shows_probabilities(heat.canvas) ? fragility_from_map : beside_map);
}

const FragilityMark* mark_of(const Canvas& canvas, int i) {
    const auto* marks = canvas.settings.fragility;
    const bool there = marks && i < static_cast<int>(marks->size()) &&
                       canvas.reveal.decoded(seq2seq::Choose, i) != Seen::Later;
    return there ? &(*marks)[static_cast<std::size_t>(i)] : nullptr;
}

/// The one that changes by the least weight, of those that are revealed; -1: none is known.
int most_fragile(const Canvas& canvas) {
    int least = -1;
    float moved = 2;
    for (int i = 0; i < canvas.trace.outputs(); ++i)
        if (const FragilityMark* mark = mark_of(canvas, i);
            mark && mark->state == FragilityMark::State::Found && mark->moved < moved) {
            least = i;
            moved = mark->moved;
        }
    return least;
}

std::string token_of(const FragilityMark& mark) {
    return is_mark(mark.token) ? shown(mark.token) : quoted(shown(mark.token));
}

std::string tooltip_of(const Canvas& canvas, int i, const FragilityMark& mark) {
    const std::string output = "output " + std::to_string(i + 1);
    switch (mark.state) {
    case FragilityMark::State::Pending:
        return "Being looked for";
    case FragilityMark::State::Forced:
        return "The token of " + output + " was given: no weight changes it";
    case FragilityMark::State::None:
        return "No weight that was tried, moved to one token, makes " + output + " another";
    case FragilityMark::State::Found:
        break;
    }
    return "Moving " + exact(static_cast<double>(mark.moved)) + " of the weight to " +
           quoted_source(canvas.trace, mark.to) + " makes " + output + " " + token_of(mark) +
           ". Click to see it first";
}

void add_words(const Heat& heat, const FragilityMark& mark, float x, float y, bool least) {
    const Canvas& canvas = heat.canvas;
    const Palette& c = canvas.colors;
    const auto word = [&](const char* text) {
        add_text(canvas.scene, {x, y}, text, Face::Regular, 11, c.t3);
    };
    switch (mark.state) {
    case FragilityMark::State::Pending:
        return word("…");
    case FragilityMark::State::Forced:
        return word("forced");
    case FragilityMark::State::None:
        return word("none found");
    case FragilityMark::State::Found:
        break;
    }
    add_text(canvas.scene, {x + amount_right, y}, moved_number(mark.moved),
             least ? Face::MonoSemibold : Face::Mono, 11, least ? c.t1 : c.t2, Align::Right);
    const bool end = shown(mark.token) == "end";
    const Face face = end ? Face::Italic : Face::Mono;
    const float room = canvas.plan.width - 12 - (x + token_left);
    if (room > 6)
        add_text(canvas.scene, {x + token_left, y}, fitted(canvas.style, shown(mark.token), face, 11, room),
                 face, 11, least ? c.t1 : c.t3);
}

} // namespace

float fragility_room(const Trace& trace, const NetworkSettings& settings) {
    constexpr float of_characters = 112, of_words = 140, of_long_words = 186, gutters = 128 + 148;
    constexpr float least_pitch = 26;
    if (!settings.fragility || !settings.heatmap) return 0;
    if (lends_layout(settings.laid_out, trace))
        return fragility_room(*settings.laid_out.run, own_layout(settings));
    NetworkSettings beside = settings;
    beside.width /= settings.type;
    beside.height /= settings.type;
    beside.type = 1;
    beside.zoom = {}; // it comes and goes with the window, not with each turn of the wheel
    beside.scroll = -1;
    beside.beside = 0;
    const NetworkPlan without = network_plan(trace, Reveal(trace, {}), {}, beside);
    const auto has_room = [&](float room) {
        if (beside.width - gutters - room < least_pitch * static_cast<float>(trace.source_length()))
            return false;
        beside.beside = room;
        const NetworkPlan with = network_plan(trace, Reveal(trace, {}), {}, beside);
        const bool costs_cells = without.full && !with.full,
                   costs_words = (without.upright && !with.upright) ||
                                 (without.outputs_upright && !with.outputs_upright);
        return with.row_height >= readable && !costs_cells && !costs_words;
    };
    if (trace.model.character_level) return has_room(of_characters) ? of_characters : 0;
    return has_room(of_long_words) ? of_long_words : has_room(of_words) ? of_words : 0;
}

void add_fragility(const Heat& heat) {
    const Canvas& canvas = heat.canvas;
    const NetworkPlan& plan = canvas.plan;
    if (!canvas.settings.fragility || canvas.settings.beside <= 0 || plan.row_height < 4) return;
    if (!mark_of(canvas, plan.first_row)) return;
    const Palette& c = canvas.colors;
    const float x = column_left(heat);
    const bool two_lines = plan.full;
    add_text(canvas.scene, {x, plan.header_y() - (two_lines ? 15.0f : 0.0f)}, "Fragility", Face::Medium, 11,
             c.t2);
    if (two_lines) add_text(canvas.scene, {x, plan.header_y()}, "weight to move", Face::Regular, 11, c.t3);
    const int least = most_fragile(canvas);
    for (int i = plan.first_row; i <= plan.last_row; ++i) {
        const FragilityMark* mark = mark_of(canvas, i);
        if (!mark) break;
        if (!plan.row_whole(i)) continue;
        const float y = plan.row_y(i) + plan.row_height / 2;
        const Box row{x - 8, plan.row_y(i), plan.width - 4 - (x - 8), plan.row_height};
        const RowPreview* preview = canvas.settings.preview;
        const bool chosen = preview && preview->output == i;
        const bool found = mark->state == FragilityMark::State::Found;
        if (chosen) add_frame(canvas.scene, {row.x, row.y + 1, row.w, row.h - 2}, c.t1, 1.25f, 5);
        if (found) {
            const Box track = around({x + bar_width / 2, y}, bar_width, bar_height);
            add_fill(canvas.scene, track, c.bg2, 2);
            add_fill(canvas.scene,
                     {track.x, track.y, std::max(1.5f, bar_width * std::min(1.0f, mark->moved)), track.h},
                     chosen || i == least ? c.t1 : c.t2, 2);
        }
        if (plan.row_height >= readable) add_words(heat, *mark, x, y, i == least);
        canvas.scene.pick(row,
                          {found ? PickKind::Button : PickKind::Row, i, -1, -1, found ? "fragility" : ""},
                          tooltip_of(canvas, i, *mark));
    }
}

} // namespace heed
