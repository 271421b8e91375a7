#include "app/views/base/message.h"

#include "app/state/app_state.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(Message, StandsBesideTheWordsAndTheyGiveWay) {
    EXPECT_FLOAT_EQ(message_room(300, 500, 1280), 300) << "no wider than what it says";
    EXPECT_FLOAT_EQ(message_room(700, 600, 1280), 600) << "what is free, before it takes of the words";
    EXPECT_FLOAT_EQ(message_room(700, 100, 1280), 512);
    EXPECT_FLOAT_EQ(message_room(700, -80, 400), 220);
}

TEST(Message, IsTheNewestOneThatLeavesByItself) {
    AppState s;
    EXPECT_EQ(passing_message(s), nullptr);
    s.toasts = {{1, false, "first", "", 4}, {2, false, "second", "", 4}, {3, true, "bad", "", 0}};
    ASSERT_NE(passing_message(s), nullptr);
    EXPECT_EQ(passing_message(s)->id, 2);
    s.dialog = Dialog::Open;
    EXPECT_EQ(passing_message(s), nullptr) << "it stands beside the dialog";
}

TEST(Message, TheWordsOfADialogsHeadingGiveWayToWhatIsToldOverIt) {
    AppState s;
    EXPECT_FALSE(told_over_dialog(s));
    s.toasts = {{1, false, "an offer that waits", "", 0}};
    EXPECT_FALSE(told_over_dialog(s)) << "it waits until the dialog has closed";
    s.toasts.push_back({2, true, "expected.json cannot be opened by itself", "", 0});
    EXPECT_TRUE(told_over_dialog(s));
}

} // namespace
} // namespace heed
