// Copying: a word is drawn from the model's own vocabulary, or taken from the source as attention has it.
//
//   g_i = sigma(w_h . c_i + w_s . s_i + w_x . E y_{i-1} + b)
//   P(word) = g_i softmax(l_i)_word + (1 - g_i) sum of alpha_ij over the places j that hold the word
// (See, Liu and Manning 2017, eq. 8 and 9.) A source's words that the target lacks follow its vocabulary in
// the order in which they appear.
#pragma once

#include "core/attention/attention.h"
#include "core/models/seq2seq/config.h"

namespace heed {

/// Of n outputs.
template <class T>
struct Copied {
    Var<T> generate; // g (1, n)
    Var<T> words;    // what attention gives each word (V + X, n)
    explicit operator bool() const { return static_cast<bool>(generate); }
};

template <class T>
class CopyLayer {
public:
    CopyLayer(const Seq2SeqConfig& config, nn::Graph<T>& graph);
    static void declare(nn::ParameterSet<T>& set, const Seq2SeqConfig& config);

    /// Unset where the model does not copy. Records g at `step`.
    Copied<T> operator()(const attention::Memory<T>& memory, const attention::Attended<T>& attended,
                         Var<T> state, Var<T> token, int step) const;
    /// log P (V + X, n) from logits (V, n); records it on the way.
    Var<T> distribution(Var<T> logits, const Copied<T>& copied, int step) const;

private:
    const Seq2SeqConfig& config_;
    nn::Graph<T>& graph_;
    Var<T> wh_, ws_, wx_, b_;
};

/// The same of several outputs, one after the other.
template <class T>
Copied<T> concat_copied(const std::vector<Copied<T>>& outputs);

} // namespace heed
