// The Compare workspace: panels left, what they add up to right (design §5, 2-compare).
#include "app/state/compare/compare.h"
#include "app/views/views.h"

#include <algorithm>

namespace heed {
namespace {

constexpr float gap = 16;

/// All that the figures of Compare depend on.
auto compare_key(const Ui& ui, const CompareOptions& options, Box box) {
    const CompareState& c = ui.state.compare;
    return std::tuple(options, c.revision, compare_wakes_at(ui.state), c.turned, box.w, box.h);
}

/// Hover, press and tooltip. `panels` says which panel of all each one of the scene is.
void point_compare(Ui& ui, const std::string& id, const Scene& scene, Point origin,
                   const std::vector<int>& panels) {
    const Pick* pick = ui.pick(scene, origin);
    if (!pick) return;
    const PickId& what = pick->id;
    const int panel = what.k >= 0 && what.k < static_cast<int>(panels.size())
                          ? panels[static_cast<std::size_t>(what.k)]
                          : -1;
    const bool cell =
        what.kind == PickKind::Cell || what.kind == PickKind::Row || what.kind == PickKind::Column;
    if (cell) ui.memory.hovered = {what.j, what.i, panel};
    ui.tooltip(id, scene, *pick, origin);
    if (!ui.mouse_pressed()) return;
    if (cell)
        ui.send({"compare-pin", "", static_cast<double>(panel), what.i, what.j});
    else if (what.kind == PickKind::Button && what.name == "difference")
        ui.send({"compare-difference", "", 0, what.i, what.j});
    else if (what.kind == PickKind::Button && what.name == "panel" && panel >= 0)
        ui.send({"compare-open", "", 0, panel});
}

/// Two panels and, beside them, how they differ.
void pair_area(Ui& ui, Box box, const std::vector<ComparePanel>& all, CompareOptions options, int a, int b) {
    const std::vector<int> shown = {a, b};
    const auto local = [&](CompareCell cell) {
        const auto at = std::find(shown.begin(), shown.end(), cell.panel);
        cell.panel = at == shown.end() ? (cell.row >= 0 || cell.column >= 0 ? 0 : -1)
                                       : static_cast<int>(at - shown.begin());
        return cell;
    };
    options.hover = local(options.hover);
    options.pinned = local(options.pinned);
    options.difference_a = options.difference_b = -1;
    const std::vector<ComparePanel> pair = {all[static_cast<std::size_t>(a)],
                                            all[static_cast<std::size_t>(b)]};
    const float third = (box.w - 2 * 8) / 3;
    const Box left{box.x, box.y, third * 2 + 8, box.h}, right{left.right() + 8, box.y, third, box.h};
    const auto kept = ui.state.trace;
    const Scene& panels =
        cached_scene(ui, "compare:pair", compare_key(ui, compare_options(ui.state), left), kept,
                     [&] { return compare_panels(pair, options, left.w, left.h, figure_style(ui)); });
    ui.draw(panels, {left.x, left.y});
    point_compare(ui, "compare:pair", panels, {left.x, left.y}, shown);
    if (!pair[0].trace || !pair[1].trace) return;
    const bool turned = ui.state.compare.turned;
    const Scene& difference =
        cached_scene(ui, "compare:difference", compare_key(ui, compare_options(ui.state), right), kept, [&] {
            return compare_difference(pair[turned ? 1 : 0], pair[turned ? 0 : 1], options, right.w, right.h,
                                      figure_style(ui));
        });
    ui.draw(difference, {right.x, right.y});
    point_compare(ui, "compare:difference", difference, {right.x, right.y}, shown);
}

void panel_area(Ui& ui, Box box, const std::vector<ComparePanel>& panels, const CompareOptions& options) {
    std::vector<int> all(panels.size());
    for (std::size_t n = 0; n < all.size(); ++n) all[n] = static_cast<int>(n);
    const Scene& scene =
        cached_scene(ui, "compare:panels", compare_key(ui, options, box), ui.state.trace,
                     [&] { return compare_panels(panels, options, box.w, box.h, figure_style(ui)); });
    ui.draw(scene, {box.x, box.y});
    point_compare(ui, "compare:panels", scene, {box.x, box.y}, all);
}

} // namespace

void compare_view(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    if (s.model && s.input.empty()) return empty_input(ui, room);
    if (!s.trace) return;
    const std::vector<ComparePanel> panels = panel_figures(s);
    if (panels.empty()) return;
    const CompareOptions options = compare_options(s);
    const Box box{room.x + margin, room.y + gap, room.w - 2 * margin, room.h - gap - 8};
    ui.clip({room.x, room.y, s.narrow() && s.drawer ? room.w - side_width(ui) : room.w,
             room.h}); // not below a drawer
    const bool pair = s.compare.pair() && panels.size() == 2;
    if (pair)
        pair_area(ui, box, panels, options, 0, 1);
    else if (options.difference_a >= 0 && options.difference_b < static_cast<int>(panels.size()))
        pair_area(ui, box, panels, options, options.difference_a, options.difference_b);
    else
        panel_area(ui, box, panels, options);
    ui.end_clip();
    if (const double at = compare_wakes_at(s); at > 0 && (ui.memory.wake_at == 0 || at < ui.memory.wake_at))
        ui.memory.wake_at = at;
}

void compare_side_panel(Ui& ui, Box room) {
    const AppState& s = ui.state;
    if (!s.trace || (s.input.empty() && s.maps.empty())) return;
    const std::vector<ComparePanel> panels = panel_figures(s);
    if (panels.empty()) return;
    const CompareOptions options = compare_options(s);
    const bool drawer = s.narrow();
    if (drawer) {
        ui.fill(room, ui.colors.bg1);
        ui.fill({room.x, room.y, 1, room.h}, ui.colors.line);
    }
    const Box box{room.x + (drawer ? 8 : 0), room.y + gap, room.w - (drawer ? 16 : margin), room.h - gap - 8};
    const Scene& scene = cached_scene(ui, "compare:side", compare_key(ui, options, box), s.trace, [&] {
        return compare_side(panels, options, box.w, box.h, figure_style(ui));
    });
    std::vector<int> all(panels.size());
    for (std::size_t n = 0; n < all.size(); ++n) all[n] = static_cast<int>(n);
    ui.clip(room);
    ui.draw(scene, {box.x, box.y});
    point_compare(ui, "compare:side", scene, {box.x, box.y}, all);
    ui.end_clip();
}

} // namespace heed
