// Text to the pieces of a vocabulary and back, as the families of Hugging Face folders have it. Every piece
// says which bytes of the user's own text it came from.
//
//   text → added tokens cut out → normalised → split → pieces of the model → what the family puts around them
//   ids → entries → decoders → text
#pragma once

#include "core/text/subword/added_tokens.h"
#include "core/text/subword/model.h"
#include "core/text/vocabulary.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::subword {

struct Piece {
    int id = -1;
    std::string text;               // the vocabulary's entry of that id ("<unk>" for what is not in it)
    std::size_t begin = 0, end = 0; // bytes of the input (of the pair's second where segment is 1)
    bool special = false;           // put there by the family (no bytes), or written out in the text
    int segment = 0;                // 1: of the second text of a pair
    int type = 0;                   // BERT's token type
    bool operator==(const Piece&) const = default;
};

/// What the encoder reads, or what the decoder is to write.
enum class Side { Source, Target };

/// A language that the folder's own files name: "fr_XX", "__fr__" and ">>fra<<" are tokens; "fr_XX", "fr" and
/// "fra" their codes.
struct Language {
    std::string code, token;
    int id = -1;
    bool operator==(const Language&) const = default;
};

struct EncodeOptions {
    Side side = Side::Source;
    bool specials = true;        // what the family puts around a sequence: "<s> … </s>", "… </s> en_XX"
    std::string source_language; // codes or tokens; empty: the folder's own default
    std::string target_language;
    std::string prefix;              // "translate English to French: "; its pieces have no bytes
    std::optional<std::string> pair; // BERT, RoBERTa: a second text
    bool operator==(const EncodeOptions&) const = default;
};

struct DecodeOptions {
    Side side = Side::Target;
    bool specials = false; // special tokens are written out, not left out
};

using PreTokenizer = std::function<std::vector<AlignedText>(AlignedText)>;
using Decoder = std::function<void(std::vector<std::string>& tokens)>;
/// How many bytes of a text's beginning are a language's code, 0 where none is there.
using CodeFinder = std::function<std::size_t(std::string_view text)>;

/// How text becomes ids and ids text, on one side: Marian has two of these, other families the same twice.
struct Pipeline {
    Vocabulary vocabulary; // of all ids, added ones included; "⟨17⟩" for an id that has no token
    AddedTokens added;
    CodeFinder code; // may be null. It is one token, known or not
    std::vector<Normalizer> normalizers;
    std::vector<PreTokenizer> pre_tokenizers;
    std::shared_ptr<const Model> model;
    std::vector<Decoder> decoders; // none: spaces between the tokens
    bool trim_decoded = false;     // no spaces at the ends of a decoded text
    bool tidy_decoded = false;     // no space before , . ? ! and 's 're 've 'm n't
};

/// What is put around the pieces: special tokens and texts, in order.
struct Template {
    static constexpr int text = -1, source_language = -2, target_language = -3;
    struct Item {
        int id = text; // a special token, or one of the above
        int segment = 0, type = 0;
    };
    std::vector<Item> single{{text, 0, 0}}, pair{{text, 0, 0}, {text, 1, 0}};
};

struct Languages {
    std::vector<Language> all;                  // in the folder's order; empty: none to choose
    std::string default_source, default_target; // codes
    bool target_before_source = false;          // Marian: ">>fra<<" stands before the source's text
    const Language* find(std::string_view code_or_token) const;
};

/// How byte-level tokenizers count the space that begins a piece.
enum class Spaces { Kept, Trimmed, TrimmedButPrefix };

struct TokenizerParts {
    std::shared_ptr<const Pipeline> source, target;
    Template source_template, target_template;
    Languages languages;
    std::vector<Spaces> spaces; // how spaces at a piece's ends are trimmed off its bytes, one after the other
};

/// Immutable; any thread may use it.
class SubwordTokenizer {
public:
    explicit SubwordTokenizer(TokenizerParts parts);

    /// In time n log n of the text. Throws heed::Error for a language that the folder does not have. A byte
    /// that is no UTF-8 reads as U+FFFD.
    std::vector<Piece> encode(std::string_view text, const EncodeOptions& options = {}) const;
    /// Ids that have no token are written "⟨17⟩".
    std::string decode(std::span<const int> ids, const DecodeOptions& options = {}) const;

    /// special(): pad, start, end, unknown; -1 for what the folder does not have.
    const Vocabulary& vocabulary(Side side) const { return pipeline(side).vocabulary; }
    /// The entry of an id; "⟨17⟩" where it has none, however large.
    std::string token(int id, Side side = Side::Target) const;
    bool is_special(int id, Side side = Side::Target) const;
    const Languages& languages() const { return parts_.languages; }
    const TokenizerParts& parts() const { return parts_; }

private:
    const Pipeline& pipeline(Side side) const;
    std::vector<Piece> pieces_of(std::string_view text, const Pipeline& pipeline, std::size_t prefix) const;
    int language_id(int slot, const EncodeOptions& options) const;

    TokenizerParts parts_;
};

/// "⟨17⟩"
std::string nameless(int id);

} // namespace heed::subword
