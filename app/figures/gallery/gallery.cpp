// The page of cards (gallery §11).
#include "app/figures/gallery/gallery.h"

#include "app/figures/base/equation.h"
#include "app/figures/base/marks.h"
#include "app/figures/base/paper_parts.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float edge = 16, first_card = 84, gap = 12; // px: round the page, above the cards, between them
constexpr float usual_width = 383, widest = 480, card_height = 424, inset = 20;
constexpr float miniature_top = 92, miniature_bottom = 308;

struct CardPainter {
    Scene& scene;
    const GalleryCard& card;
    const FigureStyle& style;
    Box box;
    bool hovered, focused;

    const Palette& colors() const { return style.colors(); }
    float left() const { return box.x + inset; }
    float right() const { return box.right() - inset; }
    float room() const { return box.w - 2 * inset; }
    void text(float x, float y, const std::string& words, Face face, float size, Color color,
              Align align = Align::Left) const {
        add_text(scene, {x, box.y + y}, words, face, size, color, align);
    }
    void rule(float y) const {
        scene.add(RectItem{{left(), box.y + y, room(), 1}, colors().line, {0, 0, 0, 0}, 0, 0, {}});
    }
};

void draw_ground(const CardPainter& p) {
    const Palette& c = p.colors();
    p.scene.add(RectItem{p.box, p.hovered ? c.bg2 : c.bg1, p.hovered ? c.line2 : c.line, 1, 8, {}});
    if (p.focused) add_ring(p.scene, p.box, c.t1, 3, 8, 2);
}

void draw_words(const CardPainter& p) {
    const Palette& c = p.colors();
    const float title_room = p.room() - (p.hovered ? 84 : 0);
    p.text(p.left(), 24, fitted(p.style, p.card.title, Face::Semibold, 15, title_room), Face::Semibold, 15,
           c.t1);
    // Two lines as designed; in a narrow card three, or smaller ones: nothing is cut.
    float size = 13, pitch = 19, y = 48;
    std::vector<std::string> lines = wrap(p.card.words, p.room(), Face::Regular, size, *p.style.metrics);
    if (lines.size() > 2) pitch = 16, y = 44;
    if (lines.size() > 3) {
        size = 11, pitch = 13, y = 42;
        lines = wrap(p.card.words, p.room(), Face::Regular, size, *p.style.metrics);
    }
    for (const std::string& line : lines) {
        p.text(p.left(), y, line, Face::Regular, size, c.t2);
        y += pitch;
    }
}

void draw_problem(const CardPainter& p) {
    float y = 186;
    for (const std::string& line : wrap(p.card.problem, p.room() - 24, Face::Regular, 13, *p.style.metrics)) {
        p.text(p.box.centre().x, y, fitted(p.style, line, Face::Regular, 13, p.room()), Face::Regular, 13,
               p.colors().t3, Align::Centre);
        y += 20;
    }
}

void draw_bars(const CardPainter& p) {
    const Palette& c = p.colors();
    const float left = p.left() + 148, width = std::max(20.0f, p.right() - 55 - left);
    float y = 324;
    for (const CardBar& bar : p.card.bars) {
        p.text(p.left(), y, fitted(p.style, bar.label, Face::Regular, 11, 140), Face::Regular, 11,
               bar.attention ? c.t1 : c.t2);
        p.scene.add(
            RectItem{{left, p.box.y + y - 3, width, 6}, p.hovered ? c.bg3 : c.bg2, {0, 0, 0, 0}, 0, 3, {}});
        const float length = std::max(2.0f, static_cast<float>(std::clamp(bar.share, 0.0, 1.0)) * width);
        p.scene.add(RectItem{{left, p.box.y + y - 3, length, 6},
                             bar.attention ? c.attention : c.t3,
                             {0, 0, 0, 0},
                             0,
                             std::min(3.0f, length / 2),
                             {}});
        p.text(p.right(), y, bar.value, Face::Mono, 11, c.t1, Align::Right);
        y += 18;
    }
    const float wide = text_width(p.style, p.card.measure, Face::Regular, 11);
    if (wide <= p.right() - left) return p.text(left, y, p.card.measure, Face::Regular, 11, c.t3);
    for (const std::string& line : wrap(p.card.measure, p.room(), Face::Regular, 11, *p.style.metrics)) {
        p.text(p.right(), y, line, Face::Regular, 11, c.t3, Align::Right);
        y += 13;
    }
}

void draw_foot(const CardPainter& p) {
    const Palette& c = p.colors();
    const std::string looks = "looks at";
    const float note = text_width(p.style, p.card.footnote, Face::Regular, 11);
    const float x = p.left() + text_width(p.style, looks, Face::Regular, 11) + 8;
    p.text(p.left(), 404, looks, Face::Regular, 11, c.t3);
    p.text(x, 404, fitted(p.style, p.card.looks_at, Face::Semibold, 11, p.right() - note - 12 - x),
           Face::Semibold, 11, c.attention);
    p.text(p.right(), 404, p.card.footnote, Face::Regular, 11, c.t3, Align::Right);
}

void draw_open(const CardPainter& p) {
    const Palette& c = p.colors();
    const Box button{p.right() - 76 + 4, p.box.y + 10, 76, 28};
    p.scene.add(RectItem{button, c.t1, {0, 0, 0, 0}, 0, 6, {}});
    add_text(p.scene, button.centre(), "Open", Face::Medium, 13, c.bg0, Align::Centre);
}

/// A scene as a part of another one.
void add_moved(Scene& scene, const Scene& part, Point by) {
    const auto moved = [&](Point p) { return Point{p.x + by.x, p.y + by.y}; };
    const auto moved_box = [&](Box b) { return Box{b.x + by.x, b.y + by.y, b.w, b.h}; };
    for (SceneItem item : part.items) {
        std::visit(
            [&](auto& it) {
                if constexpr (requires { it.box; }) it.box = moved_box(it.box);
                if constexpr (requires { it.centre; }) it.centre = moved(it.centre);
                if constexpr (requires { it.at; }) it.at = moved(it.at);
                if constexpr (requires { it.points; })
                    for (Point& p : it.points) p = moved(p);
                if constexpr (requires { it.d; }) {
                    it.a = moved(it.a), it.b = moved(it.b);
                    it.c = moved(it.c), it.d = moved(it.d);
                }
            },
            item);
        scene.items.push_back(std::move(item));
    }
    for (const Pick& pick : part.picks) scene.pick(moved_box(pick.box), pick.id, pick.tooltip);
}

void draw_card(const CardPainter& p, const Miniature* miniature, int index) {
    draw_ground(p);
    draw_words(p);
    if (!p.card.problem.empty())
        draw_problem(p);
    else if (miniature)
        add_moved(p.scene, miniature->scene, {p.left(), p.box.y + miniature_top});
    p.rule(miniature_bottom);
    draw_bars(p);
    p.rule(384);
    draw_foot(p);
    if (p.hovered) draw_open(p);
    p.scene.pick(p.box, {PickKind::Button, index, -1, -1, p.card.id}, "Open " + p.card.title + "\tEnter");
}

int columns_of(float width) { return width < 1060 ? 2 : width < 1400 ? 3 : 4; }

} // namespace

GalleryPlan gallery_plan(int cards, const GallerySettings& settings) {
    GalleryPlan plan;
    const int columns = columns_of(settings.width);
    const auto share =
        (settings.width - 2 * edge - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float width = std::floor(std::min(share, std::max(usual_width, widest)));
    const int rows = (cards + columns - 1) / columns;
    const float high = first_card + static_cast<float>(rows) * (card_height + gap) + edge - gap;
    plan.most_scroll = std::max(0.0f, std::ceil(high - settings.height));
    const float scroll = std::clamp(settings.scroll, 0.0f, plan.most_scroll);
    for (int k = 0; k < cards; ++k)
        plan.cards.push_back({edge + static_cast<float>(k % columns) * (width + gap),
                              first_card + static_cast<float>(k / columns) * (card_height + gap) - scroll,
                              width, card_height});
    return plan;
}

std::vector<std::string> card_kinds(const std::vector<GalleryCard>& cards) {
    std::vector<std::string> kinds;
    for (const GalleryCard& card : cards)
        if (std::find(kinds.begin(), kinds.end(), card.kind) == kinds.end()) kinds.push_back(card.kind);
    return kinds;
}

Scene gallery_figure(const std::vector<GalleryCard>& cards, const std::vector<Miniature>& miniatures,
                     const GallerySettings& settings, const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const GalleryPlan plan = gallery_plan(static_cast<int>(cards.size()), settings);
    const float up = std::clamp(settings.scroll, 0.0f, plan.most_scroll), room = settings.width - 2 * edge;
    const Palette& c = style.colors();
    add_text(scene, {edge, 30 - up},
             fitted(style, "Attention in other shapes", Face::Semibold, 20, room - settings.head),
             Face::Semibold, 20, c.t1);
    const std::string moves = "The same three moves everywhere: score, normalize, mix. ";
    const bool one = cards.size() == 1;
    const std::string runs =
        std::string(one ? "The" : "Each") + " card runs a trained model against one without attention.";
    std::vector<std::string> lines;
    for (const std::string& words :
         {moves + "What changes is what is being looked at. " + runs, moves + runs})
        if (lines.size() != 1) lines = wrap(words, room, Face::Regular, 13, *style.metrics);
    float y = (lines.size() > 1 ? 52.0f : 59.0f) - up;
    for (const std::string& line : lines) {
        add_text(scene, {edge, y}, line, Face::Regular, 13, c.t2);
        y += 18;
    }
    for (std::size_t k = 0; k < cards.size(); ++k) {
        const Box& box = plan.cards[k];
        if (box.bottom() < 0 || box.y > settings.height) continue;
        const int index = static_cast<int>(k);
        draw_card({scene, cards[k], style, box, settings.hover == index, settings.focus == index},
                  k < miniatures.size() ? &miniatures[k] : nullptr, index);
    }
    return scene;
}

} // namespace heed
