// The network where columns are too narrow for cells: each of its rows as a band, its words only where
// something is pointed at.
#include "app/figures/seq2seq/network/draw.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float narrowest = 4; // px: columns narrower than that share a piece of the band

/// A band over columns: `strength` says how bright one is, below 0 that it is not computed yet.
template <class Strength>
void add_band(const Canvas& canvas, const Columns& columns, float y, Color color, Strength strength) {
    const float height = canvas.plan.cell_height;
    const Box band{columns.seen_left(), y - height / 2, columns.seen_right() - columns.seen_left(), height};
    add_fill(canvas.scene, band, canvas.colors.bg1);
    const int step = std::max(1, static_cast<int>(std::ceil(narrowest / columns.pitch)));
    const float gap = columns.pitch >= 8 ? 1.0f : 0.0f;
    for (int from = columns.first - columns.first % step; from <= columns.last; from += step) {
        const int until = std::min(from + step, columns.count);
        float most = -1;
        for (int k = std::max(from, 0); k < until; ++k) most = std::max(most, strength(k));
        if (most < 0) continue;
        const float left = std::max(band.x, columns.x(from) - columns.pitch / 2 + gap / 2),
                    right = std::min(band.right(), columns.x(until - 1) + columns.pitch / 2 - gap / 2);
        if (right > left)
            add_fill(canvas.scene, {left, band.y, right - left, height},
                     fade(color, 0.22f + 0.7f * std::min(1.0f, most)));
    }
}

/// How strong each column of a matrix is against the strongest in view.
std::vector<float> magnitudes(const MatrixXf& states, int first, int last) {
    std::vector<float> all(static_cast<std::size_t>(std::max(0, last - first + 1)));
    float most = 1e-6f;
    for (int k = first; k <= last && k < states.cols(); ++k)
        most = std::max(most, all[static_cast<std::size_t>(k - first)] = mean_magnitude(states, k));
    for (float& value : all) value /= most;
    return all;
}

void add_states_band(const Canvas& canvas, const Columns& columns, float y, Color color,
                     const MatrixXf& states, int shift, auto seen) {
    const int first = std::max(0, columns.first - shift), last = columns.last - shift;
    const std::vector<float> strong = magnitudes(states, first, last);
    add_band(canvas, columns, y, color, [&](int k) {
        if (seen(k) == Seen::Later) return -1.0f;
        const int at = k - shift - first;
        return at < 0 || at >= static_cast<int>(strong.size()) ? 0.5f : strong[static_cast<std::size_t>(at)];
    });
}

void draw_encoder_bands(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const auto seen = [&](Phase phase) {
        return [&canvas, phase](int j) { return canvas.reveal.encoded(phase, j); };
    };
    if (!plan.lecture || plan.reads())
        add_states_band(canvas, plan.source, plan.embedding_y, canvas.colors.t3,
                        canvas.trace.at(Quantity::SourceEmbedding), 0, seen({seq2seq::Embed, 0}));
    for (const auto& reader : plan.readers) {
        const bool forward = reader.phase.is(seq2seq::Forward);
        const Quantity quantity = forward ? Quantity::ForwardState : Quantity::BackwardState;
        if (canvas.trace.has(quantity, reader.phase.layer))
            add_states_band(canvas, plan.source, reader.y,
                            forward ? canvas.colors.forward : canvas.colors.backward,
                            canvas.trace.at(quantity, reader.phase.layer), 0, seen(reader.phase));
    }
    const bool both = canvas.reveal.declares(seq2seq::Backward);
    const bool weighed =
        canvas.reveal.decoding() && !plan.fixed && canvas.shown(seq2seq::Softmax) != Seen::Later;
    const int i = canvas.reveal.looked_at;
    const float most = weighed ? std::max(1e-6f, canvas.trace.at(Quantity::Weights).col(i).maxCoeff()) : 1;
    add_band(canvas, plan.source, plan.annotation_y, both ? canvas.colors.backward : canvas.colors.forward,
             [&](int j) {
                 if (canvas.reveal.encoded({seq2seq::Annotate, 0}, j) == Seen::Later) return -1.0f;
                 return weighed ? canvas.trace.weight(i, j) / most : 0.5f;
             });
}

void draw_decoder_bands(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    if (canvas.trace.outputs() == 0) return;
    const int layers = static_cast<int>(plan.decoders.size());
    for (int row = 0; row < layers; ++row) {
        const int layer = canvas.trace.has(Quantity::State, layers - 1 - row) ? layers - 1 - row : 0;
        add_states_band(
            canvas, plan.states, plan.decoders[static_cast<std::size_t>(row)], canvas.colors.decoder,
            canvas.trace.at(Quantity::State, layer), 1, [&](int k) {
                if (k == 0) return canvas.reveal.decoding() ? Seen::Earlier : Seen::Later;
                return canvas.reveal.decoded(Phase{seq2seq::State, plan.two_cells ? layer : 0}, k - 1);
            });
    }
    if (plan.luong && canvas.trace.has(Quantity::Readout))
        add_states_band(canvas, plan.states, plan.attentional_y, canvas.colors.decoder,
                        canvas.trace.at(Quantity::Readout), 1, [&](int k) {
                            return k == 0 ? Seen::Later : canvas.reveal.decoded(seq2seq::Distribution, k - 1);
                        });
}

/// A word on a patch of ground, kept between the edges of the canvas.
void add_word(const Canvas& canvas, const TokenText& token, const std::string& number, Point at,
              Color color) {
    const float room = 260, width = text_width(canvas.style, number, Face::Mono, 11);
    const std::string text = fitted(canvas.style, token.text, token.face, 13, room);
    const float all = width + 6 + text_width(canvas.style, text, token.face, 13);
    const float left =
        std::clamp(at.x - all / 2, canvas.plan.source.from,
                   std::max(canvas.plan.source.from, canvas.plan.width - all - 44)); // clear of numbers
    add_fill(canvas.scene, {left - 5, at.y - 10, all + 10, 20}, canvas.colors.bg3, 4);
    add_text(canvas.scene, {left, at.y}, number, Face::Mono, 11, canvas.colors.t3);
    add_text(canvas.scene, {left + width + 6, at.y}, text, token.face, 13, color);
}

bool in_sight(const Columns& columns, int k) {
    return k >= columns.first && k <= columns.last && columns.x(k) >= columns.from &&
           columns.x(k) <= columns.until;
}

} // namespace

void draw_bands(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const Columns& source = plan.source;
    const float left = source.seen_left(), width = source.seen_right() - left;
    canvas.scene.pick_cells({left, plan.annotation_y - 8, width, plan.source_y + 12 - plan.annotation_y},
                            {PickKind::Column, -1, -1},
                            {source.pitch, plan.height, -1, source.scroll / source.pitch});
    draw_encoder_bands(canvas);
    for (const int j : {canvas.playhead.column, canvas.playhead.hover_column})
        if (in_sight(source, j))
            add_fill(canvas.scene,
                     {source.x(j) - std::max(2.0f, source.pitch) / 2, plan.baseline - plan.bar_height,
                      std::max(2.0f, source.pitch), plan.source_y - 10 - plan.baseline + plan.bar_height},
                     fade(canvas.colors.t1, 0.16f));
    if (plan.lecture && plan.reads()) // the readers stand in their place
        ;
    else if (plan.fixed)
        add_line(canvas.scene, {left, plan.baseline}, {left + width, plan.baseline}, canvas.colors.line2, 1);
    else
        draw_attention(canvas);
    draw_decoder_bands(canvas);
}

void draw_band_source(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const Playhead& p = canvas.playhead;
    const int j = p.hover_column >= 0 ? p.hover_column : p.column;
    if (in_sight(plan.source, j))
        add_word(canvas, source_text(canvas.trace, j), std::to_string(j + 1),
                 {plan.source.x(j), plan.source_y}, canvas.colors.t1);
}

void draw_band_words(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    const Playhead& p = canvas.playhead;
    draw_band_source(canvas);
    const int i = p.hover_row >= 0 ? p.hover_row : canvas.reveal.decoding() ? canvas.reveal.looked_at : -1;
    if (i < 0 || !in_sight(plan.states, i + 1)) return;
    const bool there = canvas.reveal.decoded(seq2seq::Choose, i) != Seen::Later;
    add_word(canvas, there ? output_text(canvas.trace, i) : TokenText{"?"}, std::to_string(i + 1),
             {plan.states.x(i + 1), plan.output_y}, there ? canvas.colors.output : canvas.colors.t2);
}

} // namespace heed
