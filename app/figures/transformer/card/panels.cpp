// Four maps of one sentence, rows and columns at the same places.
#include "app/figures/base/format.h"
#include "app/figures/maps/painter.h"
#include "app/figures/tokens.h"
#include "app/figures/trace_map.h"
#include "app/figures/transformer/card/parts.h"
#include "core/analysis/entropy.h"

#include <algorithm>
#include <cmath>

namespace heed::layered {
namespace {

constexpr float text_size = 11, second_line = 18, last_line = 8; // px: of letters; what a gloss below a
                                                                 // title takes; air above the last line

std::string layer_words(const Sight& s) { return "layer " + std::to_string(s.layer + 1); }

std::string through(int layers) {
    return layers == 1   ? "through its one layer"
           : layers == 2 ? "through both layers"
                         : "through " + std::to_string(layers) + " layers";
}

std::string rollout_title(const CardView& view, const Sight& s) {
    if (s.looks == Looks::Cross) return "Cross × encoder rollout";
    (void)view;
    return group_name(card_head_of(s).of) + " rollout";
}

CardPanel panel_of(const CardView& view, const Sight& s, MapsReadWith read, int key) {
    CardPanel panel;
    panel.key = key;
    panel.map = labelled(view, s, read);
    panel.numbers = view.map(s, read);
    panel.run = &view.whole.run;
    panel.cross = s.looks == Looks::Cross;
    panel.row = view.row(s);
    panel.column = view.column(s, read);
    panel.revealed = view.revealed(s);
    if (!panel.numbers) panel.problem = "This map was not recorded.";
    if (read == MapsReadWith::Head) {
        panel.title = card_head_name(s);
        panel.gloss = s.looks == Looks::Cross ? "output to source"
                      : s.decoding            ? "output to its past"
                                              : "source to source";
    } else if (read == MapsReadWith::Mean) {
        panel.title = group_name(card_head_of(s).of) + ", mean of heads";
        panel.gloss = layer_words(s);
    } else {
        panel.title = rollout_title(view, s);
        panel.gloss = s.looks == Looks::Cross ? through(view.config().encoder.layers) + " of the encoder"
                                              : through(s.layer + 1);
        if (s.looks == Looks::Cross) panel.short_gloss = "through the encoder";
    }
    return panel;
}

/// The output of another run that stands at the same place and says the same; -1: none.
int same_row(const Trace& one, const Trace& other, int row) {
    if (row < 0 || row >= one.outputs() || row >= other.outputs()) return -1;
    const auto at = static_cast<std::size_t>(row);
    return one.steps[at].token.text == other.steps[at].token.text ? row : -1;
}

CardPanel beside(const CardView& view, const TransformerBoard& board) {
    CardPanel panel;
    panel.key = 1;
    panel.title = board.beside_title.empty() ? "A recurrent network" : board.beside_title;
    panel.gloss = "the same sentence";
    panel.problem = board.beside_problem;
    panel.run = board.beside.get();
    if (!board.beside || !board.beside->has_weights()) return panel;
    const Trace& run = *board.beside;
    panel.map = map_of(run);
    panel.numbers = &run.at(Quantity::Weights);
    panel.revealed =
        std::min(view.revealed({true, Looks::Cross, view.config().decoder.layers - 1, 0}), run.outputs());
    if (panel.revealed == view.rows({true, Looks::Cross, 0, 0})) panel.revealed = run.outputs();
    const Sight cross = view.sight.looks == Looks::Cross
                            ? view.sight
                            : Sight{true, Looks::Cross, view.config().decoder.layers - 1, 0};
    panel.row = same_row(view.whole.run, run, view.row(cross));
    for (const auto& [wanted, past] : {std::pair(view.playhead.hover_column, view.playhead.hover_past),
                                       std::pair(view.playhead.column, view.playhead.past)})
        if (!past && wanted >= 0 && wanted < run.source_length() && panel.column < 0) panel.column = wanted;
    if (panel.column < 0 && panel.row >= 0) {
        Eigen::Index best = 0;
        panel.numbers->col(panel.row).maxCoeff(&best);
        panel.column = static_cast<int>(best);
    }
    return panel;
}

// ---------------------------------------------------------------------------------------------- drawing

struct PanelPainter : MapPainter {
    const CardPanel& panel;
    const TransformerBoard& board;
    bool hall;
};

constexpr float first_y = 20, second_y = 39, narrow_card = 300; // px

/// Where something stands in the heading's two lines at the right.
struct Readout {
    float first = 0, second = 0; // left edges; of nothing the right one
};

/// "mange → eat .94"; in a narrow card one below the other.
Readout draw_readout(const PanelPainter& p) {
    const float y = p.card.y + first_y, edge = p.card.right() - card_edge;
    float right = p.card.right() - card_edge;
    if (!p.looks_at_cell() || !p.map.has_values() || std::isnan(p.value())) return {edge, edge};
    const std::string number = cell_number(static_cast<double>(p.value()));
    add_text(p.scene, {right, y}, number, Face::Mono, 13, p.colors().attention, Align::Right);
    right -= std::max(25.0f, text_width(p.style, number, Face::Mono, 13)) + 10;
    const std::string words = fitted(p.style, p.pair_words(), Face::Regular, text_size, p.card.w * 0.36f);
    const float wide = text_width(p.style, words, Face::Regular, text_size);
    const bool below = p.card.w < narrow_card;
    add_text(p.scene, below ? Point{edge, p.card.y + second_y} : Point{right, y}, words, Face::Regular,
             text_size, p.colors().t3, Align::Right);
    return below ? Readout{right, edge - wide} : Readout{right - wide, edge};
}

void draw_heading(const PanelPainter& p) {
    const Palette& c = p.colors();
    add_fill(p.scene, p.card, c.bg1, 8);
    add_frame(p.scene, p.card, p.panel.front ? c.t3 : c.line, 1, 8);
    const float left = p.card.x + card_edge;
    const Readout until = draw_readout(p);
    add_text(p.scene, {left, p.card.y + first_y},
             fitted(p.style, p.panel.title, Face::Semibold, 13, std::max(60.0f, until.first - left - 10)),
             Face::Semibold, 13, c.t1);
    const float room = until.second - left - 10;
    const bool cut = text_width(p.style, p.panel.gloss, Face::Regular, text_size) > room;
    const std::string& gloss = cut && !p.panel.short_gloss.empty() ? p.panel.short_gloss : p.panel.gloss;
    add_text(p.scene, {left, p.card.y + second_y}, fitted(p.style, gloss, Face::Regular, text_size, room),
             Face::Regular, text_size, c.t3);
}

/// Rows that the playhead has not come to are pale; their words are not.
void draw_pale_rows(const PanelPainter& p) {
    const int from = std::clamp(p.panel.revealed, 0, p.rows());
    if (from >= p.rows()) return;
    const Box cells = p.cells();
    const float top = cells.y + static_cast<float>(from) * p.plan.pitch_y;
    add_fill(p.scene, {cells.x, top, cells.w, cells.bottom() - top + 1}, fade(p.colors().bg1, 0.6f));
}

void draw_measures(const PanelPainter& p) {
    const Palette& c = p.colors();
    const float y = p.card.bottom() - 16, left = p.card.x + card_edge, right = p.card.right() - card_edge;
    const std::string word = "entropy ", number = fixed(analysis::mean_entropy(*p.panel.numbers), 2);
    add_text(p.scene, {left, y}, word, Face::Regular, text_size, c.t3);
    const float at = left + text_width(p.style, word, Face::Regular, text_size) + 2;
    add_text(p.scene, {at, y}, number, Face::Mono, text_size, c.t2);
    if (!p.panel.cross || !p.board.reference || !p.panel.run) return;
    const auto rows = rows_off(*p.panel.run, *p.panel.numbers, *p.board.reference);
    if (!rows) return;
    const float used = at + text_width(p.style, number, Face::Mono, text_size) + 12;
    for (const std::string& words :
         {rows_off_words(*rows),
          rows->off == 0 ? std::string("all on the reference")
                         : std::to_string(rows->off) + " of " + std::to_string(rows->judged) + " off"})
        if (used + text_width(p.style, words, Face::Regular, text_size) <= right)
            return add_text(p.scene, {right, y}, words, Face::Regular, text_size,
                            rows->off == 0 ? c.t3 : c.t2, Align::Right);
}

void draw_none(const PanelPainter& p) {
    float y = p.card.centre().y - 10;
    for (const std::string& line : wrap(p.panel.problem, std::min(260.0f, p.card.w - 2 * card_edge),
                                        Face::Regular, 13, *p.style.metrics)) {
        add_text(p.scene, {p.card.centre().x, y}, line, Face::Regular, 13, p.colors().t3, Align::Centre);
        y += 20;
    }
}

void draw_panel(const PanelPainter& p) {
    draw_heading(p);
    if (!p.map.has_values()) return draw_none(p);
    add_map_cells(p);
    add_map_labels(p);
    draw_pale_rows(p);
    add_map_frames(p);
    add_map_picks(p);
    draw_measures(p);
}

} // namespace

std::vector<CardPanel> panels_of(const CardView& view, const TransformerBoard& board,
                                 const TransformerCardSettings& settings) {
    const Sight head = settings.pointed ? sight_of(view.config(), *settings.pointed) : view.sight;
    std::vector<CardPanel> panels{panel_of(view, head, MapsReadWith::Head, 0), beside(view, board),
                                  panel_of(view, view.sight, MapsReadWith::Mean, 2),
                                  panel_of(view, view.sight, MapsReadWith::Rollout, 3)};
    if (settings.page && !panels[1].numbers)
        panels.erase(panels.begin() + 1); // nothing to compare with is no map
    panels[0].gloss = (settings.pointed ? "pointed at, " : "chosen, ") + panels[0].gloss;
    const int front = view.look.read == MapsReadWith::Head ? 0 : view.look.read == MapsReadWith::Mean ? 2 : 3;
    for (CardPanel& panel : panels) panel.front = panel.key == front;
    return panels;
}

void draw_panels(const CardPainter& p) {
    std::vector<CardPanel> panels = panels_of(p.view, p.board, p.settings);
    if (!p.plan.four) { // the one that is read, beside the RNN's
        const bool pointed = p.settings.pointed.has_value();
        const auto kept = std::find_if(panels.begin(), panels.end(),
                                       [&](const CardPanel& q) { return pointed ? q.key == 0 : q.front; });
        panels = {*kept, panels[1]};
    }
    std::vector<LabelledMap> maps;
    for (const CardPanel& panel : panels) maps.push_back(panel.map);
    const bool page = !p.plan.cards.empty();
    const MapGrid grid = page ? MapGrid{1, 1} : MapGrid{2, p.plan.four ? 2 : 1};
    const float rows = static_cast<float>(grid.rows);
    const auto plan_of = [&](std::span<const LabelledMap> of, float wide) {
        MapPlan plan = map_plan(of, wide, p.plan.panels.h - rows * (second_line + last_line), true, p.style,
                                largest_cell, grid, page ? text_size : smallest_type);
        plan.height += second_line + last_line;
        plan.title += second_line;
        plan.top += second_line;
        return plan;
    };
    const MapPlan common = plan_of(maps, p.plan.panels.w);
    for (std::size_t n = 0; n < panels.size(); ++n) {
        const auto column = static_cast<float>(n % 2), row = static_cast<float>(n / 2);
        const Box card =
            page ? p.plan.cards[n]
                 : Box{p.plan.panels.x + column * (common.width + card_gap),
                       p.plan.panels.y + row * (common.height + card_gap), common.width, common.height};
        const CardPanel& panel = panels[n];
        const bool wider = page && card.w > p.plan.panels.w;
        const MapPlan plan = wider ? plan_of(std::span(maps).subspan(n, 1), card.w) : common;
        const MapPainter map{p.scene,
                             panel.map,
                             p.style,
                             plan,
                             card,
                             panel.map.row_count(),
                             panel.row < panel.map.row_count() ? panel.row : -1,
                             panel.column < panel.map.column_count() ? panel.column : -1,
                             panel.key};
        draw_panel({map, panel, p.board, p.settings.hall});
    }
}

} // namespace heed::layered
