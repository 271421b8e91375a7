// What comes and goes over the workspace: the first-run hint, failures, loading.
#include "app/figures/base/equation.h"
#include "app/state/heads/heads.h"
#include "app/state/jobs/runs.h"
#include "app/state/navigator/navigator.h"
#include "app/state/step/layers/layers.h"
#include "app/state/units.h"
#include "app/views/base/widgets.h"
#include "app/views/navigator/navigator.h"
#include "app/views/views.h"
#include "app/views/watch_strip.h"
#include "app/views/workspaces.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed {

bool shows_first_hint(const AppState& s) {
    return s.hint && s.trace && !s.input.empty() && !s.report.shown && view_of(s).first_hint &&
           s.playback.at <= 0 && watch_strip_height(s) == 0;
}

HintPlace first_hint_place(const Ui& ui) {
    constexpr float least_wide = 320, least_high = 436; // px: what the inspector says stands above it
    if (!shows_layers(ui.state) || shows_heads(ui.state)) return HintPlace::AtPlay;
    const Box side = inspector_box(ui);
    return side.w >= least_wide && side.h >= least_high ? HintPlace::Inspector : HintPlace::Top;
}

namespace {

void point_at_play(Ui& ui, float bottom) {
    const Palette& c = ui.colors;
    ui.draw(LineItem{.points = {{104, bottom - 1}, {114, bottom + 9}, {124, bottom - 1}},
                     .color = c.popup,
                     .width = 1,
                     .closed = true,
                     .fill = c.popup});
    ui.line({104, bottom}, {114, bottom + 9}, c.line2);
    ui.line({114, bottom + 9}, {124, bottom}, c.line2);
}

Box first_hint_box(const Ui& ui) {
    constexpr float wide = 301, high = 85;
    const float y = ui.height - bottom_height - 11 - high;
    switch (first_hint_place(ui)) {
    case HintPlace::Inspector:
        return {inspector_box(ui).centre().x - wide / 2, y, wide, high};
    case HintPlace::Top:
        return {16, canvas_box(ui).y + 38, wide, high};
    case HintPlace::AtPlay:
        break;
    }
    return {56, y, wide, high};
}

} // namespace

void first_run_hint(Ui& ui) {
    const Palette& c = ui.colors;
    if (!ui.state.trace) return;
    const float bottom = ui.height - bottom_height - 11;
    const Box box = first_hint_box(ui);
    popup_box(ui, box, 8);
    if (first_hint_place(ui) == HintPlace::AtPlay) point_at_play(ui, bottom);
    ui.text({box.x + 16, box.y + 22}, "Start here", Face::Semibold, 13, c.t1);
    float x = box.x + 16;
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
    ui.text({box.x + 16, box.y + 68}, "This hint goes away after your first step.", Face::Regular, 11, c.t3);
}

namespace {

/// A card with a warning sign, a title, words and actions; returns the box.
struct Notice {
    std::string title, words, below;
    bool bad = true;
    float width = 560;
};
Box card(Ui& ui, Box room, const Notice& what, float top) {
    const Palette& c = ui.colors;
    const float w = std::min(what.width, room.w - 48), inner = w - 72;
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

/// What an axis may be that no length tells: "load-axes LHTS,BHTS PATH".
void axes_buttons(Ui& ui, const Failure& failure, Point at) {
    constexpr std::string_view axes = "load-axes ";
    if (!failure.action.starts_with(axes)) return;
    const std::string_view words = std::string_view(failure.action).substr(axes.size());
    const std::size_t blank = words.find(' ');
    const auto orders = split(words.substr(0, blank), ",");
    std::size_t differs = orders.size() > 1 ? 0 : orders.front().find('B'); // the axis that is meant
    while (orders.size() > 1 && differs < orders.front().size() &&
           std::all_of(orders.begin(), orders.end(),
                       [&](std::string_view order) { return order[differs] == orders.front()[differs]; }))
        ++differs;
    for (const std::string_view order : orders) {
        const char letter = order[differs];
        const std::string name = letter == 'L'   ? "Layers"
                                 : letter == 'H' ? "Heads"
                                 : letter == 'B' ? "Batch"
                                                 : "Outputs";
        if (button(ui, "failure:axes:" + std::string(order), {at.x, at.y, 72, 28}, name, {.primary = true})) {
            Command command{"load-axes", std::string(words.substr(blank + 1))};
            command.family = order;
            ui.send(std::move(command));
        }
        at.x += 80;
    }
}

void failure_card(Ui& ui, Box room, const Failure& failure) {
    const bool three = std::count(failure.action.begin(), failure.action.end(), ',') > 1; // orders
    const Box row =
        card(ui, room, {failure.title, failure.detail, failure.consequence, true, three ? 620.0f : 560.0f},
             room.y + 120);
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
    constexpr std::string_view start = "load-start ";
    if (failure.action.starts_with(start) &&
        button(ui, "failure:start", {row.x + 290, row.y, 124, 28}, "Begin with <s>", {.primary = true}))
        ui.send({"load-start", failure.action.substr(start.size())});
    constexpr std::string_view numbers = "load-numbers ";
    if (failure.action.starts_with(numbers) &&
        button(ui, "failure:numbers", {row.x + 290, row.y, 124, 28}, "Number them", {.primary = true}))
        ui.send({"load-numbers", failure.action.substr(numbers.size())});
    axes_buttons(ui, failure, {row.x + 290, row.y});
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
    else if (s.failure && s.dialog != Dialog::Open) // another file is being chosen
        failure_card(ui, room, *s.failure);
    else if (s.too_long && !s.input.empty())
        too_long_card(ui, room);
    else if (!s.input_problem.empty() && !s.input.empty()) {
        const bool wrong = !stopped_reading(s); // else it is as the user wanted it
        const float w = std::min(640.0f, room.w - 262), left = wrong ? 40.0f : 16.0f;
        const auto lines = wrap(s.input_problem, w - left - 12, Face::Regular, 13, *figure_style(ui).metrics);
        const Box box{250, room.y + 8, w, 24 + 20 * static_cast<float>(lines.size())};
        popup_box(ui, box, 8);
        if (wrong) ui.draw(icon(Icon::Warning, ui.colors.error), {box.x + 22, box.y + 22});
        for (std::size_t k = 0; k < lines.size(); ++k)
            ui.text({box.x + left, box.y + 22 + 20 * static_cast<float>(k)}, lines[k], Face::Regular, 13,
                    ui.colors.t1);
    } else if (reads_the_source(s) && !s.trace) { // else it is said beside the last output
        ui.text(room.centre(), "The model is " + reading_words(s.runs.on_its_way->far) + ". Esc stops.",
                Face::Regular, 13, ui.colors.t2, Align::Centre);
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

} // namespace heed
