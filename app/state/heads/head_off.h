// Heads that were changed: what is computed of it, and what its commands do. Pure: state in, state and orders
// out.
#pragma once

#include "app/figures/head_off/head_off.h"
#include "app/state/heads/heads.h"

namespace heed {

/// Whether what became of the changed heads stands in place of every head.
bool shows_head_off(const AppState& state);
/// What it is drawn from; null: not yet. It may be of the change before while the newest is on its way.
std::shared_ptr<const HeadOffWork> head_off_shown(const AppState& state);
/// Whether that is of the heads as they are changed now.
bool head_off_is_new(const AppState& state);
/// The head that controls speak of: the chosen one, else the first that was changed.
std::optional<HeadPlace> head_in_question(const AppState& state);
/// How many heads that attention of the model has; 0: there is no such layer.
int heads_of_layer(const AppState& state, HeadKind kind, int layer);
/// An edit as it is asked for now: for every output, or for the word that is looked at alone.
HeadEdit scoped(const AppState& state, HeadEdit edit, HeadKind kind);
/// Whether a head of that kind can be changed for one output alone.
bool has_head_scope(const AppState& state, HeadKind kind);
/// The word whose row is framed: the chosen one, else that which lost most; -1: none.
int head_off_word(const AppState& state);
/// "--head cross:4:2=off", of every head that is changed.
std::string head_options(const AppState& state);

/// A step of the history with the same model and input.
struct HeadOffStep {
    int number = 0;                 // in the history
    std::string name;               // "5:3 off"; "the model"
    std::optional<double> log_prob; // of the model's words
    bool now = false;
    bool later = false; // it was taken back
};
/// What was done to heads of this input, oldest first: a state that they were in more than once is one of
/// them.
std::vector<HeadOffStep> head_off_steps(const AppState& state);

/// "Each head off: 37 of 144 runs"; empty where they are measured, or none is under way.
std::string head_costs_words(const AppState& state);
/// What switching each head off costs: of all heads, or of those that are measured by now; null: of none.
std::shared_ptr<const HeadCosts> head_costs_shown(const AppState& state);
/// Over the pairs: how far it is, or why there is nothing; empty where it is known or not asked for.
std::string head_pairs_words(const AppState& state);
/// Whether the kept run failed, so that only the model's own can be compared with.
bool can_compare_with_model(const AppState& state);
std::string head_off_words(const AppState& state);
/// Why nothing is known of the heads as they are changed now: a run that they are compared with failed, or
/// the comparison; empty: nothing stands in the way.
std::string head_off_problem(const AppState& state);
/// What failed is asked for again.
void try_head_off_again(AppState& state);

EffectList follow_head_off(AppState& state);
WorkspaceJob head_off_job(const AppState& state);
void apply_head_off(AppState& state, const WorkDone& done);
WorkspaceJob head_costs_job(const AppState& state);
void apply_head_costs(AppState& state, const WorkDone& done);
WorkspaceJob head_pairs_job(const AppState& state);
void apply_head_pairs(AppState& state, const WorkDone& done);
void ask_for_head_pairs(AppState& state, EffectList& effects);
void stop_head_costs(AppState& state);
void stop_head_pairs(AppState& state);
void give_up_head_pairs(AppState& state);       // at the user's word: they are not asked for again
void measure_head_pairs_again(AppState& state); // those that were given up, or failed
void reset_head_off(AppState& state, Fresh fresh);
bool leave_head_off(AppState& state); // Esc
std::string_view head_off_figure_id(const AppState& state);
std::shared_ptr<const Board> head_off_board(const AppState& state);
Rows head_off_commands();
nlohmann::ordered_json head_off_json(const AppState& state);
nlohmann::ordered_json head_off_choices(const AppState& state);
void head_off_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
