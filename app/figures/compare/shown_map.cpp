// Which map of a run a panel shows: of which head, and of words or of pieces.
#include "app/figures/base/format.h"
#include "app/figures/compare/compare.h"
#include "core/analysis/heads/run_heads.h"
#include "core/analysis/heads/source_heads.h"
#include "core/base/error.h"
#include "core/models/transformer/facts.h"
#include "core/text/strings.h"
#include "core/trace/words/words.h"

#include <algorithm>

namespace heed {
namespace {

std::string place_words(const Site& site) {
    return "layer " + std::to_string(site.layer + 1) + ", head " + std::to_string(site.head + 1);
}

/// Of the map that stands for the run.
analysis::AlignmentCounts counted_links(const Trace& run, const analysis::Judgement& judged) {
    analysis::Reference reference;
    for (const TraceToken& token : run.source)
        if (!token.framing()) reference.source.push_back(token.text);
    reference.target = judged.answer;
    reference.sure = judged.reference_sure;
    reference.possible = judged.reference_possible;
    return *analysis::against_reference(run, reference).counts;
}

/// Lowest alignment error on this sentence; none where nothing is known of it.
std::optional<Site> best_site(const Trace& run, const std::vector<Site>& sites,
                              const analysis::Judgement& judged) {
    std::optional<Site> best;
    std::optional<double> least;
    if (!judged.has_gold) return best;
    for (const Site& site : sites) {
        const auto error = counted_links(heads::with_heads(run, {site}), judged).error_rate();
        if (!error || (least && *error >= *least)) continue;
        least = error;
        best = site;
    }
    return best;
}

std::vector<Site> named_site(const Trace& run, const std::vector<Site>& sites, const std::string& head) {
    const auto parts = split(head, ":");
    for (const Site& site : sites)
        if (parts.size() == 2 && parts[0] == std::to_string(site.layer) &&
            parts[1] == std::to_string(site.head))
            return {site};
    throw Error(run.model.name, "heads",
                sites.empty()
                    ? "a model with several heads that look at the source"
                    : "a head of it that looks at the source, layer and head counted from 0, or mean",
                head);
}

} // namespace

namespace {

/// Of a Transformer that is one side alone, what stands for it: its weights are shown with where the rest of
/// a row went, and of an encoder they are no map of the run's own.
std::vector<Site> usual_sites(const Trace& run, const std::vector<Site>& sites) {
    std::vector<Site> usual;
    if (sites.empty() || !is_transformer(run.model)) return usual;
    const transformer::Config& config = transformer_facts(run).config;
    if (config.crosses()) return usual;
    const int layer = (config.attention.layer > 0 ? config.attention.layer : config.last().layers) - 1;
    for (const Site& site : sites)
        if (site.layer == layer && (config.attention.head == 0 || site.head + 1 == config.attention.head))
            usual.push_back(site);
    return usual;
}

/// Beside the title, unless that says so already.
void tell(ComparePanel& panel, std::string words) {
    if (!words.starts_with(panel.title)) panel.formula = std::move(words);
}

} // namespace

void show_head(ComparePanel& panel, const std::shared_ptr<const Trace>& run, const std::string& head) {
    const std::vector<Site> sites = heads::source_heads(*run);
    panel.has_heads = sites.size() > 1;
    panel.head = head;
    panel.trace = run;
    if (head.empty()) {
        if (const auto usual = usual_sites(*run, sites); !usual.empty())
            panel.trace = std::make_shared<const Trace>(heads::with_heads(*run, usual));
        return;
    }
    std::vector<Site> shown;
    if (head == "mean") {
        shown = sites;
        tell(panel, "mean of " + counted(static_cast<int>(sites.size()), "head"));
    } else if (head == "best") {
        const auto best = best_site(*run, sites, panel.judged);
        if (!best) {
            panel.note = "Which head aligns best here is not known: no right alignment of this sentence is";
            panel.head.clear();
            return;
        }
        shown = {*best};
        tell(panel, "best here: " + place_words(*best));
    } else {
        shown = named_site(*run, sites, head);
        tell(panel, place_words(shown.front()));
    }
    if (shown.empty())
        throw Error(run->model.name, "heads", "a model with several heads that look at the source", head);
    panel.trace = std::make_shared<const Trace>(heads::with_heads(*run, shown));
    panel.judged.alignment.reset(); // of the map that stands for the model
    if (panel.judged.has_gold) panel.judged.own = counted_links(*panel.trace, panel.judged);
    PanelMeaning meaning;
    meaning.none = "Measured only of the map that stands for the model.";
    panel.meaning = meaning;
}

void fold_panels(std::vector<ComparePanel>& panels, bool always) {
    std::vector<std::shared_ptr<const Trace>> runs;
    for (const ComparePanel& panel : panels) runs.push_back(panel.trace);
    if (!always) {
        const auto cuts_otherwise = [&](const auto& a, const auto& b) {
            return a && b && a->source_text == b->source_text && a->source_length() != b->source_length() &&
                   (has_pieces(*a) || has_pieces(*b));
        };
        const bool any = std::any_of(runs.begin(), runs.end(), [&](const auto& a) {
            return std::any_of(runs.begin(), runs.end(), [&](const auto& b) { return cuts_otherwise(a, b); });
        });
        if (!any) return;
    }
    const auto folded = in_words_together(runs);
    for (std::size_t n = 0; n < panels.size(); ++n) {
        if (folded[n] == runs[n]) continue;
        panels[n].trace = folded[n];
        panels[n].judged = {}; // links are between pieces
    }
}

} // namespace heed
