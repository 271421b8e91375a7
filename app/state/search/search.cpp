// What follows from a search: the tree, the selected node, what else could stand there.
#include "app/state/search/search.h"

#include "app/figures/base/format.h"
#include "app/figures/tokens.h"
#include "app/figures/tokens_written.h"
#include "app/state/jobs/runs.h"
#include "core/models/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace heed {
namespace {

constexpr std::size_t shown_candidates = 8, opened_candidates = 5;

/// Whether the run writes these tokens first.
bool writes(const Trace& run, const std::vector<int>& path, std::size_t count) {
    if (run.steps.size() < count || path.size() < count) return false;
    for (std::size_t i = 0; i < count; ++i)
        if (run.steps[i].token.id != path[i]) return false;
    return true;
}

/// All tokens at that output, best first, as many as wanted; of equal ones the lower id first.
std::vector<Candidate> candidates_at(const Trace& run, int output, std::size_t count) {
    if (output >= run.outputs()) return {};
    const auto& words = run.target_vocabulary;
    if (!run.has(Quantity::LogProbs) || !words) return run.steps[static_cast<std::size_t>(output)].top;
    const auto column = run.at(Quantity::LogProbs).col(output);
    std::vector<int> ids(static_cast<std::size_t>(std::min<Eigen::Index>(column.size(), std::ssize(*words))));
    std::iota(ids.begin(), ids.end(), 0);
    count = std::min(count, ids.size());
    std::partial_sort(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count), ids.end(),
                      [&](int a, int b) { return column(a) != column(b) ? column(a) > column(b) : a < b; });
    std::vector<Candidate> best;
    for (std::size_t n = 0; n < count; ++n)
        best.push_back({(*words)[static_cast<std::size_t>(ids[n])], ids[n], column(ids[n])});
    return best;
}

SearchCandidates candidates_of(const AppState& s) {
    const std::vector<int>& path = s.search.path;
    const Trace& run = *s.search.probe;
    SearchCandidates made;
    made.output = path.empty() ? 0 : static_cast<int>(path.size()) - 1;
    made.chosen = path.empty() ? -1 : path.back();
    made.list = candidates_at(run, made.output, shown_candidates);
    const bool listed =
        made.chosen < 0 || std::any_of(made.list.begin(), made.list.end(),
                                       [&](const Candidate& c) { return c.id == made.chosen; });
    if (!listed && !made.list.empty() && run.has(Quantity::LogProbs) &&
        made.chosen < run.at(Quantity::LogProbs).rows())
        made.list.back() = {(*run.target_vocabulary)[static_cast<std::size_t>(made.chosen)], made.chosen,
                            run.at(Quantity::LogProbs)(made.chosen, made.output)};
    double told = 0;
    for (const Candidate& c : made.list) told += std::exp(static_cast<double>(c.log_prob));
    made.rest = std::max(0.0, 1 - told);
    made.others = run.target_vocabulary
                      ? static_cast<int>(std::ssize(*run.target_vocabulary) - std::ssize(made.list))
                      : 0;
    return made;
}

/// Fills opened nodes once the probe has gone through them.
void fill_opened(AppState& s) {
    if (!s.search.probe) return;
    for (TreeOpened& opened : s.search.opened)
        if (opened.candidates.empty() && writes(*s.search.probe, opened.path, opened.path.size()))
            opened.candidates =
                candidates_at(*s.search.probe, static_cast<int>(opened.path.size()),
                              opened_candidates + static_cast<std::size_t>(search_beam(s).width));
    if (!s.search.tree) return;
    for (TreeOpened& opened : s.search.opened) { // what the tree has is not told again
        const int node = tree_node(*s.search.tree, opened.path);
        const auto& children = node == -1 ? s.search.tree->roots
                               : node < 0 ? std::vector<int>()
                                          : s.search.tree->at(node).children;
        std::size_t kept = 0;
        std::erase_if(opened.candidates, [&](const Candidate& c) {
            const bool known = std::any_of(children.begin(), children.end(), [&](int child) {
                return s.search.tree->at(child).id == c.id &&
                       s.search.tree->at(child).kind != TreeNode::Kind::Candidate;
            });
            return known || ++kept > opened_candidates;
        });
    }
}

std::map<int, std::string> forced_in(const std::optional<Edits>& edits) {
    return edits ? edits->forced : std::map<int, std::string>();
}

std::set<int> positions(const std::map<int, std::string>& forced) {
    std::set<int> all;
    for (const auto& [i, token] : forced) all.insert(i);
    return all;
}

void make_tree(AppState& s) {
    SearchState& search = s.search;
    SearchState::Made made{
        search.found, search.changed, forced_in(s.kept), s.edits.forced, search.typed, {}, 0};
    if (search.typed) made.path = search.path;
    for (const TreeOpened& opened : search.opened)
        made.opened += 1 + static_cast<int>(opened.candidates.size());
    if (search.tree && made == search.made) return;
    search.made = made;
    TreeParts parts;
    parts.run = search.found.get();
    parts.search = search.found->lattice.get();
    parts.changed = search.changed ? search.changed->lattice.get() : nullptr;
    parts.forced = positions(made.kept);
    parts.changed_forced = positions(made.forced);
    parts.opened = search.opened;
    TreeTyped typed;
    if (search.typed) {
        typed.path.assign(search.path.begin(), search.path.end() - (search.path.empty() ? 0 : 1));
        typed.text = search.typed->text;
        const std::vector<std::string>& offered = search.typed->offered;
        typed.known = !target_token(s, typed.text).empty() ||
                      std::any_of(offered.begin(), offered.end(), [&](const std::string& token) {
                          return unmarked(shown_written(*search.found, token)) == typed.text;
                      });
        parts.typed = &typed;
    }
    search.tree = std::make_shared<const TreePlan>(tree_plan(parts, {}));
}

/// Where the model was least sure of its best sentence: there the search has most to say.
std::vector<int> first_choice(const TreePlan& plan) {
    int least = -1;
    for (const int node : tree_sentence(plan, -1))
        if (!plan.at(node).is_end && (least < 0 || plan.at(node).log_prob < plan.at(least).log_prob))
            least = node;
    return tree_path(plan, least);
}

void choose_node(AppState& s) {
    SearchState& search = s.search;
    const auto& asked = s.runs.asked;
    if (s.running) return; // the changed search is asked for when this run is there
    if (std::any_of(asked.begin(), asked.end(), [](const Request& r) { return r.beam.width > 0; }))
        return; // it may have the node
    const std::string input = s.model_name + '\n' + s.input;
    if (search.chosen_for != input) {
        search.chosen_for = input;
        search.opened.clear();
        search.typed.reset();
        search.revealed = -1;
        search.scroll_x = search.scroll_y = -1;
        if (search.path.empty()) search.path = first_choice(*search.tree);
    }
    while (selected_node(s) == -2) search.path.pop_back();
}

} // namespace

EffectList follow_search(AppState& s) {
    SearchState& search = s.search;
    if (!s.searching()) return {};
    if (!search.found || !search.found->lattice || s.input.empty() || !search.problem.empty()) {
        search.tree = nullptr;
        search.made = {};
        search.candidates = {};
        return {};
    }
    make_tree(s);
    const std::vector<int> before = search.path;
    choose_node(s);
    fill_opened(s);
    make_tree(s); // with what was opened and typed
    if (search.hovered >= static_cast<int>(search.tree->nodes.size())) search.hovered = -2;
    const std::size_t prefix = search.path.empty() ? 0 : search.path.size() - 1;
    if (search.probe && writes(*search.probe, search.path, prefix)) search.candidates = candidates_of(s);
    return search.path == before ? EffectList{} : follow_runs(s);
}

// ----------------------------------------------------------------------------------------- what is looked at

int selected_node(const AppState& s) {
    return s.search.tree ? tree_node(*s.search.tree, s.search.path, !s.search.of_model) : -2;
}

std::vector<int> selected_sentence(const AppState& s) {
    if (!s.search.tree) return {};
    return tree_sentence(*s.search.tree, std::max(-1, selected_node(s)));
}

int selected_rank(const AppState& s) {
    const std::vector<int> nodes = selected_sentence(s);
    return nodes.empty() ? -1 : s.search.tree->at(nodes.back()).sentence;
}

int search_length(const AppState& s) { return s.search.tree ? s.search.tree->length() : 0; }

int search_revealed(const AppState& s) {
    const int all = search_length(s);
    return s.search.revealed < 0 ? all : std::min(s.search.revealed, all);
}

std::optional<Eigen::VectorXf> typed_distribution(const AppState& s) {
    const SearchState& search = s.search;
    const std::size_t before = search.path.empty() ? 0 : search.path.size() - 1;
    const auto output = static_cast<int>(before);
    if (!s.model || !search.probe || !search.probe->target_vocabulary ||
        !search.probe->has(Quantity::LogProbs) || output >= search.probe->outputs() ||
        !writes(*search.probe, search.path, before))
        return std::nullopt;
    return search.probe->at(Quantity::LogProbs).col(output);
}

std::optional<double> typed_probability(const AppState& s, const std::string& token) {
    const auto column = typed_distribution(s);
    const auto id = s.model ? s.model->target.find(token) : std::nullopt;
    if (!column || !id || *id >= column->size()) return std::nullopt;
    return std::exp(static_cast<double>((*column)(*id)));
}

std::string target_token(const AppState& s, const std::string& text) {
    if (!s.model || text.empty()) return {};
    const Vocabulary& words = s.model->target;
    const std::string small = s.model->tokenizer.lowercase ? lowercase(text) : text;
    for (const std::string& name : {text, small, text == "␣" ? std::string(" ") : text})
        if (const auto id = words.find(name); id && (!words.special().has(*id) || *id == words.special().end))
            return name;
    if (small == "end" && words.special().end >= 0 && words.special().end < words.size())
        return words.token(words.special().end);
    return {};
}

SearchPair search_pair(const AppState& s) {
    const SearchState& search = s.search;
    if (!search.found || !search.found->has_weights()) return {};
    if (search.changed && search.changed->has_weights()) return {search.found, search.changed, true, -1};
    const int rank = selected_rank(s);
    const bool other = search.probe && search.probe->has_weights() &&
                       writes(*search.probe, search.path, search.path.size()) &&
                       search.probe->source_text == search.found->source_text && !search.path.empty() &&
                       rank != 0;
    if (other) return {search.found, search.probe, false, rank};
    return {search.found, nullptr, false, -1};
}

// ------------------------------------------------------------------------------------------------ words

namespace {

std::string in_words(int n, bool capital) {
    static constexpr std::array<const char*, 11> words = {"no",  "one",   "two",   "three", "four", "five",
                                                          "six", "seven", "eight", "nine",  "ten"};
    std::string text =
        n >= 0 && n < static_cast<int>(words.size()) ? words[static_cast<std::size_t>(n)] : thousands(n);
    if (capital && text.front() >= 'a') text.front() = static_cast<char>(text.front() - 32);
    return text;
}

/// The best sentence as the search counts it: a token that the model's rules force costs nothing there.
struct BestSentence {
    double log_prob, score;
    int length;
};

BestSentence best_of(const Trace& run) {
    if (!run.lattice || run.lattice->hypotheses.empty()) return {run.log_prob, run.log_prob, run.outputs()};
    const Hypothesis& best = run.lattice->hypotheses.front();
    return {best.log_prob, best.score, static_cast<int>(best.nodes.size())};
}

std::string cost(const AppState& s) {
    const SearchState& search = s.search;
    if (!search.changed) return ".";
    const double lost = best_of(*search.found).log_prob - best_of(*search.changed).log_prob;
    const Edits base = s.kept.value_or(Edits{});
    std::string what = "the change";
    if (s.edits.forced != base.forced && s.edits.rows == base.rows && s.edits.every_row == base.every_row &&
        s.edits.temperature == base.temperature && s.edits.heads == base.heads) {
        what = "forcing";
        for (const auto& [i, token] : s.edits.forced)
            if (const auto old = base.forced.find(i); old == base.forced.end() || old->second != token)
                what = "forcing " + quoted(token == "</s>" ? "end" : shown_written(*search.found, token));
    }
    if (lost == 0) return "; " + what + " costs nothing.";
    return "; " + what + (lost > 0 ? " costs " : " gains ") + score_number(std::abs(lost)) +
           " nats in total.";
}

/// The score that ranks, and what that is for a token.
std::string scores_of_best(const Trace& run) {
    const BestSentence best = best_of(run);
    const std::string words = score_number(best.score) + ", its mean log P per token is " +
                              score_number(per_token(best.log_prob, best.length));
    const std::string why = ruled_words(run, "in a search");
    if (why.empty()) return words;
    return words + " (log P is " + score_number(best.log_prob) + " here and " + score_number(run.log_prob) +
           " in Step: " + why + ")";
}

SearchWords on_the_way(const AppState& s, int revealed) {
    const TreePlan& plan = *s.search.tree;
    if (revealed == 0)
        return {"Search",
                "Nothing is written yet. Play shows how the sentences were found, an output at a time."};
    int kept = 0, ended = 0;
    for (const TreeNode& node : plan.nodes) {
        if (node.small || node.from_changed) continue;
        if (node.is_end && node.column < revealed)
            ++ended;
        else if (node.column == revealed - 1)
            ++kept;
    }
    std::string text = in_words(kept, true) + (kept == 1 ? " sentence goes on" : " sentences go on");
    if (ended > 0) text += ", " + in_words(ended, false) + (ended == 1 ? " has" : " have") + " ended";
    return {"Output " + std::to_string(revealed),
            text + ". Of all continuations only the best " +
                (plan.beam.width == 1 ? "one is" : in_words(plan.beam.width, false) + " are") + " kept."};
}

/// How far a search is that takes long; empty: nothing has been told of it yet.
std::string searched_words(const AppState& s) {
    const std::string beam = "A beam of " + std::to_string(search_beam(s).width);
    if (s.writing())
        return beam + " follows when the sentence is written, now output " +
               std::to_string(outputs_so_far(s) + 1) + ". Esc stops.";
    if (reads_the_source(s))
        return beam + " follows. The model is " + reading_words(s.runs.on_its_way->far) + ". Esc stops.";
    if (!s.runs.searching) return "";
    const decode::Progress& far = s.runs.searching->far;
    return beam + ", " + (far.layers > 0 ? reading_words(far) : counted(far.outputs, "output") + " so far") +
           ". Esc stops.";
}

/// What was stopped, and how it goes on.
std::string stopped_words(const AppState& s) {
    const int outputs = s.runs.stopped_search->outputs;
    const std::string what = s.search.tree ? "The search with your changes" : "The search";
    return what + " was stopped " +
           (outputs > 0 ? "after " + counted(outputs, "output") : std::string("before its first output")) +
           (s.search.tree ? "; this is the one without them" : "") + ". Enter searches again.";
}

int ended_sentences(const Trace& run) {
    const auto& all = run.lattice->hypotheses;
    return static_cast<int>(
        std::count_if(all.begin(), all.end(), [](const Hypothesis& h) { return h.finished; }));
}

} // namespace

double per_token(double log_prob, int length) { return log_prob / std::max(1, length); }

SearchWords search_words(const AppState& s) {
    const SearchState& search = s.search;
    if (s.weights_only()) return {"No search", "Weights alone can be looked at, not searched."};
    if (!search.problem.empty()) return {"No search", search.problem};
    if (stopped_search(s) && !s.input.empty()) return {"Search stopped", stopped_words(s)};
    if (search.tree && s.runs.searching) // it is the one of before
        return {"Searching", searched_words(s)};
    if (!search.tree || !search.found)
        return {s.input.empty() ? "Search" : "Searching",
                s.input.empty() ? "Type an input, and the tree of its search appears." : searched_words(s)};
    if (const int revealed = search_revealed(s); revealed < search_length(s)) return on_the_way(s, revealed);
    const int ended = ended_sentences(*search.found);
    if (ended == 0)
        return {"Search cut off", "No sentence reached the end token in " +
                                      counted(search_length(s), "output") + ". The best one scores " +
                                      scores_of_best(*search.found) + cost(s)};
    const bool both = search.changed && search.changed->lattice;
    const int with_changes = both ? ended_sentences(*search.changed) : 0;
    std::string text =
        in_words(ended, true) + (ended == 1 ? " sentence" : " sentences") + " reached the end token" +
        (both ? ", and " + (with_changes == 0 ? "none" : in_words(with_changes, false)) + " with your changes"
              : "") +
        ". ";
    text += (ended == 1 && !both ? "It scores "
             : both              ? "The best one without them scores "
                                 : "The best one scores ") +
            scores_of_best(*search.found) + cost(s);
    return {"Search finished", text};
}

} // namespace heed
