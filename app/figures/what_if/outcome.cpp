#include "app/figures/what_if/outcome.h"

#include "app/figures/base/marks.h"
#include "app/figures/tokens.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float edge = 12, chip_y = 19, first_y = 43, second_y = 61, sum_y = 84;
constexpr float least_name_room = 56, size = 11;

struct Card {
    Scene& scene;
    const WhatIf& w;
    const OutcomeSettings& settings;
    const FigureStyle& style;
    const Palette& colors() const { return style.colors(); }
};

/// What the names of the sentences need at the right.
float name_room(const Card& card) {
    return std::max(least_name_room, text_width(card.style, card.settings.first, Face::Regular, size) + 14);
}

/// What stands in a row of one of the sentences; empty: nothing.
std::string word(const WhatIf& w, const analysis::AlignedRow& row, bool second) {
    const int i = second ? row.b : row.a;
    return i < 0 ? "" : shown_output(second ? *w.changed : *w.model, i);
}

bool ends(const WhatIf& w, const analysis::AlignedRow& row) {
    const auto is_end = [](const Trace& trace, int i) {
        return i >= 0 && trace.steps[static_cast<std::size_t>(i)].token.is_end;
    };
    return is_end(*w.model, row.a) && is_end(*w.changed, row.b);
}

/// A token in its box; returns where it ends.
float add_chip(const Card& card, float x, const std::string& text, bool is_end, bool after) {
    const Palette& c = card.colors();
    const Face face = is_end ? Face::Italic : Face::Mono;
    const std::string shown = fitted(card.style, text, face, 13, 84);
    const float width = std::max(24.0f, text_width(card.style, shown, face, 13) + 14);
    const Box box{x, chip_y - 11, width, 22};
    card.scene.add(RectItem{box, after ? c.bg3 : fade(c.output, 0.24f), after ? c.t1 : Color{0, 0, 0, 0},
                            after ? 1.25f : 0.0f, 5});
    add_text(card.scene, box.centre(), shown, face, 13, c.t1, Align::Centre);
    return box.right();
}

void add_change(const Card& card) {
    const Palette& c = card.colors();
    const int i = card.settings.output;
    const auto step = [&](const Trace& trace) {
        return i < trace.outputs() ? &trace.steps[static_cast<std::size_t>(i)] : nullptr;
    };
    const TraceStep *before = step(*card.w.model), *after = step(*card.w.changed);
    const auto text = [&](const Trace& trace, const TraceStep* of) {
        return of ? shown_output(trace, i) : std::string("nothing");
    };
    float x = add_chip(card, edge, text(*card.w.model, before), !before || before->token.is_end, false);
    add_arrow(card.scene, {x + 8, chip_y}, {x + 24, chip_y}, c.t3, 1.25f, 4);
    x = add_chip(card, x + 32, text(*card.w.changed, after), !after || after->token.is_end, true);
    if (!before || !after) return;
    const auto p = [](const TraceStep* of) { return chance(std::exp(static_cast<double>(of->log_prob))); };
    const std::string words = p(before) + " → " + p(after);
    if (x + 12 + text_width(card.style, "p " + words, Face::Mono, size) >
        card.settings.width - card.settings.beside - 8)
        return;
    add_text(card.scene, {x + 12, chip_y}, "p", Face::Italic, size, c.t3);
    add_text(card.scene, {x + 22, chip_y}, words, Face::Mono, size, c.t2);
    card.scene.pick({x + 8, chip_y - 10, text_width(card.style, words, Face::Mono, size) + 18, 20},
                    {PickKind::Row, i}, "P of the token that is written, before and after");
}

/// Rows that have room around the first change, in order.
struct Part {
    std::size_t from = 0, until = 0;
};
Part around_change(const std::vector<float>& widths, std::size_t change, float room) {
    Part part{change, change + 1};
    float used = widths[change];
    for (bool grew = true; grew;) {
        grew = false;
        if (part.from > 0 && used + widths[part.from - 1] <= room) {
            used += widths[--part.from];
            grew = true;
        }
        if (part.until < widths.size() && used + widths[part.until] <= room) {
            used += widths[part.until++];
            grew = true;
        }
    }
    return part;
}

void add_sentences(const Card& card) {
    const WhatIf& w = card.w;
    const Palette& c = card.colors();
    std::vector<analysis::AlignedRow> rows;
    for (const analysis::AlignedRow& row : w.rows)
        if (!ends(w, row)) rows.push_back(row);
    const float room = card.settings.width - card.settings.beside - 2 * edge - name_room(card);
    const float gap = w.changed->model.character_level ? 0.0f : 6.0f;
    std::vector<float> widths;
    std::size_t change = 0;
    bool any = false;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto width = [&](bool second) {
            return text_width(card.style, word(w, rows[k], second), Face::Mono, size);
        };
        const bool boxed = !rows[k].same;
        widths.push_back(std::min(std::max({width(false), width(true), 6.6f}), 90.0f) + gap +
                         (boxed ? 6.0f : 0.0f));
        if ((boxed || rows[k].b == card.settings.output) && !any) change = k, any = boxed;
    }
    if (!rows.empty()) {
        float whole = 0;
        for (const float width : widths) whole += width;
        const Part part = whole <= room ? Part{0, rows.size()} : around_change(widths, change, room - 24);
        float x = edge;
        const auto dots = [&] {
            for (const float y : {first_y, second_y})
                add_text(card.scene, {x, y}, std::string(ellipsis), Face::Mono, size, c.t3);
            x += 12;
        };
        if (part.from > 0) dots();
        for (std::size_t k = part.from; k < part.until; ++k) {
            const bool boxed = !rows[k].same;
            const float wide = widths[k] - gap;
            for (const bool second : {false, true}) {
                const float y = second ? second_y : first_y;
                const std::string text = fitted(card.style, word(w, rows[k], second), Face::Mono, size, wide);
                if (boxed)
                    card.scene.add(RectItem{{x - 1, y - 8.5f, wide + 2, 17},
                                            second ? c.bg3 : fade(c.bg3, 0.5f),
                                            second ? c.t1 : Color{0, 0, 0, 0},
                                            second ? 1.0f : 0.0f,
                                            3});
                if (text.empty())
                    add_line(card.scene, {x + wide / 2 - 3, y}, {x + wide / 2 + 3, y}, c.line2, 1.25f);
                else
                    add_text(card.scene, {x + wide / 2, y}, text, Face::Mono, size,
                             boxed    ? c.t1
                             : second ? c.t2
                                      : c.t3,
                             Align::Centre);
            }
            x += widths[k];
        }
        if (part.until < rows.size()) dots();
    }
    const float names = card.settings.width - card.settings.beside - edge - name_room(card) + 6;
    add_text(card.scene, {names, first_y}, card.settings.first, Face::Regular, size, c.t3);
    add_text(card.scene, {names, second_y}, card.settings.second, Face::Regular, size, c.t1);
}

} // namespace

std::string outcome_sum(const WhatIf& w) {
    const int differ = w.changed_tokens(), all = differ + analysis::tally(w.rows).equal;
    const std::string outputs = differ == 0 ? "No output differs"
                                            : thousands(differ) + " of " + counted(all, "output") +
                                                  (differ == 1 ? " differs" : " differ");
    return outputs + ", log-prob " + log_prob_number(w.model->log_prob) + " → " +
           log_prob_number(w.changed->log_prob);
}

Scene outcome_figure(const WhatIf& w, const OutcomeSettings& settings, const FigureStyle& style) {
    Scene scene{.width = settings.width, .height = outcome_height};
    const Card card{scene, w, settings, style};
    add_fill(scene, {0, 0, settings.width, outcome_height}, style.colors().bg2, 8);
    add_change(card);
    add_sentences(card);
    add_text(scene, {edge, sum_y},
             fitted(style, outcome_sum(w), Face::Regular, size, settings.width - 2 * edge), Face::Regular,
             size, style.colors().t2);
    return scene;
}

} // namespace heed
