// Messages that come and go: where they stand, and how they are laid out.
#include "app/state/navigator/navigator.h"
#include "app/state/step/lecture.h"
#include "app/views/assistant/assistant.h"
#include "app/views/base/message.h"
#include "app/views/base/widgets.h"
#include "app/views/navigator/navigator.h"
#include "app/views/views.h"
#include "app/views/watch_strip.h"
#include "app/views/workspaces.h"
#include "core/text/strings.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace heed {

namespace {

/// How one is laid out: whole, in as many lines as it takes.
struct ToastLook {
    static constexpr float widest = 440;
    float width = widest;
    std::vector<std::string> lines;
    std::string action;
    float action_width = 0, height = 0, size = 11, line = 16;

    ToastLook(const Ui& ui, const Toast& toast, float wide) : width(wide), action(message_action(toast)) {
        action_width = action.empty() ? 0 : ui.text_width(action, Face::Medium, 13) + 24;
        size = toast.bad ? 13.0f : 11.0f;
        line = toast.bad ? 20.0f : 16.0f;
        if (!toast.detail.empty())
            lines = wrap(toast.detail, room(), Face::Regular, size, *figure_style(ui).metrics);
        height = lines.empty() ? 44 : 44 + 20 + line * static_cast<float>(lines.size() - 1);
        if (button_below()) height += 36;
    }
    /// Where the words would have too little room beside it.
    bool button_below() const { return width < widest && !action.empty(); }
    /// Of the words, up to the button that stands before the cross.
    float room() const { return width - 60 - (action.empty() || button_below() ? 0 : action_width + 36); }
};

void draw_toast(Ui& ui, const Toast& toast, const ToastLook& look, Box box) {
    const Palette& c = ui.colors;
    popup_box(ui, box, 8);
    if (toast.bad) ui.frame(box, {0, 0, 0, 0}, c.error, 8);
    const std::string id = "toast" + std::to_string(toast.id);
    const bool done = toast.leaves > 0 && !toast.refused;
    const Icon mark = toast.bad ? Icon::Warning : done ? Icon::Check : Icon::Help;
    ui.draw(icon(mark, toast.bad ? c.error : c.t1), {box.x + 22, box.y + 22});
    ui.text({box.x + 40, box.y + 22},
            ui.cut(toast.title, Face::Semibold, 13, std::min(look.room(), look.width - 90)), Face::Semibold,
            13, c.t1);
    float y = box.y + 44;
    for (const std::string& line : look.lines) {
        ui.text({box.x + 40, y}, line, Face::Regular, look.size, toast.bad ? c.t2 : c.t3);
        y += look.line;
    }
    if (icon_button(ui, id, {box.right() - 36, box.y + 8, 28, 28}, Icon::Close, ""))
        ui.send({"dismiss-toast", "", 0, toast.id});
    const Box beside{box.right() - 44 - look.action_width, box.centre().y - 14, look.action_width, 28},
        below{box.x + 40, box.bottom() - 40, look.action_width, 28};
    if (!look.action.empty() && button(ui, id + ":do", look.button_below() ? below : beside, look.action))
        ui.send({"toast-button", toast.action, 0, toast.id});
    if (toast.leaves > 0 && (ui.memory.wake_at == 0 || toast.leaves < ui.memory.wake_at))
        ui.memory.wake_at = toast.leaves;
}

/// What all of them take, with air between them.
constexpr float toast_gap = 12, toast_edge = 16;
float height_of_toasts(const std::vector<ToastLook>& looks) {
    float all = -toast_gap;
    for (const ToastLook& look : looks) all += look.height + toast_gap;
    return all;
}

/// In the heading of a dialog that leaves no room beside it: the newest, in one line.
void toast_in_heading(Ui& ui, const Toast& toast) {
    const Box dialog = ui.memory.dialog;
    constexpr float least = 120, height = 36, close_room = 52;
    const float right = dialog.right() - close_room, room = right - ui.memory.dialog_heading - toast_gap;
    if (room < least) return; // it is there when the dialog has closed
    const float width = std::min(room, message_width(ui, toast));
    message_line(ui, toast, {right - width, dialog.y + 12, width, height});
}

/// Where the assistant lies over the workspace: in its heading, the newest in one line. Below are the maps
/// that it just made.
void toast_in_assistant(Ui& ui, const Toast& toast) {
    const Box room{0, top_bar_height, ui.width, ui.height - top_bar_height};
    message_line(ui, toast, assistant_message(assistant_table(room, ui.width), message_width(ui, toast)));
}

/// The newest beside the words below the picture. Where they have not made room for it, there are none now.
void toast_below(Ui& ui, const std::vector<Toast>& shown, int said) {
    constexpr float height = 36;
    const auto passing = std::find_if(shown.begin(), shown.end(), [](const Toast& t) { return !t.bad; });
    if (passing == shown.end() || passing->id == said) return;
    const float width = std::min(ui.width - 16, message_width(ui, *passing));
    message_line(ui, *passing, {8, ui.height - bottom_height + 3, width, height});
}

/// Beside a dialog, never on it: above, else below, as many as stand there; else the newest in its heading.
void toasts_beside_dialog(Ui& ui, const std::vector<Toast>& shown) {
    const Box dialog = ui.memory.dialog;
    const float above = dialog.y, below = ui.height - dialog.bottom(), room = std::max(above, below);
    std::vector<ToastLook> looks;
    for (const Toast& toast : shown) {
        looks.emplace_back(ui, toast, ToastLook::widest);
        if (height_of_toasts(looks) + 2 * toast_gap <= room) continue;
        looks.pop_back();
        break;
    }
    if (looks.empty()) return toast_in_heading(ui, shown.front());
    const float all = height_of_toasts(looks), x = std::round((ui.width - ToastLook::widest) / 2),
                top = all + 2 * toast_gap <= above
                          ? std::min(toast_edge, above - toast_gap - all)
                          : dialog.bottom() + std::min(toast_edge, below - toast_gap - all);
    float y = top;
    ui.raise({x, top, ToastLook::widest, all}); // what is below hears no click
    for (std::size_t n = 0; n < looks.size(); ++n) {
        draw_toast(ui, shown[n], looks[n], {x, y, ToastLook::widest, looks[n].height});
        y += looks[n].height + toast_gap;
    }
    ui.lower();
}

} // namespace

/// What leaves by itself stands beside the words below the picture, one at a time, else (a lecture, a page)
/// next to the edge. Bad news is told whole, and stays until it is answered: below the words of Step's
/// inspector, so that the picture stays in sight, else at the bottom left, beside the drawer of sentences.
/// While a dialog is open all stand beside that, but for what is no bad news and stays until it is answered:
/// it waits there until the dialog has closed.
void toasts(Ui& ui) {
    const AppState& s = ui.state;
    const int said = std::exchange(ui.memory.message_said, 0);
    const bool over = s.dialog != Dialog::None;
    std::vector<Toast> shown;
    std::copy_if(s.toasts.rbegin(), s.toasts.rend(), std::back_inserter(shown),
                 [&](const Toast& toast) { return !over || told_over_dialog(toast); });
    if (shown.empty()) return;
    if (over) return toasts_beside_dialog(ui, shown);
    if (shows_assistant(s)) return toast_in_assistant(ui, shown.front());
    const bool lecture = shows_lecture(s), page = s.report.shown || view_of(s).page;
    const Box side = inspector_box(ui);
    const bool aside = !lecture && !page && s.view == "step" && side.w >= 300;
    const bool drawer = s.narrow() && s.drawer;
    const float left = !lecture && !page && shows_sentences(s) ? sentences_width + toast_edge : toast_edge,
                right = drawer ? ui.width - side_width(ui) - toast_edge : ui.width - toast_edge;
    const float width = aside ? side.w - 24 : std::min(ToastLook::widest, right - left),
                x = aside ? side.x + 12 : left;
    const float below = lecture ? ui.height - lecture_canvas(s).height
                        : page  ? 0
                        : aside ? bottom_height
                                : bottom_height + watch_strip_height(s); // what is followed stays in sight
    float y = ui.height - below - toast_edge;
    const HintPlace below_it = aside ? HintPlace::Inspector : HintPlace::AtPlay;
    if (!lecture && shows_first_hint(s) && first_hint_place(ui) == below_it) y -= 96;
    const bool words_below = !lecture && !page && !view_of(s).full_bar;
    if (words_below) toast_below(ui, shown, said);
    for (const Toast& toast : shown) {
        if ((words_below && !toast.bad) || toast.id == said) continue;
        const ToastLook look(ui, toast, width);
        draw_toast(ui, toast, look, {x, y - look.height, width, look.height});
        y -= look.height + toast_gap;
    }
}

} // namespace heed
