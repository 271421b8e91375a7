// The weights of every attention over the same moments, on one scale, and what each answers.
#include "app/figures/base/format.h"
#include "app/figures/pooling/draw.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::pools {
namespace {

/// One row of bars.
struct Bars {
    const Painter& p;
    const Plan::Weights& row;
    const Trace& run;
    Eigen::VectorXf weights, heard; // (T): now, and with nothing muted

    float width() const { return std::min(18.0f, p.plan.pitch * 0.56f); }
    float height(float weight) const { return std::max(1.5f, weight * p.plan.unit); }
    Box box(int t, float weight) const {
        return {p.plan.x(t) - width() / 2, row.base - height(weight), width(), height(weight)};
    }
    bool lit() const {
        return row.member == p.board.chosen && (p.lit == Lit::Weights || p.lit == Lit::Mixture);
    }
};

void draw_bar(const Bars& b, int t) {
    const Palette& c = b.p.colors();
    const float radius = std::min(2.5f, b.width() / 3);
    if (is_muted(b.run, t)) { // what it had
        if (t < b.heard.size() && b.heard(t) > 0)
            b.p.scene.add(RectItem{b.box(t, std::max(b.heard(t), 3 / b.p.plan.unit)),
                                   {0, 0, 0, 0},
                                   fade(c.attention, 0.75f),
                                   1,
                                   radius,
                                   {3, 2.5f}});
        return;
    }
    const Box bar = b.box(t, b.weights(t));
    if (b.lit() && c.dark() && bar.h > 6) b.p.scene.add(GlowItem{bar, 10, fade(c.attention, 0.35f)});
    b.p.scene.add(RectItem{bar, c.attention, {0, 0, 0, 0}, 0, std::min(radius, bar.h / 2), {}});
}

/// Whether a number fits there without touching a bar: between x and right, from `top` to `bottom`.
bool free_of_bars(const Bars& b, float x, float right, float bottom) {
    for (int t = 0; t < b.weights.size(); ++t) {
        const Box bar = b.box(t, std::max(b.weights(t), is_muted(b.run, t) ? b.heard(t) : 0));
        if (bar.x < right && bar.right() > x && bar.y < bottom + 1) return false;
    }
    return x >= b.p.plan.left - 2 && right <= b.p.plan.right + 8; // what stands at the right begins there
}

/// The largest weights in numbers, beside their bars, as many as stand clear.
void draw_numbers(const Bars& b) {
    std::array<int, 3> largest{-1, -1, -1};
    for (int t = 0; t < b.weights.size(); ++t)
        for (std::size_t n = 0; n < largest.size(); ++n)
            if (largest[n] < 0 || b.weights(t) > b.weights(largest[n])) {
                std::rotate(largest.begin() + static_cast<std::ptrdiff_t>(n), largest.end() - 1,
                            largest.end());
                largest[n] = t;
                break;
            }
    std::vector<Box> taken;
    const int looked_at = b.p.column();
    const auto number = [&](int t) {
        if (t < 0 || t >= b.weights.size() || is_muted(b.run, t) || !b.p.plan.shows(t)) return;
        const std::string text = cell_number(static_cast<double>(b.weights(t)));
        const float wide = text_width(b.p.style, text, Face::Mono, label_size);
        const Box bar = b.box(t, b.weights(t));
        const float y = std::min(bar.y + 5, b.row.base - 8);
        for (const float x : {bar.right() + 3, bar.x - 3 - wide}) {
            const Box box{x, y - 6, wide, 12};
            const bool clash = std::any_of(taken.begin(), taken.end(), [&](const Box& other) {
                return other.x < box.right() + 3 && box.x < other.right() + 3 && other.y < box.bottom() &&
                       box.y < other.bottom();
            });
            if (clash || !free_of_bars(b, x - 1, x + wide + 1, box.bottom())) continue;
            add_text(b.p.scene, {x, y}, text, Face::Mono, label_size, b.p.colors().t1);
            taken.push_back(box);
            return;
        }
    };
    const float even = 1 / static_cast<float>(std::max<Eigen::Index>(1, b.weights.size()));
    if (looked_at >= 0) number(looked_at);
    for (const int t : largest)
        if (t >= 0 && t != looked_at && b.weights(t) > 1.5f * even) number(t);
}

// -------------------------------------------------------------------------------------------- at the right

/// "answer .85 → .68", the old one in grey.
void draw_answer(const Painter& p, const Trace& run, const Trace* heard, Point at) {
    const Palette& c = p.colors();
    const float room = gutter_right - 28;
    std::string name = "answer", before, now;
    if (pooling_facts(run).config.classes()) {
        const Trace& first = heard ? *heard : run;
        name = first.target_text;
        before = cell_number(probability_of(first, name).value_or(0));
        now = cell_number(probability_of(run, name).value_or(0));
    } else if (const auto number = number_answer(run)) {
        now = short_number(*number, heard ? 2 : 3);
        if (heard) before = short_number(number_answer(*heard).value_or(0), 2);
    } else {
        now = answer_text(run);
    }
    const std::string arrow = " → ", numbers = heard ? before + arrow + now : now;
    const float wide = text_width(p.style, numbers, Face::Mono, label_size);
    const std::string shown_name =
        fitted(p.style, name, Face::Regular, label_size, std::max(10.0f, room - wide - 6));
    p.text(at, shown_name, label_size, c.t3);
    const float x = at.x + text_width(p.style, shown_name, Face::Regular, label_size) + 6;
    p.text({x, at.y}, fitted(p.style, numbers, Face::Mono, label_size, room - (x - at.x)), label_size,
           c.output, Align::Left, Face::Mono);
}

void draw_gutter(const Painter& p, const Plan::Weights& row, const Trace& run) {
    const Palette& c = p.colors();
    const Trace* heard = p.board.muted.empty() ? nullptr : run_of(p.board.heard, row.member);
    const float x = p.plan.right + 16;
    const auto ratio = ratio_of(run, p.input);
    const std::string what = ratio_name(p.input);
    const std::string number = ratio ? ratio_text(ratio->value) : "–";
    draw_answer(p, run, heard, {x, row.base - 7});
    if (row.room >= 52) {
        p.text({x, row.base - 41}, what, label_size, c.t3);
        p.text({x, row.base - 25}, number, 13, c.t1, Align::Left, Face::Mono);
    } else {
        p.text({x, row.base - 22}, number + " : 1", label_size, c.t1, Align::Left, Face::Mono);
    }
    p.scene.pick({x, row.base - row.room, gutter_right - 16, row.room + 4},
                 {PickKind::TableRow, -1, -1, row.member, {}},
                 p.input.marks == 0 ? "The largest weight to the smallest"
                 : p.input.words    ? "The mean weight of a word that decides to that of another one"
                                    : "The mean weight of a marked moment to that of another one");
}

} // namespace

void draw_weights(const Painter& p) {
    const Palette& c = p.colors();
    for (const Plan::Weights& row : p.plan.weights) {
        add_line(p.scene, {p.plan.left, row.base}, {p.line_end(), row.base}, c.line2, 1);
        const Trace* run = run_of(p.board.now, row.member);
        if (!run) {
            const float room = p.plan.right - p.plan.left - 8;
            p.text({p.plan.left + 4, row.base - 14},
                   fitted(p.style, problem_of(p.board.now, row.member), Face::Regular, label_size, room),
                   label_size, c.t2);
            continue;
        }
        const Trace* heard = run_of(p.board.heard, row.member);
        const Bars bars{p, row, *run, weights_of(*run), weights_of(heard ? *heard : *run)};
        for (int t = 0; t < bars.weights.size(); ++t)
            if (p.plan.shows(t)) draw_bar(bars, t);
        draw_numbers(bars);
    }
}

void draw_gutters(const Painter& p) {
    for (const Plan::Weights& row : p.plan.weights)
        if (const Trace* run = run_of(p.board.now, row.member)) draw_gutter(p, row, *run);
}

} // namespace heed::pools
