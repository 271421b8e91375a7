// Code that people changed writes the same tensors as a family's program: what the files do not tell is
// doubted, and an example decides.
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/container/checkpoint.h"
#include "core/io/container/safetensors.h"
#include "core/io/family/family.h"
#include "core/io/open/open_model.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;

/// A model of tests/checkpoints whose tensors may be changed, in a folder of its own.
class FamilyForms : public testing::Test {
protected:
    fs::path from(const char* name) const { return test::source_dir() / "tests/checkpoints" / name; }
    void take(const fs::path& file, const std::string& prefix = {}) {
        const Checkpoint original(file);
        for (const StoredTensor& tensor : original.tensors()) {
            if (!is_floating(tensor.type) || tensor.shape.empty() || tensor.shape.size() > 2) continue;
            const Eigen::MatrixXf value = original.matrix(tensor);
            const int rank = static_cast<int>(tensor.shape.size());
            set_[set_.add(prefix + tensor.name, static_cast<int>(value.rows()),
                          static_cast<int>(value.cols()), rank)]
                .value = value;
        }
    }
    void copy(const fs::path& folder, std::initializer_list<const char*> files) const {
        for (const char* file : files) fs::copy_file(folder / file, folder_ / file);
    }
    Eigen::MatrixXf& value(const char* name) { return set_[set_.find(name)].value; }
    Opened opened() {
        write_file_atomic(folder_ / "model.safetensors", safetensors_bytes(set_));
        OpenOptions how;
        how.families = {test::source_dir() / "assets/families"};
        return open_model({folder_ / "model.safetensors"}, how);
    }
    /// The tutorial's model, with its example.
    void take_tutorial() {
        const fs::path folder = from("pytorch_tutorial_bahdanau");
        take(folder / "encoder.pt", "encoder.");
        take(folder / "decoder.pt", "decoder.");
        copy(folder, {"input_lang.json", "output_lang.json", "expected.json"});
    }
    /// The halves of what the decoder's cell reads, exchanged: another order of the same model.
    void exchange_inputs() {
        Eigen::MatrixXf& read = value("decoder.gru.weight_ih_l0");
        const Eigen::Index half = read.cols() / 2;
        const Eigen::MatrixXf token = read.leftCols(half), context = read.rightCols(half);
        read << context, token;
    }

    test::TemporaryFolder folder_;
    nn::ParameterSet<float> set_;
};

TEST_F(FamilyForms, WithoutAnExampleATutorialsCodeIsDoubted) {
    take_tutorial();
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Verified);
    fs::remove(folder_ / "expected.json");
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(model.report.doubt(), HasSubstr("Whether its code is the tutorial's"));
}

TEST_F(FamilyForms, TheFormThatTheExampleAgreesWithIsTaken) {
    take_tutorial();
    exchange_inputs();
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Verified);
    EXPECT_THAT(model.report.notes, Contains(HasSubstr("the example agrees with another form")));
}

TEST_F(FamilyForms, AnExampleThatAgreesWithNoneIsStillAgainstIt) {
    take_tutorial();
    value("decoder.attention.Wa.weight").setZero();
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Refused);
}

TEST_F(FamilyForms, AReaderOfMoreLayersThanTheTutorialsIsDoubted) {
    take_tutorial();
    fs::remove(folder_ / "expected.json");
    for (const char* part : {"weight_ih", "weight_hh", "bias_ih", "bias_hh"}) {
        const std::string below = std::string("encoder.gru.") + part + "_l0";
        const auto& lower = set_[set_.find(below)];
        const int rows = static_cast<int>(lower.rows), rank = lower.rank;
        const int cols = std::string_view(part) == "weight_ih" ? rows / 3 : static_cast<int>(lower.cols);
        set_[set_.add(std::string("encoder.gru.") + part + "_l1", rows, cols, rank)].value.setConstant(
            rows, cols, 0.01f);
    }
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_THAT(model.report.unsettled, Contains(HasSubstr("whether the decoder starts from the highest")));
    EXPECT_EQ(model.model->config_json["decoder"]["start_from"], "top");
}

// e = h · (W s + b): the bias is another for every place.
TEST_F(FamilyForms, FairseqsBiasOfWhatTheStateAsksIsRead) {
    const fs::path folder = from("fairseq_lstm");
    take(folder / "checkpoint_best.pt");
    copy(folder, {"dict.src.txt", "dict.tgt.txt"});
    EXPECT_EQ(opened().model->config_json["attention"]["score"], "general");
    std::string name;
    for (int n = 0; n < set_.size(); ++n)
        if (set_[n].name.ends_with("attention.input_proj.weight")) name = set_[n].name;
    const int rows = static_cast<int>(set_[set_.find(name)].rows);
    name.replace(name.size() - 6, 6, "bias");
    set_[set_.add(name, rows, 1, 1)].value.setConstant(rows, 1, 0.5f);
    const Opened model = opened();
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_EQ(model.model->config_json["attention"]["score"], "projected");
    EXPECT_EQ(model.report.unread(), 0u);
}

// Copies of that program keep its names: without its options nothing says whose the weights are.
TEST_F(FamilyForms, FairseqWithoutItsOptionsIsDoubtedAndAnExampleFindsTheCopy) {
    const fs::path folder = from("fairseq_lstm");
    take(folder / "checkpoint_best.pt");
    copy(folder, {"dict.src.txt", "dict.tgt.txt"});
    const Opened plain = opened();
    ASSERT_TRUE(plain.model) << plain.problem;
    EXPECT_EQ(plain.report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(plain.report.doubt(), testing::HasSubstr("options (args, cfg) are not in the file"));
    copy(folder, {"expected.json"});
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Verified);
    for (int n = 0; n < set_.size(); ++n) // as code writes it that joins [state; context]
        if (set_[n].name.ends_with("attention.output_proj.weight")) {
            Eigen::MatrixXf& read = set_[n].value;
            const Eigen::Index state = read.rows(), context = read.cols() - state;
            const Eigen::MatrixXf of_context = read.leftCols(context), of_state = read.rightCols(state);
            read << of_state, of_context;
        }
    EXPECT_EQ(opened().report.verdict(), LoadVerdict::Verified);
}

TEST_F(FamilyForms, NematusWithoutItsOptionsIsDoubted) {
    fs::copy(from("nematus"), folder_ / "m", fs::copy_options::recursive);
    fs::remove(folder_ / "m/expected.json");
    OpenOptions how;
    how.families = {test::source_dir() / "assets/families"};
    EXPECT_EQ(open_model({folder_ / "m/model.npz"}, how).report.verdict(), LoadVerdict::Clean);
    fs::remove(folder_ / "m/model.npz.json");
    how.source_vocabulary = folder_ / "m/train.src.json";
    how.target_vocabulary = folder_ / "m/train.tgt.json";
    write_file_atomic(folder_ / "m/model.npz.pkl", "(dp0\nVuse_dropout\np1\nI01\n"); // it has no end
    const Opened model = open_model({folder_ / "m/model.npz"}, how);
    ASSERT_TRUE(model.model) << model.problem;
    EXPECT_THAT(model.report.doubt(), HasSubstr("whether dropout scales its layers"));
    // {"use_dropout": True} of protocol 2
    write_file_atomic(folder_ / "m/model.npz.pkl",
                      std::string("\x80\x02}q\x00X\x0b\x00\x00\x00use_dropoutq\x01\x88s.", 26));
    EXPECT_THAT(test::message_of([&] { open_model({folder_ / "m/model.npz"}, how); }),
                HasSubstr("dropout of a model_version before 0.1"));
    write_file_atomic(folder_ / "m/model.npz.pkl", "(dp0\nVuse_dropout\np1\nI01\ns."); // of protocol 0
    EXPECT_THAT(test::message_of([&] { open_model({folder_ / "m/model.npz"}, how); }),
                HasSubstr("dropout of a model_version before 0.1"));
}

/// The names that are ignored since they cancel in the softmax, and the matrices that stand before the state.
void gather_biases(const nlohmann::json& value, std::set<std::string>& cancel,
                   std::set<std::string>& queries) {
    if (value.is_object() && value.contains("as") && value["as"].is_string() &&
        value["as"].get<std::string>().find("cancels") != std::string::npos) {
        const nlohmann::json& names = value["names"];
        for (const nlohmann::json& name : names.is_array() ? names : nlohmann::json::array({names}))
            cancel.insert(name.get<std::string>());
    }
    if (value.is_object() && value.contains("attention.W") && value["attention.W"].is_string())
        queries.insert(value["attention.W"].get<std::string>());
    if (value.is_structured())
        for (const nlohmann::json& item : value) gather_biases(item, cancel, queries);
}

// e = h · (W s + b) is s · Wᵀ h and a term that differs from place to place; e = s · (W h + b) and one that
// does not.
TEST(FamilyFiles, NoBiasOfWhatTheStateAsksIsSaidToCancel) {
    for (const auto& entry : fs::directory_iterator(test::source_dir() / "assets/families")) {
        if (entry.path().extension() != ".json") continue;
        std::set<std::string> cancel, queries;
        gather_biases(nlohmann::json::parse(read_file(entry.path(), 1 << 20)), cancel, queries);
        for (std::string query : queries) {
            if (!query.ends_with(".weight")) continue;
            query.replace(query.size() - 6, 6, "bias");
            for (const std::string& name : cancel)
                EXPECT_FALSE(matches_pattern(query, name)) << entry.path() << ": " << name;
        }
    }
}

// A start that takes over an lstm's state takes its memory, too: a family that says otherwise is not obeyed
// in silence.
TEST_F(FamilyForms, AMemoryThatTheStartLeavesNoWordForIsRefused) {
    const fs::path folder = from("fairseq_lstm");
    nlohmann::json family =
        nlohmann::json::parse(read_file(test::source_dir() / "assets/families/fairseq_lstm.json", 1 << 20));
    family["id"] = "mine";
    family["config"]["decoder"]["start_memory"] = "zero";
    OpenOptions how;
    how.family = family.dump();
    EXPECT_THAT(
        test::message_of([&] { open_model({folder / "checkpoint_best.pt"}, how); }),
        HasSubstr("config.decoder.start_memory: expected none where decoder.start is last, which takes "
                  "the reader's memory as it is, found \"zero\""));
}

// Rows and columns are said as they stand in the file, with the family whose rule reads them.
TEST_F(FamilyForms, AShapeThatDoesNotFitIsSaidAsTheFileHasIt) {
    const fs::path folder = from("howardyclo_lstm");
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".pt") take(entry.path());
    copy(folder, {"vocab.json"});
    for (int n = 0; n < set_.size(); ++n) {
        auto& tensor = set_[n];
        if (!tensor.name.ends_with("W_a.weight")) continue;
        tensor.cols += 2;
        tensor.value.setOnes(tensor.rows, tensor.cols);
        const std::string found = std::to_string(tensor.rows) + ", " + std::to_string(tensor.cols) + "]";
        EXPECT_THAT(test::message_of([&] { opened(); }),
                    testing::AllOf(HasSubstr("howardyclo/pytorch-seq2seq-example: tensor "),
                                   testing::EndsWith("found [" + found)));
        return;
    }
    ADD_FAILURE() << "it has no W_a";
}

TEST_F(FamilyForms, ARuleThatTheSizesAskForAndTheFamilyLacksIsNoFaultOfItsFile) {
    const fs::path folder = from("aladdinpersson");
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".tar") take(entry.path());
    nlohmann::json family =
        nlohmann::json::parse(read_file(test::source_dir() / "assets/families/aladdinpersson.json", 1 << 20));
    family["tensors"].erase("readout.output.bias");
    write_file_atomic(folder_ / "model.safetensors", safetensors_bytes(set_));
    OpenOptions how;
    how.family = family.dump();
    how.numbers = true;
    EXPECT_THAT(test::message_of([&] { open_model({folder_ / "model.safetensors"}, how); }),
                testing::AllOf(HasSubstr("model.safetensors: aladdinpersson"),
                               HasSubstr("expected a rule for \"readout.output.bias\"")));
}

} // namespace
} // namespace heed::io
