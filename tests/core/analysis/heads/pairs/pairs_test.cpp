// Pairs of a file through models of every kind: which of its words are measured against the links.
#include "core/analysis/heads/both_ways.h"
#include "core/analysis/heads/pairs/corpus.h"

#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/models/pieces.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"

#include <cmath>
#include <gtest/gtest.h>

namespace heed::heads {
namespace {

Model opened(const std::string& folder) {
    return io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints" / folder).string());
}

std::vector<std::string> texts(const std::vector<Word>& words) {
    std::vector<std::string> found;
    for (const Word& word : words)
        if (!word.framing) found.push_back(word.text);
    return found;
}

const char* const signed_line = "the bank was signed\tla banque fut\t0-0 1-1 2-2 3-2";

TEST(Pairs, AnEmptyTargetIsNoPair) {
    const Model model = opened("hf_marian_toy_enfr");
    EXPECT_EQ(test::message_of([&] { read_pair(model, "the law was signed\t \r", "pairs", 3); }),
              "pairs: line 3: the target is empty");
    EXPECT_FALSE(read_pair(model, "the law was signed", "pairs", 3).target);
}

struct ReadsPairs : testing::TestWithParam<const char*> {};

/// BERT reads both texts at once: links lie where the words of one look at those of the other.
TEST_P(ReadsPairs, LinksAreMeasuredWhereOneTextLooksAtTheOther) {
    const Model model = opened(GetParam());
    ASSERT_TRUE(reads_pairs(model));
    EXPECT_EQ(why_no_links(model), "");
    const Pair pair = read_pair(model, signed_line, "pairs", 1);
    const PairRun made = run_pair(model, pair, {});
    EXPECT_EQ(texts(made.words.source),
              (std::vector<std::string>{"the", "bank", "was", "signed", "la", "banque", "fut"}));
    EXPECT_EQ(texts(made.words.outputs), (std::vector<std::string>{"la", "banque", "fut"}));
    const Gold gold{pair.sample.sure, pair.sample.possible};
    const MeasuredRun measured = measure_run(made.run, made.words, &gold);
    ASSERT_TRUE(measured.gold);
    EXPECT_EQ(measured.gold->words, 4);
    EXPECT_EQ(measured.gold->rows(), 3);
    // By hand: the strongest source word for each target word, by the target's rows and by the source's.
    std::vector<Word> first, second = made.words.outputs;
    for (const Word& word : made.words.source)
        if (!word.framing && first.size() < 4) first.push_back(word);
    const bool linked[4][3] = {{true}, {false, true}, {false, false, true}, {false, false, true}};
    for (std::size_t h = 0; h < measured.heads.size(); ++h) {
        const MatrixXf& weights = made.run.at(measured.heads[h].site);
        for (const Reading reading : readings) {
            int hits = 0;
            for (std::size_t r = 0; r < 3; ++r) {
                std::size_t best = 0;
                double most = -1;
                for (std::size_t j = 0; j < 4; ++j) {
                    const Word &looks = reading == Reading::Predicts ? second[r] : first[j],
                               &looked = reading == Reading::Predicts ? first[j] : second[r];
                    double sum = 0;
                    for (int q = looks.first; q < looks.last; ++q)
                        for (int k = looked.first; k < looked.last; ++k)
                            sum += static_cast<double>(weights(k, q)) / (looks.last - looks.first);
                    if (sum > most) {
                        most = sum;
                        best = j;
                    }
                }
                hits += linked[best][r];
            }
            const Sums& sums = measured.sums[h][static_cast<std::size_t>(reading)];
            EXPECT_EQ(sums.hits, hits) << h;
            EXPECT_NEAR(*find_measure("aer")->value(sums), 1 - 2.0 * hits / (3 + 4), 1e-12) << h;
        }
    }
}
INSTANTIATE_TEST_SUITE_P(, ReadsPairs,
                         testing::Values("hf_bert_uncased_old", "hf_distilbert", "hf_roberta_f16"),
                         [](const auto& named) { return std::string(named.param); });

TEST(HeadPairs, HeadsOfAPairThatIsReadAtOnceAreChosenAmong) {
    const Model model = opened("hf_bert_uncased_old");
    Corpus corpus;
    for (const char* line : {signed_line, "the old bank\tla vieille banque\t0-0 1-1 2-2"}) {
        const Pair pair = read_pair(model, line, "pairs", 1);
        const PairRun made = run_pair(model, pair, {});
        const Gold gold{pair.sample.sure, pair.sample.possible};
        corpus.add(measure_run(made.run, made.words, &gold));
    }
    const auto aligning = corpus.aligning();
    EXPECT_EQ(aligning.size(), corpus.heads().size());
    const auto choice = corpus.choose();
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->best.heads.size(), 1u);
    EXPECT_TRUE(looks_both_ways(Kind::Encoder, corpus.heads().front().sums[0]));
    EXPECT_EQ(reading_name(Kind::Encoder, Reading::Reads, true), "source");
    EXPECT_EQ(reading_name(Kind::Encoder, Reading::Predicts, false), "predicts");
    EXPECT_EQ(reading_name(Kind::Cross, Reading::Reads, true), "reads");
}

/// What reads one text and writes none cannot be held against links: that is said as what is possible.
TEST(HeadPairs, AModelOfOneTextHasNoLinks) {
    const Model model = opened("../../assets/models/sentiment/linear");
    EXPECT_NE(why_no_links(model), "");
    const Pair pair = read_pair(model, "a fine film\tpositive\t0-0", "pairs", 1);
    try {
        run_pair(model, pair, {});
        FAIL() << "it was measured";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()), why_no_links(model));
        EXPECT_NE(std::string(error.what()).find("without links its heads are measured"), std::string::npos);
    }
}

/// A start token that is typed, as a run prints it, keeps its number, but nothing is aligned with it.
TEST(HeadPairs, ControlTokensAreNoWordsToBeAligned) {
    const Model model = opened("hf_bart_gelu_f16");
    const Pair pair = read_pair(model, "<s> the bank\t<s> la banque\t1-1 2-2", "pairs", 1);
    const PairRun made = run_pair(model, pair, {});
    EXPECT_EQ(texts(made.words.source).size(), 3u);
    EXPECT_EQ(texts(made.words.outputs).size(), 3u);
    for (const Reading reading : readings) {
        const MatrixXf map = alignment_map(made.run, made.words, {{Quantity::Weights}}, reading);
        EXPECT_EQ(map(map.rows() - 1, 0), 1) << "what stands for the start looks at no word";
        EXPECT_EQ(map.row(0).sum(), 0) << "nor does any word look at it";
        EXPECT_GT(map.col(1).head(map.rows() - 1).sum(), 0);
    }
    for (const TraceStep& step : made.run.steps)
        EXPECT_EQ(step.token.is_start, step.token.text == "<s>") << step.token.text;
}

/// The window cuts a typed sentence as `heed heads` cuts its line: a language that was typed is no word.
TEST(HeadPairs, AControlTokenThatIsTypedFramesWhereverItIsRead) {
    const Model model = opened("hf_marian_toy_enfr");
    Request request;
    request.text = ">>fra<< the law";
    const bool known = is_control(model, model.source.find(">>fra<<").value_or(-1), false);
    Request typed;
    typed.text = known ? request.text : "</s> the law";
    const Trace run = decode::run(model, typed);
    EXPECT_TRUE(run.source.front().is_start);
    EXPECT_LT(run.source.front().begin, run.source.front().end);
    EXPECT_EQ(texts(words_of(run).source), (std::vector<std::string>{"the", "law"}));
}

/// A blank that an encoder is to fill is a place of its text.
TEST(HeadPairs, ABlankToFillIsNoControlToken) {
    const Model model = opened("hf_bert_uncased_old");
    Request request;
    request.text = "the [MASK] was signed";
    for (const TraceToken& token : decode::run(model, request).source)
        EXPECT_EQ(token.framing(), token.text == "[CLS]" || token.text == "[SEP]") << token.text;
}

/// As an aligner reads it, of an encoder that read both texts: words of the first, words of the second.
TEST(HeadPairs, AnEncodersMapJoinsTheTwoTexts) {
    const Model model = opened("hf_bert_uncased_old");
    const PairRun made = run_pair(model, read_pair(model, signed_line, "pairs", 1), {});
    const Site head = heads_of(made.run).front().site;
    for (const Reading reading : readings) {
        const MatrixXf map = alignment_map(made.run, made.words, {head}, reading);
        ASSERT_EQ(map.rows(), 4 + 1);
        ASSERT_EQ(map.cols(), 3 + 1);
        const Word &the = made.words.source[1], &banque = made.words.outputs[1];
        const MatrixXf& weights = made.run.at(head);
        float sum = 0;
        const bool target = reading == Reading::Predicts;
        const Word &looks = target ? banque : the, &looked = target ? the : banque;
        for (int q = looks.first; q < looks.last; ++q)
            for (int k = looked.first; k < looked.last; ++k)
                sum += weights(k, q) / static_cast<float>(looks.last - looks.first);
        EXPECT_NEAR(map(0, 1), sum, 1e-6);
    }
}

} // namespace
} // namespace heed::heads
