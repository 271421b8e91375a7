#include "app/figures/base/scaled.h"

namespace heed {
namespace {

struct Scaling {
    float by;

    void of(float& length) const { length *= by; }
    void of(Point& p) const { p = {p.x * by, p.y * by}; }
    void of(Box& b) const { b = {b.x * by, b.y * by, b.w * by, b.h * by}; }
    void of(Dash& dash) const { dash = {dash.on * by, dash.off * by}; }

    template <class Item>
    void operator()(Item& item) const {
        if constexpr (requires { item.box; }) of(item.box);
        if constexpr (requires { item.centre; }) of(item.centre);
        if constexpr (requires { item.at; }) of(item.at);
        if constexpr (requires { item.d; }) of(item.a), of(item.b), of(item.c), of(item.d);
        if constexpr (requires { item.points; })
            for (Point& p : item.points) of(p);
        if constexpr (requires { item.radius; }) of(item.radius);
        if constexpr (requires { item.width; }) of(item.width);
        if constexpr (requires { item.border_width; }) of(item.border_width);
        if constexpr (requires { item.size; }) of(item.size);
        if constexpr (requires { item.gap; }) of(item.gap);
        if constexpr (requires { item.dash; }) of(item.dash);
    }
};

class LargerMetrics : public TextMetrics {
public:
    LargerMetrics(const TextMetrics& metrics, float by) : metrics_(metrics), by_(by) {}
    float width(const std::string& text, Face face, float size) const override {
        return metrics_.width(text, face, size * by_) / by_;
    }

private:
    const TextMetrics& metrics_;
    float by_;
};

} // namespace

Scene drawn_larger(const FigureStyle& style, float by, const std::function<Scene(const FigureStyle&)>& draw) {
    const LargerMetrics metrics(*style.metrics, by);
    FigureStyle larger = style;
    larger.metrics = &metrics;
    return scaled(draw(larger), by);
}

Scene scaled(Scene scene, float by) {
    const Scaling scaling{by};
    scaling.of(scene.width);
    scaling.of(scene.height);
    for (SceneItem& item : scene.items) std::visit(scaling, item);
    for (Pick& pick : scene.picks) {
        scaling.of(pick.box);
        scaling.of(pick.cells.width);
        scaling.of(pick.cells.height);
    }
    return scene;
}

} // namespace heed
