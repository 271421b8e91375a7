#include "app/figures/maps/paper.h"
#include "app/figures/trace_map.h"

#include "app/export/export.h"
#include "core/base/error.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed {
namespace {

struct PaperTest : testing::Test {
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style;
    PaperTest() {
        style.metrics = metrics.get();
        style.theme = Theme::Light;
    }
    Scene draw(const Trace& trace, const PaperSettings& settings) {
        return paper_heatmap(labelled_map(trace), settings, style);
    }
    static std::vector<std::string> words(const Scene& scene) {
        std::vector<std::string> all;
        for (const TextItem* t : items_of<TextItem>(scene)) all.push_back(t->text);
        return all;
    }
    static bool has(const Scene& scene, const std::string& word) {
        const auto all = words(scene);
        return std::find(all.begin(), all.end(), word) != all.end();
    }
};

TEST_F(PaperTest, TheMapIsTheTrace) {
    const Trace trace = sample_trace();
    const LabelledMap map = labelled_map(trace);
    EXPECT_EQ(map.column(2).text, "M"); // as typed
    EXPECT_EQ(map.column(12).text, "end");
    EXPECT_TRUE(map.column(12).quiet);
    EXPECT_TRUE(map.row(10).quiet);
    ASSERT_EQ(map.values.size(), 11 * 13);
    EXPECT_EQ(map.at(3, 5), trace.weight(3, 5));
    EXPECT_EQ(map.caption, "Additive attention, GRU 32.");
    SampleOptions none;
    none.score = "none";
    EXPECT_THROW(labelled_map(sample_trace(5, 5, none)), Error);
}

TEST_F(PaperTest, NothingLeavesThePageOrOverlaps) {
    SampleOptions words;
    words.words = true;
    for (const auto& [source, outputs] :
         {std::pair{1, 1}, {4, 4}, {13, 11}, {13, 200}, {60, 62}, {200, 30}, {200, 200}})
        for (const float width : {84.0f, 174.0f})
            for (const bool of_words : {false, true}) {
                PaperSettings settings;
                settings.width_mm = width;
                settings.title = "Where a model looks while it writes, one row for each token it wrote";
                const Scene scene =
                    draw(sample_trace(source, outputs, of_words ? words : SampleOptions{}), settings);
                EXPECT_EQ(unsound(scene), "");
                EXPECT_EQ(outside(scene, *metrics), "") << source << " × " << outputs << " at " << width;
                EXPECT_EQ(overlapping(scene, *metrics), "") << source << " × " << outputs << " at " << width;
                EXPECT_NEAR(scene.width, width / 25.4 * 72, 0.01);
                EXPECT_LT(scene.height, 860) << "taller than a page"; // A4 is 842
                for (const TextItem* t : items_of<TextItem>(scene))
                    EXPECT_GE(t->size, t->text.starts_with('.') ? 5.49f : 7.0f) << t->text;
                for (const MatrixItem* m : items_of<MatrixItem>(scene))
                    EXPECT_LE(m->box.right(), scene.width);
            }
}

TEST_F(PaperTest, PrintsWeightsFromFiveHundredths) {
    const Trace trace = sample_trace();
    PaperSettings settings;
    settings.width_mm = 174;
    const Scene with = draw(trace, settings);
    settings.numbers = false;
    const Scene without = draw(trace, settings);
    const auto count =
        static_cast<std::ptrdiff_t>(with.items.size()) - static_cast<std::ptrdiff_t>(without.items.size());
    EXPECT_EQ(count, (trace.at(Quantity::Weights).array() >= 0.05f).count());
    EXPECT_TRUE(
        has(with, "Additive attention, GRU 32. Each row sums to 1; weights under .05 are not printed."));
    EXPECT_TRUE(has(without, "Additive attention, GRU 32. Each row sums to 1."));
    EXPECT_TRUE(has(with, "end"));
    EXPECT_FALSE(has(with, "</s>"));
}

TEST_F(PaperTest, NumbersStandClearOfTheirCells) {
    for (const int source : {5, 9, 13, 20, 30}) {
        const Scene scene = draw(sample_trace(source, source, {}), {});
        const MatrixItem* map = items_of<MatrixItem>(scene).front();
        const float cell = map->box.w / static_cast<float>(map->columns);
        bool any = false;
        for (const LaidText& text : laid_texts(scene, *metrics)) {
            if (!text.item->text.starts_with('.')) continue;
            any = true;
            EXPECT_GE(text.item->size, 7) << source << " columns"; // never smaller than print allows
            EXPECT_LE(text.box.w, cell - 1.2f) << source << " columns";
        }
        EXPECT_EQ(any, source <= 13) << source << " columns";
    }
}

TEST_F(PaperTest, TheColourBarsTitleIsClearOfItsNumbers) {
    const Scene scene = draw(sample_trace(), {});
    float numbers_end = 0, title = 0;
    for (const LaidText& text : laid_texts(scene, *metrics)) {
        if (text.item->text == "0.75") numbers_end = text.box.right();
        if (text.item->text == "Attention weight")
            title = std::min({text.corners[0].x, text.corners[1].x, text.corners[2].x, text.corners[3].x});
    }
    EXPECT_GT(numbers_end, 0);
    EXPECT_GE(title - numbers_end, 2);
}

TEST_F(PaperTest, LettersLieFlatWhereTheyFitAndWordsAreSlanted) {
    const auto angle_of = [](const Scene& scene, const std::string& word) {
        for (const TextItem* t : items_of<TextItem>(scene))
            if (t->text == word) return t->angle;
        return -1.0f;
    };
    const Trace words = sample_trace(9, 8, {.words = true});
    const Trace letters = sample_trace(); // "3 March 1987"
    for (const float width : {84.0f, 174.0f}) {
        PaperSettings settings;
        settings.width_mm = width;
        const Scene flat = draw(letters, settings);
        EXPECT_EQ(angle_of(flat, "M"), 0) << width;
        EXPECT_EQ(overlapping(flat, *metrics), "") << width;
        EXPECT_EQ(angle_of(draw(words, settings), words.source[1].text), 45) << width;
    }
}

TEST_F(PaperTest, SpacesLieFlatAmongSlantedLabels) {
    Trace trace = sample_trace(); // "3 March 1987"
    trace.source[3].text = "arrrrrrrrrrrrrrr";
    trace.source[3].end = trace.source[3].begin; // nothing of the text
    const Scene scene = draw(trace, {});
    int spaces = 0;
    for (const TextItem* t : items_of<TextItem>(scene)) {
        if (t->text == "M") {
            EXPECT_EQ(t->angle, 45);
        }
        if (t->text != "␣") continue;
        EXPECT_EQ(t->angle, 0);
        ++spaces;
    }
    EXPECT_EQ(spaces, 2);
}

TEST_F(PaperTest, CropsAndLeavesOut) {
    const Trace trace = sample_trace();
    PaperSettings settings;
    settings.first_row = 2;
    settings.last_row = 4;
    settings.first_column = 8;
    settings.caption = false;
    settings.transparent = true;
    const Scene scene = draw(trace, settings);
    EXPECT_EQ(scene.background.a, 0);
    const MatrixItem* map = items_of<MatrixItem>(scene).front();
    ASSERT_EQ(map->rows, 3);
    ASSERT_EQ(map->columns, 5);
    EXPECT_EQ(map->values->front(), trace.weight(2, 8));
    EXPECT_FALSE(has(scene, "M"));
    for (const std::string& word : words(scene)) EXPECT_EQ(word.find("attention,"), std::string::npos);
}

TEST_F(PaperTest, WeightsFromElsewhereAreDrawnAsTheyAre) {
    LabelledMap map;
    map.rows = {{"a"}, {"b"}};
    map.columns = {{"x"}};
    map.values.resize(1, 2);
    map.values << 0.5f, 0.9f;
    const Scene scene = paper_heatmap(map, {}, style); // its rows do not sum to 1, so it does not say so
    for (const std::string& word : words(scene)) EXPECT_EQ(word.find("sums to 1"), std::string::npos);
    map.rows.pop_back();
    EXPECT_THROW(paper_heatmap(map, {}, style), Error);
}

TEST_F(PaperTest, LabelsThatAreNotAllThereAreNumberedWithTicksAndSaidSo) {
    LabelledMap map;
    for (int k = 0; k < 201; ++k) {
        map.rows.push_back({"out" + std::to_string(k)});
        map.columns.push_back({"in" + std::to_string(k)});
    }
    map.values = Eigen::MatrixXf::Constant(201, 201, 1 / 201.0f);
    for (const bool caption : {true, false}) {
        PaperSettings settings;
        settings.caption = caption;
        const Scene scene = paper_heatmap(map, settings, style);
        EXPECT_EQ(outside(scene, *metrics), "");
        int rows = 0, ticks = 0;
        bool said = false;
        for (const TextItem* t : items_of<TextItem>(scene)) {
            said = said || t->text.find("labelled") != std::string::npos;
            const std::size_t out = t->text.find(" out");
            if (out == std::string::npos) continue;
            ++rows;
            EXPECT_EQ(std::stoi(t->text.substr(0, out)),
                      std::stoi(t->text.substr(out + 4)) + 1); // its own number
            EXPECT_EQ(std::stoi(t->text) % 5, 0);              // a round one
        }
        for (const LineItem* line : items_of<LineItem>(scene)) ticks += line->width == 0.4f;
        EXPECT_TRUE(said);
        EXPECT_GE(rows, 5);
        EXPECT_GE(ticks, 2 * rows);
    }
    map.rows.resize(8);
    map.columns.resize(8);
    map.values = Eigen::MatrixXf::Constant(8, 8, 0.125f);
    const Scene few = paper_heatmap(map, {}, style);
    EXPECT_TRUE(has(few, "out7"));
    for (const TextItem* t : items_of<TextItem>(few)) EXPECT_EQ(t->text.find("labelled"), std::string::npos);
}

} // namespace
} // namespace heed
