#include "core/analysis/meaning/other_map.h"

#include "core/analysis/divergence.h"
#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::analysis::meaning {
namespace {

using Eigen::MatrixXf;
using Eigen::VectorXf;

constexpr int adam_steps = 72,
              between_draws = 12; // of Adam; after how many every row is drawn back
constexpr int rounds = 4;         // once more about the best that was found
constexpr int drawn_rows = 160, begun_with = 10, far_away = 6; // rows that are drawn; that are followed
constexpr int shares = 9, halvings = 6; // of the way back that are looked at; of what is between two
constexpr float adam_rate = 0.25f, first_moment = 0.9f, second_moment = 0.95f;
constexpr float penalty = 25;        // bits for each unit of variation too much
constexpr float floor_share = 1e-6f; // of a row: below it a weight has no logarithm worth following

class MapSearch {
public:
    MapSearch(Walk<float>& walk, double allowed, const Watch& watch)
        : walk_(walk), own_(walk.weights()), whole_(own_.sum()), p_(walk.p()),
          allowed_(static_cast<float>(allowed) * 0.98f), watch_(watch) {}

    std::optional<OtherMap> find() {
        if (own_.size() < 2 || !(whole_ > 0)) return std::nullopt;
        best_ = {{own_.begin(), own_.end()}, 0, 0};
        MatrixXf rows = starts();
        climb(rows, adam_steps, 0.2, 0.6);
        for (int n = 0; n < rounds; ++n) { // about the best that was found
            const double from = 0.6 + 0.4 * n / rounds;
            rows = around_best(begun_with, n);
            climb(rows, adam_steps / 2, from, from + 0.4 / rounds);
        }
        return best_;
    }

private:
    /// Rows as shares of the whole become weights.
    MatrixXf weights_of(const MatrixXf& logits) const {
        MatrixXf rows = (logits.rowwise() - logits.colwise().maxCoeff()).array().exp().matrix();
        for (auto row : rows.colwise()) row *= whole_ / row.sum();
        return rows;
    }
    MatrixXf logits_of(const MatrixXf& rows) const {
        return (rows / whole_).cwiseMax(floor_share).array().log().matrix();
    }

    /// Of many rows, drawn back to the same output, those that differ most; and some that are far away.
    MatrixXf starts() {
        const Eigen::Index S = own_.size();
        MatrixXf rows(S, drawn_rows + S + 2);
        Random random(1);
        for (Eigen::Index k = 0; k < drawn_rows; ++k) {
            const int sharp = 1 + static_cast<int>(k % 5) * 2;
            for (Eigen::Index j = 0; j < S; ++j)
                rows(j, k) = static_cast<float>(std::pow(random.real() + 1e-6, sharp));
        }
        rows.middleCols(drawn_rows, S).setConstant(0.1f / static_cast<float>(S));
        rows.middleCols(drawn_rows, S).diagonal().array() += 0.9f;
        rows.col(drawn_rows + S).setOnes();
        rows.col(drawn_rows + S + 1) = turned();
        for (auto row : rows.colwise()) row *= whole_ / row.sum();
        watch_.go_on(0);
        const Drawn back = drawn_back(rows);
        keep(back);
        std::vector<Eigen::Index> order(static_cast<std::size_t>(rows.cols()));
        std::iota(order.begin(), order.end(), Eigen::Index{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](auto a, auto b) { return back.jsd(a) > back.jsd(b); });
        order.resize(static_cast<std::size_t>(std::min<Eigen::Index>(begun_with, rows.cols())));
        MatrixXf chosen(S, begun_with + far_away);
        for (std::size_t k = 0; k < begun_with; ++k)
            chosen.col(static_cast<Eigen::Index>(k)) = back.rows.col(order[k % order.size()]);
        for (std::size_t k = 0; k < far_away; ++k) // the same, as they were before
            chosen.col(begun_with + static_cast<Eigen::Index>(k)) = rows.col(order[k % order.size()]);
        chosen.rightCols(2) = rows.rightCols(2);
        return chosen;
    }

    /// The weights in the order turned round: the strongest place has the weakest weight.
    VectorXf turned() const {
        std::vector<Eigen::Index> order(static_cast<std::size_t>(own_.size()));
        std::iota(order.begin(), order.end(), Eigen::Index{0});
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return own_(a) > own_(b); });
        VectorXf row(own_.size());
        for (std::size_t k = 0; k < order.size(); ++k) row(order[k]) = own_(order[order.size() - 1 - k]);
        return row;
    }

    VectorXf variations(const MatrixXf& rows) {
        const MatrixXf p = walk_.probabilities(rows);
        return (p.colwise() - p_).cwiseAbs().colwise().sum().transpose() / 2;
    }

    /// d JSD(α, q) / d q_j = log2(q_j / m_j) / 2, m = (α + q) / 2; of rows that
    /// are brought to a sum of 1 first.
    MatrixXf away_from_own(const MatrixXf& rows) const {
        MatrixXf slope(rows.rows(), rows.cols());
        for (Eigen::Index k = 0; k < rows.cols(); ++k)
            for (Eigen::Index j = 0; j < rows.rows(); ++j) {
                const float q = std::max(rows(j, k), floor_share * whole_);
                slope(j, k) = std::log2(q / ((own_(j) + q) / 2)) / 2;
            }
        return slope;
    }

    void climb(const MatrixXf& from, int all, double share_from, double share_to) {
        MatrixXf logits = logits_of(from);
        MatrixXf mean = MatrixXf::Zero(logits.rows(), logits.cols()), square = mean, rows, gradient;
        for (int n = 1; n <= all; ++n) {
            watch_.go_on(share_from + (share_to - share_from) * (n - 1) / all);
            rows = weights_of(logits);
            const VectorXf tvd = walk_.variation(rows, p_, gradient);
            MatrixXf slope = away_from_own(rows);
            for (Eigen::Index k = 0; k < rows.cols(); ++k)
                if (tvd(k) > allowed_) slope.col(k) -= penalty * gradient.col(k);
            // Through the softmax: d/dθ_j = α'_j (g_j − Σ_k α'_k g_k / Σ α')
            for (Eigen::Index k = 0; k < rows.cols(); ++k)
                slope.col(k) =
                    (rows.col(k).array() * (slope.col(k).array() - rows.col(k).dot(slope.col(k)) / whole_))
                        .matrix();
            mean = first_moment * mean + (1 - first_moment) * slope;
            square = second_moment * square + (1 - second_moment) * slope.cwiseProduct(slope);
            const float a = 1 - std::pow(first_moment, static_cast<float>(n)),
                        b = 1 - std::pow(second_moment, static_cast<float>(n));
            logits.array() += adam_rate * (mean.array() / a) / ((square.array() / b).sqrt() + 1e-7f);
            if (n % between_draws == 0 || n == all) keep(drawn_back(weights_of(logits)));
        }
    }

    /// Rows, each as far from the model's own as its output allows on the straight way there, and how far
    /// that is. JSD grows along the way.
    struct Drawn {
        MatrixXf rows;
        VectorXf tvd;
        Eigen::VectorXd jsd;
    };
    Drawn drawn_back(const MatrixXf& rows) {
        const Eigen::Index B = rows.cols();
        const auto at = [&](Eigen::Index k, float share) -> VectorXf {
            return own_ + (rows.col(k) - own_) * share;
        };
        // The output need not change steadily: the furthest share of those looked at, then what is beyond it.
        VectorXf low = VectorXf::Zero(B), high = VectorXf::Ones(B);
        MatrixXf ways(rows.rows(), B * shares);
        for (Eigen::Index k = 0; k < B; ++k)
            for (Eigen::Index n = 0; n < shares; ++n) ways.col(k * shares + n) = at(k, share_at(n));
        const VectorXf along = variations(ways);
        for (Eigen::Index k = 0; k < B; ++k)
            for (Eigen::Index n = 0; n < shares; ++n) {
                if (along(k * shares + n) > allowed_) continue;
                low(k) = share_at(n);
                high(k) = n > 0 ? share_at(n - 1) : 1;
                break;
            }
        for (Eigen::Index k = 0; k < B; ++k)
            if (low(k) == 0) high(k) = share_at(shares - 1);
        MatrixXf middles(rows.rows(), B);
        for (int n = 0; n < halvings; ++n) {
            for (Eigen::Index k = 0; k < B; ++k) middles.col(k) = at(k, (low(k) + high(k)) / 2);
            const VectorXf tvd = variations(middles);
            for (Eigen::Index k = 0; k < B; ++k)
                (tvd(k) <= allowed_ ? low : high)(k) = (low(k) + high(k)) / 2;
        }
        Drawn found{middles, {}, Eigen::VectorXd(B)};
        for (Eigen::Index k = 0; k < B; ++k) found.rows.col(k) = at(k, low(k));
        found.tvd = variations(found.rows);
        for (Eigen::Index k = 0; k < B; ++k)
            found.jsd(k) = found.tvd(k) <= allowed_ ? divergence(own_, found.rows.col(k)).value_or(0) : 0;
        return found;
    }
    /// 1, .75, .56, … of the way.
    static float share_at(Eigen::Index n) { return std::pow(0.75f, static_cast<float>(n)); }

    void keep(const Drawn& found) {
        Eigen::Index k = 0;
        if (found.jsd.maxCoeff(&k) <= best_.jsd) return;
        best_ = {{found.rows.col(k).begin(), found.rows.col(k).end()},
                 found.jsd(k),
                 static_cast<double>(found.tvd(k))};
    }

    /// Rows about the best, nearer with every round.
    MatrixXf around_best(int count, int round) const {
        const VectorXf best = Eigen::Map<const VectorXf>(best_.row.data(), own_.size());
        MatrixXf rows(own_.size(), count);
        const double spread = 0.8 / (1 + round);
        Random random(2 + static_cast<std::uint64_t>(round));
        for (auto row : rows.colwise()) {
            for (Eigen::Index j = 0; j < row.size(); ++j)
                row(j) = std::max(best(j), 1e-4f * whole_) *
                         static_cast<float>(std::exp(spread * random.normal()));
            row *= whole_ / row.sum();
        }
        return rows;
    }

    Walk<float>& walk_;
    const VectorXf own_;
    const float whole_;
    const VectorXf p_;
    const float allowed_; // a little less than is allowed: float32
    const Watch& watch_;
    OtherMap best_;
};

} // namespace

std::optional<OtherMap> other_map(Walk<float>& walk, double allowed, const Watch& watch) {
    return MapSearch(walk, allowed, watch).find();
}

} // namespace heed::analysis::meaning
