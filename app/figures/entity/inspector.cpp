// What stands at the right of the picture (gallery §12).
#include "app/figures/base/format.h"
#include "app/figures/entity/explained.h"
#include "app/figures/roles.h"

#include <algorithm>

namespace heed {
namespace slots {

Subject subject_of(const Reading& r, const StoryBoard& board, const Playhead& playhead) {
    Subject s{r, board, moment_at(r.run.outline, playhead.at)};
    if (s.now.started) s.doing = doing_of(s.now.phase);
    s.sentence = sentence_shown(r, playhead);
    // A sentence that is pointed at has done all its phases; the newest one may not.
    if (s.story() && s.sentence >= 0 && s.now.started && s.sentence != s.now.position) s.doing = Doing::Gate;
    if (!s.story() && playhead.hover_row >= 0 && s.sentence == playhead.hover_row) s.doing = Doing::Gate;
    s.slot = slot_shown(r, playhead);
    s.unit = std::clamp(playhead.unit, 0, std::max(0, r.config.embedding - 1));
    return s;
}

namespace {

using inspector::Column;

struct Part {
    std::string name, gloss;
    Color Palette::*color;
};

std::vector<Part> parts_of(const Reading& r) {
    return {{"Story", "Read sentence by sentence, each as one vector.", &Palette::t2},
            {"Slots",
             r.config.tied() ? "A memory for each person and each thing, which begins at its name’s vector."
                             : "Memories that nobody has named: what each listens for was learned.",
             &Palette::forward},
            {"Gates", "How far each slot opens for a sentence. Several may, or none: they are no shares.",
             &Palette::attention},
            {"Question", "Compared with what every slot holds.", &Palette::decoder},
            {"Answer", "A word, read from the slots that fit.", &Palette::output}};
}

void welcome(Column& c, const Reading& r) {
    const Palette& p = c.colors();
    c.text(0, 26, "What you will see", Face::Semibold, 15, p.t1);
    c.y = 48;
    for (const Part& part : parts_of(r)) {
        const auto lines = wrap(part.gloss, c.width - 16, Face::Regular, 11, *c.style.metrics);
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
    const PhaseInfo* const phases[] = {&entity::phase::Gate,    &entity::phase::Candidate,
                                       &entity::phase::Update,  &entity::phase::Match,
                                       &entity::phase::Context, &entity::phase::Answer};
    const auto n = static_cast<std::size_t>(s.doing);
    inspector::head(c, std::string(phases[n]->title), heading_color(Phase(*phases[n]), c.colors()),
                    static_cast<int>(n % 3) + 1, 3);
    inspector::meaning(c, meaning_of(s));
    c.y -= 5;
    equation_card(c, s);
}

} // namespace
} // namespace slots

Scene story_inspector(const Trace& run, const StoryBoard& board, const Playhead& playhead, float width,
                      float height, const FigureStyle& style) {
    using namespace slots;
    const Reading reading(run, &board);
    const Subject s = subject_of(reading, board, playhead);
    const bool started = s.now.started && s.sentence >= 0;
    struct Choice {
        int rows;
        bool vectors, measure, all;
    };
    // In this order they give way to what room there is: never the baseline.
    constexpr Choice choices[] = {{12, true, true, true},  {12, true, true, false}, {8, false, true, true},
                                  {8, false, true, false}, {5, false, true, false}, {5, false, false, false},
                                  {0, false, false, false}};
    for (const Choice& choice : choices) {
        inspector::Column c(width, style);
        if (started)
            explained(c, s);
        else
            welcome(c, reading);
        if (started && choice.rows > 0) {
            if (s.doing == Doing::Answer)
                words_block(c, s);
            else
                slots_block(c, s, choice.rows);
            if (choice.vectors) vectors_block(c, s);
            if (choice.measure) measure_block(c, s);
        }
        baseline_block(c, run, board, choice.all);
        c.scene.height = c.y + 14;
        if (c.scene.height <= height || choice.rows == 0) return std::move(c.scene);
    }
    return {};
}

ResultLine story_result_line(const Trace& run, const StoryBoard& board, const Playhead& playhead,
                             const FigureStyle& style) {
    using namespace slots;
    constexpr float card_width = 4000; // nothing is broken or cut
    const Reading reading(run, &board);
    const Subject s = subject_of(reading, board, playhead);
    if (!s.now.started || s.sentence < 0) return {};
    inspector::Column column(card_width, style);
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
