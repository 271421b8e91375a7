// What the doctor found: in the inspector, and side by side in place of the network.
#include "app/figures/base/format.h"
#include "app/figures/doctor/doctor.h"
#include "app/figures/doctor/page.h"
#include "app/state/doctor/doctor.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

constexpr float page_top = 48;

/// The extents that there are, in words no wider than `most` each; returns their width.
float extent_switch(Ui& ui, const std::string& id, Point at, bool short_words, float most) {
    const AppState& s = ui.state;
    std::vector<std::string> names;
    std::vector<int> extents;
    int now = 0;
    float widest = 0;
    for (const DoctorExtent extent : {DoctorExtent::This, DoctorExtent::List, DoctorExtent::File}) {
        std::string words = extent_words(s, extent);
        if (words.empty()) continue;
        if (short_words && extent == DoctorExtent::This) words = "This";
        words = ui.cut(words, Face::Medium, 13, most - 20);
        if (extent == s.doctor.extent) now = static_cast<int>(names.size());
        widest = std::max(widest, ui.text_width(words, Face::Medium, 13) + 20);
        names.push_back(words);
        extents.push_back(static_cast<int>(extent));
    }
    if (names.size() < 2) return 0;
    const float width = widest * static_cast<float>(names.size());
    const int pressed = segmented(ui, id, {at.x, at.y, width, 28}, names, now);
    if (pressed >= 0) ui.send({"doctor-over", "", 0, extents[static_cast<std::size_t>(pressed)]});
    return width;
}

/// While it looks at many sentences: how far it has come, and enough of it.
float stop_button(Ui& ui, const std::string& id, Point at) {
    const AppState& s = ui.state;
    const DoctorState& d = s.doctor;
    if (!d.progress || d.diagnosis || !d.problem.empty() || s.doctor.extent == DoctorExtent::This) return 0;
    const float w = ui.text_width("Stop here", Face::Medium, 13) + 24;
    const Box box{at.x, at.y, w, 28};
    if (button(ui, id, box, "Stop here", {.enabled = d.progress->sentences > 0})) ui.send({"doctor-stop"});
    ui.tooltip(id, box, "Say what was found in the sentences looked at so far");
    return w;
}

bool is_at_work(const AppState& s) { return !s.doctor.diagnosis && s.doctor.problem.empty(); }

void draw_findings(Ui& ui, const std::string& id, const Scene& scene, Box room) {
    float& scroll = scrolled(ui, id, room, scene.height);
    ui.clip(room);
    const Point origin{room.x, room.y - scroll};
    ui.draw(scene, origin);
    for (const Pick& pick : scene.picks) {
        const Box card{origin.x + pick.box.x, origin.y + pick.box.y, pick.box.w, pick.box.h};
        if (pick.id.kind == PickKind::None) {
            ui.tooltip(id + ":" + pick.id.name, card, pick.tooltip);
            continue;
        }
        const std::string name = id + ":" + std::to_string(pick.id.k);
        if (ui.press(name, card, 8).clicked) ui.send({"doctor-finding", "", 0, pick.id.k});
        if (id == "doctor-page")
            ui.tooltip(name, card, "See it in the picture: the sentence that shows it most");
    }
    scroll_bar(ui, id + ":scroll", {room.right() - 8, room.y, 8, room.h}, scene.height, scroll);
    ui.end_clip();
}

} // namespace

void doctor_tab_controls(Ui& ui, Box box, float left) {
    const AppState& s = ui.state;
    const float y = box.y + 10;
    float right = box.right() - 20;
    if (icon_button(ui, "doctor-page-open", {right - 28, y, 28, 28}, Icon::ArrowLeft,
                    "Every finding side by side", "Shift+F2", true, true))
        ui.send({"doctor"});
    right -= 36;
    if (icon_button(ui, "doctor-choose", {right - 28, y, 28, 28}, Icon::Folder, "Over a file of sentences",
                    {}, true, true))
        ui.send({"doctor-choose"});
    right -= 36;
    if (s.doctor.diagnosis && right - left > 84) {
        const auto found = s.doctor.diagnosis->findings.size();
        ui.text({right, y + 14}, found == 1 ? "1 finding" : std::to_string(found) + " findings", Face::Mono,
                11, ui.colors.t3, Align::Right);
    }
}

void doctor_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const DoctorState& d = s.doctor;
    const bool several = s.inputs.open() || !d.file.empty();
    if (several || d.progress) { // a row of its own: what it looks at
        float x = room.x + 20;
        x += extent_switch(ui, "doctor-over", {x, room.y}, true, several ? 116 : 0) + 8;
        stop_button(ui, "doctor-stop", {x, room.y});
        if (several) room = {room.x, room.y + 34, room.w, room.h - 34};
    }
    if (is_at_work(s)) ui.memory.animating = true;
    DoctorPicture picture;
    picture.diagnosis = d.diagnosis.get();
    picture.progress = doctor_words(s);
    picture.chosen = d.chosen;
    picture.problem = d.problem;
    const std::tuple key(room.w, picture.chosen, picture.progress, d.problem);
    const Scene& scene = cached_scene(ui, "doctor", key, d.diagnosis,
                                      [&] { return doctor_column(picture, room.w, figure_style(ui)); });
    draw_findings(ui, "doctor", scene, room);
}

void doctor_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const DoctorState& d = s.doctor;
    const Palette& c = ui.colors;
    ui.fill(room, c.bg0);
    const float y = room.y + 10;
    float x = room.x + 16, right = room.right() - 16;
    const std::string title = room.w > 860 ? "What is wrong with this model?" : "Doctor";
    ui.text({x, y + 14}, title, Face::Semibold, 15, c.t1);
    x += ui.text_width(title, Face::Semibold, 15) + 16;
    if (icon_button(ui, "doctor-close", {right - 28, y, 28, 28}, Icon::Close, "The network", "Esc", true,
                    true))
        ui.send({"doctor-tab", "", 0, 1});
    right -= 36;
    if (const float w = extent_switch(ui, "doctor-over:page", {x, y}, room.w < 1000, 190); w > 0) x += w + 8;
    if (button(ui, "doctor-choose:page", {x, y, 80, 28}, "Open...")) ui.send({"doctor-choose"});
    ui.tooltip("doctor-choose:page", {x, y, 80, 28}, "Look at a file of sentences, one a line");
    x += 92;
    if (const float w = stop_button(ui, "doctor-stop:page", {x, y}); w > 0) x += w + 12;
    const std::string words = doctor_words(s), sorted = "faults first, then by sentences affected";
    const float words_width = ui.text_width(words, Face::Regular, 11),
                sorted_width = ui.text_width(sorted, Face::Regular, 11);
    ui.text({x, y + 14}, ui.cut(words, Face::Regular, 11, right - x), Face::Regular, 11, c.t3);
    if (d.diagnosis && d.diagnosis->findings.size() > 1 && x + words_width + 24 + sorted_width < right)
        ui.text({right - 4, y + 14}, sorted, Face::Regular, 11, c.t3, Align::Right);
    const Box below{room.x, room.y + page_top, room.w, room.h - page_top};
    if (is_at_work(s)) ui.memory.animating = true;
    if (!d.diagnosis) {
        if (d.progress) {
            const Box track{room.x + 16, below.y + 6, room.w - 32, 4};
            ui.fill(track, c.bg2, 2);
            ui.fill({track.x, track.y, track.w * std::clamp(d.progress->share.load(), 0.0f, 1.0f), 4}, c.t2,
                    2);
        }
        if (!d.problem.empty())
            ui.paragraph({below.x + 16, below.y + 12, std::min(640.0f, below.w - 32), 0}, d.problem,
                         Face::Regular, 13, 20, c.t1);
        return;
    }
    const DoctorPageSettings settings{.width = below.w, .chosen = d.chosen};
    const std::tuple key(settings.width, settings.chosen);
    const Scene& scene = cached_scene(ui, "doctor-page", key, d.diagnosis,
                                      [&] { return doctor_page(*d.diagnosis, settings, figure_style(ui)); });
    draw_findings(ui, "doctor-page", scene, below);
}

Narration doctor_narration(Ui& ui, const Playhead&) {
    return {"Doctor", ui.colors.t1, doctor_sentence(ui.state)};
}

} // namespace heed
