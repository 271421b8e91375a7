#include "core/analysis/moves/pass.h"

#include "core/base/error.h"
#include "core/models/transformer/values.h"

#include <cstring>
#include <vector>

namespace heed::moves {

template <class T>
Eigen::VectorXd Pass<T>::column(const Site& site, int place) const {
    const Numbers* values = recorded(site);
    if (!values || place < 0 || place >= values->cols())
        throw Error("the run", std::string(site.quantity.info().key), "recorded at every place",
                    "nothing at place " + std::to_string(place));
    return values->col(place).template cast<double>();
}

template <class T>
Eigen::MatrixXd Pass<T>::matrix(const std::string& name) const {
    return parameters[parameters.find(name)].matrix().template cast<double>();
}

template <class T>
Eigen::VectorXd Pass<T>::row(const std::string& name, Eigen::Index index) const {
    const nn::Parameter<T>& p = parameters[parameters.find(name)];
    if (!p.stored) return p.value.row(index).transpose().template cast<double>();
    std::vector<float> wide(static_cast<std::size_t>(p.stored.cols()));
    p.stored.widen(index, wide.data());
    return Eigen::Map<const Eigen::VectorXf>(wide.data(), p.stored.cols()).cast<double>();
}

Pass<float> pass_of(const Model& model, const Trace& run) {
    const auto* config = model.config.find<transformer::Config>();
    if (!config)
        throw Error(model.name + ": what heads and layers add is measured of Transformers, and this is none");
    const transformer::SideValues& side = transformer::last_side(*config);
    if (!run.has(side.input) || !run.has(side.feed.result))
        throw Error(model.name +
                    ": the run holds its maps but not what its layers made; run it again to measure it");
    Pass<float> pass{*config, model.parameters, nullptr, std::max(0, run.source_length() - 1)};
    pass.recorded = [&run](const Site& site) {
        return run.has(site.quantity, site.layer, site.head) ? &run.at(site) : nullptr;
    };
    return pass;
}

template struct Pass<float>;
template struct Pass<double>;

} // namespace heed::moves
