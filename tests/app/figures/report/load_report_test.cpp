#include "app/figures/report/load_report.h"

#include "app/export/report_text.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/figures/trace_map.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_report.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/stub_metrics.h"

#include <gmock/gmock.h>

namespace heed {
namespace {

using testing::HasSubstr;

FigureStyle style_with(const TextMetrics& metrics) {
    FigureStyle style;
    style.metrics = &metrics;
    return style;
}

TEST(LoadReport, WhatSaysWhichReadingIsRightIsTheExampleThatIsThere) {
    io::LoadReport report;
    EXPECT_THAT(which_is_right(report), HasSubstr("Only an example can show"));
    report.own_case = io::ReportCase{"expected.json", {{"weights", "largest difference 3e-1", false}}, {}};
    EXPECT_THAT(which_is_right(report), HasSubstr("this reading is not right"));
    report.own_case->lines.front().good = true;
    EXPECT_THAT(which_is_right(report), HasSubstr("agrees with this one"));
    report.undecided = {"It agrees with others, too"};
    EXPECT_THAT(which_is_right(report), HasSubstr("does not settle"));
}

TEST(LoadReport, NothingOverlapsInATableOfAnyWidth) {
    const StubMetrics metrics;
    for (const float width : {560.0f, 700.0f, 820.0f, 1048.0f, 1400.0f}) {
        const Scene rows = load_report_rows(test::sample_report(), width, 3, style_with(metrics));
        EXPECT_EQ(unsound(rows), "") << width;
        EXPECT_EQ(outside(rows, metrics), "") << width;
        EXPECT_EQ(overlapping(rows, metrics), "") << width;
        EXPECT_EQ(overlapping(load_report_head(width, style_with(metrics)), metrics), "") << width;
        EXPECT_EQ(rows.picks.size(), 20u);
    }
}

/// Two tensors of one module that have no room side by side leave out what they share.
TEST(LoadReport, TheSecondOfTwoNamesIsWhatTellsItApart) {
    const StubMetrics metrics;
    const auto says = [&](float width, const auto& holds) {
        const Scene scene = load_report_rows(test::sample_report(), width, -1, style_with(metrics));
        return std::any_of(scene.items.begin(), scene.items.end(), [&](const auto& item) {
            const auto* text = std::get_if<TextItem>(&item);
            return text && holds(text->text);
        });
    };
    const auto is = [](std::string words) {
        return [words](const std::string& text) { return text == words; };
    };
    bool shortened = false; // between all of it and its end alone
    for (float width = 600; width < 2400; width += 50)
        shortened = shortened || says(width, is("encoder.rnn.bias_ih_l0, bias_hh_l0"));
    EXPECT_TRUE(shortened);
    EXPECT_TRUE(says(2400, is("encoder.rnn.bias_ih_l0, encoder.rnn.bias_hh_l0")));
    EXPECT_TRUE(says(560, [](const std::string& text) { // what else would look like the forward reader's
        return text.starts_with("…") && text.ends_with("_ih_l0_reverse");
    }));
}

// Of a Transformer's tensors the layer stands in the middle: neither end alone tells them apart.
TEST(LoadReport, ALongNameIsCutInItsMiddle) {
    const StubMetrics metrics;
    io::LoadReport report = test::sample_report();
    report.groups.insert(report.groups.begin(), {"Decoder",
                                                 {{"model.decoder.layers.11.encoder_attn.k_proj.weight",
                                                   "keys",
                                                   io::PartRole::None,
                                                   {48, 80},
                                                   "",
                                                   0,
                                                   {}}}});
    bool cut = false;
    for (float width = 560; width < 1600; width += 40) {
        const Scene scene = load_report_rows(report, width, -1, style_with(metrics));
        for (const TextItem* text : items_of<TextItem>(scene))
            cut = cut || (text->text.starts_with("model.decoder.") &&
                          text->text.find("…") != std::string::npos && text->text.ends_with("proj.weight"));
    }
    EXPECT_TRUE(cut);
}

TEST(LoadReport, WhatIsMissingHasASignAndAName) {
    const StubMetrics metrics;
    io::LoadReport report = test::sample_report();
    const Scene before = load_report_rows(report, 1048, -1, style_with(metrics));
    const auto lines = items_of<LineItem>(before).size();
    report.groups.insert(
        report.groups.begin(),
        {"Missing", {{"encoder.fc.weight\x1b[2J", "s0", io::PartRole::None, {48, 80}, "", 0, {}}}});
    const Scene scene = load_report_rows(report, 1048, -1, style_with(metrics));
    EXPECT_GT(items_of<LineItem>(scene).size(), lines);
    bool named = false;
    for (const TextItem* text : items_of<TextItem>(scene))
        named = named || text->text.starts_with("encoder.fc.weight\\u{");
    EXPECT_TRUE(named); // shown, with nothing in it that could hide what stands around it
}

TEST(LoadReport, SizesAndShapesAsTheyAreSaid) {
    EXPECT_EQ(file_size(960), "960 B");
    EXPECT_EQ(file_size(24'576), "24.6 kB");
    EXPECT_EQ(file_size(655'000), "655 kB");
    EXPECT_EQ(file_size(100'000'000), "100.0 MB");
    EXPECT_EQ(shown_shape({48, 128}), "48 × 128");
    EXPECT_EQ(shown_shape({48}), "48");
}

TEST(LoadReport, AsText) {
    const std::string text = report_text(test::sample_report());
    EXPECT_THAT(text, HasSubstr("decoder.attention.attn.weight"));
    EXPECT_THAT(text, HasSubstr("Wq (columns 1-48), Wh (49-128)"));
    EXPECT_THAT(text, HasSubstr("family   bentrevett/pytorch-seq2seq, tutorial 4"));
    EXPECT_THAT(text, HasSubstr("target words: dict.tgt.txt lists 4 tokens more"));
    EXPECT_THAT(text, HasSubstr("carries no example"));
    EXPECT_THAT(report_text(test::answered_report()),
                HasSubstr("its own case: weights: largest difference 3e-7"));
}

/// Where there is no model nothing is probable.
TEST(Weights, TheirOutputsHaveNoProbability) {
    Trace trace = sample_trace();
    EXPECT_THAT(map_of(trace).row(0).words, HasSubstr(", probability "));
    trace.model.architecture = "weights";
    EXPECT_THAT(map_of(trace).row(0).words, testing::Not(HasSubstr("probability")));
    EXPECT_THAT(map_of(trace).row(0).words, testing::StartsWith("Output 1, "));
}

TEST(Weights, ARowAsATableSaysWhatItSumsTo) {
    const StubMetrics metrics;
    Trace trace;
    const Trace run = sample_trace(30, 4);
    trace.model.architecture = "weights";
    trace.source = run.source;
    trace.steps = run.steps;
    trace.source_text = run.source_text;
    trace.set(Quantity::Weights, 0, run.at(Quantity::Weights));
    EXPECT_TRUE(is_weights_only(trace));
    EXPECT_EQ(weights_summary(trace), "4 outputs over 30 source tokens. Each row sums to 1.");
    for (const int column : {-1, 0, 29}) {
        const Scene scene = weights_row_figure(trace, 2, column, 360, style_with(metrics));
        EXPECT_EQ(unsound(scene), "");
        EXPECT_EQ(outside(scene, metrics), "");
        EXPECT_EQ(overlapping(scene, metrics), "");
    }
    MatrixXf half = run.at(Quantity::Weights);
    half.col(1) *= 0.5f;
    trace.set(Quantity::Weights, 0, half);
    EXPECT_EQ(weights_summary(trace),
              "4 outputs over 30 source tokens. Row 2 sums to 0.50, the others to 1.");
}

} // namespace
} // namespace heed
