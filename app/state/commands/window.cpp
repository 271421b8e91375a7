// The window: workspaces, dialogs and menus, messages, size and theme.
#include "app/figures/base/format.h"
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/state/commands/palette.h"
#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "app/state/jobs/runs.h"
#include "app/state/open/opening.h"
#include "app/state/picker/picker.h"
#include "app/state/search/search.h"
#include "app/state/step/layers/front.h"
#include "app/state/step/lecture.h"
#include "app/state/step/what_if.h"
#include "app/state/workspaces.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using Kind = Effect::Kind;

EffectList show_tab(AppState& s, const Command& c) {
    for (const Workspace& workspace : workspaces())
        if (workspace.show == c.id && !workspace.title.empty()) return show_workspace(s, workspace.id);
    return {};
}

/// A row for each tab.
void add_tabs(Rows& rows) {
    for (const Workspace& w : workspaces())
        if (!w.title.empty())
            rows.push_back({w.show,
                            w.tab,
                            keys(w.key),
                            "Window",
                            true,
                            w.when,
                            show_tab,
                            w.also,
                            false,
                            {},
                            Records::Nothing,
                            w.why_not});
}

template <int steps>
void zoom(AppState& s) {
    const float now = std::round(std::log(s.settings.zoom) / std::log(1.1f));
    s.settings.zoom = std::clamp(steps == 0 ? 1.0f : std::pow(1.1f, now + steps), 0.75f, 2.0f);
}

template <Dialog dialog>
void show(AppState& s) {
    s.menu = Menu::None;
    s.dialog = s.dialog == dialog ? Dialog::None : dialog;
    if (s.dialog == Dialog::Palette) s.palette = {};
}

void turn_theme(AppState& s) {
    s.settings.theme = s.settings.theme == Theme::Dark ? Theme::Light : Theme::Dark;
}

EffectList turn_full_screen(AppState& s) {
    s.fullscreen = !s.fullscreen;
    return {{Kind::FullScreen}};
}

void turn_inspector(AppState& s) {
    if (shows_lecture(s)) return refuse(s, "A lecture has no inspector: F5 or Esc leaves it");
    bool& shown = s.narrow() ? s.drawer : s.settings.inspector;
    shown = !shown;
}

void dismiss_failure(AppState& s) { s.failure.reset(); }

/// What may mend it, as its button does.
EffectList mend_failure(AppState& s) {
    if (!s.failure || s.failure->action.empty()) return {};
    const std::string action = s.failure->action;
    const std::size_t space = action.find(' ');
    const CommandInfo* mends = find_command(action.substr(0, space));
    return mends ? update(s, {mends->id, space == std::string::npos ? "" : action.substr(space + 1)})
                 : EffectList{};
}
bool can_mend(const AppState& s) {
    return s.failure && !s.failure->action.empty() && s.opening.empty() && s.dialog == Dialog::None &&
           s.menu == Menu::None;
}
EffectList show_named_menu(AppState& s, const Command& c) {
    const Menu menu = static_cast<Menu>(c.i);
    s.menu = s.menu == menu ? Menu::None : menu;
    return {};
}

// ------------------------------------------------------------------------------------------ commands by name

EffectList run_named(AppState& s, const Command& c) {
    const CommandInfo* named = find_command(c.text);
    return named && is_enabled(*named, s) ? update(s, {named->id}) : EffectList{};
}

EffectList run_of_toast(AppState& s, const Command& c) {
    std::erase_if(s.toasts, [&](const Toast& t) { return t.id == c.i; });
    return run_named(s, c);
}

/// A lost session whose offer is closed is not wanted.
EffectList dismiss_toast(AppState& s, const Command& c) {
    const int id = c.i;
    const auto offers = [&](const Toast& t) { return t.id == id && t.action == "restore-session"; };
    const bool offered = std::any_of(s.toasts.begin(), s.toasts.end(), offers);
    std::erase_if(s.toasts, [&](const Toast& t) { return t.id == id; });
    if (!offered || s.orphan_taken) return {};
    s.orphan.clear();
    return {{Effect::Kind::ForgetSession}};
}

EffectList run_palette(AppState& s, const Command& c) {
    if (c.i >= 0) s.palette.chosen = c.i;
    const auto found = find_entries(s.palette.query, s);
    if (found.empty()) return {};
    const auto index = std::clamp<std::ptrdiff_t>(s.palette.chosen, 0, std::ssize(found) - 1);
    s.dialog = Dialog::None;
    return update(s, found[static_cast<std::size_t>(index)].command);
}

EffectList type_in_palette(AppState& s, const Command& c) {
    s.palette = {c.text, 0};
    return {};
}

EffectList move_in_palette(AppState& s, const Command& c) {
    const int last = static_cast<int>(find_entries(s.palette.query, s).size()) - 1;
    s.palette.chosen = std::clamp(s.palette.chosen + std::clamp(c.i, -10'000, 10'000), 0, std::max(0, last));
    return {};
}

/// A key that means nothing here, for a reason: one is told at a time.
EffectList refuse_key(AppState& s, const Command& c) {
    const std::string why = why_no_command(c.text, s, c.i > 0);
    if (why.empty()) return {};
    std::erase_if(s.toasts, [](const Toast& t) { return t.refused; });
    refuse(s, key_label(c.text) + " does nothing here", why);
    return {};
}

// --------------------------------------------------------------------------------------------- the clipboard

EffectList copy_text(AppState&, const Command& c) { return {{Kind::CopyText, c.text}}; }
EffectList copy_shader_details(AppState& s) { return {{Kind::CopyText, s.shader_details}}; }

EffectList copy_failure(AppState& s) {
    return s.failure ? EffectList{{Kind::CopyText, s.failure->title + "\n" + s.failure->detail}}
                     : EffectList{};
}

EffectList copy_tensor(AppState& s, const Command& c) {
    if (!s.trace) return {};
    const std::string values = tensor_text(*with_head_in_step(s, s.trace), c.text, playhead_of(s));
    if (values.empty()) return {};
    say(s, "Copied the values");
    return {{Kind::CopyText, values}};
}

/// The run that is being written and what Compare or Search waits for as well: one Esc is enough.
std::optional<EffectList> stop_runs(AppState& s) {
    std::optional<EffectList> effects;
    for (const auto stop : {stop_compare, stop_writing, stop_search}) {
        const auto more = stop(s);
        if (!more) continue;
        if (!effects) effects.emplace();
        effects->insert(effects->end(), more->begin(), more->end());
    }
    return effects;
}

} // namespace

EffectList escape(AppState& s) {
    if (leave_card(s)) return {};
    if (s.menu != Menu::None)
        s.menu = Menu::None;
    else if (s.dialog == Dialog::Open && s.open.families_shown)
        s.open.families_shown = false;
    else if (s.dialog != Dialog::None)
        s.dialog = Dialog::None;
    else if (!s.opening.empty())
        return stop_opening(s);
    else if (shows_lecture(s))
        leave_lecture(s);
    else if (preview_of(s))
        drop_preview(s);
    else if (s.what_if.arrows)
        s.what_if.arrows = false;
    else if (s.drawer)
        s.drawer = false;
    else if (s.report.shown)
        leave_report(s);
    else if (s.searching() && s.search.typed)
        return update(s, {"tree-type-end"});
    else if (auto effects = stop_runs(s)) {
        effects->push_back({Kind::LeaveField});
        return *effects;
    } else if (const auto let_go = workspace_of(s).let_go; let_go && let_go(s))
        return {{Kind::LeaveField}};
    else if (s.input.empty() && !s.last_input.empty()) {
        EffectList effects = update(s, {"bring-back-input"});
        effects.push_back({Kind::LeaveField});
        return effects;
    } else {
        s.selection = {};
        s.states.chosen.reset();
        s.hover = {};
        s.failure.reset();
    }
    return {{Kind::LeaveField}};
}

Rows window_commands() {
    constexpr std::string_view window = "Window";
    Rows rows = {
        recorded<Records::Nothing>({"palette", "Find a command", keys("Ctrl+K"), window, true, nullptr,
                                    plain<show<Dialog::Palette>>}),
        recorded<Records::Nothing>({"keys", "Show all keys", keys("F1", "?"), window, true, nullptr,
                                    plain<show<Dialog::Keys>>, "help shortcuts keyboard"}),
    };
    add_tabs(rows);
    const Rows more = {
        recorded<Records::Nothing>({"inspector", "Show or hide the inspector", keys("F4"), window, true,
                                    nullptr, plain<turn_inspector>, "panel drawer explanation equation"}),
        recorded<Records::Nothing>({"theme", "Dark or light", keys("T"), window, false, nullptr,
                                    plain<turn_theme>, "theme light night colours colors"}),
        recorded<Records::Nothing>({"motion", "Reduce motion", keys(), window, false, nullptr,
                                    turn<&AppState::settings, &Settings::reduced_motion>,
                                    "animation accessibility"}),
        recorded<Records::Nothing>({"zoom-in", "Larger", keys("Ctrl+=", "Ctrl++"), window, true, nullptr,
                                    plain<zoom<+1>>, "zoom bigger scale text size"}),
        recorded<Records::Nothing>({"zoom-out", "Smaller", keys("Ctrl+-"), window, true, nullptr,
                                    plain<zoom<-1>>, "zoom scale text size"}),
        recorded<Records::Nothing>({"zoom-reset", "Normal size", keys("Ctrl+0"), window, true, nullptr,
                                    plain<zoom<0>>, "zoom scale 100% text"}),
        recorded<Records::Nothing>({"full-screen", "Full screen", keys("F11"), window, true, nullptr,
                                    plain<turn_full_screen>, "window maximize"}),
        recorded<Records::Nothing>({"quit", "Quit", keys("Ctrl+Q"), window, true, nullptr,
                                    put<true, &AppState::leaving>, "exit close leave"}),
        recorded<Records::Nothing>(hidden("menu", show_named_menu, {one_of("menu", menu_names)})),
        recorded<Records::Nothing>(hidden("close-menu", put<Menu::None, &AppState::menu>)),
        recorded<Records::Nothing>(hidden("close-dialog", put<Dialog::None, &AppState::dialog>)),
        recorded<Records::Nothing>(hidden("palette-query", type_in_palette, {text("text")})),
        recorded<Records::Passing>(hidden("palette-move", move_in_palette, {whole("by", &Command::i)})),
        recorded<Records::ByName>(hidden("palette-run", run_palette, {optional(whole("row", &Command::i))})),
        recorded<Records::ByName>(hidden("figure-button", run_named, {text("id")})),
        recorded<Records::ByName>(
            hidden("toast-button", run_of_toast, {text("id"), whole("toast", &Command::i)})),
        recorded<Records::Passing>(
            hidden("refuse-key", refuse_key, {text("key"), optional(flag("in_field"))})),
        recorded<Records::Passing>(hidden("dismiss-toast", dismiss_toast, {whole("toast", &Command::i)})),
        recorded<Records::Nothing>(hidden("dismiss-failure", plain<dismiss_failure>)),
        recorded<Records::Nothing>(hidden("copy-failure", plain<copy_failure>)),
        recorded<Records::Nothing>({"mend-failure", "Do what the message on the screen offers", keys("Enter"),
                                    window, false, can_mend, plain<mend_failure>, "error refused map divide",
                                    true}),
        recorded<Records::Nothing>(hidden("dismiss-shader-notice", put<false, &AppState::no_shaders>)),
        recorded<Records::Nothing>(hidden("copy-shader-details", plain<copy_shader_details>)),
        recorded<Records::Nothing>(hidden("copy-text", copy_text, {text("text")})),
        recorded<Records::Nothing>(hidden(
            "copy-tensor", copy_tensor,
            {text("name"), optional(whole("row", &Command::i)), optional(whole("column", &Command::j))})),
        recorded<Records::Nothing>(hidden("cancel-loading", plain<stop_opening>)),
    };
    rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}

} // namespace heed
