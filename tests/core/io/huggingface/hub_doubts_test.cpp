// Another model's tokenizer beside a model's numbers is a doubt that counts say.
#include "tests/core/io/huggingface/changed_folder.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

/// A folder of tests/checkpoints with files of another.
Opened with_files_of(const std::string& folder, const std::string& other,
                     std::initializer_list<const char*> files) {
    const ChangedFolder changed(folder);
    for (const char* const file : files)
        std::filesystem::copy_file(test::source_dir() / "tests/checkpoints" / other / file,
                                   changed.path() / file, std::filesystem::copy_options::overwrite_existing);
    return changed.opened();
}

void expect_doubt(const Opened& opened, const std::string& words) {
    ASSERT_TRUE(opened.model) << opened.problem;
    EXPECT_TRUE(any_says(opened.report.unsettled, words))
        << words << ": " << testing::PrintToString(opened.report.unsettled);
    EXPECT_EQ(opened.report.verdict(), LoadVerdict::Partly) << words;
}

TEST(HubDoubts, PiecesThatAListOfWordsLacksAreCounted) {
    expect_doubt(
        with_files_of("hf_m2m100_bf16", "hf_mbart50_sharded_relu", {"sentencepiece.bpe.model"}),
        "110 of the 247 pieces of sentencepiece.bpe.model are not in vocab.json: one of the two may be");
    const Opened marian =
        with_files_of("hf_marian_toy_enfr", "hf_marian_untied_relu", {"source.spm", "target.spm"});
    expect_doubt(marian, "60 of the 207 pieces of source.spm are not in vocab.json");
    expect_doubt(marian, "57 of the 257 pieces of target.spm are not in vocab.json");
}

TEST(HubDoubts, TokensThatTheTableHasNoRowForAreCounted) {
    expect_doubt(
        with_files_of("hf_bart_gelu_f16", "hf_gpt2_base_prefix", {"tokenizer.json"}),
        "6 tokens of tokenizer.json have no row among the 431 of the table of tokens: the tokenizer may be");
}

TEST(HubDoubts, AnEndOrAPaddingTokenThatIsAPieceOfWordsIsOne) {
    expect_doubt(with_files_of("hf_bart_gelu_f16", "hf_gpt2_base_prefix", {"tokenizer.json"}),
                 "What ends a text (eos_token_id 2) is \"#\" in tokenizer.json");
    expect_doubt(with_files_of("hf_gpt2_base_prefix", "hf_bart_gelu_f16", {"tokenizer.json"}),
                 "What ends a text (eos_token_id 436) is no token of tokenizer.json");
    expect_doubt(with_files_of("hf_distilbert", "hf_gpt2_base_prefix", {"tokenizer.json"}),
                 "What fills a text up (pad_token_id 0) is \"!\" in tokenizer.json");
}

TEST(HubDoubts, ATokenThatTheFolderNamesAsItsEndIsNone) {
    ChangedFolder folder("hf_gpt2_base_prefix");
    for (const char* const file : {"config.json", "generation_config.json"})
        folder.settings(file, [](Json& json) { json["eos_token_id"] = 2; });
    expect_doubt(folder.opened(), "What ends a text (eos_token_id 2) is \"#\" in tokenizer.json");
    folder.settings("special_tokens_map.json", [](Json& json) { json["eos_token"] = "#"; });
    const Opened named = folder.opened();
    ASSERT_TRUE(named.model) << named.problem;
    EXPECT_FALSE(any_says(named.report.unsettled, "eos_token_id"));
}

struct OddKey {
    const char *name, *folder, *key;
    Json value;
};
void PrintTo(const OddKey& key, std::ostream* out) { *out << key.name; }

class OddKeysOf : public testing::TestWithParam<OddKey> {};

/// Settings that say of another network where its tensors are the same.
TEST_P(OddKeysOf, AreDoubts) {
    const OddKey& odd = GetParam();
    ChangedFolder folder(odd.folder);
    ASSERT_EQ(folder.opened().report.verdict(), LoadVerdict::Clean) << "as it was";
    folder.settings("config.json", [&](Json& json) { json[odd.key] = odd.value; });
    expect_doubt(folder.opened(), std::string("may say of another computation: config.json \"") + odd.key);
}

const OddKey odd_keys[] = {
    {"a_class_of_ones_own", "hf_bart_gelu_f16", "architectures",
     Json::array({"CopyBartForConditionalGeneration"})},
    {"a_longer_class", "hf_pegasus_sharded_bin", "architectures",
     Json::array({"PegasusXForConditionalGeneration"})},
    {"another_familys_class", "hf_bert_uncased_old", "architectures", Json::array({"RobertaForMaskedLM"})},
    {"a_last_norm", "hf_bart_gelu_f16", "add_final_layer_norm", true},
    {"a_last_norm_of_marian", "hf_marian_toy_enfr", "add_final_layer_norm", true},
    {"computed_positions", "hf_bart_gelu_f16", "static_position_embeddings", true},
    {"a_factor", "hf_gpt2_base_prefix", "alpha_residual", 0.5},
};
INSTANTIATE_TEST_SUITE_P(keys, OddKeysOf, testing::ValuesIn(odd_keys),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(HubDoubts, AClassOfThatLibraryWithAnotherHeadIsNone) {
    for (const auto& [of, name] : {std::pair{"hf_bert_uncased_old", "BertForSequenceClassification"},
                                   std::pair{"hf_t5_relu_tied", "MT5EncoderModel"},
                                   std::pair{"hf_marian_toy_enfr", "TFMarianMTModel"}}) {
        ChangedFolder folder(of);
        folder.settings("config.json", [&](Json& json) { json["architectures"] = Json::array({name}); });
        EXPECT_FALSE(any_says(folder.opened().report.unsettled, "architectures")) << name;
    }
    ChangedFolder pegasus("hf_pegasus_sharded_bin");
    pegasus.settings("config.json", [](Json& json) {
        json["add_final_layer_norm"] = json["static_position_embeddings"] = true;
    });
    EXPECT_EQ(pegasus.opened().report.verdict(), LoadVerdict::Clean);
}

} // namespace
} // namespace heed::io
