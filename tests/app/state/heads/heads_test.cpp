#include "app/state/heads/heads.h"

#include "app/figures/heads/seen.h"
#include "app/figures/transformer/transformer.h"
#include "app/state/jobs/engine.h"
#include "app/state/session/state_json.h"
#include "core/analysis/survey/sentence_file.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/open/model_library.h"
#include "core/models/transformer/config.h"
#include "tests/app/state/heads/over_small.h"
#include "tests/support/samples/sample_heads.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using test::answer_heads, test::asks_for, test::heads_looked_at, test::over_small, test::pairs_with_links;

/// Of a model whose matrices stay as its file has them, a run carries none.
TEST(HeadsState, WhatTheChosenHeadsValuesMakeOfItsWeightsIsAskedForAndKept) {
    AppState s = over_small("a b c d");
    auto bare = std::make_shared<Trace>(*s.trace);
    bare->parameters = nullptr;
    s.trace = bare;
    update(s, {"heads"});
    const std::atomic<bool> never{false};
    const EffectList effects = apply(s, WorkDone{"heads", heads_job(s)(Engine{}, never), ""});
    EXPECT_EQ(asks_for(effects, "heads-weighted"), 1);
    EXPECT_EQ(head_weighted(s), nullptr);
    apply(s, WorkDone{"heads-weighted", head_weighted_job(s)(Engine{}, never), ""});
    ASSERT_NE(head_weighted(s), nullptr);
    ASSERT_TRUE(head_weighted(s)->map);
    const auto first = head_weighted(s)->map;
    const int chosen = atlas::seen(*heads_shown(s), s.heads.look).chosen;
    EXPECT_EQ(asks_for(update(s, {"hover", "", chosen == 0 ? 1.0 : 0.0}), "heads-weighted"), 1);
    EXPECT_EQ(head_weighted(s), nullptr);
    EXPECT_EQ(asks_for(update(s, {"hover", "", -1}), "heads-weighted"), 0);
    ASSERT_NE(head_weighted(s), nullptr);
    EXPECT_EQ(head_weighted(s)->map, first);
}

std::pair<int, int> chosen_head(const AppState& s) {
    const auto json = heads_json(s)["seen"]["looked_at"];
    return {json["layer"].get<int>(), json["head"].get<int>()};
}

TEST(HeadsState, ItIsMeasuredOnceForEachRun) {
    AppState s = over_small("a b c d");
    EXPECT_TRUE(can_show_heads(s));
    EXPECT_EQ(asks_for(update(s, {"heads"}), "heads"), 1);
    EXPECT_TRUE(shows_heads(s));
    EXPECT_EQ(workspace_of(s).id, "heads");
    EXPECT_EQ(asks_for(update(s, {"heads-order", "", 0, 1}), "heads"), 0); // asked already
    EXPECT_FALSE(heads_shown(s));
    answer_heads(s);
    ASSERT_TRUE(heads_shown(s));
    EXPECT_EQ(heads_shown(s)->all.size(), 12u);
    EXPECT_EQ(heads_figure_id(s), "heads");
    EXPECT_NE(heads_words(s).find("Of 4 cross-attention heads"), std::string::npos) << heads_words(s);
    update(s, {"heads"});
    EXPECT_FALSE(shows_heads(s));
    EXPECT_EQ(asks_for(update(s, {"heads"}), "heads"), 0); // it is known
}

TEST(HeadsState, ARunWithoutSeveralHeadsHasNone) {
    AppState s;
    s.trace = std::make_shared<const Trace>(test::sample_heads(1, 1));
    EXPECT_FALSE(can_show_heads(s));
    show_heads(s);
    EXPECT_FALSE(shows_heads(s));
    s.trace = std::make_shared<const Trace>(test::sample_heads(1, 2));
    EXPECT_TRUE(can_show_heads(s));
}

TEST(HeadsState, ArrowsMoveAndEnterKeeps) {
    AppState s = heads_looked_at();
    EXPECT_EQ(command_for("Right", s, false)->id, "heads-right");
    update(s, {"heads-choose", "", 0, 0, 0});
    EXPECT_EQ(chosen_head(s), std::pair(0, 0));
    update(s, {"heads-right"});
    EXPECT_EQ(chosen_head(s), std::pair(0, 1));
    update(s, {"heads-right"}); // there is none further
    EXPECT_EQ(chosen_head(s), std::pair(0, 1));
    update(s, {"heads-up"});
    EXPECT_EQ(chosen_head(s), std::pair(1, 1));
    update(s, {"heads-left"});
    update(s, {"heads-down"});
    EXPECT_EQ(chosen_head(s), std::pair(0, 0));
    EXPECT_NE(command_for("Enter", s, false)->id, "heads-keep"); // nothing is pointed at
    const auto& all = heads_shown(s)->all;
    s.hover.unit = static_cast<int>(
        std::find_if(all.begin(), all.end(),
                     [](const auto& one) { return one.head.site.layer == 1 && one.head.site.head == 0; }) -
        all.begin());
    EXPECT_EQ(command_for("Enter", s, false)->id, "heads-keep");
    update(s, {"heads-keep"});
    EXPECT_EQ(chosen_head(s), std::pair(1, 0));
    EXPECT_TRUE(shows_heads(s));
}

/// Once more it shows the chosen head where it stands: in front of the network, when its weights are made.
TEST(HeadsState, EnterOnTheChosenHeadShowsItInTheNetwork) {
    for (const auto& [kind, layer, head] :
         {std::tuple(heads::Kind::Cross, 1, 0), {heads::Kind::Decoder, 0, 1}, {heads::Kind::Encoder, 1, 1}}) {
        AppState s = heads_looked_at();
        update(s, {"last"});
        update(s, {"heads-kind", "", 0, static_cast<int>(kind)});
        update(s, {"heads-choose", "", 0, layer, head});
        s.layers.front.read = MapReading::Mean;
        const auto& all = heads_shown(s)->all;
        for (const bool pointed : {false, true}) { // at the chosen one itself
            s.hover.unit = !pointed ? -1
                                    : static_cast<int>(std::find_if(all.begin(), all.end(),
                                                                    [&](const auto& one) {
                                                                        return one.head.kind == kind &&
                                                                               one.head.site.layer == layer &&
                                                                               one.head.site.head == head;
                                                                    }) -
                                                       all.begin());
            ASSERT_EQ(command_for("Enter", s, false)->id, "heads-forward");
        }
        update(s, {"heads-forward"});
        EXPECT_FALSE(shows_heads(s));
        const Playhead at = playhead_of(s);
        EXPECT_TRUE(asks_about_head(*s.trace, at));
        const HeadPlace place = explained_head(*s.trace, at, s.layers.front);
        EXPECT_EQ(place.kind, kind);
        EXPECT_EQ(place.layer, layer);
        EXPECT_EQ(place.head, head);
        EXPECT_EQ(s.layers.front.read, MapReading::Head); // not the mean of all
        if (kind != heads::Kind::Encoder) {
            EXPECT_EQ(moment_at(s.trace->outline, at.at).position, s.trace->outputs() - 1); // as before
        }
    }
}

/// Of a file that holds maps alone, its map is the one that is shown.
TEST(HeadsState, EnterShowsAHeadOfAFileAlone) {
    AppState s;
    auto run = std::make_shared<Trace>(test::sample_heads(2, 3));
    run->model.architecture = "weights";
    s.maps = maps_of({run});
    s.trace = s.maps.front().alone;
    s.facts = run->model;
    ASSERT_TRUE(s.weights_only());
    update(s, {"heads"});
    answer_heads(s);
    ASSERT_TRUE(heads_shown(s));
    update(s, {"heads-choose", "", 0, 1, 2});
    ASSERT_EQ(command_for("Enter", s, false)->id, "heads-forward");
    update(s, {"heads-forward"});
    EXPECT_FALSE(shows_heads(s));
    const Site& site = s.maps[static_cast<std::size_t>(s.map)].site;
    EXPECT_EQ(site.layer, 1);
    EXPECT_EQ(site.head, 2);
}

TEST(HeadsState, KindReadingMeasureAndOrder) {
    AppState s = heads_looked_at();
    EXPECT_EQ(heads_json(s)["seen"]["kind"], "cross");
    EXPECT_EQ(heads_json(s)["seen"]["measure"], "evenness");
    EXPECT_EQ(heads_json(s)["seen"]["reading"], "predicts");
    update(s, {"heads-kind", "", 0, static_cast<int>(heads::Kind::Encoder)});
    EXPECT_EQ(heads_json(s)["seen"]["kind"], "encoder");
    update(s, {"heads-next-kind"});
    EXPECT_EQ(heads_json(s)["seen"]["kind"], "decoder");
    update(s, {"heads-next-kind"});
    EXPECT_EQ(heads_json(s)["seen"]["kind"], "cross");
    update(s, {"heads-other-reading"});
    EXPECT_EQ(heads_json(s)["seen"]["reading"], "reads");
    update(s, {"heads-measure", "end"});
    EXPECT_EQ(heads_json(s)["seen"]["measure"], "end");
    update(s, {"heads-measure", "nonsense"});
    EXPECT_EQ(heads_json(s)["measure"], "end");
    update(s, {"heads-measure", "aer"}); // there are no links
    EXPECT_EQ(heads_json(s)["seen"]["measure"], "evenness");
    update(s, {"heads-order", "", 0, 2});
    EXPECT_EQ(heads_json(s)["order"], "type");
    update(s, {"heads-next-order"});
    EXPECT_EQ(heads_json(s)["order"], "layer");
}

TEST(HeadsState, OverAFileWithLinksAndABadLine) {
    const test::TemporaryFolder folder;
    const std::string file = pairs_with_links(folder);
    AppState s = heads_looked_at();
    EXPECT_EQ(asks_for(update(s, {"heads-file", file}), "heads-corpus"), 1);
    EXPECT_TRUE(measures_heads(s));
    EXPECT_EQ(heads_shown(s)->over, "this sentence"); // until it is there
    const std::atomic<bool> never{false};
    apply(s, WorkDone{"heads-corpus", heads_corpus_job(s)(Engine{}, never), ""});
    ASSERT_FALSE(measures_heads(s)) << s.heads.file_problem;
    const auto report = heads_shown(s);
    ASSERT_TRUE(report->choice);
    EXPECT_EQ(report->over, "4 pairs with links");
    EXPECT_EQ(report->choice->fitted_on, 2);
    EXPECT_EQ(s.heads.bad, 1);
    const auto json = heads_json(s);
    EXPECT_EQ(json["seen"]["measure"], "aer");
    EXPECT_NE(json["words"].get<std::string>().find("aligns best"), std::string::npos);
    EXPECT_NE(json["words"].get<std::string>().find("1 line was passed over."), std::string::npos);
    const atlas::Seen seen = atlas::seen(*report, s.heads.look);
    EXPECT_EQ(seen.rank(seen.best), 1); // over all pairs
    update(s, {"heads-over", "", 0, 0});
    EXPECT_EQ(heads_shown(s)->over, "this sentence");
    EXPECT_EQ(asks_for(update(s, {"heads-over", "", 0, 1}), "heads-corpus"), 0); // it is known
    EXPECT_EQ(heads_shown(s), report);
    EXPECT_EQ(asks_for(update(s, {"heads-file", file}), "heads-corpus"), 1); // it may have been written anew
}

/// One of the file's sentences, read by itself, has its links.
TEST(HeadsState, ASentenceOfTheFileIsMeasuredAgainstItsLinks) {
    const test::TemporaryFolder folder;
    AppState s = heads_looked_at();
    EXPECT_EQ(heads_shown(s)->judged, 0);
    std::string written;
    for (const TraceStep& step : s.trace->steps)
        if (!step.token.is_end) written += (written.empty() ? "" : " ") + step.token.text;
    ASSERT_NE(written, "");
    const auto file = (folder / "one.tsv").string();
    io::write_file_atomic(file, "a b\tb a\t0-1 1-0\na b c d\t" + written + "\t0-0\n");
    update(s, {"heads-file", file});
    const std::atomic<bool> never{false};
    EXPECT_EQ(asks_for(apply(s, WorkDone{"heads-corpus", heads_corpus_job(s)(Engine{}, never), ""}), "heads"),
              1);
    answer_heads(s);
    update(s, {"heads-over", "", 0, 0});
    EXPECT_EQ(heads_shown(s)->judged, 1);
    EXPECT_EQ(heads_json(s)["seen"]["measure"], "aer");
    EXPECT_EQ(asks_for(update(s, {"heads-order", "", 0, 1}), "heads"), 0); // it is known
}

/// The line that was chosen in Sentences has its links, and no pairs of Heads need be opened for it.
TEST(HeadsState, ALineOfSentencesIsMeasuredAgainstItsLinks) {
    const test::TemporaryFolder folder;
    AppState s = over_small("a b c d");
    std::string written;
    for (const TraceStep& step : s.trace->steps)
        if (!step.token.is_end) written += (written.empty() ? "" : " ") + step.token.text;
    const auto file = (folder / "lines.tsv").string();
    io::write_file_atomic(file, "a b\tb a\t0-1 1-0\na b c d\t" + written + "\t0-0\n");
    s.navigator.open = std::make_shared<const survey::SentenceFile>(file);
    survey::LineFinder finder(s.navigator.open);
    std::vector<survey::LineRecord> found;
    while (finder.go_on(1000, found)) {
    }
    ASSERT_EQ(found.size(), 2u);
    for (const survey::LineRecord& line : found) s.navigator.lines.add(line);
    s.navigator.chosen = 0; // another sentence
    update(s, {"heads"});
    answer_heads(s);
    ASSERT_TRUE(heads_shown(s));
    EXPECT_EQ(heads_shown(s)->judged, 0);
    s.navigator.chosen = 1;
    answer_heads(s);
    EXPECT_EQ(heads_shown(s)->judged, 1);
    EXPECT_EQ(heads_json(s)["seen"]["measure"], "aer");
}

/// A task knows the links of its own sentences.
TEST(HeadsState, ASentenceOfATaskIsMeasuredAgainstItsAnswer) {
    AppState s;
    s.model = std::make_shared<const Model>(
        io::ModelLibrary({}).load((test::source_dir() / "assets/models/translate/transformer").string()));
    s.model_name = "translate/transformer";
    s.facts = s.model->facts;
    update(s, {"type", "the law was signed"});
    const Request request = wanted_request(s);
    auto trace = std::make_shared<const Trace>(decode::run(*s.model, request));
    apply(s, RunFinished{request, trace, trace->source_length() - 1, false, 18, {}});
    update(s, {"heads"});
    answer_heads(s);
    ASSERT_TRUE(heads_shown(s));
    EXPECT_EQ(heads_shown(s)->judged, 1);
    EXPECT_EQ(heads_shown(s)->over, "this sentence, with links");
    EXPECT_EQ(heads_json(s)["seen"]["measure"], "aer");
}

/// Pairs that are opened, or dropped, while the heads are in front are those that they are measured over.
TEST(HeadsState, PairsAreOpenedForWhatStandsInFront) {
    const test::TemporaryFolder folder;
    Command opened{"open-files"};
    opened.files = {pairs_with_links(folder)};
    AppState s = heads_looked_at();
    EXPECT_EQ(asks_for(update(s, opened), "heads-corpus"), 1);
    EXPECT_EQ(s.heads.file, opened.files.front());
    EXPECT_TRUE(s.navigator.file.empty());
    AppState network = over_small("a b c d");
    update(network, opened);
    EXPECT_TRUE(network.heads.file.empty());
    EXPECT_EQ(network.navigator.file, opened.files.front());

    AppState dialog = heads_looked_at();
    update(dialog, {"open"});
    update(dialog, {"open-filter", opened.files.front()});
    EXPECT_EQ(asks_for(update(dialog, {"open-confirm"}), "heads-corpus"), 1);
    EXPECT_EQ(dialog.dialog, Dialog::None);
    EXPECT_TRUE(shows_heads(dialog));
    const FilePreview preview = heed_engine().inspect(opened.files.front(), "");
    EXPECT_TRUE(preview.subtitle.starts_with("sentences")) << preview.subtitle;
    EXPECT_EQ(preview.text.find("Neither"), std::string::npos) << preview.text;
}

/// Undo past the opening of a model and redo: its pairs come back with it, and what was measured over them.
TEST(HeadsState, PairsComeBackWithTheirModel) {
    const test::TemporaryFolder folder;
    AppState s = over_small("a b c d");
    s.model_id = "one";
    update(s, {"heads"});
    answer_heads(s);
    update(s, {"heads-file", pairs_with_links(folder)});
    const std::atomic<bool> never{false};
    apply(s, WorkDone{"heads-corpus", heads_corpus_job(s)(Engine{}, never), ""});
    const auto report = heads_shown(s);
    ASSERT_EQ(report->over, "4 pairs with links");
    const auto becomes = [&](const char* id) {
        s.model = std::make_shared<const Model>(*s.model);
        reset_heads(s, Fresh::Model);
        s.model_id = id;
        s.running = false;
        const int asked = asks_for(follow_heads(s), "heads-corpus");
        answer_heads(s);
        return asked;
    };
    EXPECT_EQ(becomes("another"), 0);
    EXPECT_FALSE(s.heads.over_file);
    EXPECT_EQ(heads_shown(s)->over, "this sentence");
    EXPECT_EQ(becomes("one"), 0); // it is known
    EXPECT_TRUE(s.heads.over_file);
    EXPECT_EQ(heads_shown(s), report);
    EXPECT_EQ(s.heads.bad, 1);
    update(s, {"heads-file", (folder / "other.tsv").string()}); // under way
    EXPECT_EQ(becomes("another"), 0);
    EXPECT_EQ(becomes("one"), 1) << "what was not measured to its end begins anew";
}

TEST(HeadsState, EscStopsThenLeaves) {
    const test::TemporaryFolder folder;
    const std::string file = pairs_with_links(folder);
    AppState s = heads_looked_at();
    update(s, {"heads-file", file});
    const WorkspaceJob late = heads_corpus_job(s);
    const auto progress = s.heads.progress;
    update(s, {"clear"});
    EXPECT_TRUE(progress->given_up);
    EXPECT_TRUE(shows_heads(s));
    EXPECT_FALSE(measures_heads(s));
    const std::atomic<bool> never{false};
    apply(s, WorkDone{"heads-corpus", late(Engine{}, never), ""});
    EXPECT_FALSE(s.heads.corpus);
    update(s, {"clear"});
    EXPECT_FALSE(shows_heads(s));
}

/// What became of an older question says nothing of the newest.
TEST(HeadsState, AProblemIsOfTheFileThatHadIt) {
    const test::TemporaryFolder folder;
    AppState s = heads_looked_at();
    const std::atomic<bool> never{false};
    update(s, {"heads-file", "/nowhere/at/all.tsv"});
    const WorkspaceJob late = heads_corpus_job(s);
    update(s, {"heads-file", pairs_with_links(folder)});
    const WorkspaceJob newest = heads_corpus_job(s);
    apply(s, WorkDone{"heads-corpus", late(Engine{}, never), ""});
    EXPECT_TRUE(measures_heads(s));
    EXPECT_EQ(s.heads.file_problem, "");
    apply(s, WorkDone{"heads-corpus", newest(Engine{}, never), ""});
    EXPECT_TRUE(s.heads.corpus);
    EXPECT_EQ(s.heads.file_problem, "");
    update(s, {"heads-file", "/nowhere/at/all.tsv"});
    apply(s, WorkDone{"heads-corpus", heads_corpus_job(s)(Engine{}, never), ""});
    EXPECT_FALSE(measures_heads(s));
    EXPECT_NE(s.heads.file_problem.find("nowhere"), std::string::npos);
}

/// The maps of one run and the report of another are no figure.
TEST(HeadsState, AFigureIsOfOneRun) {
    AppState s = heads_looked_at();
    EXPECT_EQ(heads_figure_id(s), "heads");
    auto other = std::make_shared<Trace>(*s.trace);
    s.trace = other; // a new sentence, which is being measured
    EXPECT_EQ(heads_figure_id(s), "");
}

TEST(HeadsState, AFileThatIsNotThereIsSaid) {
    AppState s = heads_looked_at();
    update(s, {"heads-file", "/nowhere/at/all.tsv"});
    apply(s, WorkDone{"heads-corpus", {}, "/nowhere/at/all.tsv: it was not found"});
    EXPECT_FALSE(measures_heads(s));
    EXPECT_NE(heads_words(s).find("nowhere"), std::string::npos);
    EXPECT_EQ(heads_shown(s)->over, "this sentence");
}

/// A decoder alone writes no translation: no file of links is offered, and one that is given says what to do.
TEST(HeadsState, WhereNothingAlignsNoFileOfLinksIsMeasured) {
    EXPECT_TRUE(can_measure_over_file(over_small("a b c d")));
    auto config = test::small_transformer().config.as<transformer::Config>();
    config.kind = transformer::Kind::Decoder;
    config.output.tied = true;
    AppState s = over_small("a b c d", test::small_transformer(config));
    ASSERT_TRUE(can_show_heads(s));
    EXPECT_FALSE(can_measure_over_file(s));
    EXPECT_FALSE(is_enabled(command_info("heads-measure-file"), s));
    update(s, {"heads"});
    EXPECT_EQ(asks_for(update(s, {"heads-file", "/pairs.tsv"}), "heads-corpus"), 0);
    EXPECT_NE(heads_words(s).find("Choose one that translates."), std::string::npos) << heads_words(s);
}

TEST(HeadsState, ASessionKeepsHowTheyAreLookedAt) {
    AppState s = heads_looked_at();
    update(s, {"heads-kind", "", 0, static_cast<int>(heads::Kind::Decoder)});
    update(s, {"heads-measure", "first"});
    update(s, {"heads-order", "", 0, 1});
    update(s, {"heads-reading", "", 0, 1});
    update(s, {"heads-choose", "", 0, 1, 0});
    const auto choices = heads_choices(s);
    AppState other = over_small("a b c d");
    heads_from_json(nlohmann::json::parse(choices.dump()), other);
    EXPECT_EQ(heads_choices(other), choices);
    EXPECT_TRUE(shows_heads(other));
    heads_from_json(nlohmann::json::parse(R"({"shown": 3, "kind": "x", "chosen": [1], "over_file": true})"),
                    other);
    AppState fresh;
    EXPECT_EQ(heads_choices(other), heads_choices(fresh));
}

/// It has no numbers in its cells: N says so, and is no step that could be taken back.
TEST(HeadsState, NumbersAreNotTurnedWhereThereAreNone) {
    AppState s = heads_looked_at();
    EXPECT_FALSE(is_enabled(command_info("numbers"), s));
    EXPECT_NE(command_info("numbers").why_not(s).find("no numbers in their cells"), std::string::npos);
    update(s, {"heads"});
    EXPECT_TRUE(is_enabled(command_info("numbers"), s));
    EXPECT_EQ(command_info("numbers").why_not(s), "");
}

TEST(HeadsState, StatesAndMeaningTakeItsPlace) {
    AppState s = heads_looked_at();
    s.meaning.shown = true;
    update(s, {"heads"});
    update(s, {"heads"});
    EXPECT_TRUE(shows_heads(s));
    EXPECT_FALSE(s.meaning.shown);
    reset_heads(s, Fresh::Model);
    EXPECT_FALSE(s.heads.known.report);
    EXPECT_TRUE(s.heads.shown);
}

/// What else was changed of the run is said beside what is told of its heads.
TEST(HeadsState, OtherChangesAreSaidBesideTheHeads) {
    AppState s = heads_looked_at();
    EXPECT_EQ(changes_beside(s), "");
    const auto shows_run_with = [&](const Edits& edits) {
        auto run = std::make_shared<Trace>(*s.trace);
        run->request.edits = edits;
        s.trace = run;
    };
    Edits warm, off;
    warm.temperature = 2;
    off.heads[{HeadKind::Cross, 0, 0}] = {};
    shows_run_with(warm);
    EXPECT_EQ(changes_beside(s), "Changed by hand: temperature 2");
    shows_run_with(off); // an opened run: nothing is edited here
    EXPECT_EQ(changes_beside(s), "Changed by hand: head 1:1 off");
    s.edits = off;
    s.head_off.atlas = true;
    EXPECT_EQ(heads_words(s), head_change_words(s));
    EXPECT_EQ(changes_beside(s), ""); // those are its words
    s.heads.progress = std::make_shared<HeadsProgress>();
    EXPECT_EQ(changes_beside(s), "Changed by hand: head 1:1 off");
    s.heads.progress = nullptr;
    off.temperature = 2;
    shows_run_with(off);
    s.edits = off;
    EXPECT_EQ(changes_beside(s), "Changed by hand: head 1:1 off; temperature 2");
    s.heads.shown = false; // its network
    EXPECT_EQ(changes_beside(s), "Changed by hand: head 1:1 off; temperature 2");
}

/// Another file takes the links of the first away, though it fails.
TEST(HeadsState, LinksOfAFileThatWasLeftAreNoLongerTheSentences) {
    const test::TemporaryFolder folder;
    AppState s = heads_looked_at();
    std::string written;
    for (const TraceStep& step : s.trace->steps)
        if (!step.token.is_end) written += (written.empty() ? "" : " ") + step.token.text;
    const auto file = (folder / "one.tsv").string();
    io::write_file_atomic(file, "a b c d\t" + written + "\t0-0\n");
    const std::atomic<bool> never{false};
    update(s, {"heads-file", file});
    apply(s, WorkDone{"heads-corpus", heads_corpus_job(s)(Engine{}, never), ""});
    answer_heads(s);
    update(s, {"heads-over", "", 0, 0});
    ASSERT_EQ(heads_shown(s)->judged, 1);
    update(s, {"heads-file", "/nowhere/at/all.tsv"});
    EXPECT_EQ(
        asks_for(apply(s, WorkDone{"heads-corpus", {}, "/nowhere/at/all.tsv: it was not found"}), "heads"),
        1);
    answer_heads(s);
    EXPECT_EQ(heads_shown(s)->judged, 0);
}

} // namespace
} // namespace heed
