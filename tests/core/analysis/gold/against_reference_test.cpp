#include "core/analysis/gold/against_reference.h"

#include <gtest/gtest.h>

#include <sstream>

namespace heed::analysis {
namespace {

std::vector<std::string> split(const std::string& words) {
    std::istringstream stream(words);
    std::vector<std::string> all;
    for (std::string word; stream >> word;) all.push_back(word);
    return all;
}

/// A run that wrote these words, each with all its weight on a source position; the source's last is its end.
Trace run(const std::string& words, const std::vector<int>& looks_at, int sources) {
    Trace trace;
    trace.source.resize(static_cast<std::size_t>(sources));
    trace.source.back().is_end = true;
    Eigen::MatrixXf weights = Eigen::MatrixXf::Zero(sources, static_cast<Eigen::Index>(looks_at.size()) + 1);
    for (std::size_t i = 0; i < looks_at.size(); ++i) weights(looks_at[i], static_cast<Eigen::Index>(i)) = 1;
    weights(sources - 1, static_cast<Eigen::Index>(looks_at.size())) = 1;
    for (const std::string& word : split(words)) {
        trace.steps.emplace_back();
        trace.steps.back().token.text = word;
    }
    trace.steps.emplace_back();
    trace.steps.back().token.text = "</s>";
    trace.steps.back().token.is_end = true;
    trace.finished = true;
    trace.set(Quantity::Weights, 0, weights);
    return trace;
}

const Reference three{{"a", "b", "c"}, {"x", "y", "z"}, {{0, 0}, {1, 1}, {2, 2}}, {}};

TEST(AgainstReference, ARightAnswerIsMeasuredByItsOwnMap) {
    const AgainstReference right = against_reference(run("x y z", {0, 1, 2}, 4), three);
    EXPECT_TRUE(right.right);
    EXPECT_EQ(right.counts->error_rate(), 0.0);
    const AgainstReference wrong = against_reference(run("x y z", {0, 0, 0}, 4), three);
    EXPECT_TRUE(wrong.right);
    EXPECT_NEAR(*wrong.counts->error_rate(), 1 - 2.0 / 6, 1e-12); // one of three links
}

TEST(AgainstReference, WhatItDidNotWriteIsWanted) {
    const AgainstReference half = against_reference(run("x z", {0, 2}, 4), three);
    EXPECT_FALSE(half.right);
    EXPECT_EQ(half.sure, (std::vector<Link>{{0, 0}, {2, 1}})); // of its own outputs
    EXPECT_NEAR(*half.counts->error_rate(), 1 - 4.0 / 5, 1e-12);
}

TEST(AgainstReference, WhatTheReferenceDoesNotHaveCountsAgainstIt) {
    const Trace unknown = run("u u u", {0, 1, 2}, 4);
    EXPECT_EQ(against_reference(unknown, three).counts->error_rate(), 1.0);
    const AgainstReference more = against_reference(run("x y z w", {0, 1, 2, 2}, 4), three);
    EXPECT_NEAR(*more.counts->error_rate(), 1 - 6.0 / 7, 1e-12);
    EXPECT_FALSE(more.right);
}

TEST(AgainstReference, WhatGoldDoesNotSpeakOfAndTheEndAreNoLinks) {
    Reference dashes = three;
    dashes.sure = {{0, 0}, {2, 2}};
    EXPECT_EQ(against_reference(run("x y z", {0, 0, 2}, 4), dashes).counts->error_rate(), 0.0);
    // x looks at the end: no link
    EXPECT_NEAR(*against_reference(run("x y z", {3, 0, 2}, 4), dashes).counts->error_rate(), 1 - 2.0 / 3,
                1e-12);
}

TEST(AgainstReference, TheLeastThatOneLinkAnOutputCanReach) {
    Reference months{{"j", "a", "n"}, {"0", "1"}, {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}, {}};
    const LeastError least = least_error(months, {true, true});
    EXPECT_EQ(least.drawn, 2);
    EXPECT_EQ(least.sure, 6);
    EXPECT_NEAR(least.rate, 1 - 4.0 / 8, 1e-12);
    // and it is reached
    EXPECT_NEAR(*against_reference(run("0 1", {0, 1}, 4), months).counts->error_rate(), least.rate, 1e-12);
    EXPECT_EQ(against_reference(run("0 1", {0, 1}, 4), months).least.drawn, 2);
}

TEST(AgainstReference, WithoutAMapThereIsOnlyTheAnswer) {
    Trace blind = run("x y z", {0, 1, 2}, 4);
    blind.erase(Quantity::Weights);
    const AgainstReference result = against_reference(blind, three);
    EXPECT_TRUE(result.right);
    EXPECT_FALSE(result.counts.has_value());
}

} // namespace
} // namespace heed::analysis
