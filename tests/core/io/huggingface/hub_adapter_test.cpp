// An adapter beside the whole folder of its base, as PEFT saves one: configuration and words are the base's.
#include "core/io/base/file.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/container/safetensors.h"
#include "core/io/open/open_model.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

namespace fs = std::filesystem;

class HubAdapter : public testing::Test {
protected:
    HubAdapter() {
        fs::copy(base_, folder_ / "small", fs::copy_options::recursive);
        fs::create_directories(folder_ / "adapter");
        fs::copy_file(base_ / "expected.json", folder_ / "adapter/expected.json");
        write_file_atomic(folder_ / "adapter/adapter_config.json",
                          nlohmann::json{{"peft_type", "LORA"},
                                         {"lora_alpha", 4},
                                         {"fan_in_fan_out", true},
                                         {"base_model_name_or_path", "someone/small"}}
                              .dump());
    }
    /// Under the name of the model with its head; the base's own has none in front.
    void write(float b) {
        nn::ParameterSet<float> set;
        const std::string module = "base_model.model.transformer.h.0.attn.c_attn.";
        set[set.add(module + "lora_A.weight", 2, 32)].value.setConstant(0.5f);
        set[set.add(module + "lora_B.weight", 96, 2)].value.setConstant(b);
        write_file_atomic(folder_ / "adapter/adapter_model.safetensors", safetensors_bytes(set));
    }
    Opened opened(const fs::path& place) const {
        OpenOptions how;
        how.families = {test::source_dir() / "assets/families"};
        return open_model({place}, how);
    }

    fs::path base_ = test::source_dir() / "tests/checkpoints/hf_gpt2_base_prefix";
    test::TemporaryFolder folder_;
};

TEST_F(HubAdapter, OpensWithTheConfigurationOfItsBase) {
    write(0);
    for (const char* place :
         {"adapter", "adapter/adapter_config.json", "adapter/adapter_model.safetensors"}) {
        const Opened model = opened(folder_ / place);
        ASSERT_TRUE(model.model) << place << ": " << model.problem;
        EXPECT_EQ(model.report.verdict(), LoadVerdict::Verified) << "it changes nothing";
        EXPECT_TRUE(glimpse(folder_ / place).usable);
    }
    EXPECT_EQ(find_models(folder_ / "adapter").size(), 1u);
    write(1);
    EXPECT_EQ(opened(folder_ / "adapter").report.verdict(), LoadVerdict::Refused)
        << "the base's example is not that of the changed model";
    const char* const name = "h.0.attn.c_attn.weight";
    const Checkpoint all = open_checkpoint(folder_ / "adapter/adapter_model.safetensors");
    const Checkpoint before(base_ / "model.safetensors");
    const Eigen::MatrixXf change = all.matrix(*all.find(name)) - before.matrix(*before.find(name));
    EXPECT_LT((change.array() - 4 / 2.0f * 2 * 0.5f).abs().maxCoeff(), 1e-5f) << "α / r times B A";
}

// What its settings say and nothing there answers to is said on every picture; an example settles it.
TEST_F(HubAdapter, IsInDoubtWhereItsSettingsSayMore) {
    write(0);
    const fs::path config = folder_ / "adapter/adapter_config.json";
    nlohmann::json settings = nlohmann::json::parse(read_file(config, 1 << 20));
    settings["modules_to_save"] = {"lm_head"};
    write_file_atomic(config, settings.dump());
    EXPECT_EQ(opened(folder_ / "adapter").report.verdict(), LoadVerdict::Verified);
    fs::remove(folder_ / "adapter/expected.json");
    const Opened model = opened(folder_ / "adapter");
    EXPECT_EQ(model.report.verdict(), LoadVerdict::Partly);
    EXPECT_THAT(model.report.unsettled,
                testing::Contains(testing::HasSubstr("\"lm_head\", of which no tensor is there")));
    EXPECT_GT(glimpse(folder_ / "adapter").understanding.unsettled, 0u);
}

// As PEFT runs it the output matrix is the base's; merged, it is the changed table.
TEST_F(HubAdapter, ATableThatIsTheOutputTooIsInDoubtWhereItIsChanged) {
    const auto settings = [&](bool tied) {
        const fs::path file = folder_ / "adapter/adapter_config.json";
        fs::remove(file);
        nlohmann::json all = {{"peft_type", "LORA"}, {"lora_alpha", 4}, {"base_model_name_or_path", "small"}};
        if (tied) all["ensure_weight_tying"] = true;
        write_file_atomic(file, all.dump());
    };
    fs::remove(folder_ / "adapter/expected.json");
    const auto said =
        testing::Contains(testing::HasSubstr("\"wte.weight\", which is the output matrix, too"));
    const int words = static_cast<int>(Checkpoint(base_ / "model.safetensors").find("wte.weight")->shape[0]);
    const auto write_table = [&](bool own_output) {
        nn::ParameterSet<float> set;
        const std::string module = "base_model.model.transformer.wte.";
        set[set.add(module + "lora_embedding_A", 2, words)].value.setConstant(0.5f);
        set[set.add(module + "lora_embedding_B", 32, 2)].value.setConstant(0.5f);
        if (own_output) set[set.add("base_model.model.lm_head.weight", words, 32)].value.setConstant(0.5f);
        fs::remove(folder_ / "adapter/adapter_model.safetensors");
        write_file_atomic(folder_ / "adapter/adapter_model.safetensors", safetensors_bytes(set));
    };
    settings(false);
    write_table(false);
    EXPECT_THAT(opened(folder_ / "adapter").report.unsettled, said);
    settings(true);
    EXPECT_THAT(opened(folder_ / "adapter").report.unsettled, testing::Not(said));
    settings(false);
    write_table(true);
    EXPECT_THAT(opened(folder_ / "adapter").report.unsettled, testing::Not(said));
}

// Nobody is to take the base for the adapted model, nor another base for the one that is named.
TEST_F(HubAdapter, WhatIsNotReadOrNotNamedSoIsSaid) {
    using testing::Contains;
    using testing::HasSubstr;
    fs::copy_file(folder_ / "adapter/adapter_config.json", folder_ / "small/adapter_config.json");
    EXPECT_THAT(opened(folder_ / "small").report.notes,
                Contains(HasSubstr("adapter_config.json lies beside it without the adapter's numbers")));
    fs::remove(folder_ / "small/adapter_config.json");
    write_file_atomic(folder_ / "small/pytorch_model.bin", "another");
    EXPECT_THAT(opened(folder_ / "small").report.notes,
                Contains("pytorch_model.bin lies beside it and was not read"));
    fs::remove(folder_ / "small/pytorch_model.bin");
    EXPECT_THAT(opened(folder_ / "small").report.notes, testing::Not(Contains(HasSubstr("beside it"))));
    write(0);
    EXPECT_THAT(opened(folder_ / "adapter").report.notes, testing::Not(Contains(HasSubstr("does not call"))));
    fs::rename(folder_ / "small", folder_ / "adapter/base");
    EXPECT_THAT(opened(folder_ / "adapter").report.notes, Contains(HasSubstr("does not call")));
}

TEST_F(HubAdapter, IsRefusedWithoutItsBase) {
    write(0);
    fs::remove_all(folder_ / "small");
    EXPECT_THAT(
        test::message_of([&] { opened(folder_ / "adapter"); }),
        testing::HasSubstr("an adapter without its base: expected \"someone/small\" inside its folder "
                           "or beside it, found none"));
}

} // namespace
} // namespace heed::io
