// What Compare shows, computed once more from the JSON of runs by code of its own.
#pragma once

#include "core/io/run/trace_json.h"
#include "core/tasks/task.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heed::compared {

using nlohmann::json;
using Row = std::vector<double>;

/// A run as its JSON says it: weights by output; empty: no attention.
struct Said {
    std::vector<std::string> source, output;
    std::vector<Row> weights;
    double log_prob = 0;
};

inline Said said_of(const Trace& trace) {
    const json j = json::parse(io::trace_to_json(trace).dump());
    Said said;
    said.source = j["source"]["tokens"].get<std::vector<std::string>>();
    said.output = j["target"]["tokens"].get<std::vector<std::string>>();
    for (const json& step : j["steps"]) {
        said.log_prob += step["log_prob"].get<double>();
        if (!step["weights"].is_null()) said.weights.push_back(step["weights"].get<Row>());
    }
    EXPECT_NEAR(said.log_prob, j["log_prob"].get<double>(), 1e-4);
    return said;
}

inline double sum_of_row(const Row& row) {
    double sum = 0;
    for (const double w : row) sum += w;
    return sum;
}

inline double mean_entropy(const Said& run) {
    double all = 0;
    for (const Row& row : run.weights) {
        const double sum = sum_of_row(row);
        for (const double w : row)
            if (w > 0) all -= w / sum * std::log(w / sum);
    }
    return all / static_cast<double>(run.weights.size());
}

inline double mean_largest(const Said& run) {
    double all = 0;
    for (const Row& row : run.weights) all += *std::max_element(row.begin(), row.end());
    return all / static_cast<double>(run.weights.size());
}

/// Kendall's τ-b of each row with the column of the measure, and their mean: each pair of places by itself.
inline std::optional<double> mean_of_taus(const std::vector<Row>& weights, const Eigen::MatrixXf& measure) {
    double all = 0;
    int outputs = 0;
    const auto order = [](double difference) {
        return std::abs(difference) <= 1e-12 ? 0 : difference > 0 ? 1 : -1;
    };
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const Row& row = weights[i];
        double alike = 0, in_one = 0, in_other = 0; // pairs: C − D, and those not tied in each
        for (std::size_t a = 0; a < row.size(); ++a)
            for (std::size_t b = 0; b < a; ++b) {
                const auto at = [&](std::size_t j) {
                    return static_cast<double>(
                        measure(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)));
                };
                const int one = order(row[a] - row[b]), other = order(at(a) - at(b));
                alike += one * other;
                in_one += one != 0;
                in_other += other != 0;
            }
        if (in_one == 0 || in_other == 0) continue;
        all += alike / std::sqrt(in_one * in_other);
        ++outputs;
    }
    return outputs > 0 ? std::optional(all / outputs) : std::nullopt;
}

/// Over the columns of both, and what lies on none; `only` counts the columns marked there alone.
inline double divergence(Row p, Row q, const std::vector<bool>& only = {}) {
    p.push_back(std::max(0.0, 1 - sum_of_row(p)));
    q.push_back(std::max(0.0, 1 - sum_of_row(q)));
    double bits = 0;
    for (std::size_t j = 0; j < p.size(); ++j) {
        if (!only.empty() && (j >= only.size() || !only[j])) continue;
        const double m = (p[j] + q[j]) / 2;
        if (p[j] > 0) bits += p[j] * std::log2(p[j] / m) / 2;
        if (q[j] > 0) bits += q[j] * std::log2(q[j] / m) / 2;
    }
    return bits;
}

inline std::size_t common_length(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    std::vector<std::vector<std::size_t>> best(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t k = 1; k <= b.size(); ++k)
            best[i][k] =
                a[i - 1] == b[k - 1] ? best[i - 1][k - 1] + 1 : std::max(best[i - 1][k], best[i][k - 1]);
    return best[a.size()][b.size()];
}

/// That the pairs are a longest common sequence, in order.
void expect_longest(const analysis::Alignment& slots, const std::vector<std::string>& a,
                    const std::vector<std::string>& b) {
    std::size_t equal = 0;
    for (const auto& slot : slots)
        if (slot.same) {
            EXPECT_EQ(a[static_cast<std::size_t>(slot.a)], b[static_cast<std::size_t>(slot.b)]);
            ++equal;
        }
    EXPECT_EQ(equal, common_length(a, b));
}

using Links = std::vector<std::pair<int, int>>; // source, target

inline bool holds(const Links& links, std::pair<int, int> link) {
    return std::find(links.begin(), links.end(), link) != links.end();
}

/// 1 - (|A n S| + |A n P|) / (|A| + |S|): one link an output to its strongest token but the end, outputs that
/// are not the answer's wrong, those that gold does not speak of left out.
inline std::optional<double> alignment_error(const Said& run, const tasks::Sample& answer) {
    std::vector<std::string> written = run.output;
    if (!written.empty() && written.back() == "</s>") written.pop_back();
    Links sure, possible;
    for (const Link& link : answer.sure) sure.emplace_back(link.source, link.target);
    possible = sure;
    for (const Link& link : answer.possible) possible.emplace_back(link.source, link.target);
    double drawn = 0, hits = 0;
    for (const auto& slot : analysis::align_tokens(written, answer.target)) {
        if (slot.a < 0) continue;
        const auto speaks = [&](const auto& link) { return slot.same && link.second == slot.b; };
        if (slot.same && std::none_of(possible.begin(), possible.end(), speaks)) continue;
        const Row& row = run.weights[static_cast<std::size_t>(slot.a)];
        const auto at = static_cast<int>(std::max_element(row.begin(), row.end()) - row.begin());
        if (at + 1 == static_cast<int>(row.size())) continue; // the end
        ++drawn;
        if (slot.same) hits += holds(sure, {at, slot.b}) + holds(possible, {at, slot.b});
    }
    if (drawn + static_cast<double>(sure.size()) == 0) return std::nullopt;
    return 1 - hits / (drawn + static_cast<double>(sure.size()));
}

} // namespace heed::compared
