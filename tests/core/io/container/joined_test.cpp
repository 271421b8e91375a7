// Checkpoints in several files: shards, adapters on a base.
#include "core/io/container/joined/joined.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/container/joined/shards.h"
#include "core/io/container/safetensors.h"
#include "tests/support/archives.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

using nlohmann::json;
using test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

using Tensors = std::vector<std::pair<std::string, Eigen::MatrixXf>>;

Eigen::MatrixXf counting(int rows, int cols, float first = 0) {
    Eigen::MatrixXf m(rows, cols);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c) m(r, c) = first + static_cast<float>(r * cols + c);
    return m;
}

std::string stored(const Tensors& tensors, NumberType type = NumberType::F32) {
    nn::ParameterSet<float> set;
    for (const auto& [name, value] : tensors) {
        const int n = set.add(name, static_cast<int>(value.rows()), static_cast<int>(value.cols()));
        set[n].value = value;
    }
    return safetensors_bytes(set, type);
}

class Joined : public testing::Test {
protected:
    void write(const std::string& name, const std::string& bytes) const {
        std::filesystem::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
    }
    void write_index(const json& map) const {
        write("model.safetensors.index.json",
              json{{"metadata", {{"total_size", 1}}}, {"weight_map", map}}.dump());
    }
    /// Three shards of a tensor or two.
    void write_shards() const {
        write("model-00001-of-00003.safetensors", stored({{"a", counting(2, 3)}, {"b", counting(1, 2, 10)}}));
        write("model-00002-of-00003.safetensors", stored({{"c", counting(3, 2, 20)}}));
        write("model-00003-of-00003.safetensors", stored({{"d", counting(2, 2, 30)}}));
        write_index({{"a", "model-00001-of-00003.safetensors"},
                     {"b", "model-00001-of-00003.safetensors"},
                     {"c", "model-00002-of-00003.safetensors"},
                     {"d", "model-00003-of-00003.safetensors"}});
    }
    std::filesystem::path index() const { return folder_ / "model.safetensors.index.json"; }
    std::string refusal(const std::string& file) const {
        const std::string said = message_of([&] {
            const Checkpoint all = open_checkpoint(folder_ / file);
            for (const StoredTensor& tensor : all.tensors()) all.matrix(tensor);
        });
        const std::string folder = folder_.path().string() + "/";
        std::string text = said;
        for (std::size_t at; (at = text.find(folder)) != text.npos;) text.erase(at, folder.size());
        return text;
    }
    test::TemporaryFolder folder_;
};

TEST_F(Joined, AnyShardOrTheIndexGivesAllOfThem) {
    write_shards();
    for (const char* file : {"model.safetensors.index.json", "model-00001-of-00003.safetensors",
                             "model-00003-of-00003.safetensors"}) {
        const Checkpoint all = open_checkpoint(folder_ / file);
        std::vector<std::string> names;
        for (const StoredTensor& tensor : all.tensors()) names.push_back(tensor.name);
        EXPECT_THAT(names, ElementsAre("a", "b", "c", "d")) << file;
        EXPECT_EQ(all.matrix(*all.find("a")), counting(2, 3));
        EXPECT_EQ(all.matrix(*all.find("c")), counting(3, 2, 20));
        EXPECT_EQ(all.matrix(*all.find("d")), counting(2, 2, 30));
        EXPECT_EQ(all.container(), "safetensors, 3 shards");
        EXPECT_NE(all.find("a")->storage, all.find("d")->storage);
    }
    EXPECT_EQ(weights_in(folder_.path()), index());
}

TEST_F(Joined, WithoutAnIndexTheNumbersSayWhatBelongsTogether) {
    write_shards();
    std::filesystem::remove(index());
    EXPECT_EQ(open_checkpoint(folder_ / "model-00002-of-00003.safetensors").tensors().size(), 4u);
    std::filesystem::remove(folder_ / "model-00003-of-00003.safetensors");
    EXPECT_EQ(
        refusal("model-00002-of-00003.safetensors"),
        "model-00002-of-00003.safetensors: a shard is missing: expected model-00003-of-00003.safetensors "
        "beside it, found nothing");
}

TEST_F(Joined, AShardThatIsMissingIsNamed) {
    write_shards();
    std::filesystem::remove(folder_ / "model-00002-of-00003.safetensors");
    EXPECT_EQ(
        refusal("model.safetensors.index.json"),
        "model.safetensors.index.json: a shard is missing: expected model-00002-of-00003.safetensors beside "
        "it, found nothing");
}

TEST_F(Joined, ATensorInTwoShardsIsRefused) {
    write_shards();
    write("model-00002-of-00003.safetensors", stored({{"c", counting(3, 2, 20)}, {"a", counting(2, 3)}}));
    EXPECT_EQ(refusal("model.safetensors.index.json"),
              "model-00002-of-00003.safetensors: tensor \"a\": damaged: expected it in one file, found it in "
              "model-00001-of-00003.safetensors as well");
}

TEST_F(Joined, ATensorThatIsNotInItsShardIsRefused) {
    write_shards();
    write_index({{"a", "model-00001-of-00003.safetensors"}, {"c", "model-00001-of-00003.safetensors"}});
    EXPECT_EQ(
        refusal("model.safetensors.index.json"),
        "model.safetensors.index.json: tensor \"c\": expected it in model-00001-of-00003.safetensors, found "
        "none");
}

TEST_F(Joined, NamesThatLeadOutOfTheFolderAreNotOpened) {
    write("x/secret.safetensors", stored({{"a", counting(2, 3)}}));
    for (const char* name :
         {"../secret.safetensors", "x/secret.safetensors", "/etc/passwd", "..", "", "x\\y"}) {
        write_index({{"a", name}});
        EXPECT_THAT(refusal("model.safetensors.index.json"),
                    HasSubstr("weight_map: \"a\": expected the name of a file beside it, found"))
            << name;
    }
    write_index({{"a", 3}});
    EXPECT_THAT(refusal("model.safetensors.index.json"), HasSubstr("the name of a file beside it, found 3"));
    write("model.safetensors.index.json", R"({"weight_map": []})");
    EXPECT_THAT(refusal("model.safetensors.index.json"), HasSubstr("weight_map: expected {TENSOR: FILE"));
}

TEST_F(Joined, HalfPrecisionIsReadFromShards) {
    write("model-00001-of-00001.safetensors", stored({{"a", counting(2, 3)}}, NumberType::F16));
    const Checkpoint all = open_checkpoint(folder_ / "model-00001-of-00001.safetensors");
    EXPECT_EQ(all.find("a")->type, NumberType::F16);
    EXPECT_EQ(all.matrix(*all.find("a")), counting(2, 3));
}

TEST(ShardNames, AreReadAndWritten) {
    const auto name = shard_name("/x/pytorch_model-00002-of-00012.bin");
    ASSERT_TRUE(name);
    EXPECT_EQ(name->index(), "pytorch_model.bin.index.json");
    EXPECT_EQ(name->shard(7), "pytorch_model-00007-of-00012.bin");
    for (const char* none : {"model.safetensors", "-00001-of-00002.bin", "m-00003-of-00002.bin",
                             "m-0001-of-0002.bin", "m-00000-of-00002.bin", "m-0000a-of-00002.bin"})
        EXPECT_FALSE(shard_name(none)) << none;
}

// ---------------------------------------------------------------------- adapters

class Adapters : public Joined {
protected:
    json settings_ = {
        {"peft_type", "LORA"}, {"r", 2}, {"lora_alpha", 6}, {"base_model_name_or_path", "someone/small"}};
    const Eigen::MatrixXf A_ = counting(2, 3, 1), B_ = counting(4, 2, -3), W_ = counting(4, 3, 100);

    void write_adapter(const std::string& place = "adapter") const {
        write(place + "/adapter_config.json", settings_.dump());
        write(place + "/adapter_model.safetensors", stored({{"base_model.model.enc.q.lora_A.weight", A_},
                                                            {"base_model.model.enc.q.lora_B.weight", B_}}));
    }
    std::string base() const { return stored({{"enc.q.weight", W_}, {"enc.k.weight", W_}}); }
};

TEST_F(Adapters, AreAddedToTheirBase) {
    write_adapter();
    for (const char* place :
         {"small/model.safetensors", "adapter/small/pytorch_model.bin", "adapter/base/model.safetensors",
          "adapter/model.safetensors", "adapter/small", "small"}) {
        write(place, base());
        for (const char* file : {"adapter/adapter_model.safetensors", "adapter/adapter_config.json"}) {
            const Checkpoint all = open_checkpoint(folder_ / file);
            EXPECT_EQ(all.matrix(*all.find("enc.q.weight")), W_ + 3 * B_ * A_) << place;
            EXPECT_EQ(all.matrix(*all.find("enc.k.weight")), W_) << place;
            EXPECT_EQ(all.tensors().size(), 2u);
            EXPECT_THAT(all.notes(), testing::Contains(HasSubstr("the adapter was added to")));
        }
        std::filesystem::remove(folder_ / place);
        if (std::filesystem::path(place).parent_path().filename() == "small" ||
            std::filesystem::path(place).parent_path().filename() == "base")
            std::filesystem::remove((folder_ / place).parent_path());
    }
}

TEST_F(Adapters, ScaleIsAlphaOverItsRankOrItsRoot) {
    settings_["use_rslora"] = true;
    settings_["alpha_pattern"] = {{"q", 4}};
    write_adapter();
    write("small/model.safetensors", base());
    const Checkpoint all = open_checkpoint(folder_ / "adapter/adapter_model.safetensors");
    const float scale = 4 / std::sqrt(2.0f);
    EXPECT_LT((all.matrix(*all.find("enc.q.weight")) - (W_ + scale * B_ * A_)).cwiseAbs().maxCoeff(), 1e-4f);
}

TEST_F(Adapters, FactorsMayLieTheOtherWayRound) {
    settings_["fan_in_fan_out"] = true;
    write_adapter();
    write("small/model.safetensors", stored({{"enc.q.weight", W_.transpose()}}));
    const Checkpoint all = open_checkpoint(folder_ / "adapter/adapter_model.safetensors");
    EXPECT_EQ(all.matrix(*all.find("enc.q.weight")), W_.transpose() + 3 * (B_ * A_).transpose());
}

TEST_F(Adapters, ASquareMatrixLiesAsItsModuleDoes) { // as PEFT has it, whatever the settings say
    const Eigen::MatrixXf W = counting(4, 4, 100), A = counting(2, 4, 1);
    const auto changed = [&](const std::string& module, bool said) {
        settings_["fan_in_fan_out"] = said;
        write_adapter();
        write("adapter/adapter_model.safetensors",
              stored({{"base_model.model." + module + ".lora_A.weight", A},
                      {"base_model.model." + module + ".lora_B.weight", B_}}));
        write("small/model.safetensors", stored({{module + ".weight", W}}));
        return open_checkpoint(folder_ / "adapter/adapter_model.safetensors");
    };
    for (const bool said : {false, true}) {
        const Checkpoint linear = changed("enc.q", said), turned = changed("h.0.attn.c_proj", said);
        EXPECT_EQ(linear.doubts().size(), said ? 1u : 0u);
        EXPECT_EQ(turned.doubts().size(), said ? 0u : 1u);
    }
    const Checkpoint linear = changed("enc.q", true);
    EXPECT_EQ(linear.matrix(*linear.find("enc.q.weight")), W + 3 * B_ * A);
    EXPECT_THAT(linear.doubts(),
                ElementsAre(HasSubstr("\"fan_in_fan_out\" true, and \"q\" does not lie so")));
    const Checkpoint turned = changed("h.0.attn.c_proj", false);
    EXPECT_EQ(turned.matrix(*turned.find("h.0.attn.c_proj.weight")), W + 3 * (B_ * A).transpose());
}

TEST_F(Adapters, SeveralInOneFileAreRefused) {
    write("small/model.safetensors", base());
    write_adapter();
    const std::string module = "base_model.model.enc.q.";
    write("adapter/adapter_model.safetensors", stored({{module + "lora_A.default.weight", A_},
                                                       {module + "lora_B.default.weight", B_},
                                                       {module + "lora_A.second.weight", A_},
                                                       {module + "lora_B.second.weight", B_}}));
    EXPECT_THAT(refusal("adapter/adapter_model.safetensors"),
                HasSubstr("lora_A.second.weight\": expected one change of \"enc.q.weight\", found another"));
    write("adapter/adapter_model.safetensors", stored({{module + "lora_A.weight", A_},
                                                       {module + "lora_B.weight", B_},
                                                       {module + "modules_to_save.weight", W_}}));
    EXPECT_THAT(refusal("adapter/adapter_model.safetensors"), HasSubstr("expected one change of"));
    write("adapter/adapter_model.safetensors", // as a whole state is saved
          stored({{"base_model.model.enc.k.modules_to_save.default.weight", counting(4, 3)},
                  {"base_model.model.enc.k.original_module.weight", W_}}));
    const Checkpoint all = open_checkpoint(folder_ / "adapter/adapter_model.safetensors");
    EXPECT_EQ(all.matrix(*all.find("enc.k.weight")), counting(4, 3));
}

TEST_F(Adapters, WholeTensorsTakeTheBasesPlace) {
    write("small/model.safetensors", base());
    write_adapter();
    write("adapter/adapter_model.safetensors",
          stored({{"base_model.model.enc.k.modules_to_save.weight", counting(4, 3)},
                  {"base_model.model.head.weight", A_}}));
    const Checkpoint all = open_checkpoint(folder_ / "adapter/adapter_model.safetensors");
    EXPECT_EQ(all.matrix(*all.find("enc.k.weight")), counting(4, 3));
    EXPECT_EQ(all.matrix(*all.find("head.weight")), A_);
    EXPECT_EQ(all.matrix(*all.find("enc.q.weight")), W_);
}

TEST_F(Adapters, AreRefusedNamingWhatIsWrong) {
    write_adapter();
    EXPECT_EQ(
        refusal("adapter/adapter_model.safetensors"),
        "adapter/adapter_config.json: an adapter without its base: expected \"someone/small\" inside its "
        "folder or beside it, found none");
    write("small/model.safetensors", stored({{"enc.q.weight", counting(3, 3)}}));
    EXPECT_EQ(refusal("adapter/adapter_model.safetensors"),
              "adapter/adapter_model.safetensors: tensor \"base_model.model.enc.q.lora_A.weight\": expected "
              "factors "
              "of [3, 3], found [4, 2] and [2, 3]");
    write("small/model.safetensors", stored({{"other", counting(3, 3)}}));
    EXPECT_THAT(refusal("adapter/adapter_model.safetensors"),
                HasSubstr("expected \"enc.q.weight\" in small/model"));
    settings_["use_dora"] = true;
    write_adapter();
    EXPECT_THAT(refusal("adapter/adapter_model.safetensors"), HasSubstr("use_dora: expected false"));
    settings_["peft_type"] = "PREFIX_TUNING";
    write_adapter();
    EXPECT_THAT(refusal("adapter/adapter_model.safetensors"), HasSubstr("found \"PREFIX_TUNING\""));
    settings_ = {{"peft_type", "LORA"},
                 {"lora_alpha", 6},
                 {"base_model_name_or_path", "../adapter/adapter_model.safetensors"}};
    write_adapter();
    EXPECT_THAT(refusal("adapter/adapter_model.safetensors"), HasSubstr("an adapter without its base"));
}

TEST_F(Adapters, AreRefusedWhereTheirSettingsAreOfOthers) {
    write("small/model.safetensors", base());
    const json own = settings_;
    const auto refused_with = [&](const char* key, const json& value) {
        settings_ = own;
        settings_[key] = value;
        write_adapter();
        return refusal("adapter/adapter_model.safetensors");
    };
    EXPECT_EQ(refused_with("r", 8), "adapter/adapter_config.json: r: expected 2, the rank of "
                                    "\"base_model.model.enc.q.lora_A.weight\", found 8");
    EXPECT_THAT(refused_with("rank_pattern", {{"enc.q", 4}}),
                HasSubstr("rank_pattern of \"enc.q\": expected 2, the rank of"));
    EXPECT_THAT(refused_with("rank_pattern", {{"enc.*", 2}}), HasSubstr("rank_pattern: expected names"));
    EXPECT_THAT(refused_with("layers_to_transform", {1, 2}),
                HasSubstr("layers_to_transform: expected the layer of"));
    EXPECT_THAT(refused_with("target_modules", {"k"}), HasSubstr("target_modules: expected the module of"));
    EXPECT_THAT(refused_with("exclude_modules", {"q"}), HasSubstr("exclude_modules: expected no module of"));
    EXPECT_THAT(refused_with("alora_invocation_tokens", {3}),
                HasSubstr("alora_invocation_tokens: expected none"));
    EXPECT_THAT(refused_with("layer_replication", {{0, 2}}), HasSubstr("layer_replication: expected none"));
}

TEST_F(Adapters, WhatTheySayBeyondTheirTensorsIsDoubted) {
    write("small/model.safetensors", base());
    const json own = settings_;
    const auto doubts_with = [&](const char* key, const json& value) {
        settings_ = own;
        settings_[key] = value;
        write_adapter();
        return open_checkpoint(folder_ / "adapter/adapter_model.safetensors").doubts();
    };
    EXPECT_THAT(doubts_with("target_modules", {"q"}), testing::IsEmpty());
    EXPECT_THAT(doubts_with("alora_invocation_tokens", nullptr), testing::IsEmpty());
    EXPECT_THAT(doubts_with("megatron_config", json::object()), testing::IsEmpty());
    for (const auto& [key, value, said] :
         {std::tuple{"modules_to_save", json{"head"}, "\"head\", of which no tensor is there"},
          {"target_modules", json{"q", "v"}, "\"v\", of which no factors are there"},
          {"target_modules", json("(?i)q"), "an expression, which was not compared"},
          {"alpha_pattern", json{{"dec", 4}}, "\"dec\", of which no factors are there"},
          {"rank_pattern", json{{"dec", 4}}, "\"dec\", of which no factors are there"},
          {"bias", json("all"), "biases were learned, and none is there"},
          {"init_lora_weights", json("pissa"), "by which the base changes, too"},
          {"of_tomorrow", json(true),
           "\"of_tomorrow\" of adapter_config.json is not known, and passed over"}})
        EXPECT_THAT(doubts_with(key, value), ElementsAre(HasSubstr(said))) << key;
    settings_["modules_to_save"] = {"head"};
    settings_.erase("of_tomorrow");
    write_adapter();
    write("adapter/adapter_model.safetensors", stored({{"base_model.model.enc.q.lora_A.weight", A_},
                                                       {"base_model.model.enc.q.lora_B.weight", B_},
                                                       {"base_model.model.head.weight", A_}}));
    EXPECT_THAT(open_checkpoint(folder_ / "adapter/adapter_model.safetensors").doubts(), testing::IsEmpty());
}

TEST_F(Adapters, ALayerThatLacksIsDoubted) {
    write("small/model.safetensors", stored({{"enc.q.weight", W_},
                                             {"dec.q.weight", W_},
                                             {"dec.k.weight", W_},
                                             {"dec.q.bias", counting(4, 1)}}));
    settings_["target_modules"] = {"q"};
    write_adapter();
    EXPECT_THAT(open_checkpoint(folder_ / "adapter/adapter_model.safetensors").doubts(),
                ElementsAre(HasSubstr("\"q\", and no factors are there of \"dec.q\"")));
    settings_["exclude_modules"] = {"dec.q"};
    write_adapter();
    EXPECT_THAT(open_checkpoint(folder_ / "adapter/adapter_model.safetensors").doubts(), testing::IsEmpty());
}

// ---------------------------------------------------------------------- several as one

TEST_F(Joined, PartsAreReadUnderOtherNames) {
    write("one", stored({{"w", counting(2, 3)}}));
    write("two", stored({{"w", counting(3, 2, 20)}}));
    const Checkpoint one(folder_ / "one"), two(folder_ / "two");
    const Checkpoint both = joined_checkpoint({{one, {"encoder.w"}}, {two, {"decoder.w"}}});
    EXPECT_EQ(both.matrix(*both.find("encoder.w")), counting(2, 3));
    EXPECT_EQ(both.matrix(*both.find("decoder.w")), counting(3, 2, 20));
    EXPECT_EQ(both.find("w"), nullptr);
    EXPECT_THAT(message_of([&] { joined_checkpoint({{one}, {two}}); }), HasSubstr("found it in"));
}

} // namespace
} // namespace heed::io
