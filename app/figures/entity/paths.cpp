// The path of every slot in the plane of the two directions in which their states differ most.
#include "app/figures/base/format.h"
#include "app/figures/base/point_labels.h"
#include "app/figures/entity/draw.h"
#include "core/analysis/projection.h"

#include <algorithm>
#include <cmath>

namespace heed::slots {
namespace {

constexpr float inset = 28;
constexpr float moved_from = 0.25f; // a gate from here on moves what it opens

/// Where the states of all slots stand, and on the canvas.
struct Plane {
    std::vector<MatrixXf> paths; // of each slot, (2, N + 1)
    float share = 0;             // of how the states differ
    Point middle{};
    Box box{};
    float scale = 1, mid_x = 0, mid_y = 0;

    Point on_canvas(float x, float y) const {
        return {box.centre().x + (x - mid_x) * scale, box.centre().y - (y - mid_y) * scale};
    }
    Point at(int slot, int n) const {
        const MatrixXf& path = paths[static_cast<std::size_t>(slot)];
        return on_canvas(path(0, n), path(1, n));
    }
};

/// A key is as long as its word's vector, a state has length 1: both are shown as directions where states are
/// normalised, so that a path begins where its key points.
MatrixXf shown_states(const Reading& r, int slot) {
    MatrixXf states = r.value("memory.states", slot);
    if (r.config.memory.normalise && states.col(0).norm() > 0) states.col(0).normalize();
    return states;
}

Plane plane_of(const Reading& r, Box box) {
    const Eigen::Index each = r.sentences + 1;
    MatrixXf all(r.value("memory.states").rows(), each * r.slots);
    for (int j = 0; j < r.slots; ++j) all.middleCols(j * each, each) = shown_states(r, j);
    const analysis::Projection axes = analysis::principal_components(all);
    Plane plane;
    plane.box = box;
    const MatrixXf points = axes.of(all);
    plane.share = axes.share.sum();
    for (int j = 0; j < r.slots; ++j) plane.paths.push_back(points.middleCols(j * each, each));
    const Eigen::Vector2f low = points.rowwise().minCoeff(), high = points.rowwise().maxCoeff();
    plane.mid_x = (low(0) + high(0)) / 2;
    plane.mid_y = (low(1) + high(1)) / 2;
    const float wide = std::max(1e-6f, high(0) - low(0)), tall = std::max(1e-6f, high(1) - low(1));
    plane.scale = std::min((box.w - 2 * inset - 40) / wide, (box.h - 2 * inset) / tall);
    return plane;
}

/// What is told of a place: the mean of the states of those that are there; none of one where nobody was.
std::vector<std::pair<std::string, Point>> places_of(const Painter& p, const Plane& plane, int states) {
    std::vector<std::pair<std::string, Point>> found;
    if (!p.reading.config.tied()) return found;
    for (std::size_t place = 0; place < p.board.places.size(); ++place) {
        float x = 0, y = 0, count = 0;
        for (int t = 0; t + 1 < states; ++t) {
            const StoryBoard::Sentence* told = told_of(p.board, p.reading, t);
            for (std::size_t j = 0; told && j < told->where.size() && j < plane.paths.size(); ++j)
                if (told->where[j] == static_cast<int>(place)) {
                    const Point at = plane.at(static_cast<int>(j), t + 1);
                    x += at.x;
                    y += at.y;
                    count += 1;
                }
        }
        if (count > 0) found.push_back({p.board.places[place], {x / count, y / count}});
    }
    return found;
}

std::vector<Point> points_of(const Plane& plane, int slot, int states) {
    std::vector<Point> points;
    for (int n = 0; n < states; ++n) points.push_back(plane.at(slot, n));
    return points;
}

struct Name {
    std::string words;
    Point at;
    Face face = Face::Regular;
    Color ink{};
};

/// The path that is followed; the number of each sentence that moved it is to stand beside it.
void draw_followed(const Painter& p, const Plane& plane, int states, std::vector<Name>& names) {
    const Palette& c = p.colors();
    const std::vector<Point> points = points_of(plane, p.slot, states);
    if (points.size() > 1) p.scene.add(LineItem{points, c.attention, 2});
    for (int t = 0; t + 1 < states; ++t) {
        if (p.reading.muted(t) || p.reading.gate(t, p.slot) < moved_from) continue;
        const Point at = points[static_cast<std::size_t>(t) + 1];
        p.scene.add(CircleItem{at, 4, c.bg1, c.attention, 1.5f, {}});
        names.push_back({std::to_string(t + 1), at, Face::Mono, c.attention});
    }
    p.scene.add(CircleItem{points.back(), 5, c.attention, {0, 0, 0, 0}, 0, {}});
}

/// Each beside its point where there is room; on a plate, so that lines do not cross them.
void draw_labels(const Painter& p, const std::vector<Name>& names, const Box& room) {
    std::vector<LabelledPoint> points;
    for (const Name& name : names)
        points.push_back({name.at, 5, p.measure(name.words, name.face, label_size), 14});
    const auto places = place_labels(points, room);
    for (std::size_t n = 0; n < names.size(); ++n) {
        if (!places[n]) continue;
        add_fill(p.scene, grown(*places[n], 1), fade(p.colors().bg1, 0.85f), 2);
        p.text({places[n]->x, places[n]->centre().y}, names[n].words, label_size, names[n].ink, Align::Left,
               names[n].face);
    }
}

} // namespace

void draw_paths(const Painter& p) {
    const Palette& c = p.colors();
    const Box box = p.plan.plane;
    const Plane plane = plane_of(p.reading, box);
    const int states = p.reading.states(p.playhead.at);
    p.text({box.x, 20}, "Path of each slot", 13, c.t1, Align::Left, Face::Semibold);
    p.text({box.right(), 20},
           "two main directions, " + percent(static_cast<double>(plane.share)) + " of the movement",
           label_size, c.t3, Align::Right);
    add_fill(p.scene, box, c.bg1, 8);
    add_frame(p.scene, box, c.line, 1, 8);
    for (int j = 0; j < p.reading.slots; ++j)
        if (j != p.slot && states > 1) p.scene.add(LineItem{points_of(plane, j, states), c.line2, 1.25f});
    std::vector<Name> names;
    for (const auto& [place, at] : places_of(p, plane, states)) {
        add_fill(p.scene, around(at, 8, 8), c.output, 1);
        names.push_back({place, at, Face::Regular, c.output});
    }
    draw_followed(p, plane, states, names);
    for (int j = 0; j < p.reading.slots; ++j) {
        const bool followed = j == p.slot;
        const Point at = plane.at(j, states - 1);
        if (!followed) p.scene.add(CircleItem{at, 3.5f, c.t2, {0, 0, 0, 0}, 0, {}});
        const Name name{p.reading.names[static_cast<std::size_t>(j)], at,
                        followed ? Face::Semibold : Face::Regular, followed ? c.t1 : c.t2};
        names.insert(followed ? names.begin() : names.end(), name);
        p.scene.pick(around(at, 16, 16), {PickKind::Column, j, -1, -1, {}},
                     capitalized_slot(p.reading, j) + ". Point at it to follow it");
    }
    draw_labels(p, names, grown(box, -6));
    const float y = box.bottom() + 16;
    const std::string name = p.reading.names[static_cast<std::size_t>(p.slot)];
    const std::string what = "Numbers: the sentences that moved " + name + ".";
    const std::string squares = p.reading.config.tied() && !p.board.told.empty()
                                    ? " Orange: the mean of all that is in a place."
                                    : "";
    p.text({box.x, y}, fitted(p.style, what + squares, Face::Regular, label_size, box.w), label_size, c.t3);
    p.text({box.x, y + 16},
           fitted(p.style,
                  "Point at a slot to follow it, or choose it with ↑ ↓. Each path begins at its key.",
                  Face::Regular, label_size, box.w),
           label_size, c.t3);
}

} // namespace heed::slots
