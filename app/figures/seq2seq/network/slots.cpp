// Slots past the source: the location score of some models weighs every slot it has, also where no token
// stands. Their rows of the heatmap are those of the own past, too.
#include "app/figures/base/format.h"
#include "app/figures/maps/cells.h"
#include "app/figures/seq2seq/network/draw.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

float slot_x(const NetworkPlan& plan, int k) { return plan.source.x(plan.source.count + k); }

std::string slot_tooltip(const Canvas& canvas, int k) {
    const int slot = canvas.trace.source_length() + k;
    const float a = canvas.trace.at(Quantity::SlotWeights)(k, canvas.reveal.looked_at);
    return "Slot " + std::to_string(slot + 1) + " gets " + exact_percent(static_cast<double>(a)) +
           " of the attention for output " + std::to_string(canvas.reveal.looked_at + 1) +
           ". No token stands there, so it adds nothing.";
}

/// Slanted lines over a box, each cut to it.
void hatch(const Canvas& canvas, Box box) {
    constexpr float step = 12;
    const Color faint = fade(canvas.colors.line, 0.9f);
    for (float at = box.x - box.h + step; at < box.right(); at += step) {
        const float from = std::max(0.0f, box.x - at), until = std::min(box.h, box.right() - at);
        if (until > from)
            add_line(canvas.scene, {at + from, box.bottom() - from}, {at + until, box.bottom() - until},
                     faint, 1);
    }
}

void add_words(const Canvas& canvas, Box box) {
    const std::string lines[] = {"no source here:", "nothing to add"};
    float width = 0;
    for (const std::string& line : lines)
        width = std::max(width, text_width(canvas.style, line, Face::Regular, 11));
    if (width + 16 > box.w || box.h < 44) return;
    const Point middle = box.centre();
    add_fill(canvas.scene, around(middle, width + 16, 40), canvas.colors.bg0, 4);
    add_text(canvas.scene, {middle.x, middle.y - 8}, lines[0], Face::Regular, 11, canvas.colors.t3,
             Align::Centre);
    add_text(canvas.scene, {middle.x, middle.y + 8}, lines[1], Face::Regular, 11, canvas.colors.t3,
             Align::Centre);
}

/// Hollow and dashed: the weight is there, and moves nothing.
void add_bars(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    if (!canvas.reveal.decoding()) return;
    const float t = ease_in_out(canvas.reveal.drawn(canvas.shown(seq2seq::Softmax)));
    if (t <= 0) return;
    const int i = canvas.reveal.looked_at;
    const auto slots = canvas.trace.at(Quantity::SlotWeights).col(i);
    const float strongest =
        std::max({1e-6f, slots.maxCoeff(), canvas.trace.at(Quantity::Weights).col(i).maxCoeff()});
    const float width = std::max(3.0f, plan.source.pitch * (plan.full ? 0.37f : 0.5f));
    for (int k = 0; k < plan.slots; ++k) {
        const float x = slot_x(plan, k), height = std::max(2.0f, slots(k) / strongest * plan.bar_height) * t;
        const Box bar{x - width / 2, plan.baseline - height, width, height};
        if (height < 6) // too low for dashes on four sides
            add_line(canvas.scene, {bar.x, bar.y}, {bar.right(), bar.y}, fade(canvas.colors.attention, 0.75f),
                     1, {3, 2});
        else
            add_frame(canvas.scene, bar, fade(canvas.colors.attention, 0.75f), 1, 2, {3, 2});
        if (plan.numbers_below && canvas.style.numbers)
            add_text(canvas.scene, {x, plan.baseline + 11}, cell_number(slots(k) * t), Face::Mono, 11,
                     canvas.colors.t3, Align::Centre);
        canvas.scene.pick({x - plan.source.pitch / 2, plan.baseline - plan.bar_height, plan.source.pitch,
                           plan.bar_height + 18},
                          {PickKind::Bar, i, -1, k, "slot"}, slot_tooltip(canvas, k));
    }
}

/// Outlines of rows that are not computed yet.
void add_empty_slots(const Canvas& canvas, int first) {
    const NetworkPlan& plan = canvas.plan;
    if (plan.row_height < 10) return;
    for (int i = first; i <= plan.last_row; ++i)
        for (int k = 0; k < (plan.past ? std::min(plan.slots, i) : plan.slots); ++k)
            add_frame(canvas.scene,
                      {slot_x(plan, k) - plan.source.pitch / 2 + 1, plan.row_y(i) + 1, plan.source.pitch - 2,
                       plan.row_height - 2},
                      fade(canvas.colors.line, 0.45f), 1, 2);
}

} // namespace

void add_slots_ground(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const float left = plan.source.right(), width = static_cast<float>(plan.slots) * plan.source.pitch;
    add_line(canvas.scene, {left, plan.baseline - plan.bar_height - 8},
             {left, plan.heatmap ? plan.heat_bottom() : plan.source_y + 12}, canvas.colors.line2, 1, {3, 3});
    add_line(canvas.scene, {left, plan.baseline}, {left + width, plan.baseline}, canvas.colors.line2, 1);
}

void draw_slots(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const float left = plan.source.right(), width = static_cast<float>(plan.slots) * plan.source.pitch;
    add_slots_ground(canvas);
    const float top = plan.annotation_y - 8;
    const Box nothing{left + 4, top, width - 4, plan.source_y - (plan.full ? 14.0f : 8.0f) - top};
    hatch(canvas, nothing);
    add_words(canvas, nothing);
    for (int k = 0; k < plan.slots && plan.source.pitch >= 20; ++k)
        add_text(canvas.scene, {slot_x(plan, k), plan.source_y}, std::to_string(plan.source.count + k + 1),
                 Face::Mono, 11, canvas.colors.t3, Align::Centre);
    add_bars(canvas);
}

void draw_slot_rows(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const MatrixXf& slots = canvas.trace.at(plan.past ? Quantity::PastWeights : Quantity::SlotWeights);
    const int rows = plan.last_row - plan.first_row + 1;
    auto values = std::make_shared<std::vector<float>>(static_cast<std::size_t>(rows * plan.slots),
                                                       std::numeric_limits<float>::quiet_NaN());
    int known = 0; // rows whose weights are there
    for (; known < rows; ++known) {
        if (canvas.reveal.drawn(canvas.reveal.decoded(seq2seq::Softmax, plan.first_row + known)) < 1) break;
        for (int k = 0; k < plan.slots; ++k)
            (*values)[static_cast<std::size_t>(known * plan.slots + k)] = slots(k, plan.first_row + known);
    }
    add_empty_slots(canvas, plan.first_row + known);
    if (known == 0) return;
    const float smaller = std::min(plan.source.pitch, plan.row_height);
    const Shading shading{canvas.style};
    MatrixItem matrix = shading.matrix({plan.source.right(), plan.heat_top,
                                        static_cast<float>(plan.slots) * plan.source.pitch,
                                        static_cast<float>(rows) * plan.row_height},
                                       rows, plan.slots, std::move(values));
    matrix.gap = smaller >= 14 ? 2.0f : smaller >= 5 ? 1.0f : 0.0f;
    matrix.radius = smaller >= 14 ? 2.0f : 0.0f;
    canvas.scene.add(matrix);
    const int now = canvas.reveal.output;
    if (now < plan.first_row || now >= plan.first_row + known) return;
    if (!plan.full || plan.row_height < 13 || !canvas.style.numbers) return;
    for (int k = 0; k < plan.slots; ++k) {
        const float a = slots(k, now);
        if (!std::isfinite(a)) continue; // there is no such state yet
        add_text(canvas.scene, {slot_x(plan, k), plan.row_y(now) + plan.row_height / 2}, shading.number(a),
                 Face::Mono, 11, a < 0.05f ? canvas.colors.t3 : shading.ink(a), Align::Centre);
    }
}

} // namespace heed
