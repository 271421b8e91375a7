// How far the panels' weights rank the source as other measures do: asked for once all panels have their
// runs.
#include "app/state/compare/compare.h"

#include "app/state/jobs/runs.h"
#include "app/state/open/opening.h"
#include "core/analysis/meaning/sentence.h"

#include <algorithm>

namespace heed {
namespace {

using analysis::meaning::own_weights;

constexpr std::size_t most_meanings = 256; // a hundred bytes each, and their requests

/// The run of the panel with the model's own weights, as Step's view of meaning measures it.
PanelMeasure measure_of(const PanelState& panel) {
    PanelMeasure work{panel.order, panel.run};
    work.order.request = own_weights(panel.run->request);
    if (work.order.request != panel.run->request) work.run = nullptr;
    return work;
}

const KnownMeaning* known_meaning(const AppState& s, const PanelMeasure& work) {
    const std::string& model = model_id(s, work.order);
    const auto& known = s.compare.meanings;
    const auto found = std::find_if(known.begin(), known.end(), [&](const KnownMeaning& k) {
        return k.model == model && k.request == work.order.request;
    });
    return found == known.end() ? nullptr : &*found;
}

PanelMeaning nothing(std::string why) {
    PanelMeaning meaning;
    meaning.none = std::move(why);
    return meaning;
}

/// Where nothing need be measured to say it.
std::optional<PanelMeaning> meaning_at_once(const PanelState& panel) {
    ModelFacts given;
    given.architecture = "weights";
    if (panel.order.given) return nothing(analysis::meaning::not_measured(given, {}));
    if (!panel.figure.trace->has_weights()) return nothing("This model has no weights.");
    if (!panel.order.request.score.empty())
        return nothing("Another function scores the model's states here: only its own weights are measured.");
    return std::nullopt;
}

bool contains(const std::vector<PanelMeasure>& list, const PanelMeasure& work) {
    return std::find(list.begin(), list.end(), work) != list.end();
}

} // namespace

EffectList follow_panel_meanings(AppState& s) {
    CompareState& c = s.compare;
    std::vector<PanelMeasure> left;
    bool waiting = false;
    for (PanelState& panel : c.panels) {
        waiting = waiting || panel.waiting;
        if (panel.waiting || !panel.run || !panel.figure.trace || panel.figure.meaning) continue;
        panel.figure.meaning = meaning_at_once(panel);
        if (!panel.figure.meaning) {
            PanelMeasure work = measure_of(panel);
            if (const KnownMeaning* known = known_meaning(s, work)) {
                panel.figure.meaning = known->meaning;
                panel.figure.meaning->other_run = !work.run;
            } else {
                left.push_back(std::move(work));
            }
        }
        if (panel.figure.meaning) ++c.revision;
    }
    if (waiting) left.clear(); // the runs come first
    const bool more = !std::all_of(left.begin(), left.end(),
                                   [&](const PanelMeasure& w) { return contains(c.asked_meaning, w); });
    const bool given_up =
        std::any_of(c.asked_meaning.begin(), c.asked_meaning.end(),
                    [&](const PanelMeasure& w) { return !contains(left, w) && !known_meaning(s, w); });
    c.asked_meaning = std::move(left);
    return more || given_up ? EffectList{{Effect::Kind::PanelMeaning}} : EffectList{};
}

void apply_panel_meaning(AppState& s, const PanelMeasured& e) {
    if (known_meaning(s, e.work)) return;
    auto& known = s.compare.meanings;
    known.insert(known.begin(), {model_id(s, e.work.order), e.work.order.request, e.meaning});
    if (known.size() > most_meanings) known.pop_back();
}

bool opens_meaning(const AppState& s, const PanelOrder& order) {
    if (order.given || order.request.target || !order.request.score.empty()) return false;
    const Edits edits = own_weights(order.request).edits;
    const bool as_it_stands = order.loaded && order.loaded == s.model && order.request.text == s.input;
    return edits == (as_it_stands ? own_weights(wanted_request(s)).edits : Edits{});
}

EffectList open_panel_meaning(AppState& s, const Command& c) {
    if (c.i < 0 || c.i >= static_cast<int>(s.compare.panels.size())) return {};
    const PanelState& panel = s.compare.panels[static_cast<std::size_t>(c.i)];
    const PanelOrder order = panel.order; // a copy: panels go with the view
    if (!panel.figure.meaning || !panel.figure.meaning->none.empty() || !opens_meaning(s, order)) return {};
    EffectList effects = open_panel(s, c);
    if (order.request.text != s.input)
        for (Effect& effect : update(s, {"type", order.request.text})) effects.push_back(std::move(effect));
    s.states.shown = false;
    s.meaning.shown = true;
    return effects;
}

} // namespace heed
