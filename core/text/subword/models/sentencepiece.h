// SentencePiece: a text is normalised as its model says, and split by scores (unigram) or by joining
// neighbours (BPE). Kudo and Richardson 2018.
#pragma once

#include "core/text/subword/charsmap.h"
#include "core/text/subword/model.h"
#include "core/text/subword/trie.h"
#include "core/text/text_index.h"

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heed::subword {

enum class PieceKind { Normal = 1, Unknown, Control, UserDefined, Unused, Byte };
enum class SentencePieceKind { Unigram = 1, Bpe = 2 };

/// How a model file has a text changed before it is split.
struct NormalRules {
    Charsmap charsmap;
    bool add_dummy_prefix = true, remove_extra_whitespaces = true, escape_whitespaces = true;
    bool whitespace_as_suffix = false;
};

/// What a model file says. Invariants, which the reader checks: pieces are distinct, not empty, and have
/// finite scores; exactly one is unknown; with byte_fallback all of <0x00> … <0xFF> are there.
struct SentencePieceSpec : NormalRules {
    struct Entry {
        std::string text;
        float score = 0;
        PieceKind kind = PieceKind::Normal;
    };
    std::vector<Entry> pieces;
    SentencePieceKind kind = SentencePieceKind::Unigram;
    bool byte_fallback = false;
    std::string unknown_surface = " \u2047 ";
    int unknown() const;
};

/// A text as the model reads it; from[n] is where the n-th byte came from, from.back() where the text ends.
struct NormalText {
    std::string text;
    std::vector<std::size_t> from;
};

class SentencePieceNormalizer {
public:
    explicit SentencePieceNormalizer(const SentencePieceSpec& spec);
    NormalText normalize(std::string_view text) const;

private:
    struct Item { // what the next bytes become
        std::string_view by;
        std::size_t length;
    };
    Item next(std::string_view text, std::size_t at) const;

    NormalRules rules_;
    Trie user_defined_;
};

class SentencePiece : public Model {
public:
    /// The vocabulary's id of each piece; empty: its place. Text that has no piece is looked up by `lookup`
    /// as it stands (-1: not there), for families whose vocabulary holds more than the model.
    SentencePiece(SentencePieceSpec spec, std::vector<int> ids = {},
                  std::function<int(std::string_view)> lookup = {});
    void split(std::string_view part, std::vector<ModelPiece>& to) const override;
    bool reads_bytes() const override { return true; }

    /// Pieces by their place, as SentencePiece itself puts them together: no control pieces, unknown ones as
    /// the model says, bytes as what they spell.
    std::string decode(const std::vector<int>& places) const;
    const SentencePieceSpec& spec() const { return spec_; }

private:
    struct Part { // of the normalised text
        int piece;
        std::size_t begin, end;
    };
    std::vector<Part> unigram(std::string_view text) const;
    std::vector<Part> bpe(std::string_view text) const;
    int place_of(std::string_view text) const; // -1: no piece
    int find(std::string_view text) const;     // the unknown one, where there is none
    void append_unused(std::string_view text, Part part,
                       const std::unordered_map<std::string_view, std::size_t>& joints,
                       std::vector<Part>& to) const;

    SentencePieceSpec spec_;
    SentencePieceNormalizer normalizer_;
    std::vector<int> ids_;
    std::function<int(std::string_view)> lookup_;
    TextIndex pieces_;  // of every kind, into spec_
    Trie trie_;         // unigram: normal and user-defined pieces
    Trie user_defined_; // BPE
    std::array<int, 256> bytes_{};
    std::size_t longest_ = 0;
    float least_ = 0, most_ = 0; // scores of normal pieces
    int unknown_ = 0;
};

} // namespace heed::subword
