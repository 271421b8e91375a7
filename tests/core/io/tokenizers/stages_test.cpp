// Every stage of tokenizer.json against what Hugging Face's own library (tokenizers 0.23) made of the same
// lines: tests/tokenizers/stages.json. And SentencePiece's models against its own library (0.1.97).
#include "core/base/error.h"
#include "core/io/tokenizers/json/tokenizer_json.h"
#include "core/io/tokenizers/sentencepiece_file.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

namespace heed::io {
namespace {

using nlohmann::json;
using Triples = std::vector<std::array<std::size_t, 3>>; // id, begin, end

json read_fixture(const std::string& name) {
    return read_json(test::source_dir() / "tests/tokenizers" / name, 8 << 20);
}

subword::SubwordTokenizer tokenizer_of(const json& tokenizer) {
    const JsonTokenizer made = parse_tokenizer_json(tokenizer.dump(), "tokenizer.json", {});
    subword::TokenizerParts parts;
    parts.source = parts.target = made.pipeline;
    parts.source_template = parts.target_template = made.around;
    parts.spaces = made.spaces;
    return subword::SubwordTokenizer(std::move(parts));
}

class Stages : public testing::TestWithParam<std::string> {};

TEST_P(Stages, PiecesTheirBytesAndTheTextAgainAreTheLibrarys) {
    const json fixture = read_fixture("stages.json")[GetParam()];
    const subword::SubwordTokenizer tokenizer = tokenizer_of(fixture["tokenizer"]);
    ASSERT_FALSE(fixture["lines"].empty());
    for (const json& line : fixture["lines"]) {
        const std::string text = line["text"];
        Triples found;
        std::vector<int> ids;
        for (const subword::Piece& piece : tokenizer.encode(text)) {
            found.push_back({static_cast<std::size_t>(piece.id), piece.begin, piece.end});
            ids.push_back(piece.id);
        }
        EXPECT_EQ(found, line["pieces"].get<Triples>()) << text;
        if (line["decoded"].is_string()) {
            EXPECT_EQ(tokenizer.decode(ids), line["decoded"].get<std::string>()) << text;
        }
    }
}

std::vector<std::string> names_in(const std::string& fixture) {
    std::vector<std::string> names;
    const json all = read_fixture(fixture);
    for (const auto& entry : all.items()) names.push_back(entry.key());
    return names;
}

std::string plain(const testing::TestParamInfo<std::string>& info) {
    std::string name;
    for (const char c : info.param) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(tokenizer_json, Stages, testing::ValuesIn(names_in("stages.json")), plain);

class SentencePieceLines : public testing::TestWithParam<std::string> {};

TEST_P(SentencePieceLines, PiecesTheirBytesAndTheTextAgainAreTheLibrarys) {
    const std::filesystem::path folder = test::source_dir() / "tests/tokenizers/sentencepiece";
    const subword::SentencePiece model(read_sentencepiece(folder / (GetParam() + ".model")));
    const json lines = read_fixture("sentencepiece/lines.json")[GetParam()];
    ASSERT_GT(lines.size(), 20u);
    for (const json& line : lines) {
        const std::string text = line["text"];
        std::vector<subword::ModelPiece> pieces;
        model.split(text, pieces);
        Triples found;
        std::vector<int> ids;
        for (const subword::ModelPiece& piece : pieces) {
            found.push_back({static_cast<std::size_t>(piece.id), piece.begin, piece.end});
            ids.push_back(piece.id);
        }
        EXPECT_EQ(found, line["pieces"].get<Triples>()) << text;
        EXPECT_EQ(model.decode(ids), line["decoded"].get<std::string>()) << text;
    }
}

INSTANTIATE_TEST_SUITE_P(sentencepiece, SentencePieceLines,
                         testing::ValuesIn(names_in("sentencepiece/lines.json")), plain);

std::string refusal_of(const json& tokenizer) {
    try {
        tokenizer_of(tokenizer);
    } catch (const Error& error) {
        return error.what();
    }
    return "opened";
}

json word_level() { return {{"model", {{"type", "WordLevel"}, {"vocab", {{"a", 0}}}, {"unk_token", "a"}}}}; }

TEST(TokenizerJson, AStageThatIsNotKnownIsRefusedByItsName) {
    for (const char* const stage : {"normalizer", "pre_tokenizer", "decoder", "post_processor"}) {
        json tokenizer = word_level();
        ASSERT_EQ(refusal_of(tokenizer), "opened");
        tokenizer[stage] = {{"type", "Curious"}};
        EXPECT_NE(refusal_of(tokenizer).find(stage), std::string::npos) << refusal_of(tokenizer);
        EXPECT_NE(refusal_of(tokenizer).find("\"Curious\""), std::string::npos) << refusal_of(tokenizer);
    }
    json tokenizer = word_level();
    tokenizer["normalizer"] = {{"type", "Sequence"}, {"normalizers", {{{"type", "NFC"}}, {{"type", "Odd"}}}}};
    EXPECT_NE(refusal_of(tokenizer).find("normalizer: expected one that Heed knows"), std::string::npos);
    tokenizer["model"]["type"] = "Strange";
    EXPECT_NE(refusal_of(tokenizer).find("\"Strange\""), std::string::npos);
}

TEST(TokenizerJson, WhatDoesNotHoldTogetherIsRefusedWithItsPlace) {
    const auto with = [](const char* key, json value) {
        json tokenizer = word_level();
        tokenizer["model"][key] = std::move(value);
        return refusal_of(tokenizer);
    };
    EXPECT_EQ(with("vocab", {{"a", 0}, {"b", 0}}),
              "tokenizer.json: model: id 0: expected one token, found \"a\" and \"b\"");
    EXPECT_NE(with("vocab", {{"a", 1000000000}}).find("the id of \"a\""), std::string::npos);
    EXPECT_NE(with("vocab", {{"a", -1}}).find("found -1"), std::string::npos);
    EXPECT_NE(with("vocab", {{"a", 6.5}}).find("found 6.5"), std::string::npos);
    json bpe = {{"model", {{"type", "BPE"}, {"vocab", {{"a", 0}, {"b", 1}}}, {"merges", {"a b"}}}}};
    EXPECT_EQ(refusal_of(bpe),
              "tokenizer.json: model: merges[0]: expected tokens of the vocabulary, found \"ab\"");
    json unigram = {
        {"model", {{"type", "Unigram"}, {"unk_id", 7}, {"vocab", json::array({json::array({"a", -1.0})})}}}};
    EXPECT_NE(refusal_of(unigram).find("unk_id: expected a whole number from 0 to 0, found 7"),
              std::string::npos);
}

TEST(TokenizerJson, APatternThatTakesTooLongEndsWithASentence) {
    json tokenizer = word_level();
    tokenizer["pre_tokenizer"] = {
        {"type", "Split"}, {"behavior", "Isolated"}, {"pattern", {{"Regex", "(?:x+x+)+[yz]"}}}};
    const subword::SubwordTokenizer made = tokenizer_of(tokenizer);
    EXPECT_THROW(made.encode(std::string(5000, 'x')), Error);
    tokenizer["pre_tokenizer"]["pattern"] = {{"Regex", "(x"}};
    EXPECT_NE(refusal_of(tokenizer).find("a regular expression"), std::string::npos);
}

TEST(TokenizerJson, ATextThatGrowsWithoutEndIsStopped) {
    json longer = {{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", std::string(1000, 'a')}};
    json tokenizer = word_level();
    tokenizer["normalizer"] = {{"type", "Sequence"}, {"normalizers", json::array({longer, longer, longer})}};
    EXPECT_THROW(tokenizer_of(tokenizer).encode("a a a"), Error);
    tokenizer["normalizer"] = nullptr;
    tokenizer["decoder"] = {{"type", "Sequence"}, {"decoders", json::array({longer, longer, longer})}};
    const std::vector<int> ids{0};
    EXPECT_THROW(tokenizer_of(tokenizer).decode(ids), Error);
}

TEST(TokenizerJson, ASignThatIsNoneIsRefused) {
    const auto with = [](const char* stage, json value) {
        json tokenizer = word_level();
        tokenizer[stage] = std::move(value);
        return refusal_of(tokenizer);
    };
    const json metaspace = {{"type", "Metaspace"}, {"replacement", ""}};
    EXPECT_EQ(with("pre_tokenizer", metaspace),
              "tokenizer.json: pre_tokenizer, replacement: expected a character, found none");
    EXPECT_EQ(with("decoder", metaspace),
              "tokenizer.json: decoder, replacement: expected a character, found none");
    EXPECT_EQ(with("decoder", {{"type", "BPEDecoder"}, {"suffix", ""}}),
              "tokenizer.json: decoder, suffix: expected a character, found none");
    EXPECT_EQ(with("decoder", {{"type", "BPEDecoder"}, {"suffix", "</w>"}}), "opened");
}

TEST(TokenizerJson, SoManyStagesAndPartsAreRefusedBeforeTheyAreKept) {
    const auto stages = [](int count) {
        json tokenizer = word_level(), list = json::array(), inner = json::array();
        for (int n = 0; n < count - 2; ++n) list.push_back({{"type", "NFC"}});
        inner = {{{"type", "NFC"}}, {{"type", "NFC"}}};
        list.push_back({{"type", "Sequence"}, {"normalizers", inner}});
        tokenizer["normalizer"] = {{"type", "Sequence"}, {"normalizers", list}};
        return refusal_of(tokenizer);
    };
    EXPECT_EQ(stages(64), "opened");
    EXPECT_EQ(stages(65), "tokenizer.json: normalizer, normalizers: expected at most 64 stages, found more");
    const auto parts = [](int count) {
        json tokenizer = word_level();
        tokenizer["post_processor"] = {
            {"type", "TemplateProcessing"},
            {"single", {{{"SpecialToken", {{"id", "a"}, {"type_id", 0}}}}}},
            {"special_tokens", {{"a", {{"id", "a"}, {"ids", std::vector<int>(count, 0)}}}}}};
        return refusal_of(tokenizer);
    };
    EXPECT_EQ(parts(64), "opened");
    EXPECT_EQ(parts(65), "tokenizer.json: post_processor, single: expected at most 64 parts, found more");
}

} // namespace
} // namespace heed::io
