#include "app/figures/timeline.h"

#include "app/figures/base/format.h"
#include "app/figures/base/marks.h"
#include "app/figures/roles.h"
#include "app/figures/tokens.h"
#include "core/trace/places.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed {

namespace {

constexpr float gap = 3;
constexpr float narrowest = 3; // px: segments narrower than that are drawn as one bar

struct Placed {
    Segment segment;
    float left, width;
};

bool by_place(const Segment& s) { return !s.by_phase; }

/// Where the places are too many to be told apart: they share what the phases leave, without gaps, and each
/// phase is wide enough for its name.
std::vector<Placed> place_joined(const std::vector<Segment>& all, float width) {
    constexpr float of_phase = 56, most_of_phases = 0.25f;
    const auto places = static_cast<float>(std::count_if(all.begin(), all.end(), by_place));
    const float phases = static_cast<float>(all.size()) - places;
    const float phase = std::min(of_phase, most_of_phases * width / std::max(1.0f, phases));
    const float each = std::max(1.0f, width - phases * phase) / std::max(1.0f, places);
    std::vector<Placed> placed;
    placed.reserve(all.size());
    float x = 0;
    for (const Segment& s : all) {
        placed.push_back({s, x, by_place(s) ? each : phase - gap});
        x += by_place(s) ? each : phase;
    }
    return placed;
}

/// Widths as the square root of the sub-steps, so that long phases do not push out short ones.
std::vector<Placed> place_apart(const std::vector<Segment>& all, float width) {
    float sum = 0;
    for (const Segment& s : all) sum += std::sqrt(static_cast<float>(std::max(1, s.substeps)));
    const auto count = static_cast<float>(all.size());
    const float between = count > 1 ? std::min(gap, width * 0.3f / (count - 1)) : 0; // many outputs: less air
    const float room = std::max(1.0f, width - between * (count - 1));
    std::vector<Placed> placed;
    placed.reserve(all.size());
    float x = 0;
    for (const Segment& s : all) {
        const float w = room * std::sqrt(static_cast<float>(std::max(1, s.substeps))) / std::max(1.0f, sum);
        placed.push_back({s, x, w});
        x += w + between;
    }
    return placed;
}

struct Places {
    std::vector<Placed> all;
    bool joined = false; // those that go place by place are one bar
};

Places place(const Trace& trace, float width) {
    const std::vector<Segment> all = segments(trace.outline);
    Places places{place_apart(all, width)};
    places.joined = std::any_of(places.all.begin(), places.all.end(),
                                [](const Placed& p) { return by_place(p.segment) && p.width < narrowest; });
    if (places.joined) places.all = place_joined(all, width);
    return places;
}

/// Of the k-th sub-step of a segment.
Color substep_role(const Trace& trace, const Segment& s, int k, const Palette& c) {
    const Stage& stage = trace.outline.stages[static_cast<std::size_t>(s.stage)];
    return role_color(stage.phases[static_cast<std::size_t>(s.by_phase ? 0 : k)].info->role, c);
}

Axis segment_axis(const Trace& trace, const Segment& s) {
    return trace.outline.stages[static_cast<std::size_t>(s.stage)].axis;
}

/// Places without a word of their own: they are counted.
bool is_sentence(const Trace& trace, const Segment& s) { return segment_axis(trace, s) == Axis::Sentence; }
bool is_counted(const Trace& trace, const Segment& s) {
    const Axis axis = segment_axis(trace, s);
    const Stage* moments = trace.outline.over(Axis::Moment);
    return axis == Axis::Sentence || axis == Axis::Moment ||
           (axis == Axis::Step && moments && !moments->by_phase);
}
/// A segment of a model that reads and answers place by place.
bool is_read(const Trace& trace, const Segment& s) {
    return segment_axis(trace, s) == Axis::Step || is_counted(trace, s);
}

/// Of a whole segment: one that goes place by place has the decoder's, or the encoder's where it reads.
Color role(const Trace& trace, const Segment& s, const Palette& c) {
    if (s.by_phase) return role_color(s.phase.info->role, c);
    return is_read(trace, s) ? c.forward : c.decoder;
}

/// The token at the place of a segment.
const TraceToken& token_of(const Trace& trace, const Segment& s) {
    static const TraceToken whole_sentence;
    if (is_counted(trace, s)) return whole_sentence;
    const auto n = static_cast<std::size_t>(s.position);
    return is_read(trace, s) ? trace.source[n] : trace.steps[n].token;
}
std::string shown_place(const Trace& trace, const Segment& s) {
    if (is_counted(trace, s)) return std::to_string(s.position + 1);
    return unmarked(is_read(trace, s) ? shown_source(trace, s.position) : shown_output(trace, s.position));
}

/// What stands below a segment that goes phase by phase.
std::string phase_label(const Trace& trace, const Segment& s) {
    const std::string label(s.phase.info->id);
    const Stage& stage = trace.outline.stages[static_cast<std::size_t>(s.stage)];
    const bool stacked = std::count_if(stage.phases.begin(), stage.phases.end(),
                                       [&](const Phase& p) { return p.is(*s.phase.info); }) > 1;
    if (stacked) return (stage.groups.empty() ? label : "layer") + " " + std::to_string(s.phase.layer + 1);
    const Axis axis = segment_axis(trace, s);
    const bool many = axis == Axis::Point || axis == Axis::Moment;
    return many ? label + " " + counted(stage.count, place_noun(trace)) : label;
}

constexpr float air = 2; // px beside a word, besides those between two places

/// Of what the vocabulary does not know a shorter name, where the longer would be cut.
std::string place_name(const Trace& trace, const FigureStyle& style, const Placed& p, float size) {
    const std::string whole = shown_place(trace, p.segment);
    std::string name = whole;
    for (const std::string_view shorter : {"‹unk›", "‹?›"})
        if (text_width(style, name, Face::Mono, size) > p.width - air) name = with_unknown(whole, shorter);
    return name;
}

/// Below the places stand what was written there, or, where that would be a letter and dots, round numbers.
struct PlaceLabels {
    bool words = true;
    float size = 11;     // of the words: smaller where one would touch the next
    int step = 1;        // between numbers
    float marked = -1e6; // the middle of the newest place: its own number stands clear
    int newest = 0;      // that number
    float phases = 11;   // of every phase’s name; 0: the newest alone has one
};

/// What fits below a segment that goes phase by phase: its name, without how many where that is too long.
std::string fitting_label(const Trace& trace, const FigureStyle& style, const Placed& p, float size) {
    const auto fits = [&](const std::string& words) {
        return p.width >= 16 && text_width(style, words, Face::Regular, size) <= p.width + 2;
    };
    const std::string whole = phase_label(trace, p.segment), name(p.segment.phase.info->id);
    if (fits(whole)) return whole;
    const bool layer = !trace.outline.stages[static_cast<std::size_t>(p.segment.stage)].groups.empty();
    if (const std::string number = std::to_string(p.segment.phase.layer + 1); layer && fits(number))
        return number;
    return segment_axis(trace, p.segment) == Axis::Moment && fits(name) ? name : "";
}

PlaceLabels place_labels(const Trace& trace, const FigureStyle& style, const std::vector<Placed>& all,
                         int at) {
    constexpr std::size_t least_letters = 4; // of a word that is cut
    constexpr float between = 26;
    PlaceLabels labels;
    float pitch = 1e6, before = -1e6;
    for (const Placed& p : all) {
        while (p.segment.by_phase && labels.phases > 0 &&
               fitting_label(trace, style, p, labels.phases).empty())
            labels.phases = labels.phases > 10 ? 10.0f : 0.0f;
        if (!by_place(p.segment)) continue;
        pitch = std::min(pitch, p.left - std::exchange(before, p.left));
        if (at > p.segment.first && at <= p.segment.first + p.segment.substeps) {
            labels.marked = p.left + p.width / 2;
            labels.newest = p.segment.position + 1;
        }
        const std::string text = place_name(trace, style, p, 11);
        const float whole = text_width(style, text, Face::Mono, 11),
                    cut = text_width(style, std::string(least_letters, 'm'), Face::Mono, 11);
        const float least = std::min(whole * 10 / 11 + air, cut - 0.5f); // in the smaller letters
        labels.words = labels.words && p.width >= std::max(15.5f, least);
        if (whole > p.width - air) labels.size = 10;
    }
    for (const int step : {1, 2, 5, 10, 20, 50, 100})
        if (labels.step = step; static_cast<float>(step) * pitch >= between) break;
    return labels;
}

struct Line {
    Scene& scene;
    const Trace& trace;
    const FigureStyle& style;
    int at;
    float top, height;
    PlaceLabels labels{};

    void bar(float x, float width, Color color) const {
        add_fill(scene, {x, top, width, height}, color, std::min(3.0f, width / 2));
    }

    /// Where the newest sub-step ends.
    float reach(const Placed& p) const {
        return p.left + p.width * static_cast<float>(at - p.segment.first) /
                            static_cast<float>(std::max(1, p.segment.substeps));
    }

    void current(const Placed& p) const {
        const Palette& c = style.colors();
        const int done = at - p.segment.first;
        if (!p.segment.by_phase && p.width >= 4.0f * static_cast<float>(p.segment.substeps)) {
            const float inset = 2, pitch = (p.width - 2 * inset) / static_cast<float>(p.segment.substeps);
            for (int k = 0; k < done; ++k) {
                const Color color = substep_role(trace, p.segment, k, c);
                const Box cell{p.left + inset + static_cast<float>(k) * pitch, top + inset, pitch - 1,
                               height - 2 * inset};
                add_fill(scene, cell, fade(color, k + 1 == done ? 1.0f : 0.5f), 2);
            }
        } else {
            const float inset = p.width >= 8 ? 2.0f : 0.0f;
            const float width = std::max(1.0f, (p.width - 2 * inset) * static_cast<float>(done) /
                                                   static_cast<float>(std::max(1, p.segment.substeps)));
            const Color color =
                p.segment.by_phase ? role(trace, p.segment, c) : substep_role(trace, p.segment, done - 1, c);
            add_fill(scene, {p.left + inset, top + inset, width, height - 2 * inset}, fade(color, 0.9f), 2);
        }
        add_frame(scene, {p.left - 0.75f, top - 0.75f, p.width + 1.5f, height + 1.5f}, c.t1, 1.5f, 4);
        caret(p);
    }

    /// A small triangle that points at the newest sub-step.
    void caret(const Placed& p) const {
        const int done = at - p.segment.first;
        const float x = p.left + p.width * (static_cast<float>(done) - 0.5f) /
                                     static_cast<float>(std::max(1, p.segment.substeps));
        const Color c = style.colors().t1;
        scene.add(LineItem{{{x - 5, top - 8}, {x + 5, top - 8}, {x, top - 3}}, {0, 0, 0, 0}, 0, {}, true, c});
    }

    void label(const Placed& p, bool revealed, bool is_current) const {
        const float y = top + height + 12, x = p.left + p.width / 2;
        const Color color = is_current ? style.colors().t1 : style.colors().t3;
        if (by_place(p.segment) && !labels.words) return number(p, {x, y}, is_current, color);
        if (p.width < 16) return;
        if (p.segment.by_phase) {
            const float size = labels.phases > 0 ? labels.phases : is_current ? 11.0f : 0.0f;
            const std::string name = size > 0 ? fitting_label(trace, style, p, size) : "";
            if (!name.empty()) centred(name, {x, y}, Face::Regular, color, size);
            return;
        }
        const bool known = revealed || is_read(trace, p.segment); // what is read is known before
        if (!known && !is_current) return;
        const std::string text = known ? place_name(trace, style, p, labels.size) : "?";
        const bool end = known && token_of(trace, p.segment).is_end;
        const Face face = end ? Face::Italic : token_face(text);
        add_text(scene, {x, y}, fitted(style, text, face, labels.size, p.width - air), face, labels.size,
                 color, Align::Centre);
    }

    void number(const Placed& p, Point middle, bool is_current, Color color) const {
        const int n = p.segment.position + 1;
        if (!is_current && (n % labels.step != 0 || touches_newest(n, middle.x))) return;
        centred(std::to_string(n), middle, Face::Mono, color);
    }

    /// At the end the newest number is moved into the figure, towards the one before.
    bool touches_newest(int n, float x) const {
        constexpr float between = 6;
        const std::string text = std::to_string(n), newest = std::to_string(labels.newest);
        const float room =
            (text_width(style, text, Face::Mono, 11) + text_width(style, newest, Face::Mono, 11)) / 2 +
            between;
        return std::abs(within(x, text, Face::Mono, 11) - within(labels.marked, newest, Face::Mono, 11)) <
               std::max(22.0f, room);
    }

    float within(float x, const std::string& text, Face face, float size) const {
        const float half = text_width(style, text, face, size) / 2;
        return std::clamp(x, half, std::max(half, scene.width - half));
    }

    /// Within the figure.
    void centred(const std::string& text, Point middle, Face face, Color color, float size = 11) const {
        middle.x = within(middle.x, text, face, size);
        add_text(scene, middle, text, face, size, color, Align::Centre);
    }
};

} // namespace

namespace {

/// The places as one bar, as far as they are done, with round numbers below; the newest has a thumb.
void add_joined(const Line& line, const std::vector<Placed>& places) {
    const Palette& c = line.style.colors();
    const float left = places.front().left, right = places.back().left + places.back().width;
    line.bar(left, right - left, c.bg2);
    const Placed* now = nullptr;
    float done = left;
    for (const Placed& p : places) {
        if (line.at >= p.segment.first + p.segment.substeps) done = p.left + p.width;
        if (line.at > p.segment.first && line.at <= p.segment.first + p.segment.substeps) now = &p;
    }
    if (done > left) line.bar(left, done - left, fade(role(line.trace, places.front().segment, c), 0.5f));
    const float y = line.top + line.height + 12, pitch = places.front().width;
    int step = 100;
    for (const int more : {200, 500, 1000})
        if (static_cast<float>(step) * pitch < 44) step = more;
    const float marked = now ? now->left + now->width / 2 : -1000;
    const auto number = [&](const Placed& p, Color color) {
        const std::string text = std::to_string(p.segment.position + 1);
        const float half = text_width(line.style, text, Face::Mono, 11) / 2;
        add_text(line.scene,
                 {std::clamp(p.left + p.width / 2, left + half, std::max(left + half, right - half)), y},
                 text, Face::Mono, 11, color, Align::Centre);
    };
    for (const Placed& p : places)
        if ((p.segment.position + 1) % step == 0 && std::abs(p.left + p.width / 2 - marked) >= 34)
            number(p, c.t3);
    if (!now) return;
    number(*now, c.t1);
    constexpr float wide = 9, high = 20; // of the thumb
    const float x = std::clamp(marked - wide / 2, left, std::max(left, right - wide));
    const Box thumb{x, line.top + line.height / 2 - high / 2, wide, high};
    line.scene.add(RectItem{thumb, c.bg1, c.t1, 1.5f, 3, {}});
    const int newest = line.at - now->segment.first - 1;
    add_fill(line.scene, {thumb.centre().x - 1.5f, thumb.y + 4, 3, high - 8},
             substep_role(line.trace, now->segment, newest, c), 1.5f);
    line.caret(*now);
}

} // namespace

Scene timeline_figure(const Trace& trace, const Playhead& playhead, float width, float height,
                      const FigureStyle& style) {
    Scene scene{.width = width, .height = height};
    const Palette& c = style.colors();
    const int at = std::clamp(playhead.at, 0, trace.outline.total());
    const float bar_height = std::min(16.0f, height - 24);
    const Places places = place(trace, width);
    const Line line{scene,
                    trace,
                    style,
                    at,
                    (height - bar_height) / 2,
                    bar_height,
                    places.joined ? PlaceLabels{} : place_labels(trace, style, places.all, at)};
    std::vector<Placed> joined;
    for (const Placed& p : places.all) {
        if (places.joined && by_place(p.segment)) {
            joined.push_back(p);
            continue;
        }
        const int first = p.segment.first, last = first + p.segment.substeps;
        const bool done = at >= last && p.segment.substeps > 0, is_current = at > first && at <= last;
        const std::string name = p.segment.by_phase
                                     ? phase_label(trace, p.segment)
                                     : (is_sentence(trace, p.segment)                    ? "Sentence "
                                        : segment_axis(trace, p.segment) == Axis::Moment ? "Moment "
                                        : is_read(trace, p.segment)                      ? "Step "
                                                                                         : "Output ") +
                                           std::to_string(p.segment.position + 1);
        scene.pick({p.left, 0, p.width + gap, height},
                   {PickKind::Segment, p.segment.by_phase ? -1 : p.segment.position, -1, first}, name);
        if (is_current) {
            line.bar(p.left, p.width, c.bg2);
            line.current(p);
        } else {
            line.bar(p.left, p.width, done ? fade(role(trace, p.segment, c), 0.5f) : c.bg2);
        }
        line.label(p, done, is_current);
    }
    if (!joined.empty()) add_joined(line, joined);
    return scene;
}

int timeline_at(const Trace& trace, float width, float x) {
    int at = 0;
    for (const Placed& p : place(trace, width).all) {
        if (x < p.left) break;
        const float part = std::min(1.0f, (x - p.left) / std::max(p.width, 1e-3f));
        // The sub-step under the pointer is the one that is revealed.
        at = p.segment.first + std::min(p.segment.substeps,
                                        1 + static_cast<int>(part * static_cast<float>(p.segment.substeps)));
    }
    return std::clamp(at, 0, trace.outline.total());
}

} // namespace heed
