// A run of a forecasting model as its picture reads it.
#pragma once

#include "app/figures/forecast/forecast.h"
#include "core/models/forecast/phases.h"
#include "core/models/forecast/values.h"

#include <string>
#include <vector>

namespace heed::series {

/// What the newest phase is about.
enum class Doing { InputScore, InputSoftmax, Weigh, Read, LagScore, LagSoftmax, Context, Step, Answer };
Doing doing_of(const Phase& phase);

struct Reading {
    explicit Reading(const Trace& trace);
    const Trace& run;
    const forecast::Config& config;
    int drivers = 0, window = 0; // K, T
    bool attends = true;

    /// How long before the forecast a moment is, from 1.
    int lag(int t) const { return window - t; }
    const MatrixXf& at(Quantity q) const { return run.at(q); }
    float alpha(int k, int t) const { return at(forecast::quantity::InputWeights)(k, t); }
    float beta(int step, int t) const { return at(forecast::quantity::TemporalWeights)(t, step); }
    /// The driver as it is read; NaN where its weight is 0.
    float driver(int k, int t) const;
    bool muted(int k) const { return run.request.edits.muted.contains(k); }
    std::string name(int k) const { return config.driver_name(k); }
    /// The driver with the most weight at a moment, the moment with the most at a step.
    int strongest_driver(int t) const;
    int strongest_moment(int step) const;
    /// The drivers by their mean weight over the window, the strongest first.
    std::vector<int> by_weight() const;
    float mean_weight(int k) const;
    /// How much the weights of a driver change with time: the largest variance over the window.
    double variance() const;
    double forecast() const;
    /// In the unit of the series, as it is printed.
    std::string answer() const;
    bool revealed(int at, Doing doing, int place) const;
};

/// The moment that is looked at: under the pointer, chosen, being read; else the one the decoder looks at.
int moment_shown(const Reading& reading, const Playhead& playhead);
/// The decoder's step that is looked at: the newest, else the last.
int step_shown(const Reading& reading, const Playhead& playhead);
int driver_shown(const Reading& reading, const Playhead& playhead, int moment);

} // namespace heed::series
