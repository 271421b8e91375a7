// Small tokenizers of which each shows one rule; what is expected is what Hugging Face's own library
// (tokenizers 0.23) makes of them.
#include "core/base/error.h"
#include "core/io/tokenizers/json/tokenizer_json.h"

#include <array>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace heed::io {
namespace {

using nlohmann::json;
using Places = std::vector<std::array<std::size_t, 3>>; // id, begin, end

subword::SubwordTokenizer small_tokenizer(const json& tokenizer) {
    const JsonTokenizer made = parse_tokenizer_json(tokenizer.dump(), "tokenizer.json", {});
    subword::TokenizerParts parts;
    parts.source = parts.target = made.pipeline;
    parts.source_template = parts.target_template = made.around;
    parts.spaces = made.spaces;
    return subword::SubwordTokenizer(std::move(parts));
}

Places places(const json& tokenizer, const std::string& text) {
    Places all;
    for (const subword::Piece& piece : small_tokenizer(tokenizer).encode(text))
        all.push_back({static_cast<std::size_t>(piece.id), piece.begin, piece.end});
    return all;
}

json words(std::initializer_list<const char*> entries) {
    json vocabulary;
    for (const char* const entry : entries) vocabulary[entry] = vocabulary.size();
    return {{"model", {{"type", "WordLevel"}, {"vocab", vocabulary}, {"unk_token", "?"}}}};
}

json added(int id, const char* content, const char* flag) {
    json token = {{"id", id}, {"content", content}, {"normalized", false}};
    token[flag] = true;
    return token;
}

/// Byte-level, an unknown and " a" to be joined, spaces trimmed.
json spaced_bytes() {
    const json bytes = {
        {"type", "ByteLevel"}, {"add_prefix_space", true}, {"trim_offsets", true}, {"use_regex", true}};
    return {
        {"pre_tokenizer", bytes},
        {"post_processor", bytes},
        {"model",
         {{"type", "BPE"},
          {"vocab", {{"<e>", 0}, {"  ", 1}, {"\u0120", 2}, {"\u0120\u0120", 3}, {"a", 4}, {"\u0120a", 5}}},
          {"merges", json::array({"\u0120 \u0120", "\u0120 a"})}}}};
}

TEST(TokenizerPieces, ATokenMayBeginWithTheSpacesThatTheOneBeforeItTook) {
    json tokenizer = words({"?", "x"});
    tokenizer["added_tokens"] =
        json::array({added(2, "<s>", "rstrip"), added(3, " a ", "special"), added(4, " b", "lstrip")});
    EXPECT_EQ(places(tokenizer, "<s> a x"), (Places{{2, 0, 4}, {3, 3, 6}, {1, 6, 7}}));
    EXPECT_EQ(places(tokenizer, "<s>  a  b"), (Places{{2, 0, 5}, {3, 4, 7}, {4, 7, 9}}));
    EXPECT_EQ(places(tokenizer, "<s>  a "), (Places{{2, 0, 5}, {3, 4, 7}}));
}

TEST(TokenizerPieces, ATokenOfWhichTheOneBeforeItTookAllIsNone) {
    json tokenizer = words({"?", "x"}), space = added(3, " ", "lstrip");
    space["rstrip"] = true;
    tokenizer["added_tokens"] = json::array({added(2, "<s>", "rstrip"), space});
    EXPECT_EQ(places(tokenizer, "<s> x"), (Places{{2, 0, 4}, {1, 4, 5}}));
    EXPECT_EQ(places(tokenizer, "<s>   <s> "), (Places{{2, 0, 6}, {2, 6, 10}}));
    EXPECT_EQ(places(tokenizer, "x  <s>"), (Places{{1, 0, 1}, {3, 1, 3}, {2, 3, 6}}));
}

/// The library of 2026 takes any of them, another one each time; those before it the first.
TEST(TokenizerPieces, OfTokensThatAreNormalisedAlikeTheFirstCountsSpecialOnesBeforeOthers) {
    json tokenizer = words({"?"});
    tokenizer["normalizer"] = {{"type", "Lowercase"}};
    tokenizer["added_tokens"] =
        json::array({added(1, "\u00e9", "normalized"), added(2, "\u00c9", "normalized")});
    EXPECT_EQ(places(tokenizer, "\u00c9"), (Places{{1, 0, 2}}));
    tokenizer["added_tokens"][1]["special"] = true;
    EXPECT_EQ(places(tokenizer, "\u00e9"), (Places{{2, 0, 2}}));
}

TEST(TokenizerPieces, OfAnUnknownPieceOfAUnigramTheTextsOwnSpacesAreTrimmed) {
    const json model = {{"type", "Unigram"},
                        {"unk_id", 0},
                        {"vocab", json::array({json::array({"<unk>", 0}), json::array({"x", -1})})}};
    const json cut = {{"type", "Split"}, {"pattern", {{"String", "x"}}}, {"behavior", "Isolated"}};
    const json bytes = {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}};
    const json tokenizer = {{"model", model}, {"pre_tokenizer", cut}, {"post_processor", bytes}};
    EXPECT_EQ(places(tokenizer, "x\tx"), (Places{{1, 0, 1}, {0, 2, 2}, {1, 2, 3}}));
    EXPECT_EQ(places(tokenizer, "x \u0120y x"), (Places{{1, 0, 1}, {0, 4, 5}, {1, 6, 7}}));
}

TEST(TokenizerPieces, ATokenOfTheNormalisedTextIsDecodedAsItIsNormalised) {
    json tokenizer = words({"?", "a"});
    tokenizer["normalizer"] = {{"type", "Lowercase"}};
    tokenizer["added_tokens"] = json::array(
        {added(2, "[New]", "normalized"), added(3, "Ends", "single_word"), added(4, "<S>", "special")});
    EXPECT_EQ(small_tokenizer(tokenizer).decode(std::vector<int>{1, 2, 3, 4, 2}), "a [new] Ends [new]");

    json spaced = words({"?", "\u2581a"});
    const json replace = {{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", "\u2581"}};
    const json prepend = {{"type", "Prepend"}, {"prepend", "\u2581"}};
    spaced["normalizer"] = {{"type", "Sequence"}, {"normalizers", json::array({prepend, replace})}};
    spaced["decoder"] = {{"type", "Metaspace"}, {"replacement", "\u2581"}, {"prepend_scheme", "always"}};
    spaced["added_tokens"] = json::array({added(2, "<f>", "normalized")});
    EXPECT_EQ(places(spaced, "a <f>"), (Places{{1, 0, 1}, {2, 1, 5}}));
    EXPECT_EQ(small_tokenizer(spaced).decode(std::vector<int>{1, 2}), "a <f>");
    EXPECT_EQ(small_tokenizer(spaced).decode(std::vector<int>{2}), "<f>");
}

/// Each such token takes all the spaces that follow: a long run of them ends all the same.
TEST(TokenizerPieces, SpacesThatAreTakenAgainAndAgainEndWithASentence) {
    json tokenizer = words({"?"});
    tokenizer["added_tokens"] = json::array({added(1, " ", "rstrip")});
    EXPECT_THROW(places(tokenizer, std::string(20000, ' ')), Error);
    EXPECT_EQ(places(tokenizer, " ?"), (Places{{1, 0, 1}, {0, 1, 2}}));
}

TEST(TokenizerPieces, TheFirstOfATextIsWhatBeginsWhereTheTextDoes) {
    json tokenizer = words({"?", "a", "\u2581a"});
    tokenizer["pre_tokenizer"] = {
        {"type", "Metaspace"}, {"replacement", "\u2581"}, {"prepend_scheme", "first"}};
    tokenizer["normalizer"] = {{"type", "Strip"}, {"strip_left", true}, {"strip_right", false}};
    EXPECT_EQ(places(tokenizer, "a"), (Places{{2, 0, 1}}));
    EXPECT_EQ(places(tokenizer, " a"), (Places{{1, 1, 2}}));
    tokenizer["normalizer"] = {{"type", "StripAccents"}};
    EXPECT_EQ(places(tokenizer, "\u0301a"), (Places{{1, 2, 3}}));
}

TEST(TokenizerPieces, OneSpaceInFrontIsKeptAndSeveralAreNot) {
    EXPECT_EQ(places(spaced_bytes(), "a"), (Places{{5, 0, 1}}));
    EXPECT_EQ(places(spaced_bytes(), "  "), (Places{{3, 2, 2}}));
    EXPECT_EQ(places(spaced_bytes(), "   a"), (Places{{3, 2, 2}, {5, 3, 4}}));
}

TEST(TokenizerPieces, AnAddedTokensSpacesAreTrimmedAsAPiecesAre) {
    json tokenizer = spaced_bytes();
    tokenizer["added_tokens"] = json::array({added(0, "<e>", "lstrip"), added(1, "  ", "special")});
    EXPECT_EQ(places(tokenizer, " <e>"), (Places{{0, 0, 4}}));
    EXPECT_EQ(places(tokenizer, "  <e>"), (Places{{1, 2, 2}, {0, 2, 5}}));
    EXPECT_EQ(places(tokenizer, "a <e>"), (Places{{5, 0, 1}, {0, 2, 5}}));
}

TEST(TokenizerPieces, SpacesAsTheyAreAreTrimmedToo) {
    const json bytes = {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}};
    const json model = {{"type", "BPE"},
                        {"vocab", {{" ", 0}, {"a", 1}, {" a", 2}}},
                        {"merges", json::array({json::array({" ", "a"})})}};
    const json tokenizer = {{"post_processor", bytes}, {"model", model}};
    EXPECT_EQ(places(tokenizer, " a"), (Places{{2, 1, 2}}));
    EXPECT_EQ(places(tokenizer, " "), (Places{{0, 1, 1}}));
}

TEST(TokenizerPieces, TwoThatTrimSpacesTrimOneAfterTheOther) {
    const auto trimmed_by = [](std::initializer_list<bool> prefixes) {
        json processors = json::array();
        for (const bool prefix : prefixes)
            processors.push_back(
                {{"type", "ByteLevel"}, {"add_prefix_space", prefix}, {"trim_offsets", true}});
        const json model = {{"type", "BPE"},
                            {"vocab", {{" ", 0}, {"a", 1}, {" a", 2}}},
                            {"merges", json::array({json::array({" ", "a"})})}};
        return json{{"post_processor", {{"type", "Sequence"}, {"processors", processors}}}, {"model", model}};
    };
    EXPECT_EQ(places(trimmed_by({true}), " a"), (Places{{2, 0, 2}}));
    EXPECT_EQ(places(trimmed_by({true, false}), " a"), (Places{{2, 1, 2}}));
    EXPECT_EQ(places(trimmed_by({false, false}), " a"), (Places{{2, 2, 2}}));
    EXPECT_EQ(places(trimmed_by({true, false}), " "), (Places{{0, 0, 0}}));
}

TEST(TokenizerPieces, ASequenceOfNoDecodersPutsNothingBetweenTheTokens) {
    json tokenizer = words({"?", "a"});
    const std::vector<int> ids{1, 1};
    EXPECT_EQ(small_tokenizer(tokenizer).decode(ids), "a a");
    tokenizer["decoder"] = {{"type", "Sequence"}, {"decoders", json::array()}};
    EXPECT_EQ(small_tokenizer(tokenizer).decode(ids), "aa");
}

/// As Python's strip() does, which ends what SentencePiece's families decode.
TEST(TokenizerPieces, ADecodedTextHasNoWhiteSpaceOfAnyScriptAtItsEnds) {
    const json tokenizer = words({"?", "a\u3000b", "\u3000", "\u00A0\x1F"});
    const JsonTokenizer made = parse_tokenizer_json(tokenizer.dump(), "tokenizer.json", {});
    made.pipeline->trim_decoded = true;
    subword::TokenizerParts parts;
    parts.source = parts.target = made.pipeline;
    const subword::SubwordTokenizer trimming(std::move(parts));
    EXPECT_EQ(trimming.decode(std::vector<int>{2, 3, 1, 3, 2}), "a\u3000b");
    EXPECT_EQ(trimming.decode(std::vector<int>{2, 3}), "");
}

TEST(TokenizerPieces, AMatchOfNothingCutsATextInTwo) {
    json tokenizer = words({"?", "Ab", "Cd", "AbCd"});
    tokenizer["pre_tokenizer"] = {
        {"type", "Split"}, {"pattern", {{"Regex", "(?=[A-Z])"}}}, {"behavior", "Isolated"}};
    EXPECT_EQ(places(tokenizer, "AbCd"), (Places{{1, 0, 2}, {2, 2, 4}}));
}

/// The library puts the second's tokens around each of the first's, which no model can have meant.
TEST(TokenizerPieces, TwoThatPutTokensAroundATextAreRefused) {
    json tokenizer = words({"?", "a"});
    const json around = {{"type", "BertProcessing"}, {"sep", {"a", 1}}, {"cls", {"a", 1}}};
    tokenizer["post_processor"] = {{"type", "Sequence"}, {"processors", json::array({around})}};
    EXPECT_EQ(places(tokenizer, "a").size(), 3u);
    tokenizer["post_processor"]["processors"].push_back(around);
    EXPECT_THROW(small_tokenizer(tokenizer), Error);
}

} // namespace
} // namespace heed::io
