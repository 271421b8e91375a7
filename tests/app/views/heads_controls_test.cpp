#include "app/views/step/heads/heads_controls.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

// The title stays where there is room for it beside a name that is cut.
TEST(HeadsControls, ALongNameGivesWay) {
    EXPECT_FLOAT_EQ(measure_room(600, 400, 150), 150);
    EXPECT_FLOAT_EQ(measure_room(600, 460, 260), 140) << "what the others leave";
    EXPECT_FLOAT_EQ(measure_room(600, 590, 260), 118);
    EXPECT_FLOAT_EQ(measure_room(600, 590, 90), 90) << "a short name is whole";
}

} // namespace
} // namespace heed
