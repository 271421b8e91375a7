// Where the assistant's cards, buttons and columns stand, whatever the size.
#include "app/figures/assistant/maps.h"
#include "app/views/assistant/card.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

// ------------------------------------------------------------------------------------------------ the cards
TEST(AssistantColumn, NothingLiesOverTheAnswers) {
    // Of rooms at 1600x1000, 1280x800 and 960x640: ten questions, and where it is saved.
    for (const Box room : {Box{1080, 60, 504, 924}, Box{861, 60, 403, 724}, Box{608, 60, 336, 564}}) {
        const AssistantColumn at = assistant_column(room, 930, 170, 214);
        ASSERT_TRUE(at.strip);
        EXPECT_LT(at.list.bottom(), at.strip->y);
        EXPECT_EQ(at.strip->h, verdict_strip_height);
        EXPECT_EQ(at.save.has_value(), room.h >= 600);
        EXPECT_LT(at.strip->bottom(), at.save ? at.save->y : room.bottom() + 1);
        EXPECT_LE((at.save ? *at.save : *at.strip).bottom(), room.bottom());
        EXPECT_GE(at.list.h, 400);
    }
}

TEST(AssistantColumn, WhereAllFitsThereIsNoStrip) {
    const Box room{1080, 60, 504, 924};
    const AssistantColumn at = assistant_column(room, 366, 270, 214);
    EXPECT_FALSE(at.strip);
    ASSERT_TRUE(at.save);
    EXPECT_EQ(at.save->y, room.y + 366 + 12 + 270 + 12); // below them, not at the end of the room
    EXPECT_TRUE(assistant_column(room, 500, 270, 214).strip);
    // In a low room saving scrolls with the rest, and may push the verdict out of sight.
    EXPECT_FALSE(assistant_column({0, 0, 336, 560}, 200, 100, 214).strip);
    EXPECT_TRUE(assistant_column({0, 0, 336, 560}, 260, 100, 214).strip);
}

TEST(AssistantColumn, FollowsTheQuestionThatAKeyComesTo) {
    const Box list{861, 60, 403, 446};
    EXPECT_EQ(scrolled_into(list, 100, 80, 160), 100);  // in sight: it stays
    EXPECT_EQ(scrolled_into(list, 100, 480, 546), 140); // below: no further than needed
    EXPECT_EQ(scrolled_into(list, 100, 20, 90), 60);    // above
    EXPECT_EQ(scrolled_into(list, 100, 100, 700), 140); // higher than the list: its beginning
    EXPECT_EQ(scrolled_into(list, 10, 20, 90), 0);
}

// In a narrow card the rows of two combinations began with the same answer, and ended where they part.
TEST(AssistantTried, LabelsThatAreCutToOneAreAlike) {
    const std::vector<std::string> whole{"c = W c, tanh", "c = W c, nothing", "zeros"};
    EXPECT_TRUE(cut_alike(whole, {"c = W c, …", "c = W c, …", "zeros"}));
    EXPECT_FALSE(cut_alike(whole, {"c = W c, t…", "c = W c, n…", "zeros"}));
    EXPECT_FALSE(cut_alike({"zeros", "zeros"}, {"zeros", "zeros"})); // they are the same whole, too
    EXPECT_FALSE(cut_alike({}, {}));
}

// ---------------------------------------------------------------------------------------------- its buttons
TEST(AssistantSave, ItsButtonsStandInOneRow) {
    const std::array<float, 3> words{91, 131, 46}, brief{110, 88, 46};
    for (const auto& [width, wide] : {std::pair(464.0f, words), {363.0f, words}, {296.0f, brief}}) {
        const auto at = save_buttons({20, 700, width, 28}, wide);
        EXPECT_EQ(at[0].x, 20);
        EXPECT_FLOAT_EQ(at[2].right(), 20 + width);
        for (std::size_t n = 0; n < at.size(); ++n) {
            EXPECT_EQ(at[n].y, 700);
            EXPECT_GE(at[n].w, wide[n] + 10);
            EXPECT_GE(at[n].x, n > 0 ? at[n - 1].right() + 7.9f : 20);
        }
    }
    EXPECT_EQ(save_buttons({0, 0, 464, 28}, words)[0].w, 125); // no wider than it has to be
}

// ---------------------------------------------------------------------------------------------- its columns
TEST(AssistantColumns, EachHasWhatItSaysWhereThereIsRoom) {
    const AssistantWidths widest{231, 190, 62, 60};
    for (const float width : {910.0f, 829.0f}) {
        const AssistantColumns at = assistant_columns({16, 60, width, 700}, widest);
        EXPECT_TRUE(at.grounds);
        EXPECT_GE(at.part - at.name, widest.name);
        EXPECT_GE(at.ground - at.part, widest.part + 16);
        EXPECT_GE(at.ground_end - at.ground, 120);
        EXPECT_GE(at.shape - at.ground_end, widest.shape);
        EXPECT_GE(at.sure - at.shape, widest.sure);
        EXPECT_EQ(at.sure, 16 + width - 20);
    }
}

TEST(AssistantColumns, WhatIsTooLongGivesWay) {
    const Box table{16, 60, 576, 564};
    const AssistantColumns both = assistant_columns(table, {300, 300, 62, 60});
    EXPECT_FALSE(both.grounds);
    EXPECT_FLOAT_EQ(both.part - both.name, both.ground - both.part);
    EXPECT_LE(both.ground, both.ground_end + .01f);
    // One that is short keeps its room.
    const AssistantColumns one = assistant_columns(table, {500, 100, 62, 60});
    EXPECT_FLOAT_EQ(one.ground - one.part, 152);
    EXPECT_LE(one.ground, one.ground_end + .01f);
}

// ------------------------------------------------------------------------------------------------ its words
TEST(AssistantMaps, SayAChangeAsItsQuestionDoes) {
    EXPECT_EQ(map_change_words(.36), ".36");
    EXPECT_EQ(map_change_words(.003), "below .01"); // not ".00"
    EXPECT_EQ(map_change_words(0), "0");
}

// -------------------------------------------------------------------------------------- combinations beyond
io::mapping::Search searched(const std::vector<double>& differences, std::size_t told_off = 0) {
    io::mapping::Search search;
    for (const double difference : differences) {
        search.tried.emplace_back();
        search.tried.back().difference = difference;
    }
    search.told_off = told_off;
    return search;
}

TEST(AssistantTried, CountsThoseThatTheListLeavesOut) {
    const TriedOthers others = tried_others(searched({8e-7, .022, .41, .57, .7, .98}), 3);
    EXPECT_EQ(others.count, 3u);
    EXPECT_EQ(between_words(others), ".57 … .98");
    EXPECT_EQ(tried_others(searched({8e-7, .022, .41}), 3).count, 0u);
    EXPECT_EQ(tried_others(searched({}), 3).count, 0u);
}

TEST(AssistantTried, OfThoseNotRunToTheirEndsNoEndIsSaid) {
    const TriedOthers others = tried_others(searched({8e-7, .022, .41, .57}, 29), 3);
    EXPECT_EQ(others.count, 30u);
    EXPECT_EQ(between_words(others), "from .57");
    EXPECT_EQ(between_words(tried_others(searched({8e-7}, 29), 3)), "");
    EXPECT_EQ(tried_others(searched({8e-7}, 29), 3).count, 29u);
    io::mapping::Search broken = searched({.1, .2, .3, .4});
    broken.tried.back().problem = "cannot be run";
    EXPECT_EQ(between_words(tried_others(broken, 3)), "");
}

} // namespace
} // namespace heed
