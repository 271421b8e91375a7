// Special words, [CLS] and the like: where tokens do not fit their weights, whether that is because of them.
#pragma once

#include "core/io/attention/parts.h"
#include "core/io/attention/weights/axes.h"

namespace heed::io {

/// "[CLS]", "<s>": what may stand in front of a sentence; "[SEP]", "</s>": what may end it.
bool is_start_word(std::string_view word);
bool is_end_word(std::string_view word);

/// What would make the weights fit where they do not: "; without \"[CLS]\" and \"[SEP]\" the source has 2
/// tokens, which fit: leave them out", or the other way round; empty where special words do not explain it.
/// `said`: the order of the axes, where it was.
std::string special_words_hint(const GivenSentence& sentence, const AxisLengths& want,
                               const std::string& said);

} // namespace heed::io
