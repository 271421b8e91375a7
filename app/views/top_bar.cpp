// Mark, name, workspaces; command field, help, theme, Export.
#include "app/views/views.h"

#include "app/figures/base/format.h"
#include "app/state/assistant/shown.h"
#include "app/state/workspaces.h"
#include "app/views/base/widgets.h"
#include "app/views/workspaces.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

/// The mark: a small heatmap with a diagonal.
void mark(Ui& ui, Point at) {
    const Palette& c = ui.colors;
    const Color faint = c.line2, half = fade(c.attention, 0.55f), full = c.attention;
    const Color cells[3][3] = {{faint, full, faint}, {full, faint, half}, {faint, half, full}};
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            ui.fill(
                {at.x + 7.0f * static_cast<float>(column), at.y + 7.0f * static_cast<float>(row), 5.6f, 5.6f},
                cells[row][column], 1);
}

void command_field(Ui& ui, Box box) {
    const Palette& c = ui.colors;
    if (box.w < 64) {
        if (icon_button(ui, "command", {box.x, box.y, 28, 28}, Icon::Search, "Find a command", "Ctrl+K"))
            ui.send({"palette"});
        return;
    }
    const Ui::Hit hit = ui.press("command", box);
    ui.frame(box, ui.control_fill(hit), c.line2, 6);
    ui.draw(icon(Icon::Search, c.t2), {box.x + 16, box.centre().y});
    const std::string words = "Find a command", key = "Ctrl K";
    const float taken =
        30 + ui.text_width(words, Face::Regular, 13) + 8 + ui.text_width(key, Face::Mono, 11) + 12;
    if (box.w >= taken) ui.text({box.x + 30, box.centre().y}, words, Face::Regular, 13, c.t3);
    ui.text({box.right() - 12, box.centre().y}, key, Face::Mono, 11, c.t2, Align::Right);
    if (hit.clicked) ui.send({"palette"});
}

/// "3 steps. Last: Held “M” at .62 for output 7"
std::string history_words(const History& h) {
    const int back = h.newest(), forward = static_cast<int>(h.steps.size()) - 1 - back;
    std::string words = back <= 0 ? "No steps" : counted(back, "step");
    if (forward > 0) words += ", " + std::to_string(forward) + " taken back";
    words += ".";
    if (back > 0) words += " Last: " + h.steps[static_cast<std::size_t>(back)].name;
    return words;
}

/// Under the button: how many steps there are and what the last one did.
void history_tip(Ui& ui, Box button) {
    if (ui.state.menu != Menu::None || ui.state.dialog != Dialog::None) return;
    const float shown = ui.ease("history:tip", ui.over(button) && ui.tip_due("history", button), 0.09f);
    if (shown <= 0) return;
    const Palette& c = ui.colors;
    const float most = std::min(420.0f, ui.width - 48);
    const std::string words = ui.cut(history_words(ui.state.history), Face::Regular, 13, most);
    const bool can_undo = ui.state.history.can_undo();
    const std::string rest = can_undo ? "takes it back, click for the list" : "Click for the list";
    const float key = can_undo ? ui.text_width(key_label("Ctrl+Z"), Face::Mono, 11) + 20 : 0;
    const float inner =
        std::max(ui.text_width(words, Face::Regular, 13), key + ui.text_width(rest, Face::Regular, 11));
    const float w = inner + 32;
    const Box box{std::clamp(button.centre().x - w / 2 - 40, 8.0f, std::max(8.0f, ui.width - w - 8)),
                  button.bottom() + 8, w, 58};
    popup_box(ui, box, 8);
    ui.text({box.x + 16, box.y + 19}, words, Face::Regular, 13, c.t1);
    if (can_undo) key_chip(ui, {box.x + 16, box.y + 41}, key_label("Ctrl+Z"));
    ui.text({box.x + 16 + key, box.y + 41}, rest, Face::Regular, 11, c.t2);
}

/// Undo, redo and the list of steps: there however narrow the window is.
void history_buttons(Ui& ui, float x) {
    const AppState& s = ui.state;
    const auto one = [&](std::string_view what, Icon which) {
        // While tensors are mapped by hand it is their answers that are taken back.
        const bool mapping = shows_assistant(s) && what != "history";
        const std::string_view id = !mapping ? what : what == "undo" ? "assistant-undo" : "assistant-redo";
        const bool any = !mapping || !(what == "undo" ? s.assistant->before : s.assistant->after).empty();
        const CommandInfo& info = command_info(id);
        const Box box{x, 8, 28, 28};
        const bool list = what == "history";
        if (list) ui.memory.history_button = box;
        const std::string tip = list ? "" : std::string(info.title);
        if (icon_button(ui, std::string(what), box, which, tip,
                        info.keys.empty() ? std::string_view() : info.keys.front(),
                        any && is_enabled(info, s)))
            ui.send({id});
        x += 32;
    };
    one("undo", Icon::Undo);
    one("redo", Icon::Redo);
    one("history", Icon::History);
}

void export_button(Ui& ui, bool words) {
    const bool there = can_export(ui.state);
    const Box box{ui.width - 16 - (words ? 96.0f : 28.0f), 8, words ? 96.0f : 28.0f, 28};
    const bool clicked = words ? button(ui, "export", box, "Export", {.icon = Icon::Upload, .enabled = there})
                               : icon_button(ui, "export", box, Icon::Upload, "", {}, there);
    if (clicked) ui.send({"export"});
    ui.tooltip("export", box, there ? "Save the figure as a file" : "There is no run on the screen to draw",
               "Ctrl+E");
}

/// A tab; returns where the next one begins.
float tab(Ui& ui, float x, const Workspace& workspace) {
    const std::string title(workspace.title), view(workspace.id);
    const std::string_view what = workspace.show;
    const Palette& c = ui.colors;
    const Box box{x, 8, std::round(ui.text_width(title, Face::Medium, 13)) + 24, 28};
    const Ui::Hit hit = ui.press("tab:" + view, box);
    const bool on = ui.state.view == view;
    if (on || hit.warmth > 0) ui.fill(box, fade(c.bg3, on ? 1 : 0.6f * hit.warmth), 6);
    ui.text(box.centre(), title, Face::Medium, 13, on ? c.t1 : c.t2, Align::Centre);
    ui.tooltip("tab:" + view, box, std::string(command_info(what).title), command_info(what).keys.front());
    if (hit.clicked) ui.send({what});
    return box.right() + 4;
}

} // namespace

void top_bar_tips(Ui& ui) { history_tip(ui, ui.memory.history_button); }

void top_bar(Ui& ui) {
    const Palette& c = ui.colors;
    ui.fill({0, 0, ui.width, top_bar_height}, c.bg1);
    mark(ui, {16, 12});
    ui.text({44, 22}, "Heed", Face::Semibold, 15, c.t1);
    float at = 104;
    for (const Workspace& workspace : workspaces())
        if (!workspace.title.empty()) at = tab(ui, at, workspace);

    // From the right; what has no room is left out, undo and its neighbours last. Drawn from the left, as Tab
    // goes.
    const bool drawer = ui.state.narrow() && !view_of(ui.state).side_tip.empty();
    const float history = 3 * 32, fixed = history + (drawer ? 32 : 0) + 16, left = at + 8;
    float room = ui.width - left - fixed;
    const auto fits = [&](float width) {
        const bool there = room >= width;
        if (there) room -= width;
        return there;
    };
    const bool export_icon = fits(40), command_icon = fits(40), help = fits(32), theme = fits(32);
    const bool export_words = export_icon && fits(68), command_words = command_icon && fits(68);
    const float command_width = command_words ? 96 + std::min(104.0f, std::max(0.0f, room)) : 28;
    float x = ui.width - 16 - (export_words ? 96 : export_icon ? 28 : -12) - 12;
    const float theme_x = x -= theme ? 28 : -4;
    const float help_x = x -= help ? 32 : 0;
    const float history_x = x -= history;
    if (drawer) x -= 32;
    if (command_icon) command_field(ui, {x - 12 - command_width, 8, command_width, 28});
    if (drawer && icon_button(ui, "drawer", {x, 8, 28, 28}, Icon::Inspector,
                              std::string(view_of(ui.state).side_tip), "F4"))
        ui.send({"inspector"});
    history_buttons(ui, history_x);
    if (help && icon_button(ui, "help", {help_x, 8, 28, 28}, Icon::Help, "All keys", "F1")) ui.send({"keys"});
    const bool dark = ui.state.settings.theme == Theme::Dark;
    if (theme && icon_button(ui, "theme", {theme_x, 8, 28, 28}, dark ? Icon::Sun : Icon::Moon,
                             dark ? "Light" : "Dark", "T"))
        ui.send({"theme"});
    if (export_icon) export_button(ui, export_words);
    ui.fill({0, top_bar_height - 1, ui.width, 1}, c.line);
}

} // namespace heed
