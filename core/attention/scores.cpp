#include "core/attention/scores.h"

#include <array>

namespace heed {
namespace {

constexpr std::array score_infos{
    ScoreInfo{"none", "fixed context", "c = [→h_T ; ←h_1]", "", "Cho et al. 2014; Sutskever et al. 2014",
              "One vector must hold the whole source: accuracy falls as it grows longer."},
    ScoreInfo{"additive", "additive", "e_ij = vᵀ tanh(W_q q_i + W_h h_j + b)",
              "Wq [A, D], Wh [A, 2H], b [A], v [A]",
              "Bahdanau, Cho and Bengio 2015, eq. 6 and appendix A.1.2",
              "A small network compares the decoder's state with each annotation."},
};

} // namespace

std::span<const ScoreInfo> score_table() { return score_infos; }

const ScoreInfo* find_score(std::string_view id) {
    for (const ScoreInfo& s : score_infos)
        if (s.id == id) return &s;
    return nullptr;
}

namespace attention {
namespace {

// e_ij = vᵀ tanh(W_q q_i + W_h h_j + b)    Bahdanau et al. 2015, A.1.2; b is Heed's, as in every affine map
template <class T>
Var<T> additive(nn::Graph<T>& graph, const Memory<T>& m, Var<T> query, int step) {
    const Var<T> projected = matmul(m.Wq, query);                   // (A, B)
    const Var<T> met = add_tiled(m.keys, add_bias(projected, m.b)); // (A, T·B)
    graph.record(Quantity::QueryProjection, step, projected);
    return dot_rows(m.v, tanh(met), query.cols()); // (B, T)
}
template <class T>
void declare_additive(nn::ParameterSet<T>& set, int A, int D, int d) {
    set.add("attention.Wq", A, D);
    set.add("attention.Wh", A, d);
    set.add("attention.b", A, 1, 1);
    set.add("attention.v", A, 1, 1);
}
template <class T>
void prepare_additive(nn::Graph<T>& graph, Memory<T>& m) {
    m.Wq = graph["attention.Wq"];
    m.Wh = graph["attention.Wh"];
    m.b = graph["attention.b"];
    m.v = graph["attention.v"];
    m.keys = matmul(m.Wh, m.annotations);
}

template <class T>
struct ScoreFunctions {
    std::string_view id;
    void (*declare)(nn::ParameterSet<T>&, int A, int D, int d);
    void (*prepare)(nn::Graph<T>&, Memory<T>&);
    Var<T> (*energies)(nn::Graph<T>&, const Memory<T>&, Var<T> query, int step); // null: fixed context
};

template <class T>
constexpr std::array score_functions{
    ScoreFunctions<T>{"none", nullptr, nullptr, nullptr},
    ScoreFunctions<T>{"additive", declare_additive<T>, prepare_additive<T>, additive<T>},
};

template <class T>
const ScoreFunctions<T>& functions_of(std::string_view id) {
    for (const auto& f : score_functions<T>)
        if (f.id == id) return f;
    assert(false && "the configuration was checked against the table");
    return score_functions<T>.front();
}

} // namespace

template <class T>
void declare_score(nn::ParameterSet<T>& set, std::string_view id, int A, int D, int d) {
    const auto& f = functions_of<T>(id);
    if (f.declare) f.declare(set, A, D, d);
}

template <class T>
void prepare_score(nn::Graph<T>& graph, Memory<T>& memory, std::string_view id) {
    memory.score = id;
    const auto& f = functions_of<T>(id);
    if (f.prepare) f.prepare(graph, memory);
}

template <class T>
Attended<T> attend(nn::Graph<T>& graph, const Memory<T>& memory, Var<T> query, int step,
                   const Matrix<T>* given_weights) {
    const auto& f = functions_of<T>(memory.score);
    Attended<T> result;
    if (!f.energies) {
        result.context = memory.last;
    } else {
        result.energies = f.energies(graph, memory, query, step);
        result.weights = given_weights ? graph.tape().constant(*given_weights)
                                       : softmax_rows<T>(result.energies, memory.source.lengths);
        result.context = weighted_sum(memory.annotations, result.weights); // c_i = sum_j alpha_ij h_j
    }
    graph.record_row(Quantity::Energies, step, result.energies);
    graph.record_row(Quantity::Weights, step, result.weights);
    graph.record(Quantity::Context, step, result.context);
    return result;
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template void declare_score(nn::ParameterSet<T>&, std::string_view, int, int, int);                      \
    template void prepare_score(nn::Graph<T>&, Memory<T>&, std::string_view);                                \
    template Attended<T> attend(nn::Graph<T>&, const Memory<T>&, Var<T>, int, const Matrix<T>*);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace attention
} // namespace heed
