// One plain sentence for the newest phase, or for what is muted.
#include "app/figures/base/format.h"
#include "app/figures/pooling/explained.h"
#include "app/figures/roles.h"
#include "core/models/pooling/phases.h"
#include "core/models/pooling/values.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

using namespace pools;
namespace phases = pooling::phase;

std::string thing(const Input& input, bool many) {
    return std::string(input.words ? "word" : "moment") + (many ? "s" : "");
}

/// "Moment 22 is muted." "Moments 3, 7 and 22 are muted."
std::string say_muted(const PoolingBoard& board, const Input& input) {
    std::vector<std::string> numbers;
    for (const int t : board.muted) numbers.push_back(std::to_string(t + 1));
    if (numbers.size() == 1) {
        const int t = *board.muted.begin();
        return capitalized(thing(input, false)) + " " + numbers.front() +
               (input.words && t < input.count() ? ", " + quoted(shown(input.text(t))) + "," : "") +
               " is muted.";
    }
    if (numbers.size() > 4)
        return capitalized(count_word(static_cast<int>(numbers.size()))) + " " + thing(input, true) +
               " are muted.";
    return capitalized(thing(input, true)) + " " + listed(numbers, " and ") + " are muted.";
}

/// What becomes of the answer.
std::string say_change(const Trace& before, const Trace& now) {
    if (pooling_facts(now).config.classes()) {
        if (before.target_text != now.target_text)
            return "The answer turns from " + quoted(before.target_text) + " to " + quoted(now.target_text);
        const std::string a = cell_number(probability_of(before, before.target_text).value_or(0)),
                          b = cell_number(probability_of(now, before.target_text).value_or(0));
        return "The answer stays " + quoted(now.target_text) +
               (a == b ? ", with " + b + " as before" : ", with " + b + " instead of " + a);
    }
    const auto a = number_answer(before), b = number_answer(now);
    if (!a || !b) return "The answers follow";
    const std::string from = short_number(*a, 2), to = short_number(*b, 2);
    if (from == to) return "The answer stays " + to;
    return std::string("The answer ") + (*b < *a ? "falls" : "rises") + " from " + from + " to " + to;
}

/// Which of the marked ones are no longer heard, or that none of them is muted.
std::string say_why(const PoolingBoard& board, const Input& input, const Trace* before) {
    const auto muted = std::count_if(board.muted.begin(), board.muted.end(), [&](int t) {
        return t >= 0 && t < input.count() && input.is_marked(t);
    });
    const int count = static_cast<int>(muted), marks = static_cast<int>(input.marks);
    const std::string marked = input.words ? "words that decide" : "marked values";
    if (marks > 0 && count == marks)
        return marks == 1   ? input.words ? ": the word that decides is no longer heard."
                                          : ": the marked value is no longer heard."
               : marks == 2 ? ": neither of the two " + marked + " is heard."
                            : ": none of the " + marked + " is heard.";
    if (count > 0)
        return ": " + count_word(count) + " of the " + count_word(marks) + " " + marked +
               (count == 1 ? " is" : " are") + " no longer heard.";
    double weight = 0;
    const Eigen::VectorXf weights = before ? weights_of(*before) : Eigen::VectorXf();
    for (const int t : board.muted)
        if (t >= 0 && t < weights.size()) weight += static_cast<double>(weights(t));
    if (weights.size() == 0) return ".";
    const std::string had = weight < 0.0005 ? "less than .001" : short_number(weight);
    return std::string(board.muted.size() == 1 ? ": it had " : ": together they had ") + had +
           " of the weight.";
}

// -------------------------------------------------------------------------------------------- phases

std::string narrate_read(const Subject& s) {
    const std::string& text = s.input.text(s.now.position);
    const bool marked = s.input.is_marked(s.now.position);
    const std::string number = std::to_string(s.now.position + 1);
    if (s.input.words)
        return "Reading word " + number + ", " + quoted(shown(text)) +
               ", by itself: what stands before it is not seen.";
    const std::string what = s.input.features.rows() > 0
                                 ? short_number(static_cast<double>(s.input.features(0, s.now.position)), 2)
                                 : text;
    return "Reading moment " + number + ", " + what + (marked ? ", which is marked" : "") +
           ": by itself, whatever stands around it.";
}

int strongest(const Subject& s) {
    Eigen::Index t = 0;
    s.weights.maxCoeff(&t);
    return static_cast<int>(t);
}

std::string narrate_score(const Subject& s) {
    const MatrixXf& energies = s.run.at(pooling::quantity::Energies);
    Eigen::Index t = 0;
    const float largest = energies.col(0).maxCoeff(&t);
    return "Giving each " + thing(s.input, false) + " an energy by what it is" +
           (is_bounded(s.member) ? ", kept between −1 and 1 by tanh" : "") + ". The largest is that of " +
           thing(s.input, false) + " " + std::to_string(t + 1) + ", " +
           fixed(static_cast<double>(largest), 2) + ".";
}

std::string narrate_softmax(const Subject& s) {
    const std::string start =
        "Turning " + std::to_string(s.heard()) + " energies into weights that add up to 1. ";
    if (s.input.marks == 0) {
        const int t = strongest(s);
        return start + capitalized(thing(s.input, false)) + " " + std::to_string(t + 1) + " gets the most, " +
               percent(static_cast<double>(s.weights(t))) + ".";
    }
    double marked = 0;
    for (int t = 0; t < s.weights.size(); ++t)
        if (s.input.is_marked(t)) marked += static_cast<double>(s.weights(t));
    const std::string who =
        s.input.words ? s.input.marks == 1 ? "The word that decides gets " : "The words that decide get "
        : s.input.marks == 1 ? "The marked moment gets "
                             : "The " + count_word(static_cast<int>(s.input.marks)) + " marked moments get ";
    return start + who + percent(marked) + ".";
}

std::string narrate_even(const Subject& s) {
    return "Nothing is chosen: each of the " + counted(s.heard(), thing(s.input, false)) +
           " gets the same weight, 1/" + std::to_string(s.heard()) + ".";
}

std::string narrate_context(const Subject& s) {
    return "Adding up all " + counted(s.input.count(), thing(s.input, false)) +
           ", each times its weight, to one vector of " +
           counted(static_cast<int>(s.run.at(pooling::quantity::Context).rows()), "number") + ".";
}

std::string narrate_scale(const Subject& s) {
    return "Taking each of the " + counted(s.input.count(), thing(s.input, false)) +
           " times its weight; nothing is added up.";
}

std::string narrate_layer(const Subject& s) {
    if (s.config().dense.over == pooling::Over::Features)
        return "Sending every " + thing(s.input, false) +
               " through the same learned layer; no weight hangs on the input.";
    return "Multiplying what stands at each place by that place’s learned numbers, the same for every input.";
}

std::string narrate_answer(const Subject& s) {
    const PoolingRuns& runs = s.board.now;
    if (s.config().sequence()) return "Reading an answer for each moment from that moment, times its weight.";
    std::string text = "Reading the answer from the sum: ";
    if (s.config().classes())
        text += quoted(s.run.target_text) + ", with a probability of " +
                fixed(probability_of(s.run, s.run.target_text).value_or(0), 2);
    else
        text += answer_text(s.run);
    if (runs.answer.empty()) return text + ".";
    if (s.config().classes())
        return text + (runs.answer == s.run.target_text ? ". That is right."
                                                        : ". Right would be " + quoted(runs.answer) + ".");
    const auto error = error_of(runs, s.run);
    return error ? text + ". Right is " + short_number(*right_number(runs)) + ", so it is " +
                       short_number(*error) + " off."
                 : text + ".";
}

struct PhaseLine {
    const PhaseInfo& phase;
    std::string (*say)(const Subject&);
    bool hears; // what is muted has a part in it
};
const PhaseLine& line_of(const Phase& phase) {
    static const std::array<PhaseLine, 8> lines{{{phases::Read, narrate_read, false},
                                                 {phases::Score, narrate_score, false},
                                                 {phases::Softmax, narrate_softmax, true},
                                                 {phases::Even, narrate_even, true},
                                                 {phases::Context, narrate_context, true},
                                                 {phases::Scale, narrate_scale, true},
                                                 {phases::Layer, narrate_layer, true},
                                                 {phases::Answer, narrate_answer, true}}};
    return *std::find_if(lines.begin(), lines.end(), [&](const PhaseLine& l) { return phase.is(l.phase); });
}

std::string say_start(const PoolingBoard& board, const Input& input) {
    if (input.count() == 0) return "Nothing is read yet.";
    std::string text = counted(input.count(), thing(input, false));
    if (input.marks > 0)
        text += input.words ? ", " + count_word(static_cast<int>(input.marks)) + " of which decide" +
                                  (input.marks == 1 ? "s" : "")
                            : ", " + count_word(static_cast<int>(input.marks)) + " marked";
    return text + ". Every weight is drawn already; the steps explain how they come about." +
           (board.muted.empty() ? "" : " " + say_muted(board, input));
}

} // namespace

Narration pooling_narration(const PoolingBoard& board, const Playhead& playhead, const Palette& colors) {
    const Input input = input_of(board.now);
    const Trace* run = run_of(board.now, board.chosen);
    if (!run) {
        const std::string why = problem_of(board.now, board.chosen);
        return {"Not read", colors.t3, why.empty() ? "Nothing is read yet." : why};
    }
    const Subject subject = subject_of(board, *run, input, Playhead{.at = playhead.at});
    if (!subject.now.started) return {"Ready", colors.t3, say_start(board, input)};
    const PhaseLine& line = line_of(subject.now.phase);
    Narration narration{std::string(subject.now.phase.info->title), heading_color(subject.now.phase, colors),
                        ""};
    const Trace* heard = run_of(board.heard, board.chosen);
    if (board.muted.empty() || !line.hears || !heard)
        narration.sentence = line.say(subject);
    else
        narration.sentence =
            say_muted(board, input) + " " + say_change(*heard, *run) + say_why(board, input, heard);
    return narration;
}

} // namespace heed
