// The picture as a whole (gallery §14).
#include "app/figures/base/format.h"
#include "app/figures/one_rnn/draw.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace past {
namespace {

struct NameRow {
    float y;
    std::string name, gloss;
    Color color;
};

/// What a row is called in that kind.
std::string asked_words(const one_rnn::Config& config) {
    if (!config.attends()) return "";
    if (config.key_value())
        return config.attention.roles == 1 ? "states, keys and values" : "keys and values";
    return config.kind == one_rnn::Kind::Lstmn ? "two tapes: h and c" : "one RNN, left to right";
}

} // namespace

std::string weight_words(float weight) { return cell_number(static_cast<double>(weight)); }

void draw_names(const Painter& p) {
    const Palette& c = p.colors();
    const Plan& plan = p.plan;
    const bool attends = p.reading.attends();
    const std::string sum = "weighted sum " + p.reading.context_symbol();
    std::vector<NameRow> rows = {{plan.output, "Output", "", c.output}};
    if (attends) {
        rows.push_back({plan.arcs, "Look back", "arcs to past states", c.attention});
        rows.push_back({plan.context, "Context", sum, c.attention});
        rows.push_back({plan.base - 30 * plan.up, "Attention", "weights " + p.reading.symbol(), c.attention});
    }
    rows.push_back(
        {plan.state - (plan.names ? 7.0f : 0.0f), "State", asked_words(p.reading.config), c.forward});
    if (plan.names) rows.push_back({plan.embedding, "Embedding", "", c.t2});
    rows.push_back({plan.input, "Input", "", c.t1});
    if (attends) rows.push_back({plan.map + std::min(15.0f, plan.row / 2), "Step t", "one row each", c.t1});
    for (const NameRow& row : rows) {
        const Face face = row.name == "Embedding" ? Face::Regular : Face::Semibold;
        p.text({plan.edge + plan.names_x, row.y}, row.name, 13, row.color, Align::Left, face);
        const bool room = row.name != "Step t" || static_cast<float>(p.reading.steps) * plan.row > 40;
        if (plan.names && room && !row.gloss.empty())
            p.text({plan.edge + 16, row.y + 15}, row.gloss, label_size, c.t3);
    }
}

void draw_band(const Painter& p) {
    const int column = p.playhead.hover_column >= 0 ? p.playhead.hover_column : p.column;
    if (column < 0 || !p.plan.shows(column)) return;
    const float x = p.plan.x(column), wide = p.plan.pitch - (p.plan.full ? 2.0f : 0.0f);
    const float top = p.plan.base - p.plan.room - 12, bottom = p.plan.input + 16;
    add_fill(p.scene, {x - wide / 2, top, wide, bottom - top}, fade(p.colors().t1, 0.045f), 6);
}

void draw_scroll(const Painter& p) {
    const Plan& plan = p.plan;
    if (!plan.scrolls()) return;
    const float shown = plan.right - plan.left, whole = shown + plan.most_scroll;
    add_fill(p.scene, {plan.left, plan.bar - 2, shown, 4}, p.colors().bg2, 2);
    add_fill(p.scene, {plan.left + shown * plan.scroll / whole, plan.bar - 2, shown * shown / whole, 4},
             p.colors().line2, 2);
}

void pick_columns(const Painter& p) {
    const float top = p.plan.base - p.plan.room - 12, bottom = p.plan.input + 16;
    for (int c = 0; c < p.reading.columns(); ++c) {
        if (!p.plan.shows(c)) continue;
        std::string words = p.reading.token_of(c) < 0
                                ? "h₀, all zeros, before the first word"
                                : "State " + p.reading.number(c) + ", after " +
                                      (p.reading.quiet(c) ? "the end" : quoted(p.reading.word(c)));
        if (p.step >= 0 && p.done(Doing::Softmax, p.step) && p.reading.looks_at(p.step, c))
            words += ": " + p.reading.symbol() + " " +
                     exact(static_cast<double>(p.reading.weight(p.step, c))) + " at step " +
                     std::to_string(p.step + 1);
        const bool can = p.reading.attends() && p.reading.token_of(c) >= 0 && !p.reading.quiet(c);
        if (can) words += p.reading.muted(c) ? ". Click to hear it again\tM" : ". Click to mute it\tM";
        p.scene.pick({p.plan.x(c) - p.plan.pitch / 2, top, p.plan.pitch, bottom - top},
                     {PickKind::Column, c, -1, -1, {}}, words);
    }
}

} // namespace past

Scene one_rnn_figure(const Trace& run, const Playhead& playhead, const OneRnnSettings& settings,
                     const FigureStyle& style) {
    using namespace past;
    Scene scene;
    scene.width = settings.width;
    scene.height = settings.height;
    const Reading reading(run);
    const Plan plan = plan_of(reading, settings);
    Painter p{{scene, style}, reading, playhead, plan};
    const Moment now = moment_at(run.outline, playhead.at);
    p.step = reading.attends() ? step_shown(reading, playhead) : -1;
    p.newest = p.step >= 0 && p.step == reading.newest(playhead.at);
    if (now.started) p.doing = doing_of(now.phase);
    p.grown = playhead.backwards ? 1 : ease_out(playhead.progress);
    p.column = p.step >= 0 && p.done(Doing::Score, p.step) ? column_shown(reading, playhead, p.step) : -1;
    draw_names(p);
    if (plan.scrolls()) scene.add(ClipItem{{plan.left, 0, plan.right - plan.left, settings.height}});
    draw_band(p);
    draw_look(p);
    draw_states(p);
    if (plan.scrolls()) scene.add(ClipEnd{});
    draw_answer(p);
    pick_columns(p);
    if (reading.attends()) {
        draw_map(p);
        if (!plan.hall) draw_legend(p);
    }
    draw_scroll(p);
    return scene;
}

} // namespace heed
