#include "tests/app/figures/scene_checks.h"

#include <cmath>
#include <numbers>

namespace heed {

namespace {

struct Sound {
    int depth = 0;

    bool ok(Point p) const { return std::isfinite(p.x) && std::isfinite(p.y); }
    bool ok(Box b) const {
        return ok(Point{b.x, b.y}) && std::isfinite(b.w) && std::isfinite(b.h) && b.w >= 0 && b.h >= 0;
    }
    bool operator()(const RectItem& r) const {
        return ok(r.box) && std::isfinite(r.radius) && r.radius >= 0 && r.border_width >= 0;
    }
    bool operator()(const CircleItem& c) const {
        return ok(c.centre) && std::isfinite(c.radius) && c.radius >= 0;
    }
    bool operator()(const LineItem& l) const {
        for (const Point p : l.points)
            if (!ok(p)) return false;
        return l.points.size() >= 2 && std::isfinite(l.width);
    }
    bool operator()(const CurveItem& c) const {
        return ok(c.a) && ok(c.b) && ok(c.c) && ok(c.d) && std::isfinite(c.width);
    }
    bool operator()(const TextItem& t) const { return ok(t.at) && t.size > 0; }
    bool operator()(const MatrixItem& m) const {
        return ok(m.box) && m.values && m.values->size() == static_cast<std::size_t>(m.rows * m.columns);
    }
    bool operator()(const TiledItem& t) const {
        return ok(t.box) && t.values && t.values->values && t.rows >= 0 && t.columns >= 0 &&
               t.first_row >= 0 && t.first_column >= 0 &&
               t.first_row + t.rows <= static_cast<float>(t.values->rows) + 0.01f &&
               t.first_column + t.columns <= static_cast<float>(t.values->columns) + 0.01f;
    }
    bool operator()(const GlowItem& g) const { return ok(g.box); }
    bool operator()(const ClipItem& c) { return ++depth == 1 && ok(c.box); }
    bool operator()(const ClipEnd&) { return --depth == 0; }
};

} // namespace

std::string unsound(const Scene& scene) {
    Sound sound;
    for (std::size_t n = 0; n < scene.items.size(); ++n)
        if (!std::visit(sound, scene.items[n]))
            return "item " + std::to_string(n) + " of kind " + std::to_string(scene.items[n].index());
    if (sound.depth != 0) return "a clip that does not end";
    for (const Pick& pick : scene.picks)
        if (!sound.ok(pick.box)) return "a pick: " + pick.tooltip;
    return {};
}

std::vector<LaidText> laid_texts(const Scene& scene, const TextMetrics& metrics) {
    std::vector<LaidText> laid;
    for (const TextItem* text : items_of<TextItem>(scene)) {
        const float width = metrics.width(text->text, text->face, text->size), half = text->size * 0.38f;
        const float left = text->align == Align::Left     ? 0
                           : text->align == Align::Centre ? -width / 2
                                                          : -width;
        const float turn = text->angle * std::numbers::pi_v<float> / 180;
        LaidText t{text, {text->at.x + left, text->at.y - half, width, 2 * half}, {}};
        for (const Point p :
             {Point{left, -half}, Point{left + width, -half}, Point{left + width, half}, Point{left, half}})
            t.corners.push_back({text->at.x + p.x * std::cos(turn) + p.y * std::sin(turn),
                                 text->at.y - p.x * std::sin(turn) + p.y * std::cos(turn)});
        laid.push_back(t);
    }
    return laid;
}

std::string outside(const Scene& scene, const TextMetrics& metrics) {
    for (const LaidText& text : laid_texts(scene, metrics))
        for (const Point p : text.corners)
            if (p.x < -0.5f || p.y < -0.5f || p.x > scene.width + 0.5f || p.y > scene.height + 0.5f)
                return "“" + text.item->text + "” at " + std::to_string(p.x) + ", " + std::to_string(p.y);
    return {};
}

std::string overlapping(const Scene& scene, const TextMetrics& metrics) {
    const std::vector<LaidText> texts = laid_texts(scene, metrics);
    for (std::size_t a = 0; a < texts.size(); ++a)
        for (std::size_t b = a + 1; b < texts.size(); ++b) {
            if (texts[a].item->angle != 0 || texts[b].item->angle != 0) continue;
            if (texts[a].item->size != texts[b].item->size && texts[a].item->face == Face::Italic)
                continue; // a subscript
            const Box p = texts[a].box, q = texts[b].box;
            const float x = std::min(p.right(), q.right()) - std::max(p.x, q.x);
            const float y = std::min(p.bottom(), q.bottom()) - std::max(p.y, q.y);
            if (x > 0.75f && y > 0.75f)
                return "“" + texts[a].item->text + "” and “" + texts[b].item->text + "” at " +
                       std::to_string(p.x) + ", " + std::to_string(p.y);
        }
    return {};
}

} // namespace heed
