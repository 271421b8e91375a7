#include "tests/support/samples/sample_network.h"

#include <cmath>
#include <vector>

namespace heed::sample {
namespace {

using Eigen::VectorXf;

int gates_of(const std::string& cell) { return cell == "gru" ? 3 : cell == "lstm" ? 4 : 1; }

void add_cell(Weights& w, Random& random, const std::string& prefix, int gates, int in, int size) {
    w[prefix + "weight_ih"] = uniform(random, gates * size, in, 1.8f / std::sqrt(static_cast<float>(in)));
    w[prefix + "weight_hh"] = uniform(random, gates * size, size, 1.8f / std::sqrt(static_cast<float>(size)));
    w[prefix + "bias_ih"] = uniform(random, gates * size, 1, 0.2f);
    w[prefix + "bias_hh"] = uniform(random, gates * size, 1, 0.2f);
}

std::string layered(const std::string& direction, int layer) {
    return "encoder." + direction + "." + (layer == 0 ? "" : std::to_string(layer) + ".");
}

VectorXf sigmoid(const VectorXf& x) { return (1.0f + (-x.array()).exp()).inverse(); }

struct CellStep {
    VectorXf input, recurrent, gates, memory, state;
};

// Rows r, z, n (gru) and i, f, g, o (lstm).
CellStep step(const std::string& cell, const Weights& w, const std::string& prefix, const VectorXf& x,
              const VectorXf& h, const VectorXf& memory) {
    CellStep s;
    s.input = w.at(prefix + "weight_ih") * x + w.at(prefix + "bias_ih");
    s.recurrent = w.at(prefix + "weight_hh") * h + w.at(prefix + "bias_hh");
    s.memory = memory;
    const auto n = h.size();
    if (cell == "rnn") {
        s.state = (s.input + s.recurrent).array().tanh();
        return s;
    }
    s.gates.resize(s.input.size());
    const VectorXf both = s.input + s.recurrent;
    if (cell == "gru") {
        s.gates.head(2 * n) = sigmoid(both.head(2 * n));
        const auto r = s.gates.head(n).array(), z = s.gates.segment(n, n).array();
        s.gates.tail(n) = (s.input.tail(n).array() + r * s.recurrent.tail(n).array()).tanh();
        s.state = (1.0f - z) * s.gates.tail(n).array() + z * h.array();
        return s;
    }
    s.gates.head(2 * n) = sigmoid(both.head(2 * n));
    s.gates.segment(2 * n, n) = both.segment(2 * n, n).array().tanh();
    s.gates.tail(n) = sigmoid(both.tail(n));
    s.memory = s.gates.segment(n, n).array() * memory.array() +
               s.gates.head(n).array() * s.gates.segment(2 * n, n).array();
    s.state = s.gates.tail(n).array() * s.memory.array().tanh();
    return s;
}

// ---------------------------------------------------------------------------------------------- the run

struct CellQuantities {
    Quantity input, recurrent, gates, memory, state;
};
const CellQuantities forward_cell{Quantity::ForwardInput, Quantity::ForwardRecurrent, Quantity::ForwardGates,
                                  Quantity::ForwardMemory, Quantity::ForwardState};
const CellQuantities backward_cell{Quantity::BackwardInput, Quantity::BackwardRecurrent,
                                   Quantity::BackwardGates, Quantity::BackwardMemory,
                                   Quantity::BackwardState};
const CellQuantities decoder_cell{Quantity::DecoderInput, Quantity::DecoderRecurrent, Quantity::DecoderGates,
                                  Quantity::DecoderMemory, Quantity::State};

using Columns = std::map<Quantity, std::vector<VectorXf>>;

void keep(Columns& columns, const CellQuantities& q, const CellStep& s, const std::string& cell) {
    columns[q.input].push_back(s.input);
    columns[q.recurrent].push_back(s.recurrent);
    if (cell != "rnn") columns[q.gates].push_back(s.gates);
    if (cell == "lstm") columns[q.memory].push_back(s.memory);
    columns[q.state].push_back(s.state);
}

void store(Trace& trace, const Columns& columns, int layer, bool reversed = false) {
    for (const auto& [quantity, list] : columns) {
        const auto count = static_cast<Eigen::Index>(list.size());
        MatrixXf m(list.front().size(), count);
        for (Eigen::Index k = 0; k < count; ++k)
            m.col(reversed ? count - 1 - k : k) = list[static_cast<std::size_t>(k)];
        trace.set(quantity, layer, std::move(m));
    }
}

MatrixXf read(Trace& trace, const SampleOptions& o, const Weights& w, const MatrixXf& x, int layer,
              bool back) {
    Columns columns;
    VectorXf h = VectorXf::Zero(o.hidden), memory = h;
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
        const Eigen::Index j = back ? x.cols() - 1 - k : k;
        const CellStep s =
            step(o.cell, w, layered(back ? "backward" : "forward", layer), x.col(j), h, memory);
        h = s.state;
        memory = s.memory;
        keep(columns, back ? backward_cell : forward_cell, s, o.cell);
    }
    store(trace, columns, layer, back);
    return trace.at(back ? Quantity::BackwardState : Quantity::ForwardState, layer);
}

} // namespace

MatrixXf uniform(Random& random, int rows, int cols, float scale) {
    MatrixXf m(rows, cols);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c) m(r, c) = static_cast<float>(random.uniform(-scale, scale));
    return m;
}

Weights make_parameters(const SampleOptions& o, Random& random, int source_words, int target_words) {
    Weights w;
    const int g = gates_of(o.cell), c = o.hidden * (o.bidirectional ? 2 : 1);
    w["encoder.embedding.weight"] = uniform(random, source_words, o.embedding, 1.2f);
    w["decoder.embedding.weight"] = uniform(random, target_words, o.embedding, 1.2f);
    for (int layer = 0; layer < o.layers; ++layer) {
        add_cell(w, random, layered("forward", layer), g, layer == 0 ? o.embedding : c, o.hidden);
        if (o.bidirectional)
            add_cell(w, random, layered("backward", layer), g, layer == 0 ? o.embedding : c, o.hidden);
    }
    w["bridge.weight"] = uniform(random, o.state, c, 0.3f);
    w["bridge.bias"] = uniform(random, o.state, 1, 0.1f);
    add_cell(w, random, "decoder.cell.", g, o.embedding + c, o.state);
    if (o.score != "none") {
        w["attention.Wq"] = uniform(random, o.attention, o.state, 0.5f);
        w["attention.Wh"] = uniform(random, o.attention, c, 0.4f);
        w["attention.b"] = uniform(random, o.attention, 1, 0.3f);
        w["attention.v"] = uniform(random, o.attention, 1, 1.0f);
    }
    w["readout.combine.weight"] = uniform(random, o.state, c + o.state, 0.25f);
    w["readout.combine.bias"] = uniform(random, o.state, 1, 0.1f);
    w["readout.output.weight"] = uniform(random, target_words, o.state, 0.5f);
    w["readout.output.bias"] = uniform(random, target_words, 1, 0.1f);
    return w;
}

void encode(Trace& trace, const SampleOptions& o, const Weights& w) {
    MatrixXf x(o.embedding, trace.source_length());
    for (int j = 0; j < trace.source_length(); ++j)
        x.col(j) =
            w.at("encoder.embedding.weight").row(trace.source[static_cast<std::size_t>(j)].id).transpose();
    trace.set(Quantity::SourceEmbedding, 0, x);
    for (int layer = 0; layer < o.layers; ++layer) {
        const MatrixXf below = x; // each layer reads both directions of the one below
        const MatrixXf f = read(trace, o, w, below, layer, false);
        x = f;
        if (!o.bidirectional) continue;
        x.resize(2 * o.hidden, f.cols());
        x << f, read(trace, o, w, below, layer, true);
    }
    trace.set(Quantity::Annotation, 0, x);
    if (o.score != "none") trace.set(Quantity::Key, 0, w.at("attention.Wh") * x);
}

VectorXf softmax(const VectorXf& e) {
    const VectorXf shifted = (e.array() - e.maxCoeff()).exp();
    return shifted / shifted.sum();
}

void decode_outputs(Trace& trace, const SampleOptions& o, const Weights& w, const MatrixXf& planted) {
    const MatrixXf& h = trace.at(Quantity::Annotation);
    const Eigen::Index n = o.hidden;
    VectorXf last = h.col(h.cols() - 1);
    if (o.bidirectional) last.tail(n) = h.col(0).tail(n);
    VectorXf s = (w.at("bridge.weight") * last + w.at("bridge.bias")).array().tanh();
    VectorXf memory = VectorXf::Zero(o.state);
    trace.set(Quantity::InitialState, 0, s);
    Columns columns;
    for (int i = 0; i < trace.outputs(); ++i) {
        const int previous = i == 0 ? 1 : trace.steps[static_cast<std::size_t>(i - 1)].token.id;
        const VectorXf y = w.at("decoder.embedding.weight").row(previous).transpose();
        columns[Quantity::TargetEmbedding].push_back(y);
        columns[Quantity::Query].push_back(s);
        VectorXf context = last;
        if (o.score != "none") {
            const VectorXf q = w.at("attention.Wq") * s;
            const MatrixXf hidden =
                (trace.at(Quantity::Key).colwise() + (q + w.at("attention.b"))).array().tanh();
            const VectorXf energies = hidden.transpose() * w.at("attention.v");
            const VectorXf weights = planted.size() != 0 ? VectorXf(planted.col(i)) : softmax(energies);
            context = h * weights;
            columns[Quantity::QueryProjection].push_back(q);
            columns[Quantity::Energies].push_back(energies);
            columns[Quantity::Weights].push_back(weights);
        }
        columns[Quantity::Context].push_back(context);
        VectorXf x(y.size() + context.size());
        x << y, context;
        columns[Quantity::CellInput].push_back(x);
        const CellStep cell = step(o.cell, w, "decoder.cell.", x, s, memory);
        s = cell.state;
        memory = cell.memory;
        keep(columns, decoder_cell, cell, o.cell);
        VectorXf joined(context.size() + s.size());
        joined << context, s;
        const VectorXf t =
            (w.at("readout.combine.weight") * joined + w.at("readout.combine.bias")).array().tanh();
        const VectorXf logits = w.at("readout.output.weight") * t + w.at("readout.output.bias");
        const float highest = logits.maxCoeff();
        columns[Quantity::Readout].push_back(t);
        columns[Quantity::Logits].push_back(logits);
        columns[Quantity::LogProbs].push_back(logits.array() - highest -
                                              std::log((logits.array() - highest).exp().sum()));
    }
    store(trace, columns, 0);
}

} // namespace heed::sample
