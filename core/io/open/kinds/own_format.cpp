#include "core/io/open/kinds/own_format.h"

#include "core/io/base/json_text.h"
#include "core/io/model/model_folder.h"
#include "core/io/open/own_case/own_case.h"
#include "core/io/report/load_rows.h"
#include "core/io/report/report_words.h"
#include "core/text/escape.h"
#include "core/text/strings.h"

#include <algorithm>
#include <optional>

namespace heed::io {

namespace fs = std::filesystem;

bool is_heeds_own(const fs::path& folder) {
    if (!is_model_folder(folder)) return false;
    try {
        const Json config = read_json(folder / "config.json", 4u << 20);
        return config.is_object() && config.contains("format");
    } catch (const Error&) {
        return true; // the sentence about it is load_model's
    }
}

fs::path heeds_folder(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return is_heeds_own(path) ? path : fs::path();
    const fs::path name = path.filename();
    const bool part = name == "model.safetensors" || name == "config.json";
    const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
    return part && is_heeds_own(folder) ? folder : fs::path();
}

namespace {

ReportRow own_row(const nn::Parameter<float>& p, const PartWords& words, const std::string& type,
                  std::size_t bytes) {
    ReportRow row;
    row.names = p.name;
    row.role =
        words.text + (words.cell.empty() || p.name.find("bias") != p.name.npos ? "" : ": " + words.cell);
    row.part = words.part;
    if (p.rank > 0) row.shape.push_back(p.value.rows());
    if (p.rank > 1) row.shape.push_back(p.value.cols());
    row.type = type;
    row.bytes = static_cast<std::uint64_t>(p.value.size()) * bytes;
    row.histogram = histogram_of(p.value);
    return row;
}

PartRole part_role(Role role) {
    switch (role) {
    case Role::Text:
        return PartRole::Embedding;
    case Role::Joined:
    case Role::Forward:
        return PartRole::Forward;
    case Role::Backward:
        return PartRole::Backward;
    case Role::Attention:
        return PartRole::Attention;
    case Role::Decoder:
        return PartRole::Decoder;
    case Role::Output:
        break;
    }
    return PartRole::Output;
}

} // namespace

PartWords own_words(const Model& model, const std::string& tensor) {
    if (const auto* config = model.config.find<Seq2SeqConfig>()) return part_words(tensor, *config);
    const TensorPart part = model.config.architecture()->part_of(model.config, tensor);
    return {std::string(part.group), part_role(part.role), std::string(part.words), {}, {}, {}};
}

std::vector<std::string> groups_of(const Model& model) {
    if (model.config.find<Seq2SeqConfig>()) return {"Encoder", "Start", "Attention", "Decoder"};
    std::vector<std::string> groups;
    for (const nn::Parameter<float>& p : model.parameters)
        if (std::string group = own_words(model, p.name).group;
            std::find(groups.begin(), groups.end(), group) == groups.end())
            groups.push_back(std::move(group));
    return groups;
}

namespace {

std::vector<std::pair<std::string, std::string>> facts_of(const Configuration& config) {
    const auto* own = config.find<Seq2SeqConfig>();
    return own ? model_facts(*own) : config.architecture()->described(config);
}

/// Every tensor of a folder of Heed's own: what it is for, or that nothing reads it.
void list_tensors(LoadReport& report, const Model& model, const SafetensorsFile& file) {
    ReportGroup unread{"Not understood", {}};
    for (const TensorEntry& entry : file.tensors()) {
        ReportTensor one{entry.name,
                         entry.shape,
                         std::string(plain_name(entry.type)),
                         entry.numbers() * byte_count(entry.type),
                         {},
                         {},
                         {}};
        if (model.parameters.find(entry.name) >= 0)
            one.part = own_words(model, entry.name).text;
        else
            unread.rows.push_back({escaped(entry.name),
                                   "no part reads it",
                                   PartRole::None,
                                   one.shape,
                                   one.type,
                                   one.bytes,
                                   {}});
        report.tensors.push_back(std::move(one));
    }
    if (!unread.rows.empty()) report.groups.insert(report.groups.begin(), std::move(unread));
}

} // namespace

Opened open_own(const fs::path& folder, const OpenOptions& options, std::string file) {
    Opened opened;
    LoadReport& report = opened.report;
    std::optional<SafetensorsFile> stored; // the one that was read: it may be replaced meanwhile
    Model model = load_model(folder, options.name, &report.notes, &stored);
    const fs::path numbers = folder / "model.safetensors";
    report.file = std::move(file);
    report.container = "Heed's own format";
    std::error_code ignored;
    report.bytes = fs::file_size(numbers, ignored);
    for (const std::string& title : groups_of(model)) {
        ReportGroup group{title, {}};
        for (const nn::Parameter<float>& p : model.parameters) {
            const PartWords part = own_words(model, p.name);
            if (part.group != title) continue;
            const TensorEntry& entry = *stored->find(p.name);
            group.rows.push_back(
                own_row(p, part, std::string(plain_name(entry.type)), byte_count(entry.type)));
        }
        if (!group.rows.empty()) report.groups.push_back(std::move(group));
    }
    list_tensors(report, model, *stored);
    report.facts = facts_of(model.config);
    const auto read = model.config.architecture()->vocabularies(model.config);
    if (read.source && read.target) report.facts.emplace_back("tokens", token_fact(model));
    const auto words = [](int count, const char* name) {
        ReportVocabulary vocabulary;
        vocabulary.expected = vocabulary.tokens = count;
        vocabulary.file = name;
        return vocabulary;
    };
    if (model.source.size() > 0) report.source = words(model.source.size(), "source.vocab.json");
    if (model.target.size() > 0) report.target = words(model.target.size(), "target.vocab.json");
    report.parameters = static_cast<std::uint64_t>(model.parameters.count());
    report.summary =
        grouped(report.parameters) + " parameters used. Nothing missing, no NaN, no shape that does not fit.";
    opened.model = std::move(model);
    try { // for the verdict, whether the report is asked for or not
        report.own_case = own_case(*opened.model, folder);
    } catch (const Error& error) {
        if (options.run_case) throw;
        report.unsettled.push_back("Its own case was not run: " + std::string(error.what()));
    }
    return opened;
}

Glimpse glimpse_own(const fs::path& folder) {
    const ModelSummary summary = summarize_model(folder);
    Glimpse glimpse{"model", true, escaped(summary.name), {}, summary.about, facts_of(summary.config), {},
                    {},      false};
    glimpse.subtitle = "Heed's own format";
    glimpse.facts.emplace_back("parameters", grouped(summary.parameters));
    return glimpse;
}

} // namespace heed::io
