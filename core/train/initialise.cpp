#include "core/train/initialise.h"

#include <cassert>
#include <cmath>
#include <string>

namespace heed::train {
namespace {

/// The matrix whose columns set the range of `name`: of a cell its weight_hh, of a bias its matrix, else
/// itself.
std::string range_from(const nn::ParameterSet<float>& parameters, const std::string& name) {
    const auto dot = name.rfind('.');
    const std::string owner = name.substr(0, dot + 1), own = name.substr(dot + 1);
    if (own == "weight_ih" || own == "weight_hh" || own == "bias_ih" || own == "bias_hh")
        return owner + "weight_hh";
    if (own == "bias") return owner + (parameters.find(owner + "weight") >= 0 ? "weight" : "weight_hh");
    // A score's bias stands beside the matrix that meets the query, or beside the vector w.
    if (own == "b")
        for (const char* meets : {"Wq", "W", "w"})
            if (parameters.find(owner + meets) >= 0) return owner + meets;
    return name;
}

double range(const nn::ParameterSet<float>& parameters, const nn::Parameter<float>& p) {
    const int index = parameters.find(range_from(parameters, p.name));
    assert(index >= 0);
    const auto& from = parameters[index];
    return 1 / std::sqrt(static_cast<double>(from.rank == 2 ? from.value.cols() : from.value.rows()));
}

} // namespace

void initialise(nn::ParameterSet<float>& parameters, Random& random) {
    for (int k = 0; k < parameters.size(); ++k) {
        auto& p = parameters[k];
        if (p.name == "attention.log_beta") {
            p.value.setConstant(std::log(10.0f)); // a key strength at which one of many can win
            continue;
        }
        if (const auto dot = p.name.rfind('.'); parameters.find(p.name.substr(0, dot + 1) + "gain") >= 0) {
            p.value.setConstant(p.name.substr(dot) == ".gain" ? 1.0f
                                                              : 0.0f); // a norm, at first the plain one
            continue;
        }
        const bool embedding = p.name.find("embedding") != std::string::npos;
        const double r = embedding ? 0 : range(parameters, p);
        for (Eigen::Index i = 0; i < p.value.rows(); ++i)
            for (Eigen::Index j = 0; j < p.value.cols(); ++j)
                p.value(i, j) = static_cast<float>(embedding ? random.normal() : random.uniform(-r, r));
    }
}

} // namespace heed::train
