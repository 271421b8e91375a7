#include "app/state/step/layers/words.h"

#include "app/figures/transformer/transformer.h"
#include "app/figures/what_if/row.h"
#include "app/state/commands/command.h"
#include "app/state/heads/heads.h"
#include "app/state/session/session.h"
#include "app/state/step/what_if.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/trace/words/words.h"
#include "tests/support/samples/sample_heads.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace heed {
namespace {

AppState over_model(Model model, bool pieces) {
    AppState s;
    s.model = std::make_shared<const Model>(std::move(model));
    s.model_name = "model";
    s.facts = s.model->facts;
    s.pieces = pieces;
    update(s, {"type", pieces ? "the council helps her students" : "a b c d"});
    Request request = wanted_request(s);
    Request shorter = request;
    shorter.max_steps = 8;
    auto trace = std::make_shared<const Trace>(decode::run(*s.model, shorter));
    apply(s, RunFinished{request, trace, trace->source_length() - 1, false, s.input.size(), {}});
    return s;
}

AppState over_pieces() {
    return over_model(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr").string()),
        true);
}

void choose_place(AppState& s, int column, bool past) {
    Command command{"select-column", "", 0, column};
    command.x = past ? 1 : 0;
    update(s, command);
}

// A decoder alone looks at what it wrote as at its prompt: each of them can be chosen.
TEST(PlacesThatAreChosen, AreThoseThatADecoderReads) {
    AppState s = over_model(test::small_decoder(), false);
    const int sources = s.trace->source_length(), places = sources + s.trace->outputs() - 1;
    ASSERT_GT(places, sources);
    for (const bool past : {false, true}) { // they are one after the other
        choose_place(s, places - 1, past);
        EXPECT_EQ(s.selection.column, places - 1);
        choose_place(s, places, past);
        EXPECT_EQ(s.selection.column, -1);
    }
}

// Of two blocks each has places of its own.
TEST(PlacesThatAreChosen, AreOfTheirBlock) {
    AppState s = over_model(test::small_transformer(), false);
    choose_place(s, s.trace->source_length(), false);
    EXPECT_EQ(s.selection.column, -1);
    choose_place(s, 1, true);
    EXPECT_EQ(s.selection.column, 1);
    EXPECT_TRUE(playhead_of(s).past);
    choose_place(s, 1, false); // another place, not the same once more
    EXPECT_EQ(s.selection.column, 1);
    EXPECT_FALSE(playhead_of(s).past);
    choose_place(s, s.trace->outputs(), true);
    EXPECT_EQ(s.selection.column, -1);
    EXPECT_FALSE(s.selection.past);
}

// Keys change what is seen, and one pair of them means one thing.
TEST(KeysOfLayers, AreOfWhatIsSeen) {
    AppState s = over_model(test::small_transformer(), false);
    ASSERT_TRUE(command_for("Alt+Up", s, false));
    EXPECT_EQ(command_for("Alt+Up", s, false)->id, "layer-above");
    update(s, {"heads"});
    ASSERT_TRUE(shows_heads(s));
    for (const char* id : {"layer-above", "layer-below", "head-after", "maps-mean"})
        EXPECT_FALSE(is_enabled(command_info(id), s)) << id;
    update(s, {"heads"});
    s.inputs = {.offered = {}, .lines = {s.input, "b c"}, .at = 0};
    ASSERT_TRUE(command_for("Alt+Down", s, false));
    EXPECT_EQ(command_for("Alt+Down", s, false)->id, "next-input");
    EXPECT_FALSE(command_for("Alt+Up", s, false)) << "the first of the list";
    EXPECT_NE(why_no_command("Alt+Up", s, false), "");
}

TEST(WordsSwitch, IsThereOnlyWhereTheRunHasPieces) {
    EXPECT_FALSE(has_words_switch(over_model(test::small_transformer(), false)));
    AppState s = over_pieces();
    EXPECT_TRUE(has_words_switch(s));
    EXPECT_FALSE(shows_words(s)); // columns begin in pieces
    update(s, {"heads"});
    EXPECT_TRUE(shows_words(s)); // the atlas in words
    update(s, {"heads"});
    update(s, {"view-search"});
    EXPECT_FALSE(has_words_switch(s));
}

TEST(WordsSwitch, FoldsTheViewAndKeepsTheRun) {
    AppState s = over_pieces();
    const auto run = s.trace;
    update(s, {"words"});
    EXPECT_TRUE(shows_words(s));
    EXPECT_EQ(s.trace, run);
    const auto shown = run_as_shown(s);
    EXPECT_LT(shown->source_length(), run->source_length());
    update(s, {"words"});
    EXPECT_EQ(run_as_shown(s), run);
}

TEST(WordsSwitch, WhatWasChangedIsToldInWhatIsShown) {
    AppState s = over_pieces();
    update(s, {"last"});
    const Word* second = nullptr; // of several pieces
    const RunWords words = words_of(*s.trace);
    for (const Word& word : words.outputs)
        if (!second && word.last - word.first > 1) second = &word;
    ASSERT_NE(second, nullptr);
    auto changed = std::make_shared<Trace>(*s.trace);
    changed->request.edits.rows[second->first + 1] = {RowEdit::Kind::Uniform, {}, {}, {}, 0};
    const auto own = std::exchange(s.trace, changed);
    const std::string raw = "Changed by hand: the weights of output " + std::to_string(second->first + 2);
    EXPECT_EQ(changes_beside(s), raw);
    s.trace = own;
    update(s, {"words"});
    s.trace = changed;
    EXPECT_EQ(changes_beside(s), "Changed by hand: the weights of piece 2 of output " +
                                     std::to_string(second - words.outputs.data() + 1));
}

// The arrow keys, W and K begin from the bar that is seen, not from the mean of the heads.
TEST(HeldWeight, IsThatOfTheHeadInFront) {
    AppState s = over_pieces();
    update(s, {"last"});
    std::set<float> seen;
    for (int head = 0; head < 4; ++head) {
        s.layers.front.cross = head;
        seen.insert(weight_seen(s, 1, 2));
        EXPECT_EQ(weight_seen(s, 1, 2), weight_in_front(*s.trace, playhead_of(s), s.layers.front, 1, 2));
        update(s, {"lock", "", 0, 1, 2});
        EXPECT_EQ(s.edits.rows.at(1).held.at(2), weight_seen(s, 1, 2));
        EXPECT_NE(s.toasts.back().detail.find("that of head " + std::to_string(head + 1) + " of layer "),
                  std::string::npos)
            << s.toasts.back().detail;
        update(s, {"lock", "", 0, 1, 2});
    }
    EXPECT_EQ(seen.size(), 4u) << "each head has a weight of its own";
}

// What is held is a piece's weight: where words are seen, that is said.
TEST(WordsSwitch, AHeldWeightIsThatOfAPieceOfAWord) {
    AppState s = over_pieces();
    update(s, {"last"});
    int piece = -1;
    for (const Word& word : words_of(*s.trace).source)
        if (!word.framing && word.last - word.first > 1) piece = word.first;
    ASSERT_GE(piece, 0);
    const auto held = [&] {
        update(s, {"lock", "", 0, 1, piece});
        const std::string title = s.toasts.back().title;
        update(s, {"lock", "", 0, 1, piece}); // and freed
        return title;
    };
    EXPECT_TRUE(held().starts_with("Held at "));
    update(s, {"words"});
    const std::string title = held();
    EXPECT_TRUE(title.starts_with("Held the piece “")) << title;
    EXPECT_TRUE(title.ends_with(" in every head of every layer")) << title;
}

TEST(WordsSwitch, AStepOfTheHistoryNamesThePieceOfItsWord) {
    AppState s = over_pieces();
    update(s, {"last"});
    int piece = -1;
    for (const Word& word : words_of(*s.trace).source)
        if (!word.framing && word.last - word.first > 1) piece = word.first;
    ASSERT_GE(piece, 0);
    update(s, {.id = "hold-weight", .value = 0.4, .i = 1, .j = piece});
    const std::string in_pieces = s.history.steps.back().name;
    EXPECT_TRUE(in_pieces.starts_with("Held “") && in_pieces.ends_with(" for output 2")) << in_pieces;
    update(s, {"undo"});
    update(s, {"words"});
    const RunWords words = words_of(*s.trace);
    update(s, {.id = "hold-weight", .value = 0.4, .i = 1, .j = piece});
    EXPECT_EQ(s.history.steps.back().name,
              "Held " + source_name(*s.trace, piece, &words) + " at .40 for " + output_name(1, &words));
    EXPECT_TRUE(s.history.steps.back().name.starts_with("Held the piece “"));
}

/// What is chosen in one view holds in the others.
TEST(WordsSwitch, IsOneForAllViews) {
    AppState s = over_pieces();
    update(s, {"heads"});
    update(s, {"words"}); // the atlas in pieces
    update(s, {"heads"});
    EXPECT_FALSE(shows_words(s));
    update(s, {"words"}); // Step in words
    update(s, {"heads"});
    EXPECT_TRUE(shows_words(s));
    update(s, {"heads"});
    EXPECT_TRUE(shows_words(s));
}

TEST(WordsSwitch, MeasuresTheAtlasAnew) {
    AppState s = over_pieces();
    const std::atomic<bool> never{false};
    const auto answer = [&] { apply(s, WorkDone{"heads", heads_job(s)(Engine{}, never), ""}); };
    update(s, {"heads"});
    answer();
    ASSERT_NE(s.heads.known.maps, nullptr);
    const auto columns = [&] {
        return s.heads.known.maps->of(HeadKind::Cross, heads::Reading::Predicts).columns.size();
    };
    const std::size_t in_words_now = columns();
    update(s, {"words"});
    answer();
    EXPECT_EQ(columns(), static_cast<std::size_t>(s.trace->source_length()));
    EXPECT_GT(columns(), in_words_now);
    EXPECT_EQ(s.heads.known.report->over, "this sentence's pieces");
}

TEST(WordsSwitch, IsKeptInASession) {
    AppState s = over_pieces();
    update(s, {"words"});
    const auto json = words_choices(s);
    AppState other;
    words_from_json(json, other);
    EXPECT_EQ(other.words, s.words);
    words_from_json({{"columns", "yes"}}, other);
    EXPECT_EQ(other.words, WordsState{});
    EXPECT_NE(session_text(s).find("\"words\""), std::string::npos);
}

} // namespace
} // namespace heed
