// A whole series, foretold row by row: what a chart shows beside what happened.
#pragma once

#include "core/models/forecast/forecast.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::forecast {

/// Every row of a table, brought to what the model reads.
struct Series {
    Matrix<double> drivers; // (N, K)
    Matrix<double> target;  // (N, 1)
    int rows() const { return static_cast<int>(target.rows()); }
};
/// As read_input() of reader.h, of all rows. Throws heed::Error where that would.
Series read_series(const Config& config, std::string_view text, const std::string& subject);

/// The window that ends before row `end`, whose target is that row's where there is one. Of models that know
/// the target up to the last moment.
Item window_of(const Config& config, const Series& series, int end);

/// A forecast for each row, and for the one after the last, in the unit of the series; NaN where too few rows
/// stand before.
std::vector<double> foretold(const Config& config, const nn::ParameterSet<float>& parameters,
                             const Series& series);
/// The same by a rule: persistence, or the line through the past that the configuration holds.
std::vector<double> foretold_by_persistence(const Config& config, const Series& series);
std::vector<double> foretold_by_line(const Config& config, const Series& series);

/// The mean weight of each driver over all those windows, and of each moment at the decoder's last step.
struct MeanWeights {
    std::vector<double> drivers, moments;
};
MeanWeights mean_weights(const Config& config, const nn::ParameterSet<float>& parameters,
                         const Series& series);

} // namespace heed::forecast
