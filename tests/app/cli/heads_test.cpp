// Heads on the command line: what is said of runs that a hand changed, and the same numbers from a file.
#include "app/cli/commands.h"
#include "app/cli/shown_run.h"
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/model/model_folder.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::cli {
namespace {

struct Answer {
    int status;
    std::string out, err;
};

Answer answer_to(std::vector<std::string> words) {
    std::vector<const char*> all{"heed"};
    for (const std::string& word : words) all.push_back(word.c_str());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int status = run(static_cast<int>(all.size()), all.data(), nullptr);
    std::string out = testing::internal::GetCapturedStdout();
    return {status, std::move(out), testing::internal::GetCapturedStderr()};
}

std::string checkpoint(const char* name) {
    return (test::source_dir() / "tests/checkpoints" / name).string();
}

TEST(HeadsCommand, AChangedRunIsSaidToBeOne) {
    const test::TemporaryFolder folder;
    const std::string model = (test::source_dir() / "assets/models/translate/transformer").string(),
                      file = (folder / "run.json").string();
    const auto made = answer_to({"trace", model, "the law was signed", "--head", "1:1=off", "--json", file});
    ASSERT_EQ(made.status, 0) << made.err;
    const auto told = answer_to({"heads", "--from", file});
    EXPECT_EQ(told.out.find("Changed by hand: head 2:2 off, counted from 1.\n"), 0u) << told.out;
    const auto json = nlohmann::json::parse(answer_to({"heads", "--from", file, "--json", "-"}).out);
    EXPECT_EQ(json["changes"], nlohmann::json::array({"Changed by hand: head 2:2 off, counted from 1."}));
}

TEST(AlignCommand, AHeadThatIsNotThereIsSaidOnce) {
    const test::TemporaryFolder folder;
    const std::string model = (test::source_dir() / "assets/models/translate/transformer").string(),
                      text = (folder / "pairs.tsv").string();
    io::write_file_atomic(text, "the law was signed\tla loi a été signée\nthe law\tla loi\n");
    const auto told = answer_to({"align", model, text, "--heads", "9:0"});
    EXPECT_EQ(told.status, 1);
    EXPECT_EQ(told.out, "");
    const std::size_t at = told.err.find("found 9:0");
    ASSERT_NE(at, std::string::npos) << told.err;
    EXPECT_EQ(told.err.find("found 9:0", at + 1), std::string::npos) << told.err;
}

/// The model tells which heads it has: no line needs to be read for that.
TEST(AlignCommand, AHeadThatIsNotThereIsRefusedBeforeAnyLine) {
    const test::TemporaryFolder folder;
    const std::string text = (folder / "none.tsv").string();
    io::write_file_atomic(text, "");
    const auto told = [&](const std::string& model, const char* head) {
        const auto answer = answer_to({"align", model, text, "--heads", head});
        EXPECT_EQ(answer.status, 1) << head;
        EXPECT_EQ(answer.out, "") << head;
        return answer.err;
    };
    const std::string model = (test::source_dir() / "assets/models/translate/transformer").string();
    EXPECT_NE(told(model, "9:0").find("layers 0 to 1 with heads 0 to 3, found 9:0"), std::string::npos);
    EXPECT_NE(told(model, "0:1,1:4").find("found 1:4"), std::string::npos);
    EXPECT_NE(told(checkpoint("hf_bert_uncased_old"), "0:9").find("a head of it, layer and head"),
              std::string::npos);
    EXPECT_NE(told(checkpoint("hf_gpt2_base_prefix"), "0:0").find("heads that look at the source"),
              std::string::npos);
    EXPECT_EQ(answer_to({"align", model, text, "--heads", "1:3"}).status, 0);
}

/// As align says it.
TEST(CompareCommand, AHeadThatIsNotThereIsRefusedWithThoseThatAre) {
    const std::string model = (test::source_dir() / "assets/models/translate/transformer").string();
    const auto told = answer_to({"compare", model, "--input", "the law", "--heads", "1:0", "--heads", "9:9"});
    EXPECT_NE(told.status, 0);
    EXPECT_NE(told.err.find("layers 0 to 1 with heads 0 to 3, found 9:9"), std::string::npos) << told.err;
    EXPECT_NE(answer_to({"compare", model, "--input", "the law", "--head", "9:9=off"}).status, 0);
    const std::string alone = checkpoint("hf_gpt2_base_prefix"); // its own heads are compared
    EXPECT_EQ(answer_to({"compare", alone, "--input", "the cat", "--heads", "0:0"}).status, 0);
}

/// Heads of several models are looked at before any runs: each is loaded once, and says once what it has to
/// say.
TEST(CompareCommand, SeveralModelsWithHeadsAreLoadedOnce) {
    const std::string one = checkpoint("hf_marian_untied_relu"),
                      other = checkpoint("marian_transformer_converted");
    const auto told =
        answer_to({"compare", one, other, "--input", "the cat", "--heads", "0:0", "--heads", "0:1"});
    ASSERT_EQ(told.status, 0) << told.err;
    for (const char* name : {"heed: hf_marian_untied_relu: ", "heed: marian_transformer_converted: "}) {
        const std::size_t at = told.err.find(name);
        ASSERT_NE(at, std::string::npos) << told.err;
        EXPECT_EQ(told.err.find(name, at + 1), std::string::npos) << told.err;
    }
}

TEST(TraceCommand, AHeadThatIsNotThereIsRefusedBeforeTheRun) {
    const Model model = io::load_model(test::source_dir() / "assets/models/translate/transformer");
    EXPECT_THROW(ShownRun(model, {}, "9:0"), Error);
    EXPECT_THROW(ShownRun(model, {}, "1:x"), WrongWords);
    EXPECT_NO_THROW(ShownRun(model, {}, "1:3"));
    EXPECT_NO_THROW(ShownRun(model, {}, "mean"));
}

/// A language that the model writes first is no word in the file either.
TEST(HeadsCommand, AFileHasTheNumbersOfItsRun) {
    const test::TemporaryFolder folder;
    const std::string model = checkpoint("hf_m2m100_bf16"), text = (folder / "text.tsv").string(),
                      file = (folder / "run.json").string();
    io::write_file_atomic(text, "the bank was signed\n");
    const std::vector<std::string> told{"--source-language", "en", "--target-language", "fr"};
    const auto with = [&](std::vector<std::string> words) {
        words.insert(words.end(), told.begin(), told.end());
        return answer_to(std::move(words));
    };
    const auto made = with({"trace", model, "the bank was signed", "--json", file});
    ASSERT_EQ(made.status, 0) << made.err;
    const auto fresh = with({"heads", model, text, "--json", "-"});
    ASSERT_EQ(fresh.status, 0) << fresh.err;
    auto one = nlohmann::json::parse(fresh.out),
         other = nlohmann::json::parse(answer_to({"heads", "--from", file, "--json", "-"}).out);
    ASSERT_EQ(one["maps"].size(), other["maps"].size());
    EXPECT_NE(io::read_file(file, 1 << 24).find("\"control\""), std::string::npos);
    for (std::size_t n = 0; n < one["maps"].size(); ++n)
        for (const char* reading : {"predicts", "reads"})
            for (const auto& [name, value] : one["maps"][n][reading].items())
                if (value.is_number()) {
                    EXPECT_NEAR(value.get<double>(), other["maps"][n][reading][name].get<double>(), 1e-6)
                        << n << name;
                }
}

/// The rows of another input are said, with what they sum to here.
TEST(HeadsCommand, TraceSaysWhoseRowsAHeadHas) {
    const std::string model = checkpoint("hf_marian_toy_enfr");
    const auto columns = answer_to({"trace", model, "the law was signed", "--head", "1:1=input:the law"}).out;
    EXPECT_NE(columns.find("  layer 2, mean of 4 heads, 2:2 of another input  "), std::string::npos)
        << columns;
    EXPECT_NE(columns.find("\nnote  head 2:2 has the rows it has on “the law”"), std::string::npos)
        << columns;
    const auto longer =
        answer_to({"trace", model, "the law", "--head", "1:1=input:the law was signed by the council"}).out;
    EXPECT_NE(longer.find("”; here they sum to 0."), std::string::npos) << longer;
}

/// An encoder that reads both texts is aligned by a head of it, named or found on links.
TEST(HeadsCommand, AnEncoderAlignsByItsHeads) {
    const test::TemporaryFolder folder;
    const std::string model = checkpoint("hf_bert_uncased_old"), pairs = (folder / "pairs.tsv").string();
    io::write_file_atomic(pairs, "the bank was signed\tla banque fut\t0-0 1-1 2-2\n"
                                 "the old bank\tla vieille banque\t0-0 1-1 2-2\n");
    for (const std::vector<std::string>& heads : {std::vector<std::string>{"--heads", "best"},
                                                  {"--heads", "0:1"},
                                                  {"--heads", "best", "--gold", pairs}}) {
        std::vector<std::string> words{"align", model, pairs, "--soft"};
        words.insert(words.end(), heads.begin(), heads.end());
        const auto aligned = answer_to(words);
        EXPECT_EQ(aligned.status, 0) << aligned.err;
        EXPECT_NE(aligned.out.find("3-2:"), std::string::npos) << aligned.out;
        EXPECT_EQ(std::count(aligned.out.begin(), aligned.out.end(), '\n'), 2);
    }
    const auto none = answer_to({"align", model, pairs});
    EXPECT_EQ(none.status, 1);
    EXPECT_NE(none.err.find("--heads: expected best or L:H,"), std::string::npos) << none.err;
    const auto traced =
        answer_to({"trace", model, "the bank\tla banque", "--words", "--heads", "best", "--gold", pairs});
    EXPECT_EQ(traced.status, 0) << traced.err;
}

void expect_wrong(const std::vector<std::string>& words, const std::string& named) {
    const auto told = answer_to(words);
    EXPECT_EQ(told.status, 2) << told.out << told.err;
    EXPECT_NE(told.err.find(named), std::string::npos) << told.err;
    EXPECT_EQ(std::count(told.err.begin(), told.err.end(), '\n'), 1) << told.err;
}

/// What moved an output is said of pieces: of a run in words there are no such places.
TEST(HeadsCommand, MovesAreOfPieces) {
    const std::string model = checkpoint("hf_marian_toy_enfr");
    expect_wrong({"trace", model, "the bank was signed", "--words", "--moves"}, "--moves");
    expect_wrong({"trace", model, "the bank was signed", "--words", "--moves", "--json", "-"}, "--moves");
}

TEST(HeadsCommand, WhatChangesNothingOfAFileIsRefused) {
    const test::TemporaryFolder folder;
    const std::string file = (folder / "run.json").string(), numbers = (folder / "out.json").string();
    const auto made =
        answer_to({"trace", checkpoint("hf_marian_toy_enfr"), "the bank was signed", "--json", file});
    ASSERT_EQ(made.status, 0) << made.err;
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--mute", "1"}, {"--masking", "on"}, {"--window", "5"}, {"--full"}}) {
        std::vector<std::string> words{"trace", "--from", file};
        words.insert(words.end(), more.begin(), more.end());
        expect_wrong(words, more.front() == "--full" ? "--full goes with --json" : "--from FILE");
    }
    expect_wrong({"trace", "--from", file, "--heads", "1:0", "--json", "-"}, "--heads");
    expect_wrong({"export", "--from", file, "--heads", "1:0", "-o", numbers}, "--heads");
    EXPECT_EQ(answer_to({"trace", "--from", file, "--heads", "1:0"}).status, 0);
    EXPECT_EQ(answer_to({"trace", "--from", file, "--heads", "1:0", "--item", "0", "--json", "-"}).status, 0);
}

TEST(HeadsCommand, WhatChangesNothingOfAnAlignmentIsRefused) {
    const test::TemporaryFolder folder;
    const std::string model = (test::source_dir() / "assets/models/dates/additive").string(),
                      pairs = (folder / "pairs.tsv").string();
    io::write_file_atomic(pairs, "3 may 2001\t2001-05-03\n");
    EXPECT_EQ(answer_to({"align", model, pairs}).status, 0);
    expect_wrong({"align", model, pairs, "--gold", "/nonexistent"}, "--gold goes with --heads best");
    expect_wrong({"align", model, pairs, "--target-language", "de"}, "languages");
    expect_wrong({"align", model, pairs, "--prefix", "foo"}, "--prefix");
}

TEST(HeadsCommand, WhatChangesNothingOfAPictureIsRefused) {
    const test::TemporaryFolder folder;
    const std::string model = checkpoint("hf_marian_toy_enfr"), text = "the bank was signed",
                      file = (folder / "a.svg").string();
    expect_wrong({"export", model, text, "--figure", "layers", "--heads", "0:3", "-o", file}, "--heads");
    expect_wrong({"export", model, text, "--figure", "heads", "--words", "-o", file}, "--words");
}

/// What is asked of heads in a wrong way is answered with what there is, and with no number.
TEST(HeadsCommand, WhatIsNoHeadIsAnsweredWithWhatThereIs) {
    const test::TemporaryFolder folder;
    const std::string model = (test::source_dir() / "assets/models/translate/transformer").string(),
                      pairs = (folder / "pairs.tsv").string();
    io::write_file_atomic(pairs, "the agreement\tl' accord\n");
    const auto says = [](const Answer& answer, const std::string& words) {
        EXPECT_NE(answer.status, 0);
        EXPECT_NE((answer.err + answer.out).find(words), std::string::npos) << answer.err << answer.out;
    };
    says(answer_to({"trace", model, "the law", "--heads", "0:0,0:0"}), "--heads: head 0:0 is given twice");
    says(answer_to({"align", model, pairs, "--heads", "1:1,0:0,1:1"}), "--heads: head 1:1 is given twice");
    says(answer_to({"trace", model, "the law", "--heads", ""}),
         "--heads: expected best, mean or L:H,…, found nothing");
    says(answer_to({"align", model, pairs, "--heads", ""}), "--heads: expected best or L:H,…, found nothing");
    for (const auto& [head, words] : {std::pair("0:0", "--heads: 0:0 is given twice"),
                                      std::pair("", "--heads: expected mean or L:H, found nothing"),
                                      std::pair("x", "--heads: expected best, mean or L:H,…, each counted "
                                                     "from 0, found \"x\"")})
        says(answer_to({"compare", model, "--input", "the law", "--heads", head, "--heads", head}), words);
    says(answer_to({"trace", model, "the law", "--heads", "all"}), "expected best, mean or L:H,…");
    for (const char* head : {"0:9", "2:0"})
        says(answer_to({"trace", model, "the law", "--heads", head}),
             "expected a cross-attention head of it, layer and head counted from 0: layers 0 to 1 with heads "
             "0 "
             "to 3, found " +
                 std::string(head));
    says(answer_to({"trace", checkpoint("hf_gpt2_base_prefix"), "the cat", "--heads", "0:0"}),
         "expected a model with heads that look at the source, found one that has none");
    const std::string linked = (folder / "linked.tsv").string();
    io::write_file_atomic(linked, "the cat\tle chat\t0-0\n");
    says(answer_to({"align", checkpoint("hf_gpt2_base_prefix"), linked, "--heads", "best"}),
         "--heads best: expected a model with heads that look at the source, found one that has none");
    const std::string run = (folder / "run.json").string();
    ASSERT_EQ(answer_to({"trace", model, "the law", "--json", run}).status, 0);
    says(answer_to({"trace", "--from", run, "--heads", "0:0,0:0"}), "--heads: head 0:0 is given twice");
    says(answer_to({"trace", "--from", run, "--heads", "0:9"}),
         "no such map: expected layer and head, counted");
    says(answer_to({"align", model, pairs, "--heads", "best"}),
         pairs + ": --heads best: expected gold links");
    says(answer_to({"heads", model, pairs, "--measure", "aer"}),
         pairs + ": --measure aer: expected pairs with links in the third column, found none");
}

} // namespace
} // namespace heed::cli
