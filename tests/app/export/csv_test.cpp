#include "app/export/export.h"

#include "core/base/error.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace heed {
namespace {

/// RFC 4180, as a reader that knows nothing of Heed reads it.
std::vector<std::vector<std::string>> read_csv(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        std::string& field = rows.back().back();
        if (quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"')
            field += text[++at];
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == ',')
            rows.back().emplace_back();
        else if (!quoted && c == '\n')
            rows.emplace_back(1);
        else
            field += c;
    }
    if (rows.back() == std::vector<std::string>(1)) rows.pop_back();
    return rows;
}

TEST(TraceCsv, ComesBackToTheBit) {
    Trace trace = sample_trace(13, 11);
    trace.source[0].text = ",";
    trace.source[1].text = "a\"b";
    trace.source[2].text = " ";
    trace.source[3].text = "\n";
    trace.steps[0].token.text = "\"";
    const auto rows = read_csv(trace_csv(trace));
    ASSERT_EQ(rows.size(), 12u);
    ASSERT_EQ(rows[0].size(), 14u);
    EXPECT_EQ(rows[0][0], "output");
    for (std::size_t j = 0; j < 13; ++j) EXPECT_EQ(rows[0][j + 1], trace.source[j].text);
    for (std::size_t i = 0; i < 11; ++i) {
        ASSERT_EQ(rows[i + 1].size(), 14u);
        EXPECT_EQ(rows[i + 1][0], trace.steps[i].token.text);
        for (std::size_t j = 0; j < 13; ++j) {
            const float read = std::strtof(rows[i + 1][j + 1].c_str(), nullptr);
            const float value = trace.weight(static_cast<int>(i), static_cast<int>(j));
            EXPECT_EQ(std::memcmp(&read, &value, sizeof read), 0) << rows[i + 1][j + 1];
        }
    }
}

TEST(TraceCsv, WithoutAttentionThereIsNothingToWrite) {
    SampleOptions options;
    options.score = "none";
    EXPECT_THROW(trace_csv(sample_trace(5, 4, options)), Error);
}

} // namespace
} // namespace heed
