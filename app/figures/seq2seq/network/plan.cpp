#include "app/figures/seq2seq/network/plan.h"

#include "app/figures/base/marks.h"
#include "core/models/seq2seq/facts.h"
#include "core/text/tokenizer.h"

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

constexpr float left_gutter = 128, least_pitch = 17, greatest_pitch = 76, full_pitch = 40;

/// Which column stands in the middle of a view that is too narrow for all, and which one must be in it as
/// well
/// (-1: none). Nothing here may follow the pointer: what it points at would run away.
struct Focus {
    float middle = 0;
    int chosen = -1;
};

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

float strongest_column(const Trace& trace, int output) {
    Eigen::Index strongest = 0;
    trace.at(Quantity::Weights).col(output).maxCoeff(&strongest);
    return static_cast<float>(strongest);
}

/// The source column that a scrolled canvas keeps in the middle: the one being read, or most attended to. It
/// glides from one to the next as the sub-step that begins with it is drawn.
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

int longest_label(const Trace& trace, bool source) {
    int longest = 3; // "end"
    const int count = source ? trace.source_length() : trace.outputs();
    for (int k = 0; k < count; ++k) {
        const TraceToken& token = source ? trace.source[static_cast<std::size_t>(k)]
                                         : trace.steps[static_cast<std::size_t>(k)].token;
        int length = 0;
        for (std::size_t at = 0; at < token.text.size() && !token.is_end; ++length)
            at += decode_utf8(token.text, at).length;
        longest = std::max(longest, length);
    }
    return longest;
}

// ---------------------------------------------------------------------------------------------- rows

/// A distance between two row centres: as the design has it, and as small as it may become.
struct Gap {
    float ideal, least;
};

struct Stack {
    std::vector<Gap> gaps; // from the top edge down to the heatmap's upper edge

    float ideal() const { return total(1); }
    float least() const { return total(0); }
    float at(std::size_t k, float openness) const {
        return std::lerp(gaps[k].least, gaps[k].ideal, openness);
    }

private:
    float total(float openness) const {
        float sum = 0;
        for (std::size_t k = 0; k < gaps.size(); ++k) sum += at(k, openness);
        return sum;
    }
};

std::vector<Phase> reader_phases(const Outline& outline) { // top to bottom
    std::vector<Phase> readers;
    if (const Stage* encoding = outline.over(Axis::Source))
        std::copy_if(encoding->phases.begin(), encoding->phases.end(), std::back_inserter(readers),
                     seq2seq::is_reader);
    std::reverse(readers.begin(), readers.end());
    return readers;
}

/// Output, attentional state, decoder layers, context, bars, annotation, readers, embedding, source, heatmap:
/// in that order.
Stack stack_of(const NetworkPlan& plan, int decoder_layers, int readers) {
    Stack stack;
    const bool full = plan.full, many = readers > 2;
    const float above = plan.upright ? 22.0f : plan.output_room;
    if (full) stack.gaps.push_back({28, 18});
    if (full)
        stack.gaps.push_back({48, 34});
    else
        stack.gaps.push_back({above + 24, std::min(above, 40.0f) + 20});
    if (plan.luong) stack.gaps.push_back(full ? Gap{44, 30} : Gap{30, 24});
    const Gap between = plan.two_cells ? Gap{46, 30} : Gap{34, 22}; // arrows both ways need air
    for (int l = 1; l < decoder_layers; ++l) stack.gaps.push_back(full ? between : Gap{26, 20});
    stack.gaps.push_back(full ? Gap{60, 38} : Gap{52, 34});
    stack.gaps.push_back(plan.fixed ? (full ? Gap{54, 34} : Gap{50, 32}) : full ? Gap{122, 66} : Gap{94, 54});
    stack.gaps.push_back(plan.fixed ? Gap{46, 30} : full ? Gap{31, 25} : Gap{13, 12});
    stack.gaps.push_back(full ? Gap{41, 24} : Gap{22, 20});
    for (int r = 1; r < readers; ++r)
        stack.gaps.push_back(full ? (many ? Gap{34, 22} : Gap{48, 25}) : (many ? Gap{24, 20} : Gap{28, 21}));
    stack.gaps.push_back(full ? Gap{38, 25} : Gap{23, 18});
    stack.gaps.push_back(full ? Gap{29, 20} : plan.upright ? Gap{20, 17} : Gap{17, 12});
    const float below = plan.label_room * 0.87f + 6;
    stack.gaps.push_back(full           ? Gap{23, 15}
                         : plan.upright ? Gap{18, 12}
                                        : Gap{below, std::min(below, 44.0f)});
    return stack;
}

void place_rows(NetworkPlan& plan, const Stack& stack, const std::vector<Phase>& readers, int decoder_layers,
                float top, float openness) {
    std::size_t k = 0;
    float y = top;
    const auto next = [&] { return y += stack.at(k++, openness); };
    if (plan.full) plan.output_y = next();
    if (plan.luong) plan.attentional_y = next();
    for (int l = 0; l < decoder_layers; ++l) plan.decoders.push_back(next());
    if (!plan.full) plan.output_y = plan.written_from() - 20;
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
}

/// Rows that do not fit at 3 px each are scrolled, so that the newest is in view.
void place_heatmap(NetworkPlan& plan, const Reveal& reveal, int chosen, int outputs, float bottom) {
    const float room = std::max(0.0f, bottom - plan.heat_top);
    plan.heatmap = plan.heatmap && room >= 9 && outputs > 0;
    if (!plan.heatmap) return;
    plan.row_height = std::min(28.0f, room / static_cast<float>(outputs));
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
}

/// Where the columns stand, and how their labels do.
NetworkPlan columns_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings) {
    NetworkPlan plan;
    const int length = trace.source_length(), outputs = trace.outputs();
    plan.width = settings.width;
    plan.height = settings.height;
    plan.fixed = !reveal.declares(seq2seq::Softmax);
    plan.luong = seq2seq_facts(trace).order == "luong";
    plan.two_cells = seq2seq_facts(trace).order == "conditional";
    plan.slots =
        trace.has(Quantity::SlotWeights) ? static_cast<int>(trace.at(Quantity::SlotWeights).rows()) : 0;
    plan.heatmap = settings.heatmap && !plan.fixed;

    const float right = settings.width - (length > 30 ? 44.0f : 148.0f);
    const float room = std::max(40.0f, right - left_gutter);
    if (static_cast<float>(length + plan.slots) * least_pitch > room) plan.slots = 0; // the words say so
    const float pitch =
        std::clamp(room / static_cast<float>(std::max(1, length + plan.slots)), least_pitch, greatest_pitch);
    plan.full = pitch >= full_pitch;
    plan.source = columns(length + plan.slots, pitch, left_gutter, left_gutter + room,
                          {source_focus(trace, reveal), playhead.column}, settings.scroll);
    plan.source.count = length;
    plan.source.last = std::min(plan.source.last, length - 1);
    const float state_pitch =
        std::clamp(room / static_cast<float>(outputs + 1), plan.full ? full_pitch : least_pitch,
                   std::max(pitch, plan.full ? full_pitch : least_pitch));
    plan.states = columns(outputs + 1, state_pitch, left_gutter, left_gutter + room,
                          {state_focus(reveal), playhead.row >= 0 ? playhead.row + 1 : -1}, -1);
    plan.cell_width = std::min(54.0f, 0.74f * pitch);
    plan.state_width = std::min(54.0f, 0.74f * state_pitch);

    if (!plan.full) {
        const int of_source = longest_label(trace, true), of_outputs = longest_label(trace, false);
        plan.upright = trace.model.character_level && of_source <= 3 && of_outputs <= 3;
        plan.label_room = std::clamp(static_cast<float>(of_source) * 6.6f + 4, 20.0f, 73.0f);
        plan.output_room = std::clamp(static_cast<float>(of_outputs) * 5.75f + 8, 20.0f, 64.0f);
    }
    plan.roomy_legend = settings.height >= 640;
    return plan;
}

} // namespace

NetworkPlan network_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings) {
    NetworkPlan plan = columns_plan(trace, reveal, playhead, settings);
    const int outputs = trace.outputs();
    const std::vector<Phase> readers = reader_phases(trace.outline);
    const int layers = std::max(1, seq2seq_facts(trace).decoder_rows());
    const Stack stack = stack_of(plan, layers, static_cast<int>(readers.size()));
    const float foot = !plan.heatmap ? 16.0f : plan.roomy_legend ? 48.0f : 30.0f;
    const float available = settings.height - foot;
    const float wanted = plan.heatmap ? std::clamp(static_cast<float>(outputs) * 11, 50.0f, 125.0f)
                         : plan.fixed ? 110.0f
                                      : 0.0f;
    const float tallest = plan.heatmap ? 1.0f : 1.25f; // without the heatmap the rows may spread
    const float span = std::max(1.0f, stack.ideal() - stack.least());
    const float openness = std::clamp((available - wanted - stack.least()) / span, 0.0f, tallest);
    const float used = stack.least() + openness * span;
    const float top = plan.heatmap || plan.fixed ? 0.0f : std::max(0.0f, (available - used) / 2);
    place_rows(plan, stack, readers, layers, top, openness);
    plan.legend_y = settings.height - (plan.roomy_legend ? 31.0f : 14.0f);
    place_heatmap(plan, reveal, playhead.row, outputs, settings.height - foot);
    if (plan.heatmap)
        plan.legend_y = std::min(plan.legend_y, plan.heat_bottom() + (plan.roomy_legend ? 30 : 18));
    return plan;
}

NetworkPlan heatmap_plan(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                         const NetworkSettings& settings, float top) {
    NetworkPlan plan = columns_plan(trace, reveal, playhead, settings);
    plan.slots = 0;
    if (plan.full || plan.upright) {
        plan.source_y = top + 11;
        plan.heat_top = top + 28;
    } else {
        plan.label_room = std::min(plan.label_room, 52.0f);
        plan.source_y = top + 4;
        plan.heat_top = plan.source_y + plan.label_room * 0.87f + 6;
    }
    const float foot = plan.roomy_legend ? 48.0f : 30.0f;
    place_heatmap(plan, reveal, playhead.row, trace.outputs(), settings.height - foot);
    plan.legend_y = settings.height - (plan.roomy_legend ? 31.0f : 14.0f);
    if (plan.heatmap)
        plan.legend_y = std::min(plan.legend_y, plan.heat_bottom() + (plan.roomy_legend ? 30 : 18));
    return plan;
}

float switch_left(const NetworkPlan& plan) {
    constexpr float legend_room = 250; // of the colours, their numbers and two words
    return std::max(plan.source.seen_right() - map_switch_width, plan.source.seen_left() + legend_room);
}

NetworkLayout network_layout(const Trace& trace, const Playhead& playhead, const NetworkSettings& settings) {
    const NetworkPlan plan = network_plan(trace, Reveal(trace, playhead), playhead, settings);
    NetworkLayout layout;
    layout.pitch = plan.source.pitch;
    layout.left = plan.source.left;
    layout.full = plan.full;
    layout.content_width = static_cast<float>(plan.source.count) * plan.source.pitch;
    layout.scroll = plan.source.scroll;
    layout.bar_height = plan.bar_height;
    layout.legend = plan.heatmap;
    layout.legend_y = plan.legend_y;
    layout.switch_x = switch_left(plan);
    return layout;
}

} // namespace heed
