// What the pictures of one recurrent network read of a run: states in a row, and whom each step looked at.
//
// A state's column is its place in that row: with rnn-self-attention h_0 is column 0 and step t makes column
// t+1, with the others step t makes column t. In both, what asks at step t stands in column t and the columns
// before it are what it may look at (of key-value the last `window` of them).
#pragma once

#include "app/figures/one_rnn/one_rnn.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::past {

/// The phases of a step by what they do.
enum class Doing { Score, Softmax, Context, State, Answer };

class Reading {
public:
    explicit Reading(const Trace& run);

    const Trace& run;
    const one_rnn::Config& config;
    const int steps;  // T
    const bool start; // there is a column for h_0

    int columns() const { return steps + (start ? 1 : 0); }
    int made(int t) const { return t + (start ? 1 : 0); } // by step t
    int asks(int t) const { return t; }                   // at step t
    int token_of(int column) const { return column - (start ? 1 : 0); }
    bool attends() const { return weights_ != nullptr; }

    /// The value of that key, or null.
    const MatrixXf* value(std::string_view key) const;
    const MatrixXf& states() const { return *states_; }  // (H, columns)
    const MatrixXf* weights() const { return weights_; } // (T, T): a column a step
    /// NaN where nothing stands.
    float energy(int t, int column) const { return cell(energies_, t, column); }
    float weight(int t, int column) const { return cell(weights_, t, column); }
    bool looks_at(int t, int column) const; // nobody looks back at a muted one
    /// What step t may look at: columns from first(t) to t-1, muted ones among them.
    int first(int t) const;
    int count(int t) const { return t - first(t); }
    int heard(int t) const; // of those, the ones that are not muted
    /// The column with the largest weight at step t, and the next; -1: none.
    int strongest(int t) const;
    int second(int t) const;
    bool muted(int column) const { return muted_.contains(token_of(column)); }
    /// More than this no weight of step t can be; none where scores have no bound.
    std::optional<float> ceiling(int t) const;
    /// Sum of -p log p over what is looked at, and the most it could be.
    double entropy(int t) const;

    /// The word after which a column's state stands: "f"; "start", "end".
    std::string word(int column) const;
    bool quiet(int column) const; // no word of the user's: the start, the end
    std::string number(int column) const { return std::to_string(column + (start ? 0 : 1)); } // its index
    std::string state_words(int column) const; // "the state after “f”", "the start"
    std::string symbol() const;                // of a weight: "p", "s", "α"
    std::string energy_symbol() const;         // "z", "a", "e"
    std::string context_symbol() const;        // "c", "h̃", "r"

    /// Whether that phase of step t has been revealed.
    bool done(int at, Doing doing, int t) const;
    /// The newest step, or the last one after the answer; -1 before the first.
    int newest(int at) const;

private:
    float cell(const MatrixXf* matrix, int t, int column) const;
    const MatrixXf *energies_, *weights_, *states_, *ceilings_;
    std::set<int> muted_;
};

/// What a phase does.
Doing doing_of(const Phase& phase);
/// The step whose look back is shown: the one under the pointer or chosen, if it is revealed, else the
/// newest; -1: none yet.
int step_shown(const Reading& reading, const Playhead& playhead);
/// The column that is looked at: under the pointer, chosen by keys, or the strongest of that step; -1: none.
int column_shown(const Reading& reading, const Playhead& playhead, int t);

/// A letter with a number below, as a label: "h_{11}".
std::string sub(const std::string& letter, const std::string& index);

} // namespace heed::past
