// The picture of a forecast while it is drawn.
#pragma once

#include "app/figures/base/pen.h"
#include "app/figures/forecast/plan.h"

#include <string>

namespace heed::series {

inline constexpr float label_size = 11, title_size = 13;

struct Painter : Pen {
    const Reading& r;
    const ForecastBoard& board;
    const Playhead& playhead;
    const ForecastSettings& settings;
    const Plan& plan;
    int moment = 0; // looked at
    int step = 0;   // of the decoder, looked at
    bool answered = false;

    bool done(Doing doing, int place) const { return r.revealed(playhead.at, doing, place); }
};

/// Of places counted from 0: every so manieth has its number, and the one that is looked at; none beside
/// that.
inline bool is_labelled(int place, int looked_at, int every) {
    return place == looked_at || (place % every == 0 && (looked_at < 0 || place <= looked_at - every ||
                                                         place >= looked_at + every));
}

/// "driver 4", and what the task says of it.
std::string role_of(const Painter& p, int driver);

/// A row a driver: its curve, and its weight at each moment; at the right the mean of it.
void draw_drivers(const Painter& p);
/// What the decoder's step looks back at, in the columns of the drivers; and all its steps as a map.
void draw_lags(const Painter& p);
void draw_lag_map(const Painter& p);
/// The series, what was foretold of it and by whom, and how far each is off.
void draw_chart(const Painter& p);
void draw_errors(const Painter& p);

} // namespace heed::series
