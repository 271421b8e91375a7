#include "app/figures/seq2seq/network/plan/plan.h"

#include "app/figures/base/marks.h"
#include "app/figures/seq2seq/network/canvas_switch.h"
#include "app/figures/seq2seq/network/whole.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <cmath>

namespace heed {

// ---------------------------------------------------------------------------------------------- reveal

Reveal::Reveal(const Trace& trace, const Playhead& playhead)
    : outline(&trace.outline), at(std::clamp(playhead.at, 0, trace.outline.total())),
      progress(std::clamp(playhead.progress, 0.0f, 1.0f)), reduced(playhead.reduced) {
    if (!std::isfinite(progress)) progress = 1;
    if (playhead.backwards && progress < 1 && at < outline->total()) { // what goes away is drawn going away
        ++at;
        progress = 1 - progress;
    }
    now = moment_at(*outline, at);
    if (!decoding()) return;
    output = looked_at = now.position;
    if (progress < 1) return;
    for (const int i : {playhead.hover_row, playhead.row})
        if (i >= 0 && i < output) {
            looked_at = i;
            break;
        }
}

Seen Reveal::encoded(Phase phase, int j) const {
    const int from = at_of(*outline, phase, j);
    if (from > at) return Seen::Later;
    return from == at ? Seen::New : Seen::Earlier;
}

// ---------------------------------------------------------------------------------------------- the plan

namespace {

constexpr float left_gutter = 128, least_pitch = 17, full_pitch = 34;
constexpr float right_gutter = 148, narrow_right_gutter = 44; // with P(chosen), and without
constexpr float switch_gutter = 172;                          // on paper, right of the states
constexpr float least_row = 4.5f;                             // px: lower rows are scrolled

/// Letters are .6 em wide: of 11 px, of 13 px.
constexpr float small_letter = 6.6f, letter = 7.8f;

/// As designed; wider where the longest word then stands upright, and where few columns would leave more
/// than a little air beside them.
float greatest_pitch(const NetworkSettings& settings, float fit) {
    constexpr float designed = 76, most = 130, share = 0.93f;
    const auto longest =
        static_cast<float>(std::max(settings.whole->longest_source, settings.whole->longest_output));
    return std::clamp(std::max(longest * letter + 16, share * fit), designed, most);
}

/// Whether the outputs lose nothing where the switch is words instead of buttons: all of them stand beside
/// it, their words as large as else, their cells not squeezed.
bool leaves_labels(const NetworkSettings& settings, float pitch, float else_pitch, float room, int columns) {
    constexpr float designed = 60;
    if (pitch * static_cast<float>(columns) > room + 0.5f || pitch < std::min(else_pitch, designed) - 0.01f)
        return false;
    const float longest = static_cast<float>(settings.whole->longest_output) * letter + 12;
    return pitch >= longest || else_pitch < longest;
}

constexpr float roomy_pitch = 100; // px: columns that could be closer

/// Few columns in a wide window stand in its middle: what is kept free right of them is empty at first, and
/// they would seem to stand left of it.
void centre_in(float width, Columns& c) {
    const float all = static_cast<float>(c.count) * c.pitch;
    if (c.pitch >= roomy_pitch && all <= c.until - c.from)
        c.left = std::clamp((width - all) / 2, c.from, c.until - all);
}

/// A pitch that leaves as much free left of the columns as right of them, where it is roomy still.
float evened(float pitch, float width, float beside, int count) {
    const float even = (width - 2 * beside) / static_cast<float>(std::max(1, count));
    return even >= roomy_pitch ? std::min(pitch, even) : pitch;
}

/// Where the columns stand, and how their labels do.
NetworkPlan columns_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings) {
    NetworkPlan plan = begun_plan(trace, reveal, settings);
    const int length = trace.source_length(), outputs = trace.outputs();
    const auto room_beside = [&](float gutter) {
        return std::max(40.0f, settings.width - gutter - settings.beside - left_gutter);
    };
    const auto is_full = [&](float room) {
        return room >= full_pitch * static_cast<float>(std::max(length + plan.slots, 1));
    };
    float gutter = length > 30 ? narrow_right_gutter : right_gutter;
    if (is_full(room_beside(right_gutter)))
        gutter = right_gutter;
    else if (is_full(room_beside(narrow_right_gutter)))
        gutter = narrow_right_gutter;
    const float room = room_beside(gutter);
    if (static_cast<float>(length + plan.slots) * least_pitch > room) plan.slots = 0; // the words say so
    const float fit = room / static_cast<float>(std::max(1, length + plan.slots));
    const float pitch = evened(std::clamp(fit, least_pitch, greatest_pitch(settings, fit)), settings.width,
                               gutter + settings.beside, length + plan.slots);
    plan.full = pitch >= full_pitch;
    plan.source = columns(length + plan.slots, pitch, left_gutter, left_gutter + room,
                          {source_focus(trace, reveal), playhead.column}, settings.scroll);
    centre_in(settings.width, plan.source);
    plan.source.count = length;
    plan.source.last = std::min(plan.source.last, length - 1);
    // What stands right of the heatmap does not stand right of the states; on a screen a switch does.
    const auto room_of_states = [&](float beside) {
        return std::max(40.0f, settings.width - left_gutter - beside);
    };
    const auto pitch_in = [&](float wide) {
        return std::clamp(wide / static_cast<float>(outputs + 1), plan.full ? full_pitch : least_pitch,
                          std::max(pitch, plan.full ? full_pitch : least_pitch));
    };
    const float beside_words = switch_words_gutter, beside_buttons = switch_buttons_gutter;
    const bool words =
        length <= switch_most_tokens &&
        leaves_labels(settings, pitch_in(room_of_states(beside_words)),
                      pitch_in(room_of_states(beside_buttons)), room_of_states(beside_words), outputs + 1);
    const float state_room = settings.overview ? room_of_states(words ? beside_words : beside_buttons)
                                               : std::max(room, settings.width - left_gutter - switch_gutter);
    const float state_pitch = pitch_in(state_room);
    // Above the source where they fit there.
    const float states_wide = state_pitch * static_cast<float>(outputs + 1);
    plan.states = columns(outputs + 1, state_pitch, left_gutter,
                          left_gutter + (states_wide <= room && room <= state_room ? room : state_room),
                          {state_focus(reveal), playhead.row >= 0 ? playhead.row + 1 : -1}, -1);
    centre_in(settings.width, plan.states);
    set_labels(plan, trace, settings);
    return plan;
}

/// Room below the heatmap, for its legend.
float foot_of(const NetworkPlan& plan) { return !plan.heatmap ? 16.0f : plan.roomy_legend ? 48.0f : 30.0f; }

void place_legend(NetworkPlan& plan) {
    plan.legend_y = plan.height - (plan.roomy_legend ? 31.0f : 12.0f);
    if (plan.heatmap)
        plan.legend_y = std::min(plan.legend_y, plan.heat_bottom() + (plan.roomy_legend ? 30 : 18));
}

/// All columns at once, and as many rows as there is room for.
NetworkPlan whole_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                       const NetworkSettings& settings) {
    constexpr float row = 28, tallest_row = 36; // px: what is left over makes rows higher
    NetworkPlan plan = columns_plan(trace, reveal, playhead, settings);
    const int outputs = trace.outputs();
    const std::vector<Phase> readers = reader_phases(trace.outline);
    const int layers = std::max(1, seq2seq_facts(trace).decoder_rows());
    const Stack stack = stack_of(plan, layers, static_cast<int>(readers.size()));
    const float foot = foot_of(plan), available = settings.height - foot;
    const float most_wanted = settings.overview ? std::max(140.0f, 0.36f * available) : 140.0f;
    const float wanted = plan.heatmap
                             ? std::clamp(static_cast<float>(outputs) * (settings.overview ? 15.0f : 12.5f),
                                          50.0f, most_wanted)
                         : plan.fixed ? 110.0f
                                      : 0.0f;
    const float span = std::max(1.0f, stack.ideal() - stack.least());
    // Without the heatmap, and above a short one, the rows may spread.
    const float spare = available - stack.ideal() - row * static_cast<float>(outputs);
    const float tallest =
        plan.heatmap ? 1 + (settings.overview ? std::clamp(spare / span, 0.0f, 0.35f) : 0.0f) : 1.25f;
    const float openness = std::clamp((available - wanted - stack.least()) / span, 0.0f, tallest);
    const float used = stack.least() + openness * span;
    const float top = plan.heatmap || plan.fixed ? 0.0f : std::max(0.0f, (available - used) / 2);
    place_rows(plan, stack, readers, layers, top, openness);
    place_heatmap(plan, reveal, playhead.row, outputs, available, settings.overview ? tallest_row : row);
    place_legend(plan);
    return plan;
}

/// What is asked of the whole run is there.
NetworkSettings with_whole(const Trace& trace, NetworkSettings settings) {
    if (!settings.whole) settings.whole = whole_run(trace, nullptr);
    return settings;
}

} // namespace

NetworkPlan begun_plan(const Trace& trace, const Reveal& reveal, const NetworkSettings& settings) {
    NetworkPlan plan;
    plan.width = settings.width;
    plan.height = settings.height;
    plan.fixed = !reveal.declares(seq2seq::Softmax);
    plan.luong = seq2seq_facts(trace).order == "luong";
    plan.two_cells = seq2seq_facts(trace).order == "conditional";
    plan.past = trace.has(Quantity::PastWeights);
    plan.slots = trace.has(Quantity::SlotWeights) ? static_cast<int>(trace.at(Quantity::SlotWeights).rows())
                 : plan.past                      ? trace.outputs() - 1 // nothing looks back at the last
                                                  : 0;
    plan.remembers = !plan.fixed && (trace.has(Quantity::Coverage) || trace.has(Quantity::Features) ||
                                     trace.model.task == "copy");
    plan.heatmap = settings.heatmap && (!plan.fixed || settings.influence || settings.influence_soon);
    plan.roomy_legend = settings.height >= 640;
    return plan;
}

void set_labels(NetworkPlan& plan, const Trace& trace, const NetworkSettings& settings) {
    const float pitch = plan.source.pitch, state_pitch = plan.states.pitch;
    plan.cell_width = std::min(54.0f, 0.74f * pitch);
    plan.state_width = std::min(54.0f, 0.74f * state_pitch);
    const int of_source = settings.whole->longest_source, of_outputs = settings.whole->longest_output;
    const bool characters = trace.model.character_level;
    const auto upright_at = [](int letters, float width, float room) {
        return static_cast<float>(letters) * width <= room;
    };
    if (plan.full) {
        const bool source_large = characters || upright_at(of_source, letter, pitch - 8);
        const bool outputs_large = characters || upright_at(of_outputs, letter, state_pitch - 12);
        plan.upright = source_large || upright_at(of_source, small_letter, pitch - 8);
        plan.outputs_upright = outputs_large || upright_at(of_outputs, small_letter, state_pitch - 12);
        plan.token =
            (source_large || !plan.upright) && (outputs_large || !plan.outputs_upright) ? 13.0f : 11.0f;
    } else {
        plan.upright = (characters && of_source <= 3) || upright_at(of_source, small_letter, pitch - 5);
        plan.outputs_upright =
            (characters && of_outputs <= 3) || upright_at(of_outputs, small_letter, state_pitch - 5);
    }
    plan.label_room = std::clamp(static_cast<float>(of_source) * small_letter + 4, 20.0f, 110.0f);
    plan.output_room = std::clamp(static_cast<float>(of_outputs) * small_letter + 4, 20.0f, 96.0f);
}

bool fits(const NetworkPlan& plan, int outputs) {
    return !plan.source.scrolls() && (!plan.states.scrolls() || plan.full) &&
           (!plan.heatmap || (plan.row_height >= least_row && plan.last_row - plan.first_row + 1 >= outputs));
}

NetworkPlan network_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& given) {
    if (lends_layout(given.laid_out, trace)) return kept_plan(trace, reveal, playhead, given);
    const NetworkSettings settings = with_whole(trace, given);
    if (settings.lecture) return lecture_plan(trace, reveal, playhead, settings);
    NetworkPlan plan = whole_plan(trace, reveal, playhead, settings);
    const bool all = fits(plan, trace.outputs());
    if (!settings.overview || (all && settings.zoom.scale <= 0)) return plan;
    NetworkPlan part = zoomed_plan(trace, reveal, playhead, settings);
    part.fits = all;
    part.least = scale_of_width(part.room, plan.source.pitch);
    return part;
}

NetworkPlan heatmap_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings, float top) {
    NetworkPlan plan = columns_plan(trace, reveal, playhead, with_whole(trace, settings));
    plan.slots = 0;
    place_words_alone(plan, top);
    place_heatmap(plan, reveal, playhead.row, trace.outputs(),
                  settings.height - (plan.roomy_legend ? 48 : 30));
    place_legend(plan);
    if (!settings.overview || !plan.heatmap) return plan;
    const bool all = !plan.source.scrolls() && plan.row_height >= least_row &&
                     plan.last_row - plan.first_row + 1 >= trace.outputs();
    if (all && settings.zoom.scale <= 0) return plan;
    NetworkPlan part = heatmap_part_plan(trace, reveal, playhead, with_whole(trace, settings), top);
    part.fits = all;
    part.least = scale_of_width(part.room, plan.source.pitch);
    return part;
}

void place_words_alone(NetworkPlan& plan, float top) {
    if (plan.upright || plan.bands) { // a band's words are those that are pointed at
        plan.source_y = top + 11;
        plan.heat_top = top + 28;
        return;
    }
    const float high = std::min(plan.label_room, 52.0f) * sine_of(plan.label_slant);
    plan.label_slant = slant_for(plan.label_room, high, plan.source.pitch);
    plan.label_room = high / sine_of(plan.label_slant);
    plan.source_y = top + 4;
    plan.heat_top = plan.source_y + high + 6;
}

float switch_left(const NetworkPlan& plan) {
    constexpr float legend_room = 250; // of the colours, their numbers and two words
    return std::max(plan.source.seen_right() - map_switch_width, plan.source.seen_left() + legend_room);
}

} // namespace heed
