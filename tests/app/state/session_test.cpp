#include "app/state/session.h"

#include "app/state/state_json.h"
#include "core/base/error.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>

namespace heed {
namespace {

TEST(Session, WhatWasDumpedIsBroughtBack) {
    const test::TemporaryFolder folder;
    AppState before;
    before.settings.theme = Theme::Light;
    before.settings.zoom = 1.25f;
    before.settings.model = "reverse/none";
    before.input = "héed";
    before.playback.at = 17;
    std::ofstream(folder / "s.json") << state_text(before);
    AppState after;
    load_session(after, folder / "s.json");
    EXPECT_EQ(after.settings, before.settings);
    EXPECT_EQ(after.model_name, "reverse/none");
    EXPECT_EQ(after.input, "héed");
    EXPECT_EQ(after.wanted_at, 17);
}

TEST(Session, WhatIsNoSessionIsRefusedByName) {
    const test::TemporaryFolder folder;
    AppState state;
    EXPECT_NE(test::message_of([&] { load_session(state, folder / "none.json"); }).find("none.json"), std::string::npos);
    std::ofstream(folder / "list.json") << "[1, 2]";
    EXPECT_NE(test::message_of([&] { load_session(state, folder / "list.json"); }).find("not a session"), std::string::npos);
    std::ofstream(folder / "other.json") << "{\"format\": \"heed.trace\", \"version\": 1}";
    EXPECT_NE(test::message_of([&] { load_session(state, folder / "other.json"); }).find("heed.state"), std::string::npos);
    std::ofstream(folder / "later.json") << "{\"format\": \"heed.state\", \"version\": 2}";
    EXPECT_NE(test::message_of([&] { load_session(state, folder / "later.json"); }).find("version 1"), std::string::npos);
}

} // namespace
} // namespace heed
