// What a scoring function is: energies e_ij for all positions j of output i at once. Those there are stand in
// score_products.h and score_networks.h; the table alone knows them by name.
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

/// Records what is asked with, as it meets the keys: of a head as that head's.
template <class T>
void record_asked(const Asked<T>& a, Var<T> asked) {
    if (a.memory.head < 0)
        a.graph.record(Quantity::QueryProjection, a.step, asked);
    else
        a.graph.record(Quantity::HeadQuery, a.step, asked, 0, a.memory.head);
}

/// The function of a score of the table; null for the fixed context, which has no energies.
template <class T>
Energies<T>* energies_of(std::string_view score);

} // namespace heed::attention
