// Attention on a plane: keys and a query of two coordinates each, and every scoring function over them.
// Nothing is trained: the parameters are fixed numbers that can be told in a sentence. The energies are those
// of the same functions that models use.
//
// Letters: N keys, Q queries.
#pragma once

#include "core/attention/attention.h"

#include <span>
#include <string_view>

namespace heed::attention {

/// A score that stands on the pad.
struct PadScore {
    std::string_view id;      // of the table of scores
    std::string_view formula; // in q and k, in the markup of figures
    std::string_view says;    // what its fixed parameters do: "W turns the query by a quarter"
};
/// dot, scaled, general, additive, cosine, cosine-beta, location.
std::span<const PadScore> pad_scores();

inline constexpr int pad_most_keys = 8; // the location score has a row for each
inline constexpr int pad_units = 3;     // A, of the additive score

/// Declares "attention.…" of a score over the plane.
template <class T>
nn::ParameterSet<T> declare_pad(std::string_view score, int units = pad_units, int positions = pad_most_keys);
/// The fixed numbers that the pad is shown with.
template <class T>
nn::ParameterSet<T> pad_parameters(std::string_view score);

template <class T>
struct PadAnswer {
    Var<T> energies; // (Q, N)
    Var<T> weights;  // (Q, N): softmax(e / temperature)
    Var<T> context;  // (2, Q): Σ_j α_j k_j
};
/// All queries (2, Q) ask the keys (2, N) at once.
template <class T>
PadAnswer<T> ask_pad(nn::Graph<T>& graph, std::string_view score, const Matrix<T>& keys,
                     const Matrix<T>& queries, T temperature);

/// More than this no weight of so many keys can be at that temperature; 1 where scores have no bound.
/// Energies within ±β: e^{2β/τ} / (e^{2β/τ} + N − 1).
double pad_ceiling(std::string_view score, int keys, double temperature);

} // namespace heed::attention
