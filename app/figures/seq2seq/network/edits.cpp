// What the user's hand did to the weights on the bars and in the heatmap.
#include "app/figures/seq2seq/network/draw.h"
#include "app/figures/tokens.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float band_height = 5; // px: of the white band on a held bar

} // namespace

bool is_edited(const Trace& trace, int i) { return trace.steps[static_cast<std::size_t>(i)].weights_given; }

bool is_held(const Trace& trace, int i, int j) {
    const RowEdit* edit = trace.request.edits.row(i);
    return edit && edit->kind == RowEdit::Kind::Held && edit->held.contains(j);
}

void add_lock(Scene& scene, Point centre, float size, Color color) {
    const float w = size, h = size * 0.72f, top = centre.y - size * 0.12f;
    add_fill(scene, {centre.x - w / 2, top, w, h}, color, 1.25f);
    const float r = w * 0.3f;
    scene.add(LineItem{{{centre.x - r, top},
                        {centre.x - r, top - r},
                        {centre.x - 0.6f * r, top - 1.7f * r},
                        {centre.x + 0.6f * r, top - 1.7f * r},
                        {centre.x + r, top - r},
                        {centre.x + r, top}},
                       color,
                       std::max(1.0f, size * 0.14f)});
}

void draw_own_bar(const Canvas& canvas, int j, float width, float height, float strength) {
    if (height < 1.5f) return;
    add_frame(canvas.scene,
              {canvas.plan.source.x(j) - width / 2, canvas.plan.baseline - height, width, height},
              fade(canvas.colors.attention, 0.75f * strength), 1, std::min({3.0f, height / 2, width / 2}),
              {3, 2.5f});
}

void draw_band(const Canvas& canvas, Box bar, bool held) {
    const float height = held ? band_height : 2;
    add_fill(canvas.scene, {bar.x, bar.y, bar.w, std::max(2.0f, std::min(height, bar.h))}, canvas.colors.t1,
             held ? 1.5f : 0.0f);
}

void draw_edited_number(const Canvas& canvas, int i, int j, float top, const std::string& number) {
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const bool held = is_held(canvas.trace, i, j);
    const float x = plan.source.x(j);
    const bool room = plan.numbers_below && plan.source.whole(j);
    if (!held && (!room || canvas.trace.weight(i, j) < 0.005f)) return;
    const float width = text_width(canvas.style, number, Face::Mono, 11);
    const Box patch = around({x, top - 9}, width + 6, 14);
    add_fill(canvas.scene, patch, fade(c.bg0, 0.82f), 3);
    add_text(canvas.scene, patch.centre(), number, Face::Mono, 11, held ? c.t1 : c.t2, Align::Centre);
    if (canvas.settings.editable)
        canvas.scene.pick(patch, {PickKind::Button, i, j, -1, "type-weight"},
                          "Type a weight for " + quoted_source(canvas.trace, j) + "\tW");
}

void draw_bar_lock(const Canvas& canvas, int i, int j, float top) {
    const NetworkPlan& plan = canvas.plan;
    const bool below = plan.numbers_below;
    const float size = below ? 8.0f : std::min(7.0f, plan.source.pitch * 0.5f);
    const Point at{plan.source.x(j), below ? plan.baseline + 11 : top - 22};
    add_lock(canvas.scene, at, size, canvas.colors.t1);
    if (canvas.settings.editable)
        canvas.scene.pick(around(at, std::max(14.0f, size + 4), 14),
                          {PickKind::Button, i, j, -1, "free-weight"},
                          "Held at " + cell_number(static_cast<double>(canvas.trace.weight(i, j))) +
                              ". Click to let it go\tK");
}

} // namespace heed
