#include "core/trace/request.h"

#include <gtest/gtest.h>

#include <set>

namespace heed {
namespace {

TEST(Request, EveryPartCountsInTheHash) {
    Request plain;
    plain.model = "dates/additive";
    plain.text = "3 March 1987";
    std::vector<Request> all(12, plain);
    all[1].model = "dates";
    all[2].text = "3 March 1988";
    all[3].target = "";
    all[4].target = "1987";
    all[5].edits.forced[0] = "1";
    all[6].edits.forced[1] = "1";
    all[7].edits.forced[0] = "2";
    all[8].edits.rows[0].weights = {0.5f, 0.5f};
    all[9].edits.rows[0].weights = {0.5f, 0.25f};
    all[10].edits.rows[1].weights = {0.5f, 0.5f};
    all[11].max_steps = 3;
    std::set<std::uint64_t> hashes;
    for (const Request& request : all) hashes.insert(hash_value(request));
    EXPECT_EQ(hashes.size(), all.size());
}

TEST(Request, EqualRequestsHaveEqualHashes) {
    Request a, b;
    a.edits.rows[2].weights = {0.0f, 1.0f};
    b.edits.rows[2].weights = {-0.0f, 1.0f};
    ASSERT_EQ(a, b);
    EXPECT_EQ(hash_value(a), hash_value(b));
}

TEST(Request, TextDoesNotRunFromOneFieldIntoTheNext) {
    Request a, b;
    a.model = "ab";
    a.text = "c";
    b.model = "a";
    b.text = "bc";
    EXPECT_NE(hash_value(a), hash_value(b));
}

TEST(Request, HashStaysTheSameFromVersionToVersion) {
    Request request;
    request.model = "dates/additive";
    request.text = "3 March 1987";
    EXPECT_EQ(hash_value(request), hash_value(Request(request)));
    EXPECT_EQ(hash_value(request), 7040269125690027980u);
}

} // namespace
} // namespace heed
