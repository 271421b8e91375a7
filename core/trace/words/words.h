// Pieces of words folded into the words they are pieces of.
//
// A word begins at a piece with the mark of its tokenizer: "▁the" (SentencePiece), "Ġthe" (byte-level); at
// one without "##" (WordPiece); after one that does not end in "@@". Where words are written without spaces
// (Han, Kana, Thai, Lao, Khmer, Burmese, Tibetan) every piece that begins with a character of its own is a
// word, unless "##" or "@@" says that one goes on. What stands around a text is never joined to it.
//
// A map's weights on the pieces of a word that is looked at are summed, those of the pieces of one that looks
// are averaged: a row that summed to 1 does so still.
#pragma once

#include "core/trace/trace.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Consecutive tokens that make one word.
struct Word {
    int first = 0, last = 0; // tokens first … last - 1; none where nothing of a word is read
    std::string text{};
    std::size_t begin = 0, end = 0; // bytes of the text as typed; empty where that is not known
    bool framing = false;           // it stands around a text
    bool operator==(const Word&) const = default;
};

/// How the pieces of one tokenizer say where a word begins.
enum class PieceMark { None, Space, Byte, Continued, Joined };
/// By the vocabulary, where there is one: then tokens are pieces if any of its entries is marked. Else by the
/// tokens themselves, where a mark may stand alone among pieces of several characters.
PieceMark piece_mark(const std::vector<std::string>* vocabulary, std::span<const TraceToken> tokens);

/// Every token belongs to one word, in order. `text`: what tokens' bytes are bytes of.
std::vector<Word> words_of(std::span<const TraceToken> tokens, PieceMark mark, std::string_view text = {});

/// A part of a text: bytes begin … end - 1.
struct Stretch {
    std::size_t begin = 0, end = 0;
};
/// The same where the words are given, as parts of the text in order: a token belongs to the word that its
/// first byte other than a space lies in; one of nothing but spaces to the word that follows. What has no
/// bytes frames. A word of which nothing is read is there, without tokens.
std::vector<Word> words_at(std::span<const TraceToken> tokens, std::string_view text,
                           std::span<const Stretch> words);

/// weights (T, N), a column a row of the map, to (words of `looked`, words of `looking`). What looks is
/// `shift` columns after its token.
Eigen::MatrixXd folded(const MatrixXf& weights, std::span<const Word> looked, std::span<const Word> looking,
                       int shift = 0);

/// The words of a run's source, of what it wrote, and of what its decoder was fed, a place each.
struct RunWords {
    std::vector<Word> source, outputs, past;
};
RunWords words_of(const Trace& run);
/// Each token a word of its own.
RunWords pieces_of(const Trace& run);

/// What is folded, and how far.
struct Folding {
    int outputs = -1; // pieces that are written: a word that is not whole looks by those alone; -1: all are
    /// The source's words as parts of its text, in order; empty: those that its pieces make.
    std::span<const Stretch> source{};
};
/// The run with words in place of pieces: its maps, tokens and their log-probabilities (summed), and nothing
/// else that was recorded; its outline counts words. A run of whole words is itself, where no words are
/// given; so is one that is in words already.
Trace in_words(const Trace& run, const Folding& folding = {});
/// Whether it has pieces that make words.
bool has_pieces(const Trace& run);
/// The words that a run is folded into.
RunWords words_of(const Trace& run, const Folding& folding);

/// Runs side by side, each in words: those of one text in words that none of them cuts, so that two models'
/// columns are the same. A run that this leaves as it is is the same pointer; null ones stay.
std::vector<std::shared_ptr<const Trace>>
in_words_together(const std::vector<std::shared_ptr<const Trace>>& runs);

/// Of several ways to cut one text the parts whose ends they have in common, spaces aside: every word of each
/// lies in one of them.
std::vector<Stretch> common_stretches(std::span<const std::vector<Word>> ways);

} // namespace heed
