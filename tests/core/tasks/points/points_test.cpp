// Tasks over points: sorting numbers and convex hulls.
#include "core/tasks/points/hull.h"
#include "core/tasks/points/sorting.h"
#include "core/tasks/truth.h"
#include "tests/support/message_of.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace heed::tasks {
namespace {

using test::message_of;
using Places = std::vector<int>;

TEST(Plane, TheHullRunsCounterClockwiseFromTheLowestPlace) {
    EXPECT_EQ(hull_of({{.1, .2}, {.5, .7}, {.9, .1}, {.4, .3}}), (Places{0, 2, 1}));
    EXPECT_EQ(hull_of({{.5, .5}, {0, 1}, {1, 1}, {1, 0}, {0, 0}}), (Places{1, 4, 3, 2}));
    EXPECT_EQ(hull_of({{0, 0}, {.5, 0}, {1, 0}, {1, 1}, {.5, .5}}),
              (Places{0, 2, 3}));                                            // on edges: no corners
    EXPECT_EQ(hull_of({{0, 0}, {1, 0}, {0, 1}, {1, 0}, {0, 1}}).size(), 3u); // twice the same place
    EXPECT_EQ(hull_of({{0, 0}, {2, 2}, {1, 1}}), (Places{0, 1}));
    EXPECT_EQ(hull_of({{3, 4}}), (Places{0}));
    EXPECT_EQ(hull_of({}), Places{});
}

// Every corner turns left, and nothing lies outside.
TEST(Plane, NothingLiesOutsideItsHull) {
    Random random(3);
    for (int n = 3; n < 30; ++n) {
        Plane points;
        for (int k = 0; k < n; ++k) {
            const double x = random.real();
            points.push_back({x, random.real()});
        }
        const Places hull = hull_of(points);
        ASSERT_GE(hull.size(), 3u);
        EXPECT_EQ(hull.front(), *std::min_element(hull.begin(), hull.end()));
        for (std::size_t k = 0; k < hull.size(); ++k) {
            const PlanePoint a = points[static_cast<std::size_t>(hull[k])],
                             b = points[static_cast<std::size_t>(hull[(k + 1) % hull.size()])];
            for (const PlanePoint& p : points)
                EXPECT_GE((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x), -1e-12);
        }
    }
}

TEST(Plane, AreasAndCrossings) {
    EXPECT_DOUBLE_EQ(area_of({{0, 0}, {2, 0}, {2, 1}, {0, 1}}), 2);
    EXPECT_DOUBLE_EQ(area_of({{0, 1}, {2, 1}, {2, 0}, {0, 0}}), 2); // the other way round
    EXPECT_FALSE(crosses_itself({{0, 0}, {2, 0}, {2, 1}, {0, 1}}));
    EXPECT_TRUE(crosses_itself({{0, 0}, {2, 1}, {2, 0}, {0, 1}}));
    EXPECT_FALSE(crosses_itself({{0, 0}, {1, 0}, {0, 1}}));
    EXPECT_NEAR(nearest_to_an_edge({{0, 0}, {1, 0}, {0, 1}, {.5, .1}}, {0, 1, 2}), .1, 1e-12);
}

TEST(Hull, IsReadAsItIsTyped) {
    const Item item = hull_reference(".1,.2 .5,.7 .9,.1 .4,.3", "input");
    EXPECT_EQ(to_json_line(item), R"({"input":".1,.2 .5,.7 .9,.1 .4,.3","answer":"0 2 1",)"
                                  R"("gold":{"pointer.attention":[[0,0],[1,2],[2,1],[3,4]]}})");
}

TEST(Hull, NamesTheWordAtFault) {
    const auto said = [](const char* text) { return message_of([&] { hull_reference(text, "input"); }); };
    const std::string two = ": expected two numbers with a comma between them, such as .1,.2, found ";
    EXPECT_EQ(said(".1,.2 .3"), "input: word 2" + two + "\".3\"");
    EXPECT_EQ(said(".1,.2 .3,.4,.5"), "input: word 2" + two + "\".3,.4,.5\"");
    EXPECT_EQ(said("a,b"), "input: word 1" + two + "\"a,b\"");
    EXPECT_EQ(said(".1,inf"), "input: word 1" + two + "\".1,inf\"");
    EXPECT_EQ(said(""), "input: no points: expected points, such as .1,.2 .5,.7 .9,.1, found nothing");
    EXPECT_EQ(said(".1,.2 .3,.4"), "input: points: expected three that are not in one line, found 2 points");
    EXPECT_EQ(said("0,0 1,1 2,2"),
              "input: points: expected three that are not in one line, found 3 points in one line");
}

TEST(Hull, AreaIsWhatTheAnswerCovers) {
    const char* square = "0,0 1,0 1,1 0,1 .5,.5";
    EXPECT_DOUBLE_EQ(hull_area(square, "0 1 2 3", "0 1 2 3"), 1);
    EXPECT_DOUBLE_EQ(hull_area(square, "0 1 2 3", "0 3 2 1"), 1); // clockwise: not exact, but as large
    EXPECT_DOUBLE_EQ(hull_area(square, "0 1 2 3", "0 1 2"), .5);
    EXPECT_DOUBLE_EQ(hull_area(square, "0 1 2 3", "0 2 1 3"), 0); // crosses itself
    EXPECT_DOUBLE_EQ(hull_area(square, "0 1 2 3", "0 1 1 2"), 0); // twice the same
    EXPECT_DOUBLE_EQ(hull_area(square, "0 1 2 3", "0 1"), 0);
    EXPECT_DOUBLE_EQ(hull_area(square, "0 1 2 3", ""), 0);
    EXPECT_DOUBLE_EQ(hull_area(square, "0 1 2 3", "0 1 9"), 0);
    EXPECT_DOUBLE_EQ(hull_area(square, "0 1 2 3", "0 1 x"), 0);
}

TEST(Hull, DrawsSetsThatAreClear) {
    Random random(5);
    std::set<std::size_t> sizes, corners;
    for (int k = 0; k < 1000; ++k) {
        const Item item = sample_hull(random);
        EXPECT_EQ(item, hull_reference(item.input, "drawn")) << item.input;
        const Plane points = parse_plane(item.input, "drawn");
        sizes.insert(points.size());
        corners.insert(item.gold[0].cells.size() - 1);
        EXPECT_GE(nearest_to_an_edge(points, hull_of(points)), .01);
        EXPECT_DOUBLE_EQ(hull_area(item.input, item.answer, item.answer), 1);
    }
    EXPECT_EQ(sizes, (std::set<std::size_t>{5, 6, 7, 8, 9, 10}));
    EXPECT_EQ(*corners.begin(), 3u);
    EXPECT_GE(*corners.rbegin(), 7u);
    EXPECT_EQ(parse_plane(hull_of_length(random, 15).input, "drawn").size(), 15u);
}

TEST(Sorting, IsReadAsItIsTyped) {
    EXPECT_EQ(to_json_line(sorting_reference(" 3.1 2.0\t5.5 ", "input")),
              R"({"input":"3.1 2.0 5.5","answer":"1 0 2: 2.0 3.1 5.5",)"
              R"("gold":{"pointer.attention":[[0,1],[1,0],[2,2]]}})");
    EXPECT_EQ(sorting_reference("2 1 2 1", "input").answer, "1 3 0 2: 1 1 2 2"); // equal ones stay in order
    EXPECT_EQ(sorting_reference("-1e2 7 -.5", "input").answer, "0 2 1: -1e2 -.5 7");
}

TEST(Sorting, NamesTheWordAtFault) {
    const auto said = [](const char* text) { return message_of([&] { sorting_reference(text, "input"); }); };
    EXPECT_EQ(said("3.1 two"), "input: word 2: expected a number, such as 3.1, found \"two\"");
    EXPECT_EQ(said("3.1 1,5"), "input: word 2: expected a number, such as 3.1, found \"1,5\"");
    EXPECT_EQ(said("nan"), "input: word 1: expected a number, such as 3.1, found \"nan\"");
    EXPECT_EQ(said(" "), "input: no numbers: expected numbers, such as 3.1 2.0 5.5, found nothing");
}

TEST(Sorting, DrawsDifferentNumbers) {
    Random random(5);
    std::set<std::size_t> sizes;
    for (int k = 0; k < 500; ++k) {
        const Item item = sample_sorting(random);
        EXPECT_EQ(item, sorting_reference(item.input, "drawn")) << item.input;
        const auto words = parse_sorting(item.input, "drawn");
        sizes.insert(words.size());
        EXPECT_EQ(std::set<std::string>(words.begin(), words.end()).size(), words.size());
    }
    EXPECT_EQ(sizes, (std::set<std::size_t>{3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(parse_sorting(sorting_of_length(random, 14).input, "drawn").size(), 14u);
}

TEST(Sorting, AnAnswerIsHeldAgainstTheRightOne) {
    const auto right = right_answer("sort", "3.1 2.0 5.5");
    ASSERT_TRUE(right);
    EXPECT_TRUE(held_against(*right, "sort", {}, "1 0 2: 2.0 3.1 5.5", true).right);
    EXPECT_FALSE(held_against(*right, "sort", {}, "0 1 2: 3.1 2.0 5.5", true).right);
    EXPECT_FALSE(right_answer("sort", "3.1 two"));
}

} // namespace
} // namespace heed::tasks
