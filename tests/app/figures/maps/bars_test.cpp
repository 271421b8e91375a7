#include "app/figures/maps/bars.h"

#include "app/export/export.h"
#include "app/figures/trace_map.h"
#include "core/base/error.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed {
namespace {

struct BarsTest : testing::Test {
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style;
    BarsTest() {
        style.metrics = metrics.get();
        style.theme = Theme::Light;
    }
    static bool says(const Scene& scene, const std::string& words) {
        const auto texts = items_of<TextItem>(scene);
        return std::any_of(texts.begin(), texts.end(), [&](const TextItem* t) { return t->text == words; });
    }
};

TEST_F(BarsTest, NothingLeavesThePageOrOverlaps) {
    for (const auto& [source, outputs] : {std::pair{1, 1}, {4, 4}, {13, 11}, {30, 1}, {60, 62}, {200, 3}})
        for (const float width : {84.0f, 174.0f}) {
            PaperSettings settings;
            settings.width_mm = width;
            settings.title = "Where the model looks";
            const Scene scene = paper_bars(labelled_map(sample_trace(source, outputs)), settings, style);
            SCOPED_TRACE(std::to_string(source) + " by " + std::to_string(outputs));
            EXPECT_EQ(unsound(scene), "");
            EXPECT_EQ(outside(scene, *metrics), "");
            EXPECT_EQ(overlapping(scene, *metrics), "");
        }
}

TEST_F(BarsTest, LengthsAreTheWeights) {
    const LabelledMap map = labelled_map(sample_trace(13, 11));
    PaperSettings settings;
    settings.first_row = settings.last_row = 2;
    const Scene scene = paper_bars(map, settings, style);
    std::vector<float> lengths;
    for (const RectItem* rect : items_of<RectItem>(scene)) lengths.push_back(rect->box.h);
    const float longest = *std::max_element(lengths.begin(), lengths.end()),
                most = map.values.col(2).maxCoeff();
    for (int j = 0; j < map.column_count(); ++j) {
        const float wanted = map.at(2, j) / most * longest;
        if (wanted < 0.05f) continue; // no bar
        EXPECT_TRUE(std::any_of(lengths.begin(), lengths.end(), [&](float h) {
            return std::abs(h - wanted) < 0.01f * longest;
        })) << j;
    }
}

TEST_F(BarsTest, NumbersOfEitherSignStandOnBothSidesOfTheLine) {
    LabelledMap map;
    map.rows = {{"unit"}};
    map.columns = {{"1"}, {"2"}, {"3"}};
    map.values = Eigen::MatrixXf(3, 1);
    map.values << 0.02f, -0.04f, 0;
    map.scale = 0.04f;
    const Scene scene = paper_bars(map, {}, style);
    const auto bars = items_of<RectItem>(scene);
    ASSERT_EQ(bars.size(), 2u);
    EXPECT_NEAR(bars[0]->box.bottom(), bars[1]->box.y, 0.01);
    EXPECT_NEAR(2 * bars[0]->box.h, bars[1]->box.h, 0.01);
    EXPECT_TRUE(says(scene, ".04") || says(scene, "0.04"));
    EXPECT_THROW(paper_bars({}, {}, style), Error);
}

} // namespace
} // namespace heed
