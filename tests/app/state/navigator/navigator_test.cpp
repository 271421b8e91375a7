// A file of sentences in the window: found, measured, ordered, opened; by hand, without threads.
#include "app/state/navigator/navigator.h"

#include "app/state/compare/compare.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/models/model.h"
#include "tests/support/random_model.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

struct Navigator : testing::Test {
    AppState s;
    test::TemporaryFolder folder;
    Engine engine;
    std::vector<Effect> others; // what is not the navigator's

    Navigator() {
        s.model = model_of(3, "first");
        s.facts = s.model->facts;
        s.model_name = s.facts.name = "first";
        engine.run = [](const Model& model, const Request& request, const std::atomic<bool>&) {
            return std::make_shared<const Trace>(decode::run(model, request));
        };
        engine.load = [](const std::string& name, const OpenAnswers&) {
            if (name != "second") throw Error(name, "no such model");
            LoadedModel loaded;
            loaded.model = model_of(9, name);
            return loaded;
        };
    }
    static std::shared_ptr<const Model> model_of(std::uint64_t seed, const std::string& name) {
        Model model = test::random_model({}, seed);
        model.name = name;
        return std::make_shared<const Model>(std::move(model));
    }
    std::string write(const std::string& text) {
        const auto file = folder.path() / "lines.tsv";
        std::ofstream(file) << text;
        return file.string();
    }
    void give(const Command& command) {
        run(update(s, command));
        s.clock += 2; // rows settle
        run(follow_navigator(s));
    }
    /// Does what is asked for, and what follows from that, until nothing is asked any more.
    void run(EffectList effects) {
        for (int n = 0; !effects.empty(); ++n) {
            ASSERT_LT(n, 200) << "it never ends";
            EffectList next;
            for (const Effect& effect : effects) {
                if (effect.kind != Effect::Kind::Work || !effect.text.starts_with("navigator")) {
                    others.push_back(effect);
                    continue;
                }
                WorkDone done{effect.text, {}, ""};
                done.result = workspace_named(effect.text).job(s)(engine, std::atomic<bool>(false));
                s.clock += 0.3;
                for (Effect& more : apply(s, done)) next.push_back(std::move(more));
            }
            effects = std::move(next);
        }
    }
    const NavigatorState& n() const { return s.navigator; }
    std::vector<std::uint32_t> lines() const {
        std::vector<std::uint32_t> all;
        for (const std::uint32_t k : n().order->lines) all.push_back(n().lines.at(k).line);
        return all;
    }
};

const std::string text = "3 mar 87\t87-03-3\t0-6 2-3\n"
                         "12 may\t5-12\t0-2 1-3\n"
                         "ab\n" // a bad link would be said; this one has a source alone
                         "ab\tba\t9-9\n"
                         "1.2.3\t3-2-1\t0-4\n";

TEST_F(Navigator, F2IsTheDrawerThenAllOfTheWindowThenNothing) {
    give({"navigator"});
    EXPECT_TRUE(shows_sentences(s));
    EXPECT_FALSE(empty_words(s).empty());
    give({"navigator"});
    EXPECT_TRUE(shows_navigator(s));
    EXPECT_EQ(workspace_of(s).id, "navigator");
    give({"navigator"});
    EXPECT_EQ(s.view, "step");
    EXPECT_FALSE(shows_sentences(s));
    s.view = "compare";
    give({"navigator"});
    EXPECT_TRUE(shows_navigator(s));
    give({"navigator"});
    EXPECT_EQ(s.view, "compare");
}

TEST_F(Navigator, AFileIsMeasuredToItsEndAndBadLinesAreSaid) {
    give({"navigator-file", write(text)});
    ASSERT_TRUE(n().done()) << n().problem;
    EXPECT_EQ(n().lines.size(), 5u);
    EXPECT_EQ(n().bad, 1u);
    ASSERT_EQ(n().problems.size(), 1u);
    EXPECT_EQ(n().problems[0].first, 4u);
    EXPECT_NE(n().problems[0].second.find("line 4: a link points past"), std::string::npos);
    EXPECT_EQ(n().shown(), 5u);
    EXPECT_TRUE(is_settled(n()));  // the order is of everything
    EXPECT_EQ(lines().back(), 4u); // what has no measure is last
    EXPECT_EQ(n().preview.line, n().chosen);
    EXPECT_EQ(navigator_json(s)["done"], true);
}

TEST_F(Navigator, SortedFilteredAndSaidWhereThereIsNothing) {
    give({"navigator-file", write(text)});
    give({"navigator-sort", "words", 0, -1});
    EXPECT_EQ(lines(), (std::vector<std::uint32_t>{1, 2, 5, 3, 4}));
    give({"navigator-sort", "words", 0, -1}); // again: turned
    EXPECT_EQ(lines(), (std::vector<std::uint32_t>{3, 5, 2, 1, 4}));
    give({"navigator-query", "MAY"});
    EXPECT_EQ(lines(), (std::vector<std::uint32_t>{2}));
    give({"navigator-query", "words>5"}); // a condition, as it is typed
    EXPECT_EQ(lines(), (std::vector<std::uint32_t>{2, 1}));
    give({"navigator-settle"});
    EXPECT_EQ(n().query, "");
    EXPECT_EQ(n().chips, (std::vector<std::string>{"words>5"}));
    give({"navigator-filter", "words=2..6"}); // in place of the other
    EXPECT_EQ(n().chips.size(), 1u);
    EXPECT_EQ(lines(), (std::vector<std::uint32_t>{3, 5, 2}));
    give({"navigator-query", "zyzzyva"});
    EXPECT_EQ(empty_words(s), "No line has “zyzzyva” and characters 2 to 6.");
    give({"navigator-unfilter", "", 0, 0});
    give({"navigator-query", ""});
    EXPECT_EQ(n().shown(), 5u);
}

TEST_F(Navigator, ASecondModelIsMeasuredBesideTheFirst) {
    give({"navigator-file", write(text)});
    give({"navigator-against", "second"});
    ASSERT_TRUE(n().two()) << n().other_problem;
    ASSERT_TRUE(n().done());
    EXPECT_EQ(n().sort, "dlogp");
    const auto& line = n().lines.at(0);
    EXPECT_EQ(line.of[1].state, survey::ModelMeasures::State::Measured);
    EXPECT_GE(line.parting, 0);
    EXPECT_NE(parting_word(n(), line, 0), parting_word(n(), line, 1));
    EXPECT_TRUE(n().preview.runs[0] && n().preview.runs[1]);
    give({"navigator-alone"});
    EXPECT_FALSE(n().two());
    EXPECT_TRUE(n().done());
    EXPECT_EQ(n().sort, "logp");
    give({"navigator-against", "nothing"});
    EXPECT_NE(n().other_problem.find("no such model"), std::string::npos);
    EXPECT_TRUE(n().done()); // with the first alone
}

TEST_F(Navigator, RowsStayUnderThePointerAndKeysMoveTheChoice) {
    give({"navigator-file", write(text)});
    give({"navigator-sort", "", 0, -1});
    const auto before = n().order;
    give({"navigator-hover", "", 0, 1});
    s.navigator.lines.edit(0).of[0].log_prob = -1000;
    s.navigator.ordered_lines = 0; // as if more were known
    s.clock += 10;
    run(follow_navigator(s));
    EXPECT_EQ(n().order, before);
    give({"navigator-hover", "", 0, 0});
    EXPECT_NE(n().order, before);
    give({"navigator-home"});
    EXPECT_EQ(n().chosen, 0);
    give({"navigator-down"});
    EXPECT_EQ(n().chosen, 1);
    give({"navigator-end"});
    EXPECT_EQ(n().chosen, 4);
    give({"navigator-up"});
    EXPECT_EQ(n().chosen, 3);
    give({"navigator-home"});
    give({"navigator-page-up"});
    EXPECT_EQ(n().chosen, 0);
    EXPECT_EQ(n().first, 0);
}

TEST_F(Navigator, EnterOpensInStepAndCtrlEnterInCompare) {
    give({"navigator-file", write(text)});
    give({"navigator-against", "second"});
    give({"navigator"}); // all of the window
    give({"navigator-choose-line", "", 0, 1});
    give({"navigator-compare"});
    EXPECT_EQ(s.view, "compare");
    EXPECT_EQ(s.input, "12 may");
    EXPECT_EQ(s.compare.what, CompareWhat::Models);
    EXPECT_EQ(second_model(s), "second");
    give({"navigator"});
    give({"navigator-choose-line", "", 0, 0});
    give({"navigator-open"});
    EXPECT_EQ(s.view, "step");
    EXPECT_EQ(s.input, "3 mar 87");
    EXPECT_TRUE(shows_sentences(s));
}

// Undo goes back to what was typed before, not past it.
TEST_F(Navigator, AnOpenedSentenceIsAStepOfTheHistory) {
    update(s, {"type", "4 july"});
    give({"navigator-file", write(text)});
    give({"navigator-choose-line", "", 0, 1});
    update(s, {"clear"}); // the history knows where it begins
    const int before = s.history.now;
    give({"navigator-open"});
    EXPECT_EQ(s.history.now, before + 1);
    update(s, {"undo"});
    EXPECT_EQ(s.input, "4 july");
    update(s, {"redo"});
    EXPECT_EQ(s.input, "12 may");
}

// What Enter opens is in the list.
TEST_F(Navigator, ALineThatIsFilteredOutIsNotChosenAnyMore) {
    give({"navigator-file", write(text)});
    give({"navigator-sort", "", 0, -1});
    give({"navigator-choose-line", "", 0, 0});
    give({"navigator-filter", "words<4"});
    EXPECT_EQ(n().chosen, static_cast<int>(n().order->lines.front()));
    EXPECT_NE(n().chosen, 0);
    give({"navigator-filter", "words>100"});
    EXPECT_EQ(n().chosen, -1);
}

TEST_F(Navigator, ConditionsStayThoseOfTheirModelAndOfTheirFile) {
    give({"navigator-file", write(text)});
    give({"navigator-filter", "logp<-.5"});
    give({"navigator-against", "second"});
    EXPECT_EQ(n().chips, (std::vector<std::string>{"logp1<-0.5"}));
    give({"navigator-filter", "logp2<-1"});
    give({"navigator-alone"});
    EXPECT_EQ(n().chips, (std::vector<std::string>{"logp<-0.5"}));
    const auto other = folder.path() / "others.tsv";
    std::ofstream(other) << "12 may\n";
    give({"navigator-file", other.string()});
    EXPECT_TRUE(n().chips.empty());
}

TEST_F(Navigator, PausedItMeasuresNothing) {
    give({"navigator"});
    s.navigator.paused = true;
    const std::string file = write(text);
    static_cast<NavigatorChoices&>(s.navigator).file = file;
    run(follow_navigator(s));
    EXPECT_TRUE(n().found_all);
    EXPECT_EQ(n().measured, 0u);
    EXPECT_NE(progress_words(s).find("paused"), std::string::npos);
    give({"navigator-pause"});
    EXPECT_TRUE(n().done());
}

TEST_F(Navigator, ASessionBringsItBack) {
    give({"navigator-file", write(text)});
    give({"navigator-filter", "words>3"});
    give({"navigator-sort", "entropy", 0, -1});
    const auto kept = nlohmann::json::parse(navigator_choices(s).dump());
    const auto order = lines();
    give({"navigator-close"});
    EXPECT_TRUE(n().file.empty());
    navigator_from_json(kept, s);
    run(follow_navigator(s));
    EXPECT_EQ(nlohmann::json::parse(navigator_choices(s).dump()), kept);
    EXPECT_EQ(lines(), order);
    navigator_from_json(nlohmann::json{{"file", 3}, {"chips", {1, "x"}}, {"sort_model", 9}}, s); // damaged
    EXPECT_TRUE(n().file.empty());
    EXPECT_LE(n().sort_model, 1);
}

TEST_F(Navigator, AFileThatIsNotThereIsSaid) {
    give({"navigator-file", (folder.path() / "gone.tsv").string()});
    EXPECT_NE(n().problem.find("gone.tsv"), std::string::npos);
    EXPECT_EQ(empty_words(s), n().problem);
}

// Of the lines in sight alone, until rows are sorted by it.
TEST_F(Navigator, AgreementIsMeasuredOfWhatIsSeenAndOfAllWhereItIsSortedBy) {
    std::string many;
    for (int k = 0; k < 40; ++k) many += std::to_string(k) + " may\n";
    give({"navigator-rows", "", 0, 5});
    give({"navigator-file", write(many)});
    ASSERT_TRUE(n().done());
    EXPECT_FALSE(agreement_of_all(n()));
    EXPECT_GE(n().agreed, 5u);
    EXPECT_LT(n().agreed, 20u);
    const auto seen = n().agreed;
    give({"navigator-scroll", "", 30.0});
    EXPECT_GT(n().agreed, seen); // what has come into sight
    EXPECT_LT(n().agreed, 40u);
    give({"navigator-sort", "tau", 0, -1});
    EXPECT_TRUE(agreement_of_all(n()));
    EXPECT_EQ(n().agreed, 40u);
    EXPECT_TRUE(is_settled(n()));
    const auto rows = navigator_json(s)["rows"];
    for (std::size_t k = 1; k < rows.size(); ++k)
        EXPECT_LE(rows[k - 1]["tau"], rows[k]["tau"]); // least first
    give({"navigator-sort", "logp", 0, -1});
    give({"navigator-query", "τ>.2"});
    EXPECT_TRUE(agreement_of_all(n()));
}

// Measures of other models are cleared by a worker: until then nothing is measured, and nothing old is
// counted.
TEST_F(Navigator, AnotherModelMeasuresAnew) {
    give({"navigator-file", write(text)});
    const double before = navigator_json(s)["rows"][0]["logp"];
    s.model = model_of(11, "third");
    const EffectList effects = follow_navigator(s);
    EXPECT_TRUE(n().stale);
    EXPECT_EQ(n().measured, 0u);
    for (const Effect& effect : effects) EXPECT_NE(effect.text, "navigator-measure");
    run(effects);
    s.clock += 2;
    run(follow_navigator(s));
    EXPECT_FALSE(n().stale);
    EXPECT_TRUE(n().done());
    EXPECT_NE(navigator_json(s)["rows"][0]["logp"], before);
}

TEST_F(Navigator, WordsAreCharactersOrPiecesWhereAModelReadsThem) {
    const survey::Measure& words =
        survey::measures()[static_cast<std::size_t>(survey::find_measure("words"))];
    s.facts.character_level = false;
    s.facts.task.clear();
    s.trace = nullptr;
    EXPECT_EQ(measure_title(s, words), "words");
    s.facts.character_level = true;
    EXPECT_EQ(measure_title(s, words), "characters");
    EXPECT_EQ(condition_words(s, *survey::parse_condition("letters>8", 0)), "characters > 8");
    EXPECT_EQ(condition_words(s, *survey::parse_condition("words=6..20", 0)), "characters 6 to 20");
    s.facts.character_level = false;
    s.pieces = true;
    EXPECT_EQ(condition_words(s, *survey::parse_condition("pieces>8", 0)), "pieces > 8");
    EXPECT_EQ(measure_title(s, survey::measures()[static_cast<std::size_t>(survey::find_measure("dlogp"))]),
              "Δ log p per piece");
    EXPECT_EQ(condition_words(s, *survey::parse_condition("aer>.3", 0)), "AER > .3");
}

TEST_F(Navigator, OfAModelWithATokenizerOfItsOwnLinesAreAsLongAsTheirWords) {
    const survey::Measure& words =
        survey::measures()[static_cast<std::size_t>(survey::find_measure("words"))];
    s.pieces = true;
    s.model = std::make_shared<const Model>(
        io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints/hf_marian_toy_enfr").string()));
    EXPECT_EQ(measure_title(s, words), "words");
    EXPECT_EQ(measure_meaning(s, words), "Source words, end tokens left out.");
    EXPECT_EQ(condition_words(s, *survey::parse_condition("words>8", 0)), "words > 8");
    update(s, {"navigator-query", "pieces>8"});
    EXPECT_TRUE(wanted_order(s.navigator).conditions.empty()) << "its pieces are not counted";
    update(s, {"navigator-settle"});
    EXPECT_TRUE(s.navigator.chips.empty());
    EXPECT_EQ(s.navigator.query, "pieces>8") << "to be mended";
    ASSERT_FALSE(s.toasts.empty());
    EXPECT_EQ(s.toasts.back().detail, "“words>8” is such a condition.");
    update(s, {"navigator-query", "words>8"});
    EXPECT_EQ(wanted_order(s.navigator).conditions.size(), 1u);
}

} // namespace
} // namespace heed
