#include "core/models/pooling/values.h"

#include <array>

namespace heed::pooling {
namespace {

constexpr std::string_view raffel_1 = "Raffel and Ellis 2015, equation 1";
constexpr std::string_view raffel_2 = "Raffel and Ellis 2015, equation 2";
constexpr std::string_view raffel_3 = "Raffel and Ellis 2015, equation 3";
constexpr std::string_view section_3 = "Raffel and Ellis 2015, section 3";
constexpr std::string_view muting = "the softmax over the other moments alone";

constexpr std::array table = {
    ValueInfo{"embedded", "x", "feature × moment", "The learned vector of each word", section_3},
    ValueInfo{"hidden", "h", "hidden × moment", "What the network makes of each moment, by itself",
              "Raffel and Ellis 2015, section 3: h_t = LReLU(W x_t + b)"},
    ValueInfo{"pool.scores", "w·h + b", "1 × moment", "The score of each moment, before tanh bounds it",
              raffel_1},
    ValueInfo{"pool.energies", "e", "1 × moment", "How much each moment matters, before the softmax",
              "Raffel and Ellis 2015, equation 1: e_t = a(h_t)"},
    ValueInfo{"pool.weights", "α", "1 × moment", "Share of the answer that each moment gets",
              "Raffel and Ellis 2015, equation 2: α_t = exp e_t / Σ_k exp e_k"},
    ValueInfo{"pool.context", "c", "hidden × 1", "Sum of all moments, each times its weight",
              "Raffel and Ellis 2015, equation 3: c = Σ_t α_t h_t"},
    ValueInfo{"pool.sequence", "u", "feature × moment", "Each moment times its weight", raffel_3},
    ValueInfo{"dense.output", "z", "unit × moment", "One learned map over the features of each moment",
              "z_t = σ(W x_t + b)"},
    ValueInfo{"summary", "s", "hidden × 1", "What the answer is read from", section_3},
    ValueInfo{"logits", "l", "class × 1", "A score for every class", section_3},
    ValueInfo{"log_probs", "log p", "class × 1", "The natural logarithm of every class's probability",
              section_3},
    ValueInfo{"output", "y", "value × 1", "The answer", section_3},
    ValueInfo{"muted.weights", "α", "moment × muted", "The weights with one moment muted", muting},
    ValueInfo{"muted.context", "c", "hidden × muted", "The sum with one moment muted", muting},
    ValueInfo{"muted.output", "y", "answer × muted", "The answer with one moment muted", raffel_2},
};

} // namespace

std::span<const ValueInfo> values() { return table; }

std::vector<std::string> numbered(const std::string& what, int count) {
    std::vector<std::string> labels;
    for (int k = 1; k <= count; ++k) labels.push_back(what + std::to_string(k));
    return labels;
}

template <class T>
void record_muted(const Config& config, const nn::Graph<T>& graph, const Item& item,
                  const Listener<T>& listener) {
    const Answer<T> answer = forward(config, graph, each_muted(config, item));
    if (answer.weights) listener("muted.weights", answer.weights.value().transpose());
    if (answer.context) listener("muted.context", answer.context.value());
    listener("muted.output", answer.output.value());
}

template <class T>
Map map_of(const Config& config, const nn::Graph<T>& graph, const Answer<T>& answer,
           const std::vector<std::string>& labels) {
    const int K = config.input.size, U = config.dense.size;
    if (config.kind != Kind::Dense)
        return {"pool.attention",
                "answer",
                "moment",
                {"answer"},
                labels,
                answer.weights.value().template cast<double>(),
                true};
    if (config.dense.over == Over::Features)
        return {"dense.weights",
                "unit",
                "feature",
                numbered("unit ", U),
                numbered("feature ", K),
                graph["dense.weight"].value().template cast<double>(),
                false};
    // Row 0 of the output's weights holds moment after moment.
    const Matrix<double> weights = graph["output.weight"].value().row(0).template cast<double>();
    return {"dense.weights",
            "feature",
            "moment",
            numbered("feature ", K),
            labels,
            weights.reshaped(K, config.dense.steps),
            false};
}

#define HEED_INSTANTIATE(T)                                                                                  \
    template void record_muted(const Config&, const nn::Graph<T>&, const Item&, const Listener<T>&);         \
    template Map map_of(const Config&, const nn::Graph<T>&, const Answer<T>&,                                \
                        const std::vector<std::string>&);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::pooling
