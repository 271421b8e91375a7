#include "app/figures/meaning/meaning.h"

#include "app/figures/inspector/eye.h"
#include "app/figures/maps/cells.h"
#include "app/figures/meaning/parts.h"
#include "app/figures/tokens.h"

#include <algorithm>
#include <cmath>

namespace heed {

using meaning::Layout;
using meaning::Sheet;

namespace meaning {

constexpr float gutter_left = 132, gutter_right = 128, margin = 16;

Layout layout_of(const MeaningPicture& m, const MeaningSettings& s, const FigureStyle& style) {
    Layout plan;
    plan.columns = m.run.source_length();
    plan.rows = m.run.outputs();
    const float room = s.width - gutter_left - gutter_right - margin;
    plan.pitch = std::clamp(room / static_cast<float>(plan.columns), 2.0f, 76.0f);
    plan.left = gutter_left + std::max(0.0f, (room - plan.pitch * static_cast<float>(plan.columns)) / 2);
    float widest = 0;
    for (int j = 0; j < plan.columns; ++j)
        widest = std::max(widest, text_width(style, shown_source(m.run, j), Face::Mono, 13));
    plan.slanted = widest > plan.pitch - 6 && widest > 12;
    plan.source = plan.slanted ? 150 : 106;
    plan.map = plan.source + 16;
    plan.row = std::clamp(150 / static_cast<float>(std::max(1, plan.rows)), 3.0f, 15.0f);
    plan.beside = s.width >= 720;
    float cards = 0;
    const auto divide = [&](float below_map, float card, float least_lane) { // whether it all has room
        plan.lanes = plan.map_bottom() + below_map;
        plan.card_height = card;
        cards = plan.beside ? card : 2 * card + 12;
        const float left = s.height - plan.lanes - 14 - cards - 12;
        plan.lane = std::clamp(left / lane_count, least_lane, 74.0f);
        return left / lane_count >= least_lane;
    };
    // A little closer where that keeps it from being scrolled.
    if (!divide(22, 200, 56) && !divide(16, 188, 48)) divide(22, 200, 56);
    plan.cards = plan.lanes_bottom() + 14;
    plan.height = std::max(s.height, plan.cards + cards + 12);
    if (plan.height > plan.cards + cards + 12) plan.cards = plan.height - cards - 12;
    return plan;
}

} // namespace meaning

namespace {

/// “3”; the end token is no text.
std::string quoted_output_short(const MeaningPicture& m) {
    const bool end = m.run.steps[static_cast<std::size_t>(m.row)].token.is_end;
    return end ? shown_output(m.run, m.row) : quoted(shown_output(m.run, m.row));
}

void draw_head(const Sheet& s) {
    const Palette& c = s.colors();
    const std::string title = "Does the map mean anything?";
    const float right = s.settings.width - 16 - s.settings.head_right;
    const std::string fits = s.cut(title, Face::Semibold, 15, right - 16);
    s.text({16, 26}, fits, 15, c.t1, Align::Left, Face::Semibold);
    const float after = 16 + s.measure(fits, Face::Semibold, 15) + 16;
    const std::string which =
        "output " + std::to_string(s.picture.row + 1) + ", " + quoted_output_short(s.picture);
    if (after + s.measure(which, Face::Regular, 13) <= right) s.text({after, 26.5f}, which, 13, c.output);

    const Box strip{16, 50, s.settings.width - 32, 32};
    add_fill(s.scene, strip, c.bg2, 6);
    add_eye(s.scene, {strip.x + 20, strip.centre().y}, c.t2);
    const std::string caution = meaning_caution(s.picture);
    const std::string shown = s.cut(caution, Face::Regular, 13, strip.w - 52);
    s.text({strip.x + 38, strip.centre().y}, shown, 13, c.t1);
    if (shown != caution) s.scene.pick(strip, {}, caution);
}

void draw_source(const Sheet& s) {
    const Palette& c = s.colors();
    s.text({16, s.plan.source}, "Source", 13, c.t1, Align::Left, Face::Semibold);
    const float strongest = s.picture.sentence.weights.col(s.picture.row).maxCoeff();
    const int step = std::max(1, static_cast<int>(std::ceil(13 / s.plan.pitch)));
    for (int j = 0; j < s.plan.columns; ++j) {
        const float weight = s.picture.sentence.weights(j, s.picture.row);
        const bool strong = weight > 0.5f * strongest;
        const bool lit = j == s.settings.column;
        if (!lit && !strong && j % step != 0) continue;
        const std::string token = shown_source(s.picture.run, j);
        const float x = s.plan.x(j);
        const Color ink = is_quiet_source(s.picture.run, j) ? c.t3 : c.t1;
        if (s.plan.slanted) {
            add_text(s.scene, {x + 2, s.plan.source + 6}, s.cut(token, Face::Mono, 11, 58), Face::Mono, 11,
                     strong ? c.attention : ink, Align::Left, 60);
            continue;
        }
        const float w = std::max(20.0f, s.measure(token, Face::Mono, 13) + 8);
        if (strong) add_fill(s.scene, around({x, s.plan.source}, w, 22), fade(c.attention, 0.3f), 5);
        s.text({x, s.plan.source}, token, 13, ink, Align::Centre, Face::Mono);
    }
    if (s.plan.columns > 0) s.text({s.plan.right() + 16, s.plan.source}, "τ with gradient", 11, c.t3);
}

void draw_map(const Sheet& s) {
    const Palette& c = s.colors();
    const Layout& p = s.plan;
    const auto& weights = s.picture.sentence.weights;
    auto values = std::make_shared<std::vector<float>>();
    for (int i = 0; i < p.rows; ++i)
        for (int j = 0; j < p.columns; ++j) values->push_back(weights(j, i));
    const Box box{p.left, p.map, p.right() - p.left, p.map_bottom() - p.map};
    MatrixItem cells = Shading{s.style}.matrix(box, p.rows, p.columns, values);
    const float side = std::min(p.pitch, p.row);
    cells.gap = side >= 6 ? 1.0f : 0.0f;
    cells.radius = side >= 8 ? 2.0f : 0.0f;
    s.scene.add(std::move(cells));
    s.text({16, p.map + 8}, "Output", 13, c.output, Align::Left, Face::Semibold);
    if (static_cast<float>(p.rows) * p.row >= 30) s.text({16, p.map + 26}, "weights α", 11, c.t3);

    const float bars = p.right() + 16, wide = 56;
    const int step = std::max(1, static_cast<int>(std::ceil(11 / p.row)));
    for (int i = 0; i < p.rows; ++i) {
        const float y = p.map + (static_cast<float>(i) + 0.5f) * p.row;
        const bool now = i == s.picture.row;
        const bool said = now || (i % step == 0 && std::abs(i - s.picture.row) >= step);
        if (said)
            s.text({p.left - 12, y}, s.cut(shown_output(s.picture.run, i), Face::Mono, 11, 50), 11, c.output,
                   Align::Right, Face::Mono);
        const auto& tau = s.picture.sentence.with_gradient[static_cast<std::size_t>(i)];
        const float height = std::min(4.0f, std::max(1.0f, p.row - 2));
        add_fill(s.scene, {bars, y - height / 2, wide, height}, c.bg2, height / 2);
        if (tau && *tau > 0)
            add_fill(s.scene, {bars, y - height / 2, wide * static_cast<float>(*tau), height},
                     now ? c.t1 : c.t2, height / 2);
        if (said)
            s.text({p.numbers(), y}, tau ? tau_number(*tau) : "–", 11, now ? c.t1 : c.t3, Align::Right,
                   Face::Mono);
    }
    const float y = p.map + static_cast<float>(s.picture.row) * p.row;
    add_frame(s.scene, {p.left - 3, y - 1, p.right() - p.left + 6, p.row + 2}, c.attention, 1.5f, 3);
    s.scene.pick_cells(box, {PickKind::Cell}, {p.pitch, p.row, 0, 0});
    for (int i = 0; i < p.rows; ++i)
        s.scene.pick({p.right(), p.map + static_cast<float>(i) * p.row, s.settings.width - p.right(), p.row},
                     {PickKind::Row, i},
                     "Kendall's τ: 1 = the weights and gradient × input rank the source alike, 0 = no more "
                     "than chance");
}

} // namespace

std::string tau_number(double tau) {
    return (tau < -0.005 ? std::string(minus_sign) : "") + cell_number(std::abs(tau));
}

Scene meaning_figure(const MeaningPicture& picture, const MeaningSettings& settings,
                     const FigureStyle& style) {
    const Layout plan = meaning::layout_of(picture, settings, style);
    Scene scene{.width = settings.width, .height = plan.height, .background = style.colors().bg0};
    const Sheet sheet{{scene, style}, picture, settings, plan};
    draw_head(sheet);
    if (settings.column >= 0 && settings.column < plan.columns) { // one place in every row
        const float w = std::max(plan.pitch, 6.0f);
        add_fill(scene,
                 {plan.x(settings.column) - w / 2, plan.map - 2, w, plan.lanes_bottom() - plan.map + 4},
                 fade(style.colors().t1, 0.07f), 4);
    }
    draw_source(sheet);
    draw_map(sheet);
    meaning::draw_lanes(sheet);
    const float inner = settings.width - 32, half = (inner - 12) / 2;
    const Box first{16, plan.cards, plan.beside ? half : inner, plan.card_height};
    const Box second = plan.beside ? Box{first.right() + 12, plan.cards, half, plan.card_height}
                                   : Box{16, first.bottom() + 12, inner, plan.card_height};
    meaning::draw_other_weights(sheet, first);
    meaning::draw_agreement(sheet, second);
    return scene;
}

} // namespace heed
