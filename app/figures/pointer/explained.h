// What the inspector of a pointer network is made of: one card a phase, and the blocks below it (gallery §12,
// §16).
#pragma once

#include "app/figures/inspector/column.h"
#include "app/figures/pointer/reading.h"

#include <string>

namespace heed::points {

/// What is looked at: the newest phase, at one output or point, and of what it points at one slot.
struct Subject {
    const Reading& reading;
    heed::Moment now;
    Doing doing = Doing::Encode;
    int output = 0;       // whose numbers are plugged in
    int slot = 0;         // the slot looked at
    int point = 0;        // that is read
    int unit = 0;         // of vectors
    bool weighed = false; // the output's scores are weights already
    int taken = 0;        // outputs that were chosen

    std::string i() const { return std::to_string(output + 1); }
    std::string j() const { return reading.is_end(slot) ? "end" : std::to_string(slot + 1); }
    std::string ij() const { return i() + "," + j(); }
};
Subject subject_of(const Reading& reading, const Playhead& playhead);

/// Two or three lines on what the phase does.
std::string meaning_of(const Subject& subject);
/// The equation in symbols, and with this cell's numbers.
void equation_card(inspector::Column& column, const Subject& subject);

/// Every slot with its numbers, score and weight, at most so many rows, the strongest of them.
void slots_block(inspector::Column& column, const Subject& subject, int most_rows);
/// How far the answer is right so far.
bool has_truth(const Subject& subject);
void truth_block(inspector::Column& column, const Subject& subject);
/// Shares of exact answers beside those of the network that does not point, at one length.
void baseline_block(inspector::Column& column, const Trace& run, const PointerBoard& board);

} // namespace heed::points
