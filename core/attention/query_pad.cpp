#include "core/attention/query_pad.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace heed::attention {
namespace {

constexpr double strength = 8; // β of cosine β

constexpr std::array<PadScore, 7> scores{{
    {"dot", "{d:q}·{f:k}", "longer keys and longer queries count more"},
    {"scaled", "{d:q}·{f:k} / √2", "the same over √2: a little softer"},
    {"general", "{f:k}·W {d:q}", "W turns the query by a quarter to the left"},
    {"additive", "v·tanh(W {d:q} + U {f:k} + b)", "three units bend: near is not the same as alike"},
    {"cosine", "cos({d:q}, {f:k})", "directions alone: lengths say nothing"},
    {"cosine-beta", "β cos({d:q}, {f:k})", "directions alone, eight times as strong"},
    {"location", "W {d:q}  (no {f:k})", "a direction for each key’s number, whatever the key"},
}};

template <class T>
void fill(nn::ParameterSet<T>& set, const char* name, std::initializer_list<double> row_major) {
    Matrix<T>& value = set[set.find(name)].value;
    auto number = row_major.begin();
    for (Eigen::Index r = 0; r < value.rows(); ++r)
        for (Eigen::Index c = 0; c < value.cols(); ++c) value(r, c) = static_cast<T>(*number++);
    assert(number == row_major.end());
}

/// Keys (2, N) once for each of Q queries, as a batch has them: column j·Q + q.
template <class T>
Matrix<T> for_each_query(const Matrix<T>& keys, Eigen::Index queries) {
    Matrix<T> tiled(keys.rows(), keys.cols() * queries);
    for (Eigen::Index j = 0; j < keys.cols(); ++j)
        tiled.middleCols(j * queries, queries).colwise() = keys.col(j);
    return tiled;
}

} // namespace

std::span<const PadScore> pad_scores() { return scores; }

template <class T>
nn::ParameterSet<T> declare_pad(std::string_view score, int units, int positions) {
    nn::ParameterSet<T> set(nn::Fill::Zeros);
    Sizes sizes;
    sizes.A = units;
    sizes.D = sizes.d = 2;
    sizes.positions = positions;
    declare(set, score, AlignmentKind::Global, sizes);
    return set;
}

template <class T>
nn::ParameterSet<T> pad_parameters(std::string_view score) {
    nn::ParameterSet<T> set = declare_pad<T>(score);
    if (score == "general") fill(set, "attention.W", {0, -1, 1, 0});
    if (score == "additive") {
        fill(set, "attention.Wq", {1.2, 0, 0, 1.2, -0.8, 0.8});
        fill(set, "attention.Wh", {1.2, 0, 0, 1.2, 0.8, -0.8});
        fill(set, "attention.b", {0, 0, 0.5});
        fill(set, "attention.v", {1.6, 1.6, -1.2});
    }
    if (score == "cosine-beta") fill(set, "attention.log_beta", {std::log(strength)});
    if (score == "location") {
        Matrix<T>& W = set[set.find("attention.W")].value; // (8, 2): an eighth of a turn a row
        for (Eigen::Index row = 0; row < W.rows(); ++row) {
            const double angle = std::acos(-1.0) / 4 * static_cast<double>(row);
            W(row, 0) = static_cast<T>(1.5 * std::cos(angle));
            W(row, 1) = static_cast<T>(1.5 * std::sin(angle));
        }
    }
    return set;
}

template <class T>
PadAnswer<T> ask_pad(nn::Graph<T>& graph, std::string_view score, const Matrix<T>& keys,
                     const Matrix<T>& queries, T temperature) {
    const Eigen::Index Q = queries.cols();
    Memory<T> memory;
    memory.annotations = graph.tape().constant(for_each_query(keys, Q)); // (2, N·Q)
    memory.source.items = static_cast<int>(Q);
    memory.source.length = static_cast<int>(keys.cols());
    memory.source.lengths.assign(static_cast<std::size_t>(Q), memory.source.length);
    prepare(graph, memory, score, AlignmentKind::Global, 0);
    Intervention<T> warmth;
    warmth.temperature = temperature;
    History<T> history;
    const Var<T> state = graph.tape().constant(queries);
    const Attended<T> answer = attend(graph, memory, {state, state}, history, 0, &warmth);
    return {answer.energies, answer.weights, answer.context};
}

double pad_ceiling(std::string_view score, int keys, double temperature) {
    const ScoreInfo* info = find_score(score);
    if (!info || info->bound == ScoreBound::None || keys < 1) return 1;
    const double beta = info->bound == ScoreBound::One ? 1 : strength;
    return 1 / (1 + (keys - 1) * std::exp(-2 * beta / temperature));
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template nn::ParameterSet<T> declare_pad<T>(std::string_view, int, int);                                 \
    template nn::ParameterSet<T> pad_parameters<T>(std::string_view);                                        \
    template PadAnswer<T> ask_pad(nn::Graph<T>&, std::string_view, const Matrix<T>&, const Matrix<T>&, T);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::attention
