#include "core/tasks/points/hull.h"

#include "core/base/error.h"
#include "core/tasks/items/adding.h"
#include "core/tasks/sample.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace heed::tasks {
namespace {

constexpr int fewest_points = 5, most_points = 10;
/// Sets in which a point lies nearer than this to an edge of the hull are not drawn: whether it is a corner
/// would hang on a hair.
constexpr double clear_of_edges = 0.01;

Item hull_item(const Plane& points) {
    Item item{to_text(points), "", {{"pointer.attention", {}}}};
    const std::vector<int> corners = hull_of(points);
    for (const int corner : corners) item.answer += (item.answer.empty() ? "" : " ") + std::to_string(corner);
    auto& cells = item.gold.front().cells;
    for (int i = 0; i < static_cast<int>(corners.size()); ++i)
        cells.push_back({i, corners[static_cast<std::size_t>(i)]});
    cells.push_back({static_cast<int>(corners.size()), static_cast<int>(points.size())}); // the end
    return item;
}

/// The corners that such an answer names; none where it is not made of different places of the points.
Plane corners_of(const Plane& points, std::string_view answer) {
    Plane polygon;
    std::set<int> seen;
    for (const std::string& word : read_tokens(answer, Tokenizer{TokenLevel::Given})) {
        const auto place = number_in<int>(word);
        if (!place || *place < 0 || *place >= static_cast<int>(points.size()) || !seen.insert(*place).second)
            return {};
        polygon.push_back(points[static_cast<std::size_t>(*place)]);
    }
    return polygon;
}

} // namespace

std::string to_text(const Plane& points) {
    std::string text;
    for (const PlanePoint& p : points)
        text += (text.empty() ? "" : " ") + number_text(p.x) + ',' + number_text(p.y);
    return text;
}

Plane parse_plane(std::string_view text, const std::string& subject) {
    Plane points;
    for (const std::string& word : read_tokens(text, Tokenizer{TokenLevel::Given})) {
        const auto parts = split(word, ",");
        const auto x = number_in<double>(parts[0]), y = number_in<double>(parts.back());
        if (parts.size() != 2 || !x || !y || !std::isfinite(*x) || !std::isfinite(*y))
            throw Error(subject, "word " + std::to_string(points.size() + 1),
                        "two numbers with a comma between them, such as .1,.2", in_quotes(word, 60));
        points.push_back({*x, *y});
    }
    if (points.empty()) throw Error(subject, "no points", "points, such as .1,.2 .5,.7 .9,.1", "nothing");
    return points;
}

Item hull_of_length(Random& random, int points) {
    for (;;) {
        Plane plane;
        for (int k = 0; k < std::max(points, 3); ++k) {
            const double x = static_cast<double>(random.below(100)) / 100;
            plane.push_back({x, static_cast<double>(random.below(100)) / 100});
        }
        if (nearest_to_an_edge(plane, hull_of(plane)) >= clear_of_edges) return hull_item(plane);
    }
}

Item sample_hull(Random& random) {
    return hull_of_length(random,
                          fewest_points + static_cast<int>(random.below(most_points - fewest_points + 1)));
}

Item hull_reference(std::string_view text, const std::string& subject) {
    const Plane points = parse_plane(text, subject);
    if (hull_of(points).size() < 3)
        throw Error(subject, "points", "three that are not in one line",
                    plural(points.size(), "point", "points") + (points.size() < 3 ? "" : " in one line"));
    return hull_item(points);
}

double hull_area(std::string_view text, std::string_view answer, std::string_view given) {
    const Plane points = parse_plane(text, "hull");
    const Plane polygon = corners_of(points, given);
    const double whole = area_of(corners_of(points, answer));
    return polygon.size() < 3 || whole == 0 || crosses_itself(polygon) ? 0 : area_of(polygon) / whole;
}

} // namespace heed::tasks
