#include "app/state/update.h"

#include "app/figures/seq2seq/inspector/inspector.h"
#include "app/state/compare.h"
#include "app/state/opening.h"
#include "app/state/search.h"
#include "app/state/trajectory.h"
#include "app/state/what_if.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {

// The parts of update that have files of their own.
EffectList update_dialogs(AppState& state, const Command& command);
EffectList update_spelling(AppState& state, const Command& command);

namespace {

using Kind = Effect::Kind;

constexpr std::array speeds = {0.25f, 0.5f, 1.0f, 2.0f, 4.0f, 8.0f};

/// Every way of moving the playhead ends the first-run hint.
void moved(AppState& s) {
    if (!s.hint) return;
    s.hint = false;
    s.settings.first_run_done = true;
}

void go(AppState& s, int at, bool animate) {
    const int target = std::clamp(at, 0, s.total());
    if (target == s.playback.at && animate) return;
    s.playback.backwards = target < s.playback.at;
    s.playback.at = target;
    s.playback.progress = animate && (target > 0 || s.playback.backwards) ? 0.0f : 1.0f;
    s.canvas_scroll = -1;
    moved(s);
}

void step(AppState& s, Granularity by, int direction) {
    if (!s.trace) return;
    s.playback.playing = false;
    go(s, next_stop(s.trace->outline, s.playback.at, by, direction), true);
}

void play_pause(AppState& s) {
    if (!s.trace) return;
    if (s.playback.playing) {
        s.playback.playing = false;
        return;
    }
    if (s.playback.at >= s.total()) {
        s.playback.at = 0;
        s.playback.progress = 1;
    }
    s.playback.backwards = false;
    s.playback.playing = true;
    moved(s);
}

void change_speed(AppState& s, int direction) {
    const auto nearest = std::min_element(speeds.begin(), speeds.end(), [&](float a, float b) {
        return std::abs(a - s.settings.speed) < std::abs(b - s.settings.speed);
    });
    const auto index =
        std::clamp<std::ptrdiff_t>(nearest - speeds.begin() + direction, 0, std::ssize(speeds) - 1);
    s.settings.speed = speeds[static_cast<std::size_t>(index)];
}

void move_column(AppState& s, int direction) {
    if (!s.trace || s.trace->source_length() == 0) return;
    const int n = s.trace->source_length();
    s.selection.column = s.selection.column < 0 ? (direction > 0 ? 0 : n - 1)
                                                : std::clamp(s.selection.column + direction, 0, n - 1);
}

void move_row(AppState& s, int direction) {
    if (!s.trace || s.trace->outputs() == 0) return;
    const Moment now = moment_at(s.trace->outline, s.playback.at);
    const int current = s.selection.row >= 0            ? s.selection.row
                        : now.started && now.decoding() ? now.position
                                                        : 0;
    s.selection.row = std::clamp(current + direction, 0, s.trace->outputs() - 1);
}

/// In Compare the unit is the panel.
void hover(AppState& s, Pointing at) {
    s.hover = at;
    if (!s.comparing()) return;
    s.hover.unit = -1;
    s.compare.hover = {at.unit, at.row, at.column};
}

void show_view(AppState& s, const char* view) {
    if (s.view == view) {
        leave_report(s);
        return;
    }
    if (!leave_report(s) && s.report.shown) return;
    if (s.searching() || std::string_view(view) == "search") { // its playhead is another
        s.playback.playing = false;
        s.playback.progress = 1;
    }
    s.view = view;
    s.what_if.arrows = false;
    s.menu = Menu::None;
    s.drawer = false;
    s.hover = {};
    s.compare.hover = {};
    // Compare begins with everything there, unless one is on the way through.
    if (s.comparing() && s.playback.at == 0) go(s, s.total(), false);
}

EffectList set_input(AppState& s, const std::string& text) {
    if (text == s.input) return {};
    s.completion = {};
    s.unknown.clear();
    if (text.empty()) s.last_input = s.input;
    s.input = text;
    s.settings.input = text;
    s.selection = {};
    s.hover = {};
    s.compare.hover = s.compare.pinned = {};
    s.playback.playing = false;
    if (s.edits.any())
        s.toasts.push_back({s.next_toast++, false, "Your changes were made to the last input",
                            "Ctrl+Z brings back both", s.clock + 6});
    s.edits = {}; // they spoke of another run
    s.what_if.arrows = false;
    s.what_if.flip = {};
    s.kept.reset();
    s.search.path.clear();
    return {};
}

EffectList escape(AppState& s) {
    if (s.menu != Menu::None)
        s.menu = Menu::None;
    else if (s.dialog != Dialog::None)
        s.dialog = Dialog::None;
    else if (!s.opening.empty())
        return update(s, {Do::CancelLoading});
    else if (s.what_if.arrows)
        s.what_if.arrows = false;
    else if (s.drawer)
        s.drawer = false;
    else if (s.report.shown)
        leave_report(s);
    else if (s.searching() && s.search.typed)
        return update(s, {Do::TreeTypeEnd});
    else if (s.comparing() && clear_compare(s))
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

void zoom(AppState& s, float factor) {
    const float steps = std::round(std::log(s.settings.zoom) / std::log(1.1f));
    const float wanted = factor == 1 ? 1.0f : std::pow(1.1f, steps + (factor > 1 ? 1.0f : -1.0f));
    s.settings.zoom = std::clamp(wanted, 0.75f, 2.0f);
}

void set_map(AppState& s, ColorMapId map) { s.settings.map = map; }

EffectList copy_tensor(AppState& s, const std::string& name) {
    if (!s.trace) return {};
    const std::string values = tensor_text(*s.trace, name, playhead_of(s));
    if (values.empty()) return {};
    s.toasts.push_back({s.next_toast++, false, "Copied the values", "", s.clock + 4});
    return {{Kind::CopyText, values}};
}

EffectList show(AppState& s, Dialog dialog) {
    s.menu = Menu::None;
    s.dialog = s.dialog == dialog ? Dialog::None : dialog;
    if (s.dialog == Dialog::Palette) s.palette = {};
    return {};
}

} // namespace

namespace {

EffectList obey(AppState& s, const Command& c) {
    if (search_takes(s, c.what)) return update_search(s, c);
    switch (c.what) {
    case Do::PlayPause:
        play_pause(s);
        return {};
    case Do::StepForward:
        step(s, s.settings.granularity, +1);
        return {};
    case Do::StepBack:
        step(s, s.settings.granularity, -1);
        return {};
    case Do::TokenForward:
        step(s, Granularity::Token, +1);
        return {};
    case Do::TokenBack:
        step(s, Granularity::Token, -1);
        return {};
    case Do::PhaseForward:
        step(s, Granularity::Phase, +1);
        return {};
    case Do::PhaseBack:
        step(s, Granularity::Phase, -1);
        return {};
    case Do::First:
        s.playback.playing = false;
        go(s, 0, false);
        return {};
    case Do::Last:
        s.playback.playing = false;
        go(s, s.total(), false);
        return {};
    case Do::SetAt:
    case Do::Scrub:
        s.playback.playing = false;
        go(s, static_cast<int>(c.value), false);
        return {};
    case Do::GranularitySubstep:
        s.settings.granularity = Granularity::Substep;
        return {};
    case Do::GranularityToken:
        s.settings.granularity = Granularity::Token;
        return {};
    case Do::GranularityPhase:
        s.settings.granularity = Granularity::Phase;
        return {};
    case Do::Slower:
        change_speed(s, -1);
        return {};
    case Do::Faster:
        change_speed(s, +1);
        return {};
    case Do::SetSpeed:
        s.settings.speed = std::clamp(static_cast<float>(c.value), 0.25f, 8.0f);
        return {};
    case Do::ColumnLeft:
        s.comparing() ? move_pin(s, 0, -1) : move_column(s, -1);
        return {};
    case Do::ColumnRight:
        s.comparing() ? move_pin(s, 0, +1) : move_column(s, +1);
        return {};
    case Do::RowUp:
        s.comparing() ? move_pin(s, -1, 0) : move_row(s, -1);
        return {};
    case Do::RowDown:
        s.comparing() ? move_pin(s, +1, 0) : move_row(s, +1);
        return {};
    case Do::Hover:
        hover(s, {c.i, c.j, static_cast<int>(c.value)});
        return {};
    case Do::SelectColumn:
        s.selection.column = s.selection.column == c.i ? -1 : c.i;
        return {};
    case Do::SelectRow:
        s.selection.row = s.selection.row == c.i ? -1 : c.i;
        return {};
    case Do::SelectUnit:
        s.selection.unit = s.selection.unit == c.i ? -1 : c.i;
        return {};
    case Do::ScrollCanvas:
        s.canvas_scroll = static_cast<float>(c.value);
        return {};
    case Do::ClearSelection:
        return escape(s);
    case Do::SetInput:
        return set_input(s, c.text);
    case Do::BringBackInput:
        return set_input(s, s.last_input);
    case Do::RunInput:
        if (s.report.shown) { // Enter: step through a sentence
            leave_report(s);
            return {};
        }
        s.runs = {};
        return s.model ? EffectList{{Kind::LeaveField}} : EffectList{};
    case Do::FocusInput:
        return {{Kind::FocusInput}};
    case Do::CancelLoading:
        return stop_opening(s);
    case Do::DismissFailure:
        s.failure.reset();
        return {};
    case Do::CopyFailure:
        return s.failure ? EffectList{{Kind::CopyText, s.failure->title + "\n" + s.failure->detail}}
                         : EffectList{};
    case Do::ToggleHeatmap:
        s.settings.heatmap = !s.settings.heatmap;
        return {};
    case Do::ToggleNumbers:
        s.settings.numbers = !s.settings.numbers;
        return {};
    case Do::ToggleLift:
        s.settings.scale =
            s.settings.scale == ValueScale::Linear ? ValueScale::LiftSmall : ValueScale::Linear;
        return {};
    case Do::ToggleTheme:
        s.settings.theme = s.settings.theme == Theme::Dark ? Theme::Light : Theme::Dark;
        return {};
    case Do::ToggleMotion:
        s.settings.reduced_motion = !s.settings.reduced_motion;
        return {};
    case Do::MapEmber:
        set_map(s, ColorMapId::Ember);
        return {};
    case Do::MapViridis:
        set_map(s, ColorMapId::Viridis);
        return {};
    case Do::MapCividis:
        set_map(s, ColorMapId::Cividis);
        return {};
    case Do::MapGrey:
        set_map(s, ColorMapId::Grey);
        return {};
    case Do::Palette:
        return show(s, Dialog::Palette);
    case Do::Keys:
        return show(s, Dialog::Keys);
    case Do::ZoomIn:
        zoom(s, 1.1f);
        return {};
    case Do::ZoomOut:
        zoom(s, 0.9f);
        return {};
    case Do::ZoomReset:
        zoom(s, 1);
        return {};
    case Do::FullScreen:
        s.fullscreen = !s.fullscreen;
        return {{Kind::FullScreen}};
    case Do::StepView:
        show_view(s, "step");
        return {};
    case Do::CompareView:
        show_view(s, "compare");
        return {};
    case Do::SearchView:
        show_view(s, "search");
        return {};
    case Do::Quit:
        s.leaving = true;
        return {};
    case Do::CopyText:
        return {{Kind::CopyText, c.text}};
    case Do::CopyTensor:
        return copy_tensor(s, c.text);
    case Do::RunToast:
        std::erase_if(s.toasts, [&](const Toast& t) { return t.id == c.i; });
        [[fallthrough]];
    case Do::FigureButton:
        for (const CommandInfo& info : commands())
            if (info.id == c.text && is_enabled(info, s)) return update(s, {info.what});
        return {};
    case Do::DismissShaderNotice:
        s.no_shaders = false;
        return {};
    case Do::CopyShaderDetails:
        return {{Kind::CopyText, s.shader_details}};
    case Do::Undo:
        return go_to_step(s, s.history.newest() - 1);
    case Do::Redo:
        return go_to_step(s, s.history.newest() + 1);
    case Do::GoToStep:
        return go_to_step(s, c.i);
    case Do::ResetEdits:
    case Do::KeepEdits:
    case Do::Gesture:
    case Do::ForceToken:
    case Do::HoldWeight:
    case Do::FreeWeight:
    case Do::EditRow:
    case Do::Temperature:
        return update_what_if(s, c);
    case Do::ForceOpen:
    case Do::TypeWeight:
    case Do::WeightField:
    case Do::FieldText:
    case Do::FieldMove:
    case Do::FieldEnter:
        return update_fields(s, c);
    case Do::StatesView:
    case Do::StatesChoose:
    case Do::StatesSide:
    case Do::StatesKind:
    case Do::StatesRow:
    case Do::StatesDistance:
    case Do::StatesSource:
    case Do::StatesOffset:
    case Do::StatesHover:
    case Do::StatesFile:
    case Do::StatesStop:
        return update_trajectory(s, c);
    case Do::StatesOpen:
        return update_dialogs(s, c);
    case Do::LoadModel:
    case Do::OpenFiles:
    case Do::ChooseMap:
    case Do::NextMap:
    case Do::PreviousMap:
    case Do::ReportView:
    case Do::ReportClose:
    case Do::ReportHover:
    case Do::ReportCopy:
    case Do::WordsPath:
    case Do::WordsCheck:
    case Do::WordsNumbers:
        return update_opening(s, c);
    case Do::SaveModel:
    case Do::SaveModelPath:
    case Do::SaveModelNow:
    case Do::SaveSession:
    case Do::SaveSessionAs:
    case Do::RestoreSession:
    case Do::LastSession:
        return update_saving(s, c);
    default:
        break;
    }
    if (c.what >= Do::ArrowsHold && c.what <= Do::MapDifference) return update_what_if(s, c);
    if (c.what == Do::EditScope) return update_what_if(s, c);
    if (c.what >= Do::Caret && c.what <= Do::ReplaceWord) return update_spelling(s, c);
    return c.what >= Do::Function && c.what <= Do::CompareOpen ? update_compare(s, c) : update_dialogs(s, c);
}

} // namespace

EffectList update(AppState& s, const Command& c) {
    EffectList effects = obey(s, c);
    follow(s, effects);
    return effects;
}

void advance(AppState& s, double seconds) {
    s.clock += seconds;
    std::erase_if(s.toasts, [&](const Toast& t) { return t.leaves > 0 && s.clock >= t.leaves; });
    if (!s.trace) {
        s.playback.playing = false;
        s.playback.progress = 1;
        return;
    }
    Playback& p = s.playback;
    if (s.searching()) return advance_search(s, seconds);
    double left = seconds;
    for (int n = 0; n < 1000 && left > 0; ++n) { // at 8x a slow frame may pass several stops
        if (p.progress < 1) {
            const int shown = p.backwards ? std::min(p.at + 1, s.total()) : p.at;
            double length = s.settings.reduced_motion
                                ? 0.08
                                : substep_seconds(s.trace->outline, shown) / s.settings.speed;
            if (p.backwards) length /= 2;
            const double used = std::min(left, (1.0 - p.progress) * length);
            p.progress =
                used >= (1.0 - p.progress) * length ? 1.0f : p.progress + static_cast<float>(used / length);
            left -= used;
            continue;
        }
        if (!p.playing) return;
        if (p.at >= s.total()) {
            p.playing = false;
            return;
        }
        p.backwards = false;
        p.at = next_stop(s.trace->outline, p.at, s.settings.granularity, +1);
        p.progress = 0;
        s.canvas_scroll = -1;
    }
}

} // namespace heed
