// Why this token and not that, in the inspector's place.
#include "app/figures/why/why.h"

#include "app/figures/tokens.h"
#include "app/state/step/why.h"
#include "app/state/units.h"
#include "app/views/base/widgets.h"
#include "app/views/step/rival_row.h"
#include "app/views/views.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float why_inset = 20, why_foot = 56, why_head = 44;

/// "Why [banque] and not [rive]": the second is a list to choose from.
void question(Ui& ui, Box row, const WhyQuestion& asked, const WhyAnswer* answer) {
    const Palette& c = ui.colors;
    const float y = row.centre().y;
    float x = row.x + why_inset;
    ui.text({x, y}, "Why", Face::Regular, 13, c.t1);
    x += ui.text_width("Why", Face::Regular, 13) + 8;
    const std::string rival = answer && answer->contrast ? answer->contrast->rival : asked.rival;
    rival_row(ui, {x, y}, row.right() - why_inset, (row.w - 2 * why_inset - 110) / 2,
              shown_output(*ui.state.trace, asked.output), rival.empty() ? "" : shown(rival));
}

void buttons(Ui& ui, Box row, const WhyAnswer& answer) {
    const AppState& s = ui.state;
    const float half = (row.w - 2 * why_inset - 8) / 2;
    const Box left{row.x + why_inset, row.y + 12, half, 32}, right{left.right() + 8, left.y, half, 32};
    const int j = removed_word(s);
    const std::string word = j >= 0 ? quoted_source(*s.trace, j) : "";
    const std::string named = "Remove " + word;
    const bool fits = ui.text_width(named, Face::Medium, 13) <= half - 40;
    if (button(ui, "why:remove", left, fits ? named : with_unit("Remove {one}", unit_of(*s.trace)),
               {.icon = Icon::Close, .enabled = j >= 0}))
        ui.send({"remove-word", "", 0, -1, j});
    ui.tooltip("why:remove", left, "Takes " + word + " out of the input; a click on a row chooses another");
    const std::string rival = quoted(shown(answer.contrast->rival));
    if (button(ui, "why:force", right, ui.cut("Force " + rival, Face::Medium, 13, half - 44),
               {.icon = Icon::Fork}))
        ui.send({"why-force"});
    ui.tooltip("why:force", right,
               "Writes it in place of " + quoted_output(*s.trace, answer.question.output) +
                   "; all after it follows");
}

/// In place of the rows.
void instead(Ui& ui, Box room, const WhyQuestion& asked, const WhyAnswer* answer) {
    const std::string words = answer ? answer->problem
                              : asked.output < 0
                                  ? "Once an output is being written, what speaks for it and against it "
                                    "stands here."
                                  : "Taking the margin apart…";
    ui.paragraph({room.x + why_inset, room.y + 20, room.w - 2 * why_inset, 0}, words, Face::Regular, 13, 20,
                 answer ? ui.colors.error : ui.colors.t3);
}

} // namespace

void why_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const WhyQuestion asked = why_question(s);
    const WhyAnswer* answer = why_answer(s);
    if (asked.output >= 0) question(ui, {room.x, room.y, room.w, why_head}, asked, answer);
    Box below{room.x, room.y + why_head, room.w, room.h - why_head};
    if (!answer || !answer->contrast) return instead(ui, below, asked, answer);
    below.h -= why_foot;
    const WhySettings settings{.width = room.w,
                               .hover_column = s.hover.source_column() >= 0 ? s.hover.column
                                                                            : s.selection.source_column()};
    const Scene& scene =
        cached_scene(ui, "why", std::tuple(settings.width, settings.hover_column), answer->contrast,
                     [&] { return why_figure(*answer->run, *answer->contrast, settings, figure_style(ui)); });
    float& scroll = scrolled(ui, "why", below, scene.height);
    ui.clip(below);
    const Point origin{below.x, below.y - scroll};
    ui.draw(scene, origin);
    point_into(ui, "why", scene, origin);
    scroll_bar(ui, "why:scroll", {below.right() - 8, below.y, 8, below.h}, scene.height, scroll);
    ui.end_clip();
    const Box foot_row{room.x, below.bottom(), room.w, why_foot};
    ui.fill({foot_row.x, foot_row.y, foot_row.w, 1}, ui.colors.line);
    buttons(ui, foot_row, *answer);
}

} // namespace heed
