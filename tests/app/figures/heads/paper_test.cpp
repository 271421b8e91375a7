// The atlas on paper.
#include "tests/app/figures/heads/heads_fixture.h"

#include "app/figures/figures.h"

namespace heed {
namespace {

using heads::Kind;
using heads::Reading;

TEST_F(HeadsFigure, ItIsDrawnOnPaperFromARunAlone) {
    const FigureKind* kind = find_figure("heads");
    ASSERT_TRUE(kind);
    const FigureSource source{.trace = &run};
    EXPECT_TRUE(kind->there(source));
    PaperSettings wide;
    wide.width_mm = 174;
    const Picture picture = kind->paper(source, wide, style_of(Theme::Light));
    EXPECT_EQ(unsound(picture.scene), "");
    EXPECT_EQ(items_of<TiledItem>(picture.scene).size(), 48u);
    EXPECT_TRUE(prints(picture.scene, "Every head"));
    EXPECT_FALSE(prints(picture.scene, "chosen"));
    const Trace one = test::sample_heads(1, 1);
    EXPECT_FALSE(kind->there(FigureSource{.trace = &one}));
}

/// There nothing can be pointed at: which words a map is of stands at the outer ones, and whose it is above.
TEST_F(HeadsFigure, OnPaperTheOuterMapsHaveTheirWordsAndTheModelItsName) {
    const FigureKind* kind = find_figure("heads");
    for (const auto& [layers, heads] : {std::pair(4, 8), {6, 8}, {12, 16}, {1, 4}})
        for (const float width : {84.0f, 174.0f}) {
            Trace of = test::sample_heads(layers, heads);
            of.model.name = "translate/transformer";
            PaperSettings paper;
            paper.width_mm = width;
            paper.font_pt = kind->font_pt;
            const Picture picture = kind->paper(FigureSource{.trace = &of}, paper, style_of(Theme::Light));
            const std::string what =
                std::to_string(layers) + " × " + std::to_string(heads) + ", " + std::to_string(width) + " mm";
            expect_sound(picture.scene, what);
            EXPECT_TRUE(prints(picture.scene, "translate/transformer")) << what;
            const bool bare =
                says(picture.scene, "a wider page has a number") || says(picture.scene, "without numbers");
            EXPECT_TRUE(bare || says(picture.scene, "entropy")) << what; // what the numbers are
            for (int layer = 1; layer <= layers; ++layer)
                EXPECT_TRUE(says(picture.scene, "layer " + std::to_string(layer))) << what;
            // The first of each axis is labelled whatever the pitch: upright a row's, slanted a column's.
            const auto every = head_maps(of);
            const HeadMaps::Labels& labels = every->of(Kind::Cross, Reading::Predicts);
            int rows = 0, columns = 0;
            for (const TextItem* t : items_of<TextItem>(picture.scene)) {
                rows += t->angle == 0 && t->text == labels.rows.front().text;
                columns += t->angle != 0 && t->text == labels.columns.front().text;
            }
            if (static_cast<float>(heads * 45 + 100) <
                width * 4.45f) { // px: with a number at each map, and words beside it
                EXPECT_GE(rows, layers) << what;
                EXPECT_GT(columns, 0) << what;
            }
            for (const TextItem* t : items_of<TextItem>(picture.scene))
                EXPECT_GE(t->size * 72 / static_cast<float>(picture.units_per_inch), 6.98f)
                    << t->text << ", " << what;
            EXPECT_EQ(items_of<TiledItem>(picture.scene).size(), static_cast<std::size_t>(layers * heads))
                << what;
        }
    const Scene window = heads_figure(alone, *maps, {}, style);
    for (const TextItem* t : items_of<TextItem>(window)) EXPECT_EQ(t->angle, 0) << t->text;
}

/// Eight heads in a row have no room for words on a narrow page: the layer goes on below.
TEST_F(HeadsFigure, ANarrowPageKeepsTheWords) {
    const FigureKind* kind = find_figure("heads");
    const Trace of = test::sample_heads(2, 8);
    PaperSettings paper;
    paper.width_mm = 84;
    paper.font_pt = kind->font_pt;
    const Picture picture = kind->paper(FigureSource{.trace = &of}, paper, style_of(Theme::Light));
    expect_sound(picture.scene, "2 × 8 on 84 mm");
    const auto every = head_maps(of);
    const HeadMaps::Labels& labels = every->of(Kind::Cross, Reading::Predicts);
    EXPECT_TRUE(prints(picture.scene, labels.rows.front().text));
    EXPECT_FALSE(says(picture.scene, "a wider page has"));
    EXPECT_TRUE(says(picture.scene, "entropy"));
    for (const TextItem* t : items_of<TextItem>(picture.scene))
        EXPECT_GE(t->size * 72 / static_cast<float>(picture.units_per_inch), 6.98f) << t->text;
}

/// Where even that has no room for them, how wide a page has it is said.
TEST_F(HeadsFigure, APageWithoutWordsSaysHowWideOneHasThem) {
    const FigureKind* kind = find_figure("heads");
    const Trace of = test::sample_heads(12, 16);
    PaperSettings paper;
    paper.font_pt = kind->font_pt;
    const auto picture_at = [&](float mm) {
        paper.width_mm = mm;
        return kind->paper(FigureSource{.trace = &of}, paper, style_of(Theme::Light));
    };
    const Picture narrow = picture_at(84);
    expect_sound(narrow.scene, "12 × 16 on 84 mm");
    std::string said;
    for (const TextItem* t : items_of<TextItem>(narrow.scene)) said += t->text + " ";
    const std::size_t at = said.find("a page ");
    ASSERT_NE(at, said.npos) << said;
    const float wide = std::stof(said.substr(at + std::string("a page ").size()));
    ASSERT_GT(wide, 84);
    const std::string word = head_maps(of)->of(Kind::Cross, Reading::Predicts).rows.front().text;
    EXPECT_FALSE(prints(narrow.scene, word));
    EXPECT_TRUE(prints(picture_at(wide).scene, word));
    EXPECT_FALSE(says(picture_at(wide).scene, "have no room here"));
}

} // namespace
} // namespace heed
