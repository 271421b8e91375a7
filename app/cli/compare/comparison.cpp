#include "app/cli/compare/comparison.h"
#include "app/cli/heads/align_heads.h"
#include "app/cli/library.h"
#include "app/cli/read/given.h"
#include "app/cli/read/load.h"

#include "app/cli/commands.h"
#include "app/figures/head_off/head_off.h"
#include "app/state/compare/compare_engine.h"
#include "app/state/data_paths.h"
#include "core/attention/scores.h"
#include "core/base/error.h"
#include "core/decode/row_edit.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/models/registry.h"
#include "core/text/strings.h"
#include "core/text/suggest.h"

#include <algorithm>
#include <map>
#include <set>

namespace heed::cli {
namespace {

struct Entrant {
    std::string model, score; // score empty: the model's own
    std::string head{};       // empty: what stands for the model
};

/// Whether that can name heads of some model; lists are read with the model.
bool names_heads(const std::string& words) {
    if (words == "mean" || words == "best" || words.find(',') != words.npos) return true;
    const auto parts = split(words, ":");
    return parts.size() == 2 && number_in<int>(parts.front()) && number_in<int>(parts.back());
}

/// In the order of the table of scores; what is not in it (local-m, local-p) last.
int rank_of(const std::string& member) {
    const std::string name = member.substr(member.rfind('/') + 1);
    const auto table = score_table();
    return static_cast<int>(
        std::find_if(table.begin(), table.end(), [&](const ScoreInfo& info) { return info.id == name; }) -
        table.begin());
}

/// Members of a family, when the word is the name of one and not of a model.
std::vector<std::string> members_of(const io::ModelLibrary& library, const std::string& word) {
    std::vector<std::string> members;
    for (const io::ModelPlace& place : library.bundled()) {
        if (place.name == word) return {};
        if (place.name.starts_with(word + "/")) members.push_back(place.name);
    }
    std::stable_sort(members.begin(), members.end(),
                     [](const std::string& a, const std::string& b) { return rank_of(a) < rank_of(b); });
    return members;
}

std::string member(const std::vector<std::string>& members, const std::string& family,
                   const std::string& score) {
    const std::string wanted = family + "/" + score;
    if (std::find(members.begin(), members.end(), wanted) != members.end()) return wanted;
    std::vector<std::string> names;
    for (const std::string& name : members) names.push_back(name.substr(family.size() + 1));
    throw Error(wanted, "no such model", listed(names), score + did_you_mean(names, score));
}

std::vector<Entrant> entrants_of(const ComparisonWords& words, const io::ModelLibrary& library) {
    std::vector<Entrant> entrants;
    for (const std::string& model : words.models) {
        const std::vector<std::string> members = members_of(library, model);
        if (!members.empty() && words.scores.empty() && words.models.size() == 1)
            for (const std::string& name : members) entrants.push_back({name, ""});
        else if (words.scores.empty())
            entrants.push_back({model, ""});
        else
            for (const std::string& score : words.scores)
                entrants.push_back(members.empty() ? Entrant{model, score}
                                                   : Entrant{member(members, model, score), ""});
    }
    if (!words.heads.empty()) {
        const std::set<std::string> different(words.heads.begin(), words.heads.end());
        for (const std::string& head : different) {
            if (head.empty()) throw WrongWords("--heads: expected mean or L:H, found nothing");
            if (!names_heads(head))
                throw WrongWords("--heads: expected best, mean or L:H,…, each counted from 0, found \"" +
                                 head + "\"");
            if (std::count(words.heads.begin(), words.heads.end(), head) > 1) // they would have one name
                throw WrongWords("--heads: " + head + " is given twice");
        }
        std::vector<Entrant> by_head;
        for (const Entrant& entrant : entrants)
            for (const std::string& head : words.heads)
                by_head.push_back({entrant.model, entrant.score, head});
        entrants = std::move(by_head);
    }
    if (entrants.empty()) throw WrongWords("expected one or more models to compare");
    if (std::ssize(entrants) > most_compare_panels) {
        throw WrongWords("expected at most " + std::to_string(most_compare_panels) + " to compare, found " +
                         std::to_string(entrants.size()));
    }
    return entrants;
}

/// Whether they learnt one task, so that the score is what sets them apart.
bool of_one_task(const std::vector<ComparePanel>& panels) {
    const std::string& task = panels.front().trace->model.task;
    return !task.empty() && std::all_of(panels.begin(), panels.end(), [&](const ComparePanel& panel) {
        return panel.trace->model.task == task;
    });
}

/// Scores by themselves where that tells the panels apart, else the models' own names.
void name_panels(std::vector<ComparePanel>& panels) {
    const auto repeated = [&](const ComparePanel& panel) {
        return std::count_if(panels.begin(), panels.end(),
                             [&](const ComparePanel& other) { return other.key == panel.key; }) > 1;
    };
    const bool one_model = std::all_of(panels.begin(), panels.end(), [&](const ComparePanel& panel) {
        return panel.trace->model.name == panels.front().trace->model.name;
    });
    const bool apart = one_model || panels.empty() || of_one_task(panels);
    if (apart && !std::any_of(panels.begin(), panels.end(), repeated)) return;
    for (ComparePanel& panel : panels) panel.key = panel.title = panel.trace->model.name;
    for (ComparePanel& panel : panels)
        if (repeated(panel)) panel.title += " (" + panel.trace->model.score + ")";
}

/// Under another score where that was asked for.
Trace run(const Model& model, const Request& request) {
    Trace trace = decode::run(model, request);
    if (!request.score.empty() && trace.model.score != request.score &&
        trace.model.alignment != request.score)
        throw Error(model.name, "not run under another score", request.score, trace.model.score);
    return trace;
}

bool has_changed_heads(const ComparePanel& panel) { return !panel.trace->request.edits.heads.empty(); }

void check_changed_heads(const ComparisonWords& words, const Comparison& comparison) {
    if (std::ssize(comparison.panels) > most_compare_panels)
        throw WrongWords("expected at most " + std::to_string(most_compare_panels) + " to compare, found " +
                         std::to_string(comparison.panels.size()));
    if (!words.head.empty() &&
        std::none_of(comparison.panels.begin(), comparison.panels.end(), has_changed_heads))
        throw Error(words.models.front(), "what is changed", "a Transformer's head",
                    "a model that has no such heads");
}

/// "transformer, 1:2 off".
void name_changed_heads(std::vector<ComparePanel>& panels) {
    for (std::size_t k = 1; k < panels.size(); ++k) {
        if (!has_changed_heads(panels[k])) continue;
        const std::string done = ", " + head_edits_brief(panels[k].trace->request.edits.heads);
        if (panels[k].title.ends_with(done)) continue;
        panels[k].title = panels[k - 1].title + done;
        panels[k].key = panels[k - 1].key + done;
    }
}

/// Each is loaded once, and kept until the last of those to compare has run.
class LoadedModels {
public:
    LoadedModels(const io::ModelLibrary& library, const std::vector<Entrant>& entrants) : library_(library) {
        for (const Entrant& entrant : entrants) ++models_[entrant.model].runs;
    }
    const Model& of(const std::string& name) {
        One& one = models_.at(name);
        if (!one.model) one.model = load_model(library_, name);
        return *one.model;
    }
    void has_run(const std::string& name) {
        One& one = models_.at(name);
        if (--one.runs == 0) one.model.reset();
    }

private:
    struct One {
        int runs = 0; // still to come
        std::optional<Model> model{};
    };
    const io::ModelLibrary& library_;
    std::map<std::string, One> models_;
};

/// Heads that a model has not, where it tells without a run.
void check_heads(const ComparisonWords& words, const std::vector<Entrant>& entrants, LoadedModels& models) {
    if (words.heads.empty() && words.head.empty()) return;
    for (const Entrant& entrant : entrants) {
        const Model& model = models.of(entrant.model);
        const bool tells = shown_heads(model.config) != HeadKind::Decoder; // align reads no such heads
        if (tells && entrant.head.find(':') != std::string::npos)
            HeadWords{entrant.head, "", ""}.check(model);
        if (words.head.empty() || !model.config.architecture()->heads) continue;
        Edits edits;
        edits.heads = parse_heads(words.head, shown_heads(model.config));
        decode::check_head_edits(model, edits);
    }
}

} // namespace

Comparison run_comparison(const ComparisonWords& words) {
    const io::ModelLibrary library = models_of(words.family);
    Comparison comparison;
    comparison.input = words.input;
    const std::atomic<bool> never{false};
    Answers answers;
    const auto add = [&](const Entrant& entrant, const Model& model, const Request& request) {
        const auto made = std::make_shared<const Trace>(run(model, request));
        ComparePanel panel = compare_panel(made);
        panel.judged = judge(answers, model, request, *made, never);
        panel.meaning = meaning_of_panel(model, *made, never);
        show_head(panel, made, entrant.head);
        if (entrant.head == "best" && panel.head.empty())
            throw Error(made->model.name,
                        "which head aligns best is not known, for no right alignment of this sentence is",
                        "mean, or a head L:H", "best");
        if (!entrant.head.empty()) {
            panel.key = entrant.model + " " + entrant.head;
            panel.title = (words.models.size() > 1 ? made->model.name + ", " : "") + panel.formula;
            panel.formula.clear();
        }
        comparison.panels.push_back(std::move(panel));
    };
    const std::vector<Entrant> entrants = entrants_of(words, library);
    LoadedModels models(library, entrants);
    check_heads(words, entrants, models);
    for (const Entrant& entrant : entrants) {
        const Model& model = models.of(entrant.model);
        Request request{.model = entrant.model, .text = words.input, .score = entrant.score};
        add(entrant, model, request);
        if (!words.head.empty() && model.config.architecture()->heads) {
            request.edits.heads = parse_heads(words.head, shown_heads(model.config));
            add(entrant, model, request);
        }
        models.has_run(entrant.model);
    }
    check_changed_heads(words, comparison);
    name_changed_heads(comparison.panels); // then they are no two of one name
    name_panels(comparison.panels);
    name_changed_heads(comparison.panels);
    fold_panels(comparison.panels, words.words);
    comparison.numbers = compare_numbers(comparison.panels);
    return comparison;
}

} // namespace heed::cli
