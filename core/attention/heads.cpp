#include "core/attention/heads.h"

namespace heed::attention {
namespace {

/// Head k's rows of x, which has n of them.
template <class T>
Var<T> head_rows(Var<T> x, int k, int heads) {
    if (!x) return x;
    const Eigen::Index count = x.rows() / heads;
    return heads == 1 ? x : rows(x, k * count, count);
}

} // namespace

template <class T>
void declare_heads(nn::ParameterSet<T>& set, const Sizes& n) {
    if (n.values > 0) {
        set.add("attention.Wv", n.values, n.d);
        set.add("attention.bv", n.values, 1, 1);
    }
    if (n.projection > 0) {
        set.add("attention.Wo", n.projection, n.values > 0 ? n.values : n.d);
        set.add("attention.bo", n.projection, 1, 1);
    }
}

template <class T>
void split_heads(Memory<T>& memory, ScoreHeads what) {
    const int heads = memory.switches.heads;
    const bool units = what == ScoreHeads::Units;
    const Var<T> values = memory.Wv ? affine(memory.Wv, memory.annotations, memory.bv) : memory.annotations;
    memory.heads.clear();
    for (int k = 0; k < heads; ++k) {
        Memory<T> head;
        head.head = k;
        head.score = memory.score;
        head.aligner = memory.aligner;
        head.source = memory.source;
        head.switches = memory.switches;
        const auto own = [&](Var<T> x) { return head_rows(x, k, heads); };
        head.values = own(values);
        if (units) { // of A
            head.keys = own(memory.keys);
            head.Wq = own(memory.Wq);
            head.bq = own(memory.bq);
            head.b = own(memory.b);
            head.v = own(memory.v);
        } else { // of d
            head.annotations = own(memory.annotations);
            head.W = own(memory.W);
        }
        memory.heads.push_back(std::move(head));
    }
}

template <class T>
Query<T> part_of(const Query<T>& query, const Memory<T>& head, int heads) {
    const bool shared = head.keys || head.W; // a matrix of the head's own makes its part
    return {shared ? query.state : head_rows(query.state, head.head, heads), query.token};
}

template <class T>
Var<T> brought_together(const Memory<T>& memory, const std::vector<Var<T>>& contexts) {
    const Var<T> joined = contexts.size() == 1 ? contexts.front() : concat_rows(contexts); // (V, B)
    return memory.Wo ? affine(memory.Wo, joined, memory.bo) : joined;
}

template <class T>
Var<T> mean_of(const std::vector<Var<T>>& weights) {
    Var<T> sum = weights.front();
    for (std::size_t k = 1; k < weights.size(); ++k) sum = add(sum, weights[k]);
    return weights.size() == 1 ? sum : scale(sum, T(1) / static_cast<T>(weights.size()));
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template void declare_heads(nn::ParameterSet<T>&, const Sizes&);                                         \
    template void split_heads(Memory<T>&, ScoreHeads);                                                       \
    template Query<T> part_of(const Query<T>&, const Memory<T>&, int);                                       \
    template Var<T> brought_together(const Memory<T>&, const std::vector<Var<T>>&);                          \
    template Var<T> mean_of(const std::vector<Var<T>>&);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::attention
