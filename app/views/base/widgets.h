// The controls of design 7b: buttons, menus, choices, sliders, text fields.
#pragma once

#include "app/views/base/field.h"
#include "app/views/base/icons.h"
#include "app/views/base/ui.h"

#include <optional>
#include <span>

namespace heed {

struct ButtonLook {
    bool primary = false; // filled with ink
    bool quiet = false;   // no box until hovered
    std::optional<Icon> icon{};
    bool enabled = true;
};
bool button(Ui& ui, const std::string& id, Box box, const std::string& label, ButtonLook look = {});
bool icon_button(Ui& ui, const std::string& id, Box box, Icon which, const std::string& tip,
                 std::string_view key = {}, bool enabled = true, bool boxed = false);
/// A box with a chevron; `label` grey before `value`. `sign`: the room left free before both.
bool menu_button(Ui& ui, const std::string& id, Box box, const std::string& strong, const std::string& weak,
                 bool strong_first, float sign = 0);
/// Which was pressed, else -1.
int segmented(Ui& ui, const std::string& id, Box box, std::span<const std::string> labels, int chosen);
/// The same, for a command that takes the number of what was pressed, counted from `first`.
void segmented(Ui& ui, const std::string& id, Box box, std::span<const std::string> labels, int chosen,
               std::string_view command, int first = 0);
/// A switch; whether it was pressed.
bool toggle(Ui& ui, const std::string& id, Point at, bool on);
/// A small slider over [0, 1]; the new value while it is dragged, which is one step of the history.
/// `step`: what an arrow key moves it by while it has the keyboard; 0: its owner sees to that.
std::optional<float> slider(Ui& ui, const std::string& id, Box box, float value, float step = 0);
float key_chip(Ui& ui, Point left_middle, const std::string& label); // returns its width
/// Shadow and body of something that lies above the rest.
void popup_box(Ui& ui, Box box, float radius);
/// The box of a dialog with its title, `down` from its top, and the button that closes it.
void dialog_box(Ui& ui, const std::string& id, Box box, const std::string& title, float down = 32);
/// The ground of a row in a list: of the chosen one, or of the one under the pointer.
void row_ground(Ui& ui, Box row, const Ui::Hit& hit, bool chosen, float radius = 5, float warmth = 0.5f);
/// How far the wheel has moved what is `content` high within its room.
float& scrolled(Ui& ui, const std::string& id, Box room, float content, float line = 48);
/// The bar beside it, which can be dragged; none where all of it is in sight.
void scroll_bar(Ui& ui, const std::string& id, Box track, float content, float& scroll);

/// The colours of weights from 0 to 1, numbered beneath: 26 high.
void weight_legend(Ui& ui, Box box);

/// In place of a picture that is not there: why.
void message(Ui& ui, Box room, const std::string& title, const std::string& words);
/// The same with `more` px below the words; where it stands.
Box message_box(Ui& ui, Box room, const std::string& title, const std::string& words, float more);

} // namespace heed
