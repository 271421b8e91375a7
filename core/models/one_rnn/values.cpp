#include "core/models/one_rnn/values.h"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

namespace heed::one_rnn {
namespace {

using std::string_view;

// ---- rnn-self-attention: one tanh cell whose last state compares itself with those before it.

constexpr string_view elman =
                          "Elman 1990, with c_t beside h_{t-1}: h_t = tanh(W_x x_t + W_h [h_{t-1}; c_t] + b)",
                      compared = "a recurrent network over its own past: z_i = (1/H) Σ_k h_{t-1,k} h_{i,k} "
                                 "(sum: without 1/H; scaled: 1/√H; bilinear: h_i · W h_{t-1}), i ≤ t-2",
                      shares = "p_i = exp z_i / Σ_j exp z_j",
                      mixed = "c_t = Σ_i p_i h_i; 0 where there is none",
                      bound = "|z_i| ≤ 1, so that no weight of n passes e² / (e² + n - 1)",
                      rescaled = "the softmax of the same states' products on another scale, not retrained",
                      softmax_answer = "softmax(W h_t + b)";

constexpr std::array self_attention_table = {
    QuantityInfo{"embedded", "x", Axis::Embedding, Axis::Step, "The learned vector of each token", elman},
    QuantityInfo{"states", "h", Axis::Hidden, Axis::Moment,
                 "The network's memory after each token, h_0 = 0 before the first", elman},
    QuantityInfo{"self.energies", "z", Axis::Past, Axis::Step,
                 "How like the last state each older state is, before the softmax", compared},
    QuantityInfo{"self.weights", "p", Axis::Past, Axis::Step,
                 "Share of the look back that each older state gets", shares, "self.attention"},
    QuantityInfo{"self.context", "c", Axis::Hidden, Axis::Step,
                 "Sum of the older states, each times its weight", mixed},
    QuantityInfo{"self.ceiling", "max p", Axis::One, Axis::Step,
                 "More than this no weight can be, for scores lie within ±1", bound},
    QuantityInfo{"same_states.mean.weights", "p", Axis::Past, Axis::Step,
                 "The weights, had the same states been compared by the mean of their products", rescaled},
    QuantityInfo{"same_states.scaled.weights", "p", Axis::Past, Axis::Step,
                 "The weights, had the same states been compared by their product over √H", rescaled},
    QuantityInfo{"same_states.sum.weights", "p", Axis::Past, Axis::Step,
                 "The weights, had the same states been compared by their whole product", rescaled},
    QuantityInfo{"logits", "l", Axis::Vocabulary, Axis::Step, "A score for every word, after each token",
                 softmax_answer},
    QuantityInfo{"log_probs", "log p", Axis::Vocabulary, Axis::Step,
                 "The natural logarithm of every word's probability, after each token", softmax_answer},
};

// ---- lstmn

constexpr string_view
    cheng_energies =
        "Cheng, Dong and Lapata 2016, section 3.1: a_i = v · tanh(W_h h_i + W_x x_t + W_h̃ h̃_{t-1})",
    cheng_weights = "Cheng, Dong and Lapata 2016, section 3.1: s_i = softmax(a_i)",
    cheng_sums = "Cheng, Dong and Lapata 2016, section 3.1: [h̃_t; c̃_t] = Σ_i s_i [h_i; c_i]",
    cheng_gates = "Cheng, Dong and Lapata 2016, section 3.1: i, f, o = σ, ĉ = tanh of W [h̃_t; x_t]",
    cheng_cell = "Cheng, Dong and Lapata 2016, section 3.1: c_t = f c̃_t + i ĉ_t",
    cheng_state = "Cheng, Dong and Lapata 2016, section 3.1: h_t = o tanh(c_t)",
    cheng_tapes = "Cheng, Dong and Lapata 2016, section 3.1";

constexpr std::array lstmn_table = {
    QuantityInfo{"embedded", "x", Axis::Embedding, Axis::Step, "The learned vector of each token",
                 cheng_tapes},
    QuantityInfo{"self.energies", "a", Axis::Past, Axis::Step,
                 "How much each older state matters to the token that is read, before the softmax",
                 cheng_energies},
    QuantityInfo{"self.weights", "s", Axis::Past, Axis::Step,
                 "Share of the look back that each older state gets, on both tapes", cheng_weights,
                 "self.attention"},
    QuantityInfo{"self.state", "h̃", Axis::Hidden, Axis::Step,
                 "Sum of the older hidden states, each times its weight", cheng_sums},
    QuantityInfo{"self.cell_state", "c̃", Axis::Hidden, Axis::Step,
                 "Sum of the older cell states, each times the same weight", cheng_sums},
    QuantityInfo{"gates", "i f g o", Axis::Gate, Axis::Step,
                 "What is let in, kept and shown, and what is new", cheng_gates},
    QuantityInfo{"cell_states", "c", Axis::Hidden, Axis::Step, "The tape of cell states", cheng_cell},
    QuantityInfo{"states", "h", Axis::Hidden, Axis::Step, "The tape of hidden states", cheng_state},
    QuantityInfo{"logits", "l", Axis::Vocabulary, Axis::Step, "A score for every word, after each token",
                 softmax_answer},
    QuantityInfo{"log_probs", "log p", Axis::Vocabulary, Axis::Step,
                 "The natural logarithm of every word's probability, after each token", softmax_answer},
};

// ---- key-value, key-value-predict

constexpr string_view daniluk_energies =
                          "Daniluk et al. 2017, section 2: M_t = tanh(W_Y [k_{t-L} … k_{t-1}] + W_h k_t)",
                      daniluk_weights = "Daniluk et al. 2017, section 2: α_t = softmax(w · M_t)",
                      daniluk_read = "Daniluk et al. 2017, section 2: r_t = Σ_i α_i v_i",
                      daniluk_combined = "Daniluk et al. 2017, section 2: h*_t = tanh(W_r r_t + W_x p_t)",
                      daniluk_answer = "Daniluk et al. 2017, section 2: softmax(W h*_t + b)",
                      daniluk_split = "Daniluk et al. 2017, section 2: [k_t; v_t; p_t] = h_t",
                      hochreiter =
                          "Hochreiter and Schmidhuber 1997, with forget gates: i, f, o = σ, g = tanh of "
                          "W x_t + U h_{t-1} + b; c_t = f c_{t-1} + i g; h_t = o tanh(c_t)";

constexpr std::array key_value_table = {
    QuantityInfo{"embedded", "x", Axis::Embedding, Axis::Step, "The learned vector of each token",
                 hochreiter},
    QuantityInfo{"gates", "i f g o", Axis::Gate, Axis::Step,
                 "What is let in, kept and shown, and what is new", hochreiter},
    QuantityInfo{"cell_states", "c", Axis::Hidden, Axis::Step, "The memory of the LSTM", hochreiter},
    QuantityInfo{"states", "h", Axis::Hidden, Axis::Step, "The state after each token, all parts of it",
                 hochreiter},
    QuantityInfo{"keys", "k", Axis::Hidden, Axis::Step, "The part of a state by which it asks and is found",
                 daniluk_split},
    QuantityInfo{"values", "v", Axis::Hidden, Axis::Step, "The part of a state that is read when it is found",
                 daniluk_split},
    QuantityInfo{"predictions", "p", Axis::Hidden, Axis::Step,
                 "The part of a state that the next word is told from", daniluk_split},
    QuantityInfo{"self.energies", "w·M", Axis::Past, Axis::Step,
                 "How well each older key fits the newest one, before the softmax", daniluk_energies},
    QuantityInfo{"self.weights", "α", Axis::Past, Axis::Step,
                 "Share of the look back that each older state gets", daniluk_weights, "self.attention"},
    QuantityInfo{"self.context", "r", Axis::Hidden, Axis::Step,
                 "Sum of the older values, each times its weight", daniluk_read},
    QuantityInfo{"readout", "h*", Axis::Hidden, Axis::Step, "What the answer is read from", daniluk_combined},
    QuantityInfo{"logits", "l", Axis::Vocabulary, Axis::Step, "A score for every word, after each token",
                 daniluk_answer},
    QuantityInfo{"log_probs", "log p", Axis::Vocabulary, Axis::Step,
                 "The natural logarithm of every word's probability, after each token", daniluk_answer},
};

} // namespace

std::span<const QuantityInfo> values(Kind kind) {
    switch (kind) {
    case Kind::SelfAttention:
        return self_attention_table;
    case Kind::Lstmn:
        return lstmn_table;
    case Kind::KeyValue:
    case Kind::KeyValuePredict:
        break;
    }
    return key_value_table;
}

Quantity quantity_of(Kind kind, std::string_view key) {
    for (const QuantityInfo& row : values(kind))
        if (row.key == key) return Quantity(row);
    throw std::out_of_range("a value of " + std::string(id(kind)) + ": " + std::string(key));
}

std::vector<std::string> past_labels(Kind kind, const std::vector<std::string>& tokens) {
    if (kind != Kind::SelfAttention) return tokens;
    std::vector<std::string> labels{"start"};
    labels.insert(labels.end(), tokens.begin(), tokens.end());
    labels.pop_back();
    return labels;
}

template <class T>
Matrix<float> weights_by_token(const Config& config, const Pass<T>& pass, Eigen::Index b, int tokens) {
    const int shift = config.self_attention() ? 1 : 0;
    Matrix<float> all = Matrix<float>::Constant(tokens, tokens, std::numeric_limits<float>::quiet_NaN());
    for (int r = 0; r < tokens && r + shift < static_cast<int>(pass.looks.size()); ++r) {
        const auto& look = pass.looks[static_cast<std::size_t>(r + shift)];
        for (Eigen::Index i = 0; i < look.weights.cols(); ++i)
            if (const auto c = look.first + i - shift; c >= 0 && c < tokens)
                all(r, c) = static_cast<float>(look.weights(b, i));
    }
    return all;
}

template Matrix<float> weights_by_token(const Config&, const Pass<float>&, Eigen::Index, int);
template Matrix<float> weights_by_token(const Config&, const Pass<double>&, Eigen::Index, int);

} // namespace heed::one_rnn
