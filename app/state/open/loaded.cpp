// What comes of a file that was opened: a model with its first input, a run that was written before, maps, or
// a model that waits for its words.
#include "app/figures/base/format.h"
#include "app/state/assistant/assistant.h"
#include "app/state/gallery/gallery.h"
#include "app/state/open/opening.h"
#include "app/state/session/session.h"
#include "app/state/watch/watch.h"
#include "app/state/workspaces.h"
#include "core/text/strings.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace heed {
namespace {

using Kind = Effect::Kind;

constexpr int everything = std::numeric_limits<int>::max(); // as a place to go to
constexpr std::size_t most_recent = 8;

void remember(AppState& s, const std::string& file, const OpenAnswers& answers) {
    if (file.empty()) return;
    auto& recent = s.settings.recent;
    std::erase(recent, file);
    recent.insert(recent.begin(), file);
    if (recent.size() > most_recent) recent.resize(most_recent);
    s.settings.answers.erase(file);
    if (answers != OpenAnswers{}) s.settings.answers[file] = answers;
    std::erase_if(s.settings.answers, [&](const auto& item) {
        return std::find(recent.begin(), recent.end(), item.first) == recent.end();
    });
}

/// The newest of the models that were used, each once.
void remember_use(AppState& s, const std::string& name) {
    auto& used = s.settings.used;
    std::erase_if(used, [&](const std::string& line) { return line.substr(line.find(' ') + 1) == name; });
    used.insert(used.begin(), s.picker_today + " " + name);
    if (used.size() > most_recent) used.resize(most_recent);
}

void say_what_came(AppState& s, const io::LoadReport& report) {
    if (report.family.empty()) return; // its own format needs no words
    const std::size_t assumed = report.agrees() ? 0 : report.unsettled.size();
    const std::string known =
        report.unread() > 0
            ? "; " + std::to_string(report.unread()) + " of " + std::to_string(report.tensors.size()) +
                  " tensors " + (report.unread() == 1 ? "was" : "were") + " not understood"
        : report.agrees() ? ", all known; its example agrees"
        : assumed > 0     ? ", all tensors known; " + plural(assumed, "thing is", "things are") + " assumed"
                          : ", all known; not verified";
    const std::string saved = std::exchange(s.opening_family, "");
    Toast toast{s.next_toast++,
                false,
                saved.empty() ? "Opened " + report.file : "Saved the family " + saved,
                (saved.empty() ? "" : "Opened with it: ") +
                    thousands(static_cast<long long>(report.parameters)) + " parameters" + known,
                s.clock + 8,
                "report"};
    s.toasts.push_back(std::move(toast));
}

/// A model may be named in several ways: its versions get the name it has now, or they would be another
/// model's.
void call(History& history, const std::string& name, const std::string& now) {
    for (HistoryStep& step : history.steps)
        if (step.version.model == name) step.version.model = now;
}

/// What waited for this model.
EffectList restore(AppState& s, const std::string& name) {
    std::optional<Version> version = std::exchange(s.restoring, std::nullopt);
    const auto waiting = std::exchange(s.restoring_session, nullptr);
    const int step = std::exchange(s.history.wanted, -1);
    if (!version || version->model != name) return {};
    version->model = model_reference(s);
    version->answers = remembered_answers(s, version->model);
    if (!waiting) {
        call(s.history, name, version->model);
        if (step >= 0) {
            s.history.now = step;
            s.history.steps[static_cast<std::size_t>(step)].version = *version;
        }
        return put_version(s, *version);
    }
    Session session = *waiting;
    session.version = *version;
    call(session.history, name, version->model);
    return put_session(s, session);
}

/// A step that is gone back to is there; what a command goes to is a step of its own.
bool is_another_step(const AppState& s) {
    return !s.restoring || (s.history.wanted < 0 && !s.restoring_session);
}

/// What was said of the model before would stand over the one that has come, and its button lead nowhere.
void take_back_what_came(AppState& s) {
    std::erase_if(s.toasts, [](const Toast& toast) { return toast.action == "report"; });
}

EffectList take_maps(AppState& s, const ModelLoaded& e) {
    if (s.restoring_session) stop_opening(s); // weights are no model of a session's
    s.maps = maps_of(e.loaded.maps);
    s.model = nullptr;
    s.model_name = e.name;
    s.model_id.clear();
    s.shared_functions.clear();
    s.source_words = nullptr;
    s.report = {};
    take_back_what_came(s);
    s.playback = {};
    if (s.view != "step" && s.view != "compare") s.view = "step"; // elsewhere weights are not seen
    s.running = false;
    s.runs = {};
    s.edits = {};
    s.languages = {};
    s.kept.reset();
    s.baseline = nullptr;
    s.input_problem.clear();
    s.too_long = false;
    reset_workspaces(s, Fresh::Maps);
    EffectList effects = update(s, {"choose-map", "", 0, 0});
    s.history.opened = is_another_step(s);
    for (Effect& effect : restore(s, e.name)) effects.push_back(std::move(effect));
    return effects;
}

/// The input that a model begins with, where the one before was of another kind.
void first_input_of(AppState& s, bool first, bool other_task) {
    if (!s.opening_input.empty()) { // its map was seen where it comes from
        s.input = s.settings.input = std::exchange(s.opening_input, "");
        s.wanted_at = everything;
        return;
    }
    const std::vector<std::string> examples = example_inputs(s);
    const bool wanted = (s.input.empty() && !(first && s.input_given)) || (!first && other_task);
    if (!wanted) return;
    const bool foreign = s.report.current && !s.report.current->family.empty();
    if (examples.empty() && !foreign) return;
    s.input = examples.empty() ? "" : examples.front();
    s.settings.input = s.input;
}

/// The run that is shown was made by another architecture than the model that has just come.
bool is_of_another_kind(const AppState& s) {
    const std::string& now = s.facts.architecture;
    return s.trace && !now.empty() && !s.trace->model.architecture.empty() &&
           s.trace->model.architecture != now;
}

/// Another checkpoint of the model that is there: it computes in the same way, over the same words.
bool is_another_checkpoint(const AppState& s, const LoadedModel& loaded) {
    const auto same = [](const Vocabulary& a, const Vocabulary& b) { return *a.tokens() == *b.tokens(); };
    return s.model && loaded.model && !loaded.form.empty() && s.model_form == loaded.form &&
           same(s.model->source, loaded.model->source) && same(s.model->target, loaded.model->target);
}

EffectList take_model(AppState& s, const ModelLoaded& e) {
    const LoadedModel& loaded = e.loaded;
    const bool first = !s.model && !s.weights_only(), had_maps = s.weights_only();
    const std::string old_task = s.facts.task;
    const bool of_no_task = loaded.facts.task.empty() && !is_another_checkpoint(s, loaded);
    const bool other_task = had_maps || old_task != loaded.facts.task || of_no_task;
    const bool asked = s.report.asked;
    s.maps.clear();
    s.map = 0;
    s.model_name = e.name;
    take_loaded(s, loaded);
    remember_use(s, loaded.opened_from.empty() ? loaded.facts.name : loaded.opened_from);
    for (const Workspace& workspace : workspaces())
        if (workspace.loaded) workspace.loaded(s);
    s.report = {};
    s.report.current = loaded.report;
    take_back_what_came(s);
    if (loaded.report) {
        s.report.shown = asked || needs_a_look(*loaded.report);
        if (!s.report.shown) say_what_came(s, *loaded.report);
    }
    say_family_saved(s, loaded.report ? &*loaded.report : nullptr);
    if (!first && other_task) { // of one task the place is kept
        s.playback = {};
        if (workspace_of(s).whole) s.wanted_at = everything;
    }
    if (had_maps) s.input = s.settings.input;
    first_input_of(s, first, other_task);
    if (had_maps || s.input.empty()) { // of something else altogether
        s.trace = nullptr;
        s.playback = {};
    }
    if (is_of_another_kind(s)) {      // no picture of the new model's can be drawn of it
        const int at = s.playback.at; // of one task the place is kept as far as it can be
        if (!s.wanted_at && at > 0) s.wanted_at = at >= s.total() ? everything : at;
        s.trace = nullptr;
        s.playback = {};
    }
    s.runs = {};
    s.edits = kept_while_comparing(s);
    s.languages = {};
    s.kept.reset();
    if (!first) s.search.settings = {}; // those changed by hand were for the model before
    reset_workspaces(s, Fresh::Model);
    s.model_hash = loaded.hash;
    s.model_form = loaded.form;
    s.model_id = loaded.id;
    s.history.opened = is_another_step(s);
    EffectList effects = restore(s, e.name);
    effects.push_back({Kind::ListModels});
    return effects;
}

/// A run that was written before, and that its model makes again: the model, the input and the changes.
EffectList take_run(AppState& s, const ModelLoaded& e) {
    const RunCheck& check = *e.loaded.checked;
    ModelLoaded own = e;
    own.name = s.settings.model = check.request.model;
    EffectList effects = take_model(s, own);
    s.input = s.settings.input = check.request.text;
    s.edits = check.request.edits;
    s.languages = languages_of(check.request);
    s.wanted_at = everything;
    say(s, "Opened " + last_part(e.name), check.words, 12);
    return effects;
}

bool has_words(const io::ReportVocabulary& words) {
    return words.problem.empty() && words.tokens == words.expected;
}

EffectList wait_for_words(AppState& s, const ModelLoaded& e) {
    const bool again =
        s.report.waiting() && s.report.name == e.name; // the fields may have been typed in since
    OpenAnswers typed = again ? s.report.answers : e.answers;
    say_family_saved(s, e.loaded.report ? &*e.loaded.report : nullptr);
    s.report.asked = false;
    s.report.pending = e.loaded.report;
    s.report.shown = true;
    s.report.name = e.name;
    s.report.checked = e.answers;
    s.report.answers = std::move(typed);
    s.report.problem.clear();
    const io::LoadReport& report = *e.loaded.report;
    const bool only_words = !lacks_tensors(report) && !(has_words(report.source) && has_words(report.target));
    s.report.refused = only_words ? "" : as_sentence(e.loaded.problem);
    return {};
}

} // namespace

std::vector<std::string> example_inputs(const AppState& s) {
    std::vector<std::string> examples;
    const Mechanism* shown = mechanism_now(s);
    if (shown && shown->around) // a series: as long as on its card, or its chart would be all but empty
        if (std::string series = sample_text(s.facts.task, 0); !series.empty())
            examples.push_back(std::move(series));
    for (const std::string_view example : task_words(s.facts.task, s.facts.character_level).examples)
        examples.emplace_back(example);
    if (examples.empty() && s.report.current && s.report.current->own_case)
        examples = s.report.current->own_case->inputs;
    return examples;
}

void take_loaded(AppState& s, const LoadedModel& loaded) {
    s.model = loaded.model;
    s.facts = loaded.facts;
    s.pieces = loaded.pieces;
    s.card = loaded.card;
    s.longest_input = loaded.longest_input;
    s.shared_functions = loaded.shared_functions;
    s.source_words = loaded.source_words;
}

namespace {

EffectList take_what_came(AppState& s, const ModelLoaded& e) {
    const LoadedModel& loaded = e.loaded;
    if (!loaded.model && loaded.maps.empty() && loaded.report) return wait_for_words(s, e);
    // A bundled model is known by its name, also where it was asked for by its path.
    const std::string& own = loaded.facts.name;
    s.settings.model = !loaded.opened_from.empty() ? loaded.opened_from
                       : own.starts_with(e.name)   ? e.name
                                                   : own;
    if (s.settings.model.empty()) s.settings.model = e.name;
    remember(s, loaded.opened_from, e.answers);
    forget_pointers(s);
    s.run_check = loaded.checked;
    if (loaded.maps.empty()) return loaded.checked ? take_run(s, e) : take_model(s, e);
    EffectList effects = take_maps(s, e);
    effects.push_back({Kind::ListModels});
    return effects;
}

} // namespace

EffectList apply_loaded(AppState& s, const ModelLoaded& e) {
    if (e.name != s.opening || e.answers != s.opening_with)
        return {}; // cancelled, or another was asked for since
    s.opening.clear();
    EffectList effects = take_what_came(s, e);
    for (Effect& effect : read_again(s)) effects.push_back(std::move(effect));
    if (shows_assistant(s)) cancel_assistant(s); // it would lie before what has come; its answers are kept
    return effects;
}

} // namespace heed
