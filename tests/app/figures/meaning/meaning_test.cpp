#include "app/figures/meaning/meaning.h"

#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/stub_metrics.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed {
namespace {

using namespace analysis::meaning;
using Kind = OtherRow::Kind;

/// Numbers of the right shapes over a sample run.
struct Whole {
    explicit Whole(int places = 13, int outputs = 11, bool words = false)
        : run(sample_trace(places, outputs, {.words = words})) {
        style.metrics = &metrics;
        const auto& weights = run.at(Quantity::Weights);
        sentence.weights = sentence.norms = sentence.left_row = weights;
        sentence.gradient = weights.rowwise().reverse();
        sentence.left_out = weights / 2;
        for (int i = 0; i < outputs; ++i) {
            sentence.with_gradient.push_back(i == 1 ? std::nullopt : std::optional(0.5 - 0.1 * i));
            sentence.with_left_out.push_back(0.4);
            sentence.with_norms.push_back(0.9);
            sentence.with_shuffled.push_back(0.0);
        }
        sentence.gradient_mean = MeanTau{0.62, 0.5, 0.7, outputs};
        sentence.left_out_mean = MeanTau{0.4, 0.3, 0.5, outputs};
        sentence.norms_mean = MeanTau{0.9, 0.85, 0.95, outputs};
        sentence.shuffled_mean = MeanTau{-0.02, -0.6, 0.1, outputs};
        set_row(std::min(6, outputs - 1));
    }
    void set_row(int i) {
        row = i;
        const Eigen::VectorXf own = run.at(Quantity::Weights).col(i);
        Eigen::VectorXf turned = own.reverse();
        output = {};
        output.output = i;
        output.jsd = 0.4;
        for (const Kind kind : {Kind::Own, Kind::Equal, Kind::Strongest, Kind::WithoutStrongest,
                                Kind::Shuffled, Kind::OtherMap})
            output.rows.push_back(
                {kind, {turned.begin(), turned.end()}, "3", kind == Kind::Equal, 4, 0.93, 0.24});
    }
    MeaningPicture picture() const { return {run, sentence, measured ? &output : nullptr, row, applied}; }
    Scene scene() const { return meaning_figure(picture(), settings, style); }

    Trace run;
    Sentence sentence;
    OutputMeaning output;
    bool measured = true;
    int row = 0;
    std::optional<Kind> applied;
    MeaningSettings settings;
    StubMetrics metrics;
    FigureStyle style;
};

std::vector<std::string> words_of(const Scene& scene) {
    std::vector<std::string> words;
    for (const TextItem* text : items_of<TextItem>(scene)) words.push_back(text->text);
    return words;
}
bool says(const Scene& scene, const std::string& word) {
    const auto words = words_of(scene);
    return std::find(words.begin(), words.end(), word) != words.end();
}

TEST(MeaningFigure, IsSoundAndInsideAtEverySize) {
    for (const auto& [w, h] :
         {std::pair{936.0f, 808.0f}, {1240.0f, 808.0f}, {940.0f, 608.0f}, {960.0f, 448.0f}, {600.0f, 448.0f}})
        for (const int places : {2, 5, 13, 60})
            for (const bool words : {false, true}) {
                Whole whole(places, std::max(2, places - 2), words);
                whole.settings.width = w;
                whole.settings.height = h;
                whole.settings.head_right = 254;
                const Scene scene = whole.scene();
                const std::string what =
                    std::to_string(w) + " " + std::to_string(places) + (words ? " words" : "");
                EXPECT_EQ(unsound(scene), "") << what;
                EXPECT_EQ(outside(scene, whole.metrics), "") << what;
                EXPECT_EQ(overlapping(scene, whole.metrics), "") << what;
                EXPECT_GE(scene.height, h);
            }
}

// In the canvas of a small window it stands whole: nothing has to be scrolled.
TEST(MeaningFigure, ALowCanvasHoldsAllOfIt) {
    for (const auto& [w, h] : {std::pair{940.0f, 608.0f}, {960.0f, 448.0f}, {1260.0f, 608.0f}})
        for (const int places : {5, 13, 26}) {
            Whole whole(places, std::max(2, places - 2));
            whole.settings.width = w;
            whole.settings.height = h;
            EXPECT_EQ(whole.scene().height, h) << w << " x " << h << ", " << places << " places";
        }
}

TEST(MeaningFigure, EveryCellAndColumnAndRowOfWeightsCanBePointedAt) {
    const Whole whole;
    const Scene scene = whole.scene();
    int columns = 0, rows = 0, cells = 0;
    for (const Pick& pick : scene.picks) {
        columns += pick.id.kind == PickKind::Column;
        rows += pick.id.kind == PickKind::TableRow;
        cells += pick.id.kind == PickKind::Cell;
    }
    EXPECT_EQ(columns, 13);
    EXPECT_EQ(rows, 6);
    EXPECT_EQ(cells, 1);
}

TEST(MeaningFigure, WhatIsStillMeasuredIsSaid) {
    Whole whole;
    whole.measured = false;
    EXPECT_TRUE(says(whole.scene(), "Being measured…"));
    EXPECT_TRUE(says(whole.scene(), "Being looked for…"));
    whole.measured = true;
    EXPECT_FALSE(says(whole.scene(), "Being measured…"));
}

TEST(MeaningFigure, TheCautionIsTheFirstThatHolds) {
    Whole whole;
    OtherRow& other = whole.output.rows.back();
    std::fill(other.row.begin(), other.row.end(), 0.0f);
    Eigen::Index own = 0;
    whole.sentence.weights.col(whole.row).maxCoeff(&own);
    other.row[own == 2 ? 3 : 2] = 1;
    EXPECT_NE(meaning_caution(whole.picture()).find("another map with the same output looks mostly at"),
              std::string::npos);
    other.row[own == 2 ? 3 : 2] = 0;
    whole.sentence.with_gradient[static_cast<std::size_t>(whole.row)] = 0.4;
    other.row[static_cast<std::size_t>(own)] = 1; // no other place
    EXPECT_NE(meaning_caution(whole.picture()).find("evidence, not proof"), std::string::npos);
    whole.sentence.with_gradient[static_cast<std::size_t>(whole.row)] = 0.39;
    EXPECT_NE(meaning_caution(whole.picture()).find("ranks the inputs differently"), std::string::npos);
}

/// Of a word that the source has more than once it is said which one is meant.
TEST(MeaningFigure, ATokenThatIsThereTwiceHasItsPlaceBesideIt) {
    Whole whole;
    whole.set_row(2);
    Eigen::Index own = 0;
    whole.sentence.weights.col(2).maxCoeff(&own);
    const std::size_t other = own == 9 ? 8 : 9;
    whole.run.source[other].text = whole.run.source[static_cast<std::size_t>(own)].text;
    whole.run.source[other].begin = whole.run.source[static_cast<std::size_t>(own)].begin;
    whole.run.source[other].end = whole.run.source[static_cast<std::size_t>(own)].end;
    std::vector<float>& row = whole.output.rows.back().row;
    std::fill(row.begin(), row.end(), 0.0f);
    row[other] = 1;
    EXPECT_NE(meaning_caution(whole.picture()).find(" at place " + std::to_string(other + 1)),
              std::string::npos)
        << meaning_caution(whole.picture());
}

TEST(MeaningFigure, AColumnUnderThePointerCrossesEveryRow) {
    Whole whole;
    const Scene plain = whole.scene();
    whole.settings.column = 4;
    const Scene lit = whole.scene();
    float tallest = 0;
    for (const RectItem* box : items_of<RectItem>(lit))
        if (box->box.w < 120) tallest = std::max(tallest, box->box.h);
    EXPECT_GT(tallest, 400); // from the map to the last lane
    EXPECT_EQ(items_of<RectItem>(lit).size(), items_of<RectItem>(plain).size() + 1);
}

} // namespace
} // namespace heed
