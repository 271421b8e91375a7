// Score, align, sum: one attention over a source, for every scoring function and alignment.
//
// Letters: B items, T source positions, E embedding, D decoder state, d annotation, A attention size.
#pragma once

#include "core/attention/alignment.h"
#include "core/attention/scores.h"
#include "core/nn/normalisation.h"

#include <functional>
#include <vector>

namespace heed::attention {

/// Sizes that parameters depend on.
struct Sizes {
    int A = 0, D = 0, d = 0, E = 0;
    int positions = 0;          // L, slots of the location score
    int filters = 0, width = 0; // k and r, of the location-aware score
    bool fertility = false;     // of coverage
    int heads = 0;      // K: so many attend, each in its part; 0: one, over the annotations themselves
    int values = 0;     // V, numbers of W_v h_j + b_v; 0: what is mixed is h_j itself
    int projection = 0; // P, numbers of W_o [c^1; …; c^K] + b_o; 0: the parts stand side by side
};

/// Switches of single scores.
struct Switches {
    double sharpen = 1;   // of location-aware
    bool smooth = false;  // of the same
    double fertility = 0; // of coverage, at most; 0: there is none
    bool overlap = false; // of coverage: what is looked at again is told
    int heads = 0;        // as in Sizes
};

/// What the encoder leaves for the decoder to look at. A source position is a column: t·B + b.
template <class T>
struct Memory {
    Var<T> annotations;   // (d, T·B)
    Var<T> last;          // [->h_T; <-h_1] (d, B), the fixed context
    Var<T> keys;          // (A or d, T·B): what the score needs of h_j alone, made once; or unset
    nn::Sequences source; // lengths for the alignment
    std::string_view score;
    Aligner<T> aligner;
    bool normalised = false;          // the additive score of a model with layer normalisation:
    nn::Norm<T> norm_key, norm_query; // over W_h h_j + b, which the keys then hold, and over W_q q_i
    Switches switches;
    Var<T> fertility; // Phi_j (B, T): how much a position can be looked at; or unset
    // Parameters of the score, bound once; the scores leave unset what they do not have.
    Var<T> W, Wq, Wh, b, v, F, U, wc, Uf, log_beta, bq, bh;
    // Of several heads, heads.h: what each of them looks at, and its parts of the parameters.
    std::vector<Memory> heads;
    int head = -1;         // of such a part: which it is
    Var<T> values;         // of such a part: what it mixes (V / K, T·B)
    Var<T> Wv, bv, Wo, bo; // of the whole
};

/// What a score may ask with: the decoder as it is when it attends.
template <class T>
struct Query {
    Var<T> state; // q_i (D, B): s_{i-1} in bahdanau order, s_i in luong order
    Var<T> token; // E y_{i-1} (E, B)
};

/// What attention keeps from one output to the next. Unset at the first, where nothing has been looked at
/// yet.
template <class T>
struct History {
    Var<T> weights;             // alpha_{i-1} (B, T + past)
    Var<T> coverage;            // alpha_1 + … + alpha_{i-1} (B, T), over Phi, for the score that reads it
    std::vector<Var<T>> heads;  // of several heads: of each its own (B, T), weights above being their mean
    Var<T> context;             // c_{i-1} (d, B)
    Var<T> language;            // E y_0 (E, B), the token that decoding began with
    std::vector<Var<T>> states; // s_1 … of the outputs before (D, B), for the score that reads them
    std::vector<Var<T>> keys;   // W_h s of each (A, B)
};

/// Declares the parameters of score and alignment, "attention.…".
template <class T>
void declare(nn::ParameterSet<T>& set, std::string_view score, AlignmentKind alignment, const Sizes& sizes,
             const nn::Normalisation& how = {});
/// Binds them and computes what does not depend on the query. `score` must be in the table.
template <class T>
void prepare(nn::Graph<T>& graph, Memory<T>& memory, std::string_view score, AlignmentKind alignment,
             int window, const nn::Normalisation& how = {}, const Switches& switches = {});

template <class T>
struct Attended {
    Var<T> energies; // (B, T + past), unset for the fixed context; past: own states, where the score looks at
                     // them
    Var<T> weights;  // (B, T + past), unset for the fixed context
    std::vector<Var<T>> heads; // of several heads: weights of each (B, T); above, energies are unset, and
                               // weights are their mean
    Var<T> context;            // (d, B); (P, B) or (V, B) of several heads
    Var<T> overlap;            // Σ_j min(alpha_ij, C_ij) (1, B), where it is told
};
/// What comes between a model's weights and their use: an edit of the run.
template <class T>
struct Intervention {
    T temperature = 1; // energies are divided by it before they are aligned
    /// The source's weights (B, T) in place of those the model made, `own` (B, T); `before` (B, T) are those
    /// used at the output before, empty at the first. Unset: its own. Of several heads each in turn.
    std::function<Var<T>(Var<T> own, const Matrix<T>& before)> change;
    bool source_alone =
        false;              // the change leaves nothing for slots past the source and the decoder's own past
    bool keeps_sum = false; // what the source gets more than it had is taken from those slots, in proportion
    bool held = false;      // the weights that are used are constants: no gradient flows back through them
};

/// Energies, weights and context at output `step`; `history` goes on by one output. What an intervention
/// makes of the weights is used in their place, also in what the following outputs remember. Records what it
/// makes.
template <class T>
Attended<T> attend(nn::Graph<T>& graph, const Memory<T>& memory, const Query<T>& query, History<T>& history,
                   int step, const Intervention<T>* intervention = nullptr);

/// Records what of every position is made once, item 0's.
template <class T>
void record_memory(const nn::Graph<T>& graph, const Memory<T>& memory);

/// Tells the score what the decoder became at this output: for the score that looks at the decoder's own
/// past.
template <class T>
void remember_state(const Memory<T>& memory, History<T>& history, Var<T> state);

} // namespace heed::attention
