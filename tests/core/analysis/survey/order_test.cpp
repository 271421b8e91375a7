// Which lines are shown, and in which order.
#include "core/analysis/survey/order.h"
#include "core/io/base/file.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace heed::survey {
namespace {

LineRecord line_with(float log_prob, std::uint32_t tokens) {
    LineRecord line;
    line.of[0].state = line.of[1].state = ModelMeasures::State::Measured;
    line.of[0].answered = line.of[1].answered = true;
    line.of[0].log_prob = log_prob;
    line.of[1].log_prob = 2 * log_prob;
    line.of[0].tokens = line.of[1].tokens = tokens;
    line.of[0].source = line.of[1].source = tokens;
    return line;
}

LineTable some_lines() {
    LineTable table;
    for (const auto& [log_prob, tokens] : {std::pair(-3.0f, 2u), {-1.0f, 4u}, {-8.0f, 2u}, {-1.0f, 4u}})
        table.add(line_with(log_prob, tokens));
    table.add(LineRecord{}); // not measured yet
    return table;
}

using Places = std::vector<std::uint32_t>;

TEST(Order, WorstFirstEqualOnesAsInTheFileUnknownOnesLast) {
    const LineTable table = some_lines();
    const int logp = find_measure("logp"), words = find_measure("words"), change = find_measure("dlogp");
    EXPECT_EQ(make_order(table, {}, {}, 0).lines, (Places{0, 1, 2, 3, 4}));
    EXPECT_EQ(make_order(table, {{logp, 0, false}, {}, ""}, {}, 0).lines, (Places{2, 0, 1, 3, 4}));
    EXPECT_EQ(make_order(table, {{logp, 1, true}, {}, ""}, {}, 0).lines, (Places{1, 3, 0, 2, 4}));
    EXPECT_EQ(make_order(table, {{words, 0, false}, {}, ""}, {}, 0).lines, (Places{1, 3, 0, 2, 4}));
    EXPECT_EQ(make_order(table, {{change, 0, false}, {}, ""}, {}, 0).lines, (Places{2, 0, 1, 3, 4}));
}

TEST(Order, ConditionsAndSums) {
    const LineTable table = some_lines();
    const auto condition = parse_condition("logp<-1", 0);
    ASSERT_TRUE(condition);
    const Order order = make_order(table, {{}, {*condition}, ""}, {}, 0);
    EXPECT_EQ(order.lines, (Places{0, 2}));
    EXPECT_DOUBLE_EQ(*order.pooled.of[0].log_prob_a_token(), -11.0 / 4);
    EXPECT_EQ(order.pooled.lines, 2);
    // the histograms are of all, so that a condition can be widened again
    const Histogram& h = order.histograms[static_cast<std::size_t>(find_measure("logp"))];
    EXPECT_DOUBLE_EQ(h.low, -4);
    EXPECT_DOUBLE_EQ(h.high, -0.25);
    std::uint32_t all = 0;
    for (const auto n : h.counts) all += n;
    EXPECT_EQ(all, 4u);
}

TEST(Condition, AsTypedAndAsSaid) {
    const auto said = [](const char* text) {
        const auto c = parse_condition(text, 1);
        return c ? in_words(*c) : std::string("none");
    };
    EXPECT_EQ(said("aer>.3"), "AER > .3");
    EXPECT_EQ(said("AER1 >= 0,25"), "AER ≥ .25");
    EXPECT_EQ(said("words=6..20"), "words 6 to 20");
    EXPECT_EQ(said("logp<-1.5"), "log p < −1.5");
    EXPECT_EQ(said("wrong"), "wrong output");
    for (const char* text : {"river", "aer", "aer>", "aer>x", "aer3>1", ">3", "words=9..2", "", "a=b"})
        EXPECT_FALSE(parse_condition(text, 0)) << text;
    for (const char* text : {"aer2>0.3", "words1=6..20", "logp2<=-1.5", "dlogp<-1", "words2=7"}) {
        const auto c = parse_condition(text, 0);
        ASSERT_TRUE(c) << text;
        EXPECT_EQ(to_text(*c, true), text);
        EXPECT_EQ(parse_condition(to_text(*c, true), 0), c);
    }
    EXPECT_EQ(parse_condition("aer>.3", 1)->model, 1);
    EXPECT_EQ(parse_condition("aer1>.3", 1)->model, 0);
}

TEST(Words, AreFoundInSourcesAlone) {
    const test::TemporaryFolder folder;
    const std::string path = (folder / "f").string();
    io::write_file_atomic(path, "The River bank\tla rive\nÉté\triver\nbank of the river\tx\n");
    const auto file = std::make_shared<const SentenceFile>(path);
    std::vector<LineRecord> found;
    LineFinder(file).go_on(1000, found);
    LineTable table;
    for (const LineRecord& line : found) table.add(line);
    const auto matches = [&](const char* words) { return find_words(*file, table, words); };
    using Bits = std::vector<std::uint8_t>;
    EXPECT_EQ(matches("river"), (Bits{1, 0, 1}));
    EXPECT_EQ(matches("RIVER  bank"), (Bits{1, 0, 1}));
    EXPECT_EQ(matches("ete"), (Bits{0, 1, 0}));
    EXPECT_EQ(make_order(table, {{}, {}, "ete"}, matches("ete"), 0).lines, (Places{1}));
}

} // namespace
} // namespace heed::survey
