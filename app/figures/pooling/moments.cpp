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

constexpr float slant = 55; // degrees, of words

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
    if (p.input.words) return {"Word", p.input.marks > 0 ? "dotted: it decides" : "as it is read"};
    const std::string range = short_number(static_cast<double>(value_range(p.input)), 0);
    const bool first = p.input.features.rows() > 2 || p.input.features.rows() == 0;
    return {first ? "Feature 1" : "Value", "between " + std::string(minus_sign) + range + " and " + range};
}

Name marker_name(const Painter& p) {
    if (p.input.words) return {"Moment", p.input.marks > 0 ? "blue: it decides" : "click to mute"};
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
void draw_name(const Painter& p, const Name& name, float y, Color color, bool chosen, bool lit) {
    const float room = gutter_left - 12;
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
    p.text({p.plan.edge + 16, p.plan.header}, p.input.words ? "Position" : "Moment", label_size, c.t3);
    draw_name(p, value_name(p), p.plan.value - up, c.t2, false,
              p.lit == Lit::Values || p.lit == Lit::Mixture || p.lit == Lit::Numbers);
    draw_name(p, marker_name(p), p.plan.marker - up, c.t2, false, false);
    for (const Plan::Weights& row : p.plan.weights) {
        const bool chosen = row.member == p.board.chosen;
        // The weights that are being explained are the chosen model's.
        const bool lit = chosen && (p.lit == Lit::Weights || p.lit == Lit::Mixture);
        draw_name(p, weights_name(p.member(row.member)), row.base - (p.plan.roomy() ? 30 : 8), c.attention,
                  chosen, lit);
    }
}

void draw_bands(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    const auto band = [&](int t, float strength, float bottom) {
        if (t < 0 || !plan.shows(t)) return;
        p.scene.add(RectItem{{plan.x(t) - plan.pitch / 2, plan.band_top, plan.pitch, bottom - plan.band_top},
                             fade(c.t1, strength),
                             {0, 0, 0, 0},
                             0,
                             std::min(5.0f, plan.pitch / 3),
                             {}});
    };
    for (int t = 0; t < p.count(); ++t) {
        if (p.pressed(t))
            band(t, 0.09f, plan.band_bottom);
        else if (p.muted(t))
            band(t, 0.06f, plan.band_bottom);
    }
    if (p.lit_moment >= 0 && p.lit_moment < p.count()) band(p.lit_moment, 0.045f, plan.band_bottom);
    if (p.column() >= 0 && p.column() < plan.columns) band(p.column(), 0.045f, plan.bottom);
}

void draw_header(const Painter& p) {
    const int stride = number_stride(p.plan.pitch, p.plan.columns);
    const int now = p.column() < p.plan.columns ? p.column() : -1;
    const auto number = [&](int t, Color color, Face face) {
        const std::string words = std::to_string(t + 1);
        const float half = text_width(p.style, words, face, label_size) / 2;
        const float x = std::clamp(p.plan.x(t), p.plan.left + half - 6, p.plan.right - half + 6);
        add_text(p.scene, {x, p.plan.header}, words, face, label_size, color, Align::Centre);
        return x;
    };
    float taken = -1000;
    if (now >= 0 && p.plan.shows(now)) taken = number(now, p.colors().t1, Face::MonoSemibold);
    for (int t = 0; t < p.plan.columns; ++t) {
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
    const float range = value_range(p.input), width = std::min(18.0f, p.plan.pitch * 0.56f);
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
    const float foot = p.plan.value + p.plan.value_room + 1, high = foot - p.plan.header - 12;
    const float room = upright ? high : (high - 6) / 0.82f;
    const int stride = std::max(1, static_cast<int>(std::ceil(13 / p.plan.pitch)));
    const int now = p.column();
    for (int t = 0; t < p.count(); ++t) {
        const bool marked = p.input.is_marked(t);
        const bool near_now = now >= 0 && t != now && std::abs(t - now) < stride;
        if (!p.plan.shows(t) || near_now || (t % stride != 0 && t != now)) continue;
        const Face face = t == now ? Face::MonoSemibold : Face::Mono;
        const std::string word = fitted(p.style, shown(p.input.text(t)), face, label_size, room);
        const Point at{p.plan.x(t) + (upright ? 0 : -2.0f), foot};
        const Color ink = p.muted(t) ? c.t3 : marked || t == now || t == p.lit_moment ? c.t1 : c.t2;
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

/// What is muted: a pill with a cross, as wide as a moment allows.
void draw_chip(const Painter& p, int t, float strength) {
    const Palette& c = p.colors();
    const Point at{p.plan.x(t), p.plan.marker};
    const float width = std::min(26.0f, p.plan.pitch - 2), height = std::min(18.0f, std::max(width, 8.0f));
    const float cross = std::min(4.0f, 0.32f * std::min(width, height));
    if (width >= 10)
        p.scene.add(RectItem{
            around(at, width, height), fade(c.bg3, strength), fade(c.t1, strength), 1.25f, height / 2, {}});
    const Color ink = fade(c.t1, strength);
    add_line(p.scene, {at.x - cross, at.y - cross}, {at.x + cross, at.y + cross}, ink, 1.5f);
    add_line(p.scene, {at.x - cross, at.y + cross}, {at.x + cross, at.y - cross}, ink, 1.5f);
}

} // namespace

void draw_markers(const Painter& p) {
    const Palette& c = p.colors();
    const float large = std::min(6.5f, 0.38f * p.plan.pitch), small = std::min(1.6f, 0.16f * p.plan.pitch);
    for (int t = 0; t < p.count(); ++t) {
        if (!p.plan.shows(t)) continue;
        const Point at{p.plan.x(t), p.plan.marker};
        if (p.muted(t)) {
            draw_chip(p, t, 1);
        } else if (p.input.is_marked(t)) {
            p.scene.add(CircleItem{at, large, c.forward, {0, 0, 0, 0}, 0, {}});
        } else {
            p.scene.add(CircleItem{at, small, fade(c.t3, 0.6f), {0, 0, 0, 0}, 0, {}});
        }
        if (p.pressed(t) && !p.muted(t)) draw_chip(p, t, 0.55f);
        if (t == p.playhead.column) // by keys
            add_ring(p.scene, around(at, std::min(22.0f, p.plan.pitch), 18), c.t1, 2, 7);
    }
}

void pick_moments(const Painter& p) {
    for (int t = 0; t < p.count(); ++t) {
        if (!p.plan.shows(t)) continue;
        if (p.muted(t)) {
            p.scene.pick({p.plan.x(t) - p.plan.pitch / 2, 0, p.plan.pitch, p.plan.band_bottom},
                         {PickKind::Column, t, t, -1, {}},
                         (p.input.words ? "Word " : "Moment ") + std::to_string(t + 1) +
                             " is muted. Its weight goes to the others. Click again to hear it\tM");
            continue;
        }
        std::string words = moment_words(p.input, t);
        for (const Plan::Weights& row : p.plan.weights)
            if (const Trace* run = run_of(p.board.now, row.member))
                if (const Eigen::VectorXf weights = weights_of(*run); t < weights.size())
                    words += "; " + energy_name(p.member(row.member)) + " " +
                             short_number(static_cast<double>(weights(t)));
        words += ". Click to mute it\tM";
        p.scene.pick({p.plan.x(t) - p.plan.pitch / 2, 0, p.plan.pitch, p.plan.band_bottom},
                     {PickKind::Column, t, t, -1, {}}, std::move(words));
    }
}

} // namespace heed::pools
