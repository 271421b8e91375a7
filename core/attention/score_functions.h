// What a scoring function is: energies e_ij for all positions j of output i at once. Those there are stand in
// score_products.h and score_networks.h; the table alone knows them by name.
#pragma once

#include "core/attention/attention.h"
#include "core/attention/scores.h"

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

/// A row of the table.
template <class T>
struct Score {
    ScoreInfo info;
    /// In the order of the file; prepare() binds them under the same names.
    void (*declare)(nn::ParameterSet<T>&, const Sizes&);
    void (*keys)(Memory<T>&); // what is made once of the annotations
    Energies<T>* energies;    // null: no weights, the fixed context
};
/// That of the table; the configuration was checked against it.
template <class T>
const Score<T>& score_of(std::string_view id);

} // namespace heed::attention
