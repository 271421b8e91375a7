// The tree of a search, moved by wheel and pointer, and the field of a token that is typed at it.
#include "app/views/search/tree.h"

#include "app/figures/base/format.h"
#include "app/figures/maps/zoom.h"
#include "app/figures/search/tree.h"
#include "app/figures/tokens_written.h"
#include "app/state/search/search.h"
#include "app/views/base/widgets.h"
#include "app/views/views.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

TreeSettings tree_settings(const Ui& ui, Box box) {
    const AppState& s = ui.state;
    return {.width = box.w,
            .height = box.h,
            .zoom = s.search.zoom,
            .scroll_x = s.search.scroll_x,
            .scroll_y = s.search.scroll_y,
            .revealed = s.search.revealed,
            .selected = selected_node(s),
            .hovered = s.search.hovered,
            .focus = ui.memory.focus == "tree" && ui.memory.focus_visible};
}

void scroll_to(Ui& ui, const TreeLayout& layout, Point to) {
    ui.send({"tree-scroll", "", 0, static_cast<int>(std::clamp(to.x, 0.0f, layout.most_x)),
             static_cast<int>(std::clamp(to.y, 0.0f, layout.most_y))});
}

/// The wheel moves the tree; with Ctrl it zooms about the pointer.
void wheel_tree(Ui& ui, const TreeSettings& settings, const TreeLayout& layout, Box box) {
    if (ui.wheel() == 0 && ui.wheel_across() == 0) return;
    if (ui.control()) {
        const float zoom =
            std::clamp(layout.zoom * std::pow(zoom_notch, ui.wheel()), layout.least, largest_tree_zoom) /
            layout.usual;
        const Point to = tree_scroll_for_zoom(*ui.state.search.tree, settings, zoom,
                                              {ui.mouse().x - box.x, ui.mouse().y - box.y});
        return ui.send(
            {"tree-zoom", "", static_cast<double>(zoom), static_cast<int>(to.x), static_cast<int>(to.y)});
    }
    const bool down = layout.most_y > 0 && !ui.shift();
    scroll_to(ui, layout,
              {layout.scroll_x - (ui.wheel_across() + (down ? 0 : ui.wheel())) * 60,
               layout.scroll_y - (down ? ui.wheel() * 40 : 0)});
}

/// A press in the picture of the whole goes there, and takes the frame along. Whether the pointer is its.
bool drag_frame(Ui& ui, const TreeLayout& layout, Box box) {
    const Point at{ui.mouse().x - box.x, ui.mouse().y - box.y};
    const bool held = ui.memory.pressed == "tree:overview";
    if (!held && (!layout.overview.contains(at) || !ui.over(box) || !ui.memory.pressed.empty())) return false;
    if (ui.mouse_pressed()) ui.memory.pressed = "tree:overview";
    if (ui.memory.pressed == "tree:overview" && ui.mouse_down()) {
        const Point to = layout.scroll_around(at);
        if (std::abs(to.x - layout.scroll_x) >= 1 || std::abs(to.y - layout.scroll_y) >= 1)
            scroll_to(ui, layout, to);
    }
    return true;
}

/// Beside the nodes a drag moves the tree, and a double click shows the whole of it.
void drag_tree(Ui& ui, const TreeLayout& layout) {
    const Point mouse = ui.mouse();
    auto& kept = ui.memory.scroll;
    if (ui.mouse_pressed()) {
        if (ui.clicks() == 2) return ui.send({"tree-whole"});
        ui.memory.pressed = "tree";
        kept["tree:x"] = mouse.x + layout.scroll_x;
        kept["tree:y"] = mouse.y + layout.scroll_y;
    } else if (ui.memory.pressed == "tree" && ui.mouse_down()) {
        const Point to{kept["tree:x"] - mouse.x, kept["tree:y"] - mouse.y};
        if (std::abs(to.x - layout.scroll_x) >= 1 || std::abs(to.y - layout.scroll_y) >= 1)
            scroll_to(ui, layout, to);
    }
}

/// A click selects, or forces what the search did not follow.
void point_tree(Ui& ui, const Scene& scene, const TreeSettings& settings, Box box) {
    const AppState& s = ui.state;
    const bool over = ui.over(box) && (ui.memory.pressed.empty() || ui.memory.pressed == "tree");
    const Pick* pick = over ? scene.hit({ui.mouse().x - box.x, ui.mouse().y - box.y}) : nullptr;
    const bool node = pick && pick->id.kind == PickKind::Token;
    const int hovered = node && pick->id.k >= 0 ? pick->id.k : -2;
    if (hovered != s.search.hovered) ui.send({"tree-hover", "", 0, hovered});
    if (pick && !s.search.typed)
        ui.tooltip("tree", scene, *pick, {box.x, box.y}); // it would hide what is offered
    const TreeLayout layout = tree_layout(*s.search.tree, settings);
    if (over) wheel_tree(ui, settings, layout, box);
    if (drag_frame(ui, layout, box)) return;
    if (over && ui.mouse_pressed()) {
        ui.memory.focus = "tree";
        ui.memory.focus_visible = false;
    }
    if (over && ui.mouse_pressed() && node) {
        const bool candidate =
            pick->id.k >= 0 && s.search.tree->at(pick->id.k).kind == TreeNode::Kind::Candidate;
        ui.send({"tree-select", "", 0, pick->id.k});
        if (candidate) ui.send({"tree-force"});
    } else if (over || ui.memory.pressed == "tree") {
        drag_tree(ui, layout);
    }
}

} // namespace

void search_tree(Ui& ui, Box box) {
    const AppState& s = ui.state;
    ui.memory.order.push_back("tree"); // Tab comes here; the ring is the selected node's
    if (ui.memory.focus == "tree" && ui.memory.focus_visible) {
        if (ui.pressed("Enter")) ui.send({stopped_search(s) ? "search-again" : "tree-open"});
        if (ui.pressed("Space")) ui.send({"play"});
    }
    const TreeSettings settings = tree_settings(ui, box);
    const Scene& scene = cached_scene(ui, "search:tree", settings, s.search.tree, [&] {
        return tree_figure(*s.search.tree, settings, figure_style(ui));
    });
    ui.clip(box);
    ui.draw(scene, {box.x, box.y});
    point_tree(ui, scene, settings, box);
    const bool here = ui.memory.focus == "tree";
    const std::string hint =
        here ? "type another token     Enter: what was not followed     Esc: back to commands"
             : "click a token, or press an arrow key     Ctrl+wheel: zoom";
    const float used =
        110 +
        ui.text_width(
            "Each column is one output token. The four best sentences so far survive; the rest are pruned.",
            Face::Regular, 13);
    if (stopped_search(s)) { // of the one with changes
        if (button(ui, "search:again", {box.right() - 16 - 116, box.y + 8, 116, 28}, "Search again"))
            ui.send({"search-again"});
    } else if (used + ui.text_width(hint, Face::Regular, 11) < box.w - 40)
        ui.text({box.right() - 16, box.y + 22}, hint, Face::Regular, 11, ui.colors.t3, Align::Right);
    ui.end_clip();
}

// --------------------------------------------------------------------------------------------- a typed token

namespace {

/// One of those that are offered, with the probability that it has there.
void offered_token(Ui& ui, Box row, int n) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const std::string& token = s.search.typed->offered[static_cast<std::size_t>(n)];
    const bool chosen = n == s.search.typed->chosen, over = ui.over(row);
    if (chosen || over) ui.fill(row, chosen ? c.bg3 : fade(c.bg3, 0.6f), 5);
    const float y = row.centre().y;
    const std::string name = token == "</s>" ? "end" : shown_written(*s.search.found, token);
    ui.text({row.x + 10, y}, ui.cut(name, Face::Mono, 13, 104), token_face(name), 13, c.t1);
    if (const auto p = typed_probability(s, token)) {
        const Box track{row.x + 122, y - 3, row.w - 122 - 74, 6};
        ui.fill(track, c.bg2, 3);
        ui.fill({track.x, track.y, std::max(1.0f, track.w * static_cast<float>(*p)), track.h}, c.output, 3);
        ui.text({row.right() - 10, y}, probability(*p), Face::Mono, 11, c.t2, Align::Right);
    }
    if (over && ui.mouse_pressed()) ui.send({"tree-take", "", 0, n});
}

} // namespace

void search_typed_token(Ui& ui, Box box) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const TypedToken& typed = *s.search.typed;
    const TreeLayout layout = tree_layout(*s.search.tree, tree_settings(ui, box));
    const TreeNode& node = s.search.tree->nodes.back(); // the typed one comes last
    if (node.kind != TreeNode::Kind::Typed) return;
    const Point at{layout.x(node.column), layout.y(node.row)};
    const int output = node.column;
    const bool unknown = !typed.text.empty() && typed.offered.empty();
    const std::string below = typed.text.empty() ? "Type the token that should stand here."
                              : unknown ? "“" + typed.text + "” is not in this model's vocabulary."
                                        : "Enter forces it as output " + std::to_string(output + 1) + ".";
    const float w = std::max(320.0f, ui.text_width(below, Face::Regular, 11) + (unknown ? 48 : 28)),
                rows = static_cast<float>(typed.offered.size());
    const float h = 44 + 24 * rows + 28;
    Box popup{std::clamp(box.x + at.x - 30, box.x + 8, std::max(box.x + 8, box.right() - w - 8)),
              box.y + at.y - 18, w, h};
    popup.y = std::min(popup.y, ui.height - bottom_height - h - 8);
    ui.raise(popup);
    popup_box(ui, popup, 8);
    const FieldResult field = text_field(ui, "field:typed", {popup.x + 8, popup.y + 8, w - 16, 28},
                                         typed.text, {.face = Face::Mono, .limit = 200}, "tree-type");
    if (field.entered) ui.send({"tree-take", "", 0, -1});
    if (ui.pressed("Down")) ui.send({"tree-offer", "", 0, 1});
    if (ui.pressed("Up")) ui.send({"tree-offer", "", 0, -1});
    float y = popup.y + 42;
    for (std::size_t n = 0; n < typed.offered.size(); ++n) {
        offered_token(ui, {popup.x + 6, y, w - 12, 24}, static_cast<int>(n));
        y += 24;
    }
    if (unknown) ui.draw(icon(Icon::Warning, c.error), {popup.x + 18, popup.bottom() - 16});
    ui.text({popup.x + (unknown ? 32.0f : 14.0f), popup.bottom() - 16}, below, Face::Regular, 11,
            unknown ? c.t1 : c.t3);
    ui.lower();
    const bool elsewhere = ui.mouse_pressed() && !popup.contains(ui.mouse());
    if (elsewhere) ui.send({"tree-type-end"});
}

} // namespace heed
