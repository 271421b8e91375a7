#include "app/figures/base/point_labels.h"

#include "core/base/random.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed {
namespace {

bool overlap(const Box& a, const Box& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

std::vector<LabelledPoint> scattered(int count, Box room, std::uint64_t seed) {
    Random random(seed);
    std::vector<LabelledPoint> points;
    for (int n = 0; n < count; ++n)
        points.push_back({{room.x + room.w * static_cast<float>(random.real()),
                           room.y + room.h * static_cast<float>(random.real())},
                          4,
                          10 + 40 * static_cast<float>(random.real()),
                          14});
    return points;
}

TEST(PointLabels, StandClearOfOneAnotherOfDotsAndOfTheEdge) {
    const Box room{10, 20, 500, 300};
    for (const int count : {1, 2, 13, 60, 200})
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            const auto points = scattered(count, room, seed);
            const auto places = place_labels(points, room);
            ASSERT_EQ(places.size(), points.size());
            for (std::size_t a = 0; a < places.size(); ++a) {
                if (!places[a]) continue;
                EXPECT_TRUE(places[a]->x >= room.x && places[a]->right() <= room.right() &&
                            places[a]->y >= room.y && places[a]->bottom() <= room.bottom());
                EXPECT_FLOAT_EQ(places[a]->w, points[a].width);
                for (std::size_t b = 0; b < places.size(); ++b) {
                    EXPECT_FALSE(places[a]->contains(points[b].at)) << a << " over the dot of " << b;
                    EXPECT_FALSE(b > a && places[b] && overlap(*places[a], *places[b])) << a << " and " << b;
                }
            }
        }
}

TEST(PointLabels, AllOfAFewAndSomeOfMany) {
    const Box room{0, 0, 600, 400};
    const auto placed = [&](int count) {
        const auto places = place_labels(scattered(count, room, 5), room);
        return std::count_if(places.begin(), places.end(), [](const auto& p) { return p.has_value(); });
    };
    EXPECT_EQ(placed(10), 10);
    EXPECT_LT(placed(400), 400);
    EXPECT_GT(placed(400), 40);
}

TEST(PointLabels, TheFirstAndTheLastComeFirst) {
    const Box room{0, 0, 60, 40}; // for two labels at most
    std::vector<LabelledPoint> points;
    for (int n = 0; n < 9; ++n) points.push_back({{30, 20}, 0, 22, 14});
    const auto places = place_labels(points, room);
    EXPECT_TRUE(places.front() && places.back());
}

TEST(PointLabels, TheOneThatIsLookedAtComesBeforeAll) {
    const Box room{0, 0, 60, 40};
    std::vector<LabelledPoint> points;
    for (int n = 0; n < 9; ++n) points.push_back({{30, 20}, 0, 22, 14});
    const auto places = place_labels(points, room, 3);
    EXPECT_TRUE(places[3]);
    EXPECT_FALSE(place_labels(points, room)[3]);
}

TEST(PointLabels, AvoidLinesWhereTheyCan) {
    const std::vector<LabelledPoint> points = {{{100, 100}, 4, 20, 14},
                                               {{300, 100}, 4, 20, 14}}; // the usual place is on the line
    const auto places = place_labels(points, {0, 0, 400, 200});
    ASSERT_TRUE(places[0]);
    EXPECT_FALSE(places[0]->y < 100 && places[0]->bottom() > 100 && places[0]->right() > 104);
}

TEST(PointLabels, ThoseWithoutTextOnlyStandInTheWay) {
    const std::vector<LabelledPoint> points = {{{50, 50}, 4, 0, 0}, {{40, 50}, 4, 8, 14}};
    const auto places = place_labels(points, {0, 0, 100, 100});
    EXPECT_FALSE(places[0]);
    ASSERT_TRUE(places[1]);
    EXPECT_FALSE(places[1]->contains({50, 50}));
}

TEST(PointLabels, SpreadOrderTakesEachOnce) {
    EXPECT_TRUE(spread_order(0).empty());
    for (const int count : {1, 2, 3, 7, 8, 100}) {
        std::vector<int> order = spread_order(count);
        EXPECT_EQ(order.front(), 0);
        EXPECT_TRUE(count == 1 || order[1] == count - 1);
        std::sort(order.begin(), order.end());
        for (int n = 0; n < count; ++n) EXPECT_EQ(order[static_cast<std::size_t>(n)], n);
    }
}

} // namespace
} // namespace heed
