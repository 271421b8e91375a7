// What the pictures of entity networks read of a run: sentences, slots, gates and states.
#pragma once

#include "app/figures/entity/entity.h"
#include "core/models/entity/phases.h"

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

namespace heed::slots {

/// In the order in which a sentence, and then the question, goes through them.
enum class Doing { Gate, Candidate, Update, Match, Context, Answer };
Doing doing_of(const Phase& phase);

struct Reading {
    /// The board tells the names of slots that are tied to words.
    explicit Reading(const Trace& of, const StoryBoard* board = nullptr);

    const Trace& run;
    const entity::Config& config;
    int sentences = 0, slots = 0;   // N, S
    std::vector<std::string> names; // of the slots, as they are shown: "Mary", "milk", "slot 2"

    /// The value of that key, of a slot where it has one for each.
    const MatrixXf& value(std::string_view key, int slot = 0) const;
    float gate(int t, int slot) const { return (*gates_)(slot, t); }
    float score(int t, int slot) const { return value("memory.scores")(slot, t); }
    float weight(int slot) const { return value("answer.weights")(slot, 0); }
    /// h_j before sentence t is read, and after it.
    auto before(int t, int slot) const { return value("memory.states", slot).col(t); }
    auto after(int t, int slot) const { return value("memory.states", slot).col(t + 1); }

    /// "Mary went to the garden", as it was typed; and what is asked, "Where is the milk?".
    std::string sentence(int t) const;
    std::string question() const;
    bool muted(int t) const { return run.request.edits.muted.contains(t); }
    /// Whether that has been done to sentence t (of the last three t does not count).
    bool done(int at, Doing doing, int t = 0) const;
    /// How many sentences have opened gates.
    int opened(int at) const;
    /// How many states of each slot there are, the keys among them.
    int states(int at) const;

private:
    std::string typed(std::size_t first, std::size_t count) const;
    const MatrixXf* gates_;
    std::vector<std::size_t> first_; // token of each sentence, then of the question, then one past the last
};

/// The sentence that is looked at: under the pointer, chosen by keys, or the newest; -1: none yet.
int sentence_shown(const Reading& reading, const Playhead& playhead);
/// The slot that is followed: under the pointer, chosen, the one that the question names, or the one that
/// answers most.
int slot_shown(const Reading& reading, const Playhead& playhead);

/// ".94".
std::string gate_words(float gate);
/// "Mary’s slot", "the milk’s slot", "slot 2".
std::string slot_words(const Reading& reading, int slot);
/// The same at the beginning of a sentence.
std::string capitalized_slot(const Reading& reading, int slot);

/// What is known of a sentence, or null.
const StoryBoard::Sentence* told_of(const StoryBoard& board, const Reading& reading, int t);
bool concerns(const StoryBoard::Sentence& told, int slot, bool named, bool carried);

/// How well gates tell the slots that a sentence names from those that it does not concern; what is carried
/// along counts for neither (area under the curve: 1 where every named one is above every other).
struct GateMeasure {
    double area = 1;
    float wrong = 0; // the strongest gate of a slot that is not concerned
    int named = 0, others = 0;
};
std::optional<GateMeasure> measure_of(const Reading& reading, const StoryBoard& board);

} // namespace heed::slots
