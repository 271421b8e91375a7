// What a run of a Transformer leaves behind: a row for each of its values, and its maps. Sites say layer and
// head, from 0; what belongs to no head stands under head 0.
#pragma once

#include "core/models/transformer/config.h"
#include "core/trace/quantity.h"

#include <span>

namespace heed::transformer {

/// Of one attention in a layer: Q places that ask, K that are looked at.
struct AttentionValues {
    Quantity queries;      // (h d_h, Q)
    Quantity keys, values; // (h d_h, K)
    Quantity energies;     // (K, Q), by head: before anything is masked
    Quantity weights;      // (K, Q), by head: exactly 0 where nothing may be seen
    Quantity contexts;     // (d_h, Q), by head
    Quantity result;       // (d, Q): of all heads, through the output's matrix
    Quantity output_sum;   // (d, Q): the result added to what stood there
    Quantity normed;       // (d, Q)
    Quantity mean;         // (K, Q): of the heads' weights
};
struct FeedValues {
    Quantity gate;       // (F, n): act(gate x) of a gated one
    Quantity hidden;     // (F, n)
    Quantity result;     // (d, n)
    Quantity output_sum; // (d, n)
    Quantity normed;     // (d, n)
};
struct SideValues {
    Quantity embedded;  // (d, n): tokens' vectors, scaled
    Quantity positions; // (d, n): what is added for the place
    Quantity input;     // (d, n): what the first layer reads
    AttentionValues self, cross;
    FeedValues feed;
    Quantity output;   // (d, n)
    Quantity rollout;  // (n, n), by layer
    Quantity segments; // (d, n): what is added for the segment, where there are several
};

/// Of an encoder; of the decoder of an encoder-decoder; of a decoder alone, whose places are all tokens it
/// reads, what it wrote included. Only the second has a cross attention.
extern const SideValues encoder_values, decoder_values, reader_values;
extern const Quantity cross_rollout;                 // (T, N), by layer
extern const Quantity place_logits, place_log_probs; // (V, T): of an encoder alone

/// Every row of the table.
std::span<const QuantityInfo> values();

inline const SideValues& last_side(const Config& config) {
    return config.kind == Kind::Encoder   ? encoder_values
           : config.kind == Kind::Decoder ? reader_values
                                          : decoder_values;
}

} // namespace heed::transformer
