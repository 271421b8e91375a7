// What is saved from the assistant: a family, beside those that are there.
#include "core/io/base/file.h"
#include "tests/app/state/assistant/assistant_fixture.h"

#include <nlohmann/json.hpp>

namespace heed {
namespace {

namespace fs = std::filesystem;
using test::Assistant, test::orders, test::loads;

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

// A family is known by its id, whatever its file is called.
TEST_F(Assistant, AFamilyIsFoundByItsIdToo) {
    const fs::path families = own_ / "heed/families";
    fs::create_directories(families);
    auto other =
        nlohmann::json::parse(io::read_file(test::source_dir() / "assets/families/bastings.json", 1 << 20));
    other["id"] = "theirs";
    io::write_file_atomic(families / "otherwise.json", other.dump());
    try_it();
    call("theirs");
    EXPECT_TRUE(would_replace_family(*state_.assistant));
    EXPECT_EQ(family_there_words(*state_.assistant).find("otherwise.json is there already"), 0u)
        << family_there_words(*state_.assistant);
    EXPECT_FALSE(orders(update(state_, {"assistant-save"}), "assistant-save"));
    ASSERT_TRUE(orders(update(state_, {"assistant-save"}), "assistant-save")); // and once more
    save_now();
    EXPECT_TRUE(state_.assistant->saved);
    EXPECT_TRUE(fs::exists(families / "theirs.json"));
    EXPECT_FALSE(fs::exists(families / "otherwise.json")) << "two families of one id";
}

// Saving may end after the name was changed, or another file was taken up.
TEST_F(Assistant, WhatWasSavedIsOfTheNameAndTheFileThatItWasSavedFor) {
    try_it();
    call("my-keon");
    ASSERT_TRUE(orders(update(state_, {"assistant-save"}), "assistant-save"));
    const WorkDone saved = done("assistant-save", assistant_save_job(state_));
    change_assistant(state_, [](AssistantState& a) { a.name = "another"; });
    apply_assistant_save(state_, saved);
    EXPECT_FALSE(state_.assistant->saving);
    EXPECT_FALSE(state_.assistant->saved); // it would be opened by a family that is not there
    EXPECT_TRUE(state_.assistant->own.contains("my-keon"));
    change_assistant(state_, [](AssistantState& a) {
        a.own.clear();
        a.order.file = "/elsewhere.pt";
        a.saving = true;
    });
    apply_assistant_save(state_, saved);
    EXPECT_TRUE(state_.assistant->saving);
    EXPECT_TRUE(state_.assistant->own.empty());
}

// A search goes on while another file is taken up.
TEST_F(Assistant, ASearchIsOfTheFileThatItWasAskedFor) {
    try_it();
    const auto progress = std::make_shared<AssistantProgress>();
    change_assistant(state_, [&](AssistantState& a) {
        a.searched = a.order;
        a.progress = progress;
    });
    const AssistantOrder order = state_.assistant->order;
    const auto search = std::make_shared<const io::mapping::Search>();
    const WorkDone found{"assistant-all", AssistantSearched{order, progress, search}, ""};
    const auto others = std::make_shared<AssistantProgress>();
    change_assistant(state_, [&](AssistantState& a) { a.progress = others; });
    apply_assistant_search(state_, found);
    EXPECT_EQ(state_.assistant->search, nullptr);
    EXPECT_EQ(state_.assistant->progress, others);
    change_assistant(state_, [&](AssistantState& a) {
        a.progress = progress;
        a.searched.file = "/elsewhere.pt";
    });
    apply_assistant_search(state_, found);
    EXPECT_EQ(state_.assistant->search, nullptr);
    change_assistant(state_, [&](AssistantState& a) { a.searched = order; });
    apply_assistant_search(state_, found);
    EXPECT_EQ(state_.assistant->search, search);
    EXPECT_EQ(state_.assistant->progress, nullptr);
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

// What a search found that agrees as well goes into the family, and is gone with another answer.
TEST_F(Assistant, AnswersThatTheExamplesDoNotSettleAreSaved) {
    namespace mapping = io::mapping;
    try_it();
    const auto runs = [](double weight) {
        return std::make_shared<const mapping::ProbeRuns>(mapping::ProbeRuns{{1}, {weight}, {}});
    };
    mapping::Search search;
    search.tried.resize(2);
    for (mapping::Combination& one : search.tried) {
        one.answers = state_.assistant->known->trial.answers();
        one.agrees = true;
        one.runs = runs(.1);
    }
    search.tried[1].answers["unit"] = "gelu";
    const auto undecided_with = [&](double weight) {
        search.tried[1].runs = runs(weight);
        change_assistant(
            state_, [&](AssistantState& a) { a.search = std::make_shared<const mapping::Search>(search); });
        return undecided_questions(*state_.assistant);
    };
    EXPECT_TRUE(undecided_with(.1).empty()); // they run alike
    ASSERT_EQ(undecided_with(.2).size(), 1u);
    EXPECT_EQ(undecided_with(.2)[0].options,
              (std::vector<std::string>{search.tried[0].answers["unit"], "gelu"}));
    call("my-keon");
    save_now();
    const auto json = nlohmann::json::parse(io::read_file(own_ / "heed/families/my-keon.json", 1 << 20));
    ASSERT_EQ(json["undecided"].size(), 1u);
    EXPECT_NE(json["undecided"][0].get<std::string>().find("“What is inside the score?”"), std::string::npos);
}

// One step, on the input that the model on the screen had.
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

// It lay before a model and before weights that were opened meanwhile.
TEST_F(Assistant, WhatIsOpenedComesInFrontOfIt) {
    try_it();
    call("half-done");
    state_.view = "gallery";
    io::write_file_atomic(folder_ / "map.json",
                          R"({"source": "a b", "target": "x", "attention": [[0.5, 0.5]]})");
    const std::string map = (folder_ / "map.json").string();
    update(state_, {"load", map});
    apply(state_, ModelLoaded{map, state_.opening_with, heed_engine().load(map, {})});
    EXPECT_FALSE(shows_assistant(state_));
    EXPECT_EQ(state_.view, "step");
    EXPECT_EQ(state_.maps.size(), 1u);
    update(state_, {"assistant", file_});
    EXPECT_EQ(state_.assistant->name, "half-done");
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
    EXPECT_EQ(state_.toasts.front().title, "Saved the family my-keon");
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

TEST(AssistantCaution, SaysWhatIsSavedBeforeItIsRight) {
    AssistantState a;
    EXPECT_EQ(save_caution(a), "");
    a.progress = std::make_shared<AssistantProgress>();
    EXPECT_EQ(save_caution(a), "All answers are still being tried, and saving ends that.");
    const auto known = std::make_shared<AssistantKnown>();
    known->trial.examples.emplace().count = 1; // which is not equal
    a.known = known;
    EXPECT_EQ(save_caution(a),
              "What is answered now does not agree with expected.json; all answers are still "
              "being tried, and saving ends that.");
    a.progress = nullptr;
    EXPECT_EQ(save_caution(a), "What is answered now does not agree with expected.json.");
}

// By steps nobody knows how many there will be.
TEST(AssistantCaution, CountsWithoutAnEndWhereThatIsNotKnown) {
    AssistantState a;
    EXPECT_EQ(search_count(a), "");
    a.progress = std::make_shared<AssistantProgress>();
    a.progress->done = 654;
    EXPECT_EQ(search_count(a), "654");
    a.progress->all = 512;
    EXPECT_EQ(search_count(a), "654 of 654");
    a.progress->done = 320;
    EXPECT_EQ(search_count(a), "320 of 512");
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

} // namespace
} // namespace heed
