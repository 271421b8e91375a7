// The scoring functions themselves: energies e_ij for all positions j of output i at once. Only the table and
// attend() know them. Instantiated for float and double where they are defined.
#pragma once

#include "core/attention/attention.h"

namespace heed::attention {

/// What a score sees at one output.
template <class T>
struct Asked {
    nn::Graph<T>& graph;
    const Memory<T>& memory;
    const Query<T>& query;
    const History<T>& history;
    int step;
};

template <class T>
using Energies = Var<T>(const Asked<T>&); // (B, T); of own_past (B, T + past)

/// The function of a score of the table; null for the fixed context, which has no energies.
template <class T>
Energies<T>* energies_of(std::string_view score);

// ---- score_products.cpp: the state meets each annotation in a product
template <class T>
Var<T> dot(const Asked<T>& a);
template <class T>
Var<T> scaled(const Asked<T>& a);
template <class T>
Var<T> general(const Asked<T>& a);
template <class T>
Var<T> cosine(const Asked<T>& a);
template <class T>
Var<T> cosine_beta(const Asked<T>& a);
template <class T>
Var<T> location(const Asked<T>& a);

// ---- score_networks.cpp: a small network compares; every one is v . tanh(keys + what is asked with)
template <class T>
Var<T> additive(const Asked<T>& a);
template <class T>
Var<T> concat(const Asked<T>& a);
template <class T>
Var<T> location_aware(const Asked<T>& a);
template <class T>
Var<T> coverage(const Asked<T>& a);
template <class T>
Var<T> own_past(const Asked<T>& a);
template <class T>
Var<T> token(const Asked<T>& a);
template <class T>
Var<T> token_plain(const Asked<T>& a);
template <class T>
Var<T> token_context(const Asked<T>& a);
template <class T>
Var<T> token_language(const Asked<T>& a);

} // namespace heed::attention
