#include "app/state/search/search_maps.h"

#include "app/figures/transformer/transformer.h"
#include "app/state/heads/heads.h"
#include "app/state/step/layers/words.h"
#include "core/analysis/heads/run_heads.h"
#include "core/analysis/heads/source_heads.h"
#include "core/models/transformer/facts.h"
#include "core/models/transformer/words.h"
#include "core/trace/words/words.h"

#include <algorithm>

namespace heed {
namespace {

/// Among the heads over the source of that run.
std::optional<Site> head_of_step(const AppState& s, const Trace& run) {
    if (!s.trace || !is_transformer(s.trace->model)) return std::nullopt;
    const ShownHeads now = shown_heads(*s.trace, playhead_of(s), s.layers.front);
    const bool own = transformer_facts(run).config.kind == transformer::Kind::Decoder;
    int layer = now.layer, head = own ? now.self : now.of_cross;
    const HeadsLook& look = s.heads.look;
    if (look.layer >= 0 && look.kind == (own ? HeadKind::Decoder : HeadKind::Cross))
        layer = look.layer, head = look.head;
    const std::vector<Site> sites = heads::source_heads(run);
    const auto found = std::find_if(sites.begin(), sites.end(), [&](const Site& site) {
        return site.layer == layer && site.head == head;
    });
    return found == sites.end() ? std::nullopt : std::optional(*found);
}

std::shared_ptr<const Trace> by_head(const AppState& s, const std::shared_ptr<const Trace>& run) {
    const auto head = run && s.search.by_head ? head_of_step(s, *run) : std::nullopt;
    return head ? std::make_shared<const Trace>(heads::with_heads(*run, {*head})) : run;
}

} // namespace

bool has_search_heads(const AppState& s) {
    const SearchPair pair = search_pair(s);
    return pair.first && is_transformer(pair.first->model) && heads::has_source_heads(*pair.first);
}

std::string search_map_words(const AppState& s) {
    const SearchPair pair = search_pair(s);
    if (!pair.first || !is_transformer(pair.first->model)) return {};
    if (s.search.by_head && has_search_heads(s))
        if (const std::string head = head_of_step_words(s); !head.empty()) return head;
    return transformer::shown_words(*pair.first);
}

std::string head_of_step_words(const AppState& s) {
    const SearchPair pair = search_pair(s);
    const auto head = pair.first ? head_of_step(s, *pair.first) : std::nullopt;
    if (!head) return {};
    return "layer " + std::to_string(head->layer + 1) + ", head " + std::to_string(head->head + 1);
}

SearchPair search_maps(const AppState& s, const SearchPair& pair) {
    SearchPair shown = pair;
    shown.first = by_head(s, pair.first);
    shown.second = by_head(s, pair.second);
    if (!shows_words(s)) return shown;
    std::vector<std::shared_ptr<const Trace>> words = in_words_together({shown.first, shown.second});
    shown.first = std::move(words[0]);
    shown.second = std::move(words[1]);
    return shown;
}

int row_in_maps(const AppState& s, const Trace& run, int output) {
    if (output < 0 || !shows_words(s) || !has_pieces(run)) return output;
    const std::vector<Word> words = words_of(run).outputs;
    const auto at =
        std::find_if(words.begin(), words.end(), [&](const Word& word) { return output < word.last; });
    return at == words.end() ? -1 : static_cast<int>(at - words.begin());
}

namespace {

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

} // namespace

WhatIf search_what_if(const AppState& s, const SearchPair& pair) {
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

std::string search_question(const AppState& s, const SearchPair& pair) {
    if (!pair.second) return "Where the best sentence looks";
    if (pair.edited) return what_if_question(search_what_if(s, pair)); // outputs are numbered as in the maps
    return pair.rank < 0 ? "The model's way on from here beside the best sentence"
                         : "Sentence " + std::to_string(pair.rank + 1) + " beside the best one";
}

} // namespace heed
