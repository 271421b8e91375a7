#include "core/models/seq2seq/decoder_start.h"

namespace heed {
namespace {

bool has_bridge(Start start) {
    return start == Start::Bridge || start == Start::Backward || start == Start::Mean ||
           start == Start::Linear || start == Start::Blocks || start == Start::Memory;
}

int bridges(const Seq2SeqConfig& c) {
    if (!has_bridge(c.decoder.start)) return 0;
    return c.decoder.start_shared || c.decoder.start == Start::Blocks ? 1 : c.decoder.layers;
}

/// Rows and columns of a bridge's matrix.
std::pair<int, int> bridge_shape(const Seq2SeqConfig& c) {
    const int block = c.encoder.hidden * c.encoder.layers;
    switch (c.decoder.start) {
    case Start::Backward:
        return {c.decoder.hidden, c.encoder.hidden};
    case Start::Mean:
        return {c.decoder.hidden, c.annotation()};
    case Start::Blocks:
        return {block, block};
    default:
        return {c.decoder.hidden, c.both_ends()};
    }
}

bool own_memory(const Seq2SeqConfig& c) {
    return c.decoder.start_memory == StartMemory::Own || c.decoder.start_memory == StartMemory::Linear ||
           (c.decoder.start == Start::Blocks && c.decoder.cell == CellKind::Lstm);
}

/// The mean over each item's own annotations: (d, T·B) -> (d, B).
template <class T>
Var<T> mean_of(Var<T> annotations, const nn::Sequences& source) {
    Matrix<T> even = Matrix<T>::Zero(source.items, source.length);
    for (int b = 0; b < source.items; ++b) {
        const int own = source.lengths[static_cast<std::size_t>(b)];
        even.row(b).head(own).setConstant(T(1) / static_cast<T>(own));
    }
    return weighted_sum(annotations, annotations.tape().constant(std::move(even)));
}

} // namespace

template <class T>
void DecoderStart<T>::declare(nn::ParameterSet<T>& set, const Seq2SeqConfig& c) {
    for (int l = 0; l < bridges(c); ++l) {
        const std::string prefix = layer_prefix("bridge", l);
        const auto [rows, columns] = bridge_shape(c);
        set.add(prefix + "weight", rows, columns);
        set.add(prefix + "bias", rows, 1, 1);
        nn::declare_norm(set, prefix + "norm.", c.normalisation, rows);
        if (!own_memory(c)) continue;
        set.add(prefix + "memory.weight", rows, columns);
        set.add(prefix + "memory.bias", rows, 1, 1);
    }
}

template <class T>
DecoderStart<T>::DecoderStart(const Seq2SeqConfig& config, nn::Graph<T>& graph)
    : config_(config), graph_(graph) {
    for (int l = 0; l < bridges(config); ++l) {
        const std::string prefix = layer_prefix("bridge", l);
        Bridge bridge{graph[prefix + "weight"], graph[prefix + "bias"], {}, {}, {}};
        bridge.norm = nn::Norm<T>(graph, prefix + "norm.", config.normalisation);
        if (own_memory(config)) {
            bridge.memory_weight = graph[prefix + "memory.weight"];
            bridge.memory_bias = graph[prefix + "memory.bias"];
        }
        bridges_.push_back(bridge);
    }
}

template <class T>
nn::CellState<T> DecoderStart<T>::bridged(int l, const LayerEnd<T>& from, Var<T> mean) const {
    const Bridge& bridge = bridges_[static_cast<std::size_t>(config_.decoder.start_shared ? 0 : l)];
    const Start start = config_.decoder.start;
    if (start == Start::Memory) {
        const Var<T> c = affine(bridge.weight, from.both.c, bridge.bias);
        return {tanh(c), c};
    }
    const bool backward = start == Start::Backward;
    const auto shaped = [&](Var<T> x) { return start == Start::Linear ? x : tanh(x); };
    const Var<T> x = start == Start::Mean ? mean : backward ? from.backward.h : from.both.h;
    nn::CellState<T> s;
    s.h = shaped(bridge.norm(affine(bridge.weight, x, bridge.bias)));
    if (config_.decoder.cell != CellKind::Lstm) return s;
    if (config_.decoder.start_memory == StartMemory::Same) s.c = s.h;
    if (own_memory(config_)) {
        const Var<T> m = start == Start::Mean ? mean : backward ? from.backward.c : from.both.c;
        s.c = affine(bridge.memory_weight, m, bridge.memory_bias);
        if (config_.decoder.start_memory == StartMemory::Own) s.c = shaped(s.c);
    }
    return s;
}

template <class T>
nn::CellState<T> DecoderStart<T>::layer(int l, const Encoded<T>& encoded, Var<T> mean,
                                        Eigen::Index items) const {
    const auto& ends = encoded.ends;
    const bool top = config_.decoder.start_from == StartFrom::Top;
    const LayerEnd<T>& from =
        top ? ends.back() : ends[std::min(static_cast<std::size_t>(l), ends.size() - 1)];
    nn::CellState<T> s;
    switch (config_.decoder.start) {
    case Start::Last:
        s = from.both;
        break;
    case Start::Forward:
        s = from.forward;
        break;
    case Start::Layers: {
        const int ways = config_.encoder.bidirectional ? 2 : 1;
        const int n = top ? l + static_cast<int>(ends.size()) * ways - config_.decoder.layers : l;
        const LayerEnd<T>& end = ends[static_cast<std::size_t>(n / ways)];
        s = n % ways == 0 ? end.forward : end.backward;
        break;
    }
    case Start::Zeros:
    case Start::Blocks: // made for all layers at once
        break;
    default:
        s = bridged(l, from, mean);
    }
    // What the start does not say is zero.
    const auto zeros = [&] { return graph_.tape().constant(Matrix<T>::Zero(config_.decoder.hidden, items)); };
    if (!s.h) s.h = zeros();
    if (config_.decoder.cell != CellKind::Lstm) s.c = {};
    if (config_.decoder.cell == CellKind::Lstm && !s.c) s.c = zeros();
    return s;
}

template <class T>
std::vector<nn::CellState<T>> DecoderStart<T>::blocks(const Encoded<T>& encoded) const {
    const int H = config_.encoder.hidden, layers = config_.encoder.layers;
    const int ways = config_.encoder.bidirectional ? 2 : 1, piece = H * layers;
    // Every state of every layer and direction, through pieces of H·layers: (H·layers·ways, B).
    const auto bridged = [&](auto value, Var<T> weight, Var<T> bias) {
        std::vector<Var<T>> row;
        for (const LayerEnd<T>& end : encoded.ends) row.push_back(value(end));
        const Var<T> all = concat_rows(row);
        std::vector<Var<T>> pieces;
        for (int p = 0; p < ways; ++p)
            pieces.push_back(relu(affine(weight, rows(all, Eigen::Index(p) * piece, piece), bias)));
        return concat_rows(pieces);
    };
    const Bridge& b = bridges_.front();
    const Var<T> h = bridged([](const LayerEnd<T>& e) { return e.both.h; }, b.weight, b.bias);
    Var<T> c;
    if (config_.decoder.cell == CellKind::Lstm)
        c = bridged([](const LayerEnd<T>& e) { return e.both.c; }, b.memory_weight, b.memory_bias);
    std::vector<nn::CellState<T>> states;
    for (int l = 0; l < config_.decoder.layers; ++l) {
        nn::CellState<T> s;
        s.h = rows(h, Eigen::Index(l) * H * ways, H * ways);
        if (c) s.c = rows(c, Eigen::Index(l) * H * ways, H * ways);
        states.push_back(s);
    }
    return states;
}

template <class T>
std::vector<nn::CellState<T>> DecoderStart<T>::operator()(const Encoded<T>& encoded,
                                                          const nn::Sequences& source) const {
    if (config_.decoder.start == Start::Blocks) return blocks(encoded);
    Var<T> mean;
    if (config_.decoder.start == Start::Mean) mean = mean_of(encoded.annotations, source);
    std::vector<nn::CellState<T>> states;
    for (int l = 0; l < config_.decoder.layers; ++l) states.push_back(layer(l, encoded, mean, source.items));
    return states;
}

template class DecoderStart<float>;
template class DecoderStart<double>;

} // namespace heed
