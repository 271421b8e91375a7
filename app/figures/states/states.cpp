#include "app/figures/states/states.h"

#include "app/figures/seq2seq/network/whole.h"
#include "app/figures/states/draw.h"
#include "app/figures/tokens.h"
#include "core/models/seq2seq/phases.h"

#include <algorithm>

namespace heed {

using states::Panel;

StatePath state_path(const Trace& trace, const Trace* baseline, const analysis::StateChoice& choice) {
    StatePath path;
    path.choice = choice;
    const MatrixXf states = analysis::states_of(trace, choice);
    const MatrixXf others = baseline ? analysis::states_of(*baseline, choice) : MatrixXf();
    path.dimensions = static_cast<int>(states.rows());
    const bool both = others.rows() == states.rows() && others.cols() > 0;
    MatrixXf all(states.rows(), states.cols() + (both ? others.cols() : 0));
    all.leftCols(states.cols()) = states;
    if (both) all.rightCols(others.cols()) = others;
    path.plane = analysis::principal_components(all);
    path.points = path.plane.of(states);
    path.before = both ? path.plane.of(others) : MatrixXf(2, 0);
    return path;
}

int current_column(const Trace& trace, const StatePath& path, const Playhead& playhead) {
    const Reveal reveal(trace, playhead);
    if (!reveal.now.started || path.count() == 0) return -1;
    if (path.of_decoder()) {
        if (!reveal.decoding()) return -1;
        const bool made = reveal.decoded(seq2seq::State, reveal.output) != Seen::Later;
        return std::min(made ? reveal.output + 1 : reveal.output, path.count() - 1);
    }
    if (!reveal.decoding()) return std::min(reveal.now.position, path.count() - 1);
    if (!trace.has_weights() || reveal.output < 0 ||
        reveal.decoded(seq2seq::Softmax, reveal.output) == Seen::Later)
        return -1;
    Eigen::Index strongest = 0; // where it looks
    trace.at(Quantity::Weights).col(reveal.output).maxCoeff(&strongest);
    return static_cast<int>(strongest);
}

namespace {

void draw_title(const Canvas& canvas, const StatesPicture& whole, float right) {
    const std::string title = "Where the states go";
    add_text(canvas.scene, {16, 24}, title, Face::Semibold, 15, canvas.colors.t1);
    const float left = 16 + text_width(canvas.style, title, Face::Semibold, 15) + 14,
                room = canvas.settings.width - right - left - 16;
    const int i = canvas.reveal.looked_at;
    const bool looks = i >= 0 && canvas.trace.has_weights() && canvas.shown(seq2seq::Softmax) != Seen::Later;
    const std::string amber = looks ? "Amber: what output " + std::to_string(i + 1) + " looks at." : "";
    std::vector<std::string> wordings = {"Each dot is a state; those that are alike lie close together. " +
                                             amber,
                                         "Alike states lie close together. " + amber, amber};
    if (whole.decoder.before.cols() > 0)
        wordings = {"Dashed: the run it is compared with. Thin lines: how far each state was pushed. " +
                        amber,
                    "Dashed: the run it is compared with. Thin lines: how far each state was pushed.",
                    "Dashed: the run it is compared with."};
    for (const std::string& words : wordings)
        if (text_width(canvas.style, words, Face::Regular, 13) <= room)
            return add_text(canvas.scene, {left, 24.5f}, words, Face::Regular, 13, canvas.colors.t2);
}

/// The column of the heatmap under the pointer, or chosen.
void draw_column(const Canvas& canvas, int j) {
    const NetworkPlan& plan = canvas.plan;
    if (j < plan.source.first || j > plan.source.last || !plan.heatmap) return;
    const float width = std::max(plan.source.pitch, 3.0f) + 1;
    const float left = std::max(plan.source.x(j) - width / 2, plan.source.seen_left() - 0.5f),
                right = std::min(plan.source.x(j) + width / 2, plan.source.seen_right() + 0.5f);
    if (right - left < 2) return;
    add_frame(canvas.scene,
              {left, plan.heat_top - 1.5f, right - left, plan.heat_bottom() - plan.heat_top + 3},
              fade(canvas.colors.t1, 0.7f), 1, std::min(4.0f, width / 2));
}

void draw_map(const Canvas& canvas) {
    const NetworkPlan& plan = canvas.plan;
    if (plan.full || plan.upright)
        add_text(canvas.scene, {16, plan.source_y}, "Source", Face::Medium, 13, canvas.colors.t1);
    if (plan.bands)
        draw_band_source(canvas);
    else
        draw_source(canvas);
    draw_heatmap(canvas);
    if (plan.zoomed) draw_overview(canvas);
    const int j = canvas.playhead.hover_column >= 0 ? canvas.playhead.hover_column : canvas.playhead.column;
    if (j >= 0) draw_column(canvas, j);
}

struct Heights {
    float cards = 0, strip = 0, map = 0; // px; no strip or no map: 0
};

Heights heights_of(const Trace& trace, const StatesSettings& settings, float below_head) {
    Heights h;
    const float words = below_head >= 560 ? 84.0f : 62.0f; // around the heatmap: tokens and legend
    if (settings.heatmap && trace.has_weights() && trace.outputs() > 0 && below_head >= 330)
        h.map = words + std::clamp(static_cast<float>(trace.outputs()) * (below_head >= 560 ? 16.0f : 8.0f),
                                   48.0f, below_head * 0.27f);
    h.cards = below_head - h.map - 8;
    h.strip = h.cards >= 300 ? 64.0f : 0.0f;
    return h;
}

constexpr float head_height = 46;

/// What the heatmap is drawn with, and where: its height first, as the paths have the rest.
struct MapBelow {
    NetworkSettings settings;
    Heights heights;
    NetworkPlan plan;
};

MapBelow map_below(const Trace& trace, const Reveal& reveal, const Playhead& playhead,
                   const StatesSettings& settings) {
    constexpr float air = 14, numbers = 18; // above the map: of the cards; of a part's columns
    MapBelow below;
    below.heights = heights_of(trace, settings, settings.height - head_height);
    NetworkSettings& s = below.settings;
    s.width = settings.width;
    s.height = settings.height;
    s.heatmap = below.heights.map > 0;
    s.overview = settings.overview;
    s.zoom = settings.zoom;
    s.whole = settings.whole ? settings.whole : whole_run(trace, nullptr);
    const auto planned = [&] {
        return heatmap_plan(trace, reveal, playhead, s, head_height + below.heights.cards + air);
    };
    below.plan = planned();
    if (!below.plan.zoomed || below.heights.cards < 300) return below;
    const float more = numbers + (below.heights.cards >= 400 ? 40.0f : 0.0f);
    below.heights.cards -= more;
    below.heights.map += more;
    below.plan = planned();
    return below;
}

} // namespace

NetworkLayout states_layout(const Trace& trace, const Playhead& playhead, const StatesSettings& settings) {
    const Reveal reveal(trace, playhead);
    const NetworkPlan plan = map_below(trace, reveal, playhead, settings).plan;
    if (plan.zoomed || !settings.overview || !plan.heatmap) return layout_of(plan, nullptr, 1);
    StatesSettings zoomed = settings;
    zoomed.zoom = {1, true, 0, 0};
    const NetworkPlan part = map_below(trace, reveal, playhead, zoomed).plan;
    return layout_of(plan, &part, 1);
}

Scene states_figure(const StatesPicture& whole, const Playhead& playhead, const StatesSettings& settings,
                    const FigureStyle& style) {
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    scene.background = style.colors().bg0;
    const Trace& trace = whole.trace;
    if (trace.source.empty()) return scene;
    constexpr float margin = 16, between = 12;
    const Reveal reveal(trace, playhead);
    const auto [below, heights, plan] = map_below(trace, reveal, playhead, settings);
    const Canvas canvas{trace, playhead, below, style, style.colors(), plan, reveal, scene};

    draw_title(canvas, whole, settings.head_right);
    const float width = (settings.width - 2 * margin - between) / 2;
    const Box left{margin, head_height, width, heights.cards},
        right{left.right() + between, head_height, width, heights.cards};
    for (const auto& [path, box] : {std::pair{&whole.encoder, left}, {&whole.decoder, right}}) {
        const Panel panel = states::make_panel(whole, *path, canvas, box, heights.strip);
        states::draw_panel(panel);
        states::draw_strip(panel);
    }
    if (plan.heatmap) draw_map(canvas);
    return scene;
}

} // namespace heed
