// Mark, name, workspaces; command field, help, theme, Export.
#include "app/views/views.h"

#include "app/state/workspaces.h"
#include "app/views/base/widgets.h"
#include "app/views/workspaces.h"

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
    const Ui::Hit hit = ui.press("command", box);
    ui.frame(box, ui.control_fill(hit), c.line2, 6);
    ui.draw(icon(Icon::Search, c.t2), {box.x + 16, box.centre().y});
    if (box.w > 150) ui.text({box.x + 30, box.centre().y}, "Find a command", Face::Regular, 13, c.t3);
    ui.text({box.right() - 12, box.centre().y}, "Ctrl K", Face::Mono, 11, c.t2, Align::Right);
    if (hit.clicked) ui.send({"palette"});
}

/// Undo, redo and the list of steps, from the right; returns where the next button goes. A narrow bar has the
/// list.
float history_buttons(Ui& ui, float x) {
    const AppState& s = ui.state;
    const auto one = [&](std::string_view what, Icon which, const std::string& id) {
        const CommandInfo& info = command_info(what);
        const Box box{x, 8, 28, 28};
        if (what == "history") ui.memory.history_button = box;
        const std::string tip = what == "history" ? "History" : std::string(info.title);
        if (icon_button(ui, id, box, which, tip, info.keys.empty() ? std::string_view() : info.keys.front(),
                        is_enabled(info, s)))
            ui.send({what});
        x -= 32;
    };
    one("history", Icon::History, "history");
    if (s.narrow()) return x;
    one("redo", Icon::Redo, "redo");
    one("undo", Icon::Undo, "undo");
    return x;
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

void top_bar(Ui& ui) {
    const Palette& c = ui.colors;
    ui.fill({0, 0, ui.width, top_bar_height}, c.bg1);
    mark(ui, {16, 12});
    ui.text({44, 22}, "Heed", Face::Semibold, 15, c.t1);
    float at = 104;
    for (const Workspace& workspace : workspaces())
        if (!workspace.title.empty()) at = tab(ui, at, workspace);

    float x = ui.width - 16 - 96;
    if (button(ui, "export", {x, 8, 96, 28}, "Export",
               {.icon = Icon::Upload, .enabled = ui.state.trace != nullptr}))
        ui.send({"export"});
    ui.tooltip("export", {x, 8, 96, 28}, "Save the figure as a file", "Ctrl+E");
    x -= 40;
    const bool dark = ui.state.settings.theme == Theme::Dark;
    if (icon_button(ui, "theme", {x, 8, 28, 28}, dark ? Icon::Sun : Icon::Moon, dark ? "Light" : "Dark", "T"))
        ui.send({"theme"});
    x -= 32;
    if (icon_button(ui, "help", {x, 8, 28, 28}, Icon::Help, "All keys", "F1")) ui.send({"keys"});
    x -= 32;
    x = history_buttons(ui, x);
    if (ui.state.narrow()) {
        if (icon_button(ui, "drawer", {x, 8, 28, 28}, Icon::Inspector,
                        std::string(view_of(ui.state).side_tip), "F4"))
            ui.send({"inspector"});
        x -= 32;
    }
    const float w = ui.width < 1000 ? 96.0f : 200.0f;
    command_field(ui, {x + 24 - w - 4, 8, w, 28});
    ui.fill({0, top_bar_height - 1, ui.width, 1}, c.line);
}

} // namespace heed
