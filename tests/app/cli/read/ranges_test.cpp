#include "app/cli/read/ranges.h"

#include "app/cli/commands.h"
#include "core/base/error.h"

#include <gtest/gtest.h>

namespace heed::cli {
namespace {

TEST(Ranges, BothEndsAreIncludedAndCountedFromZero) {
    EXPECT_EQ(parse_range("0:3", "--rows"), (Range{0, 3}));
    EXPECT_EQ(parse_range("5:5", "--rows"), (Range{5, 5}));
    EXPECT_TRUE(parse_range("", "--rows").whole());
    for (const char* text : {"3", ":3", "3:", "3:2", "-1:2", "a:b", "1:2:3", "1:2 ", "1-2", "99999999999:1"})
        EXPECT_THROW(parse_range(text, "--rows"), WrongWords) << text;
}

TEST(Ranges, MustLieWithin) {
    EXPECT_EQ(within({}, 11, "--rows", "outputs"), (Range{0, 10}));
    EXPECT_EQ(within({2, 10}, 11, "--rows", "outputs"), (Range{2, 10}));
    try {
        within({2, 11}, 11, "--rows", "outputs");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "--rows 2:11: out of range: expected outputs 0 to 10, found 11");
    }
}

} // namespace
} // namespace heed::cli
