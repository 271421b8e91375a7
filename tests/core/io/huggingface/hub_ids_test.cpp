// Ids in settings that no token has, and folders that do not say what type of model they hold.
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/generation.h"
#include "tests/core/io/huggingface/changed_folder.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

Opened with_setting(const std::string& folder, const char* key, const Json& value) {
    ChangedFolder changed(folder);
    changed.settings("config.json", [&](Json& c) { c[key] = value; });
    if (std::filesystem::exists(changed.path() / "generation_config.json"))
        changed.settings("generation_config.json", [&](Json& c) { c[key] = value; });
    return changed.opened();
}

TEST(HubIds, ThoseThatNothingDependsOnArePassedOverAndSaid) {
    const Json far = 50256;
    const std::tuple<const char*, const char*, Json> cases[] = {
        {"hf_gpt2_base_prefix", "bos_token_id", far},
        {"hf_gpt2_base_prefix", "pad_token_id", -1},
        {"hf_bert_uncased_old", "eos_token_id", far},
        {"hf_bert_uncased_old", "forced_bos_token_id", far},
        {"hf_bart_gelu_f16", "suppress_tokens", Json::array({-1})},
        {"hf_bart_gelu_f16", "bad_words_ids", Json::array({Json::array({3, far}), Json::array({5})})},
    };
    for (const auto& [folder, key, value] : cases) {
        const Opened opened = with_setting(folder, key, value);
        ASSERT_TRUE(opened.model) << key << ": " << opened.problem;
        EXPECT_TRUE(any_says(opened.report.notes, std::string(key) + ": ")) << key;
        EXPECT_TRUE(any_says(opened.report.notes, "is the id of none of the ")) << key;
        Request request;
        request.text = "our large trees were old";
        EXPECT_GT(decode::run(*opened.model, request).source_length(), 0) << key;
        if (std::string_view(key) == "bad_words_ids") {
            EXPECT_EQ(opened.model->generation->forbidden, (std::vector<std::vector<int>>{{5}}));
        }
    }
}

TEST(HubIds, AnEndThatIsNoTokenIsADoubt) {
    for (const Json& value : {Json(50256), Json(-1), Json::array({1, 50256})}) {
        for (const char* folder : {"hf_gpt2_base_prefix", "hf_bart_gelu_f16"}) {
            const Opened opened = with_setting(folder, "eos_token_id", value);
            ASSERT_TRUE(opened.model) << folder << ": " << opened.problem;
            EXPECT_TRUE(any_says(opened.report.unsettled, "eos_token_id: expected an id below ")) << folder;
            EXPECT_TRUE(any_says(opened.report.unsettled, "where a text ends is not known")) << folder;
            EXPECT_EQ(opened.report.verdict(), LoadVerdict::Partly) << folder;
            EXPECT_FALSE(opened.model->facts.doubt.empty()) << folder;
            EXPECT_FALSE(any_says(opened.report.notes, "eos_token_id")) << folder;
        }
    }
    EXPECT_FALSE(any_says(with_setting("hf_bert_uncased_old", "eos_token_id", 50256).report.unsettled,
                          "eos_token_id")); // which writes nothing
}

// What the tokenizer's files leave open counts before the model is opened, too.
TEST(HubIds, ALookBeforeOpeningCountsTheDoubtsOfTheTokenizer) {
    ChangedFolder changed("hf_marian_untied_relu");
    const Understanding settled = glimpse(changed.path()).understanding;
    EXPECT_FALSE(settled.words_unseen);
    EXPECT_EQ(glimpse(changed.path()).family, "MarianMT");
    changed.settings("tokenizer_config.json", [](Json& c) { c.erase("separate_vocabs"); });
    const Opened opened = changed.opened();
    ASSERT_TRUE(any_says(opened.report.unsettled, "separate_vocabs"));
    EXPECT_EQ(glimpse(changed.path()).understanding.unsettled, opened.report.unsettled.size());
    EXPECT_EQ(glimpse(changed.path()).understanding.unsettled, settled.unsettled + 1);
    write_file_atomic(changed.path() / "notes.txt", std::string((8u << 20) + 1, 'a')); // too long in passing
    EXPECT_TRUE(glimpse(changed.path()).understanding.words_unseen);
}

TEST(HubIds, OneThatWritingStartsFromOrIsForcedMustBeAToken) {
    for (const char* key : {"decoder_start_token_id", "forced_bos_token_id", "forced_eos_token_id"})
        EXPECT_THROW((void)with_setting("hf_bart_gelu_f16", key, 50256), Error) << key;
    EXPECT_THROW((void)with_setting("hf_bart_gelu_f16", "eos_token_id", "</s>"), Error);
    EXPECT_THROW((void)with_setting("hf_m2m100_bf16", "pad_token_id", -1), Error); // its places need it
}

TEST(HubIds, LimitsThatLetNothingBeWrittenAreRefused) {
    for (const char* key : {"num_beams", "max_length", "max_new_tokens"})
        for (const Json& value : {Json(0), Json(-3), Json(2.5), Json("8"), Json(true)})
            for (const char* file : {"config.json", "generation_config.json"}) {
                ChangedFolder changed("hf_marian_toy_enfr");
                changed.settings(file, [&](Json& c) { c[key] = value; });
                std::string said;
                try {
                    changed.opened();
                } catch (const Error& error) {
                    said = error.what();
                }
                const bool overruled =
                    std::string_view(file) == "config.json" &&
                    read_json(changed.path() / "generation_config.json", 1u << 20).contains(key);
                EXPECT_EQ(said, overruled ? ""
                                          : (changed.path() / file).string() + ": " + key +
                                                ": expected a whole number from 1 to 1000000, found " +
                                                value.dump());
            }
    EXPECT_TRUE(with_setting("hf_bert_uncased_old", "num_beams", 0).model); // which writes nothing
}

TEST(HubIds, AFolderWithoutATypeHasTheTokenizerOfItsClass) {
    for (const char* name : {"hf_bert_uncased_old", "hf_roberta_f16", "hf_t5_relu_tied", "hf_marian_toy_enfr",
                             "hf_mbart_cc25_legacy", "hf_m2m100_bf16"}) {
        const Opened usual = ChangedFolder(name).opened(),
                     other = ChangedFolder(name)
                                 .settings("config.json", [](Json&config) { config.erase("model_type"); })
                                 .opened();
        ASSERT_TRUE(other.model) << name << ": " << other.problem;
        Request request;
        request.text = "our large trees were old";
        const Trace one = decode::run(*usual.model, request), two = decode::run(*other.model, request);
        ASSERT_EQ(one.source.size(), two.source.size()) << name;
        for (std::size_t n = 0; n < one.source.size(); ++n) EXPECT_EQ(one.source[n].id, two.source[n].id);
        EXPECT_EQ(one.target_text, two.target_text) << name;
    }
}

} // namespace
} // namespace heed::io
