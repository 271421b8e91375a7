// What holds of every text, whatever the vocabulary: against searches that try everything.
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/text/subword/models/bpe.h"
#include "core/text/subword/models/sentencepiece.h"
#include "core/text/subword/models/unigram.h"
#include "core/text/subword/normalizers.h"
#include "core/text/subword/subword_tokenizer.h"
#include "core/text/subword/trie.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace heed::subword {
namespace {

std::string random_letters(Random& random, std::size_t longest) {
    std::string text(1 + random.below(longest), 'a');
    for (char& c : text) c = static_cast<char>('a' + random.below(3));
    return text;
}

TEST(Trie, FindsWhatBeginsAtAPlaceAndNothingElse) {
    Random random(1);
    for (int round = 0; round < 50; ++round) {
        std::map<std::string, int> entries;
        for (int n = 0; n < 20; ++n) entries[random_letters(random, 5)] = n;
        const Trie trie({entries.begin(), entries.end()});
        const std::string text = random_letters(random, 30);
        for (std::size_t at = 0; at < text.size(); ++at) {
            std::map<std::string, int> found, expected;
            trie.for_each_prefix(
                text, at, [&](std::size_t length, int value) { found[text.substr(at, length)] = value; });
            for (const auto& [entry, value] : entries)
                if (text.compare(at, entry.size(), entry) == 0) expected[entry] = value;
            EXPECT_EQ(found, expected);
        }
    }
}

/// The best sum of scores, by trying every way to cut.
double best_sum(const std::map<std::string, double>& pieces, std::string_view text) {
    if (text.empty()) return 0;
    double best = -1e300;
    for (const auto& [piece, score] : pieces)
        if (text.starts_with(piece))
            best = std::max(best, score + best_sum(pieces, text.substr(piece.size())));
    return best;
}

TEST(Unigram, NoOtherWayToCutScoresMore) {
    Random random(2);
    for (int round = 0; round < 40; ++round) {
        std::map<std::string, double> scores{{"a", -3.0}, {"b", -3.5}, {"c", -4.0}};
        for (int n = 0; n < 12; ++n) scores[random_letters(random, 4)] = random.uniform(-6, -1);
        const std::vector<std::pair<std::string, double>> pieces(scores.begin(), scores.end());
        const Unigram model(pieces, -1, false);
        const std::string text = random_letters(random, 11);
        std::vector<ModelPiece> found;
        model.split(text, found);
        double sum = 0;
        std::string together;
        for (const ModelPiece& piece : found) {
            sum += pieces[static_cast<std::size_t>(piece.id)].second;
            together += pieces[static_cast<std::size_t>(piece.id)].first;
        }
        EXPECT_EQ(together, text);
        EXPECT_NEAR(sum, best_sum(scores, text), 1e-9);
    }
}

/// Joins the leftmost pair of the lowest rank, looking at all pairs each time.
std::vector<std::string> joined_plainly(std::vector<std::string> parts,
                                        const std::vector<std::pair<std::string, std::string>>& merges) {
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [left, right] : merges) {
            for (std::size_t n = 0; n + 1 < parts.size() && !changed; ++n)
                if (parts[n] == left && parts[n + 1] == right) {
                    parts[n] += right;
                    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(n) + 1);
                    changed = true;
                }
            if (changed) break;
        }
    }
    return parts;
}

TEST(Bpe, JoinsAsTheRulesSayOneByOne) {
    Random random(3);
    for (int round = 0; round < 60; ++round) {
        BpeConfig config;
        std::vector<std::string> tokens{"a", "b", "c"};
        for (int n = 0; n < 10; ++n) {
            const std::string left = tokens[random.below(tokens.size())],
                              right = tokens[random.below(tokens.size())];
            if (std::find(tokens.begin(), tokens.end(), left + right) != tokens.end()) continue;
            config.merges.emplace_back(left, right);
            tokens.push_back(left + right);
        }
        Tokens ids;
        for (std::size_t n = 0; n < tokens.size(); ++n) ids.emplace_back(tokens[n], static_cast<int>(n));
        config.vocabulary = TokenTable(ids);
        EXPECT_EQ(config.vocabulary.find("no such"), -1);
        const auto merges = config.merges;
        const Bpe model(std::move(config), "x");
        const std::string text = random_letters(random, 24);
        std::vector<ModelPiece> pieces;
        model.split(text, pieces);
        std::vector<std::string> found, letters;
        for (const ModelPiece& piece : pieces)
            found.push_back(text.substr(piece.begin, piece.end - piece.begin));
        for (const char c : text) letters.emplace_back(1, c);
        EXPECT_EQ(found, joined_plainly(letters, merges)) << text;
    }
}

/// A map that puts so many letters in the place of each a.
std::string map_of_a(std::size_t letters) {
    std::vector<std::uint32_t> units(256);
    units['a'] = 'a' | 1u << 8 | 1u << 10; // a string ends here; its value is one place away
    std::string bytes{0, 4, 0, 0};
    for (const std::uint32_t unit : units)
        for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(unit >> shift & 0xFF);
    return bytes + std::string(letters, 'b') + '\0';
}

TEST(CharacterMap, ATextDoesNotGrowWithoutEnd) {
    EXPECT_THROW(Charsmap(map_of_a(4097), "a map"), Error);
    SentencePieceSpec spec;
    spec.charsmap = Charsmap(map_of_a(4096), "a map");
    const Normalizer normalizer = charsmap_normalizer(std::make_shared<const Charsmap>(spec.charsmap));
    AlignedText few("xa"), many(std::string(2000, 'a'));
    normalizer(few);
    EXPECT_EQ(few.text, "x" + std::string(4096, 'b'));
    EXPECT_THROW(normalizer(many), Error);
    const SentencePieceNormalizer sentences(spec);
    EXPECT_EQ(sentences.normalize("a").text.size(), 4096 + 3u); // and the sign before it
    EXPECT_THROW(sentences.normalize(std::string(2000, 'a')), Error);
}

/// A text whose characters have no pieces: each becomes its bytes, all of which are that character.
TEST(SubwordTokenizer, PiecesOfOneCharacterHaveItsBytes) {
    SentencePieceSpec spec;
    spec.byte_fallback = true;
    spec.pieces = {{"<unk>", 0, PieceKind::Unknown}, {"\u2581", -1}, {"a", -1}};
    std::vector<std::string> tokens{"<unk>", "\u2581", "a"};
    const char* const digits = "0123456789ABCDEF";
    for (int byte = 0; byte < 256; ++byte) {
        tokens.push_back(std::string("<0x") + digits[byte / 16] + digits[byte % 16] + ">");
        spec.pieces.push_back({tokens.back(), 0, PieceKind::Byte});
    }
    const auto pipeline = std::make_shared<Pipeline>();
    pipeline->vocabulary = Vocabulary(tokens);
    pipeline->model = std::make_shared<const SentencePiece>(spec);
    TokenizerParts parts;
    parts.source = parts.target = pipeline;
    std::vector<std::pair<std::size_t, std::size_t>> bytes;
    for (const Piece& piece : SubwordTokenizer(std::move(parts)).encode("\u4ED6a\u00E9"))
        bytes.emplace_back(piece.begin, piece.end);
    const std::vector<std::pair<std::size_t, std::size_t>> expected{
        {0, 0}, {0, 3}, {0, 3}, {0, 3}, {3, 4}, {4, 6}, {4, 6}}; // the space that is put in front has none
    EXPECT_EQ(bytes, expected);
}

TEST(NormalForms, AFormOfAFormIsTheForm) {
    Random random(4);
    const auto in_form = [](std::string text, NormalForm form) {
        AlignedText aligned(text);
        normal_form(form)(aligned);
        EXPECT_EQ(aligned.from.size(), aligned.text.size());
        for (const Span& span : aligned.from) EXPECT_LE(span.end, text.size());
        return aligned.text;
    };
    const char* const parts[] = {"e",      "a",      "\u0301", "\u0323", "\u00E9", "\u1EC7",
                                 "\uAC00", "\u1100", "\u1161", "\u11A8", "\uFB01", "\u212B",
                                 "\u0308", "\u2126", "\u09C7", "\u09BE"};
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (int n = 0; n < 8; ++n) text += parts[random.below(std::size(parts))];
        const std::string nfc = in_form(text, NormalForm::Nfc), nfd = in_form(text, NormalForm::Nfd);
        EXPECT_EQ(in_form(nfc, NormalForm::Nfc), nfc);
        EXPECT_EQ(in_form(nfd, NormalForm::Nfd), nfd);
        EXPECT_EQ(in_form(nfd, NormalForm::Nfc), nfc);
        EXPECT_EQ(in_form(nfc, NormalForm::Nfd), nfd);
        EXPECT_EQ(in_form(in_form(text, NormalForm::Nfkd), NormalForm::Nfkc),
                  in_form(text, NormalForm::Nfkc));
    }
}

} // namespace
} // namespace heed::subword
