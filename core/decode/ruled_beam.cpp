#include "core/decode/ruled_beam.h"

#include "core/decode/lattice_search.h"
#include "core/decode/rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::decode {
namespace {

struct RuledContinuation {
    int sentence = 0, id = 0;
    float log_prob = 0;  // as the model has it
    double total = 0;    // with the rules
    std::size_t own = 0; // its rank in its sentence
};

/// The `most` largest that may come, largest first; of equal ones the lower id first. One look at each: few
/// of a vocabulary are above what is kept already.
std::vector<int> best_of(const Eigen::VectorXf& scores, std::size_t most) {
    std::vector<int> ids;
    const auto above = [&](float score, int other) { return score > scores(other); };
    for (int id = 0; id < scores.size(); ++id) {
        const float score = scores(id);
        if (!std::isfinite(score) || (ids.size() == most && !above(score, ids.back()))) continue;
        if (ids.size() == most) ids.pop_back();
        ids.insert(std::upper_bound(ids.begin(), ids.end(), score, above), id);
    }
    return ids;
}

class RuledSearch : public LatticeSearch {
public:
    RuledSearch(const Model& model, const Request& request, const Beginning& beginning)
        : LatticeSearch(model, request, beginning), rules_(*beginning.rules), texts_{beginning.given} {
        lattice_.settings.exponent = request.beam.exponent.value_or(rules_.exponent);
        lattice_.settings.stopping = request.beam.stopping.value_or(rules_.stopping);
    }

    bool done() const { return done_ || live_.empty(); }

    void step(int i, int wanted) {
        const MatrixXf& log_probs = advance(i);
        const std::vector<int> asked = keep_rows();
        go_on(i, candidates(log_probs, wanted), asked, wanted >= 0);
    }

    /// What has not ended counts where the search was cut off.
    Lattice finish(int outputs) {
        if (!done_)
            for (const int node : live_)
                if (node >= 0) keep({node, false, score_of(at(node).total, outputs)});
        return listed([](const Ended& a, const Ended& b) { return a.score > b.score; });
    }

private:
    std::size_t width() const { return static_cast<std::size_t>(request_.beam.width); }
    std::size_t looked_at() const { return width() * std::max<std::size_t>(2, 1 + rules_.ends.size()); }
    double score_of(double total, int length) const {
        return beam_score(total, length, Eigen::VectorXf(), lattice_.settings);
    }

    /// Of each sentence as many as are looked at of all: more of one can never be among those.
    std::vector<RuledContinuation> candidates(const MatrixXf& log_probs, int wanted) const {
        std::vector<RuledContinuation> all;
        for (std::size_t b = 0; b < live_.size(); ++b) {
            Eigen::VectorXf scores = log_probs.col(static_cast<Eigen::Index>(b));
            const double before = total_of(b);
            const auto add = [&](int id, float score, std::size_t own) {
                all.push_back({static_cast<int>(b), id, log_probs(id, static_cast<Eigen::Index>(b)),
                               before + static_cast<double>(score), own});
            };
            if (wanted >= 0) {
                add(wanted, scores(wanted), 0);
                continue;
            }
            apply_rules(rules_, beginning_.so_far(texts_[b]), scores);
            std::vector<int> ids = best_of(scores, looked_at());
            if (ids.empty()) { // nothing may come: it ends, as the greedy run does
                ids = {rules_.ends.empty() ? 0 : rules_.ends.front()};
                scores = log_probs.col(static_cast<Eigen::Index>(b));
            }
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

    const GenerationRules& rules_;
    std::vector<std::vector<int>> texts_; // all of each sentence, with what it started from
    bool done_ = false;
};

} // namespace

Lattice ruled_beam_search(const Model& model, const Request& request, const Beginning& beginning,
                          const std::atomic<bool>* cancelled, const Telling* telling) {
    return run_search(RuledSearch(model, request, beginning), beginning, cancelled, telling);
}

} // namespace heed::decode
