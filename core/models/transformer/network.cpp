#include "core/models/transformer/network.h"

#include "core/base/error.h"
#include "core/models/transformer/positions.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace heed::transformer {
namespace {

/// x (rows, n·B) behind what is kept, which has room for more.
template <class T>
void append(Matrix<T>& kept, const Matrix<T>& x, Eigen::Index used) {
    if (kept.cols() < used + x.cols())
        kept.conservativeResize(x.rows(), std::max<Eigen::Index>(used + x.cols(), 2 * kept.cols()));
    kept.middleCols(used, x.cols()) = x;
}

/// Of no token (-1) the vector is zeros.
template <class T>
Var<T> vectors_of(Var<T> table, std::span<const int> ids) {
    if (std::find(ids.begin(), ids.end(), -1) == ids.end()) return lookup<T>(table, ids);
    std::vector<int> rows(ids.begin(), ids.end());
    Matrix<T> there = Matrix<T>::Ones(table.cols(), std::ssize(ids));
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (rows[k] >= 0) continue;
        rows[k] = 0;
        there.col(static_cast<Eigen::Index>(k)).setZero();
    }
    return multiply(lookup<T>(table, rows), table.tape().constant(std::move(there)));
}

template <class T>
Matrix<T> chosen_positions(const Matrix<T>& x, int length, int items, const std::vector<int>& parents) {
    const auto count = std::ssize(parents);
    Matrix<T> result(x.rows(), (length + 8) * count); // room for the next few places
    for (int t = 0; t < length; ++t)
        for (Eigen::Index b = 0; b < count; ++b)
            result.col(t * count + b) = x.col(t * items + parents[static_cast<std::size_t>(b)]);
    return result;
}

} // namespace

template <class T>
void Cache<T>::choose(const std::vector<int>& parents) {
    for (Layer& layer : layers) {
        layer.keys = chosen_positions(layer.keys, length, items, parents);
        layer.values = chosen_positions(layer.values, length, items, parents);
        if (layer.looked.size() == 0) continue;
        const Eigen::Index heads = layer.looked.cols() / items;
        Matrix<T> looked(layer.looked.rows(), heads * std::ssize(parents));
        for (std::size_t b = 0; b < parents.size(); ++b)
            looked.middleCols(static_cast<Eigen::Index>(b) * heads, heads) =
                layer.looked.middleCols(parents[b] * heads, heads);
        layer.looked = std::move(looked);
    }
    for (std::vector<int>* each : {&behind, &counted}) {
        std::vector<int> chosen;
        for (const int parent : parents)
            if (!each->empty()) chosen.push_back((*each)[static_cast<std::size_t>(parent)]);
        *each = std::move(chosen);
    }
    items = static_cast<int>(parents.size());
}

std::vector<int> right_aligned(const nn::Sequences& source) {
    std::vector<int> ids(source.ids.size(), 0);
    const auto B = static_cast<std::size_t>(source.items);
    for (std::size_t b = 0; b < B; ++b) {
        const auto length = static_cast<std::size_t>(source.lengths[b]);
        const std::size_t late = static_cast<std::size_t>(source.length) - length;
        for (std::size_t t = 0; t < length; ++t) ids[(late + t) * B + b] = source.ids[t * B + b];
    }
    return ids;
}

template <class T>
Transformer<T>::Transformer(const Config& config, nn::Graph<T>& graph) : config_(config), graph_(graph) {
    if (config.encodes()) encoder_ = bind("encoder", config.encoder, encoder_values, false);
    if (config.decodes())
        decoder_ = bind("decoder", config.decoder, config.crosses() ? decoder_values : reader_values,
                        config.crosses());
    output_.weight =
        config.output.tied ? (config.decodes() ? decoder_ : encoder_).embedding : graph["output.weight"];
    if (config.output.bias) output_.bias = graph["output.bias"];
    if (config.output.head == Head::Masked) {
        dense_ = Linear<T>(graph, "head.dense");
        head_norm_ = Norm<T>(graph, "head.norm", config.norm_epsilon);
    }
}

template <class T>
void Transformer<T>::change_heads(HeadEdits edits, int first_output) {
    heads_ = std::move(edits);
    first_output_ = first_output;
}

template <class T>
std::vector<HeadChange> Transformer<T>::changes(HeadKind kind, std::size_t layer) const {
    std::vector<HeadChange> here;
    for (const auto& [place, edit] : heads_)
        if (place.kind == kind && place.layer == static_cast<int>(layer))
            here.push_back({place.head, &edit, kind == HeadKind::Encoder ? 0 : first_output_});
    return here;
}

template <class T>
auto Transformer<T>::bind(const std::string& name, const Config::Side& side, const SideValues& values,
                          bool cross) const -> Bound {
    Bound bound;
    bound.values = &values;
    bound.side = &side;
    const std::string own = name + ".embedding.weight";
    bound.embedding = graph_[graph_.has(own) ? own : "embedding.weight"];
    if (graph_.has(name + ".positions.weight")) bound.positions = graph_[name + ".positions.weight"];
    if (config_.embedding.types > 0) bound.types = graph_[name + ".types.weight"];
    if (config_.embedding.norm) bound.entry = Norm<T>(graph_, name + ".embedding.norm", config_.norm_epsilon);
    if (config_.norm_last) bound.exit = Norm<T>(graph_, name + ".norm", config_.norm_epsilon);
    for (int l = 0; l < side.layers; ++l) {
        const std::string prefix = name + ".layers." + std::to_string(l);
        Layer layer;
        layer.self = AttentionLayer<T>(graph_, prefix + ".self", config_, side, values.self, l);
        if (cross) layer.cross = AttentionLayer<T>(graph_, prefix + ".cross", config_, side, values.cross, l);
        layer.feed = FeedLayer<T>(graph_, prefix + ".feed", config_, values.feed);
        if (config_.positions == Positions::Relative)
            layer.relative = l == 0 || config_.position.every_layer ? graph_[prefix + ".self.relative.weight"]
                                                                    : bound.layers.front().relative;
        bound.layers.push_back(std::move(layer));
    }
    return bound;
}

/// The segment of each token: how many separators stand before it.
template <class T>
std::vector<int> Transformer<T>::types_of(std::span<const int> ids, int items) const {
    std::vector<int> types(ids.size(), 0);
    for (int b = 0; b < items; ++b) {
        int type = 0;
        for (std::size_t k = static_cast<std::size_t>(b); k < ids.size();
             k += static_cast<std::size_t>(items)) {
            types[k] = type;
            if (ids[k] == config_.embedding.separator) type = std::min(type + 1, config_.embedding.types - 1);
        }
    }
    return types;
}

// x = √d E w + place [+ segment], normalised where the model says so    Vaswani et al. 2017,
// sections 3.4, 3.5; Devlin et al. 2019, figure 2
template <class T>
Var<T> Transformer<T>::enter(const Bound& bound, std::span<const int> ids, int items, int first,
                             const std::vector<int>& behind, std::vector<int>& counted) const {
    const int n = static_cast<int>(ids.size()) / items, d = bound.side->size;
    const Place at{first};
    Var<T> x = vectors_of<T>(bound.embedding, ids); // (d, n·B)
    if (config_.scale_embedding) x = scale(x, std::sqrt(static_cast<T>(d)));
    record(graph_, bound.values->embedded, at, x);
    Var<T> place;
    if (bound.positions) {
        if (first + n > config_.longest())
            throw Error("the text", "places", "at most " + std::to_string(config_.longest()),
                        std::to_string(first + n));
        std::vector<int> rows(ids.size());
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const int b = static_cast<int>(k) % items, p = first + static_cast<int>(k) / items;
            const int late = behind.empty() ? 0 : behind[static_cast<std::size_t>(b)];
            rows[k] = std::max(0, p - late) + config_.position.offset;
        }
        place = lookup<T>(bound.positions, rows);
    } else if (config_.position.placeless >= 0 && behind.empty()) {
        place = graph_.tape().constant(
            place_vectors_at<T>(config_, d, counted_places(ids, items, config_.position.placeless, counted)));
    } else if (config_.positions != Positions::Relative && config_.positions != Positions::None) {
        place = graph_.tape().constant(place_vectors<T>(config_, d, first, n, items, behind));
    }
    if (place) {
        record(graph_, bound.values->positions, at, place);
        x = add(x, place);
    }
    if (bound.types) {
        const Var<T> segment = lookup<T>(bound.types, types_of(ids, items));
        record(graph_, bound.values->segments, at, segment);
        x = add(x, segment);
    }
    if (bound.entry) x = bound.entry(x);
    record(graph_, bound.values->input, at, x);
    return graph_.drop(x);
}

template <class T>
Memory<T> Transformer<T>::encode(const nn::Sequences& source) {
    const int T_places = source.length, items = source.items;
    std::vector<int> counted;
    Var<T> x = enter(encoder_, source.ids, items, 0, {}, counted);
    typename AttentionLayer<T>::Asked asked;
    asked.shape = {config_.encoder.heads, items, T_places, T_places};
    for (const int length : source.lengths)
        asked.seen.last.insert(asked.seen.last.end(), static_cast<std::size_t>(T_places), length);
    if (config_.positions == Positions::Relative)
        asked.buckets = buckets_of(config_, true, T_places, 0, T_places);
    for (std::size_t l = 0; l < encoder_.layers.size(); ++l) {
        const Layer& layer = encoder_.layers[l];
        const Place at{0, static_cast<int>(l)};
        if (told_) told_(static_cast<int>(l), static_cast<int>(encoder_.layers.size()));
        asked.relative = layer.relative;
        asked.heads = changes(HeadKind::Encoder, l);
        x = branch(graph_, config_, layer.self.norm(), encoder_values.self.output_sum,
                   encoder_values.self.normed, at, x, [&](Var<T> read) {
                       asked.keys = layer.self.keys(read);
                       asked.values = layer.self.values(read);
                       record(graph_, encoder_values.self.keys, at, asked.keys);
                       record(graph_, encoder_values.self.values, at, asked.values);
                       return layer.self(graph_, read, asked, at);
                   });
        x = branch(graph_, config_, layer.feed.norm(), encoder_values.feed.output_sum,
                   encoder_values.feed.normed, at, x,
                   [&](Var<T> read) { return layer.feed(graph_, read, at); });
    }
    if (encoder_.exit) x = encoder_.exit(x);
    record(graph_, encoder_values.output, {}, x);
    Memory<T> memory{x, T_places, items, source.lengths, {}, {}};
    for (std::size_t l = 0; config_.crosses() && l < decoder_.layers.size(); ++l) {
        memory.keys.push_back(decoder_.layers[l].cross.keys(x));
        memory.values.push_back(decoder_.layers[l].cross.values(x));
        record(graph_, decoder_values.cross.keys, {0, static_cast<int>(l)}, memory.keys.back());
        record(graph_, decoder_values.cross.values, {0, static_cast<int>(l)}, memory.values.back());
    }
    return memory;
}

/// What the self-attention of n places asks: of themselves and those before, none after.
template <class T>
auto Transformer<T>::past(const Layer& layer, Var<T> read, int n, int items, typename Cache<T>::Layer* kept,
                          const Cache<T>* cache) -> typename AttentionLayer<T>::Asked {
    const int first = cache ? cache->length : 0;
    typename AttentionLayer<T>::Asked asked;
    asked.keys = layer.self.keys(read);
    asked.values = layer.self.values(read);
    if (kept) {
        append(kept->keys, asked.keys.value(), first * items);
        append(kept->values, asked.values.value(), first * items);
        asked.keys = graph_.tape().leaf(kept->keys);
        asked.values = graph_.tape().leaf(kept->values);
    }
    asked.shape = {config_.decoder.heads, items, n, first + n};
    if (cache) asked.seen.first = cache->behind;
    for (int b = 0; b < items; ++b)
        for (int i = 0; i < n; ++i) {
            const int from = asked.seen.first.empty() ? 0 : asked.seen.first[static_cast<std::size_t>(b)];
            asked.seen.last.push_back(std::max(first + i, from) + 1);
        }
    asked.relative = layer.relative;
    if (layer.relative) asked.buckets = buckets_of(config_, false, first + n, first, n);
    return asked;
}

template <class T>
auto Transformer<T>::decode(const Memory<T>* memory, std::span<const int> ids, int items, Cache<T>* cache,
                            const attention::Intervention<T>* intervention, int source) -> Decoded {
    const int n = static_cast<int>(ids.size()) / items, first = cache ? cache->length : 0;
    const SideValues& values = *decoder_.values;
    const bool keeps = cache && cache->keeps;
    if (keeps && cache->layers.empty()) cache->layers.resize(decoder_.layers.size());
    std::vector<int> alone;
    if (cache && cache->counts_all) cache->counted.assign(static_cast<std::size_t>(items), first);
    Var<T> x = enter(decoder_, ids, items, first, cache ? cache->behind : std::vector<int>(),
                     cache ? cache->counted : alone);
    Decoded result;
    for (std::size_t l = 0; l < decoder_.layers.size(); ++l) {
        const Layer& layer = decoder_.layers[l];
        const Place at{first, static_cast<int>(l)};
        if (told_) told_(static_cast<int>(l), static_cast<int>(decoder_.layers.size()));
        typename Cache<T>::Layer* kept = keeps ? &cache->layers[l] : nullptr;
        Looked<T>& looked = result.looked.emplace_back();
        const auto change = [&](auto& asked) {
            asked.intervention = intervention;
            asked.source = source;
            if (kept && kept->looked.size() > 0) asked.before = &kept->looked;
        };
        x = branch(graph_, config_, layer.self.norm(), values.self.output_sum, values.self.normed, at, x,
                   [&](Var<T> read) {
                       auto asked = past(layer, read, n, items, kept, cache);
                       if (!memory && intervention) change(asked);
                       asked.heads = changes(HeadKind::Decoder, l);
                       if (graph_.recording())
                           for (const auto& [quantity, all] :
                                {std::pair{values.self.keys, asked.keys}, {values.self.values, asked.values}})
                               record(graph_, quantity, at,
                                      columns(all, keeps ? first * items : 0, n * items));
                       return layer.self(graph_, read, asked, at, memory ? nullptr : &looked);
                   });
        if (memory)
            x = branch(graph_, config_, layer.cross.norm(), values.cross.output_sum, values.cross.normed, at,
                       x, [&](Var<T> read) {
                           typename AttentionLayer<T>::Asked asked;
                           asked.keys = memory->keys[l];
                           asked.values = memory->values[l];
                           asked.shape = {config_.decoder.heads, items, n, memory->length,
                                          memory->items == 1 && items > 1};
                           for (int b = 0; b < items; ++b)
                               asked.seen.last.insert(
                                   asked.seen.last.end(), static_cast<std::size_t>(n),
                                   memory->lengths[static_cast<std::size_t>(asked.shape.one_memory ? 0 : b)]);
                           if (intervention) change(asked);
                           asked.heads = changes(HeadKind::Cross, l);
                           return layer.cross(graph_, read, asked, at, &looked);
                       });
        if (kept && intervention) kept->looked = looked.used.value();
        x = branch(graph_, config_, layer.feed.norm(), values.feed.output_sum, values.feed.normed, at, x,
                   [&](Var<T> read) { return layer.feed(graph_, read, at); });
    }
    x = leave(x);
    record(graph_, values.output, {first}, x);
    if (keeps) cache->length += n;
    result.output = x;
    return result;
}

template <class T>
Var<T> Transformer<T>::leave(Var<T> x) const {
    const Norm<T>& exit = (config_.decodes() ? decoder_ : encoder_).exit;
    return exit ? exit(x) : x;
}

// l = W_o (s x) + b; of a masked head l = W_o norm(act(W x + b)) + b    Vaswani et al. 2017, section 3.4;
// Devlin et al. 2019; s: Raffel et al. 2020
template <class T>
Var<T> Transformer<T>::logits(Var<T> output) const {
    if (dense_.weight) output = head_norm_(activate(dense_(output), config_.output.activation));
    if (config_.output.scale != 1) output = scale(output, static_cast<T>(config_.output.scale));
    return output_(output);
}

template <class T>
Var<T> Transformer<T>::distribution(Var<T> output, int first) const {
    const bool places = config_.kind == Kind::Encoder;
    const Var<T> all = logits(output), log_probs = log_softmax(all);
    record(graph_, places ? place_logits : Quantity::Logits, {first}, all);
    record(graph_, places ? place_log_probs : Quantity::LogProbs, {first}, log_probs);
    return log_probs;
}

template <class T>
Var<T> Transformer<T>::forced(const nn::Sequences& source, const nn::Sequences& inputs) {
    if (!config_.crosses()) return forced_alone(source, inputs);
    const Memory<T> memory = encode(source);
    return distribution(decode(&memory, inputs.ids, inputs.items).output, 0);
}

template <class T>
Var<T> Transformer<T>::forced_alone(const nn::Sequences& source, const nn::Sequences& inputs) {
    const auto B = static_cast<std::size_t>(source.items);
    std::vector<int> ids = right_aligned(source);
    ids.insert(ids.end(), inputs.ids.begin() + source.items, inputs.ids.end());
    Cache<T> places;
    places.keeps = false;
    for (std::size_t b = 0; b < B && source.ragged(); ++b)
        places.behind.push_back(source.length - source.lengths[b]);
    const Var<T> output = decode(nullptr, ids, source.items, &places).output;
    return distribution(columns(output, (source.length - 1) * source.items, inputs.length * source.items), 0);
}

template struct Cache<float>;
template struct Cache<double>;
template class Transformer<float>;
template class Transformer<double>;

} // namespace heed::transformer
