// heed check: opens a model or a file, says what is in it, and runs the case the model carries; with
// sentences, the doctor looks at it.
#include "app/cli/commands.h"
#include "app/cli/doctor.h"
#include "app/cli/export_source.h"
#include "app/cli/library.h"
#include "app/cli/print/closest.h"
#include "app/cli/print/draft.h"
#include "app/cli/print/table.h"
#include "app/cli/print/tensors.h"
#include "app/cli/read/options.h"
#include "app/cli/read/writing.h"
#include "app/state/data_paths.h"
#include "core/base/error.h"
#include "core/decode/case.h"
#include "core/io/base/file.h"
#include "core/io/container/archive/packed_folder.h"
#include "core/io/container/checkpoint.h"
#include "core/io/open/closest_to.h"
#include "core/io/open/kinds/open_hub.h"
#include "core/io/open/kinds/own_format.h"
#include "core/io/open/model_library.h"
#include "core/io/open/open_model.h"
#include "core/models/seq2seq/facts.h"
#include "core/models/transformer/facts.h"
#include "core/text/escape.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

namespace heed::cli {

namespace fs = std::filesystem;

namespace {

struct CheckOptions {
    std::string m, family, source_words, target_words, data, json, picture, draft;
    long long limit = -1;
    WritingWords writing;
    bool why = false;
    bool quiet() const { return json == "-"; } // standard output is the JSON's
};

/// What is written as JSON.
struct CheckReport {
    std::string verdict = "clean", family, family_id;
    nlohmann::ordered_json tensors = nlohmann::ordered_json::array(), notes = nlohmann::ordered_json::array(),
                           doctor, closest, guessed, draft;

    std::string text(int indent) const {
        nlohmann::ordered_json all{
            {"verdict", verdict}, {"family", family}, {"tensors", tensors}, {"notes", notes}};
        if (!family_id.empty()) all["family_id"] = family_id;
        if (!doctor.is_null()) all["doctor"] = doctor;
        if (!closest.is_null()) all["closest"] = closest;
        if (!guessed.is_null()) all["guessed"] = guessed;
        if (!draft.is_null()) all["draft"] = draft;
        return all.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    }
};

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

/// Whether it carries an example that verifies it, which then agrees.
bool check_own_case(const Model& model, bool quiet) {
    if (model.case_json.is_null()) {
        if (!quiet) std::cout << "\nThis model carries no example, so nothing was compared.\n";
        return false;
    }
    const decode::CaseResult result = decode::check_case(model);
    if (result.wrong) throw Error(escaped(model.folder.native(), 1000) + "/case.json: " + *result.wrong);
    const bool own = decode::case_verifies(model), verifies = own && result.weighed;
    if (quiet) return verifies;
    std::cout << "\nIts own case agrees: \"" << escaped(model.case_json["input"].get<std::string>())
              << "\" gives \"" << escaped(model.case_json["output"].get<std::string>()) << '"';
    if (model.case_json.contains("log_prob"))
        std::cout << ", log-probability within " << formatted("%.1g", result.log_prob_difference);
    if (model.facts.score != "none" && result.weighed)
        std::cout << ", weights within " << formatted("%.1g", result.weight_difference);
    std::cout << (verifies ? ".\n"
                  : own    ? ". It does not say what the weights are, so it verifies nothing.\n"
                           : ". Heed wrote it on import, so it verifies nothing.\n");
    return verifies;
}

std::string word_counts(const Model& model) {
    return ", " + std::to_string(model.source.size()) + " source and " + std::to_string(model.target.size()) +
           " target tokens";
}

std::string made_of(const Model& model) {
    const Architecture& architecture = *model.config.architecture();
    if (architecture.run) return architecture.attention_words(model.config);
    if (is_transformer(model.facts)) return architecture.made_of(model.config) + word_counts(model);
    return seq2seq_facts(model.facts).cell + ", " +
           (model.facts.score == "none" ? "fixed context" : model.facts.score + " attention") +
           word_counts(model);
}

/// The doctor over the sentences, where there are some; false where a line failed.
bool examine_with(const CheckOptions& options, const Model& model, CheckReport& to) {
    if (options.data.empty()) return true;
    Request told;
    apply_writing(options.writing, model, told);
    const std::optional<FileKind> kind =
        options.picture.empty() ? std::nullopt : std::optional(picture_kind(options.picture));
    if (!options.quiet()) std::cout << '\n';
    std::ostream& complaints = options.quiet() ? std::cerr : std::cout;
    const DoctorRun run = run_doctor(model, options.data, options.limit, complaints, told);
    to.doctor = doctor::to_json(run.diagnosis);
    to.doctor["seconds"] = run.diagnosis.seconds;
    if (!options.quiet()) print_doctor(std::cout, run.diagnosis);
    if (kind) io::write_file_atomic(options.picture, draw_doctor(model, run, options.data, *kind));
    return run.all_good();
}

bool check_model(const io::ModelPlace& place, const CheckOptions& options, CheckReport& to) {
    std::vector<std::string> notes;
    const Model model = io::load_model(place.folder, place.name, &notes);
    for (const std::string& sentence : notes) note(sentence);
    to.notes = notes;
    const ModelFacts& facts = model.facts;
    const io::Checkpoint file(place.folder / "model.safetensors");
    if (!options.quiet()) {
        std::cout << escaped(facts.name) << ": " << facts.architecture << ", " << made_of(model) << ", "
                  << whole(static_cast<std::uint64_t>(facts.parameters)) << " numbers\n"
                  << escaped(place.folder.native(), 1000) << "\n\n";
        print_tensors(file, model.config);
    }
    to.family = "heed";
    to.tensors = tensors_json(file, model.config);
    if (!model.facts.doubt.empty()) {
        to.verdict = "partly";
        to.notes.insert(to.notes.begin(), model.facts.doubt);
        if (!options.quiet()) std::cout << '\n' << model.facts.doubt << ".\n";
    }
    if (check_own_case(model, options.quiet()) && model.facts.doubt.empty()) to.verdict = "verified";
    return examine_with(options, model, to);
}

/// What must be doubted stands first.
std::vector<std::string> doubts_and_notes(const io::LoadReport& report) {
    std::vector<std::string> sentences = report.to_know();
    if (const std::string doubt = report.doubt(); !doubt.empty()) sentences.insert(sentences.begin(), doubt);
    return sentences;
}

/// What can be done where a known family computes otherwise than the example: most are code that was changed.
/// A draft was tried in all its answers before.
std::string other_form(const io::LoadReport& report, bool drafted) {
    if (report.family.empty() || report.own_case->unread) return {};
    if (drafted)
        return "; no answer that was tried agrees: a tensor is taken for another part (\"parts\" in the "
               "draft "
               "say what they are), or is of a kind that Heed lacks";
    return "; it may be " + report.family +
           " with changes: heed check FILE --draft NEW looks for a form that agrees";
}

/// What is in the files of another toolkit's model and what part each tensor plays. Throws where it cannot be
/// run, or where its own case says otherwise.
bool check_foreign(const CheckOptions& options, CheckReport& to) {
    io::OpenOptions open = io::ModelLibrary(data_directories()).options();
    open.family = options.family;
    open.source_vocabulary = options.source_words;
    open.target_vocabulary = options.target_words;
    open.examples = std::numeric_limits<std::size_t>::max();
    open.numbers = !options.draft.empty(); // what was drafted is tried, be there words or not
    const io::Opened opened = io::open_model({options.m}, open);
    const io::LoadReport& report = opened.report;
    if (!options.quiet()) print_load_report(report);
    if (!opened.model) throw Error(opened.problem);
    for (const std::string& sentence : report.to_know()) note(report.file + ": " + sentence);
    if (report.own_case)
        for (const io::ReportCase::Line& line : report.own_case->lines)
            if (!line.good)
                throw Error(report.file + ": its own case (" + report.own_case->file + "): " + line.what +
                            ": " + line.found + other_form(report, !options.draft.empty()));
    to.verdict = to_string(report.verdict());
    to.family = report.family.empty() ? "heed" : report.family; // its own format, in an archive
    for (const auto& [name, value] : report.facts)
        if (name == "family id") to.family_id = value;
    to.tensors = report_tensors(report);
    to.notes = doubts_and_notes(report);
    return examine_with(options, *opened.model, to);
}

/// A folder of Heed's own; those of Hugging Face have a config.json as well, and so have people's own.
bool is_own(const std::string& m) { return io::is_heeds_own(m) && io::hub_folder(m).empty(); }

/// The families that come nearest, whatever became of the model.
void tell_why(const CheckOptions& options, CheckReport& to) {
    if (!options.why || !io::is_there(options.m) || is_own(options.m)) return;
    io::OpenOptions open = io::ModelLibrary(data_directories()).options();
    open.family = options.family;
    const std::vector<io::FamilyFit> closest = io::closest_to(options.m, open);
    to.closest = nlohmann::ordered_json::array();
    for (const io::FamilyFit& fit : closest) to.closest.push_back(fit_json(fit));
    if (closest.empty() || closest.front().share() < 0.5) // names tell little: what shapes say
        to.guessed = guessed_parts(options.m, open, options.quiet() ? nullptr : &std::cout);
    if (options.quiet()) return;
    if (!closest.empty()) std::cout << "Closest families\n";
    for (const io::FamilyFit& fit : closest) {
        const std::vector<std::string> lines = io::words_of(fit);
        for (std::size_t n = 0; n < lines.size(); ++n)
            std::cout << (n == 0 ? "  " : "      ") << lines[n] << '\n';
    }
    std::cout << '\n';
}

/// Writes a draft of a family, and goes on by it; false: it cannot be run as it is.
bool draft_family(CheckOptions& options, CheckReport& to) {
    if (options.draft.empty()) return true;
    if (!options.family.empty())
        throw WrongWords("--draft writes a family, and --family names one: one of them");
    if (is_own(options.m) || !io::hub_folder(options.m).empty())
        throw Error(escaped(options.m), "--draft", "files whose parts are to be guessed",
                    "a model that says itself what its tensors are");
    io::OpenOptions open = io::ModelLibrary(data_directories()).options();
    open.source_vocabulary = options.source_words;
    open.target_vocabulary = options.target_words;
    to.draft = write_draft(options.m, options.draft, open, options.quiet() ? nullptr : &std::cout);
    options.family = options.draft;
    return to.draft["ready"].get<bool>();
}

/// A model of Heed's own says itself what its tensors are.
bool check_own(const CheckOptions& options, CheckReport& to) {
    const io::ModelLibrary library(data_directories());
    const io::ModelPlace place = library.resolve(options.m);
    if (!options.family.empty())
        note("--family: not needed: " + escaped(options.m) + " is in Heed's own format");
    return check_model(place, options, to);
}

/// Files are a model of another toolkit, or tensors of no known family, which are listed all the same.
bool look_at(const CheckOptions& options, CheckReport& to) {
    std::error_code ignored;
    if (!io::is_there(options.m) || is_own(options.m)) return check_own(options, to);
    try {
        return check_foreign(options, to);
    } catch (const io::NoFamily& error) {
        if (error.nearly || !options.data.empty() || options.quiet() ||
            !fs::is_regular_file(options.m, ignored) || io::Checkpoint(options.m).tensors().empty())
            throw;
        check_tensors(options.m);
        std::cout << "\nIt can be listed, not run: " << error.what() << ".\n";
    }
    return true;
}

int check(CheckOptions options) {
    if (!options.picture.empty() && options.data.empty())
        throw WrongWords("-o draws what the doctor finds: --data FILE is missing");
    if (options.writing.any() && options.data.empty())
        throw WrongWords("languages and a task are of sentences: --data FILE is missing");
    if (!options.family.empty()) models_of(options.family); // throws where there is none
    CheckReport report;
    bool good = false;
    try {
        tell_why(options, report);
        if (!draft_family(options, report))
            throw Error(escaped(options.draft), "the draft was written and cannot be run yet: " +
                                                    report.draft["problems"][0].get<std::string>());
        good = look_at(options, report);
    } catch (const Error&) {
        if (report.tensors.empty()) { // the model itself, not the sentences
            report.verdict = "refused";
            if (options.quiet()) std::cout << report.text(-1) << '\n';
        }
        throw;
    }
    if (options.quiet())
        std::cout << report.text(-1) << '\n';
    else if (!options.json.empty())
        io::write_file_atomic(options.json, report.text(2) + "\n");
    return good ? 0 : 1;
}

} // namespace

Action add_check(CLI::App& command) {
    const auto options = std::make_shared<CheckOptions>();
    command.add_option("M", options->m, "A bundled name, a folder, or a file of tensors")->required();
    command
        .add_option("--family", options->family,
                    "Of another toolkit's model: a family's name or file; found by the tensors if not given")
        ->type_name("F");
    command.add_flag("--why", options->why,
                     "The families that come nearest, and what of each fits: which tensors its rules take, "
                     "which not, and what is missing");
    command
        .add_option(
            "--draft", options->draft,
            "Write the assistant's guesses about M as a family, and check M by it: to be finished in an "
            "editor. Its id is the file's name in small letters")
        ->type_name("FILE");
    command
        .add_option("--source-vocab", options->source_words, "Its source words, if they are not beside it")
        ->type_name("FILE");
    command.add_option("--target-vocab", options->target_words, "Its target words")->type_name("FILE");
    command
        .add_option(
            "--data", options->data,
            "Sentences, one a line (- is standard input): the doctor looks at what the model makes of them")
        ->type_name("FILE|-");
    add_languages(command, options->writing);
    command.add_option("-o", options->picture, "With --data: draw what the doctor found: .pdf, .svg or .png")
        ->type_name("FILE");
    command.add_option("--limit", options->limit, "Of those, at most so many lines")
        ->type_name("N")
        ->check(whole_number(1));
    command.add_option("--json", options->json, "Write what was found as JSON; - is standard output")
        ->type_name("FILE|-");
    command.footer("A line of sentences is a text, source<TAB>target[<TAB>sure links[<TAB>possible links]], "
                   "or, of a model\n"
                   "that answers a whole input at once, JSON as `heed evaluate` reads it. Where a line does "
                   "not say what is\n"
                   "right, the model's task does, if it is one of Heed's own. A fault is something broken; a "
                   "notice is so and\n"
                   "may be right; harmless is what misleads the eye alone. Trials (padding appended, the "
                   "source back to\n"
                   "front, the decoder fed ahead) are made on the first 100 sentences, influence is measured "
                   "on 10. Findings do not "
                   "change the exit status.");
    return [options] { return check(*options); };
}

} // namespace heed::cli
