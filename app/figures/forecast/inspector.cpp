// What stands at the right of the picture (gallery §12).
#include "app/figures/base/format.h"
#include "app/figures/forecast/explained.h"
#include "app/figures/roles.h"

#include <vector>

namespace heed {
namespace {

using namespace series;
using inspector::Column;

struct Part {
    std::string name, gloss;
    Color Palette::*color;
};

/// What will be seen, before the first step.
std::vector<Part> parts_of(const Reading& r) {
    if (!r.attends)
        return {{"Read", "One LSTM reads every driver and the target, step by step.", &Palette::forward},
                {"Forecast", "Made from its last state: the baseline to beat.", &Palette::output}};
    return {{"Input attention", "Before each reading step every driver gets a weight.", &Palette::attention},
            {"Read", "An LSTM reads the weighed drivers, from the oldest to the newest.", &Palette::forward},
            {"Lag attention", "The decoder gives every moment a weight: how long ago it mattered.",
             &Palette::attention},
            {"Forecast", "The next value, beside what every baseline says.", &Palette::output}};
}

void welcome(Column& c, const Reading& r) {
    const Palette& p = c.colors();
    c.text(0, 26, "What you will see", Face::Semibold, 15, p.t1);
    c.y = 48;
    for (const Part& part : parts_of(r)) {
        const std::vector<std::string> lines =
            wrap(part.gloss, c.width - 16, Face::Regular, 11, *c.style.metrics);
        const float high = 18 + 16 * static_cast<float>(lines.size());
        c.scene.add(RectItem{.box = {c.left, c.y, 4, high}, .fill = p.*part.color, .radius = 2});
        c.text(16, c.y + 8, part.name, Face::Semibold, 13, p.t1);
        for (std::size_t n = 0; n < lines.size(); ++n)
            c.text(16, c.y + 26 + 16 * static_cast<float>(n), lines[n], Face::Regular, 11, p.t2);
        c.y += high + 12;
    }
    c.y += 2;
}

void explained(Column& c, const Subject& s) {
    inspector::head(c, std::string(s.now.phase.info->title), heading_color(s.now.phase, c.colors()),
                    s.now.phase_index + 1, s.doing == Doing::Answer ? 0 : s.now.phases);
    inspector::meaning(c, meaning_of(s));
    c.y -= 5;
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
    for (const Choice& choice : choices) {
        Column c(width, style);
        if (s.now.started)
            explained(c, s);
        else
            welcome(c, reading);
        if (s.now.started && reading.attends && choice.rows > 0) weights_block(c, s, choice.rows);
        if (reading.attends && choice.rule) rule_block(c, s);
        baseline_block(c, board, choice.all);
        c.scene.height = c.y + 14;
        if (c.scene.height <= height || choice.rows == 0) return std::move(c.scene);
    }
    return {};
}

ResultLine forecast_result_line(const Trace& run, const ForecastBoard& board, const Playhead& playhead,
                                const FigureStyle& style) {
    constexpr float card_width = 4000; // nothing is broken or cut
    const Reading reading(run);
    const Subject s = subject_of(reading, board, playhead);
    if (!s.now.started) return {};
    Column column(card_width, style);
    equation_card(column, s);
    ResultLine line;
    for (const inspector::PrintedLine& each : column.printed) {
        if (!each.symbols.empty()) line.symbols = each.symbols;
        if (!each.above.empty() && each.result.empty()) {
            line.symbols = each.left;
            line.above = each.above;
            line.below = each.below;
        }
        if (each.result.empty()) continue;
        line.result = each.result;
        line.color = each.color;
        line.sign = each.sign.empty() ? "=" : each.sign;
        line.number_above = each.above;
        line.number_below = each.below;
        line.words = each.words.empty() ? "" : "`" + each.words + "`";
        line.left = each.left.substr(0, each.left.find('`'));
    }
    return line;
}

} // namespace heed
