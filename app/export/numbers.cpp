#include "app/export/numbers.h"

#include "app/export/remarks.h"
#include "app/figures/doctor/page.h"
#include "app/figures/trace_map.h"
#include "core/analysis/doctor/doctor_json.h"
#include "core/analysis/meaning/meaning_json.h"
#include "core/analysis/sharpness.h"
#include "core/base/error.h"
#include "core/io/run/trace_json.h"
#include "core/text/strings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed {
namespace {

using nlohmann::ordered_json;

ordered_json or_null(const std::optional<double>& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json metrics_of(const ComparePanel& panel, const CompareNumbers::Row& row) {
    ordered_json json{{"name", panel.title},
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
    if (panel.judged.alignment) // of the right answer, as heed evaluate measures
        json["aer"] = {{"shift0", or_null(row.forced_error)},
                       {"shift1", or_null(row.forced_error_next)},
                       {"soft", or_null(row.forced_error_soft)}};
    json["tau"] = nullptr; // of the weights with each measure, where it was taken
    if (panel.meaning && panel.meaning->none.empty())
        json["tau"] = {{"gradient", to_json(panel.meaning->gradient)},
                       {"leave_one_out", to_json(panel.meaning->left_out)},
                       {"shuffled", to_json(panel.meaning->shuffled)}};
    json["aer_of_map"] = or_null(row.error); // of the map that is in "models"
    return json;
}

/// Of an encoder alone nothing was written: what its map has as rows are places of the source, which look at
/// the others.
ordered_json with_places(ordered_json json) {
    auto places = ordered_json::array();
    for (const ordered_json& step : json["steps"])
        places.push_back({{"token", step["token"]},
                          {"id", step["id"]},
                          {"weights", step["weights"]},
                          {"entropy", step["entropy"]}});
    json["steps"] = ordered_json::array();
    json["target"]["tokens"] = json["target"]["ids"] = ordered_json::array();
    json["places"] = std::move(places);
    for (ordered_json& map : json["maps"]) {
        map["name"] = "encoder.attention";
        map["rows"]["axis"] = to_string(Axis::SourceQuery);
    }
    return json;
}

ordered_json panel_json(const Trace& run) {
    ordered_json json = io::trace_to_json(run);
    return rows_are_places(run) ? with_places(std::move(json)) : json;
}

/// Panels that have no run have no numbers either.
std::vector<ComparePanel> finished(std::span<const ComparePanel> panels) {
    std::vector<ComparePanel> all;
    for (const ComparePanel& panel : panels)
        if (panel.trace) all.push_back(panel);
    if (all.empty()) throw Error("comparison", "there is no run to write");
    return all;
}

std::string panels_text(std::span<const ComparePanel> panels) {
    const std::vector<ComparePanel> all = finished(panels);
    return panels_json(all, compare_numbers(all), all.front().trace->source_text)
               .dump(1, ' ', false, ordered_json::error_handler_t::replace) +
           '\n';
}

const Trace& run_of(const FigureSource& source) {
    if (!source.trace) throw Error("there is no run to write");
    return *source.trace;
}

std::string weights_csv(const FigureSource& source, const PaperSettings& parts) {
    return trace_csv(run_of(source), {parts.first_row, parts.last_row},
                     {parts.first_column, parts.last_column});
}

/// With every state where the run was made here, or the file that it came from had them.
std::string run_text(const FigureSource& source) {
    const Trace& run = run_of(source);
    return io::trace_text(run, run.parameters != nullptr || run.has(Quantity::Annotation));
}

/// As `heed check --json` has it under "doctor".
std::string findings_text(const FigureSource& source) {
    const auto* board = dynamic_cast<const DoctorBoard*>(source.board);
    if (!board || !board->diagnosis) throw Error("doctor", "there is no finding to write");
    ordered_json json{{"model", board->model}, {"over", board->over}};
    if (source.trace && !source.trace->model.doubt.empty()) json["doubt"] = source.trace->model.doubt;
    json.update(doctor::to_json(*board->diagnosis));
    return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

} // namespace

FigureNumbers numbers_in(const FigureKind& figure, FileKind file) {
    return file == FileKind::Csv    ? figure.files.csv
           : file == FileKind::Json ? figure.files.json
                                    : FigureNumbers::None;
}

bool can_be(const FigureKind& figure, FileKind file) {
    return is_picture(file) || numbers_in(figure, file) != FigureNumbers::None;
}

FigureOptions options_in(const FigureKind& figure, FileKind file) {
    return is_picture(file) ? figure.options : options_of(numbers_in(figure, file));
}

std::string figure_numbers(FigureNumbers what, FileKind file, const FigureSource& source,
                           const PaperSettings& parts) {
    switch (what) {
    case FigureNumbers::Weights:
        return weights_csv(source, parts);
    case FigureNumbers::Maps:
        return maps_csv(run_of(source));
    case FigureNumbers::Run:
        return run_text(source);
    case FigureNumbers::Panels:
        return file == FileKind::Csv ? panels_csv(finished(source.panels)) : panels_text(source.panels);
    case FigureNumbers::Nodes:
        if (!source.tree) throw Error("tree", "there is no search to write");
        return (source.trace ? remarks(*source.trace) : std::string()) + tree_csv(*source.tree);
    case FigureNumbers::Findings:
        return findings_text(source);
    case FigureNumbers::None:
        break;
    }
    throw Error("numbers", "there are none behind this figure");
}

std::string tree_csv(const TreePlan& plan) {
    static constexpr std::array<const char*, 6> what = {"best",    "kept",      "dropped",
                                                        "changed", "candidate", "typed"}; // as TreeNode::Kind
    std::string out = "node,parent,output,token,probability,log_prob,total,what,rank\n";
    for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
        const TreeNode& node = plan.nodes[n];
        if (node.kind == TreeNode::Kind::Typed) continue;
        out += std::to_string(n) + ',' + (node.parent < 0 ? "" : std::to_string(node.parent)) + ',' +
               std::to_string(node.column) + ',' + csv_field(node.text) + ',' +
               nine_digits(std::exp(static_cast<double>(node.log_prob))) + ',' +
               nine_digits(static_cast<double>(node.log_prob)) + ',' + nine_digits(node.total) + ',' +
               what[static_cast<std::size_t>(node.kind)] + ',' +
               (node.sentence < 0 ? "" : std::to_string(node.sentence + 1)) + '\n';
    }
    return out;
}

ordered_json panels_json(std::span<const ComparePanel> panels, const CompareNumbers& numbers,
                         const std::string& input) {
    ordered_json json{{"format", "heed.compare"}, {"version", 1}, {"input", input}};
    const std::size_t n = panels.size();
    for (const char* key : {"models", "metrics", "divergence"}) json[key] = ordered_json::array();
    for (std::size_t k = 0; k < n; ++k) {
        json["models"].push_back(panel_json(*panels[k].trace));
        json["metrics"].push_back(metrics_of(panels[k], numbers.rows[k]));
        auto row = ordered_json::array();
        for (std::size_t b = 0; b < n; ++b) row.push_back(or_null(numbers.divergence[k * n + b]));
        json["divergence"].push_back(row);
    }
    return json;
}

std::string panels_csv(std::span<const ComparePanel> panels) {
    std::string out;
    for (const ComparePanel& panel : panels) out += remarks(*panel.trace, panel.title);
    out += "model,i,output,j,source,weight\n";
    for (const ComparePanel& panel : panels) {
        const Trace& trace = *panel.trace;
        for (int i = 0; trace.has_weights() && i < trace.outputs(); ++i)
            for (int j = 0; j < trace.source_length(); ++j)
                out += csv_field(panel.title) + ',' + std::to_string(i) + ',' +
                       csv_field(trace.steps[static_cast<std::size_t>(i)].token.text) + ',' +
                       std::to_string(j) + ',' + csv_field(trace.source[static_cast<std::size_t>(j)].text) +
                       ',' + nine_digits(trace.weight(i, j)) + '\n';
    }
    return out;
}

std::string maps_csv(const Trace& run) {
    std::vector<AttentionMap> maps = run.maps();
    const auto stands_for_all = [](const AttentionMap& map) {
        return map.site.quantity == Quantity::Weights;
    };
    if (!std::all_of(maps.begin(), maps.end(), stands_for_all)) std::erase_if(maps, stands_for_all);
    if (maps.empty())
        throw Error(run.model.name,
                    "this model has no attention weights to write; a .json file holds its run");
    const auto label = [](const std::vector<std::string>& labels, Eigen::Index n) {
        const auto k = static_cast<std::size_t>(n);
        return k < labels.size() ? csv_field(labels[k]) : std::to_string(n + 1);
    };
    std::string out = remarks(run) + "model,i,output,j,source,weight\n";
    for (const AttentionMap& map : maps)
        for (Eigen::Index i = 0; i < map.weights->cols(); ++i)
            for (Eigen::Index j = 0; j < map.weights->rows(); ++j)
                out += csv_field(map.name) + ',' + std::to_string(i) + ',' + label(map.row_labels, i) + ',' +
                       std::to_string(j) + ',' + label(map.column_labels, j) + ',' +
                       nine_digits((*map.weights)(j, i)) + '\n';
    return out;
}

} // namespace heed
