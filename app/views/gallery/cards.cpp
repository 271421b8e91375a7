// The Gallery's page: the cards, each with a picture of a real run.
#include "app/state/gallery/cards.h"
#include "app/figures/gallery/gallery.h"
#include "app/views/gallery/gallery.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr double loop_seconds = 6; // of a hovered card's picture

float loop_of(Ui& ui, bool hovered) {
    if (!hovered || ui.state.settings.reduced_motion) return 0;
    ui.memory.animating = true;
    return static_cast<float>(std::fmod(ui.state.clock, loop_seconds) / loop_seconds);
}

} // namespace

void gallery_cards_view(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    const std::vector<GalleryCard> cards = gallery_cards(s);
    GallerySettings settings{room.w, room.h, s.gallery.scroll};
    const GalleryPlan plan = gallery_plan(static_cast<int>(cards.size()), settings);
    settings.scroll = std::clamp(settings.scroll, 0.0f, plan.most_scroll);
    ui.clip(room);
    for (std::size_t n = 0; n < cards.size(); ++n) {
        Box box = plan.cards[n];
        box.x += room.x;
        box.y += room.y;
        const Ui::Hit hit = ui.press("card:" + cards[n].id, box, 8);
        if (hit.hovered) settings.hover = static_cast<int>(n);
        if (hit.focused) {
            settings.focus = static_cast<int>(n);
            const float above = room.y + 12 - box.y, below = box.bottom() + 12 - room.bottom();
            if (ui.memory.revealed == "card:" + cards[n].id && (above > 0 || below > 0))
                ui.send({"gallery-scroll", "",
                         static_cast<double>(std::clamp(settings.scroll + (above > 0 ? -above : below), 0.0f,
                                                        plan.most_scroll))});
        }
        if (hit.clicked) ui.send({"gallery-open", cards[n].id});
    }
    settings.loop = loop_of(ui, settings.hover >= 0);
    const Scene& scene =
        cached_scene(ui, "gallery", std::tuple(settings, s.gallery.card_problem), s.gallery.card, [&] {
            std::vector<Miniature> miniatures(cards.size());
            const FigureStyle style = figure_style(ui);
            if (s.gallery.card && !cards.empty())
                miniatures.front() =
                    pooling_miniature(*s.gallery.card, plan.cards.front().w - 40, 216, settings.loop, style);
            return gallery_figure(cards, miniatures, settings, style);
        });
    ui.draw(scene, {room.x, room.y});
    if (ui.over(room) && ui.wheel() != 0 && plan.most_scroll > 0)
        ui.send({"gallery-scroll", "",
                 static_cast<double>(std::clamp(settings.scroll - ui.wheel() * 60, 0.0f, plan.most_scroll))});
    ui.end_clip();
}

} // namespace heed
