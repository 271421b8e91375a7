// The card of words: the model's above the changed ones, what each lost, and the sums.
#include "app/figures/base/format.h"
#include "app/figures/head_off/plan.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace headoff {
namespace {

constexpr float per_nat = 46;
/// From the card's top: where its rows stand, closer to one another in a low card, for the bars below.
struct RowsOfCard {
    float model, changed, rule, p, zero;
};
constexpr RowsOfCard usual_rows{33, 69, 94, 120, 159}, low_rows{24, 53, 72, 95, 126};

RowsOfCard rows_of(const Box& card) {
    const float share = std::clamp((card.h - lowest_card) / (usual_card - lowest_card), 0.0f, 1.0f);
    const auto between = [&](float low, float usual) { return std::round(low + share * (usual - low)); };
    return {between(low_rows.model, usual_rows.model), between(low_rows.changed, usual_rows.changed),
            between(low_rows.rule, usual_rows.rule), between(low_rows.p, usual_rows.p),
            between(low_rows.zero, usual_rows.zero)};
}

constexpr float strong_loss = 0.5f; // nats, from which a bar and its numbers are in full ink

float most_of(const HeadOffWork& work, bool gain) {
    double most = 0;
    for (const HeadOffColumn& column : work.columns)
        if (const auto delta = column.delta()) most = std::max(most, gain ? *delta : -*delta);
    return static_cast<float>(most);
}

/// 1, 2 or 5 times a power of ten, so that few lines stand in the room and their numbers apart.
float line_every(float nats, float px_a_nat) {
    constexpr float apart = 15;
    float step = 0.1f;
    for (int n = 0; (nats / step > 4 || step * px_a_nat < apart) && n < 40; ++n)
        step *= n % 3 == 1 ? 2.5f : 2;
    return step;
}

struct Bars {
    float zero = 0, scale = per_nat, loss = 0, gain = 0;
};

Bars bars_of(const Drawing& d) {
    constexpr float below = 28, above = 18;
    Bars bars;
    bars.loss = most_of(d.work, false);
    bars.gain = most_of(d.work, true);
    const RowsOfCard rows = rows_of(d.plan.words);
    const float room = d.plan.words.h - rows.zero - below;
    if (bars.gain < 0.005f) bars.gain = 0;
    const float most = bars.loss + bars.gain;
    const float free = room - (bars.gain > 0 ? above : 0);
    if (most * bars.scale > free) bars.scale = free / most;
    bars.zero = d.plan.words.y + rows.zero + (bars.gain > 0 ? above + bars.gain * bars.scale : 0);
    return bars;
}

/// A word in its box.
void draw_chip(const Drawing& d, float x, float y, const std::string& text, bool quiet, bool second,
               bool same) {
    const Palette& c = d.colors();
    const float room = d.plan.columns.pitch - 6;
    if (text.empty()) return add_line(d.scene, {x - 4, y}, {x + 4, y}, c.line2, 1.5f);
    const Face face = quiet ? Face::Italic : Face::Mono;
    const float size = d.plan.columns.size;
    const std::string shown = d.cut(text, face, size, room - 8);
    const bool changed = second && !same;
    if (quiet && !changed) return d.text({x, y}, shown, size, c.t2, Align::Centre, face);
    const float wide = std::min(room, std::max(24.0f, d.measure(shown, face, size) + 18));
    const Box box{x - wide / 2, y - 12, wide, 24};
    if (!second)
        add_fill(d.scene, box, fade(c.output, 0.24f), 5);
    else if (changed)
        d.scene.add(RectItem{box, fade(c.output, 0.24f), c.t1, 1.5f, 5});
    else
        d.scene.add(RectItem{box, {0, 0, 0, 0}, c.line2, 1, 5});
    d.text(box.centre(), shown, size, second && same ? c.t2 : c.t1, Align::Centre, face);
}

/// ".97 → .91", the second one bold where much is lost.
void draw_chances(const Drawing& d, float x, const HeadOffColumn& column) {
    const Palette& c = d.colors();
    if (column.word < 0) return;
    const float y = d.plan.words.y + rows_of(d.plan.words).p;
    const bool strong = column.delta() && std::abs(*column.delta()) >= static_cast<double>(strong_loss);
    const auto [before, now] = chances_of(column);
    const Face face = strong ? Face::MonoSemibold : Face::Mono;
    const Color ink = strong ? c.t1 : c.t2;
    if (d.plan.columns.stacked) {
        d.text({x, y - 8}, before, small, c.t3, Align::Centre, Face::Mono);
        return d.text({x, y + 8}, now, small, ink, Align::Centre, face);
    }
    const float arrow = 11, gap = 6, left = d.measure(before, Face::Mono, small),
                right = d.measure(now, face, small);
    float at = x - (left + right + 2 * gap + arrow) / 2;
    d.text({at, y}, before, small, c.t3, Align::Left, Face::Mono);
    at += left + gap;
    add_arrow(d.scene, {at, y}, {at + arrow, y}, c.t3, 1, 3);
    d.text({at + arrow + gap, y}, now, small, ink, Align::Left, face);
}

void draw_bar(const Drawing& d, const Bars& bars, float x, const HeadOffColumn& column) {
    const auto delta = column.delta();
    if (!delta) return;
    const Palette& c = d.colors();
    const bool strong = std::abs(*delta) >= static_cast<double>(strong_loss);
    const auto high = static_cast<float>(std::abs(*delta)) * bars.scale;
    const float wide = std::clamp(d.plan.columns.pitch * 0.28f, 6.0f, 28.0f), tall = std::max(1.5f, high);
    const bool up = *delta > 0;
    add_fill(d.scene, {x - wide / 2, up ? bars.zero - tall : bars.zero, wide, tall},
             strong ? c.output : fade(c.output, 0.55f), std::min(2.0f, tall / 2));
    const std::string number = change_number(*delta);
    const Face face = strong ? Face::MonoSemibold : Face::Mono;
    const float room = d.measure(number, face, small);
    if (room > d.plan.columns.pitch - 2) return;
    const Point at{x, up ? bars.zero - tall - 9 : bars.zero + tall + 11};
    if (d.settings.word < 0 || column.word != d.settings.word) // of that the ground is another
        add_fill(d.scene, around(at, room + 4, 11), c.bg1);    // no line of the axis strikes it through
    d.text(at, number, small, strong ? c.t1 : c.t3, Align::Centre, face);
}

void draw_axis(const Drawing& d, const Bars& bars) {
    const Palette& c = d.colors();
    const Box& card = d.plan.words;
    const float left = card.x + names + 4, edge = d.plan.cards > 1 && d.plan.columns.sums ? sums : margin_x,
                right = std::min(card.right() - edge, d.plan.columns.from + d.plan.columns.room + 8);
    const float step = line_every(std::max(bars.loss, bars.gain), bars.scale);
    const int digits = step < 0.99f ? 1 : 0;
    const float label_right = left - 6;
    const auto line = [&](float nats) {
        const float y = bars.zero - nats * bars.scale;
        add_line(d.scene, {left, y}, {right, y}, nats == 0 ? c.line2 : c.line, 1);
        d.text({label_right, y}, nats == 0 ? "0" : fixed(static_cast<double>(nats), digits), small, c.t3,
               Align::Right, Face::Mono);
    };
    line(0);
    for (int n = 1; static_cast<float>(n) * step <= bars.loss * 1.05f; ++n)
        line(-static_cast<float>(n) * step);
    for (int n = 1; static_cast<float>(n) * step <= bars.gain * 1.05f; ++n)
        line(static_cast<float>(n) * step);
}

void draw_names(const Drawing& d, const Bars& bars) {
    const Palette& c = d.colors();
    const Box& card = d.plan.words;
    const float x = card.x + margin_x;
    const RowsOfCard rows = rows_of(card);
    d.text({x, card.y + rows.model}, d.work.model_name(), letters, c.t2);
    d.text({x, card.y + rows.changed}, "Changed", letters, c.t1, Align::Left, Face::Semibold);
    add_line(d.scene, {x, card.y + rows.rule}, {card.right() - margin_x, card.y + rows.rule}, c.line, 1);
    d.text({x, card.y + rows.p}, "p, before → now", letters, c.t1);
    const float y = std::max(bars.zero, card.y + rows.zero) + 14;
    d.text({x, y}, "Δ log p", letters, c.t1);
    if (d.work.places) return;
    if (y + 40 <= card.bottom()) {
        d.text({x, y + 18}, "same words,", small, c.t3);
        d.text({x, y + 32}, "forced", small, c.t3);
    } else {
        d.text({x + d.measure("Δ log p", Face::Regular, letters) + 6, y}, "forced", small, c.t3);
    }
}

void draw_sums(const Drawing& d) {
    const Palette& c = d.colors();
    const Box& card = d.plan.words;
    const RowsOfCard rows = rows_of(card);
    const float right = card.right() - margin_x;
    const double before = d.work.model->log_prob, now = d.work.forced_log_prob;
    d.text({right, card.y + 20}, d.work.places ? "all places" : "whole sentence", small, c.t3, Align::Right);
    const HeadOffSums sums_shown = head_off_sums(before, now);
    std::string both = sums_shown.before + " → " + sums_shown.now;
    constexpr float air = 10; // px from the columns
    if (d.measure("log p " + both, Face::Mono, small) <= sums - margin_x - air) both = "log p " + both;
    d.text({right, card.y + rows.p}, both, small, c.t2, Align::Right, Face::Mono);
    const float y = card.y + std::min(rows.zero + 22, card.h - 46);
    d.text({right, y}, as_change(sums_shown.change), 15, c.t1, Align::Right, Face::MonoSemibold);
    d.text({right, y + 20}, "nats in all", small, c.t3, Align::Right);
}

std::string column_tip(const HeadOffColumn& column) {
    if (column.word < 0)
        return capitalized(head_off_name(column.changed, column.changed_quiet)) +
               " stands only in the changed sentence";
    std::string words = capitalized(head_off_name(column.model, column.model_quiet)) + ": p " +
                        probability(std::exp(column.before));
    if (column.now) {
        const HeadOffSums sums = head_off_sums(column.before, *column.now);
        words += " → " + probability(std::exp(*column.now)) + ", log p " + sums.before + " → " + sums.now;
    }
    if (!column.same)
        words += column.changed.empty()
                     ? "; nothing stands in its place"
                     : "; now " + head_off_name(column.changed, column.changed_quiet) + " stands there";
    return words;
}

void draw_title(const Drawing& d) {
    const Palette& c = d.colors();
    const std::string title = head_off_title(d.work.edits);
    const float x = d.plan.words.x, y = d.plan.title_y;
    const float room = d.settings.width - x - d.settings.beside - 16;
    d.text({x, y}, d.cut(title, Face::Semibold, 15, room), 15, c.t1, Align::Left, Face::Semibold);
    const float used = d.measure(title, Face::Semibold, 15) + 16;
    const std::string again =
        std::string("Everything above ") + (d.work.edits.size() > 1 ? "them" : "it") + " is computed again";
    for (const std::string& words : {again + "; the layers below stay as they are.", again + "."})
        if (used + d.measure(words, Face::Regular, letters) <= room)
            return d.text({x + used, y}, words, letters, c.t2);
}

} // namespace

std::pair<std::string, std::string> chances_of(const HeadOffColumn& column) {
    if (column.word < 0) return {};
    return {chance_number(std::exp(column.before)), column.now ? chance_number(std::exp(*column.now)) : "–"};
}

std::string as_change(std::string number) {
    if (number == "0" || number == "≈0") return number;
    const bool less = number.starts_with(minus_sign);
    if (less) number.erase(0, minus_sign.size());
    if (number.starts_with("0.")) number.erase(0, 1);
    return (less ? std::string(minus_sign) : "+") + number;
}

std::string change_number(double value) { return as_change(head_off_log_p(value)); }

std::string chance_number(double p) {
    if (p <= 0 || p > 1 - 1e-6) return p <= 0 ? "0" : "1";
    return p < 0.005 ? "<.01" : p < 0.995 ? cell_number(p) : ">.99";
}

std::string bits_number(double bits, double largest) {
    const int decimals = largest >= 0.095 ? 2 : largest >= 0.0095 ? 3 : 4;
    const std::string least = fixed(std::pow(10, -decimals), decimals).substr(1);
    if (bits > 0 && fixed(bits, decimals) == fixed(0, decimals)) return "<" + least;
    const std::string text = fixed(bits, decimals);
    return text.starts_with("0.") ? text.substr(1) : text;
}

int framed_word(const HeadOffWork& work, const HeadOffSettings& settings) {
    return settings.word >= 0 && settings.word < work.words ? settings.word : work.hit();
}

void draw_card(const Drawing& d, Box box) {
    d.scene.add(RectItem{box, d.colors().bg1, d.colors().line, 1, 8});
}

void draw_words_card(const Drawing& d) {
    const Palette& c = d.colors();
    const Box& card = d.plan.words;
    const ColumnsPlan& columns = d.plan.columns;
    const RowsOfCard rows = rows_of(card);
    draw_card(d, card);
    const Bars bars = bars_of(d);
    draw_names(d, bars);
    draw_axis(d, bars);
    if (columns.sums) draw_sums(d);
    const bool scrolls = columns.most_scroll > 0;
    const Box area{columns.from, card.y + 1, columns.room, card.h - 2};
    if (scrolls) d.scene.add(ClipItem{area});
    const int framed = framed_word(d.work, d.settings);
    const std::size_t all = d.work.columns.size(),
                      first = std::min(all, static_cast<std::size_t>(columns.first)),
                      until = columns.each > 0 ? std::min(all, first + static_cast<std::size_t>(columns.each))
                                               : all;
    for (std::size_t n = first; n < until; ++n) {
        const HeadOffColumn& column = d.work.columns[n];
        const float x = columns.x(static_cast<int>(n));
        if (x + columns.pitch < area.x || x - columns.pitch > area.right()) continue;
        if (column.word >= 0 && column.word == framed && !d.settings.paper && d.settings.word >= 0)
            add_fill(d.scene, {x - columns.pitch / 2 + 1, card.y + 12, columns.pitch - 2, card.h - 20},
                     fade(c.bg3, 0.35f), 5);
        draw_chip(d, x, card.y + rows.model, column.model, column.model_quiet, false, column.same);
        draw_chip(d, x, card.y + rows.changed, column.changed, column.changed_quiet, true, column.same);
        draw_chances(d, x, column);
        draw_bar(d, bars, x, column);
        d.scene.pick({x - columns.pitch / 2, card.y + 12, columns.pitch, card.h - 16},
                     {PickKind::Column, column.word, -1, static_cast<int>(n), "head-off-word"},
                     column_tip(column));
    }
    if (!scrolls) return;
    d.scene.add(ClipEnd{});
    const float size = columns.room * columns.room / (columns.room + columns.most_scroll);
    add_fill(d.scene,
             {columns.from + (columns.room - size) * columns.scroll / columns.most_scroll, card.bottom() - 7,
              size, 4},
             c.line2, 2);
}

void draw_words(const Drawing& d) {
    Plan plan = d.plan;
    for (int n = 0; n < d.plan.cards; ++n) {
        plan.columns.sums = n + 1 == d.plan.cards;
        draw_words_card({{d.scene, d.style}, d.work, d.settings, plan});
        plan.words.y += plan.words.h + cards_gap;
        plan.columns.first += plan.columns.each;
    }
}

} // namespace headoff

Scene head_off_figure(const HeadOffWork& work, const HeadOffSettings& settings, const FigureStyle& style) {
    Scene scene;
    const headoff::Plan plan = headoff::plan_of(work, settings);
    scene.width = settings.width;
    scene.height = plan.height;
    const headoff::Drawing d{{scene, style}, work, settings, plan};
    headoff::draw_title(d);
    headoff::draw_words(d);
    headoff::draw_grids(d);
    headoff::draw_maps(d);
    return scene;
}

} // namespace heed
