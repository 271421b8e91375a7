// Ctrl+S: the model as a folder in Heed's own format. Ctrl+Shift+S: the session.
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <cmath>

namespace heed {

void save_dialog(Ui& ui) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const float w = std::min(640.0f, ui.width - 48), h = s.saving.error.empty() ? 212.0f : 252.0f;
    const Box box{std::round((ui.width - w) / 2), std::round((ui.height - h) / 2 - 40), w, h};
    const bool session = s.dialog == Dialog::SaveSession;
    dialog_box(ui, "save", box, session ? "Save the session" : "Save in Heed's own format", 34);
    ui.paragraph({box.x + 24, box.y + 56, w - 48, 0},
                 session ? "One file: the input, what you changed, every step to it, and how you look at it. "
                           "The model stays where it is."
                         : "A folder with config.json, model.safetensors and the two vocabularies. It opens "
                           "without the original files.",
                 Face::Regular, 13, 20, c.t2);
    const bool can = !s.saving.path.empty() && !s.saving.busy && s.model;
    FieldLook look{.hint = session ? "File" : "Folder", .face = Face::Mono, .exact_spaces = true};
    if (!s.saving.error.empty()) look.border = c.error;
    const FieldResult typed =
        text_field(ui, "field:save", {box.x + 24, box.y + 108, w - 48, 28}, s.saving.path, look, "save-path");
    if (!s.saving.error.empty()) {
        ui.draw(icon(Icon::Warning, c.error), {box.x + 32, box.y + 158});
        ui.paragraph({box.x + 50, box.y + 148, w - 74, 0}, s.saving.error, Face::Regular, 13, 20, c.t1);
    }
    if (button(ui, "save:cancel", {box.right() - 232, box.bottom() - 48, 92, 28}, "Cancel"))
        ui.send({"close-dialog"});
    if (button(ui, "save:save", {box.right() - 132, box.bottom() - 48, 108, 28},
               s.saving.busy ? "Saving…" : "Save", {.primary = true, .enabled = can}) ||
        (can && (typed.entered || ui.pressed("Enter"))))
        ui.send({"save-now"});
}

} // namespace heed
