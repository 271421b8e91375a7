// What drops down from the input row: models, examples, scores.
#include "app/figures/heads/seen.h"
#include "app/figures/memory/memory.h"
#include "app/state/compare/compare.h"
#include "app/state/gallery/forecast/own_table.h"
#include "app/state/heads/heads.h"
#include "app/state/names.h"
#include "app/state/navigator/navigator.h"
#include "app/state/open/opening.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/layers/words.h"
#include "app/state/step/told.h"
#include "app/views/base/widgets.h"
#include "app/views/input/beside.h"
#include "app/views/step/heads/head_off_view.h"
#include "app/views/views.h"
#include "app/views/workspaces.h"
#include "core/text/fold.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

using Item = MenuItem;

/// What the second of two models may be.
std::vector<Item> second_items(const AppState& s) {
    std::vector<Item> items;
    const bool sentences = shows_navigator(s);
    const std::string chosen = sentences ? s.navigator.other : second_model(s);
    for (const bool family : {true, false}) { // the model's own family first
        std::string heading = family ? "The same task" : "Others";
        for (const ModelChoice& m : s.models)
            if (!m.at_once && (!m.family.empty() && m.family == s.facts.task) == family) {
                const std::size_t comma = m.detail.rfind(", ");               // "GRU 48, additive"
                const bool short_name = family && comma != std::string::npos; // what tells it apart
                items.push_back({short_name ? m.detail.substr(comma + 2) : m.title,
                                 short_name ? m.detail.substr(0, comma) : m.detail,
                                 std::exchange(heading, ""),
                                 false,
                                 m.name == chosen,
                                 {sentences ? "navigator-against" : "compare-other-model", m.name}});
            }
    }
    if (items.empty()) items.push_back({"There is no other model", "", "", false, false, {"close-menu"}});
    return items;
}

std::vector<Item> example_items(const AppState& s) {
    std::vector<Item> items;
    if (const auto more = view_of(s).examples) items = more(s);
    for (const std::string& example : example_inputs(s))
        items.push_back({example, "", "", true, example == s.input, {"type", example}});
    if (items.empty()) items.push_back({"No examples for this model", "", "", false, false, {"close-menu"}});
    return items;
}

std::vector<Item> map_items(const AppState& s) {
    std::vector<Item> items;
    for (int n = 0; n < static_cast<int>(s.maps.size()); ++n) {
        const Trace& map = *s.maps[static_cast<std::size_t>(n)].alone;
        items.push_back({map_title(s, n),
                         std::to_string(map.outputs()) + " × " + std::to_string(map.source_length()),
                         n == 0 ? "Maps in this file" : "",
                         false,
                         n == s.map,
                         {"choose-map", "", 0, n}});
    }
    return items;
}

std::vector<Item> score_items(const AppState& s) {
    if (const auto own = chooser_of(s).choices) return own(s);
    std::vector<Item> items;
    const bool ticks = shows_several(s);
    const std::vector<CompareMember> members = ticks ? compare_members(s) : family_members(s);
    const std::vector<bool> shown = shown_members(s, members);
    const CompareMember* current = current_member(s, members);
    for (std::size_t n = 0; n < members.size(); ++n) {
        const CompareMember& m = members[n];
        const std::string key = n < 9 ? std::to_string(n + 1) : "";
        const std::string heading = n > 0                       ? ""
                                    : ticks && s.compare.shared ? "One shared encoder"
                                                                : "Each trained alone";
        const std::string title = m.score == "none" ? "none, a fixed context" : m.title;
        if (ticks)
            items.push_back({title, key, heading, false, shown[n], {"compare-toggle", m.key}, true});
        else
            items.push_back({title, key, heading, false, &m == current, {"load", m.model}});
    }
    return items;
}

/// Examples and scores, where there is no room for a button each.
std::vector<Item> more_items(const AppState& s) {
    std::vector<Item> items = example_items(s), scores = score_items(s);
    items.front().heading = "Examples";
    if (!shows_layers(s) || can_be_told(s)) {
        if (scores.front().heading.empty() || !chooser_of(s).choices) scores.front().heading = choice_word(s);
        items.insert(items.end(), scores.begin(), scores.end());
    }
    if (has_words_switch(s)) {
        items.push_back(
            {"Words", "V", "Tokens", false, shows_words(s), {shows_words(s) ? "close-menu" : "words"}});
        items.push_back(
            {"Pieces", "V", "", false, !shows_words(s), {shows_words(s) ? "words" : "close-menu"}});
    }
    return items;
}

/// The columns of a table that can be foretold, and what is done about its holes.
std::vector<Item> target_items(const AppState& s) {
    std::vector<Item> items;
    const std::vector<std::string> names = table_columns(s.gallery.own);
    for (int n = 0; n < static_cast<int>(names.size()); ++n)
        items.push_back({names[static_cast<std::size_t>(n)],
                         "",
                         n == 0 ? "The column to foretell" : "",
                         true,
                         n == s.gallery.own.target,
                         {"table-target", "", 0, n}});
    return items;
}
std::vector<Item> missing_items(const AppState& s) {
    std::vector<Item> items;
    for (int n = 0; n < 3; ++n)
        items.push_back({capitalized(std::string(missing_words(static_cast<io::CsvMissing>(n)))),
                         "",
                         n == 0 ? "Where a value is missing" : "",
                         false,
                         n == static_cast<int>(s.gallery.own.missing),
                         {"table-missing", "", 0, n}});
    return items;
}

/// The words whose influence can be followed.
std::vector<Item> followed_items(const AppState& s) {
    std::vector<Item> items;
    if (!s.memory.board) return items;
    const std::vector<std::string>& words = s.memory.board->words;
    for (int j = 0; j < static_cast<int>(words.size()); ++j)
        items.push_back({words[static_cast<std::size_t>(j)],
                         std::to_string(j + 1),
                         j == 0 ? "Follow" : "",
                         true,
                         j == s.memory.follow,
                         {"memory-follow", "", 0, j}});
    return items;
}

/// By what heads can be measured, and how they are put in order.
std::vector<Item> head_measure_items(const AppState& s) {
    std::vector<Item> items;
    const auto report = heads_shown(s);
    if (!report) return items;
    const atlas::Seen seen = atlas::seen(*report, s.heads.look);
    for (const AtlasMeasure* measure : atlas::measures_of(*report, seen.kind))
        items.push_back({std::string(measure->title),
                         "",
                         items.empty() ? "Measure" : "",
                         false,
                         measure == seen.measure,
                         {"heads-measure", std::string(measure->id)}});
    return items;
}
std::vector<Item> head_order_items(const AppState& s) {
    const char* titles[] = {"By layer, the highest above", "Best first", "By type"};
    std::vector<Item> items;
    for (int n = 0; n < 3; ++n)
        items.push_back({titles[n],
                         "",
                         n == 0 ? "Order" : "",
                         false,
                         n == static_cast<int>(s.heads.look.order),
                         {"heads-order", "", 0, n}});
    return items;
}

/// What may stand for a panel of Compare.
std::vector<Item> panel_head_items(const AppState& s) {
    std::vector<Item> items;
    const int n = s.compare.head_panel;
    if (n < 0 || n >= std::ssize(s.compare.panels)) return items;
    const PanelState& panel = s.compare.panels[static_cast<std::size_t>(n)];
    for (const auto& [head, title, detail] : head_choices(panel))
        items.push_back({title,
                         detail,
                         items.empty() ? "Which heads' weights" : "",
                         false,
                         head == panel.order.head,
                         {"compare-head", head, 0, n}});
    return items;
}

std::vector<Item> no_items(const AppState&) { return {}; } // what is no list is drawn elsewhere

constexpr std::array items_of = {no_items,         no_items,         example_items,      score_items,
                                 more_items,       second_items,     map_items,          no_items,
                                 no_items,         no_items,         no_items,           target_items,
                                 missing_items,    no_items,         followed_items,     head_measure_items,
                                 head_order_items, panel_head_items, head_changed_items, head_above_items,
                                 head_other_items}; // as in Menu

float left_of(const Ui& ui, float width) {
    const Menu menu = ui.state.menu;
    if (menu == Menu::Second) return 16;
    return ui.width - 16 - (menu == Menu::Examples ? 148 + 12 : 0) - width;
}

/// Where a list hangs: from its button in the view, else from the row of the input.
Box list_box(const Ui& ui, float width, float height) {
    const auto name = menu_names[static_cast<std::size_t>(ui.state.menu)];
    if (const auto button = ui.memory.places.find(name); button != ui.memory.places.end()) {
        const Box& at = button->second;
        const float x = std::clamp(at.x, 16.0f, std::max(16.0f, ui.width - 16 - width));
        const float below = ui.height - 16 - at.bottom() - 4, above = at.y - 4 - 16;
        if (height <= below || below >= above) return {x, at.bottom() + 4, width, std::min(height, below)};
        const float tall = std::min(height, above);
        return {x, at.y - 4 - tall, width, tall};
    }
    const bool above = ui.state.menu == Menu::Second; // its button stands at the bottom
    const float tall = std::min(height, ui.height - (above ? 206 : 110));
    return {left_of(ui, width), above ? ui.height - bottom_height - 4 - tall : top_bar_height + 44, width,
            tall};
}

constexpr float menu_row = 28, menu_head = 26, filter_head = 36;
constexpr std::ptrdiff_t many_rows = 20; // what is typed at a longer list leaves the rows that hold it

std::string menu_row_id(int item) { return "menu:" + std::to_string(item); }

/// The place of the row that has the keyboard among those shown; -1: none has.
int place_of_focus(const Ui& ui, const std::vector<int>& rows) {
    const std::string& focus = ui.memory.focus;
    if (!focus.starts_with("menu:")) return -1;
    const auto at = std::find(rows.begin(), rows.end(), std::stoi(focus.substr(5)));
    return at == rows.end() ? -1 : static_cast<int>(at - rows.begin());
}

/// The list begins at its current row; arrows walk it round, pages stop at its ends, Home and End go there.
/// Whether a key did so. `page`: rows that are in view.
bool walk_rows(Ui& ui, const std::vector<Item>& items, const std::vector<int>& rows, int page) {
    const auto count = static_cast<int>(rows.size());
    if (count == 0) return false;
    const int now = place_of_focus(ui, rows);
    const auto go_to = [&](int n) {
        ui.point_at(menu_row_id(rows[static_cast<std::size_t>(n)]));
        return true;
    };
    const std::string list = "menu " + std::to_string(static_cast<int>(ui.state.menu));
    if (std::exchange(ui.memory.type_ahead.list, list) != list) { // it has just been opened
        ui.memory.type_ahead.typed.clear();
        for (int n = 0; n < count; ++n)
            if (items[static_cast<std::size_t>(rows[static_cast<std::size_t>(n)])].checked) return go_to(n);
        return true;
    }
    if (ui.pressed("Down")) return go_to((now + 1) % count);
    if (ui.pressed("Up")) return go_to(now <= 0 ? count - 1 : now - 1);
    if (ui.pressed("PageDown")) return go_to(std::min(std::max(now, 0) + page, count - 1));
    if (ui.pressed("PageUp")) return go_to(std::max(now - page, 0));
    if (ui.pressed("Home")) return go_to(0);
    if (ui.pressed("End")) return go_to(count - 1);
    return false;
}

/// What is typed at a short list goes to the next row that begins so.
void walk(Ui& ui, const std::vector<Item>& items, const std::vector<int>& rows, int page) {
    TypeAhead& typing = ui.memory.type_ahead;
    const bool filtered = std::ssize(items) > many_rows;
    if (walk_rows(ui, items, rows, page)) {
        if (!filtered) typing.typed.clear();
        return;
    }
    if (filtered) return;
    const auto label = [&](int n) { return items[static_cast<std::size_t>(n)].label; };
    const int to = typing.find(ui.chords, ui.state.clock, place_of_focus(ui, rows),
                               static_cast<int>(items.size()), label);
    if (to >= 0) ui.point_at(menu_row_id(to));
}

/// Of a long list the rows whose name, or what stands beside it, holds what was typed.
std::vector<int> rows_shown(Ui& ui, const std::vector<Item>& items) {
    TypeAhead& typing = ui.memory.type_ahead;
    const bool filtered = std::ssize(items) > many_rows && typing.list.starts_with("menu ");
    const bool changed = filtered && typing.filter(ui.chords, ui.state.clock);
    std::vector<int> rows;
    for (int n = 0; n < static_cast<int>(items.size()); ++n) {
        const Item& item = items[static_cast<std::size_t>(n)];
        if (!filtered || holds_folded(item.label + "\n" + item.detail, typing.typed)) rows.push_back(n);
    }
    if (!changed || rows.empty()) return rows;
    const auto begins = [&](int n) {
        const Item& item = items[static_cast<std::size_t>(n)];
        return folded(item.label).starts_with(typing.typed) || folded(item.detail).starts_with(typing.typed);
    };
    const auto best = std::find_if(rows.begin(), rows.end(), begins);
    ui.point_at(menu_row_id(best == rows.end() ? rows.front() : *best));
    return rows;
}

/// Above a long list: what was typed, and how many rows hold it.
void filter_field(Ui& ui, Box box, std::size_t shown, std::size_t all) {
    const Palette& c = ui.colors;
    const std::string& typed = ui.memory.type_ahead.typed;
    const float y = box.y + filter_head / 2;
    ui.fill({box.x + 1, box.y + filter_head - 1, box.w - 2, 1}, c.line2);
    ui.draw(icon(Icon::Search, c.t2), {box.x + 22, y});
    const std::string count =
        typed.empty() ? std::to_string(all) : std::to_string(shown) + " of " + std::to_string(all);
    const float room = box.w - 54 - ui.text_width(count, Face::Regular, 11);
    ui.text({box.x + 38, y}, typed.empty() ? "Type to filter" : ui.cut(typed, Face::Medium, 13, room - 8),
            typed.empty() ? Face::Regular : Face::Medium, 13, typed.empty() ? c.t3 : c.t1);
    ui.text({box.right() - 16, y}, count, Face::Regular, 11, c.t3, Align::Right);
}

} // namespace

void menus(Ui& ui) {
    if (ui.state.menu == Menu::Models) return picker_menu(ui);
    if (ui.state.menu == Menu::History) return history_menu(ui);
    if (ui.state.menu == Menu::Inputs) return inputs_menu(ui);
    if (ui.state.menu == Menu::Force || ui.state.menu == Menu::Rival) return force_menu(ui);
    if (ui.state.menu == Menu::Weight) return weight_menu(ui);
    const Palette& c = ui.colors;
    const std::vector<Item> items = items_of[static_cast<std::size_t>(ui.state.menu)](ui.state);
    const bool filtered = std::ssize(items) > many_rows;
    const bool ticks = std::any_of(items.begin(), items.end(), [](const Item& item) { return item.stays; });
    float width = 216, height = 12;
    std::vector<std::string> headings; // of each row's part of the list
    for (const Item& item : items) {
        width = std::max(width, ui.text_width(item.label, item.mono ? Face::Mono : Face::Medium, 13) +
                                    ui.text_width(item.detail, Face::Regular, 13) + 64);
        height += menu_row + (item.heading.empty() ? 0 : item.heading == " " ? 9 : menu_head);
        headings.push_back(item.heading.empty() && !headings.empty() ? headings.back() : item.heading);
    }
    width = std::min(width, ui.width - 32);
    const float above = filtered ? filter_head : 0;
    const Box box = list_box(ui, width, height + above); // as high with some of its rows as with all
    popup_box(ui, box, 8);
    const std::vector<int> rows = rows_shown(ui, items);
    if (filtered) filter_field(ui, box, rows.size(), items.size());
    const Box list{box.x, box.y + above, box.w, box.h - above};
    const float fewer = 12 + menu_row * static_cast<float>(rows.size()) + 2 * menu_head; // at most
    const float scroll =
        scrolled(ui, "menu", list, filtered && rows.size() < items.size() ? fewer : height, menu_row);
    ui.clip({list.x, list.y + 1, list.w, list.h - 2});
    float y = list.y + 6 - scroll;
    std::string heading;
    if (rows.empty()) ui.text({box.x + 16, y + 14}, "Nothing here has that.", Face::Regular, 13, c.t3);
    for (const int n : rows) {
        const Item& item = items[static_cast<std::size_t>(n)];
        const std::string& part = headings[static_cast<std::size_t>(n)];
        if (part == " " && !item.heading.empty()) {
            ui.fill({box.x + 1, y + 4, box.w - 2, 1}, c.line2);
            y += 9;
        } else if (part != " " && !part.empty() && (part != heading || !item.heading.empty())) {
            ui.text({box.x + 14, y + 14}, part, Face::Semibold, 11, c.t3);
            y += menu_head;
        }
        heading = part;
        const Box place{box.x + 6, y, box.w - 12, menu_row};
        const Ui::Hit hit = ui.press(menu_row_id(n), place, 5);
        row_ground(ui, place, hit, item.checked && !item.stays, 5, 0.7f);
        const Face face = item.mono ? Face::Mono : Face::Medium;
        const float indent = ticks ? 22 : 0;
        if (ticks && item.checked) ui.draw(icon(Icon::Check, c.t1), {box.x + 20, place.centre().y});
        const std::string label = ui.cut(item.label, face, 13, box.w - 40 - indent);
        ui.text({box.x + 14 + indent, place.centre().y}, label, face, 13, c.t1);
        ui.text({box.right() - 16, place.centre().y}, item.detail, Face::Regular, 13, c.t3, Align::Right);
        if (hit.clicked) {
            if (!item.stays) ui.send({"close-menu"});
            ui.send(item.command);
        }
        y += menu_row;
    }
    ui.end_clip();
    if (ui.mouse_pressed() && !ui.over(box)) ui.send({"close-menu"});
    walk(ui, items, rows, std::max(1, static_cast<int>((list.h - 12) / menu_row) - 1));
}

} // namespace heed
