// Layer normalisation (Ba, Kiros and Hinton 2016, eq. 4): each column is brought to mean 0 and variance 1,
// block by block, and then stretched and moved by learned numbers.
#pragma once

#include "core/nn/cell_kind.h"
#include "core/nn/graph.h"

#include <string>

namespace heed::nn {

enum class NormKind {
    None,
    Gates, // the gates r and z of a gru together, its n apart; other vectors whole: as Nematus
    Cell   // every vector whole: as Marian
};
struct Normalisation {
    NormKind kind = NormKind::None;
    double epsilon = 1e-5; // added to the variance
    bool on() const { return kind != NormKind::None; }
    bool operator==(const Normalisation&) const = default;
};

/// One place where a vector is normalised: gain and bias (n, 1). Without normalisation it passes x on as it
/// is.
template <class T>
class Norm {
public:
    Norm() = default;
    /// Binds PREFIX + "gain" and PREFIX + "bias". `blocks` are the sizes normalised apart; none: the whole.
    Norm(const Graph<T>& graph, const std::string& prefix, const Normalisation& how,
         std::vector<int> blocks = {});
    Var<T> operator()(Var<T> x) const;

private:
    Var<T> gain_, bias_;
    std::vector<int> blocks_;
    double epsilon_ = 0;
};

/// Declares the gain (at first to be 1) and bias of such a place.
template <class T>
void declare_norm(ParameterSet<T>& set, const std::string& prefix, const Normalisation& how, int size);

} // namespace heed::nn
