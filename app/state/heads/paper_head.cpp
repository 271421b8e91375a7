#include "app/state/heads/paper_head.h"

#include "app/figures/heads/seen.h"
#include "app/figures/transformer/transformer.h"
#include "app/state/heads/heads.h"
#include "app/state/step/layers/front.h"
#include "app/state/step/layers/words.h"
#include "core/analysis/heads/source_heads.h"
#include "core/models/transformer/facts.h"
#include "core/trace/words/words.h"

#include <algorithm>

namespace heed {
namespace {

std::optional<heads::Head> head_at(const Trace& run, const HeadPlace& place) {
    for (heads::Head& head : heads::heads_of(run))
        if (head.kind == place.kind && head.site.layer == place.layer && head.site.head == place.head)
            return std::move(head);
    return std::nullopt;
}

/// Of a network of layers: the head whose map it explains, unless it shows what several make.
std::optional<heads::Head> head_of_layers(const AppState& s) {
    const HeadsInFront& front = s.layers.front;
    if (front.read == MapReading::Mean || front.read == MapReading::Rollout) return std::nullopt;
    return head_at(*s.trace, explained_head(*s.trace, playhead_of(s), front));
}

/// Whether the user chose it, rather than the figure.
bool is_of_choice(const AppState& s, const heads::Head& head) {
    if (shows_heads(s) || heads_in_step(s) > 0 || !s.trace->has_weights()) return true;
    const HeadsInFront& front = s.layers.front;
    return (head.kind == HeadKind::Cross ? front.cross : front.self) >= 0;
}

std::string short_name(const heads::Head& head) {
    const std::string place = atlas::place_name(head);
    return head.kind == HeadKind::Cross ? place : std::string(atlas_title(head.kind)) + " " + place;
}

/// Of a file of maps the one of that head alone.
std::shared_ptr<const Trace> map_alone(const AppState& s, const Site& site) {
    const auto run = run_of_heads(s);
    for (const RunMap& map : s.maps)
        if (map.run == run && map.site == site) return map.alone;
    return s.trace;
}

/// Of a Transformer it may be one head's: that which its configuration says, "Model’s, 2:1".
std::string usual_name(const Trace& run) {
    if (!run.has_weights() || !is_transformer(run.model)) return "Mean of heads";
    const transformer::Config& config = transformer_facts(run).config;
    const int layer = config.attention.layer > 0 ? config.attention.layer : config.last().layers;
    const std::string number = std::to_string(layer);
    if (config.attention.head == 0) return "Mean, layer " + number;
    return "Model’s, " + number + ":" + std::to_string(config.attention.head);
}

Trace with_mean(const Trace& run) {
    return run.has_weights() ? run : heads::with_heads(run, heads::source_heads(run));
}

/// Of a map that is not over a source: alone, named.
Trace with_map_alone(const Trace& run, const heads::Head& head) {
    Trace alone = run.narrowed(head.site);
    if (is_transformer(alone.model)) {
        TransformerFacts& facts = alone.model.edit<TransformerFacts>();
        facts.shown = (head.kind == HeadKind::Encoder ? "encoder " : "decoder ") + atlas::long_name(head);
        facts.shown_heads = {{head.kind, head.site.layer, head.site.head}};
    }
    return alone;
}

std::optional<heads::Head> head_of(const AppState& s, PaperHead which) {
    if (which == PaperHead::Mean) return std::nullopt;
    return which == PaperHead::Best ? best_head_measured(s) : head_looked_at(s);
}

} // namespace

std::optional<heads::Head> head_framed(const AppState& s) {
    const auto report = shows_heads(s) ? heads_shown(s) : nullptr;
    if (!report) return std::nullopt;
    const int chosen = atlas::seen(*report, s.heads.look).chosen;
    if (chosen < 0) return std::nullopt;
    return report->all[static_cast<std::size_t>(chosen)].head;
}

std::optional<heads::Head> head_looked_at(const AppState& s) {
    if (shows_heads(s)) return head_framed(s);
    if (s.view != "step" || s.weights_only() || !run_of_heads(s)) return std::nullopt;
    if (heads_in_step(s) > 0) return head_at(*s.trace, {HeadKind::Cross, 0, head_in_step(s)});
    return is_transformer(s.trace->model) ? head_of_layers(s) : std::nullopt;
}

std::optional<heads::Head> best_head_measured(const AppState& s) {
    const auto report = heads_shown(s);
    if (s.view != "step" || !run_of_heads(s) || !report || !report->choice) return std::nullopt;
    HeadsLook look = s.heads.look;
    look.kind = HeadKind::Cross;
    const int best = atlas::seen(*report, look).best;
    if (best < 0) return std::nullopt;
    return report->all[static_cast<std::size_t>(best)].head;
}

std::vector<PaperHeadChoice> paper_heads(const AppState& s, std::string_view figure) {
    std::vector<PaperHeadChoice> all;
    if ((figure != "heatmap" && figure != "bars") || s.view != "step" || !run_of_heads(s)) return all;
    if (!s.weights_only()) all.push_back({PaperHead::Mean, usual_name(*run_of_heads(s))});
    if (const auto head = head_looked_at(s)) all.push_back({PaperHead::Front, "Head " + short_name(*head)});
    if (const auto head = best_head_measured(s))
        all.push_back({PaperHead::Best, "Best, " + short_name(*head)});
    return all;
}

PaperHead paper_head(const AppState& s, const ExportDialog& dialog) {
    const auto there = paper_heads(s, dialog.figure);
    const auto is = [&](PaperHead which) {
        return std::any_of(there.begin(), there.end(), [&](const auto& one) { return one.which == which; });
    };
    if (dialog.head && is(*dialog.head)) return *dialog.head;
    const auto head = is(PaperHead::Front) ? head_looked_at(s) : std::nullopt;
    return head && is_of_choice(s, *head) ? PaperHead::Front : PaperHead::Mean;
}

std::shared_ptr<const Trace> run_on_paper(const AppState& s, const Trace& run, const ExportDialog& dialog) {
    if (paper_heads(s, dialog.figure).empty()) return nullptr;
    const auto head = head_of(s, paper_head(s, dialog));
    if (s.weights_only()) return head ? map_alone(s, head->site) : s.trace;
    const auto in_words_or_not = [&](const Trace& made) { return shows_words(s) ? in_words(made) : made; };
    const auto over_source = heads::source_heads(run);
    if (!head) return std::make_shared<const Trace>(in_words_or_not(with_mean(run)));
    if (std::find(over_source.begin(), over_source.end(), head->site) != over_source.end())
        return std::make_shared<const Trace>(in_words_or_not(heads::with_heads(run, {head->site})));
    return std::make_shared<const Trace>(with_map_alone(in_words_or_not(run), *head));
}

} // namespace heed
