// What the inspector of a Transformer is made of: one card a sub-step, and the blocks below it.
#pragma once

#include "app/figures/inspector/card.h"
#include "app/figures/inspector/column.h"
#include "app/figures/transformer/maps.h"
#include "app/figures/transformer/reading.h"

#include <string>

namespace heed::layered {

/// What is looked at: the newest sub-step, of one row, and of what it looks at one column.
struct Subject {
    const Reading& reading;
    Sight sight; // of an attention's sub-steps; else of the map in front
    Doing doing = Doing::Read;
    bool decoder = false;
    int layer = 0;
    int row = 0;     // that asks
    int query = 0;   // its column of values
    int column = -1; // looked at
    int unit = 0;    // of vectors

    const MatrixXf* value(Quantity q, int head = 0) const { return reading.value(q, layer, head); }
    std::string i() const { return std::to_string(query + 1); }
    std::string j() const { return std::to_string(column + 1); }
    bool attends() const { return doing >= Doing::Project && doing <= Doing::Add; }
    int head_size() const { return reading.side_config(sight.decoding).each(); }
    /// q · k of the head, and what is added to it for the distance.
    double product() const;
    double divisor() const;
};
Subject subject_of(const Reading& reading, const Playhead& playhead);

std::string meaning_of(const Subject& subject);
/// The equation in symbols, and with this cell's numbers.
void equation_card(inspector::Column& column, const Subject& subject);
/// Lines of a card: this cell's score, and its share of the softmax.
void score_numbers(inspector::Card& card, const Palette& colors, const Subject& subject);
void softmax_numbers(inspector::Column& column, const Subject& subject);
/// Scores and weights of the row of the head in front, at most so many rows.
void weights_block(inspector::Column& column, const Subject& subject, int most_rows);
/// ‖added‖ / ‖what was there‖ of each sub-layer, up to the newest.
void stream_block(inspector::Column& column, const Subject& subject);
/// How the maps are read, where that is not one head's weights: the equation with this cell's numbers, and
/// the raw weight beside it.
void map_card(inspector::Column& column, const Subject& subject, const TransformerMaps* weighted);
/// The likeliest tokens of the row.
void words_block(inspector::Column& column, const Subject& subject);

} // namespace heed::layered
