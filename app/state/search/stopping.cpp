// A search that takes long is stopped by hand, and stays so until it is asked for again.
#include "app/state/jobs/runs.h"
#include "app/state/search/search.h"

namespace heed {
namespace {

/// Of these settings and changes, whatever there is of it by now.
bool is_of_now(const AppState& s, const StoppedSearch& stopped, const WantedRuns& wanted) {
    return stopped.model == model_id(s) && wanted.found == stopped.found && s.edits == stopped.edits;
}

bool goes_on(const AppState& s, const std::optional<Request>& search) {
    return search && !known_run(s, *search) && !s.runs.find_failed(*search);
}

/// The one with changes is asked for when the run is there that has them.
bool comes_later(const AppState& s) {
    return (s.running || s.runs.stopped) && s.edits != s.kept.value_or(Edits{});
}

} // namespace

bool is_stopped_search(const AppState& s, const WantedRuns& wanted, const Request& request) {
    const auto& stopped = s.runs.stopped_search;
    return stopped && is_of_now(s, *stopped, wanted) &&
           (request == wanted.found || request == wanted.changed);
}

void follow_stopped_search(AppState& s, const WantedRuns& wanted) {
    const auto& stopped = s.runs.stopped_search;
    if (!stopped || !s.searching()) return; // it is still so when Search is shown again
    if (is_of_now(s, *stopped, wanted) &&
        (goes_on(s, wanted.found) || goes_on(s, wanted.changed) || comes_later(s)))
        return;
    s.runs.stopped_search.reset();
}

bool stopped_search(const AppState& s) { return s.searching() && s.runs.stopped_search; }

std::optional<EffectList> stop_search(AppState& s) {
    if (!s.searching() || !s.model || s.input.empty() || s.runs.stopped_search) return {};
    const WantedRuns wanted = wanted_runs(s);
    if (!goes_on(s, wanted.found) && !goes_on(s, wanted.changed) && !comes_later(s)) return {};
    StoppedSearch stopped{*wanted.found, s.edits, model_id(s)};
    if (s.runs.searching) stopped.outputs = s.runs.searching->far.outputs;
    s.runs.stopped_search = std::move(stopped);
    s.runs.searching.reset();
    s.runs.asked.clear(); // what else is wanted is asked for again
    s.playback.playing = false;
    // The run that is to be shown goes on to its first output: it is asked for again, without the search.
    if (s.running) return EffectList{};
    return EffectList{{Effect::Kind::CancelRun}};
}

void search_again(AppState& s) {
    if (stopped_reading(s)) s.input_problem.clear(); // that it was stopped
    s.runs.stopped.reset();
    s.runs.stop_soon.reset();
    s.runs.stopped_search.reset();
}

} // namespace heed
