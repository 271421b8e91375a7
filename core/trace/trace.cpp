#include "core/trace/trace.h"

namespace heed {

std::shared_ptr<const TensorMap> kept(std::map<std::string, MatrixXf> matrices) {
    struct Kept {
        std::map<std::string, MatrixXf> matrices;
        TensorMap views;
    };
    const auto all = std::make_shared<Kept>();
    all->matrices = std::move(matrices);
    for (const auto& [name, m] : all->matrices)
        all->views.try_emplace(name, Eigen::Map<const MatrixXf>(m.data(), m.rows(), m.cols()));
    return {all, &all->views};
}

} // namespace heed
