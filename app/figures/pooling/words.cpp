// The phases of pooling in two or three plain lines, with this run's numbers.
#include "app/figures/base/format.h"
#include "app/figures/pooling/explained.h"
#include "core/models/pooling/values.h"

#include <algorithm>

namespace heed::pools {
namespace {

namespace quantity = pooling::quantity;

std::string moments(int count, const Subject& s) { return counted(count, s.input.words ? "word" : "moment"); }

} // namespace

std::string say_read(const Subject& s) {
    const std::string start =
        "Each " + std::string(s.input.words ? "word" : "moment") + " is read by itself. ";
    const std::string what =
        s.input.words ? quoted(shown(s.input.text(s.t)))
                      : "the value " + features_text(s).substr(1, features_text(s).find_first_of(",)") - 1);
    if (!s.config().hidden_vectors())
        return start + s.place() + " has " + what +
               (s.input.is_marked(s.t) && !s.input.words ? " and a mark." : ".");
    const bool says_marks = !s.input.words && (s.input.marks > 0 || s.input.features.rows() == 2);
    return start + s.place() + " has " + what +
           (!says_marks              ? ""
            : s.input.is_marked(s.t) ? " and a mark"
                                     : " and no mark") +
           "; it becomes " + std::to_string(s.config().encoder.hidden) + " numbers, wherever it stands.";
}

std::string say_score(const Subject& s) {
    double others = 0;
    int count = 0;
    for (int t = 0; t < s.input.count(); ++t)
        if (t != s.t && !s.input.is_marked(t)) {
            others += number_at(s, quantity::Energies, t);
            ++count;
        }
    std::string text = s.config().kind == pooling::Kind::Keras
                           ? "One energy a moment, from its numbers and a bias that belongs to its place. "
                           : "One energy for each, from its own numbers alone. ";
    text += s.place() + " has " + fixed(number_at(s, quantity::Energies, s.t), 2);
    const std::string who = s.input.marks == 0 ? "the others "
                            : s.input.words    ? "those that do not decide "
                                               : "those without a mark ";
    return text + (count > 0 ? ", " + who + fixed(others / count, 2) + " on average." : ".");
}

/// How often one moment counts as much as an ordinary one, where that says something.
std::string say_softmax(const Subject& s) {
    const std::string start =
        std::string("One weight for each ") + (s.input.words ? "word" : "moment") + "; together they are 1. ";
    if (is_muted(s.run, s.t)) return start + s.place() + " is muted: its weight went to the others.";
    double others = 0;
    int count = 0;
    for (int t = 0; t < s.weights.size(); ++t)
        if (t != s.t && !s.input.is_marked(t) && !is_muted(s.run, t)) {
            others += static_cast<double>(s.weights(t));
            ++count;
        }
    const double times = count > 0 && others > 0 ? static_cast<double>(s.weight()) / (others / count) : 0;
    if (s.input.is_marked(s.t) && times > 1.5)
        return start + s.place() + (s.input.words ? " decides" : " carries the mark") +
               ", and it counts about " + ratio_text(times) + " times as much as the mean " +
               (s.input.words ? "other word." : "unmarked moment.");
    const std::string mark = s.input.marks == 0 ? ""
                             : s.input.is_marked(s.t)
                                 ? (s.input.words ? " decides; it" : " is marked; it")
                                 : (s.input.words ? " does not decide; it" : " is not marked; it");
    return start + s.place() + mark + " has " + fixed(static_cast<double>(s.weight()), 3) +
           "; an even share is " + fixed(1.0 / std::max(1, s.heard()), 3) + ".";
}

std::string say_even(const Subject& s) {
    return "Nothing is learned here: each of the " + moments(s.heard(), s) +
           " that are heard counts the same, 1/" + std::to_string(s.heard()) + ".";
}

std::string say_context(const Subject& s) {
    const auto size = s.run.at(quantity::Context).rows();
    double marked = 0;
    for (int t = 0; t < s.weights.size(); ++t)
        if (s.input.is_marked(t)) marked += static_cast<double>(s.weights(t));
    std::string text = "Add everything up, each times its weight: " + std::to_string(size) +
                       " numbers stand for all " + moments(s.input.count(), s) + ". ";
    if (s.input.marks == 0)
        return text + s.place() + " brings " + percent(static_cast<double>(s.weight())) + " of the weight.";
    const std::string who =
        s.input.words ? (s.input.marks == 1 ? "The word that decides has " : "The words that decide have ")
                      : (s.input.marks == 1 ? "The marked moment has " : "The marked moments have ");
    return text + who + percent(marked) + " of the weight.";
}

std::string say_scale(const Subject&) {
    return "Each moment is kept, times its weight: as many vectors come out as went in, and each gets an "
           "answer.";
}

std::string say_layer(const Subject& s) {
    if (s.config().dense.over == pooling::Over::Features)
        return "One learned map, the same at every moment and for every input: " +
               std::to_string(s.config().input.size) + " numbers become " +
               std::to_string(s.config().dense.size) + ".";
    return "Each place has its own learned numbers, the same for every input. Whatever stands at " +
           std::string(s.input.words ? "word " : "moment ") + s.number() + " is multiplied by those.";
}

std::string say_answer(const Subject& s) {
    const pooling::Config& config = s.config();
    std::string text = config.kind == pooling::Kind::Dense ? "The answer adds up all places. "
                       : config.sequence()                 ? "Each moment gets an answer. "
                                                           : "The answer is read from that sum alone. ";
    const PoolingRuns& runs = s.board.now;
    if (config.classes()) {
        text += "It is " + quoted(s.run.target_text) + " with a probability of " +
                fixed(probability_of(s.run, s.run.target_text).value_or(0), 2);
        return runs.answer.empty()
                   ? text + "."
                   : text + (s.run.target_text == runs.answer ? ", which is right."
                                                              : "; right is " + quoted(runs.answer) + ".");
    }
    if (config.sequence()) return text;
    text += "It is " + answer_text(s.run);
    const auto error = error_of(runs, s.run);
    if (!error) return text + ".";
    const auto right = right_by(s.board, runs, s.run);
    return text + "; right is " + short_number(*right_number(runs)) + ", so it is " + short_number(*error) +
           " off" +
           (!right   ? "."
            : *right ? ", near enough."
                     : ", too far.");
}

} // namespace heed::pools
