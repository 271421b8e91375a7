// What comes and goes over the workspace: the first-run hint, failures, loading, toasts.
#include "app/figures/base/equation.h"
#include "app/state/step/lecture.h"
#include "app/state/units.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"
#include "app/views/watch_strip.h"
#include "app/views/workspaces.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace heed {

bool shows_first_hint(const AppState& s) {
    return s.hint && s.trace && !s.input.empty() && !s.report.shown && view_of(s).first_hint &&
           s.playback.at <= 0 && watch_strip_height(s) == 0;
}

void first_run_hint(Ui& ui) {
    const Palette& c = ui.colors;
    if (!ui.state.trace) return;
    const float bottom = ui.height - bottom_height - 11;
    const Box box{56, bottom - 85, 301, 85};
    popup_box(ui, box, 8);
    ui.draw(LineItem{.points = {{104, bottom - 1}, {114, bottom + 9}, {124, bottom - 1}},
                     .color = c.popup,
                     .width = 1,
                     .closed = true,
                     .fill = c.popup});
    ui.line({104, bottom}, {114, bottom + 9}, c.line2);
    ui.line({114, bottom + 9}, {124, bottom}, c.line2);
    ui.text({72, box.y + 22}, "Start here", Face::Semibold, 13, c.t1);
    float x = 72;
    const float y = box.y + 46;
    const auto words = [&](const char* text) {
        ui.text({x, y}, text, Face::Regular, 13, c.t2);
        x += ui.text_width(text, Face::Regular, 13) + 8;
    };
    words("Press");
    x += key_chip(ui, {x, y}, "→") + 8;
    words("for one step,");
    x += key_chip(ui, {x, y}, "Space") + 8;
    words("to play.");
    ui.text({72, box.y + 68}, "This hint goes away after your first step.", Face::Regular, 11, c.t3);
}

namespace {

/// A card with a warning sign, a title, words and actions; returns the box.
struct Notice {
    std::string title, words, below;
    bool bad = true;
};
Box card(Ui& ui, Box room, const Notice& what, float top) {
    const Palette& c = ui.colors;
    const float w = std::min(560.0f, room.w - 48), inner = w - 72;
    // Measured first by laying the words out where nobody sees them.
    float lines = 1, line_width = 0;
    const float space = ui.text_width(" ", Face::Regular, 13);
    for (std::size_t begin = 0; begin < what.words.size();) {
        const std::size_t end = std::min(what.words.find(' ', begin), what.words.size());
        const float word = ui.text_width(what.words.substr(begin, end - begin), Face::Regular, 13);
        if (line_width > 0 && line_width + space + word > inner) {
            ++lines;
            line_width = word;
        } else {
            line_width += (line_width > 0 ? space : 0) + word;
        }
        begin = end + 1;
    }
    const float h = 64 + lines * 20 + 54 + (what.below.empty() ? 0 : 30);
    const Box box{room.centre().x - w / 2, top, w, h};
    ui.raise(box);
    popup_box(ui, box, 8);
    ui.draw(icon(Icon::Warning, what.bad ? c.error : c.t2), {box.x + 32, box.y + 30});
    ui.text({box.x + 52, box.y + 30}, what.title, Face::Semibold, 15, c.t1);
    ui.paragraph({box.x + 52, box.y + 54, inner, 0}, what.words, Face::Regular, 13, 20, c.t2);
    if (!what.below.empty()) ui.text({box.x + 52, box.bottom() - 26}, what.below, Face::Regular, 11, c.t3);
    return {box.x + 52, box.y + 54 + lines * 20 + 14, inner, 28};
}

void failure_card(Ui& ui, Box room, const Failure& failure) {
    const Box row = card(ui, room, {failure.title, failure.detail, failure.consequence}, room.y + 120);
    if (ui.state.dialog == Dialog::None) { // Tab begins in it, and so does what has just come
        ui.memory.first = "failure:other";
        if (ui.memory.last_first.empty() && ui.memory.active_field.empty()) {
            ui.memory.focus.clear();
            ui.memory.focus_visible = false;
        }
    }
    if (button(ui, "failure:other", {row.x, row.y, 166, 28}, "Choose another file", {.icon = Icon::File}))
        ui.send({"open-other"});
    if (button(ui, "failure:copy", {row.x + 174, row.y, 108, 28}, "Copy details")) ui.send({"copy-failure"});
    constexpr std::string_view percent = "load-percent ";
    if (failure.action.starts_with(percent) &&
        button(ui, "failure:percent", {row.x + 290, row.y, 112, 28}, "Divide by 100", {.primary = true}))
        ui.send({"load-percent", failure.action.substr(percent.size())});
    constexpr std::string_view assistant = "assistant ";
    if (failure.action.starts_with(assistant) &&
        button(ui, "failure:assistant", {row.x + 290, row.y, 148, 28}, "Map it by hand", {.primary = true}))
        ui.send({"assistant", failure.action.substr(assistant.size())});
    if (icon_button(ui, "failure:close", {row.right() - 8, room.y + 136, 28, 28}, Icon::Close, "Close",
                    "Esc"))
        ui.send({"dismiss-failure"});
}

void loading_card(Ui& ui, Box room) {
    const Palette& c = ui.colors;
    const AppState& s = ui.state;
    constexpr double patience = 0.2;
    if (s.clock - s.opening_since < patience) {
        ui.memory.wake_at = s.opening_since + patience;
        return;
    }
    const Box box{room.centre().x - 230, room.y + 140, 460, 132};
    ui.raise(box);
    popup_box(ui, box, 8);
    ui.text({box.x + 20, box.y + 30}, "Opening " + ui.cut(s.opening, Face::Semibold, 15, 330), Face::Semibold,
            15, c.t1);
    ui.fill({box.x + 20, box.y + 56, box.w - 40, 4}, c.bg3, 2);
    const auto moved = static_cast<float>(std::fmod(s.clock - s.opening_since, 1.6) / 1.6);
    const float from = std::max(0.0f, moved * 1.3f - 0.3f), to = std::min(1.0f, moved * 1.3f);
    ui.fill({box.x + 20 + (box.w - 40) * from, box.y + 56, (box.w - 40) * (to - from), 4}, c.t1, 2);
    ui.memory.animating = true;
    if (button(ui, "loading:cancel", {box.x + 20, box.y + 84, 84, 28}, "Cancel")) ui.send({"cancel-loading"});
    if (s.model)
        ui.text({box.x + 120, box.y + 98}, "The old model stays usable until the new one is ready.",
                Face::Regular, 11, c.t3);
}

void too_long_card(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const std::string limit = std::to_string(s.longest_input - 1);
    const Box box{250, room.y + 8, 470, 88};
    ui.raise(box);
    popup_box(ui, box, 8);
    ui.draw(icon(Icon::Warning, c.error), {box.x + 22, box.y + 22});
    ui.text({box.x + 40, box.y + 22},
            "This model reads at most " + limit + " " + std::string(read_unit(s).many) + ".", Face::Medium,
            13, c.t1);
    ui.text({box.x + 40, box.y + 44}, "The first " + limit + " are shown.", Face::Regular, 13, c.t2);
    if (button(ui, "toolong:first", {box.right() - 132, box.y + 48, 120, 28}, "Use first " + limit))
        ui.send({"use-beginning"});
}

} // namespace

/// They lie over the canvas, which hears no click on them.
void notices(Ui& ui, Box room) {
    const AppState& s = ui.state;
    if (!s.opening.empty())
        loading_card(ui, room);
    else if (s.failure)
        failure_card(ui, room, *s.failure);
    else if (s.too_long && !s.input.empty())
        too_long_card(ui, room);
    else if (!s.input_problem.empty() && !s.input.empty()) {
        const float w = std::min(640.0f, room.w - 262);
        const auto lines = wrap(s.input_problem, w - 52, Face::Regular, 13, *figure_style(ui).metrics);
        const Box box{250, room.y + 8, w, 24 + 20 * static_cast<float>(lines.size())};
        popup_box(ui, box, 8);
        ui.draw(icon(Icon::Warning, ui.colors.error), {box.x + 22, box.y + 22});
        for (std::size_t k = 0; k < lines.size(); ++k)
            ui.text({box.x + 40, box.y + 22 + 20 * static_cast<float>(k)}, lines[k], Face::Regular, 13,
                    ui.colors.t1);
    }
    if (s.no_shaders) {
        const Box row = card(ui, room,
                             {"Drawing without effects",
                              "This graphics driver could not compile the shaders. Everything works, "
                              "without soft light behind the moving parts.",
                              "", false},
                             room.bottom() - 190);
        if (button(ui, "shaders:fine", {row.x, row.y, 84, 28}, "Fine")) ui.send({"dismiss-shader-notice"});
        if (button(ui, "shaders:copy", {row.x + 92, row.y, 108, 28}, "Copy details"))
            ui.send({"copy-shader-details"});
    }
    ui.lower();
}

namespace {

/// What the button on it says; none: there is no button.
std::string toast_action(const Toast& toast) {
    const auto wanted = std::find_if(commands().begin(), commands().end(),
                                     [&](const CommandInfo& info) { return info.id == toast.action; });
    return wanted == commands().end() ? "" : std::string(wanted->title);
}

/// How one is laid out: whole, in as many lines as it takes.
struct ToastLook {
    static constexpr float widest = 440;
    float width = widest;
    std::vector<std::string> lines;
    std::string action;
    float action_width = 0, height = 0, size = 11, line = 16;

    ToastLook(const Ui& ui, const Toast& toast, float wide) : width(wide), action(toast_action(toast)) {
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

} // namespace

/// The newest next to the edge: below the words of Step's inspector, so that the picture stays in sight, else
/// at the bottom left (the foot of Search's panel has its settings), and while a dialog is open at the top,
/// above its shade. What stays until it is answered, and is no bad news, waits there until the dialog has
/// closed.
void toasts(Ui& ui) {
    const AppState& s = ui.state;
    constexpr float gap = 12, edge = 16;
    const bool over = s.dialog != Dialog::None;
    std::vector<Toast> shown;
    std::copy_if(s.toasts.rbegin(), s.toasts.rend(), std::back_inserter(shown),
                 [&](const Toast& toast) { return !over || toast.bad || toast.leaves > 0; });
    if (shown.empty()) return;
    const bool lecture = shows_lecture(s), page = s.report.shown || view_of(s).page;
    const Box side = inspector_box(ui);
    const bool aside = !over && !lecture && !page && s.view == "step" && side.w >= 300;
    const float width = aside ? side.w - 24 : ToastLook::widest, x = over ? std::round((ui.width - width) / 2)
                                                                     : aside ? side.x + 12
                                                                             : edge;
    const float below = lecture ? ui.height - lecture_canvas(s).height
                        : page  ? 0
                        : aside ? bottom_height
                                : bottom_height + watch_strip_height(s); // what is followed stays in sight
    float y = over ? edge : ui.height - below - edge;
    if (!over && !lecture && !aside && shows_first_hint(s)) y -= 96;
    std::vector<ToastLook> looks;
    std::vector<Box> boxes;
    for (const Toast& toast : shown) {
        looks.emplace_back(ui, toast, width);
        const float height = looks.back().height;
        boxes.push_back({x, over ? y : y - height, width, height});
        y += over ? height + gap : -height - gap;
    }
    const float top = std::min(boxes.front().y, boxes.back().y),
                bottom = std::max(boxes.front().bottom(), boxes.back().bottom());
    if (over) ui.raise({x, top, width, bottom - top}); // the dialog below hears no click
    for (std::size_t n = 0; n < shown.size(); ++n) draw_toast(ui, shown[n], looks[n], boxes[n]);
    if (over) ui.lower();
}

} // namespace heed
