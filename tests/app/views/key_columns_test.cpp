#include "app/views/dialogs/key_columns.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace heed {
namespace {

/// Where the window has the room, nobody scrolls for a key.
TEST(KeyColumns, EveryKeyIsInSightFrom1600Pixels) {
    for (const auto& [width, height] :
         {std::pair{1600.0f, 1000.0f}, {1920.0f, 1080.0f}, {3840.0f, 2160.0f}}) {
        const KeyColumns keys = key_columns(width, height);
        EXPECT_LE(keys_top + keys.tallest + 8, height - 24) << width;
        EXPECT_LE(keys.width, width - 48);
    }
    EXPECT_EQ(key_columns(3840, 2160).columns, 2u);
}

TEST(KeyColumns, GroupsStandWholeAndInOrder) {
    for (const float width : {960.0f, 1280.0f, 1600.0f}) {
        const KeyColumns keys = key_columns(width, 640);
        std::vector<float> heights(keys.columns);
        std::size_t column = 0;
        for (const KeyGroup& group : keys.groups) {
            EXPECT_GE(group.column, column);
            ASSERT_LT(group.column, keys.columns);
            column = group.column;
            heights[column] += group.height();
            EXPECT_FALSE(group.rows.empty());
        }
        EXPECT_EQ(*std::max_element(heights.begin(), heights.end()), keys.tallest);
        EXPECT_LE(keys.width, width - 48);
    }
}

} // namespace
} // namespace heed
