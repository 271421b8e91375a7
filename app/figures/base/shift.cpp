#include "app/figures/base/shift.h"

namespace heed {
namespace {

struct Shift {
    float x, y;

    void operator()(Point& p) const {
        p.x += x;
        p.y += y;
    }
    void operator()(Box& b) const {
        b.x += x;
        b.y += y;
    }
    void operator()(CircleItem& item) const { (*this)(item.centre); }
    void operator()(TextItem& item) const { (*this)(item.at); }
    void operator()(LineItem& item) const {
        for (Point& p : item.points) (*this)(p);
    }
    void operator()(CurveItem& item) const {
        for (Point* p : {&item.a, &item.b, &item.c, &item.d}) (*this)(*p);
    }
    void operator()(ClipEnd&) const {}
    template <class Boxed>
    void operator()(Boxed& item) const {
        (*this)(item.box);
    }
};

} // namespace

void shift(Scene& scene, float x, float y) {
    const Shift by{x, y};
    for (SceneItem& item : scene.items) std::visit(by, item);
    for (Pick& pick : scene.picks) by(pick.box);
}

} // namespace heed
