// What the doctor looks at: one sentence after the other, each with the runs that were made of it.
#pragma once

#include "core/base/link.h"
#include "core/models/model.h"
#include "core/tasks/truth.h"
#include "core/trace/trace.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed::doctor {

/// A sentence of a file, and what is known of its right output.
struct DoctorInput {
    std::string text;
    long long line = 0;                       // of the file, from 1; 0: it was typed
    std::optional<tasks::RightAnswer> answer; // none: nobody knows it
    bool has_gold = false;                    // the links below are known, be they none
    std::vector<Link> sure, possible;         // of the text's tokens and the answer's; no end tokens.
                                              // Of pieces, once examined: of the run's places as they are
};

/// The input of that text, with the answer that the model's own task knows, if it does.
DoctorInput doctor_input(const Model& model, const std::string& text, long long line = 0);

/// The same outputs asked for once more, of a changed source or fed changed tokens.
struct Replay {
    std::vector<float> log_probs;  // of the tokens asked for, given those before them
    std::vector<bool> right;       // whether each was the likeliest
    std::vector<float> on_padding; // share of the row that lay on the padding appended; empty without weights
    double share_right() const;
    double mean_log_prob() const;
};

/// A sentence as it was run. What is empty was not run, or cannot be.
struct Examined {
    DoctorInput input;
    std::shared_ptr<const Trace> free;   // as the model writes it alone
    std::shared_ptr<const Trace> forced; // towards the right answer; `free` itself where that is the same
    const Model* model = nullptr;        // that made them, and must outlive this; null: it is not at hand
    std::optional<tasks::Truth> truth;
    // Tried out on some sentences, not on all.
    std::optional<Replay> plain;    // as it is: what the others are held against
    std::optional<Replay> padded;   // padding at the end of the source, seen as tokens
    std::optional<Replay> reversed; // the words of the source back to front
    std::optional<Replay> ahead;    // fed at each output the token that it should write there
    // Of each source place on what the logits are read from, |∂t_i/∂x_j|, the largest of all outputs.
    std::vector<double> influence;
    int first_word = 0; // a source place where the model puts no token of its own before

    const Trace& run() const { return *free; }
    /// Where the sentence has a right answer, the run towards it, whose rows the links speak of.
    const Trace& towards() const { return forced ? *forced : *free; }
    bool wrong() const { return truth && !truth->right; }
};

inline constexpr int padding_tried = 16; // tokens appended

/// What is tried out on a sentence beside its run.
struct Trials {
    bool replays = false, influence = false; // the second takes longest
};
/// Of the n-th sentence of a file, from 0: replays of the first 100, influence of the first 10.
constexpr Trials trials_of(long long n) { return {n < 100, n < 10}; }

/// Runs the sentence, and tries that out; `told` says languages and a task. Of a model that reads pieces the
/// links of words become those of all their pieces, and the answer's tokens its pieces. Throws heed::Error as
/// decode::run does, decode::Cancelled when `cancelled` becomes true.
Examined examine(const Model& model, DoctorInput input, Trials trials,
                 const std::atomic<bool>* cancelled = nullptr, const Request& told = {});
/// A run that was given, of which no model is at hand to try anything.
Examined examine(std::shared_ptr<const Trace> run);

} // namespace heed::doctor
