// The window: workspaces, dialogs and menus, messages, size and theme.
#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/state/commands/row.h"
#include "app/state/open/opening.h"
#include "app/state/workspaces.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

using Kind = Effect::Kind;

void show_step(AppState& s) { show_workspace(s, "step"); }
void show_compare(AppState& s) { show_workspace(s, "compare"); }
void show_search(AppState& s) { show_workspace(s, "search"); }

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
    bool& shown = s.narrow() ? s.drawer : s.settings.inspector;
    shown = !shown;
}

void dismiss_failure(AppState& s) { s.failure.reset(); }
EffectList show_named_menu(AppState& s, const Command& c) {
    const Menu menu = static_cast<Menu>(c.i);
    s.menu = s.menu == menu ? Menu::None : menu;
    return {};
}

// ------------------------------------------------------------------------------------------ commands by name

EffectList run_named(AppState& s, const Command& c) {
    const CommandInfo* named = find_command(c.text);
    return named && is_enabled(*named, s) ? update(s, {named->what}) : EffectList{};
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
    const auto found = find_commands(s.palette.query, s);
    if (found.empty()) return {};
    const auto index = std::clamp<std::ptrdiff_t>(s.palette.chosen, 0, std::ssize(found) - 1);
    s.dialog = Dialog::None;
    return update(s, {found[static_cast<std::size_t>(index)]->what});
}

EffectList type_in_palette(AppState& s, const Command& c) {
    s.palette = {c.text, 0};
    return {};
}

EffectList move_in_palette(AppState& s, const Command& c) {
    const int last = static_cast<int>(find_commands(s.palette.query, s).size()) - 1;
    s.palette.chosen = std::clamp(s.palette.chosen + (c.i < 0 ? -1 : 1), 0, std::max(0, last));
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
    const std::string values = tensor_text(*s.trace, c.text, playhead_of(s));
    if (values.empty()) return {};
    say(s, "Copied the values");
    return {{Kind::CopyText, values}};
}

} // namespace

EffectList escape(AppState& s) {
    if (s.menu != Menu::None)
        s.menu = Menu::None;
    else if (s.dialog != Dialog::None)
        s.dialog = Dialog::None;
    else if (!s.opening.empty())
        return stop_opening(s);
    else if (s.what_if.arrows)
        s.what_if.arrows = false;
    else if (s.drawer)
        s.drawer = false;
    else if (s.report.shown)
        leave_report(s);
    else if (s.searching() && s.search.typed)
        return update(s, {Do::TreeTypeEnd});
    else if (const auto let_go = workspace_of(s).let_go; let_go && let_go(s))
        return {{Kind::LeaveField}};
    else if (s.input.empty() && !s.last_input.empty()) {
        EffectList effects = update(s, {Do::BringBackInput});
        effects.push_back({Kind::LeaveField});
        return effects;
    } else {
        s.selection = {};
        s.trajectory.chosen.reset();
        s.hover = {};
        s.failure.reset();
    }
    return {{Kind::LeaveField}};
}

Rows window_commands() {
    constexpr std::string_view window = "Window";
    return {
        {Do::Palette, "palette", "Find a command", keys("Ctrl+K"), window, true, nullptr,
         plain<show<Dialog::Palette>>},
        {Do::Keys, "keys", "Show all keys", keys("F1", "?"), window, true, nullptr, plain<show<Dialog::Keys>>,
         "help shortcuts keyboard"},
        {Do::StepView, "view-step", "Step workspace", keys("Ctrl+1"), window, true, nullptr, plain<show_step>,
         "tab"},
        {Do::CompareView, "view-compare", "Compare workspace", keys("Ctrl+2"), window, true, nullptr,
         plain<show_compare>, "tab scoring functions models"},
        {Do::SearchView, "view-search", "Search workspace", keys("Ctrl+3"), window, true, can_run,
         plain<show_search>, "tab beam tree what-if"},
        {Do::ToggleInspector, "inspector", "Show or hide the inspector", keys("F4"), window, true, nullptr,
         plain<turn_inspector>, "panel drawer explanation equation"},
        {Do::ToggleTheme, "theme", "Dark or light", keys("T"), window, false, nullptr, plain<turn_theme>,
         "theme light night colours colors"},
        {Do::ToggleMotion, "motion", "Reduce motion", keys(), window, false, nullptr,
         turn<&AppState::settings, &Settings::reduced_motion>, "animation accessibility"},
        {Do::ZoomIn, "zoom-in", "Larger", keys("Ctrl+=", "Ctrl++"), window, true, nullptr, plain<zoom<+1>>,
         "zoom bigger scale text size"},
        {Do::ZoomOut, "zoom-out", "Smaller", keys("Ctrl+-"), window, true, nullptr, plain<zoom<-1>>,
         "zoom scale text size"},
        {Do::ZoomReset, "zoom-reset", "Normal size", keys("Ctrl+0"), window, true, nullptr, plain<zoom<0>>,
         "zoom scale 100% text"},
        {Do::FullScreen, "full-screen", "Full screen", keys("F11"), window, true, nullptr,
         plain<turn_full_screen>, "window maximize"},
        {Do::Quit, "quit", "Quit", keys("Ctrl+Q"), window, true, nullptr, put<true, &AppState::leaving>,
         "exit close leave"},
        hidden(Do::ShowMenu, "menu", show_named_menu, {one_of("menu", menu_names)}),
        hidden(Do::CloseMenu, "close-menu", put<Menu::None, &AppState::menu>),
        hidden(Do::CloseDialog, "close-dialog", put<Dialog::None, &AppState::dialog>),
        hidden(Do::PaletteQuery, "palette-query", type_in_palette, {text("text")}),
        hidden(Do::PaletteMove, "palette-move", move_in_palette, {whole("by", &Command::i)}),
        hidden(Do::PaletteRun, "palette-run", run_palette, {optional(whole("row", &Command::i))}),
        hidden(Do::FigureButton, "figure-button", run_named, {text("id")}),
        hidden(Do::RunToast, "toast-button", run_of_toast, {text("id"), whole("toast", &Command::i)}),
        hidden(Do::DismissToast, "dismiss-toast", dismiss_toast, {whole("toast", &Command::i)}),
        hidden(Do::DismissFailure, "dismiss-failure", plain<dismiss_failure>),
        hidden(Do::CopyFailure, "copy-failure", plain<copy_failure>),
        hidden(Do::DismissShaderNotice, "dismiss-shader-notice", put<false, &AppState::no_shaders>),
        hidden(Do::CopyShaderDetails, "copy-shader-details", plain<copy_shader_details>),
        hidden(Do::CopyText, "copy-text", copy_text, {text("text")}),
        hidden(Do::CopyTensor, "copy-tensor", copy_tensor,
               {text("name"), optional(whole("row", &Command::i)), optional(whole("column", &Command::j))}),
        hidden(Do::CancelLoading, "cancel-loading", plain<stop_opening>),
    };
}

} // namespace heed
