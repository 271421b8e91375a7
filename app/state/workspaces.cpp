#include "app/state/workspaces.h"

#include "app/state/commands/row.h"
#include "app/state/compare/compare.h"
#include "app/state/gallery/forecast/own_table.h"
#include "app/state/gallery/gallery.h"
#include "app/state/gallery/pad/pad.h"
#include "app/state/memory/memory.h"
#include "app/state/picker/picker.h"
#include "app/state/search/search.h"
#include "app/state/step/layers/moves.h"
#include "app/state/step/why.h"
#include "app/state/watch/watch.h"
#include "core/models/registry.h"

#include <iterator>
#include <vector>

namespace heed {
namespace {

bool shows_compare(const AppState& s) { return s.comparing(); }
bool shows_search(const AppState& s) { return s.searching(); }
constexpr char no_search[] = "there is no model to search with",
               no_memory[] = "there is no model whose memory could be measured";
bool can_search(const AppState& s) { return can_run(s) || answers_at_once(s); }

std::string_view compare_figure(const AppState&) { return "compare"; }
std::string_view tree_figure(const AppState& s) { return s.search.tree ? "tree" : ""; }

const Workspace other_workspaces[] = {
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
     .why_not = no_model_for<no_search>,
     .key_in_dump = "search",
     .key_in_session = "path",
     .json = search_to_json,
     .choices = tree_view_to_json,
     .from_json = tree_view_from_json},
    // In its inspector: what moved the output that is being written.
    {.id = "moves",
     .title = "",
     .show = "view-step",
     .shown = never_shown,
     .follow = follow_moves,
     .job = moves_job,
     .replaces = true,
     .apply = apply_moves,
     .reset = reset_moves,
     .key_in_dump = "moves",
     .json = moves_to_json},
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
     .why_not = no_model_for<no_memory>,
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

} // namespace

std::span<const Workspace> workspaces() {
    static const std::vector<Workspace> rows = [] {
        const std::span<const Workspace> step = step_workspaces();
        std::vector<Workspace> all(step.begin(), step.end());
        all.insert(all.end(), std::begin(other_workspaces), std::end(other_workspaces));
        return all;
    }();
    return rows;
}

} // namespace heed
