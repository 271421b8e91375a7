// The rows above the maps: what is read at each moment, and what is muted.
#include "app/figures/base/format.h"
#include "app/figures/maps/cells.h"
#include "app/figures/pooling/draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace heed::pools {
namespace {

constexpr float slant = 55;      // degrees, of words
constexpr float chip_pitch = 20; // below it muted neighbours share a chip
const std::string unknown_mark = "\u2039?\u203A";

/// Every how-manieth moment is numbered.
int number_stride(float pitch, int count) {
    if (count <= 12 && pitch >= 20) return 1;
    for (const int stride : {5, 10, 20, 50, 100})
        if (static_cast<float>(stride) * pitch >= 34) return stride;
    return 200;
}

/// What a bar may rise to stands for: 1, or the largest value there is.
float value_range(const Input& input) {
    const float largest = input.features.size() > 0 ? input.features.row(0).cwiseAbs().maxCoeff() : 0;
    return std::isfinite(largest) && largest > 1 ? round_above(largest) : 1;
}

struct Name {
    std::string name, gloss;
};

Name value_name(const Painter& p) {
    if (p.input.words) {
        bool unknown = false;
        for (int t = 0; t < p.count(); ++t) unknown = unknown || p.unknown(t);
        return {"Text", unknown ? unknown_mark + ": not known" : "as the model reads it"};
    }
    const std::string range = short_number(static_cast<double>(value_range(p.input)), 0);
    const bool first = p.input.features.rows() > 2 || p.input.features.rows() == 0;
    return {first ? "Feature 1" : "Value", "between " + std::string(minus_sign) + range + " and " + range};
}

Name marker_name(const Painter& p) {
    if (p.input.words && p.input.marks > 0)
        return {"Decides", count_word(static_cast<int>(p.input.marks)) + " of " + counted(p.count(), "word")};
    if (p.input.words) return {"Heard", "click to mute"};
    if (p.input.marks == 0) return {"Marker", "none is marked"};
    return {"Marker", count_word(static_cast<int>(p.input.marks)) + " of " + std::to_string(p.count())};
}

Name weights_name(const PoolingMember& member) {
    switch (config_of(member).kind) {
    case pooling::Kind::Mean:
        return {"Weights, mean", "all the same"};
    case pooling::Kind::Keras:
        return {"Weights, Keras", "a bias a moment"};
    default:
        return {"Weights, " + energy_name(member),
                is_bounded(member) ? "energies within ±1" : "energies free"};
    }
}

/// A row's name in its colour, with a line below where there is room.
void draw_name(const Painter& p, const Name& name, float y, Color color, bool chosen, bool lit,
               float room = gutter_left - 12) {
    const bool two = p.plan.roomy();
    const Face face = chosen ? Face::Semibold : Face::Medium;
    if (lit) // the phase explains this row
        p.scene.add(
            RectItem{{p.plan.edge + 6, y - 7, 3, two ? 31.0f : 14.0f}, color, {0, 0, 0, 0}, 0, 1.5f, {}});
    add_text(p.scene, {p.plan.edge + 16, y}, fitted(p.style, name.name, face, 13, room), face, 13, color);
    if (two)
        p.text({p.plan.edge + 16, y + 16}, fitted(p.style, name.gloss, Face::Regular, label_size, room),
               label_size, p.colors().t3);
}

} // namespace

bool Painter::unknown(int t) const {
    for (const SharedTrace& run : board.now.runs)
        if (run) return t < run->source_length() && run->source[static_cast<std::size_t>(t)].unknown;
    return false;
}

std::string moment_words(const Input& input, int t) {
    const std::string number = std::to_string(t + 1);
    if (input.words)
        return "Word " + number + ", " + quoted(shown(input.text(t))) +
               (input.is_marked(t) ? ", decides" : "");
    const Eigen::Index K = input.features.rows();
    std::string text = "Moment " + number;
    if (K > 0) text += ", " + short_number(static_cast<double>(input.features(0, t)), 2);
    return text + (input.is_marked(t) ? ", marked" : "");
}

void draw_names(const Painter& p) {
    const Palette& c = p.colors();
    const float up = p.plan.roomy() ? 6 : 0;
    p.text({p.plan.edge + 16, p.plan.header}, p.input.words ? "Word" : "Moment", label_size, c.t3);
    draw_name(p, value_name(p), p.plan.value - up, c.t2, false,
              p.lit == Lit::Values || p.lit == Lit::Mixture || p.lit == Lit::Numbers);
    draw_name(p, marker_name(p), p.plan.marker - up, c.t2, false, false);
    for (const Plan::Weights& row : p.plan.weights) {
        const bool chosen = row.member == p.board.chosen;
        // The weights that are being explained are the chosen model's.
        const bool lit = chosen && (p.lit == Lit::Weights || p.lit == Lit::Mixture);
        draw_name(p, weights_name(p.member(row.member)), row.base - (p.plan.roomy() ? 30 : 8), c.attention,
                  chosen, lit, gutter_left - 34); // the scale stands right of it
    }
}

void draw_bands(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    const auto band = [&](int from, int to, float strength, float bottom) {
        const float left = std::max(plan.left, plan.x(from) - plan.pitch / 2);
        const float right = std::min(plan.right, plan.x(to) + plan.pitch / 2);
        if (from < 0 || right - left < 1) return;
        const Box box{left, plan.band_top, right - left, bottom - plan.band_top};
        add_fill(p.scene, box, fade(c.t1, strength), std::min(5.0f, box.w / 3));
    };
    const auto shade = [&](int t) { return p.pressed(t) ? 0.09f : p.muted(t) ? 0.06f : 0.0f; };
    for (int t = 0, from = 0; t < p.count(); ++t) { // neighbours share a band
        if (t + 1 < p.count() && shade(t + 1) == shade(t)) continue;
        if (shade(t) > 0) band(from, t, shade(t), plan.band_bottom);
        from = t + 1;
    }
    if (p.lit_moment >= 0 && p.lit_moment < p.count())
        band(p.lit_moment, p.lit_moment, 0.045f, plan.band_bottom);
    if (p.column() >= 0 && p.column() < plan.columns) band(p.column(), p.column(), 0.045f, plan.bottom);
}

void draw_header(const Painter& p) {
    const int count = p.count() > 0 ? p.count() : p.plan.columns;
    const int stride = number_stride(p.plan.pitch, count);
    const int now = p.column() < p.plan.columns ? p.column() : -1;
    const auto number = [&](int t, Color color, Face face) {
        const std::string words = std::to_string(t + 1);
        const float half = text_width(p.style, words, face, label_size) / 2;
        const float x = std::clamp(p.plan.x(t), p.plan.left + half - 6, p.plan.right - half);
        add_text(p.scene, {x, p.plan.header}, words, face, label_size, color, Align::Centre);
        return x;
    };
    float taken = -1000;
    if (now >= 0 && p.plan.shows(now)) taken = number(now, p.colors().t1, Face::MonoSemibold);
    for (int t = 0; t < count; ++t) {
        const bool round = (t + 1) % stride == 0 || (t == 0 && stride > 1);
        // The last round number before the end may come too near to the first or to the one looked at.
        if (!round || t == now || !p.plan.shows(t) || std::abs(p.plan.x(t) - taken) < 24) continue;
        if (t == 0 && static_cast<float>(stride) * p.plan.pitch < 30) continue;
        number(t, p.colors().t3, Face::Mono);
    }
}

// -------------------------------------------------------------------------------------------- values, words

namespace {

void draw_bars(const Painter& p) {
    const Palette& c = p.colors();
    const float range = value_range(p.input), width = std::min(18 * p.plan.growth, p.plan.pitch * 0.56f);
    for (int t = 0; t < p.count() && p.input.features.rows() > 0; ++t) {
        if (!p.plan.shows(t)) continue;
        const float value = std::clamp(p.input.features(0, t) / range, -1.0f, 1.0f);
        const float height = std::max(0.75f, std::abs(value) * p.plan.value_room);
        const Box bar{p.plan.x(t) - width / 2, value > 0 ? p.plan.value - height : p.plan.value, width,
                      height};
        if (p.lit == Lit::Values && t == p.lit_moment && c.dark())
            p.scene.add(GlowItem{bar, 10, fade(c.forward, 0.35f)});
        p.scene.add(RectItem{bar,
                             fade(c.forward, value > 0 ? 1.0f : 0.5f),
                             {0, 0, 0, 0},
                             0,
                             height > 4 ? std::min(2.5f, width / 3) : 0,
                             {}});
    }
}

/// Below a word that is turned: dots along it.
void underline(const Painter& p, Point from, float length, float degrees) {
    const float turn = degrees * std::numbers::pi_v<float> / 180;
    const Point along{std::cos(turn), -std::sin(turn)}, below{std::sin(turn), std::cos(turn)};
    const Point a{from.x + 8 * below.x, from.y + 8 * below.y};
    add_line(p.scene, a, {a.x + length * along.x, a.y + length * along.y}, p.colors().forward, 1.5f,
             {1.5f, 2.5f});
}

/// Turned so that none touches its neighbour; cut to the height of the row.
void draw_words(const Painter& p) {
    const Palette& c = p.colors();
    const bool upright = p.plan.pitch < 17;
    const float angle = upright ? 90 : slant;
    const float foot = p.plan.value + p.plan.value_room + 1, high = foot - p.plan.header - 8;
    const float room = upright ? high : (high - 6) / 0.82f;
    const int stride = std::max(1, static_cast<int>(std::ceil(13 / p.plan.pitch)));
    const int now = p.column();
    for (int t = 0; t < p.count(); ++t) {
        const bool marked = p.input.is_marked(t);
        const bool near_now = now >= 0 && t != now && std::abs(t - now) < stride;
        if (!p.plan.shows(t) || near_now || (t % stride != 0 && t != now)) continue;
        const Face face = t == now ? Face::MonoSemibold : Face::Mono;
        const bool unknown = p.unknown(t);
        const float mark = unknown ? text_width(p.style, unknown_mark, face, label_size) : 0;
        const std::string word = fitted(p.style, shown(p.input.text(t)), face, label_size, room - mark) +
                                 (unknown ? unknown_mark : "");
        const Point at{p.plan.x(t) + (upright ? 0 : -2.0f), foot};
        const Color ink = p.muted(t) || unknown                     ? c.t3
                          : marked || t == now || t == p.lit_moment ? c.t1
                                                                    : c.t2;
        add_text(p.scene, at, word, face, label_size, ink, Align::Left, angle);
        if (marked) underline(p, at, text_width(p.style, word, face, label_size), angle);
    }
}

} // namespace

void draw_values(const Painter& p) {
    if (p.input.words) return draw_words(p);
    add_line(p.scene, {p.plan.left, p.plan.value}, {p.line_end(), p.plan.value}, p.colors().line2, 1);
    draw_bars(p);
}

// -------------------------------------------------------------------------------------------- markers

namespace {

/// What is muted: a pill with a cross over moments from .. to, no wider than what is seen of them.
void draw_chip(const Painter& p, int from, int to, float strength) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    const float left = std::max(plan.left, plan.x(from) - plan.pitch / 2);
    const float right = std::min(plan.right, plan.x(to) + plan.pitch / 2);
    const Point at{(left + right) / 2, plan.marker};
    const float most = from == to ? 26 * plan.growth : right - left;
    const float width = std::max(14.0f, std::min(most, right - left - 2));
    const float height = std::min(from == to ? 18 * plan.growth : 14.0f, std::max(width, 8.0f));
    const float cross = std::min(4 * plan.growth, 0.24f * height);
    const Color ink = fade(c.t1, strength);
    add_fill(p.scene, around(at, width, height), c.bg0, height / 2);
    p.scene.add(RectItem{around(at, width, height), fade(c.bg3, strength), ink, 1.25f, height / 2, {}});
    add_line(p.scene, {at.x - cross, at.y - cross}, {at.x + cross, at.y + cross}, ink, 1.5f);
    add_line(p.scene, {at.x - cross, at.y + cross}, {at.x + cross, at.y - cross}, ink, 1.5f);
}

/// One chip a moment, or a range where moments are narrow.
template <class Test>
void draw_chips(const Painter& p, float strength, Test test) {
    for (int t = 0, from = -1; t < p.count(); ++t) {
        if (!test(t)) continue;
        if (from < 0) from = t;
        if (p.plan.pitch < chip_pitch && t + 1 < p.count() && test(t + 1)) continue;
        const bool seen =
            p.plan.x(t) + p.plan.pitch / 2 > p.plan.left && p.plan.x(from) - p.plan.pitch / 2 < p.plan.right;
        if (seen) draw_chip(p, from, t, strength);
        from = -1;
    }
}

} // namespace

void draw_markers(const Painter& p) {
    const Palette& c = p.colors();
    const float large = std::min(6.5f * p.plan.growth, 0.38f * p.plan.pitch);
    const float small = std::min(1.6f * p.plan.growth, 0.16f * p.plan.pitch);
    for (int t = 0; t < p.count(); ++t) {
        if (!p.plan.shows(t)) continue;
        const Point at{p.plan.x(t), p.plan.marker};
        if (!p.muted(t))
            p.scene.add(CircleItem{at,
                                   p.input.is_marked(t) ? large : small,
                                   p.input.is_marked(t) ? c.forward : fade(c.t3, 0.6f),
                                   {0, 0, 0, 0},
                                   0,
                                   {}});
        if (t == p.playhead.column) // by keys
            add_ring(p.scene, around(at, std::min(22 * p.plan.growth, p.plan.pitch), 18), c.t1, 2, 7);
    }
    draw_chips(p, 1, [&](int t) { return p.muted(t); });
    draw_chips(p, 0.55f, [&](int t) { return p.pressed(t) && !p.muted(t); });
}

// -------------------------------------------------------------------------------------------- what is
// scrolled

namespace {

/// "46 more, one marked".
std::string beyond_words(const Painter& p, int from, int until, const char* where) {
    int marked = 0;
    for (int t = from; t < until; ++t) marked += p.input.is_marked(t);
    std::string words = std::to_string(until - from) + " " + where;
    if (marked > 0) words += ", " + count_word(marked) + (p.input.words ? " decides" : " marked");
    return words;
}

} // namespace

void draw_scroll(const Painter& p) {
    const Plan& plan = p.plan;
    const Palette& c = p.colors();
    if (!plan.scrolls() || p.count() == 0) return;
    const float shown = plan.right - plan.left, wide = shown + plan.most_scroll;
    for (const bool right : {false, true}) { // what goes on fades
        const float hidden = right ? plan.most_scroll - plan.scroll : plan.scroll, strips = 8;
        for (float n = 0; n < strips && hidden > 0; ++n) {
            const float x = right ? plan.right + 6 - 4 * (n + 1) : plan.left - 6 + 4 * n;
            const float bottom = plan.band_bottom + 2;
            add_fill(p.scene, {x, plan.header + 9, 4, bottom - plan.header - 9},
                     fade(c.bg0, 0.9f * (1 - n / strips)));
        }
    }
    const auto at = [&](float x) { return plan.left + shown * x / wide; };
    add_fill(p.scene, {plan.left, plan.bar - 1.5f, shown, 3}, c.line, 1.5f);
    add_fill(p.scene, {at(plan.scroll), plan.bar - 2, at(shown) - plan.left, 4}, c.t3, 2);
    for (int t = 0; t < p.count(); ++t) {
        const float x = at(static_cast<float>(t) * plan.pitch), wide_one = at(plan.pitch) - plan.left;
        if (p.muted(t))
            add_fill(p.scene, {x, plan.bar - 3, wide_one, 6}, c.t1);
        else if (p.input.is_marked(t))
            p.scene.add(CircleItem{{x + wide_one / 2, plan.bar}, 3, c.forward, c.bg0, 1, {}});
    }
    int first = 0, last = p.count() - 1;
    while (first < last && !plan.shows(first)) ++first;
    while (last > first && !plan.shows(last)) --last;
    const std::string before = beyond_words(p, 0, first, "before"),
                      after = beyond_words(p, last + 1, p.count(), "more");
    p.text({plan.right + 16, plan.bar},
           fitted(p.style, plan.scroll >= plan.most_scroll ? before : after, Face::Regular, label_size,
                  p.settings.width - plan.right - 22),
           label_size, c.t2);
}

void pick_moments(const Painter& p) {
    // What is said of a moment stands beside the row that is pointed at.
    std::vector<float> ends{p.plan.value + p.plan.value_room, p.plan.marker + 13};
    for (const Plan::Weights& row : p.plan.weights) ends.push_back(row.base + 6);
    for (int t = 0; t < p.count(); ++t) {
        if (!p.plan.shows(t)) continue;
        std::string words = moment_words(p.input, t);
        if (p.unknown(t)) words += ", not known: read as " + quoted(shown("<unk>"));
        for (const Plan::Weights& row : p.plan.weights)
            if (const Trace* run = run_of(p.board.now, row.member))
                if (const Eigen::VectorXf weights = weights_of(*run); t < weights.size())
                    words += "; " + energy_name(p.member(row.member)) + " " + weight_number(weights(t));
        words += ". Click to mute it\tM";
        if (p.muted(t))
            words = (p.input.words ? "Word " : "Moment ") + std::to_string(t + 1) +
                    " is muted. Its weight goes to the others. Click again to hear it\tM";
        float top = 0;
        for (const float end : ends) {
            p.scene.pick({p.plan.x(t) - p.plan.pitch / 2, top, p.plan.pitch, end - top},
                         {PickKind::Column, t, t, -1, {}}, words);
            top = end;
        }
    }
}

} // namespace heed::pools
