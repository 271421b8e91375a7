// What is left of a word: its influence on every state, the sentence inked by it, and accuracy by length
// (design picture 5).
//
// The share of word j on a state v is |d v / d x_j| over the largest |d v / d x_k| of that state: 1 is the
// word that changes it most. Derivatives: core/analysis/influence.
#pragma once

#include "app/figures/base/figure.h"

#include <Eigen/Core>
#include <set>
#include <string>
#include <vector>

namespace heed {

/// Shares of the words on the states of one model.
struct MemoryModel {
    std::string key;   // "reverse/lstm"
    std::string title; // "LSTM", "additive attention"
    std::string cell;  // "rnn", "gru", "lstm"
    bool attention = false;
    bool reads = true;                // its states while reading are shown
    bool writes = true;               // and what its outputs are read from
    Eigen::MatrixXf read;             // of ->h_t: a row a word read, (T, T)
    Eigen::MatrixXf written;          // of t_i: a row an output, (N, T)
    std::vector<std::string> outputs; // as they are shown
};

/// How often a model is right on fresh items, by their length.
struct LengthLine {
    std::string key, title, cell;
    bool attention = false;
    struct Share {
        double right = 0, low = 0, high = 1; // and its 95 % interval, items counted
    };
    struct At {
        int length = 0, items = 0;
        Share whole;  // of items without a fault
        Share tokens; // of their tokens, each after the right ones before it
        const Share& of(bool by_token) const { return by_token ? tokens : whole; }
    };
    std::vector<At> points;
    int shortest = 0, longest = 0; // of the inputs that it learnt from; 0: not said
};

struct MemoryBoard : Board {
    std::string text;
    std::vector<std::string> words; // as they are shown, "end" among them
    std::vector<MemoryModel> models;
    std::vector<LengthLine> lines;     // none: not measured yet, or see `no_lines`
    std::string no_lines;              // why there are none; empty: they are being measured
    std::string items = "Fresh items"; // what was measured
    std::string unit = "word", units = "words";
    bool random = false; // weights as training begins with
    bool choice = false; // the task has readers of both kinds: of models with attention, and without
    std::string absent;  // the model that was asked for, where it has no such states
    // What of it is looked at, for pictures that are written as they are seen.
    int follow = 0;
    bool linear = false, tokens = false;
    std::set<std::string> hidden;
};

struct MemorySettings {
    float width = 1600, height = 808;
    int follow = 0; // a word, from 0
    bool linear = false;
    std::set<std::string> hidden; // keys of models that are left out
    int hover = -1;               // a state: words read, then outputs
    bool tokens = false;          // accuracy counts tokens, not whole items
    bool switches = false;        // room is kept for those beside the titles of curves and accuracy
    bool operator==(const MemorySettings&) const = default;
};

/// Every panel. Picks: PickKind::State i = a state of the curves; PickKind::Token j = a word; PickKind::Cell
/// i, j of a triangle.
Scene memory_figure(const MemoryBoard& board, const MemorySettings& settings, const FigureStyle& style);
/// Accuracy by length alone.
Scene lengths_figure(const MemoryBoard& board, float width, float height, const FigureStyle& style);
/// The lowest that it can stand whole in; a window that is lower scrolls.
inline constexpr float least_memory_height = 400;
/// Whether panels are low: titles are short then, and names stand beside what they name.
bool is_low(const MemorySettings& settings);

/// Where the panels stand.
struct MemoryLayout {
    Box curves, lengths, sentences, triangles;
};
MemoryLayout memory_layout(const MemorySettings& settings);
inline constexpr float memory_switch_width = 192; // px, beside the title of a panel

/// What the curves that are shown say of the followed word, in one sentence.
std::string memory_sentence(const MemoryBoard& board, int follow, const std::set<std::string>& hidden = {});
/// After how many words read its share first falls below a tenth, or another share, and stays there; -1: it
/// does not.
int faded_after(const MemoryModel& model, int follow, float share = 0.1f);

} // namespace heed
