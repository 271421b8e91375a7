#include "app/state/session/session.h"

#include "app/state/open/opening.h"
#include "app/state/session/state_json.h"
#include "app/state/step/what_if.h"
#include "app/state/workspaces.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/models/model.h"
#include "tests/support/message_of.h"
#include "tests/support/sample_trace.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

namespace heed {
namespace {

/// What a user may have done.
AppState worked_on() {
    AppState s;
    s.model = std::make_shared<Model>();
    s.model_name = s.settings.model = "dates";
    s.facts.title = "Dates";
    s.model_hash = "1234-5";
    s.input = "3 March 1987";
    update(s, {"clear"});
    update(s, {.id = "force-token", .text = "7", .i = 3});
    update(s, {.id = "hold-weight", .value = 0.62, .i = 5, .j = 2});
    update(s, {"keep"});
    update(s, {.id = "edit-row", .text = "shuffled", .value = 9, .i = -1});
    update(s, {.id = "beam-width", .value = 7});
    update(s, {"theme"});
    update(s, {"view-search"});
    update(s, {"undo"});
    s.selection = {3, 4, -1};
    s.search.path = {5, 6};
    s.playback.at = 17;
    return s;
}

/// A program that has just begun, and opens it.
AppState opened(const std::string& text, const std::string& hash = "1234-5") {
    AppState s;
    s.settings.recent = {"/a/model"};
    open_session(s, parse_session(text, "f"));
    LoadedModel loaded{std::make_shared<Model>(), {}, 2000, "", {}, {}};
    loaded.facts.title = "Dates";
    loaded.hash = hash;
    apply(s, ModelLoaded{"dates", {}, loaded});
    return s;
}

std::vector<std::string> names(const History& history) {
    std::vector<std::string> all;
    for (const HistoryStep& step : history.steps) all.push_back(step.name);
    return all;
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
    const std::vector<std::string> in_session{"format",     "version", "program",   "model", "request",
                                              "view",       "at",      "selection", "path",  "compare",
                                              "trajectory", "history", "settings",  "pad",   "gallery"};
    EXPECT_EQ(keys_of(session), in_session) << "files of before are read by these names";
    const std::vector<std::string> all = keys_of(dump);
    const auto from = std::find(all.begin(), all.end(), "maps"),
               to = std::find(all.begin(), all.end(), "dialog");
    ASSERT_LT(from, to);
    const std::vector<std::string> in_dump{"maps",         "compare",      "trajectory", "edits",
                                           "kept",         "changed_from", "what_if",    "history",
                                           "session_file", "orphan",       "search"};
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

/// The program saves by itself what it holds now.
SessionSaved kept_now(const AppState& s) {
    return {.file = "/state/session-2.json", .problem = {}, .kept = true, .lost = holds_lost_session(s)};
}

/// One that was kept is given up only when it stands again.
TEST(Session, AKeptOneThatCannotBeOpenedIsNotForgotten) {
    for (const bool readable : {false, true}) {
        AppState s = worked_on();
        s.orphan = "/state/session-1.json";
        update(s, {"restore-session"});
        if (readable) {
            Session session = parse_session(session_text(s), "f");
            session.version.model = "/gone";
            apply(s, SessionRead{s.orphan, std::make_shared<const Session>(session)});
            apply(s, ModelFailed{"/gone", "no such model"});
        } else {
            apply(s, SessionRead{s.orphan, nullptr, "broken"});
        }
        EXPECT_FALSE(holds_lost_session(s));
        EXPECT_TRUE(apply(s, kept_now(s)).empty());
        EXPECT_FALSE(s.orphan.empty());
        EXPECT_TRUE(s.session_file.empty());
    }
}

TEST(Session, AKeptOneThatStandsAgainIsForgottenOnceItIsSafe) {
    AppState s = worked_on();
    s.orphan = "/state/session-1.json";
    update(s, {"restore-session"});
    apply(s, SessionRead{s.orphan, std::make_shared<const Session>(parse_session(session_text(s), "f"))});
    EXPECT_TRUE(apply(s, kept_now(s)).empty()); // its model is on the way
    const SessionSaved under_way = kept_now(s);
    LoadedModel loaded{std::make_shared<Model>(), {}, 2000, "", {}, {}};
    loaded.hash = "1234-5";
    apply(s, ModelLoaded{"dates", {}, loaded});
    EXPECT_TRUE(apply(s, under_way).empty()); // it holds what was there before
    EXPECT_FALSE(s.orphan.empty());
    update(s, {"undo"}); // nothing is on the way any more
    const EffectList effects = apply(s, kept_now(s));
    ASSERT_EQ(effects.size(), 1u);
    EXPECT_EQ(effects[0].kind, Effect::Kind::ForgetSession);
}

TEST(Session, AKeptOneIsNotForgottenForASaveThatEndsBeforeItIsRead) {
    AppState s = worked_on();
    s.orphan = "/state/session-1.json";
    const auto kept = std::make_shared<const Session>(parse_session(session_text(s), "f"));
    update(s, {"restore-session"});
    EXPECT_TRUE(apply(s, kept_now(s)).empty());
    EXPECT_EQ(s.orphan, "/state/session-1.json");
    apply(s, SessionRead{s.orphan, kept});
    EXPECT_TRUE(s.restoring || s.orphan_taken);
}

/// Another session, or a file of weights, in its place before it was saved: it is still offered.
TEST(Session, AKeptOneThatIsLeftBeforeItIsSafeIsNotForgotten) {
    for (const bool maps : {false, true}) {
        AppState s = worked_on();
        s.orphan = "/state/session-1.json";
        const auto session = std::make_shared<const Session>(parse_session(session_text(s), "f"));
        LoadedModel loaded{std::make_shared<Model>(), {}, 2000, "", {}, {}};
        loaded.hash = "1234-5";
        update(s, {"restore-session"});
        apply(s, SessionRead{s.orphan, session});
        apply(s, ModelLoaded{"dates", {}, loaded});
        EXPECT_TRUE(holds_lost_session(s));
        s.opening = maps ? "/x/weights.json" : "/x/other.session.json";
        if (maps) {
            s.opening_with = {};
            loaded.model = nullptr;
            loaded.maps = {std::make_shared<const Trace>(sample_trace())};
            apply(s, ModelLoaded{"/x/weights.json", {}, loaded});
        } else {
            apply(s, SessionRead{"/x/other.session.json", session});
            apply(s, ModelLoaded{"dates", {}, loaded});
        }
        EXPECT_EQ(s.weights_only(), maps);
        EXPECT_FALSE(holds_lost_session(s));
        EXPECT_TRUE(apply(s, kept_now(s)).empty());
        EXPECT_FALSE(s.orphan.empty());
    }
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

/// A process that saves one session after the other is killed at any moment: the file is always a whole one,
/// and not older than the last that was reported as saved.
TEST(Session, KilledInTheMiddleOfASaveNothingIsLost) {
    const test::TemporaryFolder folder;
    const std::filesystem::path file = folder / "s.json";
    AppState state = worked_on();
    for (int n = 0; n < 300; ++n)
        update(state, {.id = "force-token", .text = std::to_string(n), .i = 3}); // a long history
    for (int round = 0; round < 12; ++round) {
        int saved[2];
        ASSERT_EQ(::pipe(saved), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            ::close(saved[0]);
            for (char n = 0;; ++n) {
                state.input = std::string(1, static_cast<char>('a' + n % 26));
                io::write_file_atomic(file, session_text(state));
                if (::write(saved[1], &state.input[0], 1) != 1) ::_exit(1);
            }
        }
        ::close(saved[1]);
        char last = 0;
        ASSERT_EQ(::read(saved[0], &last, 1), 1); // one is there
        ::usleep(static_cast<useconds_t>(500 + 1700 * round));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        while (::read(saved[0], &last, 1) == 1) {
        }
        ::close(saved[0]);
        const Session session = read_session(file);
        EXPECT_EQ(session.history.steps.size(), state.history.steps.size());
        const char found = session.version.input.at(0);
        EXPECT_TRUE(found == last || found == (last == 'z' ? 'a' : last + 1)) << last << " " << found;
    }
}

TEST(Autosave, AProcessFindsTheSessionOfOneThatIsGoneAndOfNoneThatLives) {
    const test::TemporaryFolder folder;
    {
        Autosave first(folder.path());
        EXPECT_FALSE(first.orphan());
        io::write_file_atomic(first.file(), session_text(worked_on()));
        Autosave second(folder.path()); // beside it
        EXPECT_FALSE(second.orphan());
        EXPECT_NE(second.file(), first.file());
        second.end("");
    } // neither ended as it should
    Autosave next(folder.path());
    ASSERT_TRUE(next.orphan());
    EXPECT_EQ(read_session(*next.orphan()).version.input, "3 March 1987");
    EXPECT_FALSE(Autosave(folder.path()).orphan()); // it is taken
    next.forget_orphan();
    EXPECT_FALSE(std::filesystem::exists(next.file()));
    EXPECT_FALSE(Autosave(folder.path()).orphan());
}

TEST(Autosave, WhatEndsAsItShouldIsTheLastSession) {
    const test::TemporaryFolder folder;
    {
        Autosave first(folder.path());
        io::write_file_atomic(first.file(), "older");
        EXPECT_TRUE(first.end(session_text(worked_on())));
    }
    const Autosave next(folder.path());
    EXPECT_FALSE(next.orphan());
    EXPECT_EQ(read_session(next.last()).version.input, "3 March 1987");
}

TEST(Autosave, WithoutAPlaceThereIsNone) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "file") << "x";
    Autosave none(folder / "file" / "heed");
    EXPECT_TRUE(none.file().empty());
    EXPECT_FALSE(none.end("text"));
}

} // namespace
} // namespace heed
