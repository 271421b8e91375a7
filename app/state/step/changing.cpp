// What the user's hand does to the run.
#include "app/state/heads/heads.h"
#include "app/state/step/layers/front.h"
#include "app/state/step/layers/layers.h"
#include "app/state/step/layers/words.h"
#include "app/state/step/what_if.h"

#include "app/figures/base/format.h"
#include "app/figures/transformer/transformer.h"
#include "app/figures/what_if/row.h"
#include "app/state/commands/row.h"
#include "core/models/registry.h"
#include "core/models/transformer/facts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace heed {
namespace {

using Kind = Effect::Kind;

/// The edit of that row, begun if it has none, or another.
RowEdit& held_row(Edits& edits, int i) {
    RowEdit& edit = edits.rows[i];
    if (edit.kind != RowEdit::Kind::Held) edit = {RowEdit::Kind::Held, {}, {}, {}, 0};
    return edit;
}

void hold(AppState& s, int i, int j, double value) {
    if (i < 0 || j < 0) return;
    const float most = most_weight(s, i, j);
    held_row(s.edits, i).held[j] = std::clamp(static_cast<float>(value), 0.0f, most);
}

bool is_held(const Edits& edits, int i, int j) {
    const auto row = edits.rows.find(i);
    return row != edits.rows.end() && row->second.kind == RowEdit::Kind::Held && row->second.held.contains(j);
}

void free_weight(Edits& edits, int i, int j) {
    if (!is_held(edits, i, j)) return;
    const auto row = edits.rows.find(i);
    row->second.held.erase(j);
    if (row->second.held.empty()) edits.rows.erase(row);
}

/// Another source position that gets nothing, or one less.
std::vector<int> toggled(std::vector<int> positions, int j) {
    const auto at = std::lower_bound(positions.begin(), positions.end(), j);
    if (at != positions.end() && *at == j)
        positions.erase(at);
    else
        positions.insert(at, j);
    return positions;
}

/// The row edit that is asked for once more: another shuffle, another position left out; the others end.
std::optional<RowEdit> next_edit(const RowEdit* now, const RowEdit& asked) {
    const bool again = now && now->kind == asked.kind;
    if (!again) return asked;
    RowEdit next = *now;
    if (asked.kind == RowEdit::Kind::Shuffled) {
        ++next.seed;
        return next;
    }
    if (asked.kind != RowEdit::Kind::Without) return std::nullopt;
    for (const int j : asked.without) next.without = toggled(next.without, j);
    if (next.without.empty()) return std::nullopt;
    return next;
}

void set_row(Edits& edits, int i, std::optional<RowEdit> edit) {
    if (i < 0)
        edits.every_row = std::move(edit);
    else if (edit)
        edits.rows[i] = std::move(*edit);
    else
        edits.rows.erase(i);
}

/// An ablation by key, button or name: of the output that is looked at, or of every one.
template <RowEdit::Kind kind>
void ablate(AppState& s) {
    const int i = s.what_if.every ? -1 : edited_output(s);
    if (i < 0 && !s.what_if.every) return;
    RowEdit asked{kind, {}, {}, {}, 0};
    if (kind == RowEdit::Kind::Without) {
        const int j = edited_column(s);
        if (j < 0) return;
        asked.without = {j};
    }
    set_row(s.edits, i, next_edit(row_edit_now(s), asked));
}

void take_back_row(AppState& s) {
    if (s.what_if.every)
        s.edits.every_row.reset();
    else
        s.edits.rows.erase(edited_output(s));
}

/// A weight by the arrow keys.
template <int hundredths>
void nudge(AppState& s) {
    const int i = edited_output(s), j = edited_column(s);
    if (i < 0 || j < 0) return;
    if (s.selection.column != j || s.selection.past) { // it stays where it began
        s.selection.column = j;
        s.selection.past = false;
    }
    const auto row = s.edits.rows.find(i);
    const double now = is_held(s.edits, i, j) ? static_cast<double>(row->second.held.at(j))
                                              : static_cast<double>(weight_seen(s, i, j));
    hold(s, i, j, std::round((now + hundredths / 100.0) * 100) / 100);
}

template <int by>
void change_column(AppState& s) {
    const int j = edited_column(s);
    if (j < 0) return;
    s.selection.column = std::clamp(j + by, 0, s.trace->source_length() - 1);
    s.selection.past = false;
}

/// "head 2", "head 2 of layer 1": whose weight is taken.
std::string head_held(const AppState& s) {
    if (!shows_layers(s)) return "head " + std::to_string(head_in_step(s) + 1);
    const ShownHeads shown = shown_heads(*s.trace, playhead_of(s), s.layers.front);
    const bool own = transformer_facts(*s.trace).config.kind == transformer::Kind::Decoder;
    return "head " + std::to_string((own ? shown.self : shown.of_cross) + 1) + " of layer " +
           std::to_string(shown.layer + 1);
}

/// Several heads have a weight each, and one number stands for all of them: that is a change, and is said.
void say_in_every_head(AppState& s, int j, float weight) {
    const bool layers = is_transformer(s.facts);
    if (!s.trace->several_heads() && !layers) return;
    const std::optional<RunWords> words = words_in_step(s);
    const std::string what = words ? " " + source_name(*s.trace, j, &*words) : "";
    const std::string front = "It is that of " + head_held(s) + ", in front. A shows each of them";
    s.toasts.push_back({s.next_toast++, false,
                        "Held" + what + " at " + cell_number(static_cast<double>(weight)) +
                            (layers ? " in every head of every layer" : " in every head"),
                        front + (layers ? ", and changes one alone." : "."), s.clock + 6});
}

void lock(AppState& s, int i, int j) {
    if (!has_cell(s, i, j)) return;
    if (is_held(s.edits, i, j)) return free_weight(s.edits, i, j);
    const float weight = weight_seen(s, i, j);
    hold(s, i, j, static_cast<double>(weight));
    say_in_every_head(s, j, weight);
}

// ------------------------------------------------------------------------------------------------ handlers

/// A change of the run, of which nothing else is asked.
template <auto handler>
EffectList edit(AppState& s, const Command& c) {
    if constexpr (std::is_invocable_v<decltype(handler), AppState&>)
        handler(s);
    else
        handler(s, c);
    return {};
}

void begin_or_end_drag(AppState& s, const Command& c) {
    s.gesture = c.i > 0 ? ++s.gestures : 0;
    s.what_if.laid_out = {};
}

void force_token(AppState& s, const Command& c) {
    if (c.i < 0) return;
    if (c.text.empty())
        s.edits.forced.erase(c.i);
    else
        s.edits.forced[c.i] = c.text;
}

void hold_weight(AppState& s, const Command& c) {
    if (s.gesture != 0 && !s.what_if.laid_out.run) s.what_if.laid_out = {s.trace, playhead_of(s)};
    hold(s, c.i, c.j, c.value);
}
void free_named(AppState& s, const Command& c) { free_weight(s.edits, c.i, c.j); }

void lock_weight(AppState& s, const Command& c) {
    lock(s, c.i >= 0 ? c.i : edited_output(s), c.i >= 0 ? c.j : edited_column(s));
}

void edit_row(AppState& s, const Command& c) {
    const auto kind = find_row_edit(c.text);
    if (c.i < -1) return;
    if (!kind) return set_row(s.edits, c.i, std::nullopt); // "own"
    RowEdit edit{*kind, {}, {}, {}, static_cast<std::uint64_t>(std::max(0.0, c.value))};
    if (edit.kind == RowEdit::Kind::Without) {
        if (c.j < 0) return;
        edit.without = {c.j};
    }
    set_row(s.edits, c.i, edit);
}

void set_temperature(AppState& s, const Command& c) {
    s.edits.temperature = std::clamp(c.value, 0.01, 100.0);
}
void reset_edits(AppState& s) { s.edits = s.kept.value_or(Edits{}); }
void keep_edits(AppState& s) { s.kept = s.edits; }
void set_scope(AppState& s, const Command& c) { s.what_if.every = c.i > 0; }

void by_arrow_keys(AppState& s) {
    s.what_if.arrows = !s.what_if.arrows;
    if (s.what_if.arrows) {
        s.selection.column = edited_column(s);
        s.selection.past = false;
    }
    s.playback.playing = false;
}

EffectList undo(AppState& s) { return go_to_step(s, s.history.newest() - 1); }
EffectList redo(AppState& s) { return go_to_step(s, s.history.newest() + 1); }
EffectList to_step(AppState& s, const Command& c) { return go_to_step(s, c.i); }

/// To an output whose weights and token can be changed, and the panel that changes them.
EffectList show_what_if(AppState& s, const Command&) {
    EffectList effects = show_workspace(s, "step");
    s.states.shown = false;
    const Stage* outputs = s.trace ? s.trace->outline.over(Axis::Output) : nullptr;
    if (edited_output(s) < 0 && outputs)
        go(s, s.trace->outline.start_of(Axis::Output) + static_cast<int>(outputs->phases.size()), false);
    (s.narrow() ? s.drawer : s.settings.inspector) = true;
    return effects;
}

// ------------------------------------------------------------------------------------------------ when

bool can_change(const AppState& s) {
    return s.model && s.trace && !s.report.shown && !answers_at_once(s.facts.architecture);
}
bool can_undo(const AppState& s) { return s.history.can_undo(); }
bool can_redo(const AppState& s) { return s.history.can_redo(); }
bool has_history(const AppState& s) { return !s.history.steps.empty() && !s.weights_only(); }
bool has_edits(const AppState& s) { return s.edits != s.kept.value_or(Edits{}); }
bool at_output(const AppState& s) {
    return s.view == "step" && s.model && !s.input.empty() && !s.report.shown && edited_output(s) >= 0;
}
bool can_force(const AppState& s) { return at_output(s) && s.trace->has(Quantity::LogProbs); }
/// Not of maps that are not on the screen.
bool can_edit_row(const AppState& s) { return at_output(s) && can_hold(s) && !shows_heads(s); }
/// Why no output can be changed: neither its token nor its weights.
std::string why_no_output(const AppState& s) {
    if (s.weights_only()) return without_model(s, "there is no run to change");
    if (!s.model || s.report.shown) return {};
    if (answers_at_once(s.facts.architecture) && !is_transformer(s.facts))
        return "This model answers a whole input at once: it writes no outputs that could be changed.";
    if (s.view != "step") return "Outputs are changed in Step.";
    if (!s.input_problem.empty()) return s.input_problem;
    if (!s.trace || s.input.empty()) return {};
    if (s.trace->outputs() == 0) return "This model writes no tokens.";
    return edited_output(s) < 0 ? "No output is written yet: step on to the one that is to be changed." : "";
}
std::string why_no_force(const AppState& s) {
    return at_output(s) && !s.trace->has(Quantity::LogProbs)
               ? "The run has no probabilities of tokens: none can be forced."
               : why_no_output(s);
}
std::string why_no_row(const AppState& s) {
    if (at_output(s) && can_hold(s) && shows_heads(s))
        return "Weights are changed in the network: Enter shows the chosen head there.";
    return at_output(s) && !can_hold(s) ? "This model has no weights." : why_no_output(s);
}
std::string why_no_reset(const AppState& s) {
    return s.weights_only() ? without_model(s, "there is no run to change")
           : s.model        ? "Nothing of the run is changed."
                            : "";
}
bool by_arrows(const AppState& s) { return s.what_if.arrows && can_edit_row(s); }
bool edited_row(const AppState& s) {
    return can_edit_row(s) && (s.edits.row(edited_output(s)) || s.edits.every_row);
}
bool is_compared(const AppState& s) {
    return s.view == "step" && s.baseline && has_edits(s) && s.baseline->has_weights();
}

} // namespace

void reset_what_if(AppState& s, Fresh fresh) {
    if (fresh == Fresh::Input) s.what_if.arrows = false;
    s.what_if.flip = {};
}

Rows changing_commands() {
    constexpr std::string_view group = "What if", looking = "Looking";
    return {
        recorded<Records::Moves>({"undo", "Undo", keys("Ctrl+Z"), group, false, can_undo, plain<undo>,
                                  "take back revert mistake history what-if"}),
        recorded<Records::Moves>({"redo", "Redo", keys("Ctrl+Shift+Z", "Ctrl+Y"), group, false, can_redo,
                                  plain<redo>, "again forward history what-if"}),
        recorded<Records::Nothing>({"history", "History: every step, to go back to", keys(), group, false,
                                    has_history, plain<show_menu<Menu::History>>,
                                    "undo redo list steps what-if"}),
        {"what-if", "What if: change a weight or a token", keys(), group, false, can_change, show_what_if,
         "intervention counterfactual edit attention"},
        explained<why_no_force>(recorded<Records::Nothing>(
            {"force", "Force a token at this output", keys("F"), group, false, can_force, plain<open_chooser>,
             "choose word write candidate what-if"})),
        explained<why_no_row>(recorded<Records::Nothing>(
            {"hold", "Change weights: then ↑ ↓, ← → the column, Esc", keys("D"), group, false, can_edit_row,
             edit<by_arrow_keys>, "drag bar attention what-if"})),
        recorded<Records::Arrows>({"weight-up", "After D: more weight", keys("Up"), group, false, by_arrows,
                                   plain<nudge<+5>>, "hold", true}),
        recorded<Records::Arrows>({"weight-down", "After D: less weight", keys("Down"), group, false,
                                   by_arrows, plain<nudge<-5>>, "hold", true}),
        recorded<Records::Arrows>({"weight-up-fine", "After D: a little more weight", keys("Shift+Up"), group,
                                   false, by_arrows, plain<nudge<+1>>, "hold", true}),
        recorded<Records::Arrows>({"weight-down-fine", "After D: a little less weight", keys("Shift+Down"),
                                   group, false, by_arrows, plain<nudge<-1>>, "hold", true}),
        recorded<Records::Nothing>({"weight-right", "After D: next source column", keys("Right"), group,
                                    false, by_arrows, plain<change_column<+1>>, "hold", true}),
        recorded<Records::Nothing>({"weight-left", "After D: previous source column", keys("Left"), group,
                                    false, by_arrows, plain<change_column<-1>>, "hold", true}),
        explained<why_no_row>(
            {"lock", "Hold this weight as it is, or let it go", keys("K"), group, false, can_edit_row,
             edit<lock_weight>, "lock free what-if", false,
             arguments(optional(whole("output", &Command::i)), optional(whole("source", &Command::j)))}),
        explained<why_no_row>(
            recorded<Records::Nothing>({"type-weight", "Type an exact weight", keys("W"), group, false,
                                        can_edit_row, plain<open_weight>, "number value what-if"})),
        {"uniform", "Weights: the same everywhere", keys(), group, false, can_edit_row,
         edit<ablate<RowEdit::Kind::Uniform>>, "uniform equal ablation what-if"},
        {"strongest", "Weights: only the strongest", keys(), group, false, can_edit_row,
         edit<ablate<RowEdit::Kind::HardMax>>, "hard maximum argmax ablation what-if"},
        {"row-before", "Weights: those of the output before", keys(), group, false, can_edit_row,
         edit<ablate<RowEdit::Kind::Previous>>, "previous row ablation what-if"},
        {"without", "Weights: without the chosen source token", keys(), group, false, can_edit_row,
         edit<ablate<RowEdit::Kind::Without>>, "zero remove ablation what-if"},
        {"shuffle", "Weights: shuffled", keys(), group, false, can_edit_row,
         edit<ablate<RowEdit::Kind::Shuffled>>, "random permute ablation what-if"},
        {"own-weights", "Weights: the model's own again", keys(), group, false, edited_row,
         edit<take_back_row>, "free undo ablation what-if"},
        {"show-changed", "Heatmap: the changed run", keys(), looking, false, is_compared,
         put<WhatIfMap::Changed, &AppState::what_if, &WhatIfState::map>, "what-if"},
        {"show-model", "Heatmap: the model's own run, or the kept one", keys(), looking, false, is_compared,
         put<WhatIfMap::Model, &AppState::what_if, &WhatIfState::map>, "what-if baseline"},
        {"show-difference", "Heatmap: the difference", keys(), looking, false, is_compared,
         put<WhatIfMap::Difference, &AppState::what_if, &WhatIfState::map>, "what-if changed minus model"},
        explained<why_no_reset>({"reset", "Take all changes of the run back", keys("R"), group, false,
                                 has_edits, edit<reset_edits>, "reset what-if model's own"}),
        {"keep", "Keep the changed run: compare the next change with it", keys(), group, false, has_edits,
         edit<keep_edits>, "what-if baseline"},
        recorded<Records::Nothing>(
            hidden("drag", edit<begin_or_end_drag>, {flag("on")})), // what is changed meanwhile is one step
        recorded<Records::Moves>(hidden("go-to-step", to_step, {whole("step", &Command::i)})),
        // No token: what the model writes by itself.
        hidden("force-token", edit<force_token>, {whole("output", &Command::i), optional(text("token"))}),
        recorded<Records::Drag>(
            hidden("hold-weight", edit<hold_weight>,
                   {whole("output", &Command::i), whole("source", &Command::j), number("weight")})),
        hidden("free-weight", edit<free_named>, {whole("output", &Command::i), whole("source", &Command::j)}),
        // Output -1: every row. The name of a row edit, or "own"; the source that Without leaves out.
        hidden("edit-row", edit<edit_row>,
               {whole("output", &Command::i), text("edit"), optional(whole("source", &Command::j)),
                optional(whole("seed", &Command::value))}),
        recorded<Records::Typing>(hidden("set-temperature", edit<set_temperature>, {number("temperature")})),
        recorded<Records::Nothing>(hidden("every-output", edit<set_scope>, {flag("on")})),
    };
}

} // namespace heed
