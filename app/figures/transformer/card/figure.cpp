// The picture as a whole, and the small one on the page of cards.
#include "app/figures/base/format.h"
#include "app/figures/base/scaled.h"
#include "app/figures/maps/cells.h"
#include "app/figures/transformer/card/parts.h"
#include "app/figures/transformer/transformer.h"

#include <algorithm>

namespace heed {

using namespace layered;

Scene transformer_card_figure(const Trace& run, const TransformerBoard& board, const Playhead& playhead,
                              const TransformerCardSettings& settings, const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const CardView view(run, playhead, settings.look);
    const CardPlan plan = card_plan(view.config(), settings);
    const auto maps = settings.maps ? settings.maps : transformer_maps(run);
    const CardPainter painter{{scene, style}, view, board, settings, plan, *maps};
    draw_every_head(painter);
    draw_panels(painter);
    return scene;
}

TransformerCardLayout transformer_card_layout(const Trace& run, const TransformerCardSettings& settings) {
    const CardPlan plan = card_plan(transformer_facts(run).config, settings);
    return {plan.heads, plan.most_scroll_x, plan.most_scroll_y, plan.page_wide, plan.page_high};
}

Scene transformer_card_lecture(const Trace& run, const TransformerBoard& board, const Playhead& playhead,
                               const TransformerCardSettings& settings, const FigureStyle& style) {
    return drawn_larger(style, hall_letters, [&](const FigureStyle& larger) {
        TransformerCardSettings smaller = settings;
        smaller.width /= hall_letters;
        smaller.height /= hall_letters;
        smaller.hall = true;
        return transformer_card_figure(run, board, playhead, smaller, larger);
    });
}

// ---------------------------------------------------------------------------------------------- small

namespace {

constexpr int most_small = 4;   // heads of a row
constexpr float small_gap = 14; // px, between them

/// A row of heads with its name above; the rows of the maps that are revealed.
void draw_small_row(const Pen& p, const Reading& r, const TransformerMaps& maps, const CardHead& first,
                    Point at, float side, float revealed, const CardHead& chosen) {
    const bool cross = first.of == HeadsOf::Cross;
    const Palette& c = p.colors();
    p.text({at.x, at.y}, cross ? "output to source" : "source to source", 11,
           cross ? c.attention : c.forward);
    for (int k = 0; k < std::min(most_small, heads_of(r.config, first.of)); ++k) {
        const CardHead head{first.of, first.layer, k};
        const auto& values = maps.at(r, sight_of(r.config, head));
        if (!values || values->rows == 0) continue;
        const Box box{at.x + 2 + static_cast<float>(k) * (side + small_gap), at.y + 12, side, side};
        const float rows = std::max(1.0f, revealed * static_cast<float>(values->rows));
        TiledItem tiles = Shading{p.style}.tiles(
            {box.x, box.y, box.w, box.h * rows / static_cast<float>(values->rows)}, values);
        tiles.rows = rows;
        tiles.gap = cell_gap(side / static_cast<float>(values->rows));
        p.scene.add(std::move(tiles));
        if (head == chosen) add_frame(p.scene, grown(box, 3), c.t1, 1.5f, 4);
    }
}

} // namespace

Scene transformer_miniature(const Trace& run, float width, float height, float loop,
                            const FigureStyle& style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    const Playhead nowhere;
    const Reading r(run, nowhere, {});
    const auto maps = transformer_maps(run);
    const Pen pen{scene, style};
    const CardHead chosen = card_head_of(sight_of(r.config, {}));
    const float wide = (width - 4 - static_cast<float>(most_small - 1) * small_gap) / most_small;
    const float side = std::min(wide, height / 2 - 28);
    const float written = loop <= 0 ? 1 : std::min(1.0f, loop * 1.25f);
    draw_small_row(pen, r, *maps, {HeadsOf::Source, r.config.encoder.layers - 1, 0}, {0, 12}, side, 1,
                   chosen);
    draw_small_row(pen, r, *maps, {HeadsOf::Cross, chosen.layer, 0}, {0, 12 + height / 2}, side, written,
                   chosen);
    return scene;
}

} // namespace heed
