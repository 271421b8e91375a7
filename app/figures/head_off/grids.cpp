// What the absence of each head does, each alone: a difference map of every head of each kind.
#include "app/figures/base/format.h"
#include "app/figures/head_off/plan.h"
#include "app/figures/maps/cells.h"

#include <algorithm>
#include <cmath>

namespace heed::headoff {
namespace {

/// The heads of one kind, by layer.
struct Grid {
    HeadKind kind = HeadKind::Cross;
    int layers = 0, heads = 0;
};

std::vector<Grid> grids_of(const HeadOffWork& work) {
    std::vector<Grid> grids;
    for (const heads::Head& head : heads::heads_of(*work.model)) {
        const auto found =
            std::find_if(grids.begin(), grids.end(), [&](const Grid& g) { return g.kind == head.kind; });
        Grid& grid = found == grids.end() ? grids.emplace_back(Grid{head.kind}) : *found;
        grid.layers = std::max(grid.layers, head.site.layer + 1);
        grid.heads = std::max(grid.heads, head.site.head + 1);
    }
    return grids;
}

/// Nats at either end of the colours.
float scale_of(const HeadOffSettings& settings) {
    float most = 0;
    if (settings.costs)
        for (const heads::Cost& cost : settings.costs->all)
            most = std::max(most, static_cast<float>(std::abs(cost.nats)));
    return most > 0 ? round_above(most) : 1;
}

std::string_view grid_title(HeadKind kind, bool crosses) {
    if (kind == HeadKind::Cross) return "Cross";
    if (kind == HeadKind::Encoder) return "Encoder";
    return crosses ? "Decoder, own past" : "Decoder";
}

std::string cell_tip(const Drawing& d, const HeadPlace& place) {
    std::string words = head_name(place);
    if (const auto type = d.work.types.find(place); type != d.work.types.end()) words += ", " + type->second;
    if (d.settings.costs)
        if (const auto nats = d.settings.costs->nats(place))
            words += ": without it log p " + (std::abs(*nats) < 0.0005 ? "stays" : change_number(-*nats));
    const auto edit = d.work.edits.find(place);
    if (edit != d.work.edits.end()) return words + ". Click: as it was";
    return words + ". Click: switch it off too";
}

void draw_cross(const Drawing& d, Box cell, Color ink) {
    const float arm = std::min(cell.w, cell.h) * 0.2f;
    const Point m = cell.centre();
    add_line(d.scene, {m.x - arm, m.y - arm}, {m.x + arm, m.y + arm}, ink, 1.5f);
    add_line(d.scene, {m.x - arm, m.y + arm}, {m.x + arm, m.y - arm}, ink, 1.5f);
}

void draw_cell(const Drawing& d, const Shading& shading, const HeadPlace& place, Box cell) {
    const Palette& c = d.colors();
    const auto nats = d.settings.costs ? d.settings.costs->nats(place) : std::nullopt;
    const float radius = std::min(3.0f, std::min(cell.w, cell.h) / 6);
    const auto lost = static_cast<float>(nats.value_or(0));
    constexpr float dashed = 10; // px: dashes around smaller ones are noise
    if (nats)
        add_fill(d.scene, cell, shading.color(-lost), radius);
    else if (std::min(cell.w, cell.h) < dashed)
        add_frame(d.scene, grown(cell, -0.5f), c.line, 1, radius);
    else
        add_later(d.scene, cell, c, radius);
    const auto edit = d.work.edits.find(place);
    const Color ink = nats ? shading.ink(-lost) : c.t1;
    if (edit != d.work.edits.end()) {
        if (edit->second.kind == HeadEdit::Kind::Off)
            draw_cross(d, cell, ink);
        else
            d.scene.add(CircleItem{cell.centre(), std::min(cell.w, cell.h) * 0.16f, ink});
    }
    const bool chosen = d.settings.chosen == place;
    if (chosen || edit != d.work.edits.end())
        add_frame(d.scene, grown(cell, 1), chosen ? c.t1 : c.t2, chosen ? 2.0f : 1.25f, radius + 1);
}

/// px of the names of its layers and heads, where it is the large one.
constexpr float layer_names = 22, head_names = 20, grid_title_high = 22;

constexpr float widest_cell = 110;
/// Of a cell so wide.
float tallest(float wide, bool large) { return (large ? 1.35f : 1.5f) * wide; }

/// Whether the n-th has its name: each so many, and the chosen one in place of those beside it.
bool has_name(int n, int each, int chosen) {
    return n == chosen || (n % each == 0 && (chosen < 0 || each == 1 || std::abs(n - chosen) >= each));
}

void draw_grid(const Drawing& d, const Grid& grid, Box room, bool large) {
    const Palette& c = d.colors();
    const bool crosses = d.work.before->labels.contains({HeadKind::Cross, heads::Reading::Predicts});
    const float names_x = large ? layer_names : 0;
    d.text({room.x + names_x, room.y + 8},
           d.cut(std::string(grid_title(grid.kind, crosses)), Face::Medium, small, room.w - names_x), small,
           c.t1, Align::Left, Face::Medium);
    const Box area{room.x + names_x, room.y + grid_title_high, room.w - names_x,
                   room.h - grid_title_high - (large ? head_names : 0)};
    const float wide = std::min(widest_cell, area.w / static_cast<float>(grid.heads)),
                high = std::min(tallest(wide, large), area.h / static_cast<float>(grid.layers));
    if (wide < 2 || high < 2) return;
    const float gap = std::min(2.0f, std::min(wide, high) * 0.12f);
    const Shading shading{d.style, scale_of(d.settings)};
    const bool has_chosen = d.settings.chosen && d.settings.chosen->kind == grid.kind;
    const int chosen_layer = has_chosen ? d.settings.chosen->layer : -1,
              chosen_head = has_chosen ? d.settings.chosen->head : -1;
    for (int layer = 0; layer < grid.layers; ++layer) {
        const float y = area.y + static_cast<float>(grid.layers - 1 - layer) * high;
        const int each_layer = std::max(1, static_cast<int>(std::ceil(12 / high)));
        if (large && has_name(layer, each_layer, chosen_layer)) {
            const bool here = layer == chosen_layer;
            d.text({area.x - 8, y + high / 2}, std::to_string(layer + 1), small, here ? c.t1 : c.t3,
                   Align::Right, here ? Face::MonoSemibold : Face::Mono);
        }
        for (int head = 0; head < grid.heads; ++head) {
            const HeadPlace place{grid.kind, layer, head};
            const Box whole{area.x + static_cast<float>(head) * wide, y, wide, high};
            draw_cell(d, shading, place, grown(whole, -gap / 2));
            d.scene.pick(whole, {PickKind::Button, static_cast<int>(grid.kind), layer, head, "head-off"},
                         cell_tip(d, place));
        }
    }
    if (!large) return;
    const int each_head = std::max(1, static_cast<int>(std::ceil(16 / wide)));
    const float below = area.y + static_cast<float>(grid.layers) * high + 12;
    for (int head = 0; head < grid.heads; ++head) {
        if (!has_name(head, each_head, chosen_head)) continue;
        const bool here = head == chosen_head;
        d.text({area.x + (static_cast<float>(head) + 0.5f) * wide, below}, std::to_string(head + 1), small,
               here ? c.t1 : c.t3, Align::Centre, here ? Face::MonoSemibold : Face::Mono);
    }
}

void draw_legend(const Drawing& d, Box card) {
    const Palette& c = d.colors();
    const Shading shading{d.style, scale_of(d.settings)};
    const float y = card.bottom() - 42, right = card.right() - margin_x;
    const Box ramp{card.x + margin_x, y, std::min(180.0f, card.w * 0.5f), 10};
    add_ramp(d.scene, shading, ramp, 65);
    add_frame(d.scene, ramp, c.line2, 1, 1);
    d.text({ramp.x, y + 23}, "less likely", small, c.t3);
    d.text({ramp.right(), y + 23}, "more", small, c.t3, Align::Right);
    const bool waits = !d.settings.costs_words.empty();
    if (!waits && d.settings.costs) {
        const std::string runs = counted(static_cast<int>(d.settings.costs->all.size()), "run");
        const double seconds = d.settings.costs->seconds;
        const std::string took = d.settings.paper ? ""
                                 : seconds < 0.05 ? ", <0.1 s"
                                                  : ", " + fixed(seconds, 1) + " s";
        for (const std::string& words : {runs + took, runs})
            if (d.measure(words, Face::Mono, small) <= right - ramp.right() - 12) {
                d.text({right, y + 5}, words, small, c.t3, Align::Right, Face::Mono);
                break;
            }
    }
    if (!d.settings.costs) return;
    const std::string scale = "±" + up_to(static_cast<double>(scale_of(d.settings))) + " nats";
    if (!waits) return d.text({right, y + 23}, scale, small, c.t3, Align::Right, Face::Mono);
    // A button stands at the right.
    const float left = ramp.x + d.measure("less likely", Face::Regular, small),
                end = ramp.right() - d.measure("more", Face::Regular, small);
    if (d.measure(scale, Face::Mono, small) <= end - left - 12)
        d.text({(left + end) / 2, y + 23}, scale, small, c.t3, Align::Centre, Face::Mono);
}

} // namespace

void draw_grids(const Drawing& d) {
    constexpr float top = 44, legend = 62, between = 14;
    const Palette& c = d.colors();
    const Box card = d.plan.grids;
    draw_card(d, card);
    d.text({card.x + margin_x, card.y + 22}, "Each head off, alone", letters, c.t1, Align::Left,
           Face::Semibold);
    const float free =
        card.w - 2 * margin_x - d.measure("Each head off, alone", Face::Semibold, letters) - 12;
    std::string what = d.settings.costs_words;
    if (what.empty()) what = d.work.places ? "Δ log p, all places" : "Δ log p of the sentence";
    if (d.settings.costs_words.empty() && d.measure(what, Face::Regular, small) > free) what = "Δ log p";
    d.text({card.right() - margin_x, card.y + 22}, d.cut(what, Face::Regular, small, free), small, c.t3,
           Align::Right);
    const std::vector<Grid> grids = grids_of(d.work);
    if (grids.empty()) return;
    const Box room{card.x + margin_x, card.y + top, card.w - 2 * margin_x, card.h - top - legend};
    const std::size_t others = grids.size() - 1;
    // The others share what is left below, as far as their layers need it.
    float low = 0;
    const float each =
        others == 0 ? 0 : (room.w - 24 * static_cast<float>(others - 1)) / static_cast<float>(others);
    for (std::size_t n = 1; n < grids.size(); ++n)
        low = std::max(low, grid_title_high + static_cast<float>(grids[n].layers) *
                                                  tallest(each / static_cast<float>(grids[n].heads), false));
    low = others == 0 ? 0 : std::min(low, room.h * 0.4f);
    draw_grid(d, grids.front(), {room.x, room.y, room.w, room.h - low - (others > 0 ? between : 0)}, true);
    for (std::size_t n = 1; n < grids.size(); ++n)
        draw_grid(d, grids[n],
                  {room.x + static_cast<float>(n - 1) * (each + 24), room.bottom() - low, each, low}, false);
    draw_legend(d, card);
}

} // namespace heed::headoff
