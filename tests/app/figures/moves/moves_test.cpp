// What moved an output, drawn; the maps of a Transformer read in four ways; and what is said of both.
#include "app/figures/moves/moves.h"

#include "app/figures/figures.h"
#include "app/figures/maps/cells.h"
#include "app/figures/moves/words.h"
#include "app/figures/transformer/transformer.h"
#include "core/analysis/moves/value_weighted.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/transformer/architecture.h"
#include "core/models/transformer/parameters.h"
#include "core/models/transformer/values.h"
#include "tests/app/figures/figure_test.h"
#include "tests/support/message_of.h"
#include "tests/support/samples/sample_heads.h"

#include <cmath>
#include <map>

namespace heed {
namespace {

Trace run_of_small(const Model& model, const std::string& text, int most = 5) {
    Request request;
    request.text = text;
    request.max_steps = most;
    return decode::run(model, request);
}

/// The small Transformer as another kind.
Model small_as(transformer::Kind kind) {
    auto config = test::small_transformer().config.as<transformer::Config>();
    config.kind = kind;
    config.embedding.shared = kind == transformer::Kind::Decoder;
    if (kind == transformer::Kind::Encoder) config.output.head = transformer::Head::Masked;
    return test::small_transformer(config);
}

struct MovesFigure : FigureTest {
    Model model = test::small_transformer();
    Trace run = run_of_small(model, "a b c d");
};

TEST_F(MovesFigure, the_rows_are_the_largest_and_the_others_and_add_up) {
    const moves::Moves m = moves::moves(model, run, {.output = 1});
    EXPECT_NEAR(m.parts.sum, m.parts.logit, 1e-4);
    const Scene scene = moves_figure(run, m, {.head = true}, style);
    expect_sound(scene, "logit");
    expect_sound(moves_figure(run, m, {.width = 436}, style_of(Theme::Light)), "wide, light");
    EXPECT_TRUE(says(scene, "sum, the logit"));
    EXPECT_TRUE(prints(scene, "If it stopped at a layer"));
    EXPECT_TRUE(prints(scene, "output 2"));
    EXPECT_TRUE(says(scene, " others"));
    int heads = 0;
    for (const Pick& pick : scene.picks) heads += moved_part(pick.id) >= 0;
    EXPECT_GT(heads, 3);
}

TEST_F(MovesFigure, every_head_has_its_cell_in_the_colour_of_what_it_adds) {
    const moves::Moves m = moves::moves(model, run, {.output = 1, .against = true});
    const Scene scene = moves_figure(run, m, {}, style);
    std::map<int, Box> cells; // the grid stands before the rows
    for (const Pick& pick : scene.picks)
        if (const int n = moved_part(pick.id); n >= 0 && !cells.contains(n)) cells[n] = pick.box;
    float most = 0;
    int heads = 0;
    for (const moves::Part& part : m.parts.parts)
        if (part.kind == moves::PartKind::Head) {
            ++heads;
            most = std::max(most, static_cast<float>(std::abs(part.adds)));
        }
    EXPECT_EQ(heads, 8); // two layers of two heads, on the source and on the own past
    EXPECT_EQ(cells.size(), 8u);
    const Shading shading{style, round_above(most)};
    for (const auto& [n, box] : cells) {
        const moves::Part& part = m.parts.parts[static_cast<std::size_t>(n)];
        ASSERT_EQ(part.kind, moves::PartKind::Head);
        const auto fills = items_of<RectItem>(scene);
        EXPECT_TRUE(std::any_of(fills.begin(), fills.end(), [&](const RectItem* r) {
            return r->fill == shading.color(static_cast<float>(part.adds)) && box.contains(r->box.centre());
        })) << n;
    }
    EXPECT_TRUE(prints(scene, "On the source"));
    EXPECT_TRUE(prints(scene, "On its own past"));
    // The one that is pointed at has a frame, and its row a ground.
    const int n = cells.begin()->first;
    const Scene lit = moves_figure(run, m, {.hover = n}, style);
    const auto framed = items_of<RectItem>(lit);
    EXPECT_TRUE(std::any_of(framed.begin(), framed.end(), [&](const RectItem* r) {
        return r->border == style.colors().t1 && r->border_width == 2;
    }));
    expect_sound(lit, "lit");
}

/// Sums of the pieces' parts; a head adds what it added.
TEST_F(MovesFigure, in_words_a_head_adds_the_same) {
    const moves::Moves m = moves::moves(model, run, {.output = 2});
    RunWords words = pieces_of(run);
    words.source[0].last = 2; // the first two are one word
    words.source.erase(words.source.begin() + 1);
    const moves::Moves folded = moves_in_words(run, words, m);
    ASSERT_EQ(folded.parts.parts.size(), m.parts.parts.size());
    for (std::size_t n = 0; n < m.parts.parts.size(); ++n) {
        const moves::Part &before = m.parts.parts[n], &now = folded.parts.parts[n];
        EXPECT_EQ(now.adds, before.adds);
        if (before.places.empty() || before.at.kind != HeadKind::Cross) continue;
        ASSERT_EQ(now.places.size() + 1, before.places.size());
        EXPECT_NEAR(now.places[0], before.places[0] + before.places[1], 1e-12);
        EXPECT_EQ(now.places.back(), before.places.back());
    }
}

TEST_F(MovesFigure, a_margin_is_against_the_likeliest_rival_or_the_one_that_is_named) {
    const moves::Moves m = moves::moves(model, run, {.output = 2, .against = true});
    ASSERT_GE(run.steps[2].top.size(), 2u);
    EXPECT_EQ(m.rival, run.steps[2].top[1].text);
    EXPECT_NEAR(m.parts.logit, m.log_p - m.rival_log_p, 1e-4);
    EXPECT_EQ(moves::moves(model, run, {.output = 2, .against = true, .rival = "h"}).rival, "h");
    const Scene scene = moves_figure(run, m, {.head = true}, style);
    expect_sound(scene, "margin");
    EXPECT_TRUE(prints(scene, "What made the difference"));
    EXPECT_TRUE(says(scene, " and not "));
}

TEST_F(MovesFigure, encoders_and_decoders_alone_have_theirs) {
    const Model reader = small_as(transformer::Kind::Decoder), reads = small_as(transformer::Kind::Encoder);
    const Trace written = run_of_small(reader, "a b c"), read = run_of_small(reads, "a b c d", 0);
    const moves::Moves one = moves::moves(reader, written, {.output = 1}),
                       other = moves::moves(reads, read, {.output = 2});
    EXPECT_NEAR(one.parts.sum, one.parts.logit, 1e-4);
    EXPECT_NEAR(other.parts.sum, other.parts.logit, 1e-4);
    expect_sound(moves_figure(written, one, {}, style), "decoder");
    const Scene scene = moves_figure(read, other, {.head = true}, style);
    expect_sound(scene, "encoder");
    EXPECT_TRUE(prints(scene, "place 3"));
    EXPECT_TRUE(prints(scene, "From each place of the text"));
    EXPECT_EQ(moves::outputs_of(read), read.source_length());
}

TEST_F(MovesFigure, the_lens_ends_in_what_was_written) {
    const moves::Moves m = moves::moves(model, run, {.output = 0});
    ASSERT_EQ(m.lens.size(), 3u);
    EXPECT_EQ(m.lens.front().layer, -1);
    EXPECT_EQ(m.lens.back().top.front().id, run.steps[0].token.id);
    EXPECT_EQ(m.lens.back().rank, 1);
    EXPECT_NEAR(m.lens.back().log_p, static_cast<double>(run.steps[0].log_prob), 1e-5);
    for (const moves::LensLayer& layer : m.lens) EXPECT_EQ(layer.top.size(), 5u);
}

TEST_F(MovesFigure, what_is_not_there_is_refused_in_one_sentence) {
    const auto refusal = [&](const Trace& of, const moves::Asked& asked) {
        return test::message_of([&] { moves::moves(model, of, asked); });
    };
    EXPECT_EQ(refusal(run, {.output = 9}),
              "small: what moved an output: expected an output from 0 to 4, found 9");
    EXPECT_EQ(refusal(run, {.output = 0, .token = "zz"}), "small: \"zz\" is not in the target vocabulary");
    const std::string written = run.steps[0].token.text;
    EXPECT_EQ(refusal(run, {.output = 0, .against = true, .rival = written}),
              "small: rival: expected another token than the one it is set against, found \"" + written +
                  "\"");
    Trace bare = run;
    bare.erase(transformer::decoder_values.feed.result);
    EXPECT_EQ(refusal(bare, {}),
              "small: the run holds its maps but not what its layers made; run it again to measure it");
}

TEST_F(MovesFigure, parts_are_named_by_layer_and_head_from_one) {
    const moves::Part cross{moves::PartKind::Head, {HeadKind::Cross, 1, 0}, 1, {0.2, -0.9, 0.1, 0, 0}};
    EXPECT_EQ(part_name(run, cross), "head 1 of layer 2 on the source");
    EXPECT_EQ(short_part_name(run, cross), "2:1 source");
    EXPECT_EQ(moved_from(run, cross), "b");
    const moves::Part own{moves::PartKind::Head, {HeadKind::Decoder, 0, 1}, 1, {1, 0}};
    EXPECT_EQ(part_name(run, own), "head 2 of layer 1 on its own past");
    EXPECT_EQ(moved_from(run, own), "start");
    EXPECT_EQ(part_name(run, {moves::PartKind::Feed, {HeadKind::Decoder, 1, 0}}), "feed forward of layer 2");
    EXPECT_EQ(moved_from(run, {moves::PartKind::Token}), "");
}

TEST_F(MovesFigure, is_exported_and_stands_where_why_does) {
    MovesBoard board;
    board.run = std::make_shared<const Trace>(run);
    board.moves = std::make_shared<const moves::Moves>(moves::moves(model, run, {.output = 1}));
    FigureSource source{.trace = &run};
    for (const char* id : {"moves", "why"}) {
        EXPECT_FALSE(find_figure(id)->there(source)) << id;
        FigureSource with = source;
        with.board = &board;
        EXPECT_TRUE(find_figure(id)->there(with)) << id;
    }
}

struct MapReadings : MovesFigure {
    moves::Pass<float> pass = moves::pass_of(model, run);
    std::shared_ptr<const TransformerMaps> weighted =
        weighted_maps(run, [this](const Site& site) { return moves::value_lengths(pass, site); });
    Playhead end{.at = run.outline.total(), .row = 2};

    TransformerSettings read(MapReading reading) const {
        TransformerSettings settings;
        settings.front.read = reading;
        settings.beside.weighted = weighted;
        return settings;
    }
};

TEST_F(MapReadings, each_is_drawn_and_said) {
    const std::pair<MapReading, const char*> readings[] = {{MapReading::Head, "weight α"},
                                                           {MapReading::Weighted, ", a row to 1"},
                                                           {MapReading::Mean, "mean of the heads' α"},
                                                           {MapReading::Rollout, "rollout of the means"}};
    for (const auto& [reading, words] : readings) {
        const Scene scene = transformer_figure(run, end, read(reading), style);
        expect_sound(scene, words);
        EXPECT_TRUE(says(scene, words)) << words;
        EXPECT_EQ(items_of<TiledItem>(scene).size(), 6u) << words; // two below the blocks, two heads a side
    }
}

/// The numbers of the row in front are those of the map, not of the head's weights.
TEST_F(MapReadings, numbers_are_those_of_the_map) {
    const auto first_cell = [&](MapReading reading) {
        const Scene scene = transformer_figure(run, end, read(reading), style);
        return items_of<TiledItem>(scene).front()->values;
    };
    const MatrixXf& rollout = run.at(transformer::cross_rollout, 1);
    const auto shown = first_cell(MapReading::Rollout);
    for (int j = 0; j < run.source_length(); ++j)
        EXPECT_EQ(shown->values[2 * shown->columns + j], rollout(j, 2));
    const auto mean = first_cell(MapReading::Mean);
    EXPECT_EQ(mean->values[2 * mean->columns], run.at(transformer::decoder_values.cross.mean, 1)(0, 2));
    const auto heavy = first_cell(MapReading::Weighted);
    const Eigen::MatrixXd expected =
        moves::to_shares(moves::value_weighted(run, Site{transformer::decoder_values.cross.weights, 1, 0}));
    float sum = 0;
    for (int j = 0; j < run.source_length(); ++j) {
        EXPECT_NEAR(static_cast<double>(heavy->values[2 * heavy->columns + j]), expected(j, 2), 1e-6);
        sum += heavy->values[2 * heavy->columns + j];
    }
    EXPECT_NEAR(sum, 1, 1e-5);
}

TEST_F(MapReadings, the_inspector_has_the_equation_with_this_cells_numbers_and_the_raw_weight) {
    for (const MapReading reading : {MapReading::Weighted, MapReading::Mean, MapReading::Rollout}) {
        HeadsInFront front;
        front.read = reading;
        const Scene scene = transformer_inspector(run, end, front, 360, style, {weighted, nullptr, ""});
        expect_sound(scene, std::string(map_reading_ids[static_cast<std::size_t>(reading)]));
        EXPECT_TRUE(says(scene, "The raw weight of head 1 here: α ")) << static_cast<int>(reading);
        EXPECT_TRUE(says(scene, "Being taken apart"));
    }
    const Scene raw = transformer_inspector(run, end, {}, 360, style);
    EXPECT_FALSE(says(raw, "The raw weight of head"));
}

TEST_F(MapReadings, only_a_token_that_is_being_written_is_taken_apart) {
    EXPECT_EQ(moved_output(run, end, {}), 2);
    EXPECT_EQ(newest_written(run, end, {}), 2);
    Playhead before{.at = run.outline.total() - 1};
    EXPECT_EQ(moved_output(run, before, {}), -1);
    EXPECT_EQ(newest_written(run, before, {}), run.outputs() - 2);
    EXPECT_EQ(newest_written(run, Playhead{.at = 0}, {}), -1);
}

} // namespace
} // namespace heed
