// heed import: a model of another toolkit as a folder in Heed's own format.
#include "app/cli/commands.h"
#include "app/cli/library.h"
#include "app/state/data_paths.h"
#include "core/base/error.h"
#include "core/decode/case.h"
#include "core/decode/run.h"
#include "core/io/base/file.h"
#include "core/io/base/json_text.h"
#include "core/io/model/model_folder.h"
#include "core/io/open/model_library.h"
#include "core/io/open/own_case/own_case.h"
#include "core/text/escape.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace heed::cli {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

struct ImportOptions {
    std::vector<std::string> files;
    std::string out, family, source, target;
    bool numbers = false;
};

/// The first input of its own examples, or one made of its first words.
std::string first_input(const Model& model, const fs::path& folder) {
    const fs::path file = folder / "expected.json";
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) {
        const json expected = io::read_json(file, 64u << 20);
        const json* examples =
            expected.is_object() && expected.contains("examples") ? &expected["examples"] : nullptr;
        if (examples && examples->is_array() && !examples->empty())
            if (std::string input = io::example_input(model, examples->front()); !input.empty()) return input;
    }
    std::vector<std::string> words;
    for (int id = 0; id < model.source.size() && words.size() < 4; ++id)
        if (!model.source.special().has(id)) words.push_back(model.source.token(id));
    return model.tokenizer.join(words);
}

std::string card_of(const io::LoadReport& report) {
    std::string card = "# " + report.file + "\n\nImported from " + report.file + " (" + report.family + "; " +
                       report.container + ").\n";
    for (const auto& [what, text] : report.facts) card += "- " + what + ": " + text + "\n";
    if (const std::string doubt = report.doubt(); !doubt.empty()) card += "\n**" + doubt + ".**\n";
    for (const std::string& sentence : report.to_know()) card += "\n" + sentence + ".\n";
    return card;
}

int import(const ImportOptions& options) {
    io::OpenOptions how = io::ModelLibrary(data_directories()).options();
    how.family = options.family;
    need_family(how);
    how.source_vocabulary = options.source;
    how.target_vocabulary = options.target;
    how.numbers = options.numbers;
    std::error_code ignored;
    const fs::path out = fs::path(options.out).lexically_normal();
    if (fs::exists(out, ignored) && !io::is_model_folder(out) && !fs::is_empty(out, ignored))
        throw Error(io::shown(out), "not written",
                    "a new folder, or one that holds a model in Heed's own format", "another");

    io::Opened opened = io::open_model({options.files.begin(), options.files.end()}, how);
    if (!opened.model) throw Error(opened.problem);
    Model& model = *opened.model;
    const io::LoadReport& report = opened.report;
    for (const std::string& note : report.notes) std::cerr << "heed: " << note << '\n';
    if (report.family.empty())
        throw Error(report.file, "nothing to import", "a model of another toolkit", "Heed's own format");

    const fs::path from = fs::path(options.files.front());
    Request request;
    request.text = first_input(model, fs::is_directory(from, ignored) ? from : from.parent_path());
    model.case_json = decode::make_case(decode::run(model, request));
    if (report.verdict() != io::LoadVerdict::Verified) model.case_json["verifies"] = false;
    model.card = card_of(report);
    model.name = escaped((out.has_filename() ? out : out.parent_path()).filename().native()); // as its folder
    model.config_json["title"] = model.name;
    io::save_model(model, out);

    const std::string doubt = report.doubt();
    std::cout << escaped(out.native(), 1000) << ": " << report.family << ", "
              << (doubt.empty() ? report.summary : doubt + ".") << '\n';
    if (report.own_case)
        for (const auto& line : report.own_case->lines)
            std::cout << (line.good ? "  agrees   " : "  differs  ") << line.what << ": " << line.found
                      << '\n';
    const bool good =
        !report.own_case || std::all_of(report.own_case->lines.begin(), report.own_case->lines.end(),
                                        [](const auto& line) { return line.good; });
    return good ? 0 : 1;
}

} // namespace

Action add_import(CLI::App& command) {
    auto options = std::make_shared<ImportOptions>();
    command
        .add_option("FILE", options->files, "A checkpoint, the files of one model, or the folder they lie in")
        ->required()
        ->type_name("");
    command.add_option("--out", options->out, "Folder to write")->required()->type_name("DIR");
    command.add_option("--family", options->family, "Which family of models, or a file that describes one")
        ->type_name("F");
    command.add_option("--source-vocab", options->source, "Words of the source, one for each id")
        ->type_name("F");
    command.add_option("--target-vocab", options->target, "Words of the target")->type_name("F");
    command.add_flag("--numbers", options->numbers, "Where no words are found, show the ids");
    command.footer(
        "The folder holds config.json, model.safetensors, both vocabularies, a case to check it by, and a "
        "card\n"
        "that says where it came from. Exit status 1 where the model's own examples come out differently.");
    return [options] { return import(*options); };
}

} // namespace heed::cli
