#include "core/models/entity/entity.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace heed::entity {
namespace {

Bags bags_of(const std::vector<const std::vector<int>*>& sequences) {
    Bags bags;
    bags.columns = static_cast<int>(sequences.size());
    for (const auto* words : sequences)
        if (words) bags.longest = std::max(bags.longest, static_cast<int>(words->size()));
    bags.words.assign(sequences.size() * static_cast<std::size_t>(bags.longest), -1);
    for (std::size_t n = 0; n < sequences.size(); ++n)
        for (std::size_t k = 0; sequences[n] && k < sequences[n]->size(); ++k)
            bags.words[k * sequences.size() + n] = (*sequences[n])[k];
    return bags;
}

/// Each thing once for each of B items: (D, S) -> (D, S·B), thing by thing.
template <class T>
Var<T> for_each_item(Var<T> x, int items) {
    std::vector<int> indices;
    for (int j = 0; j < static_cast<int>(x.cols()); ++j) indices.insert(indices.end(), items, j);
    return gather_columns(x, std::move(indices));
}

/// What all sentences share.
template <class T>
struct Reader {
    const Config& config;
    const nn::Graph<T>& graph;
    const Batch& batch;
    const Listener<T>& listener;
    Tape<T>& tape;

    void note(std::string_view key, int index, const Matrix<T>& column) const {
        if (listener) listener(key, 0, index, column);
    }
    /// (B, S), of the one item.
    void note_slots(std::string_view key, int index, Var<T> row) const {
        if (listener) listener(key, 0, index, row.value().transpose());
    }
    /// (D, S), of the one item.
    void note_each_slot(std::string_view key, int index, Var<T> all) const {
        for (int j = 0; listener && j < config.memory.slots; ++j) listener(key, j, index, all.value().col(j));
    }

    /// s = Σ_k f_k ∘ e_k, (D, columns): every word's vector times the mask of its place, summed (equation 1).
    Var<T> encode(const Bags& bags, const std::string& mask) const {
        const auto n = static_cast<std::size_t>(bags.columns);
        const Var<T> none = tape.constant(Matrix<T>::Zero(config.embedding, bags.columns));
        Var<T> sum = none;
        for (int k = 0; k < bags.longest; ++k) {
            std::vector<int> ids(bags.words.begin() + static_cast<std::ptrdiff_t>(k * n),
                                 bags.words.begin() + static_cast<std::ptrdiff_t>((k + 1) * n));
            std::vector<bool> there(n);
            for (std::size_t c = 0; c < n; ++c) {
                there[c] = ids[c] >= 0;
                ids[c] = std::max(ids[c], 0);
            }
            const Var<T> f = lookup(graph[mask], std::vector<int>(n, k)),
                         e = lookup(graph["embedding.weight"], ids);
            sum = add(sum, choose_columns(multiply(e, f), none, there));
        }
        return sum;
    }

    /// w_j, (D, S).
    Var<T> keys() const {
        if (!config.tied()) return lookup(graph["keys.weight"], every_slot());
        return lookup(graph["embedding.weight"], config.memory.entities);
    }
    std::vector<int> every_slot() const {
        std::vector<int> slots;
        for (int j = 0; j < config.memory.slots; ++j) slots.push_back(j);
        return slots;
    }
    Var<T> affine_or_product(const std::string& matrix, Var<T> x, const std::string& bias) const {
        return graph.has(bias) ? affine(graph[matrix], x, graph[bias]) : matmul(graph[matrix], x);
    }
    /// Which of the slots' columns change at sentence t; and the same as gates that may open, (B, S).
    std::vector<bool> changing(int t) const {
        std::vector<bool> all;
        const auto first = batch.read.begin() + static_cast<std::ptrdiff_t>(t) * batch.items;
        for (int j = 0; j < config.memory.slots; ++j) all.insert(all.end(), first, first + batch.items);
        return all;
    }
    Mask open(const std::vector<bool>& changing) const {
        Mask open(batch.items, config.memory.slots);
        std::copy(changing.begin(), changing.end(), open.data());
        return open;
    }

    /// Where no gradient is wanted: all that was made since there were `mark` values is let go of, but h.
    void keep(int mark, Var<T>& h) const {
        if (tape.gradients()) return;
        Matrix<T> value = h.value();
        tape.rewind(mark);
        h = tape.constant(std::move(value));
    }
};

/// The slots after the whole story, (D, S·B).
template <class T>
Var<T> read_story(const Reader<T>& r, std::vector<Matrix<T>>& gates) {
    const int B = r.batch.items;
    const Var<T> all = r.encode(r.batch.story, "story.mask");  // (D, N·B)
    const Var<T> own = r.keys(), keys = for_each_item(own, B); // (D, S), (D, S·B)
    const Var<T> from_keys =                                   // V w_j + b
        for_each_item(r.affine_or_product("update.V", own, "update.bias"), B);
    const Var<T> from_story = matmul(r.graph["update.W"], all); // W s_t, (D, N·B)
    for (int j = 0; j < r.config.memory.slots; ++j) r.note("memory.keys", j, own.value().col(j));
    for (int t = 0; t < r.batch.sentences; ++t) r.note("story.vectors", t, all.value().col(t));
    Var<T> h = keys; // h_j(0) = w_j
    r.note_each_slot("memory.states", 0, h);
    for (int t = 0; t < r.batch.sentences; ++t) {
        const int mark = r.tape.size();
        const Var<T> s = columns(all, Eigen::Index(t) * B, B);
        // g_j = σ(s·h_j + s·w_j [+ b_j]) (equation 2)
        Var<T> scores = add(dot_tiled(h, s), dot_tiled(keys, s));
        if (r.graph.has("gate.bias"))
            scores = add(scores, slot_rows(for_each_item(r.graph["gate.bias"], B), r.config.memory.slots));
        // h̃_j = φ(U h_j + V w_j + W s_t [+ b]) (equation 3)
        const Var<T> ws = columns(from_story, Eigen::Index(t) * B, B);
        const Var<T> z = add_tiled(add(matmul(r.graph["update.U"], h), from_keys), ws);
        const Var<T> candidate = r.graph.drop(prelu(z, r.graph["update.slope"]));
        // h_j ← (h_j + g_j h̃_j) / ‖·‖ (equations 4 and 5)
        const std::vector<bool> changing = r.changing(t);
        const Var<T> gate = sigmoid_where(scores, r.open(changing));
        const Var<T> sum = add(h, scale_positions(candidate, gate));
        h = choose_columns(r.config.memory.normalise ? unit_columns(sum) : sum, h, changing);
        gates.push_back(gate.value());
        r.note_slots("memory.scores", t, scores);
        r.note_slots("memory.gates", t, gate);
        r.note_each_slot("memory.candidates", t, candidate);
        r.note_each_slot("memory.sums", t, sum);
        r.keep(mark, h);
        r.note_each_slot("memory.states", t + 1, h);
    }
    return h;
}

/// p_j = softmax(q·h_j), u = Σ_j p_j h_j, y = R φ(q + H u) (equation 6).
template <class T>
void answer_from(const Reader<T>& r, Var<T> h, Answer<T>& answer) {
    const Var<T> q = r.encode(r.batch.question, "question.mask"); // (D, B)
    const Var<T> energies = dot_tiled(h, q);                      // (B, S)
    answer.weights = softmax_few(energies);
    const Var<T> context = weighted_sum(h, answer.weights); // (D, B)
    const Var<T> hidden = prelu(add(q, matmul(r.graph["answer.H"], context)), r.graph["update.slope"]);
    const Var<T> logits = matmul(r.graph["answer.R"], hidden); // (V, B)
    answer.log_probs = log_softmax(logits);
    if (!r.listener) return;
    r.note("question.vector", 0, q.value());
    r.note_slots("answer.energies", 0, energies);
    r.note_slots("answer.weights", 0, answer.weights);
    r.note("answer.context", 0, context.value());
    r.note("answer.hidden", 0, hidden.value());
    r.note("logits", 0, logits.value());
    r.note("log_probs", 0, answer.log_probs.value());
}

} // namespace

Batch batch_of(std::span<const Item> items, const std::set<int>& muted) {
    assert(!items.empty());
    Batch batch;
    batch.items = static_cast<int>(items.size());
    for (const Item& item : items) batch.sentences = std::max(batch.sentences, item.sentences());
    std::vector<const std::vector<int>*> story, questions;
    for (int t = 0; t < batch.sentences; ++t)
        for (const Item& item : items) {
            const bool there = t < item.sentences();
            story.push_back(there ? &item.story[static_cast<std::size_t>(t)] : nullptr);
            batch.read.push_back(there && !muted.contains(t));
        }
    for (const Item& item : items) questions.push_back(&item.question);
    batch.story = bags_of(story);
    batch.question = bags_of(questions);
    return batch;
}

template <class T>
nn::ParameterSet<T> declare(const Config& config, nn::Fill fill) {
    nn::ParameterSet<T> set(fill);
    const int D = config.embedding, S = config.memory.slots, V = config.vocabulary;
    set.add("embedding.weight", V, D);
    set.add("story.mask", config.words, D);
    set.add("question.mask", config.question_words, D);
    if (!config.tied()) set.add("keys.weight", S, D);
    for (const char* name : {"update.U", "update.V", "update.W"}) set.add(name, D, D);
    if (config.memory.update_bias) set.add("update.bias", D, 1, 1);
    set.add("update.slope", D, 1, 1);
    if (config.memory.gate_bias) set.add("gate.bias", S, 1, 1);
    set.add("answer.H", D, D);
    set.add("answer.R", V, D);
    return set;
}

void initialise(nn::ParameterSet<float>& parameters, Random& random) {
    for (int k = 0; k < parameters.size(); ++k) {
        auto& p = parameters[k];
        const bool one = p.name.ends_with(".mask") || p.name.ends_with(".slope"),
                   bias = p.name.ends_with(".bias");
        const double deviation = 1 / std::sqrt(static_cast<double>(p.cols));
        p.value.setConstant(one ? 1.0f : 0.0f);
        for (Eigen::Index i = 0; !one && !bias && i < p.rows; ++i)
            for (Eigen::Index j = 0; j < p.cols; ++j)
                p.value(i, j) = static_cast<float>(deviation * random.normal());
    }
}

template <class T>
Answer<T> forward(const Config& config, const nn::Graph<T>& graph, const Batch& batch,
                  const Listener<T>& listener) {
    assert(!listener || batch.items == 1);
    const Reader<T> reader{config, graph, batch, listener, graph["embedding.weight"].tape()};
    Answer<T> answer;
    answer_from(reader, read_story(reader, answer.gates), answer);
    return answer;
}

template <class T>
Var<T> batch_loss(const Config& config, const nn::Graph<T>& graph, std::span<const Item> items) {
    std::vector<int> answers;
    for (const Item& item : items) answers.push_back(item.answer);
    const std::vector<T> ones(items.size(), T(1));
    return negative_log_likelihood<T>(forward(config, graph, batch_of(items)).log_probs, answers, ones);
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template nn::ParameterSet<T> declare<T>(const Config&, nn::Fill);                                        \
    template Answer<T> forward(const Config&, const nn::Graph<T>&, const Batch&, const Listener<T>&);        \
    template Var<T> batch_loss(const Config&, const nn::Graph<T>&, std::span<const Item>);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::entity
