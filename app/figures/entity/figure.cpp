// The story, its gates, and the picture as a whole.
#include "app/figures/base/format.h"
#include "app/figures/entity/draw.h"
#include "app/figures/maps/cells.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace slots {
namespace {

constexpr float printed_gate = 0.1f; // from here on a gate's number stands in its cell

/// Inside a cell: what goes along with somebody.
void draw_carried(const Painter& p, Box cell, float value) {
    const Color ink = Shading{p.style}.ink(value);
    add_frame(p.scene, grown(cell, -5), fade(ink, 0.75f), 1, 2, {2, 2});
}

void draw_cell(const Painter& p, int t, int j) {
    const Shading shading{p.style};
    const float value = p.reading.gate(t, j);
    const Box cell = grown(p.plan.cell(t, j), -1);
    if (p.reading.muted(t)) { // nobody reads it
        const Point m = cell.centre();
        for (const float side : {-1.0f, 1.0f})
            add_line(p.scene, {m.x - 3, m.y - 3 * side}, {m.x + 3, m.y + 3 * side}, p.colors().t3, 1);
        return;
    }
    add_fill(p.scene, cell, shading.color(value), 2);
    if (const auto* told = told_of(p.board, p.reading, t); told && p.reading.config.tied())
        if (concerns(*told, j, false, true)) draw_carried(p, cell, value);
    const std::string number = gate_words(value);
    if (p.style.numbers && (value >= printed_gate || t == p.sentence) &&
        p.measure(number, Face::Mono, label_size) <= cell.w - 6 && cell.h >= 14)
        p.text(cell.centre(), number, label_size, shading.ink(value), Align::Centre, Face::Mono);
}

void draw_names(const Painter& p) {
    const Palette& c = p.colors();
    for (int j = 0; j < p.reading.slots; ++j) {
        const bool followed = j == p.slot;
        const Box chip{p.plan.x(j) - p.plan.pitch / 2 + 3, p.plan.header - 10, p.plan.pitch - 6, 20};
        const Color ground = followed ? fade(c.attention, 0.32f) : c.bg2;
        add_fill(p.scene, chip, ground, 4);
        const std::string& name = p.reading.names[static_cast<std::size_t>(j)];
        std::string words = name;
        if (p.measure(words, Face::Regular, label_size) > chip.w - 4) words = std::to_string(j + 1);
        if (p.measure(words, Face::Regular, label_size) <= chip.w)
            p.text(chip.centre(), words, label_size, followed ? c.t1 : c.t2, Align::Centre,
                   followed ? Face::Semibold : Face::Regular);
    }
}

void draw_legend(const Painter& p) {
    const Palette& c = p.colors();
    if (!p.plan.tall) return;
    const float y = p.plan.question - 26;
    if (y < p.plan.rows_end() + (p.plan.empty_row ? p.plan.row : 0) + 12) return;
    const Shading shading{p.style};
    const Box bar{p.plan.gates, y - 5, 140, 10};
    add_ramp(p.scene, shading, bar, 65);
    add_ramp_marks(p.scene, shading, bar);
    p.text({bar.right() + 10, y}, "gate g", label_size, c.t3);
    const bool any = std::any_of(p.board.told.begin(), p.board.told.end(),
                                 [](const auto& told) { return !told.carried.empty(); });
    if (!any || !p.reading.config.tied()) return;
    const Box box{bar.right() + 62, y - 8, 28, 16};
    const std::string words = "carried along";
    if (box.right() + 8 + p.measure(words, Face::Regular, label_size) > p.plan.left_end + 24) return;
    add_fill(p.scene, box, shading.color(0.8f), 2);
    draw_carried(p, grown(box, 1), 0.8f);
    p.text({box.right() + 8, y}, words, label_size, c.t2);
}

} // namespace

void Painter::title(Point at, const std::string& words, Color color, const std::string& gloss,
                    float room) const {
    text(at, words, 13, color, Align::Left, Face::Semibold);
    if (settings.hall) return;
    const float x = measure(words, Face::Semibold, 13) + 12;
    const std::string rest = fitted(style, gloss, Face::Regular, label_size, room - x);
    if (room - x > 60) text({at.x + x, at.y}, rest, label_size, colors().t3);
}

void draw_story(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    p.title({plan.edge, plan.title}, "Story", c.t1, "one sentence, one row", plan.gates - plan.edge - 8);
    for (int t = plan.first; t < plan.first + plan.shown; ++t) {
        const float y = plan.y(t);
        const bool current = t == p.sentence;
        p.text({plan.text - 12, y}, std::to_string(t + 1), label_size, current ? c.t1 : c.t3, Align::Right,
               Face::Mono);
        if (t == p.settings.editing) continue;
        const Color ink = p.reading.muted(t) ? c.t3 : current ? c.t1 : p.done(Doing::Gate, t) ? c.t2 : c.t3;
        const std::string words = fitted(p.style, p.reading.sentence(t), Face::Regular, 13, plan.text_room);
        p.text({plan.text, y}, words, 13, ink);
        if (p.reading.muted(t))
            add_line(p.scene, {plan.text, y}, {plan.text + p.measure(words, Face::Regular, 13), y}, c.t3, 1);
    }
    if (plan.more_above || plan.more_below) {
        const int hidden = p.reading.sentences - plan.shown;
        p.text({plan.edge, plan.title + 18},
               counted(hidden, "sentence") + (plan.more_below ? " more" : " above"), label_size, c.t3);
    }
    if (!plan.empty_row) return;
    const float y = plan.y(p.reading.sentences);
    p.text({plan.text - 12, y}, std::to_string(p.reading.sentences + 1), label_size, c.t3, Align::Right,
           Face::Mono);
    if (p.settings.editing != p.reading.sentences)
        p.text({plan.text, y}, "write the next sentence", 13, fade(c.t3, 0.8f));
}

void draw_gates(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    p.title({plan.gates, plan.title}, "Gates", c.attention,
            "how far each slot opens; a row need not sum to 1", plan.left_end - plan.gates + 24);
    draw_names(p);
    add_fill(p.scene, {plan.x(p.slot) - plan.pitch / 2, plan.rows, plan.pitch, plan.rows_end() - plan.rows},
             fade(c.t1, 0.045f));
    for (int t = plan.first; t < plan.first + plan.shown; ++t)
        for (int j = 0; j < p.reading.slots; ++j)
            if (p.done(Doing::Gate, t))
                draw_cell(p, t, j);
            else
                add_later(p.scene, grown(plan.cell(t, j), -2), c, 2);
    for (int j = 0; plan.empty_row && j < p.reading.slots; ++j)
        add_later(p.scene, grown(plan.cell(p.reading.sentences, j), -2), c, 2);
    if (p.sentence >= 0 && plan.shows(p.sentence))
        add_frame(
            p.scene,
            {plan.gates - 1, plan.y(p.sentence) - plan.row / 2, plan.left_end - plan.gates + 2, plan.row},
            c.attention, 1.5f, 4);
    draw_legend(p);
}

void pick_all(const Painter& p) {
    const Plan& plan = p.plan;
    for (int t = plan.first; t < plan.first + plan.shown + (plan.empty_row ? 1 : 0); ++t)
        p.scene.pick({plan.edge, plan.y(t) - plan.row / 2, plan.gates - plan.edge - 4, plan.row},
                     {PickKind::Row, t, -1, -1, {}},
                     // while one is written the words would lie over what can follow
                     !p.settings.writable || p.settings.editing >= 0 ? ""
                     : t < p.reading.sentences ? "Sentence " + std::to_string(t + 1) + ". Click to edit it"
                                               : "Write the next sentence");
    for (int j = 0; j < p.reading.slots; ++j) {
        const std::string name = capitalized_slot(p.reading, j);
        p.scene.pick({plan.x(j) - plan.pitch / 2, plan.header - 12, plan.pitch, 24},
                     {PickKind::Column, j, -1, -1, {}}, name + ". Click to follow it");
        for (int t = plan.first; t < plan.first + plan.shown; ++t) {
            if (!p.done(Doing::Gate, t)) continue;
            std::string words = name + ", sentence " + std::to_string(t + 1) + ": ";
            words +=
                p.reading.muted(t) ? "not read" : "gate " + exact(static_cast<double>(p.reading.gate(t, j)));
            p.scene.pick(plan.cell(t, j), {PickKind::Cell, t, j, -1, {}}, words);
        }
    }
}

} // namespace slots

Scene story_figure(const Trace& run, const StoryBoard& board, const Playhead& playhead,
                   const StorySettings& settings, const FigureStyle& style) {
    using namespace slots;
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const Reading reading(run, &board);
    const Plan plan = plan_of(reading, settings, playhead);
    Painter p{{scene, style}, reading, board, playhead, settings, plan};
    p.sentence = sentence_shown(reading, playhead);
    p.slot = slot_shown(reading, playhead);
    draw_story(p);
    draw_gates(p);
    draw_question(p);
    if (plan.paths) draw_paths(p);
    if (plan.panel.w > 0) draw_serving(p);
    pick_all(p);
    return scene;
}

StoryLayout story_layout(const Trace& run, const StorySettings& settings, const Playhead& playhead) {
    using namespace slots;
    const Reading reading(run);
    const Plan plan = plan_of(reading, settings, playhead);
    StoryLayout layout;
    layout.first = plan.first;
    const int rows = plan.shown + (plan.empty_row ? 1 : 0);
    for (int t = plan.first; t < plan.first + rows; ++t)
        layout.rows.push_back({plan.text - 10, plan.y(t) - plan.row / 2, plan.text_room + 12, plan.row});
    layout.list = {plan.text - 10, plan.rows, plan.text_room + 130, settings.height - plan.rows};
    layout.controls = plan.controls;
    return layout;
}

} // namespace heed
