#include "tests/app/state/assistant/assistant_fixture.h"

#include "app/state/open/example_lines.h"
#include "core/io/base/file.h"
#include "core/io/container/checkpoint.h"
#include "tests/support/rewritten.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

namespace fs = std::filesystem;
using test::Assistant, test::orders, test::loads;

TEST_F(Assistant, AnAnswerIsTriedAtOnceAndKeptOverStaleOnes) {
    try_it();
    EXPECT_FALSE(state_.assistant->order.input.empty()); // it suggests one
    EXPECT_EQ(why_not_tried(*state_.assistant), "");
    update(state_, {"assistant-question", "", 0, number_of("unit")});
    const std::string before = question("unit").answer;
    ASSERT_TRUE(orders(update(state_, {"assistant-right"}), "assistant"));
    EXPECT_EQ(why_not_saved(*state_.assistant), "It is being tried"); // until it has come
    apply_assistant(state_, done("assistant", assistant_job(state_)));
    EXPECT_NE(question("unit").answer, before);
    EXPECT_TRUE(question("unit").given);
    EXPECT_EQ(why_not_saved(*state_.assistant), "");
}

// With the outputs held, what the logits read moves no weight: what moves is how probable they are.
TEST_F(Assistant, WhatChangesTheWordsAloneIsNotCalledNothing) {
    try_it();
    const AssistantKnown& known = *state_.assistant->known;
    ASSERT_TRUE(question("reads").open());
    EXPECT_EQ(question_change(known, question("reads")), 0.0);
    EXPECT_GT(question_written(known, question("reads")), .005);
}

// It covers the workspace, whose plain keys changed what is hidden.
TEST_F(Assistant, KeysAreItsOwnAndATabLeavesIt) {
    try_it();
    for (const char* key : {"M", "P", "T", "B", "Space", "F5"}) {
        const CommandInfo* command = command_for(key, state_, false);
        EXPECT_EQ(command ? command->id : "", "") << key;
        EXPECT_EQ(why_no_command(key, state_, false), "") << key;
    }
    EXPECT_NE(command_for("Ctrl+Z", state_, false), nullptr);
    EXPECT_NE(command_for("Esc", state_, false), nullptr);
    call("my-own");
    state_.view = "step";
    update(state_, {"view-gallery"});
    EXPECT_FALSE(shows_assistant(state_));
    update(state_, {"assistant", file_});
    EXPECT_EQ(state_.assistant->name, "my-own") << "what was said of it is there";
}

TEST_F(Assistant, TheKeyOfTheTenthQuestionIsZero) {
    try_it();
    const CommandInfo* command = command_for("0", state_, false);
    ASSERT_NE(command, nullptr);
    EXPECT_EQ(command->id, "assistant-question");
    update(state_, {"assistant-settled"}); // all of them
    const std::size_t asked = asked_questions(*state_.assistant).size();
    Command key{"assistant-question", "0"};
    key.i = -1;
    update(state_, key);
    EXPECT_EQ(state_.assistant->question, asked >= 10 ? 9 : 0);
    key.text = "2";
    update(state_, key);
    EXPECT_EQ(state_.assistant->question, 1);
}

TEST_F(Assistant, AFamilyIsNamedAfterFolderAndFileWithoutItsEndings) {
    for (const auto& [file, name] : {std::pair("/z/n1.tar.gz", "z-n1"),
                                     {"/z/n1.tar", "z-n1"},
                                     {"/keon/seq2seq_7.pt", "keon-seq2seq_7"}}) {
        AppState s;
        update(s, {"assistant", file});
        ASSERT_TRUE(s.assistant) << file;
        EXPECT_EQ(s.assistant->name, name);
    }
}

TEST_F(Assistant, APartIsTakenByArrowsAndEnter) {
    try_it();
    int row = -1;
    for (const AssistantRow& one : state_.assistant->known->rows)
        if (++row; one.unit >= 0 && one.part == io::mapping::Part::ScoreV) break;
    update(state_, {"assistant-row", "", 0, row});
    EXPECT_FALSE(state_.assistant->choosing); // a press chooses the row, the next one opens it
    update(state_, {"assistant-row", "", 0, row});
    EXPECT_TRUE(state_.assistant->choosing);
    const auto parts = offered_parts(*state_.assistant);
    ASSERT_GT(parts.size(), 1u);
    EXPECT_NE(std::find(parts.begin(), parts.end(), io::mapping::Part::ScoreV), parts.end());
    for (std::size_t n = 0; n < parts.size(); ++n) update(state_, {"assistant-up"}); // from the part it has
    update(state_, {"assistant-down"});
    update(state_, {"assistant-enter"});
    EXPECT_FALSE(state_.assistant->choosing);
    ASSERT_EQ(state_.assistant->order.parts.size(), 1u);
    EXPECT_EQ(state_.assistant->order.parts.begin()->second, parts[1]);
    EXPECT_TRUE(leave_assistant(state_)); // Esc
    EXPECT_FALSE(shows_assistant(state_));
}

TEST_F(Assistant, TheChosenRowIsATensorWhereverItsGuessPutsIt) {
    try_it();
    int row = -1;
    for (const AssistantRow& one : state_.assistant->known->rows)
        if (++row; one.unit >= 0 && one.part == io::mapping::Part::ScoreV) break;
    update(state_, {"assistant-row", "", 0, row});
    const std::string name = chosen_row(*state_.assistant)->name;
    update(state_, {"assistant-part", std::string(io::mapping::info(io::mapping::Part::Ignored).id), 0, row});
    try_it();
    ASSERT_NE(chosen_row(*state_.assistant), nullptr);
    EXPECT_EQ(chosen_row(*state_.assistant)->name, name);
    EXPECT_NE(state_.assistant->row, row);
}

TEST_F(Assistant, ThePartsThatAreOfferedBeginAtTheOneItHas) {
    try_it();
    const auto& rows = state_.assistant->known->rows;
    for (int n = 0; n < static_cast<int>(rows.size()); ++n) {
        const AssistantRow& row = rows[static_cast<std::size_t>(n)];
        if (row.unit < 0 || row.part == io::mapping::Part::Ignored) continue;
        update(state_, {"assistant-row", "", 0, n});
        update(state_, {"assistant-row", "", 0, n});
        ASSERT_TRUE(state_.assistant->choosing);
        const auto parts = offered_parts(*state_.assistant);
        EXPECT_EQ(parts[static_cast<std::size_t>(state_.assistant->offered)], row.part) << row.name;
    }
}

// Esc leaves; the answers of that file are there when it is mapped again, and undo goes on.
TEST_F(Assistant, WhatWasSaidOfAFileStaysWhenItIsLeft) {
    try_it();
    update(state_, {"assistant-answer", "unit", 0, 0});
    update(state_, {"assistant-answer", "unit", 0, 1});
    update(state_, {"assistant-input", "a1 a2"});
    call("my-keon");
    const auto said = state_.assistant->order.said;
    EXPECT_TRUE(leave_assistant(state_));
    update(state_, {"assistant", "/another/file.pt"});
    EXPECT_TRUE(state_.assistant->order.said.empty());
    EXPECT_TRUE(leave_assistant(state_));
    ASSERT_TRUE(orders(update(state_, {"assistant", file_}), "assistant"));
    try_it();
    EXPECT_EQ(state_.assistant->order.said, said);
    EXPECT_EQ(state_.assistant->order.input, "a1 a2");
    EXPECT_EQ(state_.assistant->name, "my-keon");
    EXPECT_EQ(question("unit").answer, question("unit").options[1].id);
    update(state_, {"assistant-undo"});
    EXPECT_EQ(state_.assistant->order.said.at("unit"), question("unit").options[0].id);
}

TEST_F(Assistant, SaysThatAnExampleIsThereBeforeItCanBeRun) {
    fs::copy(test::source_dir() / "tests/checkpoints/keon/expected.json", folder_.path());
    try_it();
    EXPECT_TRUE(state_.assistant->known->trial.examples);
    const std::size_t row = static_cast<std::size_t>(
        std::find_if(state_.assistant->known->rows.begin(), state_.assistant->known->rows.end(),
                     [](const AssistantRow& one) { return one.part == io::mapping::Part::Cell; }) -
        state_.assistant->known->rows.begin());
    update(state_, {"assistant-part", "not needed", 0, static_cast<int>(row)});
    try_it();
    EXPECT_FALSE(state_.assistant->known->trial.problem.empty());
    EXPECT_FALSE(state_.assistant->known->trial.examples);
    EXPECT_TRUE(state_.assistant->known->trial.has_examples);
}

TEST_F(Assistant, AFamilyThatCannotBeReadMayBeTheOneThatFits) {
    try_it();
    EXPECT_EQ(state_.assistant->known->why_no_family.find("is not used"), std::string::npos);
    fs::create_directories(own_ / "heed/families");
    io::write_file_atomic(own_ / "heed/families/mine.json", "{\"format\": ");
    io::write_file_atomic(own_ / "heed/families/other.json", "[");
    update(state_, {"assistant-answer", "unit", 0, 1});
    try_it();
    for (const char* words :
         {"one is not used, mine.json: not JSON", "one is not used, other.json: not JSON"})
        EXPECT_NE(state_.assistant->known->why_no_family.find(words), std::string::npos) << words;
}

TEST_F(Assistant, AFamilyThatComesNearIsNamed) {
    try_it();
    EXPECT_EQ(state_.assistant->known->why_no_family, "") << "one reads it";
    test::Tensors tensors = test::tensors_of(io::Checkpoint(file_));
    auto v = tensors.extract("decoder.attention.v");
    v.key() = "decoder.attention.energy";
    tensors.insert(std::move(v));
    io::write_file_atomic(file_, test::torch_file(nlohmann::json::object(), tensors));
    update(state_, {"assistant-answer", "unit", 0, 1});
    try_it();
    EXPECT_EQ(state_.assistant->known->why_no_family,
              "nearest by names is keon/seq2seq, which wants \"decoder.attention.v\"");
}

// Its answers are the first that are proposed, and it is said whose they are, until the user says otherwise.
TEST_F(Assistant, WhatTheNearestFamilyAnswersIsProposed) {
    test::Tensors tensors = test::tensors_of(io::Checkpoint(file_));
    for (const char* last : {"weight", "bias"}) {
        auto one = tensors.extract("decoder.attention.attn." + std::string(last));
        one.key() = "decoder.attention.lin." + std::string(last);
        tensors.insert(std::move(one));
    }
    io::write_file_atomic(file_, test::torch_file(nlohmann::json::object(), tensors));
    try_it();
    EXPECT_EQ(state_.assistant->known->why_no_family, "nearest is keon/seq2seq, whose answers are proposed");
    EXPECT_EQ(question("unit").answer, "relu");
    EXPECT_EQ(question("unit").family, "keon/seq2seq");
    const auto& rows = state_.assistant->known->rows;
    const auto score = std::find_if(rows.begin(), rows.end(), [](const AssistantRow& row) {
        return row.part == io::mapping::Part::Score;
    });
    ASSERT_NE(score, rows.end());
    EXPECT_EQ(score->family, "keon/seq2seq");
    // The guess of its part rests on other things than the answers.
    EXPECT_EQ(score->ground.find("family"), std::string::npos) << score->ground;
    EXPECT_FALSE(state_.assistant->known->trial.examples); // nothing is verified by it
    update(state_, {"assistant-answer", "unit", 0, 0});
    try_it();
    EXPECT_EQ(question("unit").answer, "tanh");
    EXPECT_EQ(question("unit").family, "");
    update(state_, {"assistant-undo"});
    try_it();
    EXPECT_EQ(question("unit").answer, "relu");
}

TEST_F(Assistant, AModelThatIsMappedAgainKeepsItsInputAndIsOneStep) {
    leave_assistant(state_);
    update(state_, {"load", file_});
    apply(state_, ModelLoaded{file_, {}, heed_engine().load(file_, {})});
    update(state_, {"type", "a1 a2 a3"});
    const std::size_t steps = state_.history.steps.size();
    update(state_, {"assistant-model"});
    ASSERT_TRUE(state_.assistant);
    EXPECT_EQ(state_.assistant->order.input, "a1 a2 a3");
    try_it();
    call("my-keon");
    update(state_, {"assistant-save"});
    apply(state_, done("assistant-save", assistant_save_job(state_)));
    apply(state_, ModelLoaded{file_, state_.opening_with, heed_engine().load(file_, state_.opening_with)});
    EXPECT_EQ(state_.input, "a1 a2 a3");
    EXPECT_EQ(state_.history.steps.size(), steps + 1);
    EXPECT_EQ(state_.history.steps.back().name,
              "Opened " + fs::path(file_).filename().string() + " by my-keon");
}

// Undo is of the answers here, not of the run behind.
TEST_F(Assistant, UndoTakesAnAnswerBack) {
    try_it();
    const auto first = state_.assistant->order.said;
    EXPECT_TRUE(update(state_, {"assistant-undo"}).empty()); // there is nothing to take back
    update(state_, {"assistant-answer", "unit", 0, 0});
    const auto one = state_.assistant->order.said;
    update(state_, {"assistant-answer", "unit", 0, 1});
    const auto two = state_.assistant->order.said;
    ASSERT_NE(one, two);
    EXPECT_EQ(command_for("Ctrl+Z", state_, false)->id, "assistant-undo");
    for (const char* redo : {"Ctrl+Shift+Z", "Ctrl+Y"})
        EXPECT_EQ(command_for(redo, state_, false)->id, "assistant-redo");
    EXPECT_TRUE(orders(update(state_, {"assistant-undo"}), "assistant"));
    EXPECT_EQ(state_.assistant->order.said, one);
    update(state_, {"assistant-undo"});
    EXPECT_EQ(state_.assistant->order.said, first);
    update(state_, {"assistant-redo"});
    update(state_, {"assistant-redo"});
    EXPECT_EQ(state_.assistant->order.said, two);
    EXPECT_EQ(command_for("Ctrl+Enter", state_, false), nullptr); // it is being tried
    try_it();
    EXPECT_EQ(command_for("Ctrl+Enter", state_, false)->id, "assistant-save");
}

// All that rests on a guess is in the family, what weighs most first, and the doubt counts it.
TEST_F(Assistant, FilesThatWereGivenTogetherStayTogether) {
    AppState s;
    update(s, {"open-files", "", 0, -1, -1, {"/a/enc.bin", "/a/other.bin"}});
    ASSERT_EQ(s.opening, "/a/enc.bin");
    ModelFailed failed{s.opening, "/a/enc.bin: no family of models has these tensors", {}};
    failed.answers = s.opening_with;
    failed.unknown = true;
    apply(s, failed);
    ASSERT_TRUE(s.failure);
    update(s, {"assistant", "/a/enc.bin"});
    EXPECT_EQ(s.assistant->order.answers.beside, std::vector<std::string>{"/a/other.bin"});
}

TEST(ExampleLines, AreThoseOfTheReadme) {
    const std::string readme = io::read_file(test::source_dir() / "README.md", 1 << 20);
    EXPECT_NE(readme.find("```python\n" + std::string(example_lines) + "```"), std::string::npos);
    AppState s;
    const EffectList effects = update(s, {"copy-example-lines"});
    ASSERT_FALSE(effects.empty());
    EXPECT_EQ(effects.front().kind, Effect::Kind::CopyText);
    EXPECT_NE(effects.front().text.find(example_lines), std::string::npos);
}

} // namespace
} // namespace heed
