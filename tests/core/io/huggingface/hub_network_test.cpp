// Folders of Hugging Face's: what is made of config.json, of generation_config.json and of every tensor,
// before anything is run.
#include "core/io/base/file.h"
#include "core/io/container/joined/open_checkpoint.h"
#include "core/io/huggingface/hub_facts.h"
#include "core/io/huggingface/hub_generation.h"
#include "core/io/huggingface/hub_network.h"
#include "core/models/transformer/parameters.h"
#include "tests/support/message_of.h"
#include "tests/support/rewritten.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace heed::io {
namespace {

namespace fs = std::filesystem;
using transformer::Config;

fs::path folder_of(const std::string& name) { return test::source_dir() / "tests/checkpoints" / name; }

struct Read {
    HubConfig config;
    HubStock stock;
    HubTokens tokens;
    std::vector<std::string> unsettled, notes;
    Config network;
    nn::ParameterSet<float> parameters;
    HubReading reading;
    GenerationRules rules;

    explicit Read(const fs::path& folder)
        : config(read_hub_config(folder)), stock(open_checkpoint(weights_in(folder)), *config.family),
          tokens(hub_tokens(config, stock)), network(hub_network(config, stock, tokens, unsettled)),
          parameters(transformer::declare<float>(network, nn::Fill::Nothing)),
          reading(hub_reading(config, stock, tokens, parameters)),
          rules(read_hub_generation(config, network.words(), notes)) {}
};

constexpr const char* folders[] = {
    "hf_marian_toy_enfr",   "hf_marian_untied_relu",   "hf_bart_gelu_f16",
    "hf_mbart_cc25_legacy", "hf_mbart50_sharded_relu", "hf_m2m100_bf16",
    "hf_t5_relu_tied",      "hf_flan_t5_gated",        "hf_pegasus_sharded_bin",
    "hf_gpt2_base_prefix",  "hf_bert_uncased_old",     "hf_roberta_f16",
    "hf_distilbert"};

TEST(HubNetwork, EveryTensorIsReadOrIgnoredByARuleThatSaysWhy) {
    for (const char* name : folders) {
        const Read read(folder_of(name));
        EXPECT_TRUE(read.reading.missing.empty()) << name << ": " << read.reading.missing.size();
        EXPECT_EQ(std::ssize(read.reading.parts), read.parameters.size()) << name;
        for (const StoredTensor& tensor : read.stock.checkpoint().tensors()) {
            const bool used = std::any_of(read.reading.parts.begin(), read.reading.parts.end(),
                                          [&](const HubPart& part) { return part.tensor == &tensor; });
            EXPECT_TRUE(used || !why_hub_ignored(read.config, read.stock, read.reading, tensor).empty())
                << name << ": " << tensor.name;
        }
    }
}

TEST(HubNetwork, EveryKeyIsAccountedFor) {
    for (const char* name : folders) {
        const Read read(folder_of(name));
        EXPECT_GT(read.config.keys.size(), 8u) << name;
        EXPECT_EQ(read.config.keys.size(), read.config.json.size() + read.config.generation_json.size())
            << name;
        for (const HubKeyRead& key : read.config.keys) {
            EXPECT_NE(key.use, HubKeyRead::Use::Unknown) << name << ": " << key.file << " " << key.key;
            EXPECT_EQ(key.use == HubKeyRead::Use::Idle, !key.why.empty()) << key.key;
        }
    }
}

TEST(HubNetwork, SizesAndFormsAreThoseOfTheFolders) {
    const Read untied(folder_of("hf_marian_untied_relu"));
    EXPECT_EQ(untied.network.encoder.layers, 3);
    EXPECT_EQ(untied.network.encoder.heads, 5);
    EXPECT_EQ(untied.network.decoder.layers, 2);
    EXPECT_EQ(untied.network.decoder.heads, 3);
    EXPECT_FALSE(untied.network.embedding.shared);
    EXPECT_TRUE(untied.network.output.tied);
    EXPECT_EQ(untied.network.positions, transformer::Positions::Halves);
    EXPECT_EQ(untied.network.feed.activation, transformer::Activation::Relu);

    const Read m2m(folder_of("hf_m2m100_bf16"));
    EXPECT_EQ(m2m.network.positions, transformer::Positions::Fairseq);
    EXPECT_EQ(m2m.network.position.offset, 2); // the first place is behind the padding token, id 1
    EXPECT_FALSE(m2m.network.output.bias);
    EXPECT_EQ(m2m.rules.forced_first, 253);

    const Read tied(folder_of("hf_t5_relu_tied")), gated(folder_of("hf_flan_t5_gated"));
    EXPECT_TRUE(tied.network.output.tied);
    EXPECT_NEAR(tied.network.output.scale, 1 / std::sqrt(32.0), 1e-12);
    EXPECT_EQ(tied.network.position.distance, 128);
    EXPECT_FALSE(gated.network.output.tied); // told by the numbers: the head differs from the table
    EXPECT_EQ(gated.network.output.scale, 1);
    EXPECT_TRUE(gated.network.feed.gated);
    EXPECT_EQ(gated.network.feed.activation, transformer::Activation::GeluTanh);
    EXPECT_EQ(gated.network.position.buckets, 16);
    EXPECT_EQ(gated.network.position.distance, 24);

    const Read bert(folder_of("hf_bert_uncased_old"));
    EXPECT_EQ(bert.network.norm_epsilon, 1e-12);
    EXPECT_EQ(bert.network.embedding.types, 2);
    EXPECT_EQ(bert.network.output.head, transformer::Head::Masked);
    EXPECT_EQ(Read(folder_of("hf_roberta_f16")).network.position.offset, 2);
    EXPECT_EQ(Read(folder_of("hf_gpt2_base_prefix")).network.decoder.feed, 128);
}

/// A tied T5 whose file has an output matrix of its own, that is so far from the table of tokens.
std::vector<std::string> said_of_own_output(float apart, const char* tie, bool of_version_5 = false) {
    const test::TemporaryFolder copy;
    for (const auto& entry : fs::directory_iterator(folder_of("hf_t5_relu_tied")))
        fs::copy(entry.path(), copy.path());
    auto config = nlohmann::json::parse(read_regular_file(copy / "config.json", 1 << 20));
    config.erase("tie_word_embeddings");
    if (*tie) config["tie_word_embeddings"] = std::string_view(tie) == "true";
    if (of_version_5) config["scale_decoder_outputs"] = false;
    write_file_atomic(copy / "config.json", config.dump());
    const Checkpoint checkpoint(copy / "pytorch_model.bin");
    test::Tensors tensors = test::tensors_of(checkpoint);
    test::RewrittenTensor output = tensors.at("shared.weight");
    output.value(1, 0) += apart;
    tensors["lm_head.weight"] = output;
    const std::string bytes = test::torch_file(checkpoint.values(), tensors);
    write_file_atomic(copy / "pytorch_model.bin", bytes);
    const Read read(copy.path());
    EXPECT_EQ(read.network.output.tied, apart == 0);
    return read.unsettled;
}

// Versions of its library differ in which they read; ours is the one that the file has.
TEST(HubNetwork, AnOutputMatrixThatShouldBeTheTableIsSaidToDiffer) {
    EXPECT_TRUE(said_of_own_output(0, "true").empty());
    EXPECT_TRUE(said_of_own_output(0, "").empty());
    EXPECT_TRUE(said_of_own_output(.5f, "false").empty());
    const std::string rest = R"(), and the file has another, "lm_head.weight": that is used, )"
                             "and transformers before version 5 reads the table in its place";
    EXPECT_EQ(said_of_own_output(.5f, "true"),
              std::vector{"config.json says that the table of tokens is the output matrix, too "
                          "(tie_word_embeddings true" +
                          rest});
    EXPECT_EQ(said_of_own_output(.5f, ""),
              std::vector{"config.json says that the table of tokens is the output matrix, too "
                          "(tie_word_embeddings, true where it is not given" +
                          rest});
    // That version writes this of every T5, those with an output matrix of their own, too, and reads it.
    EXPECT_TRUE(said_of_own_output(.5f, "true", true).empty());
}

TEST(HubNetwork, RulesForWritingAreThoseOfTheFiles) {
    const Read bart(folder_of("hf_bart_gelu_f16"));
    EXPECT_EQ(bart.rules.start, 2);
    EXPECT_EQ(bart.rules.forced_first, 0);
    EXPECT_EQ(bart.rules.forced_last, std::vector{2});
    EXPECT_EQ(bart.rules.max_length, 20); // what that library takes where nothing is said
    EXPECT_EQ(bart.rules.beams, 4);
    EXPECT_EQ(bart.rules.stopping, Stopping::NoneLeads);
    const Read pegasus(folder_of("hf_pegasus_sharded_bin"));
    EXPECT_EQ(pegasus.rules.exponent, 0.8);
    EXPECT_EQ(pegasus.rules.limit(1), 17);
    const Read marian(folder_of("hf_marian_toy_enfr"));
    EXPECT_EQ(marian.rules.forbidden, (std::vector<std::vector<int>>{{450}}));
    const Read t5(folder_of("hf_t5_relu_tied"));
    EXPECT_EQ(t5.rules.stopping, Stopping::AtOnce);
    ASSERT_EQ(t5.rules.tasks.size(), 2u);
    EXPECT_EQ(t5.rules.tasks[1].second, "translate English to French: ");
    const Read gpt2(folder_of("hf_gpt2_base_prefix"));
    EXPECT_EQ(gpt2.rules.start, -1); // it goes on from the text
    EXPECT_EQ(gpt2.rules.limit(12), 0);
}

TEST(HubNetwork, ATextDoesNotGrowWithoutEnd) {
    const test::TemporaryFolder folder;
    for (const auto& file : fs::directory_iterator(folder_of("hf_t5_relu_tied")))
        fs::copy_file(file.path(), folder / file.path().filename().string());
    fs::remove(folder / "generation_config.json");
    for (const int most : {2049, 1'000'000}) {
        fs::remove(folder / "generation_config.json");
        write_file_atomic(folder / "generation_config.json", Json{{"max_length", most}}.dump());
        const Read read(folder.path());
        EXPECT_EQ(read.rules.limit(1), 2048);
        EXPECT_EQ(
            std::any_of(read.notes.begin(), read.notes.end(),
                        [](const std::string& note) { return note.find("ends after 2048") != note.npos; }),
            most > 2049);
    }
}

/// A folder again, with other words in its two configurations; "": that file is left out.
std::vector<int> forced_last_of(const std::string& configured, const std::string& generation) {
    const test::TemporaryFolder folder;
    for (const auto& file : fs::directory_iterator(folder_of("hf_marian_untied_relu")))
        fs::copy_file(file.path(), folder / file.path().filename().string());
    Json config = read_json(folder / "config.json", 1 << 20);
    config.erase("forced_eos_token_id");
    if (!configured.empty()) config["forced_eos_token_id"] = Json::parse(configured);
    write_file_atomic(folder / "config.json", config.dump());
    fs::remove(folder / "generation_config.json");
    if (!generation.empty()) write_file_atomic(folder / "generation_config.json", generation);
    return Read(folder.path()).rules.forced_last;
}

TEST(HubNetwork, WhatTheFamilyForcesCountsWhereTheFilesAreSilent) {
    EXPECT_EQ(forced_last_of("", ""), std::vector{0});
    EXPECT_EQ(forced_last_of("null", ""), std::vector<int>());
    EXPECT_EQ(forced_last_of("", "{}"), std::vector<int>());
    EXPECT_EQ(forced_last_of("7", "{}"), std::vector{7});
    EXPECT_EQ(forced_last_of("7", R"({"forced_eos_token_id": [0, 5]})"), (std::vector{0, 5}));
}

/// A folder again, with other values in its two configurations.
class Told {
public:
    explicit Told(const char* name) : from_(folder_of(name)) {
        for (const auto& file : fs::directory_iterator(from_))
            fs::copy_file(file.path(), folder_ / file.path().filename().string());
    }
    Read with(const Json& config, const Json& generation = Json()) const {
        for (const auto& [file, more] :
             {std::pair{"config.json", &config}, {"generation_config.json", &generation}}) {
            if (more->is_null()) continue;
            Json all = read_json(from_ / file, 1 << 20);
            all.update(*more);
            fs::remove(folder_ / file);
            write_file_atomic(folder_ / file, all.dump());
        }
        return Read(folder_.path());
    }
    std::string refusal(const Json& config) const {
        return test::message_of([&] { with(config); });
    }

private:
    fs::path from_;
    test::TemporaryFolder folder_;
};

TEST(HubNetwork, AnotherNameOfAKeyHolds) {
    const Told gpt2("hf_gpt2_base_prefix");
    EXPECT_EQ(gpt2.with({{"num_attention_heads", 2}}).network.decoder.heads, 2);
    EXPECT_EQ(gpt2.with({{"num_attention_heads", 8}, {"n_head", 2}}).network.decoder.heads, 8);
    EXPECT_EQ(Told("hf_distilbert").with({{"num_attention_heads", 2}}).network.encoder.heads, 2);
    const Config bart = Told("hf_bart_gelu_f16").with({{"num_attention_heads", 2}}).network;
    EXPECT_EQ(bart.encoder.heads, 2);
    EXPECT_EQ(bart.decoder.heads, 4);
    const Told t5("hf_t5_relu_tied");
    EXPECT_EQ(t5.with({{"num_hidden_layers", 1}}).network.encoder.layers, 1);
    EXPECT_NE(t5.refusal({{"model_type", "mt5"}, {"num_heads", 4}, {"num_attention_heads", 2}})
                  .find("num_attention_heads: expected 4, as num_heads says, found 2"),
              std::string::npos);
}

TEST(HubNetwork, TheFunctionOfT5sInnerLayerIsTheOneThatItsFirstKeyNames) {
    using transformer::Activation;
    const Told t5("hf_t5_relu_tied"), gated("hf_flan_t5_gated");
    const Read relu = t5.with({{"dense_act_fn", "gelu_new"}});
    EXPECT_EQ(relu.network.feed.activation, Activation::Relu);
    ASSERT_EQ(relu.unsettled.size(), 1u);
    EXPECT_NE(relu.unsettled.front().find("dense_act_fn \"gelu_new\""), std::string::npos);
    EXPECT_TRUE(t5.with({{"dense_act_fn", "relu"}, {"is_gated_act", false}}).unsettled.empty());
    EXPECT_EQ(t5.with({{"is_gated_act", true}}).unsettled.size(), 1u);
    const Read gelu = gated.with({{"dense_act_fn", "gelu"}});
    EXPECT_EQ(gelu.network.feed.activation, Activation::GeluTanh);
    EXPECT_EQ(gelu.unsettled.size(), 1u);
}

TEST(HubNetwork, KeysThatAreNotKnownAreDoubtsWhereTheySaySomething) {
    const Told bart("hf_bart_gelu_f16");
    const HubConfig config =
        bart.with({{"alibi", true}, {"use_rotary", false}, {"attention_window", {8}}}).config;
    EXPECT_EQ(doubtful_keys(config), "2 keys are not known, and may say of another computation: config.json "
                                     "\"alibi\", config.json \"attention_window\"");
    EXPECT_NE(unknown_keys(config).find("use_rotary"), std::string::npos);
    for (const char* name : folders) {
        const Read own(folder_of(name));
        EXPECT_EQ(doubtful_keys(own.config), "") << name;
        EXPECT_TRUE(hub_generation_doubts(own.config, own.network.words()).empty()) << name;
    }
}

// Keys of configurations that many have; none of them makes another network.
TEST(HubNetwork, KeysThatManyFoldersCarryAreKnown) {
    const Json harmless = {{"_num_labels", 3},
                           {"classif_dropout", 0.1},
                           {"extra_pos_embeddings", 2},
                           {"gradient_checkpointing", true},
                           {"output_past", true},
                           {"static_position_embeddings", false},
                           {"add_final_layer_norm", false},
                           {"replacing_rate", 1},
                           {"student_encoder_layers", 3},
                           {"eos_token_ids", {2}},
                           {"transformers.js_config", {{"dtype", "q8"}}},
                           {"tf_legacy_loss", true},
                           {"tokenizer_class", "BartTokenizer"},
                           {"name_or_path", "a"},
                           {"dtype", "float32"}};
    EXPECT_EQ(doubtful_keys(Told("hf_bart_gelu_f16").with(harmless).config), "");
    EXPECT_NE(doubtful_keys(Told("hf_bart_gelu_f16").with({{"auto_map", {{"AutoModel", "x.Y"}}}}).config),
              "");
}

TEST(HubNetwork, WhatThatLibraryTakesFromTheOtherFileIsADoubt) {
    const Told marian("hf_marian_toy_enfr");
    const auto doubts = [&](const Json& config, const Json& generation) {
        const auto told = marian.with(config, generation);
        return hub_generation_doubts(told.config, told.network.words());
    };
    const Json own = {{"_from_model_config", false}};
    EXPECT_TRUE(doubts(Json::object(), own).empty());
    const std::vector<std::string> alone = doubts({{"no_repeat_ngram_size", 2}, {"min_length", 0}}, own);
    ASSERT_EQ(alone.size(), 1u);
    EXPECT_EQ(alone[0].find("config.json alone says no_repeat_ngram_size 2: that holds here"), 0u);
    EXPECT_TRUE(doubts({{"no_repeat_ngram_size", 2}}, Json::object()).empty());
    const std::vector<std::string> apart = doubts({{"num_beams", 3}}, Json::object());
    ASSERT_EQ(apart.size(), 1u);
    EXPECT_NE(apart[0].find("and config.json say num_beams"), std::string::npos);
    EXPECT_TRUE(doubts({{"num_beams", 3}}, own).empty());
}

TEST(HubNetwork, ColumnsOfOneMatrixThatIsThreeLieTurned) {
    Read gpt2(folder_of("hf_gpt2_base_prefix"));
    const StoredTensor* all = gpt2.stock.find("h.1.attn.c_attn.weight");
    ASSERT_NE(all, nullptr);
    const Eigen::MatrixXf whole = gpt2.stock.checkpoint().matrix(*all); // (in, 3 out)
    read_hub_parts(gpt2.stock, gpt2.reading, gpt2.parameters);
    for (const auto& [name, block] : {std::pair{"query", 0}, {"key", 1}, {"value", 2}}) {
        const int n = gpt2.parameters.find("decoder.layers.1.self." + std::string(name) + ".weight");
        EXPECT_EQ(gpt2.parameters[n].matrix(), whole.middleCols(32 * block, 32).transpose()) << name;
    }
}

} // namespace
} // namespace heed::io
