// What stands at the right of the picture (gallery §12).
#include "app/figures/base/format.h"
#include "app/figures/one_rnn/explained.h"
#include "app/figures/roles.h"

#include <functional>
#include <vector>

namespace heed {
namespace {

using namespace past;
using inspector::Column;

struct Part {
    std::string name, gloss;
    Color Palette::*color;
};

/// What will be seen, before the first step.
std::vector<Part> parts_of(const Reading& r) {
    std::vector<Part> parts{{"Words", "Read one by one, from the left.", &Palette::t2},
                            {"States",
                             "One after each word: all that the network remembers of what it has read.",
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
    for (const Choice& choice : choices) {
        Column c(width, style);
        if (started)
            explained(c, s);
        else
            welcome(c, reading);
        const bool looks = started && reading.attends() && s.doing != Doing::Answer;
        if (looks && choice.rows > 0) weights_block(c, s, choice.rows);
        if (started && s.doing == Doing::Answer && choice.rows > 5) answers_block(c, s);
        if (looks && choice.scales && has_other_scales(s) && s.doing != Doing::Score) scales_block(c, s);
        baseline_block(c, run, board, choice.all);
        c.scene.height = c.y + 14;
        if (c.scene.height <= height || choice.rows == 0) return std::move(c.scene);
    }
    return {};
}

ResultLine one_rnn_result_line(const Trace& run, const Playhead& playhead, const FigureStyle& style) {
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
