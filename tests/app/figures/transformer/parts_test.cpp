// What a Transformer adds up is told part by part, and called by one name everywhere.
#include "app/figures/base/format.h"
#include "app/figures/heads/heads.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "app/figures/transformer/maps.h"
#include "tests/app/figures/transformer/picture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace heed {
namespace {

using namespace test;

// What is printed adds up: x + o, then the norm of it with its gain and bias, is the number that is kept.
TEST_F(TransformerPicture, TheSumAndItsNormAreToldApart) {
    for (const auto norm : {transformer::NormKind::Layer, transformer::NormKind::Rms}) {
        transformer::Config config;
        config.norm = transformer::NormPlace::After;
        config.norm_kind = norm;
        config.encoder = config.decoder = {2, 2, 16, 0, 12};
        config.source_vocabulary = config.target_vocabulary = 12;
        const Trace run = letters_run(test::small_transformer(config), 4, 3);
        const Playhead nowhere = at(0);
        const Reading r(run, nowhere, {});
        for (const Doing doing : {Doing::Add, Doing::Feed}) {
            const int place =
                at_step(run, 1, doing == Doing::Add ? layered::Looks::Cross : layered::Looks::Nowhere, doing);
            const Scene scene = transformer_inspector(run, at(place), {}, 360, style);
            EXPECT_TRUE(says(scene, "The norm "));
            EXPECT_TRUE(prints(scene, "sum") && prints(scene, "normed"));
            const auto& v = transformer::decoder_values;
            const Quantity kept = doing == Doing::Add ? v.cross.normed : v.feed.normed,
                           sum = doing == Doing::Add ? v.cross.output_sum : v.feed.output_sum;
            EXPECT_TRUE(says(scene, fixed(static_cast<double>(run.at(kept, 1)(0, 1)), 3)));
            EXPECT_TRUE(says(scene, fixed(static_cast<double>(run.at(sum, 1)(0, 1)), 3)));
            EXPECT_EQ(transformer_result_line(run, at(place), {}, style).sign, "=");
            EXPECT_EQ(transformer_result_line(run, at(place), {}, style).result,
                      fixed(static_cast<double>(run.at(kept, 1)(0, 1)), 3));
        }
    }
}

// Where the weights of a changed head are shown, as bars or in the mean above, they say so.
TEST_F(TransformerPicture, WeightsOfAChangedHeadAreMarked) {
    Trace run = letters_run(model, 4, 3);
    const int place = at_step(run, 1, layered::Looks::Cross, Doing::Softmax);
    const auto marked = [&](const HeadsInFront& front) {
        TransformerSettings settings;
        settings.front = front;
        return prints(transformer_figure(run, at(place), settings, style), "changed");
    };
    HeadsInFront first, second, mean, rollout;
    first.cross = 0;
    second.cross = 1;
    mean.cross = rollout.cross = 1;
    mean.read = MapReading::Mean;
    rollout.read = MapReading::Rollout;
    for (const auto& front : {first, second, mean, rollout}) EXPECT_FALSE(marked(front));
    const Playhead now = at(place);
    const int layer = Reading(run, now, first).layer;
    run.request.edits.heads[{HeadKind::Cross, layer, 0}] = {HeadEdit::Kind::Off};
    EXPECT_TRUE(marked(first));
    EXPECT_FALSE(marked(second));
    EXPECT_TRUE(marked(mean));
    EXPECT_TRUE(marked(rollout));
    const Scene card = transformer_inspector(run, now, mean, 360, style);
    EXPECT_TRUE(says(card, "Changed by hand: head " + std::to_string(layer + 1) + ":1 off"));
    run.request.edits.heads = {{{HeadKind::Encoder, 0, 0}, {HeadEdit::Kind::Off}}};
    EXPECT_FALSE(marked(mean));
    EXPECT_TRUE(marked(rollout)) << "it goes through the encoder";
}

// What is pointed at in one block is no place of the other.
TEST_F(TransformerPicture, APlaceIsOneOfItsBlock) {
    const Trace run = letters_run(model, 5, 4);
    Playhead head = at(end_of(run)), nowhere = head;
    head.hover_column = 2;
    for (const bool past : {false, true}) {
        head.hover_past = past;
        const Reading pointed(run, head, {}), plain(run, nowhere, {});
        const auto own = plain.self_sight(), cross = plain.cross_sight();
        EXPECT_EQ(pointed.column(own, 3), past ? 2 : plain.column(own, 3));
        EXPECT_EQ(pointed.column(cross, 3), past ? plain.column(cross, 3) : 2);
    }
    const Trace alone = letters_run(small_decoder(), 5, 4); // has one block
    for (const bool past : {false, true}) {
        head = at(end_of(alone));
        head.hover_column = 6;
        head.hover_past = past;
        const Reading pointed(alone, head, {});
        EXPECT_EQ(pointed.column(pointed.self_sight(), 3), 6);
    }
}

/// The card of a softmax of that run, its words.
std::vector<std::string> softmax_card(const Trace& run, int place, const FigureStyle& style) {
    Playhead head;
    head.at = place;
    const Scene scene = transformer_inspector(run, head, {}, 360, style);
    std::vector<std::string> words;
    for (const TextItem* text : items_of<TextItem>(scene)) words.push_back(text->text);
    return words;
}

// Energies are divided where the model divides them: where it reads the source.
TEST_F(TransformerPicture, OnlyWhatReadsTheSourceIsDividedByTheTemperature) {
    const auto is_divided = [&](const Model& of, bool decoding, layered::Looks looks) {
        Trace run = letters_run(of, 4, 3);
        const Playhead nowhere = at(0);
        const Reading r(run, nowhere, {});
        const int place = r.at_of(decoding, decoding ? 1 : 0, r.index_of(decoding, 0, looks, Doing::Softmax));
        const auto before = softmax_card(run, place, style);
        run.request.edits.temperature = 2; // the numbers of the run stay
        return softmax_card(run, place, style) != before;
    };
    EXPECT_FALSE(is_divided(model, false, layered::Looks::Self));
    EXPECT_FALSE(is_divided(model, true, layered::Looks::Self));
    EXPECT_TRUE(is_divided(model, true, layered::Looks::Cross));
    EXPECT_TRUE(is_divided(small_decoder(), true, layered::Looks::Self));
}

// A row that is held is no softmax, also where the source is read by the decoder's own attention.
TEST_F(TransformerPicture, AHeldRowOfADecoderAloneIsSaidAndFramed) {
    Trace run = letters_run(small_decoder(), 4, 3);
    const auto frames = [&] {
        const Scene scene = transformer_figure(run, at(end_of(run)), settings_for(canvases[2]), style);
        int count = 0;
        for (const RectItem* item : items_of<RectItem>(scene))
            count += item->border_width > 0 && item->border == style.colors().t1;
        return count;
    };
    const int place = at_step(run, 1, layered::Looks::Self, Doing::Softmax), without = frames();
    run.request.edits.rows[1] = {RowEdit::Kind::Held, {}, {{0, 0.9f}}, {}, 0};
    run.steps[1].weights_given = true;
    EXPECT_EQ(frames(), without + 1);
    EXPECT_TRUE(says(transformer_inspector(run, at(place), {}, 360, style),
                     "Changed by hand: the weights of this row"));
}

// Positions are part of the equation whichever layer is in front.
TEST_F(TransformerPicture, WhatIsReadIsTheTokenAndItsPlace) {
    const Trace run = letters_run(model, 4, 5);
    for (const int layer : {-1, 0, 1})
        for (const int place : {1, at_step(run, 2, layered::Looks::Self, Doing::Read)}) {
            const ResultLine line = transformer_result_line(run, at(place), {.layer = layer}, style);
            EXPECT_TRUE(line.symbols.ends_with(" + p_i")) << line.symbols;
            EXPECT_EQ(line.sign, "=");
            const auto& v = place == 1 ? transformer::encoder_values : transformer::decoder_values;
            EXPECT_EQ(line.result, fixed(static_cast<double>(run.at(v.input)(0, place == 1 ? 0 : 2)), 3));
        }
    const Trace segments = checkpoint_run("hf_bert_uncased_old", "the council");
    const Scene scene = transformer_inspector(segments, at(1), {}, 360, style);
    EXPECT_TRUE(says(scene, "The norm "));
    EXPECT_EQ(transformer_result_line(segments, at(1), {}, style).sign, "=");
}

// A query has the colour of what asks; what an encoder's layer makes is the encoder's.
TEST_F(TransformerPicture, WhatAnEncoderMakesIsInItsColour) {
    const Trace run = checkpoint_run("hf_bert_uncased_old", "the council");
    const Color decoder = palette(Theme::Dark).decoder;
    for (int sub_steps = 1; sub_steps <= end_of(run); ++sub_steps) {
        const Scene scene = transformer_inspector(run, at(sub_steps), {}, 360, style);
        for (const TextItem* text : items_of<TextItem>(scene))
            EXPECT_FALSE(text->text == "x" && text->color == decoder) << sub_steps;
    }
}

// What stands around a text has one name in Step and among the heads.
TEST_F(TransformerPicture, WhatStandsAroundATextHasOneName) {
    const std::map<std::string, std::string> first = {{"hf_m2m100_bf16", "__en__"},
                                                      {"hf_mbart50_sharded_relu", "en_XX"},
                                                      {"hf_bert_uncased_old", "[CLS]"},
                                                      {"hf_bart_gelu_f16", "start"},
                                                      {"hf_marian_toy_enfr", "the"}};
    for (const auto& [folder, name] : first) {
        const Trace run = checkpoint_run(folder, "the council");
        const Playhead nowhere = at(0);
        const Reading r(run, nowhere, {});
        const auto maps = head_maps(run, false);
        EXPECT_EQ(r.column_word(false, 0), name) << folder;
        for (const auto& [kind, labels] : maps->labels) {
            const bool past = kind.first == heads::Kind::Decoder;
            for (int j = 0; j < std::ssize(labels.columns); ++j) {
                const MapLabel& label = labels.columns[static_cast<std::size_t>(j)];
                if (!label.quiet || (past && j > 0)) continue;
                EXPECT_EQ(label.text, r.column_word(past, j)) << folder;
            }
        }
    }
}

// What adds up to x' has one colour in the equations of Mix and Add.
TEST_F(TransformerPicture, WhatAllHeadsAddHasOneColour) {
    const Trace run = letters_run(model, 4, 3);
    for (const Doing doing : {Doing::Mix, Doing::Add}) {
        const Scene scene =
            transformer_inspector(run, at(at_step(run, 1, layered::Looks::Cross, doing)), {}, 360, style);
        int found = 0;
        for (const TextItem* text : items_of<TextItem>(scene)) {
            if (text->text != "o") continue;
            ++found;
            EXPECT_EQ(text->color, palette(Theme::Dark).attention);
        }
        EXPECT_GT(found, 0);
    }
}

// Where "‹unknown›" has no room, it has a shorter name, and is not cut.
TEST_F(TransformerPicture, AnUnknownOutputIsNotCut) {
    Request request;
    request.text = "the agreement on the area";
    request.edits.forced[1] = "<unk>";
    const Trace run = decode::run(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr").string()),
        request);
    for (const Canvas canvas : canvases) {
        const Scene scene = transformer_figure(run, at(end_of(run)), settings_for(canvas), style);
        EXPECT_TRUE(prints(scene, "‹unknown›") || prints(scene, "‹unk›")) << canvas.width;
        for (const TextItem* text : items_of<TextItem>(scene))
            EXPECT_FALSE(text->text.starts_with("‹unk") && text->text.ends_with("…"))
                << text->text << " at " << canvas.width;
    }
}

std::vector<PickId> bars_of(const Scene& scene) {
    std::vector<PickId> bars;
    for (const Pick& pick : scene.picks)
        if (pick.id.kind == PickKind::Bar) bars.push_back(pick.id);
    return bars;
}

// A hand takes hold of the bars of one head's weights on the source: a row's, a place each.
TEST_F(TransformerPicture, BarsOfWeightsOnTheSourceCanBeHeld) {
    const Trace run = letters_run(model, 5, 4);
    const auto bars = [&](layered::Looks looks, Doing doing, const HeadsInFront& front = {}) {
        TransformerSettings settings;
        settings.front = front;
        return bars_of(transformer_figure(run, at(at_step(run, 2, looks, doing)), settings, style));
    };
    const std::vector<PickId> held = bars(layered::Looks::Cross, Doing::Softmax);
    ASSERT_EQ(std::ssize(held), run.source_length());
    for (int k = 0; k < run.source_length(); ++k)
        EXPECT_EQ(held[static_cast<std::size_t>(k)], (PickId{PickKind::Bar, 2, k, 0, {}}));
    EXPECT_TRUE(bars(layered::Looks::Cross, Doing::Score).empty()) << "scores are no weights";
    EXPECT_TRUE(bars(layered::Looks::Self, Doing::Softmax).empty()) << "what was written is not the source";
    HeadsInFront mean;
    mean.read = MapReading::Mean;
    EXPECT_TRUE(bars(layered::Looks::Cross, Doing::Softmax, mean).empty()) << "no head has that weight";
}

// A decoder alone holds the source in one block with what it wrote, which is no source.
TEST_F(TransformerPicture, OfADecoderAloneThePromptCanBeHeld) {
    const Trace run = checkpoint_run("hf_gpt2_base_prefix", "the council signed");
    ASSERT_GT(run.outputs(), 1);
    const int place = at_step(run, 1, layered::Looks::Self, Doing::Softmax);
    const std::vector<PickId> held = bars_of(transformer_figure(run, at(place), {}, style));
    ASSERT_EQ(std::ssize(held), run.source_length());
    EXPECT_EQ(held.back(), (PickId{PickKind::Bar, 1, run.source_length() - 1, 1, {}}));
}

// The head's own weight, not that of the map which stands for the model; a bar as high as there is room is
// the strongest.
TEST_F(TransformerPicture, WhatIsHeldIsTheWeightOfTheHeadInFront) {
    const Trace run = letters_run(model, 5, 4);
    const Playhead now = at(at_step(run, 2, layered::Looks::Cross, Doing::Softmax));
    const Reading r(run, now, {});
    for (int head = 0; head < r.heads(true); ++head) {
        TransformerSettings settings;
        settings.front.cross = head;
        const Quantity weights = transformer::decoder_values.cross.weights;
        float strongest = 0;
        for (int k = 0; k < run.source_length(); ++k) {
            const float there = run.at(weights, r.layer, head)(k, 2);
            EXPECT_EQ(weight_in_front(run, now, settings.front, 2, k), there);
            strongest = std::max(strongest, there);
        }
        const Plan plan = layered::plan_of(Reading(run, now, settings.front), settings, style);
        EXPECT_NEAR(weight_per_px(run, now, settings, style) * plan.bar_room, strongest, 1e-6f);
    }
    EXPECT_EQ(weight_in_front(run, now, {}, 2, run.source_length()), 0);
}

/// Row i of the rollout is mixed of the rows before it, so of what was done to them.
TEST_F(TransformerPicture, ARolloutHoldsWhatWasChangedAtEarlierOutputs) {
    Request request;
    request.text = "a b c d";
    for (int i = 0; i < 7; ++i) request.edits.forced[i] = "a";
    request.edits.heads[{HeadKind::Decoder, 0, 0}] = {HeadEdit::Kind::Uniform, 0, {1}};
    request.max_steps = 7;
    const Trace run = decode::run(model, request);
    const auto held = [&](int row, MapReading read) {
        Playhead head = at(end_of(run));
        head.row = row;
        const Reading r(run, head, {});
        EXPECT_EQ(r.row(), row);
        return r.edits_in({true, layered::Looks::Self, read == MapReading::Rollout ? 1 : 0, 0}, read).size();
    };
    EXPECT_EQ(held(5, MapReading::Rollout), 1u);
    EXPECT_EQ(held(1, MapReading::Rollout), 1u);
    EXPECT_EQ(held(0, MapReading::Rollout), 0u);
    EXPECT_EQ(held(5, MapReading::Head), 0u);
    EXPECT_EQ(held(1, MapReading::Head), 1u);
}

} // namespace
} // namespace heed
