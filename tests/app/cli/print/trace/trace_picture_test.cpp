#include "app/cli/print/trace/trace_picture.h"

#include "app/cli/print/trace/trace_columns.h"
#include "tests/support/samples/sample_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace heed::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr PictureFacts facts_of_dates() { return {"dates", 0.43}; }

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::string without_escapes(const std::string& text) {
    return std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
}

TEST(TracePicture, ShadesHaveNoEscapesAndFitTheTerminal) {
    const Trace trace = sample_trace(13, 11);
    for (const int columns : {40, 60, 75, 80, 81, 120, 200}) {
        const std::string text = trace_picture(trace, {true, false, columns}, facts_of_dates());
        EXPECT_EQ(text.find('\x1b'), std::string::npos);
        for (const std::string& line : lines_of(text))
            EXPECT_LE(display_width(line), std::max(columns, 60)) << line;
    }
}

TEST(TracePicture, AChangedRunSaysSo) {
    Trace trace = sample_trace(5, 6);
    EXPECT_THAT(trace_picture(trace, {true, false, 80}, facts_of_dates()), Not(HasSubstr("Changed by hand")));
    EXPECT_THAT(trace_columns(trace), Not(HasSubstr("Changed by hand")));
    trace.request.edits.heads[{HeadKind::Cross, 1, 0}] = {HeadEdit::Kind::Off};
    const std::string words = "Changed by hand: head 2:1 off, counted from 1.\n";
    EXPECT_THAT(trace_picture(trace, {true, false, 80}, facts_of_dates()), HasSubstr(words));
    EXPECT_THAT(trace_columns(trace), testing::StartsWith(words));
    trace.request.edits.heads.clear();
    trace.request.edits.temperature = 2;
    EXPECT_THAT(trace_columns(trace), testing::StartsWith("Changed by hand: temperature 2.\n"));
}

TEST(TracePicture, LaysOutAsDesigned) {
    const auto lines = lines_of(trace_picture(sample_trace(13, 11), {true, false, 80}, facts_of_dates()));
    ASSERT_GE(lines.size(), 19u);
    EXPECT_EQ(lines[0], "");
    EXPECT_EQ(lines[1], "dates/additive   GRU 32, additive   13 tokens in, 11 out");
    EXPECT_EQ(lines[3], "        3   ␣   M   a   r   c   h   ␣   1   9   8   7  end  p");
    EXPECT_EQ(lines[4].substr(0, 9), "    1   \xC2"); // label in column 4, first mark in column 8
    EXPECT_THAT(lines[4], HasSubstr("━━━━━━━━━━ 0.99"));
    EXPECT_THAT(lines[14], testing::StartsWith("  end   ·"));
    EXPECT_EQ(lines[16], "      · under .05   ░░ .05   ▒▒ .20   ▓▓ .45   ██ .75");
    EXPECT_THAT(lines[18],
                testing::ContainsRegex("^1987-03-03   log p -0\\.[0-9]+   entropy [0-9.]+ nats   0\\.4 ms$"));
    EXPECT_EQ(lines[19], "Step through it: heed --model dates --input \"3 March 1987\"");
}

TEST(TracePicture, ColoursSayTheSame) {
    const Trace trace = sample_trace(13, 11);
    const std::string text = trace_picture(trace, {true, true, 80}, facts_of_dates());
    EXPECT_THAT(text, HasSubstr("\x1b[48;2;"));
    const auto lines = lines_of(without_escapes(text));
    EXPECT_EQ(lines[1], "dates/additive   GRU 32, additive   13 tokens in, 11 out");
    // Numbers from .10 on, right in their cells of four.
    for (int i = 0; i < trace.outputs(); ++i) {
        const std::string& row = lines[static_cast<std::size_t>(4 + i)];
        for (int j = 0; j < trace.source_length(); ++j) {
            const std::string cell = row.substr(6 + 4 * static_cast<std::size_t>(j), 4);
            EXPECT_EQ(cell.substr(0, 2), trace.weight(i, j) >= 0.095f ? " ." : "  ") << row;
        }
    }
    for (const std::string& line : lines_of(text)) // nothing leaks into the next line
        if (line.find('\x1b') != std::string::npos) {
            const auto last = line.rfind('\x1b');
            EXPECT_EQ(line.substr(last, 4), "\x1b[0m") << without_escapes(line);
        }
}

TEST(TracePicture, NarrowColumnsShareLines) {
    const Trace trace = sample_trace(52, 11);
    const auto colored = lines_of(without_escapes(trace_picture(trace, {true, true, 80}, facts_of_dates())));
    EXPECT_EQ(std::count_if(colored.begin(), colored.end(),
                            [](const std::string& line) { return line.find("▀▀▀") != std::string::npos; }),
              6);
    const auto shaded = lines_of(trace_picture(trace, {true, false, 80}, facts_of_dates()));
    EXPECT_EQ(
        std::count_if(shaded.begin(), shaded.end(),
                      [](const std::string& line) { return line.find("·········") != std::string::npos; }),
        11);
}

TEST(TracePicture, TooManyTokensLeaveTheStrongest) {
    const std::string text = trace_picture(sample_trace(200, 9), {true, false, 80}, facts_of_dates());
    EXPECT_THAT(text, HasSubstr("strongest"));
    for (const std::string& line : lines_of(text)) EXPECT_LE(display_width(line), 80) << line;
}

TEST(TracePicture, WordsStandUpright) {
    SampleOptions options;
    options.words = true;
    const Trace trace = sample_trace(9, 7, options);
    const auto lines = lines_of(trace_picture(trace, {true, false, 80}, facts_of_dates()));
    const auto& first = trace.source.front().text;
    std::string down;
    for (std::size_t n = 3; n < 20 && lines[n].find("·") == std::string::npos; ++n)
        if (lines[n].size() > 8) down += lines[n][8];
    EXPECT_THAT(down, HasSubstr(first));
}

TEST(TracePicture, WithoutAttentionItSaysSo) {
    SampleOptions options;
    options.score = "none";
    const Trace trace = sample_trace(13, 11, options);
    const std::string text = trace_picture(trace, {true, false, 80}, facts_of_dates());
    EXPECT_THAT(text, HasSubstr("No weights in this model"));
    EXPECT_THAT(text, HasSubstr("no attention"));
    EXPECT_THAT(text, Not(HasSubstr("entropy")));
    EXPECT_THAT(trace_columns(trace), Not(HasSubstr("entropy")));
}

TEST(TracePicture, SaysWhatIsUnusual) {
    Trace trace = sample_trace(13, 11);
    trace.source[2].unknown = true;
    trace.steps[3].weights_given = true;
    trace.finished = false;
    MatrixXf weights = trace.at(Quantity::Weights);
    weights.col(3) *= 0.8f;
    trace.set(Quantity::Weights, 0, weights);
    const std::string text = trace_picture(trace, {true, true, 80}, facts_of_dates());
    EXPECT_THAT(text, HasSubstr("“M” is not in this model's vocabulary, and read as ‹unknown›"));
    EXPECT_THAT(text, HasSubstr("The weights of output 4 were given; they sum to 0.80"));
    EXPECT_THAT(trace_columns(trace),
                HasSubstr("note  the weights of output 4 were given; they sum to 0.80\n"));
    EXPECT_THAT(text, HasSubstr("Stopped after 11 outputs, before the end"));
    EXPECT_THAT(text, Not(HasSubstr("each row sums to 1")));
}

TEST(TracePicture, AmbiguousDatesSayHowTheyAreRead) {
    Trace trace = sample_trace(11, 11);
    trace.model.task = "dates";
    trace.source_text = "03/04/1987";
    EXPECT_THAT(trace_picture(trace, {true, false, 80}, facts_of_dates()),
                HasSubstr("   read day first   log p"));
    EXPECT_THAT(trace_columns(trace), HasSubstr("\nnote  read day first\n"));
    trace.source_text = "3 March 87";
    EXPECT_THAT(trace_columns(trace), Not(HasSubstr("note")));
}

TEST(TracePicture, TokensCannotMoveTheCursor) {
    Trace trace = sample_trace(13, 11);
    trace.source_text = "\x1b[2J23456789abc";
    trace.steps[0].token.text = "\x1b]0;x\x07";
    trace.target_text = "\x1b[31m";
    trace.model.name = "\x1b[5m";
    for (const std::string& text :
         {trace_picture(trace, {true, false, 80}, {"\x1b[1m", 1}), trace_columns(trace)})
        EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(TraceColumns, FixedColumnsForPrograms) {
    const Trace trace = sample_trace(13, 11);
    const auto lines = lines_of(trace_columns(trace));
    ASSERT_EQ(lines.size(), 2u + 11u + 2u);
    EXPECT_THAT(lines[0], testing::ContainsRegex(
                              "^dates/additive  additive  13 tokens  11 outputs  log p -0\\.[0-9][0-9]$"));
    EXPECT_EQ(lines[1], "           3   _   M   a   r   c   h   _   1   9   8   7 end      p");
    for (std::size_t i = 0; i < 11; ++i) {
        std::istringstream words(lines[2 + i]);
        std::vector<std::string> fields(std::istream_iterator<std::string>(words), {});
        EXPECT_EQ(fields.size(), 1u + 13u + 1u) << lines[2 + i];
        EXPECT_EQ(lines[2 + i].size(), lines[1].size());
        for (const char c : lines[2 + i]) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
    }
    EXPECT_EQ(lines[13], "output  1987-03-03");
    EXPECT_EQ(trace_columns(trace), trace_columns(trace));
}

} // namespace
} // namespace heed::cli
