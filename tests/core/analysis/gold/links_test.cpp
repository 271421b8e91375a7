#include "core/analysis/gold/links.h"

#include <gtest/gtest.h>

namespace heed::analysis {
namespace {

// Source a b </s>, target x y z </s>.
Eigen::MatrixXf link_weights() {
    Eigen::MatrixXf w(3, 4);
    //   x     y     z    </s>
    w << 0.7f, 0.4f, 0.1f, 1.0f, // a
        0.3f, 0.4f, 0.2f, 0.0f,  // b
        0.0f, 0.2f, 0.7f, 0.0f;  // </s>
    return w;
}

std::vector<Link> plain(const std::vector<WeightedLink>& links) {
    std::vector<Link> result;
    for (const WeightedLink& link : links) result.push_back(link.link);
    return result;
}

TEST(Links, OneForATargetTokenUnlessItLooksAtTheEnd) {
    EXPECT_EQ(plain(strongest_links(link_weights())),
              (std::vector<Link>{{0, 0}, {0, 1}})); // equal: the first
    EXPECT_EQ(strongest_links(link_weights())[0].weight, 0.7f);
}

TEST(Links, EveryWeightFromAThresholdButNeverTheEnds) {
    EXPECT_EQ(plain(links_from(link_weights(), 0.3f)), (std::vector<Link>{{0, 0}, {1, 0}, {0, 1}, {1, 1}}));
    EXPECT_EQ(plain(links_from(link_weights(), 0)).size(), 6u);
    EXPECT_TRUE(links_from(link_weights(), 0.9f).empty());
    Eigen::MatrixXf nothing = link_weights();
    nothing(0, 0) = 0;
    EXPECT_EQ(links_from(nothing, 0).size(), 5u);
}

TEST(Links, OfAnEmptyTargetAreNone) {
    EXPECT_TRUE(strongest_links(Eigen::MatrixXf::Ones(3, 1)).empty());
    EXPECT_TRUE(links_from(Eigen::MatrixXf(0, 0), 0).empty());
}

} // namespace
} // namespace heed::analysis
