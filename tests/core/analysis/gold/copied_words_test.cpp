#include "core/analysis/gold/copied_words.h"
#include "core/analysis/gold/evaluation.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::analysis {
namespace {

CopiedWords of(const std::vector<int>& wanted, const std::vector<int>& written) {
    return copied_words(wanted, written);
}

TEST(CopiedWords, CountsWhatIsTooManyAndWhatIsLeftOut) {
    EXPECT_EQ(of({1, 2, 3}, {1, 2, 3}), (CopiedWords{3, 0, 0}));
    EXPECT_EQ(of({1, 1, 2}, {1, 1, 1, 1, 2}), (CopiedWords{3, 2, 0}));
    EXPECT_EQ(of({1, 1, 1, 2}, {1, 2}), (CopiedWords{4, 0, 2}));
    EXPECT_EQ(of({1, 2, 3}, {1, 4, 3}), (CopiedWords{3, 1, 1})); // one in another's place
    EXPECT_EQ(of({1, 2}, {}), (CopiedWords{2, 0, 2}));
    EXPECT_EQ(of({}, {}), (CopiedWords{0, 0, 0}));
}

TEST(CopiedWords, AreToldWhereEveryItemIsACopy) {
    Evaluation evaluation;
    ItemResult item;
    item.tokens = 4;
    item.copied = CopiedWords{3, 2, 1};
    evaluation.add(item);
    evaluation.add(item);
    ASSERT_TRUE(evaluation.copied());
    EXPECT_EQ(*evaluation.copied(), (CopiedWords{6, 4, 2}));
    EXPECT_EQ(to_json(evaluation).at("copied").dump(), R"({"words":6,"repeats":4,"omissions":2})");
    item.copied.reset();
    evaluation.add(item);
    EXPECT_FALSE(evaluation.copied());
    EXPECT_FALSE(to_json(evaluation).contains("copied"));
}

TEST(NewWords, AreToldWhereThereAreAny) {
    Evaluation evaluation;
    ItemResult item;
    item.tokens = 4;
    evaluation.add(item);
    EXPECT_FALSE(to_json(evaluation).contains("new_words"));
    item.new_words = {3, 2};
    evaluation.add(item);
    evaluation.add(item);
    EXPECT_EQ(evaluation.new_words(), (NewWords{6, 4}));
    item.new_words = {2, 2};
    evaluation.add(item);
    EXPECT_EQ(to_json(evaluation).at("new_words").dump(), R"({"words":8,"right":6,"share":0.75})");
}

} // namespace
} // namespace heed::analysis
