// What the inspector of pooling is made of: one builder a phase, and the blocks below them (gallery §12).
#pragma once

#include "app/figures/inspector/column.h"
#include "app/figures/pooling/reading.h"

#include <string>

namespace heed::pools {

/// What is looked at: the newest phase of the chosen model, at one moment.
struct Subject {
    const PoolingBoard& board;
    const PoolingMember& member;
    const Trace& run;
    const Input& input;
    heed::Moment now;
    int t = 0; // the moment whose numbers are plugged in
    Eigen::VectorXf weights;

    const pooling::Config& config() const { return pooling_facts(run).config; }
    float weight() const { return t < weights.size() ? weights(t) : 0; }
    int heard() const { return input.count() - static_cast<int>(run.request.edits.muted.size()); }
    std::string number() const { return std::to_string(t + 1); }
    std::string place() const { return (input.words ? "Word " : "Moment ") + number(); }
};
/// `run` is the chosen member's; the moment is the one under the pointer or chosen by keys, else that which
/// is read or has the largest weight.
Subject subject_of(const PoolingBoard& board, const Trace& run, const Input& input, const Playhead& playhead);

/// The features of that moment: "(.58, 1)"; the first three where there are more.
std::string features_text(const Subject& subject);
/// Of a column of a number a moment; 0 where it is not there.
double number_at(const Subject& subject, Quantity quantity, int t);

std::string say_read(const Subject& subject);
std::string say_score(const Subject& subject);
std::string say_softmax(const Subject& subject);
std::string say_even(const Subject& subject);
std::string say_context(const Subject& subject);
std::string say_scale(const Subject& subject);
std::string say_layer(const Subject& subject);
std::string say_answer(const Subject& subject);
/// What is said of the newest phase, one of the above.
std::string meaning_of(const Subject& subject);
/// The equation in symbols, and with this moment's numbers.
void equation_card(inspector::Column& column, const Subject& subject);

/// How far energies that tanh bounds can set weights apart, and how far these do.
void law_block(inspector::Column& column, const PoolingBoard& board, const Input& input);
bool has_law(const PoolingBoard& board);
/// What all members answer with nothing muted.
void answers_block(inspector::Column& column, const PoolingBoard& board);
/// Shares of right answers within the trained lengths and at twice those. `all`: of every member; else of the
/// chosen one, mean pooling and Dense.
void baseline_block(inspector::Column& column, const PoolingBoard& board, bool all);
/// "within .04, held out"
std::string measure_words(const PoolingBoard& board);

} // namespace heed::pools
