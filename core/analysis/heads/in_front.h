// A run of a recurrent decoder with several heads, as one of them sees it: what shows the only head of a
// model then shows that one.
#pragma once

#include "core/trace/trace.h"

namespace heed::heads {

/// Of how many heads a decoder's attention is whose heads are recorded; 0: it has one like any other.
int recorded_heads(const Trace& run);

/// Head `head` (from 0; one that there is not: the nearest): its alpha^k, e^k, keys and query in the places
/// of Weights, OwnWeights, Energies, Key and QueryProjection, and its number in Seq2SeqFacts::front.
/// Annotations, context and what follows are the run's. The numbers are shared. A run without heads comes
/// back as it is.
Trace with_head_in_front(const Trace& run, int head);

/// Of such a view, where c^k_i = Σ_j alpha^k_ij v^k_j is in question: the head's values in the annotations'
/// places, what it found in the context's.
Trace mixing(const Trace& view);

} // namespace heed::heads
