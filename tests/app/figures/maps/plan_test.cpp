#include "app/figures/maps/plan.h"
#include "tests/app/figures/figure_test.h"

namespace heed {
namespace {

struct MapPlanTest : FigureTest {
    LabelledMap map;
    MapPlanTest() {
        for (const char* word : {"the", "agreement", "was", "signed", "end"}) map.columns.push_back({word});
        for (const char* word : {"l'", "accord", "a", "été", "signé", "end"}) map.rows.push_back({word});
        map.values = Eigen::MatrixXf::Constant(5, 6, 0.2f);
    }
    MapPlan in(float width, float height) const {
        return map_plan({&map, 1}, width, height, false, style, largest_cell_of(width, height), {1, 1});
    }
};

TEST_F(MapPlanTest, WordsOfALowCardLieFlatAndLeaveTheirHeightToTheRows) {
    const MapPlan low = in(928, 176);
    EXPECT_EQ(low.columns, MapLabels::Flat);
    EXPECT_GE(low.pitch_y, 16);
    const MapPlan narrow = in(240, 176);
    EXPECT_EQ(narrow.columns, MapLabels::Slanted) << "no width to spare";
    EXPECT_LT(narrow.pitch_y, low.pitch_y);
}

TEST_F(MapPlanTest, CellsOfACardThatIsHighEnoughKeepTheirShape) {
    for (const float height : {260.0f, 400.0f, 700.0f}) {
        const MapPlan plan = in(928, height);
        EXPECT_LE(plan.pitch_x, 2.2f * plan.pitch_y) << height;
    }
}

TEST_F(MapPlanTest, AMapOfHundredsOfRowsEndsAboveItsNote) {
    for (const int rows : {400, 797, 1600}) {
        map.rows.assign(static_cast<std::size_t>(rows), {"mais"});
        map.values = Eigen::MatrixXf::Constant(5, rows, 0.2f);
        const MapPlan plan = map_plan({&map, 1}, 304, 280, true, style, largest_cell_of(304, 280), {1, 1});
        const float room = plan.height - plan.title - plan.header - plan.bottom;
        EXPECT_GT(plan.pitch_y, 0) << rows;
        EXPECT_LE(static_cast<float>(rows) * plan.pitch_y, room + 0.5f) << rows;
    }
}

} // namespace
} // namespace heed
