#include "app/cli/print/verdict.h"

#include <gtest/gtest.h>

namespace heed::cli {
namespace {

TEST(Verdict, SaysToWhomAForecastLoses) {
    EXPECT_EQ(verdict_on({{"forecast", 0.5}, {"persistence", 1}, {"LSTM", 0.7}}), "has the lowest error");
    EXPECT_EQ(verdict_on({{"forecast", 0.5}, {"persistence", 1}, {"LSTM", 0.4}}), "loses to LSTM");
    EXPECT_EQ(verdict_on({{"forecast", 2}, {"persistence", 1}, {"a line", 3}, {"LSTM", 0.4}}),
              "loses to LSTM and persistence"); // the best first
    EXPECT_EQ(verdict_on({{"forecast", 1}, {"persistence", 1}}), "has the lowest error");
}

} // namespace
} // namespace heed::cli
