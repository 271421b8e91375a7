// The parts of a Transformer's layer, bound to one pass.
//
// Letters: B items, n places of each that are computed now, the first of them `first` places after the
// beginning; d, h, d_h, F as in config.h. A sequence is (d, n·B), column i·B + b.
#pragma once

#include "core/attention/attention.h"
#include "core/autodiff/heads.h"
#include "core/models/transformer/values.h"
#include "core/nn/graph.h"
#include "core/trace/head_edit.h"

#include <span>
#include <string>
#include <vector>

namespace heed::transformer {

/// W x + b, or W x.
template <class T>
struct Linear {
    Var<T> weight, bias;
    Linear() = default;
    Linear(const nn::Graph<T>& graph, const std::string& name);
    Var<T> operator()(Var<T> x) const { return bias ? affine(weight, x, bias) : matmul(weight, x); }
};

template <class T>
struct Norm {
    Var<T> gain, bias; // of kind rms there is no bias
    T epsilon = 0;
    Norm() = default;
    Norm(const nn::Graph<T>& graph, const std::string& name, double added);
    explicit operator bool() const { return static_cast<bool>(gain); }
    Var<T> operator()(Var<T> x) const;
};

template <class T>
Var<T> activate(Var<T> x, Activation activation);

/// Where columns of a pass belong in what is recorded.
struct Place {
    int first = 0, layer = 0;
};
/// Records the columns of a value of one item, at places `first` and after.
template <class T>
void record(const nn::Graph<T>& graph, Quantity quantity, const Place& at, Var<T> x);

/// A residual branch: x + f(x), normalised before or after. `f` gets what it reads.
template <class T, class F>
Var<T> branch(const nn::Graph<T>& graph, const Config& config, const Norm<T>& norm, Quantity sum,
              Quantity normed, const Place& at, Var<T> x, F&& f) {
    const bool before = config.norm == NormPlace::Before;
    const Var<T> read = before ? norm(x) : x;
    if (before) record(graph, normed, at, read);
    const Var<T> joined = add(x, graph.drop(f(read)));
    record(graph, sum, at, joined);
    if (before) return joined;
    const Var<T> result = norm(joined);
    record(graph, normed, at, result);
    return result;
}

/// What a place may see of the keys: of item b those from first[b] on (all, where it is empty), up to
/// last[b · Q + i] of query i.
struct Seen {
    std::vector<int> first, last;
};

/// What is done to one head of an attention. `edit` counts outputs from the place `first_output`.
struct HeadChange {
    int head;
    const HeadEdit* edit;
    int first_output;
};

/// What an attention leaves behind for whoever asks what was looked at.
template <class T>
struct Looked {
    Heads shape;
    Var<T> own, used; // (K, h·Q·B): the weights it made, and those an intervention made of them
};

template <class T>
class AttentionLayer {
public:
    AttentionLayer() = default;
    AttentionLayer(const nn::Graph<T>& graph, const std::string& name, const Config& config,
                   const Config::Side& side, const AttentionValues& values, int layer);

    Var<T> keys(Var<T> memory) const { return key_(memory); }
    Var<T> values(Var<T> memory) const { return value_(memory); }
    const AttentionValues& quantities() const { return *values_; }
    const Norm<T>& norm() const { return norm_; }
    int heads() const { return heads_; }

    struct Asked {
        Var<T> keys, values;
        Heads shape;
        Seen seen;
        Var<T> relative{};          // the table of numbers by distance, where there is one
        std::vector<int> buckets{}; // for it
        const attention::Intervention<T>* intervention = nullptr;
        int source = 0; // the first so many keys are the source's, for the intervention
        const Matrix<T>* before =
            nullptr; // the weights used at the output before (K', h·B); null at the first
        std::vector<HeadChange> heads{};
    };
    /// Of what x asks.
    Var<T> operator()(const nn::Graph<T>& graph, Var<T> x, const Asked& asked, const Place& at,
                      Looked<T>* looked = nullptr) const;

private:
    Var<T> changed(const Asked& asked, Var<T> weights) const;
    Var<T> with_head_weights(const Asked& asked, const Place& at, Var<T> weights) const;
    Var<T> without_heads(const Asked& asked, const Place& at, Var<T> contexts) const;
    Linear<T> query_, key_, value_, output_;
    Norm<T> norm_;
    const AttentionValues* values_ = nullptr;
    int heads_ = 1;
    T factor_ = 1;
};

template <class T>
class FeedLayer {
public:
    FeedLayer() = default;
    FeedLayer(const nn::Graph<T>& graph, const std::string& name, const Config& config,
              const FeedValues& values);
    const Norm<T>& norm() const { return norm_; }
    const FeedValues& quantities() const { return *values_; }
    Var<T> operator()(const nn::Graph<T>& graph, Var<T> x, const Place& at) const;

private:
    Linear<T> in_, gate_, out_;
    Norm<T> norm_;
    const FeedValues* values_ = nullptr;
    Activation activation_ = Activation::Relu;
};

} // namespace heed::transformer
