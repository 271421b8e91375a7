// heed check: opens a model or a file, says what is in it, and runs the case the model carries.
#include "app/cli/commands.h"
#include "app/cli/print/table.h"
#include "app/export/report_text.h"
#include "app/figures/report/load_report.h"
#include "app/state/data_paths.h"
#include "core/base/error.h"
#include "core/decode/case.h"
#include "core/io/container/checkpoint.h"
#include "core/io/open/model_library.h"
#include "core/io/open/open_model.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/seq2seq/tensor_role.h"
#include "core/text/escape.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>
#include <memory>

namespace heed::cli {

namespace fs = std::filesystem;

namespace {

struct CheckOptions {
    std::string m, family, source_words, target_words;
};

/// What a tensor of that architecture is for; empty: nobody asked for it.
std::string role_of(const std::string& tensor, const Configuration& config) {
    const Architecture* architecture = config.architecture();
    return architecture && architecture->part_of ? std::string(architecture->part_of(config, tensor).words)
                                                 : tensor_role(tensor);
}

void print_tensors(const io::Checkpoint& file, const Configuration& config = {}) {
    std::vector<std::vector<std::string>> rows;
    for (const io::StoredTensor& tensor : file.tensors()) {
        const std::string role = role_of(tensor.name, config);
        rows.push_back({escaped(tensor.name), io::shape_text(tensor.shape),
                        std::string(io::to_string(tensor.type)), role.empty() ? "-" : role});
    }
    print_table(std::cout, {{"TENSOR"}, {"SHAPE"}, {"TYPE"}, {"ROLE"}}, rows);
}

void note(const std::string& sentence) { std::cerr << "heed: " << sentence << '\n'; }

/// A file of tensors alone: nothing can be run, but it can be read to the end.
void check_tensors(const fs::path& path) {
    const io::Checkpoint file(path);
    for (const std::string& sentence : file.notes()) note(file.name() + ": " + sentence);
    std::uint64_t numbers = 0;
    for (const io::StoredTensor& tensor : file.tensors()) {
        numbers += tensor.numbers();
        if (tensor.shape.size() <= 2 && io::is_floating(tensor.type)) file.matrix(tensor);
    }
    std::cout << file.name() << ": " << file.container() << ", " << file.tensors().size()
              << (file.tensors().size() == 1 ? " tensor, " : " tensors, ") << whole(numbers)
              << " numbers\n\n";
    print_tensors(file);
}

void print_case(const Model& model) {
    if (model.case_json.is_null()) {
        std::cout << "\nThis model carries no example, so nothing was compared.\n";
        return;
    }
    const decode::CaseResult result = decode::check_case(model);
    if (result.wrong) throw Error(escaped(model.folder.native(), 1000) + "/case.json: " + *result.wrong);
    std::cout << "\nIts own case agrees: \"" << escaped(model.case_json["input"].get<std::string>())
              << "\" gives \"" << escaped(model.case_json["output"].get<std::string>()) << '"';
    if (model.case_json.contains("log_prob"))
        std::cout << ", log-probability within " << formatted("%.1g", result.log_prob_difference);
    if (model.facts.score != "none")
        std::cout << ", weights within " << formatted("%.1g", result.weight_difference);
    std::cout << ".\n";
}

std::string made_of(const Model& model) {
    const Architecture& architecture = *model.config.architecture();
    if (architecture.run) return architecture.attention_words(model.config);
    return seq2seq_facts(model.facts).cell + ", " +
           (model.facts.score == "none" ? "fixed context" : model.facts.score + " attention") + ", " +
           std::to_string(model.source.size()) + " source and " + std::to_string(model.target.size()) +
           " target tokens";
}

void check_model(const io::ModelPlace& place) {
    std::vector<std::string> notes;
    const Model model = io::load_model(place.folder, place.name, &notes);
    for (const std::string& sentence : notes) note(sentence);
    const ModelFacts& facts = model.facts;
    std::cout << escaped(facts.name) << ": " << facts.architecture << ", " << made_of(model) << ", "
              << whole(static_cast<std::uint64_t>(facts.parameters)) << " numbers\n"
              << escaped(place.folder.native(), 1000) << "\n\n";
    print_tensors(io::Checkpoint(place.folder / "model.safetensors"), model.config);
    print_case(model);
}

/// What is in the files of another toolkit's model and what part each tensor plays. Throws where it cannot be
/// run, or where its own case says otherwise.
void check_foreign(const CheckOptions& options) {
    io::OpenOptions open = io::ModelLibrary(data_directories()).options();
    open.family = options.family;
    io::check_family(open);
    open.source_vocabulary = options.source_words;
    open.target_vocabulary = options.target_words;
    const io::Opened opened = io::open_model({options.m}, open);
    const io::LoadReport& report = opened.report;
    std::cout << report.file << ": " << report.container << ", " << file_size(report.bytes) << "\n\n";
    std::vector<Column> columns;
    for (const ReportHeading& heading : report_headings()) columns.push_back({heading.title, heading.right});
    print_table(std::cout, columns, report_rows(report));
    std::cout << '\n';
    for (const std::string& line : report_facts(report)) std::cout << line << '\n';
    std::cout << '\n';
    for (const std::string& line : report_findings(report)) std::cout << line << '\n';
    if (!opened.model) throw Error(opened.problem);
    for (const std::string& sentence : report.notes) note(report.file + ": " + sentence);
    if (report.own_case)
        for (const io::ReportCase::Line& line : report.own_case->lines)
            if (!line.good)
                throw Error(report.file + ": its own case (" + report.own_case->file + "): " + line.what +
                            ": " + line.found);
}

/// A model of Heed's own says itself what its tensors are; a family that nobody knows is refused all the
/// same.
void check_own(const CheckOptions& options) {
    const io::ModelLibrary library(data_directories());
    const io::ModelPlace place = library.resolve(options.m);
    if (!options.family.empty()) {
        io::OpenOptions open = library.options();
        open.family = options.family;
        io::check_family(open);
        note("--family: not needed: " + escaped(options.m) + " is in Heed's own format");
    }
    check_model(place);
}

/// Files are a model of another toolkit, or tensors of no known family, which are listed all the same.
int check(const CheckOptions& options) {
    std::error_code ignored;
    if (!fs::exists(options.m, ignored) || io::is_model_folder(options.m)) {
        check_own(options);
        return 0;
    }
    try {
        check_foreign(options);
    } catch (const io::NoFamily& error) {
        if (error.nearly || !fs::is_regular_file(options.m, ignored) ||
            io::Checkpoint(options.m).tensors().empty())
            throw;
        check_tensors(options.m);
        std::cout << "\nIt can be listed, not run: " << error.what() << ".\n";
    }
    return 0;
}

} // namespace

Action add_check(CLI::App& command) {
    const auto options = std::make_shared<CheckOptions>();
    command.add_option("M", options->m, "A bundled name, a folder, or a file of tensors")->required();
    command
        .add_option("--family", options->family,
                    "Of another toolkit's model: a family's name or file; found by the tensors if not given")
        ->type_name("F");
    command
        .add_option("--source-vocab", options->source_words, "Its source words, if they are not beside it")
        ->type_name("FILE");
    command.add_option("--target-vocab", options->target_words, "Its target words")->type_name("FILE");
    return [options] { return check(*options); };
}

} // namespace heed::cli
