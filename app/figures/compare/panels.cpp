// The grid of panels: title, formula, the weight looked at, and the map with its labels.
#include "app/figures/base/equation.h"
#include "app/figures/compare/draw.h"
#include "app/figures/compare/own_past.h"
#include "app/figures/report/doubt.h"
#include "app/figures/tokens.h"
#include "app/figures/trace_map.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace compare {

float add_sentences(const MapPainter& p, const std::string& first, const std::string& second,
                    Color second_color, Face face) {
    const float room = std::max(40.0f, std::min(p.card.w - 2 * card_edge, 420.0f));
    const float x = p.card.centre().x;
    const auto upper = wrap(first, room, Face::Regular, 13, *p.style.metrics);
    const auto lower = wrap(second, room, face, 13, *p.style.metrics);
    const auto most = static_cast<std::size_t>(std::max(1.0f, (p.card.h - 120) / 20));
    const std::size_t lines = std::min(most, lower.size());
    const float top = p.card.centre().y - static_cast<float>(upper.size() + lines) * 10;
    float y = top + 10;
    for (const std::string& line : upper) {
        add_text(p.scene, {x, y}, line, Face::Regular, 13, p.colors().t2, Align::Centre);
        y += 20;
    }
    y += 6;
    for (std::size_t k = 0; k < lines; ++k, y += 20)
        add_text(p.scene, {x, y}, lower[k], face, 13, second_color, Align::Centre);
    return top;
}

namespace {

// px high: lower ones scroll. Higher where that lets every row have its token beside it.
constexpr float least_card = 208, readable_card = 330;

// ---------------------------------------------------------------------------------------------- heading

/// "zone → area .81" at the right; returns where it begins.
float add_readout(const Painter& p) {
    float right = p.card.right() - card_edge;
    if (!p.map.has_values() || !p.looks_at_cell()) return right;
    const float y = p.card.y + 20;
    const std::string number = weight_number(static_cast<double>(p.value()));
    add_text(p.scene, {right, y}, number, Face::Mono, 13, p.colors().attention, Align::Right);
    right -= std::max(25.0f, text_width(p.style, number, Face::Mono, 13)) + 12;
    const std::string words = fitted(p.style, p.pair_words(), Face::Regular, 11, p.card.w * 0.34f);
    add_text(p.scene, {right, y}, words, Face::Regular, 11, p.colors().t3, Align::Right);
    return right - text_width(p.style, words, Face::Regular, 11);
}

void add_title(const Painter& p, float until) {
    const float y = p.card.y + 20;
    float left = p.card.x + card_edge;
    if (p.panel.trace && !p.panel.trace->model.doubt.empty()) {
        add_warning(p.scene, {left + 7, y}, 12, p.colors().attention);
        left += 20;
    }
    const float mark = changed_mark_width(p.style, p.panel.trace.get(), p.options.temperature),
                kept = mark > 0 ? mark + 8 : 0;
    const std::string title =
        fitted(p.style, p.panel.title, Face::Semibold, 13, std::max(30.0f, until - left - 8 - kept));
    float width = text_width(p.style, title, Face::Semibold, 13);
    add_text(p.scene, {left, y}, title, Face::Semibold, 13, p.colors().t1);
    p.scene.pick({p.card.x, p.card.y, left - p.card.x + width + 6, p.plan.title - 8},
                 {PickKind::Button, -1, -1, p.key, "panel"});
    if (add_changed_mark(p.scene, p.style, {left + width + 8, y}, until - 4, p.panel.trace.get(),
                         p.options.temperature) > 0)
        width += kept;
    if (p.panel.formula.empty()) return;
    const MathRow formula = math(p.panel.formula, {13, p.colors().t3, 10, 3, 5, 11}, p.style);
    if (left + width + 14 + formula.width + 8 <= until) draw(p.scene, formula, {left + width + 14, y});
}

// ---------------------------------------------------------------------------------------------- map

/// Dashed outlines of the outputs that are still to come.
void add_rows_to_come(const Painter& p, const Box& cells) {
    const int from = p.revealed;
    if (from >= p.rows()) return;
    if (p.plan.pitch_y < 14) {
        const float y = cells.y + static_cast<float>(from) * p.plan.pitch_y;
        return add_later(p.scene, {cells.x, y, cells.w, cells.bottom() - y}, p.colors(), 2);
    }
    for (int i = from; i < p.rows(); ++i)
        add_later(p.scene,
                  {cells.x + 1, cells.y + static_cast<float>(i) * p.plan.pitch_y + 1.5f, cells.w - 2,
                   p.plan.pitch_y - 3},
                  p.colors(), 3);
}

/// Where the reference says to look, and the strongest weight is elsewhere.
void add_missed_links(const Painter& p, const Box& cells) {
    const float smaller = std::min(p.plan.pitch_x, p.plan.pitch_y);
    if (smaller < 2.5f) return;
    const float inset = smaller >= 14 ? 2.5f : smaller >= 8 ? 1.0f : 0.0f;
    for (const MissedLink& link : missed_links(p.panel)) {
        if (link.row >= p.revealed) continue;
        const Box box{cells.x + static_cast<float>(link.first) * p.plan.pitch_x,
                      cells.y + static_cast<float>(link.row) * p.plan.pitch_y,
                      static_cast<float>(link.last - link.first + 1) * p.plan.pitch_x, p.plan.pitch_y};
        add_frame(p.scene, grown(box, -inset), fade(p.colors().t1, 0.85f), 1, smaller >= 14 ? 2.0f : 0.0f,
                  smaller >= 5 ? Dash{2, 2} : Dash{}); // smaller ones would be dots
    }
}

/// Beside rows that do not sum to 1 (local-p's, given ones): how much there is.
void add_sums(const Painter& p, const Box& cells) {
    const MatrixXf& weights = p.trace().at(Quantity::Weights);
    const float length = 12, height = std::clamp(p.plan.pitch_y * 0.25f, 1.0f, 3.0f);
    for (int i = 0; i < p.revealed; ++i) {
        const float sum = weights.col(i).sum();
        if (!(sum < 0.995f)) continue;
        const float y = p.row_y(cells, i) - height / 2;
        add_fill(p.scene, {cells.right() + 5, y, length, height}, p.colors().bg3, height / 2);
        add_fill(p.scene, {cells.right() + 5, y, std::max(1.0f, length * std::max(0.0f, sum)), height},
                 p.colors().t3, height / 2);
        p.scene.pick({cells.right() + 2, y - 2, length + 6, height + 4}, {PickKind::Row, i, -1, p.key},
                     "This row sums to " + fixed(static_cast<double>(sum), 2));
    }
}

// ---------------------------------------------------------------------------------------------- notes below

/// A ramp of the map's colours up to the ceiling, with a mark there; returns its right end.
float add_ceiling_ramp(const Painter& p, float left, float y) {
    const Box box{left, y - 3, 48, 6};
    const auto ceiling = static_cast<float>(*p.ceiling);
    constexpr int steps = 48;
    auto ramp = std::make_shared<std::vector<float>>(std::size_t{steps});
    for (int k = 0; k < steps; ++k) {
        const float value = (static_cast<float>(k) + 0.5f) / steps;
        (*ramp)[static_cast<std::size_t>(k)] =
            value <= ceiling ? value : std::numeric_limits<float>::quiet_NaN();
    }
    p.scene.add(RectItem{grown(box, 1), p.colors().bg2, p.colors().line2, 1});
    p.scene.add(Shading{p.style}.matrix(box, 1, steps, std::move(ramp)));
    const float x = box.x + box.w * ceiling;
    add_line(p.scene, {x, box.y - 2}, {x, box.bottom() + 2}, p.colors().t1, 1);
    return box.right();
}

/// Adds the words at the left and moves on, or does nothing where they have no room.
void add_note(const Painter& p, float& left, float y, const std::string& words, Color color, bool shorten) {
    const float room = p.card.right() - card_edge - left;
    const float width = text_width(p.style, words, Face::Regular, 11);
    if (room < 60 || (width > room && !shorten)) return;
    const std::string text = fitted(p.style, words, Face::Regular, 11, room);
    add_text(p.scene, {left, y}, text, Face::Regular, 11, color);
    left += text_width(p.style, text, Face::Regular, 11) + 16;
}

bool has_ceiling(const std::optional<double>& ceiling) { return ceiling && *ceiling < 0.995; }

/// What it wrote; where that is too long, from a little before the first output that the others did not
/// write.
std::string what_it_wrote(const Painter& p, const std::string& before, float room) {
    constexpr int tokens_before = 2;
    const std::string text = revealed_text(p.trace(), p.options);
    if (text_width(p.style, before + text, Face::Regular, 11) <= room) return text;
    const auto& rows = p.map.rows;
    const auto first =
        std::find_if(rows.begin(), rows.end(), [](const MapLabel& label) { return label.other; });
    const int from = static_cast<int>(first - rows.begin()) - tokens_before;
    if (first == rows.end() || from <= 0 || from >= p.revealed) return text;
    const std::string shared = written_text(p.trace(), from);
    const std::size_t cut = shared.size();
    if (cut >= text.size() || !text.starts_with(shared)) return text;
    return "… " + text.substr(text[cut] == ' ' ? cut + 1 : cut);
}

void add_notes(const Painter& p) {
    float left = p.card.x + card_edge;
    const float y = p.card.bottom() - 14;
    if (p.other) {
        p.scene.add(CircleItem{{left + 2, y}, 1.75f, p.colors().output});
        left += 10;
        const std::string before =
            was_given(p.trace()) ? "Was made to write something else: " : "Wrote something else: ";
        const std::string text = what_it_wrote(p, before, p.card.right() - card_edge - left);
        add_note(p, left, y, before + (text.empty() ? "nothing" : text), p.colors().t2, true);
    }
    if (!p.panel.note.empty()) add_note(p, left, y, p.panel.note, p.colors().t3, true);
    if (has_ceiling(p.ceiling)) {
        const std::string words = "No weight here can pass " + weight_number(*p.ceiling);
        if (p.card.right() - card_edge - left >= 56 + text_width(p.style, words, Face::Regular, 11)) {
            left = add_ceiling_ramp(p, left, y) + 8;
            add_note(p, left, y, words, p.colors().t3, false);
        }
    }
    if (p.trace().has(Quantity::PastWeights))
        add_note(p, left, y, past_words(p.trace()), p.colors().t3, true);
    else if (has_short_rows(p.trace()))
        add_note(p, left, y, "Rows sum to less than 1, as the bars show", p.colors().t3, false);
}

/// Whether any panel has something to say below its map.
bool any_notes(std::span<const ComparePanel> panels, const Agreement& agreement,
               const CompareNumbers& numbers) {
    for (std::size_t n = 0; n < panels.size(); ++n)
        if (panels[n].trace && (agreement.other[n] || !panels[n].note.empty() ||
                                has_ceiling(numbers.rows[n].ceiling) || has_short_rows(*panels[n].trace)))
            return true;
    return false;
}

// ---------------------------------------------------------------------------------------------- no map

void add_problem(const Painter& p) {
    const float top = add_sentences(p, p.panel.problem, "", p.colors().t3, Face::Regular);
    const Point at{p.card.centre().x, top - 16};
    p.scene.add(CircleItem{at, 9, {0, 0, 0, 0}, p.colors().error, 1.25f});
    add_text(p.scene, at, "!", Face::Semibold, 13, p.colors().error, Align::Centre);
}

void add_pending(const Painter& p) {
    Box box{p.card.x + card_edge, p.card.y + p.plan.title, p.card.w - 2 * card_edge,
            p.card.h - p.plan.title - card_edge};
    if (p.plan.most_columns > 0) box = p.plan.map(p.card, p.plan.most_columns, p.plan.most_rows);
    if (box.h > 4) add_later(p.scene, box, p.colors(), 4);
    const auto lines =
        wrap(p.panel.waiting_words(), std::max(40.0f, box.w - 12), Face::Regular, 13, *p.style.metrics);
    float y = box.centre().y - static_cast<float>(lines.size() - 1) * 10;
    for (const std::string& line : lines) {
        add_text(p.scene, {box.centre().x, y}, line, Face::Regular, 13, p.colors().t3, Align::Centre);
        y += 20;
    }
}

void add_map(const Painter& p) {
    const Box cells = p.cells();
    add_map_cells(p);
    add_rows_to_come(p, cells);
    add_missed_links(p, cells);
    add_map_frames(p);
    add_map_labels(p);
    add_map_picks(p);
    if (p.trace().has(Quantity::PastWeights))
        add_past_map(p);
    else
        add_sums(p, cells);
}

/// Of a run that has no map of outputs over the source.
std::string words_without_map(const Trace& run) {
    const bool given = was_given(run);
    if (!is_transformer(run.model))
        return given ? "No weights in this model. It was given" : "No weights in this model. It wrote";
    constexpr std::string_view own = "Its heads look among its own tokens: All heads shows their maps. ";
    const bool guesses = !transformer_facts(run).config.decodes(); // it reads alone
    return std::string(own) + (guesses ? "Likeliest at each place" : given ? "It was given" : "It wrote");
}

void add_panel(const Painter& p) {
    add_card(p.scene, p.card, p.colors());
    p.scene.add(ClipItem{p.card});
    add_title(p, add_readout(p));
    if (!p.panel.problem.empty())
        add_problem(p);
    else if (!p.panel.trace)
        add_pending(p);
    else if (p.map.has_values())
        add_map(p);
    else
        add_sentences(p, words_without_map(p.trace()), revealed_text(p.trace(), p.options), p.colors().output,
                      Face::Mono);
    if (p.panel.trace && p.panel.problem.empty()) add_notes(p);
    p.scene.add(ClipEnd{});
}

/// The panels' runs as maps; without labels where there is no run yet.
std::vector<LabelledMap> maps_of(std::span<const ComparePanel> panels, const Agreement& agreement) {
    std::vector<LabelledMap> maps(panels.size());
    for (std::size_t n = 0; n < panels.size(); ++n) {
        if (!panels[n].trace) continue;
        maps[n] = map_of(*panels[n].trace);
        for (std::size_t i = 0; i < maps[n].rows.size(); ++i)
            if (MapLabel& label = maps[n].rows[i]; agreement.differs[n][i]) {
                label.other = true;
                if (!label.words.empty()) label.words += ". Most of the others did not write it";
            }
    }
    return maps;
}

/// The least height of a card that has a token beside every row so high; least_card where even readable_card
/// is too low for that.
float readable_height(const MapPlan& plan, float least_row) {
    const float needed =
        plan.title + plan.header + plan.bottom + least_row * static_cast<float>(plan.most_rows);
    return needed <= readable_card ? std::max(least_card, std::ceil(needed)) : least_card;
}

/// The rows of a run that is no more than twice as long as most are; where runs go on and on, those of the
/// longest that does not.
int usual_rows(std::span<const LabelledMap> maps) {
    constexpr int on_and_on = 40;
    std::vector<int> rows;
    for (const LabelledMap& map : maps)
        if (map.row_count() > 0) rows.push_back(map.row_count());
    if (rows.empty()) return 0;
    std::sort(rows.begin(), rows.end());
    int usual = 2 * rows[rows.size() / 2];
    for (std::size_t n = 0; n + 1 < rows.size(); ++n)
        if (rows[n + 1] >= on_and_on && rows[n + 1] > 2 * rows[n]) usual = std::min(usual, rows[n]);
    return usual;
}

/// How the cards stand, and how high they are in all. A run that goes on and on has rows of its own height,
/// lest those of all the others be as low.
struct Arrangement {
    MapGrid grid{};
    MapPlan plan{}, longer{};
    float height = 0;
    int usual = 0; // rows; with more the plan is `longer`

    const MapPlan& of(const LabelledMap& map) const { return map.row_count() > usual ? longer : plan; }
};

/// The panels of that grid: as high as the room, or higher where that lets every row have its token beside
/// it. One alone never is.
Arrangement arranged(std::span<const LabelledMap> maps, MapGrid grid, float width, float height, bool notes,
                     const FigureStyle& style) {
    const auto rows = static_cast<float>(grid.rows);
    const auto height_of = [&](float card) { return std::max(height, rows * card + (rows - 1) * card_gap); };
    const float count = static_cast<float>(maps.size());
    const float card =
        std::min(width / static_cast<float>(std::max(1, grid.columns)), height / std::max(1.0f, rows));
    const float largest = count <= 3 ? largest_cell_of(width / std::max(1.0f, count), height)
                                     : std::clamp(card / 14, largest_cell, 2 * largest_cell);
    Arrangement all{
        .grid = grid, .height = count > 1 ? height_of(least_card) : height, .usual = usual_rows(maps)};
    std::vector<LabelledMap> most, longer;
    for (const LabelledMap& map : maps) (map.row_count() > all.usual ? longer : most).push_back(map);
    const auto plan = [&](const std::vector<LabelledMap>& some) {
        return map_plan(some, width, all.height, notes, style, largest, grid);
    };
    all.plan = plan(most);
    const bool numbered = all.plan.rows == MapLabels::Numbers, scrolls = all.height > height;
    const float least = readable_height(all.plan, scrolls && !numbered ? 13.0f : 9.0f); // px of small letters
    if ((numbered || scrolls) && count > 1 && least > all.plan.height) {
        all.height = height_of(least);
        all.plan = plan(most);
    }
    if (!longer.empty()) all.longer = plan(longer);
    return all;
}

/// As many panels in sight as can be; fewer beside one another where only so every column has its word.
Arrangement best_arranged(std::span<const LabelledMap> maps, float width, float height, bool notes,
                          const FigureStyle& style) {
    constexpr int fewest_beside = 3;
    const int count = static_cast<int>(maps.size());
    const MapGrid usual = map_grid(count, width, height);
    const Arrangement all = arranged(maps, usual, width, height, notes, style);
    for (int columns = usual.columns - 1; columns >= fewest_beside && numbered_sides(all.plan) > 0;
         --columns) {
        const MapGrid grid{columns, (count + columns - 1) / columns};
        if (Arrangement other = arranged(maps, grid, width, height, notes, style);
            numbered_sides(other.plan) == 0)
            return other;
    }
    return all;
}

} // namespace
} // namespace compare

Scene compare_panels(std::span<const ComparePanel> panels, const CompareOptions& options, float width,
                     float height, const FigureStyle& style) {
    using namespace compare;
    const int count = static_cast<int>(panels.size());
    const CompareNumbers numbers = numbers_for(panels, options);
    const Agreement agreement = agreement_of(panels);
    const std::vector<LabelledMap> maps = maps_of(panels, agreement);
    const std::vector<LabelledMap> wide = with_past(panels, maps); // as they stand on the cards
    const Arrangement all = best_arranged(wide, width, height, any_notes(panels, agreement, numbers), style);
    Scene scene{.width = width, .height = all.height};
    const CompareCell look = looked_at(options);
    for (int n = 0; n < count; ++n) {
        const auto at = static_cast<std::size_t>(n);
        const MapPlan plan = beside_past(all.of(maps[at]), wide[at].column_count() - maps[at].column_count());
        const Box card{static_cast<float>(n % all.grid.columns) * (plan.width + card_gap),
                       static_cast<float>(n / all.grid.columns) * (plan.height + card_gap), plan.width,
                       plan.height};
        const int revealed = panels[at].trace ? revealed_outputs(*panels[at].trace, options) : 0;
        const MapPainter map = painter_of(scene, maps[at], style, plan, card, revealed, look, n);
        add_panel({map, panels[at], options, agreement.other[at], numbers.rows[at].ceiling});
    }
    return scene;
}

} // namespace heed
