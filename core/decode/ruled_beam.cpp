#include "core/decode/ruled_beam.h"

#include "core/decode/row_edit.h"
#include "core/decode/rules.h"
#include "core/decode/run.h"
#include "core/models/stepper.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace heed::decode {
namespace {

using Fate = LatticeNode::Fate;

struct RuledContinuation {
    int sentence = 0, id = 0;
    float log_prob = 0;  // as the model has it
    double total = 0;    // with the rules
    std::size_t own = 0; // its rank in its sentence
};

/// The `most` largest that may come, largest first; of equal ones the lower id first.
std::vector<int> best_of(const Eigen::VectorXf& scores, std::size_t most) {
    std::vector<int> ids;
    for (int id = 0; id < scores.size(); ++id)
        if (std::isfinite(scores(id))) ids.push_back(id);
    most = std::min(most, ids.size());
    std::partial_sort(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(most), ids.end(),
                      [&](int a, int b) { return scores(a) != scores(b) ? scores(a) > scores(b) : a < b; });
    ids.resize(most);
    return ids;
}

class RuledSearch {
public:
    RuledSearch(const Model& model, const Request& request, const Beginning& beginning)
        : request_(request), beginning_(beginning), rules_(*beginning.rules),
          stepper_(model.config.architecture()->make_stepper(model.config, model.parameters, nullptr)),
          source_length_(static_cast<int>(beginning.source.size())), previous_{beginning.first}, live_{-1},
          texts_{beginning.given} {
        lattice_.settings = request.beam;
        lattice_.settings.exponent = request.beam.exponent.value_or(rules_.exponent);
        lattice_.settings.stopping = request.beam.stopping.value_or(rules_.stopping);
        stepper_->start(source_of(model, beginning.source));
    }

    bool done() const { return done_ || live_.empty(); }

    void step(int i, int wanted) {
        const int items = static_cast<int>(live_.size());
        const auto hand = intervention(request_.edits, i);
        stepper_->advance(previous_, request_.edits.touches_rows() ? &hand : nullptr);
        const MatrixXf& log_probs = stepper_->log_probs(); // (V, items)
        const std::vector<int> asked = keep_rows(items);
        const std::vector<RuledContinuation> all = candidates(log_probs, wanted);
        go_on(i, all, asked, wanted >= 0);
    }

    /// What has not ended counts where the search was cut off.
    Lattice finish(int outputs) {
        if (!done_)
            for (const int node : live_)
                if (node >= 0) keep({node, false, score_of(at(node).total, outputs)});
        std::stable_sort(ended_.begin(), ended_.end(),
                         [](const Ended& a, const Ended& b) { return a.score > b.score; });
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

    std::size_t width() const { return static_cast<std::size_t>(request_.beam.width); }
    std::size_t looked_at() const { return width() * std::max<std::size_t>(2, 1 + rules_.ends.size()); }
    const LatticeNode& at(int node) const { return lattice_.nodes[static_cast<std::size_t>(node)]; }
    double score_of(double total, int length) const {
        return beam_score(total, length, Eigen::VectorXf(), lattice_.settings);
    }

    std::vector<int> keep_rows(int items) {
        std::vector<int> columns(static_cast<std::size_t>(items));
        std::iota(columns.begin(), columns.end(), rows_);
        rows_ += items;
        const MatrixXf* weights = stepper_->weights();
        if (!weights) return columns;
        const int T = source_length_;
        if (lattice_.weights.cols() < rows_) lattice_.weights.conservativeResize(T, 2 * rows_);
        for (int b = 0; b < items; ++b)
            lattice_.weights.col(columns[static_cast<std::size_t>(b)]) = weights->row(b).head(T).transpose();
        return columns;
    }

    /// Of each sentence as many as are looked at of all: more of one can never be among those.
    std::vector<RuledContinuation> candidates(const MatrixXf& log_probs, int wanted) const {
        std::vector<RuledContinuation> all;
        for (std::size_t b = 0; b < live_.size(); ++b) {
            Eigen::VectorXf scores = log_probs.col(static_cast<Eigen::Index>(b));
            const double before = live_[b] >= 0 ? at(live_[b]).total : 0;
            const auto add = [&](int id, float score, std::size_t own) {
                all.push_back({static_cast<int>(b), id, log_probs(id, static_cast<Eigen::Index>(b)),
                               before + static_cast<double>(score), own});
            };
            if (wanted >= 0) {
                add(wanted, scores(wanted), 0);
                continue;
            }
            apply_rules(rules_, beginning_.so_far(texts_[b]), scores);
            const std::vector<int> ids = best_of(scores, looked_at());
            for (std::size_t own = 0; own < ids.size(); ++own) add(ids[own], scores(ids[own]), own);
        }
        return all;
    }

    /// The K best that have ended stay.
    void keep(const Ended& end) {
        ended_.push_back(end);
        if (ended_.size() <= width()) return;
        ended_.erase(std::min_element(ended_.begin(), ended_.end(),
                                      [](const Ended& a, const Ended& b) { return a.score < b.score; }));
    }

    bool is_over(double best, int length) const {
        if (ended_.size() < width()) return false;
        if (*lattice_.settings.stopping == Stopping::AtOnce) return true;
        double worst = ended_.front().score;
        for (const Ended& end : ended_) worst = std::min(worst, end.score);
        const bool reach =
            *lattice_.settings.stopping == Stopping::NoneCanReach && *lattice_.settings.exponent > 0;
        return worst >= score_of(best, reach ? beginning_.limit : length);
    }

    void go_on(int i, const std::vector<RuledContinuation>& all, const std::vector<int>& asked, bool forced) {
        std::vector<std::size_t> order(all.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return all[a].total > all[b].total; });
        if (order.size() > looked_at()) order.resize(looked_at());
        std::vector<Fate> fates(all.size(), Fate::Pruned);
        std::vector<bool> seen(all.size(), false);
        std::size_t next = 0;
        for (std::size_t rank = 0; rank < order.size() && next < width(); ++rank) {
            const RuledContinuation& c = all[order[rank]];
            const bool ends = rules_.ends_with(c.id);
            if (ends && rank < width()) fates[order[rank]] = Fate::Finished;
            if (!ends) fates[order[rank]] = Fate::Kept, ++next;
            seen[order[rank]] = true;
        }
        std::vector<int> parents, live, previous;
        std::vector<std::vector<int>> texts;
        for (std::size_t k = 0; k < all.size(); ++k) {
            const RuledContinuation& c = all[k];
            if (!seen[k] && c.own >= width()) continue;
            const auto b = static_cast<std::size_t>(c.sentence);
            const int node = static_cast<int>(lattice_.nodes.size());
            lattice_.nodes.push_back({live_[b], i, asked[b], c.id, beginning_.words.token(c.id), c.log_prob,
                                      c.total, fates[k], forced});
            if (fates[k] == Fate::Finished) keep({node, true, score_of(c.total, i + 1)});
            if (fates[k] != Fate::Kept) continue;
            parents.push_back(c.sentence);
            live.push_back(node);
            previous.push_back(c.id);
            texts.push_back(texts_[b]);
            texts.back().push_back(c.id);
        }
        done_ = !order.empty() && is_over(all[order.front()].total, i + 1);
        live_ = std::move(live);
        previous_ = std::move(previous);
        texts_ = std::move(texts);
        if (!live_.empty() && !done_) stepper_->reorder(parents);
    }

    const Request& request_;
    const Beginning& beginning_;
    const GenerationRules& rules_;
    std::unique_ptr<Stepper> stepper_;
    int source_length_;
    std::vector<int> previous_;           // the token each sentence ends with
    std::vector<int> live_;               // its node; -1 at the beginning
    std::vector<std::vector<int>> texts_; // all of it, with what it started from
    std::vector<Ended> ended_;
    Lattice lattice_;
    int rows_ = 0;
    bool done_ = false;
};

} // namespace

Lattice ruled_beam_search(const Model& model, const Request& request, const Beginning& beginning,
                          const std::atomic<bool>* cancelled) {
    RuledSearch search(model, request, beginning);
    int i = 0;
    for (; i < beginning.limit && !search.done(); ++i) {
        if (cancelled && cancelled->load(std::memory_order_relaxed)) throw Cancelled{};
        const auto given = beginning.wanted.find(i);
        search.step(i, given == beginning.wanted.end() ? -1 : given->second);
    }
    return search.finish(i);
}

} // namespace heed::decode
