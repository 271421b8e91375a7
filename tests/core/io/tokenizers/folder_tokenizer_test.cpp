// The Hugging Face folders of tests/checkpoints (or HEED_CHECKPOINTS): text to ids and back is what the
// library that made them says.
#include "core/base/error.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/tokenizers/folder_tokenizer.h"
#include "tests/support/message_of.h"
#include "tests/support/source_dir.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

using nlohmann::json;
using subword::EncodeOptions;
using subword::Piece;
using subword::Side;

std::filesystem::path tokenizer_root() {
    const char* const named = std::getenv("HEED_CHECKPOINTS");
    return named != nullptr && *named != '\0' ? std::filesystem::path(named)
                                              : test::source_dir() / "tests/checkpoints";
}

std::vector<std::string> tokenizer_folders() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(tokenizer_root()))
        if (std::filesystem::exists(entry.path() / "expected.json") &&
            std::filesystem::exists(entry.path() / "config.json") && has_tokenizer(entry.path()))
            names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

FolderTokenizer open_tokenizer(const std::filesystem::path& folder) {
    return read_folder_tokenizer(folder, read_json(folder / "config.json", 1 << 20));
}

std::vector<int> ids_of(const std::vector<Piece>& pieces) {
    std::vector<int> ids;
    for (const Piece& piece : pieces) ids.push_back(piece.id);
    return ids;
}

class HubTokenizer : public testing::TestWithParam<std::string> {
protected:
    FolderTokenizer opened = open_tokenizer(tokenizer_root() / GetParam());
    const subword::SubwordTokenizer& tokenizer = *opened.tokenizer;
    json expected = read_json(tokenizer_root() / GetParam() / "expected.json", 64 << 20);

    /// Languages that the file names beside the inputs.
    EncodeOptions options() const {
        EncodeOptions asked;
        asked.source_language = expected.value("source_lang", "");
        asked.target_language = expected.value("target_lang", "");
        return asked;
    }
};

TEST_P(HubTokenizer, SourcesAreTheIdsAndTokensExpected) {
    for (const json& input : expected["inputs"]) {
        EncodeOptions asked = options();
        if (input.contains("text_pair")) asked.pair = input["text_pair"].get<std::string>();
        const std::vector<Piece> pieces = tokenizer.encode(input["text"].get<std::string>(), asked);
        std::vector<std::string> tokens;
        std::vector<int> types;
        for (const Piece& piece : pieces) {
            tokens.push_back(piece.text);
            types.push_back(piece.type);
        }
        EXPECT_EQ(ids_of(pieces), input["source_ids"].get<std::vector<int>>()) << input["text"];
        EXPECT_EQ(tokens, input["source_tokens"].get<std::vector<std::string>>()) << input["text"];
        if (input.contains("token_type_ids")) {
            EXPECT_EQ(types, input["token_type_ids"].get<std::vector<int>>());
        }
    }
}

TEST_P(HubTokenizer, TargetsAreTheIdsThatTheDecoderIsFed) {
    for (const json& input : expected["inputs"]) {
        if (!input.contains("forced_target_ids") || !input.contains("target_text")) continue;
        EncodeOptions asked = options();
        asked.side = Side::Target;
        EXPECT_EQ(ids_of(tokenizer.encode(input["target_text"].get<std::string>(), asked)),
                  input["forced_target_ids"].get<std::vector<int>>())
            << input["target_text"];
    }
}

TEST_P(HubTokenizer, IdsThatWereWrittenAreTheTextExpected) {
    for (const json& input : expected["inputs"])
        if (input.contains("greedy") && input["greedy"].contains("text")) {
            EXPECT_EQ(tokenizer.decode(input["greedy"]["ids"].get<std::vector<int>>()),
                      input["greedy"]["text"].get<std::string>());
        }
}

/// Of any text, bad bytes included: pieces lie within it, in order, at characters' ends, and none of its
/// letters and digits is left out.
TEST_P(HubTokenizer, PiecesSayWhichBytesTheyCameFrom) {
    const std::string odd[] = {"",
                               " ",
                               "a",
                               "  two  spaces ",
                               "caf\xC3\xA9 \xE2\x98\x83",
                               "\xFF\xFE a\xC3",
                               "x\ny\tz",
                               "\xE6\x97\xA5\xE6\x9C\xAC 12",
                               "</s> <unk> [MASK] <pad>"};
    for (const std::string& text : odd) {
        std::size_t last = 0;
        std::vector<bool> covered(text.size());
        for (const Piece& piece : tokenizer.encode(text, options())) {
            EXPECT_LT(piece.id, tokenizer.vocabulary(Side::Source).size());
            EXPECT_LE(piece.begin, piece.end);
            EXPECT_LE(piece.end, text.size());
            if (piece.begin == piece.end) continue;
            EXPECT_GE(piece.end, last) << text;
            last = piece.end;
            for (std::size_t at = piece.begin; at < piece.end; ++at) covered[at] = true;
        }
        for (std::size_t at = 0; at < text.size(); ++at)
            if (std::isalnum(static_cast<unsigned char>(text[at])) != 0) {
                EXPECT_TRUE(covered[at]) << text << " at " << at;
            }
    }
}

TEST_P(HubTokenizer, IdsOfNoTokenHaveANameAndAreNeverLookedUp) {
    const std::vector<int> ids{-7, 1 << 30};
    EXPECT_NE(tokenizer.decode(ids).find("\u27E81073741824\u27E9"), std::string::npos);
    EXPECT_EQ(tokenizer.token(-7), "\u27E8-7\u27E9");
    EncodeOptions asked;
    asked.source_language = asked.target_language = "no such language";
    const bool chooses = !tokenizer.languages().all.empty();
    if (chooses) {
        EXPECT_THROW(tokenizer.encode("a", asked), Error);
    }
}

/// A prefix is read with the text, and the user's own bytes stay what they are.
TEST_P(HubTokenizer, APrefixHasNoBytesOfTheText) {
    EncodeOptions with = options();
    with.prefix = "say this: ";
    const std::vector<Piece> prefixed = tokenizer.encode("large trees", with);
    EXPECT_EQ(ids_of(prefixed), ids_of(tokenizer.encode("say this: large trees", options())));
    for (const Piece& piece : prefixed) EXPECT_LE(piece.end, 11u);
}

INSTANTIATE_TEST_SUITE_P(tokenizers, HubTokenizer, testing::ValuesIn(tokenizer_folders()));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HubTokenizer);

/// Of the project's own, whatever else is tried.
FolderTokenizer own_tokenizer(const char* name) {
    return open_tokenizer(test::source_dir() / "tests/checkpoints" / name);
}

TEST(HubFolders, ATaskHasItsPrefix) {
    const FolderTokenizer t5 = own_tokenizer("hf_t5_relu_tied");
    const TaskPrefix wanted{"translation_en_to_fr", "translate English to French: "};
    EXPECT_NE(std::find(t5.tasks.begin(), t5.tasks.end(), wanted), t5.tasks.end());
}

TEST(HubFolders, TheSentinelsOfT5GoDown) {
    const FolderTokenizer t5 = own_tokenizer("hf_t5_relu_tied");
    const std::vector<int> ids = ids_of(t5.tokenizer->encode("the <extra_id_0> trees <extra_id_1>"));
    const int first = *t5.tokenizer->vocabulary(Side::Source).find("<extra_id_0>");
    EXPECT_EQ(*t5.tokenizer->vocabulary(Side::Source).find("<extra_id_1>"), first - 1);
    EXPECT_EQ(std::count(ids.begin(), ids.end(), first), 1);
    EXPECT_EQ(std::count(ids.begin(), ids.end(), first - 1), 1);
}

TEST(HubFolders, AnotherLanguageIsAnotherToken) {
    const FolderTokenizer m2m = own_tokenizer("hf_m2m100_bf16");
    EncodeOptions german;
    german.source_language = "de";
    const int id = m2m.tokenizer->encode("a", german).front().id;
    EXPECT_EQ(m2m.tokenizer->token(id), "__de__");
    EXPECT_EQ(m2m.tokenizer->languages().all.size(), 100u);
}

/// What tests/hostile/hf/README.md asks of each.
TEST(HostileTokenizers, EachIsRefusedByName) {
    const std::filesystem::path folder = test::source_dir() / "tests/hostile/hf";
    const std::pair<const char*, std::vector<const char*>> wanted[] = {
        {"tokenizer_deep_sequence", {"tokenizer.json", "normalizer"}},
        {"tokenizer_merges_unknown", {"tokenizer.json", "merges[1]", "zz"}},
        {"vocab_duplicate_ids", {"vocab.json", "\"a\"", "\"b\""}},
        {"spm_charsmap_out_of_range", {"source.spm", "precompiled_charsmap"}},
        {"spm_piece_huge", {"source.spm", "piece 4", "300000"}},
        {"vocab_negative_huge_ids", {"vocab.json", "found"}}};
    for (const auto& [name, words] : wanted) {
        std::string sentence;
        try {
            read_folder_tokenizer(folder / name, read_json(folder / name / "config.json", 1 << 20));
        } catch (const Error& error) {
            sentence = error.what();
        }
        for (const char* const word : words)
            EXPECT_NE(sentence.find(word), std::string::npos) << name << ": " << sentence;
    }
}

/// How a folder of tests/checkpoints is refused whose tokenizer_config.json says something else, too.
std::string refusal_with(const char* name, const char* key, const Json& value) {
    const std::filesystem::path good = test::source_dir() / "tests/checkpoints" / name;
    const test::TemporaryFolder folder;
    for (const auto& file : std::filesystem::directory_iterator(good))
        if (file.path().filename() != "tokenizer.json")
            std::filesystem::copy_file(file.path(), folder / file.path().filename().string());
    Json settings = read_json(good / "tokenizer_config.json", 1 << 20);
    settings[key] = value;
    std::filesystem::remove(folder / "tokenizer_config.json");
    write_file_atomic(folder / "tokenizer_config.json", settings.dump());
    return test::message_of(
        [&] { read_folder_tokenizer(folder.path(), read_json(folder / "config.json", 1 << 20)); });
}

TEST(HostileTokenizers, NumbersAndListsOfTokensAreRefusedByTheirKey) {
    EXPECT_NE(refusal_with("hf_pegasus_sharded_bin", "offset", -3)
                  .find("offset: expected a whole number from 0 to 100000, found -3"),
              std::string::npos);
    EXPECT_NE(refusal_with("hf_pegasus_sharded_bin", "mask_token_sent", 3)
                  .find("mask_token_sent: expected a text, found 3"),
              std::string::npos);
    const char* const tokens = "additional_special_tokens";
    EXPECT_NE(refusal_with("hf_mbart50_sharded_relu", tokens, "de_DE").find("expected tokens in a list"),
              std::string::npos);
    EXPECT_NE(refusal_with("hf_mbart50_sharded_relu", tokens, Json::array({"de_DE", 7}))
                  .find("found one that is 7"),
              std::string::npos);
}

TEST(HostileTokenizers, SettingsOfAnotherTypeAreRefusedByTheirKey) {
    const std::filesystem::path good = test::source_dir() / "tests/hostile/hf/control_valid_marian";
    const std::tuple<const char*, const char*, std::vector<const char*>> wanted[] = {
        {"tokenizer_config.json",
         R"({"clean_up_tokenization_spaces": 1})",
         {"clean_up_tokenization_spaces", "true or false", "1"}},
        {"tokenizer_config.json", R"({"unk_token": ["<unk>"]})", {"unk_token", "a token", "<unk>"}},
        {"special_tokens_map.json", R"({"eos_token": {"content": 7}})", {"eos_token", "content"}},
        {"vocab.json", "{}", {"the vocabulary", "an empty one"}}};
    for (const auto& [file, text, words] : wanted) {
        const test::TemporaryFolder folder;
        std::filesystem::copy(good, folder.path(), std::filesystem::copy_options::recursive);
        std::filesystem::remove(folder / file);
        write_file_atomic(folder / file, text);
        const std::string sentence = test::message_of([&, &where = folder] {
            read_folder_tokenizer(where.path(), read_json(where / "config.json", 1 << 20));
        });
        EXPECT_NE(sentence.find(file), std::string::npos) << sentence;
        for (const char* const word : words)
            EXPECT_NE(sentence.find(word), std::string::npos) << file << ": " << sentence;
    }
}

// Of NLLB a piece's id is its place in the SentencePiece model, of M2M-100 it isn't: without vocab.json every
// id would be wrong.
TEST(FolderTokenizer, AFolderOfM2m100WithoutItsVocabularyIsRefused) {
    const test::TemporaryFolder folder;
    const std::filesystem::path good = test::source_dir() / "tests/checkpoints/hf_m2m100_bf16";
    for (const auto& entry : std::filesystem::directory_iterator(good))
        if (entry.path().filename() != "vocab.json")
            std::filesystem::copy_file(entry.path(), folder / entry.path().filename().string());
    const std::string said = test::message_of(
        [&] { read_folder_tokenizer(folder.path(), read_json(folder / "config.json", 1 << 20)); });
    EXPECT_NE(said.find("vocab.json"), std::string::npos) << said;
}

} // namespace

} // namespace heed::io
