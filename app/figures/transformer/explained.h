// What the inspector of a Transformer is made of: one card a sub-step, and the blocks below it.
#pragma once

#include "app/figures/inspector/card.h"
#include "app/figures/inspector/column.h"
#include "app/figures/inspector/strips.h"
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
    int row = 0;         // that asks
    int query = 0;       // its column of values
    int column = -1;     // looked at
    int unit = 0;        // of vectors
    std::string asker{}; // "output 5", "piece 2 of output 1", "the source"

    const MatrixXf* value(Quantity q, int head = 0) const { return reading.value(q, layer, head); }
    std::string i() const { return std::to_string(query + 1); }
    std::string j() const { return std::to_string(column + 1); }
    bool attends() const { return doing >= Doing::Project && doing <= Doing::Add; }
    bool in_layer() const { return doing != Doing::Read && doing != Doing::Write; }
    /// Whether the sub-step has been computed in the layer that is in front.
    bool computed() const {
        return !in_layer() ||
               reading.done(decoder, row, layer, attends() ? sight.looks : Looks::Nowhere, doing);
    }
    int head_size() const { return reading.side_config(sight.decoding).each(); }
    /// q · k of the head, and what is added to it for the distance.
    double product() const;
    double divisor() const;
};
Subject subject_of(const Reading& reading, const Playhead& playhead);

/// A token that greedy decoding writes though another is likelier: the rules of the model's folder do that
/// (a language, a forced first or last token, one that may not follow).
bool is_asked_for(const Trace& run, const TraceStep& step);

std::string meaning_of(const Subject& subject);
/// Which layer is in front, where another one is at work, and whether it is computed; else empty.
std::string front_words(const Subject& subject);
/// The equation in symbols, and with this cell's numbers.
void equation_card(inspector::Column& column, const Subject& subject);
/// A card's parts: the equation in symbols, the same with this cell's numbers, and vectors below, if any.
struct CardParts {
    void (*symbols)(inspector::Card&, const Subject&);
    void (*numbers)(inspector::Column&, inspector::Card&, const Subject&);
    void (*below)(inspector::Column&, const Subject&) = nullptr;
};
extern const CardParts read_card, add_card, feed_card;

/// Of a value's matrix; empty where it has no such column.
Eigen::VectorXf column_of(const MatrixXf* matrix, int column);
inspector::ValueRow strip(std::string symbol, std::string caption, Eigen::VectorXf numbers, Color color,
                          int unit);
/// A section of those that are not empty.
void strips(inspector::Column& column, const std::string& title, const std::string& caption,
            std::vector<inspector::ValueRow> rows, int unit);
std::string unit_caption(const Subject& subject);
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
