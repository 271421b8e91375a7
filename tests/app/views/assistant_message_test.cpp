// A message leaves the assistant's rows and maps in sight.
#include "app/views/assistant/assistant.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(AssistantMessage, StandsInTheHeadingWhateverTheSize) {
    for (const auto& [width, height] : {std::pair(1600.0f, 1000.0f), {1280.0f, 800.0f}, {960.0f, 640.0f}})
        for (const float wanted : {120.0f, 400.0f, 2000.0f}) {
            const Box table = assistant_table({0, top_bar_height, width, height - top_bar_height}, width);
            const Box box = assistant_message(table, wanted);
            EXPECT_GE(box.x, table.x);
            EXPECT_LE(box.right(), table.right());
            EXPECT_GE(box.y, table.y);
            EXPECT_LE(box.bottom(), table.y + assistant_heading); // where the rows begin
            EXPECT_LE(box.w, wanted);
        }
}

} // namespace
} // namespace heed
