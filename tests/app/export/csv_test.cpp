#include "app/export/export.h"

#include "app/export/numbers.h"
#include "core/base/error.h"
#include "core/io/attention/file.h"
#include "core/models/transformer/values.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

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

TEST(MapsCsv, EveryMapHasALineAWeightUnderItsName) {
    Trace trace;
    trace.source.resize(2);
    trace.source[0].text = "a", trace.source[1].text = ",";
    trace.steps.resize(1);
    trace.steps[0].token.text = "x";
    EXPECT_THROW(maps_csv(trace), Error);
    MatrixXf cross(2, 1);
    cross << 0.25f, 0.75f;
    trace.set({Quantity::Weights}, cross);
    EXPECT_EQ(maps_csv(trace), "model,i,output,j,source,weight\n"
                               "decoder.attention,0,x,0,a,0.25\n"
                               "decoder.attention,0,x,1,\",\",0.75\n");
    MatrixXf looked(2, 2);
    looked << 1, 0.5f, 0, 0.5f;
    trace.set({transformer::encoder_values.self.weights, 0, 1}, looked);
    const auto rows = read_csv(maps_csv(trace)); // the mean of all is none of its own
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[2], (std::vector<std::string>{"encoder.layers.0.self.heads.1", "0", "a", "1", ",", "0"}));
    EXPECT_EQ(rows[3][5], "0.5");
}

std::vector<Trace> written_and_read(const std::string& csv) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "own.csv", std::ios::binary) << csv;
    return io::read_attention(folder / "own.csv");
}

void expect_same_map(const Trace& read, const Trace& written) {
    ASSERT_EQ(read.source.size(), written.source.size());
    ASSERT_EQ(read.steps.size(), written.steps.size());
    for (std::size_t j = 0; j < read.source.size(); ++j)
        EXPECT_EQ(read.source[j].text, written.source[j].text);
    for (int i = 0; i < read.outputs(); ++i) {
        EXPECT_EQ(read.steps[static_cast<std::size_t>(i)].token.text,
                  written.steps[static_cast<std::size_t>(i)].token.text);
        for (int j = 0; j < read.source_length(); ++j) EXPECT_EQ(read.weight(i, j), written.weight(i, j));
    }
}

// What Heed writes it reads, remarks and odd tokens included.
TEST(TraceCsv, IsReadAgainByHeedItself) {
    Trace trace = sample_trace(6, 4);
    trace.source[0].text = ",";
    trace.source[1].text = "a\"b";
    trace.source[2].text = "3";
    trace.source[3].text = "\n";
    trace.steps[0].token.text = "7";
    trace.model.doubt = "8 tensors (75 kB) were not understood";
    const std::vector<Trace> read = written_and_read(trace_csv(trace));
    ASSERT_EQ(read.size(), 1u);
    expect_same_map(read.front(), trace);
    EXPECT_EQ(trace_csv(read.front()), trace_csv(trace)) << "the remark, too";
    const std::vector<Trace> part = written_and_read(trace_csv(trace, {1, 2}, {0, 3}));
    ASSERT_EQ(part.size(), 1u);
    EXPECT_EQ(part.front().outputs(), 2);
    EXPECT_EQ(part.front().weight(1, 3), trace.weight(2, 3));
}

TEST(TraceCsv, OfSeveralModelsIsReadAgainToo) {
    const Trace small = sample_trace(3, 2), large = sample_trace(5, 4);
    std::vector<ComparePanel> panels(2);
    panels[0].title = "one, two";
    panels[0].trace = std::make_shared<const Trace>(small);
    panels[1].title = "three";
    panels[1].trace = std::make_shared<const Trace>(large);
    const std::vector<Trace> read = written_and_read(panels_csv(panels));
    ASSERT_EQ(read.size(), 2u);
    expect_same_map(read[0], small);
    expect_same_map(read[1], large);
    std::string cut = panels_csv(panels);
    cut.erase(cut.rfind('\n', cut.size() - 2) + 1); // the last weight
    EXPECT_THROW(written_and_read(cut), Error);
}

// A table of anything else that happens to be called so is none.
TEST(TraceCsv, ARemarkIsOneLine) {
    Trace trace = sample_trace(3, 2);
    trace.model.doubt = "a\n=1+1";
    EXPECT_EQ(trace_csv(trace).substr(0, 17), "# a\\u{000A}=1+1\no");
}

TEST(TraceCsv, OtherTablesAreNoMapOfHeeds) {
    EXPECT_THROW(written_and_read("step,x,y\n1,2.5,3\n2,4,7\n"), Error);
    EXPECT_THROW(written_and_read("node,parent,output\n0,,0\n"), Error);
}

TEST(TraceCsv, WithoutAttentionThereIsNothingToWrite) {
    SampleOptions options;
    options.score = "none";
    EXPECT_THROW(trace_csv(sample_trace(5, 4, options)), Error);
}

} // namespace
} // namespace heed
