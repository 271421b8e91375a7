#include "app/state/commands/row.h"
#include "app/state/open/opening.h"

#include "app/state/compare/compare.h"
#include "app/state/session/session.h"
#include "app/state/session/settings.h"
#include "app/state/session/state_json.h"
#include "tests/app/state/opening_samples.h"
#include "tests/support/samples/sample_report.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using Kind = Effect::Kind;
using namespace opening_test;

/// As the engine answers: words are missing, or they are there.
ModelLoaded answer(const AppState& s, const io::LoadReport& report, bool ready) {
    LoadedModel loaded;
    loaded.report = std::make_shared<io::LoadReport>(report);
    if (ready) {
        loaded.model = some_model();
        loaded.facts.name = "tut4-model";
        loaded.opened_from = "/home/ana/tut4-model.pt";
    }
    return {s.opening, s.opening_with, loaded};
}

AppState asked_for_words() {
    AppState s = with_dates();
    update(s, {"load", "/home/ana/tut4-model.pt"});
    apply(s, answer(s, test::sample_report(), false));
    return s;
}

TEST(Opening, MissingWordsAreAskedForAndTheOldModelStays) {
    AppState s = asked_for_words();
    EXPECT_TRUE(s.report.waiting());
    EXPECT_TRUE(s.report.shown);
    EXPECT_EQ(s.model_name, "dates");
    EXPECT_TRUE(s.settings.recent.empty());
    EXPECT_EQ(state_to_json(s)["report"]["target"]["tokens"], 19);
    update(s, {"clear"}); // Esc: back to what there was
    EXPECT_FALSE(s.report.waiting());
    EXPECT_FALSE(s.report.shown);
    EXPECT_TRUE(s.trace);
}

TEST(Opening, TheAnswerIsLookedAtAndRemembered) {
    AppState s = asked_for_words();
    update(s, {"words-file", "trg_vocab.pt", 0, 1});
    EXPECT_EQ(s.report.answers.target_words, "trg_vocab.pt");
    const EffectList effects = update(s, {"words-check"});
    EXPECT_TRUE(asks(effects, Kind::LoadModel));
    EXPECT_EQ(s.opening_with.target_words, "trg_vocab.pt");
    EXPECT_TRUE(s.report.waiting()); // until it has come
    apply(s, answer(s, test::answered_report(), true));
    EXPECT_FALSE(s.report.waiting());
    EXPECT_FALSE(s.report.shown); // straight to Step: nothing in it that must be seen
    EXPECT_EQ(s.model_name, "/home/ana/tut4-model.pt");
    ASSERT_EQ(s.toasts.size(), 1u);
    EXPECT_EQ(s.toasts[0].action, "report");
    EXPECT_EQ(s.toasts[0].detail, "55\u2009327 parameters, all known; its example agrees");
    EXPECT_EQ(s.input, "3 march 1987"); // the first of its own case, and run
    EXPECT_TRUE(s.running);
    // Opened again, nothing is asked.
    update(s, {"load", "/home/ana/tut4-model.pt"});
    EXPECT_EQ(s.opening_with.target_words, "trg_vocab.pt");
    EXPECT_EQ(settings_from_json(settings_to_json(s.settings)), s.settings);
}

TEST(Opening, OneTensorWasNotUnderstoodTwoWere) {
    for (const std::size_t unread : {1u, 2u}) {
        AppState s = asked_for_words();
        update(s, {"words-file", "trg_vocab.pt", 0, 1});
        update(s, {"words-check"});
        io::LoadReport report = test::answered_report();
        report.tensors.resize(3);
        for (std::size_t n = unread; n < report.tensors.size(); ++n) report.tensors[n].part = "embedding";
        apply(s, answer(s, report, true));
        ASSERT_EQ(s.toasts.size(), 1u);
        EXPECT_TRUE(s.toasts[0].detail.ends_with(unread == 1 ? "; 1 of 3 tensors was not understood"
                                                             : "; 2 of 3 tensors were not understood"))
            << s.toasts[0].detail;
    }
}

TEST(Opening, AWrongListLeavesTheQuestionOpen) {
    AppState s = asked_for_words();
    update(s, {"words-file", "nowhere.txt", 0, 0});
    update(s, {"words-check"});
    apply(s, ModelFailed{s.opening, "nowhere.txt: no such file", s.opening_with});
    EXPECT_TRUE(s.report.waiting());
    EXPECT_EQ(s.report.problem, "nowhere.txt: no such file.");
    EXPECT_FALSE(s.failure);
}

TEST(Opening, AnOlderAnswerDoesNotCount) {
    AppState s = asked_for_words();
    update(s, {"words-file", "a.txt", 0, 1});
    update(s, {"words-check"});
    const ModelLoaded late = answer(s, test::answered_report(), true);
    update(s, {"words-file", "b.txt", 0, 1});
    update(s, {"words-check"});
    apply(s, late);
    EXPECT_TRUE(s.report.waiting());
    EXPECT_EQ(s.opening_with.target_words, "b.txt");
}

TEST(Opening, WhatWasSaidOfTheModelBeforeGoesWithIt) {
    AppState s = asked_for_words();
    update(s, {"words-file", "trg_vocab.pt", 0, 1});
    update(s, {"words-check"});
    s.toasts.push_back({s.next_toast++, false, "Saved the family mine", "", s.clock + 8, "report"});
    s.toasts.push_back({s.next_toast++, false, "Copied", "", s.clock + 8});
    ModelLoaded event = answer(s, test::answered_report(), true);
    apply(s, event);
    EXPECT_TRUE(std::none_of(s.toasts.begin(), s.toasts.end(),
                             [](const Toast& toast) { return toast.title == "Saved the family mine"; }));
    EXPECT_TRUE(std::any_of(s.toasts.begin(), s.toasts.end(),
                            [](const Toast& toast) { return toast.title == "Copied"; }));
}

TEST(Opening, NumbersInsteadOfWords) {
    AppState s = asked_for_words();
    EXPECT_TRUE(asks(update(s, {"words-numbers"}), Kind::LoadModel));
    EXPECT_TRUE(s.opening_with.numbers);
}

TEST(Opening, ListsThatAreDroppedAnswerTheQuestion) {
    AppState s = asked_for_words();
    EXPECT_TRUE(asks(update(s, {.id = "open-files", .files = {"/a/one", "/a/two"}}), Kind::WeighFiles));
    apply(s, FilesWeighed{{"/a/one", "/a/two"}, {"vocabulary, 15", "vocabulary, 38"}});
    EXPECT_EQ(s.opening_with.source_words, "/a/two"); // by their lengths
    EXPECT_EQ(s.opening_with.target_words, "/a/one");
    EXPECT_EQ(s.opening, "/home/ana/tut4-model.pt");
    AppState other = asked_for_words();
    apply(other, FilesWeighed{{"/a/model.pt"}, {"checkpoint"}});
    EXPECT_EQ(other.opening, "/a/model.pt");
}

TEST(Opening, SeveralDroppedFilesAreOneModel) {
    AppState s = with_dates();
    update(s, {.id = "open-files", .files = {"/a/encoder.pt", "/a/decoder.pt"}});
    EXPECT_EQ(s.opening, "/a/encoder.pt");
    EXPECT_EQ(s.opening_with.beside, std::vector<std::string>{"/a/decoder.pt"});
}

TEST(Opening, WhatDisagreesIsShown) {
    AppState s = with_dates();
    io::LoadReport report = test::answered_report();
    EXPECT_FALSE(needs_a_look(report));
    report.own_case->lines[1].good = false;
    EXPECT_TRUE(needs_a_look(report));
    update(s, {"load", "/home/ana/tut4-model.pt"});
    apply(s, answer(s, report, true));
    EXPECT_TRUE(s.report.shown);
    EXPECT_TRUE(s.toasts.empty());
    update(s, {"run"}); // Enter: on to Step
    EXPECT_FALSE(s.report.shown);
}

TEST(Opening, ASavedFamilyThatDisagreesIsNoSuccess) {
    for (const bool agrees : {true, false}) {
        AppState s = with_dates();
        io::LoadReport report = test::answered_report();
        report.own_case->lines[1].good = agrees;
        update(s, {"load", "/home/ana/tut4-model.pt"});
        s.opening_family = "mine";
        apply(s, answer(s, report, true));
        ASSERT_EQ(s.toasts.size(), 1u);
        EXPECT_EQ(s.toasts.front().title,
                  agrees ? "Saved the family mine" : "Saved the family mine, which is not right yet");
        EXPECT_EQ(s.toasts.front().detail.find("Every command"), std::string::npos);
        EXPECT_TRUE(s.opening_family.empty());
    }
}

TEST(Opening, AModelThatLacksTensorsIsNotAskedForWords) {
    AppState s = with_dates();
    update(s, {"load", "/home/ana/model.npz"});
    io::LoadReport report = test::sample_report();
    report.groups.insert(
        report.groups.begin(),
        {"Missing", {{"decoder_W_comb_att", "the model needs it", io::PartRole::None, {}, "", 0, {}}}});
    ModelLoaded event = answer(s, report, false);
    event.loaded.problem = "model.npz: tensor \"decoder_W_comb_att\": expected it in the file, found none";
    apply(s, event);
    EXPECT_TRUE(s.report.shown);
    EXPECT_FALSE(s.report.refused.empty());
    EXPECT_TRUE(update(s, {"words-check"}).empty());
    update(s, {"clear"});
    EXPECT_EQ(s.report.refused, "");
    EXPECT_EQ(s.model_name, "dates");
}

// Read whole, words and all, and yet not shown: as a model that the window has no picture of.
TEST(Opening, AModelThatHasItsWordsIsNotAskedForThem) {
    AppState s = with_dates();
    update(s, {"load", "/home/ana/marian"});
    io::LoadReport report = test::answered_report();
    for (io::ReportVocabulary* words : {&report.source, &report.target}) words->tokens = words->expected;
    ModelLoaded event = answer(s, report, false);
    event.loaded.problem = "marian: there is no picture of it yet";
    apply(s, event);
    EXPECT_TRUE(s.report.shown);
    EXPECT_NE(s.report.refused.find("no picture"), std::string::npos) << s.report.refused;
    report.target.tokens = 0;
    apply(s, answer(s, report, false));
    EXPECT_EQ(s.report.refused, "") << "it lacks words alone";
}

TEST(Opening, TheReportOfABundledModelIsReadWhenItIsAskedFor) {
    AppState s = with_dates();
    EXPECT_TRUE(asks(update(s, {"report"}), Kind::ReadReport));
    EXPECT_FALSE(s.report.shown);
    apply(s, ReportRead{"dates", std::make_shared<io::LoadReport>(test::answered_report()), ""});
    EXPECT_TRUE(s.report.shown);
    update(s, {"report"});
    EXPECT_FALSE(s.report.shown);
}

// The button that is drawn as the first is what Enter does.
TEST(Opening, EnterDoesWhatMayMendAFailure) {
    AppState s;
    EXPECT_NE(command_for("Enter", s, false), find_command("mend-failure"));
    update(s, {"load", "/f/x.pt"});
    ModelFailed failed{s.opening, "/f/x.pt: no family of models has these tensors", s.opening_with};
    failed.unknown = true;
    apply(s, failed);
    ASSERT_TRUE(s.failure);
    ASSERT_EQ(command_for("Enter", s, false), find_command("mend-failure"));
    EXPECT_NE(command_for("Enter", s, true), find_command("mend-failure")) << "in a field it is the field's";
    update(s, {"mend-failure"});
    EXPECT_TRUE(s.assistant);
    EXPECT_FALSE(s.failure);
}

TEST(Opening, WhatWasNotOpenedIsSaidUntilAnotherFileIsTaken) {
    const test::TemporaryFolder folder;
    const std::string file = folder / "x.pt", other = folder / "y.pt";
    AppState s;
    update(s, {"load", file});
    ModelFailed failed{s.opening, file + ": no family of models has these tensors", s.opening_with};
    failed.unknown = true;
    apply(s, failed);
    update(s, {"open-other"});
    ASSERT_EQ(s.dialog, Dialog::Open);
    EXPECT_EQ(s.open.folder, folder.path()); // where it lies
    update(s, {"clear"});
    EXPECT_EQ(s.dialog, Dialog::None);
    ASSERT_TRUE(s.failure);
    EXPECT_EQ(s.failure->action, "assistant " + file);
    update(s, {"open-other"});
    s.open.entries = {{"y.pt", other, false, true, true, "checkpoint", 1, ""}};
    update(s, {"open-choose", other});
    update(s, {"open-confirm"});
    EXPECT_EQ(s.opening, other);
    EXPECT_FALSE(s.failure);
}

TEST(Opening, TheLastInputBelongsToItsModel) {
    AppState s;
    s.settings.model = "/gone/model.pt";
    s.settings.input = "a0 a3 a4 a7";
    begin(s);
    EXPECT_EQ(s.input, "a0 a3 a4 a7");
    apply(s, ModelFailed{s.opening, "/gone/model.pt: no such model", s.opening_with});
    EXPECT_EQ(s.opening, "dates");
    EXPECT_EQ(s.input, "");
    EXPECT_EQ(s.settings.input, "");
    AppState other;
    other.settings.input = "a0 a3 a4 a7"; // of a model that is not remembered
    begin(other);
    EXPECT_EQ(other.input, "");
}

TEST(Opening, WhatIsAssumedIsCounted) {
    AppState s = with_dates();
    io::LoadReport report = test::answered_report();
    report.own_case.reset();
    report.unsettled = {"The score is not told", "Nor is the start"};
    update(s, {"load", "/home/ana/tut4-model.pt"});
    apply(s, answer(s, report, true));
    ASSERT_EQ(s.toasts.size(), 1u);
    EXPECT_EQ(s.toasts[0].detail, "55\u2009327 parameters, all tensors known; 2 things are assumed");
}

// The text that two checkpoints of one training are compared on stays; another model begins with its own.
TEST(Opening, AnotherCheckpointReadsTheSameText) {
    for (const bool same : {true, false}) {
        AppState s = with_dates();
        s.facts.task.clear();
        s.model_form = "form";
        s.input = s.settings.input = "anne can see";
        update(s, {"load", "/home/ana/later"});
        LoadedModel loaded;
        loaded.model = some_model();
        loaded.facts = s.facts;
        loaded.form = same ? "form" : "another";
        auto report = std::make_shared<io::LoadReport>(test::answered_report());
        loaded.report = report;
        apply(s, ModelLoaded{s.opening, s.opening_with, loaded});
        EXPECT_EQ(s.model_name, "/home/ana/later");
        EXPECT_EQ(s.input == "anne can see", same) << s.input;
    }
}

TEST(Opening, AFamilyChosenInTheDialogGoesWithTheModelAndItsSession) {
    AppState s = with_dates();
    update(s, {"open"});
    s.open.entries = {{"tut4-model.pt", "/home/ana/tut4-model.pt", false, true, true, "checkpoint", 0, {}}};
    EXPECT_EQ(update(s, {"open-choose", "/home/ana/tut4-model.pt"}).front().files,
              std::vector<std::string>{""});
    FilePreview found;
    found.path = s.open.chosen;
    found.families = {{"one", "One", 21, 29}, {"two", "Two", 29, 29}};
    apply(s, FileInspected{found});
    ASSERT_EQ(s.open.preview.families.size(), 2u);

    const Command choice = command_from_json({{"command", "open-family"}, {"family", "two"}}); // a replay's
    EXPECT_EQ(command_to_json(choice)["family"], "two");
    const EffectList look = update(s, choice);
    ASSERT_TRUE(asks(look, Kind::Inspect)); // what it is by that family
    EXPECT_EQ(look.front().files, std::vector<std::string>{"two"});
    found.title = "late";
    apply(s, FileInspected{found}); // of the family before
    EXPECT_NE(s.open.preview.title, "late");
    EXPECT_TRUE(asks(update(s, {"open-confirm"}), Kind::LoadModel));
    EXPECT_EQ(s.opening_with.family, "two");

    LoadedModel loaded;
    loaded.model = some_model();
    loaded.opened_from = "/home/ana/tut4-model.pt";
    apply(s, ModelLoaded{s.opening, s.opening_with, loaded});
    const std::string session = nlohmann::json::parse(session_text(s)).dump();
    EXPECT_NE(session.find(R"("family":"two")"), std::string::npos) << session;
    update(s, {"load", "/home/ana/tut4-model.pt"});
    EXPECT_EQ(s.opening_with.family, "two"); // as it was opened before

    // Found by its tensors again.
    update(s, {"open"});
    s.open.entries = {{"tut4-model.pt", "/home/ana/tut4-model.pt", false, true, true, "checkpoint", 0, {}}};
    update(s, {"open-choose", "/home/ana/tut4-model.pt"});
    EXPECT_EQ(s.open.family, "two");
    update(s, command_from_json({{"command", "open-family"}}));
    update(s, {"open-confirm"});
    EXPECT_EQ(s.opening_with.family, "");
}

TEST(Opening, AModelIsSavedInTheNativeFormat) {
    AppState s = with_dates();
    s.settings.model = "/home/ana/tut4-model.pt";
    update(s, {"save-model"});
    EXPECT_EQ(s.dialog, Dialog::SaveModel);
    EXPECT_EQ(s.saving.path, "/home/ana/tut4-model-heed");
    EXPECT_TRUE(asks(update(s, {"save-now"}), Kind::SaveModel));
    EXPECT_TRUE(update(s, {"save-now"}).empty()); // once
    apply(s, ModelSaved{"/home/ana/x", "/home/ana/x: not written: No space left on device"});
    EXPECT_EQ(s.dialog, Dialog::SaveModel);
    EXPECT_EQ(s.saving.error, "/home/ana/x: not written: No space left on device.");
    update(s, {"save-now"});
    apply(s, ModelSaved{"/home/ana/x", ""});
    EXPECT_EQ(s.dialog, Dialog::None);
    EXPECT_EQ(s.toasts.back().title, "Saved x");
}

} // namespace
} // namespace heed
