#include "core/analysis/neighbours.h"
#include "core/models/seq2seq/facts.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace heed::analysis {
namespace {

bool before(const NearState& a, const NearState& b) {
    return std::tie(a.distance, a.sentence, a.column) < std::tie(b.distance, b.sentence, b.column);
}

/// The distance of every column from the state.
Eigen::VectorXf distances(const Eigen::Ref<const MatrixXf>& states,
                          const Eigen::Ref<const Eigen::VectorXf>& from, Distance how) {
    if (how == Distance::Euclid) return (states.colwise() - from).colwise().norm().transpose();
    const Eigen::ArrayXf lengths = states.colwise().norm().transpose().array() * from.norm();
    const Eigen::ArrayXf products = (states.transpose() * from).array();
    return (lengths > 0).select(1 - products / lengths.max(1e-30f), 1.0f).max(0.0f).matrix();
}

/// The nearest so far, as a heap whose front is the farthest of them.
class Nearest {
public:
    explicit Nearest(int count) : most_(static_cast<std::size_t>(std::max(0, count))) {}

    void offer(const NearState& state) {
        if (!std::isfinite(state.distance)) return;
        if (found_.size() == most_) {
            if (most_ == 0 || !before(state, found_.front())) return;
            std::pop_heap(found_.begin(), found_.end(), before);
            found_.pop_back();
        }
        found_.push_back(state);
        std::push_heap(found_.begin(), found_.end(), before);
    }
    std::vector<NearState> in_order() && {
        std::sort_heap(found_.begin(), found_.end(), before);
        return std::move(found_);
    }

private:
    std::size_t most_;
    std::vector<NearState> found_;
};

} // namespace

MatrixXf states_of(const Trace& trace, const StateChoice& choice) {
    const auto of_top = [&](Quantity q, int layers) {
        const int layer = std::max(0, layers - 1);
        return trace.has(q, layer) ? trace.at(q, layer) : MatrixXf();
    };
    switch (choice.kind) {
    case StateKind::Decoder:
        return decoder_path(trace, choice.row);
    case StateKind::Annotation:
        return of_top(Quantity::Annotation, 1);
    case StateKind::Forward:
        return of_top(Quantity::ForwardState, seq2seq_facts(trace).encoder_layers);
    case StateKind::Backward:
        return of_top(Quantity::BackwardState, seq2seq_facts(trace).encoder_layers);
    }
    return {};
}

Eigen::Ref<const MatrixXf> states_of(const SentenceStates& kept, const StateChoice& choice, int hidden) {
    const MatrixXf& annotations = kept.annotations;
    if (choice.kind == StateKind::Annotation) return annotations;
    if (choice.kind == StateKind::Decoder && choice.row >= 0 &&
        choice.row < static_cast<int>(kept.decoder.size()))
        return kept.decoder[static_cast<std::size_t>(choice.row)];
    if (choice.kind == StateKind::Decoder || hidden <= 0 || annotations.rows() < hidden)
        return annotations.topRows(0);
    return choice.kind == StateKind::Forward ? annotations.topRows(hidden) : annotations.bottomRows(hidden);
}

std::vector<NearState> nearest_states(const StateBank& bank, const NearQuery& query,
                                      const Eigen::Ref<const Eigen::VectorXf>& state) {
    Nearest nearest(query.count);
    for (std::size_t n = 0; n < bank.size(); ++n) {
        const SentenceStates& sentence = *bank[n];
        if (!query.except.empty() && sentence.text == query.except) continue;
        const Eigen::Ref<const MatrixXf> states = states_of(sentence, query.choice, query.hidden);
        if (states.rows() != state.rows()) continue;
        const Eigen::VectorXf far = distances(states, state, query.distance);
        for (Eigen::Index column = 0; column < far.size(); ++column)
            nearest.offer({static_cast<int>(n), static_cast<int>(column), far(column)});
    }
    return std::move(nearest).in_order();
}

} // namespace heed::analysis
