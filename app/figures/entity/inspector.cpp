// What stands at the right of the picture (gallery §12).
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
using inspector::WelcomePart;

std::vector<WelcomePart> parts_of(const Reading& r) {
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

void explained(Column& c, const Subject& s) {
    const PhaseInfo* const phases[] = {&entity::phase::Gate,    &entity::phase::Candidate,
                                       &entity::phase::Update,  &entity::phase::Match,
                                       &entity::phase::Context, &entity::phase::Answer};
    const auto n = static_cast<std::size_t>(s.doing);
    inspector::opening(c, std::string(phases[n]->title), heading_color(Phase(*phases[n]), c.colors()),
                       static_cast<int>(n % 3) + 1, 3, meaning_of(s));
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
    const auto fill = [&](inspector::Column& c, const Choice& choice) {
        if (started)
            explained(c, s);
        else
            inspector::welcome(c, parts_of(reading));
        if (started && choice.rows > 0) {
            if (s.doing == Doing::Answer)
                words_block(c, s);
            else
                slots_block(c, s, choice.rows);
            if (choice.vectors) vectors_block(c, s);
            if (choice.measure) measure_block(c, s);
        }
        baseline_block(c, run, board, choice.all);
    };
    return inspector::first_that_fits(choices, width, height, style, fill);
}

ResultLine story_result_line(const Trace& run, const StoryBoard& board, const Playhead& playhead,
                             const FigureStyle& style) {
    using namespace slots;
    const Reading reading(run, &board);
    const Subject s = subject_of(reading, board, playhead);
    if (!s.now.started || s.sentence < 0) return {};
    return inspector::last_result(style, [&](inspector::Column& c) { equation_card(c, s); });
}

} // namespace heed
