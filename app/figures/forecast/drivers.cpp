// The drivers and their weights (gallery §18).
#include "app/figures/base/format.h"
#include "app/figures/forecast/draw.h"
#include "app/figures/maps/cells.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::series {
namespace {

void draw_drivers_title(const Painter& p) {
    const Palette& c = p.colors();
    p.text({p.plan.edge, p.plan.head - 20}, "Input attention", title_size, c.attention, Align::Left,
           Face::Semibold);
    const float beside =
        p.plan.edge + text_width(p.style, "Input attention", Face::Semibold, title_size) + 14;
    p.text({beside, p.plan.head - 20},
           p.cut("each column sums to 1: which driver, at each step", Face::Regular, label_size,
                 p.plan.end() - beside),
           label_size, c.t3);
}

/// The columns' heads: how many steps ago.
void draw_heads(const Painter& p) {
    const Palette& c = p.colors();
    if (!p.settings.hall) draw_drivers_title(p);
    p.text({p.plan.edge, p.plan.head}, "lag", label_size, c.t3);
    const int every = std::max(1, static_cast<int>(std::ceil(18 / p.plan.pitch)));
    for (int t = 0; t < p.plan.columns; ++t) {
        const int lag = p.r.lag(t);
        if (!is_labelled(lag - 1, p.moment < 0 ? -1 : p.r.lag(p.moment) - 1, every)) continue;
        const bool looked = t == p.moment;
        p.text({p.plan.x(t), p.plan.head}, std::to_string(lag), label_size, looked ? c.attention : c.t3,
               Align::Centre, looked ? Face::MonoSemibold : Face::Mono);
    }
    if (p.plan.means > 0)
        p.text({p.plan.means, p.plan.head}, p.board.means.empty() ? "mean, this window" : "mean, held out",
               label_size, c.t3);
}

/// The driver's own values, over its columns.
void draw_spark(const Painter& p, int driver, int row) {
    float low = std::numeric_limits<float>::max(), high = -low;
    for (int k = 0; k < p.r.drivers; ++k)
        for (int t = 0; t < p.r.window; ++t) {
            const float x = p.r.driver(k, t);
            if (std::isnan(x)) continue;
            low = std::min(low, x);
            high = std::max(high, x);
        }
    const Palette& c = p.colors();
    const Box cells = p.plan.cells(row);
    const float middle = p.plan.row_top(row) + 10, room = 16, span = std::max(1e-6f, high - low);
    const bool strong = driver == p.r.strongest_driver(p.moment) && p.done(Doing::InputSoftmax, p.moment);
    const Color color = strong ? c.t1 : c.t3;
    LineItem line{.points = {}, .color = color, .width = strong ? 1.5f : 1.0f};
    for (int t = 0; t < p.r.window; ++t) {
        const float x = p.r.driver(driver, t);
        if (std::isnan(x)) continue;
        line.points.push_back({p.plan.x(t), middle - room * ((x - low) / span - 0.5f)});
    }
    if (cells.w / static_cast<float>(p.r.window) >= 12)
        for (const Point& point : line.points)
            p.scene.add(CircleItem{point, strong ? 2.0f : 1.6f, color, {0, 0, 0, 0}, 0, {}});
    if (line.points.size() >= 2) p.scene.add(std::move(line));
}

void draw_cells(const Painter& p, int driver, int row) {
    const Box box = p.plan.cells(row);
    auto shades = std::make_shared<std::vector<float>>();
    for (int t = 0; t < p.r.window; ++t)
        shades->push_back(p.done(Doing::InputSoftmax, t) && !p.r.muted(driver)
                              ? p.r.alpha(driver, t)
                              : std::numeric_limits<float>::quiet_NaN());
    const Shading shading{p.style};
    MatrixItem matrix = shading.matrix(box, 1, p.r.window, shades);
    matrix.gap = cell_gap(std::min(p.plan.pitch, box.h));
    matrix.radius = cell_radius(std::min(p.plan.pitch, box.h));
    p.scene.add(std::move(matrix));
    for (int t = 0; t < p.r.window; ++t) {
        const float weight = (*shades)[static_cast<std::size_t>(t)];
        const Point at{p.plan.x(t), box.centre().y};
        if (p.r.muted(driver)) {
            if (p.plan.pitch >= 12) p.text(at, "×", 10, p.colors().t3, Align::Centre);
        } else if (std::isnan(weight)) {
            add_later(p.scene, around(at, std::max(2.0f, p.plan.pitch - 2), box.h - 2), p.colors(), 2);
        } else if (p.style.numbers && p.plan.pitch >= 26 && weight >= 0.15f) {
            p.text(at, cell_number(static_cast<double>(weight)), label_size, shading.ink(weight),
                   Align::Centre, Face::Mono);
        }
    }
}

void draw_name(const Painter& p, int driver, int row) {
    const Palette& c = p.colors();
    const bool strong = p.done(Doing::InputSoftmax, p.moment) && driver == p.r.strongest_driver(p.moment);
    const float y = p.plan.sparks ? p.plan.row_top(row) + 12 : p.plan.cells(row).centre().y;
    const float room = p.plan.first - p.plan.edge - 10;
    p.text({p.plan.edge, y}, p.cut(p.r.name(driver), Face::Semibold, 12, room), 12,
           strong              ? c.t1
           : p.r.muted(driver) ? c.t3
                               : c.t2,
           Align::Left, strong ? Face::Semibold : Face::Regular);
    if (p.plan.sparks)
        p.text({p.plan.edge, y + 15}, p.cut(role_of(p, driver), Face::Regular, label_size, room), label_size,
               driver == p.board.gold_driver ? c.attention : c.t3);
}

/// Over held-out windows where that was measured, else over this one.
void draw_mean(const Painter& p, int driver, int row) {
    if (p.plan.means <= 0) return;
    constexpr float wide = 56;
    const Palette& c = p.colors();
    const auto k = static_cast<std::size_t>(driver);
    const double mean =
        k < p.board.means.size() ? p.board.means[k] : static_cast<double>(p.r.mean_weight(driver));
    const bool known = k < p.board.means.size() || p.done(Doing::InputSoftmax, p.r.window - 1);
    if (!known) return;
    const float y = p.plan.cells(row).centre().y;
    add_fill(p.scene, {p.plan.means, y - 3, wide, 6}, c.bg2, 3);
    const float share = wide * std::clamp(static_cast<float>(mean), 0.0f, 1.0f);
    add_fill(p.scene, {p.plan.means, y - 3, std::max(2.0f, share), 6}, c.attention, 3);
    p.text({p.plan.means + wide + 34, y}, cell_number(mean), label_size, mean >= 0.1 ? c.t1 : c.t2,
           Align::Right, Face::Mono);
}

/// The driver with the most weight of the moment that is looked at.
void frame_strongest(const Painter& p) {
    if (!p.done(Doing::InputSoftmax, p.moment)) return;
    const int driver = p.r.strongest_driver(p.moment);
    const auto found = std::find(p.plan.shown.begin(), p.plan.shown.end(), driver);
    if (found == p.plan.shown.end()) return;
    const Box box = grown(p.plan.cells(static_cast<int>(found - p.plan.shown.begin())), 2);
    add_frame(p.scene, box, p.colors().attention, 1.5f, 4);
}

} // namespace

std::string role_of(const Painter& p, int driver) {
    const auto k = static_cast<std::size_t>(driver);
    if (p.r.muted(driver)) return "muted";
    if (k < p.board.roles.size()) return p.board.roles[k];
    const auto order = p.r.by_weight();
    const auto rank = std::find(order.begin(), order.end(), driver) - order.begin() + 1;
    return "rank " + std::to_string(rank) + " of " + std::to_string(p.r.drivers);
}

void draw_drivers(const Painter& p) {
    draw_heads(p);
    for (std::size_t n = 0; n < p.plan.shown.size(); ++n) {
        const int driver = p.plan.shown[n], row = static_cast<int>(n);
        if (p.plan.sparks) draw_spark(p, driver, row);
        draw_cells(p, driver, row);
        draw_name(p, driver, row);
        draw_mean(p, driver, row);
        const std::string words =
            p.r.muted(driver) ? " is muted. Click to hear it again\tM" : ". Click to mute it\tM";
        p.scene.pick({p.plan.edge, p.plan.row_top(row), p.plan.first - p.plan.edge, p.plan.row},
                     {PickKind::Row, driver, -1, -1, {}}, p.r.name(driver) + words);
        for (int t = 0; t < p.r.window; ++t) {
            if (!p.done(Doing::InputSoftmax, t)) continue;
            p.scene.pick({p.plan.x(t) - p.plan.pitch / 2, p.plan.row_top(row), p.plan.pitch, p.plan.row},
                         {PickKind::Cell, driver, t, -1, {}},
                         p.r.name(driver) + " at lag " + std::to_string(p.r.lag(t)) + ": α " +
                             exact(static_cast<double>(p.r.alpha(driver, t))));
        }
    }
    frame_strongest(p);
    const int left = p.r.drivers - static_cast<int>(p.plan.shown.size());
    if (left > 0)
        p.text({p.plan.edge, p.plan.row_top(static_cast<int>(p.plan.shown.size())) + 6},
               "and " + counted(left, "driver") + " with less weight", label_size, p.colors().t3);
}

} // namespace heed::series
