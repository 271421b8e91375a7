// The columns of a Transformer in words: what is drawn, where the playhead stands, what is pointed at.
#include "app/figures/base/format.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "app/figures/transformer/explained.h"
#include "app/figures/transformer/paths.h"
#include "app/figures/transformer/words.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/app/figures/scene_checks.h"
#include "tests/support/source_dir.h"
#include "tests/support/stub_metrics.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heed {
namespace {

std::shared_ptr<const Trace> hub_run(const std::string& folder, const std::string& text) {
    const Model model =
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints" / folder).string());
    Request request;
    request.text = text;
    request.max_steps = 12;
    return std::make_shared<const Trace>(decode::run(model, request));
}

const Trace& translated() {
    static const auto run = hub_run("hf_marian_toy_enfr", "he does not help the students of her council");
    return *run;
}

FigureStyle words_style() {
    static const StubMetrics metrics;
    return {.theme = Theme::Dark, .metrics = &metrics};
}

Playhead playhead_at(const Trace& run, int at) {
    Playhead head;
    head.at = at < 0 ? run.outline.total() : at;
    return head;
}

/// All that a scene says, in lines.
std::string words_in(const Scene& scene) {
    std::string all;
    for (const SceneItem& item : scene.items)
        if (const auto* text = std::get_if<TextItem>(&item)) all += text->text + "\n";
    return all;
}

/// An output of several pieces.
const Word& several_pieces(const WordRun& words) {
    return *std::find_if(words.words.outputs.begin(), words.words.outputs.end(),
                         [](const Word& w) { return w.last - w.first > 1; });
}

TEST(TransformerWords, PiecesOfBytesReadAsTheirLettersInARunOfOneWordToo) {
    Trace run = *hub_run("hf_gpt2_base_prefix", "the");
    run.steps.resize(1);
    TraceStep& step = run.steps[0];
    step.token.text = "it";
    ASSERT_FALSE(step.top.empty());
    for (Candidate& candidate : step.top) candidate.text = "it";
    for (TraceToken& token : run.source) token.text = "the";
    EXPECT_EQ(shown_written(run, "Ã©"), "Ã©"); // nothing tells what its pieces are
    step.top.back().text = "Ġcompan";
    EXPECT_EQ(shown_written(run, "Ġcompan"), "␣compan");
    EXPECT_EQ(shown_written(run, "Ã©"), "é");
}

TEST(TransformerWords, HaveTheColumnsOfWordsAndRowsOfOne) {
    for (const char* folder : {"hf_marian_toy_enfr", "hf_gpt2_base_prefix", "hf_roberta_f16"}) {
        const auto run = hub_run(folder, "The council signed the agreement.");
        const auto words = word_run(*run);
        const Playhead end = playhead_at(*words->run, -1);
        const layered::Reading r(*words->run, end, {});
        EXPECT_LT(words->run->source_length(), run->source_length()) << folder;
        for (const bool decoder : {false, true}) {
            if (decoder ? !r.config.decodes() : !r.config.encodes()) continue;
            const layered::Sight sight{decoder, layered::Looks::Self, 0, 0};
            const MatrixXf* weights = r.weights(sight);
            ASSERT_NE(weights, nullptr) << folder;
            EXPECT_EQ(weights->rows(), decoder ? r.written_places() : r.source_places()) << folder;
            for (Eigen::Index i = 0; i < weights->cols(); ++i)
                EXPECT_NEAR(weights->col(i).sum(), 1, 1e-4) << folder << " row " << i;
            ASSERT_NE(r.stream(decoder, 0), nullptr) << folder;
            EXPECT_EQ(r.stream(decoder, 0)->cols(), weights->cols()) << folder;
            ASSERT_NE(r.energies(sight), nullptr) << folder;
            EXPECT_EQ(r.energies(sight)->rows(), weights->rows()) << folder;
        }
        const Scene scene = transformer_figure(*words->run, end, {.maps = words->maps}, words_style());
        EXPECT_EQ(unsound(scene), "") << folder;
        EXPECT_EQ(outside(scene, *words_style().metrics), "") << folder;
        const Scene paths = stream_paths_figure(*words->run, end, {}, words_style());
        EXPECT_EQ(unsound(paths), "") << folder;
        const int dots = r.config.encodes() ? r.source_places() : 0;
        EXPECT_EQ(std::ssize(paths.picks), dots + (r.config.decodes() ? r.written_places() : 0)) << folder;
    }
}

// softmax over words of log Σ exp over their pieces is the sum of the pieces' softmax.
TEST(TransformerWords, ScoresOfWordsGiveTheirWeights) {
    const Trace& run = translated();
    const auto words = word_run(run);
    const Playhead end = playhead_at(*words->run, -1);
    const layered::Reading r(*words->run, end, {});
    const layered::Sight sight{true, layered::Looks::Cross, 1, 3};
    for (std::size_t w = 0; w < words->words.outputs.size(); ++w) {
        if (words->words.outputs[w].last - words->words.outputs[w].first > 1) continue; // means of several
        const auto column = static_cast<Eigen::Index>(w);
        Eigen::VectorXf soft = r.energies(sight)->col(column).array().exp();
        soft /= soft.sum();
        EXPECT_LT((soft - r.weights(sight)->col(column)).cwiseAbs().maxCoeff(), 1e-5f);
    }
}

TEST(TransformerWords, AreWrittenWithTheirLastPiece) {
    const Trace& run = translated();
    const auto words = word_run(run);
    const Word& word = several_pieces(*words);
    const int each = static_cast<int>(run.outline.stages[1].phases.size()),
              start = run.outline.start_of(Axis::Output);
    const auto at_end_of = [&](int piece) { return start + (piece + 1) * each; };
    EXPECT_EQ(pieces_of_word(run, words->words, at_end_of(word.first)), word.first + 1);
    EXPECT_EQ(pieces_of_word(run, words->words, at_end_of(word.last - 1)), -1);
    const int row = static_cast<int>(&word - words->words.outputs.data());
    const auto word_at = [&](int at) {
        const Playhead pieces = playhead_at(run, at);
        const auto part = word_run(run, pieces_of_word(run, words->words, pieces.at));
        const Playhead in = in_words(pieces, {}, run, *part);
        return layered::Reading(*part->run, in, {}).row_word(row);
    };
    const std::string first = word_at(at_end_of(word.first));
    EXPECT_TRUE(first.ends_with("…")) << first; // what is written of it
    EXPECT_TRUE(word.text.starts_with(first.substr(0, first.size() - std::string("…").size()))) << first;
    EXPECT_EQ(word_at(at_end_of(word.first) + 1), "?"); // the next piece
    EXPECT_EQ(word_at(at_end_of(word.last - 1)), word.text);
    const Playhead all = in_words(playhead_at(run, -1), {}, run, *words);
    EXPECT_EQ(all.at, words->run->outline.total());
}

// Strip, narration and inspector are of one sub-step, whichever piece of a word is at work.
TEST(TransformerWords, SayTheSubStepOfThePiece) {
    const Trace& run = translated();
    const RunWords all = words_of(run);
    const int first = several_pieces(*word_run(run)).first,
              each = static_cast<int>(run.outline.stages[1].phases.size());
    for (int phase = 0; phase < 2 * each; ++phase) {
        const Playhead pieces =
            playhead_at(run, run.outline.start_of(Axis::Output) + first * each + phase + 1);
        const auto words = word_run(run, pieces_of_word(run, all, pieces.at));
        const Playhead in = in_words(pieces, {}, run, *words);
        const layered::Reading of_words(*words->run, in, {}), of_pieces(run, pieces, {});
        EXPECT_EQ(of_words.now.info->title, of_pieces.now.info->title) << phase;
        const FigureStyle style = words_style();
        const Narration said = transformer_narration(run, pieces, {}, style.colors(), words.get());
        EXPECT_EQ(said.title, of_pieces.now.info->title) << phase;
        const std::string piece = phase < each ? "iece 1 of output " : "iece 2 of output ";
        EXPECT_NE(said.sentence.find(piece), std::string::npos) << said.sentence;
        EXPECT_TRUE(words_in(transformer_inspector(run, pieces, {}, 360, style, {}, words.get()))
                        .starts_with(said.title + "\n"));
    }
}

// The sentence named the output that is pointed at and the token at work.
TEST(TransformerWords, WhatIsWrittenIsOfTheOutputThatIsPointedAt) {
    const Trace& run = translated();
    Playhead end = playhead_at(run, -1);
    end.row = 2;
    const FigureStyle style = words_style();
    const std::string said = transformer_narration(run, end, {}, style.colors()).sentence;
    EXPECT_TRUE(said.starts_with("Output 3 is “" + shown_output(run, 2) + "”, with p ")) << said;
}

// Greedy decoding writes the likeliest, but what the folder's rules ask for.
TEST(TransformerWords, WhatTheRulesAskForIsNotCalledTheLikeliest) {
    const Model model =
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_m2m100_bf16").string());
    Request request;
    request.text = "the council was not important";
    request.source_language = "en";
    request.target_language = "de";
    request.max_steps = 3;
    const Trace run = decode::run(model, request);
    ASSERT_TRUE(layered::is_asked_for(run, run.steps[0])) << run.steps[0].token.text;
    Playhead first = playhead_at(run, -1);
    first.row = 0;
    const FigureStyle style = words_style();
    EXPECT_NE(transformer_narration(run, first, {}, style.colors())
                  .sentence.find("which the rules of the model's folder ask for; its p is "),
              std::string::npos);
    EXPECT_NE(words_in(transformer_inspector(run, first, {}, 360, style)).find("ask for this one"),
              std::string::npos);
    // It is listed with its p, though it is none of the likeliest.
    const auto& top = run.steps[0].top;
    ASSERT_TRUE(std::none_of(top.begin(), top.end(),
                             [&](const Candidate& c) { return c.id == run.steps[0].token.id; }));
    const std::string said = words_in(transformer_inspector(run, first, {}, 360, style));
    const std::size_t list = said.find("Likeliest tokens");
    ASSERT_NE(list, std::string::npos);
    EXPECT_NE(said.find(shown_written(run, run.steps[0].token.text) + "\n", list), std::string::npos) << said;
    const Trace& free = translated(); // whose end is forced where it may grow no longer
    for (std::size_t n = 0; n + 1 < free.steps.size(); ++n)
        EXPECT_FALSE(layered::is_asked_for(free, free.steps[n])) << n;
}

// What is not written yet is not named.
TEST(TransformerWords, TheInspectorNamesNoPieceBeforeItIsWritten) {
    const Trace& run = translated();
    const RunWords all = words_of(run);
    const Word word = several_pieces(*word_run(run));
    const int each = static_cast<int>(run.outline.stages[1].phases.size());
    const auto says_word = [&](int phase) {
        const Playhead pieces =
            playhead_at(run, run.outline.start_of(Axis::Output) + word.first * each + phase + 1);
        const auto words = word_run(run, pieces_of_word(run, all, pieces.at));
        return words_in(transformer_inspector(run, pieces, {}, 4000, words_style(), {}, words.get()))
                   .find(quoted(word.text)) != std::string::npos;
    };
    EXPECT_FALSE(says_word(2));
    EXPECT_FALSE(says_word(each - 1)); // one piece is written
    EXPECT_TRUE(says_word(2 * each - 1));
}

/// The terms of the sum are pieces, also where rows are words.
TEST(TransformerWords, TheSumOfAHeadCountsPieces) {
    const Trace& run = translated();
    const RunWords all = words_of(run);
    const auto& phases = run.outline.stages[1].phases;
    int mix = -1;
    for (std::size_t n = 0; n < phases.size(); ++n)
        if (phases[n].info->title == "Mix") mix = static_cast<int>(n);
    ASSERT_GE(mix, 0);
    const Playhead at = playhead_at(run, run.outline.start_of(Axis::Output) + mix + 1);
    const auto words = word_run(run, pieces_of_word(run, all, at.at));
    const std::string told =
        words_in(transformer_inspector(run, at, {}, 4000, words_style(), {}, words.get()));
    EXPECT_NE(told.find("other piece"), std::string::npos) << told;
}

TEST(TransformerWords, PointIntoTheRun) {
    const Trace& run = translated();
    const auto words = word_run(run);
    const Word& word = several_pieces(*words);
    const int row = static_cast<int>(&word - words->words.outputs.data());
    const Playhead end = playhead_at(run, -1);
    const PickId cell = in_pieces({PickKind::Cell, row, 2, 0, {}}, run, *words, end);
    EXPECT_EQ(cell.i, word.first);
    EXPECT_EQ(cell.j, words->words.source[2].first);
    // And back.
    Playhead pointing = end;
    pointing.hover_row = cell.i;
    pointing.hover_column = cell.j;
    const Playhead back = in_words(pointing, {}, run, *words);
    EXPECT_EQ(back.hover_row, row);
    EXPECT_EQ(back.hover_column, 2);
    // The piece at work is the one that is meant.
    const int each = static_cast<int>(run.outline.stages[1].phases.size());
    const Playhead second =
        playhead_at(run, run.outline.start_of(Axis::Output) + (word.first + 1) * each + 3);
    EXPECT_EQ(in_pieces({PickKind::Row, row, -1, -1, {}}, run, *words, second).i, word.first + 1);
    // A sub-step of the strip is one of that piece.
    const Playhead in = in_words(second, {}, run, *words);
    EXPECT_EQ(in_pieces({PickKind::Button, -1, -1, in.at, "sub-step"}, run, *words, second).k, second.at);
}

/// Below them, above slanted ones, which a line below would strike.
TEST(TransformerWords, HaveABracketBesideTheirPieces) {
    const Trace& run = translated();
    const auto brackets = [](const Scene& scene) {
        return std::count_if(scene.items.begin(), scene.items.end(), [](const SceneItem& item) {
            const auto* line = std::get_if<LineItem>(&item);
            return line && line->points.size() == 4 && line->points[1].y == line->points[2].y &&
                   line->points[0].y == line->points[3].y && line->points[0].y != line->points[1].y;
        });
    };
    const auto struck = [](const Scene& scene) {
        int count = 0;
        for (const LineItem* line : items_of<LineItem>(scene)) {
            if (line->points.size() != 4 || line->points[1].y != line->points[2].y) continue;
            for (const TextItem* text : items_of<TextItem>(scene)) { // slanted ones hang below their end
                const float y = line->points[1].y;
                count += text->angle > 0 && text->align == Align::Right && text->at.x >= line->points[1].x &&
                         text->at.x <= line->points[2].x + 3 && y > text->at.y - 5 && y < text->at.y + 40;
            }
        }
        return count;
    };
    const Scene pieces = transformer_figure(run, playhead_at(run, -1), {}, words_style());
    const RunWords words = words_of(run);
    const auto several = [](const std::vector<Word>& all) {
        return std::count_if(all.begin(), all.end(), [](const Word& w) { return w.last - w.first > 1; });
    };
    EXPECT_EQ(brackets(pieces), several(words.source) + several(words.past));
    for (const float width : {1240.0f, 700.0f}) {
        const Scene scene =
            transformer_figure(run, playhead_at(run, -1), {.width = width, .height = 600}, words_style());
        EXPECT_GT(brackets(scene), 0);
        EXPECT_EQ(struck(scene), 0) << width;
    }
    const auto folded_run = word_run(run);
    EXPECT_EQ(brackets(transformer_figure(*folded_run->run, playhead_at(*folded_run->run, -1),
                                          {.maps = folded_run->maps}, words_style())),
              0);
    const bool named = std::any_of(pieces.picks.begin(), pieces.picks.end(), [](const Pick& pick) {
        return pick.tooltip.find(", piece “") != std::string::npos &&
               pick.tooltip.find(" of “") != std::string::npos;
    });
    EXPECT_TRUE(named); // the raw piece
}

// A bar of a word is that of its first piece, for the piece that is at work.
TEST(TransformerWords, ABarOfAWordIsOneOfAPiece) {
    const Trace& run = translated();
    const auto words = word_run(run);
    const Word& several = several_pieces(*words);
    const int word = static_cast<int>(&several - words->words.outputs.data());
    const int each = static_cast<int>(run.outline.stages.back().phases.size());
    const Playhead now =
        playhead_at(run, run.outline.start_of(Axis::Output) + (several.first + 1) * each + 1);
    const int last = static_cast<int>(words->words.source.size()) - 1;
    const PickId bar = in_pieces({PickKind::Bar, word, last, 0, {}}, run, *words, now);
    EXPECT_EQ(bar.kind, PickKind::Bar);
    EXPECT_EQ(bar.i, several.first + 1);
    EXPECT_EQ(bar.j, words->words.source.back().first);
}

// A hand takes hold of one piece: of the one that makes up most of its word's bar.
TEST(TransformerWords, ABarOfAWordIsOfItsHeaviestPiece) {
    const Trace& run = translated();
    const auto words = word_run(run);
    const Playhead end = playhead_at(run, -1);
    int later = 0;
    for (int head = 0; head < 4; ++head)
        for (int output = 0; output < run.outputs(); ++output)
            for (int word = 0; word < std::ssize(words->words.source); ++word) {
                const HeadsInFront front{-1, -1, head};
                const int row =
                    static_cast<int>(std::find_if(words->words.outputs.begin(), words->words.outputs.end(),
                                                  [&](const Word& w) { return output < w.last; }) -
                                     words->words.outputs.begin());
                const PickId bar = in_pieces({PickKind::Bar, row, word, 0, {}}, run, *words, end, front);
                const Word& pieces = words->words.source[static_cast<std::size_t>(word)];
                ASSERT_TRUE(bar.j >= pieces.first && bar.j < pieces.last);
                for (int piece = pieces.first; piece < pieces.last; ++piece)
                    EXPECT_LE(weight_in_front(run, end, front, bar.i, piece),
                              weight_in_front(run, end, front, bar.i, bar.j));
                later += bar.j > pieces.first;
            }
    EXPECT_GT(later, 0) << "else nothing is tested";
}

} // namespace
} // namespace heed
