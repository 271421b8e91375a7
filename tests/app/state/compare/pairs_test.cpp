// Other pairs than functions, and two panels beside one another.
#include "app/views/compare/press.h"
#include "tests/app/state/compare/family.h"

#include <gtest/gtest.h>

namespace heed::compare_test {
namespace {

TEST(Compare, OneEncoderForAllFunctions) {
    AppState s = with_family();
    s.shared_functions = {"additive", "dot", "cosine"};
    update(s, {"view-compare"});
    update(s, {"compare-shared"});
    EXPECT_EQ(keys_of(s), (Keys{"additive", "dot", "cosine"}));
    for (const PanelState& panel : s.compare.panels) {
        EXPECT_EQ(panel.order.loaded, s.model);
        EXPECT_EQ(panel.order.request.score, panel.order.key == "additive" ? "" : panel.order.key);
    }
    update(s, {"compare-alone"});
    EXPECT_EQ(keys_of(s).size(), 6u);
}

TEST(Compare, TwoModels) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-models"});
    ASSERT_EQ(keys_of(s), (Keys{"first", "second"}));
    EXPECT_EQ(s.compare.panels[1].order.model, "dates/dot");
    update(s, {"compare-other-model", "dates/local-p"});
    EXPECT_EQ(s.compare.panels[1].order.model, "dates/local-p");
    EXPECT_EQ(s.compare.panels[1].order.request.text, s.input);
    update(s, {"compare-swap"});
    EXPECT_EQ(s.opening, "dates/local-p");
    EXPECT_EQ(s.compare.other_model, "dates/additive");
}

/// Languages and a task are the open model's own: another is not told of them.
TEST(Compare, TheSecondModelIsToldNoLanguage) {
    AppState s = with_family();
    s.languages = {"en", "de", "translate: "};
    update(s, {"view-compare"});
    update(s, {"compare-models"});
    EXPECT_EQ(languages_of(s.compare.panels[0].order.request), s.languages);
    EXPECT_EQ(languages_of(s.compare.panels[1].order.request), LanguageChoice());
}

TEST(Compare, TwoInputs) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-inputs"});
    const std::string pair = second_input(s); // one letter is another
    EXPECT_EQ(pair.size(), s.input.size());
    int other = 0;
    for (std::size_t n = 0; n < pair.size(); ++n) other += pair[n] != s.input[n];
    EXPECT_EQ(other, 1) << pair;
    EXPECT_EQ(s.compare.panels[1].order.request.text, pair);
    update(s, {"type", "3 March 1988"}); // it follows
    EXPECT_NE(second_input(s), pair);
    EXPECT_EQ(second_input(s).substr(0, 8), "3 March ");
    update(s, {"type", "3 March 1987"});
    update(s, {"compare-other-input", "4 May 1988"});
    EXPECT_EQ(s.compare.panels[1].order.request.text, "4 May 1988");
    update(s, {"compare-swap"});
    EXPECT_EQ(s.input, "4 May 1988");
    EXPECT_EQ(second_input(s), "3 March 1987");
    update(s, {"compare-other-input", ""});
    EXPECT_FALSE(s.compare.panels[1].waiting);
    EXPECT_EQ(s.compare.panels[1].figure.problem, "Type a second input.");
    update(s, {"compare-pair"});
    EXPECT_FALSE(second_input(s).empty());
}

TEST(Compare, FreeAndForced) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-forced"});
    EXPECT_EQ(s.compare.target, s.trace->target_text);
    update(s, {"compare-target", "1987-03-04"});
    EXPECT_FALSE(s.compare.panels[0].order.request.target.has_value());
    EXPECT_EQ(s.compare.panels[1].order.request.target, "1987-03-04");
    update(s, {"compare-swap"});
    EXPECT_EQ(s.compare.target, s.trace->target_text);
    update(s, {"compare-target", ""});
    EXPECT_FALSE(s.compare.panels[1].waiting);
}

TEST(Compare, PinningPointingAndEsc) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    update(s, {"hover", "", 2, 5, 3}); // column 5, row 3, panel 2
    EXPECT_EQ(compare_options(s).hover, (CompareCell{2, 3, 5}));
    update(s, {"compare-pin", "", 2, 3, 5});
    EXPECT_EQ(s.compare.pinned, (CompareCell{2, 3, 5}));
    update(s, {"compare-toggle", "additive"}); // the panel moves up, the pin with it
    EXPECT_EQ(s.compare.pinned, (CompareCell{1, 3, 5}));
    update(s, {"next-row"});
    update(s, {"previous-column"});
    EXPECT_EQ(s.compare.pinned, (CompareCell{1, 4, 4}));
    update(s, {"compare-difference", "", 0, 3, 1});
    EXPECT_EQ(s.compare.difference_a, 1);
    EXPECT_EQ(s.compare.difference_b, 3);
    update(s, {"clear"});
    EXPECT_EQ(s.compare.difference_a, -1);
    EXPECT_EQ(s.compare.pinned.row, 4);
    update(s, {"clear"});
    EXPECT_EQ(s.compare.pinned, CompareCell{});
    update(s, {"compare-pin", "", 0, 1, 1});
    update(s, {"compare-pin", "", 3, 1, 1}); // the same weight, in another panel: lets go
    EXPECT_EQ(s.compare.pinned, CompareCell{});
}

TEST(Compare, ADoubleClickPinsAndEnlargesAndLetsGoOfNothing) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    update(s, {"clear"});
    const std::size_t before = s.history.steps.size();
    const PickId cell{PickKind::Cell, 3, 5, 2};
    for (const int clicks : {1, 2}) update(s, compare_press(cell, 2, 2, clicks).value());
    EXPECT_EQ(s.compare.enlarged, s.compare.panels[2].order.key);
    EXPECT_EQ(s.compare.pinned, (CompareCell{2, 3, 5}));
    ASSERT_EQ(s.history.steps.size(), before + 2);
    EXPECT_TRUE(s.history.steps[before].name.starts_with("Pinned")) << s.history.steps[before].name;
    EXPECT_TRUE(s.history.steps[before + 1].name.starts_with("Enlarged")) << s.history.steps[before + 1].name;
    EXPECT_EQ(compare_press(cell, 2, -1, 2)->id, "compare-pin") << "where nothing can be enlarged";
}

TEST(Compare, ADifferenceGoesWithASecondClickOrWithItsPanel) {
    AppState s = with_family();
    update(s, {"view-compare"});
    update(s, {"compare-difference", "", 0, 1, 0});
    update(s, {"compare-difference", "", 0, 1, 0});
    EXPECT_EQ(s.compare.difference_a, -1);
    update(s, {"compare-difference", "", 0, 2, 1});
    update(s, {"compare-toggle", "additive"});
    EXPECT_EQ(s.compare.difference_a, 0);
    EXPECT_EQ(s.compare.difference_b, 1);
    update(s, {"compare-toggle", "dot"});
    EXPECT_EQ(s.compare.difference_a, -1);
}

} // namespace
} // namespace heed::compare_test
