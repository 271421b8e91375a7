#include "core/analysis/score_terms.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace heed::analysis {
namespace {

using Eigen::VectorXf;

const Eigen::Map<const MatrixXf>& parameter(const Trace& trace, const char* name) {
    return trace.parameters->at(name);
}

bool has_parameter(const Trace& trace, const char* name) {
    return trace.parameters && trace.parameters->count(name) != 0;
}

// ---- what a network's score reads beside query and annotation

/// w_c c_ij
VectorXf covered(const Trace& trace, int i, int j) {
    return parameter(trace, "attention.wc").reshaped() * trace.at(Quantity::Coverage)(j, i);
}

/// U f_ij, f_i = F * alpha_{i-1}; alpha_0 is even over the source.
VectorXf looked_last(const Trace& trace, int i, int j) {
    const auto& F = parameter(trace, "attention.F");
    const int reach = static_cast<int>(F.cols() / 2), T = trace.source_length();
    VectorXf f = VectorXf::Zero(F.rows());
    for (int s = std::max(0, j - reach); s <= std::min(T - 1, j + reach); ++s)
        f += F.col(s - j + reach) * (i == 0 ? 1.0f / static_cast<float>(T) : trace.weight(i - 1, s));
    return parameter(trace, "attention.U") * f;
}

/// The last columns of W times what they read beside annotation and previous token.
VectorXf last_columns(const Trace& trace, const VectorXf& x) {
    return parameter(trace, "attention.W").rightCols(x.size()) * x;
}
VectorXf context_before(const Trace& trace, int i, int) {
    const bool gated = trace.has(Quantity::GatedContext);
    const MatrixXf& c = trace.at(gated ? Quantity::GatedContext : Quantity::Context);
    return last_columns(trace, i == 0 ? VectorXf(VectorXf::Zero(c.rows())) : VectorXf(c.col(i - 1)));
}
VectorXf language(const Trace& trace, int, int) {
    return last_columns(trace, trace.at(Quantity::TargetEmbedding).col(0));
}

/// The scores that read more than query and annotation.
struct Extra {
    std::string_view score;
    VectorXf (*of)(const Trace&, int i, int j);
    bool asked = false; // the run recorded it as part of the query's projection
};
constexpr std::array extras{
    Extra{"location-aware", looked_last},
    Extra{"coverage", covered},
    Extra{"token-context", context_before, true},
    Extra{"token-language", language, true},
};

const Extra* extra_of(std::string_view score) {
    const auto it =
        std::find_if(extras.begin(), extras.end(), [&](const Extra& e) { return e.score == score; });
    return it == extras.end() ? nullptr : &*it;
}

/// Of a vector that heads share out, the A numbers of the one in front; of a model with one head all of it.
VectorXf own_part(const Trace& trace, const char* name, Eigen::Index A) {
    return parameter(trace, name).reshaped().segment(std::max(0, seq2seq_facts(trace).front) * A, A);
}

// ---- the three forms

void network_terms(ScoreTerms& t, const Trace& trace, int i, int j) {
    const Extra* extra = extra_of(trace.model.score);
    t.query = trace.at(Quantity::QueryProjection).col(i);
    t.key = trace.at(Quantity::Key).col(j);
    const auto A = t.key.size();
    if (extra) t.extra = extra->of(trace, i, j);
    if (extra && extra->asked) t.query -= t.extra;
    const bool biased =
        has_parameter(trace, "attention.b") && !seq2seq_facts(trace).normalised; // keys hold it then
    t.bias = biased ? own_part(trace, "attention.b", A) : VectorXf(VectorXf::Zero(A));
    t.v =
        has_parameter(trace, "attention.v") ? own_part(trace, "attention.v", A) : VectorXf(VectorXf::Ones(A));
    VectorXf sum = t.query + t.key + t.bias;
    if (extra) sum += t.extra;
    t.unit = find_score(trace.model.score)->unit;
    t.tanh = sum.unaryExpr([&](float x) { return through(t.unit, x); });
    t.product = t.v.cwiseProduct(t.tanh);
}

float factor_of(const ScoreInfo& score, const Trace& trace, Eigen::Index units) {
    switch (score.factor) {
    case ScoreFactor::Root:
        return 1 / std::sqrt(static_cast<float>(units));
    case ScoreFactor::Strength:
        return std::exp(parameter(trace, "attention.log_beta")(0, 0));
    default:
        return 1;
    }
}

const MatrixXf& query_vectors(const Trace& trace) {
    const bool projected = trace.has(Quantity::QueryProjection);
    return trace.at(projected ? Quantity::QueryProjection : Quantity::Query);
}
const MatrixXf& key_vectors(const Trace& trace) {
    const bool keyed = trace.has(Quantity::Key);
    return trace.at(keyed ? Quantity::Key : Quantity::Annotation);
}

void product_terms(ScoreTerms& t, const Trace& trace, const ScoreInfo& score, int i, int j) {
    t.query = query_vectors(trace).col(i);
    t.key = key_vectors(trace).col(j);
    t.product = t.query.cwiseProduct(t.key);
    t.factor = factor_of(score, trace, t.units());
    if (score.offset) t.offset = parameter(trace, "attention.b")(0, 0);
}

void slot_terms(ScoreTerms& t, const Trace& trace, int i, int j) {
    t.query = trace.at(Quantity::Query).col(i);
    t.key = parameter(trace, "attention.W").row(j).transpose();
    t.product = t.query.cwiseProduct(t.key);
    t.offset = parameter(trace, "attention.b").reshaped()(j);
}

bool has_network(const Trace& trace) {
    return trace.has(Quantity::Key) && trace.has(Quantity::QueryProjection) &&
           trace.at(Quantity::Key).rows() == trace.at(Quantity::QueryProjection).rows();
}
bool has_product(const Trace& trace, const ScoreInfo& score) {
    if (!trace.has(Quantity::Query) || !trace.has(Quantity::Annotation)) return false;
    if (query_vectors(trace).rows() != key_vectors(trace).rows())
        return false; // of a file, which keeps no projections
    if (score.offset && !has_parameter(trace, "attention.b")) return false;
    return score.factor != ScoreFactor::Strength || has_parameter(trace, "attention.log_beta");
}
bool has_slot(const Trace& trace, int j) {
    return trace.has(Quantity::Query) && has_parameter(trace, "attention.W") &&
           has_parameter(trace, "attention.b") && j < parameter(trace, "attention.W").rows();
}

} // namespace

bool has_score_terms(const Trace& trace, int j) {
    const ScoreInfo* score = find_score(trace.model.score);
    if (!score || !trace.has(Quantity::Energies)) return false;
    switch (score->form) {
    case ScoreForm::Network:
        return has_network(trace);
    case ScoreForm::Product:
        return has_product(trace, *score);
    case ScoreForm::Slot:
        return has_slot(trace, j);
    default:
        return false;
    }
}

ScoreTerms score_terms(const Trace& trace, int i, int j) {
    ScoreTerms terms;
    terms.energy = trace.at(Quantity::Energies)(j, i);
    const ScoreInfo* score = find_score(trace.model.score);
    if (!score) return terms;
    terms.form = score->form;
    terms.squashed = score->squashed;
    if (score->form == ScoreForm::Network) network_terms(terms, trace, i, j);
    if (score->form == ScoreForm::Product) product_terms(terms, trace, *score, i, j);
    if (score->form == ScoreForm::Slot) slot_terms(terms, trace, i, j);
    return terms;
}

std::vector<int> largest_units(const Eigen::Ref<const Eigen::VectorXf>& terms, int count) {
    std::vector<int> units(static_cast<std::size_t>(terms.size()));
    std::iota(units.begin(), units.end(), 0);
    const auto kept = std::min<std::ptrdiff_t>(std::max(count, 0), std::ssize(units));
    const auto larger = [&](int a, int b) {
        const float left = std::abs(terms(a)), right = std::abs(terms(b));
        return left != right ? left > right : a < b;
    };
    std::partial_sort(units.begin(), units.begin() + kept, units.end(), larger);
    units.resize(static_cast<std::size_t>(kept));
    return units;
}

float through(ScoreUnit unit, float sum) {
    switch (unit) {
    case ScoreUnit::Relu:
        return std::max(0.0f, sum);
    case ScoreUnit::Linear:
        return sum;
    case ScoreUnit::Gelu:
        return sum * (1 + std::erf(sum * std::numbers::sqrt2_v<float> / 2)) / 2;
    default:
        return std::tanh(sum);
    }
}

std::string_view name_of(ScoreUnit unit) {
    constexpr std::array<std::string_view, 4> names = {"tanh", "relu", "", "gelu"};
    return names[static_cast<std::size_t>(unit)];
}

int saturated_units(const ScoreTerms& terms, float limit) {
    if (terms.unit != ScoreUnit::Tanh) return 0;
    return static_cast<int>((terms.tanh.array().abs() > limit).count());
}

WindowTerms window_terms(const Trace& trace, int i) {
    WindowTerms t;
    t.v = parameter(trace, "attention.vp").reshaped();
    t.tanh = (parameter(trace, "attention.Wp") * trace.at(Quantity::Query).col(i)).array().tanh();
    t.product = t.v.cwiseProduct(t.tanh);
    t.sum = t.product.sum();
    t.share = 1 / (1 + std::exp(-t.sum));
    t.position = trace.at(Quantity::Position)(0, i);
    return t;
}

} // namespace heed::analysis
