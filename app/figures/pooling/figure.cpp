// The picture as a whole (gallery §15).
#include "app/figures/pooling/draw.h"
#include "core/models/pooling/phases.h"

#include <array>

namespace heed {

namespace {

using namespace pools;

struct LitRow {
    const PhaseInfo& phase;
    Lit lit;
};

Lit lit_by(const Phase& phase) {
    namespace phases = pooling::phase;
    const std::array<LitRow, 8> rows{{{phases::Read, Lit::Values},
                                      {phases::Score, Lit::Weights},
                                      {phases::Softmax, Lit::Weights},
                                      {phases::Even, Lit::Weights},
                                      {phases::Context, Lit::Mixture},
                                      {phases::Scale, Lit::Mixture},
                                      {phases::Layer, Lit::Numbers},
                                      {phases::Answer, Lit::Answer}}};
    for (const LitRow& row : rows)
        if (phase.is(row.phase)) return row.lit;
    return Lit::Nothing;
}

} // namespace

Scene pooling_figure(const PoolingBoard& board, const Playhead& playhead, const PoolingSettings& settings,
                     const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const Plan plan = plan_of(board, settings);
    const Input input = input_of(board.now);
    Painter painter{scene, board, playhead, settings, style, plan, input};
    if (const Trace* run = run_of(board.now, board.chosen)) {
        const Moment now = moment_at(run->outline, playhead.at);
        if (now.started) painter.lit = lit_by(now.phase);
        if (now.started && now.axis == Axis::Moment) painter.lit_moment = now.position;
    }
    draw_names(painter);
    if (plan.scrolls()) scene.add(ClipItem{{plan.left - 6, 0, plan.right - plan.left + 12, settings.height}});
    draw_bands(painter);
    draw_header(painter);
    draw_values(painter);
    draw_markers(painter);
    draw_weights(painter);
    if (plan.scrolls()) scene.add(ClipEnd{});
    draw_gutters(painter);
    pick_moments(painter);
    draw_maps(painter);
    draw_legends(painter);
    return scene;
}

} // namespace heed
