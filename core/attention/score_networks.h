// Scores in which a small network compares; every one is v . tanh(keys + what is asked with). Of each the
// parameters it has, what it makes once of the annotations, and its energies. Only score_table.cpp includes
// this.
#pragma once

#include "core/attention/score_functions.h"
#include "core/autodiff/gelu.h"

namespace heed::attention {

// ---- what they share

template <class T>
void projected_keys(Memory<T>& m) { // W_h h_j
    m.keys = matmul(m.Wh, m.annotations);
}
template <class T>
void joint_keys(Memory<T>& m) { // the first d columns of W meet h_j
    m.Wh = columns(m.W, 0, m.annotations.rows());
    projected_keys(m);
}
/// W [A, d + what is asked with], b and, with a projection, v.
template <class T>
void joint_parameters(nn::ParameterSet<T>& set, int rows, int columns, bool projected) {
    set.add("attention.W", rows, columns);
    set.add("attention.b", rows, 1, 1);
    if (projected) set.add("attention.v", rows, 1, 1);
}

/// key_j + asked + b for all j: keys (A, n·B), asked (A, B). What all scores below share; concat has no b,
/// and normalised keys hold it already.
template <class T>
Var<T> joined(const Asked<T>& a, Var<T> keys, Var<T> asked) {
    record_asked(a, asked);
    const bool biased = a.memory.b && !a.memory.normalised;
    return add_tiled(keys, biased ? add_bias(asked, a.memory.b) : asked); // (A, n·B)
}
/// tanh of that
template <class T>
Var<T> meet(const Asked<T>& a, Var<T> keys, Var<T> asked) {
    return tanh(joined(a, keys, asked));
}
/// v . of that: (B, n)
template <class T>
Var<T> compare(const Asked<T>& a, Var<T> keys, Var<T> asked) {
    return dot_rows(a.memory.v, meet(a, keys, asked), asked.cols());
}

template <class T>
Var<T> project_query(const Asked<T>& a) {
    return matmul(a.memory.Wq, a.query.state); // (A, B)
}

/// The columns of W after those that meet h_j, times what is asked with: (A, B).
template <class T>
Var<T> project_asked(const Memory<T>& m, const std::vector<Var<T>>& parts) {
    const Var<T> x = concat_rows(parts);
    return matmul(columns(m.W, m.annotations.rows(), x.rows()), x);
}

/// The weights of the output before; at the first one, the source evenly.
template <class T>
Var<T> weights_before(const Asked<T>& a) {
    if (a.history.weights) return a.history.weights;
    const nn::Sequences& source = a.memory.source;
    Matrix<T> even = Matrix<T>::Zero(source.items, source.length);
    for (int b = 0; b < source.items; ++b) {
        const int own = source.lengths[static_cast<std::size_t>(b)];
        even.row(b).head(own).setConstant(T(1) / static_cast<T>(own));
    }
    return a.graph.tape().constant(std::move(even));
}

template <class T>
Var<T> coverage_before(const Asked<T>& a) {
    if (a.history.coverage) return a.history.coverage;
    return a.graph.tape().constant(Matrix<T>::Zero(a.memory.source.items, a.memory.source.length));
}

template <class T>
Var<T> context_before(const Asked<T>& a) {
    if (a.history.context) return a.history.context;
    return a.graph.tape().constant(Matrix<T>::Zero(a.memory.annotations.rows(), a.memory.source.items));
}

// ---- the scores

template <class T>
void additive_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    set.add("attention.Wq", n.A, n.D);
    set.add("attention.Wh", n.A, n.d);
    set.add("attention.b", n.A, 1, 1);
    set.add("attention.v", n.A, 1, 1);
}
/// W_h h_j, with b where it is normalised: b then belongs to what is normalised.
template <class T>
void additive_keys(Memory<T>& m) {
    projected_keys(m);
    if (m.normalised) m.keys = m.norm_key(add_bias(m.keys, m.b));
}
// e_ij = v . tanh(W_q q_i + W_h h_j + b)    Bahdanau et al. 2015, A.1.2; b is Heed's, as in every affine map
template <class T>
Var<T> additive(const Asked<T>& a) {
    const Var<T> asked = project_query(a);
    return compare(a, a.memory.keys, a.memory.normalised ? a.memory.norm_query(asked) : asked);
}

/// The same with another unit in the place of tanh.
template <class T, Var<T> unit(Var<T>)>
Var<T> additive_through(const Asked<T>& a) {
    const Var<T> asked = project_query(a);
    return dot_rows(a.memory.v, unit(joined(a, a.memory.keys, asked)), asked.cols());
}
template <class T>
Var<T> itself(Var<T> x) {
    return x;
}
// e_ij = v . relu(W_q q_i + W_h h_j + b)
template <class T>
Var<T> additive_relu(const Asked<T>& a) {
    return additive_through<T, relu<T>>(a);
}
// e_ij = v . (W_q q_i + W_h h_j + b): what the query adds is the same for every j, and cancels in the softmax
template <class T>
Var<T> additive_linear(const Asked<T>& a) {
    return additive_through<T, itself<T>>(a);
}
// e_ij = v . gelu(W_q q_i + W_h h_j + b), gelu(x) = x Phi(x)    Hendrycks and Gimpel 2016
template <class T>
Var<T> additive_gelu(const Asked<T>& a) {
    return additive_through<T, gelu<T>>(a);
}

template <class T>
void concat_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    set.add("attention.W", n.A, n.D + n.d);
    set.add("attention.v", n.A, 1, 1);
}
template <class T>
void concat_keys(Memory<T>& m) { // W [q; h] = W_q q + W_h h
    const Eigen::Index D = m.W.cols() - m.annotations.rows();
    m.Wq = columns(m.W, 0, D);
    m.Wh = columns(m.W, D, m.annotations.rows());
    projected_keys(m);
}
// e_ij = v . tanh(W [q_i; h_j])    Luong et al. 2015, section 3.1, concat
template <class T>
Var<T> concat(const Asked<T>& a) {
    return compare(a, a.memory.keys, project_query(a));
}

template <class T>
void location_aware_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    additive_parameters(set, n);
    set.add("attention.F", n.filters, n.width);
    set.add("attention.U", n.A, n.filters);
}
// e_ij = v . tanh(W_q q_i + W_h h_j + U f_ij + b), f_i = F * alpha_{i-1}    Chorowski et al. 2015, eq. 8 and
// 9; alpha_0 is even over the source
template <class T>
Var<T> location_aware(const Asked<T>& a) {
    const Var<T> features = convolve_rows(a.memory.F, weights_before(a)); // (k, T·B)
    if (a.graph.recording())
        for (Eigen::Index k = 0; k < features.rows(); ++k) { // one filter at every position: (T, 1)
            const Var<T> one = rows(features, k, 1);
            a.graph.record(Quantity::Features, a.step, reshape(one, one.cols(), 1), static_cast<int>(k));
        }
    const Var<T> keys = add(a.memory.keys, matmul(a.memory.U, features)); // (A, T·B)
    return compare(a, keys, project_query(a));
}

template <class T>
void coverage_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    additive_parameters(set, n);
    set.add("attention.wc", n.A, 1, 1);
    if (n.fertility) set.add("attention.Uf", n.d, 1, 1);
}
/// W_h h_j; and Phi_j = N sigma(U_f . h_j), N the most a position can be looked at: Tu et al. 2016,
/// section 3.1
template <class T>
void coverage_keys(Memory<T>& m) {
    projected_keys(m);
    if (m.switches.fertility == 0) return;
    m.fertility = scale(sigmoid(dot_rows(m.Uf, m.annotations, m.source.items)), T(m.switches.fertility));
}
// e_ij = v . tanh(W_q q_i + W_h h_j + w_c c_ij + b), c_i = alpha_1 + … + alpha_{i-1}    See et al. 2017, eq.
// 10 and 11
template <class T>
Var<T> coverage(const Asked<T>& a) {
    const Var<T> seen = coverage_before(a); // (B, T)
    a.graph.record_row(Quantity::Coverage, a.step, seen);
    const Var<T> keys = add(a.memory.keys, convolve_rows(a.memory.wc, seen)); // a filter of width 1
    return compare(a, keys, project_query(a));
}

// additive, over h_1 … h_T and the decoder's own s_1 … s_{i-1}: one softmax over both
template <class T>
Var<T> own_past(const Asked<T>& a) {
    std::vector<Var<T>> keys{a.memory.keys};
    keys.insert(keys.end(), a.history.keys.begin(), a.history.keys.end());
    return compare(a, concat_columns(keys), project_query(a));
}

template <class T>
void token_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    joint_parameters(set, n.A, n.d + n.E, true);
}
// e_ij = v . tanh(W [h_j; E y_{i-1}] + b): asked by the previous token, not by the state
template <class T>
Var<T> token(const Asked<T>& a) {
    return compare(a, a.memory.keys, project_asked<T>(a.memory, {a.query.token}));
}

template <class T>
void token_plain_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    joint_parameters(set, 1, n.d + n.E, false);
}
// e_ij = tanh(w . [h_j; E y_{i-1}] + b): one unit and no projection, so never outside [-1, 1]
template <class T>
Var<T> token_plain(const Asked<T>& a) {
    const Var<T> met = meet(a, a.memory.keys, project_asked<T>(a.memory, {a.query.token})); // (1, T·B)
    return dot_rows(a.graph.tape().constant(Matrix<T>::Ones(1, 1)), met, a.query.token.cols());
}

template <class T>
void token_context_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    joint_parameters(set, n.A, n.d + n.E + n.d, true);
}
// e_ij = v . tanh(W [h_j; E y_{i-1}; c_{i-1}] + b), c_0 = 0
template <class T>
Var<T> token_context(const Asked<T>& a) {
    return compare(a, a.memory.keys, project_asked<T>(a.memory, {a.query.token, context_before(a)}));
}

template <class T>
void token_language_parameters(nn::ParameterSet<T>& set, const Sizes& n) {
    joint_parameters(set, n.A, n.d + n.E + n.E, true);
}
// e_ij = v . tanh(W [h_j; E y_{i-1}; E y_0] + b), y_0 the token that names the language to write
template <class T>
Var<T> token_language(const Asked<T>& a) {
    return compare(a, a.memory.keys, project_asked<T>(a.memory, {a.query.token, a.history.language}));
}

} // namespace heed::attention
