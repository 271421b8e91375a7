// heed check: opens a model or a file, says what is in it, and runs the case the model carries.
#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "app/state/data_paths.h"
#include "core/base/error.h"
#include "core/decode/case.h"
#include "core/io/checkpoint.h"
#include "core/io/model_library.h"
#include "core/models/tensor_role.h"
#include "core/text/escape.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>
#include <memory>

namespace heed::cli {

namespace fs = std::filesystem;

namespace {

void print_tensors(const io::Checkpoint& file) {
    std::vector<std::vector<std::string>> rows;
    for (const io::StoredTensor& tensor : file.tensors()) {
        const std::string role = tensor_role(tensor.name);
        rows.push_back({escaped(tensor.name), io::shape_text(tensor.shape),
                        std::string(io::to_string(tensor.type)), role.empty() ? "-" : role});
    }
    print_table(std::cout, {{"TENSOR"}, {"SHAPE"}, {"TYPE"}, {"ROLE"}}, rows);
}

void note(const std::string& sentence) { std::cerr << "heed: " << sentence << '\n'; }

/// "3e-08"
std::string short_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1g", value);
    return text;
}

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
              << "\" gives \"" << escaped(model.case_json["output"].get<std::string>())
              << "\", log-probability within " << short_number(result.log_prob_difference);
    if (model.facts.score != "none")
        std::cout << ", weights within " << short_number(result.weight_difference);
    std::cout << ".\n";
}

void check_model(const io::ModelPlace& place) {
    std::vector<std::string> notes;
    const Model model = io::load_model(place.folder, place.name, &notes);
    for (const std::string& sentence : notes) note(sentence);
    const ModelFacts& facts = model.facts;
    std::cout << escaped(facts.name) << ": " << facts.architecture << ", " << facts.cell << ", "
              << (facts.score == "none" ? "fixed context" : facts.score + " attention") << ", "
              << model.source.size() << " source and " << model.target.size() << " target tokens, "
              << whole(static_cast<std::uint64_t>(facts.parameters)) << " numbers\n"
              << escaped(place.folder.native(), 1000) << "\n\n";
    print_tensors(io::Checkpoint(place.folder / "model.safetensors"));
    print_case(model);
}

int check(const std::string& m) {
    std::error_code ignored;
    if (fs::is_regular_file(fs::path(m), ignored))
        check_tensors(m);
    else
        check_model(io::ModelLibrary(data_directories()).resolve(m));
    return 0;
}

} // namespace

Action add_check(CLI::App& command) {
    const auto m = std::make_shared<std::string>();
    command.add_option("M", *m, "A bundled name, a folder, or a file of tensors")->required();
    return [m] { return check(*m); };
}

} // namespace heed::cli
