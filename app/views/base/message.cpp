#include "app/views/base/message.h"

#include "app/state/commands/command.h"
#include "app/views/base/icons.h"
#include "app/views/base/widgets.h"

#include <algorithm>

namespace heed {

std::string message_action(const Toast& toast) {
    const auto wanted = std::find_if(commands().begin(), commands().end(),
                                     [&](const CommandInfo& info) { return info.id == toast.action; });
    return wanted == commands().end() ? "" : std::string(wanted->title);
}

void message_line(Ui& ui, const Toast& toast, Box box) {
    const Palette& c = ui.colors;
    const std::string id = "toast" + std::to_string(toast.id), action = message_action(toast);
    ui.raise(box);
    popup_box(ui, box, 8);
    if (toast.bad) ui.frame(box, {0, 0, 0, 0}, c.error, 8);
    const float y = box.centre().y;
    ui.draw(icon(toast.bad       ? Icon::Warning
                 : toast.refused ? Icon::Help
                                 : Icon::Check,
                 toast.bad ? c.error : c.t1),
            {box.x + 18, y});
    float end = box.right() - 34;
    if (icon_button(ui, id, {box.right() - 32, y - 14, 28, 28}, Icon::Close, ""))
        ui.send({"dismiss-toast", "", 0, toast.id});
    if (!action.empty()) {
        const float w = ui.text_width(action, Face::Medium, 13) + 24;
        end -= w + 6;
        if (button(ui, id + ":do", {end, y - 14, w, 28}, action))
            ui.send({"toast-button", toast.action, 0, toast.id});
        end -= 8;
    }
    const std::string title = ui.cut(toast.title, Face::Semibold, 13, end - box.x - 34);
    ui.text({box.x + 34, y}, title, Face::Semibold, 13, c.t1);
    const float at = box.x + 34 + ui.text_width(title, Face::Semibold, 13) + 10;
    std::string detail;
    if (end - at > 40) detail = ui.cut(toast.detail, Face::Regular, 11, end - at);
    ui.text({at, y}, detail, Face::Regular, 11, toast.bad ? c.t2 : c.t3);
    if (title != toast.title || detail != toast.detail)
        ui.tooltip(id + ":words", {box.x, box.y, end - box.x, box.h},
                   toast.title + (toast.detail.empty() ? "" : ". " + toast.detail));
    ui.lower();
    if (toast.leaves > 0 && (ui.memory.wake_at == 0 || toast.leaves < ui.memory.wake_at))
        ui.memory.wake_at = toast.leaves;
}

float message_width(const Ui& ui, const Toast& toast) {
    const std::string action = message_action(toast);
    return ui.text_width(toast.title, Face::Semibold, 13) + 76 +
           (toast.detail.empty() ? 0 : ui.text_width(toast.detail, Face::Regular, 11) + 10) +
           (action.empty() ? 0 : ui.text_width(action, Face::Medium, 13) + 38);
}

const Toast* passing_message(const AppState& s) {
    if (s.dialog != Dialog::None) return nullptr; // it stands beside that
    const auto newest =
        std::find_if(s.toasts.rbegin(), s.toasts.rend(), [](const Toast& t) { return !t.bad; });
    return newest == s.toasts.rend() ? nullptr : &*newest;
}

float message_room(float wanted, float free, float window) {
    constexpr float most = 0.4f, least = 220; // of the window, where the words have to give way
    return std::min(wanted, std::max({free, most * window, least}));
}

bool told_over_dialog(const Toast& toast) { return toast.bad || toast.leaves > 0; }

bool told_over_dialog(const AppState& state) {
    return std::any_of(state.toasts.begin(), state.toasts.end(),
                       [](const Toast& toast) { return told_over_dialog(toast); });
}

} // namespace heed
