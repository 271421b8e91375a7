// The Compare workspace: panels left, what they add up to right (design §5, 2-compare; §23, 24-inputs).
#include "app/state/compare/compare.h"
#include "app/views/base/widgets.h"
#include "app/views/compare/press.h"
#include "app/views/views.h"

#include <algorithm>
#include <array>

namespace heed {
namespace {

constexpr float gap = 16;

/// All that the figures of Compare depend on.
auto compare_key(const Ui& ui, const CompareOptions& options, Box box, int alone) {
    const CompareState& c = ui.state.compare;
    return std::tuple(options, c.revision, compare_wakes_at(ui.state), c.enlarged, alone, c.matched, box.w,
                      box.h);
}

/// Hover, press and tooltip. `panels` says which panel of all each one of the scene is; `card_of` which card
/// is enlarged by a double click there.
template <class CardOf>
void point_compare(Ui& ui, const std::string& id, const Scene& scene, Point origin,
                   const std::vector<int>& panels, CardOf card_of) {
    const Pick* pick = ui.pick(scene, origin);
    const int card = card_of({ui.mouse().x - origin.x, ui.mouse().y - origin.y}, pick);
    if (!pick) {
        if (card >= 0 && ui.over({origin.x, origin.y, scene.width, scene.height}) && ui.mouse_pressed() &&
            ui.clicks() == 2)
            ui.send({"compare-enlarge", "", 0, card});
        return;
    }
    const PickId& what = pick->id;
    const int panel = what.k >= 0 && what.k < static_cast<int>(panels.size())
                          ? panels[static_cast<std::size_t>(what.k)]
                          : -1;
    const bool cell =
        what.kind == PickKind::Cell || what.kind == PickKind::Row || what.kind == PickKind::Column;
    if (cell) ui.memory.hovered = {what.j, what.i, panel};
    ui.tooltip(id, scene, *pick, origin);
    if (!ui.mouse_pressed()) return;
    if (const auto command = compare_press(what, panel, card, ui.clicks())) ui.send(*command);
}

int no_card(Point, const Pick*) { return -1; }

/// A scene that may be higher than its room, moved by the wheel.
template <class Draw>
void scrolling(Ui& ui, const std::string& id, Box box, const Scene& scene, Draw draw) {
    const bool higher = scene.height > box.h + 0.5f;
    float& scroll = scrolled(ui, id, box, scene.height);
    draw(Point{box.x, box.y - (higher ? scroll : 0)});
    if (higher) scroll_bar(ui, id + ":bar", {box.right() + 3, box.y, 8, box.h}, scene.height, scroll);
}

struct Shown {
    int a, b; // of all panels
    std::vector<int> both() const { return {a, b}; }
    int local(int panel) const { return panel == a ? 0 : panel == b ? 1 : -1; }
};

CompareOptions of_pair(CompareOptions options, const CompareState& c, const Shown& shown) {
    const auto local = [&](CompareCell cell) {
        cell.panel = cell.row >= 0 || cell.column >= 0 ? std::max(0, shown.local(cell.panel)) : -1;
        return cell;
    };
    options.hover = local(options.hover);
    options.pinned = local(options.pinned);
    options.difference_a = options.difference_b = -1;
    if (!c.pair()) options.numbers = nullptr; // of other panels, too
    return options;
}

/// Which of the three cards has all the room; -1: none.
int enlarged_card(const AppState& s, const std::vector<ComparePanel>& all, const Shown& shown) {
    const std::string& key = s.compare.enlarged;
    if (key.empty()) return -1;
    if (key == "difference") return 2;
    const int panels[] = {shown.a, shown.b};
    for (const int card : {0, 1})
        if (all[static_cast<std::size_t>(panels[card])].key == key) return card;
    return -1;
}

/// Two panels and, beside them, how they differ.
void pair_area(Ui& ui, Box box, const std::vector<ComparePanel>& all, const CompareOptions& options,
               Shown shown) {
    const AppState& s = ui.state;
    const std::array<ComparePanel, 2> pair = {all[static_cast<std::size_t>(shown.a)],
                                              all[static_cast<std::size_t>(shown.b)]};
    const int alone = enlarged_card(s, all, shown);
    const CompareOptions local = of_pair(options, s.compare, shown);
    const ComparePair* matched = s.compare.matched.get();
    const Scene& scene = cached_scene(ui, "compare:pair", compare_key(ui, options, box, alone), s.trace, [&] {
        return compare_pair(pair, matched, local, box.w, box.h, figure_style(ui), alone);
    });
    const auto card_of = [&](Point at, const Pick* pick) {
        const bool on_map = pick && (pick->id.kind == PickKind::Cell || pick->id.kind == PickKind::Row ||
                                     pick->id.kind == PickKind::Column);
        if (!on_map) return -1; // above and below the maps are other cards
        const int third = alone >= 0 ? alone : std::clamp(static_cast<int>(3 * at.x / box.w), 0, 2);
        return third == 2 ? static_cast<int>(s.compare.panels.size()) : third == 0 ? shown.a : shown.b;
    };
    scrolling(ui, "compare:pair", box, scene, [&](Point at) {
        ui.draw(scene, at);
        point_compare(ui, "compare:pair", scene, at, shown.both(), card_of);
    });
}

/// All panels, or the enlarged one.
void panel_area(Ui& ui, Box box, const std::vector<ComparePanel>& all, CompareOptions options) {
    const AppState& s = ui.state;
    std::vector<ComparePanel> panels = all;
    std::vector<int> index(all.size());
    for (std::size_t n = 0; n < index.size(); ++n) index[n] = static_cast<int>(n);
    const auto enlarged = std::find_if(all.begin(), all.end(),
                                       [&](const ComparePanel& p) { return p.key == s.compare.enlarged; });
    const int alone =
        enlarged == all.end() || s.compare.enlarged.empty() ? -1 : static_cast<int>(enlarged - all.begin());
    if (alone >= 0) {
        panels = {*enlarged};
        index = {alone};
        for (CompareCell* cell : {&options.hover, &options.pinned})
            if (cell->panel >= 0) cell->panel = 0;
        options.numbers = nullptr;
    }
    const Scene& scene =
        cached_scene(ui, "compare:panels", compare_key(ui, options, box, alone), s.trace,
                     [&] { return compare_panels(panels, options, box.w, box.h, figure_style(ui)); });
    const auto card_of = [&](Point, const Pick* pick) {
        return pick && pick->id.k >= 0 && pick->id.k < static_cast<int>(index.size())
                   ? index[static_cast<std::size_t>(pick->id.k)]
                   : -1;
    };
    scrolling(ui, "compare:panels", box, scene, [&](Point at) {
        ui.draw(scene, at);
        point_compare(ui, "compare:panels", scene, at, index, card_of);
    });
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
    const float covered = s.narrow() && s.drawer ? side_width(ui) : 0; // not below a drawer
    ui.clip({room.x, room.y, room.w - covered, room.h});
    if (s.compare.pair() && panels.size() == 2)
        pair_area(ui, box, panels, options, {0, 1});
    else if (options.difference_a >= 0 && options.difference_b < static_cast<int>(panels.size()))
        pair_area(ui, box, panels, options, {options.difference_a, options.difference_b});
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
    const Box box{room.x + (drawer ? 12 : 0), room.y + gap, room.w - (drawer ? 24 : margin),
                  room.h - gap - 8};
    const bool two = s.compare.pair() && panels.size() == 2;
    const Scene& scene = cached_scene(ui, "compare:side", compare_key(ui, options, box, -1), s.trace, [&] {
        if (!two) return compare_side(panels, options, box.w, box.h, figure_style(ui));
        const std::array<ComparePanel, 2> pair = {panels[0], panels[1]};
        return compare_pair_side(pair, s.compare.matched.get(), options, box.w, box.h, figure_style(ui));
    });
    std::vector<int> all(panels.size());
    for (std::size_t n = 0; n < all.size(); ++n) all[n] = static_cast<int>(n);
    ui.clip(room);
    scrolling(ui, "compare:side", box, scene, [&](Point at) {
        ui.draw(scene, at);
        point_compare(ui, "compare:side", scene, at, all, no_card);
    });
    ui.end_clip();
}

} // namespace heed
