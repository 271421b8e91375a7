// Lines that were pasted into the input: the offer to make a list of them, and the way through that list.
#include "app/views/base/widgets.h"
#include "app/views/views.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed {

void pasted_lines(Ui& ui) {
    const AppState& s = ui.state;
    if (s.inputs.offered.empty() || s.menu != Menu::None || s.dialog != Dialog::None) return;
    const Palette& c = ui.colors;
    const std::string words =
        grouped(s.inputs.offered.size()) + " lines pasted. Open them as a list of inputs?";
    const float text = ui.text_width(words, Face::Regular, 13);
    const Box field = ui.memory.input_box;
    const float w = text + 16 + 16 + 96 + 8 + 112 + 10;
    const Box box{std::clamp(field.x, 8.0f, std::max(8.0f, ui.width - w - 8)), field.bottom() + 4, w, 44};
    ui.raise({box.x, field.bottom(), box.w, box.bottom() - field.bottom()}); // the gap between as well
    popup_box(ui, box, 8);
    ui.text({box.x + 16, box.centre().y}, words, Face::Regular, 13, c.t1);
    if (button(ui, "inputs:open", {box.x + 16 + text + 16, box.y + 8, 96, 28}, "Open the list",
               {.primary = true}))
        ui.send({"open-inputs"});
    if (button(ui, "inputs:keep", {box.right() - 10 - 112, box.y + 8, 112, 28}, "Keep as one line",
               {.quiet = true}))
        ui.send({"dismiss-inputs"});
    ui.lower();
}

float input_walk_width(const Ui& ui) {
    const AppState& s = ui.state;
    if (!s.inputs.open()) return 0;
    const std::string all = grouped(s.inputs.lines.size());
    return ui.text_width(all + " of " + all, Face::Regular, 11) + 20 + 3 * 22 + 12 + 10;
}

void input_walk(Ui& ui, Box box) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const int at = s.inputs.place(s.input), last = static_cast<int>(s.inputs.lines.size()) - 1;
    const auto line = [&](int n) {
        return ui.cut(s.inputs.lines[static_cast<std::size_t>(n)], Face::Regular, 13, 480);
    };
    ui.fill({box.x, box.y + 6, 1, box.h - 12}, c.line2);
    const float y = box.y + (box.h - 22) / 2;
    if (icon_button(ui, "inputs:previous", {box.x + 6, y, 22, 22}, Icon::ArrowLeft,
                    at > 0 ? line(at - 1) : "The first of the list", "Alt+Up", at > 0))
        ui.send({"previous-input"});
    if (icon_button(ui, "inputs:next", {box.right() - 48, y, 22, 22}, Icon::ArrowRight,
                    at < last ? line(at + 1) : "The last of the list", "Alt+Down", at < last))
        ui.send({"next-input"});
    if (icon_button(ui, "inputs:close", {box.right() - 24, y, 22, 22}, Icon::Close,
                    "Close the list of inputs"))
        ui.send({"close-inputs"});
    const Box list{box.x + 28, y, box.right() - 48 - (box.x + 28), 22};
    const Ui::Hit hit = ui.press("inputs:list", list, 5);
    if (hit.warmth > 0) ui.fill(list, fade(c.bg3, hit.warmth), 5);
    ui.text({list.centre().x - 7, list.centre().y},
            grouped(static_cast<std::uint64_t>(at) + 1) + " of " + grouped(s.inputs.lines.size()),
            Face::Regular, 11, c.t2, Align::Centre);
    ui.draw(icon(Icon::Chevron, c.t2), {list.right() - 10, list.centre().y});
    ui.tooltip("inputs:list", list, "Choose from the list of inputs", "Alt+I");
    if (hit.clicked) ui.send({"show-inputs"});
}

} // namespace heed
