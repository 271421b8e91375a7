// Runs that tell of themselves at every output.
#pragma once

#include "core/decode/telling.h"

#include <gtest/gtest.h>

#include <vector>

namespace heed::test {

struct ToldRun {
    Trace whole;
    std::vector<Trace> parts;
};

inline ToldRun told_run(const Model& model, const Request& request) {
    ToldRun told;
    decode::Telling telling;
    telling.first = telling.between = std::chrono::steady_clock::duration::zero();
    telling.share = 1;
    telling.so_far = [&](Trace part) { told.parts.push_back(std::move(part)); };
    told.whole = decode::run_telling(model, request, nullptr, telling);
    return told;
}

/// `part` is how `whole` begins: what was recorded bit for bit, what was made of it (`made`: means and
/// products of maps) to rounding.
inline void expect_beginning(const Trace& part, const Trace& whole, int outputs) {
    ASSERT_EQ(part.outputs(), outputs);
    for (int i = 0; i < outputs; ++i) {
        const auto k = static_cast<std::size_t>(i);
        EXPECT_EQ(part.steps[k].token.id, whole.steps[k].token.id);
        EXPECT_EQ(part.steps[k].log_prob, whole.steps[k].log_prob);
    }
    EXPECT_FALSE(part.finished);
    EXPECT_EQ(part.outline.count(Axis::Output), outputs);
    EXPECT_NE(part.model.doubt.find("Unfinished: " + std::to_string(outputs) + " output"), std::string::npos);
    EXPECT_TRUE(whole.model.doubt.empty());
    EXPECT_EQ(part.values().size(), whole.values().size());
    for (const auto& [site, value] : part.values()) {
        ASSERT_TRUE(whole.has(site.quantity, site.layer, site.head)) << info(site.quantity).key;
        const MatrixXf& all = whole.at(site);
        ASSERT_LE(value->rows(), all.rows()) << info(site.quantity).key;
        ASSERT_LE(value->cols(), all.cols()) << info(site.quantity).key;
        const MatrixXf beginning = all.topLeftCorner(value->rows(), value->cols());
        const bool made = info(site.quantity).key.find("rollout") != std::string_view::npos;
        for (Eigen::Index k = 0; k < value->size(); ++k) {
            const float a = value->data()[k], b = beginning.data()[k];
            if (std::isnan(a) && std::isnan(b)) continue;
            if (made)
                ASSERT_NEAR(a, b, 1e-6f) << info(site.quantity).key;
            else
                ASSERT_EQ(a, b) << info(site.quantity).key;
        }
    }
}

/// Every output but the last is told of, and each time the run as it begins.
inline void expect_beginnings(const ToldRun& told) {
    ASSERT_GT(told.whole.outputs(), 2);
    ASSERT_EQ(std::ssize(told.parts), told.whole.outputs() - 1);
    for (std::size_t n = 0; n < told.parts.size(); ++n)
        expect_beginning(told.parts[n], told.whole, static_cast<int>(n) + 1);
}

} // namespace heed::test
