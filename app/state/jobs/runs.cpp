// Which runs the edits ask for, and what is done when they have come.
#include "app/state/jobs/runs.h"

#include "app/figures/base/format.h"
#include "app/figures/search/tree.h"
#include "app/state/event.h"
#include "app/state/heads/heads.h"
#include "app/state/search/search.h"
#include "app/state/step/what_if.h"
#include "app/state/update.h"
#include "core/models/registry.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <limits>

namespace heed {
namespace {

using Kind = Effect::Kind;

/// The same place in another run: the same phase at the same position, as far as there is one.
int carried_over(const Outline& from, int at, const Outline& to) {
    if (at <= 0) return 0;
    if (at >= from.total()) return to.total();
    const Moment m = moment_at(from, at);
    const Stage* stage = to.through(m.phase);
    if (!stage || stage->count == 0) return 0;
    return at_of(to, m.phase, std::min(m.position, stage->count - 1));
}

/// An encoder alone, or what answers once: whatever is asked for, there is nothing to search.
bool writes_nothing(const AppState& s) {
    return answers_at_once(s.facts.architecture) ||
           (is_transformer(s.facts) && !transformer_facts(s.facts).config.decodes());
}

Request with_edits(const AppState& s, const Edits& edits) {
    Request request;
    request.model = s.model_name;
    request.text = s.input;
    request.edits = edits;
    s.languages.tell(request);
    if (s.facts.score == "none") request.edits.temperature = 1; // there is no softmax to soften
    return request;
}

/// What changed heads are compared with, where the run that others are compared with has some of its own.
std::optional<Request> with_own_heads(const AppState& s) {
    if (!s.kept || s.kept->heads.empty() || s.edits.heads.empty() || !shows_heads(s)) return std::nullopt;
    Edits edits = *s.kept;
    edits.heads.clear();
    return with_edits(s, edits);
}

Request searched(Request request, const AppState& s) {
    request.beam = search_beam(s);
    request.max_steps = s.search.settings.longest;
    return request;
}

/// The search with the edits: every token up to the last forced one stands as in the run that Step shows, so
/// that the sentence which the user changed is the one that goes on. None while that run is not there.
std::optional<Request> changed_search(const AppState& s, const Request& shown) {
    const FinishedRun* run = known_run(s, shown);
    if (!run) return std::nullopt;
    Request request = shown;
    if (!shown.edits.forced.empty()) {
        const int last = std::min(shown.edits.forced.rbegin()->first, run->trace->outputs() - 1);
        for (int i = 0; i <= last; ++i)
            request.edits.forced[i] = run->trace->steps[static_cast<std::size_t>(i)].token.text;
    }
    return searched(std::move(request), s);
}

bool starts_with(const Lattice& lattice, const Hypothesis& h, const std::vector<int>& path) {
    if (h.nodes.size() < path.size()) return false;
    for (std::size_t i = 0; i < path.size(); ++i)
        if (lattice.nodes[static_cast<std::size_t>(h.nodes[i])].id != path[i]) return false;
    return true;
}

/// The best sentence of a search that goes through the selected node.
const Hypothesis* sentence_through(const Trace& search, const std::vector<int>& path) {
    for (const Hypothesis& h : search.lattice->hypotheses)
        if (starts_with(*search.lattice, h, path)) return &h;
    return nullptr;
}

/// The run of the sentence through the selected node: written out as far as the search knows it, then as the
/// model goes on by itself.
std::optional<Request> probe_of(const AppState& s) {
    if (!s.search.found || !s.trace || !s.trace->target_vocabulary) return std::nullopt;
    const std::vector<int>& path = s.search.path;
    // A node that only the changed search has is looked at with the edits.
    const int node = s.search.tree ? tree_node(*s.search.tree, path, !s.search.of_model) : -1;
    const bool edited = s.search.changed && node >= 0 && s.search.tree->at(node).from_changed;
    const Trace* search = edited ? s.search.changed.get() : s.search.found.get();
    const Hypothesis* h = sentence_through(*search, path);
    if (!h && node < 0 && s.search.changed && (h = sentence_through(*s.search.changed, path)))
        search = s.search.changed.get();
    Request request = with_edits(s, search == s.search.found.get() ? s.kept.value_or(Edits{}) : s.edits);
    const auto& words = *s.trace->target_vocabulary;
    int i = 0;
    if (h) {
        for (const int node : h->nodes)
            request.edits.forced[i++] = search->lattice->nodes[static_cast<std::size_t>(node)].text;
    } else {
        for (const int id : path)
            if (id >= 0 && id < static_cast<int>(words.size()))
                request.edits.forced[i++] = words[static_cast<std::size_t>(id)];
    }
    return request;
}

/// Whether it was stopped by hand: what there is of it is shown, and it is not asked for again.
bool was_stopped(const AppState& s, const Request& request) {
    return s.runs.stopped && s.runs.stopped->request == request && s.runs.stopped->model == model_id(s);
}

/// What is not written any more has no open place.
void close_open_place(AppState& s) {
    s.runs.writing.reset();
    if (!s.trace || !has_open_place(*s.trace)) return;
    s.trace = std::make_shared<const Trace>(without_open_place(*s.trace));
    s.playback.at = std::min(s.playback.at, s.total());
}

void show_run(AppState& s, const FinishedRun& run) {
    s.tokens = run.tokens;
    s.too_long = run.too_long;
    s.fitting = run.fitting;
    s.unknown = run.unknown;
    s.input_problem.clear();
    s.trace_model = run.model;
    if (s.trace == run.trace) return;
    const int old_at = s.playback.at;
    const bool at_end = s.trace && old_at > 0 && old_at >= s.total(); // of what was written, too
    const int at = s.wanted_at ? *s.wanted_at
                   : at_end    ? run.trace->outline.total()
                   : s.trace   ? carried_over(s.trace->outline, old_at, run.trace->outline)
                               : old_at;
    const bool same_input = s.trace && s.trace->source_text == run.trace->source_text;
    const bool grows = same_input && has_open_place(*s.trace);
    s.trace = run.trace;
    s.playback.at = std::clamp(at, 0, s.total());
    if (!grows) { // else what moves goes on
        s.playback.progress = 1;
        s.playback.backwards = false;
    }
    const bool later = has_open_place(*s.trace) && at > s.total() && at != std::numeric_limits<int>::max();
    if (!later) s.wanted_at.reset();
    if (!same_input) s.canvas_scroll = -1, s.zoom = {};
}

/// Null where it is not known.
const FinishedRun* taken(AppState& s, const std::optional<Request>& request) {
    if (!request) return nullptr;
    s.cache.use(model_id(s), *request);
    return known_run(s, *request);
}

/// What is wanted and known, in its place. What is wanted and not yet known stays what it was: a search that
/// follows a slider does not flicker.
void take_known(AppState& s, const WantedRuns& wanted) {
    // One that was stopped stays as it was then, though the end of it may have been on its way already.
    if (const FinishedRun* run = was_stopped(s, wanted.shown) ? nullptr : taken(s, wanted.shown))
        show_run(s, *run);
    if (const FailedRun* failed = s.runs.find_failed(wanted.shown)) {
        std::string problem = failed->problem; // which model is loaded is seen
        if (const std::string name = s.facts.name + ": "; problem.starts_with(name))
            problem.erase(0, name.size());
        s.input_problem = s.input.empty() ? "" : as_sentence(problem);
        s.tokens = failed->tokens;
        s.too_long = false;
        s.playback.playing = false;
    }
    const auto put = [&](std::shared_ptr<const Trace>& place, const std::optional<Request>& request) {
        if (!request)
            place = nullptr;
        else if (const FinishedRun* run = taken(s, request))
            place = run->trace;
        else if (is_stopped_search(s, wanted, *request)) // what stands there is of another
            place = nullptr;
    };
    put(s.baseline, wanted.baseline);
    if (!wanted.preview || !known_run(s, *wanted.preview)) s.what_if.previewed = nullptr;
    put(s.what_if.previewed, wanted.preview);
    if (!s.searching()) return;
    put(s.search.found, wanted.found);
    put(s.search.changed, wanted.changed);
    put(s.search.probe, wanted.probe);
    const FailedRun* failed = wanted.found ? s.runs.find_failed(*wanted.found) : nullptr;
    s.search.problem = !failed             ? ""
                       : writes_nothing(s) ? "This model writes nothing token by token: there are no other "
                                             "sentences to be found."
                                           : as_sentence(failed->problem);
}

EffectList nothing_to_run(AppState& s) {
    const bool asked = !s.runs.asked.empty();
    s.runs.asked.clear();
    s.runs.on_its_way.reset();
    s.running = false;
    close_open_place(s);
    s.tokens = 0;
    s.too_long = false;
    s.input_problem.clear();
    s.baseline = nullptr;
    s.search.found = s.search.changed = s.search.probe = nullptr;
    return asked ? EffectList{{Kind::CancelRun}} : EffectList{};
}

/// Dragging asks for runs faster than they may come: one that differs only in its weights is shown on the
/// way.
bool on_the_way(const AppState& s, const FinishedRun& run) {
    const Request wanted = wanted_request(s);
    return s.running && run.request.beam.width == 0 && run.request.text == wanted.text &&
           run.request.max_steps == wanted.max_steps && run.request.edits.forced == wanted.edits.forced &&
           run.request.edits.any();
}

} // namespace

std::vector<Request> WantedRuns::in_order() const {
    std::vector<Request> all{shown};
    for (const auto* more : {&found, &changed, &baseline, &own_heads, &preview, &probe})
        if (*more && std::find(all.begin(), all.end(), **more) == all.end()) all.push_back(**more);
    return all;
}

WantedRuns wanted_runs(const AppState& s) {
    const Edits base = s.kept.value_or(Edits{});
    WantedRuns wanted;
    wanted.shown = with_edits(s, s.edits);
    if (s.edits != base) wanted.baseline = with_edits(s, base);
    wanted.own_heads = with_own_heads(s);
    if (const FlipState* preview = preview_of(s)) wanted.preview = with_edits(s, edits_with(s, *preview));
    if (!s.searching()) return wanted;
    wanted.found = searched(with_edits(s, base), s);
    if (s.edits != base) wanted.changed = changed_search(s, wanted.shown);
    wanted.probe = probe_of(s);
    return wanted;
}

EffectList follow_runs(AppState& s) {
    if (!s.model) return {};
    if (s.input.empty()) return nothing_to_run(s);
    take_known(s, wanted_runs(s));
    const WantedRuns wanted = wanted_runs(s); // what was taken may ask for more
    if (s.runs.stopped && !was_stopped(s, wanted.shown)) {
        if (stopped_reading(s)) s.input_problem.clear();
        s.runs.stopped.reset();
    }
    if (s.runs.stop_soon != wanted.shown) s.runs.stop_soon.reset();
    follow_stopped_search(s, wanted);
    std::vector<Request> missing = wanted.in_order();
    std::erase_if(missing, [&](const Request& r) {
        return known_run(s, r) || s.runs.find_failed(r) || was_stopped(s, r) ||
               is_stopped_search(s, wanted, r);
    });
    take_known(s, wanted);
    s.running = std::find(missing.begin(), missing.end(), wanted.shown) != missing.end();
    if (!s.running || s.runs.writing != wanted.shown) close_open_place(s);
    const auto asked = [&](const Request& r) {
        return std::find(s.runs.asked.begin(), s.runs.asked.end(), r) != s.runs.asked.end();
    };
    const bool more = !std::all_of(missing.begin(), missing.end(), asked);
    s.runs.asked = missing;
    for (std::optional<RunProgress>* on : {&s.runs.searching, &s.runs.on_its_way})
        if (*on && std::find(missing.begin(), missing.end(), (*on)->request) == missing.end()) on->reset();
    if (more) return {{Kind::Run}};
    return {};
}

const std::string& model_id(const AppState& s) { return s.model_id.empty() ? s.model_name : s.model_id; }

const FinishedRun* known_run(const AppState& s, const Request& request) {
    return s.cache.find(model_id(s), request);
}

const std::string& model_id(const AppState& s, const PanelOrder& order) {
    static const std::string none;
    if (order.loaded) return order.loaded_id;
    const auto found = s.model_ids.find(order.model);
    return found == s.model_ids.end() ? none : found->second;
}

void apply_run(AppState& s, FinishedRun run) {
    if (run.model.empty()) run.model = run.request.model;
    if (run.model == model_id(s) && on_the_way(s, run)) show_run(s, run);
    s.cache.keep(std::move(run));
    hold_budget(s);
}

bool reads_the_source(const AppState& s) {
    return s.running && !s.writing() && s.runs.on_its_way && s.runs.on_its_way->reads() &&
           s.runs.on_its_way->request == wanted_runs(s).shown;
}

bool stopped_reading(const AppState& s) { return s.runs.stopped && s.runs.stopped->outputs == 0; }

std::string reading_words(const decode::Progress& far) {
    return "reading: layer " + std::to_string(far.read + 1) + " of " + std::to_string(far.layers);
}

int outputs_so_far(const AppState& s) {
    const int shown = s.trace ? written_outputs(*s.trace) : 0;
    const auto& on = s.runs.on_its_way;
    return on && on->request == s.runs.writing ? std::max(shown, on->far.outputs) : shown;
}

namespace {

/// Nothing is written yet: there is nothing of it to be shown.
EffectList stop_reading(AppState& s) {
    s.runs.stopped = StoppedRun{s.runs.on_its_way->request, model_id(s), 0};
    s.runs.stop_soon.reset();
    s.runs.asked.clear();
    s.playback.playing = false;
    s.input_problem = "Stopped before the first output. Enter reads it again.";
    return {{Kind::CancelRun}};
}

std::string stopped_after(int outputs) { return "Stopped after " + counted(outputs, "output"); }

/// What was written between the picture that stood there and the stop comes after it.
void take_rest(AppState& s, const FinishedRun& run) {
    StoppedRun& stopped = *s.runs.stopped;
    const int outputs = written_outputs(*run.trace);
    if (stopped.outputs == 0 || outputs <= stopped.outputs) return;
    for (Toast& toast : s.toasts)
        if (toast.title == stopped_after(stopped.outputs)) toast.title = stopped_after(outputs);
    stopped.outputs = outputs;
    show_run(s, run);
    close_open_place(s);
}

} // namespace

EffectList apply_grown_run(AppState& s, const RunGrown& grown) {
    if (grown.run.model != model_id(s) || s.input.empty()) return {};
    if (!grown.run.trace) {
        (grown.far.searching ? s.runs.searching : s.runs.on_its_way) = {grown.run.request, grown.far};
        const bool reads = s.running && reads_the_source(s);
        if (reads && s.runs.stop_soon) return *stop_writing(s);
    } else if (s.running && grown.run.request == wanted_runs(s).shown) {
        s.runs.writing = grown.run.request;
        show_run(s, grown.run);
        if (s.runs.stop_soon) return *stop_writing(s);
    } else if (grown.run.request == wanted_runs(s).shown && was_stopped(s, grown.run.request)) {
        take_rest(s, grown.run);
    }
    return {};
}

std::optional<EffectList> stop_writing(AppState& s) {
    if (!s.writing() && s.running && reads_the_source(s)) return stop_reading(s);
    if (!s.writing() && (!s.running || s.runs.stop_soon)) return {};
    if (!s.writing()) {
        s.runs.stop_soon = wanted_runs(s).shown;
        return EffectList{};
    }
    const int outputs = written_outputs(*s.trace);
    s.runs.stopped = StoppedRun{*s.runs.writing, model_id(s), outputs};
    s.runs.stop_soon.reset();
    s.runs.asked.clear(); // what else is wanted is asked for again
    close_open_place(s);
    s.playback.playing = false;
    s.toasts.push_back(
        {s.next_toast++, false, stopped_after(outputs), "Enter writes all of it.", s.clock + 4});
    return EffectList{{Kind::CancelRun}};
}

void apply_failed_run(AppState& s, const FailedRun& run) {
    if ((run.model.empty() ? run.request.model : run.model) != model_id(s)) return;
    s.runs.failed.insert(s.runs.failed.begin(), run);
    if (s.runs.failed.size() > RunState::most_failed) s.runs.failed.pop_back();
}

} // namespace heed
