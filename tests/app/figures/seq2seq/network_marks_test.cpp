// What stands on and beside the weights of the Step canvas: the ceiling of the bars, a change that is looked
// at first, the fragility of each output.
#include "app/export/export.h"
#include "app/figures/seq2seq/network/canvas_switch.h"
#include "app/figures/seq2seq/network/network.h"
#include "app/figures/seq2seq/network/plan/plan.h"
#include "core/models/seq2seq/phases.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/samples/sample_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace heed {
namespace {

struct Drawn {
    std::shared_ptr<const TextMetrics> metrics = paper_metrics();
    FigureStyle style() const { return {.theme = Theme::Dark, .metrics = metrics.get()}; }
    Scene figure(const Trace& trace, const PhaseInfo& kind, int output) const {
        return network_figure(trace, {.at = at_of(trace.outline, {kind, 0}, output)}, {}, style());
    }
};

TEST(NetworkMarks, EqualWeightsAreEquallyHighUnderOneCeilingWhichIsWritten) {
    const Drawn f;
    for (const auto& [most, ceiling, words] : {std::tuple{0.07f, 0.1f, ".1"},
                                               {0.15f, 0.2f, ".2"},
                                               {0.47f, 0.5f, ".5"},
                                               {0.5f, 0.5f, ".5"},
                                               {0.86f, 1.0f, "1"},
                                               {1.0f, 1.0f, "1"}}) {
        Trace trace = sample_trace();
        MatrixXf weights = trace.at(Quantity::Weights);
        weights.col(6).setConstant(0.01f);
        weights(3, 6) = most;
        trace.set(Quantity::Weights, 0, weights);
        EXPECT_FLOAT_EQ(bar_ceiling(trace, 6), ceiling) << most;
        const Scene scene = f.figure(trace, seq2seq::Context, 6);
        bool written = false;
        for (const TextItem* t : items_of<TextItem>(scene))
            written =
                written || (t->text == words && t->align == Align::Right && t->at.x < 160 && t->at.y < 258);
        EXPECT_TRUE(written) << words;
        float tallest = 0;
        for (const RectItem* r : items_of<RectItem>(scene))
            if (r->fill == dark_palette.attention && r->box.w > 20 && r->box.h < 61)
                tallest = std::max(tallest, r->box.h);
        EXPECT_NEAR(tallest, 60 * most / ceiling, 0.01f);
    }
}

TEST(NetworkMarks, ThePreviewStandsOnTheBarsAndChangesNoneOfThem) {
    const Drawn f;
    const Trace trace = sample_trace();
    Playhead playhead;
    playhead.at = at_of(trace.outline, {seq2seq::Context, 0}, 6);
    RowPreview preview{6, {}};
    for (int j = 0; j < 13; ++j) preview.weights.push_back(trace.weight(6, j));
    preview.weights[9] += 0.3f;
    Eigen::Index strongest = 0;
    trace.at(Quantity::Weights).col(6).maxCoeff(&strongest);
    preview.weights[static_cast<std::size_t>(strongest)] -= 0.3f;
    NetworkSettings settings;
    settings.preview = &preview;
    const auto ghosts = [&](const Scene& scene) {
        return std::ranges::count_if(items_of<RectItem>(scene), [](const RectItem* r) {
            return r->border == dark_palette.t1 && r->dash.on == 2.5f;
        });
    };
    const Scene scene = network_figure(trace, playhead, settings, f.style());
    EXPECT_EQ(unsound(scene), "");
    EXPECT_EQ(ghosts(scene), 2);
    std::set<std::string> words;
    for (const TextItem* t : items_of<TextItem>(scene)) words.insert(t->text);
    EXPECT_TRUE(words.count("+.30"));
    EXPECT_TRUE(words.count("−.30"));
    preview.output = 5; // of another output than the one on the bars
    EXPECT_EQ(ghosts(network_figure(trace, playhead, settings, f.style())), 0);
}

TEST(NetworkMarks, FragilityStandsBesideTheProbabilitiesOfRevealedOutputs) {
    const Drawn f;
    const Trace trace = sample_trace();
    std::vector<FragilityMark> marks(11);
    using State = FragilityMark::State;
    for (std::size_t i = 0; i < marks.size(); ++i)
        marks[i] = {State::Found, 0.3f + 0.05f * static_cast<float>(i), 2, "7"};
    marks[5].moved = 0.004f; // the least of all, and not none
    marks[1].state = State::Pending;
    marks[2].state = State::None;
    marks[3].state = State::Forced;
    NetworkSettings settings;
    settings.fragility = &marks;
    settings.beside = fragility_room(trace, settings);
    EXPECT_GT(settings.beside, 100);
    Playhead playhead;
    playhead.at = at_of(trace.outline, {seq2seq::Choose, 0}, 6);
    const Scene scene = network_figure(trace, playhead, settings, f.style());
    EXPECT_EQ(unsound(scene), "");
    std::map<std::string, int> words;
    for (const TextItem* t : items_of<TextItem>(scene)) {
        ++words[t->text];
        if (t->text == ".30" || t->text == ".004") { // the least of all, and another
            EXPECT_EQ(t->face, t->text == ".004" ? Face::MonoSemibold : Face::Mono);
        }
    }
    EXPECT_EQ(words["Fragility"], 1);
    EXPECT_EQ(words["…"], 1);
    EXPECT_EQ(words["none found"], 1);
    EXPECT_EQ(words[".004"], 1);
    EXPECT_EQ(words[".30"], 1);
    EXPECT_EQ(words["forced"], 1);
    int clickable = 0;
    for (const Pick& pick : scene.picks)
        clickable += pick.id.kind == PickKind::Button && pick.id.name == "fragility";
    EXPECT_EQ(clickable, 4); // outputs 1, 5, 6 and 7: the rest are to come
    settings.width = 620;    // no room
    EXPECT_EQ(fragility_room(trace, settings), 0);
}

TEST(NetworkMarks, ProbabilitiesNearOneEndBeforeWhatStandsBesideThem) {
    std::vector<FragilityMark> marks(11, {FragilityMark::State::Found, 0.3f, 2, "7"});
    for (const bool short_rows : {false, true})
        for (const bool beside : {false, true}) {
            const Drawn f;
            Trace trace = sample_trace();
            for (TraceStep& step : trace.steps) step.log_prob = -2e-6f;
            if (short_rows) trace.set(Quantity::Weights, 0, 0.8f * trace.at(Quantity::Weights));
            NetworkSettings settings;
            if (beside) settings.fragility = &marks;
            settings.beside = fragility_room(trace, settings);
            EXPECT_EQ(settings.beside > 0, beside);
            const Scene scene = network_figure(trace, {.at = trace.outline.total()}, settings, f.style());
            EXPECT_EQ(overlapping(scene, *f.metrics), "");
            EXPECT_EQ(outside(scene, *f.metrics), "");
            float next = settings.width;
            for (const Pick& pick : scene.picks)
                if (pick.id.name == "fragility") next = pick.box.x + 8; // where its bars begin
            int probabilities = 0;
            for (const TextItem* t : items_of<TextItem>(scene)) {
                if (!t->text.starts_with(".99999")) continue;
                ++probabilities;
                EXPECT_LE(t->at.x + f.metrics->width(t->text, t->face, t->size), next - 4)
                    << short_rows << beside;
            }
            EXPECT_EQ(probabilities, 11) << short_rows << beside;
        }
}

TEST(NetworkMarks, TheStateThatAsksKeepsItsNameAmongItsStrands) {
    const Drawn f;
    const Trace trace = sample_trace(24, 11);
    const Scene scene = network_figure(trace, {.at = at_of(trace.outline, {seq2seq::Score, 0}, 7)},
                                       {.width = 1240, .height = 808}, f.style());
    std::size_t ground = 0, strands = 0;
    for (std::size_t n = 0; n < scene.items.size(); ++n) {
        if (const auto* rect = std::get_if<RectItem>(&scene.items[n]);
            rect && rect->fill == fade(f.style().colors().bg0, 0.85f))
            ground = n;
        if (std::holds_alternative<CurveItem>(scene.items[n])) strands = n;
    }
    EXPECT_GT(ground, strands); // drawn over them
}

TEST(NetworkMarks, TheSwitchBetweenMapsEndsWithTheMap) {
    const Trace trace = sample_trace();
    for (const float type : {1.0f, 1.06f, 1.4f}) {
        const NetworkLayout layout =
            network_layout(trace, {.at = 80}, {.width = 1500, .height = 900, .type = type});
        EXPECT_NEAR(layout.switch_x + map_switch_width, layout.cells.right(), 0.5f)
            << type; // drawn at one size
    }
}

TEST(NetworkMarks, FragilityGivesWayBeforeWordsSlantOrItsOwnCannotBeRead) {
    std::vector<FragilityMark> marks(11, {FragilityMark::State::Found, 0.3f, 2, "7"});
    const auto with_and_without = [&](const Trace& trace, NetworkSettings settings) {
        const auto scene = [&] {
            const Drawn f;
            return network_figure(trace, {.at = trace.outline.total()}, settings, f.style());
        };
        const auto slanted = [](const Scene& s) {
            return std::ranges::count_if(items_of<TextItem>(s),
                                         [](const TextItem* t) { return t->angle != 0; });
        };
        settings.fragility = nullptr;
        const auto before = slanted(scene());
        settings.fragility = &marks;
        settings.beside = fragility_room(trace, settings);
        EXPECT_LE(slanted(scene()), before) << settings.width;
        return settings.beside;
    };
    bool stood = false, gave_way = false;
    const Trace words = sample_trace(9, 8, {.words = true});
    for (float width = 700; width <= 1500; width += 20)
        (with_and_without(words, {.width = width, .height = 808, .overview = true}) > 0 ? stood : gave_way) =
            true;
    EXPECT_TRUE(stood);
    EXPECT_TRUE(gave_way);
    NetworkSettings low{.width = 1240, .height = 420, .overview = true};
    EXPECT_EQ(with_and_without(sample_trace(), low), 0); // rows without words
    low.height = 808;
    low.heatmap = false;
    EXPECT_EQ(with_and_without(sample_trace(), low), 0);
}

TEST(NetworkMarks, WordsAreSlantedOnlyWhereTheyDoNotFitUpright) {
    const Drawn f;
    for (const auto& [sources, outputs] : {std::pair{3, 20}, {6, 16}, {20, 4}, {9, 8}, {5, 40}, {28, 28}})
        for (const float width : {700.0f, 960.0f, 1240.0f, 1700.0f}) {
            const Trace trace = sample_trace(sources, outputs, {.words = true});
            const NetworkSettings settings{.width = width, .height = 808};
            const Playhead end{.at = trace.outline.total()};
            const float pitch = network_layout(trace, end, settings).pitch;
            const Scene scene = network_figure(trace, end, settings, f.style());
            float widest = 0;
            bool slanted = false;
            for (const TextItem* text : items_of<TextItem>(scene)) {
                if (text->angle == 0 || text->align != Align::Right) continue; // of the source
                slanted = true;
                widest = std::max(widest, f.metrics->width(text->text, text->face, text->size));
            }
            SCOPED_TRACE(std::to_string(sources) + " and " + std::to_string(outputs) + " words in " +
                         std::to_string(width));
            if (slanted) {
                EXPECT_GT(widest, pitch - 12);
            }
        }
}

TEST(NetworkMarks, OutputsEndBeforeTheSwitchToOtherViews) {
    const Drawn f;
    for (const bool words : {false, true})
        for (const auto& [sources, outputs] : {std::pair{13, 11}, {13, 13}, {12, 25}, {28, 28}, {5, 16}})
            for (const float width : {960.0f, 1000.0f, 1240.0f, 1500.0f}) {
                const Trace trace = sample_trace(sources, outputs, {.words = words});
                const NetworkSettings settings{.width = width, .height = 608, .overview = true};
                const Playhead end{.at = trace.outline.total()};
                const Scene scene = network_figure(trace, end, settings, f.style());
                const float right = network_layout(trace, end, settings).outputs_right;
                const CanvasSwitch at = canvas_switch(3, sources, right, width);
                for (const Pick& pick : scene.picks)
                    if (pick.id.kind == PickKind::OutputBox) {
                        EXPECT_LE(pick.box.right(), at.boxes.front().x - 4) << outputs << " in " << width;
                    }
            }
}

TEST(NetworkMarks, LongWordsOfTheFragilityAreWholeWhereThereIsRoom) {
    const Drawn f;
    const Trace trace = sample_trace(6, 6, {.words = true});
    const std::string word = "intelligentes";
    const std::vector<FragilityMark> marks(6, {FragilityMark::State::Found, 0.3f, 2, word});
    for (const float width : {1000.0f, 1240.0f, 1800.0f}) {
        NetworkSettings settings{.width = width, .height = 808, .overview = true};
        settings.fragility = &marks;
        settings.beside = fragility_room(trace, settings);
        const Scene scene = network_figure(trace, {.at = trace.outline.total()}, settings, f.style());
        const auto whole = std::ranges::count_if(items_of<TextItem>(scene),
                                                 [&](const TextItem* t) { return t->text == word; });
        EXPECT_GE(whole, 5) << width;
    }
}

} // namespace
} // namespace heed
