#include "app/state/step/lecture.h"

#include "app/figures/lecture/band.h"
#include "app/figures/report/doubt.h"
#include "app/state/gallery/gallery.h"
#include "app/state/workspaces.h"
#include "core/models/registry.h"

#include <algorithm>

namespace heed {
namespace {

/// A model of the Gallery: its picture is made of a board.
bool of_gallery(const AppState& s) { return shows_mechanism(s); }

} // namespace

std::string why_no_lecture(const AppState& s) {
    if (s.weights_only()) return "A file of weights has no network to show: lecture mode needs a model";
    if (!s.model || !s.trace || s.input.empty() || s.trace->source_length() == 0)
        return "Nothing is read yet: lecture mode shows a run";
    if (s.view == "gallery" && s.gallery.pad.opened) return "The query pad is no run: lecture mode shows one";
    if (shows_cards(s)) return "Open a card first: lecture mode shows its run";
    return {};
}

bool shows_lecture(const AppState& s) {
    if (!s.lecture.on || s.report.shown || !why_no_lecture(s).empty()) return false;
    return of_gallery(s) ? workspace_of(s).id == "mechanism" : s.view == "step";
}

void leave_lecture(AppState& s) {
    s.zoom = s.lecture.outside;
    s.lecture = {};
}

CanvasSize lecture_canvas(const AppState& s) {
    const float below = band_height + (s.facts.doubt.empty() ? 0 : doubt_height); // what must be doubted, too
    return {s.width, s.height - below * lecture_scale(s.width, s.height)};
}

float lecture_magnification(const AppState& s, float width, float height) {
    constexpr float least_width = 960, least_height = 640; // of a window: all that opens fits into it
    if (!shows_lecture(s)) return 1;
    return std::max(1.0f, std::min(width / least_width, height / least_height));
}

namespace {

EffectList turn_lecture(AppState& s) {
    if (shows_lecture(s)) {
        leave_lecture(s);
        return {};
    }
    if (const std::string why = why_no_lecture(s); !why.empty()) {
        refuse(s, why);
        return {};
    }
    EffectList effects;
    if (!of_gallery(s) && s.view != "step") effects = show_workspace(s, "step");
    s.lecture = {.on = true, .outside = s.zoom};
    s.zoom = {};
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
    s.zoom.now.following = true; // what a clicker brings is seen
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
