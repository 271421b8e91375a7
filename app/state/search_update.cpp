// What is done in the Search workspace.
#include "app/state/search.h"

#include "core/models/model.h"
#include "core/text/suggest.h"

#include <algorithm>
#include <cmath>

namespace heed {
namespace {

using Kind = Effect::Kind;

constexpr int widest_by_key = 10, widest = 100;
constexpr std::size_t most_offered = 6;
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

// ------------------------------------------------------------------------------------------------ forcing

/// What the model would write after these tokens by itself, where a run that is there says so; else -1.
int own_choice(const AppState& s, const std::vector<int>& path, std::size_t output) {
    for (const auto& run : {s.trace, s.search.probe}) {
        if (!run || run->steps.size() <= output || run->source_text != s.search.found->source_text) continue;
        bool same = true;
        for (std::size_t i = 0; i < output; ++i) same = same && run->steps[i].token.id == path[i];
        if (same && !run->steps[output].top.empty()) return run->steps[output].top.front().id;
    }
    return -1;
}

/// That token at that output, behind the selected node's own beginning: what of it the model would not write
/// by itself is forced as well. What the search does anyway is no edit.
EffectList force(AppState& s, int output, const std::string& token) {
    SearchState& search = s.search;
    const auto id = s.model ? s.model->target.find(token) : std::nullopt;
    if (!id || output < 0 || output > static_cast<int>(search.path.size()) || !s.trace) return {};
    std::vector<int> path(search.path.begin(), search.path.begin() + output);
    std::map<int, std::string> forced;
    for (std::size_t i = 0; i < path.size(); ++i)
        if (own_choice(s, path, i) != path[i]) forced[static_cast<int>(i)] = s.model->target.token(path[i]);
    path.push_back(*id);
    const int node = tree_node(*search.tree, path, false);
    const bool anyway = node >= 0 && search.tree->at(node).kind == TreeNode::Kind::Best;
    if (anyway)
        forced = s.kept.value_or(Edits{}).forced;
    else
        forced[output] = token;
    s.edits.forced = std::move(forced);
    search.path = std::move(path);
    search.of_model = false;
    search.typed.reset();
    search.revealed = -1;
    search.scroll_x = search.scroll_y = -1;
    return to_tree();
}

int output_of(const AppState& s) { return std::max(0, static_cast<int>(s.search.path.size()) - 1); }

EffectList force_selected(AppState& s) {
    const int node = selected_node(s);
    return node < 0 ? EffectList{} : force(s, s.search.tree->at(node).column, s.search.tree->at(node).text);
}

// ------------------------------------------------------------------------------------------------ typing

void offer(AppState& s, const std::string& text) {
    TypedToken typed{text, {}, 0};
    if (s.model && !s.facts.character_level) typed.offered = complete(s.model->target, text, most_offered);
    if (!target_token(s, text).empty()) typed.offered.insert(typed.offered.begin(), text);
    if (typed.offered.size() > most_offered) typed.offered.pop_back();
    s.search.typed = std::move(typed);
}

EffectList take_typed(AppState& s, int chosen) {
    if (!s.search.typed) return {};
    const TypedToken& typed = *s.search.typed;
    const int n = chosen >= 0 ? chosen : typed.chosen;
    const bool offered = n >= 0 && n < static_cast<int>(typed.offered.size());
    const std::string token =
        target_token(s, offered ? typed.offered[static_cast<std::size_t>(n)] : typed.text);
    if (token.empty()) return {}; // the field says that it is no token
    EffectList effects{{Kind::LeaveField}};
    for (Effect& effect : force(s, output_of(s), token)) effects.push_back(std::move(effect));
    return effects;
}

EffectList update_typing(AppState& s, const Command& c) {
    switch (c.what) {
    case Do::TreeType:
        offer(s, c.text);
        return {};
    case Do::TreeOffer:
        if (s.search.typed)
            if (const int count = static_cast<int>(s.search.typed->offered.size()); count > 0)
                s.search.typed->chosen = (s.search.typed->chosen + (c.i < 0 ? count - 1 : 1)) % count;
        return {};
    case Do::TreeTake:
        return take_typed(s, c.i);
    case Do::TreeTypeEnd:
        s.search.typed.reset();
        return {{Kind::LeaveField}, {Kind::Focus, "tree"}};
    default:
        return {};
    }
}

// ------------------------------------------------------------------------------------------------ the
// playhead

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

void play_pause(AppState& s) {
    if (s.playback.playing || !s.search.tree) {
        s.playback.playing = false;
        return;
    }
    if (search_revealed(s) >= search_length(s)) reveal(s, 0);
    s.playback.playing = true;
    s.playback.progress = 1;
}

EffectList move_playhead(AppState& s, const Command& c) {
    if (c.what == Do::PlayPause) {
        play_pause(s);
        return {};
    }
    s.playback.playing = false;
    s.playback.progress = 1;
    const int now = search_revealed(s), all = search_length(s);
    switch (c.what) {
    case Do::StepForward:
    case Do::TokenForward:
        reveal(s, now + 1);
        break;
    case Do::StepBack:
    case Do::TokenBack:
        reveal(s, now - 1);
        break;
    case Do::First:
    case Do::PhaseBack:
        reveal(s, 0);
        break;
    case Do::Last:
    case Do::PhaseForward:
        reveal(s, all);
        break;
    case Do::SetAt:
    case Do::Scrub:
        reveal(s, static_cast<int>(c.value));
        break;
    default:
        break;
    }
    return {};
}

} // namespace

bool search_takes(const AppState& s, Do what) {
    if ((what >= Do::SearchWidth && what <= Do::TreeTypeEnd) ||
        (what >= Do::TreeRight && what <= Do::BeamNarrower))
        return true;
    return s.searching() &&
           ((what >= Do::PlayPause && what <= Do::Last) || what == Do::SetAt || what == Do::Scrub);
}

EffectList update_search(AppState& s, const Command& c) {
    SearchSettings& settings = s.search.settings;
    if (!search_takes(s, c.what)) return {};
    switch (c.what) {
    case Do::SearchWidth:
        settings.width = std::clamp(static_cast<int>(std::lround(c.value)), 1, widest);
        return {};
    case Do::SearchLength:
        settings.length_penalty = std::clamp(c.value, -10.0, 10.0);
        return {};
    case Do::SearchCoverage:
        settings.coverage_penalty = std::clamp(c.value, 0.0, 100.0);
        return {};
    case Do::SearchLongest:
        settings.longest = std::clamp(static_cast<int>(std::lround(c.value)), 0, 100'000);
        return {};
    case Do::BeamWider:
        settings.width = settings.width >= widest_by_key ? 1 : settings.width + 1;
        return {};
    case Do::BeamNarrower:
        settings.width = settings.width <= 1 ? widest_by_key : settings.width - 1;
        return {};
    default:
        break;
    }
    if (!s.searching() || !s.search.tree) return {};
    switch (c.what) {
    case Do::TreeRight:
        return move(s, TreeMove::Right);
    case Do::TreeLeft:
        return move(s, TreeMove::Left);
    case Do::TreeUp:
        return move(s, TreeMove::Up);
    case Do::TreeDown:
        return move(s, TreeMove::Down);
    case Do::TreeOpen:
        open_node(s);
        return to_tree();
    case Do::TreeForce:
        return force_selected(s);
    case Do::SearchForce:
        return force(s, c.i < 0 ? output_of(s) : c.i, c.text);
    case Do::SearchSelect:
        if (c.i < static_cast<int>(s.search.tree->nodes.size())) select(s, std::max(-1, c.i));
        return {};
    case Do::SearchSentence:
        select_sentence(s, c.i);
        return {};
    case Do::SearchHover:
        s.search.hovered = c.i;
        return {};
    case Do::SearchScroll:
        s.search.scroll_x = static_cast<float>(c.i);
        s.search.scroll_y = static_cast<float>(c.j);
        return {};
    case Do::TreeType:
    case Do::TreeOffer:
    case Do::TreeTake:
    case Do::TreeTypeEnd:
        return update_typing(s, c);
    default:
        return move_playhead(s, c);
    }
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

} // namespace heed
