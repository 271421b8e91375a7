// The Gallery's page: its grid, its cards, and the small picture of pooling.
#include "app/figures/gallery/gallery.h"

#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_board.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

struct GalleryTest : FigureTest {
    static GalleryCard card() {
        return {"pooling",
                "Attention pooling",
                "Add up the two marked values. Attention moves with the marks; a Dense layer weighs every "
                "sample alike.",
                "Time series",
                {{"attention, linear", 0.88, "88%", true}, {"mean pooling", 0.29, "29%", false}},
                "within .04, twice the trained length",
                "time steps",
                "trained",
                ""};
    }
};

TEST_F(GalleryTest, ColumnsGoWithTheWidth) {
    const auto columns = [](float width) {
        const GalleryPlan plan = gallery_plan(8, {.width = width});
        int count = 0;
        for (const Box& box : plan.cards) count += box.y == plan.cards.front().y;
        return count;
    };
    EXPECT_EQ(columns(1600), 4);
    EXPECT_EQ(columns(1399), 3);
    EXPECT_EQ(columns(1059), 2);
    const GalleryPlan plan = gallery_plan(8, {.width = 1600, .height = 956});
    EXPECT_FLOAT_EQ(plan.cards[0].x, 16);
    EXPECT_FLOAT_EQ(plan.cards[0].y, 84);
    EXPECT_FLOAT_EQ(plan.cards[0].w, 383);
    EXPECT_FLOAT_EQ(plan.cards[0].h, 424);
    EXPECT_FLOAT_EQ(plan.cards[3].right(), 1584);
    EXPECT_GT(gallery_plan(8, {.width = 1000, .height = 544}).most_scroll, 0);
    EXPECT_EQ(gallery_plan(1, {.width = 1600, .height = 956}).most_scroll, 0);
}

TEST_F(GalleryTest, CardsAreSoundAtEverySize) {
    const PoolingBoard board = sample_board();
    for (const float width : {960.0f, 1060.0f, 1399.0f, 1600.0f, 3840.0f})
        for (const int hover : {-1, 0})
            for (const Theme theme : {Theme::Dark, Theme::Light}) {
                style.theme = theme;
                std::vector<GalleryCard> cards(3, card());
                cards[2].problem = "The models of this mechanism were not found beside the program.";
                const GallerySettings settings{
                    .width = width, .height = 956, .hover = hover, .focus = 1, .loop = 0.4f};
                const float room = gallery_plan(3, settings).cards.front().w - 40;
                const Miniature small = pooling_miniature(board, room, 216, hover == 0 ? 0.4f : 0, style);
                EXPECT_EQ(unsound(small.scene), "");
                EXPECT_EQ(outside(small.scene, *metrics), "");
                const Scene scene = gallery_figure(cards, {small, small, {}}, settings, style);
                EXPECT_EQ(unsound(scene), "") << width;
                EXPECT_EQ(overlapping(scene, *metrics), "") << width;
                const Pick* hit = scene.hit(gallery_plan(3, settings).cards[1].centre());
                ASSERT_TRUE(hit);
                EXPECT_EQ(hit->id.kind, PickKind::Button);
                EXPECT_EQ(hit->id.i, 1);
            }
}

TEST_F(GalleryTest, TheMiniatureIsOfThreeSamples) {
    const PoolingBoard board = sample_board();
    const Miniature small = pooling_miniature(board, 343, 216, 0, style);
    int bars = 0;
    for (const RectItem* r : items_of<RectItem>(small.scene)) {
        bars += r->fill == style.colors().attention;
        EXPECT_GE(r->box.x, -0.5f);
        EXPECT_LE(r->box.right(), 343.5f);
        EXPECT_GE(r->box.y, 0);
        EXPECT_LE(r->box.bottom(), 216);
    }
    EXPECT_EQ(bars, 3 * 30);
    ASSERT_EQ(items_of<MatrixItem>(small.scene).size(), 1u);
    EXPECT_EQ(items_of<MatrixItem>(small.scene)[0]->rows, 3);
}

} // namespace
} // namespace heed
