#include "app/figures/compare/pair.h"

#include "app/export/export.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_panels.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace heed {
namespace {

std::vector<std::string> split(const std::string& words) {
    std::istringstream stream(words);
    std::vector<std::string> all;
    for (std::string word; stream >> word;) all.push_back(word);
    return all;
}

/// A run of those words, each output looking at the source position beside it.
std::shared_ptr<const Trace> run(const std::string& source, const std::string& output) {
    auto trace = std::make_shared<Trace>();
    trace->model.character_level = false;
    trace->source_text = source;
    const auto token = [](const std::string& word) {
        TraceToken t;
        t.text = word;
        t.is_end = word == "</s>";
        return t;
    };
    std::size_t at = 0;
    for (const std::string& word : split(source + " </s>")) {
        trace->source.push_back(token(word));
        if (word == "</s>") continue;
        trace->source.back().begin = at;
        trace->source.back().end = at + word.size();
        at += word.size() + 1;
    }
    for (const std::string& word : split(output + " </s>")) {
        trace->steps.emplace_back();
        trace->steps.back().token = token(word);
    }
    trace->finished = true;
    MatrixXf weights = MatrixXf::Constant(trace->source_length(), trace->outputs(), 0.02f);
    for (int i = 0; i < trace->outputs(); ++i) weights(std::min(i, trace->source_length() - 1), i) = 1;
    for (Eigen::Index i = 0; i < weights.cols(); ++i) weights.col(i) /= weights.col(i).sum();
    trace->set(Quantity::Weights, 0, weights);
    return trace;
}

struct PairTest : testing::Test {
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style;
    PairTest() { style.metrics = metrics.get(); }

    std::array<ComparePanel, 2> two(const std::shared_ptr<const Trace>& a,
                                    const std::shared_ptr<const Trace>& b) {
        ComparePanel first, second;
        first.key = "first", first.title = "A", first.trace = a;
        second.key = "second", second.title = "B", second.trace = b;
        return {first, second};
    }
    /// The sentences of the design's picture.
    std::array<ComparePanel, 2> design() {
        return two(run("the agreement on the european economic area was signed in august 1992",
                       "l' accord sur la zone économique européenne a été signé en août 1992"),
                   run("the agreement on the european area was signed in paris in march 1992",
                       "l' accord sur la zone européenne a été signé en mars 1992"));
    }
    static std::vector<std::string> words(const Scene& scene) {
        std::vector<std::string> all;
        for (const TextItem* t : items_of<TextItem>(scene)) all.push_back(t->text);
        return all;
    }
    static bool says(const Scene& scene, const std::string& part) {
        const auto all = words(scene);
        return std::any_of(all.begin(), all.end(),
                           [&](const auto& t) { return t.find(part) != std::string::npos; });
    }
    static std::vector<const MatrixItem*> maps(Scene&&) = delete; // which they point into
    static std::vector<const MatrixItem*> maps(const Scene& scene) {
        auto all = items_of<MatrixItem>(scene);
        std::erase_if(all, [](const MatrixItem* m) { return m->rows == 1; });
        return all;
    }
};

TEST_F(PairTest, SentencesAreMatchedAsInTheDesign) {
    const auto panels = design();
    const auto pair = match_panels(panels[0].trace, panels[1].trace);
    EXPECT_EQ(analysis::tally(pair->source), (analysis::AlignmentTally{11, 1, 1, 2}));
    EXPECT_EQ(analysis::tally(pair->output), (analysis::AlignmentTally{12, 1, 1, 0}));
    const Scene side = compare_pair_side(panels, pair.get(), {}, 420, 784, style);
    EXPECT_TRUE(says(side, "august | march, août | mars"));
    EXPECT_TRUE(says(side, "economic, économique"));
    EXPECT_TRUE(says(side, "in paris"));
    const Scene scene = compare_pair(panels, pair.get(), {}, 1132, 784, style);
    EXPECT_TRUE(says(scene, "hatched: 2 columns that only B has"));
    EXPECT_TRUE(says(scene, "hatched: 1 column, 1 row that only A has"));
    EXPECT_TRUE(says(scene, "13 rows, 12 columns on both sides"));
}

/// Names of models are as long as they are: nothing lies on anything, and nothing leaves its card.
TEST_F(PairTest, LongNamesOfModelsHaveRoom) {
    for (const auto& [a, b] :
         {std::pair{"Marian, made for tests, English to French", "Translate, Transformer"},
          {"Gpt2 base", "Copy with repeats, location-aware"},
          {"Copy with repeats, location-aware", "Copy with repeats, location-aware, wide"}})
        for (const bool same : {true, false}) {
            auto panels = two(run("the red car is in paris", "la voiture rouge est à paris"),
                              same ? run("the red car is in paris", "la voiture bleue est à paris")
                                   : run("the car is here in big paris now", "la voiture est ici à paris"));
            panels[0].title = a, panels[1].title = b;
            const auto pair = match_panels(panels[0].trace, panels[1].trace);
            for (const auto& [width, height] :
                 {std::pair{868.0f, 584.0f}, {760.0f, 484.0f}, {1132.0f, 784.0f}}) {
                const Scene scene = compare_pair(panels, pair.get(), {}, width, height, style);
                EXPECT_EQ(overlapping(scene, *metrics), "") << a << ", " << width;
                EXPECT_EQ(outside(scene, *metrics), "") << a << ", " << width;
            }
            for (const float width : {300.0f, 340.0f, 420.0f}) {
                const Scene side = compare_pair_side(panels, pair.get(), {}, width, 784, style);
                EXPECT_EQ(overlapping(side, *metrics), "") << a << ", " << width;
                EXPECT_EQ(outside(side, *metrics), "") << a << ", " << width;
            }
        }
}

/// What is taken from what is never half a name: the colours' scale gives way, then numbers stand for names.
TEST_F(PairTest, TheDifferenceSaysInFullWhatItIsOf) {
    auto panels = two(run("the red car is in paris", "la voiture rouge est à paris"),
                      run("the red car is in paris", "la voiture bleue est à paris"));
    const auto pair = match_panels(panels[0].trace, panels[1].trace);
    panels[0].title = "transformer-norm-after", panels[1].title = "scaled dot";
    for (const float width : {892.0f, 928.0f, 1132.0f}) {
        const Scene scene = compare_pair(panels, pair.get(), {}, width, 584, style);
        EXPECT_TRUE(says(scene, "scaled dot − transformer-norm-after")) << width;
        EXPECT_EQ(overlapping(scene, *metrics), "") << width;
    }
    panels[1].title = "Marian, made for tests, English to French";
    EXPECT_TRUE(says(compare_pair(panels, pair.get(), {}, 892, 584, style), "second − first"));
    CompareOptions turned;
    turned.turned = true;
    EXPECT_TRUE(says(compare_pair(panels, pair.get(), turned, 892, 584, style), "first − second"));
}

/// Every row over all columns of both, what only one has included, and nothing divided by anything.
TEST_F(PairTest, DivergenceIsOverAllColumns) {
    const auto panels = design();
    const auto pair = match_panels(panels[0].trace, panels[1].trace);
    for (std::size_t n = 0; n < pair->output.size(); ++n) {
        if (!pair->output[n].both()) {
            EXPECT_FALSE(pair->rows[n].has_value());
            continue;
        }
        double all = 0, unmatched = 0;
        for (const auto& slot : pair->source) {
            const double a = slot.a < 0
                                 ? 0
                                 : static_cast<double>(panels[0].trace->weight(pair->output[n].a, slot.a)),
                         b = slot.b < 0
                                 ? 0
                                 : static_cast<double>(panels[1].trace->weight(pair->output[n].b, slot.b)),
                         m = (a + b) / 2;
            const double part = ((a > 0 ? a * std::log2(a / m) : 0) + (b > 0 ? b * std::log2(b / m) : 0)) / 2;
            all += part;
            if (!slot.both()) unmatched += part;
        }
        EXPECT_NEAR(pair->rows[n]->all, all, 1e-6);
        EXPECT_NEAR(pair->rows[n]->unmatched, unmatched, 1e-6);
        EXPECT_GE(pair->rows[n]->all, pair->rows[n]->unmatched);
    }
    EXPECT_TRUE(pair->mean && pair->mean_unmatched);
}

TEST_F(PairTest, TheThreeMapsHaveOneAxisAndNothingIsSubtractedFromNothing) {
    const auto panels = design();
    const auto pair = match_panels(panels[0].trace, panels[1].trace);
    for (const auto& [width, height] : {std::pair{1132.0f, 400.0f}, {928.0f, 300.0f}, {2100.0f, 1000.0f}}) {
        const Scene scene = compare_pair_maps(panels, pair.get(), {}, width, height, style);
        const auto all = maps(scene);
        ASSERT_EQ(all.size(), 3u);
        const float card = (width - 16) / 3 + 8;
        for (int n = 0; n < 3; ++n) {
            EXPECT_EQ(all[static_cast<std::size_t>(n)]->box.y, all[0]->box.y);
            EXPECT_NEAR(all[static_cast<std::size_t>(n)]->box.x - static_cast<float>(n) * card, all[0]->box.x,
                        1.01);
            EXPECT_EQ(all[static_cast<std::size_t>(n)]->box.w, all[0]->box.w);
            EXPECT_EQ(all[static_cast<std::size_t>(n)]->box.h, all[0]->box.h);
        }
        const auto& difference = *all[2]->values;
        for (std::size_t i = 0; i < pair->output.size(); ++i)
            for (std::size_t j = 0; j < pair->source.size(); ++j)
                EXPECT_EQ(std::isnan(difference[i * pair->source.size() + j]),
                          !pair->output[i].both() || !pair->source[j].both());
    }
}

TEST_F(PairTest, TheDifferenceTurnsRound) {
    const auto panels = sample_panels({2});
    const std::array<ComparePanel, 2> two = {panels[0], panels[1]};
    const auto pair = match_panels(two[0].trace, two[1].trace);
    CompareOptions turned;
    turned.turned = true;
    const Scene there = compare_pair_maps(two, pair.get(), {}, 1132, 500, style),
                back = compare_pair_maps(two, pair.get(), turned, 1132, 500, style);
    const auto &a = *maps(there)[2]->values, &b = *maps(back)[2]->values;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t n = 0; n < a.size(); ++n) EXPECT_NEAR(a[n] + b[n], 1, 1e-6); // shades about the middle
    EXPECT_TRUE(says(there, "dot − additive"));
    EXPECT_TRUE(says(back, "additive − dot"));
}

TEST_F(PairTest, PicksAreOfTheRunThatHasThem) {
    const auto panels = design();
    const auto pair = match_panels(panels[0].trace, panels[1].trace);
    const Scene scene = compare_pair(panels, pair.get(), {}, 1132, 784, style);
    for (const Pick& pick : scene.picks) {
        if (pick.id.kind != PickKind::Cell && pick.id.kind != PickKind::Row &&
            pick.id.kind != PickKind::Column)
            continue;
        ASSERT_TRUE(pick.id.k == 0 || pick.id.k == 1);
        EXPECT_LT(pick.id.i, pair->run(pick.id.k).outputs());
        EXPECT_LT(pick.id.j, pair->run(pick.id.k).source_length());
        EXPECT_TRUE(pick.id.i >= 0 || pick.id.j >= 0);
    }
    CompareOptions look;
    look.hover = {1, 9, 10}; // B's "en" and its "in" before march
    const Scene looked = compare_pair(panels, pair.get(), look, 1132, 784, style);
    EXPECT_TRUE(says(looked, "Where “en” looks"));
    EXPECT_TRUE(says(looked, "output 11 of A, 10 of B"));
}

TEST_F(PairTest, EverythingStaysInsideWhateverTheSizeAndTheSentences) {
    const auto longer = [](int words, const std::string& odd) {
        std::string text;
        for (int n = 0; n < words; ++n) text += (n % 9 == 4 ? odd : "word" + std::to_string(n % 7)) + " ";
        return text;
    };
    std::vector<std::array<ComparePanel, 2>> all = {
        design(), two(run("a", "x"), run("b", "y")), two(run("a b c", ""), run("", "")),
        two(run(longer(60, "p"), longer(40, "q")), run(longer(50, "r"), longer(44, "q"))),
        two(run(longer(200, "p"), longer(200, "q")), run(longer(190, "p"), longer(180, "s")))};
    for (auto& panels : all) {
        panels[0].judged.has_gold = panels[1].judged.has_gold = true;
        panels[0].judged.right = true;
        panels[1].judged.answer = {"à", "paris", "en"};
        for (const bool by_position : {false, true})
            for (const auto& [width, height] :
                 {std::pair{1132.0f, 784.0f}, {928.0f, 424.0f}, {892.0f, 584.0f}, {2092.0f, 1224.0f}}) {
                SCOPED_TRACE(std::to_string(panels[0].trace->source_length()) + " tokens, " +
                             std::to_string(width));
                const auto pair = match_panels(panels[0].trace, panels[1].trace, by_position);
                const Scene scene = compare_pair(panels, pair.get(), {}, width, height, style);
                EXPECT_EQ(unsound(scene), "");
                EXPECT_EQ(outside(scene, *metrics), "");
                const Scene side = compare_pair_side(panels, pair.get(), {}, 420, height, style);
                EXPECT_EQ(unsound(side), "");
                EXPECT_EQ(outside(side, *metrics), "");
                EXPECT_EQ(overlapping(side, *metrics), "");
                for (const int alone : {0, 1, 2})
                    EXPECT_EQ(unsound(compare_pair_maps(panels, pair.get(), {}, width, height, style, alone)),
                              "");
            }
    }
    auto pending = design();
    pending[1].trace = nullptr;
    EXPECT_TRUE(says(compare_pair(pending, nullptr, {}, 1132, 784, style), "Running"));
    pending[1].problem = "Type a second input.";
    EXPECT_TRUE(says(compare_pair(pending, nullptr, {}, 1132, 784, style), "Type a second input."));
}

TEST_F(PairTest, NumbersSayWhoseTheyAre) {
    auto panels = design();
    const auto pair = match_panels(panels[0].trace, panels[1].trace);
    for (ComparePanel& panel : panels) {
        panel.judged.has_gold = true;
        panel.judged.own = analysis::AlignmentCounts{12, 14, 11, 11};
        panel.judged.forced_log_prob = -6.296;
        panel.judged.alignment.emplace();
        panel.judged.alignment->shift0 = {14, 14, 14, 14};
    }
    panels[0].judged.right = true;
    panels[1].judged.answer = split("l' accord sur la zone européenne a été signé à paris en mars 1992");
    const Scene side = compare_pair_side(panels, pair.get(), {}, 420, 784, style);
    EXPECT_TRUE(says(side, "This map"));
    EXPECT_TRUE(says(side, "Forced to the reference"));
    EXPECT_TRUE(says(side, "15%")); // 1 - 22 / 26
    EXPECT_TRUE(says(side, "−6.30"));
    int links = 0; // B's numbers of another map; A wrote the answer, its map is that one
    for (const Pick& pick : side.picks) links += pick.id.kind == PickKind::Button && pick.id.name == "forced";
    EXPECT_EQ(links, 2);
    EXPECT_TRUE(
        says(compare_pair(panels, pair.get(), {}, 1132, 784, style), "should have “à paris” after “signé”"));
    CompareOptions forced;
    forced.forced_rows = true;
    forced.temperature = 0.3;
    const Scene made = compare_pair_side(panels, pair.get(), forced, 420, 784, style);
    EXPECT_TRUE(says(made, "made to write the right answer"));
    EXPECT_TRUE(says(made, "at T = .30"));
}

/// Between the names and the right edge, or below the map; nobody has to guess what blue is.
TEST_F(PairTest, TheDifferenceAlwaysHasItsScale) {
    auto panels = sample_panels({3});
    panels[1].title = "token, language";
    const std::array<ComparePanel, 2> two = {panels[0], panels[1]};
    const auto pair = match_panels(two[0].trace, two[1].trace);
    for (const float width : {644.0f, 928.0f, 1132.0f, 2092.0f}) {
        const Scene scene = compare_pair_maps(two, pair.get(), {}, width, 400, style);
        int ramps = 0;
        for (const MatrixItem* m : items_of<MatrixItem>(scene)) ramps += m->rows == 1;
        EXPECT_EQ(ramps, 1) << width;
        EXPECT_EQ(outside(scene, *metrics), "") << width;
        EXPECT_EQ(overlapping(scene, *metrics), "") << width;
    }
}

TEST_F(PairTest, SignedNumbersStandClearOfTheirCells) {
    const auto panels = sample_panels({2, 5, 6});
    const std::array<ComparePanel, 2> two = {panels[0], panels[1]};
    const auto pair = match_panels(two[0].trace, two[1].trace);
    int signed_numbers = 0;
    for (float width = 600; width < 1400; width += 20) {
        const Scene scene = compare_pair_maps(two, pair.get(), {}, width, 300, style);
        const MatrixItem& map = *maps(scene)[2];
        for (const TextItem* t : items_of<TextItem>(scene)) {
            if (t->face != Face::Mono || !t->text.starts_with("+")) continue;
            EXPECT_LE(metrics->width(t->text, t->face, t->size) + 4,
                      map.box.w / static_cast<float>(map.columns))
                << width;
            ++signed_numbers;
        }
    }
    EXPECT_GT(signed_numbers, 0);
}

/// Beside two models as beside two inputs: each row's divergence, and names that are whole.
TEST_F(PairTest, TwoModelsHaveTheirRowsBesideThem) {
    auto panels = sample_panels({6, 13, 14, true, true, true}); // the fifth writes another token and one more
    panels[0].title = "general, tanh";
    for (const std::size_t other : {1u, 4u})
        for (const float width : {340.0f, 420.0f}) {
            const std::array<ComparePanel, 2> two = {panels[0], panels[other]};
            const auto pair = match_panels(two[0].trace, two[1].trace);
            const Scene side = compare_pair_side(two, pair.get(), {}, width, 584, style);
            EXPECT_EQ(says(side, "only in general, tanh"), other == 4); // nothing is matched to be told of
            EXPECT_TRUE(says(side, "sharpness"));
            EXPECT_FALSE(says(side, "hatched columns")); // there are none
            EXPECT_EQ(overlapping(side, *metrics), "");
            std::ptrdiff_t rows = 0;
            for (const Pick& pick : side.picks) rows += pick.id.kind == PickKind::Row;
            EXPECT_EQ(rows, std::count_if(pair->rows.begin(), pair->rows.end(),
                                          [](const auto& row) { return row.has_value(); }));
        }
}

/// Of two sentences with one output the first words stand there, as many as there is room for.
TEST_F(PairTest, EqualOutputsAreShownAsFarAsTheyGo) {
    std::string text;
    for (int n = 0; n < 136; ++n) text += "out" + std::to_string(n % 9) + " ";
    const auto panels = two(run("a b c", text), run("a b d", text));
    const auto pair = match_panels(panels[0].trace, panels[1].trace);
    const Scene scene = compare_pair(panels, pair.get(), {}, 1132, 784, style);
    float right = 0; // of the words of the outputs
    for (const TextItem* t : items_of<TextItem>(scene))
        if (t->text.starts_with("out") && t->at.y < 150) right = std::max(right, t->at.x);
    EXPECT_GT(right, 0.75f * 1132);
}

TEST_F(PairTest, WhatHasNoDifferenceIsNotSaidToDifferMost) {
    const auto same = run("a b c", "x y z");
    const auto panels = two(same, same);
    const auto pair = match_panels(same, same);
    EXPECT_EQ(pair->most_different, -1);
    EXPECT_FALSE(says(compare_pair(panels, pair.get(), {}, 1132, 784, style), "differ most"));
}

} // namespace
} // namespace heed
