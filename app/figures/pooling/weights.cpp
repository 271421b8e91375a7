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

    float width() const { return std::min(18 * p.plan.growth, p.plan.pitch * 0.56f); }
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

/// Whether a number between x and right, down to `bottom`, touches no bar.
bool free_of_bars(const Bars& b, float x, float right, float bottom) {
    for (int t = 0; t < b.weights.size(); ++t) {
        const Box bar = b.box(t, std::max(b.weights(t), is_muted(b.run, t) ? b.heard(t) : 0));
        if (bar.x < right && bar.right() > x && bar.y < bottom + 1) return false;
    }
    return x >= b.p.plan.left - 2 && right <= b.p.plan.gutter - 8;
}

/// The largest weights, and the one looked at, in numbers: beside their bars, or above, as many as stand
/// clear. The largest always has its number.
class Numbers {
public:
    explicit Numbers(const Bars& bars) : b_(bars) {}

    void add(int t, bool always) {
        if (t < 0 || t >= b_.weights.size() || is_muted(b_.run, t) || !b_.p.plan.shows(t)) return;
        const std::string text = weight_number(b_.weights(t));
        const Plan& plan = b_.p.plan;
        const float wide = text_width(b_.p.style, text, Face::Mono, label_size);
        const Box bar = b_.box(t, b_.weights(t));
        const float beside = std::min(bar.y + 5, b_.row.base - 8), above = bar.y - 8;
        const float over = std::clamp(bar.centre().x - wide / 2, plan.left - 2,
                                      std::max(plan.left - 2, plan.gutter - 8 - wide));
        const Point places[] = {{bar.right() + 3, beside}, {bar.x - 3 - wide, beside}, {over, above}};
        for (const Point& at : places) {
            const Box box{at.x, at.y - 6, wide, 12};
            const bool clear = !clashes(box) && free_of_bars(b_, at.x - 1, at.x + wide + 1, box.bottom());
            if (!clear && (!always || &at != &places[2])) continue;
            add_text(b_.p.scene, at, text, Face::Mono, label_size, b_.p.colors().t1);
            taken_.push_back(box);
            return;
        }
    }

private:
    bool clashes(const Box& box) const {
        return std::any_of(taken_.begin(), taken_.end(), [&](const Box& other) {
            return other.x < box.right() + 3 && box.x < other.right() + 3 && other.y < box.bottom() &&
                   box.y < other.bottom();
        });
    }
    const Bars& b_;
    std::vector<Box> taken_;
};

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
    const float even = 1 / static_cast<float>(std::max<Eigen::Index>(1, b.weights.size()));
    const auto outstanding = [&](int t) { return t >= 0 && b.weights(t) > 1.5f * even; };
    const bool few = b.weights.size() <= 3; // all are said
    Numbers numbers(b);
    if (outstanding(largest[0]) || few) numbers.add(largest[0], true);
    numbers.add(b.p.column(), false);
    for (const int t : {largest[1], largest[2]})
        if (t != b.p.column() && (outstanding(t) || few)) numbers.add(t, false);
}

// -------------------------------------------------------------------------------------------- at the right

/// "answer .85 → .68", "p(negative) 1.00 → .17": of the class that was answered before.
void draw_answer(const Painter& p, const Trace& run, const Trace* heard, Point at) {
    const Palette& c = p.colors();
    const float room = p.settings.width - at.x - 8;
    std::string name = "answer", before, now;
    if (pooling_facts(run).config.classes()) {
        const std::string& answered = (heard ? *heard : run).target_text;
        name = "p(" + answered + ")";
        if (heard) before = short_number(probability_of(*heard, answered).value_or(0), 2);
        now = short_number(probability_of(run, answered).value_or(0), 2);
    } else if (const auto number = number_answer(run)) {
        now = short_number(*number, heard ? 2 : 3);
        if (heard) before = short_number(number_answer(*heard).value_or(0), 2);
    } else {
        now = answer_text(run);
    }
    const float name_wide = text_width(p.style, name, Face::Regular, label_size) + 6;
    std::string numbers = heard ? before + " \u2192 " + now : now;
    const auto wide = [&] { return text_width(p.style, numbers, Face::Mono, label_size); };
    if (heard && name_wide + wide() > room) numbers = before + "\u2192" + now;
    const std::string shown_name =
        fitted(p.style, name, Face::Regular, label_size, std::max(10.0f, room - wide() - 6));
    p.text(at, shown_name, label_size, c.t3);
    const float x = at.x + text_width(p.style, shown_name, Face::Regular, label_size) + 6;
    p.text({x, at.y}, fitted(p.style, numbers, Face::Mono, label_size, room - (x - at.x)), label_size,
           c.output, Align::Left, Face::Mono);
}

/// Why there is no ratio.
std::string no_ratio(const Trace& run, const Input& input) {
    int marked = 0, others = 0;
    for (int t = 0; t < input.count(); ++t)
        if (!is_muted(run, t)) ++(input.is_marked(t) ? marked : others);
    if (marked + others < 2) return "only one is heard";
    if (input.marks > 0 && marked == 0) return input.words ? "none decides now" : "none marked is heard";
    if (others == 0) return input.words ? "all decide" : "all are marked";
    return "the rest have 0";
}

void draw_gutter(const Painter& p, const Plan::Weights& row, const Trace& run) {
    const Palette& c = p.colors();
    const Trace* heard = p.board.muted.empty() ? nullptr : run_of(p.board.heard, row.member);
    const float x = p.plan.gutter;
    const auto ratio = ratio_of(run, p.input);
    draw_answer(p, run, heard, {x, row.base - 7});
    const bool low = row.room < 52;
    if (!low) p.text({x, row.base - 41}, ratio_name(p.input), label_size, c.t3);
    const float y = row.base - (low ? 22.0f : 25.0f);
    if (ratio)
        p.text({x, y}, ratio_text(ratio->value) + (low ? " : 1" : ""), low ? label_size : 13, c.t1,
               Align::Left, Face::Mono);
    else
        p.text({x, y}, no_ratio(run, p.input), label_size, c.t3);
    p.scene.pick({x, row.base - row.room, gutter_right - 16, row.room + 4},
                 {PickKind::TableRow, -1, -1, row.member, {}},
                 p.input.marks == 0 ? "The largest weight to the smallest"
                 : p.input.words    ? "The mean weight of a word that decides to that of another one"
                                    : "The mean weight of a marked moment to that of another one");
}

/// What a bar's height stands for: the largest round weight that fits, the same px for it in every row.
void draw_scale(const Painter& p, const Plan::Weights& row) {
    const Palette& c = p.colors();
    for (const float weight : {1.0f, 0.5f, 0.2f, 0.1f, 0.05f, 0.02f, 0.01f}) {
        const float high = weight * p.plan.unit, x = p.plan.left - 4;
        if (high > row.room - 8) continue;
        // A number with a point would reach the row's name.
        const float name = p.plan.roomy() ? 30 : 8, gloss = p.plan.roomy() ? 14 : 8;
        if (weight < 1 && (std::abs(high - name) < 10 || std::abs(high - gloss) < 10)) continue;
        add_line(p.scene, {x, row.base}, {x, row.base - high}, c.line2, 1);
        add_line(p.scene, {x - 3, row.base - high}, {x, row.base - high}, c.t3, 1);
        const std::string number = up_to(static_cast<double>(weight), 2);
        p.text({x - 5, row.base - high}, weight < 1 ? number.substr(1) : number, label_size, c.t3,
               Align::Right, Face::Mono);
        return;
    }
}

} // namespace

std::string weight_number(float weight) {
    for (int decimals = 2; decimals <= 4; ++decimals) {
        const std::string text = short_number(static_cast<double>(weight), decimals);
        if (text.find_first_of("123456789") != std::string::npos && text.front() == '.') return text;
    }
    return weight > 0.5f ? "1" : "0";
}

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
        if (const Trace* run = run_of(p.board.now, row.member)) {
            draw_gutter(p, row, *run);
            draw_scale(p, row);
        }
}

} // namespace heed::pools
