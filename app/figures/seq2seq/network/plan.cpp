#include "app/figures/seq2seq/network/plan.h"

#include "app/figures/base/marks.h"
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

// ---------------------------------------------------------------------------------------------- columns

namespace {

constexpr float left_gutter = 128, least_pitch = 17, full_pitch = 34;
constexpr float right_gutter = 148, narrow_right_gutter = 44; // with P(chosen), and without
constexpr float switch_gutter = 172, button_gutter = 52;      // of the switch to the states
constexpr float least_row = 4.5f;                             // px: lower rows are scrolled

} // namespace

Columns columns(int count, float pitch, float from, float until, Focus focus, float scroll) {
    Columns c{.count = count, .pitch = pitch, .from = from, .until = until};
    const float all = static_cast<float>(count) * pitch;
    float room = until - from;
    if (all <= room + 0.5f) {
        c.left = from + (room - all) / 2;
    } else {
        // Whole columns only, and the one in the middle stands a whole number of columns from the edge.
        const float in_view = std::max(1.0f, std::floor(room / pitch + 0.001f));
        room = in_view * pitch;
        c.until = from + room;
        if (static_cast<int>(in_view) % 2 == 0) focus.middle += 0.5f;
        c.scroll = scroll >= 0 ? scroll : (focus.middle + 0.5f) * pitch - room / 2;
        c.scroll = std::clamp(c.scroll, 0.0f, all - room);
        if (scroll < 0 && focus.chosen >= 0 && focus.chosen < count) {
            const float left = static_cast<float>(focus.chosen) * pitch;
            c.scroll = std::clamp(c.scroll, left + pitch - room, left);
        }
        c.left = from - c.scroll;
    }
    if (count == 0) return c;
    c.first = std::clamp(static_cast<int>(std::floor((from - c.left) / pitch + 0.01f)), 0, count - 1);
    c.last = std::clamp(static_cast<int>(std::ceil((c.until - c.left) / pitch - 0.01f)) - 1, 0, count - 1);
    return c;
}

namespace {

float strongest_column(const Trace& trace, int output) {
    Eigen::Index strongest = 0;
    trace.at(Quantity::Weights).col(output).maxCoeff(&strongest);
    return static_cast<float>(strongest);
}

} // namespace

/// The one being read, or most attended to. It glides from one to the next as the sub-step that begins with
/// it is drawn.
float source_focus(const Trace& trace, const Reveal& reveal) {
    if (!reveal.now.started) return 0;
    const auto position = static_cast<float>(reveal.now.position);
    const float t = ease_in_out(reveal.progress);
    if (!reveal.decoding()) {
        const float step = reveal.now.phase.is(seq2seq::Backward) ? -1.0f : 1.0f;
        return reveal.now.order == 0 ? position : position - step * (1 - t);
    }
    if (!trace.has_weights()) return static_cast<float>(trace.source_length() - 1);
    const float here = strongest_column(trace, reveal.output);
    if (reveal.now.phase_index > 0 || reveal.output == 0) return here;
    return std::lerp(strongest_column(trace, reveal.output - 1), here, t);
}

/// The same of the states: s_0, then one an output.
float state_focus(const Reveal& reveal) {
    const auto here = static_cast<float>(reveal.output + 1);
    const bool begins = reveal.decoding() && reveal.now.phase_index == 0;
    return begins ? here - 1 + ease_in_out(reveal.progress) : here;
}

// ---------------------------------------------------------------------------------------------- rows

float Stack::at(std::size_t k, float openness) const {
    return std::lerp(gaps[k].least, gaps[k].ideal, openness);
}

float Stack::total(float openness) const {
    float sum = 0;
    for (std::size_t k = 0; k < gaps.size(); ++k) sum += at(k, openness);
    return sum;
}

std::vector<Phase> reader_phases(const Outline& outline) {
    std::vector<Phase> readers;
    if (const Stage* encoding = outline.over(Axis::Source))
        std::copy_if(encoding->phases.begin(), encoding->phases.end(), std::back_inserter(readers),
                     seq2seq::is_reader);
    std::reverse(readers.begin(), readers.end());
    return readers;
}

namespace {

/// Where columns are too narrow for cells.
Stack stack_of_bands(const NetworkPlan& plan, int decoder_layers, int readers) {
    Stack stack;
    stack.gaps.push_back({46, 34});
    if (plan.luong) stack.gaps.push_back({14, 12});
    for (int l = 1; l < decoder_layers; ++l) stack.gaps.push_back({14, 12});
    stack.gaps.push_back({44, 30});
    stack.gaps.push_back(plan.fixed ? Gap{50, 32} : Gap{84, 50});
    stack.gaps.push_back({14, 12});
    stack.gaps.push_back({14, 12});
    for (int r = 1; r < readers; ++r) stack.gaps.push_back({14, 12});
    stack.gaps.push_back({14, 12});
    stack.gaps.push_back({20, 17});
    stack.gaps.push_back({14, 12});
    return stack;
}

} // namespace

Stack stack_of(const NetworkPlan& plan, int decoder_layers, int readers) {
    if (plan.bands) return stack_of_bands(plan, decoder_layers, readers);
    Stack stack;
    const bool full = plan.full, many = readers > 2;
    const float least_words = plan.height >= 600 ? 76.0f : 44.0f; // words are cut last
    const float above = plan.outputs_upright ? 22.0f : plan.output_room;
    if (plan.boxes()) stack.gaps.push_back({28, 18});
    if (plan.boxes())
        stack.gaps.push_back({48, 34});
    else if (full)
        stack.gaps.push_back({above + 30, std::min(above, least_words - 4) + 24});
    else
        stack.gaps.push_back({above + 24, std::min(above, least_words - 4) + 20});
    if (plan.luong) stack.gaps.push_back(full ? Gap{44, 30} : Gap{30, 24});
    const Gap between = plan.two_cells ? Gap{46, 30} : Gap{34, 22}; // arrows both ways need air
    for (int l = 1; l < decoder_layers; ++l) stack.gaps.push_back(full ? between : Gap{26, 20});
    stack.gaps.push_back(full ? Gap{60, 38} : Gap{52, 34});
    stack.gaps.push_back(plan.fixed ? (full ? Gap{54, 34} : Gap{50, 32}) : full ? Gap{122, 66} : Gap{94, 54});
    const float seen = !plan.remembers ? 0.0f : full ? 26.0f : 16.0f;
    stack.gaps.push_back(plan.fixed ? Gap{46, 30}
                         : full     ? Gap{31 + seen, 25 + seen}
                                    : Gap{13 + seen, 12 + seen});
    stack.gaps.push_back(full ? Gap{41, 24} : Gap{22, 20});
    for (int r = 1; r < readers; ++r)
        stack.gaps.push_back(full ? (many ? Gap{34, 22} : Gap{48, 25}) : (many ? Gap{24, 20} : Gap{28, 21}));
    stack.gaps.push_back(full ? Gap{38, 25} : Gap{23, 18});
    stack.gaps.push_back(!plan.upright ? (full ? Gap{21, 15} : Gap{17, 12})
                         : full        ? Gap{29, 20}
                                       : Gap{20, 17});
    const float below = plan.label_room * 0.87f + 6;
    stack.gaps.push_back(!plan.upright ? Gap{below, std::min(below, least_words)}
                         : full        ? Gap{23, 15}
                                       : Gap{18, 12});
    return stack;
}

void place_rows(NetworkPlan& plan, const Stack& stack, const std::vector<Phase>& readers, int decoder_layers,
                float top, float openness) {
    std::size_t k = 0;
    float y = top;
    const auto next = [&] { return y += stack.at(k++, openness); };
    if (plan.boxes()) plan.output_y = next();
    if (plan.luong) plan.attentional_y = next();
    for (int l = 0; l < decoder_layers; ++l) plan.decoders.push_back(next());
    if (!plan.boxes()) plan.output_y = plan.written_from() - (plan.full ? 26.0f : 20.0f);
    const float below_decoder = stack.at(k, openness);
    plan.context_y = next();
    const float bars = stack.at(k, openness);
    plan.baseline = next();
    plan.annotation_y = next();
    float closest = 1000;
    for (const Phase& phase : readers) {
        const float gap = stack.at(k, openness);
        if (&phase != &readers.front()) closest = std::min(closest, gap);
        plan.readers.push_back({phase, next()});
    }
    closest = std::min(closest, stack.at(k, openness) + 6);
    plan.embedding_y = next();
    plan.source_y = next();
    plan.heat_top = next();
    plan.cell_height =
        plan.full ? std::clamp(closest - 14, 14.0f, 28.0f) : std::clamp(closest - 8, 12.0f, 16.0f);
    plan.circle = std::clamp(below_decoder - plan.cell_height / 2 - 10, 9.0f, 16.5f);
    plan.bar_height = std::min(plan.full ? 60.0f : 33.0f, (bars - plan.circle) * 0.57f);
    plan.state_labels = below_decoder >= 52;
    plan.numbers_below = plan.full && !plan.fixed;
    plan.output_room = std::max(12.0f, (plan.output_y - 4) / 0.87f); // along the slant
    plan.label_room = std::max(12.0f, (plan.heat_top - plan.source_y - 6) / 0.87f);
    if (plan.remembers && !plan.bands) {
        plan.seen_y = plan.annotation_y - plan.cell_height / 2 - 4;
        plan.seen_height =
            std::clamp(plan.seen_y - plan.baseline - (plan.numbers_below ? 20.0f : 3.0f), 6.0f, 24.0f);
    }
    if (!plan.bands) return;
    plan.cell_height = plan.source.pitch < zoom_stops[1].from ? 6.0f : 10.0f;
    plan.state_labels = false;
}

/// Rows that do not fit at 3 px each are scrolled, so that the newest is in view.
void place_heatmap(NetworkPlan& plan, const Reveal& reveal, int chosen, int outputs, float bottom,
                   float tallest) {
    const float room = std::max(0.0f, bottom - plan.heat_top);
    plan.heatmap = plan.heatmap && room >= 9 && outputs > 0;
    if (!plan.heatmap) return;
    plan.row_height = std::min(tallest, room / static_cast<float>(outputs));
    int visible = outputs;
    if (plan.row_height < 3) {
        plan.row_height = 3;
        visible = std::max(1, static_cast<int>(room / 3));
    }
    const int current = std::max(0, reveal.output);
    plan.first_row = std::clamp(current - visible * 2 / 3, 0, outputs - visible);
    if (chosen >= 0 && chosen < outputs)
        plan.first_row = std::clamp(plan.first_row, chosen - visible + 1, chosen);
    plan.last_row = plan.first_row + visible - 1;
    plan.top_row = static_cast<float>(plan.first_row);
    plan.heat_height = static_cast<float>(visible) * plan.row_height;
}

namespace {

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
    const float pitch = std::clamp(fit, least_pitch, greatest_pitch(settings, fit));
    plan.full = pitch >= full_pitch;
    plan.source = columns(length + plan.slots, pitch, left_gutter, left_gutter + room,
                          {source_focus(trace, reveal), playhead.column}, settings.scroll);
    plan.source.count = length;
    plan.source.last = std::min(plan.source.last, length - 1);
    // What stands right of the heatmap does not stand right of the states; on a screen a switch does.
    const float beside_states = length > 30 ? button_gutter : switch_gutter;
    const float state_room = settings.overview ? std::max(40.0f, settings.width - left_gutter - beside_states)
                                               : std::max(room, settings.width - left_gutter - switch_gutter);
    const float state_pitch =
        std::clamp(state_room / static_cast<float>(outputs + 1), plan.full ? full_pitch : least_pitch,
                   std::max(pitch, plan.full ? full_pitch : least_pitch));
    // Above the source where they fit there.
    const float states_wide = state_pitch * static_cast<float>(outputs + 1);
    plan.states = columns(outputs + 1, state_pitch, left_gutter,
                          left_gutter + (states_wide <= room && room <= state_room ? room : state_room),
                          {state_focus(reveal), playhead.row >= 0 ? playhead.row + 1 : -1}, -1);
    set_labels(plan, trace, settings);
    return plan;
}

/// Room below the heatmap, for its legend.
float foot_of(const NetworkPlan& plan) { return !plan.heatmap ? 16.0f : plan.roomy_legend ? 48.0f : 30.0f; }

void place_legend(NetworkPlan& plan) {
    plan.legend_y = plan.height - (plan.roomy_legend ? 31.0f : 14.0f);
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
    plan.heatmap = settings.heatmap && !plan.fixed;
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
    plan.label_room = std::min(plan.label_room, 52.0f);
    plan.source_y = top + 4;
    plan.heat_top = plan.source_y + plan.label_room * 0.87f + 6;
}

float switch_left(const NetworkPlan& plan) {
    constexpr float legend_room = 250; // of the colours, their numbers and two words
    return std::max(plan.source.seen_right() - map_switch_width, plan.source.seen_left() + legend_room);
}

} // namespace heed
