// The plan of a part of a long run: what is in view, beside a picture of the whole.
#include "app/figures/base/marks.h"
#include "app/figures/seq2seq/network/plan/part.h"
#include "app/figures/seq2seq/network/whole.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float part_left = 144;
constexpr float strip_width = 120, strip_room = 136, strip_top = 76;
constexpr float probabilities_room = 144, narrow_room = 72; // right of the map, before the strip
constexpr float numbers_height = 18;                        // of the columns' numbers above the map
constexpr float usual_pitch = 24;                           // where nothing was asked for
constexpr int current_slot = 18;                            // of the newest output, from 0
constexpr float rounding = 0.01f;

float foot_of(const NetworkPlan& plan, bool strip) {
    return !plan.heatmap && !strip ? 16.0f : plan.roomy_legend ? 48.0f : 30.0f;
}

/// How columns of that width are drawn.
void set_mode(NetworkPlan& plan, const Placing& p, float pitch) {
    plan.bands = pitch < zoom_stops[2].from - rounding;
    plan.full = pitch >= zoom_stops[3].from - rounding;
    plan.source.pitch = pitch;
    plan.states.pitch = std::min(pitch, 130.0f);
    set_labels(plan, p.trace, p.settings);
    if (plan.bands) plan.cell_width = pitch;
}

/// The rows of the network above a map with rows of that height; returns the room that is left for the map.
float place_network(NetworkPlan& plan, const Placing& p, float row_height) {
    plan.readers.clear();
    plan.decoders.clear();
    const Stack stack = stack_of(plan, p.layers, static_cast<int>(p.readers.size()));
    const float foot = foot_of(plan, p.strip), available = p.settings.height - foot - numbers_height;
    const float most = static_cast<float>(p.trace.outputs()) * row_height;
    const float wanted = plan.heatmap ? std::min(std::max(50.0f, most), 0.44f * available)
                         : plan.fixed ? 110.0f
                                      : 0.0f;
    const float span = std::max(1.0f, stack.ideal() - stack.least());
    const float openness = std::clamp((available - wanted - stack.least()) / span, 0.0f, 1.0f);
    place_rows(plan, stack, p.readers, p.layers, 0, openness);
    plan.numbers_y = plan.heat_top + 5;
    plan.heat_top += numbers_height;
    return std::max(plan.heatmap ? 12.0f : 1.0f, p.settings.height - foot - plan.heat_top);
}

/// The same where there is no network.
float place_alone(NetworkPlan& plan, const Placing& p, float /*row_height*/) {
    place_words_alone(plan, p.top);
    plan.baseline = plan.source_y + 6; // beside the words: what is out of sight
    plan.numbers_y = plan.heat_top + 5;
    plan.heat_top += numbers_height;
    return std::max(12.0f, p.settings.height - foot_of(plan, p.strip) - plan.heat_top);
}

MapRoom room_of(const NetworkPlan& plan, const Placing& p) {
    const NetworkSettings& s = p.settings;
    MapRoom room;
    room.columns = p.trace.source_length();
    room.rows = plan.heatmap ? std::max(1, p.trace.outputs()) : 1;
    const float beside = s.width >= 1000 ? probabilities_room : narrow_room;
    room.width = std::max(60.0f, s.width - part_left - s.beside - (p.strip ? strip_room + beside : 44.0f));
    const auto longest = static_cast<float>(s.whole->longest_source);
    room.usual_wide = std::clamp(longest * 7.8f + 16, 76.0f, 130.0f);
    return room;
}

/// The first column in view so that `middle` stands in the middle, on whole columns where they are not tiny.
float first_around(float middle, float in_view, float pitch) {
    if (pitch < zoom_stops[1].from) return middle + 0.5f - in_view / 2;
    const float whole = std::max(1.0f, std::floor(in_view + rounding));
    if (static_cast<int>(whole) % 2 == 0) middle += 0.5f;
    return middle + 0.5f - whole / 2;
}

/// What follows the playhead: the column looked at in the middle, a few rows below the newest.
MapWindow followed(const NetworkPlan& plan, const Placing& p, const MapRoom& room, CellSize cell) {
    const MapWindow size = window_at(room, cell, 0, 0);
    const float column = first_around(source_focus(p.trace, p.reveal), size.columns, cell.width);
    const float rows = std::max(1.0f, std::floor(size.rows + rounding));
    const float row = static_cast<float>(std::max(0, p.reveal.output)) - std::floor((rows - 1) * 0.8f);
    const MapWindow window = window_at(room, cell, column, row);
    const int chosen_row = plan.heatmap && p.playhead.row < room.rows ? p.playhead.row : -1;
    const int chosen = p.playhead.column < room.columns ? p.playhead.column : -1;
    const Point corner = corner_showing(window, chosen, chosen_row);
    return window_at(room, cell, corner.x, corner.y);
}

/// Those columns in a view of that width; `scroll` px are to its left.
Columns columns_in(int count, float pitch, float from, float room, float scroll) {
    Columns c{.count = count, .pitch = pitch, .from = from};
    const float all = static_cast<float>(count) * pitch;
    c.until = c.from + std::min(room, all);
    c.scroll = std::clamp(scroll, 0.0f, std::max(0.0f, all - room));
    c.left = c.from - c.scroll;
    if (count == 0) return c;
    c.first = std::clamp(static_cast<int>(std::floor(c.scroll / pitch + rounding)), 0, count - 1);
    c.last = std::clamp(static_cast<int>(std::ceil((c.scroll + c.until - c.from) / pitch - rounding)) - 1, 0,
                        count - 1);
    return c;
}

void place_states(NetworkPlan& plan, const Placing& p, float from, float room) {
    const float pitch = plan.states.pitch, in_view = std::floor(room / pitch + rounding);
    const float slot = std::min(static_cast<float>(current_slot), std::floor(in_view * 0.75f));
    float first = state_focus(p.reveal) - slot;
    if (p.playhead.row >= 0) {
        const auto chosen = static_cast<float>(p.playhead.row + 1);
        first = std::clamp(first, std::min(chosen + 1 - in_view, chosen), chosen);
    }
    plan.states =
        columns_in(p.trace.outputs() + 1, pitch, from, std::max(1.0f, in_view) * pitch, first * pitch);
}

void place_map(NetworkPlan& plan, const MapRoom& room, float from, const MapWindow& window) {
    plan.window = window;
    plan.source =
        columns_in(room.columns, window.cell.width, from, room.width, window.column * window.cell.width);
    plan.row_height = window.cell.height;
    plan.top_row = window.row;
    plan.heat_height = plan.heatmap ? window.rows * window.cell.height : 0;
    plan.first_row = std::clamp(static_cast<int>(std::floor(window.row + rounding)), 0, room.rows - 1);
    plan.last_row = plan.heatmap
                        ? std::clamp(static_cast<int>(std::ceil(window.row + window.rows - rounding)) - 1,
                                     plan.first_row, room.rows - 1)
                        : plan.first_row - 1;
}

} // namespace

Placing placing_of(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                   const NetworkSettings& settings) {
    return {trace,
            reveal,
            playhead,
            settings,
            reader_phases(trace.outline),
            std::max(1, seq2seq_facts(trace).decoder_rows()),
            (trace.has_weights() || settings.influence) && trace.outputs() > 0};
}

NetworkPlan part_plan(const Placing& p, NetworkPlan plan, const PartLook& look) {
    const NetworkSettings& settings = p.settings;
    plan.zoomed = true;
    plan.slots = 0;
    plan.heatmap = plan.heatmap && p.trace.outputs() > 0;
    MapRoom room = look.room_of(plan, p);
    const float fit = std::min(room.usual_wide, room.width / static_cast<float>(room.columns));
    look.set_mode(plan, p, fit); // cells are measured against the whole
    room.height = look.place_network(plan, p, room.words_high);
    plan.scale = settings.zoom.scale > 0
                     ? std::clamp(settings.zoom.scale, least_scale(room), most_scale(room))
                 : fit >= room.words_wide ? 1.0f
                                          : scale_of_width(room, look.usual_pitch);
    const CellSize cell = cell_at(room, plan.scale);
    look.set_mode(plan, p, cell.width);
    MapRoom now = room;
    now.height = look.place_network(plan, p, cell.height);
    if (cell.height >= 10 && static_cast<float>(room.rows) * cell.height > now.height) // whole rows
        now.height = std::max(1.0f, std::floor(now.height / cell.height + rounding)) * cell.height;
    if (!plan.heatmap) now.height = room.height = static_cast<float>(room.rows) * cell.height;
    place_map(plan, now, look.left,
              settings.zoom.following ? followed(plan, p, now, cell)
                                      : window_at(now, cell, settings.zoom.column, settings.zoom.row));
    plan.room = room;
    place_states(plan, p, look.left, room.width);
    if (p.strip) {
        const float bottom = plan.heatmap ? plan.heat_bottom() : settings.height - look.foot;
        plan.strip = {settings.width - look.strip_from_right, look.strip_top, look.strip_width,
                      std::max(8.0f, bottom - look.strip_top)};
        plan.width -= look.strip_room;
    }
    return plan;
}

void keep_part(NetworkPlan& plan, int outputs) {
    plan.heatmap = plan.heatmap && outputs > 0;
    plan.room.rows = plan.heatmap ? outputs : 1;
    const MapWindow was = plan.window;
    MapRoom now = plan.room;
    now.height = plan.heatmap ? plan.heat_height : was.cell.height;
    place_map(plan, now, plan.source.from, window_at(now, was.cell, was.column, was.row));
}

namespace {

/// On a desk: under the network, or alone.
NetworkPlan part_on_desk(const Placing& p, float top, float (*place)(NetworkPlan&, const Placing&, float)) {
    const NetworkSettings& settings = p.settings;
    NetworkPlan begun = begun_plan(p.trace, p.reveal, settings);
    begun.heatmap = begun.heatmap && p.trace.outputs() > 0;
    const PartLook look{.left = part_left,
                        .usual_pitch = usual_pitch,
                        .strip_width = strip_width,
                        .strip_top = top,
                        .strip_from_right = strip_room,
                        .strip_room = strip_room,
                        .foot = foot_of(begun, p.strip),
                        .set_mode = set_mode,
                        .place_network = place,
                        .room_of = room_of};
    NetworkPlan plan = part_plan(p, std::move(begun), look);
    plan.legend_y = settings.height - (plan.roomy_legend ? 31.0f : 12.0f);
    if (plan.heatmap)
        plan.legend_y = std::min(plan.legend_y, plan.heat_bottom() + (plan.roomy_legend ? 30 : 18));
    return plan;
}

} // namespace

NetworkPlan zoomed_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                        const NetworkSettings& settings) {
    return part_on_desk(placing_of(trace, reveal, playhead, settings), strip_top, place_network);
}

NetworkPlan heatmap_part_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                              const NetworkSettings& settings, float top) {
    constexpr float title = 14; // over the picture of the whole, past what stands above `top`
    Placing p = placing_of(trace, reveal, playhead, settings);
    p.top = top;
    return part_on_desk(p, top + title, place_alone);
}

} // namespace heed
