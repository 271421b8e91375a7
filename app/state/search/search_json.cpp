// The Search workspace in the dump of the state, and how it is looked at in a session.
#include "app/state/fields.h"
#include "app/state/search/search.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed {
namespace {

using nlohmann::ordered_json;

ordered_json tree(const SearchState& s) {
    if (!s.tree) return nullptr;
    const TreePlan& plan = *s.tree;
    const int node = tree_node(plan, s.path, !s.of_model);
    int candidates = 0, changed = 0;
    for (const TreeNode& it : plan.nodes) {
        candidates += it.kind == TreeNode::Kind::Candidate;
        changed += it.kind == TreeNode::Kind::Changed;
    }
    return {{"outputs", plan.length()},
            {"nodes", plan.nodes.size()},
            {"candidates", candidates},
            {"changed", changed},
            {"sentences", plan.sentences.size()},
            {"selected", node < 0 ? ordered_json(nullptr) : ordered_json(plan.at(node).label)},
            {"output", node < 0 ? -1 : plan.at(node).column}};
}

} // namespace

ordered_json search_to_json(const AppState& state) {
    const SearchState& s = state.search;
    const Beam beam = search_beam(state);
    ordered_json sentences = ordered_json::array(), candidates = ordered_json::array();
    if (s.found && s.found->lattice)
        for (const Hypothesis& h : s.found->lattice->hypotheses)
            sentences.push_back({{"log_prob", h.log_prob}, {"score", h.score}, {"finished", h.finished}});
    for (const Candidate& c : s.candidates.list) candidates.push_back(c.text);
    return {{"width", beam.width},
            {"length_penalty", length_penalty_of(beam)},
            {"coverage_penalty", s.settings.coverage_penalty},
            {"longest", longest_output(state)},
            {"path", s.path},
            {"sentences", sentences},
            {"changed", s.changed ? ordered_json(s.changed->target_text) : ordered_json(nullptr)},
            {"problem", s.problem},
            {"stopped", state.runs.stopped_search ? ordered_json(state.runs.stopped_search->outputs)
                                                  : ordered_json(nullptr)},
            {"so_far",
             state.runs.searching ? ordered_json(state.runs.searching->far.outputs) : ordered_json(nullptr)},
            {"tree", tree(s)},
            {"candidates", candidates},
            {"revealed", s.revealed},
            {"opened", s.opened.size()},
            {"typed", s.typed ? ordered_json({{"text", s.typed->text},
                                              {"offered", s.typed->offered},
                                              {"chosen", s.typed->chosen}})
                              : ordered_json(nullptr)},
            {"scroll", {s.scroll_x, s.scroll_y}},
            {"zoom", s.zoom},
            {"tree_share", s.tree_share},
            {"side", s.side}};
}

namespace {

/// How the workspace is looked at, besides the selected node.
template <class Fields, class S>
void view_fields(Fields fields, S& s) {
    fields.number("zoom", 0, static_cast<double>(largest_tree_zoom), s.zoom);
    fields.number("share", 0, 1, s.tree_share);
    fields.number("side", 0, 10'000, s.side);
    fields.flag("by_head", s.by_head);
}

} // namespace

ordered_json tree_view_to_json(const AppState& s) {
    ordered_json json = {{"tokens", s.search.path}};
    view_fields(FieldWriter{json}, s.search);
    return json;
}

void tree_view_from_json(const nlohmann::json& j, AppState& s) {
    SearchState& search = s.search;
    search.path.clear();
    search.zoom = search.tree_share = search.side = 0;
    search.by_head = false;
    if (j.is_object()) view_fields(FieldReader{j}, search);
    const nlohmann::json path = j.is_object() ? j.value("tokens", nlohmann::json()) : j;
    if (!path.is_array()) return;
    for (const auto& id : path)
        if (id.is_number_integer())
            search.path.push_back(
                static_cast<int>(std::clamp<std::int64_t>(id.get<std::int64_t>(), -1, 1'000'000'000)));
}

} // namespace heed
