#include "core/decode/beam.h"

#include "core/decode/row_edit.h"
#include "core/decode/run.h"
#include "core/models/stepper.h"

#include <algorithm>
#include <memory>
#include <numeric>

namespace heed::decode {
namespace {

using Fate = LatticeNode::Fate;

struct Continuation {
    int sentence = 0, id = 0;
    float log_prob = 0;
    double total = 0, score = 0;
};

/// The `most` largest, largest first, and of equal ones the first first. One look at each: few of a
/// vocabulary are above what is kept already.
void likeliest(const Eigen::Ref<const Eigen::VectorXf>& log_probs, std::size_t most, std::vector<int>& ids) {
    ids.clear();
    const auto above = [&](float value, int other) { return value > log_probs(other); };
    for (int id = 0; id < log_probs.size(); ++id) {
        if (ids.size() == most && !above(log_probs(id), ids.back())) continue;
        if (ids.size() == most) ids.pop_back();
        ids.insert(std::upper_bound(ids.begin(), ids.end(), log_probs(id), above), id);
    }
}

class Search {
public:
    Search(const Model& model, const Request& request, const Beginning& beginning)
        : model_(model), request_(request), words_(beginning.words),
          stepper_(model.config.architecture()->make_stepper(model.config, model.parameters, nullptr)),
          source_length_(static_cast<int>(beginning.source.size())), previous_{beginning.first}, live_{-1},
          coverage_{Eigen::VectorXf::Zero(source_length_)} {
        lattice_.settings = request.beam;
        stepper_->start(source_of(model, beginning.source));
    }

    bool done() const { return live_.empty() || finished_ >= request_.beam.width; }

    void step(int i, int wanted) {
        const int items = static_cast<int>(live_.size());
        const auto hand = intervention(request_.edits, i);
        stepper_->advance(previous_, request_.edits.touches_rows() ? &hand : nullptr);
        const MatrixXf& log_probs = stepper_->log_probs(); // (V, items)
        const std::vector<int> asked = keep_rows(items);
        const std::vector<Continuation> best = candidates(i, log_probs, wanted);
        go_on(i, best, asked, wanted >= 0);
    }

    Lattice finish(int outputs) {
        for (std::size_t b = 0; b < live_.size(); ++b)
            if (live_[b] >= 0) ended_.push_back({live_[b], false, score_of(live_[b], outputs, coverage_[b])});
        std::stable_sort(ended_.begin(), ended_.end(), [](const Ended& a, const Ended& b) {
            return a.finished != b.finished ? a.finished : a.score > b.score;
        });
        for (const Ended& end : ended_) {
            Hypothesis h{{}, at(end.node).total, end.score, end.finished};
            for (int node = end.node; node >= 0; node = at(node).parent)
                h.nodes.insert(h.nodes.begin(), node);
            lattice_.hypotheses.push_back(std::move(h));
        }
        lattice_.weights.conservativeResize(Eigen::NoChange, rows_);
        return std::move(lattice_);
    }

private:
    struct Ended {
        int node;
        bool finished;
        double score;
    };

    const LatticeNode& at(int node) const { return lattice_.nodes[static_cast<std::size_t>(node)]; }
    double score_of(int node, int length, const Eigen::VectorXf& coverage) const {
        return beam_score(at(node).total, length, coverage, request_.beam);
    }

    /// Keeps the attention of every sentence; the column of each.
    std::vector<int> keep_rows(int items) {
        std::vector<int> columns(static_cast<std::size_t>(items));
        std::iota(columns.begin(), columns.end(), rows_);
        rows_ += items;
        const MatrixXf* weights = stepper_->weights();
        if (!weights) return columns;
        const int T = source_length_;
        if (lattice_.weights.cols() < rows_) lattice_.weights.conservativeResize(T, 2 * rows_);
        for (int b = 0; b < items; ++b) {
            lattice_.weights.col(columns[static_cast<std::size_t>(b)]) = weights->row(b).head(T).transpose();
            coverage_[static_cast<std::size_t>(b)] += weights->row(b).head(T).transpose();
        }
        return columns;
    }

    /// The best `width` continuations of each sentence: more of one can never be among the best of all.
    std::vector<Continuation> candidates(int i, const MatrixXf& log_probs, int wanted) const {
        const auto width = static_cast<std::size_t>(request_.beam.width);
        std::vector<Continuation> all;
        all.reserve(live_.size() * width);
        std::vector<int> ids;
        for (std::size_t b = 0; b < live_.size(); ++b) {
            const auto column = log_probs.col(static_cast<Eigen::Index>(b));
            if (wanted >= 0)
                ids.assign(1, wanted);
            else
                likeliest(column, width, ids);
            const double before = live_[b] >= 0 ? at(live_[b]).total : 0;
            for (const int id : ids) {
                const double total = before + static_cast<double>(column(id));
                all.push_back({static_cast<int>(b), id, column(id), total,
                               beam_score(total, i + 1, coverage_[b], request_.beam)});
            }
        }
        return all;
    }

    void go_on(int i, const std::vector<Continuation>& all, const std::vector<int>& asked, bool forced) {
        std::vector<int> order(all.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return all[static_cast<std::size_t>(a)].score > all[static_cast<std::size_t>(b)].score;
        });
        std::vector<Fate> fates(all.size(), Fate::Pruned);
        const auto room = static_cast<std::size_t>(request_.beam.width - finished_);
        for (std::size_t n = 0; n < std::min(room, order.size()); ++n) {
            const auto k = static_cast<std::size_t>(order[n]);
            fates[k] = all[k].id == model_.target.special().end ? Fate::Finished : Fate::Kept;
        }
        std::vector<int> parents, live, previous;
        std::vector<Eigen::VectorXf> coverage;
        for (std::size_t k = 0; k < all.size(); ++k) {
            const Continuation& c = all[k];
            const auto b = static_cast<std::size_t>(c.sentence);
            const int node = static_cast<int>(lattice_.nodes.size());
            lattice_.nodes.push_back(
                {live_[b], i, asked[b], c.id, words_.token(c.id), c.log_prob, c.total, fates[k], forced});
            if (fates[k] == Fate::Finished) {
                ended_.push_back({node, true, c.score});
                ++finished_;
            }
            if (fates[k] != Fate::Kept) continue;
            parents.push_back(c.sentence);
            live.push_back(node);
            previous.push_back(c.id);
            coverage.push_back(coverage_[b]);
        }
        live_ = std::move(live);
        previous_ = std::move(previous);
        coverage_ = std::move(coverage);
        if (!live_.empty()) stepper_->reorder(parents);
    }

    const Model& model_;
    const Request& request_;
    const OutputWords& words_;
    std::unique_ptr<Stepper> stepper_;
    int source_length_;
    std::vector<int> previous_;             // the token each sentence ends with
    std::vector<int> live_;                 // its node; -1 at the beginning
    std::vector<Eigen::VectorXf> coverage_; // what each source position was given so far
    std::vector<Ended> ended_;
    Lattice lattice_;
    int finished_ = 0, rows_ = 0;
};

} // namespace

Lattice beam_search(const Model& model, const Request& request, const Beginning& beginning,
                    const std::atomic<bool>* cancelled) {
    Search search(model, request, beginning);
    int i = 0;
    for (; i < beginning.limit && !search.done(); ++i) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
        const auto given = beginning.wanted.find(i);
        search.step(i, given == beginning.wanted.end() ? -1 : given->second);
    }
    return search.finish(i);
}

} // namespace heed::decode
