#include "core/io/tokenizers/sentencepiece_file.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/io/base/file.h"
#include "core/io/tokenizers/json/tokenizer_json.h"
#include "core/text/strings.h"
#include "tests/support/source_dir.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

namespace heed::io {
namespace {

std::filesystem::path tokenizer_fixtures() { return test::source_dir() / "tests/tokenizers"; }

/// Protocol Buffers, as much as the tests write.
std::string bytes_field(int number, const std::string& bytes) {
    std::string field{static_cast<char>(number << 3 | 2)};
    std::size_t length = bytes.size();
    for (; length > 127; length >>= 7)
        field += static_cast<char>(static_cast<unsigned char>(length & 127) | 128);
    return field + static_cast<char>(length) + bytes;
}
std::string number_field(int number, int value) {
    return {static_cast<char>(number << 3), static_cast<char>(value)};
}
std::string proto_piece(const std::string& text, float score, int kind = 1) {
    std::string fields = bytes_field(1, text) + static_cast<char>(2 << 3 | 5);
    const auto bits = std::bit_cast<std::uint32_t>(score);
    for (int n = 0; n < 4; ++n) fields += static_cast<char>(bits >> 8 * n & 255);
    return bytes_field(1, fields + number_field(3, kind));
}

std::string spm_refusal(const std::string& bytes) {
    try {
        parse_sentencepiece(bytes, "x.spm");
    } catch (const Error& error) {
        return error.what();
    }
    return "opened";
}

TEST(SentencePieceFile, WhatDoesNotHoldTogetherIsRefusedWithItsPlace) {
    const std::string unknown = proto_piece("<unk>", 0, 2);
    EXPECT_EQ(spm_refusal(unknown + proto_piece("a", -1)), "opened");
    EXPECT_EQ(spm_refusal(""), "x.spm: a SentencePiece model: expected pieces, found none");
    EXPECT_EQ(spm_refusal(proto_piece("a", -1)),
              "x.spm: pieces: expected exactly one of type unknown among 1, found 0");
    EXPECT_EQ(spm_refusal(unknown + proto_piece("a", NAN)),
              "x.spm: piece 1 \"a\": expected a finite score, found NaN");
    EXPECT_EQ(spm_refusal(unknown + proto_piece("a", -1) + proto_piece("a", -2)),
              "x.spm: piece 2 \"a\": expected a text of its own, found that of an earlier piece");
    EXPECT_EQ(spm_refusal(unknown + proto_piece(std::string("a\0b", 3), -1)).find("x.spm: piece 1"), 0u);
    EXPECT_EQ(spm_refusal(unknown + proto_piece("", -1)), "x.spm: piece 1: expected text, found none");
    EXPECT_EQ(spm_refusal(unknown + proto_piece(std::string(5000, 'a'), -1)),
              "x.spm: piece 1: expected at most 4096 bytes, found 5000");
    EXPECT_NE(spm_refusal(unknown + bytes_field(2, number_field(3, 3))).find("found word"),
              std::string::npos);
    EXPECT_NE(spm_refusal(unknown + bytes_field(2, std::string("\x98\x02\x01", 3))).find("byte_fallback"),
              std::string::npos);
    EXPECT_NE(spm_refusal(unknown + "\x0a\xff\xff\xff\xff\x0f").find("bytes for field 1"), std::string::npos);
    EXPECT_NE(spm_refusal(unknown + "\x0b").find("type 3"), std::string::npos);
}

TEST(SentencePieceFile, WhatIsShownForAnUnknownPieceIsShownAsItIs) {
    const std::string shown = bytes_field(2, std::string("\xE2\x02\x04\xE2\x96\x81?", 7)); // field 44
    const subword::SentencePiece model(
        parse_sentencepiece(proto_piece("<unk>", 0, 2) + proto_piece("\u2581a", -1) + shown, "x.spm"));
    EXPECT_EQ(model.decode({1, 0, 1}), "a\u2581? a");
}

/// A trie that leads in a circle has endless keys; looking one up ends all the same.
TEST(SentencePieceFile, ACircularMapEnds) {
    std::string units;
    const auto unit = [&](std::uint32_t value) {
        for (int n = 0; n < 4; ++n) units += static_cast<char>(value >> 8 * n & 255);
    };
    for (std::uint32_t n = 0; n < 256; ++n) unit(n == 0 ? 0 : n == 'a' ? ('a' | 'a' << 10) : 0x80000000);
    std::string map;
    for (int n = 0; n < 4; ++n) map += static_cast<char>(units.size() >> 8 * n & 255);
    map += units + std::string("x\0", 2);
    const subword::SentencePiece model(parse_sentencepiece(
        proto_piece("<unk>", 0, 2) + proto_piece("a", -1) + bytes_field(3, bytes_field(2, map)), "x.spm"));
    std::vector<subword::ModelPiece> pieces;
    model.split(std::string(20000, 'a'), pieces);
    EXPECT_FALSE(pieces.empty());
}

/// Damaged files are read to some model or refused in a sentence, and what is read can be run.
TEST(SentencePieceFile, DamagedFilesAreRefusedOrRun) {
    Random random(7);
    const std::string odd = "the large \xFF trees \xE2\x96\x81 \xE6\x97\xA5 ab..XX";
    int opened = 0;
    for (const char* const name : {"unigram_bytes", "bpe_bytes", "unigram_plain", "bpe_suffix"}) {
        const std::string whole =
            read_file(tokenizer_fixtures() / "sentencepiece" / (std::string(name) + ".model"), 1 << 20);
        for (int round = 0; round < 150; ++round) {
            std::string bytes = whole;
            for (int n = 0; n < 1 + round % 4; ++n)
                bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
            if (round % 5 == 0) bytes.resize(random.below(bytes.size()));
            try {
                const subword::SentencePiece model(parse_sentencepiece(bytes, "x.spm"));
                std::vector<subword::ModelPiece> pieces;
                model.split(odd, pieces);
                for (const subword::ModelPiece& found : pieces) EXPECT_LE(found.end, odd.size());
                ++opened;
            } catch (const Error& error) {
                EXPECT_EQ(std::string(error.what()).find("x.spm"), 0u) << error.what();
            }
        }
    }
    EXPECT_GT(opened, 0);
}

/// The same for tokenizer.json, as text.
TEST(TokenizerJson, DamagedFilesAreRefusedOrRun) {
    Random random(11);
    const Json stages = read_json(tokenizer_fixtures() / "stages.json", 8 << 20);
    const char signs[] = "{}[]\":,0919eaTN-.\\u";
    for (const auto& entry : stages.items()) {
        const std::string whole = entry.value()["tokenizer"].dump();
        for (int round = 0; round < 12; ++round) {
            std::string text = whole;
            for (int n = 0; n < 1 + round % 3; ++n)
                text[random.below(text.size())] = signs[random.below(sizeof signs - 1)];
            try {
                const JsonTokenizer made = parse_tokenizer_json(text, "tokenizer.json", {});
                subword::TokenizerParts parts;
                parts.source = parts.target = made.pipeline;
                parts.source_template = parts.target_template = made.around;
                const subword::SubwordTokenizer tokenizer(std::move(parts));
                std::vector<int> ids;
                for (const subword::Piece& found : tokenizer.encode("the \xFF caf\xC3\xA9  e."))
                    ids.push_back(found.id);
                tokenizer.decode(ids);
            } catch (const Error& error) {
                EXPECT_FALSE(std::string(error.what()).empty());
            }
        }
    }
}

/// All of SentencePiece's own library, where it is installed (apt install python3-sentencepiece): ten
/// thousand lines of mixed scripts and noise, ids and bytes.
/// The fixtures, and those of the folder that HEED_SENTENCEPIECE names.
std::vector<std::filesystem::path> oracle_models() {
    std::vector<std::filesystem::path> models;
    std::vector<std::filesystem::path> folders{tokenizer_fixtures() / "sentencepiece"};
    if (const char* named = std::getenv("HEED_SENTENCEPIECE"); named != nullptr && *named != '\0')
        folders.emplace_back(named);
    for (const std::filesystem::path& folder : folders)
        for (const auto& file : std::filesystem::directory_iterator(folder))
            if (file.path().extension() == ".model") models.push_back(file.path());
    std::sort(models.begin(), models.end());
    return models;
}

TEST(SentencePieceOracle, TenThousandLinesAreTheLibrarys) {
    const std::string script = (tokenizer_fixtures() / "sentencepiece_lines.py").string();
    if (std::system("/usr/bin/python3 -c 'import sentencepiece' >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "python3-sentencepiece is not installed";
    const std::vector<std::filesystem::path> models = oracle_models();
    ASSERT_GE(models.size(), 4u);
    for (const std::filesystem::path& file : models) {
        const subword::SentencePiece model(read_sentencepiece(file));
        const std::unique_ptr<FILE, int (*)(FILE*)> lines(
            popen(("/usr/bin/python3 '" + script + "' '" + file.string() + "' 2500").c_str(), "r"), pclose);
        std::string answer;
        for (char part[65536]; const std::size_t count = std::fread(part, 1, sizeof part, lines.get());)
            answer.append(part, count);
        std::size_t read = 0, different = 0;
        std::string_view rest = answer;
        for (std::string_view line; next_line(rest, line); ++read) {
            const Json row = Json::parse(line);
            std::vector<subword::ModelPiece> pieces;
            model.split(row["text"].get<std::string>(), pieces);
            Json found = Json::array();
            std::vector<int> ids;
            for (const subword::ModelPiece& one : pieces) {
                found.push_back({one.id, one.begin, one.end});
                ids.push_back(one.id);
            }
            if (found != row["pieces"] && ++different < 4) ADD_FAILURE() << row << " but " << found;
            if (found == row["pieces"] && model.decode(ids) != row["decoded"] && ++different < 4)
                ADD_FAILURE() << row << " but " << model.decode(ids);
        }
        EXPECT_EQ(read, 2500u) << file;
        EXPECT_EQ(different, 0u) << file;
    }
}

} // namespace
} // namespace heed::io
