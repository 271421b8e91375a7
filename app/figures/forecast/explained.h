// What the inspector of a forecast is made of: one card a phase, and the blocks below it (gallery §12, §18).
#pragma once

#include "app/figures/forecast/reading.h"
#include "app/figures/inspector/column.h"

#include <string>

namespace heed::series {

/// What is looked at: the newest phase, at one moment or step, and one driver.
struct Subject {
    const Reading& r;
    const ForecastBoard& board;
    heed::Moment now;
    Doing doing = Doing::Answer;
    int moment = 0, step = 0, driver = 0, unit = 0;

    /// Whether the drivers are weighed, else the moments.
    bool of_drivers() const { return doing <= Doing::Read; }
    std::string lag() const { return std::to_string(r.lag(moment)); }
    std::string k() const { return std::to_string(driver + 1); }
    std::string t() const { return std::to_string((of_drivers() ? moment : step) + 1); }
};
Subject subject_of(const Reading& reading, const ForecastBoard& board, const Playhead& playhead);

/// Two or three lines on what the phase does.
std::string meaning_of(const Subject& subject);
/// The equation in symbols, and with this cell's numbers.
void equation_card(inspector::Column& column, const Subject& subject);

/// The drivers at the moment, or the lags at the step: energies and weights, at most so many rows.
void weights_block(inspector::Column& column, const Subject& subject, int most_rows);
/// How often driver and lag were found, on held-out windows.
void rule_block(inspector::Column& column, const Subject& subject);
/// The error beside every baseline's.
void baseline_block(inspector::Column& column, const ForecastBoard& board, bool all);

} // namespace heed::series
