// What the pictures of pooling read of a board: moments, weights, answers and how far they are off.
#pragma once

#include "app/figures/pooling/pooling.h"

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace heed::pools {

/// One input as it was typed: T moments, K features each.
struct Input {
    bool words = false;
    std::vector<std::string> texts; // (T)
    MatrixXf features;              // (K, T); of words none
    std::vector<bool> marked;       // (T): stars, or what is known to explain the answer
    std::size_t marks = 0;          // how many
    int count() const { return static_cast<int>(texts.size()); }
    bool is_marked(int t) const { return marked[static_cast<std::size_t>(t)]; }
    const std::string& text(int t) const { return texts[static_cast<std::size_t>(t)]; }
};
/// Of the first run there is; without moments where there is none.
Input input_of(const PoolingRuns& runs);
/// How many moments an input of those runs has; 0 where none of them is there.
int length_of(const PoolingRuns& runs);

const pooling::Config& config_of(const PoolingMember& member);
/// Those that make weights of each input: attention, and the mean, whose weights are even.
bool has_weights(const PoolingMember& member);
bool is_attention(const PoolingMember& member);
bool is_bounded(const PoolingMember& member); // energies between -1 and 1
/// "tanh", "linear", "Keras", "mean".
std::string energy_name(const PoolingMember& member);
/// The member whose weights fill the map: the chosen one, or the first that has any; -1: none has.
int map_member(const PoolingBoard& board);
/// The Dense member, or -1.
int dense_member(const PoolingBoard& board);

/// The run of a member, or null.
const Trace* run_of(const PoolingRuns& runs, int member);
/// Why it is missing, or "".
std::string problem_of(const PoolingRuns& runs, int member);
/// The weights of a run, (T); none where it has none.
Eigen::VectorXf weights_of(const Trace& trace);
bool is_muted(const Trace& trace, int t);

/// How much more one kind of moment weighs than another, muted ones aside.
struct WeightRatio {
    double value = 1;
    bool marks = false; // the mean of the marked to the mean of the others; else the largest to the smallest
};
/// None where there are no two to compare, or the smaller is nothing.
std::optional<WeightRatio> ratio_of(const Trace& trace, const Input& input);
/// What it is of that input: "marked : unmarked".
std::string ratio_name(const Input& input);
/// "7.1", "89", "1 204".
std::string ratio_text(double ratio);

/// ".658", "−.12", "1.24": without the zero before the point.
std::string short_number(double value, int decimals = 3);
/// A single number that the model answers with, or none.
std::optional<double> number_answer(const Trace& trace);
std::optional<double> right_number(const PoolingRuns& runs);
/// How far a number is off; none where there is nothing to compare.
std::optional<double> error_of(const PoolingRuns& runs, const Trace& trace);
/// The probability of a class by its name; none where the model has no such class.
std::optional<double> probability_of(const Trace& trace, const std::string& name);
bool answers_with_classes(const PoolingBoard& board);
/// Whether it is right, by that answer; see is_right().
std::optional<bool> right_by(const PoolingBoard& board, const PoolingRuns& runs, const Trace& trace);

/// What a Dense layer has learnt for each moment: the same for every input.
struct Learned {
    std::vector<float> values; // as many as it has moments for
    bool lengths = false;      // of all its numbers for a moment; else its number for the moment's value
    int numbers = 0;           // how many it has for a moment
    float largest = 0;         // |value|
};
Learned learned_numbers(const Trace& trace);
/// The features of moment t as the model reads them, (K); none where they are not known.
Eigen::VectorXf features_of(const Trace& trace, const Input& input, int t);

/// "one", "two", … "twelve", then digits.
std::string count_word(int count);
} // namespace heed::pools
