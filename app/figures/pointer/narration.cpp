// One plain sentence for the newest sub-step.
#include "app/figures/base/format.h"
#include "app/figures/pointer/reading.h"
#include "app/figures/roles.h"
#include "core/text/strings.h"

#include <array>

namespace heed {
namespace {

using namespace points;

std::string numeral(int count) {
    constexpr std::array words{"no",  "one",   "two",   "three", "four", "five",
                               "six", "seven", "eight", "nine",  "ten"};
    return count >= 0 && count < static_cast<int>(words.size()) ? words[static_cast<std::size_t>(count)]
                                                                : std::to_string(count);
}

std::string say_encode(const Reading& r, int j) {
    return "Reading " + r.words(j) + ", " + r.numbers(j) +
           ". Its state is one of those that can be pointed at.";
}

std::string say_decode(const Reading& r, int i) {
    if (i == 0)
        return "The decoder starts with what the encoder knows of all " + std::to_string(r.count) + ".";
    return "The decoder reads " + r.words(r.chosen(i - 1)) + ", which was chosen, and asks for the next.";
}

std::string masked_words(const Reading& r, int i) {
    const int closed = r.closed(i);
    if (closed == 0) return "";
    std::string words = " ";
    words += capitalized(numeral(closed));
    words += r.line() ? " number" : " point";
    return words + (closed == 1 ? " is masked." : "s are masked.");
}

std::string say_softmax(const Reading& r, int i) {
    const int best = r.strongest(i);
    const std::string share = careful_percent(static_cast<double>(r.weight(i, best)));
    const std::string from =
        i > 0 && !r.is_end(r.chosen(i - 1)) ? "After " + r.words(r.chosen(i - 1)) + ": " : std::string();
    std::string text =
        from + r.words(best) +
        (r.points_at() ? " gets " + share + " of the weight." : " is said with " + share + ".");
    return capitalized(text) + masked_words(r, i);
}

/// Of an output that was asked for: what the network would have taken.
std::string own_choice(const Reading& r, int i) {
    const int own = r.strongest(i);
    if (own == r.chosen(i)) return ", as it was asked for; the network would have taken it too.";
    return ", as it was asked for; the network would have taken " + r.words(own) + ", " +
           careful_percent(static_cast<double>(r.weight(i, own))) + " against " +
           careful_percent(static_cast<double>(r.weight(i, r.chosen(i)))) + ".";
}

std::string say_choose(const Reading& r, int i) {
    const int slot = r.chosen(i);
    const bool forced = r.run.steps[static_cast<std::size_t>(i)].forced;
    if (r.is_end(slot) && forced) return "The end is taken" + own_choice(r, i);
    if (r.is_end(slot))
        return r.exact() ? "The end is chosen: every corner of the hull was found, in order."
                         : "The end is chosen, but this is not the whole hull.";
    std::string text = capitalized(r.words(slot)) + " is taken" + (forced ? own_choice(r, i) : ".");
    if (!r.has_end() && i + 1 == r.outputs)
        text += r.exact() ? " All numbers are in their place." : " Not all numbers are in their place.";
    return text;
}

} // namespace

Narration pointer_narration(const Trace& run, const Playhead& playhead, const Palette& colors) {
    const Reading r(run);
    const Moment now = moment_at(run.outline, playhead.at);
    std::string muted;
    for (const int j : run.request.edits.muted) muted += (muted.empty() ? "" : ", ") + r.name(j);
    if (!muted.empty()) muted = " Muted: " + muted + ".";
    if (!now.started)
        return {"", colors.t3,
                (r.points_at()
                     ? "A network reads all " + std::string(r.line() ? "numbers" : "points") +
                           ", then points at them one after the other."
                     : std::string("A network reads all, then says their numbers without looking at them.")) +
                    muted};
    using Say = std::string (*)(const Reading&, int);
    constexpr std::array<Say, 4> say{say_encode, say_decode, say_softmax, say_choose}; // as in Doing
    return {std::string(now.phase.info->title), role_color(now.phase.info->role, colors),
            say[static_cast<std::size_t>(doing_of(now.phase))](r, now.position) + muted};
}

} // namespace heed
