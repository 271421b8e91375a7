#include "app/figures/maps/zoom.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace heed {
namespace {

std::vector<MapRoom> rooms() {
    std::vector<MapRoom> all;
    for (const auto& [columns, rows] :
         {std::pair{500, 533}, {2000, 2000}, {70, 61}, {20, 300}, {300, 5}, {1, 1}, {2000, 1}})
        for (const auto& [width, height] :
             {std::pair{816.0f, 380.0f}, {530.0f, 140.0f}, {3000.0f, 1600.0f}, {60.0f, 12.0f}})
            all.push_back({columns, rows, width, height});
    return all;
}

TEST(MapZoomTest, TheLeastScaleShowsAllAndCellsGrowWithTheScale) {
    for (const MapRoom& room : rooms()) {
        const float least = least_scale(room);
        EXPECT_LE(least, 1);
        const MapWindow whole = window_at(room, cell_at(room, least), 7, 7);
        EXPECT_NEAR(whole.columns, room.columns, 0.02f * static_cast<float>(room.columns));
        EXPECT_NEAR(whole.rows, room.rows, 0.02f * static_cast<float>(room.rows));
        CellSize before = cell_at(room, least);
        for (float place = 0.02f; place <= 1; place += 0.02f) {
            const CellSize cell = cell_at(room, scale_of_slider(room, place));
            EXPECT_GE(cell.width, before.width * 0.999f);
            EXPECT_GE(cell.height, before.height * 0.999f);
            before = cell;
        }
        EXPECT_GE(most_scale(room), 1);
    }
}

TEST(MapZoomTest, WordsCanBeReadAtScaleOne) {
    for (const MapRoom& room : rooms()) {
        const CellSize cell = cell_at(room, 1);
        EXPECT_GE(cell.width, 16.9f);
        EXPECT_GE(cell.height, 17.9f);
    }
}

TEST(MapZoomTest, AWidthHasItsScale) {
    const MapRoom room{500, 533, 816, 380};
    for (const float width : {1.7f, 3.0f, 8.0f, 17.0f, 24.0f, 51.0f})
        EXPECT_NEAR(cell_at(room, scale_of_width(room, width)).width, width, 0.02f * width);
}

TEST(MapZoomTest, TheFrameIsInThePictureAndCanBeTakenHoldOf) {
    std::mt19937 random(1);
    for (const MapRoom& room : rooms())
        for (int n = 0; n < 200; ++n) {
            const auto any = [&](float most) {
                return std::uniform_real_distribution<float>(-most, 2 * most)(random);
            };
            const float scale = scale_of_slider(room, std::abs(any(0.5f)));
            const MapWindow window =
                window_at(room, cell_at(room, scale), any(static_cast<float>(room.columns)),
                          any(static_cast<float>(room.rows)));
            EXPECT_GE(window.column, 0);
            EXPECT_LE(window.column + window.columns, static_cast<float>(room.columns) + 0.01f);
            EXPECT_GE(window.row, 0);
            EXPECT_LE(window.row + window.rows, static_cast<float>(room.rows) + 0.01f);
            const Box picture{1104, 76, 120, 690}, frame = frame_in(room, window, picture);
            EXPECT_GE(frame.w, 8);
            EXPECT_GE(frame.h, 8);
            EXPECT_GE(frame.x, picture.x - 0.01f);
            EXPECT_GE(frame.y, picture.y - 0.01f);
            EXPECT_LE(frame.right(), picture.right() + 0.01f);
            EXPECT_LE(frame.bottom(), picture.bottom() + 0.01f);
            // Dragged to where it is, it stays, unless it is drawn larger than it is.
            const Point corner = corner_for_frame(room, window, picture, frame.centre());
            if (frame.w > 8.01f) {
                EXPECT_NEAR(corner.x, window.column, 0.02f * static_cast<float>(room.columns) + 0.01f);
            }
            if (frame.h > 8.01f) {
                EXPECT_NEAR(corner.y, window.row, 0.02f * static_cast<float>(room.rows) + 0.01f);
            }
        }
}

TEST(MapZoomTest, AZoomOnItsWayKeepsThePlaceItGoesAbout) {
    const MapZoom from{0.5f, false, 100, 40},
        to{0.5f * 1.25f, false, 100 + 30 * (1 - 1 / 1.25f), 40 + 10 * (1 - 1 / 1.25f)};
    for (const float t : {0.0f, 0.3f, 0.7f, 1.0f}) {
        const MapZoom now = between(from, to, t);
        // The place that stood 30 cells from the corner stands there in px: 30 at scale .5.
        EXPECT_NEAR((130 - now.column) * now.scale, 15, 1e-3);
        EXPECT_NEAR((50 - now.row) * now.scale, 5, 1e-3);
    }
    EXPECT_EQ(between(from, to, 1), to);
    EXPECT_EQ(between({}, to, 0.5f), to); // from what fits by itself there is no way
}

TEST(MapZoomTest, StopsAndSpacings) {
    EXPECT_EQ(stop_at(1.6f), 0);
    EXPECT_EQ(stop_at(4), 1);
    EXPECT_EQ(stop_at(24), 2);
    EXPECT_EQ(stop_at(40), 3);
    EXPECT_EQ(stop_at(160), 4);
    EXPECT_EQ(number_spacing(40), 1); // every column
    EXPECT_EQ(number_spacing(39), 5);
    EXPECT_EQ(number_spacing(24), 5);
    EXPECT_EQ(number_spacing(4), 10);
    EXPECT_EQ(number_spacing(1.6f), 50);
    EXPECT_EQ(number_spacing(0.5f), 100);
}

} // namespace
} // namespace heed
