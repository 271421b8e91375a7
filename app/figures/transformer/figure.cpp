// The picture as a whole (heads §25).
#include "app/figures/base/scaled.h"
#include "app/figures/transformer/draw.h"
#include "app/figures/transformer/explained.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using namespace layered;

void draw_scroll(const Painter& p) {
    for (const Block* b : {&p.plan.source, &p.plan.output}) {
        if (!b->scrolls()) continue;
        const float whole = b->width + b->most_scroll, y = p.plan.map_end(p.reading.rows()) + 3;
        add_fill(p.scene, {b->left, y, b->width, 3}, p.colors().bg2, 1.5f);
        add_fill(p.scene, {b->left + b->width * b->scroll / whole, y, b->width * b->width / whole, 3},
                 p.colors().line2, 1.5f);
    }
}

} // namespace

Scene transformer_figure(const Trace& run, const Playhead& playhead, const TransformerSettings& settings,
                         const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const Reading reading(run, playhead, settings.front);
    const Plan plan = plan_of(reading, settings, style);
    const auto maps = settings.maps ? settings.maps : transformer_maps(run);
    const Painter p{{scene, style},
                    reading,
                    plan,
                    playhead,
                    *maps,
                    settings.beside.weighted.get(),
                    settings.hall,
                    playhead.backwards ? 1 : ease_out(playhead.progress),
                    settings.free_right,
                    settings.laid_out.run ? weight_of_full_bar(run, playhead, settings) : 0};
    draw_strip(p);
    draw_names(p);
    draw_layer_names(p);
    draw_columns(p);
    draw_look(p);
    draw_maps(p);
    draw_heads(p);
    draw_legend(p);
    draw_scroll(p);
    return scene;
}

TransformerLayout transformer_layout(const Trace& run, const Playhead& playhead,
                                     const TransformerSettings& settings) {
    const Plan plan = blocks_of(Reading(run, playhead, settings.front), settings);
    const Block& b = plan.source.scrolls() ? plan.source : plan.output;
    TransformerLayout layout{b.scroll, b.most_scroll, std::max(plan.source.right(), plan.output.right())};
    if (!b.scrolls()) return layout;
    layout.first = static_cast<int>(std::ceil(b.scroll / b.pitch - 0.01f));
    layout.last = std::min(b.count, static_cast<int>((b.scroll + b.width) / b.pitch + 0.01f)) - 1;
    layout.count = b.count;
    layout.of_source = plan.source.scrolls();
    return layout;
}

ShownHeads shown_heads(const Trace& run, const Playhead& playhead, const HeadsInFront& front) {
    const Reading r(run, playhead, front);
    return {r.layer,        r.layers(r.decoder), r.cross_in_front(), r.self_head(),
            r.cross_head(), r.heads(r.decoder),  r.decoder};
}

bool asks_about_head(const Trace& run, const Playhead& playhead) {
    const Step now = Reading(run, playhead, {}).now;
    return now.started && now.looks != Looks::Nowhere && now.doing >= Doing::Score && now.doing <= Doing::Mix;
}

bool asks_about_changed_row(const Trace& run, const Playhead& playhead) {
    const Reading r(run, playhead, {});
    return asks_about_head(run, playhead) && r.decoder && (!r.crosses() || r.now.looks == Looks::Cross);
}

int at_of_head(const Trace& run, const Playhead& playhead, const HeadPlace& head) {
    const Reading r(run, playhead, {});
    const bool decoder = head.kind != HeadKind::Encoder;
    const Looks looks = head.kind == HeadKind::Cross ? Looks::Cross : Looks::Self;
    const int row = decoder && r.now.started && r.decoder ? r.row() : 0;
    return r.at_of(decoder, row, r.index_of(decoder, head.layer, looks, Doing::Softmax));
}

HeadPlace explained_head(const Trace& run, const Playhead& playhead, const HeadsInFront& front) {
    const Reading r(run, playhead, front);
    const Sight sight = subject_of(r, playhead).sight;
    const HeadKind kind = sight.looks == Looks::Cross ? HeadKind::Cross
                          : sight.decoding            ? HeadKind::Decoder
                                                      : HeadKind::Encoder;
    return {kind, sight.layer, sight.head};
}

Scene transformer_lecture(const Trace& run, const Playhead& playhead, const TransformerSettings& settings,
                          const FigureStyle& style) {
    return drawn_larger(style, hall_letters, [&](const FigureStyle& larger) {
        TransformerSettings smaller = settings;
        smaller.width /= hall_letters;
        smaller.height /= hall_letters;
        smaller.hall = true;
        return transformer_figure(run, playhead, smaller, larger);
    });
}

} // namespace heed
