// What is not understood of a model is said: first in its report, and with every picture of it.
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/container/checkpoint.h"
#include "core/io/container/safetensors.h"
#include "core/io/open/model_library.h"
#include "core/io/open/open_model.h"
#include "tests/core/io/open/settled.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

/// A model of tutorial 4 in a folder, whose tensors may be changed before it is opened.
class Understood : public testing::Test {
protected:
    Understood() {
        const fs::path from = test::source_dir() / "tests/checkpoints/bentrevett_tut4";
        for (const char* file : {"src_vocab.pt", "trg_vocab.pt"}) fs::copy_file(from / file, folder_ / file);
        const Checkpoint original(from / "tut4-model.pt");
        for (const StoredTensor& tensor : original.tensors()) {
            const Eigen::MatrixXf value = original.matrix(tensor);
            const int rank = static_cast<int>(tensor.shape.size());
            set_[set_.add(tensor.name, static_cast<int>(value.rows()), static_cast<int>(value.cols()), rank)]
                .value = value;
        }
    }
    Opened opened() {
        write_file_atomic(folder_ / "model.safetensors", safetensors_bytes(set_));
        OpenOptions how;
        how.families = {families_};
        Opened model = open_model({folder_ / "model.safetensors"}, how);
        const Understanding seen = glimpse(folder_ / "model.safetensors", how).understanding;
        if (model.model) { // what is said before it is opened
            EXPECT_EQ(seen.tensors, model.report.tensors.size());
            EXPECT_EQ(seen.unread, model.report.unread());
            EXPECT_EQ(seen.unread_bytes, model.report.unread_bytes());
        }
        return model;
    }

    test::TemporaryFolder folder_;
    fs::path families_ = test::settled_families();
    nn::ParameterSet<float> set_;
};

TEST_F(Understood, IsCleanWhereEveryTensorIsRead) {
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Clean);
    EXPECT_EQ(model.report.tensors.size(), static_cast<std::size_t>(set_.size()));
    EXPECT_EQ(model.report.doubt(), "");
    EXPECT_EQ(model.model->facts.doubt, "");
}

// Copies leave the last layer of the score its bias: a number that every position has alike.
TEST_F(Understood, ABiasOfTheEnergiesIsNoDoubt) {
    set_[set_.add("decoder.attention.v.bias", 1, 1, 1)].value.setConstant(3);
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Clean);
    EXPECT_EQ(model.report.unread(), 0u);
}

// Ids alone say nothing of weights, whatever kind of model has them.
TEST(Example, OfATransformerWithoutNumbersVerifiesNothing) {
    const test::TemporaryFolder folder;
    fs::copy(test::source_dir() / "tests/checkpoints/hf_distilbert", folder / "m",
             fs::copy_options::recursive);
    EXPECT_EQ(open_model({folder / "m"}).report.verdict(), LoadVerdict::Verified);
    json expected = json::parse(read_file(folder / "m/expected.json", 64u << 20));
    for (json& input : expected["inputs"])
        for (const char* numbers :
             {"encoder_attentions", "attention_rows", "encoder_output", "top5", "logits_last"})
            input.erase(numbers);
    write_file_atomic(folder / "m/expected.json", expected.dump());
    const LoadReport report = open_model({folder / "m"}).report;
    EXPECT_EQ(report.verdict(), LoadVerdict::Clean);
    EXPECT_EQ(report.own_case->lines[1].found, "not in the example, so not compared");
}

TEST_F(Understood, AnImportsOwnCaseVerifiesNothing) {
    fs::copy(test::source_dir() / "assets/models/dates/additive", folder_ / "m", fs::copy_options::recursive);
    EXPECT_EQ(open_model({folder_ / "m"}).report.verdict(), LoadVerdict::Verified);
    json own = json::parse(read_file(folder_ / "m/case.json", 64u << 20));
    own["verifies"] = false;
    write_file_atomic(folder_ / "m/case.json", own.dump());
    EXPECT_EQ(open_model({folder_ / "m"}).report.verdict(), LoadVerdict::Clean);
}

TEST_F(Understood, AnOwnCaseWithoutWeightsVerifiesNothing) {
    fs::copy(test::source_dir() / "assets/models/dates/additive", folder_ / "m", fs::copy_options::recursive);
    json own = json::parse(read_file(folder_ / "m/case.json", 64u << 20));
    own["weights"] = nullptr;
    write_file_atomic(folder_ / "m/case.json", own.dump());
    const LoadReport report = open_model({folder_ / "m"}).report;
    EXPECT_EQ(report.verdict(), LoadVerdict::Clean);
    EXPECT_THAT(
        report.own_case->lines,
        testing::Contains(testing::Field(&ReportCase::Line::found, "not in the example, so not compared")));
}

// Of models of several epochs in one folder the example is one's: that is opened, whichever name comes first.
TEST_F(Understood, OfSeveralInAFolderTheOneThatTheExampleAgreesWith) {
    fs::copy_file(test::source_dir() / "tests/checkpoints/bentrevett_tut4/expected.json",
                  folder_ / "expected.json");
    write_file_atomic(folder_ / "model_2.safetensors", safetensors_bytes(set_));
    set_[set_.find("decoder.attention.v.weight")].value *= 2;
    for (const char* other : {"model_1.safetensors", "model_10.safetensors"})
        write_file_atomic(folder_ / other, safetensors_bytes(set_));
    OpenOptions how;
    how.families = {families_};
    for (const bool run : {true, false}) {
        how.run_case = run;
        const Opened opened = open_model({folder_.path()}, how);
        EXPECT_EQ(opened.report.file, "model_2.safetensors");
        EXPECT_EQ(opened.model->facts.doubt, "");
        EXPECT_THAT(opened.report.notes,
                    testing::Contains("model_2.safetensors was opened; model_1.safetensors, "
                                      "model_10.safetensors are in the folder, too"));
    }
}

// An example of one output verifies none of them, and tells them apart all the same.
TEST_F(Understood, OfSeveralInAFolderAnExampleOfOneOutputTellsWhich) {
    json expected = json::parse(
        read_file(test::source_dir() / "tests/checkpoints/bentrevett_tut4/expected.json", 64u << 20));
    json& one = expected["examples"];
    one.erase(one.begin() + 1, one.end());
    for (const char* list : {"output_ids", "output_tokens", "attention", "top5"})
        one[0][list].erase(one[0][list].begin() + 1, one[0][list].end());
    write_file_atomic(folder_ / "expected.json", expected.dump());
    write_file_atomic(folder_ / "model_2.safetensors", safetensors_bytes(set_));
    set_[set_.find("decoder.attention.v.weight")].value *= 2;
    write_file_atomic(folder_ / "model_1.safetensors", safetensors_bytes(set_));
    OpenOptions how;
    how.families = {families_};
    const LoadReport report = open_model({folder_.path()}, how).report;
    EXPECT_EQ(report.file, "model_2.safetensors");
    EXPECT_NE(report.verdict(), LoadVerdict::Verified);
}

/// Tutorial 4 has GRUs. Whoever puts LSTMs there starts their memory somehow, and no tensor says how.
TEST_F(Understood, IsPartlyWhereItsCellsAreOfAKindThatTheProgramHasNot) {
    for (int n = 0; n < set_.size(); ++n)
        if (set_[n].name.find("rnn.") != std::string::npos)
            set_[n].value =
                Eigen::MatrixXf::Constant(set_[n].value.rows() / 3 * 4, set_[n].value.cols(), .1f);
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(model.report.doubt(), HasSubstr("has no LSTM"));
}

TEST_F(Understood, IsPartlyWhereATensorIsNotRead) {
    for (const char* name :
         {"decoder.gate.weight", "encoder.norm.weight", "decoder.attention.coverage.weight",
          "encoder.optimal.weight", "decoder.rnn.weight_hh_l1"}) {
        SCOPED_TRACE(name);
        const nn::ParameterSet<float> before = set_;
        set_.add(name, 10, 20);
        const Opened model = opened();
        ASSERT_TRUE(model.model) << model.problem;
        EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
        EXPECT_EQ(model.report.doubt(), "1 tensor (800 bytes) was not understood, so what you see may not be "
                                        "what the model does");
        EXPECT_EQ(model.model->facts.doubt, model.report.doubt());
        EXPECT_EQ(model.report.groups.front().title, "Not understood");
        EXPECT_THAT(model.report.groups.front().rows.front().names, HasSubstr(name));
        EXPECT_THAT(model.report.summary, HasSubstr(" parameters used, 200 not understood. Nothing missing"));
        set_ = before;
    }
}

// An embedding that is there twice need not be read twice; another one is not the same.
TEST_F(Understood, ACopyIsIgnoredOnlyWhereItIsOne) {
    nlohmann::json family = nlohmann::json::parse(read_file(families_ / "bentrevett_tut4.json", 1 << 20));
    family["ignore"].push_back({{"names", "*.once_more"}, {"as", "the same once more"}, {"same", true}});
    const test::TemporaryFolder own;
    write_file_atomic(own / "bentrevett_tut4.json", family.dump());
    families_ = own / "";

    const Eigen::MatrixXf read = set_[set_.find("decoder.fc_out.weight")].value;
    const int copy =
        set_.add("decoder.once_more", static_cast<int>(read.rows()), static_cast<int>(read.cols()));
    set_[copy].value = read;
    const Opened same = opened();
    ASSERT_TRUE(same.model) << same.problem;
    EXPECT_EQ(same.report.verdict(), LoadVerdict::Clean);
    set_[copy].value(0, 0) += 1;
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Partly);
}

TEST_F(Understood, IsPartlyWhereOnlyPiecesOfATensorAreRead) {
    auto& attention = set_[set_.find("decoder.attention.attn.weight")];
    attention.value.conservativeResize(Eigen::NoChange, attention.value.cols() + 7);
    attention.value.rightCols(7).setOnes();
    attention.cols += 7;
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
    EXPECT_EQ(model.report.unread(), 1u);
    EXPECT_EQ(model.report.groups.front().rows.front().role, "nothing reads its columns 129\u2013135");
}

TEST_F(Understood, WhatAnOptimizerKeepsIsIgnoredWithItsReason) {
    set_.add("optimizer.state.0.exp_avg", 3, 3);
    set_.add("optimizer.state.0.exp_avg_sq", 3, 3);
    const Opened model = opened();
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Clean);
    EXPECT_EQ(model.report.tensors.back().ignored, "what Adam remembers; not needed to run");
}

TEST_F(Understood, WhatIsOnlyCalledLikeAnOptimizerIsNot) {
    for (const char* name : {"optimal_gate.weight", "decoder_opt.weight", "adam_norm.weight",
                             "optimizer.gate.weight", "step.weight", "decoder.step", "adam"}) {
        SCOPED_TRACE(name);
        const nn::ParameterSet<float> before = set_;
        set_.add(name, 11, 23);
        EXPECT_EQ(opened().report.verdict(), LoadVerdict::Partly);
        set_ = before;
    }
    const Eigen::MatrixXf& read = set_[set_.find("decoder.fc_out.weight")].value;
    set_.add("decoder_opt.weight", static_cast<int>(read.rows()), static_cast<int>(read.cols()));
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Partly);
}

TEST_F(Understood, WhatLiesInAnOptimizersPartIsIts) {
    const Eigen::MatrixXf& read = set_[set_.find("decoder.fc_out.weight")].value;
    set_.add("optimizer.slots.3", static_cast<int>(read.rows()), static_cast<int>(read.cols()));
    set_.add("en_opt.state.0.step", 1, 1);
    set_.add("optim.optimizer.state.1.exp_avg", 3, 3);
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Clean);
}

TEST_F(Understood, AnExampleDecides) {
    const fs::path expected = test::source_dir() / "tests/checkpoints/bentrevett_tut4/expected.json";
    fs::copy_file(expected, folder_ / "expected.json");
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Verified);
    set_[set_.find("decoder.attention.v.weight")].value *= 2; // another model's
    const Opened changed = opened();
    EXPECT_EQ(changed.report.verdict(), LoadVerdict::Refused);
    EXPECT_THAT(changed.model->facts.doubt, HasSubstr("The model's own example disagrees"));
}

TEST_F(Understood, AnExampleDoesNotExcuseATensorThatNothingReads) {
    fs::copy_file(test::source_dir() / "tests/checkpoints/bentrevett_tut4/expected.json",
                  folder_ / "expected.json");
    set_.add("decoder.gate.weight", 10, 20);
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Partly);
}

TEST_F(Understood, LayersOfTheEncoderAreCountedInTheFile) {
    const auto H = set_[set_.find("encoder.rnn.weight_hh_l0")].value.cols();
    for (const char* way : {"", "_reverse"}) {
        const auto rows = static_cast<int>(3 * H), columns = static_cast<int>(H);
        set_.add(std::string("encoder.rnn.weight_ih_l1") + way, rows, 2 * columns);
        set_.add(std::string("encoder.rnn.weight_hh_l1") + way, rows, columns);
        set_.add(std::string("encoder.rnn.bias_ih_l1") + way, rows, 1, 1);
        set_.add(std::string("encoder.rnn.bias_hh_l1") + way, rows, 1, 1);
    }
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Clean);
}

// Dive into Deep Learning cuts its sources, end token and all: what would be cut is refused and not shown.
TEST(Understanding, ASourceThatItsOwnCodeWouldCutIsRefused) {
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    const Opened d2l = open_model({test::source_dir() / "tests/checkpoints/d2l"}, how);
    ASSERT_TRUE(d2l.model) << d2l.problem;
    Request request;
    request.text = "a1 a2 a3 a4 a5 a6 a7 a8 a1"; // and the end token: ten
    EXPECT_EQ(decode::run(*d2l.model, request).source_length(), 10);
    request.text += " a2";
    EXPECT_THAT(test::message_of([&] { decode::run(*d2l.model, request); }),
                HasSubstr("at most 10 tokens, the end token included, found 11"));
    EXPECT_THAT(d2l.report.facts,
                testing::Contains(testing::Pair("encoder", HasSubstr("longer sources are refused"))));
}

TEST_F(Understood, AFolderOfHeedsOwnWithATensorTooManyIsPartly) {
    const fs::path from = test::source_dir() / "assets/models/reverse/general";
    for (const auto& entry : fs::directory_iterator(from))
        fs::copy_file(entry.path(), folder_ / entry.path().filename().string());
    const SafetensorsFile file(folder_ / "model.safetensors");
    nn::ParameterSet<float> set;
    for (const TensorEntry& entry : file.tensors()) {
        const Eigen::MatrixXf value = file.matrix(entry);
        set[set.add(entry.name, static_cast<int>(value.rows()), static_cast<int>(value.cols()),
                    static_cast<int>(entry.shape.size()))]
            .value = value;
    }
    set.add("decoder.gate.weight", 25, 10);
    write_file_atomic(folder_ / "model.safetensors", safetensors_bytes(set));
    const Opened opened = open_model({folder_.path()});
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Partly);
    EXPECT_EQ(ModelLibrary({}).load(folder_.path().string()).facts.doubt,
              "1 tensor (1 kB) was not understood, so what you see may not be what the model does");
}

/// Its own case is run for the verdict where the report does not show it: then nothing says "verified".
TEST(OwnFormat, ACaseThatIsNotAskedForIsRunAllTheSame) {
    const test::TemporaryFolder folder;
    fs::copy(test::source_dir() / "assets/models/reverse/dot", folder / "m", fs::copy_options::recursive);
    OpenOptions quiet;
    quiet.run_case = false;
    const Opened good = open_model({folder / "m"}, quiet);
    EXPECT_NE(good.report.verdict(), LoadVerdict::Verified);
    EXPECT_EQ(good.model->facts.doubt, "");
    json own = json::parse(read_file(folder / "m/case.json", 64u << 20));
    own["log_prob"] = -5.0;
    write_file_atomic(folder / "m/case.json", own.dump());
    EXPECT_THAT(open_model({folder / "m"}, quiet).model->facts.doubt,
                testing::HasSubstr("The model's own example disagrees"));
}

} // namespace
} // namespace heed::io
