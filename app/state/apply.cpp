// What jobs report, put into the state.
#include "app/state/compare/compare.h"
#include "app/state/heads/head_off.h"
#include "app/state/jobs/runs.h"
#include "app/state/open/dialog.h"
#include "app/state/open/opening.h"
#include "app/state/states/states.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/what_if.h"
#include "app/state/update.h"
#include "app/state/watch/watch.h"
#include "app/state/workspaces.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace heed {
namespace {

using Kind = Effect::Kind;

constexpr int everything = std::numeric_limits<int>::max(); // as a place to go to

void add_toast(AppState& s, bool bad, std::string title, std::string detail) {
    s.toasts.push_back({s.next_toast++, bad, std::move(title), std::move(detail), bad ? 0.0 : s.clock + 4});
    if (s.toasts.size() > 4) s.toasts.erase(s.toasts.begin());
}

struct Apply {
    AppState& s;

    EffectList operator()(const ModelsListed& e) {
        s.models = e.models;
        s.picker_today = e.today;
        for (std::string& used : s.settings.used) // before the first list the day was not known
            if (used.starts_with(' ')) used = e.today + used;
        if (!e.sessions.empty()) s.sessions = e.sessions;
        s.models_listed = true;
        return {};
    }

    EffectList operator()(const ModelLoaded& e) {
        EffectList effects = apply_loaded(s, e);
        show_waiting_version(s);
        return effects;
    }
    EffectList operator()(const ModelFailed& e) {
        EffectList effects = apply_failed(s, e);
        show_waiting_version(s);
        return effects;
    }
    EffectList operator()(const ReportRead& e) { return apply_report(s, e); }
    EffectList operator()(const FilesWeighed& e) { return apply_weighed(s, e); }
    EffectList operator()(const SessionSaved& e) { return apply_saved_session(s, e); }
    EffectList operator()(const SessionRead& e) { return apply_session(s, e); }
    EffectList operator()(const ModelSaved& e) { return apply_saved_model(s, e); }

    EffectList operator()(const RunFinished& e) {
        apply_run(s, e);
        return {};
    }

    EffectList operator()(const RunGrown& e) { return apply_grown_run(s, e); }

    EffectList operator()(const RunFailed& e) {
        apply_failed_run(s, e);
        return {};
    }

    EffectList operator()(const FolderListed& e) {
        if (e.folder != s.open.folder) return {};
        s.open.entries = e.entries;
        s.open.error = e.error;
        return {};
    }

    EffectList operator()(const FileKnown& e) {
        for (FileEntry& entry : s.open.entries) {
            if (entry.path != e.path) continue;
            entry.known = true;
            entry.usable = e.usable;
            entry.kind = e.kind;
        }
        if (s.dialog != Dialog::Open) return {};
        return e.path == s.open.entering ? update(s, {"open-confirm"}) // Enter was pressed before
                                         : choose_only_checkpoint(s);
    }

    EffectList operator()(const FileInspected& e) {
        if (e.preview.path != s.open.chosen || e.preview.family != s.open.family) return {};
        s.open.preview = e.preview;
        const bool entered =
            s.dialog == Dialog::Open && e.preview.path == s.open.entering &&
            std::any_of(s.open.entries.begin(), s.open.entries.end(), [&](const auto& entry) {
                return entry.path == e.preview.path && entry.has_other_tensors();
            });
        return entered ? update(s, {"open-confirm"}) : EffectList{};
    }

    EffectList operator()(const Saved& e) {
        s.exporting.busy = false;
        s.exporting.target = {};
        s.dialog = s.dialog == Dialog::Export ? Dialog::None : s.dialog;
        const double kilobytes = static_cast<double>(e.bytes) / 1000;
        const std::string size =
            kilobytes < 1 ? "under 1 kB" : std::to_string(static_cast<long>(kilobytes + 0.5)) + " kB";
        add_toast(s, false, "Saved " + e.path.filename().string(),
                  e.path.parent_path().string() + ", " + size);
        return {{Kind::SaveSettings}};
    }

    /// In the dialog, which comes back where it was closed meanwhile.
    EffectList operator()(const SaveFailed& e) {
        s.exporting.busy = false;
        s.exporting.error = as_sentence(e.problem);
        if (s.dialog == Dialog::None) s.dialog = Dialog::Export;
        if (s.dialog != Dialog::Export)
            s.toasts.push_back(
                {s.next_toast++, true, "The figure was not saved", s.exporting.error, 0, "export"});
        return {};
    }

    EffectList operator()(const TargetSeen& e) {
        if (e.refused) {
            s.exporting.busy = false;
            if (s.dialog == Dialog::None) s.dialog = Dialog::Export;
        }
        if (e.target.path == export_target(s.exporting).string()) s.exporting.target = e.target;
        return {};
    }

    EffectList operator()(const FlipFound& e) {
        FlipState& flip = s.what_if.flip;
        if (flip.request == e.flip.request && flip.output == e.flip.output) flip = e.flip;
        return {};
    }

    EffectList operator()(const FragilityFound& e) {
        apply_fragility(s, e);
        return {};
    }

    EffectList operator()(const PanelMeasured& e) {
        apply_panel_meaning(s, e);
        return {};
    }

    EffectList operator()(const PanelGrown& e) {
        apply_grown_panel(s, e);
        return {};
    }

    EffectList operator()(const PanelFinished& e) {
        apply_panel(s, e);
        return {};
    }

    EffectList operator()(const StatePaths& e) {
        apply_paths(s, e);
        return {};
    }
    EffectList operator()(const BankGrown& e) {
        apply_bank(s, e);
        return {};
    }
    EffectList operator()(const NeighboursFound& e) {
        apply_near(s, e);
        return {};
    }

    EffectList operator()(const WorkDone& e) {
        workspace_named(e.workspace).apply(s, e);
        return {};
    }

    EffectList operator()(const Copied& e) {
        if (e.problem.empty())
            add_toast(s, false, e.what + " copied", "");
        else
            add_toast(s, true, e.what + " not copied", as_sentence(e.problem));
        return {};
    }
};

/// What points into the run points at something in it; a dialog lies over every menu.
void follow_places(AppState& s) {
    if (s.dialog != Dialog::None) s.menu = Menu::None;
    if (s.menu == Menu::Follow && (s.view != "memory" || !s.memory.board)) s.menu = Menu::None;
    if ((s.menu == Menu::HeadMeasure || s.menu == Menu::HeadOrder) && !(shows_heads(s) && heads_shown(s)))
        s.menu = Menu::None;
    if (s.menu == Menu::PanelHead && !s.comparing()) s.menu = Menu::None;
    if ((s.menu == Menu::HeadChanged || s.menu == Menu::HeadAbove) && !shows_head_off(s)) s.menu = Menu::None;
    if (s.menu == Menu::HeadOther && !shows_head_off(s) && !shows_layers(s)) s.menu = Menu::None;
    if (s.menu == Menu::Inputs && (!s.inputs.open() || s.weights_only())) s.menu = Menu::None;
    if (!s.trace || s.running) return;
    const int sources = s.trace->source_length(), outputs = s.trace->outputs();
    const auto keep = [](int& index, int count) {
        if (index < 0 || index >= count) index = -1;
    };
    keep(s.selection.column, places_looked_at(*s.trace, s.selection.past));
    s.selection.past = s.selection.past && s.selection.column >= 0;
    keep(s.selection.row, outputs);
    const bool weight = s.menu == Menu::Weight && s.what_if.column >= sources;
    const bool token = (s.menu == Menu::Weight || s.menu == Menu::Force || s.menu == Menu::Rival) &&
                       s.what_if.output >= outputs;
    if (weight || token) s.menu = Menu::None;
}

} // namespace

std::string as_sentence(std::string problem) {
    if (problem.empty()) return problem;
    const bool named = problem.find(": ") != std::string::npos;
    if (!named && problem.front() >= 'a' && problem.front() <= 'z')
        problem.front() = static_cast<char>(problem.front() - 32);
    if (std::string_view(".?!").find(problem.back()) == std::string_view::npos) problem += '.';
    return problem;
}

EffectList apply(AppState& state, const Event& event) {
    EffectList effects;
    {
        const CommandInside inside(state.history);
        effects = std::visit(Apply{state}, event);
        follow(state, effects);
    }
    if (state.history.depth == 0) record_event(state);
    return effects;
}

EffectList begin(AppState& s) {
    s.hint = !s.settings.first_run_done;
    if (workspace_of(s).whole && !s.wanted_at) s.wanted_at = everything;
    if (s.settings.model.empty()) { // the input of last time was of another
        s.settings.model = "dates";
        s.settings.input.clear();
    }
    const std::string wanted = s.model_name.empty() ? s.settings.model : s.model_name;
    if (s.input.empty() && !s.input_given) s.input = wanted == s.settings.model ? s.settings.input : "";
    EffectList effects =
        open_named(s, wanted, s.restoring ? s.restoring->answers : remembered_answers(s, wanted));
    effects.push_back({Kind::ListModels});
    return effects;
}

void follow(AppState& state, EffectList& effects) {
    const auto add = [&](EffectList more) {
        std::move(more.begin(), more.end(), std::back_inserter(effects));
    };
    add(follow_runs(state));
    for (const Workspace& workspace : workspaces())
        if (workspace.follow) add(workspace.follow(state));
    follow_places(state);
    let_go_of_hidden(state);
}

Request wanted_request(const AppState& state) {
    Request request{.model = state.model_name, .text = state.input, .edits = state.edits};
    state.languages.tell(request);
    if (state.facts.score == "none") request.edits.temperature = 1; // there is no softmax to soften
    return request;
}

} // namespace heed
