// The inspector of every scoring function, window and order, on models of random numbers.
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/figures/tokens.h"
#include "core/analysis/score_terms.h"
#include "core/attention/scores.h"
#include "core/decode/run.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/seq2seq/inspector_checks.h"
#include "tests/support/random_model.h"
#include "tests/support/stub_metrics.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

using namespace inspector_checks;
using test::config_of;
using test::random_trace;

class InspectorOfScores : public testing::TestWithParam<std::tuple<std::string, Order>> {
protected:
    StubMetrics metrics;
    FigureStyle style{.theme = Theme::Dark, .metrics = &metrics};

    Scene at(const Trace& trace, const PhaseInfo& kind, int position, Playhead playhead = {}) const {
        playhead.at = at_of(trace.outline, {kind, 0}, position);
        return inspector_figure(trace, playhead, width, style);
    }
};

std::vector<std::string> every_function() {
    std::vector<std::string> ids{"local-m", "local-p"};
    for (const ScoreInfo& s : score_table()) ids.emplace_back(s.id);
    return ids;
}

/// The numbers of the rows between a section's title and its last line, at the right edge.
double sum_of_rows(const Scene& scene, const std::string& title, int rows) {
    double sum = 0, from = -1;
    const auto all = texts(scene);
    for (const TextItem& t : all)
        if (t.text == title) from = t.at.y;
    EXPECT_GE(from, 0) << title;
    std::vector<const TextItem*> numbers;
    for (const TextItem& t : all)
        if (t.at.y > from + 5 && t.align == Align::Right && t.at.x > 300) numbers.push_back(&t);
    std::stable_sort(numbers.begin(), numbers.end(), [](auto* a, auto* b) { return a->at.y < b->at.y; });
    for (int k = 0; k < rows && k < static_cast<int>(numbers.size()); ++k)
        sum += number(numbers[static_cast<std::size_t>(k)]->text);
    return sum;
}

TEST_P(InspectorOfScores, EveryMomentIsSoundAndReadable) {
    const auto& [function, order] = GetParam();
    for (const bool feeding : {false, true}) {
        Seq2SeqConfig config = config_of(function, order);
        config.decoder.input_feeding = feeding && order == Order::Luong;
        const Trace trace = random_trace(config);
        for (int at = 1; at <= trace.outline.total(); ++at)
            for (const float wide : {360.0f, 300.0f}) {
                SCOPED_TRACE(at);
                const Scene scene = inspector_figure(trace, {.at = at}, wide, style);
                ASSERT_NO_FATAL_FAILURE(expect_finite(scene));
                ASSERT_NO_FATAL_FAILURE(expect_readable(scene, metrics));
                const std::string sentence = narrate(trace, {.at = at}, style.colors()).sentence;
                ASSERT_FALSE(sentence.empty());
                ASSERT_LE(metrics.width(sentence, Face::Regular, 13), 780) << sentence;
            }
    }
}

TEST_P(InspectorOfScores, WhatIsListedAddsUpToTheScore) {
    const auto& [function, order] = GetParam();
    if (function == "none") return;
    const Trace trace = random_trace(config_of(function, order));
    const Scene scene = at(trace, seq2seq::Score, 3, {.column = 2});
    const auto terms = analysis::score_terms(trace, 3, 2);
    EXPECT_TRUE(shows(scene, fixed(trace.at(Quantity::Energies)(2, 3), 3)));
    if (terms.units() == 1) return;
    const bool network = terms.form == ScoreForm::Network;
    const double sum = sum_of_rows(scene, network ? "Largest terms" : "Largest products", 5);
    EXPECT_NEAR(terms.factor * sum + terms.offset, terms.sum(), 5e-3);
    EXPECT_NEAR(terms.total(), terms.energy, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Functions, InspectorOfScores,
                         testing::Combine(testing::ValuesIn(every_function()),
                                          testing::Values(Order::Bahdanau, Order::Luong)),
                         [](const auto& test) {
                             std::string name =
                                 std::get<0>(test.param) + "_" + to_string(std::get<1>(test.param));
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

using InspectorOfShapes = InspectorOfScores;

bool says(const Scene& scene, const std::string& part) {
    std::string all;
    for (const TextItem& t : texts(scene)) all += t.text + " ";
    return all.find(part) != std::string::npos;
}

TEST_F(InspectorOfShapes, LuongsStateReadsNoContext) {
    Seq2SeqConfig config = config_of("general", Order::Luong);
    const Scene plain = at(random_trace(config), seq2seq::State, 3);
    EXPECT_TRUE(says(plain, "1 of 6"));
    EXPECT_TRUE(says(plain, "x is the embedding of “-”."));
    EXPECT_FALSE(says(plain, "context"));
    config.decoder.input_feeding = true;
    const Scene fed = at(random_trace(config), seq2seq::State, 3);
    EXPECT_TRUE(says(fed, "the attentional state ã before."));
    EXPECT_TRUE(says(at(random_trace(config), seq2seq::Distribution, 3), "ã"));
}

TEST_F(InspectorOfShapes, BoundedScoresNameTheirCeiling) {
    for (const ScoreInfo& score : score_table()) {
        if (score.id == "none") continue;
        const Scene scene = at(random_trace(config_of(std::string(score.id))), seq2seq::Score, 2);
        EXPECT_EQ(says(scene, "no weight of 9 can pass"), score.bound != ScoreBound::None) << score.id;
        EXPECT_EQ(says(scene, "no weight of 9 can pass 0.48."), score.bound == ScoreBound::One) << score.id;
    }
}

TEST_F(InspectorOfShapes, ACeilingThatNothingReachesIsNotNamed) {
    const Trace trace = random_trace(config_of("cosine"), "3", "8"); // two tokens: no weight over .88
    EXPECT_TRUE(says(at(trace, seq2seq::Score, 0), "can pass"));
    Seq2SeqConfig strong = config_of("cosine-beta");
    Model model = test::random_model(strong);
    const int beta = model.parameters.find("attention.log_beta");
    ASSERT_GE(beta, 0);
    model.parameters[beta].value.setConstant(3); // so strong that a weight may come as near to 1 as it likes
    Request request;
    request.text = "3 mar 87";
    request.max_steps = 3;
    EXPECT_FALSE(says(at(decode::run(model, request), seq2seq::Score, 0), "can pass"));
}

TEST_F(InspectorOfShapes, TheWindowIsComputedInNumbers) {
    const Trace trace = random_trace(config_of("local-p", Order::Luong));
    const float p = trace.at(Quantity::Position)(0, 3);
    const Scene scene = at(trace, seq2seq::Window, 3);
    EXPECT_TRUE(says(scene, "2 of 7"));
    EXPECT_TRUE(shows(scene, fixed(p + 1, 2)));
    const auto terms = analysis::window_terms(trace, 3);
    EXPECT_NEAR(sum_of_rows(scene, "Largest terms", 5), terms.sum, 5e-3);
}

TEST_F(InspectorOfShapes, TheSoftmaxOfAWindowDividesByWhatIsInIt) {
    for (const char* function : {"local-m", "local-p", "own-past"}) {
        const Trace trace = random_trace(config_of(function));
        const int i = 4, j = static_cast<int>(
                             std::lround(window_of(trace, i).placed ? window_of(trace, i).centre : 3));
        const Scene scene = at(trace, seq2seq::Softmax, i, {.column = j});
        const bool shrunk = trace.has(Quantity::Aligned);
        const float weight = shrunk ? trace.at(Quantity::Aligned)(j, i) : trace.weight(i, j);
        EXPECT_TRUE(shows(scene, fixed(weight, 4))) << function;
        EXPECT_TRUE(shows(scene, fixed(trace.weight(i, j), 4))) << function;
        // The fraction as it is printed: exp(e) over the sum below it.
        const double sum = std::exp(static_cast<double>(trace.at(Quantity::Energies)(j, i))) / weight;
        EXPECT_TRUE(shows(scene, significant(sum, 5, " ")) || shows(scene, significant(sum, 6, " ")) ||
                    shows(scene, significant(sum, 7, " ")))
            << function << " " << sum;
    }
    const Trace trace = random_trace(config_of("local-m"));
    EXPECT_TRUE(says(at(trace, seq2seq::Softmax, 0, {.column = 7}), "stands outside the window"));
}

TEST_F(InspectorOfShapes, TheOwnPastTakesPartInTheContext) {
    const Trace trace = random_trace(config_of("own-past"));
    const Scene scene = at(trace, seq2seq::Context, 4);
    EXPECT_TRUE(says(scene, "+ own past, " + percent(own_past_weight(trace, 4))));
}

TEST_F(InspectorOfShapes, APlaceBeyondTheSlotsSaysSo) {
    Seq2SeqConfig config = config_of("location");
    config.attention.positions = 4;
    const Scene scene = at(random_trace(config), seq2seq::Score, 2, {.column = 6});
    EXPECT_TRUE(says(scene, "no slot for a place this far on"));
    EXPECT_TRUE(shows(scene, "−∞"));
}

} // namespace
} // namespace heed
