#include "app/state/assistant/assistant.h"

#include "app/state/commands/command.h"
#include "app/state/open/example_lines.h"
#include "app/state/update.h"
#include "core/io/base/file.h"
#include "core/io/mapping/family_draft.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace heed {
namespace {

namespace fs = std::filesystem;

bool orders(const EffectList& effects, const char* work) {
    return std::any_of(effects.begin(), effects.end(),
                       [&](const Effect& e) { return e.kind == Effect::Kind::Work && e.text == work; });
}

bool loads(const EffectList& effects) {
    return std::any_of(effects.begin(), effects.end(),
                       [](const Effect& e) { return e.kind == Effect::Kind::LoadModel; });
}

/// keon's checkpoint, whose score the shapes leave open, and the jobs as the window runs them.
class Assistant : public testing::Test {
protected:
    Assistant() {
        for (const auto& entry : fs::directory_iterator(test::source_dir() / "tests/checkpoints/keon"))
            if (entry.path().filename() != "expected.json") fs::copy(entry.path(), folder_.path());
        for (const auto& entry : fs::directory_iterator(folder_.path()))
            if (entry.path().extension() == ".pt") file_ = entry.path().string();
        if (const char* before = std::getenv("XDG_DATA_HOME")) data_home_ = before;
        setenv("XDG_DATA_HOME", own_.path().c_str(), 1);
        update(state_, {"assistant", file_});
    }
    ~Assistant() override {
        data_home_.empty() ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", data_home_.c_str(), 1);
    }
    WorkDone done(const char* work, const WorkspaceJob& job) {
        WorkDone result{work, {}, ""};
        try {
            result.result = job(engine_, cancelled_);
        } catch (const Error& error) {
            result.problem = error.what();
        }
        return result;
    }
    void try_it() {
        EXPECT_EQ(state_.assistant->asked, state_.assistant->order);
        apply_assistant(state_, done("assistant", assistant_job(state_)));
        ASSERT_TRUE(state_.assistant->known) << state_.assistant->problem;
        look();
        EXPECT_TRUE(follow_assistant(state_).empty()); // nothing is left to be tried
    }
    /// What is there of the family's name.
    void look() { apply_assistant_name(state_, done("assistant-name", assistant_name_job(state_))); }
    void call(const char* name) {
        update(state_, {"assistant-name", name});
        look();
    }
    void save_now() { apply_assistant_save(state_, done("assistant-save", assistant_save_job(state_))); }
    const io::mapping::Question& question(const char* id) const {
        return *state_.assistant->known->trial.draft.find(id);
    }
    int number_of(const char* id) const {
        const auto asked = asked_questions(*state_.assistant);
        return static_cast<int>(
            std::find_if(asked.begin(), asked.end(), [&](const auto* q) { return q->id == id; }) -
            asked.begin());
    }

    test::TemporaryFolder folder_, own_;
    std::string file_, data_home_;
    Engine engine_;
    std::atomic<bool> cancelled_{false};
    AppState state_;
};

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

// Another one's family is replaced when that was asked for twice; one of our own freely.
TEST_F(Assistant, AFamilyOfThatNameIsNotReplacedUnasked) {
    const fs::path families = own_ / "heed/families";
    fs::create_directories(families);
    const std::string other = io::read_file(test::source_dir() / "assets/families/bastings.json", 1 << 20);
    io::write_file_atomic(families / "theirs.json", other);
    io::write_file_atomic(families / "broken.json", "{");
    try_it();
    call("theirs");
    EXPECT_TRUE(would_replace_family(*state_.assistant));
    EXPECT_NE(family_there_words(*state_.assistant).find(nlohmann::json::parse(other)["title"]),
              std::string::npos);
    EXPECT_FALSE(orders(update(state_, {"assistant-save"}), "assistant-save"));
    EXPECT_TRUE(state_.assistant->warned);
    EXPECT_EQ(io::read_file(families / "theirs.json", 1 << 20), other);
    ASSERT_TRUE(orders(update(state_, {"assistant-save"}), "assistant-save")); // and once more
    save_now();
    EXPECT_NE(io::read_file(families / "theirs.json", 1 << 20), other);
    EXPECT_TRUE(state_.assistant->saved);

    change_assistant(state_, [](AssistantState& a) { a.saved = a.saving = false; });
    call("broken");
    EXPECT_EQ(family_there_words(*state_.assistant),
              "broken.json is there already: a file that describes no family");
    update(state_, {"assistant-save"});
    EXPECT_FALSE(state_.assistant->saving);
    call("theirs"); // ours by now
    EXPECT_FALSE(would_replace_family(*state_.assistant));
    ASSERT_TRUE(orders(update(state_, {"assistant-save"}), "assistant-save"));
    change_assistant(state_, [](AssistantState& a) { a.saving = false; });
    call("bastings"); // comes with Heed
    EXPECT_NE(why_not_saved(*state_.assistant), "");
}

// What was written there since it was looked at is not lost either.
TEST_F(Assistant, AFamilyThatCameMeanwhileIsNotReplaced) {
    try_it();
    call("my-keon");
    ASSERT_TRUE(orders(update(state_, {"assistant-save"}), "assistant-save"));
    fs::create_directories(own_ / "heed/families");
    io::write_file_atomic(own_ / "heed/families/my-keon.json", "{}");
    save_now();
    EXPECT_EQ(io::read_file(own_ / "heed/families/my-keon.json", 1 << 20), "{}");
    EXPECT_FALSE(state_.assistant->saved);
    EXPECT_TRUE(would_replace_family(*state_.assistant));
}

// One step, on the input that the model on the screen had.
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
TEST_F(Assistant, ASavedFamilySaysAllThatItAssumes) {
    try_it();
    update(state_, {"assistant-name", "my-keon"});
    apply_assistant_save(state_, done("assistant-save", assistant_save_job(state_)));
    const auto json = nlohmann::json::parse(io::read_file(own_ / "heed/families/my-keon.json", 1 << 20));
    const auto& sentences = json["unsettled"];
    ASSERT_GT(sentences.size(), 1u);
    double before = 10;
    for (const std::string sentence : sentences) {
        const auto at = sentence.find("changed a weight by ");
        const double change = at == std::string::npos ? 0 : std::stod(sentence.substr(at + 20));
        EXPECT_LE(change, before) << sentence;
        before = change;
    }
    // It reads other models, too: whose number it is is said.
    EXPECT_NE(sentences[0].get<std::string>().find(" in " + fs::path(file_).filename().string()),
              std::string::npos)
        << sentences[0];
    io::LoadReport report;
    report.unsettled = sentences.get<std::vector<std::string>>();
    EXPECT_NE(report.doubt().find("(and " + std::to_string(sentences.size() - 1) + " other things"),
              std::string::npos)
        << report.doubt();
    EXPECT_EQ(report.to_know(), report.unsettled);
    report.tensors = {{"gate", {4}, "float32", 16, {}, {}, {}}};
    EXPECT_NE(report.doubt().find("1 tensor (16 bytes) was not understood, and " +
                                  std::to_string(sentences.size())),
              std::string::npos)
        << report.doubt();
}

TEST_F(Assistant, OpensWithoutSavingOnTheInputThatWasTried) {
    try_it();
    const std::string input = state_.assistant->order.input;
    EXPECT_TRUE(loads(update(state_, {"assistant-open"})));
    EXPECT_FALSE(shows_assistant(state_));
    EXPECT_EQ(state_.opening, file_);
    EXPECT_TRUE(state_.opening_with.unsaved_family());
    EXPECT_TRUE(fs::is_empty(own_.path())); // nothing was written
    const LoadedModel loaded = heed_engine().load(file_, state_.opening_with);
    ASSERT_TRUE(loaded.model) << loaded.problem;
    apply(state_, ModelLoaded{file_, state_.opening_with, loaded});
    EXPECT_EQ(state_.input, input);
    EXPECT_GT(state_.wanted_at, 1000); // the map that was seen there comes whole
    ASSERT_EQ(state_.toasts.size(), 1u);
    EXPECT_TRUE(state_.toasts.front().title.starts_with("Opened ")) << state_.toasts.front().title;
    // Without an example, an answer that rests on a guess is said on every picture.
    EXPECT_EQ(state_.report.current->verdict(), io::LoadVerdict::Partly);
}

TEST_F(Assistant, SavesAFamilyThatReadsTheModelAndKeepsWhatWasSaid) {
    try_it();
    update(state_, {"assistant-answer", "unit", 0, 1});
    try_it();
    const std::string said = question("unit").answer, input = state_.assistant->order.input;
    update(state_, {"assistant-name", "Not a name"});
    EXPECT_NE(why_not_saved(*state_.assistant), "");
    EXPECT_FALSE(orders(update(state_, {"assistant-save"}), "assistant-save"));
    call("my-keon");
    ASSERT_TRUE(orders(update(state_, {"assistant-save"}), "assistant-save"));
    EXPECT_TRUE(loads(apply(state_, done("assistant-save", assistant_save_job(state_)))));
    EXPECT_EQ(state_.opening_with.family, "my-keon");
    EXPECT_EQ(state_.opening_input, input);
    const fs::path family = own_ / "heed/families/my-keon.json";
    const auto json = nlohmann::json::parse(io::read_file(family, 1 << 20));
    EXPECT_EQ(io::mapping::said_in(json).answers["unit"], said);
    EXPECT_TRUE(state_.toasts.empty());
    const LoadedModel loaded = heed_engine().load(file_, state_.opening_with);
    ASSERT_TRUE(loaded.model) << loaded.problem;
    apply(state_, ModelLoaded{file_, state_.opening_with, loaded});
    ASSERT_EQ(state_.toasts.size(), 1u); // of both
    EXPECT_EQ(state_.toasts.front().title, "Saved the family my-keon, opened with it");
    EXPECT_GT(state_.wanted_at, 1000);
}

TEST_F(Assistant, SaysThatItSavedAFamilyWhoseModelIsNotOpened) {
    for (const bool cancelled : {false, true}) {
        AppState s;
        s.opening = "/a/b.pt";
        s.opening_family = "mine";
        if (cancelled)
            update(s, {"cancel-loading"});
        else
            apply(s, ModelFailed{"/a/b.pt", "/a/b.pt: gone", {}});
        ASSERT_EQ(s.toasts.size(), 1u);
        EXPECT_EQ(s.toasts.front().title, "Saved the family mine");
        EXPECT_TRUE(s.opening_family.empty());
    }
}

// What somebody guessed does not take a file from the family that is known to have written it.
TEST_F(Assistant, ASavedGuessStandsBehindAFamilyThatIsKnown) {
    try_it();
    update(state_, {"assistant-name", "my-keon"});
    apply_assistant_save(state_, done("assistant-save", assistant_save_job(state_)));
    const LoadedModel loaded = heed_engine().load(file_, {});
    ASSERT_TRUE(loaded.model) << loaded.problem;
    EXPECT_EQ(loaded.report->family.find("my-keon"), std::string::npos) << loaded.report->family;
    const auto& notes = loaded.report->notes;
    EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
        return note.find("my-keon") != std::string::npos;
    }));
    OpenAnswers by_hand;
    by_hand.family = "my-keon";
    EXPECT_NE(heed_engine().load(file_, by_hand).report->family.find("my-keon"), std::string::npos);
}

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
