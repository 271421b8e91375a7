#include "core/models/seq2seq/copying.h"

namespace heed {

template <class T>
void CopyLayer<T>::declare(nn::ParameterSet<T>& set, const Seq2SeqConfig& c) {
    if (!c.decoder.copy) return;
    set.add("copy.wh", c.context(), 1, 1);
    set.add("copy.ws", c.decoder.hidden, 1, 1);
    set.add("copy.wx", c.decoder.embedding, 1, 1);
    set.add("copy.b", 1, 1, 1);
}

template <class T>
CopyLayer<T>::CopyLayer(const Seq2SeqConfig& config, nn::Graph<T>& graph) : config_(config), graph_(graph) {
    if (!config.decoder.copy) return;
    wh_ = graph["copy.wh"];
    ws_ = graph["copy.ws"];
    wx_ = graph["copy.wx"];
    b_ = graph["copy.b"];
}

template <class T>
Copied<T> CopyLayer<T>::operator()(const attention::Memory<T>& memory, const attention::Attended<T>& attended,
                                   Var<T> state, Var<T> token, int step) const {
    if (!config_.decoder.copy) return {};
    const nn::Copies& copies = memory.source.copies;
    assert(copies.ids.size() == memory.source.ids.size() && "a source says what its places hold");
    // g_i = sigma(w_h . c_i + w_s . s_i + w_x . E y_{i-1} + b)
    const auto part = [](Var<T> w, Var<T> x) { return reshape(dot_rows(w, x, x.cols()), 1, x.cols()); };
    const Var<T> sum = add(add(part(wh_, attended.context), part(ws_, state)), part(wx_, token)); // (1, B)
    Copied<T> copied;
    copied.generate = sigmoid(add_bias(sum, b_));
    graph_.record(Quantity::Generate, step, copied.generate);
    copied.words = sum_by_word<T>(columns(attended.weights, 0, memory.source.length), copies.ids,
                                  config_.target_vocabulary + copies.beyond); // (V + X, B)
    return copied;
}

template <class T>
Var<T> CopyLayer<T>::distribution(Var<T> logits, const Copied<T>& copied, int step) const {
    const Var<T> own = log_softmax(logits); // (V, n)
    graph_.record(Quantity::VocabularyLogProbs, step, own);
    const Var<T> probs = mix(copied.generate, own, copied.words); // (V + X, n)
    graph_.record(Quantity::CopyProbs, step, probs);
    return log_of(probs);
}

template <class T>
Copied<T> concat_copied(const std::vector<Copied<T>>& outputs) {
    if (outputs.empty() || !outputs.front()) return {};
    std::vector<Var<T>> generate, words;
    for (const Copied<T>& one : outputs) {
        generate.push_back(one.generate);
        words.push_back(one.words);
    }
    return {concat_columns(generate), concat_columns(words)};
}

template class CopyLayer<float>;
template class CopyLayer<double>;
template Copied<float> concat_copied(const std::vector<Copied<float>>&);
template Copied<double> concat_copied(const std::vector<Copied<double>>&);

} // namespace heed
