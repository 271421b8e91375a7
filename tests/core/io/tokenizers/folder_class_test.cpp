// What the small files of a Hugging Face folder say beside its vocabulary: the class of its tokenizer, its
// languages, its mask, its two lists of words.
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/tokenizers/folder_tokenizer.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <chrono>
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

/// Families whose text SentencePiece splits, in all of which "▁large" is a piece.
constexpr const char* piece_folders[] = {"hf_t5_relu_tied", "hf_pegasus_sharded_bin", "hf_mbart_cc25_legacy",
                                         "hf_m2m100_bf16", "hf_marian_toy_enfr"};
constexpr int added_id = 9000;

TEST(FolderClass, AddedTokensAreCutOutOfTextsThatSentencePieceSplits) {
    subword::EncodeOptions bare;
    bare.specials = false;
    for (const char* name : piece_folders) {
        const Copied copy(name);
        const Ids large = encoded(copy.read(), "large", bare);
        write_file_atomic(copy.folder / "added_tokens.json", R"({"<hl>": 9000})");
        Ids expected = large;
        expected.push_back(added_id);
        expected.insert(expected.end(), large.begin(), large.end());
        const FolderTokenizer read = copy.read();
        EXPECT_EQ(encoded(read, "large <hl> large", bare), expected) << name;
        EXPECT_EQ(read.tokenizer->token(added_id), "<hl>") << name;
        EXPECT_EQ(read.tokenizer->decode(expected), "large <hl> large") << name;
        copy.say("tokenizer_config.json", "added_tokens_decoder",
                 {{"9000", {{"content", "<hl>"}, {"special", true}}}});
        EXPECT_EQ(copy.read().tokenizer->decode(expected), "large large") << name;
        copy.remove("added_tokens.json");
        EXPECT_EQ(encoded(copy.read(), "large <hl> large", bare), expected) << name;
        copy.say("tokenizer_config.json", "added_tokens_decoder", {{"-1", {{"content", "<hl>"}}}});
        EXPECT_THAT(copy.refusal(), HasSubstr("added_tokens_decoder: expected ids of tokens, found \"-1\""));
    }
}

TEST(FolderClass, AddedIdsMayBeAsHighAsTheVocabularyIsLong) {
    const Copied copy("hf_bert_uncased_old");
    constexpr int words = 70'000;
    std::string list = read_file(copy.folder / "vocab.txt", 1 << 20);
    const auto before = static_cast<int>(std::count(list.begin(), list.end(), '\n'));
    for (int n = 0; n < words; ++n) list += "word" + std::to_string(n) + "\n";
    copy.remove("vocab.txt");
    write_file_atomic(copy.folder / "vocab.txt", list);
    write_file_atomic(copy.folder / "added_tokens.json",
                      R"({"[hl]": )" + std::to_string(before + words) + "}");
    const Ids ids = encoded(copy.read(), "[hl]");
    ASSERT_EQ(ids.size(), 3u);
    EXPECT_EQ(ids[1], before + words);
}

TEST(FolderClass, ManyAddedTokensTakeNoMoreThanTheirShareOfTime) {
    const auto begin = std::chrono::steady_clock::now();
    const Copied pegasus("hf_pegasus_sharded_bin");
    pegasus.say("tokenizer_config.json", "offset", 100'000); // as many tokens <unk_2> …
    EXPECT_EQ(pegasus.read().tokenizer->token(2000), "<unk_1998>");
    const Copied bert("hf_bert_uncased_old");
    Json many = Json::object();
    for (int n = 0; n < 100'000; ++n) many["token" + std::to_string(n)] = 1000 + n;
    write_file_atomic(bert.folder / "added_tokens.json", many.dump());
    EXPECT_EQ(bert.read().tokenizer->token(1007), "token7");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20)); // each with each: minutes
}

TEST(FolderClass, ATokenizerJsonWithoutLanguagesSaysItselfWhatStandsAroundATextOfMbart) {
    const Copied copy("hf_bart_gelu_f16");
    const auto file = test::source_dir() / "tests/checkpoints/hf_bart_gelu_f16/tokenizer.json";
    std::filesystem::copy_file(file, copy.folder / "tokenizer.json");
    const Ids expected = encoded(copy.read(), "the");
    ASSERT_EQ(expected.front(), 0);
    copy.say("config.json", "model_type", "mbart");
    copy.say("tokenizer_config.json", "tokenizer_class", "BarthezTokenizer");
    EXPECT_EQ(encoded(copy.read(), "the"), expected); // <s> A </s>
}

TEST(FolderClass, WhatStandsInAFilesPlaceIsNotPassedOver) {
    for (const char* name : {"tokenizer_config.json", "added_tokens.json", "special_tokens_map.json"}) {
        const Copied copy("hf_mbart50_sharded_relu");
        std::filesystem::remove(copy.folder / name);
        std::filesystem::create_symlink("../blobs/nothing", copy.folder / name);
        EXPECT_THAT(copy.refusal(), HasSubstr(std::string(name) + ": not read: ")) << name;
        std::filesystem::remove(copy.folder / name);
        std::filesystem::create_symlink(name, copy.folder / name); // to itself
        EXPECT_THAT(copy.refusal(), HasSubstr(std::string(name) + ": not read: ")) << name;
        std::filesystem::remove(copy.folder / name);
        std::filesystem::create_directory(copy.folder / name);
        EXPECT_THAT(copy.refusal(), HasSubstr(std::string(name) + ": not read: ")) << name;
    }
}

TEST(FolderClass, PointersToATokenizersFilesAreCalledThat) {
    const std::pair<const char*, const char*> files[] = {{"hf_t5_relu_tied", "spiece.model"},
                                                         {"hf_bert_uncased_old", "vocab.txt"},
                                                         {"hf_gpt2_base_prefix", "merges.txt"},
                                                         {"hf_gpt2_base_prefix", "tokenizer.json"},
                                                         {"hf_marian_toy_enfr", "vocab.json"}};
    for (const auto& [folder, file] : files) {
        const Copied copy(folder);
        std::filesystem::remove(copy.folder / file);
        write_file_atomic(copy.folder / file, "version https://git-lfs.github.com/spec/v1\noid sha256:0\n");
        EXPECT_THAT(copy.refusal(), HasSubstr(std::string(file) + ": not the file itself")) << file;
    }
}

/// `name`, with the model_type of another and the class of its own tokenizer.
std::string refusal_as(const char* name, const char* type, const Json& tokenizer_class, const Ids* expected) {
    const Copied copy(name);
    copy.say("config.json", "model_type", type);
    copy.say("tokenizer_config.json", "tokenizer_class", tokenizer_class);
    if (expected == nullptr) return copy.refusal();
    EXPECT_EQ(encoded(copy.read(), "the tree"), *expected) << name;
    return {};
}

TEST(FolderClass, AClassThatTheFolderNamesServesAnotherFamily) {
    const Ids roberta = encoded(Copied("hf_roberta_f16").read(), "the tree");
    refusal_as("hf_roberta_f16", "t5", "RobertaTokenizer", &roberta);
    EXPECT_THAT(refusal_as("hf_roberta_f16", "t5", "CanineTokenizer", nullptr),
                HasSubstr("expected tokenizer.json or spiece.model, found none (its tokenizer_class is "
                          "\"CanineTokenizer\")"));
    const Ids bert = encoded(Copied("hf_bert_uncased_old").read(), "the tree");
    refusal_as("hf_bert_uncased_old", "bart", "BertTokenizer", &bert);
    EXPECT_THAT(refusal_as("hf_bert_uncased_old", "bart", Json(), nullptr), HasSubstr("found none"));
    const Copied pieces("hf_mbart_cc25_legacy");
    pieces.say("config.json", "model_type", "xlm-roberta");
    pieces.say("tokenizer_config.json", "tokenizer_class", "XLMRobertaTokenizer");
    const Ids xlm_roberta = encoded(pieces.read(), "the tree");
    refusal_as("hf_mbart_cc25_legacy", "bert", "XLMRobertaTokenizer", &xlm_roberta);
}

TEST(FolderClass, TheSpaceBeforeATextStandsBehindTokensOfItsOwnWhereLegacyIsNotFalse) {
    const Copied copy("hf_t5_relu_tied");
    const auto pieces = [&](std::string_view text) {
        std::string all;
        for (const subword::Piece& piece : copy.read().tokenizer->encode(text)) all += piece.text;
        return all;
    };
    EXPECT_EQ(pieces("the <extra_id_0>large tree"), "▁the<extra_id_0>▁large▁tree</s>");
    const Ids plain = encoded(copy.read(), "the large  tree ");
    copy.say("tokenizer_config.json", "legacy", false);
    const FolderTokenizer read = copy.read();
    EXPECT_TRUE(read.unsettled.empty());
    EXPECT_EQ(encoded(read, "the large  tree "), plain);
    EXPECT_EQ(pieces("the <extra_id_0>large tree"), "▁the<extra_id_0>large▁tree</s>");
    EXPECT_EQ(pieces("the<extra_id_0>  large tree"),
              "▁the<extra_id_0>large▁tree</s>"); // it takes the spaces about it
    EXPECT_EQ(pieces("<extra_id_0>large"), "<extra_id_0>large</s>");
    EXPECT_EQ(pieces("<extra_id_0>   <extra_id_1> "), "<extra_id_0><extra_id_1></s>");
    EXPECT_EQ(pieces("the▁large"), "▁the▁large</s>");
    EXPECT_EQ(pieces(" large"), "▁▁large</s>"); // as that class has it
    const std::vector<subword::Piece> spans = read.tokenizer->encode("large");
    EXPECT_EQ(spans.front().begin, 0u);
    EXPECT_EQ(spans.front().end, 5u);
}

/// The pieces of a text with their bytes: "▁the[0,3)".
std::string shown_pieces(const FolderTokenizer& read, std::string_view text,
                         const subword::EncodeOptions& how) {
    std::string all;
    for (const subword::Piece& piece : read.tokenizer->encode(text, how))
        all += piece.text + (piece.special ? "!" : "") + "[" + std::to_string(piece.begin) + "," +
               std::to_string(piece.end) + ")";
    return all;
}

TEST(FolderClass, ACodeOfALanguageIsATokenWhereAMarianTextBeginsAndWordsElsewhere) {
    const Copied copy("hf_marian_toy_enfr");
    copy.say("vocab.json", ">>fra<<", 451);
    const FolderTokenizer read = copy.read();
    subword::EncodeOptions how;
    how.specials = false;
    const auto pieces = [&](std::string_view text) { return shown_pieces(read, text, how); };
    EXPECT_EQ(pieces(">>fra<< the large"), ">>fra<<![0,7)▁the[8,11)▁large[11,17)");
    EXPECT_EQ(pieces(">>xx<< the large"), "<unk>[0,6)▁the[7,10)▁large[10,16)");
    EXPECT_EQ(pieces(">>xx<<"), "<unk>[0,6)");
    for (const char* const text : {"the >>fra<< large", " >>fra<< large", ">>fra< the"})
        EXPECT_THAT(encoded(read, text, how), testing::Not(testing::Contains(451))) << text;
    EXPECT_EQ(pieces(">>fra<< the << large").substr(0, 25), ">>fra<<![0,7)▁the[8,11)"); // to the first "<<"
    // The end that is written out begins another text.
    EXPECT_EQ(encoded(read, "the</s>>>fra<< large", how).at(2), 451);
    how.specials = true;
    how.target_language = "fra";
    EXPECT_EQ(encoded(read, ">>fra<< the", how), encoded(read, "the", how));
    EXPECT_EQ(encoded(read, ">>xx<< the", how).size(), encoded(read, "the", how).size());
    EXPECT_NE(encoded(read, ">>xx<< the", how).front(), 451); // it says itself what it wants
    how.side = subword::Side::Target;
    EXPECT_EQ(encoded(read, ">>fra<< le", how).front(), 451);
    // One that the folder adds is cut out anywhere, as all of its tokens.
    copy.say("tokenizer_config.json", "added_tokens_decoder", {{"451", {{"content", ">>fra<<"}}}});
    how = {};
    EXPECT_EQ(encoded(copy.read(), "the >>fra<< large", how).at(1), 451);
}

TEST(FolderClass, TheTokensOfByT5AreBytes) {
    const Copied copy("hf_t5_relu_tied");
    for (const char* file : {"spiece.model", "special_tokens_map.json", "tokenizer_config.json"})
        copy.remove(file);
    copy.say("config.json", "tokenizer_class", "ByT5Tokenizer");
    const FolderTokenizer read = copy.read();
    EXPECT_TRUE(read.unsettled.empty());
    EXPECT_EQ(encoded(read, "a \u00E9<extra_id_1>"), (Ids{100, 35, 198, 172, 260, 1}));
    const std::vector<subword::Piece> pieces = read.tokenizer->encode("a \u00E9");
    EXPECT_EQ(pieces[1].text, "\u2581");
    EXPECT_EQ(pieces[2].text, "<0xC3>");
    EXPECT_EQ(pieces[3].begin, 2u); // the whole character's
    EXPECT_EQ(pieces[3].end, 4u);
    EXPECT_EQ(read.tokenizer->decode(Ids{100, 35, 198, 172, 198, 101, 260, 1}), "a \u00E9b");
    EXPECT_EQ(read.tokenizer->vocabulary(subword::Side::Source).size(), 384);
    subword::EncodeOptions pair;
    pair.pair = "b";
    EXPECT_EQ(encoded(read, "a", pair), (Ids{100, 1, 101, 1}));
}

TEST(FolderClass, AListOfWordsThatIsMostlyEmptyIsRefused) {
    const Copied copy("hf_bert_uncased_old");
    const std::string words = read_file(copy.folder / "vocab.txt", 1 << 20);
    for (const auto& [bytes, refusal] :
         {std::pair{std::string(1 << 20, '\n') + "word\n", "the id of \"word\": expected a line from 1 to "},
          {std::string(17 << 20, 'x'), "too large: expected at most 16777216 bytes"}}) {
        copy.remove("vocab.txt");
        write_file_atomic(copy.folder / "vocab.txt", words + bytes);
        EXPECT_THAT(copy.refusal(), HasSubstr(refusal));
    }
}

} // namespace
} // namespace heed::io
