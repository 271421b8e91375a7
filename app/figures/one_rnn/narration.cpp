// One plain sentence for the newest step, or for the answer.
#include "app/figures/base/format.h"
#include "app/figures/one_rnn/reading.h"
#include "app/figures/roles.h"

#include <array>
#include <cmath>

namespace heed {
namespace {

using namespace past;

std::string step_words(int t) { return "Step " + std::to_string(t + 1); }

/// Whose state or word asks at that step: "Step 11 asks for “f”."
std::string asks_words(const Reading& r, int t) {
    const int column = r.start ? r.asks(t) : r.made(t);
    const std::string word =
        r.quiet(column) ? r.token_of(column) < 0 ? "nothing yet" : "the end" : quoted(r.word(column));
    return step_words(t) + " asks with " + word + ".";
}

std::string say_score(const Reading& r, int t) {
    if (t == 0) return "The first step has nothing to look back at.";
    return asks_words(r, t) + " " +
           (r.count(t) == 1 ? "One older state is" : counted(r.count(t), "older state") + " are") +
           " compared with it.";
}

/// ", more than twice any other": against the second.
std::string lead_words(float most, float next) {
    if (next <= 0 || most > 0.995f) return "";
    const float times = most / next;
    if (times >= 10) return ", all but alone";
    if (times >= 3) return ", more than three times any other";
    if (times >= 2) return ", more than twice any other";
    return times < 1.1f ? ", hardly more than the next" : "";
}

std::string say_softmax(const Reading& r, int t) {
    const int most = r.strongest(t), next = r.second(t);
    if (most < 0)
        return t == 0 ? "The first step has nothing to look back at." : "None of the older states is heard.";
    if (next < 0) {
        const std::string only = r.state_words(most);
        return "There is only " + only + " to look back at: it gets all of the weight.";
    }
    const float weight = r.weight(t, most);
    std::string name = r.state_words(most);
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    std::string words = asks_words(r, t) + " " + name + " answers with weight " +
                        cell_number(static_cast<double>(weight)) + lead_words(weight, r.weight(t, next)) +
                        ".";
    if (const auto ceiling = r.ceiling(t))
        words += " Mean scores cannot pass " + cell_number(static_cast<double>(*ceiling)) + " with " +
                 counted(r.heard(t), "state") + ".";
    return words;
}

std::string say_context(const Reading& r, int t) {
    const int most = r.strongest(t);
    if (most < 0) return "There is nothing to add up.";
    return "Adding up " + counted(r.heard(t), "older state") +
           ", each times its weight: " + percent(static_cast<double>(r.weight(t, most))) + " of the sum is " +
           r.state_words(most) + ".";
}

std::string say_state(const Reading& r, int t) {
    const int column = r.made(t);
    const std::string word = r.quiet(column) ? "the end" : quoted(r.word(column));
    const std::string begin = step_words(t) + " reads " + word + " and makes state " + r.number(column);
    if (!r.attends()) return begin + " of it and of the last state.";
    switch (r.config.kind) {
    case one_rnn::Kind::SelfAttention:
        return begin + " of it, of the last state and of what was looked up.";
    case one_rnn::Kind::Lstmn:
        return begin + " of it and of what was looked up; the last state has no part of its own.";
    default:
        return begin + ". Its key will ask.";
    }
}

std::string say_answer(const Reading& r, int) {
    const std::string answer = quoted(shown(r.run.target_text));
    const std::string p = std::isfinite(r.run.log_prob) ? ", p " + probability(std::exp(r.run.log_prob)) : "";
    return "The answer is " + answer + p + ".";
}

} // namespace

Narration one_rnn_narration(const Trace& run, const Playhead& playhead, const Palette& colors) {
    const Reading r(run);
    const Moment now = moment_at(run.outline, playhead.at);
    std::string muted;
    for (const int token : run.request.edits.muted)
        if (token >= 0 && token < run.source_length())
            muted +=
                (muted.empty() ? "" : ", ") + quoted(shown(run.source[static_cast<std::size_t>(token)].text));
    if (!muted.empty()) muted = " Nobody looks back at " + muted + ".";
    if (!now.started)
        return {"", colors.t3,
                (r.attends()
                     ? "One network reads word by word, and at each step looks back at its own older states."
                     : "One network reads word by word, with nothing to look back at.") +
                    muted};
    using Say = std::string (*)(const Reading&, int);
    constexpr std::array<Say, 5> say{say_score, say_softmax, say_context, say_state,
                                     say_answer}; // as in Doing
    const std::string sentence = say[static_cast<std::size_t>(doing_of(now.phase))](r, now.position);
    return {std::string(now.phase.info->title), role_color(now.phase.info->role, colors), sentence + muted};
}

} // namespace heed
