// What stands beside what in the picture of a Transformer: numbers apart from each other, c clear of what was
// written, small maps where there is room.
#include "app/figures/trace_map.h"
#include "tests/app/figures/transformer/picture.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using namespace test;

TEST_F(TransformerPicture, FewHeadsHaveTheShapeOfTheMapAboveThem) {
    const Trace run = checkpoint_run("hf_gpt2_base_prefix", "our large trees were old =");
    for (const Canvas canvas : {Canvas{960, 448}, Canvas{920, 608}, Canvas{1240, 808}}) {
        const Plan p = plan_at(run, canvas, end_of(run));
        const layered::Block& block = p.output;
        const Scene scene = transformer_figure(run, at(end_of(run)), settings_for(canvas), style);
        float end = 0, count = 0;
        for (const Pick& pick : scene.picks)
            if (pick.id.name == "head") end = std::max(end, pick.box.right()), ++count;
        ASSERT_GT(count, 1);
        const float shape =
            block.pitch * static_cast<float>(block.count) / (p.row * static_cast<float>(run.outputs()));
        const float wide = std::min(block.width, count * (p.head_high * std::max(1.0f, shape) + 7));
        EXPECT_GE(end, block.left + wide - 8) << canvas.height;
        EXPECT_LE(end, block.right() + 1) << canvas.height;
    }
}

TEST_F(TransformerPicture, NumbersOfManyHeadsDoNotRunTogether) {
    transformer::Config config;
    config.encoder = config.decoder = {2, 16, 32, 0, 12};
    config.source_vocabulary = config.target_vocabulary = 12;
    const Model many = test::small_transformer(config);
    for (const int outputs : {4, 10, 20, 40}) {
        const Trace run = letters_run(many, 10, outputs);
        for (const int head : {-1, 9, 11, 15}) {
            TransformerSettings settings = settings_for({920, 608});
            settings.front.cross = settings.front.self = head;
            const Scene scene = transformer_figure(run, at(end_of(run)), settings, style);
            const Plan p = plan_at(run, {920, 608}, end_of(run));
            std::vector<Box> numbers;
            for (const LaidText& text : laid_texts(scene, *metrics))
                if (std::abs(text.item->at.y - (p.heads + p.head_high + 13)) < 1) numbers.push_back(text.box);
            std::sort(numbers.begin(), numbers.end(), [](const Box& a, const Box& b) { return a.x < b.x; });
            EXPECT_GT(numbers.size(), 2) << outputs;
            for (std::size_t n = 1; n < numbers.size(); ++n)
                EXPECT_GE(numbers[n].x - numbers[n - 1].right(), 2) << n << " of " << outputs << ", " << head;
        }
    }
}

// Rows of less than a px share one with the next, which is still to come.
TEST_F(TransformerPicture, NoMapOfManyRowsHoldsARowToCome) {
    const Trace run = letters_run(model, 4, 150);
    const int row = 20;
    const Scene scene = transformer_figure(run, at(at_step(run, row, layered::Looks::Cross, Doing::Add)),
                                           settings_for(canvases[0]), style);
    int seen = 0;
    for (const TiledItem* tiles : items_of<TiledItem>(scene))
        for (int i = row + 1; i < std::min(150, tiles->values->rows); ++i)
            for (int j = 0; j < tiles->values->columns; ++j, ++seen)
                EXPECT_TRUE(std::isnan(tiles->values->values[i * tiles->values->columns + j])) << i;
    EXPECT_GT(seen, 0);
}

TEST_F(TransformerPicture, WhatIsBeingWrittenIsClearOfTheSlantedWordBeforeIt) {
    Trace run = letters_run(model, 12, 14);
    for (TraceStep& step : run.steps) step.token.text = "fr_XX";
    const Playhead now = at(at_step(run, 3, layered::Looks::Cross, Doing::Add));
    const Scene scene = transformer_figure(run, now, settings_for({920, 608}), style);
    const Plan p = plan_at(run, {920, 608}, now.at);
    ASSERT_GT(p.written_room, 0);
    int marks = 0;
    for (const TextItem* text : items_of<TextItem>(scene))
        if (text->text == "?" && text->at.y < p.base) {
            ++marks;
            EXPECT_EQ(text->angle, 0);
        }
    EXPECT_EQ(marks, 1);
}

TEST_F(TransformerPicture, NothingIsCaptionedBeforeABarStandsBelow) {
    Trace run = letters_run(model, 4, 60);
    for (TraceStep& step : run.steps) step.token.text = "fr_XX"; // slanted: there is room for the caption
    const auto captioned = [&](int row) {
        const Playhead now = at(at_step(run, row, layered::Looks::Self, Doing::Add));
        return says(transformer_figure(run, now, settings_for(canvases[0]), style), "p of what was written");
    };
    EXPECT_FALSE(captioned(0)) << "nothing is written";
    EXPECT_FALSE(captioned(1)) << "its row is too close to the one that is framed";
    EXPECT_TRUE(captioned(40));
}

TEST_F(TransformerPicture, ScoresBelowTheBarsDoNotRunTogether) {
    const Trace run = checkpoint_run("hf_mbart50_sharded_relu", "our large trees were old");
    const int softmax = at_step(run, 1, layered::Looks::Cross, Doing::Softmax);
    for (const float width : {960.0f, 1000.0f, 1100.0f, 1240.0f, 1400.0f, 1920.0f}) {
        const int scores = softmax - 1;
        const Plan p = plan_at(run, {width, 808}, scores);
        const Scene scene = transformer_figure(run, at(scores), settings_for({width, 808}), style);
        std::vector<Box> numbers;
        for (const LaidText& text : laid_texts(scene, *metrics))
            if (std::abs(text.item->at.y - (p.base + 11)) < 1) numbers.push_back(text.box);
        EXPECT_EQ(numbers.empty(), p.source.pitch < 24) << width;
        std::sort(numbers.begin(), numbers.end(), [](const Box& a, const Box& b) { return a.x < b.x; });
        for (std::size_t n = 1; n < numbers.size(); ++n)
            EXPECT_GE(numbers[n].x - numbers[n - 1].right(), 3) << n << " at " << width;
    }
}

TEST_F(TransformerPicture, TheSumIsClearOfSlantedOutputs) {
    const Trace run = checkpoint_run("hf_mbart50_sharded_relu", "the cat eats the apple");
    for (const Canvas canvas : canvases) {
        const Plan p = plan_at(run, canvas, end_of(run));
        EXPECT_GE(p.context - 14 - p.written, p.written_room > 0 ? 7 : 15) << canvas.height;
        EXPECT_LE(p.context + 14, p.base + 5) << canvas.height; // and of the numbers
    }
}

TEST_F(TransformerPicture, SlantedOutputsStandBelowTheSwitch) {
    constexpr float switch_bottom = 38; // px: Network | Heads | States
    const Trace run = checkpoint_run("hf_marian_toy_enfr", "anne can see the old ministers of his council");
    int slanted = 0;
    for (const Canvas canvas : canvases) {
        const Plan p = plan_at(run, canvas, end_of(run));
        const Scene scene = transformer_figure(run, at(end_of(run)), settings_for(canvas), style);
        for (const LaidText& text : laid_texts(scene, *metrics)) {
            if (text.item->angle != 60 || std::abs(text.item->at.y - p.written) > 3) continue;
            ++slanted;
            for (const Point& corner : text.corners)
                EXPECT_GT(corner.y, switch_bottom) << text.item->text << " in " << canvas.height;
        }
    }
    EXPECT_GT(slanted, 10);
}

TEST_F(TransformerPicture, ABlockOfABertFillsTheCanvas) {
    const Trace run =
        checkpoint_run("hf_bert_uncased_old", "the three european ministers can write our report");
    ASSERT_GE(run.source_length(), 12);
    const Plan p = plan_at(run, {1240, 808}, end_of(run));
    EXPECT_GT(p.source.right(), 1240 - 60);
    EXPECT_LE(p.source.right(), 1240 - 20);
}

TEST_F(TransformerPicture, AMapMarksNoSideAlone) {
    const Trace run = checkpoint_run("hf_marian_toy_enfr", "anne can see the council");
    const LabelledMap map = labels_of(run);
    for (const auto* side : {&map.rows, &map.columns})
        for (const MapLabel& label : *side) EXPECT_FALSE(label.text.starts_with("␣")) << label.text;
    EXPECT_EQ(map.rows.front().text, "anne");
    EXPECT_EQ(map.columns.front().text, "anne");
}

TEST_F(TransformerPicture, ACaptionSaysWhereTheRestOfARowIs) {
    const std::string rest = "what a row lacks to 1 is on the output before it";
    const Trace alone = checkpoint_run("hf_gpt2_base_prefix", "the council ="),
                pair = checkpoint_run("hf_marian_toy_enfr", "anne can see the council");
    EXPECT_NE(labelled_map(alone).caption.find(rest), std::string::npos) << labelled_map(alone).caption;
    EXPECT_EQ(labelled_map(pair).caption.find(rest), std::string::npos) << labelled_map(pair).caption;
}

/// Rows lower than letters: every so many are named, with their chances; the framed one is among them.
TEST_F(TransformerPicture, TheFramedRowIsNamedHoweverLowItIs) {
    const Trace run = letters_run(model, 6, 40);
    for (int row = 20; row < 24; ++row) {
        const int now = at_step(run, row, layered::Looks::Cross, Doing::Add);
        const Playhead head = at(now);
        const Plan p = plan_at(run, canvases[0], now);
        ASSERT_LT(p.row, 8);
        const Scene scene = transformer_figure(run, head, settings_for(canvases[0]), style);
        std::vector<float> named;
        int chances = 0;
        for (const TextItem* text : items_of<TextItem>(scene)) {
            if (std::abs(text->at.x - p.between) < 1 && text->at.y > p.map && !text->text.empty())
                named.push_back(text->at.y);
            chances += std::abs(text->at.x - (p.right + 62)) < 1 && text->at.y > p.map;
        }
        EXPECT_TRUE(std::any_of(named.begin(), named.end(), [&](float y) {
            return std::abs(y - p.row_y(row)) < 0.5f;
        })) << row;
        std::sort(named.begin(), named.end());
        for (std::size_t n = 1; n < named.size(); ++n) EXPECT_GE(named[n] - named[n - 1], 10.9f);
        EXPECT_GE(chances, 3) << row;
    }
}

// One output has one row: what stands above it takes the height, and nothing moves while it is written.
TEST_F(TransformerPicture, FewRowsLeaveLittleOfTheCanvasEmpty) {
    const Model gpt =
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_gpt2_base_prefix").string());
    for (const int outputs : {1, 2, 3}) {
        Request request;
        request.text = "the agreement on the economic area was signed";
        request.max_steps = outputs;
        const Trace run = decode::run(gpt, request);
        for (const Canvas canvas : canvases) {
            const Plan p = plan_at(run, canvas, end_of(run));
            const std::string what = std::to_string(outputs) + " in " + std::to_string(canvas.height);
            EXPECT_LT(p.heads - p.map_end(run.outputs()), 0.12f * canvas.height + 30) << what;
            EXPECT_GE(p.heads - p.map_end(run.outputs()), 25) << what;
            expect_sound(transformer_figure(run, at(end_of(run)), settings_for(canvas), style), what);
        }
    }
}

// On a light ground a fill would be brighter than any weight.
TEST_F(TransformerPicture, WhatIsToComeInALargeMapIsOutlinedAndNotFilled) {
    style.theme = Theme::Light;
    const Trace run = letters_run(model, 60, 60);
    const int early = at_step(run, 8, layered::Looks::Cross, Doing::Softmax);
    const Canvas canvas{920, 608};
    const Plan p = plan_at(run, canvas, early);
    ASSERT_LT(p.row, 6);
    const Scene scene = transformer_figure(run, at(early), settings_for(canvas), style);
    int outlined = 0;
    for (const RectItem* r : items_of<RectItem>(scene)) {
        if (r->box.y < p.row_y(8) || r->box.bottom() > p.heads || r->box.h < 50) continue;
        EXPECT_EQ(r->fill.a, 0) << r->box.x << ", " << r->box.y;
        outlined += r->dash.on > 0;
    }
    EXPECT_GE(outlined, 1);
}

} // namespace
} // namespace heed
