#include "app/figures/seq2seq/inspector/inspector.h"

#include "app/figures/base/format.h"
#include "app/figures/tokens.h"
#include "core/analysis/cell_terms.h"
#include "core/analysis/contributions.h"
#include "core/analysis/entropy.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/app/figures/seq2seq/inspector_checks.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/stub_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

namespace heed {
namespace {

using namespace inspector_checks;

struct ModelCase {
    const char *cell, *score;
    int source, outputs;
    bool words = false, bidirectional = true;
    int layers = 1;
};

Trace trace_of(const ModelCase& c) {
    SampleOptions options;
    options.cell = c.cell;
    options.score = c.score;
    options.words = c.words;
    options.bidirectional = c.bidirectional;
    options.layers = c.layers;
    return sample_trace(c.source, c.outputs, options);
}

class Inspector : public testing::Test {
protected:
    StubMetrics metrics;
    FigureStyle style{.theme = Theme::Dark, .metrics = &metrics};

    Scene at(const Trace& trace, const PhaseInfo& kind, int position, Playhead playhead = {}) const {
        playhead.at = at_of(trace.outline, {kind, 0}, position);
        return inspector_figure(trace, playhead, width, style);
    }
};

class InspectorOfModels : public testing::TestWithParam<ModelCase> {};

TEST_F(Inspector, WordsStandApartFromTheStateThatReadThemHoweverManyDigitsItHas) {
    const Trace trace = trace_of({.cell = "gru", .score = "additive", .source = 184, .outputs = 3});
    for (const int j : {4, 44, 150}) {
        const std::vector<TextItem> all = texts(at(trace, seq2seq::Annotate, j));
        for (const TextItem& read : all) {
            if (read.text != "has read") continue;
            for (const TextItem& name : all)
                if (std::abs(name.at.y - read.at.y) < 8 && name.at.x < read.at.x) {
                    EXPECT_GE(read.at.x - box_of(name, metrics).right(), 4) << j << ": " << name.text;
                }
        }
        EXPECT_EQ(
            std::count_if(all.begin(), all.end(), [](const TextItem& t) { return t.text == "has read"; }), 2);
    }
}

TEST_F(Inspector, CandidatesOfOrdinaryLengthAreWhole) {
    const Trace trace =
        trace_of({.cell = "gru", .score = "additive", .source = 12, .outputs = 12, .words = true});
    for (const int output : {0, 3, 7})
        for (const Scene& scene : {at(trace, seq2seq::Choose, output), at(trace, seq2seq::Embed, output)}) {
            std::set<std::string> said;
            for (const TextItem* text : items_of<TextItem>(scene)) said.insert(text->text);
            for (const Pick& pick : scene.picks)
                if (pick.id.kind == PickKind::Candidate && !pick.id.name.starts_with("<")) {
                    EXPECT_TRUE(said.contains(std::string(pick.id.name))) << pick.id.name;
                }
        }
}

TEST_P(InspectorOfModels, EveryPositionOfEveryPhaseIsSoundAndReadable) {
    const Trace trace = trace_of(GetParam());
    const StubMetrics metrics;
    const int total = trace.outline.total();
    const int stride = total > 400 ? 37 : 1; // 37 is prime to the number of phases: every phase is met
    // The inspector may be as narrow as 300.
    for (const auto& [theme, wide] :
         {std::pair{Theme::Dark, 360.0f}, {Theme::Light, 360.0f}, {Theme::Dark, 300.0f}}) {
        const FigureStyle style{.theme = theme, .metrics = &metrics};
        SCOPED_TRACE(wide);
        for (int at = 0; at <= total; at += stride) {
            SCOPED_TRACE("at " + std::to_string(at));
            const Playhead playhead{.at = at};
            const Scene scene = inspector_figure(trace, playhead, wide, style);
            ASSERT_NO_FATAL_FAILURE(expect_finite(scene));
            ASSERT_NO_FATAL_FAILURE(expect_readable(scene, metrics));
            ASSERT_FALSE(narrate(trace, playhead, style.colors()).sentence.empty());
        }
    }
}

std::vector<ModelCase> models() {
    std::vector<ModelCase> all;
    for (const char* cell : {"gru", "lstm", "rnn"})
        for (const char* score : {"additive", "none"})
            for (const auto& [source, outputs] : {std::pair{1, 1}, {13, 11}, {60, 58}, {200, 12}})
                all.push_back({cell, score, source, outputs});
    all.push_back({"gru", "additive", 60, 58, true});
    all.push_back({"lstm", "additive", 12, 9, true, false});
    all.push_back({"gru", "additive", 6, 5, false, true, 2});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Models, InspectorOfModels, testing::ValuesIn(models()), [](const auto& test) {
    const ModelCase& c = test.param;
    return std::string(c.cell) + "_" + c.score + "_" + std::to_string(c.source) + (c.words ? "_words" : "") +
           (c.bidirectional ? "" : "_one_direction") + (c.layers > 1 ? "_layers" : "");
});

// -------------------------------------------------------------------------------------------- the numbers

TEST_F(Inspector, GruLinesComputeWhatTheTraceRecorded) {
    const Trace trace = trace_of({"gru", "additive", 13, 11});
    const std::regex blend(R"((\S+) × (\S+) \+ (\S+) × (\S+))");
    for (const PhaseInfo* phase : {&seq2seq::Forward, &seq2seq::Backward, &seq2seq::State}) {
        const PhaseInfo& kind = *phase;
        for (const int position : {0, 5}) {
            const Scene scene = at(trace, kind, position);
            const auto site = kind == seq2seq::Forward    ? analysis::CellSite::Forward
                              : kind == seq2seq::Backward ? analysis::CellSite::Backward
                                                          : analysis::CellSite::Decoder;
            const auto terms = analysis::cell_terms(trace, site, 0, position);
            const int unit = analysis::most_changed_unit(terms);
            EXPECT_TRUE(shows(scene, "unit " + std::to_string(unit + 1) + " of 32"));
            EXPECT_TRUE(shows(scene, "= " + fixed(terms.after(unit), 3)));
            EXPECT_TRUE(shows(scene, fixed(terms.gates(unit, 0), 3)));
            EXPECT_TRUE(shows(scene, fixed(terms.before(unit), 2)));
            int found = 0;
            for (const TextItem& text : texts(scene)) {
                std::smatch m;
                if (!std::regex_match(text.text, m, blend)) continue;
                ++found;
                EXPECT_NEAR(number(m[1]) * number(m[2]) + number(m[3]) * number(m[4]), terms.after(unit),
                            2e-3);
            }
            EXPECT_EQ(found, 1);
        }
    }
}

TEST_F(Inspector, SigmoidLinesComputeTheirGate) {
    const Trace trace = trace_of({"lstm", "additive", 13, 11});
    const Scene scene = at(trace, seq2seq::Forward, 4);
    const auto terms = analysis::cell_terms(trace, analysis::CellSite::Forward, 0, 4);
    const int unit = analysis::most_changed_unit(terms);
    const std::regex sigmoid(R"(= σ\((\S+) (\S+) (\S+) (\S+) (\S+)\))");
    std::vector<double> gates;
    for (const TextItem& text : texts(scene)) {
        std::smatch m;
        if (!std::regex_match(text.text, m, sigmoid)) continue;
        const double second = m[2] == "+" ? 1 : -1, third = m[4] == "+" ? 1 : -1;
        gates.push_back(1 / (1 + std::exp(-(number(m[1]) + second * number(m[3]) + third * number(m[5])))));
    }
    ASSERT_EQ(gates.size(), 3u); // i, f, o
    EXPECT_NEAR(gates[0], terms.gates(unit, 0), 1e-3);
    EXPECT_NEAR(gates[1], terms.gates(unit, 1), 1e-3);
    EXPECT_NEAR(gates[2], terms.gates(unit, 3), 1e-3);
    EXPECT_TRUE(shows(scene, "= " + fixed(terms.memory_after(unit), 3)));
}

TEST_F(Inspector, ListedTermsAndOthersSumToTheScore) {
    const Trace trace = trace_of({"gru", "additive", 13, 11});
    const Scene scene = at(trace, seq2seq::Score, 6, {.column = 2});
    const double energy = trace.at(Quantity::Energies)(2, 6);
    EXPECT_TRUE(shows(scene, fixed(energy, 3)));
    // Four rows of terms, then "28 others": the numbers at the right edge between the two titles.
    const auto all = texts(scene);
    const auto y_of = [&](const std::string& words) {
        for (const TextItem& t : all)
            if (t.text == words) return t.at.y;
        return -1.0f;
    };
    double sum = 0;
    int terms = 0;
    for (const TextItem& t : all)
        if (t.at.y > y_of("Largest terms") + 5 && t.at.y <= y_of("28 others") && t.align == Align::Right &&
            t.at.x > 300) {
            sum += number(t.text);
            ++terms;
        }
    EXPECT_EQ(terms, 5);
    EXPECT_NEAR(sum, energy, 3e-3);
}

TEST_F(Inspector, SoftmaxTableIsTheRowOfWeights) {
    const Trace trace = trace_of({"gru", "additive", 13, 11});
    const Scene scene = at(trace, seq2seq::Softmax, 6);
    const Eigen::VectorXf weights = trace.at(Quantity::Weights).col(6);
    for (int j = 0; j < 13; ++j) EXPECT_TRUE(shows(scene, fixed(weights(j), 4)));
    EXPECT_TRUE(shows(scene, "1.0000"));
    EXPECT_TRUE(shows(scene, "entropy " + fixed(analysis::entropy(weights), 2) + " nats"));
    std::set<int> rows;
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::TableRow) rows.insert(pick.id.j);
    EXPECT_EQ(rows.size(), 13u);
    EXPECT_NEAR(std::exp(trace.at(Quantity::Energies)(3, 6)) /
                    trace.at(Quantity::Energies).col(6).array().exp().sum(),
                weights(3), 1e-4);
}

TEST_F(Inspector, ThePreviewIsASecondColumnOfItsOutputAlone) {
    const Trace trace = trace_of({"gru", "additive", 13, 11});
    const std::vector<float> even(13, 1.0f / 13);
    Playhead playhead;
    playhead.at = at_of(trace.outline, {seq2seq::Softmax, 0}, 6);
    const Scene scene = inspector_figure(trace, playhead, width, style, &even, 6);
    EXPECT_TRUE(shows(scene, "α, least change"));
    EXPECT_TRUE(shows(scene, "0.0769"));
    ASSERT_NO_FATAL_FAILURE(expect_readable(scene, metrics));
    EXPECT_FALSE(shows(inspector_figure(trace, playhead, width, style, &even, 5), "α, least change"));
}

TEST_F(Inspector, TheScoreThatIsLookedAtKeepsItsLabel) {
    SampleOptions options;
    options.words = true;
    const Trace trace = sample_trace(24, 6, options); // words that are wider than their bars
    for (const int j : {0, 5, 22}) {
        const std::string word = shown_source(trace, j);
        const Scene scene = at(trace, seq2seq::Score, 3, {.column = j});
        const auto all = texts(scene);
        float below = 0;
        for (const TextItem& t : all)
            if (t.text == "Scores so far") below = t.at.y;
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const TextItem& t) {
            return t.at.y > below && t.text == word;
        })) << word;
        ASSERT_NO_FATAL_FAILURE(expect_readable(scene, metrics));
    }
}

TEST_F(Inspector, LongTablesShowTheHeaviestAndTheChosen) {
    const Trace trace = trace_of({"gru", "additive", 60, 58});
    Eigen::Index lightest = 0;
    trace.at(Quantity::Weights).col(20).minCoeff(&lightest);
    const Scene scene = at(trace, seq2seq::Softmax, 20, {.column = static_cast<int>(lightest)});
    int rows = 0;
    bool chosen = false;
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::TableRow) {
            ++rows;
            chosen = chosen || pick.id.j == lightest;
        }
    EXPECT_EQ(rows, 12);
    EXPECT_TRUE(chosen);
    EXPECT_TRUE(shows(scene, "48 others"));
}

TEST_F(Inspector, ContextTermsSumToTheContext) {
    const Trace trace = trace_of({"gru", "additive", 13, 11});
    const Scene scene = at(trace, seq2seq::Context, 6, {.unit = 40});
    const float context = trace.at(Quantity::Context)(40, 6);
    EXPECT_TRUE(shows(scene, "unit 41:"));
    EXPECT_TRUE(shows(scene, fixed(context, 3)));
    double sum = 0;
    int lines = 0;
    for (const TextItem& t : texts(scene))
        if (t.face == Face::Mono && t.size == 13 && t.align == Align::Right && t.at.y < 300) {
            sum += number(t.text);
            ++lines;
        }
    EXPECT_EQ(lines, 4); // three terms and the others
    EXPECT_NEAR(sum, context, 3e-3);
}

TEST_F(Inspector, NoAttentionMeansOneContextForAll) {
    const Trace trace = trace_of({"gru", "none", 13, 11});
    const Scene scene = at(trace, seq2seq::Context, 3);
    EXPECT_TRUE(shows(scene, "1 of 4"));
    EXPECT_TRUE(shows(scene, "64 values"));
    EXPECT_FALSE(shows(scene, "Strongest contributors"));
}

// -------------------------------------------------------------------------------------------- choosing

TEST_F(Inspector, ColumnsAndUnitsRePlugTheEquation) {
    const Trace trace = trace_of({"gru", "additive", 13, 11});
    const auto plugs = [&](const Scene& scene, int j) {
        const auto all = texts(scene);
        return std::any_of(all.begin(), all.end(), [&](const TextItem& t) {
            return t.text.starts_with("exp(" + fixed(trace.at(Quantity::Energies)(j, 6), 6).substr(0, 4));
        });
    };
    EXPECT_TRUE(plugs(at(trace, seq2seq::Softmax, 6, {.column = 9}), 9));
    EXPECT_TRUE(plugs(at(trace, seq2seq::Softmax, 6, {.hover_column = 4, .column = 9}), 4));
    EXPECT_TRUE(shows(at(trace, seq2seq::Forward, 5, {.unit = 7}),
                      "= " + fixed(trace.at(Quantity::ForwardState)(7, 5), 3)));
    // An earlier column may be looked at while encoding; one not yet read may not.
    EXPECT_TRUE(shows(at(trace, seq2seq::Forward, 5, {.column = 2, .unit = 7}),
                      "= " + fixed(trace.at(Quantity::ForwardState)(7, 2), 3)));
    EXPECT_TRUE(shows(at(trace, seq2seq::Forward, 5, {.column = 8, .unit = 7}),
                      "= " + fixed(trace.at(Quantity::ForwardState)(7, 5), 3)));
    // An earlier row, likewise.
    EXPECT_TRUE(shows(at(trace, seq2seq::Softmax, 6, {.row = 1}), "Scores and weights for step 2"));
    EXPECT_TRUE(shows(at(trace, seq2seq::Softmax, 6, {.row = 9}), "Scores and weights for step 7"));
    // Units that a vector does not have are not looked at.
    EXPECT_NO_THROW(at(trace, seq2seq::Context, 6, {.unit = 1000}));
}

TEST_F(Inspector, UnknownTokensAreNamed) {
    Trace trace = trace_of({"gru", "additive", 13, 11});
    trace.source[2].unknown = true;
    trace.source[2].id = 3;
    const Scene scene = at(trace, seq2seq::Embed, 2);
    std::string all;
    for (const TextItem& t : texts(scene)) all += t.text + " ";
    EXPECT_NE(all.find("“M” is not in this model’s vocabulary. It is read as ‹unknown›."), std::string::npos);
    EXPECT_TRUE(shows(scene, "= E[‹unknown›]"));
    EXPECT_TRUE(shows(scene, "row 4 of " + std::to_string(trace.source_vocabulary->size())));
}

TEST_F(Inspector, GivenWeightsAreSaidToBeGiven) {
    Trace trace = trace_of({"gru", "additive", 13, 11});
    trace.steps[6].weights_given = true;
    EXPECT_TRUE(shows(at(trace, seq2seq::Softmax, 6), "= as you set it"));
}

// Luong's order: the state that was just computed asks, and the context does not enter the cell.
TEST_F(Inspector, LuongOrderNamesTheNewState) {
    Trace trace = trace_of({"gru", "additive", 13, 11});
    trace.model.edit<Seq2SeqFacts>().order = "luong";
    for (int at = 1; at <= trace.outline.total(); ++at)
        expect_readable(inspector_figure(trace, {.at = at}, width, style), metrics);
    EXPECT_FALSE(shows(at(trace, seq2seq::Score, 6), "i−1"));
    EXPECT_TRUE(shows(at(trace, seq2seq::Choose, 6), "is the input of step 8"));
}

TEST_F(Inspector, BeforeTheFirstStepItWelcomes) {
    const Scene scene = inspector_figure(trace_of({"gru", "additive", 13, 11}), {}, width, style);
    EXPECT_TRUE(shows(scene, "What you will see"));
    std::set<std::string> buttons;
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::Button) buttons.insert(pick.id.name);
    EXPECT_EQ(buttons, (std::set<std::string>{"focus-input", "view-compare", "export", "open"}));
}

TEST_F(Inspector, TheWelcomeSpeaksOfTheModel) {
    const Trace none = trace_of({"gru", "none", 6, 5, true, false});
    const Scene scene = welcome_figure(width, style, &none.model);
    EXPECT_TRUE(shows(scene, "Context"));
    EXPECT_FALSE(shows(scene, "Attention"));
    EXPECT_FALSE(shows(scene, "Backward reader"));
    EXPECT_TRUE(shows(scene, "Type your own text in the line above"));
    EXPECT_TRUE(shows(welcome_figure(420, style), "Type your own date in the line above"));
}

} // namespace
} // namespace heed
