// What the Search workspace does with commands and results. Pure: state in, state and orders out.
#pragma once

#include "app/figures/search/tree.h"
#include "app/state/update.h"
#include "app/state/workspaces.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace heed {

struct WantedRuns;

/// Brings tree, selection and candidates up to the searches that are there.
EffectList follow_search(AppState& state);
/// While it plays, the search is built an output at a time.
void advance_search(AppState& state, double seconds);
void reset_search(AppState& state, Fresh fresh);
void search_play_or_pause(AppState& state);
/// The playhead at that output.
void search_go(AppState& state, int outputs);

/// The selected node of the tree; -1: the start, -2: it is not there (yet).
int selected_node(const AppState& state);
/// The sentence that is looked at: nodes from the first output on.
std::vector<int> selected_sentence(const AppState& state);
/// Which of the tree's sentences that is; -1: none of them.
int selected_rank(const AppState& state);
/// Outputs that are shown, of all.
int search_revealed(const AppState& state);
int search_length(const AppState& state);
/// The token that a text names in the target vocabulary: itself, in small letters where the model reads
/// those, "␣" for a space, "end" for the end. Empty: none.
std::string target_token(const AppState& state, const std::string& text);

/// What the model thinks of every token where one is typed, log P by id; none where that is not known yet.
std::optional<Eigen::VectorXf> typed_distribution(const AppState& state);
/// How likely it finds that token where one is typed; none where that is not known yet.
std::optional<double> typed_probability(const AppState& state, const std::string& token);

/// What stands below the tree: the changed sentence beside the model's, another beside the best, or nothing.
struct SearchPair {
    std::shared_ptr<const Trace> first, second; // second null: the first alone
    bool edited = false;                        // second is what came of the edits
    int rank = -1;                              // of the second, where it was not edited
};
SearchPair search_pair(const AppState& state);

/// Whether the search that would be shown was stopped by hand.
bool stopped_search(const AppState& state);
/// Stops the search that is being made or waits to be, of which nothing can be shown; it stays so until its
/// settings, the changes or the input are others, or search_again(). Nothing: there is no such search.
std::optional<EffectList> stop_search(AppState& state);
void search_again(AppState& state);
/// Whether that is one of the searches that were stopped.
bool is_stopped_search(const AppState& state, const WantedRuns& wanted, const Request& request);
/// Forgets that it was stopped where another is wanted now, or it is there.
void follow_stopped_search(AppState& state, const WantedRuns& wanted);

/// What the search is asked for: what the user set; else what the model's files say (Hugging Face, Marian),
/// else a beam of 4 ranked by log P. `exponent` is set where such files have their own rule for lengths.
Beam search_beam(const AppState& state);
/// The number that the slider shows, of whichever rule.
double length_penalty_of(const Beam& beam);
/// Outputs at most, and how many the model's own limit is.
int longest_output(const AppState& state);
int own_longest_output(const AppState& state);

/// The rule that sentences are ranked by, with a letter for the length penalty: "log P / N^α" where the
/// model's files have a rule, else Wu et al.'s.
std::string search_rule(const Beam& beam);
/// What is said of the settings.
struct SettingWords {
    std::string width, length, coverage, longest;
    struct {
        bool width = false, length = false, coverage = false, longest = false;
    } changed; // by hand: it is not the model's own
};
SettingWords setting_words(const AppState& state);

/// Mean log P of a token of the sentence.
double per_token(double log_prob, int length);
/// One plain sentence on what has been found.
struct SearchWords {
    std::string title, sentence;
};
SearchWords search_words(const AppState& state);

nlohmann::ordered_json search_to_json(const AppState& state);
/// The selected node and how the tree is looked at, as in a session; sessions of before hold the node alone.
nlohmann::ordered_json tree_view_to_json(const AppState& state);
void tree_view_from_json(const nlohmann::json& json, AppState& state);

} // namespace heed
