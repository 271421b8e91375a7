// heed models: every model that can be named, where it lies, and what it is.
#include "app/cli/commands.h"
#include "app/cli/print/table.h"
#include "app/cli/print/terminal.h"
#include "app/state/data_paths.h"
#include "core/base/error.h"
#include "core/io/open/model_library.h"
#include "core/models/seq2seq/config.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

namespace heed::cli {

namespace {

struct Found {
    io::ModelPlace place;
    io::ModelSummary summary;
};

ModelBrief brief_of(const Found& model) {
    return model.summary.config.architecture()->brief(model.summary.config);
}

/// "gru 48, additive attention".
std::string made_of(const Found& model) {
    const ModelBrief brief = brief_of(model);
    if (!model.summary.config.find<Seq2SeqConfig>())
        return model.summary.config.architecture()->made_of(model.summary.config);
    return brief.cell + ' ' + std::to_string(brief.size) + ", " +
           (brief.function == "none" ? "fixed context" : brief.function + " attention");
}

/// What is said of an encoder-decoder alone.
void add_sizes(const Seq2SeqConfig& config, nlohmann::ordered_json& json) {
    json["order"] = to_string(config.decoder.order);
    json["bidirectional"] = config.encoder.bidirectional;
    json["layers"] = config.encoder.layers;
    json["embedding"] = config.encoder.embedding;
    json["hidden"] = config.encoder.hidden;
    json["state"] = config.decoder.hidden;
}

void print_json(const std::vector<Found>& models) {
    auto list = nlohmann::ordered_json::array();
    for (const Found& model : models) {
        const auto& [place, summary] = model;
        const ModelBrief brief = brief_of(model);
        nlohmann::ordered_json json = {
            {"name", place.name},   {"folder", place.folder.string()},
            {"task", summary.task}, {"architecture", summary.config.architecture()->id},
            {"score", brief.score}, {"alignment", brief.alignment}};
        if (const auto* config = summary.config.find<Seq2SeqConfig>()) {
            json["cell"] = to_string(config->encoder.cell);
            add_sizes(*config, json);
        } else {
            json["cell"] = brief.cell;
            json["size"] = brief.size;
        }
        json["parameters"] = summary.parameters;
        json["about"] = summary.about;
        list.push_back(std::move(json));
    }
    std::cout << list.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

void print_rows(const std::vector<Found>& models) {
    std::vector<std::vector<std::string>> rows;
    for (const Found& model : models) {
        const auto& [place, summary] = model;
        const ModelBrief brief = brief_of(model);
        rows.push_back({place.name, summary.task, brief.function, brief.cell, std::to_string(brief.size),
                        whole(summary.parameters), summary.about, place.folder.string()});
    }
    print_table(
        std::cout,
        {{"NAME"}, {"TASK"}, {"SCORE"}, {"CELL"}, {"SIZE", true}, {"NUMBERS", true}, {"ABOUT"}, {"FOLDER"}},
        rows);
}

/// For a terminal: a name and what it is, and below it in grey its parts and its place, never cut.
void print_picture(const std::vector<Found>& models, const Terminal& terminal) {
    int width = 0;
    for (const Found& model : models) width = std::max(width, display_width(printable(model.place.name)));
    const std::string_view strong = terminal.color ? bold : "", faint = terminal.color ? dim : "",
                           none = terminal.color ? plain : "";
    const std::string indent(static_cast<std::size_t>(width) + 2, ' ');
    for (const Found& model : models) {
        const auto& [place, summary] = model;
        std::cout << strong << padded_right(printable(place.name), width) << none << "  "
                  << clipped(printable(summary.about), terminal.columns - width - 2) << '\n'
                  << faint << indent << made_of(model) << ", " << whole(summary.parameters) << " numbers\n"
                  << indent << printable(place.folder.string()) << none << '\n';
    }
}

int list_models(bool json) {
    const auto directories = data_directories();
    std::vector<Found> models;
    int status = 0;
    for (const io::ModelPlace& place : io::ModelLibrary(directories).bundled()) {
        try {
            models.push_back({place, io::summarize_model(place.folder, place.name)});
        } catch (const Error& error) { // one that cannot be read does not hide the others
            std::cerr << "heed: " << error.what() << '\n';
            status = 1;
        }
    }
    const Terminal terminal = standard_output();
    if (json)
        print_json(models);
    else if (!models.empty() && terminal.interactive)
        print_picture(models, terminal);
    else if (!models.empty())
        print_rows(models);
    else
        std::cout << "No model was found. They are looked for in the folder \"models\" of $HEED_DATA.\n";
    return status;
}

} // namespace

Action add_models(CLI::App& command) {
    const auto json = std::make_shared<bool>(false);
    command.add_flag("--json", *json, "A JSON list instead of a table");
    return [json] { return list_models(*json); };
}

} // namespace heed::cli
