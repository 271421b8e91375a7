// The controls of design 7b: buttons, menus, choices, sliders, text fields.
#pragma once

#include "app/views/icons.h"
#include "app/views/ui.h"

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
/// A box with a chevron; `label` grey before `value`.
bool menu_button(Ui& ui, const std::string& id, Box box, const std::string& strong, const std::string& weak,
                 bool strong_first);
/// Which was pressed, else -1.
int segmented(Ui& ui, const std::string& id, Box box, std::span<const std::string> labels, int chosen);
/// A switch; whether it was pressed.
bool toggle(Ui& ui, const std::string& id, Point at, bool on);
/// A small slider over [0, 1]; the new value while it is dragged.
std::optional<float> slider(Ui& ui, const std::string& id, Box box, float value);
float key_chip(Ui& ui, Point left_middle, const std::string& label); // returns its width
/// Shadow and body of something that lies above the rest.
void popup_box(Ui& ui, Box box, float radius);

struct FieldLook {
    std::string hint;
    Face face = Face::Regular;
    float size = 13;
    float left = 12, right = 12; // room inside
    Color border{0, 0, 0, 0};    // visible: instead of the usual one
    bool bare = false;           // no box
    std::size_t limit = 60000;   // bytes
};
struct FieldResult {
    bool changed = false, active = false, entered = false;
    std::string text; // when it changed
    float scroll = 0; // px at scale 1 by which the text is moved left
    int caret = -1;   // bytes before it, while active
};
FieldResult text_field(Ui& ui, const std::string& id, Box box, const std::string& value,
                       const FieldLook& look);

/// The colours of weights from 0 to 1, numbered beneath: 26 high.
void weight_legend(Ui& ui, Box box);

} // namespace heed
