// Of which head a figure of one map is.
#include "app/state/heads/paper_head.h"

#include "app/figures/heads/seen.h"
#include "app/figures/transformer/transformer.h"
#include "app/state/session/state_json.h"
#include "core/models/transformer/facts.h"
#include "tests/app/state/heads/over_small.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using test::answer_heads, test::asks_for, test::heads_looked_at, test::over_small, test::pairs_with_links;

/// What is drawn of one map is of the head that is framed, and says so.
TEST(PaperHead, AFigureOfOneMapIsOfTheChosenHead) {
    AppState s = over_small("a b c d");
    const auto caption = [&](const char* figure) {
        update(s, {"export-figure", figure});
        std::string words;
        for (const SceneItem& item : export_picture(s, s.exporting, *paper_metrics()).scene.items)
            if (const auto* text = std::get_if<TextItem>(&item)) words += text->text + " ";
        return words;
    };
    const auto has = [](const std::string& words, const char* part) {
        return words.find(part) != std::string::npos;
    };
    update(s, {"export"});
    EXPECT_TRUE(has(caption("heatmap"), "layer 2, mean of 2 heads")) << caption("heatmap");
    update(s, {"close-dialog"});
    update(s, {"heads"});
    answer_heads(s);
    update(s, {"heads-kind", "", 0, static_cast<int>(heads::Kind::Cross)});
    update(s, {"heads-choose", "", 0, 0, 1});
    ASSERT_TRUE(is_enabled(command_info("export-head"), s));
    EXPECT_FALSE(is_enabled(command_info("export-best-head"), s)) << "nothing says which it is";
    update(s, {"export-head"});
    EXPECT_EQ(s.exporting.figure, "heatmap");
    EXPECT_EQ(state_to_json(s)["export"]["head"], "front");
    for (const char* figure : {"heatmap", "bars"})
        EXPECT_TRUE(has(caption(figure), "layer 1, head 2")) << caption(figure);
    EXPECT_TRUE(has(export_numbers(s, s.exporting, FileKind::Csv), "# Weights of layer 1, head 2"));
    EXPECT_TRUE(has(caption("transformer"), "layer 1, head 2 chosen")) << caption("transformer");
    update(s, {"export-figure", "heatmap"});
    update(s, {"export-which-head", "", 0, static_cast<int>(PaperHead::Mean)});
    EXPECT_TRUE(has(caption("heatmap"), "layer 2, mean of 2 heads"));
    update(s, {"export-which-head", "", 0, static_cast<int>(PaperHead::Best)});
    EXPECT_TRUE(has(caption("heatmap"), "layer 1, head 2")) << "no best one is there";
    update(s, {"close-dialog"});
    update(s, {"heads-kind", "", 0, static_cast<int>(heads::Kind::Encoder)});
    update(s, {"heads-choose", "", 0, 1, 0});
    update(s, {"export"});
    EXPECT_TRUE(has(caption("heatmap"), "encoder layer 2, head 1")) << caption("heatmap");
    update(s, {"close-dialog"});
    update(s, {"heads-kind", "", 0, static_cast<int>(heads::Kind::Cross)});
    update(s, {"heads-choose", "", 0, 1, 1});
    update(s, {"heads-forward"}); // to the front of the network
    ASSERT_FALSE(shows_heads(s));
    update(s, {"export"});
    EXPECT_TRUE(has(caption("heatmap"), "layer 2, head 2")) << caption("heatmap");
}

/// What stands for a Transformer as it is configured is not called the mean of all its heads.
TEST(PaperHead, WhatStandsForTheModelIsNamed) {
    AppState s = over_small("a b c d");
    const auto first = [&] { return paper_heads(s, "heatmap").front(); };
    EXPECT_EQ(first().which, PaperHead::Mean);
    EXPECT_EQ(first().name, "Mean, layer 2");
    Trace one = *s.trace;
    transformer::Config& config = one.model.edit<TransformerFacts>().config;
    config.attention.layer = 1;
    config.attention.head = 2;
    s.trace = std::make_shared<const Trace>(std::move(one));
    EXPECT_EQ(first().name, "Model’s, 1:2");
}

TEST(PaperHead, TheBestHeadIsAFigureWhereItWasMeasured) {
    const test::TemporaryFolder folder;
    AppState s = heads_looked_at();
    update(s, {"heads-file", pairs_with_links(folder)});
    const std::atomic<bool> never{false};
    apply(s, WorkDone{"heads-corpus", heads_corpus_job(s)(Engine{}, never), ""});
    const atlas::Seen seen = atlas::seen(*heads_shown(s), s.heads.look);
    ASSERT_EQ(seen.rank(seen.best), 1);
    const Site best = seen.one(seen.best).head.site;
    update(s, {"heads-choose", "", 0, best.layer, 1 - best.head});
    ASSERT_TRUE(is_enabled(command_info("export-best-head"), s));
    update(s, {"export-best-head"});
    EXPECT_EQ(state_to_json(s)["export"]["head"], "best");
    const std::string name =
        "# Weights of layer " + std::to_string(best.layer + 1) + ", head " + std::to_string(best.head + 1);
    EXPECT_NE(export_numbers(s, s.exporting, FileKind::Csv).find(name + "\n"), std::string::npos);
}

} // namespace
} // namespace heed
