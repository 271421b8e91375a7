// The Search workspace: the tree, and below it what an edit or another sentence does to where the model
// looks.
#include "app/figures/base/format.h"
#include "app/figures/compare/compare.h"
#include "app/figures/maps/zoom.h"
#include "app/figures/search/tree.h"
#include "app/figures/tokens_written.h"
#include "app/figures/what_if/what_if.h"
#include "app/state/jobs/runs.h"
#include "app/state/search/search.h"
#include "app/state/search/search_maps.h"
#include "app/state/step/layers/words.h"
#include "app/views/base/splitter.h"
#include "app/views/views.h"
#include "core/trace/request.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

constexpr float lower_head = 48;            // title and buttons
constexpr float least_with_sentences = 240; // below that the maps need all the room

struct Parts {
    Box tree, lower; // lower.h 0: there is none
};

/// As the user shared the room, else: the tree takes what it needs, up to a little less than half; all of it
/// where there are no maps.
Parts parts_of(const AppState& s, Box room, bool maps) {
    if (!maps) return {room, {room.x, room.bottom(), room.w, 0}};
    constexpr float least = 120, least_maps = 250;
    float height;
    if (s.search.tree_share > 0) {
        height = std::clamp(room.h * s.search.tree_share, std::min(least, room.h * 0.4f),
                            std::max(room.h * 0.44f, room.h - least_maps));
    } else {
        const TreeHeights wanted = tree_heights(*s.search.tree, room.w);
        const float share = room.h >= 700 ? 0.435f : room.h >= 540 ? 0.48f : 0.42f;
        const float most_share = room.h >= 540 ? 0.56f : 0.48f; // where all of it is in view then
        height = std::clamp(wanted.full, std::min(180.0f, room.h * 0.4f), room.h * share);
        if (wanted.least > height) height = std::min(wanted.least, room.h * most_share);
    }
    height = std::round(height);
    return {{room.x, room.y, room.w, height}, {room.x, room.y + height, room.w, room.h - height}};
}

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

void tree(Ui& ui, Box box) {
    const AppState& s = ui.state;
    ui.memory.order.push_back("tree"); // Tab comes here; the ring is the selected node's
    if (ui.memory.focus == "tree" && ui.memory.focus_visible) {
        if (ui.pressed("Enter")) ui.send({"tree-open"});
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
    if (used + ui.text_width(hint, Face::Regular, 11) < box.w - 40)
        ui.text({box.right() - 16, box.y + 22}, hint, Face::Regular, 11, ui.colors.t3, Align::Right);
    ui.end_clip();
}

// --------------------------------------------------------------------------------------------- a typed token

/// One of them, with the probability that it has there.
void offered_token(Ui& ui, Box row, int n) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    const std::string& token = s.search.typed->offered[static_cast<std::size_t>(n)];
    const bool chosen = n == s.search.typed->chosen, over = ui.over(row);
    if (chosen || over) ui.fill(row, chosen ? c.bg3 : fade(c.bg3, 0.6f), 5);
    const float y = row.centre().y;
    const std::string name = token == "</s>" ? "end" : shown_written(*s.search.found, token);
    ui.text({row.x + 10, y}, ui.cut(name, Face::Mono, 13, 104), name == "␣" ? Face::Regular : Face::Mono, 13,
            c.t1);
    if (const auto p = typed_probability(s, token)) {
        const Box track{row.x + 122, y - 3, row.w - 122 - 74, 6};
        ui.fill(track, c.bg2, 3);
        ui.fill({track.x, track.y, std::max(1.0f, track.w * static_cast<float>(*p)), track.h}, c.output, 3);
        ui.text({row.right() - 10, y}, probability(*p), Face::Mono, 11, c.t2, Align::Right);
    }
    if (over && ui.mouse_pressed()) ui.send({"tree-take", "", 0, n});
}

/// The field at the selected node, and what could be meant.
void typed_token(Ui& ui, Box box) {
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

// ------------------------------------------------------------------------------------------------ below

/// The pair as the figure takes it: of what is fixed in the search only the user's own tokens are marked.
WhatIf what_if_of(const AppState& s, const SearchPair& pair) {
    WhatIf w = what_if(pair.first, pair.second);
    w.forced.clear();
    if (!pair.edited) {
        w.edit = false;
        w.model_name = "Best";
        w.changed_name = pair.rank < 0 ? "From here" : "Sentence " + std::to_string(pair.rank + 1);
        return w;
    }
    const Edits base = s.kept.value_or(Edits{});
    for (const auto& [i, token] : s.edits.forced)
        if (const auto old = base.forced.find(i);
            i < w.changed->outputs() && (old == base.forced.end() || old->second != token))
            w.forced.push_back(i);
    return w;
}

/// The same of the pair as it is shown.
WhatIf seen_what_if(const AppState& s, const SearchPair& pair) {
    const SearchPair seen = search_maps(s, pair);
    WhatIf w = what_if_of(s, seen);
    if (seen.second == pair.second || !pair.edited) return w;
    w.forced.clear();
    for (const int i : what_if_of(s, pair).forced)
        if (const int row = row_in_maps(s, *pair.second, i);
            row >= 0 && (w.forced.empty() || w.forced.back() != row))
            w.forced.push_back(row);
    return w;
}

std::string question(const AppState& s, const SearchPair& pair) {
    if (!pair.second) return "Where the best sentence looks";
    if (pair.edited) return what_if_question(seen_what_if(s, pair)); // outputs are numbered as in the maps
    return pair.rank < 0 ? "The model's way on from here beside the best sentence"
                         : "Sentence " + std::to_string(pair.rank + 1) + " beside the best one";
}

/// What the lower figures depend on besides the pointer.
auto pair_key(const AppState& s, const SearchPair& pair, Box box) {
    return std::tuple(shows_words(s), s.search.by_head ? search_map_words(s) : std::string(), box.w, box.h,
                      hash_value(pair.first->request), pair.second ? hash_value(pair.second->request) : 0,
                      pair.edited, pair.rank);
}

void point_maps(Ui& ui, const Scene& scene, Box box, bool pair) {
    const Pick* pick = ui.pick(scene, {box.x, box.y});
    if (!pick) return;
    const PickId& what = pick->id;
    ui.memory.hovered = {what.j, pair ? what.k : what.i, -1};
    ui.tooltip("search:maps", scene, *pick, {box.x, box.y});
    if (ui.mouse_pressed() && what.kind == PickKind::Button && what.name == "what-if-map")
        ui.memory.scroll["search:map"] = static_cast<float>(what.k);
}

/// The output of the hovered node, where it is on one of the two sentences.
int hovered_output(const AppState& s, const Trace& run) {
    if (s.search.hovered < 0) return -1;
    const std::vector<int> path = tree_path(*s.search.tree, s.search.hovered);
    if (static_cast<int>(path.size()) > run.outputs()) return -1;
    for (std::size_t i = 0; i < path.size(); ++i)
        if (run.steps[i].token.id != path[i]) return -1;
    return static_cast<int>(path.size()) - 1;
}

void two_maps(Ui& ui, const SearchPair& pair, Box box) {
    const AppState& s = ui.state;
    const int of_first = hovered_output(s, *pair.first), of_second = hovered_output(s, *pair.second);
    const auto shown_map = ui.memory.scroll.find("search:map");
    const int map = shown_map == ui.memory.scroll.end() ? 2 : static_cast<int>(shown_map->second);
    const std::tuple key(pair_key(s, pair, box), s.hover.row, s.hover.column, of_first, of_second, map);
    const Scene& scene = cached_scene(ui, "search:pair", key, pair.second, [&] {
        const WhatIf w = seen_what_if(s, pair);
        const int first = row_in_maps(s, *pair.first, of_first),
                  second = row_in_maps(s, *pair.second, of_second);
        const WhatIfOptions options{.hover_row = s.hover.row >= 0 ? s.hover.row
                                                 : second >= 0    ? w.row_of_changed(second)
                                                                  : w.row_of_model(first),
                                    .hover_column = s.hover.column,
                                    .map = static_cast<WhatIfMap>(map),
                                    .sentences = box.h >= least_with_sentences};
        return what_if_figure(w, options, box.w, box.h, figure_style(ui));
    });
    ui.draw(scene, {box.x, box.y});
    point_maps(ui, scene, box, true);
}

void one_map(Ui& ui, const SearchPair& pair, Box box) {
    const AppState& s = ui.state;
    ComparePanel panel{.key = "best", .title = question(s, pair), .trace = pair.first};
    CompareOptions options;
    const int row =
        s.hover.row >= 0 ? s.hover.row : row_in_maps(s, *pair.first, hovered_output(s, *pair.first));
    options.hover = {row >= 0 || s.hover.column >= 0 ? 0 : -1, row, s.hover.column};
    const std::tuple key(pair_key(s, pair, box), options);
    const Scene& scene = cached_scene(ui, "search:best", key, pair.first, [&] {
        panel.trace = search_maps(s, pair).first;
        return compare_panels(std::span(&panel, 1), options, box.w, box.h, figure_style(ui));
    });
    ui.draw(scene, {box.x, box.y});
    point_maps(ui, scene, box, false);
}

/// Which heads the maps show, and the way to the other choice; how wide it is, with what stands beside it.
float which_heads(Ui& ui, float right, float y) {
    const AppState& s = ui.state;
    const CommandInfo& turn = command_info("search-head");
    const std::string words = search_map_words(s);
    if (words.empty()) return 0;
    const bool turns = is_enabled(turn, s);
    const float w = ui.text_width(words, Face::Medium, 13) + 24;
    const Box box{right - w, y, w, 28};
    if (button(ui, "search:head", box, words, {.enabled = turns})) ui.send({"search-head"});
    ui.tooltip("search:head", box,
               !turns ? "What the map shows: this model has no other"
               : s.search.by_head
                   ? "The head in front in Step; a click: the mean that stands for the model"
                   : "What the map shows; a click: the head in front in Step, " + head_of_step_words(s));
    return w + 8;
}

void lower(Ui& ui, const SearchPair& pair, Box room) {
    const AppState& s = ui.state;
    const Palette& c = ui.colors;
    ui.fill({room.x, room.y, room.w, 1}, c.line);
    ui.clip(room);
    const Box canvas = canvas_box(ui);
    const Moved moved = splitter(ui, "search:share", {room.x, room.y, room.w, 6}, Split::Rows);
    if (moved.reset) ui.send({"tree-share"});
    if (moved.to) ui.send({"tree-share", "", static_cast<double>((*moved.to - canvas.y) / canvas.h)});
    if (!pair.second) { // its own heading is the only one
        one_map(ui, pair, {room.x + 16, room.y + 14, room.w - 32, room.h - 22});
        which_heads(ui, room.right() - 26, room.y + 22); // in the card
        return ui.end_clip();
    }
    const CommandInfo &undo = command_info("undo"), &keep = command_info("keep");
    float right = room.right() - 16;
    right -= which_heads(ui, right, room.y + 10);
    if (pair.edited) {
        right -= 92;
        if (button(ui, "search:keep", {right, room.y + 10, 92, 28}, "Keep",
                   {.icon = Icon::Check, .enabled = is_enabled(keep, s)}))
            ui.send({"keep"});
        ui.tooltip("search:keep", {right, room.y + 10, 92, 28}, "Compare the next change with this run");
        right -= 96;
        if (button(ui, "search:undo", {right, room.y + 10, 88, 28}, "Undo",
                   {.icon = Icon::Undo, .enabled = is_enabled(undo, s)}))
            ui.send({"undo"});
        ui.tooltip("search:undo", {right, room.y + 10, 88, 28}, "Take the last change back",
                   undo.keys.front());
    }
    const Box head{room.x + 16, room.y, right - room.x - 32, lower_head};
    const Scene& title = cached_scene(ui, "search:question", pair_key(s, pair, head), pair.second, [&] {
        Scene scene;
        scene.add(TextItem{.at = {0, 24},
                           .text = ui.cut(question(s, pair), Face::Semibold, 15, head.w),
                           .face = Face::Semibold,
                           .size = 15,
                           .color = c.t1});
        return scene;
    });
    ui.draw(title, {head.x, head.y});
    two_maps(ui, pair, {room.x, room.y + lower_head, room.w, room.h - lower_head});
    ui.end_clip();
}

/// How far a search is that takes long.
std::string searched_words(const AppState& s) {
    const decode::Progress& far = s.runs.searching->far;
    return "A beam of " + std::to_string(search_beam(s).width) + ", " +
           (far.layers > 0 ? reading_words(far) + "." : counted(far.outputs, "output") + " so far.");
}

} // namespace

void search_view(Ui& ui, Box room) {
    const AppState& s = ui.state;
    ui.fill(room, ui.colors.bg0);
    if (!s.maps.empty())
        return message(
            ui, room, "Nothing to search",
            "These weights were computed elsewhere. Without a model there is no other sentence to be found.");
    if (!s.model) return;
    if (s.input.empty()) return empty_input(ui, room);
    if (!s.search.tree) {
        if (!s.search.problem.empty())
            message(ui, room, "No search", s.search.problem);
        else if (s.runs.searching)
            message(ui, room, "Searching", searched_words(s));
        return;
    }
    const SearchPair pair = search_pair(s);
    const Parts parts = parts_of(s, room, pair.first != nullptr);
    ui.clip({room.x, room.y, s.narrow() && s.drawer ? room.w - side_width(ui) : room.w,
             room.h}); // not below a drawer
    tree(ui, parts.tree);
    if (parts.lower.h > 0) lower(ui, pair, parts.lower);
    ui.end_clip();
    if (s.search.typed) typed_token(ui, parts.tree);
}

} // namespace heed
