#include "core/analysis/least_change.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/decode/run.h"
#include "core/decode/step_probe.h"
#include "core/models/tokens.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace heed::analysis {
namespace {

using Eigen::VectorXf;

constexpr int rivals = 5;    // tokens whose lead is worked on
constexpr int levels = 16;   // of a way that is looked along
constexpr int rounds = 6;    // measurements of the effects, at most
constexpr int halvings = 12; // of the stretch where the token changes: to 1/65,536 of the way
constexpr int drawn_rows = 48;
constexpr float small = 1e-3f; // share of the row that is moved to measure an effect

/// A way through rows: from the old one (0) to its end (1).
class Way {
public:
    /// Straight to a row.
    static Way to(const VectorXf& old, const VectorXf& end) {
        Way way;
        way.points_ = {old, end};
        return way;
    }
    /// All weight to the position where it helps most, the most harmful first: by effect, per unit of weight.
    static Way by_effect(const VectorXf& old, const VectorXf& effect) {
        Way way;
        way.points_ = {old};
        std::vector<Eigen::Index> order(static_cast<std::size_t>(old.size()));
        std::iota(order.begin(), order.end(), Eigen::Index{0});
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return effect(a) < effect(b); });
        VectorXf row = old;
        for (std::size_t n = 0; n + 1 < order.size(); ++n) {
            if (row(order[n]) <= 0) continue;
            row(order.back()) += row(order[n]);
            row(order[n]) = 0;
            way.points_.push_back(row);
        }
        return way;
    }

    /// The row where `share` of all that is moved on the way has been moved.
    VectorXf at(float share) const {
        const float wanted = share * length();
        float gone = 0;
        for (std::size_t n = 1; n < points_.size(); ++n) {
            const float piece = moved(points_[n - 1], points_[n]);
            if (piece > 0 && gone + piece >= wanted)
                return points_[n - 1] + (points_[n] - points_[n - 1]) * ((wanted - gone) / piece);
            gone += piece;
        }
        return points_.back();
    }
    static float moved(const VectorXf& a, const VectorXf& b) { return (a - b).cwiseAbs().sum() / 2; }

private:
    float length() const {
        float total = 0;
        for (std::size_t n = 1; n < points_.size(); ++n) total += moved(points_[n - 1], points_[n]);
        return total;
    }
    std::vector<VectorXf> points_;
};

class Search {
public:
    Search(const Model& model, const Trace& run, int output, const std::atomic<bool>* cancelled)
        : words_(output_words(model, run.source)), probe_(model, run, output, cancelled),
          cancelled_(cancelled), old_(run.at(Quantity::Weights).col(output)) {
        const VectorXf now = probe_.log_probs(old_).col(0);
        now.maxCoeff(&token_);
        std::vector<Eigen::Index> order(static_cast<std::size_t>(now.size()));
        std::iota(order.begin(), order.end(), Eigen::Index{0});
        const auto count = std::min<std::size_t>(rivals + 1, order.size());
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                          [&](auto a, auto b) { return now(a) != now(b) ? now(a) > now(b) : a < b; });
        rivals_.assign(order.begin() + 1, order.begin() + static_cast<std::ptrdiff_t>(count));
        before_ = now;
    }

    std::optional<LeastChange> find() {
        if (old_.sum() <= 0) return std::nullopt;
        try_ends();
        VectorXf where = old_;
        float last = std::numeric_limits<float>::infinity();
        for (int round = 0; round < rounds; ++round) {
            follow_effects(where);
            if (!best_ || best_moved_ >= last * 0.999f) break;
            last = best_moved_;
            where = *best_;
        }
        return result();
    }

private:
    /// Tokens that are the likeliest under each of these rows.
    std::vector<Eigen::Index> tokens(const MatrixXf& rows) {
        if (cancelled_ && cancelled_->load(std::memory_order_relaxed)) throw decode::Cancelled{};
        const MatrixXf log_probs = probe_.log_probs(rows);
        std::vector<Eigen::Index> best(static_cast<std::size_t>(rows.cols()));
        for (Eigen::Index k = 0; k < rows.cols(); ++k)
            log_probs.col(k).maxCoeff(&best[static_cast<std::size_t>(k)]);
        return best;
    }

    void offer(const VectorXf& row) {
        const float moved = Way::moved(old_, row);
        if (best_ && moved >= best_moved_) return;
        best_ = row;
        best_moved_ = moved;
    }

    /// The first place on each way where the token changes, as far as it is nearer than what is known.
    void walk(const std::vector<Way>& ways) {
        MatrixXf rows(old_.size(), static_cast<Eigen::Index>(ways.size()) * levels);
        for (std::size_t w = 0; w < ways.size(); ++w)
            for (int n = 0; n < levels; ++n)
                rows.col(static_cast<Eigen::Index>(w) * levels + n) = ways[w].at(level(n));
        const auto written = tokens(rows);
        struct Stretch {
            const Way* way;
            float low, high;
        };
        std::vector<Stretch> stretches;
        for (std::size_t w = 0; w < ways.size(); ++w)
            for (int n = 0; n < levels; ++n) {
                if (written[w * levels + static_cast<std::size_t>(n)] == token_) continue;
                const float low = n > 0 ? level(n - 1) : 0;
                if (!best_ || Way::moved(old_, ways[w].at(low)) < best_moved_)
                    stretches.push_back({&ways[w], low, level(n)});
                break;
            }
        for (int n = 0; n < halvings && !stretches.empty(); ++n) {
            MatrixXf middles(old_.size(), static_cast<Eigen::Index>(stretches.size()));
            for (std::size_t k = 0; k < stretches.size(); ++k)
                middles.col(static_cast<Eigen::Index>(k)) =
                    stretches[k].way->at((stretches[k].low + stretches[k].high) / 2);
            const auto found = tokens(middles);
            for (std::size_t k = 0; k < stretches.size(); ++k)
                (found[k] == token_ ? stretches[k].low : stretches[k].high) =
                    (stretches[k].low + stretches[k].high) / 2;
        }
        for (const Stretch& stretch : stretches) offer(stretch.way->at(stretch.high));
    }
    /// Finer where little has been moved.
    static float level(int n) {
        const float share = static_cast<float>(n + 1) / levels;
        return share * share;
    }

    void try_ends() {
        const Eigen::Index T = old_.size();
        const float whole = old_.sum();
        std::vector<Way> ways;
        for (Eigen::Index j = 0; j < T; ++j) ways.push_back(Way::to(old_, whole * VectorXf::Unit(T, j)));
        ways.push_back(Way::to(old_, VectorXf::Constant(T, whole / static_cast<float>(T))));
        Random random(1);
        for (int n = 0; n < drawn_rows; ++n) {
            VectorXf row(T);
            for (float& w : row) w = -static_cast<float>(std::log(1 - random.real()));
            ways.push_back(Way::to(old_, row * (whole / row.sum())));
        }
        walk(ways);
    }

    /// What moving a little weight to each position, away from all others, does for each rival against the
    /// token.
    void follow_effects(const VectorXf& where) {
        const Eigen::Index T = where.size();
        const float whole = where.sum();
        MatrixXf rows(T, T + 1);
        rows.col(T) = where;
        for (Eigen::Index j = 0; j < T; ++j)
            rows.col(j) = where * (1 - small) + whole * small * VectorXf::Unit(T, j);
        if (cancelled_ && cancelled_->load(std::memory_order_relaxed)) throw decode::Cancelled{};
        const MatrixXf log_probs = probe_.log_probs(rows);
        std::vector<Way> ways;
        for (const Eigen::Index rival : rivals_) {
            const VectorXf lead = (log_probs.row(rival) - log_probs.row(token_)).transpose();
            ways.push_back(Way::by_effect(old_, lead.head(T).array() - lead(T)));
        }
        walk(ways);
    }

    std::optional<LeastChange> result() {
        if (!best_) return std::nullopt;
        LeastChange change;
        change.row = *best_;
        change.moved = best_moved_;
        const VectorXf difference = change.row - old_;
        Eigen::Index from = 0, to = 0, after = 0;
        difference.minCoeff(&from);
        difference.maxCoeff(&to);
        const VectorXf now = probe_.log_probs(change.row).col(0);
        now.maxCoeff(&after);
        change.from = static_cast<int>(from);
        change.to = static_cast<int>(to);
        change.before_id = static_cast<int>(token_);
        change.after_id = static_cast<int>(after);
        change.before = words_.token(change.before_id);
        change.after = words_.token(change.after_id);
        change.p_before = std::exp(before_(after));
        change.p_after = std::exp(now(after));
        return change;
    }

    OutputWords words_;
    decode::StepProbe probe_;
    const std::atomic<bool>* cancelled_;
    VectorXf old_, before_; // the row, and log p under it
    Eigen::Index token_ = 0;
    std::vector<Eigen::Index> rivals_;
    std::optional<VectorXf> best_;
    float best_moved_ = 0;
};

} // namespace

std::optional<LeastChange> least_change(const Model& model, const Trace& run, int output,
                                        const std::atomic<bool>* cancelled) {
    if (!run.has_weights()) throw Error(model.name + ": this model has no weights");
    if (run.several_heads())
        throw Error(model.name + ": several heads make each output: no one row of weights can be moved");
    return Search(model, run, output, cancelled).find();
}

} // namespace heed::analysis
