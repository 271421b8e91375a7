// What the decoder looks back at (gallery §18).
#include "app/figures/base/format.h"
#include "app/figures/forecast/draw.h"
#include "app/figures/maps/cells.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::series {
namespace {

/// "reads lag 7", "true lag 7".
void draw_reading(const Painter& p) {
    if (p.plan.means <= 0) return;
    const Palette& c = p.colors();
    const float y = p.plan.lag_base - p.plan.lag_room / 2 - 4;
    p.text({p.plan.means, y}, "reads lag " + std::to_string(p.r.lag(p.r.strongest_moment(p.step))), 12, c.t1,
           Align::Left, Face::Medium);
    if (p.board.gold_moment >= 0)
        p.text({p.plan.means, y + 16}, "true lag " + std::to_string(p.r.lag(p.board.gold_moment)), label_size,
               c.t3);
}

} // namespace

void draw_lags(const Painter& p) {
    const Palette& c = p.colors();
    const float base = p.plan.lag_base, y = base - p.plan.lag_room / 2;
    p.text({p.plan.edge, y - 4}, "Lag attention", title_size, c.attention, Align::Left, Face::Semibold);
    p.text({p.plan.edge, y + 12}, "weights β, step " + std::to_string(p.step + 1), label_size, c.t3);
    add_line(p.scene, {p.plan.first, base}, {p.plan.end(), base}, c.line2);
    if (!p.done(Doing::LagSoftmax, p.step)) return;
    const int strongest = p.r.strongest_moment(p.step);
    for (int t = 0; t < p.r.window; ++t) {
        const float weight = p.r.beta(p.step, t), wide = std::max(2.0f, 0.62f * p.plan.pitch);
        const float high = std::max(1.0f, weight * p.plan.lag_room);
        add_fill(p.scene, {p.plan.x(t) - wide / 2, base - high, wide, high},
                 t == strongest ? c.attention : fade(c.attention, 0.7f), std::min(3.0f, high / 2));
        if (p.plan.pitch >= 26)
            p.text({p.plan.x(t), base + 12}, cell_number(static_cast<double>(weight)), label_size,
                   t == strongest ? c.t1 : c.t3, Align::Centre, Face::Mono);
        p.scene.pick(
            {p.plan.x(t) - p.plan.pitch / 2, base - p.plan.lag_room, p.plan.pitch, p.plan.lag_room + 20},
            {PickKind::Column, t, -1, -1, {}},
            "Lag " + std::to_string(p.r.lag(t)) + ": β " + exact(static_cast<double>(weight)));
    }
    draw_reading(p);
}

void draw_lag_map(const Painter& p) {
    const Box& room = p.plan.beside;
    if (room.w < 160 || room.h < 160 || p.settings.panel || p.settings.hall) return;
    const Palette& c = p.colors();
    const float top = p.plan.head + 14, left = room.x + 34;
    p.text({room.x, p.plan.head - 20}, "Lag attention, every step", title_size, c.attention, Align::Left,
           Face::Semibold);
    p.text({room.x, p.plan.head}, "step", label_size, c.t3);
    const auto cells = static_cast<float>(p.r.window);
    const float side = std::min({(room.right() - left) / cells, (room.bottom() - top - 24) / cells, 30.0f});
    auto shades = std::make_shared<std::vector<float>>();
    for (int s = 0; s < p.r.window; ++s)
        for (int t = 0; t < p.r.window; ++t)
            shades->push_back(p.done(Doing::LagSoftmax, s) ? p.r.beta(s, t)
                                                           : std::numeric_limits<float>::quiet_NaN());
    const Shading shading{p.style};
    MatrixItem matrix =
        shading.matrix({left, top, side * cells, side * cells}, p.r.window, p.r.window, std::move(shades));
    matrix.gap = cell_gap(side);
    matrix.radius = cell_radius(side);
    p.scene.add(std::move(matrix));
    for (int s = 0; s < p.r.window && side >= 6; ++s) // rows that are still to come
        for (int t = 0; t < p.r.window && !p.done(Doing::LagSoftmax, s); ++t)
            add_later(
                p.scene,
                grown({left + side * static_cast<float>(t), top + side * static_cast<float>(s), side, side},
                      -1),
                c, 2);
    const int every = std::max(1, static_cast<int>(std::ceil(18 / side)));
    for (int n = 0; n < p.r.window; ++n) {
        const float middle = side * (static_cast<float>(n) + 0.5f);
        if (is_labelled(p.r.window - 1 - n, p.r.window - 1 - p.moment, every))
            p.text({left + middle, p.plan.head}, std::to_string(p.r.lag(n)), label_size,
                   n == p.moment ? c.attention : c.t3, Align::Centre, Face::Mono);
        if (is_labelled(n, p.step, every))
            p.text({left - 8, top + middle}, std::to_string(n + 1), label_size,
                   n == p.step ? c.attention : c.t3, Align::Right, Face::Mono);
    }
    if (p.done(Doing::LagSoftmax, p.step))
        add_frame(p.scene, grown({left, top + side * static_cast<float>(p.step), side * cells, side}, 1.5f),
                  c.attention, 1.5f, 3);
    p.text({left, top + side * cells + 14},
           p.cut("each row sums to 1; the last one makes the forecast", Face::Regular, label_size,
                 room.right() - left),
           label_size, c.t3);
}

} // namespace heed::series
