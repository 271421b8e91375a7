#include "core/attention/alignment.h"

#include <array>
#include <cmath>

namespace heed::attention {
namespace {

constexpr std::array alignment_infos{
    AlignmentInfo{.kind = AlignmentKind::Global,
                  .id = "global",
                  .name = "global",
                  .formula = "",
                  .equation = "α_ij = exp(e_ij) / Σ_k exp(e_ik)",
                  .paper = "Bahdanau, Cho and Bengio 2015, eq. 6",
                  .shows = "Every source token competes for the same whole."},
    AlignmentInfo{.kind = AlignmentKind::LocalM,
                  .id = "local-m",
                  .name = "local-m",
                  .formula = " · window at i",
                  .equation = "p_i = i;  α_ij = softmax of e_ij over |j − p_i| ≤ D",
                  .paper = "Luong, Pham and Manning 2015, section 3.2",
                  .shows = "A window that walks along with the output: right where word order is kept."},
    AlignmentInfo{.kind = AlignmentKind::LocalP,
                  .id = "local-p",
                  .name = "local-p",
                  .formula = " · window at p",
                  .equation = "p_i = (T − 1) σ(v_pᵀ tanh(W_p q_i));  α_ij = softmax over |j − p_i| ≤ D, "
                              "times exp(−(j − p_i)² / 2σ²), σ = D/2",
                  .paper = "Luong, Pham and Manning 2015, section 3.2, eq. 9 and 10",
                  .shows =
                      "A window that the state places. The Gaussian takes away: rows sum to less than 1."},
    AlignmentInfo{.kind = AlignmentKind::Slots,
                  .id = "slots",
                  .name = "slots",
                  .formula = " · all slots",
                  .equation = "α_ij = exp(e_ij) / Σ_{k ≤ L} exp(e_ik), L slots; h_j = 0 past the source",
                  .paper = "the PyTorch seq2seq tutorial before June 2023",
                  .shows = "Slots past the source take weight too: rows over the source sum to less than 1."},
};

/// Which columns belong to the source, (B, T + past): all of an item's own, and all past states.
Mask present(const nn::Sequences& source, Eigen::Index columns, int past) {
    Mask where = Mask::Constant(source.items, columns, false);
    for (int b = 0; b < source.items; ++b)
        where.row(b).head(source.lengths[std::size_t(b)]).setConstant(true);
    where.rightCols(past).setConstant(true);
    return where;
}

/// 1 where a source has a token, else 0: (B, T).
template <class T>
Var<T> present_ones(Var<T> energies, const nn::Sequences& source) {
    return energies.tape().constant(present(source, energies.cols(), 0).template cast<T>().matrix());
}

/// p (B, 1) of local-m: the output's own place, never past the end.
template <class T>
Matrix<T> monotonic(const nn::Sequences& source, int step) {
    Matrix<T> p(source.items, 1);
    for (int b = 0; b < source.items; ++b) p(b, 0) = T(std::min(step, source.lengths[std::size_t(b)] - 1));
    return p;
}

/// p (B, 1) of local-p: eq. 9, positions counted from 0, so that the last is T - 1.
template <class T>
Var<T> predicted(const Aligner<T>& aligner, Var<T> query, const nn::Sequences& source) {
    Matrix<T> last(source.items, 1);
    for (int b = 0; b < source.items; ++b) last(b, 0) = T(source.lengths[std::size_t(b)] - 1);
    const Var<T> part =
        sigmoid(dot_rows(aligner.vp, tanh(matmul(aligner.Wp, query)), query.cols())); // (B, 1)
    return multiply(part, query.tape().constant(std::move(last)));
}

template <class T>
Mask inside(const nn::Sequences& source, const Matrix<T>& p, Eigen::Index columns, int window) {
    Mask where = present(source, columns, 0);
    for (Eigen::Index b = 0; b < where.rows(); ++b)
        for (Eigen::Index j = 0; j < columns; ++j)
            where(b, j) = where(b, j) && std::abs(static_cast<T>(j) - p(b, 0)) <= static_cast<T>(window);
    return where;
}

} // namespace

std::span<const AlignmentInfo> alignment_table() { return alignment_infos; }

const AlignmentInfo* find_alignment(std::string_view id) {
    for (const AlignmentInfo& a : alignment_infos)
        if (a.id == id) return &a;
    return nullptr;
}

template <class T>
void declare_alignment(nn::ParameterSet<T>& set, AlignmentKind kind, int A, int D) {
    if (kind != AlignmentKind::LocalP) return;
    set.add("attention.Wp", A, D);
    set.add("attention.vp", A, 1, 1);
}

template <class T>
Var<T> align(nn::Graph<T>& graph, const Aligner<T>& aligner, Var<T> energies, Var<T> query,
             const nn::Sequences& source, int step, int past) {
    if (aligner.kind == AlignmentKind::Slots)
        return softmax_where<T>(energies, Mask::Constant(energies.rows(), energies.cols(), true));
    if (aligner.kind == AlignmentKind::Global && aligner.smooth)
        return share_rows(multiply(sigmoid(energies), present_ones<T>(energies, source)));
    if (aligner.kind == AlignmentKind::Global && aligner.sharpen != 1)
        return softmax_rows<T>(scale(energies, aligner.sharpen), source.lengths);
    if (aligner.kind == AlignmentKind::Global)
        return past > 0 ? softmax_where<T>(energies, present(source, energies.cols(), past))
                        : softmax_rows<T>(energies, source.lengths);

    const Var<T> p = aligner.kind == AlignmentKind::LocalM ? graph.tape().constant(monotonic<T>(source, step))
                                                           : predicted(aligner, query, source);
    graph.record_row(Quantity::Position, step, p);
    // The edges of the window carry no gradient; p's comes through the Gaussian.
    const Var<T> weights =
        softmax_where<T>(energies, inside<T>(source, p.value(), energies.cols(), aligner.window));
    if (aligner.kind == AlignmentKind::LocalM) return weights;
    graph.record_row(Quantity::Aligned, step, weights);
    return multiply(weights, gaussian_rows(p, energies.cols(), static_cast<T>(aligner.window) / 2));
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template void declare_alignment(nn::ParameterSet<T>&, AlignmentKind, int, int);                          \
    template Var<T> align(nn::Graph<T>&, const Aligner<T>&, Var<T>, Var<T>, const nn::Sequences&, int, int);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::attention
