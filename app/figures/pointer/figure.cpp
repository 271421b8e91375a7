// The picture as a whole (gallery §16).
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/pointer/draw.h"

#include <algorithm>

namespace heed {
namespace points {
namespace {

/// What is to be known of the model, under the plane.
void draw_words(const Painter& p) {
    if (p.plan.words <= 0) return;
    const Reading& r = p.reading;
    const PointerBoard& board = p.board;
    std::string words = r.line()
                            ? "The model writes the numbers in ascending order, by their places."
                            : "The model writes corners counter-clockwise, beginning with the lowest number.";
    if (r.has_end()) words += " “end” is one more, learned place to point at.";
    if (board.trained_to > 0) {
        const std::string range =
            std::to_string(board.trained_from) + " to " + std::to_string(board.trained_to);
        const bool outside = r.count < board.trained_from || r.count > board.trained_to;
        words += outside ? " This is outside the " + range + " it was trained on."
                         : " It was trained on " + range + (r.line() ? " numbers." : " points.");
    }
    float y = p.plan.words;
    for (const std::string& line : wrap(words, p.plan.plane.w, Face::Regular, label_size, *p.style.metrics)) {
        p.text({p.plan.plane.x, y}, line, label_size, p.colors().t3);
        y += 16;
    }
}

} // namespace
} // namespace points

int PointerBoard::find(const std::string& name) const {
    for (std::size_t k = 0; k < members.size(); ++k)
        if (members[k].name == name) return static_cast<int>(k);
    return -1;
}

std::string pointer_label(const pointer::Config& config) {
    return config.points() ? "pointer network" : "LSTM, says numbers";
}

Scene pointer_figure(const Trace& run, const PointerBoard& board, const Playhead& playhead,
                     const PointerSettings& settings, const FigureStyle& style) {
    using namespace points;
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const Reading reading(run);
    const Plan plan = plan_of(reading, settings);
    Painter p{{scene, style}, reading, board, playhead, settings, plan};
    p.read = reading.read(playhead.at);
    p.decoded = reading.decoded(playhead.at);
    p.weighed = reading.weighed(playhead.at);
    p.taken = reading.taken(playhead.at);
    p.output = output_shown(reading, playhead);
    p.newest = p.output >= 0 && p.output == p.weighed - 1 && p.taken < p.weighed;
    p.grown = p.newest && !playhead.backwards ? ease_out(playhead.progress) : 1;
    p.slot = slot_shown(reading, playhead, p.output);
    draw_ground(p);
    reading.line() ? draw_line_of_numbers(p) : draw_plane(p);
    if (!settings.hall) draw_key(p);
    draw_words(p);
    draw_names(p);
    draw_band(p);
    draw_decoder(p);
    draw_weights(p);
    draw_encoder(p);
    draw_labels(p);
    pick_columns(p);
    draw_map(p);
    if (settings.hall) return scene;
    draw_legend(p);
    draw_masking(p);
    return scene;
}

std::string pointer_answer(const Trace& run) {
    const points::Reading reading(run);
    std::string text;
    for (int i = 0; i < reading.outputs; ++i) {
        if (i > 0) text += ' ';
        text += reading.name(reading.chosen(i));
    }
    return text;
}

std::string pointer_verdict(const Trace& run) {
    const points::Reading reading(run);
    if (reading.right().empty()) return "";
    const std::string verdict = reading.exact() ? "exact" : "not exact";
    return reading.plane() && reading.right().size() > 2
               ? verdict + ", area " + exact_percent(reading.area(reading.outputs))
               : verdict;
}

} // namespace heed
