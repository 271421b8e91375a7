#include "app/state/session/settings.h"

#include "tests/support/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

Settings unusual() {
    Settings s;
    s.theme = Theme::Light;
    s.zoom = 1.5f;
    s.width = 1024;
    s.height = 768;
    s.map = ColorMapId::Cividis;
    s.scale = ValueScale::LiftSmall;
    s.numbers = s.heatmap = s.inspector = false;
    s.reduced_motion = s.first_run_done = s.maximized = true;
    s.speed = 0.25f;
    s.granularity = Granularity::Phase;
    s.model = "reverse/none";
    s.input = "ünï \"code\"";
    s.recent = {"/a/b", "/c"};
    s.export_folder = "/pictures";
    return s;
}

TEST(Settings, SurviveTheRoundTrip) {
    EXPECT_EQ(settings_from_json(settings_to_json(unusual())), unusual());
    EXPECT_EQ(settings_from_json(settings_to_json(Settings{})), Settings{});
    Settings unsaved; // a family that was not saved ends with the program
    unsaved.answers["/a/m.pt"].family = R"({"format": "heed.family"})";
    EXPECT_TRUE(settings_from_json(settings_to_json(unsaved)).answers.empty());
}

TEST(Settings, WhatIsWrongIsLeftOutAloneAndTheRestIsKept) {
    auto json = settings_to_json(unusual());
    json["theme"] = 7;
    json["zoom"] = 1e9;
    json["width"] = "wide";
    json["map"] = "rainbow";
    json["recent"] = {1, "/kept", nullptr};
    const Settings s = settings_from_json(json);
    EXPECT_EQ(s.theme, Theme::Dark);
    EXPECT_EQ(s.zoom, 1);
    EXPECT_EQ(s.width, 1600);
    EXPECT_EQ(s.map, ColorMapId::Ember);
    EXPECT_EQ(s.recent, std::vector<std::string>{"/kept"});
    EXPECT_EQ(s.model, "reverse/none");
    EXPECT_EQ(settings_from_json(nlohmann::json::array()), Settings{});
}

TEST(Settings, AFolderInTheirPlaceIsAsAFirstRun) {
    const test::TemporaryFolder folder;
    EXPECT_EQ(load_settings(folder.path()), Settings{});
    EXPECT_NE(save_settings(unusual(), folder.path()), "");
}

TEST(Settings, AreWrittenAndReadAgain) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "deeper" / "settings.json";
    EXPECT_EQ(load_settings(file), Settings{});
    EXPECT_EQ(save_settings(unusual(), file), "");
    EXPECT_EQ(load_settings(file), unusual());
}

TEST(Settings, AFileThatIsNoJsonIsSetAside) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "settings.json";
    std::ofstream(file) << "{\"theme\": \"light\", ";
    EXPECT_EQ(load_settings(file), Settings{});
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_TRUE(std::filesystem::exists(file.string() + ".broken"));
}

TEST(Settings, WhereNothingCanBeWrittenItIsSaid) {
    EXPECT_NE(save_settings(Settings{}, "/proc/heed/settings.json"), "");
}

} // namespace
} // namespace heed
