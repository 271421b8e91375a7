// Scores in which the state meets each annotation in a product: of each the parameters it has, what it makes
// once of the annotations, and its energies. Only score_table.cpp includes this.
#pragma once

#include "core/attention/score_functions.h"

#include <algorithm>
#include <cmath>

namespace heed::attention {

// e_ij = q_i . h_j    Luong et al. 2015, section 3.1, dot
template <class T>
Var<T> dot(const Asked<T>& a) {
    if (a.memory.head >= 0) record_asked(a, a.query.state); // its part of q_i
    return dot_tiled(a.memory.annotations, a.query.state);
}

// e_ij = q_i . h_j / sqrt(d)    Vaswani et al. 2017, eq. 1, d = 2H numbers in an annotation
template <class T>
Var<T> scaled(const Asked<T>& a) {
    return scale(dot(a), T(1) / std::sqrt(static_cast<T>(a.memory.annotations.rows())));
}

template <class T>
void general_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    set.add("attention.W", n.d, n.D);
}
// e_ij = (W q_i) . h_j    Luong et al. 2015, section 3.1, general
template <class T>
Var<T> general(const Asked<T>& a) {
    const Var<T> asked = matmul(a.memory.W, a.query.state); // (d, B)
    record_asked(a, asked);
    return dot_tiled(a.memory.annotations, asked);
}

template <class T>
void projected_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    set.add("attention.Wq", n.A, n.D);
    set.add("attention.bq", n.A, 1, 1);
    set.add("attention.Wh", n.A, n.d);
    set.add("attention.bh", n.A, 1, 1);
}
template <class T>
void affine_keys(Memory<T>& m) { // W_h h_j + b_h
    m.keys = affine(m.Wh, m.annotations, m.bh);
}
// e_ij = (W_q q_i + b_q) . (W_h h_j + b_h)
template <class T>
Var<T> projected(const Asked<T>& a) {
    const Var<T> asked = affine(a.memory.Wq, a.query.state, a.memory.bq); // (A, B)
    record_asked(a, asked);
    return dot_tiled(a.memory.keys, asked);
}
// the same / sqrt(A)    Vaswani et al. 2017, eq. 1 and section 3.2.2, A numbers of a head
template <class T>
Var<T> projected_scaled(const Asked<T>& a) {
    return scale(projected(a), T(1) / std::sqrt(static_cast<T>(a.memory.keys.rows())));
}

template <class T>
void general_tanh_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    general_parameters(set, n);
    set.add("attention.b", 1, 1, 1);
}
// e_ij = tanh((W q_i) . h_j + b), b one number    Ma et al. 2017, the score gamma
template <class T>
Var<T> general_tanh(const Asked<T>& a) {
    const Var<T> product = general(a); // (B, T)
    const Eigen::Index B = product.rows(), positions = product.cols();
    const Var<T> sum = add_bias(reshape(product, 1, B * positions), a.memory.b); // (1, B·T)
    return tanh(reshape(sum, B, positions));
}

template <class T>
void unit_keys(Memory<T>& m) { // h_j / |h_j|
    m.keys = unit_columns(m.annotations);
}
// e_ij = cos(q_i, h_j)    Graves et al. 2014, eq. 6; the keys are h_j / |h_j|
template <class T>
Var<T> cosine(const Asked<T>& a) {
    const Var<T> asked = unit_columns(a.query.state); // (d, B)
    record_asked(a, asked);
    return dot_tiled(a.memory.keys, asked);
}

template <class T>
void cosine_beta_parameters(nn::ParameterSet<T>& set, const Sizes&) {
    set.add("attention.log_beta", 1, 1, 1);
}
// e_ij = beta cos(q_i, h_j), beta = exp(log_beta)    Graves et al. 2014, eq. 5
template <class T>
Var<T> cosine_beta(const Asked<T>& a) {
    return scale_by_exp(cosine(a), a.memory.log_beta);
}

template <class T>
void location_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    set.add("attention.W", n.positions, n.D);
    set.add("attention.b", n.positions, 1, 1);
}
// e_ij = (W q_i + b)_j: a slot a position, L of them    Luong et al. 2015, eq. 8
template <class T>
Var<T> location(const Asked<T>& a) {
    const Var<T> slots = affine(a.memory.W, a.query.state, a.memory.b); // (L, B)
    const Eigen::Index source = a.memory.source.length;
    const bool all = a.memory.aligner.kind == AlignmentKind::Slots;
    return slot_rows(slots, all ? std::max(slots.rows(), source) : source);
}

} // namespace heed::attention
