#include "app/state/step/lecture.h"

#include "app/state/workspaces.h"
#include "core/models/registry.h"

namespace heed {

std::string why_no_lecture(const AppState& s) {
    if (s.weights_only()) return "A file of weights has no network to show: lecture mode needs a model";
    if (s.model && answers_at_once(s.facts.architecture))
        return "Lecture mode shows networks that read and write; this one answers at once";
    if (!s.model || !s.trace || s.input.empty() || s.trace->source_length() == 0)
        return "Nothing is read yet: lecture mode shows a run";
    return {};
}

bool shows_lecture(const AppState& s) {
    return s.lecture.on && s.view == "step" && !s.report.shown && why_no_lecture(s).empty();
}

namespace {

EffectList turn_lecture(AppState& s) {
    if (shows_lecture(s)) {
        s.lecture = {};
        return {};
    }
    if (const std::string why = why_no_lecture(s); !why.empty()) {
        refuse(s, why);
        return {};
    }
    EffectList effects;
    if (s.view != "step") effects = show_workspace(s, "step");
    s.lecture = {.on = true};
    s.menu = Menu::None;
    s.drawer = false;
    s.what_if.arrows = false;
    effects.push_back({Effect::Kind::LeaveField});
    return effects;
}

/// What is blank comes back with the next key of a clicker, where it was.
template <const char* id>
EffectList lecture_step(AppState& s) {
    if (s.lecture.blank) {
        s.lecture.blank = false;
        return {};
    }
    return update(s, {id});
}
constexpr char one_on[] = "step", one_back[] = "step-back";

} // namespace

Rows lecture_commands() {
    constexpr std::string_view window = "Window";
    return {
        recorded<Records::Nothing>({"lecture", "Lecture mode", keys("F5"), window, true, nullptr,
                                    plain<turn_lecture>,
                                    "presentation projector teach slides full screen large hall beamer"}),
        recorded<Records::Nothing>({"lecture-next", "In a lecture: one step forward", keys("PageDown"),
                                    window, true, shows_lecture, plain<lecture_step<one_on>>,
                                    "clicker page"}),
        recorded<Records::Nothing>({"lecture-previous", "In a lecture: one step back", keys("PageUp"), window,
                                    true, shows_lecture, plain<lecture_step<one_back>>, "clicker page"}),
        recorded<Records::Nothing>({"lecture-blank", "In a lecture: blank the screen, or show it again",
                                    keys("."), window, true, shows_lecture,
                                    turn<&AppState::lecture, &LectureState::blank>, "black dark empty"}),
    };
}

} // namespace heed
