#include "core/models/pointer/pointer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace heed::pointer {
namespace {

constexpr const char* encoder_prefix = "encoder.forward.";
constexpr const char* decoder_prefix = "decoder.cell.";

template <class T>
Var<T> cell_input(const nn::Graph<T>& graph, const std::string& prefix, Var<T> x) {
    return affine(graph[prefix + "weight_ih"], x, graph[prefix + "bias_ih"]);
}

} // namespace

Batch batch_of(std::span<const Item> items) {
    assert(!items.empty());
    Batch batch;
    batch.items = static_cast<int>(items.size());
    for (const Item& item : items) {
        batch.lengths.push_back(item.length());
        batch.length = std::max(batch.length, item.length());
    }
    batch.points = Matrix<double>::Zero(items[0].points.rows(), Eigen::Index(batch.length) * batch.items);
    for (int b = 0; b < batch.items; ++b)
        for (int j = 0; j < batch.lengths[static_cast<std::size_t>(b)]; ++j)
            batch.points.col(Eigen::Index(j) * batch.items + b) =
                items[static_cast<std::size_t>(b)].points.col(j);
    return batch;
}

template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill) {
    nn::ParameterSet<T> set(fill);
    const int P = config.input.size, H = config.hidden, A = config.attention.size, L = config.attention.slots;
    for (const std::string prefix : {encoder_prefix, decoder_prefix}) {
        set.add(prefix + "weight_ih", 4 * H, P);
        set.add(prefix + "weight_hh", 4 * H, H);
        set.add(prefix + "bias_ih", 4 * H, 1, 1);
        set.add(prefix + "bias_hh", 4 * H, 1, 1);
    }
    set.add("decoder.start", P, 1, 1);
    if (!config.points()) {
        set.add("output.weight", config.slots(L), H);
        set.add("output.bias", config.slots(L), 1, 1);
        return set;
    }
    set.add("attention.Wq", A, H);
    set.add("attention.Wh", A, H);
    set.add("attention.b", A, 1, 1);
    set.add("attention.v", A, 1, 1);
    if (config.attention.end) set.add("attention.end", H, 1, 1);
    return set;
}

template <class T>
Pointing<T>::Pointing(const Config& config, const nn::Graph<T>& graph, Batch batch, Listener<T> listener)
    : config_(config), graph_(graph), tape_(graph["decoder.start"].tape()), batch_(std::move(batch)),
      listener_(std::move(listener)), chosen_(static_cast<std::size_t>(batch_.items)) {
    assert(!listener_ || batch_.items == 1);
    assert(batch_.muted.empty() || batch_.items == 1);
    encode();
    input_ =
        gather_columns(graph_["decoder.start"], std::vector<int>(static_cast<std::size_t>(batch_.items), 0));
    mark_ = tape_.size();
}

/// i, f, o = σ, g = tanh of W x + U h + b;  c' = f c + i g;  h' = o tanh(c')
template <class T>
LstmState<T> Pointing<T>::lstm(const std::string& prefix, Var<T> a, const LstmState<T>& before,
                               int index) const {
    const bool encoding = prefix == encoder_prefix;
    const Var<T> u = affine(graph_[prefix + "weight_hh"], before.h, graph_[prefix + "bias_hh"]);
    const Var<T> gates = lstm_gates(a, u), c = lstm_memory(gates, before.c), h = lstm_state(gates, c);
    note(encoding ? "encoder.gates" : "decoder.gates", index, gates.value());
    note(encoding ? "encoder.cell_states" : "decoder.cell_states", index, c.value());
    note(encoding ? "encoder.states" : "decoder.states", index, h.value());
    return {h, c};
}

/// e_1 … e_N; an item that has ended keeps its state.
template <class T>
void Pointing<T>::encode() {
    const Eigen::Index B = batch_.items;
    const Var<T> zeros = tape_.constant(Matrix<T>::Zero(config_.hidden, B));
    const Var<T> inputs =
        cell_input(graph_, encoder_prefix, tape_.constant(batch_.points.template cast<T>())); // (4H, N·B)
    state_ = {zeros, zeros};
    std::vector<Var<T>> memory;
    for (int j = 0; j < batch_.length; ++j) {
        const LstmState<T> after = lstm(encoder_prefix, columns(inputs, j * B, B), state_, j);
        memory.push_back(after.h);
        std::vector<bool> reads;
        for (const int length : batch_.lengths) reads.push_back(j < length);
        const bool all = std::find(reads.begin(), reads.end(), false) == reads.end();
        state_ = all ? after
                     : LstmState<T>{choose_columns(after.h, state_.h, reads),
                                    choose_columns(after.c, state_.c, reads)};
    }
    if (config_.points()) keep_keys(std::move(memory));
}

/// W_1 e_j of what can be chosen, item by item.
template <class T>
void Pointing<T>::keep_keys(std::vector<Var<T>> memory) {
    const int B = batch_.items, S = slots();
    if (config_.attention.end)
        memory.push_back(
            gather_columns(graph_["attention.end"], std::vector<int>(static_cast<std::size_t>(B), 0)));
    Var<T> all = concat_columns(memory); // (H, S·B)
    for (int s = 0; listener_ && s < S; ++s) note("pointer.memory", s, all.value().col(s));
    std::vector<int> by_item;
    for (int b = 0; b < B; ++b)
        for (int s = 0; s < S; ++s) by_item.push_back(s * B + b);
    if (B > 1) all = gather_columns(all, std::move(by_item));
    keys_ = matmul(graph_["attention.Wh"], graph_.drop(all));
}

template <class T>
Var<T> Pointing<T>::scores(Var<T> d) const {
    const int B = batch_.items, S = slots(), N = batch_.length;
    if (!keys_) { // u_ij = (W d_i + b)_j, the end's after those of all numbers it knows
        const Var<T> all = affine(graph_["output.weight"], d, graph_["output.bias"]);
        const Var<T> points = rows(all, 0, N);
        return config_.attention.end ? concat_rows<T>({points, rows(all, config_.attention.slots, 1)})
                                     : points;
    }
    // u_ij = v · tanh(W_1 e_j + W_2 d_i + b)
    Var<T> asked = affine(graph_["attention.Wq"], d, graph_["attention.b"]); // (A, B)
    std::vector<int> by_item;
    for (int b = 0; b < B; ++b) by_item.insert(by_item.end(), static_cast<std::size_t>(S), b);
    asked = gather_columns(asked, std::move(by_item)); // (A, B·S)
    return reshape(dot_rows(graph_["attention.v"], tanh(add(keys_, asked)), 1), S, B);
}

template <class T>
bool Pointing<T>::done(int item) const {
    const auto& chosen = chosen_[static_cast<std::size_t>(item)];
    const int all =
        config_.slots(batch_.lengths[static_cast<std::size_t>(item)]) - static_cast<int>(batch_.muted.size());
    return std::ssize(chosen) >= all || (!chosen.empty() && is_end(chosen.back()));
}

template <class T>
bool Pointing<T>::all_done() const {
    for (int b = 0; b < batch_.items; ++b)
        if (!done(b)) return false;
    return true;
}

template <class T>
bool Pointing<T>::open(int item, int slot) const {
    if (is_end(slot)) return config_.attention.end;
    if (slot < 0 || slot >= batch_.lengths[static_cast<std::size_t>(item)]) return false;
    if (done(item)) return true;
    const auto has = [slot](const std::vector<int>& slots) {
        return std::find(slots.begin(), slots.end(), slot) != slots.end();
    };
    if (has(batch_.muted)) return false;
    return config_.attention.mask == Masking::None || !has(chosen_[static_cast<std::size_t>(item)]);
}

template <class T>
Var<T> Pointing<T>::advance(T temperature) {
    note("decoder.input", step_, input_.value());
    state_ = lstm(decoder_prefix, cell_input(graph_, decoder_prefix, input_), state_, step_);
    Var<T> u = scores(state_.h);
    if (temperature != 1) u = scale(u, 1 / temperature);
    Matrix<T> closed = Matrix<T>::Zero(slots(), batch_.items);
    for (int b = 0; b < batch_.items; ++b)
        for (int s = 0; s < slots(); ++s)
            if (!open(b, s)) closed(s, b) = -std::numeric_limits<T>::infinity();
    const Var<T> log_probs = log_softmax(add(u, tape_.constant(closed)));
    if (listener_) note_choice(u, log_probs);
    ++step_;
    return log_probs;
}

template <class T>
void Pointing<T>::note_choice(Var<T> scores, Var<T> log_probs) const {
    const bool points = config_.points();
    Matrix<T> p = log_probs.value().array().exp(), log_p = log_probs.value();
    for (int s = 0; s < slots(); ++s)
        if (!open(0, s)) {
            p(s, 0) = 0;
            log_p(s, 0) = std::numeric_limits<T>::quiet_NaN();
        }
    note(points ? "pointer.energies" : "number.energies", step_, scores.value());
    note(points ? "pointer.weights" : "number.shares", step_, p);
    note(points ? "pointer.log_probs" : "number.log_probs", step_, log_p);
}

template <class T>
void Pointing<T>::choose(std::span<const int> slots) {
    const Eigen::Index B = batch_.items;
    Matrix<T> input = Matrix<T>::Zero(config_.input.size, B);
    for (int b = 0; b < batch_.items; ++b) {
        if (done(b)) continue;
        const int slot = slots[static_cast<std::size_t>(b)];
        chosen_[static_cast<std::size_t>(b)].push_back(slot);
        if (!is_end(slot)) input.col(b) = batch_.points.col(slot * B + b).template cast<T>();
    }
    if (!tape_.gradients() && forgets_) { // what led here is no longer needed
        Matrix<T> h = state_.h.value(), c = state_.c.value();
        tape_.rewind(mark_);
        state_ = {tape_.constant(std::move(h)), tape_.constant(std::move(c))};
    }
    input_ = tape_.constant(std::move(input));
}

namespace {

/// Takes a slot of item b of the batch into what was written of it: the likeliest, or `wanted` (-1: none).
template <class T>
int take(const Pointing<T>& pointing, const Batch& batch, int b, const Matrix<T>& log_probs, int wanted,
         Written& written) {
    const int length = batch.lengths[static_cast<std::size_t>(b)];
    const auto column = log_probs.col(b);
    Eigen::Index best = wanted == length ? batch.length : wanted;
    if (wanted < 0) column.maxCoeff(&best);
    const auto row = static_cast<Eigen::Index>(written.slots.size());
    for (int s = 0; s < static_cast<int>(written.weights.cols()); ++s) {
        const int place = s < length ? s : batch.length;
        written.weights(row, s) =
            pointing.open(b, place) ? static_cast<float>(std::exp(column(place))) : 0.0f;
    }
    written.log_prob += static_cast<double>(column(best));
    written.slots.push_back(best == batch.length ? length : static_cast<int>(best));
    return static_cast<int>(best);
}

} // namespace

template <class T>
std::vector<Written> write(const Config& config, const nn::Graph<T>& graph, const Batch& batch,
                           std::span<const Item> forced) {
    Pointing<T> pointing(config, graph, batch);
    std::vector<Written> all(static_cast<std::size_t>(batch.items));
    for (std::size_t b = 0; b < all.size(); ++b)
        all[b].weights.resize(pointing.slots(), config.slots(batch.lengths[b]));
    for (std::size_t i = 0; !pointing.all_done(); ++i) {
        const Matrix<T> log_probs = pointing.advance().value();
        std::vector<int> chosen(all.size(), 0);
        for (std::size_t b = 0; b < all.size(); ++b)
            if (const int item = static_cast<int>(b); !pointing.done(item))
                chosen[b] =
                    take(pointing, batch, item, log_probs, forced.empty() ? -1 : forced[b].target[i], all[b]);
        pointing.choose(chosen);
    }
    for (Written& written : all)
        written.weights.conservativeResize(static_cast<Eigen::Index>(written.slots.size()), Eigen::NoChange);
    return all;
}

template <class T>
Var<T> batch_loss(const Config& config, const nn::Graph<T>& graph, std::span<const Item> items,
                  const Listener<T>& listener) {
    const Batch batch = batch_of(items);
    Pointing<T> pointing(config, graph, batch, listener);
    pointing.keep_all();
    std::size_t steps = 0;
    for (const Item& item : items) steps = std::max(steps, item.target.size());
    assert(steps > 0);
    std::vector<Var<T>> log_probs; // (S, B) each
    std::vector<int> targets;
    std::vector<T> scored;
    for (std::size_t i = 0; i < steps; ++i) {
        log_probs.push_back(pointing.advance());
        const std::size_t first = targets.size();
        for (const Item& item : items) {
            const bool has = i < item.target.size();
            const int slot = has ? item.target[i] : 0;
            targets.push_back(slot == item.length() ? batch.length : slot);
            scored.push_back(has ? T(1) : T(0));
        }
        pointing.choose(std::span(targets).subspan(first));
    }
    return negative_log_likelihood<T>(concat_columns(log_probs), targets, scored);
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template nn::ParameterSet<T> declare<T>(const Config&, nn::Fill);                                        \
    template class Pointing<T>;                                                                              \
    template std::vector<Written> write(const Config&, const nn::Graph<T>&, const Batch&,                    \
                                        std::span<const Item>);                                              \
    template Var<T> batch_loss(const Config&, const nn::Graph<T>&, std::span<const Item>, const Listener<T>&);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::pointer
