#include "app/state/search/typing.h"

#include "app/state/search/search.h"
#include "app/state/token_offers.h"
#include "core/models/model.h"
#include "core/models/tokens.h"

#include <algorithm>

namespace heed {
namespace {

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

} // namespace

EffectList force_in_tree(AppState& s, int output, const std::string& token) {
    SearchState& search = s.search;
    if (!s.model || !s.trace) return {};
    const OutputWords words = output_words(*s.model, s.trace->source);
    const auto id = words.find(token);
    if (!id || output < 0 || output > static_cast<int>(search.path.size())) return {};
    std::vector<int> path(search.path.begin(), search.path.begin() + output);
    std::map<int, std::string> forced;
    for (std::size_t i = 0; i < path.size(); ++i)
        if (own_choice(s, path, i) != path[i]) forced[static_cast<int>(i)] = words.token(path[i]);
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
    return {{Effect::Kind::Focus, "tree"}};
}

int selected_output(const AppState& s) { return std::max(0, static_cast<int>(s.search.path.size()) - 1); }

namespace {

constexpr std::size_t most_offered = 6;

void offer(AppState& s, const std::string& text) {
    TypedToken typed{text, {}, 0};
    if (const auto column = text.empty() ? std::nullopt : typed_distribution(s)) {
        const Vocabulary& words = s.model->target;
        const auto allowed = [&](int id) { return !words.special().has(id) || id == words.special().end; };
        for (const int id : answering_tokens(*s.search.probe, *column, text, most_offered, allowed))
            typed.offered.push_back(words.token(id));
    }
    if (const std::string exact = target_token(s, text); typed.offered.empty() && !exact.empty())
        typed.offered.push_back(exact);
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
    EffectList effects{{Effect::Kind::LeaveField}};
    for (Effect& effect : force_in_tree(s, selected_output(s), token)) effects.push_back(std::move(effect));
    return effects;
}

EffectList type(AppState& s, const Command& c) {
    if (has_search_tree(s)) offer(s, c.text);
    return {};
}

EffectList move_in_offer(AppState& s, const Command& c) {
    if (!has_search_tree(s) || !s.search.typed) return {};
    if (const int count = static_cast<int>(s.search.typed->offered.size()); count > 0)
        s.search.typed->chosen = (s.search.typed->chosen + (c.i < 0 ? count - 1 : 1)) % count;
    return {};
}

EffectList take_offered(AppState& s, const Command& c) {
    return has_search_tree(s) ? take_typed(s, c.i) : EffectList{};
}

EffectList end_typing(AppState& s) {
    if (!has_search_tree(s)) return {};
    s.search.typed.reset();
    return {{Effect::Kind::LeaveField}, {Effect::Kind::Focus, "tree"}};
}

} // namespace

Rows typed_token_commands() {
    return {
        recorded<Records::Nothing>(hidden("tree-type", type, {optional(text("text"))})),
        recorded<Records::Nothing>(hidden("tree-offer", move_in_offer, {whole("by", &Command::i)})),
        hidden("tree-take", take_offered, {optional(whole("offer", &Command::i))}),
        recorded<Records::Nothing>(hidden("tree-type-end", plain<end_typing>)),
    };
}

} // namespace heed
