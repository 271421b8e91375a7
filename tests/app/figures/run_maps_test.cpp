#include "app/figures/run_maps.h"

#include "app/export/export.h"
#include "app/figures/seq2seq/inspector/every_map.h"
#include "core/models/transformer/values.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_maps.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace heed {
namespace {

TEST(RunMaps, OneRunIsLayersByHeads) {
    const auto maps = maps_of({sample_maps(3, 4)});
    ASSERT_EQ(maps.size(), 12u);
    EXPECT_EQ(maps[5].alone->model.name, "file, layer 2, head 2");
    EXPECT_EQ(maps[5].alone->maps().size(), 1u);
    EXPECT_EQ(&maps[5].alone->at(Quantity::Weights), &maps[5].run->at(Quantity::Weights, 1, 1));
    EXPECT_LT(maps[0].entropy, maps[11].entropy);
    const Thumbnails all = thumbnails(maps);
    EXPECT_EQ(all.row_name, "layer");
    EXPECT_EQ(all.column_name, "head");
    EXPECT_EQ(all.maps[5].layer, 1);
    EXPECT_EQ(all.maps[5].head, 1);
    EXPECT_EQ(all.maps[5].values, &maps[5].alone->at(Quantity::Weights));
    EXPECT_EQ(all.maps[5].name, "");
    EXPECT_FALSE(all.settings().top_down); // layers are stacked
    EXPECT_EQ(count_of_maps(maps), "3 layers of 4 heads");
    EXPECT_EQ(title_of(maps[5]), "Layer 2, head 2");
}

TEST(RunMaps, AnythingElseIsNearlySquareAndNamed) {
    const auto names = [](const Thumbnails& all) {
        std::vector<std::string> result;
        for (const GridMap& map : all.maps) result.push_back(map.name);
        return result;
    };
    const auto heads = maps_of({sample_maps(1, 4)});
    const Thumbnails four = thumbnails(heads);
    EXPECT_EQ(four.row_name, "");
    EXPECT_THAT(names(four), testing::ElementsAre("head 1", "head 2", "head 3", "head 4"));
    EXPECT_EQ(four.maps[3].layer, 1);
    EXPECT_EQ(four.maps[3].head, 1);
    EXPECT_EQ(count_of_maps(heads), "4 maps");
    const auto sentences = maps_of(sample_sentences(3));
    EXPECT_THAT(names(thumbnails(sentences)), testing::ElementsAre("sentence 1", "sentence 2", "sentence 3"));
    EXPECT_EQ(sentences[1].alone, sentences[1].run);
    EXPECT_EQ(count_of_maps(sentences), "3 sentences");
    const auto both = maps_of({sample_maps(2, 2, "file, sentence 1"), sample_maps(2, 2, "file, sentence 2")});
    EXPECT_EQ(names(thumbnails(both))[7], "sentence 2, 2:2");
    EXPECT_EQ(title_of(both[7]), "Sentence 2, layer 2, head 2");
    for (const int count : {1, 2, 3, 5, 6, 7, 9, 12, 30, 100}) {
        const auto maps = maps_of(sample_sentences(count));
        const Thumbnails all = thumbnails(maps);
        const int columns = 1 + std::max_element(all.maps.begin(), all.maps.end(), [](auto& a, auto& b) {
                                    return a.head < b.head;
                                })->head;
        const int rows = all.maps.back().layer + 1;
        EXPECT_LT(columns * rows - count, columns) << count; // no row is empty
        EXPECT_GE(2 * columns + 2, rows) << count;           // the longest maps are twice as wide as high
    }
}

/// The mean of cross-attention, which stands for the run, and a Transformer's own maps beside it.
std::shared_ptr<const Trace> run_of_several_kinds() {
    Trace trace = sample_trace(5, 4).narrowed({Quantity::Weights});
    const Quantity self = transformer::encoder_values.self.weights,
                   rolled = transformer::encoder_values.rollout;
    for (int layer = 0; layer < 2; ++layer) {
        for (int head = 0; head < 2; ++head) trace.set({self, layer, head}, MatrixXf::Identity(5, 5));
        trace.set({rolled, layer, 0}, MatrixXf::Constant(5, 5, 0.2f));
    }
    return std::make_shared<const Trace>(std::move(trace));
}

TEST(RunMaps, EveryKindOfMapHasItsValuesAndItsName) {
    const auto maps = maps_of({run_of_several_kinds()});
    ASSERT_EQ(maps.size(), 7u);
    EXPECT_EQ(maps[0].alone, maps[0].run); // the one that stands for the run
    EXPECT_TRUE(title_of(maps[0]).ends_with("ecoder attention")) << title_of(maps[0]);
    EXPECT_TRUE(title_of(maps[2]).ends_with("ncoder self, layer 1, head 2")) << title_of(maps[2]);
    EXPECT_TRUE(title_of(maps[6]).ends_with("ncoder rollout, layer 2")) << title_of(maps[6]);
    EXPECT_EQ(maps[2].columns(), 5);
    EXPECT_EQ(maps[0].rows(), 4);
    EXPECT_FALSE(maps[0].same_axes(maps[1]));
    EXPECT_TRUE(maps[1].same_axes(maps[2]));
    EXPECT_FALSE(cell_words(maps[2], 4, 4).empty());
    const Thumbnails all = thumbnails(maps);
    for (const GridMap& map : all.maps) EXPECT_TRUE(map.values && map.values->size() > 0);
    EXPECT_TRUE(all.maps[2].name.ends_with("encoder self 1:2")) << all.maps[2].name;
    EXPECT_EQ(count_of_maps(maps), "7 maps");
    // One head of each kind: no two stand at one place.
    std::vector<RunMap> two{maps[2], maps[6]};
    two[1].headed = true;
    const Thumbnails beside = thumbnails(two);
    EXPECT_NE(std::pair(beside.maps[0].layer, beside.maps[0].head),
              std::pair(beside.maps[1].layer, beside.maps[1].head));
}

TEST(RunMaps, AMapOfAnotherKindIsLaidOutAsOutputsOverASource) {
    const auto maps = maps_of({run_of_several_kinds()});
    EXPECT_EQ(laid_out(maps[0].alone), maps[0].alone);
    const auto laid = laid_out(maps[2].alone);
    ASSERT_TRUE(laid->has_weights());
    EXPECT_EQ(laid->at(Quantity::Weights), *maps[2].weights);
    EXPECT_EQ(laid->outputs(), 5);
    EXPECT_EQ(laid->source_length(), 5);
    EXPECT_EQ(laid->steps[1].token.text, laid->source[1].text);
    EXPECT_EQ(laid->maps().size(), 1u);
    EXPECT_EQ(laid->labels.count(Axis::Output), 1u); // nobody wrote them
}

TEST(RunMaps, ARunWithoutWeightsIsAMapWithoutValues) {
    const auto maps = maps_of({std::make_shared<const Trace>()});
    ASSERT_EQ(maps.size(), 1u);
    EXPECT_EQ(thumbnails(maps).maps[0].values, nullptr);
}

TEST(RunMaps, TheTableOrdersTheMapsByWeightOrByEntropy) {
    const auto metrics = paper_metrics();
    FigureStyle style;
    style.metrics = metrics.get();
    const auto words = [](const Scene& scene) {
        std::vector<std::string> all;
        for (const TextItem* text : items_of<TextItem>(scene)) all.push_back(text->text);
        return all;
    };
    for (const auto& [layers, heads] : {std::pair{2, 2}, {12, 16}}) {
        const auto maps = maps_of({sample_maps(layers, heads)});
        for (const int k : {0, 3}) {
            const Scene cell = every_map_figure(maps, k, 0, 0, 360, style);
            const Scene none = every_map_figure(maps, k, -1, -1, 360, style);
            for (const Scene* scene : {&cell, &none}) {
                EXPECT_EQ(unsound(*scene), "");
                EXPECT_EQ(outside(*scene, *metrics), "");
                EXPECT_EQ(overlapping(*scene, *metrics), "");
            }
            EXPECT_THAT(words(none), testing::Contains("Entropy of each map"));
            EXPECT_THAT(words(none), testing::Contains("Layer 1, head 1"));
            EXPECT_THAT(words(cell), testing::Contains("weight in each map"));
            EXPECT_THAT(words(cell), testing::Contains("mean of " + std::to_string(maps.size())));
        }
    }
    const auto several = maps_of(sample_sentences(3, 2));
    EXPECT_THAT(words(every_map_figure(several, 2, 0, 0, 360, style)),
                testing::AllOf(testing::Contains("Sentence 2, head 1"),
                               testing::Not(testing::Contains("Sentence 1, head 1")))); // other words
    auto parts = maps_of(sample_sentences(2)); // the first sentence has two maps
    parts.insert(parts.begin() + 1, parts.front());
    parts[0].sentence += ", source_attributions";
    parts[1].sentence += ", target_attributions";
    EXPECT_EQ(count_of_maps(parts), "3 maps");
    EXPECT_EQ(count_of_maps(maps_of(sample_sentences(2))), "2 sentences");
    EXPECT_EQ(maps_summary(maps_of({sample_maps(3, 4)})),
              "Each over 4 outputs and 5 source tokens. Each row sums to 1.");
}

} // namespace
} // namespace heed
