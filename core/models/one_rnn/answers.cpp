// What is read from a pass: batches, parameters, answers and their loss.
#include "core/models/one_rnn/one_rnn.h"

#include <algorithm>
#include <cassert>

namespace heed::one_rnn {
namespace {

/// What is read from the columns of `from`: of key-value h* = tanh(W_r r + W_p p + b) first.
template <class T>
struct Readout {
    Var<T> hidden, logits, log_probs;
};
template <class T>
Readout<T> read_out(const Config& config, const nn::Graph<T>& graph, Var<T> from) {
    Readout<T> out;
    out.hidden = from;
    if (config.key_value())
        out.hidden = tanh(affine(graph["readout.combine.weight"], from, graph["readout.combine.bias"]));
    out.logits = affine(graph["output.weight"], out.hidden, graph["output.bias"]);
    out.log_probs = log_softmax(out.logits);
    return out;
}

} // namespace

Batch batch_of(std::span<const Item> items) {
    assert(!items.empty());
    Batch batch;
    batch.items = static_cast<int>(items.size());
    for (const Item& item : items) batch.length = std::max(batch.length, item.length());
    const auto B = items.size();
    batch.tokens.assign(static_cast<std::size_t>(batch.length) * B, 0);
    for (std::size_t b = 0; b < B; ++b)
        for (std::size_t t = 0; t < items[b].tokens.size(); ++t) batch.tokens[t * B + b] = items[b].tokens[t];
    return batch;
}

template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill) {
    nn::ParameterSet<T> set(fill);
    const int E = config.encoder.embedding, H = config.encoder.hidden, A = config.attention.size,
              V = config.vocabulary, n = config.part();
    const auto linear = [&](const std::string& name, int out, int in) {
        set.add(name + ".weight", out, in);
        set.add(name + ".bias", out, 1, 1);
    };
    set.add("embedding.weight", V, E);
    const int gates = config.self_attention() ? 1 : 4;
    set.add("cell.weight_ih", gates * H, E);
    set.add("cell.weight_hh", gates * H, config.self_attention() && config.attends() ? 2 * H : H);
    if (config.self_attention()) {
        set.add("cell.bias", H, 1, 1);
        if (config.attention.score == Score::Bilinear) set.add("attention.W", H, H);
        linear("output", V, H);
        return set;
    }
    set.add("cell.bias_ih", gates * H, 1, 1);
    set.add("cell.bias_hh", gates * H, 1, 1);
    if (config.kind == Kind::Lstmn) {
        set.add("attention.Wh", A, H);
        set.add("attention.Wx", A, E);
        set.add("attention.Wt", A, H);
    } else {
        set.add("attention.Wq", A, n);
        set.add("attention.Wh", A, n);
    }
    set.add("attention.b", A, 1, 1);
    set.add("attention.v", A, 1, 1);
    if (config.key_value()) linear("readout.combine", n, 2 * n);
    linear("output", V, config.key_value() ? n : H);
    return set;
}

template <class T>
Var<T> answer(const Config& config, const nn::Graph<T>& graph, const Pass<T>& pass,
              const std::vector<int>& steps) {
    std::vector<Var<T>> asked; // each step that some item is answered at, once
    std::vector<int> place(pass.readable.size(), -1), indices;
    const int B = static_cast<int>(steps.size());
    for (const int t : steps) {
        int& at = place[static_cast<std::size_t>(t)];
        if (at >= 0) continue;
        at = static_cast<int>(asked.size());
        asked.push_back(pass.readable[static_cast<std::size_t>(t)]);
    }
    for (int b = 0; b < B; ++b)
        indices.push_back(place[static_cast<std::size_t>(steps[static_cast<std::size_t>(b)])] * B + b);
    return read_out(config, graph, gather_columns(concat_columns(asked), std::move(indices))).log_probs;
}

template <class T>
Var<T> answer_each(const Config& config, const nn::Graph<T>& graph, const Pass<T>& pass,
                   const Listener<T>& listener) {
    const Readout<T> out = read_out(config, graph, concat_columns(pass.readable));
    for (int t = 0; listener && t < static_cast<int>(pass.readable.size()); ++t) {
        if (config.key_value()) listener("readout", t, out.hidden.value().col(t));
        listener("logits", t, out.logits.value().col(t));
        listener("log_probs", t, out.log_probs.value().col(t));
    }
    return out.log_probs;
}

template <class T>
Var<T> batch_loss(const Config& config, const nn::Graph<T>& graph, std::span<const Item> items) {
    const Pass<T> pass = read(config, graph, batch_of(items));
    const int B = static_cast<int>(items.size());
    std::vector<Var<T>> scored; // of the steps at which some item is scored
    std::vector<int> indices, targets;
    for (std::size_t t = 0; t < pass.readable.size(); ++t) {
        const int at = static_cast<int>(scored.size());
        for (int b = 0; b < B; ++b) {
            const std::vector<int>& wanted = items[static_cast<std::size_t>(b)].targets;
            if (t >= wanted.size() || wanted[t] < 0) continue;
            if (at == static_cast<int>(scored.size())) scored.push_back(pass.readable[t]);
            indices.push_back(at * B + b);
            targets.push_back(wanted[t]);
        }
    }
    assert(!targets.empty());
    const Var<T> from = gather_columns(concat_columns(scored), std::move(indices));
    const std::vector<T> ones(targets.size(), T(1));
    return negative_log_likelihood<T>(read_out(config, graph, from).log_probs, targets, ones);
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template nn::ParameterSet<T> declare<T>(const Config&, nn::Fill);                                        \
    template Var<T> answer(const Config&, const nn::Graph<T>&, const Pass<T>&, const std::vector<int>&);     \
    template Var<T> answer_each(const Config&, const nn::Graph<T>&, const Pass<T>&, const Listener<T>&);     \
    template Var<T> batch_loss(const Config&, const nn::Graph<T>&, std::span<const Item>);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::one_rnn
