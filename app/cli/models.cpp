// heed models: every model that can be named, where it lies, and what it is.
#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
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

std::string cell_of(const Seq2SeqConfig& config) {
    const bool same = config.encoder.cell == config.decoder.cell;
    std::string text = to_string(config.encoder.cell);
    if (!same) text += "+" + to_string(config.decoder.cell);
    return text;
}

void print_json(const std::vector<Found>& models) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& [place, summary] : models) {
        const Seq2SeqConfig& config = summary.config.as<Seq2SeqConfig>();
        list.push_back({{"name", place.name},
                        {"folder", place.folder.string()},
                        {"task", summary.task},
                        {"architecture", "seq2seq"},
                        {"cell", to_string(config.encoder.cell)},
                        {"order", to_string(config.decoder.order)},
                        {"score", config.attention.score},
                        {"alignment", info(config.attention.alignment).id},
                        {"bidirectional", config.encoder.bidirectional},
                        {"layers", config.encoder.layers},
                        {"embedding", config.encoder.embedding},
                        {"hidden", config.encoder.hidden},
                        {"state", config.decoder.hidden},
                        {"parameters", summary.parameters},
                        {"about", summary.about}});
    }
    std::cout << list.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

void print_rows(const std::vector<Found>& models) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& [place, summary] : models) {
        rows.push_back({place.name, summary.task, function_name(summary.config.as<Seq2SeqConfig>().attention),
                        cell_of(summary.config.as<Seq2SeqConfig>()),
                        std::to_string(summary.config.as<Seq2SeqConfig>().encoder.hidden),
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
    for (const auto& [place, summary] : models) {
        const std::string score = function_name(summary.config.as<Seq2SeqConfig>().attention);
        std::cout << strong << padded_right(printable(place.name), width) << none << "  "
                  << clipped(printable(summary.about), terminal.columns - width - 2) << '\n'
                  << faint << indent << cell_of(summary.config.as<Seq2SeqConfig>()) << ' '
                  << summary.config.as<Seq2SeqConfig>().encoder.hidden << ", "
                  << (score == "none" ? "fixed context" : score + " attention") << ", "
                  << whole(summary.parameters) << " numbers\n"
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
