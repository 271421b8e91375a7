// What drops down from the input row: models, examples, scores.
#include "app/state/compare/compare.h"
#include "app/state/open/opening.h"
#include "app/views/views.h"
#include "app/views/widgets.h"

#include <algorithm>
#include <functional>

namespace heed {
namespace {

struct Item {
    std::string label, detail, heading; // a heading stands above the item
    bool mono = false, checked = false;
    Command command;
    bool stays = false; // the menu is not closed by it
};

std::vector<Item> model_items(const AppState& s) {
    std::vector<Item> items;
    std::string heading = "Bundled models";
    for (const ModelChoice& m : s.models) {
        if (m.recent) continue;
        items.push_back({m.title,
                         m.detail,
                         std::exchange(heading, ""),
                         false,
                         m.name == s.facts.name || m.name == s.model_name,
                         {Do::LoadModel, m.name}});
    }
    heading = "Recent";
    for (const ModelChoice& m : s.models)
        if (m.recent)
            items.push_back({m.title,
                             m.detail,
                             std::exchange(heading, ""),
                             false,
                             m.name == s.model_name,
                             {Do::LoadModel, m.name}});
    items.push_back({"Open…", key_label("Ctrl+O"), " ", false, false, {Do::Open}});
    return items;
}

/// What the second of two models may be.
std::vector<Item> second_items(const AppState& s) {
    std::vector<Item> items;
    const std::string chosen = second_model(s);
    for (const bool family : {true, false}) { // the model's own family first
        std::string heading = family ? "The same task" : "Others";
        for (const ModelChoice& m : s.models)
            if ((!m.family.empty() && m.family == s.facts.task) == family)
                items.push_back({m.title,
                                 m.detail,
                                 std::exchange(heading, ""),
                                 false,
                                 m.name == chosen,
                                 {Do::CompareOther, m.name}});
    }
    if (items.empty()) items.push_back({"There is no other model", "", "", false, false, {Do::CloseMenu}});
    return items;
}

std::vector<Item> example_items(const AppState& s) {
    std::vector<Item> items;
    for (const std::string& example : example_inputs(s))
        items.push_back({example, "", "", true, example == s.input, {Do::SetInput, example}});
    if (items.empty()) items.push_back({"No examples for this model", "", "", false, false, {Do::CloseMenu}});
    return items;
}

std::vector<Item> map_items(const AppState& s) {
    std::vector<Item> items;
    for (int n = 0; n < static_cast<int>(s.maps.size()); ++n) {
        const Trace& map = *s.maps[static_cast<std::size_t>(n)];
        items.push_back({map_title(s, n),
                         std::to_string(map.outputs()) + " × " + std::to_string(map.source_length()),
                         n == 0 ? "Maps in this file" : "",
                         false,
                         n == s.map,
                         {Do::ChooseMap, "", 0, n}});
    }
    return items;
}

std::vector<Item> score_items(const AppState& s) {
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
            items.push_back({title, key, heading, false, shown[n], {Do::CompareToggle, m.key}, true});
        else
            items.push_back({title, key, heading, false, &m == current, {Do::LoadModel, m.model}});
    }
    return items;
}

std::vector<Item> items_of(const AppState& s) {
    switch (s.menu) {
    case Menu::Models:
        return model_items(s);
    case Menu::Examples:
        return example_items(s);
    case Menu::Score:
        return score_items(s);
    case Menu::Second:
        return second_items(s);
    case Menu::Maps:
        return map_items(s);
    case Menu::More: {
        std::vector<Item> items = example_items(s);
        items.front().heading = "Examples";
        std::vector<Item> scores = score_items(s);
        scores.front().heading = "Score";
        items.insert(items.end(), scores.begin(), scores.end());
        return items;
    }
    case Menu::History:
    case Menu::Force:
    case Menu::Weight:
    case Menu::None:
        break;
    }
    return {};
}

float left_of(const Ui& ui, float width) {
    const float right = ui.width - 16;
    switch (ui.state.menu) {
    case Menu::Models:
    case Menu::Second:
        return 16;
    case Menu::Examples:
        return right - 148 - 12 - width;
    case Menu::Maps:
        return right - width;
    default:
        return right - width;
    }
}

} // namespace

void menus(Ui& ui) {
    if (ui.state.menu == Menu::History) return history_menu(ui);
    if (ui.state.menu == Menu::Force) return force_menu(ui);
    if (ui.state.menu == Menu::Weight) return weight_menu(ui);
    const Palette& c = ui.colors;
    const std::vector<Item> items = items_of(ui.state);
    constexpr float row = 28, head = 26;
    const bool ticks = std::any_of(items.begin(), items.end(), [](const Item& item) { return item.stays; });
    float width = 216, height = 12;
    for (const Item& item : items) {
        width = std::max(width, ui.text_width(item.label, item.mono ? Face::Mono : Face::Medium, 13) +
                                    ui.text_width(item.detail, Face::Regular, 13) + 64);
        height += row + (item.heading.empty() ? 0 : item.heading == " " ? 9 : head);
    }
    width = std::min(width, ui.width - 32);
    const bool above = ui.state.menu == Menu::Second; // its button stands at the bottom
    const float tall = std::min(height, ui.height - (above ? 206 : 110));
    const Box box{left_of(ui, width), above ? ui.height - bottom_height - 4 - tall : top_bar_height + 44,
                  width, tall};
    popup_box(ui, box, 8);
    float& scroll = ui.memory.scroll["menu"];
    scroll = std::clamp(scroll - (ui.over(box) ? ui.wheel() * row : 0), 0.0f, std::max(0.0f, height - box.h));
    ui.clip({box.x, box.y + 1, box.w, box.h - 2});
    float y = box.y + 6 - scroll;
    for (std::size_t n = 0; n < items.size(); ++n) {
        const Item& item = items[n];
        if (item.heading == " ") {
            ui.fill({box.x + 1, y + 4, box.w - 2, 1}, c.line2);
            y += 9;
        } else if (!item.heading.empty()) {
            ui.text({box.x + 14, y + 14}, item.heading, Face::Semibold, 11, c.t3);
            y += head;
        }
        const Box place{box.x + 6, y, box.w - 12, row};
        const Ui::Hit hit = ui.press("menu:" + std::to_string(n), place, 5);
        if (item.checked && !item.stays)
            ui.fill(place, c.bg3, 5);
        else if (hit.warmth > 0)
            ui.fill(place, fade(c.bg3, hit.warmth * 0.7f), 5);
        const Face face = item.mono ? Face::Mono : Face::Medium;
        const float indent = ticks ? 22 : 0;
        if (ticks && item.checked) ui.draw(icon(Icon::Check, c.t1), {box.x + 20, place.centre().y});
        const std::string label = ui.cut(item.label, face, 13, box.w - 40 - indent);
        ui.text({box.x + 14 + indent, place.centre().y}, label, face, 13, c.t1);
        ui.text({box.right() - 16, place.centre().y}, item.detail, Face::Regular, 13, c.t3, Align::Right);
        if (hit.clicked) {
            if (!item.stays) ui.send(Do::CloseMenu);
            ui.send(item.command);
        }
        y += row;
    }
    ui.end_clip();
    if (ui.mouse_pressed() && !ui.over(box)) ui.send(Do::CloseMenu);
    if (ui.pressed("Down") || ui.pressed("Up")) { // arrows walk the list
        auto& order = ui.memory.order;
        const auto first = std::find(order.begin(), order.end(), "menu:0");
        const auto now = std::find(first, order.end(), ui.memory.focus);
        const auto last = order.end() - 1;
        if (first != order.end()) {
            const auto to = now == order.end()   ? (ui.pressed("Down") ? first : last)
                            : ui.pressed("Down") ? (now == last ? first : now + 1)
                                                 : (now == first ? last : now - 1);
            ui.memory.focus = *to;
            ui.memory.focus_visible = true;
            ui.memory.animating = true;
        }
    }
}

} // namespace heed
