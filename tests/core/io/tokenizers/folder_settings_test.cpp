// Settings beside a tokenizer with which texts would be split in another way are doubts that name them.
#include "tests/core/io/huggingface/changed_folder.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

constexpr const char* of_tokenizer = "tokenizer_config.json";

struct Setting {
    const char *name, *folder, *file;
    Json said;         // null takes a key away
    const char* doubt; // empty: none
};
void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }

class TokenizerSettings : public testing::TestWithParam<Setting> {};

TEST_P(TokenizerSettings, AreDoubtsWhereTheySplitATextInAnotherWay) {
    const Setting& setting = GetParam();
    ChangedFolder folder(setting.folder);
    ASSERT_EQ(folder.opened().report.verdict(), LoadVerdict::Clean) << "as it was";
    folder.settings(setting.file, [&](Json& json) {
        for (const auto& [key, value] : setting.said.items()) {
            json[key] = value;
            if (value.is_null()) json.erase(key);
        }
    });
    const Opened opened = folder.opened();
    ASSERT_TRUE(opened.model) << opened.problem;
    const std::vector<std::string>& unsettled = opened.report.unsettled;
    const bool any = *setting.doubt != '\0';
    EXPECT_EQ(opened.report.verdict(), any ? LoadVerdict::Partly : LoadVerdict::Clean);
    EXPECT_EQ(any_says(unsettled, setting.doubt), any) << testing::PrintToString(unsettled);
}

const Setting odd_settings[] = {
    // of tokenizer.json
    {"a_space_first",
     "hf_bart_gelu_f16",
     of_tokenizer,
     {{"add_prefix_space", true}},
     "tokenizer.json says add_prefix_space false, tokenizer_config.json true: the first was taken"},
    {"a_space_that_is_not_spoken_of",
     "hf_gpt2_base_prefix",
     of_tokenizer,
     {{"add_prefix_space", nullptr}},
     ""},
    {"letters_as_they_are",
     "hf_distilbert",
     of_tokenizer,
     {{"do_lower_case", false}},
     "tokenizer.json says do_lower_case true, tokenizer_config.json false"},
    {"accents",
     "hf_distilbert",
     of_tokenizer,
     {{"strip_accents", false}},
     "tokenizer.json says strip_accents true, tokenizer_config.json false"},
    {"ideographs",
     "hf_distilbert",
     of_tokenizer,
     {{"tokenize_chinese_chars", false}},
     "tokenize_chinese_chars"},
    {"accents_that_go_with_letters", "hf_distilbert", of_tokenizer, {{"strip_accents", true}}, ""},
    {"a_start",
     "hf_gpt2_base_prefix",
     of_tokenizer,
     {{"add_bos_token", true}},
     "says add_bos_token true: here none is put there"},
    {"no_end",
     "hf_bart_gelu_f16",
     of_tokenizer,
     {{"add_eos_token", false}},
     "says add_eos_token false: here one is put there"},
    {"a_start_that_is_there", "hf_bart_gelu_f16", of_tokenizer, {{"add_bos_token", true}}, ""},
    {"special_ones_as_words",
     "hf_bart_gelu_f16",
     of_tokenizer,
     {{"split_special_tokens", true}},
     "(split_special_tokens true), which is not done here"},
    {"code",
     "hf_bart_gelu_f16",
     of_tokenizer,
     {{"auto_map", {{"AutoTokenizer", {"a.B", nullptr}}}}},
     "asks for code of its own that splits texts (auto_map"},
    {"a_token_of_its_own",
     "hf_bart_gelu_f16",
     of_tokenizer,
     {{"additional_special_tokens", {"zork"}}},
     "names as a token of its own \"zork\" (tokenizer_config.json), which is none of tokenizer.json"},
    {"a_role",
     "hf_bart_gelu_f16",
     "special_tokens_map.json",
     {{"sep_token", "zork"}},
     "\"zork\" (special_tokens_map.json)"},
    {"an_added_one",
     "hf_gpt2_base_prefix",
     "added_tokens.json",
     {{"zork", 5}},
     "\"zork\" (added_tokens.json)"},
    {"another_id", "hf_bart_gelu_f16", "added_tokens.json", {{"<mask>", 7}}, "gives the id of \"<mask>\" 7"},
    {"like_a_rule",
     "hf_bart_gelu_f16",
     of_tokenizer,
     {{"do_normalize", true}},
     "may split a text in another way: \"do_normalize\" (true)"},
    {"of_no_tokenizer", "hf_bart_gelu_f16", of_tokenizer, {{"colour", 1}}, ""},
    {"that_many_carry",
     "hf_bart_gelu_f16",
     of_tokenizer,
     {{"chat_template", "{{ x }}"},
      {"padding_side", "left"},
      {"trim_offsets", true},
      {"legacy", false},
      {"clean_up_tokenization_spaces", false}},
     ""},
    // of the family's own files
    {"drawn_pieces",
     "hf_marian_toy_enfr",
     of_tokenizer,
     {{"sp_model_kwargs", {{"enable_sampling", true}, {"alpha", 0.1}}}},
     "(sp_model_kwargs"},
    {"pieces_that_are_not_drawn",
     "hf_marian_toy_enfr",
     of_tokenizer,
     {{"sp_model_kwargs", {{"enable_sampling", false}, {"nbest_size", -1}}}},
     ""},
    {"a_space_before_the_text_alone", "hf_t5_relu_tied", of_tokenizer, {{"legacy", false}}, ""},
    {"pieces_as_ever", "hf_t5_relu_tied", of_tokenizer, {{"legacy", true}}, ""},
    {"no_space_of_t5",
     "hf_t5_relu_tied",
     of_tokenizer,
     {{"add_prefix_space", false}},
     "no space before a text (add_prefix_space false)"},
    {"a_token_that_pieces_lack",
     "hf_t5_relu_tied",
     "added_tokens.json",
     {{"zork", 3}},
     ""}, // it is cut out of a text, as that library does
    {"signs_in_words",
     "hf_bert_uncased_old",
     of_tokenizer,
     {{"do_basic_tokenize", false}},
     "(do_basic_tokenize false)"},
    {"never_split", "hf_bert_uncased_old", of_tokenizer, {{"never_split", {"the"}}}, "(never_split"},
    {"obeyed_letters",
     "hf_bert_uncased_old",
     of_tokenizer,
     {{"do_lower_case", false}, {"strip_accents", false}, {"tokenize_chinese_chars", false}},
     ""},
    {"obeyed_space", "hf_roberta_f16", of_tokenizer, {{"add_prefix_space", true}}, ""},
    {"two_that_differ",
     "hf_roberta_f16",
     "special_tokens_map.json",
     {{"sep_token", "<pad>"}},
     "special_tokens_map.json says that \"sep_token\" is \"<pad>\", tokenizer_config.json that it is"},
};
INSTANTIATE_TEST_SUITE_P(settings, TokenizerSettings, testing::ValuesIn(odd_settings),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(TokenizerSettingsToo, ASpaceThatTheClassHasUnlessItIsToldIsADoubt) {
    ChangedFolder folder("hf_bart_gelu_f16");
    folder.settings("tokenizer.json", [](Json& json) { json["pre_tokenizer"]["add_prefix_space"] = true; });
    folder.settings(of_tokenizer, [](Json& json) { json.erase("add_prefix_space"); });
    EXPECT_TRUE(any_says(folder.opened().report.unsettled,
                         "add_prefix_space true, and where tokenizer_config.json is silent transformers "
                         "takes false"));
}

TEST(TokenizerSettingsToo, WhatIsNotKnownIsNamed) {
    ChangedFolder folder("hf_bart_gelu_f16");
    folder.settings(of_tokenizer, [](Json& json) { json["colour"] = 1; });
    EXPECT_TRUE(any_says(folder.opened().report.notes,
                         "tokenizer_config.json has what is not known, and passed over: \"colour\""));
}

TEST(TokenizerSettingsToo, WhatVersion5WritesIsKnown) {
    ChangedFolder folder("hf_marian_toy_enfr");
    folder.settings(of_tokenizer, [](Json& json) {
        json["backend"] = "custom", json["is_local"] = true;
        json["model_specific_special_tokens"] = Json::object();
    });
    folder.settings("generation_config.json",
                    [](Json& json) { json["output_logits"] = json["use_model_defaults"] = Json(); });
    const auto report = folder.opened().report;
    EXPECT_TRUE(report.unsettled.empty());
    EXPECT_FALSE(any_says(report.notes, "not known"));
}

} // namespace
} // namespace heed::io
