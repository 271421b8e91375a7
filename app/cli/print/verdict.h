// Whether a forecast is better than what it is held against.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace heed::cli {

/// Of the errors of all, the forecast's first: "has the lowest error", "loses to LSTM and persistence", those
/// that are better named best first.
std::string verdict_on(std::vector<std::pair<std::string, double>> errors);

} // namespace heed::cli
