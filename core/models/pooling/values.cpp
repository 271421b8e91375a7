#include "core/models/pooling/values.h"

#include <array>
#include <stdexcept>

namespace heed::pooling {
namespace {

constexpr std::string_view raffel_1 = "Raffel and Ellis 2015, equation 1";
constexpr std::string_view raffel_2 = "Raffel and Ellis 2015, equation 2";
constexpr std::string_view raffel_3 = "Raffel and Ellis 2015, equation 3";
constexpr std::string_view section_3 = "Raffel and Ellis 2015, section 3";
constexpr std::string_view muting = "the softmax over the other moments alone";

constexpr std::array table = {
    QuantityInfo{"embedded", "x", Axis::Feature, Axis::Moment, "The learned vector of each word", section_3},
    QuantityInfo{"hidden", "h", Axis::Hidden, Axis::Moment,
                 "What the network makes of each moment, by itself",
                 "Raffel and Ellis 2015, section 3: h_t = LReLU(W x_t + b)"},
    QuantityInfo{"pool.scores", "w·h + b", Axis::Moment, Axis::Answer,
                 "The score of each moment, before tanh bounds it", raffel_1},
    QuantityInfo{"pool.energies", "e", Axis::Moment, Axis::Answer,
                 "How much each moment matters, before the softmax",
                 "Raffel and Ellis 2015, equation 1: e_t = a(h_t)"},
    QuantityInfo{"pool.weights", "α", Axis::Moment, Axis::Answer, "Share of the answer that each moment gets",
                 "Raffel and Ellis 2015, equation 2: α_t = exp e_t / Σ_k exp e_k", "pool.attention"},
    QuantityInfo{"pool.context", "c", Axis::Hidden, Axis::Answer, "Sum of all moments, each times its weight",
                 "Raffel and Ellis 2015, equation 3: c = Σ_t α_t h_t"},
    QuantityInfo{"pool.sequence", "u", Axis::Feature, Axis::Moment, "Each moment times its weight", raffel_3},
    QuantityInfo{"dense.output", "z", Axis::Unit, Axis::Moment,
                 "One learned map over the features of each moment", "z_t = σ(W x_t + b)"},
    QuantityInfo{"summary", "s", Axis::Hidden, Axis::Answer, "What the answer is read from", section_3},
    QuantityInfo{"logits", "l", Axis::Class, Axis::Answer, "A score for every class", section_3},
    QuantityInfo{"log_probs", "log p", Axis::Class, Axis::Answer,
                 "The natural logarithm of every class's probability", section_3},
    QuantityInfo{"output", "y", Axis::Value, Axis::Answer, "The answer", section_3},
    QuantityInfo{"muted.weights", "α", Axis::Moment, Axis::Moment, "The weights with one moment muted",
                 muting},
    QuantityInfo{"muted.context", "c", Axis::Hidden, Axis::Moment, "The sum with one moment muted", muting},
    QuantityInfo{"muted.output", "y", Axis::Value, Axis::Moment, "The answer with one moment muted",
                 raffel_2},
};

constexpr std::string_view dense_layer = "A Dense layer: y = W [x_1; … x_T] + b";
constexpr QuantityInfo unit_weights{"dense.weights",
                                    "W",
                                    Axis::Feature,
                                    Axis::Unit,
                                    "What each unit makes of a moment's features, the same for every input",
                                    "z_t = σ(W x_t + b)",
                                    "dense.weights"};
constexpr QuantityInfo moment_weights{"dense.weights",
                                      "W",
                                      Axis::Moment,
                                      Axis::Feature,
                                      "One number a moment and feature, the same for every input",
                                      dense_layer,
                                      "dense.weights"};

constexpr const QuantityInfo& row_of(std::string_view key) {
    for (const QuantityInfo& row : table)
        if (row.key == key) return row;
    throw std::out_of_range("a value of pooling"); // a programmer's error, found when compiled
}

} // namespace

namespace quantity {
constexpr Quantity Hidden{row_of("hidden")}, Scores{row_of("pool.scores")}, Energies{row_of("pool.energies")},
    Weights{row_of("pool.weights")}, Context{row_of("pool.context")}, DenseOutput{row_of("dense.output")},
    Summary{row_of("summary")}, LogProbs{row_of("log_probs")}, Output{row_of("output")},
    MutedOutput{row_of("muted.output")}, UnitWeights{unit_weights}, MomentWeights{moment_weights};
} // namespace quantity

std::span<const QuantityInfo> values() { return table; }
Quantity quantity_of(std::string_view key) { return Quantity(row_of(key)); }

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
        return {quantity::Weights,
                Axis::Answer,
                Axis::Moment,
                {"answer"},
                labels,
                answer.weights.value().template cast<double>(),
                true};
    if (config.dense.over == Over::Features)
        return {quantity::UnitWeights,
                Axis::Unit,
                Axis::Feature,
                numbered("unit ", U),
                numbered("feature ", K),
                graph["dense.weight"].value().template cast<double>(),
                false};
    // Row 0 of the output's weights holds moment after moment.
    const Matrix<double> weights = graph["output.weight"].value().row(0).template cast<double>();
    return {quantity::MomentWeights,
            Axis::Feature,
            Axis::Moment,
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
