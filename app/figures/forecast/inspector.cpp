// What stands at the right of the picture (gallery §12).
#include "app/figures/forecast/explained.h"
#include "app/figures/roles.h"

#include <vector>

namespace heed {
namespace {

using namespace series;
using inspector::Column;
using inspector::WelcomePart;

/// What will be seen, before the first step.
std::vector<WelcomePart> parts_of(const Reading& r) {
    if (!r.attends)
        return {{"Read", "One LSTM reads every driver and the target, step by step.", &Palette::forward},
                {"Forecast", "Made from its last state: the baseline to beat.", &Palette::output}};
    return {{"Input attention", "Before each reading step every driver gets a weight.", &Palette::attention},
            {"Read", "An LSTM reads the weighed drivers, from the oldest to the newest.", &Palette::forward},
            {"Lag attention", "The decoder gives every moment a weight: how long ago it mattered.",
             &Palette::attention},
            {"Forecast", "The next value, beside what every baseline says.", &Palette::output}};
}

void explained(Column& c, const Subject& s) {
    inspector::opening(c, std::string(s.now.phase.info->title), heading_color(s.now.phase, c.colors()),
                       s.now.phase_index + 1, s.doing == Doing::Answer ? 0 : s.now.phases, meaning_of(s));
    equation_card(c, s);
}

} // namespace

Scene forecast_inspector(const Trace& run, const ForecastBoard& board, const Playhead& playhead, float width,
                         float height, const FigureStyle& style) {
    const Reading reading(run);
    const Subject s = subject_of(reading, board, playhead);
    struct Choice {
        int rows;
        bool rule, all;
    };
    // In this order they give way to what room there is: never the baselines.
    constexpr Choice choices[] = {{12, true, true}, {7, true, true},   {7, false, true},
                                  {4, false, true}, {4, false, false}, {0, false, false}};
    const auto fill = [&](Column& c, const Choice& choice) {
        if (s.now.started)
            explained(c, s);
        else
            inspector::welcome(c, parts_of(reading));
        if (s.now.started && reading.attends && choice.rows > 0) weights_block(c, s, choice.rows);
        if (reading.attends && choice.rule) rule_block(c, s);
        baseline_block(c, board, choice.all);
    };
    return inspector::first_that_fits(choices, width, height, style, fill);
}

ResultLine forecast_result_line(const Trace& run, const ForecastBoard& board, const Playhead& playhead,
                                const FigureStyle& style) {
    const Reading reading(run);
    const Subject s = subject_of(reading, board, playhead);
    if (!s.now.started) return {};
    return inspector::last_result(style, [&](Column& c) { equation_card(c, s); });
}

} // namespace heed
