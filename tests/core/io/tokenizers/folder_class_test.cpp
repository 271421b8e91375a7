// What the small files of a Hugging Face folder say beside its vocabulary: the class of its tokenizer, its
// languages, its mask, its two lists of words.
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/tokenizers/folder_tokenizer.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

using testing::Each, testing::HasSubstr, testing::Not;
using Ids = std::vector<int>;

/// A folder of tests/checkpoints without its tokenizer.json.
struct Copied {
    explicit Copied(const char* name) {
        for (const auto& file :
             std::filesystem::directory_iterator(test::source_dir() / "tests/checkpoints" / name))
            if (file.path().filename() != "tokenizer.json")
                std::filesystem::copy_file(file.path(), folder / file.path().filename().string());
    }
    /// null takes the key away.
    void say(const char* file, const char* key, const Json& value) const {
        Json all = read_json(folder / file, 1 << 20);
        all[key] = value;
        if (value.is_null()) all.erase(key);
        std::filesystem::remove(folder / file);
        write_file_atomic(folder / file, all.dump());
    }
    void remove(const char* file) const { std::filesystem::remove(folder / file); }
    FolderTokenizer read() const {
        return read_folder_tokenizer(folder.path(), read_json(folder / "config.json", 1 << 20));
    }
    std::string refusal() const {
        return test::message_of([&] { read(); });
    }

    test::TemporaryFolder folder;
};

Ids encoded(const FolderTokenizer& read, std::string_view text, const subword::EncodeOptions& how = {}) {
    Ids ids;
    for (const subword::Piece& piece : read.tokenizer->encode(text, how)) ids.push_back(piece.id);
    return ids;
}

TEST(FolderClass, XlmRobertaPutsASignAtBothEnds) {
    const Copied copy("hf_mbart_cc25_legacy");
    copy.say("config.json", "model_type", "xlm-roberta");
    copy.say("tokenizer_config.json", "tokenizer_class", "XLMRobertaTokenizer");
    const FolderTokenizer read = copy.read();
    EXPECT_TRUE(read.tokenizer->languages().all.empty());
    const Ids one = encoded(read, "the");
    ASSERT_GT(one.size(), 2u);
    EXPECT_EQ(one.front(), 0);
    EXPECT_EQ(one.back(), 2);
    subword::EncodeOptions pair;
    pair.pair = "the";
    Ids two = one;
    two.push_back(2);
    two.insert(two.end(), one.begin() + 1, one.end());
    EXPECT_EQ(encoded(read, "the", pair), two); // <s> A </s></s> B </s>
}

TEST(FolderClass, ConfigJsonTellsItWhereTheOtherFileDoesNot) {
    const Copied copy("hf_mbart50_sharded_relu");
    const Ids expected = encoded(copy.read(), "the");
    copy.say("tokenizer_config.json", "tokenizer_class", nullptr);
    copy.say("config.json", "tokenizer_class", "MBart50TokenizerFast");
    EXPECT_EQ(encoded(copy.read(), "the"), expected);
    copy.say("config.json", "tokenizer_class", "BarthezTokenizer");
    EXPECT_THAT(copy.refusal(), HasSubstr("tokenizer_class: expected MBartTokenizer"));
    const Copied bert("hf_bert_uncased_old");
    bert.say("tokenizer_config.json", "tokenizer_class", nullptr);
    EXPECT_EQ(bert.refusal(), "nothing was thrown");
    bert.say("config.json", "tokenizer_class", "BertJapaneseTokenizer");
    EXPECT_THAT(bert.refusal(), HasSubstr("found \"BertJapaneseTokenizer\""));
}

TEST(FolderClass, TheOrderOfMbartsLanguagesIsThatOfItsClass) {
    const Copied copy("hf_mbart50_sharded_relu");
    const std::vector<subword::Language> expected = copy.read().tokenizer->languages().all;
    copy.say("tokenizer_config.json", "additional_special_tokens", {"fr_XX", "ar_AR"});
    const std::vector<subword::Language> found = copy.read().tokenizer->languages().all;
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t n = 0; n < found.size(); ++n) EXPECT_EQ(found[n].code, expected[n].code);
    copy.say("tokenizer_config.json", "additional_special_tokens", {"xx_YY"});
    EXPECT_THAT(copy.refusal(), HasSubstr("found \"xx_YY\""));
}

TEST(FolderClass, ModelsOfTheSharedTaskHaveEightLanguages) {
    const Copied copy("hf_m2m100_bf16");
    const int before = copy.read().tokenizer->languages().all.front().id;
    copy.say("tokenizer_config.json", "language_codes", "wmt21");
    const std::vector<subword::Language> all = copy.read().tokenizer->languages().all;
    ASSERT_EQ(all.size(), 8u);
    EXPECT_EQ(all[1].code, "ha");
    EXPECT_EQ(all[7].code, "de");
    EXPECT_EQ(all[7].id, before + 7);
    copy.say("tokenizer_config.json", "language_codes", "wmt25");
    EXPECT_THAT(copy.refusal(), HasSubstr("language_codes: expected m2m100 or wmt21, found \"wmt25\""));
}

TEST(FolderClass, AMaskTakesTheSpaceBeforeIt) {
    const Copied copy("hf_roberta_f16");
    const Ids expected = encoded(copy.read(), "a <mask> b"); // the folder says it in full
    for (const char* file : {"special_tokens_map.json", "tokenizer_config.json"})
        copy.say(file, "mask_token", "<mask>");
    EXPECT_EQ(encoded(copy.read(), "a <mask> b"), expected);
    copy.remove("special_tokens_map.json");
    copy.say("tokenizer_config.json", "mask_token", nullptr);
    EXPECT_EQ(encoded(copy.read(), "a <mask> b"), expected);
    copy.say("tokenizer_config.json", "added_tokens_decoder",
             {{"4", {{"content", "<mask>"}, {"lstrip", false}}}});
    EXPECT_NE(encoded(copy.read(), "a <mask> b"), expected);
}

TEST(FolderClass, AListOfTheTargetsOwnThatNothingSpeaksOfIsADoubt) {
    const Copied copy("hf_marian_untied_relu");
    const auto target = [&] { return copy.read().tokenizer->vocabulary(subword::Side::Target).token(5); };
    const std::string own = target();
    EXPECT_TRUE(copy.read().unsettled.empty());
    copy.say("tokenizer_config.json", "separate_vocabs", nullptr);
    EXPECT_EQ(target(), own);
    EXPECT_THAT(copy.read().unsettled, testing::ElementsAre(HasSubstr("separate_vocabs")));
    copy.say("config.json", "share_encoder_decoder_embeddings", true);
    EXPECT_THAT(copy.read().unsettled, Each(Not(HasSubstr("separate_vocabs"))));
    EXPECT_EQ(target(), copy.read().tokenizer->vocabulary(subword::Side::Source).token(5));
    copy.say("tokenizer_config.json", "separate_vocabs", true);
    copy.remove("target_vocab.json");
    EXPECT_THAT(copy.refusal(), HasSubstr("separate_vocabs"));
}

} // namespace
} // namespace heed::io
