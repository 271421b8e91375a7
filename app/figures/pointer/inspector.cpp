// What stands at the right of the picture (gallery §12).
#include "app/figures/base/format.h"
#include "app/figures/pointer/explained.h"
#include "app/figures/roles.h"

#include <vector>

namespace heed {
namespace {

using namespace points;
using inspector::Column;

struct Part {
    std::string name, gloss;
    Color Palette::*color;
};

/// What will be seen, before the first step.
std::vector<Part> parts_of(const Reading& r) {
    const std::string points = r.line() ? "numbers" : "points";
    std::vector<Part> parts{
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
    const bool reads = s.doing == Doing::Encode;
    inspector::head(c, std::string(s.now.phase.info->title), heading_color(s.now.phase, c.colors()),
                    reads ? s.now.position + 1 : s.now.phase_index + 1,
                    reads ? s.reading.count : s.now.phases);
    inspector::meaning(c, meaning_of(s));
    c.y -= 5;
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
    for (const Choice& choice : choices) {
        Column c(width, style);
        if (s.now.started)
            explained(c, s);
        else
            welcome(c, reading);
        const bool writes = s.now.started && s.doing != Doing::Encode;
        if (writes && choice.rows > 0) slots_block(c, s, choice.rows);
        if (s.now.started && choice.truth && has_truth(s)) truth_block(c, s);
        baseline_block(c, run, board);
        c.scene.height = c.y + 14;
        if (c.scene.height <= height || choice.rows == 0) return std::move(c.scene);
    }
    return {};
}

ResultLine pointer_result_line(const Trace& run, const Playhead& playhead, const FigureStyle& style) {
    constexpr float card_width = 4000; // nothing is broken or cut
    const Reading reading(run);
    const Subject s = subject_of(reading, playhead);
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
