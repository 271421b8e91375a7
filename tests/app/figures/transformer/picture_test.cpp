// What the picture of a Transformer leaves room for: bars that can be read, a map that covers nothing below
// it, heads within their block.
#include "app/figures/base/format.h"
#include "app/figures/heads/heads.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "app/figures/transformer/maps.h"
#include "tests/app/figures/transformer/picture.h"

#include <cmath>
#include <map>

namespace heed {
namespace {

using namespace test;

TEST_F(TransformerPicture, TheMapCoversNothingBelowIt) {
    const Trace run = letters_run(model, 12, 220);
    ASSERT_GT(run.outputs(), 200);
    for (const Canvas canvas : canvases) {
        const Plan p = plan_at(run, canvas, end_of(run));
        EXPECT_LE(p.map_end(run.outputs()), p.heads - 20) << canvas.height; // the captions of the heads
        EXPECT_GE(p.heads - p.map, 40) << canvas.height;
        EXPECT_LT(p.heads + p.head_high, p.legend) << canvas.height;
        expect_sound(transformer_figure(run, at(end_of(run)), settings_for(canvas), style),
                     std::to_string(canvas.height));
    }
}

TEST_F(TransformerPicture, BarsKeepTheirHeightWhereWordsAreSlanted) {
    const Trace run = checkpoint_run("hf_marian_toy_enfr", "she does not help his student");
    for (const Canvas canvas : canvases) {
        const Plan p = plan_at(run, canvas, end_of(run));
        EXPECT_GE(p.bar_room, 25) << canvas.height;
        const float below = p.written_room > 0 ? 4 : 11; // of what is written, slanted or in tiles
        EXPECT_GE(p.base - p.bar_room, p.written + below) << canvas.height;
        EXPECT_GE(p.row * static_cast<float>(run.outputs()), 60) << canvas.height;
    }
}

TEST_F(TransformerPicture, EveryHeadStaysWithinItsBlock) {
    transformer::Config config;
    config.encoder = config.decoder = {2, 16, 32, 0, 12};
    config.source_vocabulary = config.target_vocabulary = 12;
    const Model many = test::small_transformer(config);
    for (const auto& [letters, outputs] : {std::pair(10, 10), std::pair(60, 12)}) {
        const Trace run = letters_run(many, letters, outputs);
        for (const Canvas canvas : canvases) {
            const Scene scene = transformer_figure(run, at(end_of(run)), settings_for(canvas), style);
            const Plan p = plan_at(run, canvas, end_of(run));
            int seen = 0;
            for (const Pick& pick : scene.picks) {
                if (pick.id.name != "head") continue;
                ++seen;
                const layered::Block& block = pick.id.i == 1 ? p.source : p.output;
                EXPECT_GE(pick.box.x, block.left - 1);
                EXPECT_LE(pick.box.right(), block.right() + 1);
                EXPECT_GE(pick.box.w, 11); // no slivers
            }
            EXPECT_GT(seen, 8);
            expect_sound(scene, std::to_string(letters) + " at " + std::to_string(canvas.height));
        }
    }
}

TEST_F(TransformerPicture, TheHeadInFrontIsAmongThoseThatAreSeen) {
    transformer::Config config;
    config.encoder = config.decoder = {1, 16, 32, 0, 12};
    config.source_vocabulary = config.target_vocabulary = 12;
    const Trace run = letters_run(test::small_transformer(config), 5, 60);
    for (int head = 0; head < 16; ++head) {
        TransformerSettings settings = settings_for(canvases[0]);
        settings.front.self = settings.front.cross = head;
        const Scene scene = transformer_figure(run, at(end_of(run)), settings, style);
        const auto shown = std::count_if(scene.picks.begin(), scene.picks.end(), [&](const Pick& p) {
            return p.id.name == "head" && p.id.k == head;
        });
        EXPECT_EQ(shown, 2) << head;
    }
}

TEST_F(TransformerPicture, NoStemRunsThroughANumber) {
    const Trace run = letters_run(model, 4, 6);
    const int own = at_step(run, 4, layered::Looks::Self, Doing::Softmax);
    for (const Canvas canvas : canvases) {
        const Plan p = plan_at(run, canvas, own);
        const Scene scene = transformer_figure(run, at(own), settings_for(canvas), style);
        for (const LineItem* line : items_of<LineItem>(scene)) {
            if (line->points.size() != 2 || line->points[0].x != line->points[1].x) continue;
            const float low = std::max(line->points[0].y, line->points[1].y),
                        high = std::min(line->points[0].y, line->points[1].y), x = line->points[0].x;
            for (int k = 0; k < p.output.count; ++k)
                EXPECT_FALSE(std::abs(x - p.output.x(k)) < 3 && high < p.base + 11 && low > p.base + 11)
                    << k << " at " << canvas.height;
        }
    }
}

TEST_F(TransformerPicture, TheSumStandsClearOfNumbersAndBars) {
    const Trace run = letters_run(model, 4, 6);
    const Playhead nowhere = at(0);
    const Reading r(run, nowhere, {});
    const int encoder = r.at_of(false, 0, r.index_of(false, 1, layered::Looks::Self, Doing::Softmax));
    for (const int sub_steps : {encoder, at_step(run, 0, layered::Looks::Self, Doing::Softmax),
                                at_step(run, 3, layered::Looks::Self, Doing::Softmax),
                                at_step(run, 0, layered::Looks::Cross, Doing::Softmax)})
        for (const Canvas canvas : canvases) {
            const Plan p = plan_at(run, canvas, sub_steps);
            const Scene scene = transformer_figure(run, at(sub_steps), settings_for(canvas), style);
            const CircleItem* sum = nullptr;
            for (const CircleItem* circle : items_of<CircleItem>(scene))
                if (circle->radius >= 10) sum = circle;
            ASSERT_NE(sum, nullptr);
            for (const LaidText& text : laid_texts(scene, *metrics)) {
                if (std::abs(text.item->at.y - (p.base + 11)) > 1) continue;
                const bool apart = text.box.x > sum->centre.x + sum->radius ||
                                   text.box.right() < sum->centre.x - sum->radius ||
                                   text.box.y > sum->centre.y + sum->radius;
                EXPECT_TRUE(apart) << text.item->text << " at " << sub_steps << " in " << canvas.height;
            }
        }
}

TEST_F(TransformerPicture, WhileTheSourceIsReadTheMapToComeIsOutlined) {
    const Trace run = letters_run(model, 6, 8);
    for (const Canvas canvas : canvases) {
        const Scene scene = transformer_figure(run, at(5), settings_for(canvas), style);
        EXPECT_TRUE(says(scene, "its own past")) << canvas.height;
        expect_sound(scene, std::to_string(canvas.height));
    }
    EXPECT_FALSE(says(transformer_figure(run, at(end_of(run)), {}, style), "its own past,"));
}

TEST_F(TransformerPicture, WhatTheDecoderReadsIsNamedAndBarsAreCaptionedBesideThem) {
    const Trace run = checkpoint_run("hf_marian_toy_enfr", "she does not help his student");
    for (const Canvas canvas : canvases) {
        const Plan p = plan_at(run, canvas, end_of(run));
        const Scene scene = transformer_figure(run, at(end_of(run)), settings_for(canvas), style);
        const TextItem *reads = text_of(scene, "Reads"), *caption = text_of(scene, "p of what was written");
        ASSERT_NE(reads, nullptr) << canvas.height;
        EXPECT_NEAR(reads->at.y, p.token, 1);
        EXPECT_TRUE(prints(scene, "the last output"));
        if (!caption) continue;
        EXPECT_LE(p.row_y(0) - caption->at.y, 17.5f) << canvas.height;
        EXPECT_GE(p.row_y(0) - caption->at.y, 12) << canvas.height;
        EXPECT_GT(caption->at.y, p.token + 12) << canvas.height;
    }
}

TEST_F(TransformerPicture, ChancesHaveTwoDigits) {
    Trace run = letters_run(model, 4, 3);
    run.steps[0].log_prob = std::log(0.9997f);
    run.steps[1].log_prob = std::log(0.001f);
    run.steps[2].log_prob = std::log(0.38f);
    const Scene scene = transformer_figure(run, at(end_of(run)), {}, style);
    EXPECT_TRUE(prints(scene, ">.99")); // what is not all does not read so
    EXPECT_TRUE(prints(scene, "<.01"));
    EXPECT_TRUE(prints(scene, ".38"));
}

TEST_F(TransformerPicture, ABlockAloneStandsInTheMiddleAndUsesTheRoom) {
    for (const char* folder : {"hf_bert_uncased_old", "hf_gpt2_base_prefix"}) {
        const Trace run = checkpoint_run(folder, "the council");
        const Plan p = plan_at(run, {1600, 808}, end_of(run));
        const layered::Block& b = p.source.count > 0 ? p.source : p.output;
        if (p.source.count > 0) { // what writes fills the room here
            EXPECT_NEAR(b.left, 1600 - b.right(), 2);
        }
        std::string text;
        for (int n = 0; n < (p.source.count > 0 ? 26 : 10); ++n) text += "the council ";
        const Trace longer = checkpoint_run(folder, text);
        const Plan full = plan_at(longer, {960, 448}, end_of(longer));
        const layered::Block& wide = full.source.count > 0 ? full.source : full.output;
        EXPECT_TRUE(wide.scrolls()) << folder;
        EXPECT_GT(wide.right(), full.source.count > 0 ? 930 : 800) << folder; // BERT writes nothing beside it
    }
}

// "What if head 1 of layer 2 …" is asked where a head's scores and weights are explained.
TEST_F(TransformerPicture, TheHeadThatIsAskedAboutIsTheOneWithTheBars) {
    const Trace run = letters_run(model, 4, 5);
    EXPECT_FALSE(asks_about_head(run, at(0)));
    EXPECT_FALSE(asks_about_head(run, at(at_step(run, 2, layered::Looks::Nowhere, Doing::Feed))));
    for (const layered::Looks looks : {layered::Looks::Self, layered::Looks::Cross}) {
        const Playhead head = at(at_step(run, 2, looks, Doing::Softmax));
        EXPECT_TRUE(asks_about_head(run, head));
        EXPECT_EQ(asks_about_changed_row(run, head), looks == layered::Looks::Cross);
        const ShownHeads shown = shown_heads(run, head, {.self = 1, .cross = 0});
        EXPECT_TRUE(shown.decoder);
        EXPECT_EQ(shown.cross, looks == layered::Looks::Cross);
        EXPECT_EQ(shown.layer, 1);
        const ShownHeads forward = shown_heads(run, head, {.layer = 0, .self = 1, .cross = 0});
        EXPECT_EQ(forward.cross, looks == layered::Looks::Cross) << "what the inspector explains is turned";
        EXPECT_EQ(forward.layer, 0);
    }
    EXPECT_FALSE(shown_heads(run, at(5), {}).decoder); // the encoder's
}

// A layer may be brought forward that is not computed yet: then no number of it is shown.
TEST_F(TransformerPicture, WhatIsInFrontIsToldApartFromWhatIsAtWork) {
    const Trace run = letters_run(model, 4, 5);
    const Playhead nowhere = at(0);
    const Reading begun(run, nowhere, {});
    for (const bool decoder : {false, true})
        for (const Doing doing :
             {Doing::Project, Doing::Score, Doing::Softmax, Doing::Mix, Doing::Add, Doing::Feed}) {
            const auto looks = doing == Doing::Feed ? layered::Looks::Nowhere : layered::Looks::Self;
            const auto at_layer = [&](int layer) {
                return at(
                    begun.at_of(decoder, decoder ? 2 : 0, begun.index_of(decoder, layer, looks, doing)));
            };
            const std::string where = std::to_string(decoder) + std::to_string(static_cast<int>(doing));
            const Scene ahead = transformer_inspector(run, at_layer(0), {.layer = 1}, 360, style);
            EXPECT_TRUE(says(ahead, "Layer 2 is in front, and not computed yet: layer 1 is at work."))
                << where;
            EXPECT_TRUE(prints(ahead, "not computed yet")) << where;
            EXPECT_FALSE(says(ahead, "number 1")) << where;
            EXPECT_TRUE(transformer_result_line(run, at_layer(0), {.layer = 1}, style).result.empty())
                << where;
            const Scene behind = transformer_inspector(run, at_layer(1), {.layer = 0}, 360, style);
            EXPECT_TRUE(says(behind, "Layer 1 is in front, computed before; layer 2 is at work.")) << where;
            EXPECT_FALSE(prints(behind, "not computed yet")) << where;
            EXPECT_TRUE(says(behind, "ayer 1")) << where;
            const Scene same = transformer_inspector(run, at_layer(1), {.layer = 1}, 360, style);
            EXPECT_FALSE(says(same, "in front")) << where;
            for (const Canvas canvas : canvases) {
                TransformerSettings settings = settings_for(canvas);
                settings.front.layer = 1;
                const Scene scene = transformer_figure(run, at_layer(0), settings, style);
                EXPECT_TRUE(says(scene, "layer 1 is at work") || says(scene, "layer 1 at work")) << where;
                expect_sound(scene, where);
            }
        }
}

TEST_F(TransformerPicture, NoThumbnailHoldsARowToCome) {
    const Trace run = letters_run(model, 4, 7);
    for (int row = 0; row < 6; ++row) {
        const Scene scene = transformer_figure(run, at(at_step(run, row, layered::Looks::Cross, Doing::Add)),
                                               settings_for(canvases[0]), style);
        int seen = 0;
        for (const TiledItem* tiles : items_of<TiledItem>(scene))
            for (int i = row + 1; i < std::min(7, static_cast<int>(tiles->first_row + tiles->rows)); ++i)
                for (int j = 0; j < tiles->values->columns; ++j, ++seen)
                    EXPECT_TRUE(std::isnan(tiles->values->values[i * tiles->values->columns + j])) << i;
        EXPECT_GT(seen, 0);
    }
}

// Where the words of the strip stand close, the frame of the current one is clear of the grounds beside it.
TEST_F(TransformerPicture, TheFrameOfTheCurrentSubStepTouchesNoOther) {
    const Trace run = checkpoint_run("hf_marian_toy_enfr", "she does not help his student");
    for (float width = 700; width <= 1240; width += 20)
        for (const Doing doing : {Doing::Score, Doing::Add, Doing::Feed}) {
            const auto looks = doing == Doing::Feed ? layered::Looks::Nowhere : layered::Looks::Cross;
            const Scene scene =
                transformer_figure(run, at(at_step(run, 2, looks, doing)), settings_for({width, 608}), style);
            const RectItem* frame = nullptr;
            std::vector<const RectItem*> grounds;
            for (const RectItem* rect : items_of<RectItem>(scene)) {
                if (rect->box.h != 22 || rect->box.centre().y > 40) continue;
                (rect->border_width > 1.5f ? frame : grounds.emplace_back()) = rect;
            }
            ASSERT_NE(frame, nullptr) << width;
            EXPECT_FALSE(grounds.empty()) << width;
            const float half = frame->border_width / 2;
            for (const RectItem* ground : grounds)
                EXPECT_TRUE(ground->box.right() < frame->box.x - half ||
                            ground->box.x > frame->box.right() + half)
                    << width << ": " << ground->box.x << ", frame " << frame->box.x;
        }
}

/// Letters of a font that has not all of them: the others keep a width of their own.
struct UnevenLetters : TextMetrics {
    float width(const std::string& text, Face, float size) const override {
        float w = 0;
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if ((byte & 0xC0) == 0x80) continue; // within a letter
            w += byte >= 0xC0 ? 8.5f : 0.6f * size;
        }
        return w;
    }
};

TEST_F(TransformerPicture, AForcedTokenIsReadInFullInALowWindow) {
    const Model bart =
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_bart_gelu_f16").string());
    Request request;
    request.text = "the agreement on the economic area";
    request.max_steps = 14;
    request.edits.forced[1] = "<s>";
    const Trace run = decode::run(bart, request);
    const UnevenLetters uneven;
    for (const TextMetrics* letters : {style.metrics, static_cast<const TextMetrics*>(&uneven)}) {
        style.metrics = letters;
        const Scene scene = transformer_figure(run, at(end_of(run)), settings_for(canvases[0]), style);
        EXPECT_NE(text_of(scene, "‹start›"), nullptr);
        for (const TextItem* text : items_of<TextItem>(scene))
            EXPECT_FALSE(text->text.starts_with("‹") && text->text.ends_with("…")) << text->text;
    }
}

// "f…" in a narrow column says nothing: such outputs are slanted.
TEST_F(TransformerPicture, NoOutputIsCutToOneLetter) {
    for (const char* text :
         {"the cat eats", "our large trees were old", "the agreement on the economic area"}) {
        const Trace run = checkpoint_run("hf_mbart50_sharded_relu", text);
        for (float width = 900; width <= 1400; width += 50) {
            const Scene scene = transformer_figure(run, at(end_of(run)), settings_for({width, 808}), style);
            for (const TextItem* item : items_of<TextItem>(scene)) {
                if (item->face != Face::MonoMedium || !item->text.ends_with("…")) continue;
                EXPECT_GE(item->text.size() - std::string("…").size(), 2u) << item->text << " at " << width;
            }
        }
    }
}

} // namespace
} // namespace heed
