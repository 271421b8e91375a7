#include "core/models/seq2seq/readout.h"

namespace heed {
namespace {

struct PartSize {
    const char* name;
    bool read;
    int size;
};
std::vector<PartSize> parts_of(const Seq2SeqConfig& c) {
    const Reads reads = c.reads();
    std::vector<PartSize> parts = {{"context", reads.context, c.context()},
                                   {"state", reads.state, c.decoder.hidden},
                                   {"token", reads.token, c.decoder.embedding}};
    std::erase_if(parts, [](const PartSize& p) { return !p.read; });
    return parts;
}

std::string norm_prefix(const PartSize& part) { return "readout.norm_" + std::string(part.name) + "."; }

} // namespace

template <class T>
void ReadoutLayer<T>::declare(nn::ParameterSet<T>& set, const Seq2SeqConfig& c) {
    const int size = c.readout();
    const int rows = c.decoder.readout == Readout::Maxout ? 2 * size : size;
    if (c.decoder.readout != Readout::None) {
        set.add("readout.combine.weight", rows, c.joined());
        if (!c.normalisation.on()) set.add("readout.combine.bias", rows, 1, 1);
        for (const PartSize& part : parts_of(c)) {
            if (!c.normalisation.on()) break;
            set.add(norm_prefix(part) + "inner", size, 1, 1);
            nn::declare_norm(set, norm_prefix(part), c.normalisation, size);
        }
    }
    if (c.decoder.projection > 0) {
        set.add("readout.project.weight", c.decoder.projection, size);
        set.add("readout.project.bias", c.decoder.projection, 1, 1);
    }
    set.add("readout.output.weight", c.target_vocabulary,
            c.decoder.projection > 0 ? c.decoder.projection : size);
    set.add("readout.output.bias", c.target_vocabulary, 1, 1);
}

template <class T>
ReadoutLayer<T>::ReadoutLayer(const Seq2SeqConfig& config, nn::Graph<T>& graph)
    : config_(config), graph_(graph), output_weight_(graph["readout.output.weight"]),
      output_bias_(graph["readout.output.bias"]) {
    const auto bind = [&](const char* name, Var<T>& var) {
        if (graph.has(name)) var = graph[name];
    };
    bind("readout.combine.weight", combine_weight_);
    bind("readout.combine.bias", combine_bias_);
    bind("readout.project.weight", project_weight_);
    bind("readout.project.bias", project_bias_);
    if (!config.normalisation.on()) return;
    Eigen::Index at = 0;
    for (const PartSize& part : parts_of(config)) {
        const std::string prefix = norm_prefix(part);
        parts_.push_back({at, part.size, columns(combine_weight_, at, part.size), graph[prefix + "inner"],
                          nn::Norm<T>(graph, prefix, config.normalisation)});
        at += part.size;
    }
}

template <class T>
Var<T> ReadoutLayer<T>::join(Var<T> context, Var<T> state, Var<T> token) const {
    const Reads reads = config_.reads();
    std::vector<Var<T>> read;
    if (reads.context) read.push_back(context);
    if (reads.state) read.push_back(state);
    if (reads.token) read.push_back(token);
    return read.size() == 1 ? read.front() : concat_rows(read);
}

template <class T>
Var<T> ReadoutLayer<T>::combine(Var<T> joined) const {
    if (config_.decoder.readout == Readout::None) return joined;
    if (!parts_.empty()) {
        Var<T> sum;
        for (const Part& part : parts_) {
            const Var<T> term =
                part.norm(affine(part.weight, rows(joined, part.first, part.size), part.inner));
            sum = sum ? add(sum, term) : term;
        }
        return tanh(sum);
    }
    const Var<T> combined = affine(combine_weight_, joined, combine_bias_);
    if (config_.decoder.readout == Readout::Linear) return combined;
    return config_.decoder.readout == Readout::Maxout ? max_pairs(combined) : tanh(combined);
}

template <class T>
Var<T> ReadoutLayer<T>::logits(Var<T> readouts, int step) const {
    Var<T> t = graph_.drop(readouts);
    graph_.record(Quantity::Readout, step, readouts);
    if (project_weight_) {
        t = affine(project_weight_, t, project_bias_);
        graph_.record(Quantity::Projected, step, t);
    }
    const Var<T> logits = affine(output_weight_, t, output_bias_); // l_i (V, n)
    graph_.record(Quantity::Logits, step, logits);
    return logits;
}

template class ReadoutLayer<float>;
template class ReadoutLayer<double>;

} // namespace heed
