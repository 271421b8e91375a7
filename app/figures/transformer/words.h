// A Transformer's run in words: the same picture over fewer columns. The run stays; playhead and picks are
// brought from pieces to words and back.
#pragma once

#include "app/figures/transformer/maps.h"
#include "core/trace/words/words.h"

namespace heed {

struct WordRun {
    std::shared_ptr<const Trace> run; // in words: maps, energies, and the means of a word's vectors
    std::shared_ptr<const TransformerMaps> maps;
    RunWords words; // of the run in pieces
    int outputs = -1;
};

/// How many pieces are written once the one that is at work at `at` is, where its word is not whole with it;
/// else -1.
int pieces_of_word(const Trace& run, const RunWords& words, int at);
/// As it stands when that many pieces are written, the word that they cut as "ver…"; -1: all. Weights on a
/// word's pieces are summed, scores of several e become log Σ exp e, whose softmax is that sum; what asks,
/// and vectors, are means.
std::shared_ptr<const WordRun> word_run(const Trace& run, int outputs = -1);

/// The same of weights times what they bring, as measured of the run in pieces.
std::shared_ptr<const TransformerMaps> weighted_in_words(const Trace& run, const WordRun& words,
                                                         const TransformerMaps& weighted);

/// The playhead over the words: a word goes through its sub-steps once a piece.
Playhead in_words(const Playhead& playhead, const HeadsInFront& front, const Trace& run,
                  const WordRun& words);
/// Whether what was written before is in front, and not the source: columns are then of its block.
bool past_in_front(const Trace& run, const Playhead& playhead, const HeadsInFront& front);
/// What is meant in the run: the piece at work, of another word the first; of a bar, which is its pieces'
/// together, the one with the most weight; `at` of a sub-step.
PickId in_pieces(PickId pick, const Trace& run, const WordRun& words, const Playhead& playhead,
                 const HeadsInFront& front = {});

} // namespace heed
