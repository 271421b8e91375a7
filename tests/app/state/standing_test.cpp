// The word beside a model's name: how well it is understood.
#include "app/state/open/standing.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

io::LoadReport report_of_family() {
    io::LoadReport report;
    report.family = "A toolkit";
    report.tensors = {{"w", {2, 2}, "float32", 16, "W", {}, {}}};
    return report;
}

std::string word_of(const io::LoadReport& report) { return standing_word(standing_of(report)); }

TEST(Standing, SaysWhatIsKnown) {
    io::LoadReport report = report_of_family();
    EXPECT_EQ(word_of(report), "not verified");
    EXPECT_EQ(standing_of(report), Standing::NotVerified);
    report.unsettled = {"The order is not in the file"};
    EXPECT_EQ(standing_of(report), Standing::InDoubt);
    report.own_case = io::ReportCase{"expected.json", {{"weights", "3e-7", true}}, {}, true};
    EXPECT_EQ(word_of(report), "verified"); // the example settles it
    report.undecided = {"Its example agrees with either order"};
    EXPECT_EQ(standing_of(report), Standing::InDoubt);
    report.undecided.clear();
    report.own_case->only = "It agrees with its example to 0.0074 only";
    EXPECT_EQ(standing_of(report), Standing::InDoubt);
    EXPECT_EQ(report.left_open().size(), 2u); // and what is assumed
    report.own_case->only.clear();
    report.tensors.push_back({"gate", {4}, "float32", 16, {}, {}, {}});
    EXPECT_EQ(word_of(report), "not understood");
    report.own_case->lines[0].good = false;
    EXPECT_EQ(word_of(report), "disagrees");
}

TEST(Standing, ItsSentenceSaysWhatAnExampleSaysNothingOf) {
    AppState state;
    state.model = std::make_shared<const Model>();
    io::LoadReport report = report_of_family();
    const auto sentence = [&] {
        state.report.current = std::make_shared<const io::LoadReport>(report);
        return standing_sentence(state);
    };
    report.own_case = io::ReportCase{"expected.json", {{"weights", "3e-7", true}}, {}, true};
    EXPECT_EQ(sentence(), "Verified: its own example was run, and agrees");
    report.own_case->besides = "Its example has no probabilities";
    EXPECT_EQ(sentence(), "Verified: its own example was run, and agrees. Its example has no probabilities");
    report.own_case->decides = false;
    report.own_case->only = "Its example has 1 of 24 maps";
    EXPECT_EQ(sentence(), "Not verified: every tensor is understood. Its example has 1 of 24 maps");
}

TEST(Standing, IsOfTheModelOnTheScreen) {
    AppState state;
    EXPECT_EQ(standing_of(state), Standing::Unsaid);
    state.model = std::make_shared<const Model>();
    EXPECT_EQ(standing_of(state), Standing::Unsaid); // of Heed's own format
    state.facts.doubt =
        "2 tensors (7 kB) were not understood, so what you see may not be what the model does";
    EXPECT_EQ(standing_of(state), Standing::NotUnderstood); // turned into it
    state.report.current = std::make_shared<const io::LoadReport>(report_of_family());
    EXPECT_EQ(standing_of(state), Standing::NotVerified);
    EXPECT_NE(standing_sentence(state), "");
}

} // namespace
} // namespace heed
