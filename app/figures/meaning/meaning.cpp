#include "app/figures/meaning/meaning.h"

#include "app/figures/base/equation.h"
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

constexpr float margin = 16, card_gap = 12, below_all = 12;
constexpr float column_width = 312; // of the cards, where they stand at the right

/// Where the cards stand: below the lanes, or at their right where the canvas is low.
struct Arrangement {
    bool at_the_right = false;
    float map = 150, below_map = 22, card = 200, least_lane = 56; // px
    float least_pitch = 0;
};

/// The caution and the cards one below the other.
void place_column(Layout& plan, float width) {
    constexpr float top = 48, caution = 86;
    const float x = width - margin - column_width, cards = top + caution + card_gap;
    const float each = std::min(240.0f, (plan.height - cards - card_gap - below_all) / 2);
    plan.caution = {x, top, column_width, caution};
    plan.other = {x, cards, column_width, each};
    plan.agreement = {x, cards + each + card_gap, column_width, each};
}

void place_below(Layout& plan, float width, float card) {
    const bool abreast = width >= 720;
    const float wide = width - 2 * margin, half = abreast ? (wide - card_gap) / 2 : wide;
    const float top = plan.height - below_all - (abreast ? card : 2 * card + card_gap);
    plan.caution = {margin, 50, wide, 32};
    plan.other = {margin, top, half, card};
    plan.agreement = abreast ? Box{margin + half + card_gap, top, half, card}
                             : Box{margin, top + card + card_gap, half, card};
}

/// False where not all of it has room; then it is as low as it can be.
bool arrange(Layout& plan, const Arrangement& as, const MeaningSettings& s) {
    const float lanes_right = s.width - (as.at_the_right ? column_width + card_gap : 0);
    const float left = as.at_the_right ? 138 : 132, right = as.at_the_right ? 116 : 128;
    const float room = lanes_right - left - right - margin;
    plan.pitch = std::clamp(room / static_cast<float>(plan.columns), 2.0f, 100.0f);
    plan.left = left + std::max(0.0f, (room - plan.pitch * static_cast<float>(plan.columns)) / 2);
    plan.source = (as.at_the_right ? 62.0f : 106.0f) + (plan.slanted ? 44 : 0);
    plan.map = plan.source + 16;
    plan.row = std::clamp(as.map / static_cast<float>(std::max(1, plan.rows)), 3.0f, 15.0f);
    plan.lanes = plan.map_bottom() + as.below_map;
    const float cards = as.at_the_right ? 0 : s.width >= 720 ? as.card : 2 * as.card + card_gap;
    const float below = cards > 0 ? 14 + cards + below_all : 4;
    const float each = (s.height - plan.lanes - below) / lane_count;
    plan.lane = std::clamp(each, as.least_lane, 74.0f);
    plan.height = std::max(s.height, plan.lanes_bottom() + below);
    as.at_the_right ? place_column(plan, s.width) : place_below(plan, s.width, as.card);
    return each >= as.least_lane && plan.pitch >= as.least_pitch;
}

Layout layout_of(const MeaningPicture& m, const MeaningSettings& s, const FigureStyle& style) {
    Layout plan;
    plan.columns = m.run.source_length();
    plan.rows = m.run.outputs();
    float longest = 0; // token, in letters of size 1
    for (int j = 0; j < plan.columns; ++j)
        longest = std::max(longest, text_width(style, shown_source(m.run, j), Face::Mono, 13) / 13);
    // A little closer, or with the cards at the right, where that keeps it from being scrolled.
    constexpr Arrangement usual, closer{false, 150, 16, 188, 48, 0};
    constexpr Arrangement low{true, 150, 14, 0, 50, 11}, lower{true, 100, 14, 0, 48, 11},
        lowest{true, 64, 12, 0, 44, 11};
    const bool can_be_low = s.width >= 860;
    for (const Arrangement* as : {&usual, &closer, &low, &lower, &lowest, &usual}) {
        if (as->at_the_right && !can_be_low) continue;
        plan.slanted = false;
        bool fits = arrange(plan, *as, s);
        plan.letters = 13 * longest > plan.pitch - 6 ? 11 : 13;
        if (plan.letters * longest > plan.pitch - 3 && 13 * longest > 12) {
            plan.slanted = true;
            fits = arrange(plan, *as, s);
        }
        if (fits) break;
    }
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

    const Box& strip = s.plan.caution;
    const std::string caution = meaning_caution(s.picture);
    add_fill(s.scene, strip, c.bg2, 6);
    if (strip.h < 40) {
        add_eye(s.scene, {strip.x + 20, strip.centre().y}, c.t2);
        const std::string shown = s.cut(caution, Face::Regular, 13, strip.w - 52);
        s.text({strip.x + 38, strip.centre().y}, shown, 13, c.t1);
        if (shown != caution) s.scene.pick(strip, {}, caution);
        return;
    }
    add_eye(s.scene, {strip.x + 20, strip.y + 18}, c.t2);
    std::vector<std::string> lines = wrap(caution, strip.w - 52, Face::Regular, 12, *s.style.metrics);
    constexpr std::size_t most = 4;
    if (lines.size() > most) {
        s.scene.pick(strip, {}, caution);
        lines.resize(most);
        lines.back() = s.cut(lines.back() + " …", Face::Regular, 12, strip.w - 52);
    }
    float y = strip.y + 18;
    for (const std::string& line : lines) {
        s.text({strip.x + 38, y}, line, 12, c.t1);
        y += 17;
    }
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
        const float size = s.plan.letters, w = std::max(20.0f, s.measure(token, Face::Mono, size) + 8);
        if (strong) add_fill(s.scene, around({x, s.plan.source}, w, 22), fade(c.attention, 0.3f), 5);
        s.text({x, s.plan.source}, token, size, ink, Align::Centre, Face::Mono);
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
        s.scene.pick({p.right(), p.map + static_cast<float>(i) * p.row, p.numbers() - p.right(), p.row},
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
    meaning::draw_other_weights(sheet, plan.other);
    meaning::draw_agreement(sheet, plan.agreement);
    return scene;
}

} // namespace heed
