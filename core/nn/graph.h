// One pass over a model: the tape it is computed on, its parameters there, and who listens.
#pragma once

#include "core/autodiff/ops.h"
#include "core/nn/parameters.h"
#include "core/trace/quantity.h"

#include <string>
#include <vector>

namespace heed::nn {

/// The one parameter that a gradient is wanted of; without a name, none is.
struct Only {
    const char* name = "";
};

/// Binds a parameter set to a tape. The set must outlive the graph and stay unchanged during the pass.
template <class T>
class Graph {
public:
    Graph(Tape<T>& tape, const ParameterSet<T>& parameters, Recorder<T>* recorder = nullptr)
        : tape_(tape), parameters_(parameters), recorder_(recorder) {
        vars_.reserve(static_cast<std::size_t>(parameters.size()));
        for (const auto& p : parameters) {
            if (!p.stored)
                vars_.push_back(tape.leaf(p.value));
            else if (tape.gradients())
                vars_.push_back(tape.constant(p.matrix()));
            else
                vars_.push_back(tape.leaf(p.stored));
        }
    }

    /// Where derivatives are asked by other things than parameters: theirs are not found.
    Graph(Tape<T>& tape, const ParameterSet<T>& parameters, Only only)
        : tape_(tape), parameters_(parameters), recorder_(nullptr) {
        vars_.reserve(static_cast<std::size_t>(parameters.size()));
        for (const auto& p : parameters)
            vars_.push_back(p.name == only.name ? tape.leaf(p.value) : tape.fixed(p.value));
    }

    Tape<T>& tape() { return tape_; }
    /// The parameter of that name; it must exist (loading has checked that it does).
    Var<T> operator[](const std::string& name) const {
        return vars_[static_cast<std::size_t>(parameters_.find(name))];
    }
    bool has(const std::string& name) const { return parameters_.find(name) >= 0; }
    Var<T> parameter(int index) const { return vars_[static_cast<std::size_t>(index)]; }

    bool recording() const { return recorder_ != nullptr; }
    /// Who listens, or null.
    Recorder<T>* recorder() const { return recorder_; }
    /// Only the first item of a batch is recorded; recorded passes have one.
    void record(Quantity q, int index, Var<T> value, int layer = 0, int head = 0) const {
        if (recorder_ && value) recorder_->put({q, layer, head}, index, value.value().col(0));
    }
    void record_row(Quantity q, int index, Var<T> value, int head = 0) const {
        if (recorder_ && value) recorder_->put({q, 0, head}, index, value.value().row(0).transpose());
    }

    /// Dropout and noise are on when a generator is set: while training, never in a run.
    void set_dropout(double probability, Random* random) {
        dropout_ = probability;
        random_ = random;
    }
    Var<T> drop(Var<T> x) const { return random_ && dropout_ > 0 ? dropout(x, dropout_, *random_) : x; }
    /// x + N(0, spread²) while training, x in a run.
    Var<T> disturb(Var<T> x, double spread) const {
        if (!random_ || spread <= 0) return x;
        Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> noise(x.rows(), x.cols());
        for (T& value : noise.reshaped()) value = static_cast<T>(spread * random_->normal());
        return add(x, tape_.constant(std::move(noise)));
    }

private:
    Tape<T>& tape_;
    const ParameterSet<T>& parameters_;
    Recorder<T>* recorder_;
    std::vector<Var<T>> vars_;
    double dropout_ = 0;
    Random* random_ = nullptr;
};

} // namespace heed::nn
