// Changed heads on paper.
#include "app/figures/figures.h"
#include "app/figures/paper_picture.h"
#include "core/base/error.h"
#include "tests/app/figures/head_off/head_off_figure.h"

#include <algorithm>

namespace heed {
namespace {

TEST_F(HeadOffFigure, ItIsAFigureOnPaper) {
    const FigureKind* kind = find_figure("head-off");
    ASSERT_TRUE(kind);
    HeadOffBoard board;
    const FigureSource nothing{.board = &board};
    EXPECT_FALSE(kind->there(nothing));
    board.work = std::make_shared<const HeadOffWork>(work({{middle, {}}}));
    board.costs = std::make_shared<const HeadCosts>(costs(*board.work));
    const FigureSource source{.board = &board};
    ASSERT_TRUE(kind->there(source));
    PaperSettings wide;
    wide.width_mm = 174;
    const Picture picture = kind->paper(source, wide, style_of(Theme::Light));
    expect_sound(picture.scene, "paper");
    EXPECT_TRUE(prints(picture.scene, "12 runs")); // how long they took is not printed
}

// Words that have no room beside one another stand in cards below, in letters of the size asked for; a page
// that has no room for the cards is refused with the width that has.
TEST_F(HeadOffFigure, OnPaperManyWordsFoldAndLettersKeepTheirSize) {
    const FigureKind& kind = *find_figure("head-off");
    HeadOffBoard board;
    HeadOffWork many = work({{middle, {}}});
    while (many.columns.size() < 23) many.columns.push_back(many.columns.front());
    board.work = std::make_shared<const HeadOffWork>(many);
    board.costs = std::make_shared<const HeadCosts>(costs(*board.work));
    const FigureSource source{.board = &board};
    PaperSettings paper;
    paper.width_mm = 174;
    const Picture picture = paper_picture(kind, source, paper, style_of(Theme::Light));
    expect_sound(picture.scene, "23 words");
    for (const TextItem* t : items_of<TextItem>(picture.scene))
        EXPECT_GE(t->size * 72 / static_cast<float>(picture.units_per_inch), 6.98f) << t->text;
    const auto words = std::count_if(picture.scene.picks.begin(), picture.scene.picks.end(),
                                     [](const Pick& p) { return p.id.name == "head-off-word"; });
    EXPECT_EQ(words, 23); // none is left out
    EXPECT_EQ(items_of<ClipItem>(picture.scene).size(), 0u);
    paper.width_mm = 84;
    try {
        paper_picture(kind, source, paper, style_of(Theme::Light));
        FAIL() << "small letters without a word";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()), "Changed heads on 84 mm: its letters would have 3.4 pt, not 7: "
                                             "expected a width of 171 mm or more, found 84");
    }
    paper.font_pt = 3; // asked for
    EXPECT_GT(paper_picture(kind, source, paper, style_of(Theme::Light)).scene.height, 0);
}

} // namespace
} // namespace heed
