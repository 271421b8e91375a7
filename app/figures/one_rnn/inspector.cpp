// What stands at the right of the picture (gallery §12).
#include "app/figures/one_rnn/explained.h"
#include "app/figures/roles.h"

#include <vector>

namespace heed {
namespace {

using namespace past;
using inspector::Column;
using inspector::WelcomePart;

/// What will be seen, before the first step.
std::vector<WelcomePart> parts_of(const Reading& r) {
    std::vector<WelcomePart> parts{
        {"Words", "Read one by one, from the left.", &Palette::t2},
        {"States", "One after each word: all that the network remembers of what it has read.",
         &Palette::forward}};
    if (r.attends()) {
        parts.push_back({"Look back", "Each step gives every older state a weight, and reads their sum.",
                         &Palette::attention});
        parts.push_back({"Map",
                         "A row a step. Nothing looks at itself or ahead: the upper right stays empty.",
                         &Palette::attention});
    } else {
        parts.push_back({"No look back", "What the newest state has forgotten is gone: the baseline to beat.",
                         &Palette::t3});
    }
    parts.push_back({"Answer", "Named after the last word.", &Palette::output});
    return parts;
}

void explained(Column& c, const Subject& s) {
    inspector::opening(c, std::string(s.now.phase.info->title), heading_color(s.now.phase, c.colors()),
                       s.now.phase_index + 1, s.doing == Doing::Answer ? 0 : s.now.phases, meaning_of(s));
    equation_card(c, s);
}

} // namespace

Scene one_rnn_inspector(const Trace& run, const OneRnnBoard& board, const Playhead& playhead, float width,
                        float height, const FigureStyle& style) {
    const Reading reading(run);
    const Subject s = subject_of(reading, playhead);
    const bool started = s.now.started;
    struct Choice {
        int rows;
        bool scales, all;
    };
    // In this order they give way to what room there is: never the baseline.
    constexpr Choice choices[] = {{12, true, true}, {12, true, false}, {10, true, false}, {12, false, true},
                                  {8, true, false}, {8, false, false}, {5, false, false}, {0, false, false}};
    const auto fill = [&](Column& c, const Choice& choice) {
        if (started)
            explained(c, s);
        else
            inspector::welcome(c, parts_of(reading));
        const bool looks = started && reading.attends() && s.doing != Doing::Answer;
        if (looks && choice.rows > 0) weights_block(c, s, choice.rows);
        if (started && s.doing == Doing::Answer && choice.rows > 5) answers_block(c, s);
        if (looks && choice.scales && has_other_scales(s) && s.doing != Doing::Score) scales_block(c, s);
        baseline_block(c, run, board, choice.all);
    };
    return inspector::first_that_fits(choices, width, height, style, fill);
}

ResultLine one_rnn_result_line(const Trace& run, const Playhead& playhead, const FigureStyle& style) {
    const Reading reading(run);
    const Subject s = subject_of(reading, playhead);
    if (!s.now.started) return {};
    return inspector::last_result(style, [&](Column& c) { equation_card(c, s); });
}

} // namespace heed
