// What is not understood of a model is written on everything that is made of its runs.
#include "app/export/export.h"
#include "app/export/numbers.h"
#include "app/figures/paper_picture.h"
#include "app/figures/report/doubt.h"
#include "core/io/report/load_report.h"
#include "core/io/run/trace_json.h"
#include "core/trace/given_facts.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_trace.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* doubt =
    "8 tensors (75 kB) were not understood, so what you see may not be what the model does";

std::string svg_of(const Trace& trace, const char* figure, const PaperSettings& paper) {
    const auto metrics = paper_metrics();
    const FigureStyle style{.theme = Theme::Light, .metrics = metrics.get()};
    FigureSource source;
    source.trace = &trace;
    const Picture picture = paper_picture(*find_figure(figure), source, paper, style);
    return render_picture(picture.scene, FileKind::Svg, {.units_per_inch = picture.units_per_inch});
}

TEST(Doubt, StandsUnderEveryFigureAndNoSettingTakesItAway) {
    Trace trace = sample_trace();
    PaperSettings bare;
    bare.caption = bare.numbers = false;
    bare.transparent = true;
    bare.width_mm = 174;
    for (const char* figure : {"heatmap", "bars", "network"}) {
        SCOPED_TRACE(figure);
        trace.model.doubt.clear();
        const std::string without = svg_of(trace, figure, bare);
        EXPECT_THAT(without, Not(HasSubstr("understood")));
        trace.model.doubt = doubt;
        EXPECT_THAT(svg_of(trace, figure, bare), HasSubstr("8 tensors (75 kB) were not understood"));
        EXPECT_THAT(svg_of(trace, figure, {}), HasSubstr("not understood"));
    }
}

TEST(Doubt, StandsInNumbersAndComesBackFromThem) {
    Trace trace = sample_trace();
    EXPECT_THAT(trace_csv(trace), Not(HasSubstr("#")));
    EXPECT_FALSE(io::trace_to_json(trace, false)["model"].contains("doubt"));
    trace.model.doubt = doubt;
    EXPECT_EQ(trace_csv(trace).substr(0, 5), "# 8 t");
    const nlohmann::json json = nlohmann::json::parse(io::trace_text(trace, false));
    EXPECT_EQ(json["model"]["doubt"], doubt);
    EXPECT_EQ(io::trace_from_json(json, "run.json").model.doubt, doubt);
}

TEST(Doubt, StandsOverTheNumbersOfComparisonsAndSearches) {
    Trace doubted = sample_trace();
    const Trace sound = doubted;
    doubted.model.doubt = doubt;
    ComparePanel first, second;
    first.title = "one", second.title = "other";
    first.trace = std::make_shared<const Trace>(sound);
    second.trace = std::make_shared<const Trace>(doubted);
    const std::vector<ComparePanel> panels{first, second};
    EXPECT_EQ(panels_csv(panels).substr(0, 11), "# other: 8 ");
    FigureSource source;
    source.panels = panels;
    EXPECT_EQ(doubt_of(source), "other: " + std::string(doubt));
    const TreePlan tree;
    source = {};
    source.tree = &tree;
    source.trace = &doubted;
    EXPECT_EQ(figure_numbers(FigureNumbers::Nodes, FileKind::Csv, source, {}).substr(0, 5), "# 8 t");
}

TEST(Doubt, IsSaidInTwo) {
    EXPECT_EQ(doubt_parts(doubt).first, "8 tensors (75 kB) were not understood");
    EXPECT_EQ(doubt_parts(doubt).second, "so what you see may not be what the model does");
    EXPECT_EQ(doubt_parts("Unfinished").first, "Unfinished");
}

TEST(Doubt, NothingOverlapsInWhatTheWindowSaysOfIt) {
    const auto metrics = paper_metrics();
    const Trace run = sample_trace();
    const std::string told =
        "Whether the score has ReLU (as keon's code has it) or tanh (as copies of it do) is "
        "not in the file, so what you see may not be what the model does";
    for (const Theme theme : {Theme::Dark, Theme::Light})
        for (const float width : {296.0f, 464.0f, 1600.0f})
            for (const std::string& sentence : {std::string(doubt), told}) {
                const FigureStyle style{.theme = theme, .metrics = metrics.get()};
                for (const Scene& scene :
                     {doubt_band(sentence, width, style), doubt_card(sentence, width, style),
                      doubt_samples("tut4", "additive", sentence, &run, width, style),
                      doubt_samples("tut4", "", sentence, nullptr, width, style)}) {
                    EXPECT_EQ(unsound(scene), "");
                    EXPECT_EQ(outside(scene, *metrics), "");
                    EXPECT_EQ(overlapping(scene, *metrics), "");
                }
            }
}

// What follows for the reader is the part that counts: what is before it is shortened.
TEST(Doubt, TheBandKeepsItsEnd) {
    const auto metrics = paper_metrics();
    const FigureStyle style{.theme = Theme::Dark, .metrics = metrics.get()};
    const std::string told = "“Where does the decoder start?” is not in the file; the answer was “→h, ←h of "
                             "its layers in turn”, and "
                             "another changed a weight by 0.59 in seq2seq_17.pt (and 8 other things that the "
                             "file does not tell are "
                             "assumed), so what you see may not be what the model does";
    for (const float width : {880.0f, 1110.0f, 1430.0f, 3000.0f}) {
        std::string words;
        const Scene band = doubt_band(told, width, style);
        EXPECT_EQ(outside(band, *metrics), "");
        EXPECT_EQ(overlapping(band, *metrics), "");
        for (const SceneItem& item : band.items)
            if (const auto* text = std::get_if<TextItem>(&item)) words += text->text + " ";
        EXPECT_THAT(words, HasSubstr("so what you see may not be what the model does."));
        EXPECT_THAT(words, HasSubstr("and 8 other things"));
        EXPECT_THAT(words, HasSubstr("“Where does "));
    }
}

std::string words_in(const Scene& scene) {
    std::string words;
    for (const SceneItem& item : scene.items)
        if (const auto* text = std::get_if<TextItem>(&item)) words += text->text + " ";
    return words;
}

// A question that was answered by hand: at 1280 the band and the report's card have it whole, and no word is
// cut.
TEST(Doubt, AQuestionThatIsAssumedIsSaidInFew) {
    const auto metrics = paper_metrics();
    const FigureStyle style{.theme = Theme::Dark, .metrics = metrics.get()};
    const std::string question = "“What stands around the words that the encoder reads?”",
                      told = question + " is not in the file; the answer was “<sos> … <eos>”, and another "
                                        "changed a weight by 0.03 in seq2seq_7.pt",
                      doubt = ", so what you see may not be what the model does",
                      others = " (and 9 other things that the file does not tell are assumed)";
    EXPECT_THAT(words_in(doubt_band(told + others + doubt, 1088, style)),
                HasSubstr(question + " and 9 other things are assumed,"));
    EXPECT_THAT(words_in(doubt_card(told + others + doubt, 806, style)),
                HasSubstr(question + " and 9 other things are assumed"));
    EXPECT_THAT(words_in(doubt_card(told + doubt, 806, style)), HasSubstr(question + " is assumed"));
    const std::string narrow = words_in(doubt_band(told + others + doubt, 880, style));
    EXPECT_THAT(narrow, HasSubstr(" … and 9 other things are assumed,"));
    EXPECT_THAT(narrow, HasSubstr("“What stands around "));
}

// The report has the room for all of it: what does not fit into a line stands in several.
TEST(Doubt, TheReportCutsNothing) {
    const auto metrics = paper_metrics();
    const FigureStyle style{.theme = Theme::Light, .metrics = metrics.get()};
    const std::string cause = "Whether its code is the original's (which is taken) or a copy's with another "
                              "score or other orders of its inputs is not in the file",
                      told = cause + ", so what you see may not be what the model does";
    for (const float width : {1100.0f, 806.0f, 552.0f}) {
        const Scene card = doubt_card(told, width, style);
        EXPECT_EQ(card.height > doubt_card_height, width < 1000) << card.height;
        EXPECT_EQ(outside(card, *metrics) + overlapping(card, *metrics), "");
        EXPECT_THAT(words_in(card), HasSubstr("orders of its"));
        EXPECT_THAT(words_in(card), HasSubstr("not in the file"));
        EXPECT_THAT(words_in(card), Not(HasSubstr("…")));
    }
    const std::string samples = words_in(doubt_samples("tut4", "", told, nullptr, 420, style));
    EXPECT_THAT(samples, HasSubstr("… is not in the file. "));
    EXPECT_THAT(samples, Not(HasSubstr("….")));
    // The band has one line: how it ends stays.
    EXPECT_THAT(words_in(doubt_band(told, 880, style)), HasSubstr("… is not in the file, so what you see"));
}

// At 960 the band has this room: the question is what one must know.
TEST(Doubt, TheBandNamesTheQuestionThatIsOpen) {
    const auto metrics = paper_metrics();
    const FigureStyle style{.theme = Theme::Dark, .metrics = metrics.get()};
    std::string words;
    const Scene band =
        doubt_band("The example of weights.safetensors agrees with more than one answer to “How "
                   "far are sources padded, and the padding read?”, so what you see may not be "
                   "what the model does",
                   880, style);
    for (const SceneItem& item : band.items)
        if (const auto* text = std::get_if<TextItem>(&item)) words += text->text + " ";
    EXPECT_THAT(words, HasSubstr("leaves open “How far are sources"));
    EXPECT_THAT(words, HasSubstr("so what you see may not be what the model does."));
    EXPECT_EQ(overlapping(band, *metrics), "");
}

bool has_ink(const Scene& scene, Color ink) {
    return std::any_of(scene.items.begin(), scene.items.end(), [&](const SceneItem& item) {
        const auto* line = std::get_if<LineItem>(&item);
        return line != nullptr && line->fill == ink;
    });
}

TEST(Doubt, IsRedWhereTheModelsOwnExampleSaysOtherwise) {
    io::LoadReport report;
    report.own_case = io::ReportCase{"expected.json", {{"weights", "largest difference 3e-1", false}}, {}};
    const auto metrics = paper_metrics();
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        const FigureStyle style{.theme = theme, .metrics = metrics.get()};
        const Palette& c = style.colors();
        for (const std::string& told : {report.doubt(), std::string(doubt)}) {
            const bool red = told != doubt;
            EXPECT_EQ(doubt_disagrees(told), red);
            for (const Scene& scene : {doubt_band(told, 880, style), doubt_card(told, 600, style)}) {
                EXPECT_EQ(has_ink(scene, c.error), red);
                EXPECT_EQ(has_ink(scene, c.attention), !red);
            }
        }
    }
}

// Rows of given weights that do not sum to 1 are said to be so wherever they are written.
TEST(Doubt, RowsThatDoNotSumToOneAreSaidInEveryFile) {
    Trace given = sample_trace();
    const MatrixXf weights = given.at(Quantity::Weights) * 0.7f;
    given.set(Quantity::Weights, 0, weights);
    const char* words = "No row sums to 1; they are drawn as they were given";
    EXPECT_THAT(trace_csv(given), Not(HasSubstr(words))) << "a model made them";
    given.model.architecture = "weights";
    EXPECT_THAT(trace_csv(given), HasSubstr("# " + std::string(words)));
    EXPECT_EQ(io::trace_to_json(given, false)["model"]["note"], words);
    PaperSettings bare;
    bare.width_mm = 174;
    bare.caption = false;
    EXPECT_THAT(svg_of(given, "heatmap", bare), HasSubstr("No row sums to 1"));
    given.set(Quantity::Weights, 0, sample_trace().at(Quantity::Weights));
    EXPECT_THAT(svg_of(given, "heatmap", bare), Not(HasSubstr("No row sums")));
    EXPECT_THAT(trace_csv(given), Not(HasSubstr("#")));
    given.model.edit<GivenFacts>().assumed = {"Percentages, divided by 100"};
    EXPECT_THAT(trace_csv(given), HasSubstr("# Percentages, divided by 100\n"));
    EXPECT_EQ(io::trace_to_json(given, false)["model"]["note"], "Percentages, divided by 100");
    EXPECT_THAT(svg_of(given, "heatmap", bare), HasSubstr("Percentages, divided by 100"));
}

TEST(Doubt, APictureGrowsByItsLinesAndNothingLeavesIt) {
    const auto metrics = paper_metrics();
    const FigureStyle style{.theme = Theme::Light, .metrics = metrics.get()};
    for (const float width : {120.0f, 240.0f, 800.0f}) {
        Scene scene{.width = width, .height = 100};
        const Scene made = with_doubt(scene, doubt, 7, style);
        EXPECT_GT(made.height, 100);
        for (const SceneItem& item : made.items)
            if (const auto* text = std::get_if<TextItem>(&item)) {
                EXPECT_GT(text->at.y, 100);
                EXPECT_LT(text->at.y, made.height);
            }
        EXPECT_EQ(with_doubt(scene, "", 7, style).height, 100);
    }
}

} // namespace
} // namespace heed
