// What every search over continuations keeps: the lattice of all that was looked at, where each sentence
// stands in it, and what has ended.
#pragma once

#include "core/decode/row_edit.h"
#include "core/decode/run.h"
#include "core/decode/telling.h"
#include "core/models/model.h"
#include "core/models/stepper.h"
#include "core/trace/lattice.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace heed::decode {

class LatticeSearch {
public:
    LatticeSearch(const Model& model, const Request& request, const Beginning& beginning)
        : name_(model.name), request_(request), beginning_(beginning),
          stepper_(stepper_of(model, with_other_inputs(model, request))),
          source_(source_of(model, beginning.source)),
          source_length_(static_cast<int>(beginning.source.size())), previous_{beginning.first}, live_{-1} {
        lattice_.settings = request.beam;
    }

    /// Reads the source; to be called first.
    void begin(const ReadingTold& told) {
        stepper_->tell_reading(told);
        stepper_->writes(true);
        stepper_->start(source_);
    }

protected:
    using Fate = LatticeNode::Fate;
    struct Ended {
        int node;
        bool finished;
        double score;
    };

    const LatticeNode& at(int node) const { return lattice_.nodes[static_cast<std::size_t>(node)]; }
    /// log p of what sentence b has written so far.
    double total_of(std::size_t b) const { return live_[b] >= 0 ? at(live_[b]).total : 0; }

    /// Makes output i of each sentence: log p (V, items).
    const MatrixXf& advance(int i) {
        const auto hand = intervention(request_.edits, i);
        stepper_->advance(previous_, request_.edits.touches_rows() ? &hand : nullptr);
        const MatrixXf& log_probs = stepper_->log_probs();
        check_numbers(name_, log_probs, i);
        return log_probs;
    }

    /// Keeps the attention of every sentence; the column of each.
    std::vector<int> keep_rows() {
        const int items = static_cast<int>(live_.size()), T = source_length_;
        std::vector<int> columns(static_cast<std::size_t>(items));
        std::iota(columns.begin(), columns.end(), rows_);
        rows_ += items;
        const MatrixXf* weights = stepper_->weights();
        if (!weights) return columns;
        if (lattice_.weights.cols() < rows_) lattice_.weights.conservativeResize(T, 2 * rows_);
        for (int b = 0; b < items; ++b)
            lattice_.weights.col(columns[static_cast<std::size_t>(b)]) = weights->row(b).head(T).transpose();
        return columns;
    }

    /// All that ended, in the order of `better`, with the nodes that lead there.
    template <class Better>
    Lattice listed(const Better& better) {
        std::stable_sort(ended_.begin(), ended_.end(), better);
        for (const Ended& end : ended_) {
            Hypothesis h{{}, at(end.node).total, end.score, end.finished};
            for (int node = end.node; node >= 0; node = at(node).parent)
                h.nodes.insert(h.nodes.begin(), node);
            lattice_.hypotheses.push_back(std::move(h));
        }
        lattice_.weights.conservativeResize(Eigen::NoChange, rows_);
        return std::move(lattice_);
    }

    const std::string& name_; // the model's
    const Request& request_;
    const Beginning& beginning_;
    std::unique_ptr<Stepper> stepper_;
    nn::Sequences source_;
    int source_length_;
    std::vector<int> previous_; // the token each sentence ends with
    std::vector<int> live_;     // its node; -1 at the beginning
    std::vector<Ended> ended_;
    Lattice lattice_;
    int rows_ = 0;
};

/// Goes on output by output, with what the beginning prescribes, until the search is done or at its limit.
template <class Search>
Lattice run_search(Search search, const Beginning& beginning, const std::atomic<bool>* cancelled,
                   const Telling* telling) {
    Pace pace(telling);
    search.begin([&](int read, int layers) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
        pace.tell({read, layers, 0, true});
    });
    int i = 0;
    for (; i < beginning.limit && !search.done(); ++i) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
        const auto given = beginning.wanted.find(i);
        search.step(i, given == beginning.wanted.end() ? -1 : given->second);
        pace.tell({0, 0, i + 1, true});
    }
    return search.finish(i);
}

} // namespace heed::decode
