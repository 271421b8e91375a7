// Which runs stay when there are too many to be kept.
#include "app/state/jobs/runs.h"
#include "app/state/step/what_if.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"

#include <algorithm>

namespace heed {
namespace {

/// What is on the screen, or goes on being looked at.
std::vector<const Trace*> shown_traces(const AppState& s) {
    const StatesState& t = s.states;
    std::vector<const Trace*> shown{
        s.what_if.previewed.get(), s.trace.get(),        s.baseline.get(), s.search.found.get(),
        s.search.changed.get(),    s.search.probe.get(), t.visit.get(),    t.near.order.trace.get()};
    for (const PanelState& panel : s.compare.panels) shown.push_back(panel.run.get());
    if (t.paths) {
        shown.push_back(t.paths->order.trace.get());
        shown.push_back(t.paths->order.baseline.get());
    }
    if (const auto& flip = s.what_if.flip.request)
        if (const FinishedRun* run = known_run(s, *flip)) shown.push_back(run->trace.get());
    return shown;
}

/// Runs that would be asked for again.
std::vector<const FinishedRun*> wanted_and_known(const AppState& s) {
    std::vector<const FinishedRun*> wanted;
    if (s.model && !s.input.empty())
        for (const Request& request : wanted_runs(s).in_order()) wanted.push_back(known_run(s, request));
    for (const PanelState& panel : s.compare.panels)
        wanted.push_back(s.cache.find(model_id(s, panel.order), panel.order.request));
    return wanted;
}

} // namespace

void hold_budget(AppState& s) {
    const StatesState& t = s.states;
    std::size_t elsewhere = 0; // the states of sentences, and what workspaces hold
    for (const Workspace& w : workspaces())
        if (w.bytes) elsewhere += w.bytes(s);
    for (const StateBank* bank : {&t.runs, t.bank.sentences.get()})
        for (std::size_t n = 0; bank && n < bank->size(); ++n) elsewhere += (*bank)[n]->bytes();
    if (s.cache.fits(elsewhere)) return;
    const std::vector<const Trace*> shown = shown_traces(s);
    const std::vector<const FinishedRun*> wanted = wanted_and_known(s);
    s.cache.trim(
        [&](const FinishedRun& run) {
            return std::find(shown.begin(), shown.end(), run.trace.get()) != shown.end() ||
                   std::find(wanted.begin(), wanted.end(), &run) != wanted.end();
        },
        elsewhere);
}

void let_go_of_hidden(AppState& s) {
    std::vector<const Trace*> shown = shown_traces(s);
    if (shown == s.runs.on_screen) return;
    hold_budget(s);
    s.runs.on_screen = std::move(shown);
}

} // namespace heed
