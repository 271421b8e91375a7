#include "core/analysis/gold/links.h"

namespace heed::analysis {

std::vector<WeightedLink> strongest_links(const Eigen::Ref<const Eigen::MatrixXf>& weights) {
    std::vector<WeightedLink> links;
    for (Eigen::Index i = 0; i + 1 < weights.cols(); ++i) {
        Eigen::Index j = 0;
        const float weight = weights.col(i).maxCoeff(&j);
        if (j + 1 < weights.rows()) links.push_back({{static_cast<int>(j), static_cast<int>(i)}, weight});
    }
    return links;
}

std::vector<WeightedLink> links_from(const Eigen::Ref<const Eigen::MatrixXf>& weights, float least) {
    std::vector<WeightedLink> links;
    for (Eigen::Index i = 0; i + 1 < weights.cols(); ++i)
        for (Eigen::Index j = 0; j + 1 < weights.rows(); ++j)
            if (const float weight = weights(j, i); weight > 0 && weight >= least)
                links.push_back({{static_cast<int>(j), static_cast<int>(i)}, weight});
    return links;
}

} // namespace heed::analysis
