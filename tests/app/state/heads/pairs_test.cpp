// Heads that are measured against links: those of a file of pairs, of a line of Sentences, of a task.
#include "app/figures/heads/seen.h"
#include "app/state/heads/heads.h"
#include "app/state/jobs/engine.h"
#include "core/analysis/survey/sentence_file.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/open/model_library.h"
#include "core/models/transformer/config.h"
#include "tests/app/state/heads/over_small.h"
#include "tests/support/samples/sample_heads.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using test::answer_heads, test::asks_for, test::heads_looked_at, test::over_small, test::pairs_with_links;

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

/// A file that was given up is one press away, until another model is chosen.
TEST(HeadsState, AFileThatWasStoppedCanBeReturnedTo) {
    const test::TemporaryFolder folder;
    AppState s = heads_looked_at();
    EXPECT_FALSE(can_return_to_file(s));
    update(s, {"heads-file", pairs_with_links(folder)});
    EXPECT_FALSE(can_return_to_file(s)); // it is under way
    update(s, {"heads-over", "", 0, 0});
    ASSERT_FALSE(measures_heads(s));
    EXPECT_TRUE(can_return_to_file(s));
    EXPECT_EQ(asks_for(update(s, {"heads-over", "", 0, 1}), "heads-corpus"), 1);
    EXPECT_FALSE(can_return_to_file(s));
    const std::atomic<bool> never{false};
    apply(s, WorkDone{"heads-corpus", heads_corpus_job(s)(Engine{}, never), ""});
    EXPECT_FALSE(can_return_to_file(s)); // it is shown
    update(s, {"heads-this-sentence"});
    EXPECT_TRUE(can_return_to_file(s));
    update(s, {"heads-over", "", 0, 1});
    update(s, {"heads-file", pairs_with_links(folder)});
    update(s, {"heads-over", "", 0, 0});
    ASSERT_TRUE(can_return_to_file(s));
    reset_heads(s, Fresh::Model);
    EXPECT_FALSE(can_return_to_file(s));
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
