// What adds to a logit, in words.
#pragma once

#include "core/analysis/moves/moves.h"
#include "core/trace/trace.h"
#include "core/trace/words/words.h"

#include <string>

namespace heed {

/// "head 3 of layer 2 on the source", "feed forward of layer 2", "the token read", counted from 1.
std::string part_name(const Trace& run, const moves::Part& part);
/// The same in a narrow column: "2:3 source", "2 feed forward".
std::string short_part_name(const Trace& run, const moves::Part& part);
/// Of a head, the word that most of it comes from; empty: it is no head, or adds nothing.
std::string moved_from(const Trace& run, const moves::Part& part);
/// What heads found by the words that they looked at in place of pieces: for the run in words. Sums stay.
moves::Moves moves_in_words(const Trace& run, const RunWords& words, moves::Moves moves);
/// Of its k-th place, the word that is looked at.
std::string moved_word(const Trace& run, HeadKind kind, int place);

} // namespace heed
