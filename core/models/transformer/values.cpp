#include "core/models/transformer/values.h"

#include <array>

namespace heed::transformer {
namespace {

namespace papers {
constexpr std::string_view embedded = "Vaswani et al. 2017, section 3.4",
                           placed = "Vaswani et al. 2017, section 3.5",
                           segmented = "Devlin et al. 2019, figure 2",
                           attended =
                               "Vaswani et al. 2017, section 3.2.2: head_k = attention(W_q x, W_k x, W_v x)",
                           scored = "Vaswani et al. 2017, equation 1: e_ij = q_i · k_j / √d_h",
                           shared = "Vaswani et al. 2017, equation 1: α_ij = exp e_ij / Σ_k exp e_ik",
                           mixed = "Vaswani et al. 2017, equation 1: c_i = Σ_j α_ij v_j",
                           joined = "Vaswani et al. 2017, section 3.2.2: [head_1; …; head_h] W_o",
                           added = "Vaswani et al. 2017, section 3.1: x + f(x)",
                           normed = "Ba, Kiros and Hinton 2016, equation 4",
                           fed = "Vaswani et al. 2017, equation 2: W_2 act(W_1 x + b_1) + b_2",
                           gated = "Shazeer 2020: act(W_g x) ⊙ W_1 x",
                           rolled = "Abnar and Zuidema 2020: R_l = ½ (mean of heads + I) R_{l-1}",
                           said = "Vaswani et al. 2017, section 3.4: softmax(W_o x + b)";
} // namespace papers

// Rows in the order of AttentionValues, FeedValues and SideValues; P is a literal,
// "encoder.layers.{layer}.self.".
#define HEED_ATTENTION(P, ASKS, LOOKED)                                                                      \
    QuantityInfo{P "queries",     "q", Axis::Unit, ASKS, "What each place asks, all heads in a row",         \
                 papers::attended},                                                                          \
        QuantityInfo{                                                                                        \
            P "keys",        "k", Axis::Unit, LOOKED, "What each place is found by, all heads in a row",     \
            papers::attended},                                                                               \
        QuantityInfo{P "values",      "v", Axis::Unit, LOOKED, "What each place gives, all heads in a row",  \
                     papers::attended},                                                                      \
        QuantityInfo{P "energies",                                                                           \
                     "e",                                                                                    \
                     LOOKED,                                                                                 \
                     ASKS,                                                                                   \
                     "How well each key fits the query of this head, before the softmax",                    \
                     papers::scored},                                                                        \
        QuantityInfo{P "weights",                                                                            \
                     "α",                                                                                    \
                     LOOKED,                                                                                 \
                     ASKS,                                                                                   \
                     "Share of this head's attention that each place gets",                                  \
                     papers::shared,                                                                         \
                     P "heads.{head}"},                                                                      \
        QuantityInfo{                                                                                        \
            P "contexts", "c", Axis::HeadUnit, ASKS, "Sum of this head's values, each times its weight",     \
            papers::mixed},                                                                                  \
        QuantityInfo{P "result",    "o", Axis::Unit, ASKS, "What all heads found, brought together",         \
                     papers::joined},                                                                        \
        QuantityInfo{                                                                                        \
            P "output_sum", "x", Axis::Unit, ASKS, "What the heads found, added to what stood there",        \
            papers::added},                                                                                  \
        QuantityInfo{P "normed", "x", Axis::Unit, ASKS, "The place's vector, normalised", papers::normed},   \
        QuantityInfo {                                                                                       \
        P "mean", "α", LOOKED, ASKS, "Mean of the heads' weights", papers::shared, P "mean"                  \
    }
#define HEED_FEED(P, PLACES)                                                                                 \
    QuantityInfo{P "gate",     "g", Axis::Feed, PLACES, "What opens each unit of the feed-forward layer",    \
                 papers::gated},                                                                             \
        QuantityInfo{P "hidden", "u", Axis::Feed, PLACES, "Units of the feed-forward layer", papers::fed},   \
        QuantityInfo{P "result", "f", Axis::Unit, PLACES, "What the feed-forward layer makes of a place",    \
                     papers::fed},                                                                           \
        QuantityInfo{P "output_sum", "x", Axis::Unit, PLACES, "The same, added to what stood there",         \
                     papers::added},                                                                         \
        QuantityInfo {                                                                                       \
        P "normed", "x", Axis::Unit, PLACES, "The place's vector, normalised", papers::normed                \
    }
#define HEED_ENTRY(P, PLACES)                                                                                \
    QuantityInfo{P "embedded",    "x", Axis::Unit, PLACES, "The learned vector of each token, scaled",       \
                 papers::embedded},                                                                          \
        QuantityInfo{P "positions", "p", Axis::Unit, PLACES, "What is added to tell the place",              \
                     papers::placed},                                                                        \
        QuantityInfo {                                                                                       \
        P "input", "x", Axis::Unit, PLACES, "Token and place together: what the first layer reads",          \
            papers::placed                                                                                   \
    }
#define HEED_SEGMENTS(P, PLACES)                                                                             \
    QuantityInfo {                                                                                           \
        P "segments", "s", Axis::Unit, PLACES, "What is added to tell the segment", papers::segmented        \
    }
#define HEED_EXIT(P, PLACES)                                                                                 \
    QuantityInfo {                                                                                           \
        P "output", "x", Axis::Unit, PLACES, "Each place's vector after the last layer", papers::added       \
    }

constexpr std::array table = {
    HEED_ENTRY("encoder.", Axis::Source),                                            // 0
    HEED_ATTENTION("encoder.layers.{layer}.self.", Axis::SourceQuery, Axis::Source), // 3
    HEED_FEED("encoder.layers.{layer}.feed.", Axis::Source),                         // 13
    HEED_EXIT("encoder.", Axis::Source),                                             // 18
    QuantityInfo{"encoder.rollout.{layer}", "R", Axis::Source, Axis::SourceQuery,
                 "What each place holds of each token, through all layers up to this one", papers::rolled,
                 "encoder.rollout.{layer}"},
    HEED_ENTRY("decoder.", Axis::Output),                                        // 20
    HEED_ATTENTION("decoder.layers.{layer}.self.", Axis::Output, Axis::Past),    // 23
    HEED_ATTENTION("decoder.layers.{layer}.cross.", Axis::Output, Axis::Source), // 33
    HEED_FEED("decoder.layers.{layer}.feed.", Axis::Output),                     // 43
    HEED_EXIT("decoder.", Axis::Output),                                         // 48
    QuantityInfo{"decoder.rollout.{layer}", "R", Axis::Past, Axis::Output,
                 "What each output holds of each token written before, through all layers up to this one",
                 papers::rolled, "decoder.rollout.{layer}"},
    HEED_ENTRY("reader.", Axis::Step),                                     // 50
    HEED_ATTENTION("reader.layers.{layer}.self.", Axis::Step, Axis::Past), // 53
    HEED_FEED("reader.layers.{layer}.feed.", Axis::Step),                  // 63
    HEED_EXIT("reader.", Axis::Step),                                      // 68
    QuantityInfo{"reader.rollout.{layer}", "R", Axis::Past, Axis::Step,
                 "What each place holds of each token before it, through all layers up to this one",
                 papers::rolled, "reader.rollout.{layer}"},
    QuantityInfo{"cross.rollout.{layer}", "R", Axis::Source, Axis::Output,
                 "The mean of this layer's heads, followed through the whole encoder", papers::rolled,
                 "cross.rollout.{layer}"}, // 70
    QuantityInfo{"encoder.logits", "l", Axis::Vocabulary, Axis::Source,
                 "A score for every word of the vocabulary, at each place", papers::said},
    QuantityInfo{"encoder.log_probs", "log p", Axis::Vocabulary, Axis::Source,
                 "The natural logarithm of every word's probability, at each place", papers::said},
    HEED_SEGMENTS("encoder.", Axis::Source), // 73
    HEED_SEGMENTS("decoder.", Axis::Output),
    HEED_SEGMENTS("reader.", Axis::Step),
};
#undef HEED_ATTENTION
#undef HEED_FEED
#undef HEED_ENTRY
#undef HEED_EXIT
#undef HEED_SEGMENTS

constexpr Quantity at(std::size_t row) { return Quantity(table[row]); }

constexpr AttentionValues attention_from(std::size_t row) {
    return {at(row),     at(row + 1), at(row + 2), at(row + 3), at(row + 4),
            at(row + 5), at(row + 6), at(row + 7), at(row + 8), at(row + 9)};
}
constexpr FeedValues feed_from(std::size_t row) {
    return {at(row), at(row + 1), at(row + 2), at(row + 3), at(row + 4)};
}
/// A side whose rows begin there; `cross` says how many rows its cross attention has, `segments` where that
/// row is.
constexpr SideValues side_from(std::size_t row, std::size_t cross, std::size_t segments) {
    const std::size_t feed = row + 13 + cross;
    return {at(row),
            at(row + 1),
            at(row + 2),
            attention_from(row + 3),
            attention_from(row + 3 + cross),
            feed_from(feed),
            at(feed + 5),
            at(feed + 6),
            at(segments)};
}

} // namespace

constexpr SideValues encoder_values = side_from(0, 0, 73), decoder_values = side_from(20, 10, 74),
                     reader_values = side_from(50, 0, 75);
constexpr Quantity cross_rollout = at(70), place_logits = at(71), place_log_probs = at(72);

std::span<const QuantityInfo> values() { return table; }

} // namespace heed::transformer
