// What of Compare a session keeps.
#include "app/state/session/session.h"
#include "app/state/session/state_json.h"
#include "tests/app/state/compare/family.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace heed::compare_test {
namespace {

TEST(Compare, IsWrittenAndReadBack) {
    AppState s = with_family();
    update(s, {"view-compare"});
    answer_all(s);
    update(s, {"compare-toggle", "local-m"});
    update(s, {"compare-pin", "", 1, 2, 3});
    update(s, {"compare-difference", "", 0, 2, 0});
    update(s, {"compare-other-input", "4 May"});
    update(s, {"compare-turn"});
    const auto json = state_to_json(s);
    EXPECT_EQ(json["view"], "compare");
    EXPECT_EQ(json["compare"]["shown"],
              (Keys{"additive", "dot", "scaled", "general", "location", "local-m", "local-p"}));
    EXPECT_EQ(json["compare"]["pinned"]["column"], 3);
    EXPECT_EQ(json["compare"]["panels"].size(), 7u);

    const test::TemporaryFolder folder;
    std::ofstream(folder / "session.json") << state_text(s);
    AppState back;
    begin_session(back, read_session(folder / "session.json"));
    EXPECT_EQ(back.view, "compare");
    EXPECT_EQ(back.settings.compared, s.settings.compared);
    const CompareState& c = back.compare;
    EXPECT_EQ(c.pinned, s.compare.pinned);
    EXPECT_EQ(c.difference_a, 0);
    EXPECT_EQ(c.difference_b, 2);
    EXPECT_EQ(c.other_input, "4 May");
    EXPECT_TRUE(c.other_typed);
    EXPECT_TRUE(c.turned);
}

TEST(Compare, ASessionsPairWaitsForTheFamily) {
    AppState s = with_family();
    const std::vector<ModelChoice> models = std::exchange(s.models, {});
    s.compare.difference_a = 1;
    s.compare.difference_b = 2;
    s.view = "compare";
    update(s, {"close-menu"});
    EXPECT_TRUE(s.compare.panels.empty());
    apply(s, ModelsListed{models});
    EXPECT_EQ(s.compare.panels.size(), 6u);
    EXPECT_EQ(s.compare.difference_b, 2);
}

TEST(Compare, ASessionsWrongValuesAreLeftOut) {
    CompareState c;
    compare_from_json(
        nlohmann::json::parse(R"({"what": "music", "shared": 3, "pinned": {"row": -7, "column": "x"},
        "difference": {"a": 2, "b": 1}, "temperature": -1, "first_chip": 1e9})"),
        c);
    EXPECT_EQ(c.what, CompareWhat::Functions);
    EXPECT_FALSE(c.shared);
    EXPECT_EQ(c.pinned, CompareCell{});
    EXPECT_EQ(c.difference_a, -1);
    EXPECT_EQ(c.first_chip, 0);
}

} // namespace
} // namespace heed::compare_test
