// What is asked for of changed heads, and what is done when it has come.
#include "app/state/heads/head_off.h"

#include "app/state/jobs/problem.h"
#include "app/state/jobs/runs.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/models/registry.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed {
namespace {

/// What came of a job.
struct HeadOffMade {
    HeadOffOrder order;
    std::shared_ptr<const HeadOffWork> work;
    HeadOffSteps steps;
    std::string problem{}; // why there is no work
};

/// Null: it is not known.
const double* known_step(const HeadOffSteps& steps, const Edits& edits) {
    for (const auto& [of, log_prob] : steps)
        if (of == edits) return &log_prob;
    return nullptr;
}

/// With every head the model's own: what is kept may have others. Null: it is on its way.
std::shared_ptr<const Trace> model_run(const AppState& s) {
    if (!s.kept || s.kept->heads.empty()) return s.baseline ? s.baseline : s.trace;
    const auto wanted = wanted_runs(s).own_heads;
    const FinishedRun* run = wanted ? known_run(s, *wanted) : nullptr;
    return run ? run->trace : nullptr;
}

/// Of what the changed heads are compared with, a run that failed; null: none did.
const FailedRun* failed_model_run(const AppState& s) {
    const WantedRuns wanted = wanted_runs(s);
    for (const auto* request : {&wanted.own_heads, &wanted.baseline})
        if (const FailedRun* failed = *request ? s.runs.find_failed(**request) : nullptr) return failed;
    return nullptr;
}

/// What is not there yet leaves in its place what was there before.
bool baseline_is_there(const AppState& s) {
    const Edits base = s.kept.value_or(Edits{});
    if (s.edits == base) return true;
    return s.baseline && s.baseline->request.edits == base && s.baseline->source_text == s.trace->source_text;
}

/// Whether the runs on the screen are those of the edits.
bool runs_are_there(const AppState& s) {
    if (s.running || !s.trace || s.trace->request.edits.heads != s.edits.heads) return false;
    return !failed_model_run(s) && baseline_is_there(s) && model_run(s);
}

double sum_of_words(const Trace& run, const std::vector<heads::Written>& words) {
    double sum = 0;
    for (const auto& value : heads::log_probs_of(run, words)) sum += value.value_or(0);
    return sum;
}

HeadOffMade made_of(const HeadOffOrder& order, const Model& model, const std::atomic<bool>& cancelled) {
    HeadOffMade made{order, nullptr, {}};
    const auto words = heads::written_of(*order.model);
    const Edits& changed = order.changed->request.edits;
    const bool places = order.model->outputs() == 0;
    const auto forced =
        places ? order.changed
               : std::make_shared<const Trace>(heads::forced_run(model, *order.model, changed, &cancelled));
    made.work = std::make_shared<const HeadOffWork>(
        head_off_work(order.model, order.changed, forced, changed.heads, &model));
    made.steps.emplace_back(changed, made.work->forced_log_prob);
    for (const Edits& step : order.steps) {
        if (known_step(made.steps, step)) continue;
        double& log_prob = made.steps.emplace_back(step, std::numeric_limits<double>::quiet_NaN()).second;
        try {
            log_prob = step == order.model->request.edits
                           ? sum_of_words(*order.model, words)
                           : sum_of_words(heads::forced_run(model, *order.model, step, &cancelled), words);
        } catch (const Error&) { // a step that does not run has no number
        }
    }
    return made;
}

bool is_of_input(const AppState& s, const HistoryStep& step) {
    if (step.version.input != s.input || s.history.now < 0) return false;
    const Version& now = s.history.steps[static_cast<std::size_t>(s.history.now)].version;
    return step.version.model == now.model && step.version.languages == now.languages;
}

void ask_for_work(AppState& s, EffectList& effects) {
    HeadOffState& h = s.head_off;
    HeadOffOrder wanted{model_run(s), s.trace, {}};
    if (h.steps_of != wanted.model) {
        h.steps.clear();
        h.steps_of = wanted.model;
    }
    for (const HistoryStep& step : s.history.steps)
        if (is_of_input(s, step) && !known_step(h.steps, step.version.edits))
            wanted.steps.push_back(step.version.edits);
    const bool known = h.asked.model == wanted.model && h.asked.changed == wanted.changed;
    if (known && (wanted.steps.empty() || wanted.steps == h.asked.steps)) return;
    h.asked = wanted;
    h.problem.clear();
    effects.push_back({Effect::Kind::Work, "head-off"});
}

/// Heads are called what the atlas calls them, where that is known of the model and not of a changed run.
void name_heads(AppState& s) {
    const auto report = heads_shown(s);
    auto& work = s.head_off.work;
    if (!work) return;
    const bool of_model = report && (report == s.heads.corpus || s.heads.known.run == work->model);
    auto types = of_model ? head_types(*report, s.heads.look) : work->own_types;
    if (types != work->types) work = std::make_shared<const HeadOffWork>(with_types(*work, std::move(types)));
}

void ask_for_costs(AppState& s, EffectList& effects) {
    HeadOffState& h = s.head_off;
    const auto run = model_run(s);
    if (h.costs_asked == run) return;
    stop_head_costs(s);
    h.costs_asked = run;
    h.costs_problem.clear();
    h.costs_stopped = false;
    if (h.costs && h.costs->run == run) return;
    h.costs = nullptr;
    if (h.costs_part && h.costs_part->run != run) h.costs_part = nullptr;
    h.costs_progress = std::make_shared<HeadCostsProgress>(h.costs_part);
    effects.push_back({Effect::Kind::Work, "head-costs"});
}

} // namespace

// --------------------------------------------------------------------------------------- what is looked at

int heads_of_layer(const AppState& s, HeadKind kind, int layer) {
    if (!s.model) return 0;
    const Architecture& architecture = *s.model->config.architecture();
    return architecture.heads ? architecture.heads(s.model->config, kind, layer) : 0;
}

bool shows_head_off(const AppState& s) {
    return shows_heads(s) && s.model && !s.edits.heads.empty() && !s.head_off.atlas;
}

std::shared_ptr<const HeadOffWork> head_off_shown(const AppState& s) {
    const auto& work = s.head_off.work;
    return work && s.trace && work->model->source_text == s.trace->source_text ? work : nullptr;
}

bool head_off_is_new(const AppState& s) {
    const auto work = head_off_shown(s);
    return work && runs_are_there(s) && work->changed == s.trace && work->model == model_run(s);
}

std::optional<HeadPlace> head_in_question(const AppState& s) {
    const HeadsLook& look = s.heads.look;
    if (look.layer >= 0 && look.head >= 0 && look.head < heads_of_layer(s, look.kind, look.layer))
        return HeadPlace{look.kind, look.layer, look.head};
    if (s.edits.heads.empty()) return std::nullopt;
    return s.edits.heads.begin()->first;
}

bool has_head_scope(const AppState& s, HeadKind kind) {
    return kind != HeadKind::Encoder && s.trace && s.trace->outputs() > 0;
}

int head_off_word(const AppState& s) {
    const auto work = head_off_shown(s);
    if (!work) return -1;
    return s.head_off.word >= 0 && s.head_off.word < work->words ? s.head_off.word : work->hit();
}

HeadEdit scoped(const AppState& s, HeadEdit edit, HeadKind kind) {
    edit.outputs.clear();
    const auto work = head_off_shown(s);
    if (s.head_off.every || !work || !has_head_scope(s, kind)) return edit;
    const int word = head_off_word(s);
    for (const HeadOffColumn& column : work->columns)
        for (int i = column.first; i < column.last && column.word == word && word >= 0; ++i)
            edit.outputs.insert(i);
    return edit;
}

std::string head_options(const AppState& s) {
    std::string words;
    for (const auto& [place, edit] : s.edits.heads) {
        std::string one = to_string(place, edit);
        if (one.find_first_of(" '\"$`\\!*?&|;<>()[]{}#~") != std::string::npos) { // as a shell reads it
            std::string quoted = "'";
            for (const char c : one) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
            one = quoted + "'";
        }
        words += (words.empty() ? "--head " : " --head ") + one;
    }
    return words;
}

std::vector<HeadOffStep> head_off_steps(const AppState& s) {
    const auto& all = s.history.steps;
    std::vector<int> chosen; // of the history, a number for each state that the heads were in
    const auto edits_of = [&](int n) -> const HeadEdits& {
        return all[static_cast<std::size_t>(n)].version.edits.heads;
    };
    for (int n = 0; n < static_cast<int>(all.size()); ++n) {
        if (!is_of_input(s, all[static_cast<std::size_t>(n)])) continue;
        const auto same =
            std::find_if(chosen.begin(), chosen.end(), [&](int one) { return edits_of(one) == edits_of(n); });
        if (same == chosen.end())
            chosen.push_back(n);
        else if (n <= s.history.now)
            *same = n; // the last that was done stands for all; else the first that may be done again
    }
    std::sort(chosen.begin(), chosen.end(), [&](int a, int b) { // the model is where all begins
        return std::pair(!edits_of(a).empty(), a) < std::pair(!edits_of(b).empty(), b);
    });
    std::vector<HeadOffStep> steps;
    for (const int n : chosen) {
        const HeadEdits& edits = edits_of(n);
        const bool now = n == s.history.now;
        HeadOffStep one{n,
                        !edits.empty()                                         ? head_edits_brief(edits)
                        : all[static_cast<std::size_t>(n)].version.edits.any() ? "other changes alone"
                                                                               : "the model",
                        std::nullopt, now, n > s.history.now};
        const double* known = known_step(s.head_off.steps, all[static_cast<std::size_t>(n)].version.edits);
        if (known && std::isfinite(*known)) one.log_prob = *known;
        steps.push_back(std::move(one));
    }
    return steps;
}

namespace {

/// Which model is loaded is seen.
std::string without_name(const AppState& s, std::string problem) {
    const std::string name = s.facts.name + ": ";
    return problem.starts_with(name) ? problem.substr(name.size()) : problem;
}

} // namespace

std::string head_off_problem(const AppState& s) {
    if (s.running) return {};
    if (const FailedRun* failed = failed_model_run(s)) {
        const bool own = !failed->request.edits.any();
        return as_sentence(std::string("The run that this is compared with, ") +
                           (own ? "the model’s own"
                            : failed->request.edits.heads.empty() && s.kept && !s.kept->heads.empty()
                                ? "the kept one with the model’s own heads"
                                : "the kept one") +
                           ", failed: " + without_name(s, failed->problem));
    }
    return s.head_off.problem;
}

void try_head_off_again(AppState& s) {
    if (const FailedRun* failed = failed_model_run(s)) {
        const Request request = failed->request;
        std::erase_if(s.runs.failed, [&](const FailedRun& run) { return run.request == request; });
    }
    s.head_off.asked = {}; // by what follows
    s.head_off.problem.clear();
}

bool can_compare_with_model(const AppState& s) {
    const FailedRun* failed = shows_head_off(s) && s.kept ? failed_model_run(s) : nullptr;
    return failed && failed->request.edits.any();
}

std::string head_off_words(const AppState& s) {
    if (s.running || !s.input_problem.empty()) return s.running ? "Running …" : s.input_problem;
    if (const std::string problem = head_off_problem(s); !problem.empty()) return problem;
    const auto work = head_off_shown(s);
    return work && head_off_is_new(s) ? head_off_narration(*work)
           : runs_are_there(s)        ? "Comparing …"
                                      : "Running …";
}

// ------------------------------------------------------------------------------------------------ the jobs

EffectList follow_head_off(AppState& s) {
    EffectList effects;
    HeadOffState& h = s.head_off;
    if (s.edits.heads.empty()) {
        h.atlas = h.asks_input = false;
        if (runs_are_there(s)) h.every = true; // else the next change would be for one output, unseen
    }
    if (!shows_heads(s) || s.edits.heads.empty()) { // nobody looks at them
        stop_head_costs(s);
        stop_head_pairs(s);
        return effects;
    }
    if (!runs_are_there(s)) return effects;
    ask_for_work(s, effects);
    name_heads(s);
    if (!shows_head_off(s) || !head_off_is_new(s)) return effects;
    ask_for_costs(s, effects);
    ask_for_head_pairs(s, effects);
    return effects;
}

WorkspaceJob head_off_job(const AppState& s) {
    return [order = s.head_off.asked, model = s.model](const Engine&,
                                                       const std::atomic<bool>& cancelled) -> std::any {
        if (!order.model || !order.changed || !model) return {};
        try {
            return made_of(order, *model, cancelled);
        } catch (const std::exception& error) {
            return HeadOffMade{order, nullptr, {}, as_sentence(error.what())};
        }
    };
}

void apply_head_off(AppState& s, const WorkDone& done) {
    HeadOffState& h = s.head_off;
    if (!done.problem.empty()) {
        h.problem = as_sentence(done.problem);
        return;
    }
    const auto* made = std::any_cast<HeadOffMade>(&done.result);
    if (!made || !(made->order == h.asked)) return;
    h.problem = made->problem;
    if (!made->work) return;
    h.work = made->work;
    if (h.steps_of == made->order.model)
        for (const auto& [edits, value] : made->steps)
            if (!known_step(h.steps, edits)) h.steps.emplace_back(edits, value);
    if (h.word >= h.work->words) h.word = -1;
}

void reset_head_off(AppState& s, Fresh fresh) {
    if (fresh == Fresh::Input) {
        s.head_off.word = -1;
        s.head_off.scroll = 0;
        return; // runs are told by themselves
    }
    stop_head_costs(s);
    stop_head_pairs(s);
    s.head_off = {};
}

bool leave_head_off(AppState& s) {
    HeadOffState& h = s.head_off;
    if (!shows_head_off(s)) return false;
    if (h.asks_input) {
        h.asks_input = false;
    } else if (h.costs_progress) {
        stop_head_costs(s);
        h.costs_asked = model_run(s);
        h.costs_stopped = true;
    } else if (h.pairs_progress) {
        give_up_head_pairs(s);
    } else {
        s.heads.shown = false;
        s.hover = {};
    }
    return true;
}

std::string_view head_off_figure_id(const AppState& s) { return head_off_is_new(s) ? "head-off" : ""; }

std::shared_ptr<const Board> head_off_board(const AppState& s) {
    auto board = std::make_shared<HeadOffBoard>();
    board->work = head_off_shown(s);
    board->costs = s.head_off.costs;
    board->chosen = head_in_question(s);
    board->above = s.head_off.above;
    board->word = s.head_off.word;
    return board;
}

} // namespace heed
