// What a token's logit is made of: the logit of one output (of an encoder: of one place) taken apart into
// what its embedding, every head, every feed-forward layer and every bias added to it, with nothing left
// over.
//
// x is the residual stream of the place that makes the logit, l_w = E_w · s leave(x) + b_w (network.h). Every
// sub-layer adds f to x, and a norm on the way is linear once its denominator is held at what it was:
//
//     LN(x) = γ ∘ (x − mean x) / σ + β        held σ:  u · LN(x) = back(u) · x + u · β,
//                                             back(u) = v − mean v,  v = γ ∘ u / σ     (RMS: v itself)
//
// so u = s E_w goes back through the layers, and each f adds f · u with the u of its own place. Where norms
// come before, the last one alone is held; where they come after, every norm on the way is. What a head adds
// is (Σ_j α_j W_O^k v_j) · u, a sum over the places it looks at, in a cross attention those of the source. Of
// a masked-word head (Devlin et al. 2019) norm(act(W x + b)) the norm is held, and act(z) = g ∘ z with g
// held. Elhage et al. 2021, "Direct path"; of α_j W_O v_j: Kobayashi et al. 2020, eq. 5.
//
// It is the direct path: what a head did through a later layer that read it counts there.
#pragma once

#include "core/analysis/moves/pass.h"
#include "core/trace/head_edit.h"

#include <string>
#include <vector>

namespace heed::moves {

enum class PartKind {
    Token,      // the vector of the token that is read there
    Place,      // what tells its place
    Segment,    // what tells its segment
    Head,       // a head; its biases of values are its own, that of the output matrix is not
    Feed,       // a feed-forward layer
    LayerBias,  // of the matrices that heads and feed-forward layers write through, all layers together
    NormBias,   // β of the norms on the way
    OutputBias, // of the vocabulary
};
/// "token", "place", "segment", "head", "feed", "layer_bias", "norm_bias", "output_bias".
std::string_view to_string(PartKind kind);

struct Part {
    PartKind kind;
    HeadPlace at{};               // of Head: which; of Feed: the layer
    double adds = 0;              // to the logit
    std::vector<double> places{}; // of Head: by the place it looks at; they add up to `adds`
};

struct LogitParts {
    int output = 0, token = -1, rival = -1; // rival -1: the token's logit alone, else its margin over the
                                            // rival's, which is that of their log p
    double logit = 0;                       // as the run has it
    std::vector<Part> parts;                // in the order in which they come about
    double sum = 0;                         // of them
    int held_norms = 0;                     // on the way, whose denominators are held
    bool held_activation = false;           // and that of a masked-word head

    /// What the arithmetic of the run left over, and nothing else.
    double rounding() const { return logit - sum; }
};

/// Throws heed::Error: what is needed was not recorded, an output or a token that is not there.
template <class T>
LogitParts logit_parts(const Pass<T>& pass, int output, int token, int rival = -1);

/// "The denominators of 5 norms are held at what they were.", in words.
std::string held_words(const LogitParts& parts);

} // namespace heed::moves
