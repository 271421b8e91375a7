// The Search workspace: how tree and maps share it, and below the tree what an edit or another sentence does
// to where the model looks.
#include "app/figures/base/format.h"
#include "app/figures/compare/compare.h"
#include "app/figures/search/tree.h"
#include "app/figures/what_if/what_if.h"
#include "app/state/jobs/runs.h"
#include "app/state/search/search.h"
#include "app/state/search/search_maps.h"
#include "app/state/step/layers/words.h"
#include "app/views/base/splitter.h"
#include "app/views/search/tree.h"
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

// ------------------------------------------------------------------------------------------------ below

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
        const WhatIf w = search_what_if(s, pair);
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
    ComparePanel panel{.key = "best", .title = search_question(s, pair), .trace = pair.first};
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
                           .text = ui.cut(search_question(s, pair), Face::Semibold, 15, head.w),
                           .face = Face::Semibold,
                           .size = 15,
                           .color = c.t1});
        return scene;
    });
    ui.draw(title, {head.x, head.y});
    two_maps(ui, pair, {room.x, room.y + lower_head, room.w, room.h - lower_head});
    ui.end_clip();
}

} // namespace

namespace {

/// How far the search is, or that it was stopped; of one that is over at once nothing is said.
void without_tree(Ui& ui, Box room) {
    const AppState& s = ui.state;
    const bool stopped = stopped_search(s);
    const SearchWords words = search_words(s);
    if (words.sentence.empty()) return;
    const Box box = message_box(ui, room, words.title, words.sentence, stopped ? 36.0f : 0.0f);
    if (!stopped) return;
    if (button(ui, "search:again", {box.x + 24, box.bottom() - 44, 124, 28}, "Search again",
               {.primary = true}))
        ui.send({"search-again"});
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
        else
            without_tree(ui, room);
        return;
    }
    const SearchPair pair = search_pair(s);
    const Parts parts = parts_of(s, room, pair.first != nullptr);
    ui.clip({room.x, room.y, s.narrow() && s.drawer ? room.w - side_width(ui) : room.w,
             room.h}); // not below a drawer
    search_tree(ui, parts.tree);
    if (parts.lower.h > 0) lower(ui, pair, parts.lower);
    ui.end_clip();
    if (s.search.typed) search_typed_token(ui, parts.tree);
}

} // namespace heed
