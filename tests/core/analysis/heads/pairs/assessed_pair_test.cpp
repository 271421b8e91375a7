// How well models that write pieces of words do on pairs.
#include "core/analysis/heads/pairs/assessed_pair.h"

#include "core/analysis/doctor/doctor.h"
#include "core/base/error.h"
#include "core/decode/next_token.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "tests/support/source_dir.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heed::heads {
namespace {

Model checkpoint(const std::string& name) {
    return io::ModelLibrary({}).load((test::source_dir() / "tests/checkpoints" / name).string());
}

const std::string council = "anne can see the old ministers of his council\tanne peut voir les vieux "
                            "ministres de son conseil\t0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8";
const std::string august = "a law was adopted on 14 august 1989\tune loi a été adoptée le 14 août 1989";

Trace made_to_write(const Model& model, const std::string& text, const std::string& target) {
    Request request;
    request.text = text;
    request.target = target;
    return decode::run(model, request);
}

TEST(AssessedPair, PiecesAreCountedWordsAreLinkedAndTheTextIsWhatIsExact) {
    const Model model = checkpoint("hf_marian_toy_enfr");
    const Pair pair = read_pair(model, council, "pairs", 1);
    const AssessedPair made = assess_pair(model, pair);
    const analysis::ItemResult& r = made.result;
    const Trace run = made_to_write(model, pair.source, *pair.target);
    EXPECT_TRUE(r.exact);
    EXPECT_FALSE(made.cut);
    EXPECT_EQ(r.tokens, run.outputs());
    EXPECT_EQ(r.right, r.tokens);
    EXPECT_EQ(r.log_prob, run.log_prob);
    EXPECT_EQ(r.source_length, run.source_length() - 1);
    EXPECT_GT(r.source_length, 9);
    ASSERT_EQ(r.weights.rows(), 10); // nine words and what is none
    ASSERT_EQ(r.read_back.cols(), r.weights.cols());
    analysis::Evaluation evaluation;
    evaluation.add(r);
    analysis::AlignmentError as_heads;
    as_heads.add(r.read_back, r.sure, r.possible);
    ASSERT_TRUE(evaluation.alignment());
    EXPECT_EQ(evaluation.alignment()->shift1.in_sure, as_heads.shift0.in_sure); // not the word's next column
    EXPECT_LT(*evaluation.alignment()->shift0.error_rate(), .5);
}

TEST(AssessedPair, AWrongTargetAnUnknownTokenAndAMissingTargetAreNotExact) {
    const Model model = checkpoint("hf_marian_toy_enfr");
    EXPECT_FALSE(assess_pair(model, read_pair(model, "the council\tle chat", "pairs", 1)).result.exact);
    const AssessedPair unknown = assess_pair(model, read_pair(model, august, "pairs", 2));
    EXPECT_FALSE(unknown.result.exact); // it writes a token for what it does not know, as “août” reads
    EXPECT_EQ(unknown.result.new_words.wanted, 1);
    EXPECT_THROW(assess_pair(model, read_pair(model, "the council", "pairs", 3)), Error);
    const Model bert = checkpoint("hf_bert_uncased_old");
    EXPECT_THROW(assess_pair(bert, read_pair(bert, "a\tb", "pairs", 1)), Error);
}

TEST(AssessedPair, WhatWasRecordedTellsWhetherTheRulesLetItBeWritten) {
    for (const char* name : {"hf_marian_toy_enfr", "hf_bart_gelu_f16", "hf_mbart50_sharded_relu",
                             "hf_mbart_cc25_legacy", "hf_t5_relu_tied", "hf_pegasus_sharded_bin"}) {
        const Model model = checkpoint(name);
        Request alone;
        alone.text = "the old council met in london";
        const Trace own = decode::run(model, alone);
        const Trace forced = made_to_write(model, alone.text, own.target_text);
        const auto same_ids = [&own](const Trace& run) {
            return own.finished && std::equal(own.steps.begin(), own.steps.end(), run.steps.begin(),
                                              run.steps.end(), [](const TraceStep& x, const TraceStep& y) {
                                                  return x.token.id == y.token.id;
                                              });
        };
        EXPECT_EQ(decode::writes_by_itself(model, forced), same_ids(forced))
            << name << ": " << own.target_text;
        const Trace other = made_to_write(model, alone.text, "the the the the");
        EXPECT_EQ(decode::writes_by_itself(model, other), same_ids(other)) << name;
    }
}

TEST(AssessedPair, TheDoctorReadsPairsInPieces) {
    const Model model = checkpoint("hf_marian_toy_enfr");
    const doctor::Examined e =
        doctor::examine(model, doctor::read_input(model, council, "pairs", 1), doctor::trials_of(0));
    ASSERT_TRUE(e.truth);
    EXPECT_TRUE(e.truth->right) << e.truth->wrote << " | " << e.truth->wanted;
    EXPECT_EQ(e.forced, e.free);
    EXPECT_GE(e.input.sure.size(), 9u); // of all pieces of the words
    for (const Link& link : e.input.sure) {
        EXPECT_LT(link.source, e.run().source_length() - 1);
        EXPECT_LT(link.target, e.run().outputs() - 1);
    }
    ASSERT_TRUE(e.plain);
    EXPECT_EQ(e.plain->right.size(), static_cast<std::size_t>(e.run().outputs()));
    EXPECT_EQ(e.plain->share_right(), 1.0); // it begins from the token of its files

    const doctor::Examined wrong = doctor::examine(
        model, doctor::read_input(model, "the council\tle chat", "pairs", 1), doctor::trials_of(500));
    EXPECT_TRUE(wrong.wrong());
    EXPECT_NE(wrong.forced, wrong.free);
}

TEST(AssessedPair, TheTaskIsToldToTheDoctorAndToTheRuns) {
    const Model model = checkpoint("hf_t5_relu_tied");
    Request told;
    told.prefix = "translate English to French: ";
    const std::string line = "the council\tle conseil";
    const doctor::Examined e = doctor::examine(model, doctor::read_input(model, line, "pairs", 1),
                                               doctor::trials_of(500), nullptr, told);
    EXPECT_EQ(e.run().request.prefix, told.prefix);
    const double with = assess_pair(model, read_pair(model, line, "pairs", 1), told).result.log_prob,
                 without = assess_pair(model, read_pair(model, line, "pairs", 1)).result.log_prob;
    EXPECT_NE(with, without);
}

} // namespace
} // namespace heed::heads
