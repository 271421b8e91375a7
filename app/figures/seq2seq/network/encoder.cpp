// Source tokens, embeddings, the readers and the annotations.
#include "app/figures/seq2seq/network/draw.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>

namespace heed {

// ---------------------------------------------------------------------------------------------- cells

float row_maximum(const Canvas& canvas, const MatrixXf& states, float cell_height) {
    if (canvas.plan.full && cell_height >= 20) return pooled_maximum(states, 8);
    const Eigen::RowVectorXf means = states.cwiseAbs().colwise().mean();
    const float largest = means.size() == 0 ? 0 : means.maxCoeff();
    return std::isfinite(largest) && largest > 0 ? largest : 1e-6f;
}

void add_pulse(const Canvas& canvas, Point at, Color color, float strength) {
    if (canvas.reveal.reduced) return;
    if (canvas.colors.dark()) canvas.scene.add(GlowItem{around(at, 6, 6), 10, fade(color, 0.35f * strength)});
    canvas.scene.add(CircleItem{at, 2.75f, fade(color, strength)});
}

void add_cell(const Canvas& canvas, const CellMark& mark) {
    Scene& scene = canvas.scene;
    const float radius = std::min(5.0f, mark.box.h / 3);
    if (mark.seen == Seen::Later) {
        add_later(scene, mark.box, canvas.colors, radius);
        return;
    }
    const bool is_new = mark.seen == Seen::New || mark.ringed;
    if (is_new && canvas.colors.dark()) scene.add(GlowItem{mark.box, 10, fade(mark.color, 0.35f)});
    scene.add(RectItem{mark.box, canvas.colors.bg1, mark.color, is_new ? 2.0f : 1.25f, radius});
    if (is_new) add_ring(scene, mark.box, fade(mark.color, 0.5f), 3, radius, 2);
    if (mark.states == nullptr || mark.filled <= 0) return;
    if (canvas.plan.full && mark.box.h >= 20) {
        const Box inside = around(mark.box.centre(), mark.box.w * 0.76f, (mark.box.h - 9) * mark.filled);
        const Pooled values = pool(*mark.states, mark.column, 8);
        float largest = mark.maximum * 0.4f; // so that a quiet state can still be read
        for (const float value : values.values) largest = std::max(largest, std::abs(value));
        add_sparkbars(scene, inside, values, largest, mark.color, fade(mark.color, 0.5f));
        return;
    }
    const float strength = mean_magnitude(*mark.states, mark.column) / mark.maximum;
    add_fill(scene, grown(mark.box, -std::min(3.5f, mark.box.w * 0.24f)),
             fade(mark.color, (0.15f + 0.75f * strength * strength) * mark.filled), 2);
}

namespace {

// ---------------------------------------------------------------------------------------------- readers

Quantity state_of(const PhaseInfo& kind) {
    return kind == seq2seq::Forward ? Quantity::ForwardState : Quantity::BackwardState;
}

/// Between a cell and the one that reads next.
void add_link(const Canvas& canvas, Point from, Point to, Seen source, Seen target, Color color) {
    const float head = canvas.plan.full ? 4.0f : 2.5f;
    if (target != Seen::Later)
        add_arrow(canvas.scene, from, to, fade(color, 0.85f), canvas.plan.full ? 1.25f : 1.0f, head);
    else if (source != Seen::Later)
        add_arrow(canvas.scene, from, to, canvas.colors.line2, 1, head);
    else
        add_line(canvas.scene, from, to, canvas.colors.line, 1);
}

std::string reader_tooltip(const Trace& trace, bool forward, int j, Seen seen) {
    if (seen == Seen::Later) return not_computed;
    const bool padding = !forward && padding_behind(trace) > 0;
    return read_words(trace, forward ? 0 : trace.source_length() - 1, j)
        .insert(0, padding ? "State after reading padding, " : "State after reading ")
        .append(forward ? ", left to right" : ", right to left");
}

void draw_reader(const Canvas& canvas, const NetworkPlan::Reader& reader) {
    const NetworkPlan& plan = canvas.plan;
    const bool forward = reader.phase.is(seq2seq::Forward);
    const Color color = forward ? canvas.colors.forward : canvas.colors.backward;
    const Quantity quantity = state_of(*reader.phase.info);
    if (!canvas.trace.has(quantity, reader.phase.layer)) return;
    const MatrixXf& states = canvas.trace.at(quantity, reader.phase.layer);
    const float maximum = row_maximum(canvas, states, plan.cell_height);
    const int step = forward ? 1 : -1;
    for (int j = plan.source.first; j <= plan.source.last; ++j) {
        const Seen seen = canvas.reveal.encoded(reader.phase, j);
        const Point centre{plan.source.x(j), reader.y};
        const float edge = plan.cell_width / 2 * static_cast<float>(step);
        if (const int next = j + step; next >= 0 && next < plan.source.count)
            add_link(canvas, {centre.x + edge, centre.y}, {plan.source.x(next) - edge, centre.y}, seen,
                     canvas.reveal.encoded(reader.phase, next), color);
        CellMark mark{
            around(centre, plan.cell_width, plan.cell_height), color, seen, 1, &states, j, maximum, false};
        if (seen == Seen::New) mark.filled = ease_out(stage(canvas.reveal.progress, 0.5f, 1));
        add_cell(canvas, mark);
        canvas.scene.pick(
            mark.box,
            {forward ? PickKind::ForwardCell : PickKind::BackwardCell, -1, j, reader.phase.layer, {}},
            reader_tooltip(canvas.trace, forward, j, seen));
        if (seen == Seen::New && canvas.reveal.progress < 0.5f) {
            const float t = canvas.reveal.progress * 2;
            const bool first = j - step < 0 || j - step >= plan.source.count;
            if (!first)
                add_pulse(canvas, {std::lerp(plan.source.x(j - step) + edge, centre.x - edge, t), centre.y},
                          color);
            add_pulse(canvas, {centre.x, std::lerp(plan.embedding_y - 8, centre.y + plan.cell_height / 2, t)},
                      canvas.colors.t2, 0.8f);
        }
    }
}

void draw_stems(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    if (plan.readers.empty()) return;
    const float half = plan.cell_height / 2;
    for (int j = plan.source.first; j <= plan.source.last; ++j) {
        const float x = plan.source.x(j);
        const auto stem = [&](float top, float bottom) {
            if (bottom - top > 1) add_line(canvas.scene, {x, top}, {x, bottom}, canvas.colors.line, 1.5f);
        };
        stem(plan.annotation_y + 5, plan.readers.front().y - half);
        stem(plan.readers.back().y + half, plan.embedding_y - (plan.full ? 11.0f : 7.0f));
        for (std::size_t r = 1; r < plan.readers.size(); ++r)
            if (plan.readers[r - 1].phase.layer != plan.readers[r].phase.layer)
                stem(plan.readers[r - 1].y + half, plan.readers[r].y - half);
    }
}

// ---------------------------------------------------------------------------------------------- embedding

void draw_embedding(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const MatrixXf& x = canvas.trace.at(Quantity::SourceEmbedding);
    const int bars = plan.full ? 8 : 4;
    const float maximum = pooled_maximum(x, bars), height = plan.full ? 14.0f : 10.0f;
    for (int j = plan.source.first; j <= plan.source.last; ++j) {
        const Seen seen = canvas.reveal.encoded({seq2seq::Embed, 0}, j);
        const Box strip = around({plan.source.x(j), plan.embedding_y}, plan.cell_width, height);
        canvas.scene.pick(grown(strip, 2), {PickKind::Embedding, -1, j},
                          "The row of numbers learned for " + quoted_source(canvas.trace, j));
        if (seen == Seen::Later) {
            if (canvas.first_run())
                add_fill(canvas.scene, strip, canvas.colors.bg2, 2);
            else
                add_later(canvas.scene, strip, canvas.colors, 3);
            continue;
        }
        const float grow = seen == Seen::New ? ease_out(canvas.reveal.progress) : 1;
        const float rise = canvas.reveal.reduced ? 0 : (1 - grow) * (plan.source_y - plan.embedding_y);
        Box area = around({strip.centre().x, strip.centre().y + rise}, strip.w, strip.h * grow);
        add_sparkbars(canvas.scene, area, pool(x, j, bars), maximum, canvas.colors.t2,
                      fade(canvas.colors.t2, 0.55f));
        if (seen == Seen::New) add_ring(canvas.scene, strip, fade(canvas.colors.t1, 0.7f * grow), 3, 3);
    }
}

// ---------------------------------------------------------------------------------------------- annotation

void add_halves(const Canvas& canvas, Box box, float opacity, float apart) {
    const bool both = canvas.reveal.declares(seq2seq::Backward);
    const float gap = canvas.plan.full ? 2.0f : 1.0f, half = (box.w - gap) / 2;
    const auto block = [&](Box area, Color color) { add_fill(canvas.scene, area, fade(color, opacity), 2); };
    if (!both) return block({box.x, box.y, box.w, box.h}, canvas.colors.forward);
    if (seq2seq_facts(canvas.trace).merge == "sum") { // one above the other, brought together
        const float high = (box.h - 1) / 2, away = apart * 0.4f;
        block({box.x, box.y - away, box.w, high}, canvas.colors.backward);
        return block({box.x, box.y + high + 1 + away, box.w, high}, canvas.colors.forward);
    }
    block({box.x - apart, box.y, half, box.h}, canvas.colors.forward);
    block({box.x + half + gap + apart, box.y, half, box.h}, canvas.colors.backward);
}

/// Bright where the output on the bars looks: .35 + .65 α/max.
float annotation_opacity(const Canvas& canvas, int j) {
    if (!canvas.reveal.decoding() || canvas.plan.fixed) return 0.6f;
    const Seen softmax = canvas.shown(seq2seq::Softmax);
    if (softmax == Seen::Later) return 0.6f;
    const auto weights = canvas.trace.at(Quantity::Weights).col(canvas.reveal.looked_at);
    const float largest = std::max(1e-6f, weights.maxCoeff());
    return std::lerp(0.6f, 0.35f + 0.65f * weights(j) / largest, canvas.reveal.drawn(softmax));
}

void draw_annotations(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    for (int j = plan.source.first; j <= plan.source.last; ++j) {
        const Seen seen = canvas.reveal.encoded({seq2seq::Annotate, 0}, j);
        const Box box = around({plan.source.x(j), plan.annotation_y}, plan.cell_width, 10);
        canvas.scene.pick(grown(box, 2), {PickKind::Annotation, -1, j},
                          seen == Seen::Later ? not_computed
                                              : quoted_source(canvas.trace, j) +
                                                    (canvas.reveal.declares(seq2seq::Backward)
                                                         ? " with what stands before and after it"
                                                         : " with what stands before it"));
        if (seen == Seen::Later) {
            if (canvas.first_run()) {
                const float half = box.w / 2 - 1;
                for (const float x : {box.x, box.x + half + 2})
                    add_fill(canvas.scene, {x, box.y, half, box.h}, canvas.colors.bg2, 2);
            } else {
                add_later(canvas.scene, box, canvas.colors, 2);
            }
            continue;
        }
        const float t = seen == Seen::New ? ease_out(canvas.reveal.progress) : 1;
        const float apart = canvas.reveal.reduced ? 0 : (1 - t) * plan.source.pitch * 0.13f;
        add_halves(canvas, box, seen == Seen::New ? t : annotation_opacity(canvas, j), apart);
        if (seen == Seen::New) add_ring(canvas.scene, box, fade(canvas.colors.t1, 0.7f * t), 3, 3);
    }
}

} // namespace

void draw_encoder(const Canvas& canvas) {
    if (canvas.plan.reads()) {
        draw_stems(canvas);
        draw_embedding(canvas);
    }
    for (const auto& reader : canvas.plan.readers) draw_reader(canvas, reader);
    draw_annotations(canvas);
}

// ---------------------------------------------------------------------------------------------- source

namespace {

/// Attended tokens stand on amber, the one being read on grey.
Color chip_color(const Canvas& canvas, int j) {
    const Reveal& reveal = canvas.reveal;
    if (!reveal.now.started) return {0, 0, 0, 0};
    if (!reveal.decoding()) return j == reveal.now.position ? canvas.colors.bg3 : Color{0, 0, 0, 0};
    if (canvas.plan.fixed) return {0, 0, 0, 0};
    const Seen softmax = canvas.shown(seq2seq::Softmax);
    if (softmax == Seen::Later || canvas.trace.weight(reveal.looked_at, j) < 0.1f) return {0, 0, 0, 0};
    return fade(canvas.colors.attention, (canvas.colors.dark() ? 0.32f : 0.26f) * reveal.drawn(softmax));
}

std::string source_tooltip(const Trace& trace, int j) {
    const TraceToken& token = trace.source[static_cast<std::size_t>(j)];
    if (token.is_end) return "The end of the source, a token of its own";
    if (is_quiet_source(trace, j)) return "The start of the source, a token of its own";
    if (is_tag(trace, j))
        return quoted_source(trace, j) + " tells the decoder what to write; the encoder does not read it";
    if (token.unknown)
        return quoted_source(trace, j) + " is not in this model’s vocabulary. It is read as ‹unknown›.";
    return quoted_source(trace, j) + ", token " + std::to_string(j + 1) + " of " +
           std::to_string(trace.source_length());
}

void draw_source_token(const Canvas& canvas, int j) {
    const NetworkPlan& plan = canvas.plan;
    const Palette& c = canvas.colors;
    const TokenText token = source_text(canvas.trace, j);
    const Color chip = chip_color(canvas, j);
    const bool unknown = canvas.trace.source[static_cast<std::size_t>(j)].unknown,
               tag = is_tag(canvas.trace, j);
    const float x = plan.source.x(j), size = plan.full && plan.upright ? plan.token : 11.0f;
    if (!plan.upright) {
        if (!plan.source.whole(j)) return;
        const bool bright = chip.a > 0;
        Color color = token.is_end || unknown || tag ? c.t3 : c.t2;
        Face face = token.face;
        if (bright) color = canvas.reveal.decoding() ? c.attention : c.t1;
        if (bright && face == Face::Mono) face = Face::MonoSemibold;
        constexpr float names = 72; // of the rows, at the left
        const float room = std::max(24.0f, (x - names) / cosine_of(plan.label_slant));
        add_text(canvas.scene, {x + 3, plan.source_y},
                 fitted(canvas.style, token.text, face, size, std::min(room, plan.label_room)), face, size,
                 color, Align::Right, plan.label_slant);
        return;
    }
    const float room = plan.source.pitch - (plan.full ? 8.0f : 1.0f);
    const std::string text =
        token.is_end ? token.text : fitted(canvas.style, token.text, token.face, size, room);
    const float width = text_width(canvas.style, text, token.face, size);
    if (chip.a > 0 && plan.source.whole(j)) {
        const float least = plan.full ? 22.0f : 14.0f;
        const float most = plan.source.pitch - (plan.full ? 0.0f : 3.0f); // the end token beside it is wide
        add_fill(canvas.scene,
                 around({x, plan.source_y}, std::min(std::max(least, width + 10), most),
                        plan.full ? 22.0f : 16.0f),
                 chip, plan.full ? 5.0f : 3.0f);
    }
    if (!plan.source.whole(j)) return;
    const bool muted = token.text == "␣" || (token.is_end && chip.a > 0);
    const Color color = muted ? c.t2 : token.is_end || unknown || tag ? c.t3 : c.t1;
    add_text(canvas.scene, {x, plan.source_y}, text, token.face, size, color, Align::Centre);
    if (tag && plan.full) { // to the decoder, not up into the embedding
        const Box box = around({x, plan.source_y}, std::max(24.0f, width + 12), 20);
        add_frame(canvas.scene, box, c.output, 1, 4, {3, 3});
        const std::string words = "to the decoder";
        if (box.x - 8 - text_width(canvas.style, words, Face::Regular, 11) >= 78)
            add_text(canvas.scene, {box.x - 8, plan.source_y}, words, Face::Regular, 11, c.t3, Align::Right);
    }
    if (unknown)
        add_line(canvas.scene, {x - width / 2, plan.source_y + 9}, {x + width / 2, plan.source_y + 9}, c.t3,
                 1, {2, 2});
}

} // namespace

void draw_source(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    for (int j = plan.source.first; j <= plan.source.last; ++j) {
        draw_source_token(canvas, j);
        const float x = plan.source.x(j) - plan.source.pitch / 2;
        canvas.scene.pick(
            {x, plan.source_y - 12, plan.source.pitch, std::max(22.0f, plan.heat_top - plan.source_y)},
            {PickKind::Token, -1, j}, source_tooltip(canvas.trace, j));
    }
}

} // namespace heed
