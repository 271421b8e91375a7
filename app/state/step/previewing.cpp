// Changes that are looked at before they are made: the least one found, and what each output's fragility is.
#include "app/state/commands/row.h"
#include "app/state/event.h"
#include "app/state/jobs/runs.h"
#include "app/state/step/what_if.h"
#include "core/analysis/fragility.h"
#include "core/models/seq2seq/phases.h"
#include "core/models/transformer/facts.h"

#include <algorithm>

namespace heed {
namespace {

using Kind = Effect::Kind;

/// Beside a longer source there is no room for the column.
constexpr int longest_source = 30;

bool is_of_shown_run(const AppState& s, const FlipState& flip) {
    return s.view == "step" && s.trace && s.model && !s.input.empty() && !s.running && flip.request &&
           !flip.busy && *flip.request == wanted_request(s) && flip.output == edited_output(s);
}

EffectList find_flip(AppState& s) {
    if (preview_of(s) && !s.what_if.flip.to_one) { // the button once more
        drop_preview(s);
        return {};
    }
    const int i = edited_output(s);
    if (i < 0 || !s.trace->has_weights()) return {};
    s.what_if.flip = {};
    s.what_if.flip.request = wanted_request(s);
    s.what_if.flip.output = i;
    s.what_if.flip.busy = true;
    return {{Kind::FindFlip}};
}

void apply_flip(AppState& s) {
    FlipState& flip = s.what_if.flip;
    if (!flip.found) return;
    s.edits = edits_with(s, flip);
    flip.shown = false;
}

void preview_fragility(AppState& s, int i) {
    const RunFragility* known = known_fragility(s);
    if (!known || i < 0 || i >= static_cast<int>(known->rows.size())) return;
    const FragileRow& row = known->rows[static_cast<std::size_t>(i)];
    if (row.mark.state != FragilityMark::State::Found) return;
    const FlipState* now = preview_of(s);
    if (now && now->to_one && now->output == i) return drop_preview(s);
    FlipState flip;
    flip.request = wanted_request(s);
    flip.output = i;
    flip.found = flip.shown = flip.to_one = true;
    flip.weights = row.weights;
    flip.moved = row.mark.moved;
    flip.before = row.before;
    flip.token = row.mark.token;
    s.what_if.flip = std::move(flip);
    s.playback.playing = false;
    const Moment now_at = moment_at(s.trace->outline, s.playback.at);
    s.selection.row = now_at.started && now_at.decoding() && i < now_at.position ? i : -1;
}

void preview_own(AppState& s) { preview_fragility(s, edited_output(s)); }
EffectList preview_named(AppState& s, const Command& c) {
    preview_fragility(s, c.i);
    return {};
}

/// Whether there is a row of weights that alone says what an output reads: not where heads have rows of their
/// own.
bool has_one_row(const AppState& s) { return s.trace && !s.trace->several_heads(); }
bool can_find(const AppState& s) {
    return s.view == "step" && has_one_row(s) && !s.report.shown && can_hold(s) && edited_output(s) >= 0;
}
bool is_previewing(const AppState& s) { return preview_of(s) != nullptr; }
bool has_fragility(const AppState& s) {
    const RunFragility* known = can_find(s) && shows_fragility(s) ? known_fragility(s) : nullptr;
    const auto i = static_cast<std::size_t>(std::max(0, edited_output(s)));
    return known && i < known->rows.size() && known->rows[i].mark.state == FragilityMark::State::Found;
}

/// What is known already of the run: where a token was given, no weight changes it.
std::vector<FragileRow> begun_rows(const Trace& run) {
    std::vector<FragileRow> rows(static_cast<std::size_t>(run.outputs()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (run.steps[i].forced) rows[i].mark.state = FragilityMark::State::Forced;
    return rows;
}

/// Revealed outputs first, from the one that is looked at on; then those that are still to come.
std::vector<int> in_order(const AppState& s, const RunFragility* known) {
    const std::vector<FragileRow> rows = known ? known->rows : begun_rows(*s.trace);
    const int outputs = s.trace->outputs(), now = std::max(0, edited_output(s));
    std::vector<int> order;
    const auto take = [&](int i) {
        const bool there = rows[static_cast<std::size_t>(i)].mark.state != FragilityMark::State::Pending;
        if (!there && std::find(order.begin(), order.end(), i) == order.end()) order.push_back(i);
    };
    take(std::min(now, outputs - 1));
    for (int i = 0; i < outputs; ++i) take(i);
    return order;
}

template <class State>
auto found_run(State& state, const std::string& model, const Request& request)
    -> decltype(&state.runs.front()) {
    const auto found = std::find_if(state.runs.rbegin(), state.runs.rend(), [&](const auto& run) {
        return run.model == model && run.request == request;
    });
    return found == state.runs.rend() ? nullptr : &*found;
}

} // namespace

const FlipState* preview_of(const AppState& s) {
    const FlipState& flip = s.what_if.flip;
    const bool there = flip.shown && flip.found && is_of_shown_run(s, flip) &&
                       std::ssize(flip.weights) == s.trace->source_length();
    return there ? &flip : nullptr;
}

Edits edits_with(const AppState& s, const FlipState& flip) {
    Edits edits = s.edits;
    edits.rows[flip.output] = analysis::edit_to(*s.trace, flip.weights);
    return edits;
}

bool found_nothing(const AppState& s) {
    const FlipState& flip = s.what_if.flip;
    return !flip.found && flip.problem.empty() && is_of_shown_run(s, flip);
}

void drop_preview(AppState& s) { s.what_if.flip.shown = false; }

/// Of a Transformer it has no column, and each output would be many steps of all its layers.
bool shows_fragility(const AppState& s) {
    return s.view == "step" && can_hold(s) && has_one_row(s) && !is_transformer(s.facts) &&
           s.settings.heatmap && s.trace->source_length() <= longest_source;
}

const RunFragility* known_fragility(const AppState& s) {
    if (!s.trace || s.running) return nullptr;
    const RunFragility* known = found_run(s.what_if.fragility, model_id(s), wanted_request(s));
    return known && std::ssize(known->rows) == s.trace->outputs() ? known : nullptr;
}

std::vector<FragilityMark> fragility_marks(const AppState& s) {
    if (!shows_fragility(s)) return {};
    const RunFragility* known = known_fragility(s);
    std::vector<FragilityMark> marks;
    for (const FragileRow& row : known ? known->rows : begun_rows(*s.trace)) marks.push_back(row.mark);
    return marks;
}

EffectList follow_fragility(AppState& s) {
    FragilityOrder order;
    const bool idle = !s.running && s.gesture == 0 && !s.report.shown;
    if (idle && shows_fragility(s) && known_run(s, wanted_request(s)))
        if (std::vector<int> missing = in_order(s, known_fragility(s)); !missing.empty())
            order = {model_id(s), s.trace, wanted_request(s), std::move(missing)};
    if (order == s.what_if.fragility.asked) return {};
    s.what_if.fragility.asked = std::move(order);
    return {{Kind::FindFragility}};
}

void apply_fragility(AppState& s, const FragilityFound& found) {
    FragilityState& state = s.what_if.fragility;
    RunFragility* known = found_run(state, found.model, found.request);
    if (!known) {
        if (state.runs.size() >= FragilityState::most_runs) state.runs.erase(state.runs.begin());
        known = &state.runs.emplace_back(RunFragility{found.model, found.request, begun_rows(*found.run)});
    }
    const auto i = static_cast<std::size_t>(found.output);
    if (i < known->rows.size()) known->rows[i] = found.row;
}

Rows preview_commands() {
    constexpr std::string_view group = "What if";
    return {
        recorded<Records::Nothing>(
            {"flip", "Look for the least change of weights that makes this output another", keys(), group,
             false, can_find, plain<find_flip>, "find flips smallest what-if counterfactual"}),
        recorded<Records::Nothing>(
            {"fragility", "Fragility: show the move to one token that makes this output another", keys(),
             group, false, has_fragility, plain<preview_own>, "least weight what-if"}),
        {"apply-flip", "Use the change that is shown: apply the least change", keys("Enter"), group, false,
         is_previewing, plain<apply_flip>, "what-if counterfactual", true},
        recorded<Records::Nothing>({"drop-flip", "Drop the change that is shown", keys(), group, false,
                                    is_previewing, plain<drop_preview>, "what-if least change preview"}),
        recorded<Records::Nothing>(
            hidden("preview-fragility", preview_named, {whole("output", &Command::i)})),
    };
}

} // namespace heed
