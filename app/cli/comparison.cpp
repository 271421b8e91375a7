#include "app/cli/comparison.h"
#include "app/cli/read/load.h"

#include "app/cli/commands.h"
#include "app/state/data_paths.h"
#include "core/analysis/sharpness.h"
#include "core/attention/scores.h"
#include "core/base/error.h"
#include "core/decode/run.h"
#include "core/io/open/model_library.h"
#include "core/io/run/trace_json.h"
#include "core/tasks/task.h"
#include "core/text/strings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace heed::cli {
namespace {

struct Entrant {
    std::string model, score; // score empty: the model's own
};

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
    throw Error(wanted, "no such model", listed(names), score);
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
    if (entrants.empty()) throw WrongWords("expected one or more models to compare");
    if (std::ssize(entrants) > most_compare_panels) {
        if (words.models.size() == 1 && words.scores.empty()) { // a family: its first nine
            entrants.resize(most_compare_panels);
            return entrants;
        }
        throw WrongWords("expected at most " + std::to_string(most_compare_panels) + " to compare, found " +
                         std::to_string(entrants.size()));
    }
    return entrants;
}

/// The task's right answer to this input, if it has one.
std::optional<tasks::Sample> reference_for(const Model& model, const std::string& input) {
    const tasks::Task* task = tasks::find(model.task);
    if (!task || !task->reference) return std::nullopt;
    return task->reference(input);
}

bool wrote(const Trace& trace, const tasks::Sample& reference) {
    if (!trace.finished || trace.steps.size() != reference.target.size() + 1) return false;
    for (std::size_t i = 0; i < reference.target.size(); ++i)
        if (trace.steps[i].token.text != reference.target[i]) return false;
    return true;
}

void add_reference(ComparePanel& panel, const Model& model, const Request& request) {
    const auto reference = reference_for(model, request.text);
    if (!reference || !reference->has_gold || !panel.trace->has_weights() ||
        reference->source.size() + 1 != panel.trace->source.size())
        return;
    Request forced = request;
    forced.target = model.tokenizer.join(reference->target);
    const Trace trace = wrote(*panel.trace, *reference) ? *panel.trace : decode::run(model, forced);
    if (trace.outputs() != static_cast<int>(reference->target.size()) + 1) return;
    panel.alignment.emplace();
    panel.alignment->add(trace.at(Quantity::Weights), reference->sure, reference->possible);
    if (!wrote(*panel.trace, *reference)) return;
    panel.has_gold = true;
    panel.sure = reference->sure;
    panel.possible = reference->possible;
}

/// Scores by themselves where that tells the panels apart, else the models' own names.
void name_panels(std::vector<ComparePanel>& panels) {
    const auto repeated = [&](const ComparePanel& panel) {
        return std::count_if(panels.begin(), panels.end(),
                             [&](const ComparePanel& other) { return other.key == panel.key; }) > 1;
    };
    if (!std::any_of(panels.begin(), panels.end(), repeated)) return;
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

} // namespace

Comparison run_comparison(const ComparisonWords& words) {
    const io::ModelLibrary library(data_directories());
    Comparison comparison;
    comparison.input = words.input;
    std::optional<Model> model; // the last one loaded
    std::string loaded;
    for (const Entrant& entrant : entrants_of(words, library)) {
        if (!model || loaded != entrant.model) model = load_model(library, entrant.model);
        loaded = entrant.model;
        Request request{.model = entrant.model, .text = words.input, .score = entrant.score};
        ComparePanel panel = compare_panel(std::make_shared<const Trace>(run(*model, request)));
        add_reference(panel, *model, request);
        comparison.panels.push_back(std::move(panel));
    }
    name_panels(comparison.panels);
    comparison.numbers = compare_numbers(comparison.panels);
    return comparison;
}

namespace {

nlohmann::ordered_json or_null(const std::optional<double>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json metrics_of(const ComparePanel& panel, const CompareNumbers::Row& row) {
    nlohmann::ordered_json json{{"name", panel.title},
                                {"log_prob", or_null(row.log_prob)},
                                {"entropy", or_null(row.entropy)},
                                {"sharpness", or_null(row.sharpness)}};
    std::optional<double> normalised, monotone;
    if (panel.trace->has_weights()) {
        normalised = analysis::normalised_entropy(panel.trace->at(Quantity::Weights));
        monotone = analysis::monotonicity(panel.trace->at(Quantity::Weights));
    }
    json["normalised_entropy"] = or_null(normalised);
    json["monotonicity"] = or_null(monotone);
    json["ceiling"] = or_null(row.ceiling);
    json["aer"] = nullptr;
    if (panel.alignment)
        json["aer"] = {{"shift0", or_null(row.error)},
                       {"shift1", or_null(row.error_next)},
                       {"soft", or_null(row.error_soft)}};
    return json;
}

} // namespace

nlohmann::ordered_json to_json(const Comparison& comparison) {
    nlohmann::ordered_json json{{"format", "heed.compare"}, {"version", 1}, {"input", comparison.input}};
    const std::size_t n = comparison.panels.size();
    for (const char* key : {"models", "metrics", "divergence"}) json[key] = nlohmann::ordered_json::array();
    for (std::size_t k = 0; k < n; ++k) {
        json["models"].push_back(io::trace_to_json(*comparison.panels[k].trace));
        json["metrics"].push_back(metrics_of(comparison.panels[k], comparison.numbers.rows[k]));
        auto row = nlohmann::ordered_json::array();
        for (std::size_t b = 0; b < n; ++b) row.push_back(or_null(comparison.numbers.divergence[k * n + b]));
        json["divergence"].push_back(row);
    }
    return json;
}

std::string to_csv(const Comparison& comparison) {
    std::string out = "model,i,output,j,source,weight\n";
    for (const ComparePanel& panel : comparison.panels) {
        const Trace& trace = *panel.trace;
        for (int i = 0; trace.has_weights() && i < trace.outputs(); ++i)
            for (int j = 0; j < trace.source_length(); ++j) {
                out += csv_field(panel.title) + ',' + std::to_string(i) + ',' +
                       csv_field(trace.steps[static_cast<std::size_t>(i)].token.text) + ',' +
                       std::to_string(j) + ',' + csv_field(trace.source[static_cast<std::size_t>(j)].text) +
                       ',' + nine_digits(trace.weight(i, j)) + '\n';
            }
    }
    return out;
}

} // namespace heed::cli
