// What is done in the Search workspace.
#include "app/state/search/search.h"
#include "app/state/search/search_maps.h"
#include "app/state/search/typing.h"

#include "app/figures/maps/zoom.h"
#include "app/state/commands/row.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using Kind = Effect::Kind;

constexpr int widest_by_key = 10, widest = 100;
constexpr double seconds_an_output = 0.5;

EffectList to_tree() { return {{Kind::Focus, "tree"}}; }

/// Shows that node, and all outputs up to it.
void select(AppState& s, int node) {
    SearchState& search = s.search;
    search.path = tree_path(*search.tree, node);
    search.of_model = node >= 0 && !search.tree->at(node).from_changed;
    search.typed.reset();
    search.scroll_x = search.scroll_y = -1;
    const std::vector<int> sentence = tree_sentence(*search.tree, node);
    search.along = tree_path(*search.tree, sentence.empty() ? -1 : sentence.back());
    const int column = node < 0 ? -1 : search.tree->at(node).column;
    if (search.revealed >= 0 && search.revealed <= column) search.revealed = column + 1;
    if (search.revealed >= search_length(s)) search.revealed = -1;
}

EffectList move(AppState& s, TreeMove way) {
    const int node = selected_node(s);
    if (!s.search.tree) return {};
    select(s, tree_move(*s.search.tree, std::max(-1, node), way));
    return to_tree();
}

/// The node at which a sentence becomes itself; of the best one, where the model was least sure.
void select_sentence(AppState& s, int rank) {
    const TreePlan& plan = *s.search.tree;
    if (rank < 0 || rank >= static_cast<int>(plan.sentences.size())) return;
    const int end = plan.sentences[static_cast<std::size_t>(rank)].end;
    std::vector<int> nodes;
    for (int node = end; node >= 0; node = plan.at(node).parent) nodes.insert(nodes.begin(), node);
    int own = end, least = end;
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        if (tree_sentence(plan, *node).back() != end) break;
        own = *node;
        if (plan.at(*node).log_prob < plan.at(least).log_prob && !plan.at(*node).is_end) least = *node;
    }
    select(s, rank == 0 ? least : own);
}

void open_node(AppState& s) {
    auto& opened = s.search.opened;
    const auto known = std::find_if(opened.begin(), opened.end(),
                                    [&](const TreeOpened& o) { return o.path == s.search.path; });
    if (known != opened.end())
        opened.erase(known);
    else if (const int node = selected_node(s); node >= -1 && !(node >= 0 && s.search.tree->at(node).is_end))
        opened.push_back({s.search.path, {}});
}

// ---------------------------------------------------------------------------------------------- the playhead

/// So many outputs shown, the selection on the last of them.
void reveal(AppState& s, int outputs) {
    SearchState& search = s.search;
    if (!search.tree) return;
    const int all = search_length(s), now = std::clamp(outputs, 0, all);
    const int along = tree_node(*search.tree, search.along, !search.of_model);
    const std::vector<int> nodes = tree_sentence(*search.tree, std::max(-1, along));
    search.revealed = now >= all ? -1 : now;
    search.typed.reset();
    search.scroll_x = search.scroll_y = -1;
    const int last = std::min(now, static_cast<int>(nodes.size()));
    search.path = tree_path(*search.tree, last == 0 ? -1 : nodes[static_cast<std::size_t>(last - 1)]);
}

// ------------------------------------------------------------------------------------------------ handlers

template <TreeMove way>
EffectList walk(AppState& s) {
    return has_search_tree(s) ? move(s, way) : EffectList{};
}

EffectList open_selected(AppState& s) {
    if (!has_search_tree(s)) return {};
    open_node(s);
    return to_tree();
}

EffectList force_selected(AppState& s) {
    const int node = has_search_tree(s) ? selected_node(s) : -1;
    return node < 0 ? EffectList{}
                    : force_in_tree(s, s.search.tree->at(node).column, s.search.tree->at(node).text);
}

EffectList force_named(AppState& s, const Command& c) {
    return has_search_tree(s) ? force_in_tree(s, c.i < 0 ? selected_output(s) : c.i, c.text) : EffectList{};
}

EffectList select_node(AppState& s, const Command& c) {
    if (has_search_tree(s) && c.i < static_cast<int>(s.search.tree->nodes.size()))
        select(s, std::max(-1, c.i));
    return {};
}

EffectList take_sentence(AppState& s, const Command& c) {
    if (has_search_tree(s)) select_sentence(s, c.i);
    return {};
}

EffectList hover_node(AppState& s, const Command& c) {
    if (has_search_tree(s))
        s.search.hovered = std::clamp(c.i, -2, static_cast<int>(s.search.tree->nodes.size()) - 1);
    return {};
}

/// 0: as there is room. What is not said of the scroll stays.
EffectList zoom_tree(AppState& s, const Command& c) {
    if (!has_search_tree(s)) return {};
    s.search.zoom =
        static_cast<float>(std::clamp<double>(c.value, 0, static_cast<double>(largest_tree_zoom)));
    s.search.scroll_x = static_cast<float>(c.i);
    s.search.scroll_y = static_cast<float>(c.j);
    return {};
}

/// By keys, about what is selected.
template <int notches>
void zoom_by(AppState& s) {
    const float now = s.search.zoom > 0 ? s.search.zoom : 1;
    s.search.zoom =
        std::clamp(now * std::pow(zoom_notch, static_cast<float>(notches)), 0.05f, largest_tree_zoom);
    s.search.scroll_x = s.search.scroll_y = -1;
}

/// The whole, which is as small as it must be; and back.
void zoom_whole(AppState& s) {
    constexpr float least = 0.01f; // the figure goes no further than needed
    s.search.zoom = s.search.zoom == least ? 0 : least;
    s.search.scroll_x = s.search.scroll_y = -1;
}

EffectList share_height(AppState& s, const Command& c) {
    s.search.tree_share = static_cast<float>(std::clamp(c.value, 0.0, 1.0));
    return {};
}

EffectList widen_side(AppState& s, const Command& c) {
    s.search.side = static_cast<float>(std::clamp(c.value, 0.0, 10'000.0));
    return {};
}

EffectList scroll_tree(AppState& s, const Command& c) {
    if (!has_search_tree(s)) return {};
    s.search.scroll_x = static_cast<float>(c.i);
    s.search.scroll_y = static_cast<float>(c.j);
    return {};
}

int rounded(double value, int low, int high) {
    return static_cast<int>(std::lround(std::clamp<double>(value, low, high)));
}

EffectList set_width(AppState& s, const Command& c) {
    s.search.settings.width = rounded(c.value, 1, widest);
    return {};
}

EffectList set_length_penalty(AppState& s, const Command& c) {
    s.search.settings.length_penalty = std::clamp(c.value, -10.0, 10.0);
    return {};
}

EffectList set_coverage_penalty(AppState& s, const Command& c) {
    s.search.settings.coverage_penalty = std::clamp(c.value, 0.0, 100.0);
    return {};
}

EffectList set_longest(AppState& s, const Command& c) {
    s.search.settings.longest = rounded(c.value, 0, 100'000);
    return {};
}

void widen(AppState& s) {
    const int width = search_beam(s).width;
    s.search.settings.width = width >= widest_by_key ? 1 : width + 1;
}

void narrow(AppState& s) {
    const int width = search_beam(s).width;
    s.search.settings.width = width <= 1 ? widest_by_key : width - 1;
}

bool can_search_again(const AppState& s) { return stopped_search(s) && !s.report.shown; }
bool can_search(const AppState& s) { return s.searching() && s.model; }
std::string why_no_beam(const AppState& s) {
    return s.model && !s.searching() ? "The width of the beam is set in Search." : "";
}
void turn_search_head(AppState& s) {
    s.search.by_head = !s.search.by_head;
    s.hover = {};
}
bool can_turn_head(const AppState& s) {
    return s.searching() && has_search_heads(s) && !head_of_step_words(s).empty();
}
bool can_walk(const AppState& s) {
    return has_search_tree(s) && s.search.tree->length() > 0 && !s.report.shown;
}

} // namespace

bool has_search_tree(const AppState& s) { return s.searching() && s.search.tree; }

void reset_search(AppState& s, Fresh fresh) {
    if (fresh != Fresh::Input) s.search.found = s.search.changed = s.search.probe = nullptr;
    s.search.path.clear();
}

void search_play_or_pause(AppState& s) {
    if (!s.search.tree) return;
    s.playback.playing = !s.playback.playing;
    if (!s.playback.playing) return;
    if (search_revealed(s) >= search_length(s)) reveal(s, 0);
    s.playback.progress = 1;
}

void search_go(AppState& s, int outputs) {
    if (!s.search.tree) return;
    s.playback.playing = false;
    s.playback.progress = 1;
    reveal(s, outputs);
}

void advance_search(AppState& s, double seconds) {
    Playback& p = s.playback;
    if (!s.search.tree) p.playing = false;
    if (p.progress >= 1 && !p.playing) return;
    const double length =
        s.settings.reduced_motion ? 0.08 : seconds_an_output / static_cast<double>(s.settings.speed);
    p.progress += static_cast<float>(seconds / length);
    for (int n = 0; n < 1000 && p.progress >= 1; ++n) {
        if (!p.playing || search_revealed(s) >= search_length(s)) {
            p.playing = false;
            p.progress = 1;
            return;
        }
        reveal(s, search_revealed(s) + 1);
        p.progress -= 1;
    }
}

Rows searching_commands() {
    constexpr std::string_view group = "Search";
    Rows rows{
        recorded<Records::Nothing>({"tree-right", "Along the sentence", keys("Right"), group, false, can_walk,
                                    plain<walk<TreeMove::Right>>, "tree descend next"}),
        recorded<Records::Nothing>({"tree-left", "Back along the sentence", keys("Left"), group, false,
                                    can_walk, plain<walk<TreeMove::Left>>, "tree return parent"}),
        recorded<Records::Nothing>({"tree-up", "To the token above", keys("Up"), group, false, can_walk,
                                    plain<walk<TreeMove::Up>>, "tree sibling"}),
        recorded<Records::Nothing>({"tree-down", "To the token below", keys("Down"), group, false, can_walk,
                                    plain<walk<TreeMove::Down>>, "tree sibling"}),
        recorded<Records::Nothing>({"tree-open", "Show or hide what the search did not follow", keys("Enter"),
                                    group, false, can_walk, plain<open_selected>,
                                    "tree candidates unexplored"}),
        recorded<Records::Nothing>({"search-again", "Search again what was stopped", keys("Enter"), group,
                                    false, can_search_again, plain<search_again>, "stopped continue", true}),
        {"tree-force", "Force the selected token", keys("F"), group, false, can_walk, plain<force_selected>,
         "tree what-if"},
        explained<why_no_beam>({"beam-wider", "Beam width: one more, after ten again one", keys("B"), group,
                                false, can_search, plain<widen>, "search"}),
        {"beam-narrower", "Beam width: one less", keys(), group, false, can_search, plain<narrow>, "search"},
        recorded<Records::Typing>(hidden("beam-width", set_width, {number("width")})),
        recorded<Records::Typing>(hidden("length-penalty", set_length_penalty, {number("penalty")})),
        recorded<Records::Typing>(hidden("coverage-penalty", set_coverage_penalty, {number("penalty")})),
        recorded<Records::Typing>(hidden("longest-output", set_longest, {number("outputs")})),
        recorded<Records::Passing>({"tree-zoom-in", "Larger tree", keys("+", "="), group, false, can_walk,
                                    plain<zoom_by<+1>>, "zoom"}),
        recorded<Records::Passing>(
            {"tree-zoom-out", "Smaller tree", keys("-"), group, false, can_walk, plain<zoom_by<-1>>, "zoom"}),
        recorded<Records::Passing>({"tree-whole", "The whole tree, or its usual size", keys("Z"), group,
                                    false, can_walk, plain<zoom_whole>, "zoom overview fit"}),
        recorded<Records::Passing>(
            hidden("tree-zoom", zoom_tree,
                   {number("zoom"), optional(whole("x", &Command::i)), optional(whole("y", &Command::j))})),
        recorded<Records::Nothing>(
            {"search-head", "Maps of the head in front in Step, or of the mean that stands for the model",
             keys(), group, false, can_turn_head, plain<turn_search_head>, "attention layer heads mean"}),
        recorded<Records::Passing>(hidden("tree-share", share_height, {number("share")})),
        recorded<Records::Passing>(hidden("search-side", widen_side, {number("width")})),
        // Behind the selected node's beginning; no output: at the selected one.
        hidden("tree-force-token", force_named, {optional(whole("output", &Command::i)), text("token")}),
        recorded<Records::Nothing>(
            hidden("tree-select", select_node, {whole("node", &Command::i)})), // -1: the start
        recorded<Records::Nothing>(hidden("tree-sentence", take_sentence, {whole("sentence", &Command::i)})),
        recorded<Records::Passing>(
            hidden("tree-hover", hover_node, {whole("node", &Command::i)})), // -2: none
        recorded<Records::Passing>(
            hidden("tree-scroll", scroll_tree, {whole("x", &Command::i), whole("y", &Command::j)})),
    };
    for (CommandInfo& row : typed_token_commands()) rows.push_back(std::move(row));
    return rows;
}

} // namespace heed
