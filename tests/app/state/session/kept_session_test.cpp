#include "core/base/error.h"
#include "core/io/base/file.h"
#include "tests/app/state/session/session_samples.h"
#include "tests/support/samples/sample_trace.h"
#include "tests/support/temporary_folder.h"

#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heed {
namespace {

/// The program saves by itself what it holds now.
SessionSaved kept_now(const AppState& s) {
    return {.file = "/state/session-2.json", .problem = {}, .kept = true, .lost = holds_lost_session(s)};
}

/// One that was kept is given up only when it stands again.
TEST(KeptSession, OneThatCannotBeOpenedIsNotForgotten) {
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

TEST(KeptSession, OneThatStandsAgainIsForgottenOnceItIsSafe) {
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

TEST(KeptSession, OneIsNotForgottenForASaveThatEndsBeforeItIsRead) {
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
TEST(KeptSession, OneThatIsLeftBeforeItIsSafeIsNotForgotten) {
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

/// A process that saves one session after the other is killed at any moment: the file is always a whole one,
/// and not older than the last that was reported as saved.
TEST(Autosave, KilledInTheMiddleOfASaveNothingIsLost) {
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
