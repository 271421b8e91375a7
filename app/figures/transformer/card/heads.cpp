// Every head, by who looks at whom: layers are rows.
#include "app/figures/base/format.h"
#include "app/figures/maps/cells.h"
#include "app/figures/transformer/card/parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::layered {
namespace {

constexpr float text_size = 11;

Box box_of(const CardPainter& p, const CardHead& head) {
    return p.plan.box(p.view.config(), head, p.settings.scroll_x, p.settings.scroll_y);
}

bool in_sight(const CardPainter& p, Box box) {
    return box.bottom() > p.plan.heads.y && box.y < p.plan.heads.bottom() && box.right() > p.plan.heads.x &&
           box.x < p.plan.heads.right();
}

Color group_color(const CardPainter& p, HeadsOf of) {
    const Palette& c = p.colors();
    return of == HeadsOf::Source ? c.forward : of == HeadsOf::Past ? c.decoder : c.attention;
}

/// In two lines, or in one.
std::string short_gloss(HeadsOf of) {
    return of == HeadsOf::Source ? "reads itself" : of == HeadsOf::Past ? "own past" : "reads source";
}

std::array<std::string, 2> group_gloss(HeadsOf of) {
    if (of == HeadsOf::Source) return {"source to", "source"};
    if (of == HeadsOf::Past) return {"output to", "its past"};
    return {"output to", "source"};
}

/// What may not be seen: no cells, a dashed edge.
void draw_future(const CardPainter& p, Box box) {
    add_line(p.scene, {box.x, box.y}, {box.right(), box.y}, p.colors().line2, 1, {2, 3});
    add_line(p.scene, {box.right(), box.y}, {box.right(), box.bottom()}, p.colors().line2, 1, {2, 3});
}

/// The row that is written, in every map of an output.
void draw_row(const CardPainter& p, const Sight& sight, Box box, int rows) {
    const int row = p.view.row(sight);
    if (row < 0 || rows == 0) return;
    const float each = box.h / static_cast<float>(rows), high = std::max(each, 5.0f);
    const float middle = box.y + (static_cast<float>(row) + 0.5f) * each;
    const float top = std::clamp(middle - high / 2, box.y, box.bottom() - high);
    add_frame(p.scene, grown({box.x, top, box.w, high}, 1.5f), p.colors().attention, 1.25f, 2.5f);
}

void draw_head(const CardPainter& p, const CardHead& head) {
    const Box box = box_of(p, head);
    if (!in_sight(p, box)) return;
    const Sight sight = sight_of(p.view.config(), head);
    const auto& values = p.maps.at(p.view.now, sight);
    const Palette& c = p.colors();
    const bool chosen = head == card_head_of(p.view.sight),
               pointed = p.settings.pointed && *p.settings.pointed == head;
    if (values && values->rows > 0) {
        const float cell = box.h / static_cast<float>(std::max(values->rows, values->columns));
        TiledItem tiles = Shading{p.style}.tiles(box, values);
        tiles.gap = cell_gap(cell);
        p.scene.add(std::move(tiles));
        const int revealed = p.view.revealed(sight);
        const float from = box.y + box.h * static_cast<float>(revealed) / static_cast<float>(values->rows);
        if (box.bottom() - from > 0.5f)
            add_fill(p.scene, {box.x, from, box.w, box.bottom() - from}, fade(c.bg0, 0.62f));
        if (head.of == HeadsOf::Past) draw_future(p, box);
        draw_row(p, sight, box, values->rows);
    } else {
        add_frame(p.scene, box, c.line2, 1, 2, {2, 2});
    }
    if (chosen)
        add_frame(p.scene, grown(box, 3.5f), c.t1, 1.75f, 5);
    else if (pointed)
        add_frame(p.scene, grown(box, 3.5f), c.line2, 1.5f, 5);
    const Box seen{std::max(box.x, p.plan.heads.x), std::max(box.y, p.plan.heads.y),
                   std::min(box.right(), p.plan.heads.right()) - std::max(box.x, p.plan.heads.x),
                   std::min(box.bottom(), p.plan.heads.bottom()) - std::max(box.y, p.plan.heads.y)};
    p.scene.pick(seen, {PickKind::Button, static_cast<int>(head.of), head.layer, head.head, "card-head"},
                 card_head_name(sight) + (chosen ? ", chosen" : ": click to keep it") + "\tAlt ← →");
}

/// The names of layers that lie closer than their letters are high are left out.
int every_layer(const CardPlan& plan) {
    constexpr float line = 13;
    return std::max(1, static_cast<int>(std::ceil(line / (plan.size + plan.gap))));
}

/// Its name stands beside its first layer that is seen, its layers' at their lower edges.
void draw_group_names(const CardPainter& p, HeadsOf of) {
    const Palette& c = p.colors();
    const transformer::Config& config = p.view.config();
    const int layers = layers_of(config, of);
    const bool high = p.plan.size >= 66; // else name and layer have no room below one another
    const auto gloss = group_gloss(of);
    const int each = every_layer(p.plan);
    for (int l = 0; l < layers; ++l) {
        const Box box = box_of(p, {of, l, 0});
        if (box.bottom() - 8 > p.plan.heads.bottom() + 1 || box.y < p.plan.heads.y - 1) continue;
        if (l == 0 && p.plan.headed) {
            const float y = box.y - 13;
            p.text({p.plan.names, y}, group_name(of), 13, group_color(p, of), Align::Left, Face::Semibold);
            p.text({p.plan.names + p.measure(group_name(of), Face::Semibold, 13) + 10, y},
                   gloss[0] + " " + gloss[1], text_size, c.t3);
        } else if (l == 0) {
            p.text({p.plan.names, box.y + 14}, group_name(of), 13, group_color(p, of), Align::Left,
                   Face::Semibold);
            p.text({p.plan.names, box.y + 29}, high ? gloss[0] : short_gloss(of), text_size, c.t3);
            if (high) p.text({p.plan.names, box.y + 43}, gloss[1], text_size, c.t3);
        }
        const float y = p.plan.headed ? box.centre().y : box.bottom() - (high || l > 0 ? 11.0f : 5.0f);
        if (l % each != 0) continue;
        p.text({p.plan.names, y}, "layer " + std::to_string(l + 1), text_size, c.t2);
    }
    if (of == HeadsOf::Source) return;
    const float above = p.plan.headed ? p.plan.group - 8 : (p.plan.group + p.plan.gap) / 2;
    const float line = box_of(p, {of, 0, 0}).y - above;
    if (line > p.plan.heads.y && line < p.plan.heads.bottom())
        add_line(p.scene, {p.plan.names, line}, {p.plan.right, line}, c.line, 1);
}

void draw_head_numbers(const CardPainter& p, int count) {
    const Palette& c = p.colors();
    constexpr float two_digits = 16;
    const bool words = p.plan.size + p.plan.gap >= 52;
    const int each = std::max(1, static_cast<int>(std::ceil(two_digits / (p.plan.size + p.plan.gap))));
    for (int k = 0; k < count; k += each) {
        const Box box = box_of(p, {HeadsOf::Cross, 0, k});
        if (box.x < p.plan.heads.x - 1 || box.right() > p.plan.heads.right() + 1) continue;
        const bool chosen = k == p.view.sight.head;
        p.text({box.centre().x, p.plan.numbers}, (words ? "head " : "") + std::to_string(k + 1), text_size,
               chosen ? c.t1 : c.t3, Align::Centre, chosen ? Face::Semibold : Face::Regular);
    }
}

void draw_bars_of_scroll(const CardPainter& p) {
    const CardPlan& plan = p.plan;
    const Palette& c = p.colors();
    if (plan.most_scroll_y > 0) {
        const float whole = plan.heads.h + plan.most_scroll_y,
                    at = std::min(p.settings.scroll_y, plan.most_scroll_y);
        const Box track{plan.right + 7, plan.heads.y, 3, plan.heads.h};
        add_fill(p.scene, track, c.bg2, 1.5f);
        add_fill(p.scene, {track.x, track.y + track.h * at / whole, 3, track.h * plan.heads.h / whole},
                 c.line2, 1.5f);
    }
    if (plan.most_scroll_x > 0) {
        const float whole = plan.heads.w + plan.most_scroll_x,
                    at = std::min(p.settings.scroll_x, plan.most_scroll_x);
        const Box track{plan.heads.x, plan.heads.bottom() + 6, plan.heads.w, 3};
        add_fill(p.scene, track, c.bg2, 1.5f);
        add_fill(p.scene, {track.x + track.w * at / whole, track.y, track.w * plan.heads.w / whole, 3},
                 c.line2, 1.5f);
    }
}

void draw_heads_legend(const CardPainter& p) {
    const Palette& c = p.colors();
    const CardPlan& plan = p.plan;
    const float room = plan.right - plan.names;
    for (const std::string& future :
         {std::string("Dashed corner: the future. The mask makes those weights exactly 0."),
          std::string("Dashed corner: the future, masked to exactly 0."),
          std::string("Dashed: the future, exactly 0.")})
        if (plan.note > 0 && p.measure(future, Face::Regular, text_size) <= room) {
            p.text({plan.names, plan.note}, future, text_size, c.t3);
            break;
        }
    if (plan.legend <= 0) return;
    const Shading shading{p.style};
    const Box bar{plan.names, plan.legend - 5, std::min(140.0f, room * 0.4f), 10};
    add_ramp(p.scene, shading, bar, 65);
    add_ramp_marks(p.scene, shading, bar);
    const std::string weight =
        p.style.scale == ValueScale::LiftSmall ? "weight, small ones lifted" : "weight";
    p.text({bar.right() + 12, plan.legend}, weight, text_size, c.t3);
    const std::string hint = "point at a head to see it large, click to keep it";
    const float used = bar.right() + 12 + p.measure(weight, Face::Regular, text_size) + 16;
    if (!p.settings.page && used + p.measure(hint, Face::Regular, text_size) <= plan.right)
        p.text({plan.right, plan.legend}, hint, text_size, c.t3, Align::Right);
}

} // namespace

void draw_every_head(const CardPainter& p) {
    const Palette& c = p.colors();
    const transformer::Config& config = p.view.config();
    const std::string title = "Every head", gloss = "rows ask, columns are looked at";
    p.text({p.plan.names, 20}, title, 13, c.t1, Align::Left, Face::Semibold);
    const std::string counts = counted(layers_of(config, HeadsOf::Cross), "layer") + " × " +
                               counted(heads_of(config, HeadsOf::Cross), "head");
    const float from = p.plan.names + p.measure(title, Face::Semibold, 13) + 10,
                until = p.plan.right - p.measure(counts, Face::Regular, text_size);
    if (from + p.measure(gloss, Face::Regular, text_size) + 12 <= until)
        p.text({from, 20}, gloss, text_size, c.t3);
    if (from + 12 <= until) p.text({p.plan.right, 20}, counts, text_size, c.t3, Align::Right);
    for (const HeadsOf of : all_heads_of) draw_group_names(p, of);
    const bool scrolls = p.plan.most_scroll_x > 0 || p.plan.most_scroll_y > 0;
    if (scrolls) p.scene.add(ClipItem{grown(p.plan.heads, 4)});
    int most = 1;
    for (const HeadsOf of : all_heads_of) {
        most = std::max(most, heads_of(config, of));
        for (int l = 0; l < layers_of(config, of); ++l)
            for (int k = 0; k < heads_of(config, of); ++k) draw_head(p, {of, l, k});
    }
    if (scrolls) p.scene.add(ClipEnd{});
    draw_head_numbers(p, most);
    draw_bars_of_scroll(p);
    if (!p.settings.hall) draw_heads_legend(p);
}

} // namespace heed::layered
