// Below: the same query under every score. A field says how large the largest weight would be everywhere.
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/maps/cells.h"
#include "app/figures/query_pad/plan.h"

#include <algorithm>

namespace heed::pads {
namespace {

int strongest(const PadAnswers& answers) {
    return static_cast<int>(std::max_element(answers.weights.begin(), answers.weights.end()) -
                            answers.weights.begin());
}

/// "k₁ .62", its right edge at x.
void draw_strongest(const Painter& p, const PadAnswers& answers, float x, float y) {
    const int best = strongest(answers);
    const std::string number =
        cell_number(static_cast<double>(answers.weights[static_cast<std::size_t>(best)]));
    p.text({x, y}, number, label_size, p.colors().t1, Align::Right, Face::Mono);
    add_symbol(p.scene, p.style, {x - text_width(p.style, number, Face::Mono, label_size) - 13, y}, "k",
               std::to_string(best + 1), 13, p.colors().forward);
}

void draw_field(const Painter& p, const PadAnswers& answers, Box box) {
    const Shading shading{p.style};
    if (answers.field) p.scene.add(shading.matrix(box, pad_field_size, pad_field_size, answers.field));
    const auto place = [&](Point u) {
        return Point{box.x + (u.x / pad_reach + 1) / 2 * box.w, box.y + (1 - u.y / pad_reach) / 2 * box.h};
    };
    for (const Point& key : p.pad.keys)
        p.scene.add(CircleItem{place(key), 2.5f, p.colors().forward, p.colors().bg0, 0.75f, {}});
    p.scene.add(CircleItem{place(p.pad.query), 3.5f, p.colors().decoder, p.colors().bg0, 1, {}});
}

void draw_bars(const Painter& p, const PadAnswers& answers, Box box) {
    const float pitch = std::min(18.0f, box.h / static_cast<float>(answers.weights.size()));
    float y = box.y + pitch / 2;
    for (const float a : answers.weights) {
        const float high = std::min(7.0f, 0.6f * pitch);
        add_fill(p.scene, {box.x, y - high / 2, box.w, high}, p.colors().bg2, 2);
        add_fill(p.scene, {box.x, y - high / 2, std::max(1.5f, a * box.w), high}, p.colors().attention, 2);
        y += pitch;
    }
}

void draw_tile(const Painter& p, int n) {
    const Palette& c = p.colors();
    const PadAnswers& answers = p.pad.scores[static_cast<std::size_t>(n)];
    const PadLayout layout = pad_layout(p.pad, p.settings);
    const Box& box = layout.tiles[static_cast<std::size_t>(n)];
    const bool chosen = n == p.pad.score;
    p.scene.add(RectItem{box, c.bg1, chosen ? c.t1 : c.line, chosen ? 1.5f : 1.0f, 8, {}});
    const bool roomy = box.w > 92 && p.plan.tall;
    const float name_room = box.w - (roomy ? 68.0f : 16.0f);
    p.text({box.x + 10, box.y + 15}, fitted(p.style, answers.name, Face::Semibold, 13, name_room), 13, c.t1,
           Align::Left, Face::Semibold);
    draw_strongest(p, answers, box.right() - 8, roomy ? box.y + 15 : box.y + (p.plan.tall ? 33 : 31));
    if (p.plan.fields) {
        MathStyle style{.size = 11, .color = c.t3};
        const MathRow row = math(answers.formula, style, p.style);
        if (p.plan.tall && row.width < box.w - 20) draw(p.scene, row, {box.x + 10, box.y + 34});
        const float side = std::min(box.h - 56, box.w - 44);
        const Box field{box.x + 10, box.y + 46, side, side};
        draw_field(p, answers, field);
        draw_bars(
            p, answers,
            {field.right() + 8, field.y, std::max(12.0f, box.right() - 8 - field.right() - 8), field.h});
    }
    p.scene.pick(box, {PickKind::Button, n, -1, -1, answers.id}, answers.name + ": " + answers.says);
}

} // namespace

void draw_tiles(const Painter& p) {
    const Palette& c = p.colors();
    const float y = p.plan.tiles - 18;
    p.text({p.plan.pad.x, y}, "The same query under every score", 13, c.t1, Align::Left, Face::Semibold);
    const std::string what = std::string(p.plan.fields ? "colour: the largest weight, were the query there"
                                                       : "the strongest key and its weight") +
                             (p.settings.paper ? "" : " · click to enlarge");
    if (text_width(p.style, what, Face::Regular, label_size) < p.plan.right - p.plan.pad.x - 260)
        p.text({p.plan.right, y}, what, label_size, c.t3, Align::Right);
    for (std::size_t n = 0; n < p.pad.scores.size(); ++n) draw_tile(p, static_cast<int>(n));
    if (!p.plan.tall) return;
    const Shading shading{p.style};
    const Box bar{p.plan.pad.x, p.plan.legend - 6, 140, 10};
    add_ramp(p.scene, shading, bar, 65);
    add_ramp_marks(p.scene, shading, bar);
    p.text({bar.right() + 12, p.plan.legend - 1}, "largest weight", label_size, c.t3);
    std::string bounds;
    for (const PadAnswers& answers : p.pad.scores)
        if (answers.ceiling < 0.995f)
            bounds += (bounds.empty() ? "" : "; ") + answers.name + " can never pass " +
                      cell_number(static_cast<double>(answers.ceiling)) + " with " +
                      counted(p.count(), "key") + " at this temperature";
    p.text({p.plan.right, p.plan.legend - 1},
           fitted(p.style, bounds, Face::Regular, label_size, p.plan.right - bar.right() - 130), label_size,
           c.t3, Align::Right);
}

} // namespace heed::pads

namespace heed {

Scene pad_figure(const QueryPad& pad, const PadSettings& settings, const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    if (pad.keys.empty() || pad.scores.empty()) return scene;
    const pads::Plan plan = pads::plan_of(pad, settings);
    const pads::Painter p{{scene, style}, pad, settings, plan};
    pads::draw_columns(p);
    pads::draw_tiles(p);
    pads::draw_plane(p);
    return scene;
}

Scene pad_miniature(const QueryPad& pad, float width, float height, const FigureStyle& style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    if (pad.keys.empty() || pad.scores.empty()) return scene;
    pads::Plan plan = pads::plan_of(pad, {});
    const float side = std::min(height - 8, 0.62f * width);
    plan.pad = {0, 4, side, side};
    const PadSettings settings;
    pads::draw_plane_alone({{scene, style}, pad, settings, plan});
    const Palette& c = style.colors();
    const float left = side + 20, pitch = std::min(32.0f, side / static_cast<float>(pad.keys.size() + 1));
    for (std::size_t n = 0; n < pad.keys.size(); ++n) {
        const float y = 22 + pitch * static_cast<float>(n), a = pad.now().weights[n];
        add_symbol(scene, style, {left + 6, y}, "k", std::to_string(n + 1), 13, c.forward);
        const float bar = std::max(10.0f, width - left - 62);
        add_fill(scene, {left + 22, y - 4, bar, 8}, c.bg2, 3);
        add_fill(scene, {left + 22, y - 4, std::max(1.5f, a * bar), 8}, c.attention, 3);
        add_text(scene, {width, y}, cell_number(static_cast<double>(a)), Face::Mono, 11, c.t1, Align::Right);
    }
    return scene;
}

} // namespace heed
