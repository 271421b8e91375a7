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

} // namespace
} // namespace heed
