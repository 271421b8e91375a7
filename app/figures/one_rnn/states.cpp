// The states in a row, what each has read, and the answer at the end.
#include "app/figures/base/format.h"
#include "app/figures/one_rnn/draw.h"

#include <algorithm>
#include <cmath>

namespace heed::past {
namespace {

/// The inside of a cell: bars of its numbers, or in a narrow one how large they are.
void draw_inside(const Painter& p, const Box& box, int column, float strength) {
    const MatrixXf& states = p.reading.states();
    const Color color = fade(p.colors().forward, strength);
    if (!p.plan.full) {
        const float most = 1, size = std::min(1.0f, mean_magnitude(states, column) / most);
        return add_fill(p.scene, box, fade(color, 0.15f + 0.75f * size), 3);
    }
    if (p.reading.token_of(column) < 0) // all zeros
        return add_line(p.scene, {box.x + 5, box.centre().y}, {box.right() - 5, box.centre().y},
                        fade(color, 0.5f), 1);
    add_sparkbars(p.scene, grown(box, -4), pool(states, column, 8), pooled_maximum(states, 8), color,
                  fade(color, 0.5f));
}

void draw_state(const Painter& p, int column) {
    const Palette& c = p.colors();
    const Box box = p.state_box(column);
    const int step = p.reading.start ? column - 1 : column;
    const bool there = step < 0 || p.done(Doing::State, step);
    if (!there) return add_later(p.scene, box, c, p.plan.full ? 5.0f : 3.0f);
    const bool fresh = p.doing == Doing::State && step == p.reading.newest(p.playhead.at);
    const float strength = (p.reading.muted(column) ? 0.35f : 1.0f) * (fresh ? p.grown : 1.0f);
    if (p.plan.full)
        p.scene.add(RectItem{box, c.bg1, fade(c.forward, strength), fresh ? 2.0f : 1.25f, 5, {}});
    draw_inside(p, box, column, strength);
    if (fresh) add_ring(p.scene, box, c.forward, 3, p.plan.full ? 5.0f : 3.0f);
    if (p.reading.muted(column)) { // crossed out
        const Point m = box.centre();
        for (const float side : {-1.0f, 1.0f})
            add_line(p.scene, {m.x - 4, m.y - 4 * side}, {m.x + 4, m.y + 4 * side}, c.t1, 1.5f);
    }
}

/// From a state to the next.
void draw_arrow(const Painter& p, int column) {
    if (!p.plan.full || column + 1 >= p.reading.columns()) return;
    const float from = p.state_box(column).right() + 1, to = p.state_box(column + 1).x - 1;
    const int step = p.reading.start ? column : column + 1;
    const bool there = p.done(Doing::State, step);
    const Color color = there ? fade(p.colors().forward, 0.8f) : p.colors().line2;
    // What LSTMN makes a state of is not the last one.
    if (p.reading.config.kind == one_rnn::Kind::Lstmn) return;
    add_arrow(p.scene, {from, p.plan.state}, {to, p.plan.state}, color, 1.25f, 3.5f);
}

/// How many columns stand between two labels, so that none touches the next.
int label_every(const Painter& p, float widest) {
    return std::max(1, static_cast<int>(std::ceil((widest + 3) / p.plan.pitch)));
}

void draw_word(const Painter& p, int column) {
    const Palette& c = p.colors();
    const bool quiet = p.reading.quiet(column);
    const float size = p.plan.pitch >= 24 ? 13.0f : 11.0f;
    std::string word = p.reading.word(column);
    if (quiet && p.plan.pitch < 34) word = p.reading.token_of(column) < 0 ? "·" : "·";
    const Face face = quiet ? Face::Regular : Face::Mono;
    word = fitted(p.style, word, face, size, p.plan.pitch - 2);
    const float x = p.plan.x(column), wide = p.measure(word, face, size);
    // Of the newest step the one that asks, and the one it looks at most.
    Color ground{0, 0, 0, 0};
    if (p.step >= 0 && p.done(Doing::Score, p.step) && column == p.reading.asks(p.step) && !quiet)
        ground = fade(c.forward, 0.45f);
    if (p.step >= 0 && p.done(Doing::Softmax, p.step) && !quiet && p.reading.looks_at(p.step, column)) {
        const float a = p.reading.weight(p.step, column);
        if (column == p.reading.strongest(p.step)) ground = fade(c.attention, 0.16f + 0.25f * a);
    }
    if (ground.a > 0) add_fill(p.scene, around({x, p.plan.input}, std::max(wide + 12, 22.0f), 21), ground, 5);
    p.text({x, p.plan.input}, word, size, quiet ? c.t3 : c.t1, Align::Centre, face);
}

/// "h" and its number; the number that is read again from the map's rows.
void draw_letter(const Painter& p, int column, int every) {
    if (column % every != 0) return;
    if (p.plan.pitch >= 26)
        add_symbol(p.scene, p.style, {p.plan.x(column), p.plan.letters}, "h", p.reading.number(column), 13,
                   p.colors().t2);
    else
        p.text({p.plan.x(column), p.plan.letters}, p.reading.number(column), label_size, p.colors().t3,
               Align::Centre, Face::Mono);
}

void draw_embedding(const Painter& p, const MatrixXf* embedded, int column) {
    const int token = p.reading.token_of(column);
    if (!embedded || p.plan.hall || token < 0 || token >= embedded->cols() || !p.plan.full) return;
    const Palette& c = p.colors();
    const float wide = p.state_box(column).w - 6, high = std::min(16.0f, 14 * p.plan.up);
    constexpr float least = 8; // lower ones are but dashes
    if (high < least) return;
    add_sparkbars(p.scene, around({p.plan.x(column), p.plan.embedding}, wide, high),
                  pool(*embedded, token, 8), pooled_maximum(*embedded, 8), c.t2, fade(c.t2, 0.5f));
}

} // namespace

void draw_states(const Painter& p) {
    const MatrixXf* embedded = p.reading.value("embedded");
    const int every = label_every(p, p.plan.pitch >= 26 ? 0 : 14);
    for (int c = 0; c < p.reading.columns(); ++c) {
        if (!p.plan.shows(c)) continue;
        draw_arrow(p, c);
        draw_state(p, c);
        draw_letter(p, c, every);
        draw_embedding(p, embedded, c);
        draw_word(p, c);
    }
}

void draw_answer(const Painter& p) {
    const int last = p.reading.columns() - 1;
    if (last < 0 || !p.plan.shows(last)) return;
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    const bool there = p.done(Doing::Answer, 0);
    const std::string word =
        there ? fitted(p.style, shown(p.reading.run.target_text), Face::Mono, 13, 60) : "?";
    const float wide = std::max(26.0f, p.measure(word, Face::Mono, 13) + 14);
    const Box box = around({plan.x(last), plan.output}, wide, 24);
    // From the last state up its side; of key-value what was read joins it on the way.
    const Box state = p.state_box(last);
    const float side = std::max(state.right() + 6, box.right() + 12);
    const Color line = there ? fade(c.output, 0.8f) : c.line2;
    const Dash dash = there ? Dash{} : Dash{3, 3};
    p.scene.add(LineItem{
        {{state.right(), plan.state}, {side, plan.state}, {side, plan.output}, {box.right(), plan.output}},
        line,
        1.25f,
        dash,
        false,
        {0, 0, 0, 0}});
    if (p.reading.config.key_value() && p.step == p.reading.steps - 1) {
        const Point from{p.context_centre().x + p.context_radius(), plan.context};
        add_line(p.scene, from, {side, plan.context}, there ? fade(c.attention, 0.8f) : c.line2, 1.25f, dash);
    }
    if (!there) {
        add_later(p.scene, box, c, 5);
        p.text(box.centre(), word, 13, c.t3, Align::Centre, Face::Mono);
    } else {
        p.scene.add(RectItem{box, fade(c.output, 0.22f), c.output, 1.25f, 5, {}});
        p.text(box.centre(), word, 13, c.output, Align::Centre, Face::Mono);
    }
    p.scene.pick(box, {PickKind::OutputBox, -1, -1, -1, {}},
                 there ? "The answer, from the state after the last word" : "Answered after the last step");
}

} // namespace heed::past
