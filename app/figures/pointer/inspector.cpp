// What stands at the right of the picture (gallery §12).
#include "app/figures/pointer/explained.h"
#include "app/figures/roles.h"
#include "core/models/pointer/phases.h"

#include <vector>

namespace heed {
namespace {

using namespace points;
using inspector::Column;
using inspector::WelcomePart;

/// What will be seen, before the first step.
std::vector<WelcomePart> parts_of(const Reading& r) {
    const std::string points = r.line() ? "numbers" : "points";
    std::vector<WelcomePart> parts{
        {"Encoder", "Reads the " + points + " one by one and keeps a state of each.", &Palette::forward},
        {"Decoder", "Asks which comes next, and is fed what was chosen.", &Palette::decoder}};
    if (r.points_at())
        parts.push_back({"Pointing", "Weights over the " + points + " themselves: the largest is the answer.",
                         &Palette::attention});
    else
        parts.push_back({"Numbers",
                         "It says a place by its number and looks at nothing: the baseline to beat.",
                         &Palette::t3});
    parts.push_back({"Output",
                     r.line() ? "The places of the numbers, the smallest first."
                              : "The corners of the hull, counter-clockwise.",
                     &Palette::output});
    return parts;
}

void explained(Column& c, const Subject& s) {
    const bool reads = s.doing == Doing::Encode,
               weighs = s.doing == Doing::Softmax; // the newest, or another row
    const Phase softmax{s.reading.points_at() ? pointer::phase::Softmax : pointer::phase::Count, 0};
    const Phase& phase = weighs ? softmax : s.now.phase;
    const int ordinal = reads ? s.now.position + 1 : weighs ? 2 : s.now.phase_index + 1;
    inspector::opening(c, std::string(phase.info->title), heading_color(phase, c.colors()), ordinal,
                       reads ? s.reading.count : s.now.phases, meaning_of(s));
    equation_card(c, s);
}

} // namespace

Scene pointer_inspector(const Trace& run, const PointerBoard& board, const Playhead& playhead, float width,
                        float height, const FigureStyle& style) {
    const Reading reading(run);
    const Subject s = subject_of(reading, playhead);
    struct Choice {
        int rows;
        bool truth;
    };
    // In this order they give way to what room there is: never the baseline.
    constexpr Choice choices[] = {{21, true}, {14, true}, {11, true}, {8, true},
                                  {5, true},  {5, false}, {0, false}};
    const auto fill = [&](Column& c, const Choice& choice) {
        if (s.now.started)
            explained(c, s);
        else
            inspector::welcome(c, parts_of(reading));
        const bool writes = s.now.started && s.doing != Doing::Encode;
        if (writes && choice.rows > 0) slots_block(c, s, choice.rows);
        if (s.now.started && choice.truth && has_truth(s)) truth_block(c, s);
        baseline_block(c, run, board);
    };
    return inspector::first_that_fits(choices, width, height, style, fill);
}

ResultLine pointer_result_line(const Trace& run, const Playhead& playhead, const FigureStyle& style) {
    const Reading reading(run);
    const Subject s = subject_of(reading, playhead);
    if (!s.now.started) return {};
    return inspector::last_result(style, [&](Column& c) { equation_card(c, s); });
}

} // namespace heed
