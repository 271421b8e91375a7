// Why this token and not that: what the tab asks of the jobs, and what it changes.
#include "app/state/step/why.h"

#include "app/state/commands/command.h"
#include "app/state/event.h"
#include "app/state/jobs/runs.h"
#include "app/state/session/state_json.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/models/seq2seq/phases.h"
#include "tests/support/source_dir.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed {
namespace {

bool asks_why(const EffectList& effects) {
    return std::any_of(effects.begin(), effects.end(),
                       [](const Effect& e) { return e.kind == Effect::Kind::Work && e.text == "why"; });
}

const std::string text = "the european economic area was signed in august";

struct WhyTab : testing::Test {
    AppState s;
    int asked = 0; // of the jobs

    void SetUp() override {
        const io::ModelLibrary library({test::source_dir() / "assets"});
        const io::ModelPlace place = library.resolve("translate/additive");
        auto model = std::make_shared<Model>(io::load_model(place.folder, place.name));
        s.model = model;
        s.model_name = model->name;
        s.facts = model->facts;
        s.input = text;
        give("clear");
        answer();
        s.playback.at = s.total();
        answer();
    }
    void give(std::string_view id, std::string text = "", int i = -1, int j = -1) {
        note(update(s, {id, std::move(text), 0, i, j}));
        answer();
    }
    void note(const EffectList& effects) { asked += asks_why(effects); }
    /// What is asked for is there at once: runs, and the jobs of the tab.
    void answer() {
        for (int n = 0; n < 10; ++n) {
            const int before = asked;
            for (const Request& request : std::vector<Request>(s.runs.asked)) {
                if (known_run(s, request)) continue;
                auto run = std::make_shared<Trace>(decode::run(*s.model, request));
                note(apply(s,
                           RunFinished{request, run, run->source_length() - 1, false, request.text.size()}));
            }
            if (s.why.asked.output >= 0 && !(s.why.answer && s.why.answer->question == s.why.asked)) {
                const std::atomic<bool> cancelled{false};
                WorkDone done{"why", why_job(s)(Engine{}, cancelled), ""};
                note(apply(s, std::move(done)));
            }
            if (asked == before) break;
        }
    }
    const analysis::Contrast& found() const { return *why_answer(s)->contrast; }
};

TEST_F(WhyTab, AsksOnlyWhileItIsShown) {
    EXPECT_EQ(asked, 0);
    give("why");
    ASSERT_TRUE(why_answer(s));
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(found().output, s.trace->outputs() - 1);
    give("why");
    EXPECT_FALSE(shows_why(s));
    EXPECT_EQ(why_question(s).output, -1);
}

TEST_F(WhyTab, TheRivalIsTheSecondBestUntilOneIsNamed) {
    s.selection.row = 1;
    give("why");
    EXPECT_EQ(found().output, 1);
    EXPECT_EQ(found().rival, s.trace->steps[1].top[1].text);
    give("why-not", "politique", 1);
    EXPECT_EQ(found().rival, "politique");
    s.selection.row = 2; // another output: its own second best
    give("hover");
    EXPECT_EQ(found().output, 2);
    EXPECT_EQ(found().rival, s.trace->steps[2].top[1].text);
}

TEST_F(WhyTab, NoTokenIsNamedBeforeItIsWritten) {
    give("why");
    const Outline& outline = s.trace->outline;
    const Phase choose{seq2seq::Choose, 0};
    for (int at = 0; at <= s.total(); ++at) {
        s.playback.at = at;
        const int output = why_question(s).output;
        const Moment now = moment_at(outline, at);
        EXPECT_TRUE(output < 0 || revealed(outline, at, choose, output)) << at;
        EXPECT_TRUE(!now.decoding() || output >= now.position - 1) << at;
        s.selection.row = s.trace->outputs() - 1; // chosen or not
        const int pointed = why_question(s).output;
        EXPECT_TRUE(pointed < 0 || revealed(outline, at, choose, pointed)) << at;
        s.selection.row = -1;
    }
}

TEST_F(WhyTab, ARivalThatIsNoTokenIsASentence) {
    s.selection.row = 1;
    give("why");
    give("why-not", "zyzzyva", 1);
    ASSERT_TRUE(why_answer(s));
    EXPECT_FALSE(why_answer(s)->contrast);
    EXPECT_NE(why_answer(s)->problem.find("not in the target vocabulary"), std::string::npos);
}

TEST_F(WhyTab, ForcingTheRivalWritesItAndTurnsTheQuestionRound) {
    s.selection.row = 1;
    give("why");
    const std::string rival = found().rival, written = found().written;
    const double margin = found().margin;
    give("why-force");
    EXPECT_EQ(s.edits.forced.at(1), rival);
    EXPECT_EQ(found().written, rival);
    EXPECT_EQ(found().rival, written);
    EXPECT_NEAR(found().margin, -margin, 1e-3);
    give("undo");
    EXPECT_TRUE(s.edits.forced.empty());
}

TEST_F(WhyTab, RemovingAWordTakesItOutOfTheInput) {
    s.selection.row = 1;
    give("why");
    give("remove-word", "", -1, 1);
    EXPECT_EQ(s.input, "the economic area was signed in august");
    give("undo");
    EXPECT_EQ(s.input, text);
    give("remove-word", "", -1, 8); // the end of the source is no word
    EXPECT_EQ(s.input, text);
    give("remove-word", "", -1, 7);
    EXPECT_EQ(s.input, "the european economic area was signed in ");
}

TEST_F(WhyTab, StandsInADumpOfTheState) {
    s.selection.row = 1;
    give("why");
    const auto json = why_to_json(s);
    EXPECT_EQ(json["shown"], true);
    EXPECT_EQ(json["output"], 1);
    EXPECT_EQ(json["written"], found().written);
    EXPECT_EQ(json["words"].size(), s.trace->source.size());
}

} // namespace
} // namespace heed
