#include "core/models/forecast/values.h"

#include "core/models/at_once.h"

#include <array>
#include <stdexcept>

namespace heed::forecast {
namespace {

using std::string_view;

constexpr string_view input_energies =
                          "Qin et al. 2017, equation 8: e^k_t = v · tanh(W [h_{t-1}; s_{t-1}] + U x^k)",
                      input_weights = "Qin et al. 2017, equation 9: α^k_t = exp e^k_t / Σ_i exp e^i_t",
                      input_weighted = "Qin et al. 2017, equation 10: x̃_t = (α^1_t x^1_t, …, α^K_t x^K_t)",
                      encoder = "Qin et al. 2017, equation 11: h_t = LSTM(h_{t-1}, x̃_t)",
                      temporal_energies =
                          "Qin et al. 2017, equation 12: l^i_t = v · tanh(W [d_{t-1}; s'_{t-1}] + U h_i)",
                      temporal_weights = "Qin et al. 2017, equation 13: β^i_t = exp l^i_t / Σ_j exp l^j_t",
                      context = "Qin et al. 2017, equation 14: c_t = Σ_i β^i_t h_i",
                      mixed = "Qin et al. 2017, equation 15: ỹ_{t-1} = w [y_{t-1}; c_{t-1}] + b",
                      decoder = "Qin et al. 2017, equations 16 to 21: d_t = LSTM(d_{t-1}, ỹ_{t-1})",
                      answered = "Qin et al. 2017, equation 22: ŷ = v · (W [d_T; c_T] + b_w) + b_v";

constexpr std::array table = {
    QuantityInfo{"input.energies", "e", Axis::Driver, Axis::Moment,
                 "How much each driver matters at each moment, before the softmax", input_energies},
    QuantityInfo{"input.weights", "α", Axis::Driver, Axis::Moment,
                 "Share of what is read that each driver gets, at each moment", input_weights},
    QuantityInfo{"input.weighted", "x̃", Axis::Driver, Axis::Moment,
                 "The drivers at each moment, each times its weight", input_weighted},
    QuantityInfo{"encoder.gates", "i f g o", Axis::Gate, Axis::Moment,
                 "What is let in, kept and shown, and what is new", encoder},
    QuantityInfo{"encoder.cell_states", "s", Axis::Hidden, Axis::Moment, "The memory of the reading LSTM",
                 encoder},
    QuantityInfo{"encoder.states", "h", Axis::Hidden, Axis::Moment, "The state after each moment", encoder},
    QuantityInfo{"temporal.energies", "l", Axis::Moment, Axis::Step,
                 "How much each moment matters to each step of the decoder, before the softmax",
                 temporal_energies},
    QuantityInfo{"temporal.weights", "β", Axis::Moment, Axis::Step,
                 "Share of the look back that each moment gets, at each step of the decoder",
                 temporal_weights, "temporal.attention"},
    QuantityInfo{"temporal.context", "c", Axis::Hidden, Axis::Step,
                 "Sum of the states, each times its weight", context},
    QuantityInfo{"decoder.target", "y", Axis::One, Axis::Step, "The target, a moment before each step",
                 mixed},
    QuantityInfo{"decoder.input", "ỹ", Axis::Value, Axis::Step, "The target mixed with what was looked up",
                 mixed},
    QuantityInfo{"decoder.gates", "i f g o", Axis::Gate, Axis::Step,
                 "What is let in, kept and shown, and what is new", decoder},
    QuantityInfo{"decoder.cell_states", "s'", Axis::State, Axis::Step, "The memory of the decoder", decoder},
    QuantityInfo{"decoder.states", "d", Axis::State, Axis::Step, "The decoder's state after each step",
                 decoder},
    QuantityInfo{"readout", "r", Axis::State, Axis::Answer, "What the forecast is read from", answered},
    QuantityInfo{"forecast", "ŷ", Axis::Value, Axis::Answer, "The value that comes next", answered},
};

/// A map in the order in which it is drawn, a row a driver; its columns sum to 1.
constexpr QuantityInfo turned_weights{
    "input.attention", "α", Axis::Moment, Axis::Driver, "The same shares, a driver at a time", input_weights,
    "input.attention"};

constexpr const QuantityInfo& row_of(string_view key) {
    for (const QuantityInfo& row : table)
        if (row.key == key) return row;
    throw std::out_of_range("a value of a forecast"); // a programmer's error, found when compiled
}

} // namespace

namespace quantity {
constexpr Quantity InputEnergies{row_of("input.energies")}, InputWeights{row_of("input.weights")},
    InputAttention{turned_weights}, Weighted{row_of("input.weighted")}, EncoderGates{row_of("encoder.gates")},
    EncoderCells{row_of("encoder.cell_states")}, EncoderStates{row_of("encoder.states")},
    TemporalEnergies{row_of("temporal.energies")}, TemporalWeights{row_of("temporal.weights")},
    Context{row_of("temporal.context")}, Target{row_of("decoder.target")},
    DecoderInput{row_of("decoder.input")}, DecoderGates{row_of("decoder.gates")},
    DecoderCells{row_of("decoder.cell_states")}, DecoderStates{row_of("decoder.states")},
    Readout{row_of("readout")}, Forecast{row_of("forecast")};
} // namespace quantity

std::span<const QuantityInfo> values() { return table; }
Quantity quantity_of(string_view key) { return Quantity(row_of(key)); }

std::span<const Quantity> all_quantities() {
    static const std::vector<Quantity> all = quantities_of(table, {quantity::InputAttention});
    return all;
}

template <class T>
Listener<T> Record<T>::listener() {
    return [this](string_view key, int index, const Matrix<T>& column) {
        Matrix<T>& value = values_[std::string(key)];
        if (value.size() == 0) value.resize(column.rows(), row_of(key).columns == Axis::Answer ? 1 : window_);
        value.col(index) = column;
    };
}

std::vector<std::string> driver_labels(const Config& config) {
    std::vector<std::string> labels;
    for (int k = 0; k < config.input.drivers; ++k) labels.push_back(config.driver_name(k));
    return labels;
}
std::vector<std::string> moment_labels(const Config& config) {
    std::vector<std::string> labels;
    for (int t = 1; t <= config.input.window; ++t) labels.push_back(std::to_string(t));
    return labels;
}

template <class T>
Matrix<T> input_map(const Answer<T>& answer, Eigen::Index b) {
    Matrix<T> map(answer.input.front().cols(), std::ssize(answer.input));
    for (std::size_t t = 0; t < answer.input.size(); ++t)
        map.col(static_cast<Eigen::Index>(t)) = answer.input[t].value().row(b).transpose();
    return map;
}
template <class T>
Matrix<T> temporal_map(const Answer<T>& answer, Eigen::Index b) {
    Matrix<T> map(std::ssize(answer.temporal), answer.temporal.front().cols());
    for (std::size_t t = 0; t < answer.temporal.size(); ++t)
        map.row(static_cast<Eigen::Index>(t)) = answer.temporal[t].value().row(b);
    return map;
}

template class Record<float>;
template class Record<double>;
#define HEED_INSTANTIATE(T)                                                                                  \
    template Matrix<T> input_map(const Answer<T>&, Eigen::Index);                                            \
    template Matrix<T> temporal_map(const Answer<T>&, Eigen::Index);
HEED_INSTANTIATE(float)
HEED_INSTANTIATE(double)
#undef HEED_INSTANTIATE

} // namespace heed::forecast
