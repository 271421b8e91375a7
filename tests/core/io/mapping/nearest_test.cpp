// Where a family is near, its answers to what shapes leave open are the first that are proposed.
#include "core/io/mapping/nearest.h"

#include "core/io/container/safetensors.h"
#include "core/io/mapping/tries/answer_sets.h"
#include "core/text/strings.h"
#include "tests/core/io/mapping/folders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::io::mapping {
namespace {

using testing::Contains;
using testing::Pair;

/// A checkpoint of tests/checkpoints whose program calls some of its tensors otherwise.
class NearestFamily : public testing::Test {
protected:
    /// Its words and examples, and tensors of which one may be left out.
    void copy(const char* name, const char* file, const std::string& from, const std::string& to,
              const std::string& without = {}, int more = 0) {
        const fs::path own = test::source_dir() / "tests/checkpoints" / name;
        for (const auto& entry : fs::directory_iterator(own))
            if (entry.path().filename() != file)
                fs::copy_file(entry.path(), folder_ / entry.path().filename());
        const Checkpoint whole(own / file);
        nn::ParameterSet<float> set;
        for (const StoredTensor& tensor : whole.tensors()) {
            if (tensor.name == without) continue;
            const Eigen::MatrixXf value = whole.matrix(tensor);
            set[set.add(replaced(tensor.name, from, to), value.rows(), value.cols(),
                        static_cast<int>(tensor.shape.size()))]
                .value = value;
        }
        for (int n = 0; n < more; ++n) set.add("further" + std::to_string(n) + ".kept", 3, 3);
        write_file_atomic(folder_ / "model.safetensors", safetensors_bytes(set));
    }
    Reading reading(const Answers& said = {}) const {
        return read_unknown({folder_ / "model.safetensors"}, {{}, said}, {});
    }
    static OpenOptions options() {
        OpenOptions how;
        how.families = {test::source_dir() / "assets/families"};
        return how;
    }
    /// Whether its examples agree with what is answered first.
    static bool agrees(const Reading& by) {
        const Trial trial = try_reading(by, {}, "");
        EXPECT_EQ(trial.problem, "");
        return trial.examples && trial.examples->agrees();
    }
    test::TemporaryFolder folder_;
};

TEST_F(NearestFamily, AnswersWhatShapesLeaveOpen) {
    copy("keon", "seq2seq_7.pt", "decoder.attention.attn.", "decoder.attention.lin.");
    Reading by = reading();
    EXPECT_FALSE(agrees(by)); // the usual answers are not keon's
    by.nearest = nearest_answers(by, options());
    ASSERT_TRUE(by.nearest);
    EXPECT_EQ(by.nearest->id, "keon_seq2seq");
    EXPECT_THAT(by.nearest->answers, Contains(Pair("unit", "relu")));
    EXPECT_THAT(by.nearest->answers, Contains(Pair("start", "layers")));
    EXPECT_THAT(by.nearest->answers, Contains(Pair("halves", "first")));
    // What it does in the usual way, and does not write down, is its answer as well.
    EXPECT_THAT(by.nearest->answers, Contains(Pair("from", "layer")));
    EXPECT_THAT(by.nearest->answers, Contains(Pair("padding", "0")));
    const Draft draft = by.drafted();
    EXPECT_EQ(draft.answer("unit"), "relu");
    EXPECT_EQ(draft.find("unit")->family, "keon/seq2seq");
    EXPECT_FALSE(draft.find("unit")->given);
    EXPECT_TRUE(agrees(by)); // which its example says, not its family
}

TEST_F(NearestFamily, TheUsersAnswersStandBeforeIts) {
    copy("keon", "seq2seq_7.pt", "decoder.attention.attn.", "decoder.attention.lin.");
    Reading by = reading({{"unit", "gelu"}});
    by.nearest = nearest_answers(by, options());
    ASSERT_TRUE(by.nearest);
    const Draft draft = by.drafted();
    EXPECT_EQ(draft.answer("unit"), "gelu");
    EXPECT_EQ(draft.find("unit")->family, "");
    EXPECT_TRUE(draft.find("unit")->given);
    EXPECT_EQ(draft.find("start")->family, "keon/seq2seq");
}

TEST_F(NearestFamily, OfTheBookItsOrderAndItsPadding) {
    copy("d2l", "seq2seq.params", "decoder.dense.", "decoder.out.");
    Reading by = reading();
    by.nearest = nearest_answers(by, options());
    ASSERT_TRUE(by.nearest);
    EXPECT_EQ(by.nearest->id, "d2l_seq2seq");
    EXPECT_THAT(by.nearest->answers, Contains(Pair("input", "other"))); // the context comes first
    EXPECT_THAT(by.nearest->answers, Contains(Pair("padding", "10")));
    EXPECT_TRUE(agrees(by));
}

TEST_F(NearestFamily, ASearchBeginsWithItsAnswers) {
    copy("keon", "seq2seq_7.pt", ".embed.", ".words.");
    Reading by = reading();
    by.nearest = nearest_answers(by, options());
    ASSERT_TRUE(by.nearest);
    const std::vector<AnswerSet> sets = AnswerSets(by).nearest(0, 1);
    ASSERT_EQ(sets.size(), 1u);
    EXPECT_EQ(sets.front().answers.at("unit"), "relu");
}

// It wants a tensor that is not there, or takes too few of those that are.
TEST_F(NearestFamily, OneThatFitsLessProposesNothing) {
    const test::TemporaryFolder alone;
    fs::copy_file(test::source_dir() / "assets/families/keon_seq2seq.json", alone / "keon_seq2seq.json");
    OpenOptions how;
    how.families = {alone.path()};
    const std::pair<const char*, int> cases[] = {{"decoder.attention.attn.bias", 0}, {"", 12}, {"", 0}};
    for (const auto& [without, more] : cases) {
        for (const auto& entry : fs::directory_iterator(folder_.path())) fs::remove(entry.path());
        copy("keon", "seq2seq_7.pt", "decoder.out.", "decoder.last.", without, more);
        EXPECT_EQ(nearest_answers(reading(), how).has_value(), *without == '\0' && more == 0) << without;
    }
    EXPECT_FALSE(nearest_answers(reading(), {})); // no families are known
}

} // namespace
} // namespace heed::io::mapping
