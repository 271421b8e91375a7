#include "core/io/open/kinds/open_family.h"

#include "core/io/huggingface/hub_config.h"
#include "core/io/model/model_config.h"
#include "core/io/open/kinds/open_marian.h"
#include "core/io/open/model_words.h"
#include "core/io/open/own_case/own_case.h"
#include "core/io/open/word_files.h"
#include "core/io/report/load_rows.h"
#include "core/io/report/not_read.h"
#include "core/io/report/report_words.h"
#include "core/models/seq2seq/network.h"
#include "core/models/seq2seq/tensor_role.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>

namespace heed::io {

using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

/// Rows of an embedding, before anything is read.
int rows_of(const FamilyReading& reading, const std::string& ours) {
    for (const FamilyReading::Role& role : reading.roles())
        if (role.name == ours) return static_cast<int>(extent_of(role.expression).rows);
    return 0;
}

void check_room(const FamilyReading& reading, const Seq2SeqConfig& config, double source_rows,
                double target_rows) {
    double held = 0;
    for (const FamilyReading::Role& role : reading.roles()) {
        const Extent x = extent_of(role.expression);
        held += static_cast<double>(x.rows) * static_cast<double>(x.columns);
    }
    const double asked = declared_at_most(config, source_rows, target_rows);
    if (asked > 16 * held + 1e7)
        throw Error(reading.stock().file_name(), "sizes", "those of one model",
                    "sizes of which the parts do not fit together");
}

const StoredTensor* first_tensor(const Expression& expression, const Checkpoint** file) {
    const StoredTensor* found = nullptr;
    for_each_use(expression, [&](const Expression& tensor, const Expression*) {
        if (found != nullptr || tensor.item.tensor == nullptr) return;
        found = tensor.item.tensor;
        *file = tensor.item.file;
    });
    return found;
}

/// Of a tensor that is read turned, the shapes are said as they stand in the file.
void require_shape(const FamilyReading& reading, const Family& family, const FamilyReading::Role& role,
                   const nn::Parameter<float>& p) {
    const Extent x = extent_of(role.expression);
    if (takes(p, x)) return;
    const Checkpoint* file = nullptr;
    const StoredTensor* tensor = first_tensor(role.expression, &file);
    const auto shape = [&](Eigen::Index rows, Eigen::Index columns) {
        return p.rank < 2 ? shape_text({rows * columns}) : shape_text({rows, columns});
    };
    using Shape = std::vector<std::int64_t>;
    const bool turned =
        tensor != nullptr && p.rank == 2 && x.rows != x.columns && tensor->shape == Shape{x.columns, x.rows};
    throw Error(
        tensor == nullptr ? reading.stock().file_name() : file->name(),
        family.title + ": " +
            (tensor == nullptr ? "\"" + role.name + "\"" : "tensor \"" + escaped(tensor->name) + "\""),
        (turned ? shape(p.cols, p.rows) : shape(p.rows, p.cols)) + " (" + tensor_role(role.name) + ")",
        turned ? shape(x.columns, x.rows) : shape(x.rows, x.columns));
}

/// Whose rules do not go with the sizes they found: the file's form is not known, or a family of the user's
/// lacks a rule.
Error lacks_rule(const FamilyReading& reading, const Family& family, const std::string& name) {
    return {reading.stock().file_name(), family.title + " (" + family.file + ")",
            "a rule for \"" + name + "\" (" + tensor_role(name) + "), which a model of these sizes has",
            "none: a form that it does not know (heed check FILE --draft NEW maps it by hand)"};
}

nn::ParameterSet<float> read_parameters(const FamilyReading& reading, const Family& family,
                                        const Seq2SeqConfig& config, const Executor& executor,
                                        Histograms& histograms, const FormBefore* before) {
    nn::ParameterSet<float> set = declare_seq2seq<float>(config, nn::Fill::Nothing);
    std::vector<const FamilyReading::Role*> roles(static_cast<std::size_t>(set.size()), nullptr);
    for (const FamilyReading::Role& role : reading.roles()) {
        const int n = set.find(role.name);
        if (n < 0)
            throw Error(family.file, "tensors: " + role.name, "a tensor that such a model has", "another");
        require_shape(reading, family, role, set[n]);
        roles[static_cast<std::size_t>(n)] = &role;
    }
    const SeenTensor seen = [&](const StoredTensor& tensor, const Eigen::MatrixXf& value) {
        if (histograms.count(&tensor) == 0) histograms.emplace(&tensor, histogram_of(value));
    };
    const auto seen_before = [&](const Expression& tensor, const Expression*) {
        const auto it = before->read.histograms.find(tensor.item.tensor);
        if (it != before->read.histograms.end()) histograms.insert(*it);
    };
    for (int n = 0; n < set.size(); ++n) {
        const FamilyReading::Role* role = roles[static_cast<std::size_t>(n)];
        if (role == nullptr) throw lacks_rule(reading, family, set[n].name);
        if (const auto* known = before != nullptr ? before->find(*role, set[n]) : nullptr) {
            for_each_use(role->expression, seen_before);
            set[n].value = *known;
            continue;
        }
        Eigen::MatrixXf value = evaluate(role->expression, set[n].rows, set[n].cols, executor, seen);
        if (value.rows() != set[n].rows) value = Eigen::MatrixXf(value.transpose());
        set[n].value = std::move(value);
    }
    return set;
}

std::string title_of(const Family& family) { return family.title; }

/// Whether it can be mapped by hand.
bool has_cells(const ModelFiles& files) {
    return std::any_of(files.files.begin(), files.files.end(), [](const OpenFile& file) {
        const auto& all = file.checkpoint->tensors();
        return std::any_of(all.begin(), all.end(), [](const StoredTensor& tensor) {
            return tensor.name.find("weight_hh") != tensor.name.npos;
        });
    });
}

void need_all(const Family& family, Opened& opened, const FamilyReading& reading, const ModelFiles& files) {
    ReportGroup missing{"Missing", {}};
    for (const std::string& name : reading.missing())
        missing.rows.push_back({escaped(name), "the model needs it", PartRole::None, {}, {}, 0, {}});
    const std::size_t n = missing.rows.size();
    opened.report.groups.insert(opened.report.groups.begin(), std::move(missing));
    opened.problem = reading.stock().file_name() + ": " + title_of(family) + ": tensor \"" +
                     escaped(reading.missing().front()) + "\": expected it in the file, found none";
    if (n > 1) opened.problem += " (and " + std::to_string(n - 1) + " more)";
    if (has_cells(files)) opened.problem += "; heed check FILE --draft NEW maps it by hand";
    opened.report.summary = plural(n, "tensor is", "tensors are") + " missing.";
}

std::string words_problem(const ModelWords& words, const std::string& file) {
    for (const ReportVocabulary* side : {&words.source_report, &words.target_report})
        if (!side->problem.empty())
            return side->problem.starts_with(file) ? side->problem : file + ": " + side->problem;
    const bool source = words.source.empty(), target = words.target.empty();
    return file + ": which words the numbers stand for is not known: expected the " +
           std::string(source && target ? "source and target vocabularies"
                       : source         ? "source vocabulary"
                                        : "target vocabulary") +
           " beside it, or given (heed import --source-vocab F --target-vocab F, or --numbers for none), "
           "found none";
}

LoadReport begin_report(const ModelFiles& files, const Family& family) {
    LoadReport report;
    for (const fs::path& path : files.paths())
        report.file += (report.file.empty() ? "" : ", ") + escaped(path.filename().string());
    report.notes = files.notes;
    for (const OpenFile& file : files.files) {
        report.bytes += file.checkpoint->size();
        for (const std::string& note : file.checkpoint->notes()) report.notes.push_back(note);
    }
    report.container = files.files.front().checkpoint->container();
    report.family = family.title;
    return report;
}

/// A Transformer's weights as Lightning keeps them open with its configuration, which the file does not have.
void check_beside_lightning(const ModelFiles& files) {
    const OpenFile& file = files.files.front();
    const std::string& id = files.match.family->id;
    const bool transformer = id == "huggingface_transformer" || id == "fairseq_transformer";
    if (!transformer || !file.checkpoint->values().contains("pytorch-lightning_version")) return;
    const bool there = is_hub_folder(file.path.parent_path());
    throw Error(file.checkpoint->name(), "a Transformer's weights, written by Lightning",
                std::string(there ? "no other weights" : "config.json and the tokenizer's files") +
                    " beside it",
                there ? "some: a folder of its own, with config.json, makes it clear" : "no config.json");
}

void check_match(const ModelFiles& files) {
    const Family& family = *files.match.family;
    if (family.refused.empty()) return;
    check_beside_lightning(files);
    throw Error(files.files.front().checkpoint->name(), "this is " + family.title + ": " + family.refused);
}

/// A family's file is data, and may be anybody's: what is of the wrong kind in it is one sentence as well.
template <class Work>
auto with_family(const Family& family, Work work) {
    try {
        return work();
    } catch (const Json::exception& error) {
        throw Error(family.file, "cannot be applied: " + escaped(error.what()));
    }
}

/// A file of several models: which is read.
std::string words_of_others(const ModelFiles& files, const std::vector<std::string>& others) {
    std::vector<std::string> read;
    for (const FamilyMatch::Place& place : files.match.places)
        if (!place.prefix.empty()) read.push_back("\"" + escaped(place.prefix) + "\"");
    return "several models are in the file: read is " +
           (read.empty() ? "the first" : listed(read, " with ")) + ", not " + listed(others, " and ") +
           " (saved alone, each opens)";
}

Opened open_checked(const ModelFiles& files, const OpenOptions& options, const std::string& name,
                    const FormBefore* before, FormRead* read) {
    const Family& family = *files.match.family;
    FamilyStock stock(files.match, files.files);
    const FamilyReading reading(family, stock, files.folder());
    Opened opened;
    opened.report = begin_report(files, family);
    for (const std::string& note : reading.notes()) opened.report.notes.push_back(note);
    opened.report.unsettled = reading.unsettled();
    if (!files.doubt.empty()) opened.report.unsettled.push_back(files.doubt);
    if (const auto others = other_places(files.match, files.files); !others.empty())
        opened.report.notes.push_back(words_of_others(files, others));
    for (const OpenFile& file : files.files)
        for (const std::string& doubt : file.checkpoint->doubts()) opened.report.unsettled.push_back(doubt);
    opened.report.undecided = reading.undecided();
    if (!reading.missing().empty()) {
        need_all(family, opened, reading, files);
        return opened;
    }
    Model model;
    model.name = name;
    model.folder = files.folder();
    model.config_json = whole_config(reading, family, name);
    Seq2SeqConfig config = seq2seq_config_from_json(model.config_json, stock.file_name());
    const int source_rows = rows_of(reading, "encoder.embedding.weight");
    const int target_rows = rows_of(reading, "decoder.embedding.weight");
    if (source_rows < 1 || target_rows < 1)
        throw Error(family.file,
                    "tensors: " + std::string(source_rows < 1 ? "encoder" : "decoder") + ".embedding.weight",
                    "a part of known size, as {\"identity\": \"V\"}", "one of any size");
    check_room(reading, config, source_rows, target_rows);
    config.source_vocabulary = source_rows;
    config.target_vocabulary = target_rows;
    model.config = config;
    Histograms histograms;
    model.parameters = read_parameters(reading, family, config, options.executor, histograms, before);
    opened.report.facts = model_facts(config);
    opened.report.facts.insert(opened.report.facts.begin(),
                               {{"family", family.title}, {"family id", family.id}});
    opened.report.parameters = static_cast<std::uint64_t>(model.parameters.count());
    opened.report.tensors = report_tensors(reading, config, model.parameters);
    opened.report.groups = report_groups(reading, config, model.parameters, histograms);
    opened.report.summary = grouped(opened.report.parameters) +
                            " parameters used. Nothing missing, no NaN, no shape that does not fit.";

    ModelWords words = find_words(reading, source_rows, target_rows, options);
    opened.report.source = words.source_report;
    opened.report.target = words.target_report;
    opened.report.notes.insert(opened.report.notes.end(), words.notes.begin(), words.notes.end());
    if (!words.found()) {
        opened.problem = words_problem(words, stock.file_name());
        return opened;
    }
    model.config_json.update(token_config(reading, words, opened.report.unsettled)); // nulls and all
    if (const Json pad = model.config_json["special"]["source"]["pad"];
        config.encoder.padded > 0 && pad.is_number_integer())
        model.config_json["encoder"]["padding"] = pad;
    apply_config(model, stock.file_name());
    finish_model(model, std::move(words.source), std::move(words.target), stock.file_name());
    opened.report.facts.emplace_back("tokens", token_fact(model));
    opened.model = std::move(model);
    if (read != nullptr) *read = {reading.roles(), std::move(histograms)};
    return opened;
}

} // namespace

const Eigen::MatrixXf* FormBefore::find(const FamilyReading::Role& role,
                                        const nn::Parameter<float>& ours) const {
    const auto same = std::find_if(read.roles.begin(), read.roles.end(), [&](const auto& one) {
        return one.name == role.name && same_numbers(one.expression, role.expression);
    });
    const int n = same != read.roles.end() ? numbers.find(role.name) : -1;
    if (n < 0) return nullptr;
    const Eigen::MatrixXf& value = numbers[n].value;
    return value.rows() == ours.rows && value.cols() == ours.cols ? &value : nullptr;
}

Opened open_form(ModelFiles files, const OpenOptions& options, const std::string& name,
                 const FormBefore* before, FormRead* read) {
    check_match(files);
    return with_family(*files.match.family, [&] {
        const bool marian = files.match.family->reader == "marian";
        return marian ? open_marian(std::move(files), options, name)
                      : open_checked(files, options, name, before, read);
    });
}

Opened open_family(ModelFiles files, const OpenOptions& options, const std::string& name) {
    return open_form(std::move(files), options, name, nullptr, nullptr);
}

Glimpse glimpse_family(ModelFiles files, const OpenOptions* words) {
    check_match(files);
    const Family& family = *files.match.family;
    return with_family(family, [&] {
        if (family.reader == "marian") return glimpse_marian(std::move(files), words);
        FamilyStock stock(files.match, files.files);
        const FamilyReading reading(family, stock, files.folder());
        Glimpse glimpse;
        glimpse.kind = "checkpoint";
        glimpse.usable = reading.missing().empty();
        glimpse.title = escaped(files.files.front().path.filename().string());
        glimpse.text = family.about.empty() ? family.title : family.about;
        glimpse.subtitle = std::string(files.files.front().checkpoint->container());
        if (!glimpse.usable) {
            glimpse.text += " The tensor \"" + escaped(reading.missing().front()) + "\" is missing.";
            return glimpse;
        }
        Json config = whole_config(reading, family, glimpse.title);
        glimpse.facts = model_facts(seq2seq_config_from_json(config, stock.file_name()));
        glimpse.understanding = understanding_of(reading);
        for (const OpenFile& file : files.files)
            glimpse.understanding.unsettled += file.checkpoint->doubts().size();
        glimpse.understanding.unsettled += files.doubt.empty() ? 0 : 1;
        if (words != nullptr)
            look_at_words(reading, rows_of(reading, "encoder.embedding.weight"),
                          rows_of(reading, "decoder.embedding.weight"), *words, glimpse.understanding);
        glimpse.understanding.example = has_example(files.folder());
        for (const char* side : {"source", "target"}) {
            const Json rules =
                reading.spec().value("vocabularies", Json::object()).value(side, Json::object());
            bool inside = rules.value("numbers", Json()) == true;
            for (const Json& path : rules.value("inside", Json::array()))
                if (const Json* value = stock.value(path.get<std::string>()))
                    inside = inside || words_in(*value);
            const SideOf& which = side == std::string_view("source") ? source_side : target_side;
            inside = inside || !packed_lists(reading, which).empty();
            glimpse.needs_vocabularies = glimpse.needs_vocabularies || !inside;
        }
        if (glimpse.needs_vocabularies)
            std::tie(glimpse.source_vocabulary, glimpse.target_vocabulary) = named_vocabularies(reading);
        return glimpse;
    });
}

} // namespace heed::io
