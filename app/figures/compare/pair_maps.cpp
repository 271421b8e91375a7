// Two maps and their difference on one axis.
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/compare/draw.h"
#include "app/figures/compare/pair.h"
#include "app/figures/report/doubt.h"
#include "app/figures/seq2seq/inspector/weights.h"
#include "app/figures/tokens.h"
#include "app/figures/trace_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace compare {
namespace {

using analysis::AlignedRow;

enum Which { First, Second, Difference };

struct Page {
    Scene& scene;
    std::span<const ComparePanel, 2> panels;
    const ComparePair* pair; // null: nothing is matched yet
    const CompareOptions& options;
    const FigureStyle& style;
    MapPlan plan;

    const Palette& colors() const { return style.colors(); }
    const ComparePanel& panel(int k) const { return panels[static_cast<std::size_t>(k)]; }
    /// Which is taken away from which.
    int from() const { return options.turned ? First : Second; }
    int less() const { return options.turned ? Second : First; }
    bool inputs() const { return panel(0).title.size() == 1; }
};

std::string text_of(const Trace& run, bool output, int place) {
    return output ? shown_output(run, place) : shown_source(run, place);
}

bool is_quiet(const Trace& run, bool output, int place) {
    return output ? run.steps[static_cast<std::size_t>(place)].token.is_end : is_quiet_source(run, place);
}

std::string slot_words(const Page& page, const AlignedRow& slot, bool output) {
    const auto one = [&](int k) {
        const Trace& run = page.pair->run(k);
        const int place = ComparePair::place(slot, k);
        return std::string(output ? "Output " : "Source token ") + std::to_string(place + 1) + " of " +
               page.panel(k).title + ", " + (output ? quoted_output(run, place) : quoted_source(run, place));
    };
    if (!slot.both())
        return one(slot.a >= 0 ? 0 : 1) + ". " + page.panel(slot.a >= 0 ? 1 : 0).title +
               (output ? " wrote no such token" : " has no such token");
    return one(0) + "; " + one(1) + (slot.same ? "" : ". One stands for the other");
}

MapLabel label_of(const Page& page, const AlignedRow& slot, bool output, int which, int number) {
    const ComparePair& pair = *page.pair;
    int k = which == Difference ? 0 : which;
    const bool here = ComparePair::place(slot, k) >= 0;
    if (!here) k = 1 - k;
    MapLabel label;
    const int place = ComparePair::place(slot, k);
    label.text = text_of(pair.run(k), output, place);
    if (which == Difference && slot.replaced()) label.text += " | " + text_of(pair.run(1), output, slot.b);
    label.quiet = is_quiet(pair.run(k), output, place) || !(which == Difference ? slot.both() : here);
    label.number = number;
    label.words = slot_words(page, slot, output);
    return label;
}

LabelledMap map_of_slots(const Page& page, int which) {
    const ComparePair& pair = *page.pair;
    LabelledMap map;
    map.values.setConstant(static_cast<Eigen::Index>(pair.source.size()),
                           static_cast<Eigen::Index>(pair.output.size()),
                           std::numeric_limits<float>::quiet_NaN());
    int number = 0;
    for (const AlignedRow& slot : pair.source)
        map.columns.push_back(label_of(page, slot, false, which, ++number));
    number = 0;
    float largest = 0;
    for (std::size_t i = 0; i < pair.output.size(); ++i) {
        const AlignedRow& row = pair.output[i];
        map.rows.push_back(label_of(page, row, true, which, ++number));
        for (std::size_t j = 0; j < pair.source.size(); ++j) {
            const AlignedRow& column = pair.source[j];
            float& value = map.values(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i));
            if (which == Difference && row.both() && column.both()) {
                const float a = pair.a->weight(row.a, column.a), b = pair.b->weight(row.b, column.b);
                value = page.options.turned ? a - b : b - a;
                largest = std::max(largest, std::abs(value));
            } else if (which != Difference && ComparePair::place(row, which) >= 0 &&
                       ComparePair::place(column, which) >= 0) {
                value =
                    pair.run(which).weight(ComparePair::place(row, which), ComparePair::place(column, which));
            }
        }
    }
    if (which == Difference) map.scale = difference_scale(largest);
    return map;
}

/// What is not there, in that map.
void add_gaps(const Page& page, const MapPainter& p, int which) {
    const Box cells = p.cells();
    const auto missing = [&](const AlignedRow& slot) {
        return which == Difference ? !slot.both() : ComparePair::place(slot, which) < 0;
    };
    const Color ink = page.colors().line2, ground = fade(page.colors().bg2, 0.8f);
    const auto add = [&](Box box) {
        add_fill(page.scene, box, ground);
        if (std::min(box.w, box.h) >= 4) add_hatching(page.scene, box, ink);
    };
    const auto stretches = [&](const analysis::Alignment& slots, int until, auto box_of) {
        for (int n = 0; n < until; ++n) {
            int last = n;
            while (last < until && missing(slots[static_cast<std::size_t>(last)])) ++last;
            if (last > n) add(box_of(n, last - n));
            n = std::max(n, last - 1);
        }
    };
    stretches(page.pair->source, p.columns(), [&](int n, int count) {
        return Box{cells.x + static_cast<float>(n) * p.plan.pitch_x, cells.y,
                   static_cast<float>(count) * p.plan.pitch_x,
                   static_cast<float>(p.revealed) * p.plan.pitch_y};
    });
    stretches(page.pair->output, p.revealed, [&](int n, int count) {
        return Box{cells.x, cells.y + static_cast<float>(n) * p.plan.pitch_y, cells.w,
                   static_cast<float>(count) * p.plan.pitch_y};
    });
}

/// The place of a cell of slots, in the run that has it; of the row alone where no run has both.
CompareCell place_of(const ComparePair& pair, int row, int column, int preferred) {
    const auto at = [&](const analysis::Alignment& slots, int n, int k) {
        return n < 0 ? -1 : ComparePair::place(slots[static_cast<std::size_t>(n)], k);
    };
    for (const int k : {preferred, 1 - preferred}) {
        const CompareCell cell{k, at(pair.output, row, k), at(pair.source, column, k)};
        if ((row < 0 || cell.row >= 0) && (column < 0 || cell.column >= 0)) return cell;
    }
    const int k = at(pair.output, row, preferred) >= 0 ? preferred : 1 - preferred;
    return {k, at(pair.output, row, k), -1};
}

void add_picks(const Page& page, const MapPainter& p, int which) {
    const std::size_t first = p.scene.picks.size();
    add_map_picks(p);
    for (std::size_t n = first; n < p.scene.picks.size(); ++n) {
        PickId& id = p.scene.picks[n].id;
        const CompareCell cell = place_of(*page.pair, id.i, id.j, which == Second ? 1 : 0);
        id.i = cell.row;
        id.j = cell.column;
        id.k = cell.panel;
        if (id.kind == PickKind::Cell && id.j < 0) id.kind = PickKind::Row;
    }
}

// ---------------------------------------------------------------------------------------------- heading

std::string number_of(const MapPainter& p) {
    const float value = p.value();
    if (std::isnan(value)) return "none";
    return p.map.difference() ? signed_number(value) : weight_number(static_cast<double>(value));
}

/// "zone → area .81" at the right; returns where it begins.
float add_readout(const Page& page, const MapPainter& p, float left) {
    float right = p.card.right() - card_edge;
    if (!p.looks_at_cell()) return right;
    const float y = p.card.y + 20;
    const std::string number = number_of(p);
    add_text(page.scene, {right, y}, number, Face::Mono, 13, page.colors().attention, Align::Right);
    right -= std::max(30.0f, text_width(page.style, number, Face::Mono, 13)) + 8;
    const float room = std::min(right - left - 12, p.card.w * 0.4f);
    if (room < 24) return right;
    const std::string words = fitted(page.style, p.pair_words(), Face::Regular, 11, room);
    add_text(page.scene, {right, y}, words, Face::Regular, 11, page.colors().t3, Align::Right);
    return right - text_width(page.style, words, Face::Regular, 11);
}

/// Name, and what goes with it; returns where it ends.
float add_name(const Page& page, Box card, int k) {
    const ComparePanel& panel = page.panel(k);
    const float y = card.y + 20;
    float x = card.x + card_edge;
    if (page.inputs()) {
        add_badge(page.scene, page.style, {x + 9, y}, panel.title);
        x += 26;
    } else {
        if (panel.trace && !panel.trace->model.doubt.empty()) {
            add_warning(page.scene, {x + 7, y}, 12, page.colors().attention);
            x += 20;
        }
        const std::string title = fitted(page.style, panel.title, Face::Semibold, 13, card.w * 0.6f);
        add_text(page.scene, {x, y}, title, Face::Semibold, 13, page.colors().t1);
        x += text_width(page.style, title, Face::Semibold, 13) + 12;
    }
    page.scene.pick({card.x, card.y, x - card.x, page.plan.title - 8}, {PickKind::Button, -1, -1, k, "panel"},
                    "Open it in Step");
    if (const float mark = add_changed_mark(page.scene, page.style, {x, y}, card.right() - card_edge,
                                            panel.trace.get(), page.options.temperature);
        mark > 0)
        x += mark + 12;
    if (!panel.trace || is_weights_only(*panel.trace) || rows_are_places(*panel.trace)) return x;
    const std::string words = "log-prob " + log_prob_number(panel.trace->log_prob);
    const float width = text_width(page.style, words, Face::Mono, 11);
    if (x + width > card.right() - card_edge) return x;
    add_text(page.scene, {x, y}, words, Face::Mono, 11, page.colors().t2);
    return x + width;
}

// ---------------------------------------------------------------------------------------------- below

std::string kinds_of_gaps(const ComparePair& pair, int only) {
    const auto count = [&](const analysis::Alignment& slots) {
        const analysis::AlignmentTally t = analysis::tally(slots);
        return only == 0 ? t.only_a : t.only_b;
    };
    const int columns = count(pair.source), rows = count(pair.output);
    std::string words;
    if (columns > 0) words = counted(columns, "column");
    if (rows > 0) words += (words.empty() ? "" : ", ") + counted(rows, "row");
    return words;
}

/// `brief`: where the model's name, or which side it is, has no room.
std::string note_of(const Page& page, int which, bool brief) {
    const ComparePair& pair = *page.pair;
    const analysis::AlignmentTally rows = analysis::tally(pair.output),
                                   columns = analysis::tally(pair.source);
    if (which == Difference)
        return counted(rows.equal + rows.replaced, "row") + ", " +
               counted(columns.equal + columns.replaced, "column") + (brief ? " of both" : " on both sides");
    std::string words = kinds_of_gaps(pair, 1 - which);
    if (!words.empty())
        words = "hatched: " + words + " that only " + (brief ? "the other" : page.panel(1 - which).title) +
                " has";
    const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ". ") + more; };
    const Trace& run = pair.run(which);
    if (!page.panel(which).note.empty()) add(page.panel(which).note);
    if (has_short_rows(run)) add("Some rows sum to less than 1");
    if (page.options.numbers && static_cast<std::size_t>(which) < page.options.numbers->rows.size())
        if (const auto& ceiling = page.options.numbers->rows[static_cast<std::size_t>(which)].ceiling;
            ceiling && *ceiling < 0.995)
            add("No weight here can pass " + weight_number(*ceiling));
    return words;
}

void add_missed(const Page& page, const MapPainter& p, int which) {
    if (which == Difference || page.inputs()) return;
    const Box cells = p.cells();
    if (std::min(p.plan.pitch_x, p.plan.pitch_y) < 8) return;
    for (const MissedLink& link : missed_links(page.panel(which))) {
        const int row = page.pair->output_slot(which, link.row),
                  from = page.pair->source_slot(which, link.first),
                  until = page.pair->source_slot(which, link.last);
        if (row < 0 || row >= p.revealed || from < 0 || until < from) continue;
        const Box box{cells.x + static_cast<float>(from) * p.plan.pitch_x,
                      cells.y + static_cast<float>(row) * p.plan.pitch_y,
                      static_cast<float>(until - from + 1) * p.plan.pitch_x, p.plan.pitch_y};
        add_frame(p.scene, grown(box, -2), fade(page.colors().t1, 0.85f), 1, 2, {2, 2});
    }
}

/// Why there is no map on that card; empty: there is one.
std::string why_not(const Page& page, int which) {
    for (const int k : {0, 1}) {
        if (which != Difference && which != k) continue;
        const ComparePanel& panel = page.panel(k);
        if (!panel.problem.empty()) return panel.problem;
        if (!panel.trace) return panel.waiting_words();
        if (!panel.trace->has_weights())
            return which == Difference ? panel.title + " has no weights: there is nothing to subtract"
                                       : "No weights in this model";
    }
    if (!page.pair) return "Running";
    if (which == Difference && !page.pair->has_maps()) return "There is nothing to subtract";
    return {};
}

/// Which is taken from which: by name where both names have room, else by number, as the button has it.
std::string difference_title(const Page& page, Box card) {
    const std::string less = " " + std::string(minus_sign) + " ",
                      names = page.panel(page.from()).title + less + page.panel(page.less()).title;
    if (text_width(page.style, names, Face::Semibold, 13) <= card.w - 2 * card_edge) return names;
    return page.from() == Second ? "second" + less + "first" : "first" + less + "second";
}

void add_card_of(const Page& page, int which, Box card) {
    add_card(page.scene, card, page.colors());
    page.scene.add(ClipItem{card});
    const std::string problem = why_not(page, which);
    const bool difference = which == Difference;
    float left = card.x + card_edge;
    if (difference) {
        const std::string title = difference_title(page, card);
        add_text(page.scene, {left, card.y + 20}, title, Face::Semibold, 13, page.colors().t1);
        left += text_width(page.style, title, Face::Semibold, 13);
    } else {
        left = add_name(page, card, which);
    }
    static const LabelledMap none;
    const LabelledMap map = problem.empty() ? map_of_slots(page, which) : none;
    if (!problem.empty()) {
        const MapPainter p = painter_of(page.scene, map, page.style, page.plan, card, 0, {}, which);
        const bool wrote = !difference && page.panel(which).trace && page.panel(which).problem.empty();
        add_sentences(p, problem, wrote ? revealed_text(*page.panel(which).trace, page.options) : "",
                      wrote ? page.colors().output : page.colors().t3, wrote ? Face::Mono : Face::Regular);
        return page.scene.add(ClipEnd{});
    }
    const CompareCell look = looked_at(page.options);
    const ComparePair& pair = *page.pair;
    int revealed = 0; // slots
    while (revealed < map.row_count()) {
        const AlignedRow& slot = pair.output[static_cast<std::size_t>(revealed)];
        if (page.options.rows >= 0 && (slot.a >= 0 ? slot.a : slot.b) >= page.options.rows) break;
        ++revealed;
    }
    const CompareCell slots{look.panel, look.panel < 0 ? -1 : pair.output_slot(look.panel, look.row),
                            look.panel < 0 ? -1 : pair.source_slot(look.panel, look.column)};
    const MapPainter p = painter_of(page.scene, map, page.style, page.plan, card, revealed, slots, which);
    add_map_cells(p);
    add_gaps(page, p, which);
    add_missed(page, p, which);
    add_map_frames(p);
    add_map_labels(p);
    add_picks(page, p, which);
    std::string note = note_of(page, which, false);
    float note_room = card.w - 2 * card_edge;
    if (difference) {
        const auto name = [&](int k) { return page.panel(k).title + " more"; };
        const Shading shading{page.style, map.scale};
        if (!add_scale(page.scene, shading, card, left, name(page.less()), name(page.from())))
            note_room = add_scale_below(page.scene, shading, card) - 12 - card.x - card_edge;
        if (p.looks_at_cell()) note = p.pair_words() + "  " + number_of(p) + "     " + note;
    } else {
        add_readout(page, p, left);
    }
    const bool brief = !p.looks_at_cell() && text_width(page.style, note, Face::Regular, 11) > note_room;
    add_text(page.scene, {card.x + card_edge, card.bottom() - 14},
             fitted(page.style, brief ? note_of(page, which, true) : note, Face::Regular, 11, note_room),
             Face::Regular, 11, page.colors().t3);
    page.scene.pick({card.x + card_edge, card.bottom() - 24, note_room, 20}, {}, note);
    page.scene.add(ClipEnd{});
}

} // namespace

MapPainter painter_of(Scene& scene, const LabelledMap& map, const FigureStyle& style, const MapPlan& plan,
                      Box card, int revealed, CompareCell look, int key) {
    return {scene,
            map,
            style,
            plan,
            card,
            revealed,
            look.row < map.row_count() ? look.row : -1,
            look.column < map.column_count() ? look.column : -1,
            key};
}

} // namespace compare

Scene compare_pair_maps(std::span<const ComparePanel, 2> panels, const ComparePair* pair,
                        const CompareOptions& options, float width, float height, const FigureStyle& style,
                        int alone) {
    using namespace compare;
    Scene scene{.width = width, .height = height};
    const bool matched = pair && pair->a == panels[0].trace && pair->b == panels[1].trace;
    Page page{scene, panels, matched ? pair : nullptr, options, style, {}};
    std::vector<int> shown = {First, Second, Difference};
    if (alone >= 0) shown = {alone};
    std::vector<LabelledMap> maps(shown.size());
    for (std::size_t n = 0; n < shown.size(); ++n)
        if (why_not(page, shown[n]).empty()) maps[n] = map_of_slots(page, shown[n]);
    const float card =
        (width - card_gap * static_cast<float>(shown.size() - 1)) / static_cast<float>(shown.size());
    page.plan = map_plan(maps, width, height, true, style, largest_cell_of(card, height));
    for (std::size_t n = 0; n < shown.size(); ++n)
        add_card_of(
            page, shown[n],
            {static_cast<float>(n) * (page.plan.width + card_gap), 0, page.plan.width, page.plan.height});
    return scene;
}

} // namespace heed
