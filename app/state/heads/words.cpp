// What the bar below the atlas of heads says.
#include "app/state/step/layers/words.h"
#include "app/figures/base/format.h"
#include "app/figures/changes.h"
#include "app/figures/heads/seen.h"
#include "app/state/heads/head_off.h"
#include "app/state/heads/heads.h"

namespace heed {
namespace {

/// What became of changed heads, where no more pressing words stand in its place; empty: they do.
std::string told_of_changes(const AppState& s) {
    const HeadsState& h = s.heads;
    const bool pressing = measures_heads(s) || (h.over_file && !h.file_problem.empty()) ||
                          !h.problem.empty() || !heads_shown(s) || pointed_head(s) >= 0;
    return pressing ? "" : head_change_words(s);
}

} // namespace

std::string changes_beside(const AppState& s) {
    const auto run = s.weights_only() ? run_of_heads(s) : s.trace;
    if (!run) return {};
    const bool off =
        shows_head_off(s) && head_off_shown(s) && head_off_is_new(s) && s.head_off.problem.empty();
    const bool told = shows_heads(s) && (shows_head_off(s) ? off : !told_of_changes(s).empty());
    Edits others = run->request.edits;
    others.heads.clear();
    if (told && !others.any()) return {};
    const std::optional<RunWords> words = run == s.trace ? words_in_step(s) : std::nullopt;
    return changes_of(*run, words ? &*words : nullptr);
}

std::string heads_words(const AppState& s) {
    const HeadsState& h = s.heads;
    if (measures_heads(s)) {
        const int all = h.progress->all.load();
        return all == 0 ? "Reading the pairs …"
                        : "Measured: " + std::to_string(h.progress->done.load()) + " of " +
                              counted(all, "pair") + ". Esc stops.";
    }
    if (h.over_file && !h.file_problem.empty()) return h.file_problem;
    if (!h.problem.empty()) return h.problem;
    const auto report = heads_shown(s);
    if (!report) return "Being measured …";
    if (const int head = pointed_head(s); head >= 0)
        return head_sentence(*report, h.look, h.known.run ? h.known.run->request.edits.heads : HeadEdits{},
                             head);
    if (std::string changed = told_of_changes(s); !changed.empty()) return changed;
    std::string words = heads_sentence(*report, h.look);
    if (report == h.corpus && s.pieces && !s.words.maps) words += " It is measured in words, as links are.";
    if (report == h.corpus && h.bad > 0)
        words += " " + counted(static_cast<int>(h.bad), "line") + (h.bad == 1 ? " was" : " were") +
                 " passed over.";
    return words;
}

} // namespace heed
