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

constexpr int adam_steps = 72, between_draws = 12; // of Adam; after how many every row is drawn back
constexpr int single_places = 4, drawn_rows = 5;
constexpr int halvings = 10; // of the way back
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
        offer(rows);
        climb(rows, 0, 0.7);
        // Once more about the best that was found.
        rows = around_best(static_cast<int>(rows.cols()));
        climb(rows, 0.7, 1);
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

    MatrixXf starts() {
        const Eigen::Index S = own_.size();
        std::vector<VectorXf> rows;
        rows.push_back(VectorXf::Constant(S, whole_ / static_cast<float>(S)));
        std::vector<Eigen::Index> order(static_cast<std::size_t>(S));
        std::iota(order.begin(), order.end(), Eigen::Index{0});
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return own_(a) > own_(b); });
        VectorXf turned(S);
        for (Eigen::Index k = 0; k < S; ++k)
            turned(order[static_cast<std::size_t>(k)]) = own_(order[static_cast<std::size_t>(S - 1 - k)]);
        rows.push_back(turned);
        const VectorXf rest = VectorXf::Constant(S, whole_) - own_;
        rows.push_back(rest * (whole_ / rest.sum()));
        rows.push_back(own_);
        for (const Eigen::Index j : quietest_places(order))
            rows.push_back(whole_ * (0.1f * VectorXf::Constant(S, 1 / static_cast<float>(S)) +
                                     0.9f * VectorXf::Unit(S, j)));
        Random random(1);
        for (int n = 0; n < drawn_rows; ++n) {
            VectorXf row(S);
            for (float& w : row) w = static_cast<float>(std::pow(random.real() + 1e-9, 4));
            rows.push_back(row * (whole_ / row.sum()));
        }
        MatrixXf all(S, static_cast<Eigen::Index>(rows.size()));
        for (std::size_t k = 0; k < rows.size(); ++k) all.col(static_cast<Eigen::Index>(k)) = rows[k];
        return all;
    }

    /// Places that had little, and where all the weight changes the output least.
    std::vector<Eigen::Index> quietest_places(const std::vector<Eigen::Index>& strongest_first) {
        const Eigen::Index S = own_.size();
        const VectorXf tvd = variations(whole_ * MatrixXf::Identity(S, S));
        std::vector<Eigen::Index> places(strongest_first.rbegin(), strongest_first.rend());
        std::stable_sort(places.begin(), places.end(), [&](auto a, auto b) {
            return tvd(a) + own_(a) / whole_ < tvd(b) + own_(b) / whole_;
        });
        places.resize(static_cast<std::size_t>(std::min<Eigen::Index>(S, single_places)));
        return places;
    }

    VectorXf variations(const MatrixXf& rows) {
        const MatrixXf p = walk_.probabilities(rows);
        return (p.colwise() - p_).cwiseAbs().colwise().sum().transpose() / 2;
    }

    /// d JSD(α, q) / d q_j = log2(q_j / m_j) / 2, m = (α + q) / 2; of rows that are brought to a sum of 1
    /// first.
    MatrixXf away_from_own(const MatrixXf& rows) const {
        MatrixXf slope(rows.rows(), rows.cols());
        for (Eigen::Index k = 0; k < rows.cols(); ++k)
            for (Eigen::Index j = 0; j < rows.rows(); ++j) {
                const float q = std::max(rows(j, k), floor_share * whole_);
                slope(j, k) = std::log2(q / ((own_(j) + q) / 2)) / 2;
            }
        return slope;
    }

    void climb(const MatrixXf& from, double share_from, double share_to) {
        MatrixXf logits = logits_of(from);
        MatrixXf mean = MatrixXf::Zero(logits.rows(), logits.cols()), square = mean, rows, gradient;
        const int all = share_to < 1 ? adam_steps : adam_steps / 2;
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
            if (n % between_draws == 0 || n == all) offer(weights_of(logits));
        }
    }

    /// Every row, as far from the model's own as its output allows: JSD grows along the way.
    void offer(const MatrixXf& rows) {
        VectorXf low = VectorXf::Zero(rows.cols()), high = VectorXf::Ones(rows.cols());
        const auto at = [&](const VectorXf& share) {
            MatrixXf some(rows.rows(), rows.cols());
            for (Eigen::Index k = 0; k < rows.cols(); ++k)
                some.col(k) = own_ + (rows.col(k) - own_) * share(k);
            return some;
        };
        const VectorXf whole_way = variations(rows);
        for (Eigen::Index k = 0; k < rows.cols(); ++k)
            if (whole_way(k) <= allowed_) low(k) = 1;
        for (int n = 0; n < halvings && low.minCoeff() < 1; ++n) {
            const VectorXf middle = (low + high) / 2;
            const VectorXf tvd = variations(at(middle));
            for (Eigen::Index k = 0; k < rows.cols(); ++k)
                if (low(k) < 1) (tvd(k) <= allowed_ ? low : high)(k) = middle(k);
        }
        const MatrixXf found = at(low);
        const VectorXf tvd = variations(found);
        for (Eigen::Index k = 0; k < found.cols(); ++k) {
            const double jsd = divergence(own_, found.col(k)).value_or(0);
            if (tvd(k) > allowed_ || jsd <= best_.jsd) continue;
            best_ = {{found.col(k).begin(), found.col(k).end()}, jsd, static_cast<double>(tvd(k))};
        }
    }

    MatrixXf around_best(int count) const {
        const VectorXf best = Eigen::Map<const VectorXf>(best_.row.data(), own_.size());
        MatrixXf rows(own_.size(), count);
        Random random(2);
        for (auto row : rows.colwise()) {
            for (Eigen::Index j = 0; j < row.size(); ++j)
                row(j) =
                    std::max(best(j), 1e-4f * whole_) * static_cast<float>(std::exp(0.7 * random.normal()));
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
