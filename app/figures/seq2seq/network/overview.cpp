// Beside a part of the map: a picture of the whole with the part framed, and the weights that are out of
// sight.
#include "app/figures/base/format.h"
#include "app/figures/maps/cells.h"
#include "app/figures/maps/whole_map.h"
#include "app/figures/seq2seq/network/draw.h"
#include "app/figures/seq2seq/network/whole.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// ".009"; what is there but would print as nothing is "<.001".
std::string small_weight(float weight) {
    if (weight < 0.0005f) return "<.001";
    const std::string number = fixed(static_cast<double>(std::min(weight, 1.0f)), 3);
    return number.starts_with("0.") ? number.substr(1) : number;
}

/// The sum of the weights of columns `from` to `until` (not included), and the strongest of them.
std::pair<float, int> weight_between(const Trace& trace, int output, int from, int until) {
    float sum = 0;
    int strongest = -1;
    const auto weights = trace.at(Quantity::Weights).col(output);
    for (int j = from; j < until; ++j) {
        sum += weights(j);
        if (strongest < 0 || weights(j) > weights(strongest)) strongest = j;
    }
    return {sum, strongest};
}

/// At the ends of the baseline: what the part that is in view does not show.
void add_out_of_sight(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    if (plan.fixed || !canvas.reveal.decoding() || canvas.shown(seq2seq::Softmax) == Seen::Later) return;
    const float t = canvas.reveal.drawn(canvas.shown(seq2seq::Softmax));
    // Columns of which less than half is in view count as out of sight.
    const float first = plan.source.scroll / plan.source.pitch;
    const int left_until = std::clamp(static_cast<int>(std::lround(first)), 0, plan.source.count);
    const float seen = (plan.source.seen_right() - plan.source.seen_left()) / plan.source.pitch;
    const int right_from = std::clamp(static_cast<int>(std::lround(first + seen)), 0, plan.source.count);
    const int i = canvas.reveal.looked_at;
    const float y = plan.baseline - 6;
    const auto chevron = [&](float x, float way) {
        canvas.scene.add(
            LineItem{{{x - 2 * way, y - 4}, {x + 2 * way, y}, {x - 2 * way, y + 4}}, fade(c.t2, t), 1.25f});
    };
    const std::string words = " of the attention is out of sight on this side";
    if (left_until > 0) {
        const auto [sum, strongest] = weight_between(canvas.trace, i, 0, left_until);
        const float x = plan.source.seen_left() - 8;
        chevron(x, -1);
        add_text(canvas.scene, {x - 7, y}, small_weight(sum), Face::Mono, 11, fade(c.t2, t), Align::Right);
        canvas.scene.pick({x - 44, y - 10, 50, 20}, {PickKind::Column, -1, strongest},
                          small_weight(sum) + words + ". Click: the strongest of it");
    }
    if (right_from < plan.source.count) {
        const auto [sum, strongest] = weight_between(canvas.trace, i, right_from, plan.source.count);
        const float x = plan.source.seen_right() + 8;
        chevron(x, 1);
        add_text(canvas.scene, {x + 7, y}, small_weight(sum), Face::Mono, 11, fade(c.t2, t));
        const bool below_is_free = plan.header_y() < y || plan.header_y() >= y + 28;
        if (plan.width - x >= 80 && below_is_free)
            add_text(canvas.scene, {x + 7, y + 14}, "out of sight", Face::Regular, 11, fade(c.t3, t));
        canvas.scene.pick({x - 6, y - 10, 50, 20}, {PickKind::Column, -1, strongest},
                          small_weight(sum) + words + ". Click: the strongest of it");
    }
}

int rows_revealed(const Canvas& canvas) {
    int rows = canvas.reveal.decoding() ? canvas.reveal.output : 0;
    if (canvas.reveal.decoding() && canvas.reveal.decoded(canvas.plan.row_phase(), rows) != Seen::Later)
        ++rows;
    return rows;
}

} // namespace

void draw_overview(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    add_out_of_sight(canvas);
    if (plan.strip.w <= 0) return;
    WholeMap whole;
    whole.picture = plan.strip;
    whole.values = canvas.settings.whole->weights;
    whole.room = plan.room;
    whole.room.rows = canvas.trace.outputs();
    whole.window = plan.window;
    if (!plan.heatmap) whole.window.row = 0, whole.window.rows = static_cast<float>(whole.room.rows);
    whole.revealed = rows_revealed(canvas);
    whole.newest = canvas.reveal.decoding() ? canvas.reveal.output : -1;
    const float right = std::max(plan.source.seen_right(), plan.width - 12); // clear of what stands beside
    if (!plan.lecture) // there the lines would cross the numbers
        whole.part = {plan.source.seen_left(), plan.heat_top, right - plan.source.seen_left(),
                      plan.heat_height};
    add_whole_map(canvas.scene, whole, canvas.style);
}

} // namespace heed
