// Runs of pieces folded into words: every folder of Hugging Face's, whatever cuts its texts.
#include "core/analysis/gold/links.h"
#include "core/analysis/heads/pairs/corpus.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/model/model_folder.h"
#include "core/io/open/model_library.h"
#include "core/text/strings.h"
#include "core/trace/words/words.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace heed {
namespace {

Model hub_folder(const std::string& name) {
    const auto folder = test::source_dir() / "tests/checkpoints" / name;
    return io::ModelLibrary({}).load(folder.string());
}

Trace run_of_text(const Model& model, const std::string& text) {
    Request request;
    request.text = text;
    request.max_steps = 12;
    return decode::run(model, request);
}

constexpr const char* hub_folders[] = {
    "hf_marian_toy_enfr",   "hf_marian_untied_relu",   "hf_bart_gelu_f16",
    "hf_mbart_cc25_legacy", "hf_mbart50_sharded_relu", "hf_m2m100_bf16",
    "hf_t5_relu_tied",      "hf_flan_t5_gated",        "hf_pegasus_sharded_bin",
    "hf_gpt2_base_prefix",  "hf_bert_uncased_old",     "hf_roberta_f16",
    "hf_distilbert"};

/// Rows that summed to one do; those of a decoder alone on its source leave to its own past what they lack.
void expect_rows_of_one(const Trace& run, const Trace& words, const std::string& name) {
    const auto before = run.maps();
    int maps = 0;
    for (const AttentionMap& map : words.maps()) {
        const auto was = std::find_if(before.begin(), before.end(),
                                      [&](const AttentionMap& other) { return other.site == map.site; });
        ASSERT_NE(was, before.end()) << name << ": " << map.name;
        if (was->rows_sum_to_one) ++maps;
        for (Eigen::Index i = 0; i < map.weights->cols(); ++i) {
            const float sum = map.weights->col(i).sum();
            ASSERT_LE(sum, 1 + 1e-4) << name << ": " << map.name << ", row " << i;
            ASSERT_GE(sum, was->rows_sum_to_one ? 1 - 1e-4 : 0) << name << ": " << map.name << ", row " << i;
        }
        EXPECT_EQ(map.weights->rows(), std::ssize(map.column_labels)) << name << ": " << map.name;
        EXPECT_EQ(map.weights->cols(), std::ssize(map.row_labels)) << name << ": " << map.name;
    }
    EXPECT_GT(maps, 0) << name;
}

TEST(WordRuns, KeepRowsOfOneAndAreThemselvesWhenFoldedAgain) {
    for (const char* name : hub_folders) {
        const Trace run = run_of_text(hub_folder(name), "The council signed the agreement, naïvely.");
        ASSERT_TRUE(has_pieces(run)) << name;
        const Trace words = in_words(run);
        EXPECT_LE(words.source_length(), run.source_length()) << name;
        EXPECT_FALSE(has_pieces(words)) << name;
        expect_rows_of_one(run, words, name);
        const Trace again = in_words(words);
        ASSERT_EQ(again.values().size(), words.values().size()) << name;
        for (const auto& [site, values] : words.values())
            EXPECT_EQ(again.values().at(site), values) << name; // the very same numbers
        EXPECT_EQ(again.outline, words.outline) << name;
        EXPECT_EQ(again.steps.size(), words.steps.size()) << name;
    }
}

TEST(WordRuns, KeepLogProbabilitiesAndTheText) {
    for (const std::string text : {"The council signed the  agreement.", "she does not help his student"})
        for (const char* name : hub_folders) {
            const Trace run = run_of_text(hub_folder(name), text), words = in_words(run);
            double sum = 0;
            for (const TraceStep& step : words.steps) sum += static_cast<double>(step.log_prob);
            EXPECT_NEAR(sum, run.outputs() > 0 ? run.log_prob : 0, 1e-3) << name; // an encoder writes none
            std::string read;
            for (const TraceToken& token : words.source) {
                if (token.framing() || token.begin >= token.end) continue;
                EXPECT_EQ(text.substr(token.begin, token.end - token.begin), token.text) << name;
                read += token.text;
            }
            EXPECT_EQ(read, replaced(text, " ", "")) << name;
        }
}

TEST(WordRuns, OfAWordThatIsHalfWrittenLookByWhatIsThere) {
    const Model model = hub_folder("hf_marian_toy_enfr");
    const Trace run = run_of_text(model, "he does not help the students of her council");
    const RunWords words = words_of(run);
    const auto several = std::find_if(words.outputs.begin(), words.outputs.end(),
                                      [](const Word& w) { return w.last - w.first > 1; });
    ASSERT_NE(several, words.outputs.end());
    const auto row = static_cast<Eigen::Index>(several - words.outputs.begin());
    const Trace half = in_words(run, {.outputs = several->first + 1}), whole = in_words(run);
    const std::vector<Word> first{{several->first, several->first + 1}};
    const Site site{Quantity::Weights};
    const Eigen::MatrixXd one = folded(run.at(site), words.source, first);
    EXPECT_LT((half.at(site).col(row).cast<double>() - one.col(0)).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_GT((whole.at(site).col(row) - half.at(site).col(row)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(WordRuns, OfTwoModelsOfOneTextHaveTheSameColumns) {
    const std::string text = "she does not help his student";
    const auto pieces = std::make_shared<const Trace>(run_of_text(hub_folder("hf_marian_toy_enfr"), text));
    const auto whole = std::make_shared<const Trace>(run_of_text(
        io::load_model(test::source_dir() / "assets/models/translate/transformer", "translate/transformer"),
        text));
    ASSERT_NE(pieces->source_length(), whole->source_length());
    const auto both = in_words_together({pieces, whole, nullptr});
    EXPECT_EQ(both[0]->labels_of(Axis::Source), both[1]->labels_of(Axis::Source));
    EXPECT_EQ(both[1], whole); // its tokens are words
    EXPECT_EQ(both[2], nullptr);
    EXPECT_TRUE(both[0]->has_weights());
}

// Links by a program of its own (tests/golden/heads/reference.py) over pairs that the model has not seen.
TEST(WordRuns, AlignAsTheReferenceDoes) {
    const Model model = hub_folder("hf_marian_toy_enfr");
    const auto golden = test::source_dir() / "tests/golden/heads";
    const std::string pairs = io::read_file(golden / "pairs.tsv", 1 << 20),
                      links = io::read_file(golden / "links.txt", 1 << 20);
    const auto lines = split(pairs, "\n"), expected = split(links, "\n");
    ASSERT_EQ(lines.size(), expected.size());
    for (std::size_t n = 0; n < lines.size(); ++n) {
        if (lines[n].empty()) continue;
        heads::Pair pair = heads::read_pair(model, lines[n], "pairs.tsv", static_cast<long long>(n + 1));
        const heads::PairRun made = heads::run_pair(model, pair, {});
        const auto all = heads::heads_of(made.run);
        const auto head = std::find_if(all.begin(), all.end(), [](const heads::Head& h) {
            return h.kind == heads::Kind::Cross && h.site.layer == 1 && h.site.head == 3;
        });
        ASSERT_NE(head, all.end());
        std::string found;
        for (const auto& [link, weight] : analysis::strongest_links(
                 heads::alignment_map(made.run, made.words, {head->site}, heads::Reading::Predicts)))
            found +=
                (found.empty() ? "" : " ") + std::to_string(link.source) + "-" + std::to_string(link.target);
        EXPECT_EQ(found, expected[n]) << lines[n];
    }
}

} // namespace
} // namespace heed
