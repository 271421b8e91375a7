// Below the search tree: what was found, and the transport over its outputs.
#include "app/figures/base/format.h"
#include "app/figures/search/tree_timeline.h"
#include "app/state/search/search.h"
#include "app/views/base/transport.h"
#include "app/views/views.h"

namespace heed {
namespace {

void timeline(Ui& ui, Box box) {
    const AppState& s = ui.state;
    const int all = search_length(s), revealed = search_revealed(s);
    if (all == 0 || box.w < 40) return;
    std::vector<std::string> tokens;
    for (const int node : selected_sentence(s)) tokens.push_back(s.search.tree->at(node).label);
    const std::tuple key(box.w, all, revealed, s.search.path);
    const Scene& scene = cached_scene(ui, "search:timeline", key, s.search.tree, [&] {
        return tree_timeline(tokens, all, revealed, box.w, box.h, figure_style(ui));
    });
    scrub_timeline(ui, scene, box, revealed, "token-back", "token",
                   [&](float x) { return tree_timeline_at(all, box.w, x); });
}

} // namespace

void search_bar(Ui& ui) {
    const AppState& s = ui.state;
    const float top = ui.height - bottom_height, y = top + 66;
    bar_ground(ui, top);
    const SearchWords words = search_words(s);
    const int all = search_length(s);
    bar_words(ui, top, ui.colors.output, words.title, words.sentence,
              all > 0 ? thousands(search_revealed(s)) + " / " + thousands(all) : "");
    play_buttons(ui, y, "token-back", "token",
                 {"Back to the beginning", "One output back", "See the search being built, output by output",
                  "One output on", "To the end"});
    speed_control(ui, y, "Speed of playing");
    timeline(ui, {224, top + 41, ui.width - 224 - 24 - speed_width(ui), 50});
}

} // namespace heed
