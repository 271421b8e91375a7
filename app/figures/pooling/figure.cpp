// The picture as a whole (gallery §15).
#include "app/figures/maps/cells.h"
#include "app/figures/pooling/draw.h"
#include "core/models/pooling/phases.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {

// -------------------------------------------------------------------------------------------- legends

namespace pools {
namespace {

bool any_marks(const Painter& p) {
    return p.input.marks > 0 || std::any_of(p.board.samples.begin(), p.board.samples.end(),
                                            [](const PoolingRuns& s) { return input_of(s).marks > 0; });
}

constexpr float between = 28; // px, of two legends

/// A bar of colours with words right of it, or a dot with words.
struct Legend {
    FigureStyle style;
    float scale = 0, most = 0; // of signed numbers; of lengths
    std::string words;
    bool dot = false;

    float width(float ramp) const {
        return (dot ? 12 : ramp + 10) + text_width(style, words, Face::Regular, label_size);
    }
    void draw(const Painter& p, float x, float y, float ramp) const {
        const Palette& c = p.colors();
        if (dot) {
            p.scene.add(CircleItem{{x + 3, y}, 2.6f, c.forward, {0, 0, 0, 0}, 0, {}});
            return p.text({x + 12, y}, words, label_size, c.t2);
        }
        const Box bar{x, y - 5, ramp, 10};
        const Shading shading{style, scale};
        add_ramp(p.scene, shading, bar, 65);
        if (most > 0) {
            add_frame(p.scene, bar, c.line2, 1);
            const std::string end = most >= 10 ? short_number(static_cast<double>(most), 0)
                                    : most >= 1 && most == std::floor(most)
                                        ? short_number(static_cast<double>(most), 0)
                                        : short_number(static_cast<double>(most), 2);
            p.text({x, y + 15}, "0", label_size, c.t3, Align::Left, Face::Mono);
            p.text({bar.right(), y + 15}, end, label_size, c.t3, Align::Right, Face::Mono);
        } else {
            add_ramp_marks(p.scene, shading, bar);
        }
        p.text({bar.right() + 10, y}, words, label_size, c.t2);
    }
};

} // namespace

void draw_legends(const Painter& p) {
    std::vector<Legend> legends;
    if (p.plan.attention.member >= 0)
        legends.push_back(
            {p.style, 0, 0,
             p.style.scale == ValueScale::LiftSmall ? "weight α, small ones lifted" : "weight α"});
    if (const Learned learned = learned_of(p); p.plan.dense.member >= 0 && !learned.values.empty()) {
        const float most = round_above(learned.largest);
        Legend legend{p.style, most, 0, "Dense’s number"};
        if (learned.lengths) {
            legend = {p.style, 0, most, "length of its " + std::to_string(learned.numbers) + " numbers"};
            legend.style.map = ColorMapId::Grey;
            legend.style.scale = ValueScale::Linear;
        }
        legends.push_back(std::move(legend));
    }
    if (any_marks(p) && p.plan.samples > 0)
        legends.push_back({p.style, 0, 0, p.plan.words ? "word that decides" : "marked moment", true});
    const float least = p.plan.edge + 16, end = p.settings.width - 16 - controls_width - 16;
    const auto width = [&](float ramp) {
        float sum = -between;
        for (const Legend& legend : legends) sum += legend.width(ramp) + between;
        return sum;
    };
    float ramp = 120;
    while (ramp > 88 && least + width(ramp) > end) ramp -= 16;
    while (legends.size() > 1 && least + width(ramp) > end) legends.pop_back();
    float x = std::max(least, std::min(p.plan.left, end - width(ramp)));
    for (const Legend& legend : legends) {
        legend.draw(p, x, p.plan.legend, ramp);
        x += legend.width(ramp) + between;
    }
}

// -------------------------------------------------------------------------------- beside the maps' titles

std::string attention_gloss(const PoolingMember& member) {
    if (!is_attention(member)) return "every moment of a row counts the same";
    if (config_of(member).kind == pooling::Kind::Keras)
        return "energies within ±1 and a bias for each moment: every row has its own weights";
    return std::string(is_bounded(member) ? "energies within ±1" : "linear energies") +
           ": every row has its own weights";
}

std::vector<std::string> dense_glosses(const Painter& p, const Learned& learned) {
    const std::string same = p.plan.one_dense ? "the same for every input: one row" : "every row is the same";
    const std::string place = p.input.words || p.plan.words ? "word" : "moment";
    const std::string numbers = std::to_string(learned.numbers);
    if (!learned.lengths)
        return {std::string("one number per moment") + (learned.numbers > 1 ? ", for its value" : "") +
                    ", learned once: " + same,
                "one number per moment: " + same, same, "one number per moment"};
    return {"learned for each " + place + ": the length of its " + numbers + " numbers; " + same,
            "length of its " + numbers + " numbers for each " + place + ": " + same,
            "length of its " + numbers + " numbers, in every row the same",
            "length of its " + numbers + " numbers", "lengths"};
}

} // namespace pools

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
    Painter painter{{scene, style}, board, playhead, settings, plan, input};
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
    draw_scroll(painter);
    draw_gutters(painter);
    pick_moments(painter);
    draw_maps(painter);
    draw_legends(painter);
    return scene;
}

} // namespace heed
