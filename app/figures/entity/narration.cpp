// One plain sentence for the newest phase.
#include "app/figures/base/format.h"
#include "app/figures/entity/reading.h"
#include "app/figures/roles.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using namespace slots;

constexpr float open_from = 0.5f;

std::string_view ordinal(int back) {
    static constexpr std::string_view words[] = {
        "", "one sentence", "two sentences", "three sentences", "four sentences", "five sentences"};
    return back < static_cast<int>(std::size(words)) ? words[back] : "some sentences";
}

/// "Mary’s slot (.95) and the milk’s slot (.94)".
std::string open_slots(const Reading& r, int t) {
    std::vector<std::string> words;
    for (int j = 0; j < r.slots; ++j)
        if (r.gate(t, j) >= open_from)
            words.push_back(slot_words(r, j) + " (" + gate_words(r.gate(t, j)) + ")");
    if (words.size() > 4) return counted(static_cast<int>(words.size()), "slot");
    return listed(words, " and ");
}

/// Of the slot that is followed, where it is shut: why, where the story says so.
std::string say_followed(const Reading& r, const StoryBoard& board, int t, int slot) {
    if (r.gate(t, slot) >= open_from) return "";
    std::string name = capitalized_slot(r, slot);
    std::string text = " " + name + " stays shut (" + gate_words(r.gate(t, slot)) + ")";
    const StoryBoard::Sentence* told = told_of(board, r, t);
    if (told && r.config.tied() && concerns(*told, slot, true, true))
        return text + ", though the sentence concerns it.";
    for (int back = 1; told && r.config.tied() && back <= t; ++back)
        if (const auto* before = told_of(board, r, t - back); before && concerns(*before, slot, true, true))
            return text + ": the last to concern it was " + std::string(ordinal(back)) + " ago.";
    return text + ".";
}

std::string say_gate(const Reading& r, const StoryBoard& board, int t, int slot) {
    const std::string sentence = quoted(r.sentence(t));
    if (r.muted(t)) return sentence + " is muted: no slot opens.";
    const std::string open = open_slots(r, t);
    if (!open.empty()) return sentence + " opens " + open + "." + say_followed(r, board, t, slot);
    int widest = 0;
    for (int j = 1; j < r.slots; ++j)
        if (r.gate(t, j) > r.gate(t, widest)) widest = j;
    return sentence + " opens no slot by half; " + slot_words(r, widest) + " opens widest (" +
           gate_words(r.gate(t, widest)) + ")." + (slot == widest ? "" : say_followed(r, board, t, slot));
}

std::string say_update(const Reading& r, int t, int slot) {
    if (r.muted(t)) return "Sentence " + std::to_string(t + 1) + " is muted: every slot stays as it was.";
    const auto moved = static_cast<double>((r.after(t, slot) - r.before(t, slot)).norm());
    return "Adding what was opened" +
           std::string(r.config.memory.normalise ? " and bringing every slot to length 1" : "") + ". " +
           capitalized_slot(r, slot) + " moves by " + fixed(moved, 2) + ".";
}

std::string say_match(const Reading& r) {
    Eigen::Index most = 0;
    const auto largest = static_cast<double>(r.value("answer.weights").col(0).maxCoeff(&most));
    return quoted(r.question()) + " fits " + slot_words(r, static_cast<int>(most)) +
           " best: it answers with " + percent(largest) + " of the weight.";
}

std::string say_answer(const Reading& r, const StoryBoard& board) {
    const std::string answer = shown(r.run.target_text);
    std::string text =
        "The answer is " + quoted(answer) + ", p " + probability(std::exp(r.run.log_prob)) + ".";
    if (board.answer.empty()) return text;
    return text + (board.answer == r.run.target_text ? " That is right."
                                                     : " Right would be " + quoted(board.answer) + ".");
}

} // namespace

Narration story_narration(const Trace& run, const StoryBoard& board, const Playhead& playhead,
                          const Palette& colors) {
    const Reading r(run, &board);
    const Moment now = moment_at(run.outline, playhead.at);
    if (!now.started)
        return {"Ready", colors.t3,
                counted(r.sentences, "sentence") + " and a question; " + counted(r.slots, "slot") +
                    " to keep what is told."};
    const int slot = slot_shown(r, Playhead{.at = playhead.at, .column = playhead.column});
    std::string sentence;
    switch (doing_of(now.phase)) {
    case Doing::Gate:
        sentence = say_gate(r, board, now.position, slot);
        break;
    case Doing::Candidate:
        sentence = "Making what each slot would write of what it holds, of its key and of sentence " +
                   std::to_string(now.position + 1) + ".";
        break;
    case Doing::Update:
        sentence = say_update(r, now.position, slot);
        break;
    case Doing::Match:
        sentence = say_match(r);
        break;
    case Doing::Context:
        sentence = "Adding up all slots, each times its weight, to one vector of " +
                   counted(r.config.embedding, "number") + ".";
        break;
    case Doing::Answer:
        sentence = say_answer(r, board);
        break;
    }
    return {std::string(now.phase.info->title), heading_color(now.phase, colors), sentence};
}

} // namespace heed
