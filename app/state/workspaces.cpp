#include "app/state/workspaces.h"

#include "app/state/assistant/assistant.h"
#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "app/state/doctor/doctor.h"
#include "app/state/gallery/forecast/own_table.h"
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/pad/pad.h"
#include "app/state/meaning/meaning.h"
#include "app/state/memory/memory.h"
#include "app/state/navigator/navigator.h"
#include "app/state/open/opening.h"
#include "app/state/picker/picker.h"
#include "app/state/search/search.h"
#include "app/state/states/states.h"
#include "app/state/step/influence.h"
#include "app/state/step/what_if.h"
#include "app/state/step/why.h"
#include "app/state/watch/watch.h"
#include "app/state/weights/weights.h"
#include "core/models/registry.h"

#include <algorithm>

namespace heed {
namespace {

bool shows_network(const AppState& s) {
    return s.view == "step" && !s.weights_only() && !shows_states(s) && !shows_meaning(s) &&
           !shows_doctor_page(s);
}
bool shows_given(const AppState& s) { return s.view == "step" && s.weights_only(); }
bool shows_compare(const AppState& s) { return s.comparing(); }
bool shows_search(const AppState& s) { return s.searching(); }
bool can_search(const AppState& s) {
    return can_run(s) || (s.model && answers_at_once(s.facts.architecture));
}

std::string_view compare_figure(const AppState&) { return "compare"; }
std::string_view tree_figure(const AppState& s) { return s.search.tree ? "tree" : ""; }
std::string_view grid_of_maps(const AppState& s) { return shows_all_maps(s) ? "grid" : ""; }

} // namespace

std::span<const Workspace> workspaces() {
    static const Workspace rows[] = {
        // Before all others: files that no family knows, mapped by hand.
        {.id = "assistant",
         .title = "",
         .show = "assistant-model",
         .shown = shows_assistant,
         .follow = follow_assistant,
         .job = assistant_job,
         .replaces = true,
         .apply = apply_assistant,
         .let_go = leave_assistant,
         .hides_run = true,
         .commands = assistant_commands,
         .key_in_dump = "assistant",
         .json = assistant_json},
        {.id = "assistant-all",
         .title = "",
         .show = "assistant-model",
         .shown = never_shown,
         .job = assistant_search_job,
         .long_jobs = true,
         .replaces = true,
         .apply = apply_assistant_search},
        {.id = "assistant-save",
         .title = "",
         .show = "assistant-model",
         .shown = never_shown,
         .job = assistant_save_job,
         .apply = apply_assistant_save},
        // The sentences of a file, all of the window.
        {.id = "navigator",
         .title = "",
         .show = "navigator",
         .shown = shows_navigator,
         .follow = follow_navigator,
         .job = navigator_job,
         .apply = apply_navigator,
         .let_go = leave_sentences,
         .hides_run = true,
         .commands = navigator_commands,
         .key_in_dump = "navigator",
         .key_in_session = "navigator",
         .json = navigator_json,
         .choices = navigator_choices,
         .from_json = navigator_from_json},
        {.id = "navigator-measure",
         .title = "",
         .show = "navigator",
         .shown = never_shown,
         .job = measuring_job,
         .long_jobs = true,
         .apply = apply_measuring},
        {.id = "navigator-agreement",
         .title = "",
         .show = "navigator",
         .shown = never_shown,
         .job = agreement_job,
         .long_jobs = true,
         .apply = apply_agreement},
        // First: a model that answers at once is looked at there, whatever was shown before.
        {.id = "mechanism",
         .title = "",
         .show = "view-gallery",
         .shown = shows_mechanism,
         .whole = true,
         .let_go = leave_mechanism,
         .figure = mechanism_figure,
         .leave = leave_for,
         .board = board_shown},
        // In the inspector of Step, then all of its canvas: what looks wrong with the model.
        {.id = "doctor",
         .title = "",
         .show = "doctor-page",
         .shown = shows_doctor_page,
         .follow = follow_doctor,
         .job = doctor_job,
         .long_jobs = true,
         .replaces = true,
         .apply = apply_doctor,
         .reset = reset_doctor,
         .let_go = leave_doctor,
         .figure = doctor_figure_id,
         .commands = doctor_commands,
         .board = doctor_board,
         .key_in_dump = "doctor",
         .key_in_session = "doctor",
         .json = doctor_json,
         .choices = doctor_choices,
         .from_json = doctor_from_json},
        {.id = "step",
         .title = "Step",
         .show = "view-step",
         .shown = shows_network,
         .follow = follow_fragility,
         .reset = reset_what_if,
         .figure = why_figure_id,
         .commands = preview_commands,
         .tab = "Step workspace",
         .key = "Ctrl+1",
         .also = "tab",
         .board = why_board,
         .key_in_dump = "what_if",
         .json = what_if_to_json},
        // In its canvas: of a model without weights, each token's influence.
        {.id = "influence",
         .title = "",
         .show = "view-step",
         .shown = never_shown,
         .follow = follow_influence,
         .job = influence_job,
         .replaces = true,
         .apply = apply_influence,
         .reset = reset_influence,
         .key_in_dump = "influence",
         .json = influence_json},
        {.id = "states",
         .title = "",
         .show = "states",
         .shown = shows_states,
         .follow = follow_states,
         .key_in_dump = "trajectory",
         .key_in_session = "trajectory",
         .json = states_to_json,
         .choices = state_choices_to_json,
         .from_json = states_from_json},
        {.id = "meaning",
         .title = "",
         .show = "meaning",
         .shown = shows_meaning,
         .follow = follow_meaning,
         .job = meaning_job,
         .replaces = true,
         .apply = apply_meaning,
         .reset = reset_meaning,
         .figure = meaning_figure_id,
         .commands = meaning_commands,
         .board = meaning_of_run,
         .key_in_dump = "meaning",
         .key_in_session = "meaning",
         .json = meaning_json,
         .choices = meaning_choices,
         .from_json = meaning_from_json},
        // What one of its outputs would be under other weights.
        {.id = "other-weights",
         .title = "",
         .show = "meaning",
         .shown = never_shown,
         .job = other_weights_job,
         .replaces = true,
         .apply = apply_other_weights},
        {.id = "weights",
         .title = "",
         .show = "view-step",
         .shown = shows_given,
         .reset = reset_weights,
         .let_go = leave_enlarged,
         .figure = grid_of_maps,
         .commands = weights_commands},
        {.id = "compare",
         .title = "Compare",
         .show = "view-compare",
         .shown = shows_compare,
         .whole = true,
         .follow = follow_compare,
         .reset = reset_compare,
         .let_go = clear_compare,
         .figure = compare_figure,
         .commands = comparing_commands,
         .tab = "Compare workspace",
         .key = "Ctrl+2",
         .also = "tab scoring functions models",
         .key_in_dump = "compare",
         .key_in_session = "compare",
         .json = compare_to_json,
         .choices = compare_choices_to_json,
         .from_json = compare_from_json},
        {.id = "search",
         .title = "Search",
         .show = "view-search",
         .shown = shows_search,
         .own_playhead = true,
         .follow = follow_search,
         .advance = advance_search,
         .reset = reset_search,
         .figure = tree_figure,
         .commands = searching_commands,
         .tab = "Search workspace",
         .key = "Ctrl+3",
         .also = "tab beam tree what-if",
         .when = can_search,
         .key_in_dump = "search",
         .key_in_session = "path",
         .json = search_to_json,
         .choices = tree_view_to_json,
         .from_json = tree_view_from_json},
        // In the inspector of Step: why a token was written and not another.
        {.id = "why",
         .title = "",
         .show = "why",
         .shown = never_shown,
         .follow = follow_why,
         .job = why_job,
         .replaces = true,
         .apply = apply_why,
         .reset = reset_why,
         .commands = why_commands,
         .key_in_dump = "why",
         .json = why_to_json},
        {.id = "memory",
         .title = "Memory",
         .show = "view-memory",
         .shown = shows_memory,
         .whole = true,
         .follow = follow_memory,
         .job = memory_job,
         .apply = apply_memory,
         .reset = reset_memory,
         .let_go = leave_memory,
         .figure = memory_figure_id,
         .hides_run = true,
         .commands = memory_commands,
         .tab = "Memory workspace",
         .key = "Ctrl+5",
         .also = "tab influence forgets accuracy length",
         .when = can_run,
         .board = memory_board_shown,
         .key_in_dump = "memory",
         .key_in_session = "memory",
         .json = memory_json,
         .choices = memory_choices,
         .from_json = memory_from_json},
        {.id = "memory-lengths",
         .title = "",
         .show = "view-memory",
         .shown = never_shown,
         .job = lengths_job,
         .long_jobs = true,
         .apply = apply_lengths},
        {.id = "pad",
         .title = "",
         .show = "view-gallery",
         .shown = shows_pad,
         .let_go = leave_pad,
         .figure = pad_figure_id,
         .hides_run = true,
         .commands = pad_commands,
         .board = pad_board,
         .key_in_dump = "pad",
         .key_in_session = "pad",
         .json = pad_json,
         .choices = pad_choices,
         .from_json = pad_from_json},
        {.id = "gallery",
         .title = "Gallery",
         .show = "view-gallery",
         .shown = shows_cards,
         .follow = follow_gallery,
         .job = board_job,
         .apply = apply_board,
         .reset = reset_gallery,
         .hides_run = true,
         .commands = gallery_commands,
         .tab = "Gallery workspace",
         .key = "Ctrl+6",
         .also = "tab mechanisms pooling cards",
         .again = close_mechanism,
         .loaded = place_model,
         .leave = leave_for,
         .bytes = gallery_bytes,
         .key_in_dump = "gallery",
         .key_in_session = "gallery",
         .json = gallery_json,
         .choices = gallery_choices,
         .from_json = gallery_from_json},
        // Over an opened forecast: a person's own CSV file.
        {.id = "table",
         .title = "",
         .show = "view-gallery",
         .shown = never_shown,
         .follow = follow_table,
         .job = table_job,
         .apply = apply_table,
         .commands = table_commands,
         .key_in_dump = "table",
         .json = table_json},
        // Over every workspace: the list of models, and what the task says of the run.
        {.id = "picker",
         .title = "",
         .show = "models",
         .shown = never_shown,
         .follow = follow_picker,
         .job = picker_job,
         .apply = apply_picker,
         .commands = picker_commands,
         .loaded = forget_shots,
         .key_in_dump = "picker",
         .json = picker_json},
        // The versions of a file that is rewritten.
        {.id = "watch",
         .title = "",
         .show = "follow-file",
         .shown = never_shown,
         .job = watch_job,
         .apply = apply_watch,
         .reset = reset_watch,
         .commands = watch_commands,
         .bytes = watch_bytes,
         .key_in_dump = "watch",
         .json = watch_json},
    };
    return rows;
}

const Workspace& workspace_named(std::string_view id) {
    const auto all = workspaces();
    return *std::find_if(all.begin(), all.end(), [&](const Workspace& w) { return w.id == id; });
}

const Workspace& workspace_of(const AppState& s) {
    const auto all = workspaces();
    const auto on = std::find_if(all.begin(), all.end(), [&](const Workspace& w) { return w.shown(s); });
    return on == all.end() ? all.front() : *on;
}

EffectList show_workspace(AppState& s, std::string_view id) {
    if (s.view == id) {
        const auto again = workspace_named(id).again;
        if (!leave_report(s) && again) again(s);
        return {};
    }
    if (!leave_report(s) && s.report.shown) return {};
    const Workspace &from = workspace_of(s), &to = workspace_named(id);
    if (from.leave)
        if (auto effects = from.leave(s, id)) return std::move(*effects);
    if (from.own_playhead || to.own_playhead) {
        s.playback.playing = false;
        s.playback.progress = 1;
    }
    s.view = id;
    s.what_if.arrows = false;
    s.menu = Menu::None;
    s.drawer = false;
    s.hover = {};
    s.compare.hover = {};
    // With everything there, unless one is on the way through.
    if (to.whole && s.playback.at == 0) go(s, s.total(), false);
    return {};
}

void reset_workspaces(AppState& s, Fresh fresh) {
    for (const Workspace& w : workspaces())
        if (w.reset) w.reset(s, fresh);
}

} // namespace heed
