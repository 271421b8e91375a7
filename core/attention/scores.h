// The scoring functions: how well each annotation h_j fits the query q. One row of the table, one free
// function each; menu, command line, inspector and help read the table.
#pragma once

#include "core/nn/graph.h"
#include "core/nn/sequences.h"

#include <span>
#include <string_view>

namespace heed {

/// What a scoring function is, in words and symbols.
struct ScoreInfo {
    std::string_view id;         // "additive"; on disk, in commands
    std::string_view name;       // "additive"
    std::string_view equation;   // e_ij = …
    std::string_view parameters; // names and shapes, [out, in]
    std::string_view paper;
    std::string_view shows; // what one learns from looking at it
};

std::span<const ScoreInfo> score_table();
/// nullptr for an unknown id.
const ScoreInfo* find_score(std::string_view id);

namespace attention {

/// What the encoder leaves for the decoder to look at. A source position is a column: t·B + b.
template <class T>
struct Memory {
    Var<T> annotations;   // (d, T·B), d = 2H
    Var<T> last;          // [->h_T; <-h_1] (d, B), the fixed context
    Var<T> keys;          // (A, T·B): W_h h_j, made once; only for scores that have it
    nn::Sequences source; // lengths for the alignment
    std::string_view score;
    // Parameters of the score, bound once; the scores leave unset what they do not have.
    Var<T> Wq, Wh, b, v;
};

/// Declares the score's parameters, "attention.…": A attention size, D query size, d annotation size.
template <class T>
void declare_score(nn::ParameterSet<T>& set, std::string_view id, int A, int D, int d);
/// Binds the parameters and computes what does not depend on the query.
template <class T>
void prepare_score(nn::Graph<T>& graph, Memory<T>& memory, std::string_view id);

template <class T>
struct Attended {
    Var<T> energies; // (B, T), unset for the fixed context
    Var<T> weights;  // (B, T), unset for the fixed context
    Var<T> context;  // (d, B)
};
/// Score, align, sum: energies of query q (D, B) at output `step`, softmax over each item's own length, and
/// the context. Given weights (B, T) replace the computed ones. Records what it makes at `step`.
template <class T>
Attended<T> attend(nn::Graph<T>& graph, const Memory<T>& memory, Var<T> query, int step,
                   const Matrix<T>* given_weights = nullptr);

} // namespace attention
} // namespace heed
