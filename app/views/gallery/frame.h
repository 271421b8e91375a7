// What the opened mechanisms share: the canvas, the panel at its side, the picture for a hall, and the veil
// over what is of an earlier input. Each brings its figures and what the pointer does in them.
#pragma once

#include "app/figures/base/scaled.h"
#include "app/views/gallery/pictures.h"

#include <optional>

namespace heed {

/// The run on the screen, where it is of such a model; null while there is none, or it is another's.
const Trace* run_if(const AppState& state, bool (*is)(const ModelFacts&));
/// The board on the screen; an empty one while there is none of that kind.
template <class Kind>
const Kind& board_or_none(const AppState& s) {
    static const Kind none;
    const auto* board = dynamic_cast<const Kind*>(s.gallery.board.get());
    return board ? *board : none;
}
/// Whether there is a model of that name to be switched to.
bool has_model(const AppState& state, const std::string& name);

/// A box of a figure, in the window.
inline Box moved(Box box, Point by) { return {box.x + by.x, box.y + by.y, box.w, box.h}; }
/// Column, row, cell or unit: it is lit in all figures of the view.
void light(Ui& ui, const PickId& what);
/// Lights the place, and says its words.
void point_at_place(Ui& ui, const std::string& id, const Scene& scene, Point origin);
/// Lights the place alone: what a panel does, where its view has nothing of its own to do.
void light_place(Ui& ui, const Scene& scene, Point origin);

/// The canvas's scene, made again when board, run, playhead or settings differ. `draw`: head -> Scene.
template <class Settings, class Draw>
const Scene& canvas_scene(Ui& ui, const Settings& settings, Draw draw) {
    const Playhead head = playhead_of(ui.state);
    return cached_scene(ui, "mechanism", std::tuple(head, settings, ui.state.gallery.board), ui.state.trace,
                        [&] { return draw(head); });
}
/// The wheel moves a canvas that is wider than its room.
void scroll_canvas(Ui& ui, float scroll, float most);
/// Pale over a picture whose input in the field cannot be read.
void veil_earlier(Ui& ui, Box room, Color ground);

/// The ground of a panel, and the line at its left.
void side_ground(Ui& ui, Box room);
void draw_side(Ui& ui, Box room, const Scene& scene, void (*point)(Ui&, const Scene&, Point));
/// The panel: what is higher than its room is scrolled by the wheel. `draw`: head, width, height -> Scene.
template <class Draw>
void side_frame(Ui& ui, Box room, void (*point)(Ui&, const Scene&, Point), Draw draw) {
    const Playhead head = playhead_of(ui.state);
    const Scene& scene =
        cached_scene(ui, "mechanism:side", std::tuple(head, room.w, room.h, ui.state.gallery.board),
                     ui.state.trace, [&] { return draw(head, room.w, room.h); });
    draw_side(ui, room, scene, point);
}

void draw_hall(Ui& ui, Box room, const Scene& scene);
/// The picture for a hall, drawn as for 1600 px and made larger. `draw`: head, width, height, style -> Scene.
template <class Draw>
const Scene& hall_frame(Ui& ui, Box room, float scale, Draw draw) {
    const Playhead head = playhead_of(ui.state);
    const Scene& scene = cached_scene(
        ui, "lecture", std::tuple(head, room.w, room.h, ui.state.gallery.board), ui.state.trace, [&] {
            return drawn_larger(figure_style(ui), scale, [&](const FigureStyle& style) {
                return draw(head, room.w / scale, room.h / scale, style);
            });
        });
    draw_hall(ui, room, scene);
    return scene;
}

/// Beside the input: what a mechanism answers, and how good that is.
void draw_answer_line(Ui& ui, Box box, const std::string& answer, const std::string& verdict);
/// What is narrated where there is no run of the input in the field. `what`: it is called so.
std::optional<Narration> nothing_to_tell(const Ui& ui, bool run, const std::string& what = "input");

} // namespace heed
