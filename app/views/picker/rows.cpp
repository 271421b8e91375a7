// The right of the list of models: a line each, with its map, what it fails at, and what was measured.
#include "app/figures/base/equation.h"
#include "app/figures/base/format.h"
#include "app/figures/compare/compare.h"
#include "app/state/compare/compare.h"
#include "app/views/picker/parts.h"
#include "app/views/standing.h"
#include "app/views/views.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float card_height = 52, heading_height = 26, caption_height = 34, top = 64;
constexpr float bar_width = 44;

/// From the right edge: where the columns stand.
struct Columns {
    float exact_bar, exact, second_bar, second, written;
    explicit Columns(float right)
        : exact_bar(right - 312), exact(right - 217), second_bar(right - 202), second(right - 115),
          written(right - 8) {}
};

/// What is written in bold: the best of the family.
struct Best {
    double exact = -1, error = 2, on_gold = -1;
    bool errors = false, gold = false, ticks = false;
    double tick = 0;
    int items = 0;
};

Best best_of(const PickerLists& lists) {
    Best best;
    for (const PickerRow& row : lists.rows) {
        const io::ModelCard& card = row.model->about.card;
        if (card.exact) best.exact = std::max(best.exact, *card.exact);
        if (card.error) best.error = std::min(best.error, *card.error);
        if (card.on_gold) best.on_gold = std::max(best.on_gold, *card.on_gold);
        best.errors |= card.error.has_value();
        best.gold |= card.on_gold.has_value();
        if (card.perfect && !row.own) best.ticks = true, best.tick = *card.perfect;
        if (best.items == 0) best.items = card.items;
    }
    return best;
}

void bar(Ui& ui, Point left, double share, std::optional<double> tick = std::nullopt) {
    const Palette& c = ui.colors;
    const auto at = [&](double s) { return bar_width * static_cast<float>(std::clamp(s, 0.0, 1.0)); };
    ui.fill({left.x, left.y - 2.5f, bar_width, 5}, c.line2, 2.5f);
    ui.fill({left.x, left.y - 2.5f, std::max(share > 0 ? 3.0f : 0.0f, at(share)), 5}, c.t2, 2.5f);
    if (tick) ui.fill({left.x + at(*tick) - 0.75f, left.y - 6, 1.5f, 12}, c.t1);
}

/// ".309", "1".
std::string share_text(double value) {
    const std::string text = fixed(value, 3);
    return text.starts_with("0.") ? text.substr(1) : text;
}

void measures(Ui& ui, const PickerRow& row, const Best& best, const Columns& at, float y) {
    const Palette& c = ui.colors;
    const io::ModelCard& card = row.model->about.card;
    const auto number = [&](float right, const std::string& text, bool first) {
        ui.text({right, y}, text, first ? Face::MonoSemibold : Face::Mono, 11, first ? c.t1 : c.t2,
                Align::Right);
    };
    if (card.exact) {
        bar(ui, {at.exact_bar, y}, *card.exact);
        number(at.exact, fixed(100 * *card.exact, 1) + "%", *card.exact == best.exact);
    } else {
        ui.text({at.exact, y}, "not measured", Face::Regular, 11, c.t3, Align::Right);
    }
    if (card.error) {
        bar(ui, {at.second_bar, y}, *card.error, card.perfect);
        number(at.second, share_text(*card.error), *card.error == best.error);
    } else if (card.on_gold) {
        bar(ui, {at.second_bar, y}, *card.on_gold);
        number(at.second, share_text(*card.on_gold), *card.on_gold == best.on_gold);
    } else if (best.errors || best.gold) {
        ui.text({at.second, y}, row.model->score == "none" ? "no map" : "–", Face::Regular, 11, c.t3,
                Align::Right);
    }
}

void written(Ui& ui, const PickerRow& row, const PickerShot* shot, const Columns& at, float y) {
    const Palette& c = ui.colors;
    if (!shot) {
        if (!row.own || row.model->about.runs)
            ui.text({at.written, y}, "…", Face::Mono, 11, c.t3, Align::Right);
        return;
    }
    if (!shot->problem.empty()) {
        ui.text({at.written, y}, "cannot", Face::Regular, 11, c.t3, Align::Right);
        return;
    }
    if (shot->right.value_or(false)) {
        ui.draw(icon(Icon::Check, c.t1), {at.written - 8, y});
        return;
    }
    const bool wrong = shot->right.has_value();
    const float room = at.written - at.second - 14 - (wrong ? 14 : 0);
    const std::string text = ui.cut(shot->written, Face::Mono, 11, room);
    const float w = ui.text_width(text, Face::Mono, 11);
    ui.text({at.written, y}, text, Face::Mono, 11, wrong ? c.t1 : c.t2, Align::Right);
    if (wrong) ui.draw(icon(Icon::Close, c.error), {at.written - w - 10, y});
}

/// Name, formula or what it is made of, and badge.
void title_line(Ui& ui, const PickerRow& row, float x, float until, float y) {
    const Palette& c = ui.colors;
    if (row.standing != Standing::Unsaid) {
        standing_sign(ui, row.standing, {x + 7, y});
        x += 20;
    }
    ui.text({x, y}, ui.cut(row.name, Face::Semibold, 13, until - x), Face::Semibold, 13, c.t1);
    x += std::min(ui.text_width(row.name, Face::Semibold, 13), until - x) + 10;
    const float badge = row.badge.empty() ? 0 : ui.text_width(row.badge, Face::Regular, 11) + 14;
    if (row.weak.empty() && !row.model->at_once && !row.own) {
        const ComparePanel words = compare_panel(row.model->score, row.model->alignment);
        const FigureStyle style = figure_style(ui);
        const MathRow formula = math(words.formula, {13, c.t3, 10, 3, 5, 11}, style);
        if (x + formula.width + badge + 10 <= until) {
            Scene scene;
            draw(scene, formula, {0, 0});
            ui.draw(scene, {x, y});
            x += formula.width + 10;
        }
    } else {
        const std::string weak = ui.cut(row.weak, Face::Regular, 13, std::max(0.0f, until - badge - 10 - x));
        ui.text({x, y}, weak, Face::Regular, 13, c.t3);
        x += ui.text_width(weak, Face::Regular, 13) + 10;
    }
    if (badge == 0 || x + badge > until + 2) return;
    const Box chip{x, y - 9, badge, 18};
    ui.frame(chip, {0, 0, 0, 0}, c.line2, 4);
    ui.text(chip.centre(), row.badge, Face::Regular, 11, c.t1, Align::Centre);
}

void model_line(Ui& ui, const PickerRow& row, const Best& best, const std::string& text, Box place) {
    const Palette& c = ui.colors;
    const AppState& s = ui.state;
    const std::string id = "picker:row:" + row.model->name;
    const Ui::Hit hit = ui.press(id, place, 6, false);
    const bool chosen = row.model->name == s.picker.chosen;
    if (chosen)
        ui.frame(place, c.bg3, c.t1, 6, 1.5f);
    else
        row_ground(ui, place, hit, false, 6);
    const PickerShot* shot = find_shot(s, row.model->name, text);
    picker_map(ui, {place.x + 6, place.y + 5, 56, 40}, shot);
    const Columns at(place.right());
    const float x = place.x + 72, until = at.exact_bar - 8;
    title_line(ui, row, x, until, place.y + 17);
    const std::string fails = ui.cut(row.fails, Face::Regular, 11, until - x);
    ui.text({x, place.y + 36}, fails, Face::Regular, 11, c.t2);
    measures(ui, row, best, at, place.centre().y);
    written(ui, row, shot, at, place.centre().y);
    const std::string more = shot && !shot->problem.empty() ? shot->problem
                             : fails == row.fails           ? ""
                                                            : row.fails;
    ui.tooltip(id, place, more);
    if (hit.clicked) ui.send({"picker-open", row.model->name});
}

void head(Ui& ui, const PickerLists& lists, const Best& best, const std::string& text, Box room) {
    const Palette& c = ui.colors;
    const TaskWords words = task_words(lists.family, true);
    const std::string title = lists.family == picker_own ? "Yours"
                              : words.title.empty()      ? lists.family
                                                         : std::string(words.title);
    ui.text({room.x + 8, room.y + 14}, title, Face::Semibold, 15, c.t1);
    const float x = room.x + 8 + ui.text_width(title, Face::Semibold, 15) + 12;
    std::string about;
    for (const PickerRow& row : lists.rows)
        if (const io::ModelCard& card = row.model->about.card; about.empty() && card.longest > 0 && !row.own)
            about = (words.holds.empty() ? "" : std::string(words.holds) + ". ") + "Trained on " +
                    std::to_string(card.shortest) + " to " + std::to_string(card.longest) + " " +
                    std::string(words.units) + ".";
    if (lists.family == picker_own) about = "Opened from files; their task is not known here.";
    ui.text({x, room.y + 14}, ui.cut(about, Face::Regular, 11, room.right() - x), Face::Regular, 11, c.t3);
    const Columns at(room.right());
    const float y = room.y + 42;
    const auto label = [&](float right, const std::string& words_above) {
        ui.text({right, y}, words_above, Face::Regular, 11, c.t3, Align::Right);
    };
    if (!text.empty())
        ui.text({room.x + 8, y},
                "map of " + ui.cut("“" + text, Face::Regular, 11, at.exact_bar - 90 - room.x) + "”",
                Face::Regular, 11, c.t3);
    const bool numbers = !lists.rows.empty() && lists.rows.front().model->at_once;
    if (best.items > 0)
        label(at.exact, std::string(numbers ? "right, " : "exact, ") + thousands(best.items) + " held out");
    if (best.errors) label(at.second, "AER");
    if (!best.errors && best.gold) label(at.second, "on gold");
    label(at.written, "writes");
    ui.fill({room.x, room.y + 57, room.w, 1}, c.line2);
}

std::string caption_of(const Best& best) {
    if (best.ticks && best.tick > 0)
        return "Tick: a map that follows the reference scores " +
               share_text(std::round(best.tick * 100) / 100).substr(0, 3) +
               ", as one output links to several tokens.";
    if (best.ticks) return "Tick: a map that follows the reference has no errors.";
    if (best.gold) return "On gold: the share of the weights that lies on what the answer is made of.";
    return {};
}

} // namespace

void picker_rows(Ui& ui, const PickerLists& lists, Box room) {
    const Palette& c = ui.colors;
    const Best best = best_of(lists);
    const std::string text = picker_text(ui.state, lists.family);
    head(ui, lists, best, text, room);
    const Box list{room.x, room.y + top, room.w, room.h - top};
    const bool parted = !lists.rows.empty() && lists.rows.front().own && lists.family != picker_own;
    const std::string caption = caption_of(best);
    const bool both = parted && !lists.rows.back().own;
    const float content = card_height * static_cast<float>(lists.rows.size()) +
                          heading_height * (both     ? 2.0f
                                            : parted ? 1.0f
                                                     : 0.0f) +
                          (caption.empty() ? 8 : caption_height);
    float& scroll = scrolled(ui, "picker:right:" + lists.family, list, content);
    float& follow = ui.memory.scroll["picker:follow"];
    float y = list.y - scroll;
    ui.clip(list);
    for (std::size_t n = 0; n < lists.rows.size(); ++n) {
        const PickerRow& row = lists.rows[n];
        const bool first = n == 0 || lists.rows[n - 1].own != row.own;
        if (parted && first) {
            ui.text({list.x + 8, y + heading_height / 2}, row.own ? "Yours" : "Bundled", Face::Semibold, 11,
                    c.t3);
            y += heading_height;
        }
        const Box place{list.x + 1, y + 1, list.w - 2, card_height - 2};
        model_line(ui, row, best, text, place);
        if (follow > 0 && row.model->name == ui.state.picker.chosen) {
            const float above = list.y - place.y + (n == 0 ? heading_height + 4 : 4),
                        below = place.bottom() + 4 - list.bottom();
            if (above > 0) scroll = std::max(0.0f, scroll - above);
            if (below > 0) scroll += below;
        }
        y += card_height;
    }
    ui.text({list.x + 8, y + 18}, ui.cut(caption, Face::Regular, 11, list.w - 16), Face::Regular, 11, c.t3);
    ui.end_clip();
    if (follow > 0) {
        --follow;
        ui.memory.animating = true;
    }
    scroll_bar(ui, "picker:right:bar", {list.right() + 2, list.y, 8, list.h}, content, scroll);
}

} // namespace heed
