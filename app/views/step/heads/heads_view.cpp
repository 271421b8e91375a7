#include "app/views/step/heads/heads_view.h"

#include "app/figures/heads/seen.h"
#include "app/state/heads/heads.h"
#include "app/views/base/tips.h"
#include "app/views/base/transport.h"
#include "app/views/base/widgets.h"
#include "app/views/step/heads/heads_controls.h"
#include "app/views/views.h"

#include <algorithm>
#include <any>
#include <array>
#include <cmath>
#include <filesystem>

namespace heed {
namespace {

/// On the way to another run: what is known of the one before.
std::shared_ptr<const HeadReport> report_of(const AppState& s) {
    return s.heads.known.maps ? heads_shown(s) : nullptr;
}

// --------------------------------------------------------------------------------------------- the canvas
/// What is known of the grid that is drawn; made with its scene.
struct AtlasDrawn {
    HeadsSettings settings;
    atlas::Seen seen;
    HeadsLayout layout;
};

void scroll_to(Ui& ui, const HeadsLayout& at, float x, float y) {
    ui.send({"heads-scroll", "", 0, static_cast<int>(std::round(std::clamp(x, 0.0f, at.most_scroll_x))),
             static_cast<int>(std::round(std::clamp(y, 0.0f, at.most_scroll_y)))});
}

/// By the wheel, and to the head that the keyboard has moved to.
void scroll_heads_view(Ui& ui, const AtlasDrawn& drawn, Box room) {
    const AppState& s = ui.state;
    const HeadsLayout& at = drawn.layout;
    if (s.heads.follow) {
        const HeadsLayout to = heads_in_sight(drawn.seen.report, drawn.settings, drawn.seen.chosen);
        return scroll_to(ui, to, to.scroll_x, to.scroll_y);
    }
    if (at.most_scroll_x <= 0 && at.most_scroll_y <= 0) return;
    if (!ui.over(room) || (ui.wheel() == 0 && ui.wheel_across() == 0)) return;
    const bool down = at.most_scroll_y > 0 && !ui.shift();
    scroll_to(ui, at, at.scroll_x - 60 * (ui.wheel_across() + (down ? 0 : ui.wheel())),
              at.scroll_y - (down ? 60 * ui.wheel() : 0));
}

/// Its words stand in the bar below.
void point_heads(Ui& ui, const Scene& scene, Point origin) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick || pick->id.name != "head") return;
    ui.memory.hovered = {-1, -1, pick->id.k};
    if (ui.mouse_pressed()) ui.send({"heads-choose", "", 0, pick->id.i, pick->id.j});
}

void wait_for_heads(Ui& ui, Box room) {
    ui.text({room.x + 16, room.y + 24}, "Every head", Face::Semibold, 15, ui.colors.t1);
    ui.paragraph({room.x + 16, room.y + 52, std::min(640.0f, room.w - 32), 0}, heads_words(ui.state),
                 Face::Regular, 13, 20, ui.colors.t2);
}

// ---------------------------------------------------------------------------------------------- the panel
/// In the lower card, where nothing says yet which heads should align: over which file it is to be known.
void file_controls(Ui& ui, Box card) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const float left = card.x + 16, y = card.bottom() - 44;
    if (measures_heads(s)) {
        const HeadsProgress& progress = *s.heads.progress;
        const int all = std::max(1, progress.all.load());
        const Box track{left, y - 10, card.w - 32, 4};
        const float share =
            std::min(1.0f, static_cast<float>(progress.done.load()) / static_cast<float>(all));
        ui.fill(track, c.bg2, 2);
        ui.fill({track.x, track.y, track.w * share, 4}, c.t2, 2);
        if (button(ui, "heads:stop", {left, y, 72, 28}, "Stop")) ui.send({"heads-over", "", 0, 0});
        ui.tooltip("heads:stop", {left, y, 72, 28}, "Back to what was measured over this sentence", "Esc");
        ui.memory.animating = true;
        return;
    }
    float x = left;
    if (can_return_to_file(s)) {
        const std::string name = ui.cut((s.heads.corpus ? "Over " : "Again over ") +
                                            std::filesystem::path(s.heads.file).filename().string(),
                                        Face::Medium, 13, 156);
        const float wide = ui.text_width(name, Face::Medium, 13) + 24;
        if (button(ui, "heads:over", {x, y, wide, 28}, name)) ui.send({"heads-over", "", 0, 1});
        x += wide + 8;
    }
    if (button(ui, "heads:open", {x, y, 156, 28}, "Measure over a file…")) ui.send({"heads-measure-file"});
}

/// Above the maps: what is done to the head that is chosen.
void change_controls(Ui& ui, Box card) {
    const AppState& s = ui.state;
    if (!can_change_heads(s) || pointed_head(s) >= 0 || s.hover.row >= 0) return;
    static const std::array<std::string, 2> names = {"Off", "Even"};
    const HeadEdit* edit = chosen_head_edit(s);
    const int now = !edit                                   ? -1
                    : edit->kind == HeadEdit::Kind::Off     ? 0
                    : edit->kind == HeadEdit::Kind::Uniform ? 1
                                                            : -1;
    const Box box{card.right() - 16 - 96, card.y + 8, 96, 24};
    const int pressed = segmented(ui, "heads:change", box, names, now);
    ui.tooltip("heads:change", box,
               "Run it with this head off, its context 0, or even over what it may see; once more: as it was",
               "O");
    if (pressed >= 0) ui.send({pressed == 0 ? "head-off" : "head-even"});
}

/// What it was measured over: a click goes from the file to this sentence.
void extent_press(Ui& ui, Box words) {
    if (!ui.state.heads.over_file || !ui.state.heads.corpus) return;
    const Ui::Hit hit = ui.press("heads:extent", words, 4);
    ui.tooltip("heads:extent", words, "Measure over this sentence alone");
    if (hit.clicked) ui.send({"heads-over", "", 0, 0});
}

} // namespace

void heads_canvas(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    if (s.input.empty() && s.model) return empty_input(ui, room);
    if (measures_heads(s)) ui.memory.animating = true;
    const auto report = report_of(s);
    if (!report) return wait_for_heads(ui, room);
    const auto maps = s.heads.known.maps;
    const float lowered = heads_bar_lowers(ui, room, atlas::seen(*report, s.heads.look));
    HeadsSettings settings{.width = room.w,
                           .height = room.h,
                           .look = s.heads.look,
                           .scroll_x = s.heads.scroll_x,
                           .scroll_y = s.heads.scroll_y,
                           .title = false,
                           .edits = s.heads.known.run->request.edits.heads, // of the run that is shown
                           .whole_run = s.maps.empty(),
                           .lowered = lowered};
    std::any& beside = ui.memory.scenes["heads"].beside;
    const std::tuple key(settings, maps, s.width, s.height,
                         s.settings.inspector); // those say how many columns
    const Scene& scene = cached_scene(ui, "heads", key, report, [&] {
        settings.columns = heads_side_by_side(s);
        beside = AtlasDrawn{settings, atlas::seen(*report, settings.look), heads_layout(*report, settings)};
        return heads_figure(*report, *maps, settings, figure_style(ui));
    });
    const auto& drawn = std::any_cast<const AtlasDrawn&>(beside);
    ui.clip(room);
    ui.draw(scene, {room.x, room.y});
    heads_controls(ui, room, drawn.seen, lowered);
    point_heads(ui, scene, {room.x, room.y});
    ui.end_clip();
    scroll_heads_view(ui, drawn, room);
}

void heads_side(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    const auto report = report_of(s);
    if (!report) return;
    const auto maps = s.heads.known.maps;
    const HeadWeighted* weighted = head_weighted(s);
    HeadsPanelSettings settings{.width = room.w,
                                .height = room.h,
                                .look = s.heads.look,
                                .weighted = weighted ? weighted->map : nullptr,
                                .waits = !weighted,
                                .head = pointed_head(s)};
    if (s.hover.unit < 0) {
        settings.row = s.hover.row;
        settings.column = s.hover.column;
    }
    std::any& beside = ui.memory.scenes["heads:side"].beside;
    const Scene& scene = cached_scene(ui, "heads:side", std::tuple(settings, maps), report, [&] {
        beside = heads_panel_plan(*report, *maps, settings, figure_style(ui));
        return heads_panel(*report, *maps, settings, figure_style(ui));
    });
    float& scroll = scrolled(ui, "heads:side", room, scene.height);
    ui.clip(room);
    const Point origin{room.x, room.y - scroll};
    ui.draw(scene, origin);
    if (const Pick* pick = ui.pick(scene, origin)) {
        const PickId what = pick->at({ui.mouse().x - origin.x, ui.mouse().y - origin.y});
        if (what.kind == PickKind::Cell) ui.memory.hovered = {what.j, what.i, -1};
        ui.tooltip("heads:side", scene, *pick, origin);
        ui.memory.places[std::string(beside_tip)] = room;
    }
    const auto& plan = std::any_cast<const HeadsPanelPlan&>(beside);
    const auto placed = [&](Box box) { return Box{box.x + origin.x, box.y + origin.y, box.w, box.h}; };
    change_controls(ui, placed(plan.head));
    extent_press(ui, {origin.x + 12, origin.y + plan.extent_y - 10, 180, 20});
    if (plan.choice.h > 0 && (!report->choice || measures_heads(s))) file_controls(ui, placed(plan.choice));
    scroll_bar(ui, "heads:side:scroll", {room.right() - 8, room.y, 8, room.h}, scene.height, scroll);
    ui.end_clip();
}

void heads_bar(Ui& ui) {
    if (ui.state.maps.empty()) return transport(ui);
    const float top = ui.height - bottom_height;
    bar_ground(ui, top);
    const std::string changes = changes_beside(ui.state);
    bar_words(ui, top, ui.colors.attention, "Heads",
              changes.empty() ? heads_words(ui.state) : changes + ". " + heads_words(ui.state), "");
}

float heads_side_width(const Ui& ui) { return heads_beside(ui.state); }

Narration heads_narration(Ui& ui, const Playhead&) {
    return {"Heads", ui.colors.attention, heads_words(ui.state)};
}

} // namespace heed
