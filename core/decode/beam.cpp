#include "core/decode/beam.h"

#include "core/decode/lattice_search.h"

#include <algorithm>
#include <numeric>

namespace heed::decode {
namespace {

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

class Search : public LatticeSearch {
public:
    Search(const Model& model, const Request& request, const Beginning& beginning)
        : LatticeSearch(model, request, beginning),
          model_(model), coverage_{Eigen::VectorXf::Zero(source_length_)} {}

    bool done() const { return live_.empty() || finished_ >= request_.beam.width; }

    void step(int i, int wanted) {
        const MatrixXf& log_probs = advance(i);
        const std::vector<int> asked = keep_rows();
        if (stepper_->weights())
            for (std::size_t b = 0; b < live_.size(); ++b) coverage_[b] += lattice_.weights.col(asked[b]);
        const std::vector<Continuation> best = candidates(i, log_probs, wanted);
        go_on(i, best, asked, wanted >= 0);
    }

    Lattice finish(int outputs) {
        for (std::size_t b = 0; b < live_.size(); ++b)
            if (live_[b] >= 0)
                ended_.push_back(
                    {live_[b], false, beam_score(at(live_[b]).total, outputs, coverage_[b], request_.beam)});
        return listed([](const Ended& a, const Ended& b) {
            return a.finished != b.finished ? a.finished : a.score > b.score;
        });
    }

private:
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
            const double before = total_of(b);
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
            lattice_.nodes.push_back({live_[b], i, asked[b], c.id, beginning_.words.token(c.id), c.log_prob,
                                      c.total, fates[k], forced});
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
    std::vector<Eigen::VectorXf> coverage_; // what each source position was given so far
    int finished_ = 0;
};

} // namespace

Lattice beam_search(const Model& model, const Request& request, const Beginning& beginning,
                    const std::atomic<bool>* cancelled, const Telling* telling) {
    return run_search(Search(model, request, beginning), beginning, cancelled, telling);
}

} // namespace heed::decode
