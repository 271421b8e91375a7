#include "app/views/gallery/frame.h"

#include "app/views/base/widgets.h"

#include <algorithm>

namespace heed {

const Trace* run_if(const AppState& s, bool (*is)(const ModelFacts&)) {
    return s.trace && is(s.trace->model) ? s.trace.get() : nullptr;
}

bool has_model(const AppState& s, const std::string& name) {
    return std::any_of(s.models.begin(), s.models.end(),
                       [&](const ModelChoice& m) { return m.name == name; });
}

void light(Ui& ui, const PickId& what) {
    Pointing& hovered = ui.memory.hovered;
    if (what.kind == PickKind::Column) hovered = {what.i, -1, -1};
    if (what.kind == PickKind::Row) hovered = {-1, what.i, -1};
    if (what.kind == PickKind::Cell) hovered = {what.j, what.i, -1};
    if (what.kind == PickKind::Unit) hovered = {-1, -1, what.k};
}

void light_place(Ui& ui, const Scene& scene, Point origin) {
    if (const Pick* pick = ui.pick(scene, origin))
        light(ui, pick->at({ui.mouse().x - origin.x, ui.mouse().y - origin.y}));
}

void point_at_place(Ui& ui, const std::string& id, const Scene& scene, Point origin) {
    light_place(ui, scene, origin);
    if (const Pick* pick = ui.pick(scene, origin)) ui.tooltip(id, scene, *pick, origin);
}

void scroll_canvas(Ui& ui, float scroll, float most) {
    const float by = ui.wheel() + ui.wheel_across();
    if (by != 0 && most > 0) ui.send({"scroll", "", std::clamp(scroll - by * 60, 0.0f, most)});
}

void veil_earlier(Ui& ui, Box room, Color ground) {
    if (of_earlier_input(ui.state)) ui.fill(room, fade(ground, 0.6f));
}

void side_ground(Ui& ui, Box room) {
    ui.fill(room, ui.colors.bg1);
    ui.fill({room.x, room.y, 1, room.h}, ui.colors.line);
}

void draw_side(Ui& ui, Box room, const Scene& scene, void (*point)(Ui&, const Scene&, Point)) {
    float& scroll = ui.memory.scroll["mechanism:side"];
    if (ui.over(room)) scroll -= ui.wheel() * 48;
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, scene.height - room.h));
    const Point origin{room.x, room.y - scroll};
    ui.clip(room);
    ui.draw(scene, origin);
    point(ui, scene, origin);
    veil_earlier(ui, room, ui.colors.bg1);
    ui.end_clip();
}

void draw_hall(Ui& ui, Box room, const Scene& scene) {
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    veil_earlier(ui, room, ui.colors.bg0);
    ui.end_clip();
}

void draw_answer_line(Ui& ui, Box box, const std::string& answer, const std::string& verdict) {
    if (box.w < 60 || ui.state.input.empty() || of_earlier_input(ui.state)) return;
    const Palette& c = ui.colors;
    const float middle = box.centre().y;
    ui.draw(icon(Icon::Arrow, c.t2), {box.x + 10, middle});
    const std::string shown = ui.cut(answer, Face::Mono, 13, box.w - 32);
    float x = box.x + 29;
    ui.text({x, middle}, shown, Face::Mono, 13, c.output);
    x += ui.text_width(shown, Face::Mono, 13) + 12;
    if (box.right() - x > 40)
        ui.text({x, middle}, ui.cut(verdict, Face::Regular, 11, box.right() - x), Face::Regular, 11, c.t2);
}

std::optional<Narration> nothing_to_tell(const Ui& ui, bool run, const std::string& what) {
    if (!run || ui.state.input.empty()) return Narration{"", ui.colors.t3, "Nothing is read yet."};
    if (of_earlier_input(ui.state))
        return Narration{"Not read", ui.colors.error, "The picture is of the last " + what + " that was."};
    return std::nullopt;
}

} // namespace heed
