// How sentences are searched for: the user's word, then the model's files', then Heed's.
#include "app/figures/base/format.h"
#include "app/state/search/search.h"
#include "core/decode/limit.h"
#include "core/decode/run.h"
#include "core/models/generation.h"
#include "core/models/model.h"

#include <algorithm>

namespace heed {

namespace {

Beam beam_with(const AppState& s, const SearchSettings& set) {
    constexpr int usual_width = 4;
    const GenerationRules* rules = s.model ? s.model->generation.get() : nullptr;
    // A beam of one is what files mean that say nothing.
    const int own = rules && rules->beams > 1 ? std::min(rules->beams, decode::largest_beam) : usual_width;
    Beam beam;
    beam.width = set.width.value_or(own);
    if (rules) { // attention does not count in their scores
        beam.exponent = set.length_penalty.value_or(rules->exponent);
        return beam;
    }
    beam.length_penalty = set.length_penalty.value_or(beam.length_penalty);
    beam.coverage_penalty = set.coverage_penalty;
    return beam;
}

/// After what a setting does: that it was changed, and what it was.
std::string by_hand(const std::string& own) { return ". Changed by hand; the model’s own is " + own; }

} // namespace

Beam search_beam(const AppState& s) { return beam_with(s, s.search.settings); }

double length_penalty_of(const Beam& beam) { return beam.exponent.value_or(beam.length_penalty); }

int own_longest_output(const AppState& s) {
    constexpr int before_it_is_known = 50;
    if (!s.model || !s.trace) return before_it_is_known;
    return std::max(1, decode::own_limit(*s.model, s.trace->source_length()));
}

int longest_output(const AppState& s) {
    const int set = s.search.settings.longest;
    return set > 0 ? set : own_longest_output(s);
}

std::string search_rule(const Beam& beam) {
    const std::string rule = beam.exponent ? "log P / N^α" : "log P / ((5 + N) / 6)^α";
    return beam.coverage_penalty == 0 ? rule : rule + " + β cp";
}

SettingWords setting_words(const AppState& s) {
    const SearchSettings& set = s.search.settings;
    const GenerationRules* rules = s.model ? s.model->generation.get() : nullptr;
    const Beam beam = search_beam(s), own = beam_with(s, {});
    SettingWords words;
    words.changed = {beam.width != own.width, length_penalty_of(beam) != length_penalty_of(own),
                     beam.coverage_penalty != own.coverage_penalty, set.longest > 0};
    words.width = "How many sentences go on at each output. Type a number up to 100";
    if (words.changed.width)
        words.width += by_hand(std::to_string(own.width));
    else if (rules && rules->beams > 1)
        words.width += ". " + std::to_string(beam.width) + " is what the model’s files say";
    words.length = "The α of " + search_rule(beam) +
                   ", N the tokens with the end. 0 ranks by log P alone, which favours short sentences; more "
                   "favours long ones";
    if (words.changed.length)
        words.length += by_hand(up_to(length_penalty_of(own)));
    else if (rules)
        words.length += ". " + up_to(*beam.exponent) + " is the model’s own";
    words.coverage = "More favours sentences that looked at every source token";
    if (words.changed.coverage) words.coverage += by_hand(up_to(own.coverage_penalty));
    words.longest = words.changed.longest ? "Outputs at most" + by_hand(std::to_string(own_longest_output(s)))
                                          : "Outputs at most; this is the model’s own limit";
    if (set.longest <= 0 && rules && rules->max_new <= 0 && rules->max_length > 0 && !s.model->one_text)
        words.longest += ": max_length " + std::to_string(rules->max_length) +
                         ", in which the token that writing starts from counts";
    return words;
}

} // namespace heed
