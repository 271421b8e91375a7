// What the inspector of one recurrent network is made of: one card a phase, and the blocks below it (gallery
// §12, §14).
#pragma once

#include "app/figures/inspector/column.h"
#include "app/figures/one_rnn/reading.h"

#include <string>

namespace heed::past {

/// What is looked at: the newest phase, at one step, and of what it looks back at one state.
struct Subject {
    const Reading& reading;
    heed::Moment now;
    Doing doing = Doing::Score;
    int step = 0;         // whose numbers are plugged in
    int column = -1;      // the state looked at; -1: there is none
    int unit = 0;         // of vectors
    bool weighed = false; // the step's scores are weights already

    const one_rnn::Config& config() const { return reading.config; }
    /// The number of the step, as an index: "11".
    std::string t() const { return std::to_string(step + 1); }
    /// Of the state looked at.
    std::string i() const { return column < 0 ? "i" : reading.number(column); }
    bool looks() const { return column >= 0 && reading.looks_at(step, column); }
};
Subject subject_of(const Reading& reading, const Playhead& playhead);

/// Two or three lines on what the phase does.
std::string meaning_of(const Subject& subject);
/// The equation in symbols, and with this cell's numbers.
void equation_card(inspector::Column& column, const Subject& subject);
void state_card(inspector::Column& column, const Subject& subject); // of the phase that makes a state

/// What the step looks at: its scores and weights, at most so many rows, the strongest of them.
void weights_block(inspector::Column& column, const Subject& subject, int most_rows);
/// The weight of the same cell, had the same states been compared on other scales.
bool has_other_scales(const Subject& subject);
void scales_block(inspector::Column& column, const Subject& subject);
/// The likeliest words after the last.
void answers_block(inspector::Column& column, const Subject& subject);
/// Shares of right answers beside those of the network that looks at nothing. `all`: at twice the trained
/// length too, and how often it looked where it should.
void baseline_block(inspector::Column& column, const Trace& run, const OneRnnBoard& board, bool all);

} // namespace heed::past
