// What the inspector of an entity network is made of: one card a phase, and the blocks below it (gallery §12,
// §17).
#pragma once

#include "app/figures/entity/reading.h"
#include "app/figures/inspector/column.h"

#include <string>

namespace heed::slots {

/// What is looked at: the newest phase, one sentence, one slot, one number of its vector.
struct Subject {
    const Reading& reading;
    const StoryBoard& board;
    heed::Moment now;
    Doing doing = Doing::Gate;
    int sentence = -1; // whose numbers are plugged in; -1: none yet
    int slot = 0, unit = 0;

    bool story() const { return doing < Doing::Match; }
    const std::string& name() const { return reading.names[static_cast<std::size_t>(slot)]; }
    std::string number() const { return std::to_string(sentence + 1); }
    double at(std::string_view key, int column) const {
        return static_cast<double>(reading.value(key)(unit, column));
    }
    /// Of the slot's own vectors.
    double own(std::string_view key, int column) const {
        return static_cast<double>(reading.value(key, slot)(unit, column));
    }
};
Subject subject_of(const Reading& reading, const StoryBoard& board, const Playhead& playhead);

/// Two or three lines on what the phase does.
std::string meaning_of(const Subject& subject);
/// The equation in symbols, and with this cell's numbers.
void equation_card(inspector::Column& column, const Subject& subject);

/// Each slot's score and gate for the sentence, or energy and weight for the question; at most so many rows.
void slots_block(inspector::Column& column, const Subject& subject, int most_rows);
/// The likeliest words.
void words_block(inspector::Column& column, const Subject& subject);
/// The sentence and the slot as vectors.
void vectors_block(inspector::Column& column, const Subject& subject);
/// How well gates tell the slots that are named.
void measure_block(inspector::Column& column, const Subject& subject);
/// Shares of right answers beside those of a network without slots. `all`: at twice the length too.
void baseline_block(inspector::Column& column, const Trace& run, const StoryBoard& board, bool all);

} // namespace heed::slots
