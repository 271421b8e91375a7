#include "app/state/session/session.h"

#include "app/state/session/state_json.h"
#include "app/state/step/what_if.h"
#include "app/state/workspaces.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "tests/app/state/session/session_samples.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

std::vector<std::string> names(const History& history) {
    std::vector<std::string> all;
    for (const HistoryStep& step : history.steps) all.push_back(step.name);
    return all;
}

TEST(Session, ALengthPenaltyOfZeroIsTheUsersAndNoneIsTheModels) {
    AppState s = worked_on();
    EXPECT_FALSE(opened(session_text(s)).search.settings.length_penalty);
    s.search.settings.length_penalty = 0;
    EXPECT_EQ(opened(session_text(s)).search.settings.length_penalty, 0.0);
}

TEST(Session, EverythingThatWasDoneComesBackAndCanBeUndone) {
    const AppState before = worked_on();
    AppState after = opened(session_text(before));
    EXPECT_EQ(version_of(after), version_of(before));
    EXPECT_EQ(after.view, "search");
    EXPECT_EQ(after.settings.theme, Theme::Light);
    EXPECT_EQ(after.settings.recent,
              (std::vector<std::string>{"/a/model"})); // what is not of the picture stays
    EXPECT_EQ(after.wanted_at, 17);
    EXPECT_EQ(after.selection, before.selection);
    EXPECT_EQ(after.search.path, before.search.path);
    EXPECT_EQ(names(after.history), names(before.history));
    EXPECT_EQ(after.history.now, before.history.now);
    EXPECT_TRUE(after.toasts.empty());
    EXPECT_EQ(after.runs.asked.front(), wanted_request(after));
    update(after, {"redo"});
    EXPECT_EQ(after.search.settings.width, 7);
    while (after.history.can_undo()) update(after, {"undo"});
    EXPECT_FALSE(after.edits.any());
    EXPECT_EQ(session_text(opened(session_text(before))),
              session_text(opened(session_text(opened(session_text(before))))));
}

TEST(Session, AModelThatHasChangedIsSaid) {
    const AppState after = opened(session_text(worked_on()), "other-5");
    ASSERT_EQ(after.toasts.size(), 1u);
    EXPECT_EQ(after.toasts[0].title, "The model is not the one this session was saved with");
    EXPECT_TRUE(after.edits.any());
}

// The numbers are the same: another family of the user's reads the file in another way.
TEST(Session, AModelThatIsReadInAnotherWayIsSaid) {
    AppState before = worked_on();
    before.model_form = "relu";
    auto report = std::make_shared<io::LoadReport>();
    report->family = "keon/seq2seq";
    before.report.current = report;
    const std::string text = session_text(before);
    const auto said = [](const AppState& s) {
        for (const Toast& toast : s.toasts)
            if (toast.title == "The model is not the one this session was saved with") return toast.detail;
        return std::string();
    };
    EXPECT_EQ(said(opened(text, "1234-5", "relu", "keon/seq2seq")), "");
    EXPECT_EQ(said(opened(session_text(worked_on()), "1234-5", "tanh", "mine")), "")
        << "saved before forms were";
    EXPECT_EQ(said(opened(text, "1234-5", "tanh", "mine")),
              "It was read by keon/seq2seq and is by mine now; what you see may differ.");
}

TEST(Session, WhatWasDumpedIsBroughtBack) {
    AppState before = worked_on();
    before.settings.zoom = 1.25f;
    AppState after;
    after.settings.recent = {"/a/model"};
    begin_session(after, parse_session(state_text(before), "f"));
    EXPECT_EQ(after.settings.recent,
              (std::vector<std::string>{"/a/model"})); // nothing of this machine's is forgotten
    begin(after);
    EXPECT_EQ(after.settings.zoom, 1.25f);
    EXPECT_EQ(after.opening, "dates");
    EXPECT_EQ(after.input, "3 March 1987");
    EXPECT_EQ(after.restoring->edits, before.edits);
    EXPECT_EQ(after.wanted_at, 17);
}

std::vector<std::string> keys_of(const nlohmann::ordered_json& json) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    return keys;
}

TEST(Session, PartsOfWorkspacesStandUnderTheKeysOfTheirRows) {
    const AppState s = worked_on();
    const auto dump = state_to_json(s), session = nlohmann::ordered_json::parse(session_text(s));
    for (const Workspace& w : workspaces()) {
        EXPECT_EQ(w.choices != nullptr, w.from_json != nullptr) << w.id;
        if (w.json) {
            EXPECT_EQ(dump.at(std::string(w.key_in_dump)), w.json(s)) << w.id;
        }
        if (w.choices) {
            EXPECT_EQ(session.at(std::string(w.key_in_session)), w.choices(s)) << w.id;
        }
    }
    const std::vector<std::string> in_session{
        "format", "version", "program",    "model",   "request",  "view",      "at",     "selection",
        "path",   "compare", "trajectory", "history", "settings", "navigator", "doctor", "head_off",
        "heads",  "layers",  "words",      "meaning", "memory",   "pad",       "gallery"};
    EXPECT_EQ(keys_of(session), in_session) << "files of before are read by these names";
    const std::vector<std::string> all = keys_of(dump);
    const auto from = std::find(all.begin(), all.end(), "maps"),
               to = std::find(all.begin(), all.end(), "dialog");
    ASSERT_LT(from, to);
    const std::vector<std::string> in_dump{"maps",    "compare",      "trajectory",   "languages",
                                           "edits",   "kept",         "changed_from", "what_if",
                                           "history", "session_file", "orphan",       "search"};
    EXPECT_EQ(std::vector<std::string>(from, to), in_dump);
}

TEST(Session, WhatItDoesNotSayOfAWorkspaceBeginsAnew) {
    AppState s = worked_on();
    auto session = nlohmann::json::parse(session_text(s));
    session.erase("compare");
    session["path"] = 3;
    session["trajectory"] = {{"distance", "cosine"}, {"row", "x"}};
    s.compare.other_input = "of before";
    s.states.offset = 1;
    s.search.path = {1, 2};
    begin_session(s, parse_session(session.dump(), "f"));
    EXPECT_EQ(s.compare.other_input, "");
    EXPECT_EQ(s.states.offset, 0);
    EXPECT_EQ(s.states.distance, analysis::Distance::Cosine);
    EXPECT_TRUE(s.search.path.empty());
}

// Its input, place and changes are of a model that is not there: they are not another's.
TEST(Session, OneWhoseModelIsGoneIsNotPouredIntoAnother) {
    AppState s;
    Session session = parse_session(session_text(worked_on()), "f");
    session.version.model = s.settings.model = "/gone";
    begin_session(s, std::move(session));
    s.opening = "/gone";
    s.wanted_at = 5;
    ASSERT_NE(s.input, "");
    apply(s, ModelFailed{"/gone", "/gone: no such model", s.opening_with});
    ASSERT_TRUE(s.failure);
    EXPECT_EQ(s.failure->title, "The session was not opened");
    EXPECT_EQ(s.input, "");
    EXPECT_FALSE(s.wanted_at);
    EXPECT_FALSE(s.edits.any());
    EXPECT_EQ(s.opening, "dates");
}

TEST(Session, TheCommandLineHoldsAgainstTheFile) {
    AppState s;
    begin_session(s, parse_session(session_text(worked_on()), "f"));
    s.settings.theme = Theme::Dark;
    s.view = "step";
    s.wanted_at = 5;
    amend_session(s, std::nullopt);
    begin(s);
    LoadedModel loaded{std::make_shared<Model>(), {}, 2000, "", {}, {}};
    loaded.hash = "1234-5";
    apply(s, ModelLoaded{"dates", {}, loaded});
    EXPECT_EQ(s.settings.theme, Theme::Dark);
    EXPECT_EQ(s.view, "step");
    EXPECT_EQ(s.wanted_at, 5);
    EXPECT_TRUE(s.edits.any());
}

TEST(Session, AModelThatIsNamedAnotherWayIsOpenedOnce) {
    AppState before = worked_on();
    std::string text = session_text(before);
    for (std::size_t at = 0; (at = text.find("\"dates\"", at)) != std::string::npos; at += 10)
        text.replace(at, 7, "\"/x/./dates\"");
    AppState s;
    open_session(s, parse_session(text, "f"));
    LoadedModel loaded{std::make_shared<Model>(), {}, 2000, "/x/dates", {}, {}};
    loaded.hash = "1234-5";
    const EffectList effects = apply(s, ModelLoaded{"/x/./dates", {}, loaded});
    for (const Effect& effect : effects) EXPECT_NE(effect.kind, Effect::Kind::LoadModel);
    EXPECT_TRUE(s.opening.empty());
    EXPECT_EQ(s.history.steps.size(), before.history.steps.size());
    EXPECT_EQ(s.edits, before.edits);
    const EffectList undone = update(s, {"undo"});
    for (const Effect& effect : undone) EXPECT_NE(effect.kind, Effect::Kind::LoadModel);
}

TEST(Session, ThatNamesASessionAsItsModelIsRefused) {
    AppState s;
    Session session = parse_session(session_text(worked_on()), "f");
    session.version.model = "/x/a.session.json";
    s.opening = "/x/a.session.json";
    apply(s, SessionRead{"/x/a.session.json", std::make_shared<const Session>(session)});
    EXPECT_EQ(s.opening, "/x/a.session.json"); // its model is asked for, and is a session
    EXPECT_TRUE(apply(s, SessionRead{"/x/a.session.json", std::make_shared<const Session>(session)}).empty());
    EXPECT_TRUE(s.opening.empty());
    ASSERT_TRUE(s.failure);
}

TEST(Session, NothingOfAPersonOrAMachineIsWritten) {
    AppState s = worked_on();
    s.settings.recent = {"/home/me/secret"};
    s.settings.export_folder = "/home/me/secret";
    s.settings.answers["/home/me/secret"].numbers = true;
    EXPECT_EQ(session_text(s).find("secret"), std::string::npos);
}

TEST(Session, WhatIsNoSessionIsRefusedByName) {
    const auto message = [](const std::string& text) {
        return test::message_of([&] { parse_session(text, "f.json"); });
    };
    EXPECT_NE(test::message_of([] { read_session("none.json"); }).find("none.json"), std::string::npos);
    EXPECT_EQ(message("[1, 2]"), "f.json: not a session: expected a JSON object, found something else");
    EXPECT_NE(message("{\"format\": \"heed.trace\", \"version\": 1}").find("\"heed.session\""),
              std::string::npos);
    EXPECT_NE(message("{\"format\": \"heed.session\", \"version\": 2}").find("version 1"), std::string::npos);
    EXPECT_EQ(
        message(
            R"({"format": "heed.session", "version": 1, "request": {"model": "dates", "edits": {"rows": 3}}})"),
        "f.json: rows: expected an object, found 3");
    EXPECT_EQ(
        message(
            R"({"format": "heed.session", "version": 1, "request": {"model": "dates"}, "history": {"steps": [7]}})"),
        "f.json: a step of the history: expected an object, found something else");
}

/// What was cut off is refused as the session that it was, not as a model that it never was.
TEST(Session, ADamagedOneIsKnownByItsName) {
    const test::TemporaryFolder folder;
    for (const auto& [name, is] : {std::pair{"mine.session.json", true}, {"mine.json", false}}) {
        io::write_file_atomic(folder / name, "{\"format");
        EXPECT_EQ(is_session_file(folder / name), is) << name;
    }
    EXPECT_FALSE(is_session_file(folder / "none.session.json"));
    const std::string said = test::message_of([&] { read_session(folder / "mine.session.json"); });
    EXPECT_NE(said.find("mine.session.json: not a session: "), std::string::npos) << said;
}

TEST(Session, WithoutAModelIsRefused) {
    EXPECT_EQ(test::message_of([] {
                  parse_session(R"({"format": "heed.session", "version": 1, "request": {"input": "x"}})",
                                "f");
              }),
              "f: request.model: expected the name of a model, found none");
    EXPECT_EQ(test::message_of([] { parse_session(R"({"format": "heed.session", "version": 1})", "f"); }),
              "f: request: expected an object, found none");
}

TEST(Session, AFileThatCannotBeReadLeavesEverythingAsItWas) {
    AppState s = worked_on();
    const Version before = version_of(s);
    s.opening = "/x/broken.session.json";
    apply(s, SessionRead{"/x/broken.session.json", nullptr, "/x/broken.session.json: not a session"});
    EXPECT_EQ(version_of(s), before);
    ASSERT_TRUE(s.failure);
    EXPECT_EQ(s.failure->title, "broken.session.json was not opened");
}

// Its model was moved: what is chosen in its place is the session's model from then on.
TEST(Session, OneWhoseModelHasGoneGoesOnWithTheFileThatIsChosen) {
    const test::TemporaryFolder folder;
    const std::string moved = (folder / "moved.pt").string();
    io::write_file_atomic(moved, "x");
    const AppState before = worked_on();
    Session session = parse_session(session_text(before), "f");
    for (HistoryStep& step : session.history.steps) step.version.model = "/gone/model.pt";
    session.version.model = "/gone/model.pt";
    AppState s;
    open_session(s, session);
    apply(s, ModelFailed{"/gone/model.pt", "/gone/model.pt: no such model", s.opening_with});
    ASSERT_TRUE(s.failure);
    EXPECT_EQ(s.failure->title, "The session was not opened");
    EXPECT_EQ(s.failure->detail, "The session's model is not there any more: /gone/model.pt.");
    update(s, {"open-other"});
    EXPECT_EQ(s.dialog, Dialog::Open);
    s.open.entries = {{"moved.pt", moved, false, true, true, "checkpoint", 1, ""}};
    update(s, {"open-choose", moved});
    update(s, {"open-confirm"});
    EXPECT_EQ(s.dialog, Dialog::None);
    EXPECT_EQ(s.opening, moved);
    LoadedModel loaded{std::make_shared<Model>(), {}, 2000, moved, {}, {}};
    loaded.hash = "another";
    apply(s, ModelLoaded{s.opening, s.opening_with, loaded});
    EXPECT_EQ(s.input, before.input);
    EXPECT_EQ(s.edits, before.edits);
    EXPECT_EQ(names(s.history), names(before.history));
    EXPECT_EQ(s.history.steps.front().version.model, moved);
    ASSERT_FALSE(s.toasts.empty());
    EXPECT_EQ(s.toasts.back().title, "The model is not the one this session was saved with");
    // Without a session the dialog is as ever.
    update(s, {"open"});
    EXPECT_FALSE(s.open.session);
}

TEST(Session, TheFirstSaveAsksWhereTheNextDoNot) {
    AppState s = worked_on();
    EXPECT_TRUE(update(s, {"save-session"}).empty());
    EXPECT_EQ(s.dialog, Dialog::SaveSession);
    update(s, {"save-path", "/y/lesson.json"});
    const EffectList effects = update(s, {"save-now"});
    ASSERT_EQ(effects.size(), 1u);
    EXPECT_EQ(effects[0].kind, Effect::Kind::SaveSession);
    EXPECT_EQ(effects[0].text, "/y/lesson.json");
    apply(s, SessionSaved{"/y/lesson.json", ""});
    EXPECT_EQ(s.dialog, Dialog::None);
    EXPECT_EQ(update(s, {"save-session"}).at(0).text, "/y/lesson.json");
    EXPECT_EQ(s.dialog, Dialog::None);
    apply(s, SessionSaved{"/y/lesson.json", "/y/lesson.json: not written: No space left on device"});
    EXPECT_TRUE(s.toasts.back().bad);
}

TEST(Session, OneThatIsNestedWithoutEndIsRefused) {
    const std::string deep(200'000, '['), text = R"({"format": "heed.session", "version": 1, "settings": )" +
                                                 deep + std::string(deep.size(), ']') + "}";
    std::string said;
    try {
        parse_session(text, "f");
    } catch (const Error& error) {
        said = error.what();
    }
    EXPECT_EQ(said, "f: nested too deeply: expected at most 64 levels, found more");
}

} // namespace
} // namespace heed
