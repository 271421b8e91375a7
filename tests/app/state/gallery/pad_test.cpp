// The query pad's state: what a hand can do, and where it stops.
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/pad/pad.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

struct Pad : testing::Test {
    AppState s;
    Pad() { give("open-pad"); }
    void give(std::string_view id, int i = -1, double x = 0, double y = 0, double value = 0) {
        Command command{id, "", value, i};
        command.x = x;
        command.y = y;
        update(s, command);
    }
    const QueryPad& pad() const { return *s.gallery.pad.pad; }
};

TEST_F(Pad, OpensInTheGalleryAndIsLeftByEsc) {
    EXPECT_TRUE(shows_pad(s));
    EXPECT_EQ(workspace_of(s).id, "pad");
    EXPECT_FALSE(shows_cards(s));
    give("key-choose", 1);
    give("clear"); // first the key
    EXPECT_TRUE(shows_pad(s));
    EXPECT_EQ(pad().selected, -1);
    give("clear");
    EXPECT_TRUE(shows_cards(s));
    give("gallery-open");
    Command card{"gallery-open", "query-pad"};
    update(s, card);
    EXPECT_TRUE(shows_pad(s));
}

TEST_F(Pad, WeightsFollowTheQueryAndNothingLeavesThePad) {
    give("query-move", -1, -1, 1.3);
    EXPECT_EQ(pad().strongest(), 1);
    give("query-move", -1, 100, -1e9);
    EXPECT_FLOAT_EQ(pad().query.x, pad_reach);
    EXPECT_FLOAT_EQ(pad().query.y, -pad_reach);
    give("query-move", -1, std::numeric_limits<double>::quiet_NaN(), 0);
    EXPECT_TRUE(std::isfinite(pad().query.x));
    for (const PadAnswers& answers : pad().scores) {
        float sum = 0;
        for (const float a : answers.weights) sum += a;
        EXPECT_NEAR(sum, 1, 1e-5f) << answers.id;
    }
}

TEST_F(Pad, KeysAreMovedAddedAndRemovedBetweenTwoAndEight) {
    const auto field = pad().now().field;
    give("key-move", 2, 0.5, 0.5);
    EXPECT_FLOAT_EQ(pad().keys[2].x, 0.5f);
    EXPECT_NE(pad().now().field, field); // every place would give something else now
    give("key-move", 99, 0, 0);
    for (int n = 0; n < 9; ++n) give("key-add", -1, 0.1 * n, 0);
    EXPECT_EQ(pad().keys.size(), 8u);
    EXPECT_FALSE(s.toasts.empty());
    EXPECT_EQ(pad().now().weights.size(), 8u);
    for (int n = 0; n < 9; ++n) {
        give("key-choose", 0);
        give("key-remove");
    }
    EXPECT_EQ(pad().keys.size(), 2u);
}

TEST_F(Pad, TheTemperatureSharpensAndLevels) {
    const float before = pad().now().weights[0];
    give("pad-temperature", -1, 0, 0, 0.1);
    EXPECT_GT(pad().now().weights[0], before);
    give("pad-temperature", -1, 0, 0, 1e9);
    EXPECT_FLOAT_EQ(pad().temperature, 10);
    EXPECT_NEAR(pad().now().weights[0], 0.2f, 0.1f);
    give("pad-score", 4);
    EXPECT_EQ(pad().now().id, "cosine");
    give("pad-score", 77);
    EXPECT_EQ(pad().now().id, "cosine");
    EXPECT_LT(pad().now().ceiling, 1);
    EXPECT_EQ(pad_json(s)["score"], "cosine");
    give("pad-reset");
    EXPECT_FLOAT_EQ(pad().temperature, 1);
}

TEST_F(Pad, DigitsShowTheScoreOfThatNumberLarge) {
    const std::size_t count = pad().scores.size();
    for (std::size_t n = 0; n < count && n < 9; ++n) {
        const std::string key = std::to_string(n + 1);
        const CommandInfo* row = command_for(key, s, false);
        ASSERT_TRUE(row);
        EXPECT_EQ(row->id, "pad-score");
        update(s, Command{row->id, key});
        EXPECT_EQ(pad().score, static_cast<int>(n));
    }
    update(s, Command{"pad-score", "9"}); // there is none of that number, or it is the last
    EXPECT_LT(pad().score, static_cast<int>(count));
    const int before = pad().score;
    update(s, Command{"pad-score"}); // as the palette gives it: the next
    EXPECT_EQ(pad().score, (before + 1) % static_cast<int>(count));
    give("clear"); // the cards
    const CommandInfo* elsewhere = command_for("1", s, false);
    EXPECT_TRUE(!elsewhere || elsewhere->id != "pad-score");
}

TEST_F(Pad, ASessionBringsItBackAsItWas) {
    give("key-move", 1, -0.5, 0.25);
    give("key-add", -1, 2, 2);
    give("query-move", -1, 0.75, -1.25);
    give("query-pin", 1);
    give("pad-temperature", -1, 0, 0, 2.5);
    give("pad-score", 4);
    give("pad-phase", 2);
    const nlohmann::json kept = nlohmann::json::parse(pad_choices(s).dump());
    AppState other;
    other.view = "gallery";
    pad_from_json(kept, other);
    EXPECT_TRUE(shows_pad(other));
    const QueryPad &was = pad(), &is = *other.gallery.pad.pad;
    ASSERT_EQ(is.keys.size(), was.keys.size());
    for (std::size_t n = 0; n < was.keys.size(); ++n) {
        EXPECT_FLOAT_EQ(is.keys[n].x, was.keys[n].x);
        EXPECT_FLOAT_EQ(is.keys[n].y, was.keys[n].y);
    }
    EXPECT_FLOAT_EQ(is.query.x, 0.75f);
    EXPECT_FLOAT_EQ(is.temperature, 2.5f);
    EXPECT_EQ(is.now().id, was.now().id);
    EXPECT_EQ(is.now().weights, was.now().weights);
    EXPECT_TRUE(other.gallery.pad.pinned);
    EXPECT_EQ(other.gallery.pad.phase, 2);
    pad_from_json(nlohmann::json(), other); // a session without one
    EXPECT_FALSE(other.gallery.pad.pad);
    EXPECT_FALSE(shows_pad(other));
}

TEST_F(Pad, ASessionThatIsDamagedGivesTheFirstPad) {
    for (const char* text :
         {R"({"keys": [[1, 2]]})", R"({"keys": "none", "query": [1]})",
          R"({"keys": [[0,0],["a",1],[1e300,3]]})",
          R"({"keys": [[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0],[0,0]], "temperature": -4})",
          R"({"score": "nosuch", "phase": 77, "opened": 3, "query": [null, 2]})"}) {
        AppState other;
        other.view = "gallery";
        pad_from_json(nlohmann::json::parse(text), other);
        const auto& pad = other.gallery.pad.pad;
        ASSERT_TRUE(pad) << text;
        EXPECT_GE(pad->keys.size(), 2u) << text;
        EXPECT_LE(pad->keys.size(), 8u) << text;
        EXPECT_FLOAT_EQ(pad->temperature, 1) << text;
        for (const Point& key : pad->keys) EXPECT_LE(std::abs(key.x), pad_reach) << text;
        EXPECT_FALSE(shows_pad(other)) << text;
    }
}

} // namespace
} // namespace heed
