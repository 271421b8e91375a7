// Files that Lightning writes: the model's weights under "state_dict", with what the training keeps beside
// them.
#include "core/io/container/joined/open_checkpoint.h"
#include "tests/core/io/huggingface/changed_folder.h"
#include "tests/support/message_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// As Lightning would have saved that file: its names behind "state_dict.model.", and a callback's best
/// score.
void write_lightning(const fs::path& from, const fs::path& to) {
    test::Tensors all;
    for (auto& [name, tensor] : test::tensors_of(open_checkpoint(from)))
        all["state_dict.model." + name] = std::move(tensor);
    all["callbacks.ModelCheckpoint.best_model_score"] = {Eigen::MatrixXf::Ones(1, 1), 1};
    write_file_atomic(to, test::torch_file({{"pytorch-lightning_version", "1.9.0"}, {"epoch", 3}}, all));
}

class Lightning : public testing::Test {
protected:
    static fs::path checkpoints() { return test::source_dir() / "tests/checkpoints"; }
    static OpenOptions options() {
        OpenOptions o;
        o.families = {test::source_dir() / "assets/families"};
        return o;
    }
    void copy_beside(const fs::path& folder, const fs::path& but) const {
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path() != but && entry.is_regular_file())
                fs::copy_file(entry.path(), folder_ / entry.path().filename().string());
    }
    std::string refusal(const fs::path& file) const {
        return test::message_of([&] { open_model({file}, options()); });
    }
    test::TemporaryFolder folder_;
};

TEST_F(Lightning, ARecurrentModelOpensWithItsWordsBesideIt) {
    const fs::path from = checkpoints() / "bentrevett_tut4";
    copy_beside(from, from / "tut4-model.pt");
    write_lightning(from / "tut4-model.pt", folder_ / "last.ckpt");
    for (const fs::path& path : {folder_.path(), folder_ / "last.ckpt"}) {
        const Opened opened = open_model({path}, options());
        ASSERT_TRUE(opened.model) << opened.problem;
        EXPECT_EQ(opened.report.unread(), 0u);
        EXPECT_TRUE(std::any_of(
            opened.report.tensors.begin(), opened.report.tensors.end(), [](const ReportTensor& tensor) {
                return tensor.ignored == "what the training loop remembers; not needed to run";
            }));
    }
}

TEST_F(Lightning, ATransformerOpensWithItsConfigurationBesideIt) {
    for (const char* name : {"hf_bert_uncased_old", "hf_t5_relu_tied", "hf_marian_toy_enfr"}) {
        SCOPED_TRACE(name);
        for (const auto& entry : fs::directory_iterator(folder_.path())) fs::remove(entry);
        const fs::path from = checkpoints() / name, weights = weights_in(from);
        copy_beside(from, weights);
        write_lightning(weights, folder_ / "epoch=3.ckpt");
        for (const fs::path& path : {folder_.path(), folder_ / "epoch=3.ckpt"}) {
            const Opened opened = open_model({path}, options());
            ASSERT_TRUE(opened.model) << opened.problem;
            EXPECT_EQ(opened.report.unread(), 0u);
        }
        fs::copy_file(folder_ / "epoch=3.ckpt", folder_ / "last.ckpt"); // which of them is not said
        EXPECT_THAT(
            refusal(folder_ / "last.ckpt"),
            HasSubstr("last.ckpt: a Transformer's weights, written by Lightning: expected no other weights "
                      "beside it, found some"));
        fs::remove(folder_ / "last.ckpt");
        fs::remove(folder_ / "config.json");
        EXPECT_THAT(
            refusal(folder_ / "epoch=3.ckpt"),
            HasSubstr("epoch=3.ckpt: a Transformer's weights, written by Lightning: expected config.json and "
                      "the tokenizer's files beside it, found no config.json"));
    }
}

} // namespace
} // namespace heed::io
