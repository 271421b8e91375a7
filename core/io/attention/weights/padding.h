// The shorter sentences of a batch are filled up to the length of the longest, at either side: where the
// words of one of them stand.
#pragma once

#include "core/io/attention/parts.h"

#include <cstddef>
#include <vector>

namespace heed::io {

/// A part of one axis.
struct WordSpan {
    Eigen::Index begin = 0, length = 0;
};

/// What is left of a sentence's words without those of padding, and where it stands on both axes.
struct WordsInBatch {
    Words source, target;
    WordSpan rows, columns;
    std::vector<std::string> notes, assumed; // as GivenSentence has them
};

/// Of each sentence of the batch; `maps` are those of each, all of one size. The side is told by tokens of
/// padding, or by columns of weights that are 0 in every map; a row that looks at nothing is padding, too,
/// and where neither tells, the words come first, which is said. So it is where zeros alone put them last,
/// and where what a token's name removes has weights. Of tokens over themselves the maps are squares.
std::vector<WordsInBatch> words_in_batch(const GivenSentence& batch,
                                         const std::vector<std::vector<GivenMap>>& maps);

} // namespace heed::io
