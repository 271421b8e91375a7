// The Step canvas of a run whose weights the user edited.
#include "app/figures/seq2seq/network/network.h"

#include "app/export/export.h"
#include "app/figures/tokens.h"
#include "app/figures/what_if/outcome.h"
#include "app/figures/what_if/row.h"
#include "core/decode/row_edit.h"
#include "core/models/seq2seq/phases.h"
#include "core/models/transformer/facts.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr int output = 4;

/// A sample run of which the row of one output was edited; what follows stays as it was.
std::shared_ptr<const Trace> edited(const RowEdit& edit, int sources = 13, int outputs = 11) {
    auto trace = std::make_shared<Trace>(sample_trace(sources, outputs));
    const MatrixXf own = trace->at(Quantity::Weights);
    MatrixXf used = own;
    used.col(output) = decode::edited_row(edit, own.col(output), own.col(output - 1));
    trace->set(Quantity::OwnWeights, 0, own);
    trace->set(Quantity::Weights, 0, used);
    trace->steps[output].weights_given = true;
    trace->request.edits.rows[output] = edit;
    return trace;
}

RowEdit held(std::map<int, float> weights) { return {RowEdit::Kind::Held, {}, std::move(weights), {}, 0}; }

struct NetworkEdits : FigureTest {
    NetworkSettings settings;
    NetworkEdits() { settings.editable = true; }
    Scene figure(const Trace& trace, const PhaseInfo& kind = seq2seq::Context) {
        Playhead playhead;
        playhead.at = at_of(trace.outline, {kind, 0}, output);
        return network_figure(trace, playhead, settings, style);
    }
    NetworkLayout layout(const Trace& trace) {
        Playhead playhead;
        playhead.at = at_of(trace.outline, {seq2seq::Context, 0}, output);
        return network_layout(trace, playhead, settings);
    }
    std::vector<Box> dashed_bars(const Scene& scene) const { // the model's own
        std::vector<Box> found;
        for (const RectItem* r : items_of<RectItem>(scene))
            if (r->fill.a == 0 && r->dash.on == 3 && r->dash.off == 2.5f) found.push_back(r->box);
        return found;
    }
    std::vector<const Pick*> picks(const Scene& scene, PickKind kind, const std::string& name = {}) const {
        std::vector<const Pick*> found;
        for (const Pick& pick : scene.picks)
            if (pick.id.kind == kind && pick.id.name == name) found.push_back(&pick);
        return found;
    }
    static const MatrixItem* heat(const Scene& scene) {
        for (const MatrixItem* m : items_of<MatrixItem>(scene))
            if (m->rows > 1) return m;
        return nullptr;
    }
};

TEST_F(NetworkEdits, TheDashedOutlineIsTheModelsOwnBar) {
    const auto trace = edited(held({{2, 0.62f}}));
    const Scene scene = figure(*trace);
    EXPECT_EQ(unsound(scene), "");
    const auto own = trace->at(Quantity::OwnWeights).col(output);
    const float strongest = bar_ceiling(*trace, output);
    const NetworkLayout where = layout(*trace);
    const std::vector<Box> outlines = dashed_bars(scene);
    ASSERT_FALSE(outlines.empty());
    for (const Box& box : outlines) {
        const int j = static_cast<int>((box.centre().x - where.left) / where.pitch);
        EXPECT_NEAR(box.h, own(j) / strongest * where.bar_height, 0.01f) << j;
    }
    int tall = 0;
    for (const float a : own) tall += a / strongest * where.bar_height >= 1.5f;
    EXPECT_EQ(static_cast<int>(outlines.size()), tall);
}

/// The run that a weight is taken hold of in: that row is even, below .1.
std::shared_ptr<const Trace> taken_hold_of(int sources, int outputs) {
    auto trace = std::make_shared<Trace>(sample_trace(sources, outputs));
    MatrixXf weights = trace->at(Quantity::Weights);
    weights.col(output).setConstant(1 / static_cast<float>(sources));
    trace->set(Quantity::Weights, 0, weights);
    return trace;
}

// A weight that is held may change how much is written, and be the row's strongest: its bar stays where the
// hand is.
TEST_F(NetworkEdits, WhatIsHeldStaysWhileTheRunChanges) {
    int moved = 0;
    for (const bool lecture : {false, true})
        for (const int sources : {13, 60}) {
            const auto before = taken_hold_of(sources, 11);
            settings.laid_out = {};
            settings.overview = true;
            settings.lecture = lecture;
            const NetworkLayout was = layout(*before);
            const float ceiling = bar_ceiling(*before, output);
            for (const int outputs : {6, 11, 30})
                for (const float weight : {0.06f, 0.62f}) {
                    const auto run = edited(held({{2, weight}}), sources, outputs);
                    settings.laid_out = {};
                    const NetworkLayout anew = layout(*run);
                    moved += anew.bar_height != was.bar_height || anew.legend_y != was.legend_y ||
                             anew.left != was.left;
                    settings.laid_out = {before,
                                         {.at = at_of(before->outline, {seq2seq::Context, 0}, output)}};
                    const NetworkLayout now = layout(*run);
                    EXPECT_EQ(now.pitch, was.pitch);
                    EXPECT_EQ(now.left, was.left);
                    EXPECT_EQ(now.bar_height, was.bar_height);
                    EXPECT_EQ(now.legend_y, was.legend_y);
                    EXPECT_EQ(now.zoomed, was.zoomed);
                    EXPECT_LE(now.cells.bottom(), was.cells.bottom() + 0.01f) << outputs;
                    const Scene scene = figure(*run);
                    EXPECT_EQ(unsound(scene), "") << outputs;
                    const float high = std::min(1.0f, weight / ceiling) * was.bar_height;
                    int found = 0;
                    for (const RectItem* r : items_of<RectItem>(scene))
                        found += r->fill == style.colors().attention && std::abs(r->box.h - high) < 0.01f &&
                                 std::abs(r->box.centre().x - (was.left + 2.5f * was.pitch)) < 0.01f;
                    EXPECT_TRUE(lecture || found == 1) << sources << " " << outputs << " " << weight;
                }
        }
    EXPECT_GT(moved, 0) << "else nothing is tested";
}

TEST_F(NetworkEdits, TheScaleOfTheTypeStaysWithTheLayout) {
    const auto before = taken_hold_of(13, 6);
    settings.width = 2480;
    settings.height = 1616;
    settings.overview = true;
    const float type = type_scale(*before, settings);
    const auto run = edited(held({{2, 0.62f}}), 13, 60);
    EXPECT_NE(type_scale(*run, settings), type) << "else nothing is tested";
    settings.laid_out = {before, {}};
    EXPECT_EQ(type_scale(*run, settings), type);
}

TEST_F(NetworkEdits, TheRestOfTheRowKeepsItsProportionsAndItsSum) {
    const auto trace = edited(held({{2, 0.62f}, {5, 0.1f}}));
    const auto own = trace->at(Quantity::OwnWeights).col(output),
               used = trace->at(Quantity::Weights).col(output);
    EXPECT_NEAR(used.sum(), own.sum(), 1e-5f);
    for (int j = 0; j < 13; ++j)
        EXPECT_TRUE(j == 2 || j == 5 || std::abs(used(j) / used(0) - own(j) / own(0)) < 1e-4f) << j;
}

TEST_F(NetworkEdits, PicksLieOnTheirBarsAndLocksAndNumbersAboveThem) {
    const auto trace = edited(held({{2, 0.62f}, {5, 0.1f}}));
    const Scene scene = figure(*trace);
    const NetworkLayout where = layout(*trace);
    const auto bars = picks(scene, PickKind::Bar);
    ASSERT_EQ(bars.size(), 13u);
    for (const Pick* bar : bars) {
        EXPECT_EQ(bar->id.i, output);
        EXPECT_NEAR(bar->box.centre().x, where.left + (static_cast<float>(bar->id.j) + 0.5f) * where.pitch,
                    0.1f);
        EXPECT_NE(bar->tooltip.find("Drag to change it"), std::string::npos);
    }
    const auto locks = picks(scene, PickKind::Button, "free-weight");
    ASSERT_EQ(locks.size(), 2u);
    for (const Pick* lock : locks) {
        EXPECT_EQ(scene.hit(lock->box.centre())->id, lock->id); // it wins over the bar
        EXPECT_TRUE(lock->id.j == 2 || lock->id.j == 5);
    }
    EXPECT_GE(picks(scene, PickKind::Button, "type-weight").size(), 2u);
    settings.editable = false; // on paper nothing is taken hold of
    EXPECT_TRUE(picks(figure(*trace), PickKind::Button, "free-weight").empty());
}

TEST_F(NetworkEdits, InAnUneditedRowEveryNumberCanBeTypedOver) {
    const Trace trace = sample_trace(13, 11);
    EXPECT_EQ(picks(figure(trace), PickKind::Button, "type-weight").size(), 13u);
    EXPECT_TRUE(dashed_bars(figure(trace)).empty());
}

TEST_F(NetworkEdits, WhatWasSetHasAWhiteBand) {
    const auto bands = [&](const Trace& trace) {
        int count = 0;
        const Scene scene = figure(trace); // lives as long as its items
        for (const RectItem* r : items_of<RectItem>(scene))
            count += r->fill == style.colors().t1 && r->box.h <= 5 && r->box.w > 10 && r->box.y < 420;
        return count;
    };
    EXPECT_EQ(bands(*edited(held({{2, 0.62f}}))), 1);
    EXPECT_EQ(bands(*edited({RowEdit::Kind::Uniform, {}, {}, {}, 0})), 13);
    EXPECT_EQ(bands(sample_trace(13, 11)), 0);
}

TEST_F(NetworkEdits, NothingOverlapsWhateverTheEditAndTheSize) {
    for (const int sources : {5, 13, 60, 200})
        for (const float width : {960.0f, 1240.0f})
            for (const RowEdit& edit : {held({{2, 0.62f}}), held({{0, 0.5f}, {1, 0.5f}}),
                                        RowEdit{RowEdit::Kind::Uniform, {}, {}, {}, 0},
                                        RowEdit{RowEdit::Kind::HardMax, {}, {}, {}, 0},
                                        RowEdit{RowEdit::Kind::Without, {}, {}, {1}, 0}}) {
                const auto trace = edited(edit, sources, 11);
                const WhatIf w = what_if(std::make_shared<const Trace>(sample_trace(sources, 11)), trace);
                settings.width = width;
                settings.what_if = &w;
                for (const WhatIfMap map : {WhatIfMap::Model, WhatIfMap::Changed, WhatIfMap::Difference}) {
                    settings.map = map;
                    SCOPED_TRACE(std::to_string(sources) + " tokens, width " + std::to_string(width));
                    const Scene scene = figure(*trace, seq2seq::Choose);
                    EXPECT_EQ(unsound(scene), "");
                    EXPECT_EQ(outside(scene, *metrics), "");
                }
            }
}

TEST_F(NetworkEdits, TheHeatmapShowsTheModelsRowsOrTheDifference) {
    const auto trace = edited(held({{2, 0.62f}}));
    const WhatIf w = what_if(std::make_shared<const Trace>(sample_trace(13, 11)), trace);
    settings.what_if = &w;
    const auto cell = [&](WhatIfMap map) {
        settings.map = map;
        const Scene scene = figure(*trace);
        const MatrixItem* m = heat(scene);
        return (*m->values)[static_cast<std::size_t>(output * m->columns + 2)];
    };
    EXPECT_EQ(cell(WhatIfMap::Changed), trace->weight(output, 2));
    EXPECT_EQ(cell(WhatIfMap::Model), w.model->weight(output, 2));
    const float difference = trace->weight(output, 2) - w.model->weight(output, 2);
    ASSERT_GT(std::abs(difference), 0.1f);
    EXPECT_EQ(cell(WhatIfMap::Difference) > 0.5f, difference > 0);
}

TEST(EditWords, SayWhatIsHeldAndWhatTheRestDoes) {
    const auto up = edited(held({{2, 0.9f}}));
    EXPECT_EQ(edit_words(*up, output), "You hold “M” at .90; the rest shrink in proportion.");
    const auto down = edited(held({{9, 0.0f}}));
    EXPECT_EQ(edit_words(*down, output), "You hold “9” at .00; the rest grow in proportion.");
    EXPECT_EQ(edit_words(*edited(held({{2, 0.5f}, {3, 0.2f}})), output),
              "You hold “M” at .50 and “a” at .20; the rest share what is left.");
    EXPECT_EQ(edit_words(*edited({RowEdit::Kind::Previous, {}, {}, {}, 0}), output),
              "You gave output 5 the row of output 4.");
    EXPECT_EQ(edit_words(*up, output + 1), "");
    Trace layered = *up; // of a Transformer it is more than the one map that is seen
    layered.model.edit<TransformerFacts>();
    EXPECT_EQ(edit_words(layered, output),
              "You hold “M” at .90 in every head of every layer; the rest shrink in proportion.");
    layered.request.edits.rows[output] = {RowEdit::Kind::Uniform, {}, {}, {}, 0};
    EXPECT_TRUE(edit_words(layered, output).ends_with(" Every head’s row was changed so, in every layer."));
    const WhatIf w = what_if(std::make_shared<const Trace>(sample_trace(13, 11)), up);
    const std::string words = edit_narration(*up, &w, output);
    EXPECT_NE(words.find("Output 5: - → -, p "), std::string::npos) << words;
    EXPECT_TRUE(words.ends_with('.')) << words; // what is said of the truth follows
}

TEST(RowChange, SaysWhatIsMovedFromWhereToWhere) {
    const Trace trace = sample_trace(13, 11);
    std::vector<float> own(13, 0.0f), row(13, 0.0f);
    own[2] = 0.8f, own[3] = 0.2f;
    row[2] = 0.59f, row[3] = 0.41f;
    EXPECT_EQ(moved_words(trace, row, own), ".21 of the weight from “M” to “a”");
    own[4] = 0.1f, row[4] = 0;
    row[5] = 0.1f;
    EXPECT_EQ(moved_words(trace, row, own), ".31 of the weight from “M” and “r” to “a” and “c”");
}

TEST(EditWords, AProbabilityNearOneKeepsItsDistanceFromIt) {
    auto changed = std::make_shared<Trace>(*edited(held({{2, 0.9f}})));
    auto model = std::make_shared<Trace>(sample_trace(13, 11));
    model->steps[output].log_prob = std::log(0.9997f);
    changed->steps[output].log_prob = std::log(0.332f);
    const WhatIf w = what_if(model, changed);
    const std::string words = edit_narration(*changed, &w, output);
    EXPECT_NE(words.find("p .9997 → .332"), std::string::npos) << words;
}

TEST(RowChange, LittleIsNotNone) {
    EXPECT_EQ(moved_number(0.39f), ".39");
    EXPECT_EQ(moved_number(0.004f), ".004");
    EXPECT_EQ(moved_number(0.0004f), "<.001");
    const Trace trace = sample_trace(13, 11);
    std::vector<float> own(13, 0.0f), row(13, 0.0f);
    own[2] = 0.5f, own[3] = 0.5f;
    row[2] = 0.4961f, row[3] = 0.5039f;
    EXPECT_TRUE(moved_words(trace, row, own).starts_with(".004 of the weight"));
}

TEST(Preview, IsSaidWithTheKeysThatUseAndDropIt) {
    const Trace trace = sample_trace(13, 11);
    RowPreview preview{output, {}};
    for (int j = 0; j < 13; ++j) preview.weights.push_back(trace.weight(output, j));
    Eigen::Index from = 0;
    trace.at(Quantity::Weights).col(output).maxCoeff(&from);
    const float moved = std::min(0.3f, preview.weights[static_cast<std::size_t>(from)]);
    preview.weights[static_cast<std::size_t>(from)] -= moved;
    preview.weights[from == 0 ? 2 : 0] += moved;
    EXPECT_EQ(preview_narration(trace, preview, "3", false),
              "Least change found for output 5: move " + cell_number(static_cast<double>(moved)) +
                  " of the weight from " + quoted_source(trace, static_cast<int>(from)) + " to " +
                  (from == 0 ? "“M”" : "“3”") + " and it writes “3”. Enter uses it, Esc drops it.");
    EXPECT_TRUE(preview_narration(trace, preview, "3", true).starts_with("Fragility of output 5: move "));
}

TEST(Outcome, StandsInItsCardWhateverTheChange) {
    const auto metrics = paper_metrics();
    FigureStyle style;
    style.metrics = metrics.get();
    for (const auto& [sources, outputs] : {std::pair{5, 3}, {13, 11}, {60, 50}}) {
        auto model = std::make_shared<const Trace>(sample_trace(sources, outputs));
        auto changed = std::make_shared<Trace>(*model);
        changed->steps[1].token.text = "8";
        changed->steps[1].token.id += 1;
        const WhatIf w = what_if(model, changed);
        const Scene scene = outcome_figure(w, {.output = 1, .beside = 92}, style);
        EXPECT_EQ(unsound(scene), "");
        EXPECT_EQ(outside(scene, *metrics), "");
        EXPECT_EQ(overlapping(scene, *metrics), "");
        EXPECT_EQ(outcome_sum(w).find("1 of "), 0u);
    }
}

TEST_F(NetworkEdits, NarrowBarsSayWhatIsHeldWhatWasAndWhichTokenIsMeant) {
    for (const auto& [length, j] : {std::pair{150, 90}, {600, 301}, {900, 902 / 2}}) { // the last share a px
        const auto trace = edited(held({{j, 0.5f}}), length);
        settings.overview = true;
        settings.zoom = {0.001f, true, 0, 0}; // all of it
        const Scene scene = figure(*trace);
        EXPECT_EQ(unsound(scene), "");
        const NetworkLayout where = layout(*trace);
        ASSERT_LT(where.pitch, 17);
        const Pick* bar = nullptr;
        for (const Pick* pick : picks(scene, PickKind::Bar))
            if (pick->id.j == j) bar = pick;
        ASSERT_NE(bar, nullptr) << length; // it stands for those it shares a px with
        int caps = 0, own = 0;
        for (const RectItem* r : items_of<RectItem>(scene))
            caps += r->fill == style.colors().t1 && r->box.h == 2 && r->box.w <= where.pitch + 1 &&
                    std::abs(r->box.centre().x - bar->box.centre().x) <= bar->box.w;
        for (const LineItem* line : items_of<LineItem>(scene))
            own += line->points.size() == 2 && line->points[0].y == line->points[1].y &&
                   line->points[0].x >= bar->box.x - 1 && line->points[1].x <= bar->box.right() + 1;
        EXPECT_EQ(caps, 1) << length;
        EXPECT_GE(own, 1) << length;
        EXPECT_EQ(bar->tooltip, weight_words(*trace, output, j));
    }
}

TEST_F(NetworkEdits, ProbabilitiesBeforeAndNowEndBeforeTheFragility) {
    const auto own = std::make_shared<Trace>(sample_trace(13, 11));
    const auto changed = std::make_shared<Trace>(*edited(held({{2, 0.62f}})));
    for (TraceStep& step : changed->steps) step.log_prob = std::log(0.001f);
    for (TraceStep& step : own->steps) step.log_prob = std::log(0.9996f);
    const WhatIf w = what_if(own, changed);
    const std::vector<FragilityMark> marks(11, {FragilityMark::State::Forced});
    settings.what_if = &w;
    settings.fragility = &marks;
    settings.beside = fragility_room(*changed, settings);
    ASSERT_GT(settings.beside, 0);
    const Scene scene = network_figure(*changed, {.at = changed->outline.total()}, settings, style);
    EXPECT_EQ(overlapping(scene, *metrics), "");
    float number_ends = 0, word_begins = 1e6f;
    for (const LaidText& text : laid_texts(scene, *metrics)) {
        if (text.item->text.find(" → .00") != std::string::npos)
            number_ends = std::max(number_ends, text.box.right());
        if (text.item->text == "forced") word_begins = std::min(word_begins, text.box.x);
    }
    ASSERT_GT(number_ends, 0);
    EXPECT_GE(word_begins - number_ends, 8);
}

} // namespace
} // namespace heed
