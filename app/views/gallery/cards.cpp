// The Gallery's page: the cards, each with a picture of a real run.
#include "app/state/gallery/cards.h"
#include "app/figures/gallery/gallery.h"
#include "app/views/base/widgets.h"
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

/// Of the cards whose picture is there; the one that is pointed at moves.
std::vector<Miniature> miniatures_of(Ui& ui, const std::vector<GalleryCard>& cards, const GalleryPlan& plan,
                                     const GallerySettings& settings) {
    std::vector<Miniature> miniatures(cards.size());
    for (std::size_t n = 0; n < cards.size(); ++n) {
        const auto made = ui.state.gallery.cards.find(cards[n].id);
        if (made == ui.state.gallery.cards.end() || !made->second->draw) continue;
        const float loop = settings.hover == static_cast<int>(n) ? settings.loop : 0;
        miniatures[n] = made->second->draw(plan.cards[n].w - 40, 216, loop, figure_style(ui));
    }
    return miniatures;
}

constexpr float kind_width = 92; // px a label

std::vector<std::string> kinds_offered(const AppState& s) {
    std::vector<std::string> kinds{"All"};
    for (std::string& kind : card_kinds(all_cards(s))) kinds.push_back(std::move(kind));
    return kinds;
}

/// All, or the cards of one kind alone.
void kind_filter(Ui& ui, Box room, float scroll) {
    const std::vector<std::string> kinds = kinds_offered(ui.state);
    if (kinds.size() < 3) return; // nothing to choose
    const float width = kind_width * static_cast<float>(kinds.size());
    const auto now = std::find(kinds.begin(), kinds.end(), ui.state.gallery.kind);
    const int chosen = now == kinds.end() ? 0 : static_cast<int>(now - kinds.begin());
    const Box box{room.right() - 16 - width, room.y + 16 - scroll, width, 28};
    const int picked = segmented(ui, "kind", box, kinds, chosen);
    if (picked >= 0) ui.send({"gallery-kind", picked == 0 ? "" : kinds[static_cast<std::size_t>(picked)]});
}

} // namespace

void gallery_cards_view(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    const std::vector<GalleryCard> cards = gallery_cards(s);
    GallerySettings settings{room.w, room.h, s.gallery.scroll};
    const std::size_t kinds = kinds_offered(s).size();
    settings.head = kinds < 3 ? 0 : kind_width * static_cast<float>(kinds) + 24;
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
    const std::tuple key(settings, s.gallery.kind, s.gallery.cards.size(), s.gallery.card_problems.size());
    const Scene& scene = cached_scene(ui, "gallery", key, nullptr, [&] {
        return gallery_figure(cards, miniatures_of(ui, cards, plan, settings), settings, figure_style(ui));
    });
    ui.draw(scene, {room.x, room.y});
    kind_filter(ui, room, settings.scroll);
    if (ui.over(room) && ui.wheel() != 0 && plan.most_scroll > 0)
        ui.send({"gallery-scroll", "",
                 static_cast<double>(std::clamp(settings.scroll - ui.wheel() * 60, 0.0f, plan.most_scroll))});
    ui.end_clip();
}

} // namespace heed
