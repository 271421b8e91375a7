// What a pass over a forecasting model leaves behind: a row for each of its values, and its two maps.
#pragma once

#include "core/models/forecast/forecast.h"
#include "core/trace/quantity.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::forecast {

/// Every value that a pass notes, a row each, with its paper's equation.
std::span<const QuantityInfo> values();
/// The rows that figures and readers ask for by name.
namespace quantity {
extern const Quantity InputEnergies;    // e^k_t (K, T)
extern const Quantity InputWeights;     // α^k_t (K, T)
extern const Quantity InputAttention;   // the same, (T, K): as the map is drawn, a row a driver
extern const Quantity Weighted;         // x̃_t   (K, T)
extern const Quantity EncoderGates;     //       (4m, T)
extern const Quantity EncoderCells;     // s_t   (m, T)
extern const Quantity EncoderStates;    // h_t   (m, T)
extern const Quantity TemporalEnergies; // l^i_t (T, T)
extern const Quantity TemporalWeights;  // β^i_t (T, T)
extern const Quantity Context;          // c_t   (m, T)
extern const Quantity Target;           // y_{t-1} (1, T)
extern const Quantity DecoderInput;     // ỹ_{t-1} (1, T)
extern const Quantity DecoderGates;     //       (4p, T)
extern const Quantity DecoderCells;     // s'_t  (p, T)
extern const Quantity DecoderStates;    // d_t   (p, T)
extern const Quantity Readout;          //       (p, 1)
extern const Quantity Forecast;         // ŷ     (1, 1)
} // namespace quantity
/// The row of a key, which must be there.
Quantity quantity_of(std::string_view key);
/// Those and the map that is drawn turned.
std::span<const Quantity> all_quantities();

/// Gathers what a listener hears, each value whole: a column a moment, a step or the answer.
template <class T>
class Record {
public:
    explicit Record(const Config& config) : window_(config.input.window) {}
    /// To be heard while the record lives.
    Listener<T> listener();
    const std::map<std::string, Matrix<T>>& values() const { return values_; }

private:
    int window_;
    std::map<std::string, Matrix<T>> values_;
};

/// The drivers by name, and the moments as they are counted: "1" … "12".
std::vector<std::string> driver_labels(const Config& config);
std::vector<std::string> moment_labels(const Config& config);

/// α of item b as its map is drawn, (K, T); and β, (T, T): rows are the decoder's steps.
template <class T>
Matrix<T> input_map(const Answer<T>& answer, Eigen::Index b);
template <class T>
Matrix<T> temporal_map(const Answer<T>& answer, Eigen::Index b);

} // namespace heed::forecast
