// A pass of a Transformer as it is read by what measures it: what was recorded, and the numbers it used.
#pragma once

#include "core/models/model.h"
#include "core/models/transformer/config.h"
#include "core/trace/trace.h"

#include <functional>
#include <string>

namespace heed::moves {

/// T is what the pass was computed in; what is measured of it is computed in double.
template <class T>
struct Pass {
    using Numbers = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

    const transformer::Config& config;
    const nn::ParameterSet<T>& parameters;
    std::function<const Numbers*(const Site&)> recorded; // null: it was not
    int prompt = 0; // of a decoder alone: places before the one that makes the first output

    /// Where the side that makes the logits makes those of an output (of an encoder: of a place).
    int place(int output) const {
        return config.kind == transformer::Kind::Decoder ? prompt + output : output;
    }

    /// A column of what was recorded there. Throws heed::Error: it was not.
    Eigen::VectorXd column(const Site& site, int place) const;
    bool has(const Site& site) const { return recorded(site) != nullptr; }
    /// Of the parameters, by name, in double; `row` widens only that one.
    Eigen::MatrixXd matrix(const std::string& name) const;
    Eigen::VectorXd row(const std::string& name, Eigen::Index index) const;
    bool holds(const std::string& name) const { return parameters.find(name) >= 0; }
};

/// Of a run, which must outlive it as the model must. Throws heed::Error: no Transformer, a run that does not
/// hold what its layers made (one read from a file without it).
Pass<float> pass_of(const Model& model, const Trace& run);

extern template struct Pass<float>;
extern template struct Pass<double>;

} // namespace heed::moves
