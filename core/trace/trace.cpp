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

std::size_t Trace::bytes() const {
    std::size_t total = lattice ? sizeof(float) * static_cast<std::size_t>(lattice->weights.size()) +
                                      sizeof(LatticeNode) * lattice->nodes.size()
                                : 0;
    for (const auto& [key, value] : values_) total += sizeof(float) * static_cast<std::size_t>(value.size());
    return total;
}

} // namespace heed
